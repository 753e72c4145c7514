package geom

// Ray is a witness of [Scene.Sight] for people to look at: a segment from a
// point of a's base to a point of b's, rounded to whole units. ok is false
// exactly when Sight is. Where sight is a knife edge, rounding may put the ends
// up to one unit off the free line. Discs that touch or overlap get the segment
// between their centres.
func (s *Scene) Ray(a, b Disc) (from, to Point, ok bool) {
	var room [16]obstacle
	q, open := s.look(a, b, room[:0])
	a, b = q.a, q.b
	centres := line{a.C, sub(b.C, a.C)}
	if q.baseA == nil {
		// Nothing to look past.
		if Touching(a, b, 0) {
			return a.C, b.C, open
		}
		q.baseA, q.baseB = baseOf(a.R), baseOf(b.R)
	}
	l := centres
	if !open && !q.free(l) {
		if !q.gap() && q.walled() {
			return Point{}, Point{}, false
		}
		if l, ok = q.squeeze(); !ok {
			return Point{}, Point{}, false
		}
	}
	from, to = q.leavingPoint(l, q.a, q.baseA), q.leavingPoint(line{l.p, neg(l.d)}, q.b, q.baseB)
	return q.settle(l, from, to)
}

// leavingPoint is the last place of the line on d's base, rounded.
func (q *query) leavingPoint(l line, d Disc, base *base) Point {
	// Walk in from outside by halves: far is off the base, near is on it or
	// before it, as products with the direction counted from l.p.
	far := dot(l.d, sub(d.C, l.p)) + d.R*(isqrt(norm2(l.d))+1)
	near := far - 2*d.R*(isqrt(norm2(l.d))+1) - 1
	for far-near > 1 {
		if mid := near + (far-near)/2; q.leaves(l, mid, d, base) {
			far = mid
		} else {
			near = mid
		}
	}
	return l.at(near)
}

// at is the place x along the line, as a product with its direction, rounded.
func (l line) at(x int64) Point {
	n := norm2(l.d)
	return Point{l.p.X + mulDiv(l.d.X, x, n), l.p.Y + mulDiv(l.d.Y, x, n)}
}

// settle looks for whole points next to from and to whose segment is exactly
// free, and keeps the rounded ones if there are none.
func (q *query) settle(l line, from, to Point) (Point, Point, bool) {
	var steps = [9]Point{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	for _, i := range steps {
		for _, j := range steps {
			f, t := add(from, i), add(to, j)
			if q.baseA.holds(sub(f, q.a.C)) && q.baseB.holds(sub(t, q.b.C)) && q.free(line{f, sub(t, f)}) {
				return f, t, true
			}
		}
	}
	return from, to, true
}

// holds says whether v, relative to the centre, is in the base or on its boundary.
func (b *base) holds(v Point) bool {
	n, h := b.facet(v)
	return dot(n, v) <= h
}
