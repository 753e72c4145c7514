package nucleo

import (
	"slices"
	"testing"
)

func TestN12_AnAutomatonCirclesTheHexOnItsRight(t *testing.T) {
	// Out of the gate between 1 and 2, clockwise: around 2.
	x := set(t, "", 1, empty, "automata 1/2- core")
	x.advance(0)
	x.wantsWalls("1-2")
	x.wantsAutomata("2/0+") // between 2 and 7
	x.advance(0)
	x.wantsAutomata("2/1+") // on the perimeter side
	x.wantsWalls("1-2", "2-7")
	x.advance(0)
	x.wantsAutomata("2/2+") // between 2 and 8
	x.advance(0)
	x.wantsAutomata("2/3+") // the gate between 2 and 3, inward
	x.wantsWalls("1-2", "2-7", "2/1", "2-8")
}

func TestN12_CounterclockwiseItKeepsTheHexOnItsLeft(t *testing.T) {
	x := set(t, "", 1, empty, "automata 1/2- core", "spin -1")
	x.advance(0)
	x.advance(0)
	x.wantsAutomata("1/0-")
	x.wantsWalls("1-2", "1-7")
}

func TestN12_WhereTheRightIsOffTheMapItTakesTheOther(t *testing.T) {
	// Along the outer edge of 7, with 7 on its left and nothing on its right.
	x := set(t, "", 1, empty, "automata 7/1- core")
	x.advance(0)
	x.wantsAutomata("7/0-")
	// The same place and heading, the machine turning the other way.
	x = set(t, "", 1, empty, "automata 7/1- core", "spin -1")
	x.advance(0)
	x.wantsAutomata("7/0-")
}

func TestN12_PerimeterSidesAreWalkedAndWalled(t *testing.T) {
	x := set(t, "", 1, empty, "automata 7/5+ core")
	for range 3 {
		x.advance(0)
	}
	x.wantsWalls("7/5", "7/0", "7/1")
	x.wantsAutomata("7/2+")
}

func TestN12_EachAdvancesTwice(t *testing.T) {
	x := set(t, "", 1, empty, "automata 1/2- 4/5-")
	x.perform(x.cfg, MachineAutomata)
	x.wantsAutomata("2/1+", "5/4+")
	x.wantsWalls("1-2", "2-7", "4-5", "5-10")
	if got := x.happened(); got != "walled advanced walled advanced walled advanced walled advanced" {
		t.Error(got)
	}
}

func TestN12_WithoutWallsLeftItLeavesNone(t *testing.T) {
	x := set(t, "", 1, empty, "automata 1/2- core")
	for e := range x.Walls {
		if cell, _ := EdgeAt(e); cell != 2 && cell != 1 && cell != 0 && x.wallsLeft() > 0 {
			x.Walls[e] = Whole
		}
	}
	for e := 0; x.wallsLeft() > 0; e++ { // the rest stand at the core
		x.Walls[e] = Whole
	}
	before := x.Walls
	x.advance(0)
	if x.Walls != before {
		t.Error("there was a thirty-first wall")
	}
	x.wantsAutomata("2/0+")
}

func TestN13_Resets(t *testing.T) {
	for name, test := range map[string]struct {
		diagram string
		lines   []string
	}{
		"a wall ahead":       {empty, []string{"walls 2-7", "automata 1/2- core"}},
		"a breach ahead":     {empty, []string{"walls 2-7~", "automata 1/2- core"}},
		"another automaton":  {empty, []string{"automata 1/2- 2/0+"}},
		"a side of the core": {empty, []string{"automata 2/3+ core"}},
		"a factory ahead": {`
           .
    .    .   .    .
       .   *4  .
    .    .   .    F5
           .
`, []string{"automata 1/2- core"}},
	} {
		x := set(t, "", 1, test.diagram, test.lines...)
		was := x.Automata[0].Edge
		x.advance(0)
		if x.Walls[was] != Whole {
			t.Errorf("%s: no wall where it was", name)
		}
		if got := x.happened(); got != "walled reset entered" {
			t.Errorf("%s: %s", name, got)
		}
	}
	// A rewilded factory is a hex like any other.
	x := set(t, "", 1, `
           .
    .    .   .    .
       .   *4  .
    .    .   .    W5
           .
`, "automata 1/2- core")
	x.advance(0)
	x.wantsAutomata("2/0+")
}

