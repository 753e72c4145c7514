package quote

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/games/quote/rule"
)

func TestQ01_Contenders(t *testing.T) {
	x := set(t, "", "ogre red 6")
	x.do(`{"type":"add","name":"goblin","colour":"green","quota":3,"count":12}`)
	x.do(`{"type":"add","name":"goblin","colour":"green","quota":2,"count":3}`)
	if len(x.Contenders) != 16 || x.Contenders[1].Number != 1 || x.Contenders[12].Number != 12 || x.Contenders[15].Number != 15 || x.Contenders[0].Number != 0 {
		t.Errorf("%+v", x.Contenders)
	}
	x.refuses("Q01", "count", "count", `{"type":"add","name":"x","colour":"red","quota":3,"count":0}`)
	x.refuses("Q01", "count", "count", `{"type":"add","name":"x","colour":"red","quota":3,"count":-1}`)
	x.refuses("Q01", "count", "count", `{"type":"add","name":"x","colour":"red","quota":3,"count":61}`)
	x.refuses("Q01", "colour", "colour", `{"type":"add","name":"x","colour":"mauve","quota":3}`)
	x.refuses("Q01", "name", "name", `{"type":"add","name":"","colour":"red","quota":3}`)
	x.refuses("Q01", "name", "name", `{"type":"add","name":"a\u0000b","colour":"red","quota":3}`)
	x.refuses("Q01", "name", "name", `{"type":"add","name":"`+strings.Repeat("x", 41)+`","colour":"red","quota":3}`)
	x.refuses("Q01", "action_unknown_field", "age", `{"type":"add","name":"x","colour":"red","quota":3,"age":7}`)
	x.refuses("Q01", "action_missing_field", "name", `{"type":"add","colour":"red","quota":3}`)
	x.refuses("Q01", "action_number", "quota", `{"type":"add","name":"x","colour":"red","quota":"3"}`)
	x.refuses("Q01", "action_number", "quota", `{"type":"add","name":"x","colour":"red","quota":3.0}`)
	for range 6 {
		x.do(`{"type":"add","name":"many","colour":"blue","quota":3,"count":60}`)
	}
	x.refuses("Q01", "too_many_contenders", "count", `{"type":"add","name":"x","colour":"red","quota":3,"count":25}`)
}

func TestQ01_Fights(t *testing.T) {
	x := set(t, plain, "a red 5", "b green 3", "c green 2", "d blue 4", "e red 4", "f red 1")
	x.refuses("Q01", "no_fights", "", `{"type":"round"}`)
	x.refuses("Q01", "same_colour", "colour", `{"type":"fight","one":1,"allies":[2,5]}`)
	x.refuses("Q01", "no_allies", "allies", `{"type":"fight","one":1,"allies":[]}`)
	x.refuses("Q05", "too_many_allies", "allies", `{"type":"fight","one":1,"allies":[1,2,3,4,5,6,7,8,9,10,11,12,13]}`)
	x.refuses("Q01", "in_a_fight", "allies", `{"type":"fight","one":1,"allies":[2,2]}`)
	x.refuses("Q01", "in_a_fight", "allies", `{"type":"fight","one":1,"allies":[1]}`)
	x.refuses("Q01", "no_such_contender", "allies", `{"type":"fight","one":1,"allies":[99]}`)
	x.refuses("Q01", "no_such_contender", "one", `{"type":"fight","one":-2147483648,"allies":[2]}`)
	x.do(`{"type":"fight","one":1,"allies":[3,2]}`)
	x.refuses("Q01", "in_a_fight", "one", `{"type":"fight","one":1,"allies":[4]}`)
	// Allies of another colour are welcome, more of the one's are not.
	x.do(`{"type":"join","fight":1,"who":4}`)
	x.refuses("Q01", "same_colour", "colour", `{"type":"join","fight":1,"who":5}`)
	if f := x.Fights[0]; f.One != 1 || !slices.Equal(f.Allies, []int32{2, 3, 4}) {
		t.Errorf("%+v", f)
	}
	x.do(`{"type":"leave","who":3}`)
	x.do(`{"type":"leave","who":4}`)
	x.refuses("Q01", "in_no_fight", "who", `{"type":"leave","who":4}`)
	// One against one: a second of the one's colour turns it round.
	x.do(`{"type":"join","fight":1,"who":5}`)
	if f := x.Fights[0]; f.One != 2 || !slices.Equal(f.Allies, []int32{1, 5}) {
		t.Errorf("turned round: %+v", f)
	}
	x.do(`{"type":"leave","who":2}`)
	if len(x.Fights) != 0 || x.Contender(1).Fight != 0 || x.Contender(5).Fight != 0 {
		t.Errorf("without the one it is over: %+v", x.Fights)
	}
	x.do(`{"type":"fight","one":6,"allies":[2]}`)
	x.do(`{"type":"part","fight":2}`)
	x.refuses("Q01", "no_such_fight", "fight", `{"type":"part","fight":2}`)
	x.do(`{"type":"change","who":6,"fallen":true}`)
	x.refuses("Q01", "has_fallen", "one", `{"type":"fight","one":6,"allies":[2]}`)
}

