package geom

import (
	"fmt"
	"testing"
)

// table is a table as Klang lays it out: ten pieces, six bases of 40 mm.
type table struct {
	s     *Scene
	bases []Disc
}

func tables(n int) []table {
	l := layout{60000, 10, 4500, 1, 2000, 2000}
	var all []table
	for seed := range uint64(n) {
		rnd := newRandom(seed + 1000)
		t := table{s: l.scene(rnd)}
		for len(t.bases) < 12 {
			if d, ok := l.place(rnd, t.s, 2000, t.bases); ok {
				t.bases = append(t.bases, d)
			}
		}
		all = append(all, t)
	}
	return all
}

func BenchmarkSight(b *testing.B) {
	all := tables(64)
	b.ReportAllocs()
	seen := 0
	for i := 0; b.Loop(); i++ {
		t := &all[i%64]
		if t.s.Sight(t.bases[i/64%12], t.bases[(i/64+1+i/768%11)%12]) {
			seen++
		}
	}
}

// A table with four times the terrain: most pairs are decided by the last few lines.
func BenchmarkSightDense(b *testing.B) {
	l := layout{60000, 40, 2500, 1, 1000, 1000}
	rnd := newRandom(1)
	s := l.scene(rnd)
	bases := l.crowd(rnd, s, 32)
	for i := 0; b.Loop(); i++ {
		s.Sight(bases[i%len(bases)], bases[(i+1+i/len(bases)%(len(bases)-1))%len(bases)])
	}
}

func BenchmarkNewScene(b *testing.B) {
	l := layout{60000, 10, 4500, 1, 2000, 2000}
	terrain := l.terrain(newRandom(1))
	for b.Loop() {
		scene(60000, terrain)
	}
}

func BenchmarkFree(b *testing.B) {
	all := tables(64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t := &all[i%64]
		t.s.Free(Disc{Point{int64(2000 + i*7919%56000), int64(2000 + i*104729%56000)}, 2000}, t.bases[:6])
	}
}

func BenchmarkStraight(b *testing.B) {
	all := tables(64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t := &all[i%64]
		d := t.bases[i/64%12]
		p := Point{d.C.X + int64(i*7919%17000-8500), d.C.Y + int64(i*104729%17000-8500)}
		t.s.Straight(d, p, t.bases[:6], 12000)
	}
}

func BenchmarkReachCompute(b *testing.B) {
	all := tables(64)
	var r Reach
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t := &all[i%64]
		j := i / 64 % 12
		t.bases[j], t.bases[0] = t.bases[0], t.bases[j]
		r.Compute(t.s, t.bases[0], t.bases[1:], 12000)
	}
}

// One Compute and sixteen questions, of which some need the whole tree.
func BenchmarkReachContains(b *testing.B) {
	all := tables(64)
	var r Reach
	b.ReportAllocs()
	in := 0
	for i := 0; b.Loop(); i++ {
		if i%16 == 0 {
			t := &all[i/16%64]
			j := i / 1024 % 12
			t.bases[j], t.bases[0] = t.bases[0], t.bases[j]
			r.Compute(t.s, t.bases[0], t.bases[1:], 12000)
		}
		if r.Contains(Point{r.d.C.X + int64(i*7919%17000-8500), r.d.C.Y + int64(i*104729%17000-8500)}) {
			in++
		}
	}
}

func BenchmarkReachBuild(b *testing.B) {
	all := tables(64)
	var r Reach
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t := &all[i%64]
		j := i / 64 % 12
		t.bases[j], t.bases[0] = t.bases[0], t.bases[j]
		r.Compute(t.s, t.bases[0], t.bases[1:], 12000)
		r.build()
	}
}

// Among ten pieces and five other bases, the whole answer for one die.
func BenchmarkReachOutline(b *testing.B) {
	all := tables(64)
	for _, limit := range []int64{8000, 10000, 12000} {
		b.Run(fmt.Sprint(limit), func(b *testing.B) {
			var r Reach
			b.ReportAllocs()
			size := 0
			for i := 0; b.Loop(); i++ {
				t := &all[i%64]
				j := i / 64 % 6
				t.bases[j], t.bases[0] = t.bases[0], t.bases[j]
				r.Compute(t.s, t.bases[0], t.bases[1:6], limit)
				size += len(r.Outline())
			}
			b.ReportMetric(float64(size)/float64(b.N), "bytes/path")
		})
	}
}

// Three dice at once, from one tree.
func BenchmarkReachOutlines(b *testing.B) {
	all := tables(64)
	var r Reach
	var text []byte
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t := &all[i%64]
		j := i / 64 % 6
		t.bases[j], t.bases[0] = t.bases[0], t.bases[j]
		r.Compute(t.s, t.bases[0], t.bases[1:6], 12000)
		text = text[:0]
		for limit := int64(8000); limit <= 12000; limit += 2000 {
			text = r.AppendOutline(text, limit)
		}
	}
}

func BenchmarkNearestFree(b *testing.B) {
	all := tables(64)
	for i := 0; b.Loop(); i++ {
		t := &all[i%64]
		t.s.NearestFree(Disc{add(t.bases[i/64%12].C, Point{1500, 700}), 1000}, t.bases)
	}
}
