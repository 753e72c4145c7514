package geom

import (
	"math"
	"slices"
	"testing"
)

func TestPlaced_QuarterTurnsAreExact(t *testing.T) {
	p := Rectangle(21000, 14001) // the odd side counts as 14000
	for degrees, want := range map[int]Polygon{
		0:   {{-10500, -7000}, {10500, -7000}, {10500, 7000}, {-10500, 7000}},
		90:  {{7000, -10500}, {7000, 10500}, {-7000, 10500}, {-7000, -10500}},
		-90: {{-7000, 10500}, {-7000, -10500}, {7000, -10500}, {7000, 10500}},
		450: {{7000, -10500}, {7000, 10500}, {-7000, 10500}, {-7000, -10500}},
	} {
		if got := p.Placed(nil, degrees, Point{}); !slices.Equal(got, want) {
			t.Errorf("%d degrees: %v, want %v", degrees, got, want)
		}
	}
}

// Every corner is within half a unit, in x and in y, of where trigonometry has
// it, but for what 20 binary digits of a sine leave out; opposite corners stay
// opposite, and the shape stays one that a scene takes.
func TestPlaced_EveryWholeDegree(t *testing.T) {
	by := Point{40000, 40000}
	var q Polygon
	for _, p := range []Polygon{Rectangle(24000, 17000), Rectangle(5000, 2000), Rectangle(9000, 5500)} {
		for degrees := range 360 {
			q = p.Placed(q, degrees, by)
			sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
			for i, v := range p {
				x, y := float64(v.X)*cos-float64(v.Y)*sin, float64(v.X)*sin+float64(v.Y)*cos
				if math.Abs(float64(q[i].X-by.X)-x) > 0.53 || math.Abs(float64(q[i].Y-by.Y)-y) > 0.53 {
					t.Fatalf("%v by %d degrees: corner %d at %v", p, degrees, i, q[i])
				}
				if o := q[(i+2)%4]; o.X-by.X != by.X-q[i].X || o.Y-by.Y != by.Y-q[i].Y {
					t.Fatalf("%v by %d degrees is not symmetric: %v", p, degrees, q)
				}
			}
			if _, err := NewScene(80000, 80000, []Polygon{q}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestCompass(t *testing.T) {
	for degrees := -720; degrees <= 720; degrees++ {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		c := Compass(degrees)
		if math.Abs(float64(c.X)-cos*(1<<20)) > 0.5001 || math.Abs(float64(c.Y)-sin*(1<<20)) > 0.5001 {
			t.Fatalf("%d degrees: %v", degrees, c)
		}
	}
	if got := Along(Point{5, 7}, Compass(90), 300); got != (Point{5, 307}) {
		t.Errorf("%v", got)
	}
}

// Small coordinates make ties common: every answer is compared with one found
// by trying a fine grid of places.
func TestPolygon_AgainstTrying(t *testing.T) {
	rnd := newRandom(77)
	l := layout{field: 24, pieces: 1, size: 8, grid: 1}
	const fine = 24 // places tried per unit
	crossed, overlapping := 0, 0
	for range 3000 {
		p, q := l.polygon(rnd), l.polygon(rnd)
		a, b := Point{rnd.between(0, 24), rnd.between(0, 24)}, Point{rnd.between(0, 24), rnd.between(0, 24)}
		big := scaledUp(p, fine)
		// Where the way runs inside: an open stretch, so if there is one it holds
		// one of very many places tried.
		const parts = 5040
		first, last := -1, -1
		for i := 0; i <= parts; i++ {
			at := Point{a.X*parts + (b.X-a.X)*int64(i), a.Y*parts + (b.Y-a.Y)*int64(i)}
			if scaledUp(p, parts).Inside(at) {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		got := p.Crossed(a, b)
		if got != (first >= 0) {
			t.Fatalf("%v crossed from %v to %v: %v", p, a, b, got)
		}
		if got {
			crossed++
			if from, to, ok := p.Chord(a, b); ok {
				length := math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y))
				if math.Abs(float64(from)-length*float64(first)/parts) > 1.6 || math.Abs(float64(to)-length*float64(last)/parts) > 1.6 {
					t.Fatalf("%v from %v to %v: the chord is %d to %d", p, a, b, from, to)
				}
			} else if a != b {
				t.Fatalf("%v from %v to %v: no chord", p, a, b)
			}
		}
		// Overlap: whether any place of a fine grid is inside both. Interiors
		// that meet at all may do so in less than a cell, so only the way from
		// the grid to the answer is certain.
		other := scaledUp(q, fine)
		lo, hi := big.Box()
		meet := false
		for x := lo.X; x <= hi.X && !meet; x++ {
			for y := lo.Y; y <= hi.Y && !meet; y++ {
				meet = big.Inside(Point{x, y}) && other.Inside(Point{x, y})
			}
		}
		if meet {
			overlapping++
			if !Overlap(p, q) {
				t.Fatalf("%v and %v overlap", p, q)
			}
		} else if Overlap(p, q) && !sliver(p, q) {
			t.Fatalf("%v and %v do not overlap", p, q)
		}
		if Overlap(p, q) != Overlap(q, p) || !Overlap(p, p) {
			t.Fatalf("%v and %v: not the same both ways", p, q)
		}
	}
	if crossed < 500 || overlapping < 500 {
		t.Errorf("%d crossed, %d overlapping: too few to tell", crossed, overlapping)
	}
}

// sliver says whether what two polygons share is so thin that no place of the
// grid need be in it: their edges cross properly.
func sliver(p, q Polygon) bool {
	for i, v := range p {
		if q.Crossed(v, p[(i+1)%len(p)]) {
			return true
		}
	}
	return false
}

func scaledUp(p Polygon, n int64) Polygon {
	out := make(Polygon, len(p))
	for i, v := range p {
		out[i] = Point{v.X * n, v.Y * n}
	}
	return out
}

func TestOverlap_TouchingIsNot(t *testing.T) {
	p := Rectangle(200, 100)
	for _, by := range []Point{{200, 0}, {0, 100}, {200, 100}, {-200, 30}} {
		if Overlap(p, p.Placed(nil, 0, by)) {
			t.Errorf("moved by %v it overlaps", by)
		}
	}
	if !Overlap(p, p.Placed(nil, 0, Point{199, 99})) {
		t.Error("a corner that reaches in does not overlap")
	}
	if !Overlap(p, Rectangle(20, 10)) {
		t.Error("what lies within does not overlap")
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b   Point
		square int64
		want   int64
	}{{Point{0, 0}, Point{3, 4}, 25, 5}, {Point{7, 7}, Point{7, 7}, 0, 0}, {Point{-1, 0}, Point{0, 1}, 2, 1}, {Point{0, 0}, Point{200000, 200000}, 80000000000, 282842}} {
		if Square(c.a, c.b) != c.square || Distance(c.a, c.b) != c.want || Distance(c.b, c.a) != c.want {
			t.Errorf("%v to %v: %d, %d", c.a, c.b, Square(c.a, c.b), Distance(c.a, c.b))
		}
	}
}