func TestQ01_Factions(t *testing.T) {
	x := set(t, "")
	x.do(`{"type":"faction","colour":"green","name":"the horde","mark":"star"}`)
	if f := x.Factions[2]; f.Name != "the horde" || Marks[f.Mark] != "star" {
		t.Errorf("%+v", f)
	}
	x.refuses("Q01", "colour", "colour", `{"type":"faction","colour":"infrared","name":"x"}`)
	x.refuses("Q01", "mark", "mark", `{"type":"faction","colour":"red","mark":"blob"}`)
	x.refuses("Q01", "nothing_changed", "", `{"type":"faction","colour":"red"}`)
}

func TestQ02_QuotasFromOneToNine(t *testing.T) {
	x := set(t, "", "a red 1", "b red 9")
	x.refuses("Q02", "quota", "quota", `{"type":"add","name":"x","colour":"red","quota":0}`)
	x.refuses("Q02", "quota", "quota", `{"type":"add","name":"x","colour":"red","quota":10}`)
	x.refuses("Q02", "quota", "quota", `{"type":"change","who":1,"quota":-3}`)
	x.refuses("Q02", "quota_missing", "quota", `{"type":"add","name":"x","colour":"red"}`)
}

func TestQ03_HitOrMiss_AllAtOnce(t *testing.T) {
	x := set(t, plain, "a red 3", "b blue 2")
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"round"}`, 3, 4) // b rolls first, the ally of this fight
	x.led("2>1 q2 miss, 1>2 q3 miss")
	x.do(`{"type":"round"}`, 2, 3)
	x.led("2>1 q2 hit, 1>2 q3 hit, 1 fell, 2 fell")
	if len(x.Fights) != 0 || x.Standing() != 0 || x.Round != 2 {
		t.Errorf("both fall in the same round: %+v", x.Board)
	}
}

func TestQ03_OneAtATime(t *testing.T) {
	x := set(t, plain, "a red 3", "b blue 2", "c red 3", "d blue 2", "e red 3", "f blue 2")
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"fight","one":3,"allies":[4]}`)
	x.do(`{"type":"fight","one":5,"allies":[6]}`)
	x.do(`{"type":"resolve","fight":2}`, 9, 9)
	x.refuses("Q03", "resolved", "fight", `{"type":"resolve","fight":2}`)
	if x.Round != 0 || !x.Begun {
		t.Error("the round is over too early")
	}
	x.do(`{"type":"round"}`, 9, 9, 9, 9) // the two that are left
	if x.Round != 1 || x.Begun || x.Fights[1].Done {
		t.Errorf("the round is not over: %+v", x.Board)
	}
	x.do(`{"type":"resolve","fight":1}`, 9, 9)
	x.do(`{"type":"part","fight":2}`)
	x.do(`{"type":"part","fight":3}`)
	if x.Round != 2 {
		t.Error("with nothing left to resolve a round is over")
	}
	x.do(`{"type":"round"}`, 9, 9)
	limited := set(t, `{"round_limit":1,"locations":[],"damage":"0"}`, "a red 3", "b blue 2")
	limited.do(`{"type":"fight","one":1,"allies":[2]}`)
	limited.do(`{"type":"round"}`, 9, 9)
	limited.refuses("Q03", "round_limit", "", `{"type":"round"}`)
}

