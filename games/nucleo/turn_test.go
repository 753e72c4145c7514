package nucleo

import (
	"testing"

	"banco/dice"
	"banco/game"
)

// alone is the first player on cell 1, with nothing around.
const alone = `
           .
    .    .   .    .
       .   *   A
    .    .   .    .
           .
`

func TestN09_PointsThenDefendersOfTheSameHabitat(t *testing.T) {
	// Card 0 is of the forest, 4 as well, 6 of the plain.
	x := set(t, "", 1, alone, "points 1", "A hand 4,6 card 0")
	x.refuses(Reinforce(CardID(Order, 4)), "points_left", "N09")
	x.do(Move(7))
	x.refuses(Move(1), "no_points", "N09")
	x.refuses(Reinforce(CardID(Order, 6)), "other_habitat", "N09")
	x.refuses(Reinforce(CardID(Order, 5)), "card_not_held", "N07")
	x.do(Reinforce(CardID(Order, 4)))
	if p := x.Players[0]; x.Points != 1 || p.Hand != 1 || p.Played != 1<<0|1<<4 {
		t.Errorf("points %d: %+v", x.Points, p)
	}
	x.do(Move(1))
	x.ends(MachineAutomata, 0, 0)
	if p := x.Players[0]; p.Discard != 1<<0|1<<4 || p.Played != 0 || p.Card != None || p.Hand != HandSize {
		t.Errorf("%+v", p)
	}
}

