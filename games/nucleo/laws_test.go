package nucleo

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/game/gametest"
)

// twin changes everything that a viewer may not know: which cards the others
// hold, are to draw and have left out, as far as nobody knows them, what they
// have picked, and which of them have chosen for good.
func twin(st game.State, seat game.Seat, rng *rand.Rand) game.State {
	s := st.(*State)
	v := s.View(seat, nil).(*View)
	for p := range s.cfg.players {
		if !v.Knows(p) {
			s.secret[p] = v.imagine(p, rng)
		}
	}
	if !s.Together() {
		return s
	}
	s.laid &= game.Only(max(seat, 0))
	if seat < 0 {
		s.laid = 0
	}
	for other := range game.Seat(s.cfg.seats) {
		awaited := s.waits()
		if other == seat || awaited == game.Only(other) || !awaited.Has(other) || rng.IntN(2) == 0 {
			continue // the last one who chooses ends it
		}
		s.choosesFor(other, rng)
	}
	return s
}

// choosesFor chooses for a seat for good.
func (s *State) choosesFor(seat game.Seat, rng *rand.Rand) {
	for p := range s.cfg.players {
		own := &s.secret[p]
		switch {
		case !s.cfg.owns(seat, p):
		case s.Phase == PhaseDraft:
			own.Out |= some(fullDeck&^own.Out, CardsEach-DeckSize-size(own.Out), rng)
		case !s.Players[p].Left && own.Pick == None:
			own.Pick = nth(own.Hand, rng.IntN(size(own.Hand)))
		}
	}
	if s.Phase == PhasePlan {
		s.laid |= game.Only(seat)
	}
}

func TestLaws(t *testing.T) {
	matches := many(1, 4)
	one := func(name string, seats int, options string) gametest.Case {
		return gametest.Case{Name: name, Seats: seats, Options: json.RawMessage(options), Matches: matches, Probes: 4, Twin: twin}
	}
	cases := []gametest.Case{
		one("two", 2, ""), one("three", 3, ""),
		one("draft", 3, `{"draft":"on"}`),
		one("talkers", 2, `{"free_chat":"on","camp_cost":0,"round_limit":20}`),
		one("solo, four factions", 1, `{"factions":4,"draft":"on"}`),
		one("three, four factions", 3, `{"factions":4,"difficulty":6,"perimeter_closed":"on"}`),
		one("harmless", 4, `{"damage_die":[0,0,0,0,0,0],"machine_deck":[7,0,0,0],"round_limit":12}`),
		one("deadly", 2, `{"damage_die":[3,3,3,3,3,3],"items_start":0}`),
		one("one round", 2, `{"round_limit":1}`),
	}
	gametest.Check(t, New(), cases...)
}

func FuzzActions(f *testing.F) { gametest.FuzzActions(f, New()) }
