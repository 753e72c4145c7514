package nucleo

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
)

func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// planning is a table at which three people plan, each with three cards.
func planning(t testing.TB) *table {
	x := set(t, "", 3, "\n.\n. . . .\nB * A\n. . . C\n.\n", "A hand 1,2,6", "B hand 1,2,6", "C hand 1,2,6")
	for p := range x.cfg.players {
		x.Players[p].Discard, x.Players[p].Played, x.Players[p].Card = x.Players[p].Played, 0, None
	}
	x.Phase, x.Active, x.Points = PhasePlan, None, 0
	return x
}

func TestN07_AllPickAtOnceAndAreRevealedTogether(t *testing.T) {
	x := planning(t)
	if x.ToAct().Len() != 3 {
		t.Fatalf("%v", x.ToAct().List())
	}
	x.by(2, Pick(CardID(Coven, 6)))
	x.by(0, Pick(CardID(Order, 2)))
	x.refusesBy(0, Pick(CardID(Order, 2)), "picked_already", "N07")
	x.refusesBy(0, Pick(CardID(Order, 5)), "card_not_held", "N07")
	x.refusesBy(0, Pick(CardID(Council, 1)), "card_not_held", "N07")
	x.refusesBy(1, Lay(), "pick_missing", "N07")
	x.by(0, Pick(CardID(Order, 1))) // a pick may be changed until it is laid
	x.by(0, Lay())
	x.refusesBy(0, Pick(CardID(Order, 6)), "not_your_turn", "N07")
	x.by(2, Lay())
	x.by(1, Pick(CardID(Council, 1)))
	if x.Phase != PhasePlan || x.ToAct() != game.Only(1) {
		t.Fatalf("%v, %v", x.Phase, x.ToAct().List())
	}
	x.by(1, Lay())
	if x.Phase != PhaseAct || x.Active != 0 || x.happened() != "revealed revealed revealed turn" {
		t.Errorf("%v: %s", x.Phase, x.happened())
	}
	for p, n := range []int8{1, 1, 6} {
		if q := x.Players[p]; q.Card != n || q.Hand != 2 || q.Played != 1<<n || q.Seen != 1<<n {
			t.Errorf("player %d: %+v", p, q)
		}
	}
}

// TestN07_NothingOfAPickReachesAnotherSeat goes through whatever the others can
// choose, in whatever order, up to the last but one, and looks at every byte
// that a seat, or a watcher, could get.
func TestN07_NothingOfAPickReachesAnotherSeat(t *testing.T) {
	for viewer := game.Watcher; viewer < 3; viewer++ {
		start := planning(t)
		if viewer >= 0 { // the viewer's own choice, which it knows
			start.by(viewer, Pick(CardID(int8(viewer), 2)))
			start.by(viewer, Lay())
		}
		want := everything(t, start.State, viewer)
		others := []game.Seat{0, 1, 2}
		others = slices.DeleteFunc(others, func(s game.Seat) bool { return s == viewer })
		if viewer < 0 {
			others = others[:2] // the last one reveals
		}
		tried := 0
		var explore func(s *State, depth int)
		explore = func(s *State, depth int) {
			tried++
			if got := everything(t, s, viewer); !bytes.Equal(got, want) {
				t.Fatalf("seat %d sees what others chose:\n%s\n%s", viewer, want, got)
			}
			if depth == 4 {
				return
			}
			for _, seat := range others {
				if !s.ToAct().Has(seat) {
					continue
				}
				for _, a := range s.View(seat, nil).Actions() {
					c, log := s.Copy(nil).(*State), &game.Log{}
					if err := c.Apply(seat, a, dice.Forbidden{}, log); err != nil {
						t.Fatal(err)
					}
					if c.Phase != PhasePlan {
						continue // that was the reveal
					}
					for _, e := range log.Events {
						if e.To.Includes(viewer) {
							t.Fatalf("%s tells seat %d: %v", a.Type(), viewer, e.Text)
						}
					}
					explore(c, depth+1)
				}
			}
		}
		explore(start.State, 0)
		if tried < 100 {
			t.Errorf("only %d ways to choose were tried", tried)
		}
	}
}

