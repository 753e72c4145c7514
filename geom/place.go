package geom

// Slide is how far d gets when it is pushed straight from where it is towards
// to: to itself, or to a whole place next to where it first meets something.
// There it is free, within 0.03 mm of what stops it, and [Scene.Straight] takes
// it there. If d is not free where it stands it does not move.
func (s *Scene) Slide(d Disc, to Point, others []Disc) Point {
	to = tamed(to)
	if !s.Free(d, others) {
		return d.C
	}
	if s.moves(d, to, others) {
		return to
	}
	t := s.firstContact(d, sub(to, d.C), others)
	// The nearest whole place, or one next to it, or farther and farther back
	// where it goes on along what it meets.
	v := sub(to, d.C)
	length := max(abs(v.X), abs(v.Y))
	for back := int64(0); ; back = 2*back + 1 {
		x := mulDiv(length, t.num, t.den) - back
		if x <= 0 {
			return d.C
		}
		p := Point{floorDiv(v.X*x, length), floorDiv(v.Y*x, length)}
		for _, step := range [4]Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			// A coordinate that is exact is not to be rounded.
			if step.X == 1 && p.X*length == v.X*x || step.Y == 1 && p.Y*length == v.Y*x {
				continue
			}
			if q := add(add(d.C, p), step); s.moves(d, q, others) {
				return q
			}
		}
	}
}

// ratio is num/den, for den > 0.
type ratio struct{ num, den int64 }

func (a ratio) less(b ratio) bool { return sumSign(a.num, b.den, -b.num, a.den) < 0 }

// firstContact is the share of the way v after which d, which is free, enters
// an obstacle or leaves the table, exactly; 1 if neither.
func (s *Scene) firstContact(d Disc, v Point, others []Disc) ratio {
	t := ratio{1, 1}
	limit := func(x ratio) {
		if x.less(t) {
			t = x
		}
	}
	for _, side := range [4]struct{ room, speed int64 }{
		{d.C.X - d.R, -v.X}, {d.C.Y - d.R, -v.Y},
		{s.width - d.R - d.C.X, v.X}, {s.height - d.R - d.C.Y, v.Y},
	} {
		if side.speed > 0 {
			limit(ratio{side.room, side.speed})
		}
	}
	to := add(d.C, v)
	for _, o := range others {
		if !clearOfBase(d.C, to, d.R, o) {
			in := ratio{0, 1}
			baseOf(d.R + legalRadius(o.R)).eachEdge(func(n Point, h int64) {
				in.enter(n, v, dot(n, sub(d.C, o.C))-h)
			})
			limit(in)
		}
	}
	own := baseOf(d.R)
	for i := range s.pieces {
		p := &s.pieces[i]
		if p.clear(d.C, to, d.R) {
			continue
		}
		in := ratio{0, 1}
		for k, x := range p.corners {
			n := right(sub(p.corners[(k+1)%len(p.corners)], x))
			in.enter(n, v, dot(n, sub(d.C, x))-own.support(n))
		}
		own.eachEdge(func(n Point, h int64) {
			_, top := p.extent(n, d.C)
			in.enter(n, v, -top-h)
		})
		limit(in)
	}
	return t
}

// enter raises t to where a point that starts at distance·|n| beyond the line
// with outward normal n comes through it moving along v.
func (t *ratio) enter(n, v Point, distance int64) {
	if speed := -dot(n, v); speed > 0 {
		if x := (ratio{distance, speed}); t.less(x) {
			*t = x
		}
	}
}

// moves says whether d, which is free, can be moved straight to p and is free there.
func (s *Scene) moves(d Disc, p Point, others []Disc) bool {
	if !s.onTable(p, d.R) {
		return false
	}
	for i := range others {
		if !clearOfBase(d.C, p, d.R, others[i]) {
			return false
		}
	}
	for i := range s.pieces {
		if !s.pieces[i].clear(d.C, p, d.R) {
			return false
		}
	}
	return true
}

// Straight says whether d may be moved straight to p and at most limit units
// far: free at every point of the way. It implies [Reach.Contains].
func (s *Scene) Straight(d Disc, p Point, others []Disc, limit int64) bool {
	if limit < 0 || !s.onTable(d.C, d.R) || !s.onTable(p, d.R) {
		return false
	}
	limit = min(limit, 2*MaxField)
	return norm2(sub(p, d.C)) <= limit*limit && s.moves(d, p, others)
}

// NearestFree is the free place nearest to want (itself if it is free), to
// within 0.1 mm; ok is false when the disc fits nowhere. Which of several
// equally near places it is depends on nothing but the arguments.
func (s *Scene) NearestFree(want Disc, others []Disc) (p Point, ok bool) {
	if s.Free(want, others) {
		return want.C, true
	}
	r := want.R
	if r < 1 || r > MaxRadius || s.width < 2*r || s.height < 2*r {
		return Point{}, false
	}
	search := nearest{s: s, r: r, others: others, want: tamed(want.C), best: -1}
	return search.run()
}
