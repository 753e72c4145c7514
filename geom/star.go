package geom

import (
	"math"
	"slices"
)

// Star is where a disc can get in one straight move: past terrain and other
// discs it does not get, and hills cost what an [Ascent] says. Seen from the
// disc the region is a star: with a place all of the way to it belongs to it.
// It draws, it does not decide: that is for [Scene.Straight] and
// [Ascent.Afford], with which the drawing agrees but for 0.05 mm along the
// boundary.
//
// A Star owns its buffers: once warm it allocates nothing. It is not safe for
// concurrent use.
type Star struct {
	s       *Scene
	d       Disc
	others  []Disc
	limit   int64
	ascent  *Ascent
	walls   []int32 // the pieces that are near enough
	angles  []float64
	rays    []starRay
	strokes outline // for its strokes and text alone
	chords  []starChord
}

// starRay is how far the disc gets in one direction and what ends its way.
type starRay struct {
	ray
	far   float64
	front starFront
}

// starFront is a line or a circle that ends ways. Two are the same front
// exactly when they are equal.
type starFront struct {
	kind    uint8
	id      int32   // of a straight edge: its piece, hill or side of the table, and its number there
	x, y, r float64 // of a circle: its centre and radius
}

// starChord is the stretch of a way that lies on a hill.
type starChord struct {
	from, to float64
	edge     int32 // by which it comes onto the hill
	hill     int32
}

// AppendOutline appends the region as SVG path data, as [Reach.Outline] does it:
// nothing if the disc is not free where it stands. It keeps no reference to
// others, which must not list d itself, nor to the ascent.
func (r *Star) AppendOutline(to []byte, s *Scene, d Disc, others []Disc, limit int64, ascent *Ascent) []byte {
	limit = min(limit, 2*MaxField)
	if limit < least || !s.Free(d, others) {
		return to
	}
	r.s, r.d, r.others, r.limit, r.ascent = s, d, others, limit, ascent
	r.gather()
	r.rays = r.rays[:0]
	first := r.cast(r.angles[0])
	r.rays = append(r.rays, first)
	for i, angle := range r.angles {
		next := 2 * math.Pi
		if i+1 < len(r.angles) {
			next = r.angles[i+1]
		}
		if next-angle > 1e-9 {
			r.between(r.rays[len(r.rays)-1], r.cast(next), 0)
		}
	}
	r.draw()
	to = append(to, r.strokes.text...)
	r.s, r.others, r.ascent = nil, nil, nil
	return to
}

// step is the angle between two directions that are always looked into.
const step = math.Pi / 90

// gather lists the directions that are looked into: every step, and where
// something begins or ends to be in the way.
func (r *Star) gather() {
	r.angles = append(r.angles[:0], 0)
	for a := step; a < 2*math.Pi-step/2; a += step {
		r.angles = append(r.angles, a)
	}
	for _, o := range r.others {
		r.addCircle(o.C, float64(r.d.R+legalRadius(o.R)))
	}
	r.walls = r.walls[:0]
	for i := range r.s.pieces {
		p, far := &r.s.pieces[i], r.d.R+r.limit
		if r.d.C.X <= p.lo.X-far || r.d.C.X >= p.hi.X+far || r.d.C.Y <= p.lo.Y-far || r.d.C.Y >= p.hi.Y+far {
			continue
		}
		r.walls = append(r.walls, int32(i))
		for _, v := range p.corners {
			r.addCircle(v, float64(r.d.R))
		}
	}
	for i := range r.ascent.Hills {
		for _, v := range r.ascent.Hills[i].Poly {
			r.addAngle(math.Atan2(float64(v.Y-r.d.C.Y), float64(v.X-r.d.C.X)), 0)
		}
	}
	slices.Sort(r.angles)
}

// addAngle adds a direction and its neighbours on both sides.
func (r *Star) addAngle(centre, half float64) {
	for _, a := range [...]float64{centre - half - 1e-7, centre - half + 1e-7, centre + half - 1e-7, centre + half + 1e-7} {
		r.angles = append(r.angles, turnBetween(0, math.Mod(a, 2*math.Pi)))
	}
}

