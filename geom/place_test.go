package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestNewSceneRefusesWhatItCannotHold(t *testing.T) {
	star := Polygon{{0, 0}, {80, 30}, {10, 60}, {50, 0}, {60, 80}}
	cases := []struct {
		name string
		poly Polygon
		ok   bool
	}{
		{"a box", box(10, 10, 50, 50), true},
		{"a box that touches the edge", box(0, 0, 100, 50), true},
		{"clockwise", Polygon{{10, 10}, {10, 50}, {50, 50}, {50, 10}}, false},
		{"not convex", Polygon{{10, 10}, {50, 10}, {20, 20}, {10, 50}}, false},
		{"three corners in a line", Polygon{{10, 10}, {30, 10}, {50, 10}, {30, 50}}, false},
		{"a corner twice", Polygon{{10, 10}, {50, 10}, {50, 10}, {30, 50}}, false},
		{"off the table", box(10, 10, 101, 50), false},
		{"two corners", Polygon{{10, 10}, {50, 10}}, false},
		{"none", nil, false},
		{"a star that turns twice", star, false},
	}
	for _, c := range cases {
		if _, err := NewScene(100, 100, []Polygon{c.poly}); (err == nil) != c.ok {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
	for _, side := range []int64{0, -5, MaxField + 1} {
		if _, err := NewScene(side, 100, nil); err == nil {
			t.Errorf("a table %d wide was taken", side)
		}
	}
}

// Readers that share a scene need no lock, also when they are the first to ask
// about a radius (go test -race watches).
func TestSceneIsSharedByManyReaders(t *testing.T) {
	l := layouts[0]
	s := l.scene(newRandom(1))
	seen := make(chan int)
	for range 4 {
		go func() {
			rnd, n := newRandom(2), 0
			var r Reach
			for radius := int64(1501); radius < 1540; radius++ {
				a, _ := l.place(rnd, s, radius, nil)
				b, _ := l.place(rnd, s, radius+1, nil)
				if s.Sight(a, b) {
					n++
				}
				r.Compute(s, a, nil, 5000)
				n += len(r.Outline())
			}
			seen <- n
		}()
	}
	first := <-seen
	for range 3 {
		if n := <-seen; n != first {
			t.Errorf("%d and %d from the same questions", first, n)
		}
	}
}

func TestK03_GapAndContact(t *testing.T) {
	a := Disc{Point{10000, 10000}, 2000}
	cases := []struct {
		b   Disc
		gap int64
	}{
		{Disc{Point{14000, 10000}, 2000}, 0},
		{Disc{Point{12400, 13200}, 2000}, 0},
		{Disc{Point{13999, 10000}, 2000}, -1},
		{Disc{Point{12400, 13199}, 2000}, -1}, // an overlap of 0.8
		{Disc{Point{12401, 13200}, 2000}, 0},  // a gap of 0.6
		{Disc{Point{13100, 10000}, 1000}, 100},
		{a, -4000},
	}
	for _, c := range cases {
		if got := Gap(a, c.b); got != c.gap || Gap(c.b, a) != c.gap {
			t.Errorf("Gap to %v is %d, want %d", c.b, got, c.gap)
		}
		if Touching(a, c.b, c.gap-1) || !Touching(a, c.b, c.gap+1) {
			t.Errorf("Touching and Gap disagree on %v", c.b)
		}
	}
	if !Touching(a, Disc{Point{13100, 10000}, 1000}, 100) || Touching(a, Disc{Point{13100, 10001}, 1000}, 100) {
		t.Error("a millimetre of slack is not kept exactly")
	}
}

func TestContactPointTouchesWithoutOverlapping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := Disc{Point{rapid.Int64Range(0, MaxField).Draw(t, "x"), rapid.Int64Range(0, MaxField).Draw(t, "y")}, rapid.Int64Range(100, MaxRadius).Draw(t, "R")}
		r := rapid.Int64Range(100, MaxRadius).Draw(t, "r")
		toward := Point{rapid.Int64Range(0, MaxField).Draw(t, "tx"), rapid.Int64Range(0, MaxField).Draw(t, "ty")}
		p := ContactPoint(base, r, toward)
		d := Disc{p, r}
		if g := Gap(base, d); g < 0 || g > 1 {
			t.Fatalf("gap %d at %v", g, p)
		}
		// It lies on the ray to toward, but for rounding.
		v, w := sub(toward, base.C), sub(p, base.C)
		if v != (Point{}) && (dot(v, w) <= 0 || math.Abs(float64(cross(v, w)))/far(Point{}, v) > 2) {
			t.Fatalf("%v is not on the side of %v", p, toward)
		}
	})
}

// What circles do not overlap is free, and what is free overlaps by less than a unit.
func TestFreeAgreesWithTheTrueCircle(t *testing.T) {
	for seed := range 40 * *deep {
		rnd := newRandom(seed)
		l := layouts[seed%uint64(len(layouts))]
		s := l.scene(rnd)
		others := l.crowd(rnd, s, 4)
		r := l.radius
		for range 300 {
			d := Disc{Point{rnd.between(0, l.field), rnd.between(0, l.field)}, r}
			switch rnd.between(0, 2) { // Look closely where they touch.
			case 0:
				if len(others) > 0 {
					d.C = ContactPoint(others[0], r, d.C)
				}
			case 1:
				p := s.terrain[0]
				d.C = ContactPoint(Disc{p[int(rnd.between(0, int64(len(p)-1)))], 0}, r, d.C)
			}
			d.C = add(d.C, Point{rnd.between(-1, 1), rnd.between(-1, 1)})
			gap := min(d.C.X-r, d.C.Y-r, l.field-r-d.C.X, l.field-r-d.C.Y)
			surely, never := gap >= 0, gap < 0
			for _, o := range others {
				surely = surely && Gap(d, o) >= 0
				never = never || Gap(d, o) < -1
			}
			for i := range s.pieces {
				surely = surely && !s.pieces[i].near(d.C, d.C, r)
				never = never || s.pieces[i].near(d.C, d.C, r-1)
			}
			if got := s.Free(d, others); surely && !got || never && got {
				t.Fatalf("seed %d: %v is free: %v", seed, d, got)
			}
			if got := s.Free(d, nil); got != (gap >= 0 && !anyMeets(s, d)) {
				t.Fatalf("seed %d: %v among terrain is free: %v", seed, d, got)
			}
		}
	}
}

