package nucleo

import (
	"math/bits"
	"testing"

	"banco/dice"
	"banco/game"
)

func TestN01_PlayersAndPieces(t *testing.T) {
	for seats := 0; seats <= 5; seats++ {
		_, err := New().Configure(nil, seats)
		if (err == nil) != (seats >= 1 && seats <= 4) {
			t.Errorf("%d seats: %v", seats, err)
		}
	}
	x := set(t, "", 4, empty)
	if got, want := x.view(0).Supply(), (Supply{Walls: 30, Mechs: 20, Pollutants: 42, Toxic: 6, Tiles: 6}); got != want {
		t.Errorf("%+v", got)
	}
	if Defenders != 72 || Leaders != 8 || Camps*MaxPlayers != 24 || bits.OnesCount64(configure(t, `{"difficulty":6}`, 1).deck) != 13 {
		t.Error("pieces are missing")
	}
}

func TestN01_OneHandSeveralFactions(t *testing.T) {
	c := configure(t, `{"factions":3}`, 2)
	for p, want := range []game.Seat{0, 1, 0} {
		if got := c.owner(int8(p)); got != want {
			t.Errorf("player %d is in the hand of seat %d", p, got)
		}
	}
	x := set(t, `{"factions":3}`, 1, "\n.\n. . . .\nB * A\n. . . C\n.\n", "A hand 1,2,3", "B hand 1,2,3", "C hand 1,2,3")
	x.Phase, x.Active = PhasePlan, None
	x.by(0, Pick(CardID(Order, 1)))
	x.refusesBy(0, Lay(), "pick_missing", "N07")
	x.by(0, Pick(CardID(Council, 2)))
	x.by(0, Pick(CardID(Coven, 3)))
	x.by(0, Lay())
	if x.Phase != PhaseAct || x.Active != 0 || x.ToAct() != game.Only(0) {
		t.Errorf("%v, active %d", x.Phase, x.Active)
	}
	x.ends(MachineAutomata)
	if x.Active != 1 {
		t.Errorf("active %d", x.Active)
	}
}

func TestN02_TheMap(t *testing.T) {
	s := configure(t, "", 4).Start(dice.NewFast(3, 3), nil).(*State)
	var kinds [Habitats]int
	for cell := 1; cell < Cells; cell++ {
		kinds[s.Kind[cell]]++
	}
	if kinds != [Habitats]int{3, 3, 3, 3} || s.Kind[Core] != None {
		t.Errorf("%v", s.Kind)
	}
	for cell := range Cells {
		inner, outer, off := 0, 0, 0
		for _, n := range star.beyond[cell] {
			switch {
			case n == None:
				off++
			case n >= 7:
				outer++
			case n >= 1:
				inner++
			}
		}
		want := [3]int{6, 0, 0}
		switch {
		case cell >= 7: // each touching two inner ones
			want = [3]int{2, 0, 4}
		case cell >= 1: // the core, two inner ones, two outer ones, the perimeter
			want = [3]int{2, 2, 1}
		}
		if [3]int{inner, outer, off} != want {
			t.Errorf("cell %d touches %d inner and %d outer ones", cell, inner, outer)
		}
	}
	// Every edge has one id, whichever cell it is seen from, and is named by the
	// lower number.
	seen := [Edges]int{}
	for cell := range Cells {
		for side, e := range star.edge[cell] {
			seen[e]++
			if other := star.beyond[cell][side]; other != None && star.edge[other][(side+3)%6] != e {
				t.Errorf("the edge between %d and %d has two ids", cell, other)
			}
		}
	}
	for e, n := range seen {
		cell, side := EdgeAt(e)
		if other := Beyond(cell, side); (n == 2) != (other != None) || other != None && other < cell {
			t.Errorf("edge %d, of %d, is a side of %d cells", e, cell, n)
		}
	}
	for i, g := range star.gates {
		w := star.ways[g.Edge][g.End]
		if w.ahead != int8(7+i) || w.left != int8(1+i) || w.right != int8(1+(i+1)%6) {
			t.Errorf("gate %d: %+v", i, w)
		}
	}
	// Turning back at an end and circling the other way comes to the same place.
	for e := range star.ways {
		for end := range star.ways[e] {
			w := star.ways[e][end]
			for i, cell := range [2]int8{w.right, w.left} {
				next := w.turns[i]
				if (cell == None) != (next.Edge == None) {
					t.Errorf("edge %d, end %d: %+v", e, end, w)
				}
				if cell == None {
					continue
				}
				n := star.ways[next.Edge][next.End]
				if back := [2]int8{n.right, n.left}[i]; back != cell {
					t.Errorf("circling %d from edge %d leads to %+v", cell, e, n)
				}
			}
		}
	}
}

