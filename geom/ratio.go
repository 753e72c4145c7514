package geom

import "math/bits"

// spaceMeets says whether the stretch from … to along the line (products with
// its direction) has a point strictly between the two bases.
func (q *query) spaceMeets(l line, from, to int64) bool {
	return q.leaves(l, to, q.a, q.baseA) && q.leaves(line{l.p, neg(l.d)}, -from, q.b, q.baseB)
}

// leaves says whether the line has left d's base for good before the place x
// along it (x is a product with the line's direction, counted from l.p).
func (q *query) leaves(l line, x int64, d Disc, base *base) bool {
	o := sub(d.C, l.p)
	v := base.corners[len(base.corners)-1]
	h := cross(l.d, add(v, o))
	for _, w := range base.corners {
		// Each corner on the line and each edge that crosses it is a place where
		// the base is met; the last of them is where it is left.
		k := cross(l.d, add(w, o))
		switch {
		case k == 0:
			if dot(l.d, add(w, o)) >= x {
				return false
			}
		case h < 0 && k > 0 || h > 0 && k < 0:
			// At v + (w-v)·h/(h-k) the product is (dv·(-k) + dw·h) / (h-k).
			dv, dw := dot(l.d, add(v, o))-x, dot(l.d, add(w, o))-x
			if sumSign(dv, -k, dw, h)*sign(h-k) >= 0 {
				return false
			}
		}
		v, h = w, k
	}
	return true
}

func sign(x int64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// sumSign is the sign of a·b + c·d, without overflow.
func sumSign(a, b, c, d int64) int {
	s, t := sign(a)*sign(b), sign(c)*sign(d)
	if s*t >= 0 {
		return sign(int64(s + t))
	}
	h1, l1 := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
	h2, l2 := bits.Mul64(uint64(abs(c)), uint64(abs(d)))
	switch {
	case h1 == h2 && l1 == l2:
		return 0
	case h1 > h2 || h1 == h2 && l1 > l2:
		return s
	}
	return t
}
