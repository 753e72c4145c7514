package geom

import (
	"testing"

	"pgregory.net/rapid"
)

// drawScene draws terrain and two bases in the middle of a larger field, so
// that they can be moved and turned.
func drawScene(t *rapid.T) (terrain []Polygon, a, b Disc) {
	l := rapid.SampledFrom(layouts).Draw(t, "layout")
	rnd := newRandom(rapid.Uint64().Draw(t, "seed"))
	l.pieces = rapid.Int64Range(0, 14).Draw(t, "pieces")
	s := l.scene(rnd)
	a, ok := l.place(rnd, s, l.radius, nil)
	b, ok2 := l.place(rnd, s, l.other, nil)
	if !ok || !ok2 {
		t.Skip("no room")
	}
	return s.Terrain(), a, b
}

// transformed maps a whole scene; mirroring keeps corners counter-clockwise.
func transformed(terrain []Polygon, f func(Point) Point, mirror bool) []Polygon {
	var to []Polygon
	for _, poly := range terrain {
		var p Polygon
		for _, v := range poly {
			p = append(p, f(v))
		}
		if mirror {
			for i, j := 0, len(p)-1; i < j; i, j = i+1, j-1 {
				p[i], p[j] = p[j], p[i]
			}
		}
		to = append(to, p)
	}
	return to
}

func TestK15_SightIsTheSameMovedTurnedAndMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terrain, a, b := drawScene(t)
		want := scene(MaxField, terrain).Sight(a, b)
		x := rapid.Int64Range(0, 100000).Draw(t, "x")
		y := rapid.Int64Range(0, 100000).Draw(t, "y")
		const m = MaxField
		maps := []struct {
			name   string
			f      func(Point) Point
			mirror bool
		}{
			{"moved", func(p Point) Point { return Point{p.X + x, p.Y + y} }, false},
			{"turned by a quarter", func(p Point) Point { return Point{m - p.Y, p.X} }, false},
			{"turned by a half", func(p Point) Point { return Point{m - p.X, m - p.Y} }, false},
			{"mirrored", func(p Point) Point { return Point{m - p.X, p.Y} }, true},
			{"mirrored at the diagonal", func(p Point) Point { return Point{p.Y, p.X} }, true},
		}
		for _, k := range maps {
			s := scene(m, transformed(terrain, k.f, k.mirror))
			c, d := Disc{k.f(a.C), a.R}, Disc{k.f(b.C), b.R}
			if s.Sight(c, d) != want || s.Sight(d, c) != want {
				t.Fatalf("%s: sight is not %v any more", k.name, want)
			}
		}
	})
}

func TestK15_AddingTerrainNeverAddsSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terrain, a, b := drawScene(t)
		if len(terrain) > 0 && scene(MaxField, terrain).Sight(a, b) && !scene(MaxField, terrain[1:]).Sight(a, b) {
			t.Fatalf("%v and %v see each other only behind %v", a, b, terrain[0])
		}
	})
}

func TestK15_GrowingABaseNeverRemovesSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terrain, a, b := drawScene(t)
		s := scene(MaxField, terrain)
		c := a
		c.R += rapid.SampledFrom([]int64{1, 2, 10, 300}).Draw(t, "growth")
		if s.Sight(a, b) && !s.Sight(c, b) {
			t.Fatalf("%v sees %v, grown to %d it does not", a, b, c.R)
		}
	})
}

// FuzzSight turns bytes into a scene and holds Sight against its laws.
func FuzzSight(f *testing.F) {
	for i := range uint64(len(layouts)) {
		f.Add(i, i, int64(0), int64(0), int64(0), int64(0), int64(2000), int64(1000))
	}
	f.Fuzz(func(t *testing.T, seed, kind uint64, ax, ay, bx, by, ar, br int64) {
		l := layouts[kind%uint64(len(layouts))]
		rnd := newRandom(seed)
		s := l.scene(rnd)
		wrap := func(x, lo, hi int64) int64 { return lo + int64(uint64(x)%uint64(hi-lo+1)) }
		a := Disc{Point{wrap(ax, 0, l.field), wrap(ay, 0, l.field)}, wrap(ar, 1, min(MaxRadius, l.field/4))}
		b := Disc{Point{wrap(bx, 0, l.field), wrap(by, 0, l.field)}, wrap(br, 1, min(MaxRadius, l.field/4))}
		got := s.Sight(a, b)
		if got != s.Sight(b, a) {
			t.Fatalf("%v and %v do not see each other alike", a, b)
		}
		q, open := s.look(a, b, nil)
		if open {
			return
		}
		l2, ok := q.squeeze()
		if ok != got {
			t.Fatalf("%v %v: Sight %v, full decision %v", a, b, got, ok)
		}
		if ok && !exactlyFree(s, a, b, l2) {
			t.Fatalf("%v %v: witness %v is not free", a, b, l2)
		}
		if !ok && sampled(s, a, b, 1+len(q.baseA.corners)/16) {
			t.Fatalf("%v sees %v by sampling", a, b)
		}
	})
}
