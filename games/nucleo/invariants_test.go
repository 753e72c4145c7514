package nucleo

import (
	"fmt"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"banco/dice"
	"banco/game"
)

// fatal is what a test and a property have in common.
type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

// sound checks what holds in every state: nothing is made or lost.
func sound(t fatal, s *State) {
	t.Helper()
	c := s.cfg
	walls, mechs, toxic, dirt, tiles := 0, 0, 0, 0, 0
	for _, w := range s.Walls {
		if w != Open {
			walls++
		}
	}
	for cell := range Cells {
		if s.Hunters[cell] < 0 || s.Snipers[cell] < 0 || s.Poison[cell] < 0 || s.Poison[cell] > Foul {
			t.Fatalf("cell %d: %d hunters, %d snipers, %d pollutants", cell, s.Hunters[cell], s.Snipers[cell], s.Poison[cell])
		}
		mechs += int(s.Hunters[cell] + s.Snipers[cell])
		if s.Poison[cell] == Foul {
			toxic++
		} else {
			dirt += int(s.Poison[cell])
		}
		if s.Tile[cell] != None {
			tiles++
		}
		if s.Wild[cell] && (s.Tile[cell] == None || s.Snipers[cell] > 0) {
			t.Fatalf("cell %d is rewilded: tile %d, %d snipers", cell, s.Tile[cell], s.Snipers[cell])
		}
		if s.isFactory(int8(cell)) && (s.Camps[cell] != 0 || s.Poison[cell] != 0) {
			t.Fatalf("factory %d: camps %b, %d pollutants", cell, s.Camps[cell], s.Poison[cell])
		}
		if !s.isFactory(int8(cell)) && s.Snipers[cell] > 0 {
			t.Fatalf("snipers on %d, which is no factory", cell)
		}
	}
	if walls+s.wallsLeft() != WallPieces || walls > WallPieces || mechs+s.mechsLeft() != Mechs || mechs > Mechs ||
		toxic+s.toxicLeft() != ToxicAreas || toxic > ToxicAreas || dirt+s.pollutantsLeft() != Pollutants {
		t.Fatalf("%d walls, %d mechs, %d toxic areas, %d pollutants", walls, mechs, toxic, dirt)
	}
	if s.Hunters[Core] > 0 || s.Poison[Core] > 0 || s.Tile[Core] != None || s.Camps[Core] != 0 {
		t.Fatalf("the core holds what it cannot")
	}
	if tiles > Tiles-1-int(s.Top) || s.Top < 0 {
		t.Fatalf("%d tiles built, top %d", tiles, s.Top)
	}
	if s.Machine&s.Burnt != 0 || s.Machine|s.Burnt != c.deck || (s.Drawn != None) != (s.Burnt != 0) {
		t.Fatalf("machine cards: %x and %x of %x", s.Machine, s.Burnt, c.deck)
	}
	for i, a := range s.Automata {
		if a.Edge != None && (s.Walls[a.Edge] != Open || a.Edge == s.Automata[1-i].Edge) {
			t.Fatalf("automaton %d stands where it cannot", i)
		}
	}
	for p := range c.players {
		soundPlayer(t, s, p)
	}
	soundPhase(t, s)
}

func soundPlayer(t fatal, s *State, player int) {
	t.Helper()
	p, own := &s.Players[player], &s.secret[player]
	places := []uint32{own.Hand, own.Deck, own.Out, p.Played, p.Discard, p.Dead}
	all, n := uint32(0), 0
	for _, set := range places {
		all |= set
		n += size(set)
	}
	if s.Phase > PhaseDraft {
		if all != fullDeck || n != CardsEach || size(own.Out) != CardsEach-DeckSize {
			t.Fatalf("player %d: cards %x", player, places)
		}
		if int(p.Hand) != size(own.Hand) || int(p.Deck) != size(own.Deck) || p.Seen&own.Out != 0 || (p.Played|p.Discard|p.Dead)&^p.Seen != 0 {
			t.Fatalf("player %d: %+v, %+v", player, p, own)
		}
		for h, known := range p.Known {
			if size(own.Hand&habitatSets[p.Faction][h]) < int(known) {
				t.Fatalf("player %d does not hold what it said", player)
			}
		}
	}
	if camps := s.camps(int8(player)); camps > Camps || camps > int(p.Built) || p.Support < 0 || p.Items < 0 || p.Damage < 0 || p.Damage > MaxDamage+1 {
		t.Fatalf("player %d has %d camps: %+v", player, camps, p)
	}
	if p.At == Core || p.Left && s.Phase == PhasePlan && p.At != None {
		t.Fatalf("player %d is at %d", player, p.At)
	}
	if own.Pick != None && (s.Phase != PhasePlan || own.Hand&(1<<own.Pick) == 0) {
		t.Fatalf("player %d has picked %d", player, own.Pick)
	}
}

