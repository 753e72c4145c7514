package geom

import (
	"testing"
)

// sampled looks for a free segment between corners of the two bases, every
// step-th of each.
func sampled(s *Scene, a, b Disc, step int) bool {
	q, open := s.look(a, b, nil)
	if open {
		return true
	}
	for i := 0; i < len(q.baseA.corners); i += step {
		for j := 0; j < len(q.baseB.corners); j += step {
			v, w := add(a.C, q.baseA.corners[i]), add(b.C, q.baseB.corners[j])
			free := true
			for k := range s.pieces {
				if s.pieces[k].cuts(v, w) {
					free = false
					break
				}
			}
			// What sampling finds still has to be free by the exact test, which
			// knows of touching pieces.
			if free && exactlyFree(s, a, b, line{v, sub(w, v)}) {
				return true
			}
		}
	}
	return false
}

// Sight is never blind where sampling finds a line, and never sees without a
// line that holds on exact fractions. The pre-tests agree with the full decision.
func TestK15_SightAgreesWithSamplingAndHasAnExactWitness(t *testing.T) {
	seen, unseen, squeezed := 0, 0, 0
	for n, l := range layouts {
		for seed := range 30 * *deep {
			rnd := newRandom(seed*100 + uint64(n))
			s := l.scene(rnd)
			for range 12 {
				a, ok := l.place(rnd, s, l.radius, nil)
				b, ok2 := l.place(rnd, s, l.other, []Disc{a})
				if seed%4 == 3 { // Bases that may overlap terrain, too.
					a.C, b.C = Point{rnd.between(0, l.field), rnd.between(0, l.field)}, Point{rnd.between(0, l.field), rnd.between(0, l.field)}
				} else if !ok || !ok2 {
					continue
				}
				got := s.Sight(a, b)
				if got != s.Sight(b, a) {
					t.Fatalf("layout %d seed %d: %v and %v do not see each other alike", n, seed, a, b)
				}
				q, open := s.look(a, b, nil)
				if open {
					continue
				}
				witness, ok := q.squeeze()
				if ok != got {
					t.Fatalf("layout %d seed %d: %v %v: Sight %v, full decision %v", n, seed, a, b, got, ok)
				}
				if got {
					seen++
					if !q.gap() {
						squeezed++
					}
					if !exactlyFree(s, a, b, witness) {
						t.Fatalf("layout %d seed %d: %v %v: witness %v is not free", n, seed, a, b, witness)
					}
					continue
				}
				unseen++
				if sampled(s, a, b, 1+len(q.baseA.corners)/24) {
					t.Fatalf("layout %d seed %d: %v sees %v by sampling", n, seed, a, b)
				}
			}
		}
	}
	t.Logf("%d pairs see each other (%d of them only just), %d do not", seen, squeezed, unseen)
}
