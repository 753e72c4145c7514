// Package game is the contract between a ruleset and everything that plays,
// shows, stores or studies it.
//
// A [Game] is a rulebook. It checks options into a [Config], which starts a
// [State]: one point of one match, a value without pointers into anything that
// changes. A [Seat] is who may act, an [Action] is what it asks for, and
// [State.Apply] is the only way a state ever changes. Chance comes in through
// the dice source handed to Apply and from nowhere else.
//
// # Secrets
//
// A [View] is everything that one seat, or a watcher, may know. It is the only
// thing that leaves a state: pages, JSON, event streams, logs and bots are made
// from views, and what a view can tell about the actions open to its seat it
// works out from itself. So a secret that was not put into the view cannot leak
// by a list, a hint or a refusal. Events carry their own [Audience], whose zero
// value is nobody.
//
// # Laws
//
// Package gametest proves these on every ruleset:
//
//   - random play ends, and every decision on the way has a legal default;
//   - the same options, dice and actions give the same state, hash for hash;
//   - a copy does not see what happens to the original, nor the reverse;
//   - every action a view lists is accepted; a discrete one that it does not
//     list is refused; a refused one changes nothing; no input panics;
//   - two states that differ only in what a seat may not know give that seat
//     byte-identical views;
//   - a determinized state gives the very view it was made from.
//
// A ruleset knows no clock, no network, no goroutine and no other ruleset.
package game
