package geom

import (
	"strings"
	"testing"
)

// KX3: a six moves 12 cm; a robot 25 cm away straight ahead is then 13 cm away.
func TestKX3_TwelveCentimetresStraight(t *testing.T) {
	s := scene(60000, nil)
	d, other := base40(10000, 30000), base40(10000+4000+25000, 30000)
	var r Reach
	r.Compute(s, d, []Disc{other}, 12000)
	to := Point{22000, 30000}
	path, length, ok := r.Path(to)
	if !r.Contains(to) || !ok || len(path) != 2 || length != 12000 || !s.Straight(d, to, []Disc{other}, 12000) {
		t.Errorf("12 cm straight: path %v, length %d, ok %v", path, length, ok)
	}
	if g := Gap(Disc{to, 2000}, other); g != 13000 {
		t.Errorf("gap afterwards is %d", g)
	}
	for _, p := range []Point{{22001, 30000}, {22000, 30001}} {
		if r.Contains(p) || s.Straight(d, p, nil, 12000) {
			t.Errorf("%v is more than 12 cm away", p)
		}
	}
	if s.Straight(d, to, nil, 11999) {
		t.Error("12 cm are not 11.999")
	}
}

func TestK13_DegenerateStartsAndLimits(t *testing.T) {
	wall := box(30000, 20000, 40000, 40000)
	s := scene(60000, []Polygon{wall})
	var r Reach
	touching := base40(28000, 30000)

	r.Compute(s, touching, nil, 0)
	if !r.Contains(touching.C) || r.Contains(Point{27999, 30000}) {
		t.Error("with no limit only the start is in reach")
	}
	if path, length, ok := r.Path(touching.C); !ok || length != 0 || len(path) != 1 {
		t.Errorf("path to the start: %v %d %v", path, length, ok)
	}
	r.Compute(s, touching, nil, -1)
	if r.Contains(touching.C) || r.Outline() != "" {
		t.Error("with a negative limit nothing is in reach")
	}

	r.Compute(s, touching, nil, 5000)
	for p, want := range map[Point]bool{
		{28000, 35000}: true,  // along the wall
		{28000, 25000}: true,  // the other way
		{23000, 30000}: true,  // straight off
		{28001, 30000}: false, // into it
		{28000, 35001}: false,
	} {
		if r.Contains(p) != want || s.Straight(touching, p, nil, 5000) != want {
			t.Errorf("from the wall to %v: %v", p, !want)
		}
	}

	r.Compute(s, base40(35000, 30000), nil, 5000)
	if r.Contains(Point{35000, 30000}) || r.Contains(Point{27000, 30000}) || r.Outline() != "" {
		t.Error("from inside a wall nothing is in reach")
	}

	corner := base40(2000, 2000)
	r.Compute(s, corner, nil, 5000)
	if !r.Contains(Point{7000, 2000}) || !r.Contains(Point{2000, 7000}) || r.Contains(Point{1999, 2000}) {
		t.Error("out of the table's corner")
	}

	for _, p := range []Point{{1 << 62, 0}, {-1 << 62, 1 << 62}, {0, -1 << 63}} {
		r.Compute(s, corner, nil, 1<<62)
		if r.Contains(p) || s.Free(Disc{p, 2000}, nil) || s.Straight(corner, p, nil, 1<<62) {
			t.Errorf("%v is on the table", p)
		}
		s.Slide(corner, p, nil)
		s.NearestFree(Disc{p, 2000}, nil)
		s.Sight(corner, Disc{p, 2000})
		s.Ray(Disc{p, 2000}, corner)
		ContactPoint(corner, 2000, p)
	}
	r.Compute(s, Disc{Point{5000, 5000}, 1 << 40}, nil, 1000)
	if r.Contains(Point{5000, 5000}) {
		t.Error("a disc as large as the world is free")
	}
}

