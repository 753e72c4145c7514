package geom

import "testing"

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