// everything is all that a viewer can get out of a state: its view, what it may
// do, how it is refused, what its view answers.
func everything(t *testing.T, s *State, viewer game.Seat) []byte {
	v := s.View(viewer, nil).(*View)
	var all bytes.Buffer
	all.Write(mustJSON(v))
	for _, a := range v.Actions() {
		all.Write(mustJSON(a))
	}
	all.Write(mustJSON(v.ToAct().List()))
	all.Write(mustJSON([]bool{v.Mine(), v.Laid(), v.Acting()}))
	if a := v.Sample(rand.New(rand.NewPCG(1, 1))); a != nil {
		all.Write(mustJSON(a))
	}
	if a := v.Advise(rand.New(rand.NewPCG(1, 1))); a != nil {
		all.Write(mustJSON(a))
	}
	for _, a := range tries {
		if err := s.Copy(nil).Apply(viewer, a, dice.Forbidden{}, nil); err != nil {
			all.Write(mustJSON(err))
		}
	}
	return all.Bytes()
}

// tries are things to try out: some cards of everybody's, and what is no choice.
var tries = []*Action{Pick(1), Pick(6), Pick(9), Pick(19), Pick(20), Pick(24), Pick(37), Pick(42), Pick(70), Help(), End(), Move(3), Bread()}

// What a bot imagines says nothing of who has laid either: whatever the others
// have chosen, and whether for good, the same view imagines the same worlds, in
// which all of them are still to lay.
func TestN07_NobodyCanImagineWhoHasLaid(t *testing.T) {
	for _, options := range []string{"", `{"draft":"on"}`} {
		rng := rand.New(rand.NewPCG(3, 1))
		s := configure(t, options, 4).Start(dice.NewFast(3, 1), nil).(*State)
		for !s.Together() {
			seat := s.ToAct().First()
			if err := s.Apply(seat, s.View(seat, nil).Actions()[0], dice.NewFast(3, 2), nil); err != nil {
				t.Fatal(err)
			}
		}
		for viewer := game.Watcher; viewer < 4; viewer++ {
			worlds := map[string]bool{}
			for set := game.Seats(0); set < 15; set++ { // who of them has chosen for good
				c := s.Copy(nil).(*State)
				for _, seat := range set.List() {
					if seat != viewer {
						c.choosesFor(seat, rng)
					}
				}
				if c.waits() == 0 {
					continue // all but the viewer, who is none of them
				}
				world := c.View(viewer, nil).Determinize(rand.New(rand.NewPCG(5, 5))).(*State)
				worlds[string(mustJSON(world))] = true
				if want := c.planning(c.cfg); world.ToAct() != want {
					t.Errorf("viewer %d: %v is awaited, of %v", viewer, world.ToAct().List(), want.List())
				}
			}
			if len(worlds) != 1 {
				t.Errorf("%s: viewer %d imagines %d worlds", options, viewer, len(worlds))
			}
		}
	}
}

// Canaries in every secret field: no name of a hidden card shows anywhere.
func TestN07_NobodySeesAnothersHand(t *testing.T) {
	x := planning(t)
	x.by(1, Pick(CardID(Council, 6)))
	for viewer := game.Watcher; viewer < 3; viewer++ {
		v := x.view(viewer)
		for p := range 3 {
			if mine := game.Seat(p) == viewer; (len(v.HandOf(p)) == 3) != mine || (len(v.DeckOf(p)) > 0) != mine || (v.PickOf(p) != None) != (mine && p == 1) {
				t.Errorf("seat %d sees of player %d: %v, %v, %d", viewer, p, v.HandOf(p), v.DeckOf(p), v.PickOf(p))
			}
		}
		var seen struct {
			Own     []struct{ Player int }
			Players []struct{ Hand, Deck int }
		}
		if err := json.Unmarshal(mustJSON(v), &seen); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{true: 1, false: 0}[viewer >= 0]; len(seen.Own) != want || seen.Players[2].Hand != 3 {
			t.Errorf("seat %d: %+v", viewer, seen)
		}
	}
}

