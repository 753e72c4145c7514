package klang

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"banco/game"
)

func TestOptions_Refused(t *testing.T) {
	robots := func(n int) string { return crowd(n, n) }
	one := func(robot string) string {
		return `{"rosters":[[` + robot + `],[{"name":"B","frame":"legs","parts":[]}]]}`
	}
	for _, c := range []struct{ options, field, code, rule string }{
		{`{"field_cm":39}`, "field_cm", "option_range", "K01"},
		{`{"field_cm":60.0}`, "field_cm", "option_range", "K01"},
		{`{"field_cm":null}`, "field_cm", "option_range", "K01"},
		{`{"field_cm":"60"}`, "field_cm", "option_range", "K01"},
		{`{"unit_cm":0}`, "unit_cm", "option_range", "K01"},
		{`{"base_mm":81}`, "base_mm", "option_range", "K01"},
		{`{"rounds":13}`, "rounds", "option_range", "K01"},
		{`{"terrain_pieces":-1}`, "terrain_pieces", "option_range", "K01"},
		{`{"terrain_size":20}`, "terrain_size", "option_range", "K31"},
		{`{"attacks_per_weapon":9}`, "attacks_per_weapon", "option_range", "K14"},
		{`{"short_units":11}`, "short_units", "option_range", "K19"},
		{`{"trophy_points":11}`, "trophy_points", "option_range", "K28"},
		{`{"malloppi_start":9}`, "malloppi_start", "option_range", "K30"},
		{`{"activation_limit_s":-1}`, "activation_limit_s", "option_range", "K32"},
		{`{"progression":[1,3]}`, "progression", "progression_three", "K27"},
		{`{"progression":[1,3,51]}`, "progression", "option_numbers", "K27"},
		{`{"malloppi_rounds":[2,1]}`, "malloppi_rounds", "rounds_rising", "K30"},
		{`{"malloppi_rounds":[1,1]}`, "malloppi_rounds", "rounds_rising", "K30"},
		{`{"malloppi_rounds":[0]}`, "malloppi_rounds", "option_numbers", "K30"},
		{`{"malloppi_rounds":[1,2,3,4,5,6,7,8,9]}`, "malloppi_rounds", "rounds_eight", "K30"},
		{`{"closing":"never"}`, "closing", "option_choice", "K06"},
		{`{"armour":"gone"}`, "armour", "option_choice", "K11"},
		{`{"terrain":"seed:"}`, "terrain", "option_choice", "K31"},
		{`{"terrain":"seed:-1"}`, "terrain", "option_choice", "K31"},
		{`{"terrain":"seed:007"}`, "terrain", "option_choice", "K31"},
		{`{"terrain":"piazzale","base_mm":80}`, "terrain", "layout_crowded", "K31"},
		{`{"table":"kitchen"}`, "table", "option_choice", "K01"},
		{`{"colour":1}`, "colour", "unknown_option", ""},
		{`{"Rounds":1}`, "Rounds", "unknown_option", ""},
		{`{"rounds":1,"rounds":2}`, "", "options_object", ""},
		{`{"rounds":1}{}`, "", "options_object", ""},
		{`{"base_mm":60,"rosters":` + robots(6) + `}`, "base_mm", "crowded", "K31"},
		{`{"rosters":[]}`, "rosters", "roster_two", "K05"},
		{`{"rosters":[[],[]]}`, "rosters", "roster_size", "K05"},
		{`{"rosters":` + robots(7) + `}`, "rosters", "roster_size", "K05"},
		{one(`{"name":"","frame":"legs","parts":[]}`), "rosters", "roster_name", "K05"},
		{one(`{"name":"` + strings.Repeat("x", 25) + `","frame":"legs","parts":[]}`), "rosters", "roster_name", "K05"},
		{one(`{"name":"a\nb","frame":"legs","parts":[]}`), "rosters", "roster_name", "K05"},
		{one(`{"name":"A","frame":"wings","parts":[]}`), "rosters", "roster_frame", "K05"},
		{one(`{"name":"A","frame":"legs","parts":[],"cost":3}`), "rosters", "roster_robot", "K05"},
		{one(`17`), "rosters", "roster_robot", "K05"},
		{one(`{"name":"A","frame":"legs","parts":[{"kind":"leg"}]}`), "rosters", "roster_part", "K05"},
		{one(`{"name":"A","frame":"legs","parts":[{"kind":"arm","class":1}]}`), "rosters", "roster_part", "K05"},
		{one(`{"name":"A","frame":"legs","parts":[{"kind":"arm","class":7}]}`), "rosters", "roster_part", "K05"},
		{one(`{"name":"A","frame":"legs","parts":[{"kind":"arm","weapon":"laser"}]}`), "rosters", "roster_part", "K05"},
		{one(`{"name":"A","frame":"legs","parts":[{"kind":"head"},{"kind":"head"}]}`), "rosters", "roster_slots", "K02"},
		{one(`{"name":"A","frame":"legs","parts":[{"kind":"arm"},{"kind":"arm"},{"kind":"arm"}]}`), "rosters", "roster_slots", "K02"},
	} {
		_, err := New().Configure(json.RawMessage(c.options), 2)
		var e *game.Error
		if !errors.As(err, &e) || e.Field != c.field || e.Code != c.code || e.Rule != c.rule {
			t.Errorf("%s: got %v, want %s %s %s", c.options, err, c.rule, c.code, c.field)
		}
	}
	for _, seats := range []int{0, 1, 3} {
		if _, err := New().Configure(nil, seats); err == nil {
			t.Errorf("%d seats are accepted", seats)
		}
	}
}