func TestN13_ReentersAtTheNextFreeGateOutward(t *testing.T) {
	// It came by gate 0. Clockwise, gate 1 is walled, the other automaton stands
	// in gate 2, gates 3 and 4 lie beside a factory: it enters by gate 5.
	diagram := `
           .
    .    F5   .    .
       .   *4  .
    .    .   .    .
           .
`
	x := set(t, "", 1, diagram, "walls 2-3 2-7", "automata 1/2- 3/4-")
	x.advance(0)
	if a := x.Automata[0]; a.Gate != 5 || int(a.Edge) != GateEdge(5) || star.ways[a.Edge][a.End].ahead != 12 {
		t.Errorf("%+v", a)
	}
	// Counterclockwise gate 5 is the first; with a wall there, gate 1 the last
	// but its own.
	x = set(t, "", 1, diagram, "walls 6-1 1-7", "automata 1/2- 3/4-", "spin -1")
	x.advance(0)
	if a := x.Automata[0]; a.Gate != 1 || int(a.Edge) != GateEdge(1) || star.ways[a.Edge][a.End].ahead != 8 {
		t.Errorf("%+v", a)
	}
}

// Without this step the machine locks itself out after six launches.
func TestN13_TheSecondStepBeyondAGate(t *testing.T) {
	gates := "walls 1-2 2-3 3-4 4-5 5-6 6-1"
	x := set(t, "", 1, empty, gates, "automata core core")
	x.advance(0)
	// Beyond gate 1 (it came by gate 0), the side that clockwise turns to first,
	// heading away from the gate.
	x.wantsAutomata("3/1+") // between 3 and 8
	if x.Automata[0].Gate != 1 {
		t.Errorf("%+v", x.Automata[0])
	}
	x = set(t, "", 1, empty, gates, "automata core core", "spin -1")
	x.advance(0)
	x.wantsAutomata("6/0-") // beyond gate 5, between 6 and 12
	// That side is taken: the other one at the same gate.
	x = set(t, "", 1, empty, gates, "walls 3-8", "automata core core")
	x.advance(0)
	x.wantsAutomata("2/2-") // between 2 and 8
	// Both are: the next gate.
	x = set(t, "", 1, empty, gates, "walls 3-8 2-8", "automata core core")
	x.advance(0)
	x.wantsAutomata("4/2+")
}

func TestN13_WaitsWhenThereIsNoWayOut(t *testing.T) {
	x := set(t, "", 1, empty, "walls 1-2 2-3 3-4 4-5 5-6 6-1", "walls 1-7 2-7 2-8 3-8 3-9 4-9 4-10 5-10 5-11 6-11 6-12 1-12", "automata core core")
	x.perform(x.cfg, MachineAutomata)
	x.wantsAutomata("core", "core")
	if got := x.happened(); got != "waits waits waits waits" {
		t.Error(got)
	}
	x.Walls[x.edge("6-1")] = Open
	x.advance(0)
	if x.Automata[0].Edge == None {
		t.Error("it did not try again")
	}
}

// Left alone, an automaton walls an inner hex in.
func TestN13_ALapClosesAHex(t *testing.T) {
	x := set(t, "", 1, empty, "automata 1/2- core")
	for range 5 {
		x.advance(0)
	}
	x.wantsWalls("1-2", "2-7", "2/1", "2-8", "2-3")
	if !x.isolated(x.cfg, 2) {
		t.Error("2 is not isolated")
	}
	if x.Automata[0].Gate != 2 { // gate 1 has just been walled
		t.Errorf("%+v", x.Automata[0])
	}
}

const closed2 = "walls 1-2 2-7 2/1 2-8 2-3"

func TestN14_Isolation(t *testing.T) {
	for name, test := range map[string]struct {
		diagram, walls, options string
		want                    bool
	}{
		"walls, and the core":       {empty, closed2, "", true},
		"a breach still isolates":   {empty, "walls 1-2 2-7~ 2/1 2-8 2-3~", "", true},
		"one side open":             {empty, "walls 1-2 2-7 2/1 2-8", "", false},
		"a perimeter side is open":  {empty, "walls 1-2 2-7 2-8 2-3", "", false},
		"unless it counts as wall":  {empty, "walls 1-2 2-7 2-8 2-3", `{"perimeter_closed":"on"}`, true},
		"a factory closes its side": {"\n.\n. . . .\n. *4 F5\n. . . .\n.\n", "walls 2-7 2/1 2-8 2-3", "", true},
		"a rewilded one does not":   {"\n.\n. . . .\n. *4 W5\n. . . .\n.\n", "walls 2-7 2/1 2-8 2-3", "", false},
	} {
		x := set(t, test.options, 1, test.diagram, test.walls)
		if got := x.isolated(x.cfg, 2); got != test.want {
			t.Errorf("%s: isolated %v", name, got)
		}
	}
}

