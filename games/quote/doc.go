// Package quote is Quote: the quick combat of a game master for fights with
// many characters, where two d10 and a quota from 1 to 9 say in one roll who
// hits whom. One seat, the Master, makes contenders, sets them against each
// other and lets the rounds go by; others watch.
//
// Read from the top: state.go says what a battle is and [Config] (options.go)
// what it is played with; actions.go holds what the Master may ask for, do.go
// decides whether it may and does it, fight.go has who fights whom, round.go
// rolls, load.go takes a battle in from a file; view.go, encode.go and offer.go
// are what a viewer sees and may do; amend.go takes back. The arithmetic of
// quotas and rolls is package rule, expressions for damage are package expr, and
// package odds says exactly how a fight will go.
//
// Rules carry the ids of the rules page, Q01 to Q12. What the Master writes in
// notes is the Master's alone; everything else everybody sees. The record of a
// closed battle holds every action, notes too, so that it can be worked out
// again; it is therefore for the Master ([State.KeepsSecrets]).
//
// # What we settled
//
// Beyond the rulings of the rules page:
//
//   - A fight is one contender against up to twelve of other colours; the
//     allies may have different colours among themselves. Somebody is in one
//     fight at a time, so that all fights of a round are independent.
//   - A quota is assigned first (Q06, Q08) and kept within 1 to 9; normalising,
//     +2, -1 and -2 come after that, are added up and kept within 1 to 9 once.
//     Strength, for the order of allies, is the assigned quota; of equals the
//     one made earlier goes first.
//   - Normalising looks at who still stands, round by round.
//   - An ally that closes in defence does not count as the first. The single
//     contender's quota is 1 lower while it strikes at a defender.
//   - A stance stays until it is changed, or until the fight is over. An aimed
//     blow may name a place of the body, which then is not rolled.
//   - Who is pointed at stays so until it falls; then it is the strongest again.
//   - A hit is rolled for place and damage whether its target falls by hits or
//     by life. A critical hit that counts for several hits rolls the damage as
//     often, in one place. What a place and the margin add (Q09) is added to
//     each, and no roll does less than nothing.
//   - Damage dice show 1 to their faces, unlike the d10 of a fight.
//   - Falling is worked out when somebody is hit or its tallies are changed; the
//     Master's own word (fallen, standing) goes before it. Of somebody who falls
//     by life a hit is one that does damage.
//   - A round is over when no fight is left that has not been resolved in it,
//     also when that is because fights were taken apart. Nobody rolls twice in a
//     round: a fight with somebody who has fought waits for the next.
//   - Contenders of one name have numbers, so that no two are told apart by
//     nothing; for the same reason a mark is one faction's.
//
// # Immutable parts
//
// The slices of a [Board] are never changed once a state holds them: an action
// works on copies and puts them in place when all of it was legal. So copying a
// state and making a view cost next to nothing, and a refused action cannot
// have changed anything.
//
// # Order of rolls
//
// Fights in the order in which they were made; in each the allies from the
// strongest to the weakest, then the single contender. Each blow: a number below
// 10, after a 0 another, after two a third; when it hits, a number below the
// faces of the hit-location table unless the blow was aimed at a place, and then
// for each hit that it counts for the damage dice as they are written, a number
// below its faces for each.
package quote
