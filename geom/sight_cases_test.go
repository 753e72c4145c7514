package geom

import "testing"

func box(x0, y0, x1, y1 int64) Polygon {
	return Polygon{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

func base40(x, y int64) Disc { return Disc{Point{x, y}, 2000} }

// Cases at the knife's edge, each with what the rule says of it.
func TestK15_KnifeEdges(t *testing.T) {
	cases := []struct {
		name    string
		terrain []Polygon
		a, b    Disc
		want    bool
	}{
		{"nothing between", nil, base40(10000, 10000), base40(50000, 50000), true},
		{"a wall between", []Polygon{box(28000, 10000, 32000, 50000)}, base40(10000, 30000), base40(50000, 30000), false},
		{"grazing along the wall's top", []Polygon{box(20000, 1000, 40000, 30000)}, base40(10000, 28000), base40(50000, 28000), true},
		{"a hundredth of a millimetre under the wall's top", []Polygon{box(20000, 1000, 40000, 30000)}, base40(10000, 27999), base40(50000, 27999), false},
		{"one base alone a hundredth lower", []Polygon{box(20000, 1000, 40000, 30000)}, base40(10000, 28000), base40(50000, 27999), false},
		{"over the corner of a spike that reaches the line of tops", []Polygon{{{29000, 1000}, {31000, 1000}, {30000, 32000}}}, base40(10000, 30000), base40(50000, 30000), true},
		{"walls above and below that leave a line of no width, apart", []Polygon{box(20000, 1000, 25000, 30000), box(30000, 30000, 35000, 59000)}, base40(10000, 30000), base40(50000, 30000), true},
		{"the same walls overlapping by a hundredth in height", []Polygon{box(20000, 1000, 25000, 30001), box(30000, 30000, 35000, 59000)}, base40(10000, 30000), base40(50000, 30000), true},
		{"close walls, then a line of no width along both", []Polygon{box(10000, 1000, 50000, 30000), box(10000, 30000, 50000, 59000)}, base40(5000, 30000), base40(55000, 30000), false},
		{"close walls, then a slit of a hundredth", []Polygon{box(10000, 1000, 50000, 30000), box(10000, 30001, 50000, 59000)}, base40(5000, 30000), base40(55000, 30000), true},
		{"two blocks that touch in one corner", []Polygon{box(20000, 0, 30000, 30000), box(30000, 30000, 40000, 60000)}, base40(10000, 45000), base40(50000, 15000), false},
		{"two blocks whose corners are a hundredth apart", []Polygon{box(20000, 0, 30000, 30000), box(30001, 30000, 40000, 60000)}, base40(15000, 45000), base40(45000, 15000), true},
		{"a corner on an edge", []Polygon{{{30000, 30000}, {20000, 59000}, {10000, 59000}}, box(10000, 1000, 50000, 30000)}, base40(8000, 32000), base40(52000, 32000), false},
		{"abutting blocks grazed along their common top", []Polygon{box(20000, 1000, 30000, 30000), box(30000, 2000, 40000, 30000)}, base40(10000, 28000), base40(50000, 28000), true},
		{"a line through the corner that two blocks share, both below", []Polygon{{{20000, 10000}, {30000, 30000}, {20000, 30000}}, {{30000, 30000}, {40000, 10000}, {40000, 30000}}}, base40(10000, 28000), base40(50000, 28000), true},
		{"bases that touch, behind a wall", []Polygon{box(28000, 0, 30000, 27000)}, base40(30000, 30000), base40(34000, 30000), true},
		{"along the table's edge, past a wall flush with it", []Polygon{box(20000, 0, 40000, 30000)}, base40(10000, 2000), base40(50000, 2000), true},
		{"terrain behind a base does not block", []Polygon{box(1000, 20000, 8000, 40000)}, base40(10000, 30000), base40(50000, 30000), true},
		{"terrain under a base does not block it", []Polygon{box(5000, 5000, 15000, 55000)}, base40(10000, 30000), base40(50000, 30000), true},
		{"walls that leave one line only, terrain under a base reaching in between", []Polygon{box(30000, 0, 31000, 30000), box(35000, 30000, 36000, 60000), box(11000, 29000, 34000, 31000)}, base40(10000, 30000), base40(50000, 30000), true},
		{"the same terrain, not under the base", []Polygon{box(30000, 0, 31000, 30000), box(35000, 30000, 36000, 60000), box(12000, 29000, 34000, 31000)}, base40(10000, 30000), base40(50000, 30000), false},
		{"terrain beside a small base that faces a large one", []Polygon{{{31200, 25000}, {40000, 20000}, {40000, 26000}}}, Disc{Point{30000, 26000}, 1000}, Disc{Point{30000, 33500}, 6000}, true},
		{"past a piece, on the last line", []Polygon{box(20000, 25000, 32000, 30000)}, base40(30000, 10000), base40(30000, 50000), true},
		{"the same line, closed by a neighbour outside", []Polygon{box(20000, 25000, 32000, 30000), box(32000, 26000, 40000, 40000)}, base40(30000, 10000), base40(30000, 50000), false},
		{"pieces that touch on the only line, but behind a base", []Polygon{box(20000, 1000, 40000, 30000), {{8200, 30000}, {8300, 31000}, {8000, 31000}}, {{8200, 30000}, {8010, 29900}, {8200, 29600}}}, base40(10000, 28000), base40(50000, 28000), true},
		{"pieces that touch on the only line, in the base's own corner", []Polygon{box(20000, 1000, 40000, 30000), {{10000, 30000}, {11000, 31000}, {9000, 31000}}, {{10000, 30000}, {10400, 29990}, {10400, 30000}}}, base40(10000, 28000), base40(50000, 28000), true},
		{"pieces that touch on the only line, just in front of a base", []Polygon{box(20000, 1000, 40000, 30000), {{10001, 30000}, {11000, 31000}, {9000, 31000}}, {{10001, 30000}, {10400, 29990}, {10400, 30000}}}, base40(10000, 28000), base40(50000, 28000), false},
		{"touching the wall along its side", []Polygon{box(12000, 20000, 20000, 40000)}, base40(10000, 30000), base40(22000, 30000), false},
		{"peeking past the wall one stands at", []Polygon{box(12000, 20000, 20000, 29000)}, base40(10000, 30000), base40(22000, 30000), true},
	}
	for _, c := range cases {
		s := scene(60000, c.terrain)
		if got := s.Sight(c.a, c.b); got != c.want {
			t.Errorf("%s: Sight is %v", c.name, got)
		}
		if got := s.Sight(c.b, c.a); got != c.want {
			t.Errorf("%s, seen from the other side: Sight is %v", c.name, got)
		}
		from, to, ok := s.Ray(c.a, c.b)
		if ok != c.want {
			t.Errorf("%s: Ray says %v", c.name, ok)
		}
		if ok && !Touching(c.a, c.b, 0) && !exactlyFree(s, c.a, c.b, line{from, sub(to, from)}) {
			t.Errorf("%s: Ray %v-%v is not free", c.name, from, to)
		}
	}
}

// A chain of pieces that touch corner to corner, and reaches from beyond one
// side of the two bases to beyond the other, hides them from each other.
func TestK15_TouchingChainsBlock(t *testing.T) {
	rnd := newRandom(15)
	for n := range 400 * *deep {
		a, b := base40(10000, rnd.between(20000, 40000)), Disc{Point{50000, rnd.between(20000, 40000)}, rnd.between(500, 6000)}
		var terrain []Polygon
		p := Point{rnd.between(20000, 40000), 2000}
		for p.Y < 58000 {
			q := Point{rnd.between(20000, 40000), min(p.Y+rnd.between(3000, 12000), 58000)}
			m := Point{(p.X + q.X) / 2, (p.Y + q.Y) / 2}
			w := rnd.between(1, 800)
			if h := hull([]Point{p, {m.X + w, m.Y}, q, {m.X - w, m.Y}}); len(h) >= 3 {
				terrain = append(terrain, h)
			}
			p = q
		}
		s := scene(60000, terrain)
		if s.Sight(a, b) || s.Sight(b, a) {
			t.Fatalf("%d: %v sees %v through %v", n, a, b, terrain)
		}
		// Without one of its links the chain may be seen through, and the
		// witness must say where.
		s = scene(60000, append(append([]Polygon(nil), terrain[1:len(terrain)/2]...), terrain[len(terrain)/2+1:]...))
		q, open := s.look(a, b, nil)
		if open {
			continue
		}
		if l, ok := q.squeeze(); ok != s.Sight(a, b) || ok && !exactlyFree(s, a, b, l) {
			t.Fatalf("%d: witness %v (%v) is wrong", n, l, ok)
		}
	}
}

// One convex wall that reaches beyond both bases always blocks.
func TestK15_WallsBlock(t *testing.T) {
	rnd := newRandom(16)
	for range 2000 * *deep {
		a := Disc{Point{10000, rnd.between(8000, 52000)}, rnd.between(100, 6000)}
		b := Disc{Point{50000, rnd.between(8000, 52000)}, rnd.between(100, 6000)}
		x0, x1 := rnd.between(17000, 43000), rnd.between(17000, 43000)
		s := scene(60000, []Polygon{hull([]Point{{x0, 0}, {x0 + 1, 0}, {x1, 60000}, {x1 + 1, 60000}})})
		if s.Sight(a, b) || s.Sight(b, a) {
			t.Fatalf("%v sees %v through %v", a, b, s.Terrain())
		}
	}
}

// Ray's ends lie on the bases and its line is free, or, where no whole points
// do, at most one unit off.
func TestK15_RayIsOnTheBases(t *testing.T) {
	rays, rounded := 0, 0
	for seed := range 60 * *deep {
		rnd := newRandom(seed)
		l := layouts[seed%8]
		s := l.scene(rnd)
		a, ok := l.place(rnd, s, l.radius, nil)
		b, ok2 := l.place(rnd, s, l.other, []Disc{a})
		if !ok || !ok2 || Touching(a, b, 0) {
			continue
		}
		from, to, ok := s.Ray(a, b)
		if ok != s.Sight(a, b) {
			t.Fatalf("seed %d: Ray %v, Sight %v", seed, ok, !ok)
		}
		if !ok {
			continue
		}
		rays++
		if norm2(sub(from, a.C)) > (a.R+1)*(a.R+1) || norm2(sub(to, b.C)) > (b.R+1)*(b.R+1) {
			t.Fatalf("seed %d: Ray %v-%v does not end on %v and %v", seed, from, to, a, b)
		}
		if !exactlyFree(s, a, b, line{from, sub(to, from)}) {
			rounded++
		}
	}
	t.Logf("%d rays, %d of them rounded off a knife edge", rays, rounded)
	if rounded*20 > rays+20 {
		t.Errorf("%d of %d rays are not exact", rounded, rays)
	}
}