func (r *Star) addCircle(c Point, radius float64) {
	x, y := float64(c.X-r.d.C.X), float64(c.Y-r.d.C.Y)
	if far := math.Sqrt(x*x + y*y); far < radius+float64(r.limit) && far > 0 {
		r.addAngle(math.Atan2(y, x), math.Asin(min(1, radius/far)))
	}
}

// between adds the rays from a, which is on the list, to b, looking closer where
// one front gives way to another.
func (r *Star) between(a, b starRay, depth int) {
	if a.front != b.front && depth < 40 && b.angle-a.angle > 1e-8 {
		mid := r.cast((a.angle + b.angle) / 2)
		r.between(a, mid, depth+1)
		r.between(r.rays[len(r.rays)-1], b, depth+1)
		return
	}
	r.rays = append(r.rays, b)
}

// cast looks into one direction.
func (r *Star) cast(angle float64) starRay {
	out := starRay{ray: rayAt(angle), far: float64(r.limit), front: starFront{kind: horizon, r: float64(r.limit)}}
	limit := func(far float64, f starFront) {
		if far < out.far {
			out.far, out.front = max(0, far), f
		}
	}
	cx, cy := float64(r.d.C.X), float64(r.d.C.Y)
	for i, side := range [4]struct {
		room  int64
		speed float64
	}{{r.d.C.X - r.d.R, -out.x}, {r.s.width - r.d.R - r.d.C.X, out.x}, {r.d.C.Y - r.d.R, -out.y}, {r.s.height - r.d.R - r.d.C.Y, out.y}} {
		if side.speed > 1e-12 {
			limit(float64(side.room)/side.speed, starFront{kind: wall, id: int32(-1 - i)})
		}
	}
	circle := func(c Point, radius float64) {
		x, y := float64(c.X)-cx, float64(c.Y)-cy
		if d := math.Sqrt(x*x+y*y) - radius; d < 2 {
			// Next to it the polygon that decides leaves room which the circle
			// does not: two degrees of it, and that is far in the end.
			if from, _, _, ok := polygonAlong(baseOf(int64(radius)).corners, sub(r.d.C, c), out.ray); ok {
				limit(from, starFront{kind: shut, x: float64(c.X), y: float64(c.Y)})
			}
			return
		}
		along, across := x*out.x+y*out.y, x*out.y-y*out.x
		if along > 0 && across > -radius && across < radius {
			limit(along-math.Sqrt(radius*radius-across*across), starFront{kind: round, x: float64(c.X), y: float64(c.Y), r: radius})
		}
	}
	for _, o := range r.others {
		circle(o.C, float64(r.d.R+legalRadius(o.R)))
	}
	for _, i := range r.walls {
		c := r.s.pieces[i].corners
		v := c[len(c)-1]
		for k, w := range c {
			circle(w, float64(r.d.R))
			// The edge, moved outwards by the radius.
			ex, ey := float64(w.X-v.X), float64(w.Y-v.Y)
			l := math.Sqrt(ex*ex + ey*ey)
			nx, ny := ey/l, -ex/l
			if speed := -(nx*out.x + ny*out.y); speed > 1e-12 {
				x, y := cx-float64(v.X), cy-float64(v.Y)
				far := (nx*x + ny*y - float64(r.d.R)) / speed
				at := ((x+far*out.x)*ex + (y+far*out.y)*ey) / l
				if far > -2 && at >= 0 && at <= l {
					limit(far, starFront{kind: wall, id: i*64 + int32(k)})
				}
			}
			v = w
		}
	}
	r.climb(&out)
	return out
}

