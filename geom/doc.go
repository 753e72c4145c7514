// Package geom answers the questions that a table asks of space: may a disc
// stand here, does one disc see another, how far can a disc get and by which
// way. Everything that decides is computed on whole numbers (hundredths of a
// millimetre, int64), so that every processor and every build gives the same
// answer; floating point only draws.
//
// It is not a general geometry library: obstacles are convex polygons and
// discs, a table is a rectangle with its corner at the origin.
package geom
