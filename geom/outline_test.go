package geom

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// drawn is SVG path data as closed chains of straight segments.
type drawn [][][2]float64

// parse reads the few commands that Outline writes: M or m at the beginning of
// each piece, l, a (one radius, small, either way) and z.
func parse(t *testing.T, path string) drawn {
	t.Helper()
	var all drawn
	var at [2]float64
	move := func(x []float64) [2]float64 {
		at = [2]float64{at[0] + x[0], at[1] + x[1]}
		return at
	}
	path = strings.NewReplacer("M", "|m ", "m", "|m ", "l", "|l ", "a", "|a ", "z", "|z ", "-", " -").Replace(path)
	for _, c := range strings.FieldsFunc(path, func(r rune) bool { return r == '|' }) {
		f := strings.Fields(c)
		var x []float64
		for _, s := range f[1:] {
			n, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatalf("path has %q: %v", s, err)
			}
			x = append(x, n)
		}
		last := len(all) - 1
		switch {
		case f[0] == "m" && len(x) == 2:
			all = append(all, [][2]float64{move(x)})
		case f[0] == "l" && len(x) > 0 && len(x)%2 == 0:
			for ; len(x) > 0; x = x[2:] {
				all[last] = append(all[last], move(x))
			}
		case f[0] == "a" && len(x) > 0 && len(x)%7 == 0:
			for ; len(x) > 0; x = x[7:] {
				from := at
				if x[0] != x[1] || x[2] != 0 || x[3] != 0 {
					t.Fatalf("path has %q", c)
				}
				points := arc(from, move(x[5:]), x[0], x[4] == 1)
				all[last] = append(all[last], points...)
			}
		case f[0] == "z" && len(x) == 0:
			at = all[last][0]
		default:
			t.Fatalf("path has %q", c)
		}
	}
	return all
}

// arc is the small arc of radius r from a to b, turning from x to y or back.
func arc(a, b [2]float64, r float64, ahead bool) [][2]float64 {
	if !ahead {
		points := arc(b, a, r, true)
		slices.Reverse(points)
		return append(points[1:], b)
	}
	mx, my := (a[0]+b[0])/2, (a[1]+b[1])/2
	dx, dy := (b[0]-a[0])/2, (b[1]-a[1])/2
	half := math.Hypot(dx, dy)
	if half == 0 {
		return [][2]float64{b}
	}
	h := math.Sqrt(max(r*r-half*half, 0)) / half
	cx, cy := mx-dy*h, my+dx*h
	from := math.Atan2(a[1]-cy, a[0]-cx)
	turn := turnBetween(from, math.Atan2(b[1]-cy, b[0]-cx))
	var points [][2]float64
	r = math.Hypot(a[0]-cx, a[1]-cy)
	for i := 1; i < 64; i++ {
		x := from + turn*float64(i)/64
		points = append(points, [2]float64{cx + r*math.Cos(x), cy + r*math.Sin(x)})
	}
	return append(points, b)
}

// filled says whether the nonzero rule fills p.
func (d drawn) filled(p Point) bool {
	x, y := float64(p.X)+0.01, float64(p.Y)+0.013
	winding := 0
	for _, chain := range d {
		for i, a := range chain {
			b := chain[(i+1)%len(chain)]
			if (a[1] > y) == (b[1] > y) {
				continue
			}
			if at := a[0] + (b[0]-a[0])*(y-a[1])/(b[1]-a[1]); at > x {
				if b[1] > a[1] {
					winding++
				} else {
					winding--
				}
			}
		}
	}
	return winding != 0
}

// outlined are the layouts that drawings are held against Contains on: some
// where corners and edges meet exactly, some so crowded that a long way winds
// round many obstacles.
var outlined = []struct {
	layout
	crowd           int
	shortest, limit int64
}{
	{layout{60000, 10, 5000, 1, 2000, 2000}, 8, 2000, 12000},
	{layout{60000, 10, 5000, 1000, 2000, 2000}, 8, 2000, 12000},
	{layout{20000, 8, 2500, 500, 1000, 2000}, 8, 2000, 12000},
	{layout{60000, 60, 2000, 1, 500, 1500}, 20, 6000, 40000},
	{layout{30000, 30, 1500, 500, 500, 1000}, 20, 4000, 30000},
	{layout{30000, 20, 2500, 500, 1, 500}, 20, 4000, 20000},
	{layout{20000, 3, 4000, 1000, 1000, 1000}, 16, 6000, 30000},
}

