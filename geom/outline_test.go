package geom

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// drawn is SVG path data as closed chains of straight segments.
type drawn [][][2]float64

// parse reads the few commands that Outline writes: M, L, A (one radius, small,
// counted from x to y) and Z.
func parse(t *testing.T, path string) drawn {
	t.Helper()
	var all drawn
	for _, piece := range strings.Split(strings.TrimSuffix(path, "Z"), "Z") {
		if piece == "" {
			continue
		}
		var chain [][2]float64
		for _, c := range strings.FieldsFunc(strings.NewReplacer("M", "|M ", "L", "|L ", "A", "|A ").Replace(piece), func(r rune) bool { return r == '|' }) {
			f := strings.Fields(c)
			var x []float64
			for _, s := range f[1:] {
				n, err := strconv.ParseFloat(s, 64)
				if err != nil {
					t.Fatalf("path has %q: %v", s, err)
				}
				x = append(x, n)
			}
			switch {
			case f[0] != "A" && len(x) == 2:
				chain = append(chain, [2]float64{x[0], x[1]})
			case f[0] == "A" && len(x) == 7:
				last := chain[len(chain)-1]
				chain = append(chain, arc(last, [2]float64{x[5], x[6]}, x[0])...)
			default:
				t.Fatalf("path has %q", c)
			}
		}
		all = append(all, chain)
	}
	return all
}

// arc is the small arc of radius r from a to b, turning from x to y.
func arc(a, b [2]float64, r float64) [][2]float64 {
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

// The picture of the reach shows what Contains says, but for 0.05 mm.
func TestK13_OutlineShowsWhatContainsSays(t *testing.T) {
	var r Reach
	in, band := 0, 0
	for seed := range 6 * *deep {
		rnd := newRandom(seed)
		l := layout{60000, 10, 5000, 1 + int64(seed%2)*999, 2000, 2000}
		if seed%3 == 2 {
			l = layout{20000, 8, 2500, 500, 1000, 2000}
		}
		s := l.scene(rnd)
		others := l.crowd(rnd, s, 8)
		d, ok := l.place(rnd, s, l.radius, others)
		if !ok {
			continue
		}
		if len(others) > 0 && seed%2 == 0 { // Start in contact with another base.
			d.C = ContactPoint(others[0], d.R, d.C)
			if !s.Free(d, others) {
				continue
			}
		}
		limit := rnd.between(2000, 12000)
		r.Compute(s, d, others, limit)
		path := parse(t, r.Outline())
		for i := range 1500 {
			p := Point{d.C.X + rnd.between(-limit, limit), d.C.Y + rnd.between(-limit, limit)}
			if i%2 == 0 { // Close to where pieces of the drawing meet or end.
				chain := path[int(rnd.next()%uint64(len(path)))]
				k := int(rnd.next() % uint64(len(chain)))
				v, w := chain[k], chain[(k+1)%len(chain)]
				x := float64(rnd.between(0, 100)) / 100
				p = Point{int64(v[0]+x*(w[0]-v[0])) + rnd.between(-12, 12), int64(v[1]+x*(w[1]-v[1])) + rnd.between(-12, 12)}
			}
			got, want := path.filled(p), r.Contains(p)
			if got {
				in++
			}
			if got == want {
				continue
			}
			band++
			if !nearBoundary(&r, p, want) {
				t.Fatalf("seed %d: start %v limit %d: %v is drawn %v, Contains says %v", seed, d, limit, p, got, want)
			}
		}
	}
	t.Logf("%d places drawn inside, %d of all within 0.05 mm of the boundary", in, band)
}

// nearBoundary says whether Contains changes within 5 units of p.
func nearBoundary(r *Reach, p Point, in bool) bool {
	for x := int64(-5); x <= 5; x++ {
		for y := int64(-5); y <= 5; y++ {
			if x*x+y*y <= 25 && r.Contains(Point{p.X + x, p.Y + y}) != in {
				return true
			}
		}
	}
	return false
}
