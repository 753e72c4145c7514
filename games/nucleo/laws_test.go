package nucleo

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/game/gametest"
)

// twin changes everything that a viewer may not know: which cards the others
// hold, are to draw and have left out, as far as nobody knows them, and what
// they have picked. Which seats are still awaited stays, since the suite takes
// it for known; TestN07_NothingOfAPickReachesAnotherSeat goes further.
func twin(st game.State, seat game.Seat, rng *rand.Rand) game.State {
	s := st.(*State)
	v := s.View(seat, nil).(*View)
	for p := range s.cfg.players {
		if !v.Knows(p) {
			s.secret[p] = v.imagine(p, rng)
		}
	}
	return s
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