func TestN09_TheMachineActsAfterEachPlayerThenTheOneToTheLeft(t *testing.T) {
	x := set(t, "", 3, "\n.\n. . . .\nB * A\n. . . C\n.\n", "first B", "active B", "A card 5", "B card 2", "C card 1")
	for _, want := range []int8{2, 0} {
		x.ends(MachineFactories)
		if x.Active != want || x.Points != cards[x.Players[want].Card].points {
			t.Errorf("active %d with %d points, want %d", x.Active, x.Points, want)
		}
		if d := x.Deeds[0]; d.Kind != DeedDrew {
			t.Errorf("%s", x.happened())
		}
	}
	// After the last a new round: everybody draws up to three, the first moves on.
	x.ends(MachineAutomata, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	if x.Phase != PhasePlan || x.Round != 2 || x.First != 2 || x.Active != None {
		t.Errorf("%v of round %d, first %d, active %d", x.Phase, x.Round, x.First, x.Active)
	}
	for p := range x.cfg.players {
		if q := x.Players[p]; q.Hand != HandSize || size(x.secret[p].Hand) != HandSize || q.Acted {
			t.Errorf("player %d: %+v", p, q)
		}
	}
}

func TestN09_DiscardsComeBackAndTheDeadDoNot(t *testing.T) {
	x := set(t, "", 1, alone, "A hand 1 discard 2,3,4,5 dead 6,7 card 0", "A discard 8,9,10,11")
	if x.Players[0].Deck != 0 {
		t.Fatalf("%+v", x.Players[0])
	}
	x.ends(MachineAutomata, 0, 0)
	if p := x.Players[0]; p.Deck != 7 || p.Discard != 0 || p.Dead != 1<<6|1<<7 || x.secret[0].Deck&p.Dead != 0 {
		t.Errorf("%+v", p)
	}
}

func TestN10_Move(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. *4 A\n. . F5ss .\n.\n", "walls 1-7 1-12~", "A items 0")
	x.refuses(Move(Core), "into_core", "N10")
	x.refuses(Move(7), "wall_between", "N10")
	x.refuses(Move(3), "not_adjacent", "N10")
	x.refuses(Move(13), "not_adjacent", "N10")
	x.do(Move(12), 0) // next to the snipers of the factory: one roll
	x.do(Move(1))
	x.do(Move(2), 0) // a factory may be entered
	if x.Players[0].At != 2 || x.Points != 0 {
		t.Errorf("at %d, points %d", x.Players[0].At, x.Points)
	}
}

func TestN10_Regroup(t *testing.T) {
	x := set(t, "", 2, "\n.\na . . .\nb * Aa\n. . . .\n.\n", "walls 10/0 10/1 10/2 10/3 10/4 10/5")
	x.refuses(Regroup(4), "regroup_no_camp", "N10")
	x.refuses(Regroup(1), "already_there", "N10")
	x.do(Regroup(10)) // anywhere, walls or not
	if x.Players[0].At != 10 {
		t.Errorf("at %d", x.Players[0].At)
	}
}

func TestN10_HealCleanDestroyBreach(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. *ss Aooh\n. . . .\n.\n", "A damage 2 support 0", "points 9", "walls 1/0 1-7~")
	x.do(Heal(), 0)
	if x.Players[0].Damage != 1 {
		t.Errorf("damage %d", x.Players[0].Damage)
	}
	x.refuses(BreachWall(6), "no_such_side", "N10")
	x.refuses(BreachWall(4), "no_wall", "N10")
	x.refuses(BreachWall(1), "breached_already", "N10")
	x.refuses(Destroy(12), "no_mech", "N10")
	x.refuses(Destroy(4), "mech_far", "N10")
	x.do(Destroy(1), 0)
	x.refuses(Destroy(1), "no_mech", "N10")
	x.do(Destroy(Core), 0) // a sniper on the core, which is a factory
	x.do(Clean(), 0)
	x.do(Clean(), 0)
	x.refuses(Clean(), "already_clean", "N10")
	x.do(BreachWall(0), 0)
	x.wants("\n.\n. . . .\n. *s A\n. . . .\n.\n")
	x.wantsWalls("1/0~", "1-7~")
	if p := x.Players[0]; p.Support != 5 { // N22
		t.Errorf("support %d", p.Support)
	}
	x.do(Heal(), 0)
	x.refuses(Heal(), "unhurt", "N10")
}

func TestN10_AHunterNextDoorIsOutOfReach(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . h\n. * A\n. . F5hs .\n.\n")
	x.refuses(Destroy(12), "no_mech", "N10")
	x.do(Destroy(2), 0) // the sniper, not the hunter
	if x.Hunters[2] != 1 || x.Snipers[2] != 0 {
		t.Errorf("%d hunters, %d snipers", x.Hunters[2], x.Snipers[2])
	}
	x.refuses(Destroy(2), "no_mech", "N10")
}

func TestN10_Rewild(t *testing.T) {
	x := set(t, `{"camp_cost":2}`, 1, "\n.\n. . . .\n. *4 .\n. . AF5s .\n.\n", "A support 0")
	x.refuses(Rewild(), "factory_foul", "N10")
	x.do(Destroy(2), 0)
	x.do(Rewild())
	x.wants("\n.\n. . . .\n. *4 .\n. . W5A .\n.\n")
	if p := x.Players[0]; p.Support != 2 || !x.Wild[2] {
		t.Errorf("%+v", p)
	}
	x.refuses(Rewild(), "no_factory", "N10")
	x.do(Camp()) // a rewilded tile is ground like any other
	// Isolated again, it is built on again.
	x.line([]string{"walls", "1-2", "2-7", "2/1", "2-8", "2-3"})
	x.perform(x.cfg, MachineFactories)
	if x.Wild[2] || x.Tile[2] != 4 {
		t.Errorf("tile %d, wild %v", x.Tile[2], x.Wild[2])
	}
}

func TestN11_ACampsGround(t *testing.T) {
	for cell, code := range map[string]string{
		"A": "", "Ab": "", "Aa": "camp_twice", "Ao": "camp_foul", "AT": "camp_foul", "Ah": "camp_mech", "AF5": "camp_factory", "AW5": "",
	} {
		x := set(t, `{"camp_cost":2}`, 2, "\n.\n. . . .\n. *4 "+cell+"\n. . . .\nB\n", "A support 2")
		if code != "" {
			x.refuses(Camp(), code, "N11")
			continue
		}
		x.do(Camp())
		if p := x.Players[0]; p.Support != 0 || p.Built != 2 || x.Camps[1]&1 == 0 {
			t.Errorf("on %s: %+v", cell, p)
		}
	}
	for factions, want := range map[int]int{1: 5, 2: 4, 3: 3, 4: 2} {
		for _, c := range []*Config{configure(t, "", factions), configure(t, `{"camp_cost":null}`, factions), configure(t, string(mustJSON(map[string]int{"factions": factions})), 1)} {
			if c.opt.CampCost != want {
				t.Errorf("a camp of %d factions in %d seats costs %d", factions, c.seats, c.opt.CampCost)
			}
		}
	}
	if c := configure(t, `{"camp_cost":0}`, 2); c.opt.CampCost != 0 {
		t.Errorf("a camp for nothing costs %d", c.opt.CampCost)
	}
	x := set(t, `{"camp_cost":4}`, 1, alone)
	x.refuses(Camp(), "camp_support", "N11")
	x.Players[0].Support = 4
	x.do(Camp())
	if x.Players[0].Support != 0 {
		t.Errorf("support %d", x.Players[0].Support)
	}
}

func TestN18_WhenTheDamageDieIsRolled(t *testing.T) {
	for name, test := range map[string]struct {
		diagram string
		rolls   int
		line    string
	}{
		"nobody near":                {alone, 0, ""},
		"a mech in the hex":          {"\n.\n. . . .\n. * Ah\n. . . .\n.\n", 1, ""},
		"several: still one roll":    {"\n.\n. . . .\n. *ss Ahhh\n. . . .\n.\n", 1, ""},
		"a hunter next door":         {"\n.\n. . . h\n. * A\n. . . .\n.\n", 0, ""},
		"a sniper next door":         {"\n.\n. . . .\n. *s A\n. . . .\n.\n", 1, ""},
		"walls do not help":          {"\n.\n. . . .\n. *s A\n. . . .\n.\n", 1, "walls 1-0"},
		"a sniper on a factory here": {"\n.\n. . . .\n. * AF5s\n. . . .\n.\n", 1, ""},
		"a sniper two hexes away":    {"\n.\n. F5s . .\n. *4 A\n. . . .\n.\n", 0, ""},
	} {
		lines := []string{"A damage 1"}
		if test.line != "" {
			lines = append(lines, test.line)
		}
		t.Log(name)
		x := set(t, "", 1, test.diagram, lines...)
		x.do(Heal(), make([]int, test.rolls)...)
		x.do(Move(7), make([]int, test.rolls)...) // where it is taken counts, not where it leads
	}
}

func TestN18_TheRollComesAfterTheAction(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. * Ah\n. . . .\n.\n")
	x.do(Destroy(1), 5) // the mech just destroyed still counts; the face of 5 is a 2
	if got := x.happened(); got != "destroyed rolled" || x.Players[0].Damage != 2 {
		t.Errorf("%s, damage %d", got, x.Players[0].Damage)
	}
	x = set(t, `{"damage_die":[3,0,0,0,0,1]}`, 1, "\n.\n. . . .\n. * Ah\n. . . .\n.\n")
	x.do(Move(7), 0)
	if x.Players[0].Damage != 3 {
		t.Errorf("damage %d", x.Players[0].Damage)
	}
}

func TestN15_EnteringAToxicAreaCostsARoll(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. * A\n. . . Ta\n.\n", "points 9", "A items 2")
	x.do(Move(7), 2)
	x.do(Clean()) // being there costs nothing
	if x.Poison[7] != 2 || x.Players[0].Damage != 1 {
		t.Errorf("pollutants %d, damage %d", x.Poison[7], x.Players[0].Damage)
	}
	x.do(Move(1))
	x.Poison[7] = Foul
	x.do(Regroup(7), 0)
	x.Players[0].At = 1
	x.do(Move(7).With()) // free: no roll
	x.do(Move(1))
	x.Hunters[1] = 1
	x.do(Move(7), 0, 0) // once for the action, once for the area
}

func TestN19_TheFourthDamageKills(t *testing.T) {
	x := set(t, "", 2, "\n.\n. . . .\nB * Ah\n. . . .\n.\n", "A damage 2 hand 3,6,10", "points 9")
	x.do(cleaning(x), 2) // a third damage is held
	if x.Players[0].Damage != 3 || x.Players[0].Dead != 0 {
		t.Fatalf("%+v", x.Players[0])
	}
	x.do(Move(7), 2, 1) // a fourth is not: the middle one of the hand dies
	if p := x.Players[0]; p.Damage != 0 || p.Dead != 1<<6 || p.Hand != 2 || x.secret[0].Hand != 1<<3|1<<10 {
		t.Errorf("%+v", p)
	}
	if got := x.happened(); got != "moved rolled died" {
		t.Error(got)
	}
	if v := x.view(1); v.Dead(Plain) != 1 || len(v.DeadOf(0)) != 1 {
		t.Error("a death is for all to see")
	}
	// With an empty hand, out of the deck.
	x = set(t, "", 1, "\n.\n. . . .\n. * Ah\n. . . .\n.\n", "A damage 3")
	x.do(Move(7), 5, 1)
	if p := x.Players[0]; p.Dead != 1<<2 || p.Deck != DeckSize-2 {
		t.Errorf("%+v", p)
	}
}

// cleaning is an action in the active player's hex that needs no more than the
// hex: it puts a pollutant there first.
func cleaning(x *table) *Action {
	x.Poison[x.Players[x.Active].At] = 1
	return Clean()
}

func TestN20_Massacre(t *testing.T) {
	// B's card 14 is of the forest, like A's card 3.
	x := set(t, "", 2, "\n.\n. . . .\nB * Ah\n. . . .\n.\n", "A damage 3 hand 3", "B dead 14")
	x.do(Move(7), 5, 0)
	if x.Outcome != DefeatMassacre || !x.Over() || x.ToAct() != 0 || x.Result().Winners != nil {
		t.Errorf("%v, %v", x.Outcome, x.Result())
	}
	// Of different habitats it is not.
	x = set(t, "", 2, "\n.\n. . . .\nB * Ah\n. . . .\n.\n", "A damage 3 hand 6", "B dead 14")
	x.do(Move(7), 5, 0)
	if x.Over() {
		t.Errorf("%v", x.Outcome)
	}
}

func TestN21_Items(t *testing.T) {
	// Each faction's item does its own things free: no point, no roll.
	x := set(t, "", 4, "\n.\n. . . .\n. *ss Ah\n. . BCDhoo .\n.\n", "points 0", "walls 2-3", "A items 1", "B items 1", "C items 2 damage 2", "D items 2")
	x.refuses(Heal().With(), "item_cannot", "N21")
	x.refuses(Bread(), "item_cannot", "N21")
	x.do(Move(7).With())
	x.refuses(Move(1).With(), "item_none", "N21")
	x.Active = 1
	x.do(Bread())
	if x.Points != 1 || x.Players[1].Items != 0 {
		t.Errorf("points %d, items %d", x.Points, x.Players[1].Items)
	}
	x.Active, x.Points = 2, 0
	x.do(Clean().With())
	x.do(Heal().With())
	x.Active = 3
	x.do(Destroy(2).With())
	x.do(BreachWall(3).With())
	if x.Players[2].Support != 4 || x.Players[3].Support != 5 { // N22: items earn it, too
		t.Errorf("support %d and %d", x.Players[2].Support, x.Players[3].Support)
	}
	if x.Players[2].Damage != 0 { // the Healer takes two off
		t.Errorf("damage %d", x.Players[2].Damage)
	}
}

func TestN21_ItemsAtTheStartAndWithEverySecondCamp(t *testing.T) {
	x := set(t, "", 1, alone, "A items 0 support 9", "points 9")
	for i, want := range []int8{1, 1, 2, 2} { // the second camp, the third, …
		x.do(Camp())
		if got := x.Players[0].Items; got != want {
			t.Errorf("%d camps: %d items, want %d", i+2, got, want)
		}
		x.Players[0].Support = 9
		x.Players[0].At = int8(7 + i)
	}
	s := configure(t, `{"items_start":5}`, 1).Start(dice.NewFast(1, 1), nil).(*State)
	y := &table{State: s, t: t}
	if err := y.Apply(0, Take(Healer), dice.NewFast(1, 1), nil); err != nil || s.Players[0].Items != 5 {
		t.Errorf("%v: %+v", err, s.Players[0])
	}
}

func TestN22_WhatEarnsSupport(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. *4 AF5so\n. . . .\n.\n", "walls 1-7", "A support 0", "points 9")
	for i, a := range []*Action{Destroy(1), BreachWall(1), Clean(), Rewild()} {
		rolls := []int{0}
		if i > 0 {
			rolls = nil
		}
		x.do(a, rolls...)
		if got := x.Players[0].Support; got != int8(i+1) {
			t.Errorf("after %d: %d support", i+1, got)
		}
	}
	x.do(Move(7))
	x.do(Move(1))
	if x.Players[0].Support != 4 {
		t.Error("moving earned support")
	}
}

func TestN23_VictoryNeedsBothAtOnce(t *testing.T) {
	almost := "\n.\na a a .\n. *4 A\na . F5 a\n.\n"
	x := set(t, `{"camp_cost":2}`, 1, almost)
	x.do(Camp()) // the sixth, with a factory left
	if x.Over() || !x.Players[0].Left {
		t.Fatalf("%v, %+v", x.Outcome, x.Players[0])
	}
	x.do(Move(2))
	x.do(Rewild())
	if x.Outcome != Victory || !x.Over() || len(x.Result().Winners) != 1 || x.Result().Scores[0] != Camps {
		t.Errorf("%v, %+v", x.Outcome, x.Result())
	}
	// Everybody has to.
	x = set(t, `{"camp_cost":2}`, 2, "\n.\na a a .\nB *4 A\na . W5 a\n.\n")
	x.do(Camp())
	if x.Over() {
		t.Error("won by one alone")
	}
	x.ends(MachineAutomata)
	for _, cell := range []int{1, 2, 3, 5, 6} {
		x.Camps[cell] |= 2
	}
	x.do(Camp())
	if x.Outcome != Victory || len(x.Result().Winners) != 2 {
		t.Errorf("%v", x.Outcome)
	}
}

func TestN24_TheCoreIsOrderedASixthTile(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. *0 A\n. . . .\n.\n", closed2)
	x.ends(MachineFactories)
	if x.Outcome != DefeatCore || !x.Over() {
		t.Errorf("%v", x.Outcome)
	}
	// The fifth is built: that alone is no defeat.
	x = set(t, "", 1, "\n.\n. . . .\n. *1 A\n. . . .\n.\n", closed2)
	x.ends(MachineFactories, 0, 0, 0)
	if x.Over() || x.Top != 0 {
		t.Errorf("%v", x.Outcome)
	}
}

func TestN24_ASeventhToxicArea(t *testing.T) {
	x := set(t, "", 1, "\nT\nT . . T\noo * A\nT T . T\n.\n")
	x.ends(MachineFactories)
	if x.Outcome != DefeatToxic {
		t.Errorf("%v", x.Outcome)
	}
	// Into one that is toxic already nothing more goes.
	x = set(t, "", 1, "\nT\nT . . T\nT * A\n. T . T\n.\n")
	x.ends(MachineFactories, 0, 0, 0)
	if x.Over() {
		t.Errorf("%v", x.Outcome)
	}
}

func TestN24_TheRoundLimit(t *testing.T) {
	x := set(t, `{"round_limit":1}`, 1, alone)
	x.ends(MachineAutomata)
	if x.Outcome != DefeatTime || x.Result().Winners != nil {
		t.Errorf("%v", x.Outcome)
	}
}

func TestN25_WhoHasBuiltAllLeavesAfterTheTurn(t *testing.T) {
	x := set(t, `{"camp_cost":2}`, 2, "\n.\na a a .\nBb * A\na . . ah\n.\n", "A hand 1,2", "points 3", "walls 10/0 10/1 10/2 10/3 10/4 10/5")
	x.do(Camp())
	if p := x.Players[0]; !p.Left || p.At != 1 || x.Points != 2 {
		t.Fatalf("%+v", p)
	}
	x.ends(MachineAutomata)
	if x.Players[0].At != None || x.Active != 1 {
		t.Errorf("%+v", x.Players[0])
	}
	// It still talks, and plays no more rounds; a camp lost now makes no difference.
	x.by(0, Help())
	x.by(0, SayHabitats(0))
	x.ends(MachineFactories, 0, 0, 0)
	if x.Tile[10] != 5 || x.camps(0) != Camps-1 || x.Result().Scores[0] != Camps {
		t.Errorf("tile %d, camps %d", x.Tile[10], x.camps(0))
	}
	if x.Phase != PhasePlan || x.First != 1 || x.ToAct() != game.Only(1) || x.view(0).Mine() {
		t.Errorf("%v, first %d, to act %v", x.Phase, x.First, x.ToAct().List())
	}
}

// A seat whose one faction has left still picks for the other, and for that one
// alone: the cards of who has left are neither offered nor taken.
func TestN25_NoCardIsPickedForAFactionThatHasLeft(t *testing.T) {
	x := set(t, `{"factions":2}`, 1, "\n.\n. . . .\n. * .\n. . . B\n.\n", "A hand 1,2,6", "B hand 3,4", "first B")
	x.Phase, x.Active, x.Points = PhasePlan, None, 0
	x.Players[0].Left = true
	for _, a := range x.view(0).Actions() {
		if act := a.(*Action); act.Kind != ActPick || FactionOf(int(act.N)) != Council {
			t.Errorf("%s %d is offered", a.Type(), act.N)
		}
	}
	x.refuses(Pick(CardID(Order, 2)), "faction_left", "N25")
	if x.secret[0].Pick != None {
		t.Error("it was picked")
	}
	x.do(Pick(CardID(Council, 3)))
	x.do(Lay())
	if x.Phase != PhaseAct || x.Active != 1 || x.Players[0].Hand != 3 {
		t.Errorf("%v, active %d, a hand of %d", x.Phase, x.Active, x.Players[0].Hand)
	}
}

func TestN25_EverybodyHasLeftAndAFactoryStands(t *testing.T) {
	x := set(t, `{"camp_cost":2}`, 1, "\n.\na a a .\n. *4 A\na . F5 a\n.\n")
	x.do(Camp())
	x.ends(MachineAutomata)
	if x.Outcome != DefeatDeserted {
		t.Errorf("%v", x.Outcome)
	}
}

func TestN26_EightLeadersEachWithATrait(t *testing.T) {
	roll := func(leader int, diagram string, a *Action, rolls int, lines ...string) *table {
		t.Helper()
		x := set(t, `{"camp_cost":2}`, 1, diagram, append(lines, "points 9")...)
		p := &x.Players[0]
		p.Leader, p.Faction = int8(leader), int8(leader/2)
		x.do(a, make([]int, rolls)...)
		return x
	}
	sniped := "\n.\n. . . .\n. *s A\n. . . .\n.\n"
	roll(Wayfarer, sniped, Move(7), 0)
	roll(Wayfarer, sniped, Heal(), 1, "A damage 1")
	roll(Wayfarer, "\n.\n. . . .\n. *s Ah\n. . . .\n.\n", Move(7), 1)
	roll(Fenwalker, "\n.\n. . . T\n. * A\n. . . .\n.\n", Move(12), 0)
	roll(Sapper, sniped, BreachWall(1), 0, "walls 1-7")
	roll(Ironclad, sniped, BreachWall(1), 1, "walls 1-7")
	if x := roll(Healer, alone, Heal(), 0, "A damage 3"); x.Players[0].Damage != 1 {
		t.Errorf("damage %d", x.Players[0].Damage)
	}
	if x := roll(Fenwalker, alone, Heal(), 0, "A damage 3"); x.Players[0].Damage != 2 {
		t.Errorf("damage %d", x.Players[0].Damage)
	}
	if x := roll(Mason, alone, Camp(), 0, "A support 1"); x.Players[0].Support != 0 {
		t.Errorf("support %d", x.Players[0].Support)
	}
	x := set(t, "", 1, sniped, "A damage 3 leader 7")
	x.do(Move(7), 2) // Ironclad holds a fourth
	if p := x.Players[0]; p.Damage != 4 || p.Dead != 0 || x.view(0).DamageLimit(0) != 4 {
		t.Errorf("%+v", p)
	}
	for leader, want := range map[int][2]int8{Cartographer: {3, 0}, Wayfarer: {2, 0}, Steward: {2, 1}, Mason: {2, 0}} {
		s := configure(t, "", 1).Start(dice.NewFast(1, 1), nil).(*State)
		if err := s.Apply(0, Take(leader), dice.NewFast(1, 1), nil); err != nil {
			t.Fatal(err)
		}
		if p := s.Players[0]; p.Items != want[0] || p.Support != want[1] {
			t.Errorf("%s: %d items, %d support", leaderNames[leader], p.Items, p.Support)
		}
	}
}
