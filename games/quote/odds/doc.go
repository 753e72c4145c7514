// Package odds says exactly how a fight of Quote goes: the chances of a round,
// who falls first, after how many rounds, who is left, and against which quota
// the fight would be even. Nothing in it is drawn; the ruleset's tests hold it
// against fights that were.
//
// # How it counts
//
// A fight is a Markov chain whose state is what everybody still takes to fall.
// It is small because much of that does not matter:
//
//   - In a duel neither side's rolls depend on how the other stands, so each
//     side's time to fall is a chain of its own ([Analyse], duel.go). A duel by
//     hits, the usual case, is also worked out in whole numbers (race.go): its
//     chances of falling first are ratios without any error.
//   - Of several allies only the one that is struck at is ever worn down, and
//     the order in which they are struck at is settled beforehand. So a state is
//     which ally that is, what it still takes and what the single contender
//     still takes (chain.go). As states only ever lead downwards, one pass over
//     them gives the expected number of visits to each, which gives the rest.
//
// # How exact it is
//
// The chances of a roll are thousandths. Everything in floating point adds and
// multiplies numbers that are not negative, and never subtracts, so errors stay
// relative: Report.Error bounds the relative error of each figure. A duel that
// is not by hits is followed until less than 1e-19 is left of it, so chances of
// that size are out of its reach. A list of rounds is cut where less than [Tail]
// is left; Report.Tail is what was left.
//
// # Bounds
//
// Besides the bounds of package rule an analysis takes at most [Budget]
// elementary steps, about half a second, and follows at most [MaxRounds] rounds;
// what would take more is refused. Nothing that can be written down takes longer
// or more than some tens of megabytes.
package odds
