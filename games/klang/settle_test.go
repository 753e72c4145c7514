package klang

import (
	"math/rand/v2"
	"slices"
	"testing"

	"banco/geom"
)

// TestK18_TheNearestFreePlaceIsTheNearest holds settle against an exact search
// that is slow, on tables as random play leaves them.
func TestK18_TheNearestFreePlaceIsTheNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2026))
	var excess []int64
	for i := range many(8, 200) {
		p := newPlayer(uint64(i))
		s := configure(t, anyOptions(rng)).Start(p.src, nil).(*State)
		for ; !s.Over(); p.step(t, s) {
			if s.Phase != PhaseAct {
				continue
			}
			r := rng.IntN(len(s.cfg.robots))
			at := along(s.Robots[r].At, compass(rng.IntN(24)), s.cfg.radius+looseRadius+1)
			others := s.things(s.cfg, nil)
			if s.Ground.Scene.Free(loose(at), others) {
				continue
			}
			got := s.settle(s.cfg, at)
			if !s.Ground.Scene.Free(loose(got), others) {
				t.Fatalf("settled at %v, which is not free", got)
			}
			want, _ := s.Ground.Scene.NearestFree(loose(at), others)
			excess = append(excess, geom.Distance(got, at)-geom.Distance(want, at))
		}
	}
	slices.Sort(excess)
	// Twice in a thousand places the nearest is a pocket hardly wider than the
	// thing itself, which settle does not see.
	if top := excess[len(excess)*99/100]; len(excess) < 100 || top > 50 {
		t.Errorf("of %d places all but one in a hundred are up to %d hundredths of a millimetre farther than the nearest, want 50 at most", len(excess), top)
	}
}

func BenchmarkSettle(b *testing.B) {
	s := middle(b, 1)
	var at []geom.Point
	for r := range s.cfg.robots {
		for step := range 24 {
			p := along(s.Robots[r].At, compass(step), s.cfg.radius+looseRadius/2)
			at = append(at, p)
		}
	}
	i := 0
	for b.Loop() {
		s.settle(s.cfg, at[i%len(at)])
		i++
	}
}