func TestK04_DefaultParts(t *testing.T) {
	c := configure(t, `{"rosters":[[{"name":"A","parts":[{"kind":"backpack"},{"kind":"arm"},{"kind":"torso"},{"kind":"arm","weapon":""},{"kind":"head","weapon":"melee","class":6}]}],[{"name":"B"}]]}`)
	want := []PartInfo{
		{0, 0, Torso, TorsoPart, 5, NoWeapon},
		{0, 0, RightArm, ArmPart, 4, Ranged},
		{0, 0, LeftArm, ArmPart, 4, NoWeapon},
		{0, 0, Head, HeadPart, 6, Melee},
		{0, 0, Backpack, BackpackPart, 3, NoWeapon},
	}
	if len(c.parts) != len(want) {
		t.Fatalf("%d parts, want %d", len(c.parts), len(want))
	}
	for i, w := range want {
		if c.parts[i] != w {
			t.Errorf("part %d is %+v, want %+v", i, c.parts[i], w)
		}
	}
	if c.robots[1].Frame != Wheels {
		t.Error("a frame left out is wheels")
	}
}

func TestK05_DefaultRosters(t *testing.T) {
	c := configure(t, "")
	if len(c.robots) != 6 || len(c.parts) != 30 || c.robots[0].Name != "Ruggine" || c.robots[1].Name != "Sgobbo" {
		t.Errorf("%d robots with %d parts, the first %s and %s", len(c.robots), len(c.parts), c.robots[0].Name, c.robots[1].Name)
	}
	if c.lighter() != game.Watcher {
		t.Error("the default sides are not equal")
	}
}

func TestK02_SlotsAndKinds(t *testing.T) {
	for slot := range NumSlots {
		var fits []string
		for kind := range NumPartKinds {
			if kind.Fits(slot) {
				fits = append(fits, kind.String())
			}
		}
		if want := strings.TrimPrefix(strings.TrimPrefix(slot.String(), "right_"), "left_"); len(fits) != 1 || fits[0] != want {
			t.Errorf("%v takes %v", slot, fits)
		}
	}
}

