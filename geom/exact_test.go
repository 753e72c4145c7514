package geom

import "math/big"

// This file decides freedom of segments a second time, on fractions and from
// the definition, so that it shares nothing with the code under test.

// stretch is an interval of the parameter t of points p + t·d.
type stretch struct{ lo, hi *big.Rat }

// clip is the part of the line inside all half planes left of the polygon's
// edges; open says whether the boundary counts as outside. ok is false if it
// is empty.
func clip(l line, poly []Point, open bool) (s stretch, ok bool) {
	for i, v := range poly {
		e := sub(poly[(i+1)%len(poly)], v)
		c0, c1 := cross(e, sub(l.p, v)), cross(e, l.d) // c0 + t·c1 ≥ 0
		if c1 == 0 {
			if c0 < 0 || open && c0 == 0 {
				return s, false
			}
			continue
		}
		t := big.NewRat(-c0, c1)
		if c1 > 0 && (s.lo == nil || t.Cmp(s.lo) > 0) {
			s.lo = t
		}
		if c1 < 0 && (s.hi == nil || t.Cmp(s.hi) < 0) {
			s.hi = t
		}
	}
	c := s.lo.Cmp(s.hi)
	return s, c < 0 || c == 0 && !open
}

func moved(c Point, corners []Point) []Point {
	var to []Point
	for _, v := range corners {
		to = append(to, add(c, v))
	}
	return to
}

// exactlyFree says whether the line is a line of sight from a to b by the words
// of K15 and the documentation of Sight.
func exactlyFree(s *Scene, a, b Disc, l line) bool {
	inA, okA := clip(l, moved(a.C, baseOf(a.R).corners), false)
	inB, okB := clip(l, moved(b.C, baseOf(b.R).corners), false)
	if !okA || !okB || inA.hi.Cmp(inB.lo) > 0 {
		return false
	}
	from, to := inA.hi, inB.lo
	type touch struct {
		stretch
		left, right bool
	}
	var touches []touch
	for _, poly := range s.Terrain() {
		if overlapsAny(poly, a, b) {
			continue
		}
		if in, ok := clip(l, poly, true); ok {
			if maxRat(in.lo, from).Cmp(minRat(in.hi, to)) < 0 {
				return false
			}
			continue
		}
		if in, ok := clip(l, poly, false); ok {
			x := touch{stretch: in}
			for _, v := range poly {
				c := cross(l.d, sub(v, l.p))
				x.left, x.right = x.left || c > 0, x.right || c < 0
			}
			touches = append(touches, x)
		}
	}
	for _, x := range touches {
		for _, y := range touches {
			if x.left && y.right {
				lo, hi := maxRat(x.lo, y.lo), minRat(x.hi, y.hi)
				if lo.Cmp(hi) <= 0 && hi.Cmp(from) > 0 && lo.Cmp(to) < 0 {
					return false
				}
			}
		}
	}
	return true
}

// overlapsAny says whether the polygon's interior meets that of a's or b's base.
func overlapsAny(poly Polygon, discs ...Disc) bool {
	for _, d := range discs {
		if interiorsMeet(poly, moved(d.C, baseOf(d.R).corners)) {
			return true
		}
	}
	return false
}

func interiorsMeet(p, q []Point) bool {
	for _, pair := range [2][2][]Point{{p, q}, {q, p}} {
		for i, v := range pair[0] {
			e := sub(pair[0][(i+1)%len(pair[0])], v)
			beyond := true
			for _, w := range pair[1] {
				beyond = beyond && cross(e, sub(w, v)) <= 0
			}
			if beyond {
				return false
			}
		}
	}
	return true
}

func maxRat(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

func minRat(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}
