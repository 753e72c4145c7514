package geom

import "testing"

// Every base polygon keeps what doc.go promises of it.
func TestBasePolygonStaysWithinOneUnitOfTheCircle(t *testing.T) {
	for r := int64(1); r <= maxSum; r++ {
		if r > 700 && r%37 != 0 {
			continue
		}
		b := newBase(r)
		n := len(b.corners)
		has := func(p Point) bool {
			for _, v := range b.corners {
				if v == p {
					return true
				}
			}
			return false
		}
		for i, v := range b.corners {
			w, x := b.corners[(i+1)%n], b.corners[(i+2)%n]
			if norm2(v) > r*r {
				t.Fatalf("r=%d: corner %v is outside the circle", r, v)
			}
			if squareLess(cross(v, w), (r-1)*(r-1), norm2(sub(w, v))) {
				t.Fatalf("r=%d: edge %v-%v comes nearer than r-1", r, v, w)
			}
			if cross(sub(w, v), sub(x, w)) <= 0 {
				t.Fatalf("r=%d: not strictly convex at %v", r, w)
			}
			if r < 100 || i < 3 {
				for _, m := range []Point{{-v.Y, v.X}, {v.Y, v.X}, {-v.X, v.Y}} {
					if !has(m) {
						t.Fatalf("r=%d: %v has no mirror image %v", r, v, m)
					}
				}
			}
		}
		if !has(Point{r, 0}) || !has(Point{0, -r}) {
			t.Fatalf("r=%d: an extreme point is missing", r)
		}
	}
	for _, r := range []int64{1000, 2000, 4000, 6000, 12000} {
		t.Logf("radius %d: %d corners", r, len(newBase(r).corners))
	}
}

func TestExtremeFacetAndInsideAgreeWithAllCorners(t *testing.T) {
	for _, r := range []int64{1, 2, 5, 100, 1000, 2000, 4000, 12000} {
		b := newBase(r)
		rnd := newRandom(uint64(r))
		for range 2000 {
			v := Point{rnd.between(-2*r, 2*r), rnd.between(-2*r, 2*r)}
			if v == (Point{}) {
				continue
			}
			best := dot(v, b.corners[0])
			in, on := true, false
			for i, c := range b.corners {
				best = max(best, dot(v, c))
				x := cross(sub(b.corners[(i+1)%len(b.corners)], c), sub(v, c))
				in, on = in && x > 0, on || x == 0
			}
			if got := b.support(v); got != best || dot(v, b.extreme(v)) != best {
				t.Fatalf("r=%d v=%v: support %d, want %d", r, v, got, best)
			}
			if b.inside(v) != in {
				t.Fatalf("r=%d v=%v: inside %v, want %v", r, v, b.inside(v), in)
			}
			if !in {
				w := b.tangent(v)
				for _, c := range b.corners {
					if w == v || cross(sub(v, w), sub(c, w)) < 0 {
						t.Fatalf("r=%d v=%v: %v is no tangent corner (%v)", r, v, w, c)
					}
				}
			}
		}
	}
}
