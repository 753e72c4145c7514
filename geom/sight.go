package geom

// Sight decides K15: whether a straight segment from some point of a's base to
// some point of b's is free of terrain.
//
// A segment is free when no interior point of a piece lies on it, and when it
// does not pass, between the bases, through a point that is shared by two
// pieces on its opposite sides (pieces that touch count as one). Grazing is
// free. Discs that touch or overlap see each other. A piece whose interior a
// base overlaps does not block that base. The answer is exact for the base
// polygons, and Sight(a, b) == Sight(b, a).
func (s *Scene) Sight(a, b Disc) bool {
	var room [16]obstacle
	q, open := s.look(a, b, room[:0])
	if open || q.gap() {
		return true
	}
	if q.walled() {
		return false
	}
	_, ok := q.squeeze()
	return ok
}

// line is the directed line through p in direction d.
type line struct{ p, d Point }

// query is one question of sight: the bases and what may come between them.
type query struct {
	s            *Scene
	a, b         Disc
	baseA, baseB *base
	obstacles    []obstacle
	ignored      bool // a piece that overlaps a base was left out
}

// obstacle is a piece that reaches into the strip around both bases.
type obstacle struct {
	*piece
	index  int
	afterA Point // normal of a line that separates a from the piece
	aheadB Point // normal of a line that separates the piece from b
	lo, hi int64 // extent across the line of centres
	across bool  // whether it lies between the bases on lines parallel to that
}

// between says whether the piece, crossed by a line with direction d that
// meets both bases, lies between them: a line crosses a separator once, and in
// the direction of its normal.
func (o *obstacle) between(d Point) bool { return dot(d, o.afterA) > 0 && dot(d, o.aheadB) > 0 }

// look gathers the obstacles; open means that there is nothing to ask.
func (s *Scene) look(a, b Disc, room []obstacle) (q query, open bool) {
	a, b = Disc{tamed(a.C), legalRadius(a.R)}, Disc{tamed(b.C), legalRadius(b.R)}
	q = query{s: s, a: a, b: b, obstacles: room}
	if Touching(a, b, 0) {
		return q, true
	}
	lo := Point{min(a.C.X-a.R, b.C.X-b.R), min(a.C.Y-a.R, b.C.Y-b.R)}
	hi := Point{max(a.C.X+a.R, b.C.X+b.R), max(a.C.Y+a.R, b.C.Y+b.R)}
	d := sub(b.C, a.C)
	half := max(a.R, b.R) * (isqrt(norm2(d)) + 1)
	n := neg(right(d))
	for i := range s.pieces {
		p := &s.pieces[i]
		if p.lo.X > hi.X || p.hi.X < lo.X || p.lo.Y > hi.Y || p.hi.Y < lo.Y {
			continue
		}
		l, h := p.extent(n, a.C)
		if l >= half || h <= -half {
			continue
		}
		fromA, okA := p.separator(a)
		fromB, okB := p.separator(b)
		if !okA || !okB {
			q.ignored = true
		} else {
			o := obstacle{p, i, fromA, neg(fromB), l, h, false}
			o.across = o.between(d)
			q.obstacles = append(q.obstacles, o)
		}
	}
	if len(q.obstacles) == 0 {
		return q, true
	}
	q.baseA, q.baseB = baseOf(a.R), baseOf(b.R)
	return q, false
}

// gap looks for a free line parallel to the line of centres with some room to
// both sides, so that it touches nothing.
func (q *query) gap() bool {
	n := right(sub(q.b.C, q.a.C))
	top := min(q.baseA.support(n), q.baseB.support(n))
	for x := -top; x < top; {
		covered := x
		for i := range q.obstacles {
			if o := &q.obstacles[i]; o.across && o.lo <= x && o.hi > covered {
				covered = o.hi
			}
		}
		if covered == x {
			return true
		}
		x = covered
	}
	return false
}

// walled says whether a single piece crosses both outer tangents between the
// bases. The part of it that joins the crossings then cuts one base from the
// other. It may say false where there is no sight.
func (q *query) walled() bool {
	var tangents [2]line
	for i, o := range q.obstacles {
		if !o.across {
			continue
		}
		if tangents[0] == (line{}) {
			tangents[0] = q.outer(1)
			tangents[1] = q.outer(-1)
		}
		wall := true
		for _, l := range tangents {
			lo, hi := o.extent(neg(right(l.d)), l.p)
			wall = wall && lo < 0 && hi > 0 && q.obstacles[i].between(l.d)
		}
		if wall {
			return true
		}
	}
	return false
}

// outer is the common tangent with both bases on its left (side 1) or right (-1).
func (q *query) outer(side int64) line {
	d := sub(q.b.C, q.a.C)
	for range 64 {
		n := turned(d, side)
		p, r := add(q.a.C, q.baseA.extreme(n)), add(q.b.C, q.baseB.extreme(n))
		e := sub(r, p)
		if cross(d, e) == 0 {
			return line{p, e}
		}
		d = e
	}
	return line{}
}

// turned is d turned by a right angle, clockwise for side 1: the direction in
// which a tangent's shape, on its left for side 1, extends farthest.
func turned(d Point, side int64) Point {
	if side > 0 {
		return right(d)
	}
	return neg(right(d))
}

