package quote

import (
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
)

// Whoever has fought in a round waits for the next, also in another fight: all
// rolls of a round count at once, and everybody has one.
func TestQ03_NobodyFightsTwiceInARound(t *testing.T) {
	x := set(t, plain, "a red 8", "b blue 1", `c blue 1 "hits":9`, "d red 8", `e blue 1 "hits":9`, "f blue 1")
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"fight","one":4,"allies":[5]}`)
	x.do(`{"type":"resolve","fight":1}`, 9, 1)
	x.led("2>1 q1 miss, 1>2 q8 hit, 2 fell")
	if a := x.Contender(1); a.Fight != 0 || !a.Fought {
		t.Errorf("%+v", a)
	}
	x.do(`{"type":"fight","one":1,"allies":[3,6]}`)
	x.refuses("Q03", "resolved", "fight", `{"type":"resolve","fight":3}`)
	x.do(`{"type":"leave","who":6}`)
	x.do(`{"type":"part","fight":3}`)
	x.refuses("Q03", "has_fought", "who", `{"type":"join","fight":2,"who":1}`)
	x.do(`{"type":"fight","one":3,"allies":[1]}`)
	x.do(`{"type":"round"}`, 9, 9)
	x.led("5>4 q1 miss, 4>5 q8 miss")
	if x.Round != 1 || x.Contender(1).Fought || x.Fights[1].Done {
		t.Errorf("%+v", x.Board)
	}
	x.do(`{"type":"round"}`, 9, 9, 9, 9)
	x.led("5>4 q1 miss, 4>5 q8 miss, 1>3 q8 miss, 3>1 q1 miss")

	// Who has fought may join a fight that is done, and a fight that only waited
	// for one who leaves it has its turn.
	y := set(t, plain, `a red 5 "hits":9`, `b blue 5 "hits":9`, `c blue 5 "hits":9`, `d red 5 "hits":9`, `e blue 5 "hits":9`)
	y.do(`{"type":"fight","one":1,"allies":[2,3]}`)
	y.do(`{"type":"fight","one":4,"allies":[5]}`)
	y.do(`{"type":"resolve","fight":1}`, 9, 9, 9)
	y.do(`{"type":"leave","who":2}`)
	y.do(`{"type":"join","fight":1,"who":2}`)
	y.do(`{"type":"leave","who":3}`)
	y.do(`{"type":"part","fight":2}`) // nothing is left to resolve
	if y.Round != 1 || y.Begun {
		t.Errorf("%+v", y.Board)
	}
}

// When both sides fall the fight of both falls is told, though the first of them
// ended it.
func TestQ03_WhoFallsFallsInAFight(t *testing.T) {
	x := set(t, plain, "a red 3", "b blue 2")
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	events := x.do(`{"type":"round"}`, 2, 3)
	falls := 0
	for _, d := range x.Last {
		if d.Kind == DeedFell {
			if falls++; d.Fight != 1 {
				t.Errorf("%+v", d)
			}
		}
	}
	if falls != 2 {
		t.Errorf("%+v", x.Last)
	}
	var keys []string
	for _, e := range events {
		keys = append(keys, e.Text.Key)
	}
	if want := []string{"quote.blow.hit", "quote.blow.hit", "quote.fell", "quote.fell", "quote.round"}; !slices.Equal(keys, want) {
		t.Errorf("%v", keys)
	}
}

// The Master may keep somebody standing who should be down. The next damage
// fells it, a hit that does none does not: as the analyser has it.
func TestQ12_NoDamageFellsNobody(t *testing.T) {
	x := set(t, `{"locations":[],"damage":"1d2-1"}`, `a red 5 "life":3`, `b blue 4 "life":3`)
	x.do(`{"type":"change","who":1,"wounds":7,"fallen":false}`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	if f, _ := viewOf(x).Fight(1); f.A[0].Life != 1 {
		t.Errorf("%+v", f.A)
	}
	x.do(`{"type":"round"}`, 1, 0, 9)
	x.led("2>1 q4 hit, 1>2 q5 miss")
	x.do(`{"type":"round"}`, 1, 1, 9)
	x.led("2>1 q4 hit, 1>2 q5 miss, 1 fell")
}

// What the Master sets right is told, by how it stands now.
func TestQ12_CorrectionsAreTold(t *testing.T) {
	x := set(t, plain, `ogre red 5 "hits":2`)
	it, en := catalogue(t).Printer("it"), catalogue(t).Printer("en")
	for _, test := range [][3]string{
		{`{"type":"change","who":1,"taken":1}`, "Il Master corregge i dati: ogre, colpi subiti 1.", "The Master sets ogre right: hits taken 1."},
		{`{"type":"change","who":1,"name":" troll ","colour":"blue","quota":9,"bonus":-10,"life":30,"damage":"2D6","taken":2,"wounds":4}`,
			"Il Master corregge i dati: ogre, ora si chiama troll, colore blu, quota 9, bonus -10, vita 30, danno 2d6, colpi subiti 2, danni subiti 4.",
			"The Master sets ogre right: now named troll, colour blue, quota 9, bonus -10, life 30, damage 2d6, hits taken 2, damage taken 4."},
		{`{"type":"change","who":1,"quota":9}`, "Il Master corregge i dati: troll.", "The Master sets troll right."},
	} {
		events := x.do(test[0])
		if got := it.Text(events[0].Text); got != test[1] {
			t.Error(got)
		}
		if got := en.Text(events[0].Text); got != test[2] {
			t.Error(got)
		}
	}
}

// No two contenders are told apart by nothing.
func TestQ01_NoTwoAlike(t *testing.T) {
	x := set(t, "", "goblin green 3", "goblin green 3", "ogre red 6")
	x.do(`{"type":"add","name":" goblin ","colour":"green","quota":3,"count":2}`)
	x.do(`{"type":"change","who":3,"name":"goblin"}`)
	x.do(`{"type":"change","who":1,"name":"goblin"}`) // it has that name already
	x.do(`{"type":"add","name":"goblin","colour":"green","quota":3}`)
	var numbers []int32
	for _, c := range x.Contenders {
		if c.Name != "goblin" {
			t.Errorf("%+v", c)
		}
		numbers = append(numbers, c.Number)
	}
	if want := []int32{0, 2, 5, 3, 4, 6}; !slices.Equal(numbers, want) {
		t.Errorf("%v, want %v", numbers, want)
	}
	for _, blank := range []string{`""`, `" "`, `"\u00a0"`, `"\u200b"`, `"a\nb"`, `"\u202egoblin"`, `"\u001b[31m"`} {
		x.refuses("Q01", "name", "name", `{"type":"add","name":`+blank+`,"colour":"red","quota":3}`)
	}
	y := set(t, "")
	y.do(`{"type":"load","battle":{"contenders":[{"name":"x","number":9999,"colour":"red","quota":3}]}}`)
	y.refuses("Q01", "too_many_ever", "count", `{"type":"add","name":"x","colour":"red","quota":3}`)
	y.do(`{"type":"add","name":"z","colour":"red","quota":3}`)
	y.refuses("Q01", "too_many_ever", "name", `{"type":"change","who":2,"name":"x"}`)
}

// A mark is one faction's: whoever had it takes the other in exchange.
func TestQ01_MarksDiffer(t *testing.T) {
	x := set(t, "")
	x.do(`{"type":"faction","colour":"green","mark":"star"}`)
	x.do(`{"type":"faction","colour":"red","mark":"star"}`)
	sound(t, x.State)
	mark := func(colour int) string { return Marks[x.Factions[colour].Mark] }
	if mark(0) != "star" || mark(2) != "circle" || mark(4) != "triangle" {
		t.Errorf("%+v", x.Factions)
	}
	saved := viewOf(x).Save()
	y := set(t, "")
	y.do(`{"type":"load","battle":` + string(saved) + `}`)
	if y.Factions != x.Factions {
		t.Errorf("%+v", y.Factions)
	}
}

// Notes may have several lines, as pages and files write them.
func TestNotes_Lines(t *testing.T) {
	x := set(t, "", "a red 5")
	x.do(`{"type":"note","who":1,"text":" first\r\nsecond\n"}`)
	if got := viewOf(x).Note(1); got != "first\nsecond" {
		t.Errorf("%q", got)
	}
	y := set(t, "")
	y.do(`{"type":"load","battle":` + string(viewOf(x).Save()) + `}`)
	if got := viewOf(y).Note(1); got != "first\nsecond" {
		t.Errorf("%q", got)
	}
	x.do(`{"type":"note","who":1,"text":" \n "}`)
	if len(x.notes) != 0 {
		t.Errorf("%q", x.notes)
	}
	x.refuses("Q01", "note", "text", `{"type":"note","who":1,"text":"a\tb"}`)
}

// An action that was made by hand is held to what one that was read is: what
// was taken must be readable from the journal.
func TestActions_MadeByHand(t *testing.T) {
	x := set(t, plain, "a red 5", "b blue 4")
	for _, test := range []struct {
		action *Action
		code   string
	}{
		{Do(ActAdd).Set(Quota, 3), "action_missing_field"},
		{Do(ActAdd).SetText(Name, "x").Set(Quota, 3), "action_missing_field"},
		{Do(ActFight).SetAllies(2), "action_missing_field"},
		{Do(ActNote).SetText(Text, "x"), "action_missing_field"},
		{Do(ActLoad), "action_missing_field"},
		{Do(ActAdd).SetText(Name, "x").SetText(Colour, "red").Set(Quota, 1<<32+3), "quota"},
		{Do(ActAdd).SetText(Name, "\xff").SetText(Colour, "red").Set(Quota, 3), "name"},
		{Do(NumActionKinds), "not_an_action"},
		{Do(partContender), "not_an_action"},
		{Do(-1), "not_an_action"},
	} {
		err := x.Apply(Master, test.action, dice.Forbidden{}, nil)
		e, ok := err.(*game.Error)
		if !ok || e.Code != test.code {
			t.Errorf("%+v: %v, want %s", test.action, err, test.code)
		}
		if refused := viewOf(x).Check(test.action); refused == nil || refused.Code != test.code {
			t.Errorf("%+v: the view says %v", test.action, refused)
		}
		if err := x.Apply(game.Watcher, test.action, dice.Forbidden{}, nil); err == nil || strings.Contains(err.Error(), "missing") {
			t.Errorf("a watcher: %v", err)
		}
	}
}

// Both sides may come to fight very defensively, or think better of it, in the
// middle of a fight.
func TestQ07_CautiousInAFight(t *testing.T) {
	x := set(t, `{"normalise":"yes"}`, "a red 4", "b blue 4")
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	for _, test := range []struct {
		cautious string
		want     int
	}{{"true", 1}, {"false", 2}} {
		x.do(`{"type":"cautious","fight":1,"cautious":` + test.cautious + `}`)
		if r := viewOf(x).Rolls(1); r[0].Quota != test.want || r[1].Quota != test.want {
			t.Errorf("%s: %+v", test.cautious, r)
		}
	}
	x.refuses("Q01", "no_such_fight", "fight", `{"type":"cautious","fight":2,"cautious":true}`)
	x.refuses("Q01", "action_missing_field", "cautious", `{"type":"cautious","fight":1}`)
}

// All who have fallen can be taken away at once, with what was written of them.
func TestQ01_TheFallenAreTakenAway(t *testing.T) {
	x := set(t, plain, "a red 4", "b blue 4", "c blue 4", "d blue 4")
	x.refuses("Q01", "nobody_fallen", "", `{"type":"clear"}`)
	x.do(`{"type":"fight","one":1,"allies":[2,3]}`)
	x.do(`{"type":"note","who":2,"text":"the cousin"}`)
	x.do(`{"type":"change","who":2,"fallen":true}`)
	x.do(`{"type":"change","who":4,"fallen":true}`)
	x.do(`{"type":"clear"}`)
	sound(t, x.State)
	if len(x.Contenders) != 2 || len(x.Fights) != 1 || len(x.notes) != 0 || len(x.Last) != 2 || x.Last[1].Who != 4 {
		t.Errorf("%+v", x.Board)
	}
}

// Several against several are dealt out: a fight for each of the fewer, whichever
// list they stand in.
func TestQ01_DealingOutFights(t *testing.T) {
	lines := []string{"a red 4", "b red 4", "c blue 4", "d blue 4", "e green 4", "f blue 4", "g blue 4"}
	for _, raw := range []string{`{"type":"deal","ones":[1,2],"allies":[3,4,5,6,7]}`, `{"type":"deal","ones":[3,4,5,6,7],"allies":[1,2]}`} {
		x := set(t, plain, lines...)
		x.do(raw)
		sound(t, x.State)
		if len(x.Fights) != 2 || !slices.Equal(x.Fights[0].Allies, []int32{3, 5, 7}) || !slices.Equal(x.Fights[1].Allies, []int32{4, 6}) {
			t.Errorf("%s: %+v", raw, x.Fights)
		}
	}
	x := set(t, plain, lines...)
	x.refuses("Q01", "no_allies", "ones", `{"type":"deal","ones":[],"allies":[3]}`)
	x.refuses("Q01", "same_colour", "colour", `{"type":"deal","ones":[1,3],"allies":[2,4]}`)
	x.refuses("Q01", "in_a_fight", "allies", `{"type":"deal","ones":[1,2],"allies":[3,4,5,3]}`)
	x.refuses("Q05", "too_many_allies", "allies", `{"type":"deal","ones":[1],"allies":[2,3,4,5,6,7,8,9,10,11,12,13,14]}`)
}