func TestN14_BuildsOnAnIsolatedHex(t *testing.T) {
	x := set(t, "", 2, `
            .
    .    .     .    .
       .   *ss    .
    .    .   ABabooh  .
            .
`, closed2, "walls 2-7~ 3-8")
	x.perform(x.cfg, MachineFactories)
	// Its walls go, breached or not; camps and pollutants go, leaders and hunters
	// stay, the tile's snipers come along, and two stand on the next tile.
	x.wants(`
            .
    .    .     .    .
       .   *4ss   .
    .    .   F5ABhss  .
            .
`)
	x.wantsWalls("3-8")
	if x.Top != 4 || x.camps(0) != 0 || x.camps(1) != 0 {
		t.Errorf("top %d, camps %d and %d", x.Top, x.camps(0), x.camps(1))
	}
	if got := x.happened(); got != "built camp_lost camp_lost uncovered" {
		t.Error(got)
	}
}

func TestN14_TheNearestToTheCoreGoesFirstAndOnlyOneACard(t *testing.T) {
	x := set(t, "", 1, empty, closed2, "walls 11/0 11/1 11/2 11/3 11/4 11/5 6/0 6/1 6/3 6/4 6/5")
	for _, cell := range []int8{2, 6, 11} {
		if !x.isolated(x.cfg, cell) {
			t.Fatalf("%d is not isolated", cell)
		}
	}
	x.perform(x.cfg, MachineFactories)
	if x.Tile[2] != 5 || x.Tile[6] != None || x.Tile[11] != None {
		t.Errorf("tiles %v", x.Tile)
	}
	x.perform(x.cfg, MachineFactories)
	if x.Tile[6] != 4 || x.Tile[11] != None {
		t.Errorf("tiles %v", x.Tile)
	}
}

// The core's tile 5 has outlets at its odd sides, tile 4 at its even ones.
func TestN14_OutletsAreThreeAlternateSides(t *testing.T) {
	x := set(t, "", 1, empty)
	x.perform(x.cfg, MachineFactories)
	x.wants(`
           .
    .    .    o    .
       o   *    .
    .    .    o    .
           .
`)
	x = set(t, "", 1, `
           .
    .    .   .    .
       .   *4  .
    .    .   F5   .
           .
`)
	x.perform(x.cfg, MachineFactories)
	// The core, even: 1, 3, 5. The factory on 2, odd: its sides 1 (the perimeter),
	// 3 (inner 3) and 5 (inner 1).
	x.wants(`
           .
    .    o   .    .
       .   *4  oo
    .    oo   F5   .
           .
`)
	// Nothing spreads into a factory, and a rewilded one spills nothing: the core,
	// odd, into 2, 4 and 6; the factory on 1, even, into 2 and 6.
	x = set(t, "", 1, `
           .
    .    .   .    .
       .   *3  F4
    .    .   W5   .
           .
`)
	x.perform(x.cfg, MachineFactories)
	x.wants(`
           .
    .    .   oo    .
       o   *3  F4
    .    .   W5oo   .
           .
`)
}

func TestN14_WallsDoNotStopTheOutlets(t *testing.T) {
	x := set(t, "", 1, empty, "walls 0-2 0-4 0-6")
	x.perform(x.cfg, MachineFactories)
	if x.Poison[2] != 1 || x.Poison[4] != 1 || x.Poison[6] != 1 {
		t.Errorf("%v", x.Poison)
	}
}

func TestN15_TheThirdPollutantMakesAToxicArea(t *testing.T) {
	x := set(t, "", 1, `
           .
    .    .    T    .
       o   *    .
    .    .    oo    .
           .
`)
	x.perform(x.cfg, MachineFactories)
	x.wants(`
           .
    .    .    T    .
       oo   *    .
    .    .    T    .
           .
`)
	if got := x.happened(); got != "toxic polluted" {
		t.Error(got)
	}
	if x.toxicLeft() != ToxicAreas-2 || x.pollutantsLeft() != Pollutants-2 {
		t.Errorf("left: %d and %d", x.toxicLeft(), x.pollutantsLeft())
	}
}

