package geom

import (
	"math"
	"math/bits"
)

// fraction is the number of binary digits after the point that lengths are
// summed with: a path's length is counted in 1/4096 of a unit.
const fraction = 12

func add(a, b Point) Point { return Point{a.X + b.X, a.Y + b.Y} }
func sub(a, b Point) Point { return Point{a.X - b.X, a.Y - b.Y} }
func neg(a Point) Point    { return Point{-a.X, -a.Y} }

// tamed is p, moved to where no product of lengths overflows if it is
// absurdly far off every table.
func tamed(p Point) Point {
	const far = 4 * MaxField
	return Point{min(max(p.X, -far), far), min(max(p.Y, -far), far)}
}

func dot(a, b Point) int64   { return a.X*b.X + a.Y*b.Y }
func cross(a, b Point) int64 { return a.X*b.Y - a.Y*b.X }
func norm2(a Point) int64    { return a.X*a.X + a.Y*a.Y }

// right is a turned clockwise by a right angle: the outward normal of a
// counter-clockwise edge.
func right(a Point) Point { return Point{a.Y, -a.X} }

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

// isqrt is the square root of n, rounded down. The processor's square root is
// only a first guess; whole numbers correct it, so the result is the same
// everywhere.
func isqrt(n int64) int64 {
	if n <= 0 {
		return 0
	}
	r := int64(math.Sqrt(float64(n)))
	for r*r > n || r > 3037000499 {
		r--
	}
	for r < 3037000499 && (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// ceilSqrt is the square root of n, rounded up.
func ceilSqrt(n int64) int64 {
	r := isqrt(n)
	if r*r < n {
		r++
	}
	return r
}

// span is the length of the segment from a to b in 1/4096 of a unit, rounded
// up, so that span(a, b) <= l<<fraction exactly when |b-a| <= l.
func span(a, b Point) int64 {
	return ceilSqrt(norm2(sub(b, a)) << (2 * fraction))
}

// divAway is x/y rounded away from zero, for y > 0.
func divAway(x, y int64) int64 {
	if x < 0 {
		return -((-x + y - 1) / y)
	}
	return (x + y - 1) / y
}

// squareLess says whether a² < b·c, for b and c not negative, without overflow.
func squareLess(a, b, c int64) bool {
	u := uint64(abs(a))
	h1, l1 := bits.Mul64(u, u)
	h2, l2 := bits.Mul64(uint64(b), uint64(c))
	return h1 < h2 || h1 == h2 && l1 < l2
}

// near says whether x is closer than r to the segment from a to b, exactly.
func near(x, a, b Point, r int64) bool {
	d, v := sub(b, a), sub(x, a)
	t, l := dot(d, v), norm2(d)
	switch {
	case t <= 0:
		return norm2(v) < r*r
	case t >= l:
		return norm2(sub(x, b)) < r*r
	}
	return squareLess(cross(d, v), r*r, l)
}

// mulDiv is a·b/c for c > 0, rounded to the nearest whole number (halves away
// from zero), without overflow in between.
func mulDiv(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
	q, rest := bits.Div64(hi, lo, uint64(c))
	if rest >= uint64(c)-rest {
		q++
	}
	if (a < 0) != (b < 0) {
		return -int64(q)
	}
	return int64(q)
}

// floorDiv is x/y rounded down, for y > 0.
func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}