// squeeze tries every line that a last free line may be, and returns one that
// is free. Each passes through two corners, so all is decided on whole numbers.
//
// Why these lines suffice: the free lines are a closed and bounded set. Take
// one that cannot be turned further counter-clockwise. What stops it is a
// contact that keeps it from moving left, after a contact that keeps it from
// moving right. That is: a on its left and then b on its right; or a on its
// left and then a piece on its left; or a piece on its right and then b on its
// right; or a piece on its right and then another on its left. For each such
// pair there is one line (a few for pieces that touch), and turning the line
// round, with a and b exchanged, gives the same pairs.
func (q *query) squeeze() (line, bool) {
	if l := q.inner(); q.free(l) {
		return l, true
	}
	for i := range q.obstacles {
		o := &q.obstacles[i]
		if l := o.tangentFrom(q.a, q.baseA); q.hits(l, q.b, q.baseB) && q.free(l) {
			return l, true
		}
		// Seen from b the line runs the other way: b and the piece are on its left.
		l := o.tangentFrom(q.b, q.baseB)
		l.d = neg(l.d)
		if q.hits(l, q.a, q.baseA) && q.free(l) {
			return l, true
		}
	}
	d := sub(q.b.C, q.a.C)
	for i := range q.s.tangents {
		t := &q.s.tangents[i]
		l := t.line
		if t.cut && !q.ignored || abs(cross(l.d, sub(q.a.C, l.p))) > q.a.R*t.length || abs(cross(l.d, sub(q.b.C, l.p))) > q.b.R*t.length {
			continue
		}
		if dot(l.d, d) < 0 {
			l.d = neg(l.d)
		}
		if q.hits(l, q.a, q.baseA) && q.hits(l, q.b, q.baseB) && q.free(l) {
			return l, true
		}
	}
	return line{}, false
}

// inner is the common tangent with a on its left and b on its right.
func (q *query) inner() line {
	d := sub(q.b.C, q.a.C)
	for {
		n := right(d)
		p, r := add(q.a.C, q.baseA.extreme(n)), sub(q.b.C, q.baseB.extreme(n))
		e := sub(r, p)
		if cross(d, e) <= 0 { // Each step turns left, until nothing is gained.
			return line{p, e}
		}
		d = e
	}
}

// tangentFrom is the line from a base to the piece with both on its left.
func (p *piece) tangentFrom(c Disc, base *base) line {
	m := len(p.corners)
	n := right(sub(p.corners[0], c.C))
	first := 0
	for i, v := range p.corners {
		if dot(n, sub(v, p.corners[first])) > 0 {
			first = i
		}
	}
	for i := range m {
		v := p.corners[(first+i)%m]
		w := add(c.C, base.tangent(sub(v, c.C)))
		d := sub(v, w)
		if cross(d, sub(p.corners[(first+i+1)%m], w)) >= 0 && cross(d, sub(p.corners[(first+i+m-1)%m], w)) >= 0 {
			return line{w, d}
		}
	}
	return line{}
}

// hits says whether the line meets the base of d.
func (q *query) hits(l line, d Disc, base *base) bool {
	return abs(cross(l.d, sub(d.C, l.p))) <= base.support(right(l.d))
}

// free says whether a line that meets a and then b is free between them.
func (q *query) free(l line) bool {
	if dot(l.d, sub(q.b.C, q.a.C)) <= 0 {
		return false
	}
	n := neg(right(l.d))
	left, right := 0, 0
	for i := range q.obstacles {
		o := &q.obstacles[i]
		lo, hi := o.extent(n, l.p)
		switch {
		case lo < 0 && hi > 0:
			if o.between(l.d) {
				return false
			}
		case lo == 0:
			left++
		case hi == 0:
			right++
		}
	}
	return left == 0 || right == 0 || !q.pinched(l)
}

// pinched says whether the line, between the bases, goes through a point that
// a piece on its left shares with a piece on its right.
func (q *query) pinched(l line) bool {
	n := neg(right(l.d))
	for i := range q.obstacles {
		o := &q.obstacles[i]
		if lo, _ := o.extent(n, l.p); lo != 0 {
			continue
		}
		for j := range q.obstacles {
			r := &q.obstacles[j]
			if !q.s.inContact(o.index, r.index) {
				continue
			}
			if _, hi := r.extent(n, l.p); hi != 0 {
				continue
			}
			from1, to1 := o.contact(l)
			from2, to2 := r.contact(l)
			from, to := max(from1, from2), min(to1, to2)
			if from <= to && q.spaceMeets(l, from, to) {
				return true
			}
		}
	}
	return false
}

// contact is where along the line, as a product with its direction, the piece's
// corners touch it.
func (p *piece) contact(l line) (from, to int64) {
	first := true
	for _, v := range p.corners {
		if cross(l.d, sub(v, l.p)) != 0 {
			continue
		}
		x := dot(l.d, sub(v, l.p))
		if first {
			from, to, first = x, x, false
		}
		from, to = min(from, x), max(to, x)
	}
	return from, to
}
