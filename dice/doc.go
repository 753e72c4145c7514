// Package dice is the one way by which chance enters a game. A [Source] gives
// whole numbers below a bound; where they come from depends on who plays:
//
//   - [Fair]: a live match. Every number follows from a server seed that was
//     committed to before the first roll and from the seats' own seeds, so
//     that anybody can recompute it when the match is over (docs/fairness.md).
//   - [Fast]: simulation, where speed counts and nobody needs a proof.
//   - [Scripted]: tests and replays, where the numbers are known beforehand.
//   - [Forbidden]: whatever must not roll.
package dice
