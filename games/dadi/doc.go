// Package dadi is Guerra di Dadi, a war game by Qwein (2007) for two to six
// players whose soldiers are dice among the things that lie about a house.
//
// Read from the top: [State] and [Board] (state.go) say what there is on the
// table, and [Config] (options.go) is a match with its options settled;
// scenery.go and camp.go are how a match begins; actions.go holds what a seat
// may ask for, legal.go decides whether it may, apply.go, melee.go and round.go
// do it; view.go, offer.go and sample.go are what a viewer sees and may do;
// amend.go takes back.
//
// Nothing is secret in this game: every view shows the whole board. Rules carry
// the ids of the rules page (D01 to D15). Lengths are whole numbers, hundredths
// of a millimetre.
//
// # Space
//
// A die is a cube of 16 mm; on the table it is the disc of 8 mm round its
// centre, with the polygon that stands for it in package geom, so that moves and
// contact are exact whichever way the cube is turned. Two dice touch when there
// is a millimetre or less between their discs and neither stands more than a
// die higher than the other (D12); a moving die stops within 0.03 mm of what
// stops it. Seen from above dice never overlap, whatever their heights.
//
// A die stands on what is under its centre. What is no higher than a die
// counts as ground in every respect (D09), so the heights that matter are those
// of things higher than a die and lower than two. Things two dice high or more,
// and the edge of the table, stop a move. Going up costs one ALC for a rise of
// more than a die; a gap between two things that is as wide as a die or less is
// stepped across. Whether a way leads over a thing is exact, where it gets onto
// it is rounded to the hundredth of a millimetre. Grazing an edge is neither
// climbing nor cover.
//
// # Room
//
// The base camp cannot get stuck. Things lie at least 2 cm from the edges
// (D04), so along them there is always a row of places at whole centimetres
// that no thing covers, long enough on every table that Configure accepts for
// all dice of six players, however badly they stand. The commanders' distance
// and the soldiers' (D05) give way, an ALC at a time, until some whole
// centimetre is allowed.
//
// # Order of rolls
//
// At the start: with scenery "auto" eight numbers below 256, the 64-bit seed of
// the scenery, highest byte first, from which a PCG draws all that is random
// about it. Everything else is one number below 6 for a die: the roll-off for
// the base camp, everybody in seat order, then those who are equal among
// themselves, the higher group first; at the start of a round all living
// players in seat order, and again those who share the highest; at the start of
// a turn the other-coloured die, again while it names a dead soldier if dead_pick
// is "reroll"; a shot one; a melee two, the mover's first, again while they are
// equal; a reserve one.
//
// Where dice are rolled again until they differ, or name a living soldier, they
// are rolled no more than [maxAgain] times; then the first of those concerned
// is taken. Dice never come to that, but a damaged journal may, and must not
// hang whoever reads it.
package dadi
