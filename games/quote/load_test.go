package quote

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
)

// What a file may bring that no battle has written.
func TestLoad_Hostile(t *testing.T) {
	one := func(fields string) string {
		return `{"contenders":[{"name":"x","colour":"red","quota":3` + fields + `}]}`
	}
	x := set(t, "", "a red 5")
	for raw, want := range map[string]struct{ id, code, field string }{
		`null`:                         {"Q01", "battle", "battle"},
		`"{}"`:                         {"Q01", "battle", "battle"},
		`{"round":0,"round":0}`:        {"Q01", "battle", "battle"},
		`{"rules":"quote/2"}`:          {"Q01", "battle_rules", "battle.rules"},
		`{"rules":1}`:                  {"Q01", "battle_rules", "battle.rules"},
		`{"note":7}`:                   {"Q01", "note", "battle.note"},
		`{"note":"a\u0000b"}`:          {"Q01", "note", "battle.note"},
		`{"round":1001}`:               {"Q03", "battle_round", "battle.round"},
		`{"round":99999999999999999}`:  {"Q03", "battle_round", "battle.round"},
		`{"round":1e2}`:                {"Q03", "battle_round", "battle.round"},
		`{"contenders":null}`:          {"Q01", "battle_list", "battle.contenders"},
		one(`,"fallen":1`):             {"Q01", "action_flag", "battle.contenders[0].fallen"},
		one(`,"id":4`):                 {"Q01", "action_unknown_field", "battle.contenders[0].id"},
		one(`,"count":4`):              {"Q01", "action_unknown_field", "battle.contenders[0].count"},
		one(`,"number":-1`):            {"Q01", "number", "battle.contenders[0].number"},
		one(`,"number":10000`):         {"Q01", "number", "battle.contenders[0].number"},
		one(`,"taken":-1`):             {"Q12", "tally", "battle.contenders[0].taken"},
		one(`,"wounds":100000`):        {"Q12", "tally", "battle.contenders[0].wounds"},
		one(`,"hits":2,"life":2`):      {"Q12", "hits_or_life", "battle.contenders[0].life"},
		one(`,"life":0`):               {"Q12", "life", "battle.contenders[0].life"},
		one(`,"damage":"9d9d9"`):       {"Q12", "damage_character", "battle.contenders[0].damage"},
		one(`,"damage":"999999999d9"`): {"Q12", "damage_dice", "battle.contenders[0].damage"},
		`{"contenders":[{"name":"\u202ex","colour":"red","quota":3}]}`:                                         {"Q01", "name", "battle.contenders[0].name"},
		`{"contenders":[{"name":"x","colour":"red"}]}`:                                                         {"Q02", "quota_missing", "battle.contenders[0].quota"},
		`{"contenders":[{"name":"x","quota":3}]}`:                                                              {"Q01", "action_missing_field", "battle.contenders[0].colour"},
		`{"fights":[{"one":1,"allies":[2]}]}`:                                                                  {"Q01", "no_such_contender", "battle.fights[0].one"},
		`{"fights":[{"one":-2147483648,"allies":[2147483647]}]}`:                                               {"Q01", "no_such_contender", "battle.fights[0].one"},
		`{"factions":[{"colour":"red","mark":"star"},{"colour":"red"}]}`:                                       {"Q01", "nothing_changed", "battle.factions[1]"},
		`{"factions":[` + strings.Repeat(`{"colour":"red","name":"x"},`, 12) + `{"colour":"red","name":"x"}]}`: {"Q01", "battle_list", "battle.factions"},
		`{"contenders":[{"name":"x","colour":"red","quota":3},{"name":"y","colour":"blue","quota":3}],"fights":[{"one":1,"allies":[2],"target":1}]}`:                                                    {"Q05", "target", "battle.fights[0].ally"},
		`{"contenders":[{"name":"x","colour":"red","quota":3},{"name":"y","colour":"blue","quota":3,"stance":"aim","at":8}],"fights":[{"one":1,"allies":[2]}]}`:                                         {"Q11", "location", "battle.contenders[1].at"},
		`{"contenders":[{"name":"x","colour":"red","quota":3},{"name":"y","colour":"blue","quota":3},{"name":"z","colour":"pink","quota":3}],"fights":[{"one":1,"allies":[2]},{"one":3,"allies":[2]}]}`: {"Q01", "in_a_fight", "battle.fights[1].allies"},
	} {
		x.refuses(want.id, want.code, want.field, `{"type":"load","battle":`+raw+`}`)
	}
	// Strange, and allowed.
	x.do(`{"type":"load","battle":{"contenders":[{"name":"à 龍 🐉","colour":"red","quota":3},{"name":"x","colour":"red","quota":3},{"name":"x","colour":"red","quota":3},{"name":"x","number":7,"colour":"red","quota":3},{"name":"x","number":7,"colour":"red","quota":3}]}}`)
	sound(t, x.State)
	if x.Contenders[2].Number != 2 || x.Contenders[4].Number != 8 {
		t.Errorf("%+v", x.Contenders)
	}
}

