package geom

import "fmt"

// Scene is a table's fixed part: its size and its terrain. It is prepared once
// and never changes, so any number of readers may share it.
type Scene struct {
	width, height int64
	terrain       []Polygon
	pieces        []piece
	touching      []uint64 // bit j of row i (rowWords words a row): pieces i and j share a point
	rowWords      int
	tangents      []tangent // every line that sight may have to squeeze through between two pieces
}

// piece is one convex polygon of terrain with what is asked of it all the time.
type piece struct {
	corners Polygon
	lo, hi  Point // bounding box
}

// NewScene prepares a table of width × height units with the given terrain.
// The sides must be 1 … MaxField. Each polygon must be strictly convex with its
// corners counter-clockwise and must not leave the table; it may touch or
// overlap others. The polygons are copied.
func NewScene(width, height int64, terrain []Polygon) (*Scene, error) {
	if width < 1 || height < 1 || width > MaxField || height > MaxField {
		return nil, fmt.Errorf("geom: a table of %d × %d units: sides go from 1 to %d", width, height, MaxField)
	}
	s := &Scene{width: width, height: height}
	for i, poly := range terrain {
		if err := s.check(poly); err != nil {
			return nil, fmt.Errorf("geom: terrain %d: %w", i, err)
		}
		p := piece{corners: append(Polygon(nil), poly...), lo: poly[0], hi: poly[0]}
		for _, v := range poly {
			p.lo = Point{min(p.lo.X, v.X), min(p.lo.Y, v.Y)}
			p.hi = Point{max(p.hi.X, v.X), max(p.hi.Y, v.Y)}
		}
		s.pieces = append(s.pieces, p)
		s.terrain = append(s.terrain, p.corners)
	}
	s.findContacts()
	s.findTangents()
	return s, nil
}

func (s *Scene) check(poly Polygon) error {
	if len(poly) < 3 {
		return fmt.Errorf("%d corners, at least 3 are needed", len(poly))
	}
	for i, v := range poly {
		if v.X < 0 || v.Y < 0 || v.X > s.width || v.Y > s.height {
			return fmt.Errorf("corner %d is off the table", i)
		}
	}
	for i, v := range poly {
		next := (i + 1) % len(poly)
		for j, w := range poly {
			// Comparing with every corner, not with the next alone, also
			// refuses a star that turns left all the way round twice.
			if j != i && j != next && cross(sub(poly[next], v), sub(w, v)) <= 0 {
				return fmt.Errorf("not strictly convex and counter-clockwise at corner %d", i)
			}
		}
	}
	return nil
}

// Width is the table's extent in x.
func (s *Scene) Width() int64 { return s.width }

// Height is the table's extent in y.
func (s *Scene) Height() int64 { return s.height }

// Terrain is the terrain that the scene was made from; it must not be changed.
func (s *Scene) Terrain() []Polygon { return s.terrain }

// Free says whether d may stand where it is: wholly inside the table, and
// overlapping neither terrain nor any of others (which must not list d itself).
// Touching is not overlapping.
//
// The base polygon decides against terrain, and the polygon of the sum of both
// radii against another disc: whatever the true circle does not overlap is
// free, and what is free is never overlapped by 0.01 mm or more.
func (s *Scene) Free(d Disc, others []Disc) bool {
	if !s.onTable(d.C, d.R) {
		return false
	}
	for i := range others {
		if baseOverlaps(d, others[i]) {
			return false
		}
	}
	for i := range s.pieces {
		if s.pieces[i].overlaps(d) {
			return false
		}
	}
	return true
}

// onTable says whether a disc of radius r around c is legal and on the table.
func (s *Scene) onTable(c Point, r int64) bool {
	return r >= 1 && r <= MaxRadius &&
		c.X >= r && c.Y >= r && c.X <= s.width-r && c.Y <= s.height-r
}

func baseOverlaps(d, other Disc) bool {
	v, r := sub(d.C, other.C), d.R+legalRadius(other.R)
	if v.X >= r || v.X <= -r || v.Y >= r || v.Y <= -r {
		return false
	}
	return baseOf(r).inside(v)
}

// overlaps says whether the interiors of the piece and of d's base meet.
func (p *piece) overlaps(d Disc) bool {
	if d.C.X+d.R <= p.lo.X || d.C.X-d.R >= p.hi.X || d.C.Y+d.R <= p.lo.Y || d.C.Y-d.R >= p.hi.Y {
		return false
	}
	return !p.clear(d.C, d.C, d.R)
}

// separator is the outward normal of a line between d and the piece: all of
// d's base is on or before the line, all of the piece on or beyond it. There
// is none exactly when their interiors meet.
func (p *piece) separator(d Disc) (n Point, ok bool) {
	switch {
	case d.C.X+d.R <= p.lo.X:
		return Point{1, 0}, true
	case d.C.X-d.R >= p.hi.X:
		return Point{-1, 0}, true
	case d.C.Y+d.R <= p.lo.Y:
		return Point{0, 1}, true
	case d.C.Y-d.R >= p.hi.Y:
		return Point{0, -1}, true
	}
	return p.separatorOfSweep(d.C, d.C, baseOf(d.R))
}

