// Package klang is the game Klang: two sides of robots that fight over scrap, on
// a virtual table or, with the app at its side, on a real one.
//
// Read from the top: [State] and [Board] (state.go) say what there is on the
// table, [Hand] what is secret; [Config] (options.go) is a match with its
// options settled; actions.go holds what a seat may ask for, legal.go decides
// whether it may, apply.go and round.go do it, settle.go says where things fall;
// view.go, offer.go and moves.go are what one viewer may know and do.
//
// On a real table (option table = companion) the same rules hold, but the facts
// of space are told by the players: naming a target says that it is seen or
// touched, a walk says how far somebody went, and nothing has a place.
// companion.go holds what is played there alone: getting ready, walks, and the
// orders that wait for somebody's hands. amend.go takes back and sets right what
// the players agree upon, facts.go reads what they say.
//
// Rules carry the ids of the rules page (K01 to K32). Lengths are whole
// numbers, hundredths of a millimetre.
//
// # Order of rolls
//
// At the start: with terrain "dealt" or "players" eight numbers below 256, the
// 64-bit seed of the terrain, highest byte first, from which a PCG draws all
// that is random about it; then, when chance says who closes
// round 1 (closing "alternate", or "less_stuff" with equal sides), one number
// below 2, that seat. A real table has no terrain to roll for. At every activation: one number below 6 for each die of
// the robot. Nothing else is rolled.
package klang
