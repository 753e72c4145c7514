package geom

import (
	"cmp"
	"flag"
	"slices"
)

// random is a small fixed generator for tests (splitmix64), so that a failure
// repeats on every machine.
type random struct{ state uint64 }

func newRandom(seed uint64) *random { return &random{seed*0x9E3779B97F4A7C15 + 1} }

func (r *random) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// between is a whole number from lo to hi, both included.
func (r *random) between(lo, hi int64) int64 { return lo + int64(r.next()%uint64(hi-lo+1)) }

// hull is the strictly convex hull of the points, counter-clockwise.
func hull(points []Point) Polygon {
	slices.SortFunc(points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	})
	var h Polygon
	for range 2 {
		first := len(h)
		for _, p := range points {
			for len(h) > first+1 && cross(sub(h[len(h)-1], h[len(h)-2]), sub(p, h[len(h)-1])) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		h = h[:len(h)-1]
		slices.Reverse(points)
	}
	return h
}

// layout says what random scenes look like. A coarse grid makes corners,
// edges and discs meet exactly.
type layout struct {
	field, pieces, size, grid int64
	radius, other             int64
}

var layouts = []layout{
	{60000, 10, 5000, 1, 2000, 2000},
	{60000, 10, 6000, 1, 2000, 1000},
	{60000, 40, 3000, 1, 2000, 2000},
	{60000, 10, 6000, 1000, 2000, 2000},
	{30000, 12, 3000, 1000, 1000, 1000},
	{20000, 9, 4000, 1000, 1000, 2000},
	{40000, 14, 4000, 500, 500, 6000},
	{60000, 30, 3000, 1000, 2000, 1000},
	{300, 8, 60, 10, 10, 20},
	{60, 8, 14, 1, 3, 2},
}

func (l layout) polygon(rnd *random) Polygon {
	for {
		c := Point{rnd.between(0, l.field), rnd.between(0, l.field)}
		n := rnd.between(3, 7)
		var points []Point
		for range n {
			p := add(c, Point{rnd.between(-l.size, l.size), rnd.between(-l.size, l.size)})
			p.X = min(max(p.X/l.grid*l.grid, 0), l.field)
			p.Y = min(max(p.Y/l.grid*l.grid, 0), l.field)
			points = append(points, p)
		}
		if h := hull(points); len(h) >= 3 {
			return h
		}
	}
}

func (l layout) terrain(rnd *random) []Polygon {
	var terrain []Polygon
	for range l.pieces {
		terrain = append(terrain, l.polygon(rnd))
	}
	return terrain
}

func (l layout) scene(rnd *random) *Scene { return scene(l.field, l.terrain(rnd)) }

func scene(field int64, terrain []Polygon) *Scene {
	s, err := NewScene(field, field, terrain)
	if err != nil {
		panic(err)
	}
	return s
}

// place is a free disc, or ok is false if none is found quickly.
func (l layout) place(rnd *random, s *Scene, r int64, others []Disc) (d Disc, ok bool) {
	for range 200 {
		d = Disc{Point{rnd.between(r, l.field-r), rnd.between(r, l.field-r)}, r}
		if l.grid > 1 {
			d.C = Point{d.C.X / l.grid * l.grid, d.C.Y / l.grid * l.grid}
		}
		if s.Free(d, others) {
			return d, true
		}
	}
	return d, false
}

// deep multiplies the number of random scenes: go test ./geom/ -args -deep 50
var deep = flag.Uint64("deep", 1, "how many times as many random scenes to try")