// The picture of the reach shows what Contains says, but for 0.05 mm, for the
// limit that it was computed with and for a smaller one.
func TestK13_OutlineShowsWhatContainsSays(t *testing.T) {
	var r Reach
	in, band := 0, 0
	for seed := range 14 * *deep {
		rnd := newRandom(seed)
		l := outlined[seed%uint64(len(outlined))]
		s := l.scene(rnd)
		others := l.layout.crowd(rnd, s, l.crowd)
		d, ok := l.place(rnd, s, l.radius, others)
		if !ok {
			continue
		}
		if len(others) > 0 && rnd.next()%2 == 0 { // Start in contact with another base.
			d.C = ContactPoint(others[0], d.R, d.C)
			if !s.Free(d, others) {
				continue
			}
		}
		limit := rnd.between(l.shortest, l.limit)
		r.Compute(s, d, others, limit)
		for _, limit := range []int64{limit, rnd.between(0, limit)} {
			path := parse(t, r.OutlineWithin(limit))
			for i := range 1500 {
				p := Point{d.C.X + rnd.between(-limit, limit), d.C.Y + rnd.between(-limit, limit)}
				if i%4 > 0 && len(path) > 0 { // Close to where pieces of the drawing meet or end.
					chain := path[int(rnd.next()%uint64(len(path)))]
					k := int(rnd.next() % uint64(len(chain)))
					v, w := chain[k], chain[(k+1)%len(chain)]
					x, off := float64(rnd.between(0, 100))/100, int64(12)
					if i%4 > 1 {
						off = 1
					}
					p = Point{int64(v[0]+x*(w[0]-v[0])) + rnd.between(-off, off), int64(v[1]+x*(w[1]-v[1])) + rnd.between(-off, off)}
				}
				got, want := path.filled(p), r.ContainsWithin(p, limit)
				if got {
					in++
				}
				if got == want {
					continue
				}
				band++
				if !nearBoundary(&r, p, limit, want) {
					t.Fatalf("seed %d: start %v limit %d: %v is drawn %v, Contains says %v", seed, d, limit, p, got, want)
				}
			}
		}
	}
	t.Logf("%d places drawn inside, %d of all within 0.05 mm of the boundary", in, band)
}

// A Reach says and draws for a smaller limit what one computed for it does.
func TestK13_OneReachForSeveralLimits(t *testing.T) {
	var r, own Reach
	in := 0
	for seed := range 14 * *deep {
		rnd := newRandom(seed + 500)
		l := outlined[seed%uint64(len(outlined))]
		s := l.scene(rnd)
		others := l.layout.crowd(rnd, s, l.crowd)
		d, ok := l.place(rnd, s, l.radius, others)
		if !ok {
			continue
		}
		r.Compute(s, d, others, l.limit)
		for _, limit := range []int64{-1, 0, 1, rnd.between(0, l.limit), rnd.between(0, l.limit), l.limit, l.limit + 1} {
			own.Compute(s, d, others, min(limit, l.limit))
			for i := range 400 {
				p := Point{d.C.X + rnd.between(-limit-2, limit+2), d.C.Y + rnd.between(-limit-2, limit+2)}
				if n := len(r.corner); i%2 == 0 && n > 0 {
					p = r.corner[int(rnd.next()%uint64(n))]
				}
				got, want := r.ContainsWithin(p, limit), own.Contains(p)
				if got {
					in++
				}
				if _, length, ok := r.Path(p); got != want || got != (ok && length <= limit) {
					t.Fatalf("seed %d: start %v limit %d: %v is in reach %v, a reach of that limit says %v, the way is %d long", seed, d, limit, p, got, want, length)
				}
			}
			if got, want := r.OutlineWithin(limit), own.Outline(); got != want {
				t.Fatalf("seed %d: start %v limit %d: drawn\n%s\na reach of that limit draws\n%s", seed, d, limit, got, want)
			}
		}
	}
	t.Logf("%d places in reach", in)
}

// nearBoundary says whether ContainsWithin changes within 5 units of p.
func nearBoundary(r *Reach, p Point, limit int64, in bool) bool {
	for x := int64(-5); x <= 5; x++ {
		for y := int64(-5); y <= 5; y++ {
			if x*x+y*y <= 25 && r.ContainsWithin(Point{p.X + x, p.Y + y}, limit) != in {
				return true
			}
		}
	}
	return false
}
