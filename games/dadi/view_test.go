package dadi

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"banco/game"
	"banco/geom"
)

func TestView_Targets(t *testing.T) {
	x := set(t, 2, "", "book 300,400", "cigarette_pack 200,340 turn 45", "red 4 300,300", "blue 1 300,590", "blue 2 380,300", "blue 3 300,360", "blue 5 140,360", "active red 4")
	v := x.View(0, nil).(*View)
	want := []Target{
		{x.die("blue 1"), 2, "out_of_range"}, {x.die("blue 2"), 3, ""}, {x.die("blue 3"), 3, "another_height"}, {x.die("blue 5"), 3, "hidden"},
	}
	if got := v.Targets(); !slices.Equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func TestView_Toward(t *testing.T) {
	x := set(t, 2, "", "cigarette_pack 300,330", "red 3 300,290", "blue 4 200,290", "active red 3")
	v := x.View(0, nil).(*View)
	for _, test := range []struct {
		to, end string
		slack   int64
	}{
		{"300,590", "300,380", 20}, // three ALC of ground beyond the pack
		{"300,0", "300,170", 20},
		{"200,290", "216,290", 4}, // against the enemy
		{"590,290", "420,290", 20},
		{"320,290", "320,290", 0},
	} {
		a, end, ok := v.Toward(x.point(test.to))
		if want := x.point(test.end); !ok || geom.Square(end, want) > test.slack*test.slack || v.Check(a) != nil {
			t.Errorf("toward %s: %v, %v (%+v)", test.to, end, ok, a)
		}
	}
	// On the table's edge, pointing off it.
	x = set(t, 2, "", "red 3 100,100", "active red 3")
	if _, end, ok := x.View(0, nil).(*View).Toward(geom.Point{X: 10000, Y: -50000}); !ok || end != (geom.Point{X: 10000, Y: 800}) {
		t.Errorf("%v, %v", end, ok)
	}
}

// What a view lists and gives as samples is legal, and every discrete action
// that is legal is listed.
func TestView_ActionsAreLegalAndComplete(t *testing.T) {
	p := newPlayer(5)
	s := configure(t, "", 3).Start(p.src, nil).(*State)
	for !s.Over() {
		v := s.View(s.ToAct().First(), nil).(*View)
		listed := map[Action]bool{}
		for _, a := range v.Actions() {
			listed[*a.(*Action)] = true
			if err := v.Check(a.(*Action)); err != nil {
				t.Fatalf("listed %+v: %v", a, err)
			}
		}
		try := func(a *Action) {
			if legal := v.Check(a) == nil; legal != listed[*a] {
				t.Fatalf("%+v: legal %v, listed %v", *a, legal, listed[*a])
			}
		}
		for die := -1; die <= MaxDice; die++ {
			try(Fire(die))
			try(Fight(die))
		}
		for _, a := range []*Action{Pass(), Reserve(), Decline(), End()} {
			try(a)
		}
		p.step(t, s)
	}
}

// MoveEnd says where a move ends, and a move ends there.
func TestView_MoveEnd(t *testing.T) {
	p := newPlayer(6)
	s := configure(t, "", 4).Start(p.src, nil).(*State)
	rng := rand.New(rand.NewPCG(1, 5))
	tried := 0
	for !s.Over() {
		if v := s.View(s.ToAct().First(), nil).(*View); v.Phase == PhaseTurn && !v.Moved {
			to := geom.Point{X: rng.Int64N(s.cfg.width), Y: rng.Int64N(s.cfg.depth)}
			end, why := v.MoveEnd(to)
			c := s.Copy(nil).(*State)
			die := int(s.Active)
			err := c.Apply(s.ToAct().First(), Move(to.X, to.Y), p.src, nil)
			if (err == nil) != (why == "") {
				t.Fatalf("to %v: %q, %v", to, why, err)
			}
			if err == nil && c.Dice[die].Stands && c.Dice[die].At != end {
				t.Fatalf("to %v: %v, it said %v", to, c.Dice[die].At, end)
			}
			if err == nil {
				tried++
			}
		}
		p.step(t, s)
	}
	if tried < 5 {
		t.Errorf("only %d moves were legal", tried)
	}
}

func TestView_JSON(t *testing.T) {
	x := set(t, 2, "", "book 300,400 turn 30", "red 4 300,300", "blue 2 380,300", "active red 4")
	var seen struct {
		Game  string
		Seat  *int
		Table struct{ Width, Depth int }
		Phase string
		Dice  []struct {
			ID, Seat, Number, M, F, Odds int
			Soldier                      string
			At                           *geom.Point
		}
		Scenery []struct {
			Object, Effect string
			Poly           []geom.Point
		}
		Active  *int
		Reach   string
		Targets []struct {
			Die, Odds int
			Open      bool
			Why       string
		}
		Catalogue []struct{ Object string }
		Options   map[string]any
	}
	read := func(seat game.Seat) {
		t.Helper()
		seen.Seat, seen.Reach, seen.Targets = nil, "", nil
		data, err := x.View(seat, nil).MarshalJSON()
		if err != nil || json.Unmarshal(data, &seen) != nil {
			t.Fatalf("%v\n%s", err, data)
		}
	}
	read(0)
	if seen.Game != "dadi" || *seen.Seat != 0 || seen.Table.Width != 60000 || seen.Phase != "turn" || *seen.Active != 3 ||
		len(seen.Dice) != 12 || seen.Dice[3].Soldier != "gunner" || seen.Dice[3].F != 6 || *seen.Dice[3].At != (geom.Point{X: 30000, Y: 30000}) || seen.Dice[1].At != nil ||
		seen.Scenery[0].Effect != "hill" || len(seen.Scenery[0].Poly) != 4 || len(seen.Catalogue) != 5 || seen.Options["round_limit"] != 60.0 {
		t.Errorf("%+v", seen)
	}
	if len(seen.Reach) == 0 || len(seen.Targets) != 2 || !seen.Targets[1].Open || seen.Targets[1].Odds != 3 {
		t.Errorf("reach %q, targets %+v", seen.Reach, seen.Targets)
	}
	for _, seat := range []game.Seat{1, game.Watcher} {
		if read(seat); seen.Reach != "" || len(seen.Targets) != 0 {
			t.Errorf("seat %d, whose turn it is not, is told what it could do", seat)
		}
	}
	if seen.Seat != nil {
		t.Error("a watcher has a seat")
	}
}