func soundPhase(t fatal, s *State) {
	t.Helper()
	switch s.Phase {
	case PhaseAct:
		if p := &s.Players[s.Active]; p.Acted || p.Card == None || p.Played&(1<<p.Card) == 0 || p.At == None {
			t.Fatalf("player %d acts: %+v", s.Active, p)
		}
		if s.Outcome != Undecided || s.won(s.cfg) || s.deserted() && !s.Players[s.Active].Left {
			t.Fatalf("it goes on, though it is over")
		}
	case PhasePlan:
		if s.Active != None || s.Spoke > 0 || s.planning(s.cfg) == 0 {
			t.Fatalf("planning: active %d, %d lines", s.Active, s.Spoke)
		}
	case PhaseOver:
		if s.Outcome == Undecided || s.ToAct() != 0 {
			t.Fatalf("over, and %v", s.Outcome)
		}
	}
	for h := range Habitats {
		if s.dead(h) >= 2 && s.Outcome != DefeatMassacre {
			t.Fatalf("two dead of habitat %d, and %v", h, s.Outcome)
		}
	}
}

// variants are tables of all kinds.
var variants = []struct {
	seats   int
	options string
}{
	{1, ""}, {2, ""}, {3, ""}, {4, ""}, {1, `{"factions":4}`}, {2, `{"factions":3,"draft":"on"}`},
	{4, `{"difficulty":6,"free_chat":"on"}`}, {3, `{"perimeter_closed":"on","camp_cost":0}`},
	{2, `{"damage_die":[0,0,0,0,0,0]}`}, {4, `{"damage_die":[0,0,0,0,0,1],"machine_deck":[7,1,0,0],"camp_cost":1}`},
	{1, `{"machine_deck":[0,7,0,0],"damage_die":[0,0,0,0,0,0],"camp_cost":0}`}, {2, `{"machine_deck":[7,7,7,7],"difficulty":3}`},
}

// TestInvariants plays matches at random and, one in five, with sense; with
// BANCO_LONG=1 twenty thousand at random and five thousand with sense.
func TestInvariants(t *testing.T) {
	matches := many(15, 25000/len(variants)+1)
	for i, variant := range variants {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			c := configure(t, variant.options, variant.seats)
			var ends [NumOutcomes]int
			for n := range matches {
				p := newPlayer(uint64(i*1_000_000 + n))
				s := c.Start(p.src, nil).(*State)
				for steps := 0; !s.Over(); steps++ {
					sound(t, s)
					if steps > 50000 {
						t.Fatal("it does not end")
					}
					if n%5 < 4 {
						p.step(t, s)
						continue
					}
					list := s.ToAct().List()
					seat := list[p.rng.IntN(len(list))]
					if err := s.Apply(seat, s.View(seat, nil).(*View).Advise(p.rng), p.src, nil); err != nil {
						t.Fatal(err)
					}
				}
				sound(t, s)
				ends[s.Outcome]++
			}
			t.Logf("%d matches: %v", matches, ends)
		})
	}
}

// Any seat, any legal action, any dice.
func TestInvariants_Rapid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := variants[rapid.IntRange(0, len(variants)-1).Draw(rt, "variant")]
		c := configure(t, v.options, v.seats)
		src := dice.NewFast(rapid.Uint64().Draw(rt, "seed"), 1)
		s := c.Start(src, nil).(*State)
		for range 120 {
			if s.Over() {
				return
			}
			seats := s.ToAct().List()
			seat := seats[rapid.IntRange(0, len(seats)-1).Draw(rt, "seat")]
			list := s.View(seat, nil).Actions()
			log := &game.Log{}
			if err := s.Apply(seat, list[rapid.IntRange(0, len(list)-1).Draw(rt, "action")], src, log); err != nil {
				rt.Fatalf("%v", err)
			}
			sound(rt, s)
		}
	})
}

func TestMachineIDsAreDistinct(t *testing.T) {
	if MachineCards > 64 || bits.Len64(configure(t, `{"machine_deck":[7,7,7,7],"difficulty":6}`, 1).deck) != MachineCards {
		t.Error("the machine's cards do not fit")
	}
}
