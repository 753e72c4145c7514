package nucleo

import "math/rand/v2"

// What a player may hold, for those who do not see it.

// imagine draws a player's hidden cards at random, such that everything that
// everybody knows about them holds.
func (v *View) imagine(player int, rng *rand.Rand) Secret {
	p := &v.Players[player]
	own := Secret{Pick: None}
	switch v.Phase {
	case PhaseLeader:
		return own
	case PhaseDraft:
		own.Out = some(fullDeck, rng.IntN(CardsEach-DeckSize), rng) // and is not done
		return own
	}
	held := p.guess(rng)
	own.Hand, own.Deck = held.hand, held.deck
	own.Out = fullDeck &^ (held.hand | held.deck | p.Played | p.Discard | p.Dead)
	if v.Phase == PhasePlan && !p.Left && rng.IntN(2) == 0 {
		own.Pick = nth(own.Hand, rng.IntN(int(p.Hand)))
	}
	return own
}

// some is a random subset of n members.
func some(set uint32, n int, rng *rand.Rand) (chosen uint32) {
	for range n {
		bit := uint32(1) << nth(set, rng.IntN(size(set)))
		chosen |= bit
		set &^= bit
	}
	return chosen
}

type holding struct{ hand, deck uint32 }

// guess deals a player's hidden cards. Cards known to be among the twelve are in
// the hand or the deck when they are nowhere else; the others come from the rest
// of the eighteen. The hand has what it was said to have.
func (p *Player) guess(rng *rand.Rand) holding {
	open := p.Played | p.Discard | p.Dead
	known := p.Seen &^ open                   // surely hidden in hand or deck
	maybe := uint32(fullDeck) &^ p.Seen       // may be
	spare := int(p.Hand+p.Deck) - size(known) // so many of those are
	var hand uint32
	for h, n := range p.Known {
		of := habitatSets[p.Faction][h]
		for range n {
			from := known & of &^ hand
			// Those never seen are as good, as long as enough are left for the
			// habitats that have no other.
			if spare > p.needed(known, hand) {
				from |= maybe & of &^ hand
			}
			if from == 0 {
				from = maybe & of &^ hand
			}
			bit := uint32(1) << nth(from, rng.IntN(size(from)))
			hand |= bit
			if bit&maybe != 0 {
				spare--
			}
		}
	}
	rest := known&^hand | some(maybe&^hand, spare, rng)
	hand |= some(rest, int(p.Hand)-size(hand), rng)
	return holding{hand, rest &^ hand}
}

// needed is how many cards never seen the hand needs at least, for what it is
// still said to have beside what it has been dealt.
func (p *Player) needed(known, hand uint32) (n int) {
	for h, want := range p.Known {
		of := habitatSets[p.Faction][h]
		short := int(want) - size(hand&of) - size(known&of&^hand)
		n += max(0, short)
	}
	return n
}