// A robot that stands against another base can move off it and round it.
func TestK13_StartsInContact(t *testing.T) {
	s := scene(60000, nil)
	other := base40(30000, 30000)
	rnd := newRandom(13)
	var r Reach
	for range 300 {
		d := Disc{ContactPoint(other, 2000, Point{rnd.between(0, 60000), rnd.between(0, 60000)}), 2000}
		others := []Disc{other}
		if !s.Free(d, others) {
			t.Fatalf("%v in contact is not free", d)
		}
		r.Compute(s, d, others, 12000)
		v := sub(d.C, other.C)
		if away := add(d.C, v); !r.Contains(away) {
			t.Fatalf("from %v not straight away to %v", d, away)
		}
		// Half way round, the way is an arc of about 4000·π units.
		behind := ContactPoint(other, 2000, sub(other.C, v))
		r.Compute(s, d, others, 12700)
		path, length, ok := r.Path(behind)
		if !ok || length < 12550 || length > 12580 {
			t.Fatalf("round to %v: %d long, %v, path of %d", behind, length, ok, len(path))
		}
		r.Compute(s, d, others, 12500)
		if r.Contains(behind) {
			t.Fatalf("round to %v in 12500", behind)
		}
	}
}

// A passage exactly as wide as the base lets it through, one narrower does not.
func TestK13_ExactPassages(t *testing.T) {
	for _, c := range []struct {
		name    string
		terrain []Polygon
		others  []Disc
		want    bool
	}{
		{"between walls", []Polygon{box(20000, 0, 25000, 28000), box(20000, 32000, 25000, 60000)}, nil, true},
		{"between walls too close", []Polygon{box(20000, 0, 25000, 28000), box(20000, 31999, 25000, 60000)}, nil, false},
		{"between bases", nil, []Disc{base40(22000, 26000), base40(22000, 34000)}, true},
		{"between bases too close", nil, []Disc{base40(22000, 26000), base40(22000, 33999)}, false},
		{"between a wall and a base", []Polygon{box(20000, 0, 25000, 28000)}, []Disc{base40(22000, 34000)}, true},
		{"between a wall and the table's edge", []Polygon{box(20000, 32000, 25000, 60000)}, []Disc{}, true},
	} {
		s := scene(60000, c.terrain)
		d, to := base40(15000, 30000), Point{29000, 30000}
		var r Reach
		r.Compute(s, d, c.others, 14000)
		if r.Contains(to) != c.want || s.Straight(d, to, c.others, 14000) != c.want {
			t.Errorf("%s: %v", c.name, !c.want)
		}
	}
	// Round a bend through a gap of no slack: S-shaped between two bases.
	s := scene(60000, nil)
	others := []Disc{base40(26000, 30000), base40(34000, 30000)}
	var r Reach
	r.Compute(s, base40(26000, 25000), others, 20000)
	path, length, ok := r.Path(Point{34000, 35000})
	if !ok {
		t.Fatal("no way through between two bases exactly a base apart")
	}
	rims := rimsOf(s, base40(26000, 25000), others)
	through := false
	for i := 1; i < len(path); i++ {
		v, w, gap := path[i-1], path[i], Point{30000, 30000}
		through = through || cross(sub(w, v), sub(gap, v)) == 0 && v.Y <= gap.Y && gap.Y <= w.Y
		if !legalMove(s, 2000, rims, v, w) {
			t.Errorf("the way through is not legal from %v to %v", v, w)
		}
	}
	if !through || length > 13500 {
		t.Errorf("path of %d does not go through the gap: %v", length, path)
	}
}

func TestReachReusedAllocatesNothing(t *testing.T) {
	all := tables(4)
	var r Reach
	var text []byte
	run := func() {
		for i := range all {
			b := &all[i]
			r.Compute(b.s, b.bases[0], b.bases[1:], 12000)
			text = r.AppendOutline(r.AppendOutline(text[:0], 12000), 8000)
			for k := range int64(40) {
				r.Contains(Point{r.d.C.X + k*601%9000 - 4500, r.d.C.Y + k*1777%9000 - 4500})
			}
			b.s.Sight(b.bases[0], b.bases[1])
			b.s.Straight(b.bases[0], b.bases[2].C, b.bases[1:], 12000)
			b.s.Slide(b.bases[0], b.bases[2].C, b.bases[1:])
		}
	}
	run()
	if n := testing.AllocsPerRun(5, run); n != 0 && !raceDetector {
		t.Errorf("%v allocations a run", n)
	}
}

func TestOutlineIsWrittenInWholeNumbers(t *testing.T) {
	all := tables(4)
	var r Reach
	for i := range all {
		r.Compute(all[i].s, all[i].bases[0], all[i].bases[1:], 12000)
		o := r.Outline()
		if !strings.HasPrefix(o, "M") || strings.Trim(o, "Mmlaz0123456789 -") != "" {
			t.Errorf("outline %q", o)
		}
		if o != r.Outline() || "x"+o != string(r.AppendOutline([]byte("x"), 12000)) {
			t.Error("two outlines of one reach differ")
		}
	}
}

