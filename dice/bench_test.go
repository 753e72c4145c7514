package dice

import (
	"math/rand/v2"
	"testing"
)

var sink int

func benchmark(b *testing.B, s Source, n int) {
	b.ReportAllocs()
	for b.Loop() {
		sink += s.Below(n)
	}
}

func BenchmarkFast(b *testing.B) {
	b.Run("d6", func(b *testing.B) { benchmark(b, NewFast(1, 2), 6) })
	b.Run("d10", func(b *testing.B) { benchmark(b, NewFast(1, 2), 10) })
}

// BenchmarkIntN is what Fast is measured against: the same generator used
// through math/rand/v2.
func BenchmarkIntN(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		sink += rng.IntN(6)
	}
}

// BenchmarkFair takes its record away now and then, as a table does.
func BenchmarkFair(b *testing.B) {
	f := NewFair([32]byte{1}, []string{"anna", "bruno"})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		sink += f.Below(6)
		if i%64 == 0 {
			f.Take()
		}
	}
}
