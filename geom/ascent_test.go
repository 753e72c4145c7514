package geom

import (
	"math"
	"testing"
)

// boxes on an open field: dice of 16 mm, an ALC of 3 cm.
func ascent(hills ...Hill) *Ascent {
	return &Ascent{Hills: hills, Rise: 1600, Gap: 1600, Toll: 3000}
}

func hill(x, y, w, h, top int64) Hill {
	return Hill{Rectangle(w, h).Placed(nil, 0, Point{x, y}), top}
}

func TestAscent(t *testing.T) {
	pack := hill(10000, 5000, 2000, 4000, 2200) // from x = 9000 to 11000
	book := hill(14000, 5000, 6000, 4000, 3000) // it touches the pack
	far := hill(20000, 5000, 3000, 4000, 3000)  // 15 mm beyond the book
	slab := hill(5000, 5000, 2000, 4000, 800)   // lower than a die
	a := ascent(pack, book, far, slab)
	for _, c := range []struct {
		what     string
		from, to Point
		want     int64
	}{
		{"open ground", Point{0, 9000}, Point{30000, 9000}, 0},
		{"over what is low", Point{2000, 5000}, Point{8000, 5000}, 0},
		{"onto the pack", Point{8000, 5000}, Point{10000, 5000}, 3000},
		{"along its side", Point{8000, 7000}, Point{30000, 7000}, 0},
		{"past its corner", Point{8000, 6000}, Point{10000, 8000}, 0},
		{"over its corner", Point{8000, 5999}, Point{10000, 7999}, 3000},
		{"down from the pack", Point{10000, 5000}, Point{10000, 9000}, 0},
		{"from the pack to the book", Point{10000, 5000}, Point{14000, 5000}, 0},
		{"over both", Point{8000, 5000}, Point{18000, 5000}, 3000},
		{"across the narrow gap", Point{14000, 5000}, Point{20000, 5000}, 0},
		{"back again", Point{20000, 5000}, Point{10000, 5000}, 0},
		{"over the gap's end", Point{14000, 5000}, Point{20000, 5000}, 0},
		{"from the gap", Point{17500, 5000}, Point{20000, 5000}, 3000},
		{"through the gap on the slant", Point{16500, 3100}, Point{19500, 6900}, 3000},
		{"nowhere", Point{10000, 5000}, Point{10000, 5000}, 0},
	} {
		if got := a.Tolls(c.from, c.to); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
	wide := ascent(pack, hill(20000, 5000, 3000, 4000, 3000))
	if got := wide.Tolls(Point{8000, 5000}, Point{20000, 5000}); got != 6000 {
		t.Errorf("up twice with ground between: %d", got)
	}
	for _, c := range []struct {
		at   Point
		want int64
	}{{Point{10000, 5000}, 2200}, {Point{12000, 5000}, 3000}, {Point{11000, 5000}, 0}, {Point{9000, 5000}, 0}, {Point{5000, 5000}, 800}, {Point{0, 0}, 0}} {
		if got := a.Top(c.at); got != c.want {
			t.Errorf("at %v it stands %d high, want %d", c.at, got, c.want)
		}
	}
}

// The limit counts to the last unit, and Reaches goes as far as Afford lets it.
func TestAscent_Limits(t *testing.T) {
	a := ascent(hill(10000, 5000, 2000, 4000, 2200))
	from := Point{8500, 5000}
	if !a.Afford(from, Point{17500, 5000}, 12000) || a.Afford(from, Point{17501, 5000}, 12000) {
		t.Error("four ALC over the pack are not three of ground")
	}
	if a.Afford(from, Point{9001, 5000}, 3000) || !a.Afford(from, Point{9000, 5000}, 3000) {
		t.Error("with one ALC it does not stop at the edge")
	}
	for limit, want := range map[int64]int64{-1: -1, 400: 400, 600: 500, 3000: 500, 3500: 500, 3600: 600, 12000: 9000, 90000: 21500} {
		if got := a.Reaches(from, Point{30000, 5000}, limit); limit >= 0 && got != want {
			t.Errorf("a limit of %d reaches %d, want %d", limit, got, want)
		}
	}
	rnd := newRandom(5)
	l := layout{field: 30000, size: 4000, grid: 1}
	paid := 0
	for range 20000 {
		var hills []Hill
		for range 6 {
			p := l.polygon(rnd)
			free := true
			for _, h := range hills {
				free = free && !Overlap(h.Poly, p)
			}
			if free {
				hills = append(hills, Hill{p, 1700 + 100*rnd.between(0, 14)})
			}
		}
		a := ascent(hills...)
		// Ways on which there is a whole place every few units.
		from, v := Point{rnd.between(0, 30000), rnd.between(0, 30000)}, Point{rnd.between(-9, 9), rnd.between(-9, 9)}
		stride, steps := math.Sqrt(float64(norm2(v))), rnd.between(1, 2500)
		if v == (Point{}) {
			continue
		}
		place := func(n int64) Point { return Point{from.X + v.X*n, from.Y + v.Y*n} }
		to := place(steps)
		limit := rnd.between(0, 20000)
		n := float64(a.Reaches(from, to, limit)) / stride
		if back := int64(n - 1.5/stride); back > 0 && !a.Afford(from, place(back), limit) {
			t.Fatalf("%d reaches %v from %v to %v over %v, which costs too much", limit, place(back), from, to, hills)
		}
		if on := int64(n+1.5/stride) + 1; on <= steps && a.Afford(from, place(on), limit) {
			t.Fatalf("%d reaches %d from %v to %v over %v, and %v could be paid", limit, int64(n*stride), from, to, hills, place(on))
		}
		if a.Tolls(from, to) > 0 {
			paid++
		}
	}
	if paid < 2000 {
		t.Errorf("only %d ways cost anything", paid)
	}
}
