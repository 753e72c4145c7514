// Package geom answers the questions that a table asks of space: may a disc
// stand here, does one disc see another, how far can a disc get and by which
// way. Everything that decides is computed on whole numbers (hundredths of a
// millimetre, int64), so that every processor and every build gives the same
// answer; floating point only draws ([Reach.Outline]).
//
// It is not a general geometry library: obstacles are convex polygons and
// discs, a table is a rectangle with its corner at the origin.
//
// # What stands for a disc
//
// A tangent to a circle has no whole points, so wherever terrain is asked
// about, a disc stands for its base polygon: fixed for each radius, its corners
// whole points on or just inside the circle, no edge nearer to the centre than
// one unit less than the radius, symmetric under quarter turns and mirroring,
// with corners at the four extreme points (about 150 corners at 40 mm of
// radius, 100 at 20 mm). The polygon of a larger radius contains that of a
// smaller one, and none differs from its circle by 0.01 mm or more. Whether a
// base overlaps terrain, whether its way is clear and whether it sees are all
// decided, exactly, on that polygon.
//
// Gap and contact between two discs ([Gap], [Touching]) are decided on the true
// circles by squared distances. Where one base is an obstacle to another
// ([Scene.Free], [Scene.Slide], [Reach]) it is the polygon of the sum of both
// radii around the other's centre: two discs that do not truly overlap are
// never in each other's way, and two that are not have a [Gap] of at least -1.
// Touching is never overlapping. All of these ask the same question of the same
// polygons, so a place that is Free is never inside an obstacle for Reach.
//
// # Sight
//
// [Scene.Sight] asks for a line that meets both base polygons and no interior
// of a piece between them. If there is one then there is one that cannot be
// turned any further, and that one runs through two corners: a common tangent
// of two of the shapes involved, of a kind of which each pair has but one.
// These few lines are tried, each on whole numbers. A piece counts only where
// it lies between the bases on the line at hand, which is read off a line that
// separates the piece from each base. Nearly all questions are settled before
// that, by a gap among the lines parallel to the line of centres, or by one
// piece that crosses both outer tangents.
//
// Grazing a boundary is sight; so a line along the table's edge passes a piece
// flush with that edge. A line between two pieces that share a point does not
// pass between them there: touching pieces count as one. The point must lie
// strictly between the bases; a base that itself touches the very point where
// two pieces touch corner to corner looks out on both sides.
//
// # Reach
//
// For the disc's centre, the obstacles are polygons with whole corners: a piece
// of terrain grown by the base polygon (their Minkowski sum), or the polygon of
// two radii. A shortest path bends only at such corners, so it is found among
// the common tangents of these polygons and the stretches along them. Its
// length is a sum of lengths between whole points, each counted in 1/4096 of a
// unit and rounded up: a straight move of exactly the limit is within it, and
// no path within the limit is truly longer than it.
//
// # Up and down
//
// Where discs move straight and go up on things, an [Ascent] says what that
// costs, and what is under a disc's centre says how high it stands. Whether a
// way leads over a thing, and whether it can be paid for, is exact; only where
// on the way a thing begins and ends is rounded to a whole unit. [Star] draws
// the region that all this leaves to one straight move.
package geom