// clear says whether a base of radius r, moved straight from a to b, keeps out
// of the piece's interior all the way. The true distance settles nearly
// everything; only within one unit of contact the polygons themselves are asked.
func (p *piece) clear(a, b Point, r int64) bool {
	if max(a.X, b.X)+r <= p.lo.X || min(a.X, b.X)-r >= p.hi.X ||
		max(a.Y, b.Y)+r <= p.lo.Y || min(a.Y, b.Y)-r >= p.hi.Y {
		return true
	}
	if !p.near(a, b, r) {
		return true
	}
	if p.near(a, b, r-1) {
		return false
	}
	_, ok := p.separatorOfSweep(a, b, baseOf(r))
	return ok
}

// near says whether the piece is closer than r to the segment from a to b, or
// meets it with its interior.
func (p *piece) near(a, b Point, r int64) bool {
	d := sub(b, a)
	inside := true // whether a is in the piece's interior
	left, right := false, false
	v := p.corners[len(p.corners)-1]
	for _, w := range p.corners {
		e := sub(w, v)
		if cross(e, sub(a, v)) <= 0 {
			inside = false
			if near(a, v, w, r) {
				return true
			}
		}
		if a != b {
			if cross(e, sub(b, v)) <= 0 && near(b, v, w, r) {
				return true
			}
			if near(w, a, b, r) {
				return true
			}
			switch c := cross(d, sub(w, a)); {
			case c > 0:
				left = true
			case c < 0:
				right = true
			}
		}
		v = w
	}
	if inside {
		return true
	}
	// What is left is a segment that passes right through, far from corners:
	// the piece lies on both sides, and neither end is beyond one of its edges
	// together with the other.
	if !left || !right {
		return false
	}
	v = p.corners[len(p.corners)-1]
	for _, w := range p.corners {
		e := sub(w, v)
		if cross(e, sub(a, v)) <= 0 && cross(e, sub(b, v)) <= 0 {
			return false
		}
		v = w
	}
	return true
}

// separatorOfSweep is [piece.separator] for a base swept from a to a+…+b. The
// edges of the three shapes involved are the only candidates.
func (p *piece) separatorOfSweep(a, b Point, base *base) (n Point, ok bool) {
	// The piece's own edges.
	v := p.corners[len(p.corners)-1]
	for _, w := range p.corners {
		m := right(sub(w, v))
		if min(dot(m, sub(a, v)), dot(m, sub(b, v))) >= base.support(m) {
			return neg(m), true
		}
		v = w
	}
	// The sweep's two long sides.
	if a != b {
		m := right(sub(b, a))
		lo, hi := p.extent(m, a)
		if h := base.support(m); lo >= h {
			return m, true
		} else if hi <= -h {
			return neg(m), true
		}
	}
	// The base's edges: first the one that faces the piece's nearest corner.
	end := a
	best := int64(-1)
	var toward Point
	for _, w := range p.corners {
		if q := norm2(sub(w, a)); best < 0 || q < best {
			best, toward, end = q, sub(w, a), a
		}
		if q := norm2(sub(w, b)); q < best {
			best, toward, end = q, sub(w, b), b
		}
	}
	if toward != (Point{}) {
		m, h := base.facet(toward)
		if lo, _ := p.extent(m, end); lo >= h && dot(m, sub(a, end)) <= 0 && dot(m, sub(b, end)) <= 0 {
			return m, true
		}
	}
	c := base.corners[len(base.corners)-1]
	for _, w := range base.corners {
		m := right(sub(w, c))
		lo, _ := p.extent(m, a)
		if lo >= dot(m, c)+max(0, dot(m, sub(b, a))) {
			return m, true
		}
		c = w
	}
	return Point{}, false
}

// extent is the range of m·(x-o) over the piece.
func (p *piece) extent(m, o Point) (lo, hi int64) {
	lo = dot(m, sub(p.corners[0], o))
	hi = lo
	for _, v := range p.corners[1:] {
		x := dot(m, sub(v, o))
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// clearOfBase says whether a base of radius r, moved straight from a to b,
// keeps off other all the way.
func clearOfBase(a, b Point, r int64, other Disc) bool {
	sum := r + legalRadius(other.R)
	c := other.C
	if max(a.X, b.X)+sum <= c.X || min(a.X, b.X)-sum >= c.X ||
		max(a.Y, b.Y)+sum <= c.Y || min(a.Y, b.Y)-sum >= c.Y {
		return true
	}
	if !near(c, a, b, sum) {
		return true
	}
	if near(c, a, b, sum-1) {
		return false
	}
	base := baseOf(sum)
	return base.missedBy(sub(a, c), sub(b, c))
}

// missedBy says whether the segment from a to b, relative to the base's
// centre, keeps out of its interior.
func (b *base) missedBy(p, q Point) bool {
	if b.inside(p) || b.inside(q) {
		return false
	}
	if p == q {
		return true
	}
	m := right(sub(q, p))
	if abs(dot(m, p)) >= b.support(m) {
		return true
	}
	// Only an edge can separate now. Try the two that face the ends.
	for _, x := range [2]Point{p, q} {
		if n, h := b.facet(x); dot(n, p) >= h && dot(n, q) >= h {
			return true
		}
	}
	c := b.corners[len(b.corners)-1]
	for _, w := range b.corners {
		n := right(sub(w, c))
		if h := dot(n, c); dot(n, p) >= h && dot(n, q) >= h {
			return true
		}
		c = w
	}
	return false
}
