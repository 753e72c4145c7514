package quotepage

import (
	"encoding/json"
	"testing"

	"banco/dice"
	"banco/games/quote"
)

// battle is a view of a few people: an ogre (1), goblins 1 to 12 (2 to 13),
// guardie 1 and 2 (14, 15), Alba (16), and goblin 12, who has fallen.
func battle(t testing.TB) *quote.View {
	t.Helper()
	g := quote.New()
	cfg, err := g.Configure(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := cfg.Start(dice.Forbidden{}, nil)
	for _, raw := range []string{
		`{"type":"add","name":"ogre","colour":"red","quota":6}`,
		`{"type":"add","name":"goblin","colour":"green","count":12,"quota":3}`,
		`{"type":"add","name":"guardia","colour":"blue","count":2,"quota":5}`,
		`{"type":"add","name":"Alba","colour":"blue","quota":7}`,
		`{"type":"change","who":13,"fallen":true}`,
	} {
		a, err := g.ParseAction(json.RawMessage(raw))
		if err == nil {
			err = s.Apply(0, a, dice.Forbidden{}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s.View(0, nil).(*quote.View)
}

func TestLine(t *testing.T) {
	v := battle(t)
	for _, test := range []struct{ line, means string }{
		{"12 goblin 3", `{"type":"add","name":"goblin","colour":"green","count":12,"quota":3}`},
		{"12 goblins, quota 3", `{"type":"add","name":"goblins","colour":"green","count":12,"quota":3}`},
		{"12x goblin 3", `{"type":"add","name":"goblin","colour":"green","count":12,"quota":3}`},
		{"a dozen orcs 4", `{"type":"add","name":"orcs","colour":"yellow","count":12,"quota":4}`},
		{"una dozzina di orchi quota 4", `{"type":"add","name":"orchi","colour":"yellow","count":12,"quota":4}`},
		{"ogre 6 hits 3 2d6+1", `{"type":"add","name":"ogre","colour":"red","quota":6,"hits":3,"damage":"2d6+1"}`},
		{"troll 6, 3 hits, 2d6+1", `{"type":"add","name":"troll","colour":"yellow","quota":6,"hits":3,"damage":"2d6+1"}`},
		{"troll 6 3 colpi danno 1d10", `{"type":"add","name":"troll","colour":"yellow","quota":6,"hits":3,"damage":"1d10"}`},
		{"Guardia scelta, destrezza 18, arma 30, scudo, vita 12, +10, blu", `{"type":"add","name":"Guardia scelta","colour":"blue","dexterity":18,"weapon":30,"second":true,"bonus":10,"life":12}`},
		{"knight dex 13 weapon 40 second weapon, malus 20, grey", `{"type":"add","name":"knight","colour":"grey","dexterity":13,"weapon":40,"second":true,"bonus":-20}`},
		{"drago nero 8 vita 90 -10 rossi", `{"type":"add","name":"drago nero","colour":"red","quota":8,"bonus":-10,"life":90}`},
		{"3 archers 4 white", `{"type":"add","name":"archers","colour":"white","count":3,"quota":4}`},
		{"ogre contro 3 goblin", `{"type":"fight","one":1,"allies":[2,3,4]}`},
		{"ogre vs goblins 4-6", `{"type":"fight","one":1,"allies":[5,6,7]}`},
		{"goblin 2, goblin 5 against the ogre", `{"type":"fight","one":1,"allies":[3,6]}`},
		{"ALBA x goblin 7 e guardia 1 vs", ``},
		{"Alba e guardia 1 contro tutti i goblin", `{"type":"deal","ones":[16,14],"allies":[2,3,4,5,6,7,8,9,10,11,12]}`},
		{"2 guardie contro 4 goblins", `{"type":"deal","ones":[14,15],"allies":[2,3,4,5]}`},
		{"goblin 12 contro ogre", ``},
		{"ogre contro drago", ``},
		{"ogre contro 30 goblin", ``},
		{"goblin 1 contro goblin 2", ``},
		{"goblin", ``}, {"3", ``}, {"goblin 3 4", ``}, {"goblin 3 scudo", ``}, {"goblin quota 3 quota 3", ``}, {"99 goblin 3", ``}, {"goblin 0", ``}, {"goblin 3 boh", ``},
	} {
		a, err := readLine(v, test.line)
		if err != nil {
			if test.means != "" || err.Text.IsZero() || err.Rule == "" {
				t.Errorf("%q: %v", test.line, err)
			}
			continue
		}
		raw, _ := json.Marshal(a)
		if string(raw) != test.means {
			t.Errorf("%q means %s, wanted %s", test.line, raw, test.means)
		}
	}
}

// FuzzLine: whatever is typed, a line is understood as an action that the rules
// take, or refused with a rule and a sentence; always in the same way.
func FuzzLine(f *testing.F) {
	for _, line := range []string{"12 goblin 3", "ogre 6 hits 3 2d6+1", "ogre vs 3 goblins", "guardia, des 18 arma 30 scudo", "tutti i goblin x Alba", "goblin 1-4 contro ogre"} {
		f.Add(line)
	}
	v := battle(f)
	f.Fuzz(func(t *testing.T, line string) {
		a, err := readLine(v, line)
		b, again := readLine(v, line)
		if (err == nil) != (again == nil) {
			t.Fatal("not the same twice")
		}
		if err != nil {
			if err.Rule == "" || err.Text.IsZero() {
				t.Fatalf("%q: refused without a sentence", line)
			}
			return
		}
		one, _ := json.Marshal(a)
		two, _ := json.Marshal(b)
		if string(one) != string(two) || v.Check(a) != nil {
			t.Fatalf("%q: %s, %s", line, one, two)
		}
	})
}
