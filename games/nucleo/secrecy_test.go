package nucleo

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"banco/dice"
	"banco/game"
)

// Who may see what. A new field makes the test below red until somebody says
// here who may see it.
const (
	everyone = "everyone"
	owner    = "the seat that plays the hand; everyone once over" // N07
	self     = "the seat itself"
	runner   = "nobody: what the table needs to go on, and no view holds"
	settings = "everyone: the options"
)

var mayKnow = map[string]string{
	"State.cfg": settings, "State.Board": everyone, "State.secret": owner, "State.laid": runner,
	"View.cfg": settings, "View.seat": everyone, "View.Board": everyone, "View.Own": owner, "View.laid": self,
	"Secret.Hand": owner, "Secret.Deck": owner, "Secret.Out": owner, "Secret.Pick": owner,

	"Board.Phase": everyone, "Board.Outcome": everyone, "Board.Round": everyone, "Board.First": everyone, "Board.Active": everyone,
	"Board.Points": everyone, "Board.Spin": everyone, "Board.Top": everyone, "Board.Kind": everyone, "Board.Tile": everyone,
	"Board.Wild": everyone, "Board.Poison": everyone, "Board.Hunters": everyone, "Board.Snipers": everyone, "Board.Camps": everyone,
	"Board.Walls": everyone, "Board.Automata": everyone, "Board.Machine": everyone, "Board.Burnt": everyone, "Board.Drawn": everyone,
	"Board.Players": everyone, "Board.Hush": everyone, "Board.Said": everyone, "Board.Lines": everyone, "Board.Spoke": everyone,
	"Board.Deeds": everyone, "Board.Told": everyone,

	"Automaton.Edge": everyone, "Automaton.End": everyone, "Automaton.Gate": everyone,
	"Player.Faction": everyone, "Player.Leader": everyone, "Player.At": everyone, "Player.Damage": everyone, "Player.Support": everyone,
	"Player.Items": everyone, "Player.Built": everyone, "Player.Left": everyone, "Player.Acted": everyone, "Player.Card": everyone,
	"Player.Played": everyone, "Player.Discard": everyone, "Player.Dead": everyone, "Player.Seen": everyone, "Player.Hand": everyone,
	"Player.Deck": everyone, "Player.Known": everyone,
	"Line.Kind": everyone, "Line.Seat": everyone, "Line.Player": everyone, "Line.Cell": everyone, "Line.Habitats": everyone,
	"Deed.Kind": everyone, "Deed.Player": everyone, "Deed.From": everyone, "Deed.To": everyone, "Deed.Edge": everyone,
	"Deed.Card": everyone, "Deed.N": everyone, "Deed.Item": everyone,
}

func TestN07_EveryFieldHasAnAudience(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range []any{State{}, View{}, Secret{}, Board{}, Automaton{}, Player{}, Line{}, Deed{}} {
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			field := typ.Name() + "." + typ.Field(i).Name
			seen[field] = true
			if mayKnow[field] == "" {
				t.Errorf("%s: say in mayKnow who may see it", field)
			}
		}
	}
	for field := range mayKnow {
		if !seen[field] {
			t.Errorf("%s is gone; take it out of mayKnow", field)
		}
	}
}

