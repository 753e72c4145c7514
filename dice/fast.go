package dice

import "math/rand/v2"

// Fast draws from a generator of math/rand/v2 (PCG), without bias and without
// allocating. It is for simulation: whoever sees enough of its numbers can
// compute the rest.
//
// The zero value works, as every generator with the same seed does: two of them
// give the same numbers. A Fast may be copied by assignment; the copy goes on
// on its own. It is not safe for concurrent use.
type Fast struct {
	pcg  rand.PCG
	bits uint64 // random bits not yet used, the next sixteen lowest
	left int    // how many portions of sixteen bits holds
}

// NewFast makes a generator. Seeds that lie next to each other give unrelated
// numbers.
func NewFast(seed1, seed2 uint64) *Fast {
	f := new(Fast)
	f.Seed(seed1, seed2)
	return f
}

// Seed starts over, as if newly made with these seeds.
func (f *Fast) Seed(seed1, seed2 uint64) {
	f.pcg.Seed(scatter(seed1), scatter(seed2^0x6a09e667f3bcc909))
	f.bits, f.left = 0, 0
}

// scatter is the finalizer of SplitMix64: it spreads every bit of x over the
// whole word, because lab cells are often numbered rather than drawn.
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below draws a number below n: the upper half of sixteen random bits times n
// (Lemire's method). Only where the lower half is below n may the number be one
// of the few that would come up too often, and only then is the division done.
func (f *Fast) Below(n int) int {
	checkBound(n)
	for {
		if f.left == 0 {
			f.bits, f.left = f.pcg.Uint64(), 4
		}
		product := uint32(f.bits&0xffff) * uint32(n)
		f.bits >>= 16
		f.left--
		if low := product & 0xffff; low >= uint32(n) || low >= 65536%uint32(n) {
			return int(product >> 16)
		}
	}
}