func TestN16_EachAutomatonDeploysAHunterAhead(t *testing.T) {
	// One heads for 7; the other inward, for the core: the hex that it circles.
	x := set(t, "", 1, empty, "automata 1/2- 2/3+")
	x.perform(x.cfg, MachineMechs)
	x.wants(`
           .
    .    .   .    .
       .   *   .
    .    .   h    h
           .
`)
	// Off the map ahead, too: on the outer edge of 7. And none from the core.
	x = set(t, "", 1, empty, "automata 7/0+ core")
	x.perform(x.cfg, MachineMechs)
	if x.Hunters[7] != 1 || x.mechsLeft() != Mechs-1 {
		t.Errorf("%v", x.Hunters)
	}
	// None left.
	x = set(t, "", 1, empty, "automata 7/0+ core", "mechs 20")
	x.perform(x.cfg, MachineMechs)
	if x.Hunters[7] != 0 {
		t.Error("a twenty-first mech")
	}
}

func TestN16_HuntersChase(t *testing.T) {
	chase := func(before, after string, lines ...string) {
		t.Helper()
		x := set(t, "", 3, before, lines...)
		x.perform(x.cfg, MachineMechs)
		x.wants(after)
	}
	// The active player up to two hexes away, the others up to one.
	chase(`
            h
    h    .    .    h
       hh   *    A
    B    h    .    .
            .
`, `
            .
    h    .    .    .
       .    *    Ahhh
    Bhh    .    .    .
            .
`)
	// The active player's hunters first, even from beside another.
	chase(`
            .
    .    .    h    B
       .    *    A
    .    .    .    .
            .
`, `
            .
    .    .    .    B
       .    *    Ah
    .    .    .    .
            .
`)
	// Who stands with a prey stays, unless the active player is in reach.
	chase(`
            .
    B    Ch    .    .
       .    *    .
    .    .    A    .
            .
`, `
            .
    B    Ch    .    .
       .    *    .
    .    .    A    .
            .
`)
	// Walls are walked around, breaches walked through.
	chase(`
            .
    .    .    h    h
       .    *    A
    .    .    h    h
            .
`, `
            .
    .    .    h    .
       .    *    Ahhh
    .    .    .    .
            .
`, "walls 1-6 6-12 1-2 2-7~ 1-7~ 1-12~")
	// Among others in reach the next in turn order.
	chase(`
            C
    .    h    B    .
       .    *    .
    .    .    .    .
            A
`, `
            C
    .    .    Bh    .
       .    *    .
    .    .    .    .
            A
`)
}

func TestN17_RebootFlipsAndThenTheFactoriesAct(t *testing.T) {
	x := set(t, "", 1, empty)
	x.perform(x.cfg, MachineReboot)
	if x.Spin != -1 || x.happened() != "flipped polluted polluted polluted" {
		t.Errorf("spin %d: %s", x.Spin, x.happened())
	}
	x = set(t, "", 1, empty, closed2, "spin -1")
	x.perform(x.cfg, MachineReboot)
	if x.Spin != 1 || x.Tile[2] != 5 {
		t.Errorf("spin %d: %s", x.Spin, x.happened())
	}
}

func TestN06_AdvancedCardsDoTwoThings(t *testing.T) {
	seen := map[[2]MachineKind]bool{}
	for card := firstAdvanced; card < MachineCards; card++ {
		does := MachineDoes(card)
		if len(does) != 2 || does[0] == does[1] {
			t.Errorf("card %d does %v", card, does)
			continue
		}
		pair := [2]MachineKind(does) // one before the other is not the other way round
		if seen[pair] {
			t.Errorf("two cards do %v", pair)
		}
		seen[pair] = true
	}
	x := set(t, `{"difficulty":6}`, 1, "\n.\n. . . .\n. * A\n. . . .\n.\n", "automata 1/2- core")
	if got := len(x.view(0).MachineDeck()); got != 13 {
		t.Errorf("%d machine cards", got)
	}
	x.Machine, x.Burnt = 1<<(firstAdvanced+1), 0 // automata and mechs
	x.do(End(), 0, 0, 0, 0)
	for _, kind := range []DeedKind{DeedDrew, DeedWalled, DeedDeployed, DeedRound} {
		if !slices.ContainsFunc(x.Deeds[:x.Told], func(d Deed) bool { return d.Kind == kind }) {
			t.Errorf("no %v among %s", kind, x.happened())
		}
	}
}