func TestQ04_ZeroAndTris(t *testing.T) {
	x := set(t, plain, `a red 3 "hits":9`, `b blue 2 "hits":9`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	for _, test := range []struct {
		rolls []int
		want  string
	}{
		{[]int{0, 2, 0, 4}, "2>1 q2 hit, 1>2 q3 miss"},
		{[]int{0, 0, 2, 0, 0, 3}, "2>1 q2 critical, 1>2 q3 critical"},
		{[]int{0, 0, 3, 0, 0, 9}, "2>1 q2 fumble, 1>2 q3 fumble"},
		{[]int{0, 0, 0, 5}, "2>1 q2 zero, 1>2 q3 miss"},
	} {
		x.do(`{"type":"round"}`, test.rolls...)
		x.led(test.want)
	}
	if x.Contender(1).Taken != 2 || x.Contender(2).Taken != 1 {
		t.Errorf("a critical counts as one, 0-0-0 and a fumble as misses: %+v", x.Contenders)
	}
}

func TestQ04_CriticalHitsAndTheTable(t *testing.T) {
	x := set(t, `{"critical_hits":2,"locations":[],"damage":"1d4","tris":[{"effect":"hit","text":"the ground shakes"},{},{},{},{},{},{},{},{"effect":"critical"},{"effect":"miss"}]}`,
		`a red 3 "hits":9`, `b blue 2 "hits":9`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	events := x.do(`{"type":"round"}`, 0, 0, 8, 2, 3, 0, 0, 0, 1) // two damage dice, then one
	x.led("2>1 q2 critical, 1>2 q3 zero")
	if a, b := x.Contender(1), x.Contender(2); a.Taken != 2 || a.Wounds != 7 || b.Taken != 1 || b.Wounds != 2 {
		t.Errorf("%+v %+v", a, b)
	}
	if last := events[len(events)-2]; last.Text.Key != "quote.tris" || last.Text.Args[1] != "the ground shakes" {
		t.Errorf("%v", events)
	}
	x.do(`{"type":"round"}`, 0, 0, 9, 0, 0, 4)
	x.led("2>1 q2 miss, 1>2 q3 fumble")
}

func TestQ05_AlliesAgainstOne(t *testing.T) {
	x := set(t, plain, `a red 4 "hits":9`, `b blue 2 "hits":2`, `c blue 5 "hits":2`, `d green 3 "hits":2`)
	x.do(`{"type":"fight","one":1,"allies":[2,3,4]}`)
	x.do(`{"type":"round"}`, 5, 6, 4, 4) // from the strongest: 5 against 5, 3 against 5, 2 against 4
	x.led("3>1 q5 hit, 4>1 q5 miss, 2>1 q4 hit, 1>3 q4 hit")
	x.refuses("Q05", "target", "ally", `{"type":"target","fight":1,"ally":1}`)
	x.do(`{"type":"target","fight":1,"ally":2}`)
	x.do(`{"type":"round"}`, 9, 9, 9, 1)
	x.led("3>1 q5 miss, 4>1 q5 miss, 2>1 q4 miss, 1>2 q4 hit")
	x.do(`{"type":"round"}`, 9, 9, 9, 1) // b falls; then the strongest again
	x.do(`{"type":"round"}`, 9, 9, 1)
	x.led("3>1 q5 miss, 4>1 q5 miss, 1>3 q4 hit, 3 fell")
	x.do(`{"type":"round"}`, 4, 9) // alone, d has no bonus
	x.led("4>1 q3 miss, 1>4 q4 miss")
	x.do(`{"type":"target","fight":1,"ally":4}`)
	x.do(`{"type":"target","fight":1,"ally":0}`)
	if x.Fights[0].Target != 0 {
		t.Error("0 is not for the strongest")
	}
	nine := set(t, plain, "a red 4", "b blue 9", "c blue 8")
	nine.do(`{"type":"fight","one":1,"allies":[2,3]}`)
	if r := viewOf(nine).Rolls(1); r[1].Quota != 9 {
		t.Errorf("8 + 2: %+v", r)
	}
}

func viewOf(x *table) *View { return x.View(Master, nil).(*View) }

func TestQ06_StandardQuota(t *testing.T) {
	x := set(t, "")
	x.do(`{"type":"add","name":"a","colour":"red","dexterity":18,"weapon":30}`)
	x.do(`{"type":"add","name":"b","colour":"red","dexterity":13,"weapon":40,"second":true}`)
	if x.Contenders[0].Quota != 5 || x.Contenders[1].Quota != 6 {
		t.Errorf("%+v", x.Contenders)
	}
	x.do(`{"type":"change","who":1,"dexterity":15,"weapon":30}`)
	if x.Contenders[0].Quota != 5 {
		t.Errorf("4.5: %+v", x.Contenders[0])
	}
	x.refuses("Q06", "character", "weapon", `{"type":"add","name":"x","colour":"red","dexterity":18}`)
	x.refuses("Q06", "character", "dexterity", `{"type":"add","name":"x","colour":"red","dexterity":-1,"weapon":30}`)
	x.refuses("Q06", "character", "dexterity", `{"type":"change","who":1,"second":true}`)
	x.refuses("Q06", "quota_twice", "quota", `{"type":"add","name":"x","colour":"red","quota":4,"dexterity":18,"weapon":3}`)
}

func TestQ07_Normalising(t *testing.T) {
	for _, test := range []struct {
		one, ally int
		cautious  bool
		want      [2]int
	}{
		{4, 2, false, [2]int{2, 1}}, {6, 4, false, [2]int{3, 2}}, {2, 2, false, [2]int{2, 2}}, {9, 3, false, [2]int{3, 1}},
		{1, 1, false, [2]int{2, 2}}, {1, 1, true, [2]int{1, 1}},
	} {
		x := set(t, `{"normalise":"yes"}`, fmt.Sprint("a red ", test.one), fmt.Sprint("b blue ", test.ally))
		x.do(fmt.Sprintf(`{"type":"fight","one":1,"allies":[2],"cautious":%v}`, test.cautious))
		if r := viewOf(x).Rolls(1); [2]int{r[1].Quota, r[0].Quota} != test.want {
			t.Errorf("%+v: %+v", test, r)
		}
	}
	// Several are divided together, and +2 comes after that.
	x := set(t, `{"normalise":"yes"}`, "a red 6", "b blue 4", "c blue 2")
	x.do(`{"type":"fight","one":1,"allies":[2,3]}`)
	if r := viewOf(x).Rolls(1); r[0].Quota != 2 || r[1].Quota != 3 || r[2].Quota != 3 {
		t.Errorf("%+v", r)
	}
	plain := set(t, "", "a red 6", "b blue 4")
	plain.do(`{"type":"fight","one":1,"allies":[2]}`)
	if r := viewOf(plain).Rolls(1); r[1].Quota != 6 {
		t.Errorf("as written: %+v", r)
	}
}

func TestQ08_Modifiers(t *testing.T) {
	x := set(t, "", `a red 4 "bonus":15`, `b blue 4 "bonus":-15`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	if r := viewOf(x).Rolls(1); r[1].Quota != 5 || r[0].Quota != 3 {
		t.Errorf("%+v", r)
	}
	x.refuses("Q08", "bonus", "bonus", `{"type":"change","who":1,"bonus":201}`)
}

func TestQ09_MarginAsDamage(t *testing.T) {
	x := set(t, `{"margin":"yes","locations":[],"damage":"1d6"}`, `a red 5 "life":20`, `b blue 4 "life":20`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"round"}`, 4, 2, 2, 3) // b: 4 of 4, damage 3; a: 2 of 5, damage 4 and 3 more
	if a, b := x.Contender(1), x.Contender(2); a.Wounds != 3 || b.Wounds != 7 {
		t.Errorf("%d and %d", a.Wounds, b.Wounds)
	}
}

func TestQ10_ClosingInDefence(t *testing.T) {
	x := set(t, plain, `a red 5 "hits":9`, `b blue 4 "hits":9`)
	x.refuses("Q10", "in_no_fight", "who", `{"type":"stance","who":1,"stance":"defend"}`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"stance","who":2,"stance":"defend"}`)
	x.do(`{"type":"round"}`, 5)
	x.led("1>2 q4 miss")
	x.do(`{"type":"stance","who":2,"stance":"strike"}`)
	x.do(`{"type":"stance","who":1,"stance":"defend"}`)
	x.do(`{"type":"round"}`, 3)
	x.led("2>1 q3 hit")
	x.refuses("Q10", "stance", "stance", `{"type":"stance","who":1,"stance":"flee"}`)
	x.do(`{"type":"part","fight":1}`)
	if x.Contender(1).Stance != rule.Strike {
		t.Error("a stance outlives its fight")
	}
}

func TestQ11_AimedBlow(t *testing.T) {
	x := set(t, `{"damage":"0"}`, `a red 3 "hits":9`, `b blue 2 "hits":9`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"stance","who":1,"stance":"aim","at":1}`)
	x.do(`{"type":"stance","who":2,"stance":"aim"}`)
	x.do(`{"type":"round"}`, 1, 9, 1) // b hits and rolls a place; a, at the head, rolls none
	x.led("2>1 q1 hit, 1>2 q1 hit")
	if blow := x.Last[0].Blow; blow.Place != 7 || blow.PlaceDie != 10 {
		t.Errorf("%+v", blow)
	}
	if blow := x.Last[1].Blow; blow.Place != 1 || blow.PlaceDie != 0 {
		t.Errorf("%+v", blow)
	}
	x.refuses("Q11", "location", "at", `{"type":"stance","who":1,"stance":"aim","at":8}`)
	x.refuses("Q11", "location", "at", `{"type":"stance","who":1,"stance":"strike","at":1}`)
}

func TestQ12_PlaceDamageAndFalling(t *testing.T) {
	x := set(t, `{"locations":[{"name":"head","faces":1,"plus":3},{"name":"tail","faces":3,"plus":-9}]}`,
		`a red 5 "life":8,"damage":"1d8+2"`, `b blue 4 "hits":2,"damage":"2d6"`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"round"}`, 1, 0, 0, 1, 1, 3, 7) // b hits the head for 1 + 2 + 3, a hits the tail for 10 - 9
	if a, b := x.Contender(1), x.Contender(2); a.Wounds != 6 || a.Fallen || b.Taken != 1 || b.Wounds != 1 || b.Fallen {
		t.Errorf("%+v %+v", a, b)
	}
	x.do(`{"type":"round"}`, 1, 0, 0, 0, 1, 1, 0) // 1 + 1 + 3 is enough; the second hit too, though it does nothing
	x.led("2>1 q4 hit, 1>2 q5 hit, 1 fell, 2 fell")
	if x.Contender(2).Wounds != 1 {
		t.Errorf("less than no damage: %+v", x.Contender(2))
	}
	x.refuses("Q12", "hits_or_life", "life", `{"type":"change","who":1,"hits":3,"life":4}`)
	x.refuses("Q12", "hits", "hits", `{"type":"change","who":1,"hits":0}`)
	x.refuses("Q12", "life", "life", `{"type":"change","who":1,"life":-5}`)
	x.refuses("Q12", "damage_dice", "damage", `{"type":"change","who":1,"damage":"999999999d9"}`)
	x.refuses("Q12", "tally", "wounds", `{"type":"change","who":1,"wounds":-1}`)
}

func TestQ12_HandCorrections(t *testing.T) {
	x := set(t, plain, `a red 5 "hits":2`, "b blue 4", "c blue 4")
	x.do(`{"type":"fight","one":1,"allies":[2,3]}`)
	x.do(`{"type":"change","who":1,"taken":1}`)
	if x.Contender(1).Fallen {
		t.Error("fallen too early")
	}
	x.do(`{"type":"change","who":2,"taken":1}`)
	if !x.Contender(2).Fallen || !slices.Equal(x.Fights[0].Allies, []int32{3}) {
		t.Errorf("%+v", x.Board)
	}
	x.do(`{"type":"change","who":2,"fallen":false,"name":"B","colour":"pink","quota":9,"bonus":10,"life":30,"damage":"2d6","wounds":4}`)
	if b := x.Contender(2); b.Fallen || b.Name != "B" || Colours[b.Colour] != "pink" || b.Life != 30 || b.Hits != 0 || b.Damage.String() != "2d6" || b.Wounds != 4 {
		t.Errorf("%+v", b)
	}
	x.refuses("Q01", "same_colour", "colour", `{"type":"change","who":3,"colour":"red"}`)
	x.refuses("Q01", "nothing_changed", "", `{"type":"change","who":3}`)
	x.do(`{"type":"change","who":1,"fallen":true}`)
	if len(x.Fights) != 0 {
		t.Error("the one has fallen and fights on")
	}
	x.do(`{"type":"remove","who":2}`)
	x.refuses("Q01", "no_such_contender", "who", `{"type":"change","who":2,"quota":3}`)
	x.do(`{"type":"add","name":"d","colour":"red","quota":3}`)
	if x.Contender(4) == nil {
		t.Error("an id was used again")
	}
}

func TestNotes(t *testing.T) {
	x := set(t, "", "a red 5")
	events := x.do(`{"type":"note","who":1,"text":"is the traitor"}`)
	x.do(`{"type":"note","who":0,"text":"rain at dusk"}`)
	if events[0].To != game.To(Master) || viewOf(x).Note(1) != "is the traitor" || viewOf(x).Note(0) != "rain at dusk" {
		t.Errorf("%v", events)
	}
	raw, _ := x.View(game.Watcher, nil).MarshalJSON()
	saved := x.View(game.Watcher, nil).(*View).Save()
	for _, secret := range []string{"traitor", "dusk", "note"} {
		if strings.Contains(string(raw), secret) || strings.Contains(string(saved), secret) {
			t.Errorf("a watcher reads %q", secret)
		}
	}
	x.refuses("Q01", "no_such_contender", "who", `{"type":"note","who":9,"text":"x"}`)
	x.refuses("Q01", "note", "text", `{"type":"note","who":1,"text":"`+strings.Repeat("x", 401)+`"}`)
	x.do(`{"type":"remove","who":1}`)
	if len(x.notes) != 1 {
		t.Errorf("%v", x.notes)
	}
}

func TestSaveAndLoad(t *testing.T) {
	x := set(t, "", `a red 5 "life":20,"bonus":15`, `b blue 4 "hits":3,"damage":"2d6"`, "c blue 4", "d blue 1")
	x.do(`{"type":"add","name":"goblin","colour":"green","quota":3,"count":3}`)
	x.do(`{"type":"fight","one":1,"allies":[2,3],"cautious":true}`)
	x.do(`{"type":"fight","one":4,"allies":[5,6]}`)
	x.do(`{"type":"target","fight":1,"ally":3}`)
	x.do(`{"type":"stance","who":2,"stance":"aim","at":2}`)
	x.do(`{"type":"faction","colour":"green","name":"the horde"}`)
	x.do(`{"type":"note","who":2,"text":"secret"}`)
	x.do(`{"type":"note","who":0,"text":"of the battle"}`)
	x.do(`{"type":"change","who":7,"fallen":true}`)
	x.do(`{"type":"remove","who":4}`) // ids have a gap now
	saved := viewOf(x).Save()
	y := set(t, "", "somebody red 1")
	y.do(`{"type":"load","battle":` + string(saved) + `}`)
	if again := viewOf(y).Save(); string(again) != string(saved) {
		t.Errorf("saved\n%s\nloaded\n%s", saved, again)
	}
	if a := y.Contender(2); a.Fight == 0 || y.Contender(3).Stance != rule.Aim || y.Contender(1) != nil {
		t.Errorf("%+v", y.Contenders)
	}
	if load, err := Load(saved); err != nil || y.Apply(Master, load, dice.Forbidden{}, nil) != nil {
		t.Errorf("%v", err)
	}
	for raw, want := range map[string]struct{ id, code, field string }{
		`[]`:                          {"Q01", "battle", "battle"},
		`{"monsters":[]}`:             {"Q01", "battle_field", "battle.monsters"},
		`{"contenders":{}}`:           {"Q01", "battle_list", "battle.contenders"},
		`{"contenders":[7]}`:          {"Q01", "battle_part", "battle.contenders[0]"},
		`{"contenders":[{"name":1}]}`: {"Q01", "action_text", "battle.contenders[0].name"},
		`{"contenders":[{"name":"x","colour":"red","quota":3},{"name":"x","colour":"red","quota":10}]}`:    {"Q02", "quota", "battle.contenders[1].quota"},
		`{"contenders":[{"name":"x","colour":"red","quota":3}],"fights":[{"one":1,"allies":[2]}]}`:         {"Q01", "no_such_contender", "battle.fights[0].allies"},
		`{"contenders":[{"name":"x","colour":"red","quota":3,"stance":"hide"}]}`:                           {"Q10", "stance", "battle.contenders[0].stance"},
		`{"contenders":[{"name":"x","colour":"red","quota":3,"note":"` + strings.Repeat("x", 401) + `"}]}`: {"Q01", "note", "battle.contenders[0].note"},
		`{"factions":[{"colour":"mauve","name":"x"}]}`:                                                     {"Q01", "colour", "battle.factions[0].colour"},
		`{"round":-1}`: {"Q03", "battle_round", "battle.round"},
		`{"contenders":[` + strings.Repeat(`{"name":"x","colour":"red","quota":3},`, 400) + `{"name":"x","colour":"red","quota":3}]}`: {"Q01", "battle_list", "battle.contenders"},
	} {
		y.refuses(want.id, want.code, want.field, `{"type":"load","battle":`+raw+`}`)
	}
}

func TestClosing(t *testing.T) {
	x := set(t, "", "a red 5")
	x.do(`{"type":"close"}`)
	if !x.Over() || x.ToAct() != 0 || x.Result().Scores[0] != 1 || len(x.Result().Winners) != 0 {
		t.Errorf("%+v", x.Result())
	}
	x.refuses("Q01", "closed", "", `{"type":"close"}`)
}