// climb shortens a ray by what the hills on its way cost.
func (r *Star) climb(out *starRay) {
	r.chords = r.chords[:0]
	for i := range r.ascent.Hills {
		if from, to, edge, ok := polygonAlong(r.ascent.Hills[i].Poly, r.d.C, out.ray); ok && from < out.far {
			r.chords = append(r.chords, starChord{from, to, edge, int32(i)})
		}
	}
	slices.SortFunc(r.chords, func(a, b starChord) int {
		if a.from < b.from {
			return -1
		}
		return 1
	})
	left := float64(r.limit)
	base, last := int64(0), math.Inf(-1)
	for _, c := range r.chords {
		top := r.ascent.Hills[c.hill].Top
		if c.from-last > float64(r.ascent.Gap) {
			base = 0
		}
		if c.from > 0 && top-base > r.ascent.Rise {
			if c.from+float64(r.ascent.Toll) >= left {
				if c.from < min(left, out.far) {
					out.far, out.front = c.from, starFront{kind: wall, id: -64 - c.hill*64 - c.edge}
				}
				break
			}
			left -= float64(r.ascent.Toll)
		}
		base, last = top, c.to
	}
	if left < out.far {
		out.far, out.front = left, starFront{kind: horizon, r: left}
	}
}

// polygonAlong is where a ray from o comes onto a polygon, by which edge, and
// where it leaves it. From inside it comes onto it at 0.
func polygonAlong(p []Point, o Point, d ray) (from, to float64, edge int32, ok bool) {
	from, to = 0, math.Inf(1)
	v := p[len(p)-1]
	for k, w := range p {
		ex, ey := float64(w.X-v.X), float64(w.Y-v.Y)
		// How far beyond the edge's line o is, and how fast the ray goes out.
		room := -(ey*float64(o.X-v.X) - ex*float64(o.Y-v.Y))
		speed := ey*d.x - ex*d.y
		switch {
		case speed < -1e-9:
			if t := room / speed; t > from {
				from, edge = t, int32(k)
			}
		case speed > 1e-9:
			to = min(to, room/speed)
		case room <= 0:
			return 0, 0, 0, false
		}
		v = w
	}
	return from, to, edge, from < to
}

// draw turns the rays into strokes, one for each stretch of one front, but that
// of an arc none turns by half a circle or more.
func (r *Star) draw() {
	o := &r.strokes
	o.text, o.pen, o.strokes = o.text[:0], Point{}, o.strokes[:0]
	at := func(a *starRay) (x, y float64) {
		return float64(r.d.C.X) + a.far*a.x, float64(r.d.C.Y) + a.far*a.y
	}
	x, y := at(&r.rays[0])
	o.add(stroke{x: x, y: y})
	for i := 1; i < len(r.rays); {
		a := &r.rays[i-1]
		if r.rays[i].front != a.front {
			x, y := at(&r.rays[i])
			o.add(stroke{x: x, y: y})
			i++
			continue
		}
		// As far as the front goes, in parts that a drawing can take.
		j, turned := i, 0.0
		for k := i; k < len(r.rays) && r.rays[k].front == a.front; k++ {
			if a.front.kind == horizon || a.front.kind == round {
				turned += r.turnOf(&r.rays[k-1], &r.rays[k])
				if turned > 1.5 && k > i {
					break
				}
			}
			j = k
		}
		b := &r.rays[j]
		x, y := at(b)
		switch a.front.kind {
		case horizon:
			o.add(stroke{kind: ahead, x: x, y: y, cx: float64(r.d.C.X), cy: float64(r.d.C.Y), r: a.front.r, turn: b.angle - a.angle})
		case round:
			o.add(stroke{kind: back, x: x, y: y, cx: a.front.x, cy: a.front.y, r: a.front.r})
		default:
			o.add(stroke{x: x, y: y})
		}
		i = j + 1
	}
	o.write()
}

// turnOf is the angle between the ends of two rays, seen from the centre of the
// circle on which both are.
func (r *Star) turnOf(a, b *starRay) float64 {
	if a.front.kind == horizon {
		return b.angle - a.angle
	}
	cx, cy := float64(r.d.C.X)-a.front.x, float64(r.d.C.Y)-a.front.y
	t := math.Abs(math.Atan2(cy+a.far*a.y, cx+a.far*a.x) - math.Atan2(cy+b.far*b.y, cx+b.far*b.x))
	return min(t, 2*math.Pi-t)
}
