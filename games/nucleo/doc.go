// Package nucleo is Nucleo, a cooperative game for one to four factions against
// a machine that walls land in, builds factories on it and poisons the rest.
//
// Read from the top: [State], [Board] and [View] (state.go) say what there is
// and who sees it; star.go is the map, cards.go what is printed on the cards;
// [Config] (options.go) is a match with its options settled. actions.go holds
// what a seat may ask for, legal.go decides whether it may; setup.go, apply.go
// and round.go do it, and machine.go is the machine, which never rolls. deeds.go
// and words.go tell what happened. view.go, offer.go and sample.go are what a
// viewer sees and may do, worlds.go what it may imagine, advice.go what a
// sensible player would do; amend.go takes back.
//
// Rules carry the ids of the rules page (N01 to N26). A seat plays one or more
// players: factions go round the seats (option factions).
//
// # Secrets
//
// A hand, what its deck still holds, the cards left out of the twelve and the
// card picked are known to the player's own seat alone ([Secret]); everything
// else is public. Decks have no order: a card is drawn by chance out of what the
// deck holds, when it is drawn, so no future draw is written anywhere.
//
// # Choosing at once
//
// To plan (N07), and to draft, all choose at the same time. A pick is an action
// like any other, kept before it is answered, and can be made anew; "lay" makes
// the picks of a seat final, and the last one to lay turns all over. A seat that
// has laid is not among [State.ToAct] any more, so that bots and clocks leave it
// alone; but nothing that a view answers depends on what others have picked or
// whether they have laid ([View.ToAct] goes on naming them), nothing is told,
// and no choice of one seat makes another's illegal. Whoever shows ToAct of a
// state to people gives that away.
//
// # Talk
//
// After the reveal the sentences of N08 are actions of their own ("habitats",
// "help", "point", "hush", and "say" with the option free_chat), open to every
// seat, so ToAct holds seats beside the one that is awaited, which [View.Turn]
// names. Nobody waits for the others: what they may do ends with the turn, and
// is bounded, so that play by defaults ends. Talk leaves the deeds of the last
// open action where they are.
//
// # Order of rolls
//
// At the start the twelve habitat tiles are shuffled (Fisher–Yates from the last
// index down). When the last leader is taken: unless they draft, for each player
// in turn six cards to leave out of the eighteen, one number below what is left
// each time; then three cards each. A draw is one number below the size of the
// deck, and counts its cards in the order of their numbers. Hands are filled
// in the order of the players, at the end of a round. A damage roll is one number
// below 6, a face of the die; a death one number below the size of the hand, or
// of the deck, or of the discards. The machine's card is one number below the
// size of its deck.
package nucleo