// A battle that is saved between two fights of a round goes on there.
func TestLoad_WithinARound(t *testing.T) {
	x := set(t, plain, `a red 5 "hits":9`, `b blue 4 "hits":9`, `c red 5 "hits":9`, `d blue 4 "hits":9`)
	x.do(`{"type":"fight","one":1,"allies":[2]}`)
	x.do(`{"type":"fight","one":3,"allies":[4]}`)
	x.do(`{"type":"resolve","fight":2}`, 9, 9)
	y := set(t, plain)
	y.do(`{"type":"load","battle":` + string(viewOf(x).Save()) + `}`)
	if !y.Begun || y.Fights[0].Done || !y.Fights[1].Done {
		t.Errorf("%+v", y.Board)
	}
	y.do(`{"type":"round"}`, 9, 9)
	if y.Round != 1 || y.Begun {
		t.Errorf("%+v", y.Board)
	}
}

// TestLoad_EveryBattleReadsBack: whatever battle came about, its file makes the
// same battle again, and a watcher's file too.
func TestLoad_EveryBattleReadsBack(t *testing.T) {
	for seed := range uint64(many(12, 200)) {
		rng, src := rand.New(rand.NewPCG(seed, 3)), dice.NewFast(seed, 4)
		x := set(t, []string{"", `{"normalise":"yes","locations":[{"name":"tail","faces":2}]}`}[seed%2])
		for n := 0; !x.Over() && n < 300; n++ {
			if err := x.Apply(Master, x.View(Master, nil).Sample(rng), src, nil); err != nil {
				t.Fatal(err)
			}
			if n%10 > 0 {
				continue
			}
			for _, seat := range []game.Seat{Master, game.Watcher} {
				saved := x.View(seat, nil).(*View).Save()
				y := &table{x.cfg.Start(src, nil).(*State), t}
				load, err := Load(saved)
				if err != nil || y.Apply(Master, load, dice.Forbidden{}, nil) != nil {
					t.Fatalf("%s: %v", saved, err)
				}
				sound(t, y.State)
				if again := viewOf(y).Save(); string(again) != string(saved) {
					t.Fatalf("saved\n%s\nloaded\n%s", saved, again)
				}
				for i := range x.Fights {
					a, b := viewOf(x).Rolls(x.Fights[i].ID), viewOf(y).Rolls(y.Fights[i].ID)
					for j := range a {
						if a[j].Quota != b[j].Quota {
							t.Fatalf("%+v is %+v", a, b)
						}
					}
				}
			}
		}
	}
}

// TestLoad_TheLargest: 400 contenders in 200 fights, each with a note.
func TestLoad_TheLargest(t *testing.T) {
	type m = map[string]any
	var contenders, fights []m
	for i := range MaxContenders {
		contenders = append(contenders, m{"name": fmt.Sprint("goblin of the long name ", i%7), "number": i + 1, "colour": Colours[i%2], "quota": 3, "life": 30, "damage": "4d6kh3+2", "note": "met at the bridge"})
		if i%2 == 0 {
			fights = append(fights, m{"one": i + 1, "allies": []int{i + 2}})
		}
	}
	raw, err := json.Marshal(m{"type": "load", "battle": m{"contenders": contenders, "fights": fights}})
	if err != nil {
		t.Fatal(err)
	}
	x := set(t, "")
	x.do(string(raw))
	sound(t, x.State)
	saved := viewOf(x).Save()
	t.Logf("a file of %d bytes", len(saved))
	if len(saved) > 64<<10 {
		t.Errorf("a file of %d bytes is more than a page sends", len(saved))
	}
	x.refuses("Q01", "too_many_contenders", "count", `{"type":"add","name":"x","colour":"red","quota":3}`)
	x.refuses("Q01", "too_many_fights", "", `{"type":"fight","one":1,"allies":[2]}`)
}
