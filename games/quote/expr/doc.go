// Package expr reads, rolls and counts damage expressions (Q12):
//
//	1d8+2    2d6+3    d10    4d6kh3    2*(1d6+1)-1    5
//
// An expression is a sum of whole numbers and dice. NdS rolls N dice with the
// faces 1 to S; khK after them keeps the K highest, klK the K lowest, k stands
// for kh. Parentheses group, and * (or x) multiplies by a number. Blanks and
// capitals do not matter. There is no division, since every table rounds it
// otherwise.
//
// # Bounds
//
// Whatever somebody types is read in one pass over at most [MaxLength] bytes and
// refused before anything is counted or rolled if it is too much: [MaxDice] dice
// in all, [MaxFaces] faces, [MaxValue] above or below zero, and 2 to
// [MaxKeptDice] dice of at most [MaxKeptFaces] faces where some are kept. Since
// products have a number on one side, every expression is a number plus
// multiples of dice, and its distribution takes at most MaxDice passes over
// 2·MaxValue+1 whole numbers.
//
// # Why not a library
//
// A ruleset imports nothing but packages of this house and the pure ones of the
// standard library, rolls through the match's own dice and promises exact
// chances. The Go libraries for dice notation that we could find have a generator
// of their own, no bounds and no distributions.
package expr