func TestParseAction(t *testing.T) {
	g := New()
	for _, good := range []string{
		`{"type":"lay","piece":3,"x":-5,"y":7,"turn":345}`, `{"type":"pass"}`, `{"type":"deploy","robot":2,"x":1,"y":2}`,
		`{"type":"activate","robot":0}`, `{"type":"move","die":6,"x":30000,"y":1}`, `{"type":"attack","die":5,"slot":"right_arm","target":3}`,
		`{"type":"prize","part":0}`, `{"type":"prize","loot":0}`, `{"type":"pick_up","die":1,"loot":0}`,
		`{"type":"bolt","dice":[3,2,1,1],"part":7,"slot":"left_arm"}`, `{"type":"unbolt","die":1,"slot":"head"}`,
		`{"type":"sabotage","die":4,"part":2}`, `{"type":"end"}`,
		`{"type":"ready"}`, `{"type":"walk","die":6,"mm":120}`, `{"type":"done"}`,
	} {
		a, err := g.ParseAction(json.RawMessage(good))
		if err != nil {
			t.Errorf("%s: %v", good, err)
			continue
		}
		if raw, _ := json.Marshal(a); string(raw) != good {
			t.Errorf("%s reads back as %s", good, raw)
		}
	}
	if a, err := g.ParseAction(json.RawMessage(`{"slot":"left_arm","dice":[1,3,2,1],"part":7,"type":"bolt"}`)); err != nil || *a.(*Action) != *Bolt(hand("3211"), 7, LeftArm) {
		t.Errorf("fields and dice in another order: %v %v", a, err)
	}
	for bad, field := range map[string]string{
		`{"type":"end","x":1}`:                                              "x",
		`{"type":"move","die":6,"x":30000}`:                                 "y",
		`{"type":"move","die":6,"x":30000,"y":1.0}`:                         "y",
		`{"type":"move","die":6,"x":30000,"y":1e3}`:                         "y",
		`{"type":"move","die":6,"x":30000,"y":99999999999}`:                 "y",
		`{"type":"move","die":"6","x":30000,"y":1}`:                         "die",
		`{"type":"move","die":6,"die":5,"x":1,"y":1}`:                       "",
		`{"type":"attack","die":5,"slot":"tail","target":3}`:                "slot",
		`{"type":"attack","die":5,"slot":"head","target":-3}`:               "target",
		`{"type":"prize","part":0,"loot":0}`:                                "part",
		`{"type":"prize"}`:                                                  "part",
		`{"type":"prize","part":-1}`:                                        "part",
		`{"type":"bolt","dice":[],"part":7,"slot":"head"}`:                  "dice",
		`{"type":"bolt","dice":[7],"part":7,"slot":"head"}`:                 "dice",
		`{"type":"bolt","dice":[1,1,1,1,1,1,1,1,1],"part":7,"slot":"head"}`: "dice",
		`{"type":"walk","die":6,"mm":-1}`:                                   "mm",
		`{"type":"walk","die":6,"mm":12.5}`:                                 "mm",
		`{"type":"walk","die":6}`:                                           "mm",
		`{"type":"done","order":1}`:                                         "order",
		`{"type":"fly"}`:                                                    "type",
		`{"Type":"end"}`:                                                    "type",
		`{"type":"end"} x`:                                                  "",
	} {
		_, err := g.ParseAction(json.RawMessage(bad))
		var e *game.Error
		if !errors.As(err, &e) || e.Field != field {
			t.Errorf("%s: got %v, want a refusal of %q", bad, err, field)
		}
	}
}

// With open dice everybody, watchers too, sees every die and every height.
func TestK09_OpenDiceAreSeenByAll(t *testing.T) {
	for _, dice := range []string{DiceSecret, DiceOpen} {
		x := shot(t, `{"dice":"`+dice+`","terrain_pieces":0}`, "66", "652", "")
		target := x.robot("Bullone")
		for _, seat := range []game.Seat{0, 1, game.Watcher} {
			v := x.View(seat, nil).(*View)
			height, known := v.HitOn(target, 6)
			if want := dice == DiceOpen || seat == 1; known != want || known != (v.Hands[target] == hand("652")) {
				t.Errorf("%s: seat %d knows the target's dice: %v, %v", dice, seat, known, v.Hands[target])
			}
			if known && height != 4 {
				t.Errorf("a 6 on 6, 5 and 2 comes to %d, want 4", height)
			}
		}
	}
}
