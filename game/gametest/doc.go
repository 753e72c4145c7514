// Package gametest proves the laws of package game on a ruleset. A ruleset's
// own test calls [Check] and a fuzz test calls [FuzzActions]:
//
//	func TestLaws(t *testing.T) {
//		gametest.Check(t, mygame.New(), gametest.Case{Name: "long", Seats: 3, Options: json.RawMessage(`{"rounds":9}`)})
//	}
//
//	func FuzzActions(f *testing.F) { gametest.FuzzActions(f, mygame.New()) }
//
// Check plays random matches, replays each of them, and on the way stops at
// some decisions to try everything that could go wrong there. All of it follows
// from fixed seeds: a failure comes again.
//
// # Amendments
//
// Where states can be amended (game.Amender) matches are also played in which
// things are taken back, as far as the last roll, and set right on the way.
// [Case.Facts] says what there might be to set right. What was taken back must
// stand as it stood, share nothing with the states it came from, and tell nobody
// anything; and the whole must come out the same when it is played again.
//
// # Secrets
//
// What a seat may not know, only the ruleset knows, so the strongest proof of
// secrecy needs its help: [Case.Twin] changes everything in a state that is
// hidden from a seat. The suite then demands that the seat cannot tell the two
// states apart: not by its view, not by the actions open to it, not by how a
// refusal is worded, not by what a bot could work out from the view. Without a
// Twin only determinized states are compared, which proves that the view is
// consistent, not that it keeps anything secret.
package gametest
