package klang

import "banco/geom"

// Where loose things come to lie (K18, K19, K24, K30).

// settle finds where a loose thing comes to lie that should lie at a place:
// there, or at the nearest free place. A free place is inside the table and
// clear of terrain, bases and other loose things.
//
// The nearest free place touches one obstacle, on the way straight out of it,
// or two. So it is looked for in 24 directions first, which gives a bound, and
// then among the few places of that kind within the bound.
func (b *Board) settle(c *Config, at geom.Point) geom.Point {
	const far = 80 * geom.Unit
	var buf [maxDiscs]geom.Disc
	others := b.things(c, buf[:0])
	scene := b.Ground.Scene
	if scene.Free(loose(at), others) {
		return at
	}
	near := within(others, at, far+looseRadius)
	s := settler{c: c, scene: scene, at: at, near: near, best: far}
	s.around()
	s.besideObstacles()
	if s.found {
		return s.place
	}
	if p, ok := scene.NearestFree(loose(at), b.things(c, buf[:0])); ok {
		return p
	}
	// A table without room for a coin does not come out of Configure; then
	// things lie on one another rather than vanish.
	return at
}

type settler struct {
	c     *Config
	scene *geom.Scene
	at    geom.Point
	near  []geom.Disc
	place geom.Point
	best  int64 // how far it is
	found bool
}

func (s *settler) free(p geom.Point) bool { return s.scene.Free(loose(p), s.near) }

// around looks in 24 directions.
func (s *settler) around() {
	const ring = 2 * geom.Unit
	// What lies in the other half of the table is looked at from the other
	// side, so that neither side has an advantage of it.
	first := 0
	if s.at.Y > s.c.width/2 {
		first = 12
	}
	for out := int64(ring); out <= s.best; out += ring {
		for i := range 24 {
			d := compass((first + i) % 24)
			p := along(s.at, d, out)
			if !s.free(p) {
				continue
			}
			free, taken := out, out-ring
			for free-taken > 1 {
				mid := (free + taken) / 2
				if q := along(s.at, d, mid); s.free(q) {
					free, p = mid, q
				} else {
					taken = mid
				}
			}
			if !s.found || free < s.best {
				s.place, s.best, s.found = p, free, true
			}
		}
	}
}

// rim is where the centre of a loose thing can be that touches an obstacle, but
// for a hair: a circle, or a straight line if r is 0.
type rim struct {
	c, d geom.Point // d: direction of a line, compassLength long
	r    int64
}

const hair = 3

// besideObstacles tries what touches one obstacle or two.
func (s *settler) besideObstacles() {
	var room [96]rim
	rims := room[:0]
	add := func(r rim) {
		if r.distance(s.at) < s.best {
			rims = append(rims, r)
		}
	}
	for _, d := range s.near {
		add(rim{c: d.C, r: d.R + looseRadius + hair})
	}
	for _, poly := range s.scene.Terrain() {
		for i, p := range poly {
			q := poly[(i+1)%len(poly)]
			add(rim{c: p, r: looseRadius + hair})
			n, l := outward(p, q)
			on := geom.Point{X: p.X + n.X*(looseRadius+hair)/l, Y: p.Y + n.Y*(looseRadius+hair)/l}
			add(rim{c: on, d: geom.Point{X: -n.Y * compassLength / l, Y: n.X * compassLength / l}})
		}
	}
	end := s.c.width - looseRadius
	for _, edge := range [2]int64{looseRadius, end} {
		add(rim{c: geom.Point{X: edge, Y: edge}, d: geom.Point{X: compassLength}})
		add(rim{c: geom.Point{X: edge, Y: edge}, d: geom.Point{Y: compassLength}})
	}
	for i := range rims {
		s.try(rims[i].nearest(s.at))
	}
	// The bound may be closer now.
	n := 0
	for _, r := range rims {
		if r.distance(s.at) < s.best {
			rims[n] = r
			n++
		}
	}
	for i := range rims[:n] {
		for k := range rims[:i] {
			if p, q, ok := crossings(&rims[i], &rims[k]); ok {
				s.try(p)
				s.try(q)
			}
		}
	}
}

// try takes a place if it is free and nearer, by more than what rounding does.
func (s *settler) try(p geom.Point) {
	end := s.c.width - looseRadius
	p = geom.Point{X: min(max(p.X, looseRadius), end), Y: min(max(p.Y, looseRadius), end)}
	if less := s.best - 2*hair; less > 0 && geom.Square(p, s.at) < less*less && s.free(p) {
		s.place, s.best, s.found = p, geom.Distance(p, s.at), true
	}
}

func (r *rim) distance(p geom.Point) int64 {
	if r.r > 0 {
		return max(geom.Distance(p, r.c)-r.r, r.r-geom.Distance(p, r.c))
	}
	d := (r.d.X*(p.Y-r.c.Y) - r.d.Y*(p.X-r.c.X)) / compassLength
	return max(d, -d)
}

// nearest is the place on the rim nearest to p.
func (r *rim) nearest(p geom.Point) geom.Point {
	if r.r > 0 {
		return geom.ContactPoint(geom.Disc{C: r.c}, r.r, p)
	}
	return along(r.c, r.d, (r.d.X*(p.X-r.c.X)+r.d.Y*(p.Y-r.c.Y))/compassLength)
}

// crossings are the places on two rims at once.
func crossings(a, b *rim) (p, q geom.Point, ok bool) {
	switch {
	case a.r > 0 && b.r > 0:
		dd := geom.Square(a.c, b.c)
		d := isqrt(dd)
		if d == 0 || d > a.r+b.r {
			return p, q, false
		}
		x := (dd + a.r*a.r - b.r*b.r) / (2 * d)
		y := isqrt(max(a.r*a.r-x*x, 0))
		v := geom.Point{X: b.c.X - a.c.X, Y: b.c.Y - a.c.Y}
		return geom.Point{X: a.c.X + (v.X*x-v.Y*y)/d, Y: a.c.Y + (v.Y*x+v.X*y)/d},
			geom.Point{X: a.c.X + (v.X*x+v.Y*y)/d, Y: a.c.Y + (v.Y*x-v.X*y)/d}, true
	case a.r > 0:
		return crossings(b, a)
	case b.r > 0:
		foot := a.nearest(b.c)
		left := b.r*b.r - geom.Square(foot, b.c)
		if left < 0 {
			return p, q, false
		}
		half := isqrt(left)
		return along(foot, a.d, half), along(foot, a.d, -half), true
	}
	turn := (a.d.X*b.d.Y - a.d.Y*b.d.X) / compassLength
	if max(turn, -turn) < compassLength/64 { // nearly parallel
		return p, q, false
	}
	p = along(a.c, a.d, ((b.c.X-a.c.X)*b.d.Y-(b.c.Y-a.c.Y)*b.d.X)/turn)
	return p, p, true
}

// within keeps the discs that come nearer than d to a point, in place.
func within(discs []geom.Disc, at geom.Point, d int64) []geom.Disc {
	n := 0
	for _, o := range discs {
		if geom.Square(o.C, at) < (d+o.R)*(d+o.R) {
			discs[n] = o
			n++
		}
	}
	return discs[:n]
}
