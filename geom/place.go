package geom

// Slide is how far d gets when it is pushed straight from where it is towards
// to: the last whole place at which it is free, and up to which its way is, or
// to itself. Places between are rounded to whole units, so it stops within two
// units of what it meets. If d is not free where it stands it does not move.
func (s *Scene) Slide(d Disc, to Point, others []Disc) Point {
	const far = 4 * MaxField
	to = Point{min(max(to.X, -far), far), min(max(to.Y, -far), far)}
	if !s.Free(d, others) || s.moves(d, to, others) {
		if s.Free(d, others) {
			return to
		}
		return d.C
	}
	v := sub(to, d.C)
	n := max(abs(v.X), abs(v.Y))
	// Invariant: good is reached, and bad is not.
	best := d.C
	for good, bad := int64(0), n; bad-good > 1; {
		mid := good + (bad-good)/2
		if p, ok := s.rounded(d, v, mid, n, others); ok {
			good, best = mid, p
		} else {
			bad = mid
		}
	}
	return best
}

// rounded is a whole place next to the one k/n along v that d can be moved to.
func (s *Scene) rounded(d Disc, v Point, k, n int64, others []Disc) (Point, bool) {
	x, y := floorDiv(v.X*k, n), floorDiv(v.Y*k, n)
	for _, step := range [4]Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		// No farther than the true place in either direction that is exact.
		if step.X == 1 && x*n == v.X*k || step.Y == 1 && y*n == v.Y*k {
			continue
		}
		p := Point{d.C.X + x + step.X, d.C.Y + y + step.Y}
		if s.moves(d, p, others) {
			return p, true
		}
	}
	return Point{}, false
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
	search := nearest{s: s, r: r, others: others, want: want.C, best: -1}
	return search.run()
}