func TestN07_WhilePlanningNothingIsSaid(t *testing.T) {
	x := planning(t)
	x.Lines[0], x.Spoke = Line{Kind: LineHelp}, 1
	for _, a := range []*Action{SayHabitats(0), Help(), PointAt(3), Say("ssst"), Hush(), End(), Move(7)} {
		x.refusesBy(0, a, "not_now", "N07")
	}
	// What was said before is gone when a round begins.
	x = set(t, "", 2, "\n.\n. . . .\nB * A\n. . . .\n.\n", "active B", "first A")
	x.Players[0].Acted = true
	x.by(1, Help())
	x.ends(MachineAutomata, 0, 0, 0, 0, 0, 0)
	if x.Phase != PhasePlan || len(x.view(0).Spoken()) != 0 {
		t.Errorf("%v: %v", x.Phase, x.view(0).Spoken())
	}
}

func TestN08_TheSentences(t *testing.T) {
	x := set(t, "", 2, "\n.\n. . . .\nB * A\n. . . .\n.\n", "A hand 1,2,6", "B hand 10")
	if x.ToAct() != 3 {
		t.Fatalf("%v may act", x.ToAct().List())
	}
	x.by(1, Help())
	x.by(0, SayHabitats(0))
	x.by(1, PointAt(7))
	x.refusesBy(1, SayHabitats(0), "hand_not_yours", "N08")
	x.refusesBy(1, PointAt(13), "no_such_hex", "N02")
	x.refusesBy(1, Say("Ho il 4"), "say_off", "N08")
	x.refusesBy(1, Move(7), "not_your_turn", "N09")
	want := []Line{
		{Kind: LineHelp, Seat: 1, Player: None, Cell: None},
		{Kind: LineHabitats, Seat: 0, Player: 0, Cell: None, Habitats: [Habitats]int8{2, 1, 0, 0}},
		{Kind: LinePoint, Seat: 1, Player: None, Cell: 7},
	}
	if got := x.view(game.Watcher).Spoken(); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if x.Players[0].Known != want[1].Habitats {
		t.Errorf("known of the hand: %v", x.Players[0].Known)
	}
	// Talk leaves the machine's last deeds where they are, costs nothing and is
	// not the active player's alone.
	if x.Points != 3 || x.Active != 0 {
		t.Errorf("points %d, active %d", x.Points, x.Active)
	}
	x.by(1, Hush())
	if x.ToAct() != game.Only(0) {
		t.Errorf("%v may act", x.ToAct().List())
	}
	x.refusesBy(1, Help(), "not_your_turn", "N09")
	for range maxSaid - 1 {
		x.by(0, Help())
	}
	x.refuses(Help(), "said_enough", "N08")
}

func TestN08_WhatWasSaidBindsWhatOthersImagine(t *testing.T) {
	x := set(t, "", 2, "\n.\n. . . .\nB * A\n. . . .\n.\n", "A hand 1,2,6")
	x.by(0, SayHabitats(0))
	rng := rand.New(rand.NewPCG(1, 1))
	v := x.view(1)
	hands := map[uint32]bool{}
	for range 50 {
		own := v.Determinize(rng).(*State).secret[0]
		hands[own.Hand] = true
		if size(own.Hand&habitatSets[Order][Forest]) != 2 || size(own.Hand&habitatSets[Order][Plain]) != 1 || size(own.Hand) != 3 {
			t.Fatalf("a hand of %b", own.Hand)
		}
	}
	if len(hands) < 10 {
		t.Errorf("only %d hands", len(hands))
	}
}

func TestN08_FreeChat(t *testing.T) {
	x := set(t, `{"free_chat":"on"}`, 2, "\n.\n. . . .\nB * A\n. . . .\n.\n")
	x.by(1, Say("vado io a nord"))
	if len(x.events) != 1 || x.events[0].To != game.Everyone || !strings.Contains(x.events[0].Text.String(), "vado io a nord") {
		t.Errorf("%v", x.events)
	}
	for _, text := range []string{"", "a\nb", strings.Repeat("x", 201), "\xff"} {
		x.refusesBy(1, Say(text), "say_length", "N08")
	}
	x.by(1, Say(strings.Repeat("è", 200)))
	x.Phase, x.Active = PhasePlan, None
	x.refusesBy(1, Say("psst"), "not_now", "N07")
}

func TestN08_AloneThereIsNobodyToTalkTo(t *testing.T) {
	x := set(t, `{"factions":2}`, 1, "\n.\n. . . .\nB * A\n. . . .\n.\n")
	x.refuses(Help(), "talk_alone", "N08")
}