func TestN03_TheCoreIsAStackOfSixTiles(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. * A\n. . . .\n.\n")
	for tile := int8(5); tile >= 1; tile-- {
		if x.Top != tile {
			t.Fatalf("top %d, want %d", x.Top, tile)
		}
		x.build(7 + tile%6)
		if x.Tile[7+tile%6] != tile {
			t.Errorf("built %d", x.Tile[7+tile%6])
		}
	}
	if x.Top != 0 || x.view(0).Supply().Tiles != 1 {
		t.Errorf("top %d", x.Top)
	}
}

func TestN04_FactionLeaderTwelveCardsAndACamp(t *testing.T) {
	src := dice.NewFast(5, 5)
	s := configure(t, "", 2).Start(src, nil).(*State)
	x := &table{State: s, t: t}
	if x.ToAct() != game.Only(0) || len(x.view(0).Actions()) != Leaders {
		t.Fatalf("%v", x.ToAct())
	}
	x.refusesBy(1, Take(3), "not_your_turn", "N09")
	x.by(0, Take(Healer))
	x.refusesBy(1, Take(Fenwalker), "faction_taken", "N04")
	x.refusesBy(1, Take(8), "no_such_leader", "N26")
	if err := x.Apply(1, Take(Mason), src, nil); err != nil {
		t.Fatal(err)
	}
	for p, faction := range []int8{Coven, Council} {
		own := &s.secret[p]
		if s.Players[p].Faction != faction || size(own.Hand) != HandSize || size(own.Deck) != DeckSize-HandSize ||
			own.Hand|own.Deck|own.Out != fullDeck || size(own.Out) != CardsEach-DeckSize {
			t.Errorf("player %d: %+v, %+v", p, s.Players[p], own)
		}
	}
	// The starting camp: on an outer tile of one's own, or on any if there is none.
	var outer, inner int
	for cell := 1; cell < Cells; cell++ {
		if s.Kind[cell] == Swamp && cell >= 7 {
			outer = cell
		} else if s.Kind[cell] == Swamp {
			inner = cell
		}
	}
	if outer == 0 || inner == 0 {
		t.Fatalf("swamps all alike: %v", s.Kind)
	}
	x.refuses(Start(inner), "start_elsewhere", "N04")
	x.refuses(Start((outer-7+1)%6+7), "start_elsewhere", "N04")
	for cell := 7; cell < Cells; cell++ { // no more outer swamps
		if s.Kind[cell] == Swamp {
			s.Kind[cell] = Plain
		}
	}
	x.by(0, Start(inner))
	if p := s.Players[0]; int(p.At) != inner || s.Camps[inner] != 1 || p.Built != 1 || s.camps(0) != 1 {
		t.Errorf("%+v", p)
	}
	if s.Active != 1 || s.Phase != PhaseStart {
		t.Errorf("%v of %d", s.Phase, s.Active)
	}
}

func TestN04_TheCards(t *testing.T) {
	for f := range Habitats {
		var habitats [Habitats]int
		var points [5]int
		for n := range CardsEach {
			card := CardID(int8(f), int8(n))
			if FactionOf(card) != f {
				t.Errorf("card %d is of faction %d", card, FactionOf(card))
			}
			habitats[HabitatOf(card)]++
			points[PointsOf(card)]++
		}
		for h, n := range habitats {
			if want := map[bool]int{true: 6, false: 4}[h == f]; n != want {
				t.Errorf("faction %d has %d cards of habitat %d", f, n, h)
			}
		}
		if points[2]+points[3]+points[4] != CardsEach {
			t.Errorf("points %v", points)
		}
	}
}

