package geom

import (
	"testing"
)

// starScene is a table with walls, hills that overlap neither those nor each
// other, and discs.
type starScene struct {
	s      *Scene
	ascent *Ascent
	d      Disc
	others []Disc
}

func newStarScene(rnd *random, grid int64) (x starScene, ok bool) {
	l := layout{field: 60000, size: 9000, grid: grid}
	var walls, all []Polygon
	x.ascent = ascent()
	for range 10 {
		size := Rectangle(2*rnd.between(10, 120)*100, 2*rnd.between(10, 85)*100)
		p := size.Placed(nil, int(rnd.between(0, 359)/grid*grid), Point{rnd.between(15, 45) * 1000, rnd.between(15, 45) * 1000})
		free := true
		for _, q := range all {
			free = free && !Overlap(p, q)
		}
		if !free {
			continue
		}
		all = append(all, p)
		switch rnd.between(0, 2) {
		case 0:
			walls = append(walls, p)
		default:
			x.ascent.Hills = append(x.ascent.Hills, Hill{p, 2200 + 800*rnd.between(0, 1)})
		}
	}
	x.s = scene(l.field, walls)
	for range 6 {
		if d, ok := l.place(rnd, x.s, 800, x.others); ok {
			x.others = append(x.others, d)
		}
	}
	if len(x.others) > 1 && rnd.between(0, 1) == 0 {
		// One that touches, and one that all but touches.
		x.d = Disc{Point{x.others[0].C.X + 1600 + rnd.between(0, 1), x.others[0].C.Y}, 800}
		return x, x.s.Free(x.d, x.others)
	}
	x.d, ok = l.place(rnd, x.s, 800, x.others)
	return x, ok
}

func (x *starScene) law(p Point, limit int64) bool {
	return x.s.Straight(x.d, p, x.others, limit) && x.ascent.Afford(x.d.C, p, limit)
}

// boundary says whether the law differs within 0.05 mm of a place.
func (x *starScene) boundary(p Point, limit int64) bool {
	here := x.law(p, limit)
	for _, by := range [...]Point{{5, 0}, {-5, 0}, {0, 5}, {0, -5}, {4, 4}, {4, -4}, {-4, 4}, {-4, -4}} {
		if x.law(add(p, by), limit) != here {
			return true
		}
	}
	return false
}

func TestStar_DrawsTheLaw(t *testing.T) {
	rnd := newRandom(11)
	var star Star
	in, out, tolls := 0, 0, 0
	for i := range 150 * *deep {
		x, ok := newStarScene(rnd, []int64{1, 45}[i%2])
		if !ok {
			continue
		}
		limit := rnd.between(1, 6) * 3000
		path := string(star.AppendOutline(nil, x.s, x.d, x.others, limit, x.ascent))
		region := parse(t, path)
		for range 400 {
			p := add(x.d.C, Point{rnd.between(-limit, limit), rnd.between(-limit, limit)})
			want := x.law(p, limit)
			if want {
				in++
			} else {
				out++
			}
			if x.ascent.Tolls(x.d.C, p) > 0 {
				tolls++
			}
			if region.filled(p) != want && !x.boundary(p, limit) {
				t.Fatalf("scene %d: a move of %d from %v to %v: allowed %v, drawn otherwise\nhills %v\nwalls %v\nothers %v\n%s",
					i, limit, x.d.C, p, want, x.ascent.Hills, x.s.Terrain(), x.others, path)
			}
		}
	}
	if in < 5000 || out < 5000 || tolls < 2000 {
		t.Errorf("%d in, %d out, %d with tolls: too few to tell", in, out, tolls)
	}
}

func TestStar_NothingToDraw(t *testing.T) {
	var star Star
	s := scene(60000, nil)
	if got := star.AppendOutline([]byte("x"), s, Disc{Point{100, 100}, 800}, nil, 3000, ascent()); string(got) != "x" {
		t.Errorf("off the table it draws %s", got)
	}
	if got := star.AppendOutline(nil, s, Disc{Point{1000, 1000}, 800}, nil, 0, ascent()); len(got) != 0 {
		t.Errorf("with nowhere to go it draws %s", got)
	}
}

func TestStar_AllocatesNothing(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	x, ok := newStarScene(newRandom(3), 1)
	if !ok {
		t.Fatal("no scene")
	}
	var star Star
	buf := make([]byte, 0, 1<<16)
	draw := func() { buf = star.AppendOutline(buf[:0], x.s, x.d, x.others, 12000, x.ascent) }
	draw()
	if n := testing.AllocsPerRun(20, draw); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkStar(b *testing.B) {
	var list []starScene
	rnd := newRandom(9)
	for len(list) < 32 {
		if x, ok := newStarScene(rnd, 1); ok {
			list = append(list, x)
		}
	}
	var star Star
	var buf []byte
	b.ReportAllocs()
	total := 0
	for i := 0; b.Loop(); i++ {
		x := &list[i%32]
		buf = star.AppendOutline(buf[:0], x.s, x.d, x.others, 12000, x.ascent)
		total += len(buf)
	}
	b.ReportMetric(float64(total)/float64(b.N), "bytes/path")
}