// However narrow the place and however small the unit, a drawing stays on the
// table and is a sound path.
func TestOutlineStaysOnTheTable(t *testing.T) {
	var r Reach
	for seed := range 30 * *deep {
		for n, l := range append(smallLayouts, layouts...) {
			rnd := newRandom(seed*20 + uint64(n))
			s := l.scene(rnd)
			others := l.crowd(rnd, s, int(rnd.between(0, 9)))
			d, ok := l.place(rnd, s, l.radius, others)
			if !ok {
				continue
			}
			r.Compute(s, d, others, rnd.between(0, l.field))
			for _, chain := range parse(t, r.Outline()) {
				for _, p := range chain {
					lo, hi := float64(l.radius)-2, float64(l.field-l.radius)+2
					if !(p[0] >= lo && p[0] <= hi && p[1] >= lo && p[1] <= hi) {
						t.Fatalf("layout %d seed %d: start %v limit %d: drawn at %v", n, seed, d, r.limit, p)
					}
				}
			}
		}
	}
}

// FuzzReach turns bytes into a scene and holds Reach against the slow way.
func FuzzReach(f *testing.F) {
	for i := range uint64(len(smallLayouts)) {
		f.Add(i, i, i, int64(0), int64(0), int64(100))
	}
	f.Fuzz(func(t *testing.T, seed, kind, crowd uint64, x, y, limit int64) {
		l := smallLayouts[kind%uint64(len(smallLayouts))]
		rnd := newRandom(seed)
		s := l.scene(rnd)
		others := l.crowd(rnd, s, int(crowd%6))
		wrap := func(x, lo, hi int64) int64 { return lo + int64(uint64(x)%uint64(hi-lo+1)) }
		d := Disc{Point{wrap(x, 0, l.field), wrap(y, 0, l.field)}, l.radius}
		limit = wrap(limit, 0, l.field)
		var r Reach
		r.Compute(s, d, others, limit)
		if !s.Free(d, others) {
			if r.Contains(d.C) {
				t.Fatalf("in reach from %v, which is not free", d)
			}
			return
		}
		rims := rimsOf(s, d, others)
		var targets []Point
		for range 25 {
			targets = append(targets, Point{rnd.between(0, l.field), rnd.between(0, l.field)})
		}
		for i, want := range shortest(s, d, rims, targets) {
			p := targets[i]
			free := s.Free(Disc{p, d.R}, others)
			if got := r.Contains(p); diff(want, float64(limit)) > 0.1 && got != (free && want <= float64(limit)) {
				t.Fatalf("start %v limit %d: Contains(%v) is %v, free %v, slow length %v", d, limit, p, got, free, want)
			}
		}
	})
}

func diff(a, b float64) float64 { return max(a-b, b-a) }

// On tables of the real size: what is straight ahead is in reach, and every leg
// of a path is a legal straight move of its own, from and to places that are free.
func TestK13_LegsOfPathsAreLegalMoves(t *testing.T) {
	detours := 0
	var r Reach
	rnd := newRandom(1313)
	for _, b := range tables(int(6 * *deep)) {
		for i := range 4 {
			b.bases[0], b.bases[i] = b.bases[i], b.bases[0]
			d, others := b.bases[0], b.bases[1:]
			limit := rnd.between(2, 12) * 1000
			r.Compute(b.s, d, others, limit)
			for range 200 {
				p := Point{d.C.X + rnd.between(-limit, limit), d.C.Y + rnd.between(-limit, limit)}
				path, length, ok := r.Path(p)
				straight := b.s.Straight(d, p, others, limit)
				if straight && (!ok || len(path) > 2) || ok != r.Contains(p) || ok && length > limit {
					t.Fatalf("from %v to %v within %d: straight %v, path %v of %d, %v", d, p, limit, straight, path, length, ok)
				}
				if len(path) > 2 {
					detours++
				}
				for k := 1; k < len(path); k++ {
					if leg := (Disc{path[k-1], d.R}); !b.s.Straight(leg, path[k], others, length) || !b.s.Free(leg, others) {
						t.Fatalf("from %v to %v: the leg %v-%v is not legal", d, p, path[k-1], path[k])
					}
				}
			}
		}
	}
	t.Logf("%d detours", detours)
}