// TestHash_CarriesEveryField changes each field of a state in turn: what does
// not change the hash would be lost by whoever compares states.
func TestHash_CarriesEveryField(t *testing.T) {
	base := set(t, `{"difficulty":2}`, 2, "\nT\na . . o\nB *4 AhW5\n. b F3ss .\n.\n", "walls 1-7 1-2~", "automata 3/4- core", "A hand 1,2 dead 9", "B hand 2")
	base.by(1, SayHabitats(1))
	base.by(0, PointAt(4))
	base.do(cleaning(base), 0)
	want, _ := base.MarshalJSON()
	check := func(path string, change func(s *State)) {
		s := base.Copy(nil).(*State)
		change(s)
		if got, _ := s.MarshalJSON(); bytes.Equal(got, want) {
			t.Errorf("a change of %s does not change the state's JSON", path)
		}
	}
	board := reflect.TypeOf(Board{})
	for i := range board.NumField() {
		name := board.Field(i).Name
		if slices.Contains([]string{"Kind", "Tile", "Wild", "Players", "Lines", "Deeds"}, name) {
			continue
		}
		check("Board."+name, func(s *State) { bump(reflect.ValueOf(&s.Board).Elem().Field(i)) })
	}
	for i := range reflect.TypeOf(Player{}).NumField() {
		check("Player."+reflect.TypeOf(Player{}).Field(i).Name, func(s *State) { bump(reflect.ValueOf(&s.Players[1]).Elem().Field(i)) })
	}
	for i := range reflect.TypeOf(Secret{}).NumField() {
		check("Secret."+reflect.TypeOf(Secret{}).Field(i).Name, func(s *State) { bump(reflect.ValueOf(&s.secret[1]).Elem().Field(i)) })
	}
	for i := range reflect.TypeOf(Deed{}).NumField() {
		check("Deed."+reflect.TypeOf(Deed{}).Field(i).Name, func(s *State) { bump(reflect.ValueOf(&s.Deeds[0]).Elem().Field(i)) })
	}
	for i := range reflect.TypeOf(Line{}).NumField() {
		check("Line."+reflect.TypeOf(Line{}).Field(i).Name, func(s *State) { bump(reflect.ValueOf(&s.Lines[0]).Elem().Field(i)) })
	}
	for e := range base.Walls {
		check("a wall", func(s *State) { s.Walls[e] = (s.Walls[e] + 1) % 3 })
	}
	for cell := 1; cell < Cells; cell++ {
		check("a habitat", func(s *State) { s.Kind[cell] = (s.Kind[cell] + 1) % Habitats })
		check("pollution", func(s *State) { s.Poison[cell] ^= 1 })
		check("a tile", func(s *State) { s.Tile[cell]++ })
		check("rewilding", func(s *State) { s.Wild[cell] = !s.Wild[cell] })
		check("hunters", func(s *State) { s.Hunters[cell]++ })
		check("camps", func(s *State) { s.Camps[cell] ^= 2 })
	}
	check("an automaton's end", func(s *State) { s.Automata[0].End ^= 1 })
	check("an automaton's gate", func(s *State) { s.Automata[1].Gate ^= 1 })
	check("what is laid", func(s *State) { s.laid = 1 })
}

// bump changes the first number in a value.
func bump(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		bump(v.Field(0))
	case reflect.Array:
		bump(v.Index(0))
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(v.Uint() ^ 1)
	default:
		if v.Int() == None {
			v.SetInt(1)
			return
		}
		v.SetInt(v.Int() ^ 1)
	}
}

// What a determinized state holds varies, agrees with all that was seen, and
// never simply repeats what is true.
func TestN07_DeterminizedHandsAreGuesses(t *testing.T) {
	s := middle(t, 3, 11)
	v := s.View(0, nil).(*View)
	rng := rand.New(rand.NewPCG(4, 4))
	same, n := 0, 200
	for range n {
		world := v.Determinize(rng).(*State)
		sound(t, world)
		if world.secret[0] != s.secret[0] {
			t.Fatal("the viewer's own hand changed")
		}
		if world.secret[1] == s.secret[1] && world.secret[2] == s.secret[2] {
			same++
		}
	}
	if same > n/4 {
		t.Errorf("%d of %d guesses are the truth", same, n)
	}
}

// Once it is over there is nothing left to hide.
func TestN07_OnceOverEverybodySeesAll(t *testing.T) {
	x := set(t, `{"round_limit":1}`, 2, "\n.\n. . . .\nB * A\n. . . .\n.\n", "A hand 1", "B hand 2", "active B", "first A")
	x.Players[0].Acted = true
	x.ends(MachineAutomata)
	if v := x.view(game.Watcher); !x.Over() || len(v.HandOf(0)) != 1 || len(v.HandOf(1)) != 1 {
		t.Errorf("over %v: %v, %v", x.Over(), v.HandOf(0), v.HandOf(1))
	}
}

// The hands drawn are told to their own seat alone.
func TestN07_WhatIsDrawnIsToldToItsSeat(t *testing.T) {
	src := dice.NewFast(2, 2)
	s := configure(t, `{"factions":3}`, 2).Start(src, nil).(*State)
	for i, leader := range []int{Healer, Mason, Sapper} {
		log := &game.Log{}
		if err := s.Apply(game.Seat(i%2), Take(leader), src, log); err != nil {
			t.Fatal(err)
		}
		heard := map[game.Seat]int{}
		for _, e := range log.Events {
			if e.Text.Key != "nucleo.drew" {
				continue
			}
			for viewer := game.Watcher; viewer < 2; viewer++ {
				if e.To.Includes(viewer) {
					heard[viewer]++
				}
			}
		}
		if i == 2 && (heard[0] != 6 || heard[1] != 3 || heard[game.Watcher] != 0) {
			t.Errorf("%v", heard)
		}
	}
}