func anyMeets(s *Scene, d Disc) bool {
	for _, p := range s.terrain {
		if overlapsAny(p, d) {
			return true
		}
	}
	return false
}

func TestK18_NearestFreeIsFreeAndNearest(t *testing.T) {
	for seed := range 30 * *deep {
		rnd := newRandom(seed)
		l := layouts[seed%8]
		if seed%2 == 0 {
			l = smallLayouts[seed/2%5]
		}
		s := l.scene(rnd)
		others := l.crowd(rnd, s, 6)
		for range 6 {
			want := Disc{Point{rnd.between(-50, l.field+50), rnd.between(-50, l.field+50)}, l.other}
			p, ok := s.NearestFree(want, others)
			if !ok {
				continue
			}
			if !s.Free(Disc{p, want.R}, others) {
				t.Fatalf("seed %d: %v, nearest to %v, is not free", seed, p, want)
			}
			if again, _ := s.NearestFree(want, others); again != p {
				t.Fatalf("seed %d: %v and %v from the same question", seed, p, again)
			}
			if s.Free(want, others) && p != want.C {
				t.Fatalf("seed %d: %v is free but was moved", seed, want)
			}
			best := far(want.C, p)
			for k := range 4000 {
				a := float64(k) * 0.37
				q := best * float64(k) / 4000
				x := Point{want.C.X + int64(q*math.Cos(a)), want.C.Y + int64(q*math.Sin(a))}
				if far(want.C, x) < best-10 && s.Free(Disc{x, want.R}, others) {
					t.Fatalf("seed %d: %v is nearer to %v than %v", seed, x, want, p)
				}
			}
		}
	}
}

func TestNearestFreeSaysWhenNothingFits(t *testing.T) {
	s := scene(10000, []Polygon{box(2000, 2000, 8000, 8000)})
	if p, ok := s.NearestFree(base40(5000, 5000), nil); ok {
		t.Errorf("a base of 40 mm fits at %v beside a box that leaves 20", p)
	}
	if p, ok := s.NearestFree(Disc{Point{5000, 5000}, 1000}, nil); !ok || Gap(Disc{p, 1000}, Disc{Point{5000, 5000}, 3000}) > 1 {
		t.Errorf("a base of 20 mm goes to %v, %v", p, ok)
	}
	if _, ok := scene(3000, nil).NearestFree(base40(1500, 1500), nil); ok {
		t.Error("a base larger than the table fits")
	}
}

func TestK19_SlideStopsInContact(t *testing.T) {
	s := scene(60000, []Polygon{box(30000, 20000, 40000, 40000)})
	other := Disc{Point{20000, 10000}, 2000}
	d := Disc{Point{10000, 30000}, 1000}
	cases := []struct {
		name     string
		from, to Point
		want     Point
	}{
		{"nothing in the way", Point{10000, 30000}, Point{15000, 31000}, Point{15000, 31000}},
		{"against a wall", Point{10000, 30000}, Point{50000, 30000}, Point{29000, 30000}},
		{"against a base", Point{10000, 10000}, Point{50000, 10000}, Point{17000, 10000}},
		{"against the table's edge", Point{10000, 50000}, Point{-10000, 50000}, Point{1000, 50000}},
		{"along a wall that it touches", Point{29000, 30000}, Point{29000, 35000}, Point{29000, 35000}},
		{"into a wall that it touches", Point{29000, 30000}, Point{31000, 30000}, Point{29000, 30000}},
		{"not at all", Point{10000, 30000}, Point{10000, 30000}, Point{10000, 30000}},
		{"from inside a wall", Point{35000, 30000}, Point{50000, 30000}, Point{35000, 30000}},
	}
	for _, c := range cases {
		if got := s.Slide(Disc{c.from, d.R}, c.to, []Disc{other}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestK19_SlideGoesAsFarAsItCan(t *testing.T) {
	for seed := range 60 * *deep {
		rnd := newRandom(seed)
		l := layouts[seed%8]
		s := l.scene(rnd)
		others := l.crowd(rnd, s, 5)
		d, ok := l.place(rnd, s, 1000, others)
		if !ok {
			continue
		}
		for range 40 {
			to := Point{rnd.between(0, l.field), rnd.between(0, l.field)}
			p := s.Slide(d, to, others)
			if !s.Free(Disc{p, d.R}, others) || !s.Straight(d, p, others, 2*l.field) {
				t.Fatalf("seed %d: %v slides to %v, which is not free", seed, d, p)
			}
			way := far(d.C, to)
			if p == to || way == 0 {
				continue
			}
			if math.Abs(float64(cross(sub(to, d.C), sub(p, d.C))))/way > 1.5 {
				t.Fatalf("seed %d: %v is off the way from %v to %v", seed, p, d.C, to)
			}
			if s.Free(Disc{p, d.R + 4}, others) && p != d.C {
				t.Fatalf("seed %d: %v stops at %v on its way to %v, where it meets nothing", seed, d, p, to)
			}
		}
	}
}