func TestN04_Draft(t *testing.T) {
	src := dice.NewFast(6, 6)
	s := configure(t, `{"draft":"on"}`, 2).Start(src, nil).(*State)
	x := &table{State: s, t: t}
	x.by(0, Take(Mason))
	x.by(1, Take(Sapper))
	if x.Phase != PhaseDraft || x.ToAct().Len() != 2 {
		t.Fatalf("%v, %v", x.Phase, x.ToAct().List())
	}
	x.by(0, Leave(CardID(Council, 0)))
	x.refusesBy(0, Leave(CardID(Council, 0)), "card_left_out", "N04")
	x.refusesBy(0, Leave(CardID(Sect, 1)), "card_not_yours", "N04")
	for n := int8(1); n < 6; n++ {
		x.by(0, Leave(CardID(Council, n)))
	}
	if x.ToAct() != game.Only(1) || x.view(1).ToAct() != 3 || x.view(game.Watcher).ToAct() != 3 {
		t.Error("who is done shows")
	}
	x.refusesBy(0, Leave(CardID(Council, 7)), "not_your_turn", "N09")
	for n := int8(0); n < 5; n++ {
		x.by(1, Leave(CardID(Sect, n)))
	}
	if err := x.Apply(1, Leave(CardID(Sect, 17)), src, nil); err != nil {
		t.Fatal(err)
	}
	if x.Phase != PhaseStart || s.secret[0].Out != 0b111111 || s.secret[1].Out != 0b11111|1<<17 || size(s.secret[1].Hand) != 3 {
		t.Errorf("%v: %+v", x.Phase, s.secret)
	}
}

func TestN05_TheMachineAtTheStart(t *testing.T) {
	s := configure(t, "", 1).Start(dice.NewFast(1, 1), nil).(*State)
	x := &table{State: s, t: t}
	x.wants(`
           .
    .    oh    h    .
       h   *ss   oh
    .    oh    h    .
           .
`)
	for i, gate := range []int{0, 3} {
		if a := s.Automata[i]; int(a.Edge) != GateEdge(gate) || int(star.ways[a.Edge][a.End].ahead) != 7+gate {
			t.Errorf("automaton %d: %+v", i, a)
		}
	}
	if s.Spin != 1 || s.Top != 5 {
		t.Errorf("spin %d, top %d", s.Spin, s.Top)
	}
}

func TestN06_TheMachineDeck(t *testing.T) {
	for difficulty := 0; difficulty <= Advanced; difficulty++ {
		c := configure(t, string(mustJSON(map[string]int{"difficulty": difficulty})), 1)
		if got := bits.OnesCount64(c.deck); got != 7+difficulty {
			t.Errorf("difficulty %d: %d cards", difficulty, got)
		}
	}
	count := map[MachineKind]int{}
	for _, card := range machineIDs(configure(t, "", 1).deck) {
		count[MachineDoes(card)[0]]++
	}
	if count[MachineAutomata] != 2 || count[MachineFactories] != 1 || count[MachineMechs] != 3 || count[MachineReboot] != 1 {
		t.Errorf("%v", count)
	}
	// Drawn cards come back when none is left.
	s := configure(t, `{"machine_deck":[1,0,1,0]}`, 1).Start(dice.NewFast(1, 1), nil).(*State)
	a, b := s.drawMachine(dice.NewScripted(0)), s.drawMachine(dice.NewScripted(0))
	if a == b || s.Machine != 0 || bits.OnesCount64(s.Burnt) != 2 {
		t.Errorf("drew %d and %d, left %b", a, b, s.Machine)
	}
	if c := s.drawMachine(dice.NewScripted(1)); c != b || bits.OnesCount64(s.Machine) != 1 {
		t.Errorf("then %d, left %b", c, s.Machine)
	}
}
