// Package labpage draws the lab: the studies that come with Banco, a question of
// one's own, and runs while they grow and when they are done.
//
// A question of one's own is a [Draft], what somebody typed, right or wrong; it
// is kept in the address alone. [Draft.Settle] makes a [Grid] of it, and
// [Grid.Experiment] the same TOML that one would write by hand for
// `banco lab run`.
package labpage
