package nucleo

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"banco/dice"
	"banco/game"
)

// team plays a match, every seat by advice or every seat at random.
func team(t testing.TB, c *Config, sensible bool, seed uint64) *State {
	t.Helper()
	src, rng := dice.NewFast(seed, 7), rand.New(rand.NewPCG(seed, 8))
	s := c.Start(src, nil).(*State)
	var view game.View
	for n := 0; !s.Over(); n++ {
		seat := s.ToAct().First()
		view = s.View(seat, view)
		a := view.Sample(rng)
		if sensible {
			a = view.(*View).Advise(rng)
		}
		if err := s.Apply(seat, a, src, nil); err != nil {
			t.Fatalf("%+v: %v", a, err)
		}
		if n > 50000 {
			t.Fatal("it does not end")
		}
	}
	return s
}

// wilson is the interval in which a share lies, won times out of so many, with
// 99 %.
func wilson(won, of int) (low, high float64) {
	const z = 2.5758
	n, p := float64(of), float64(won)/float64(of)
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	wide := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return mid - wide, mid + wide
}

// A sensible team wins far more often than a random one, with the same seeds.
func TestAdvice_BeatsRandomTeams(t *testing.T) {
	for _, test := range []struct {
		seats, matches int
		options        string
	}{
		{1, 20, ""}, {2, 40, ""}, {3, 40, ""}, {1, 40, `{"factions":2}`}, {2, 40, `{"difficulty":1,"draft":"on"}`},
	} {
		t.Run(fmt.Sprint(test.seats, test.options), func(t *testing.T) {
			t.Parallel()
			c := configure(t, test.options, test.seats)
			n := many(test.matches, 500)
			var sensible, random [NumOutcomes]int
			for i := range uint64(n) {
				sensible[team(t, c, true, i).Outcome]++
				random[team(t, c, false, i).Outcome]++
			}
			low, _ := wilson(sensible[Victory], n)
			_, high := wilson(random[Victory], n)
			t.Logf("of %d: sensible %v, random %v", n, sensible, random)
			if low <= high {
				t.Errorf("a sensible team wins at least %.3f, a random one at most %.3f", low, high)
			}
		})
	}
}

// It knows what its seat knows, keeps silent while it plans, and does the same
// for the same view.
func TestAdvice_ReadsTheViewAlone(t *testing.T) {
	p := newPlayer(9)
	for range many(3, 30) {
		s := configure(t, "", 3).Start(p.src, nil).(*State)
		for !s.Over() {
			seat := s.ToAct().First()
			v := s.View(seat, nil).(*View)
			before, seed := mustJSON(v), p.rng.Uint64()
			a := mustJSON(v.Advise(rand.New(rand.NewPCG(seed, 1))))
			other := twin(s.Copy(nil), seat, p.rng).View(seat, nil).(*View)
			if b := mustJSON(other.Advise(rand.New(rand.NewPCG(seed, 1)))); string(a) != string(b) {
				t.Fatalf("in one world %s, in another %s", a, b)
			}
			if string(mustJSON(v)) != string(before) {
				t.Fatal("thinking changed the view")
			}
			action, err := New().ParseAction(json.RawMessage(a))
			if err != nil || v.Check(action.(*Action)) != nil {
				t.Fatalf("it advises %s: %v", a, v.Check(action.(*Action)))
			}
			p.step(t, s)
		}
	}
}

func TestAdvice_ForWhomNothingIsOpen(t *testing.T) {
	x := set(t, "", 1, "\n.\n. . . .\n. * A\n. . . .\n.\n")
	if a := x.view(game.Watcher).Advise(rand.New(rand.NewPCG(1, 1))); a != nil {
		t.Errorf("%v", a)
	}
}

func TestAdvice_Puzzles(t *testing.T) {
	advise := func(x *table) *Action {
		return x.view(0).Advise(rand.New(rand.NewPCG(1, 1))).(*Action)
	}
	// The last factory, the last camp.
	x := set(t, "", 1, "\n.\na a a .\n. *4 .\na . F5A a\n.\n", "points 3", "walls 2-3")
	for !x.Over() && x.Points > 0 {
		x.do(advise(x))
	}
	if x.Outcome != Victory {
		t.Errorf("%v after %s", x.Outcome, x.happened())
	}
	// The last camp waits until the factory is gone.
	x = set(t, "", 1, "\n.\na a a .\n. *4 A\na . F5 a\n.\n", "points 1", "A hand 1 damage 0")
	if a := advise(x); a.Kind == ActCamp {
		t.Error("it leaves a factory behind")
	}
}

func BenchmarkAdvisedMatch(b *testing.B) {
	for seats := 1; seats <= MaxPlayers; seats++ {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			c := configure(b, "", seats)
			won := 0
			for i := uint64(0); b.Loop(); i++ {
				if team(b, c, true, i).Outcome == Victory {
					won++
				}
			}
			b.ReportMetric(float64(won)/float64(b.N), "won")
		})
	}
}
