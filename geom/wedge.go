package geom

import (
	"math"
	"slices"
)

// front is what ends the view from a point, between two angles. Rims are taken
// for rounded polygons, not for the polygons with many corners that they are:
// the two are never farther than one unit apart.
type front struct {
	kind     uint8
	id       int32   // the same for one edge seen from several points
	from, to float64 // angles, counted from the first ray of the view
	x, y, r  float64 // of a circle the centre, seen from the point, and the radius; of a wall the direction straight to it and its distance
}

const (
	horizon = iota // the circle around the point that the limit sets
	round          // an arc of a rim
	wall           // a straight edge, of a rim or of the table
	shut           // the point lies on the rim: no view at all
)

// wedge appends what is seen from v, no farther than radius, from the direction
// lo on counter-clockwise to hi, a turn of width, past the crowd.
func (o *outline) wedge(v Point, radius float64, lo, hi ray, width float64) {
	if width < 1e-9 {
		return
	}
	if width < 1 {
		if o.unobstructed(v, radius, lo, hi, width) {
			o.see(v, &front{kind: horizon, r: radius}, lo, hi, radius, width)
			return
		}
	} else {
		o.inWay = append(o.inWay[:0], o.crowd...)
	}
	o.fronts = append(o.fronts[:0], front{kind: horizon, to: width, r: radius})
	o.castTable(v, radius, width)
	for _, i := range o.inWay {
		o.cast(int(i), v, radius, lo.angle, width)
	}
	o.findEvents(radius, lo.angle, width)
	at := lo
	for i := 1; i < len(o.events); i++ {
		from, to := o.events[i-1], o.events[i]
		if to-from < 1e-9 {
			continue
		}
		mid, next := rayAt(lo.angle+(from+to)/2), hi
		if to < width {
			next = rayAt(lo.angle + to)
		}
		// No two fronts cross between two events, so what is nearest half way
		// is nearest all the way.
		best, nearest := 0, math.Inf(1)
		for k := range o.fronts {
			f := &o.fronts[k]
			if f.from <= from && f.to >= to {
				if d := f.distance(mid.x, mid.y); d < nearest {
					best, nearest = k, d
				}
			}
		}
		o.see(v, &o.fronts[best], at, next, radius, to-from)
		at = next
	}
}

// unobstructed says whether nothing can end a narrow view but the horizon, and
// otherwise lists the rims that may.
func (o *outline) unobstructed(v Point, radius float64, lo, hi ray, width float64) bool {
	// A box around the view: its three corners and the bulge of its arc.
	bulge := radius*width*width/8 + 1
	left := min(0, radius*lo.x, radius*hi.x) - bulge
	right := max(0, radius*lo.x, radius*hi.x) + bulge
	low := min(0, radius*lo.y, radius*hi.y) - bulge
	high := max(0, radius*lo.y, radius*hi.y) + bulge
	in := o.r.d.R
	clear := left >= float64(in-v.X) && right <= float64(o.r.s.width-in-v.X) &&
		low >= float64(in-v.Y) && high <= float64(o.r.s.height-in-v.Y)
	o.inWay = o.inWay[:0]
	for _, i := range o.crowd {
		m := &o.r.rims[i]
		x1, x2, y1, y2 := float64(m.lo.X-v.X), float64(m.hi.X-v.X), float64(m.lo.Y-v.Y), float64(m.hi.Y-v.Y)
		if x1 > right || x2 < left || y1 > high || y2 < low {
			continue
		}
		if h := &o.r.near[i]; h.piece == nil {
			x, y, r := float64(h.disc.C.X-v.X), float64(h.disc.C.Y-v.Y), float64(o.r.d.R+h.disc.R)
			if lo.x*y-lo.y*x < -r || hi.x*y-hi.y*x > r || x*x+y*y > (r+radius)*(r+radius) {
				continue
			}
		} else if max(lo.x*y1, lo.x*y2)-min(lo.y*x1, lo.y*x2) < 0 || min(hi.x*y1, hi.x*y2)-max(hi.y*x1, hi.y*x2) > 0 {
			continue // wholly on the right of lo, or on the left of hi
		}
		o.inWay = append(o.inWay, i)
	}
	return clear && len(o.inWay) == 0
}

// castTable adds the table's edges that are near enough.
func (o *outline) castTable(v Point, radius, width float64) {
	in := o.r.d.R
	add := func(x, y float64, room int64, id int32) {
		if r := float64(room); r < radius {
			o.fronts = append(o.fronts, front{kind: wall, id: id, to: width, x: x, y: y, r: r})
		}
	}
	add(-1, 0, v.X-in, -1)
	add(1, 0, o.r.s.width-in-v.X, -2)
	add(0, -1, v.Y-in, -3)
	add(0, 1, o.r.s.height-in-v.Y, -4)
}

// cast adds the fronts of rim i.
func (o *outline) cast(i int, v Point, radius, lo, width float64) {
	r := o.r
	m := &r.rims[i]
	right, left := o.touch(i, v, 0), o.touch(i, v, 1)
	toRight, toLeft := sub(r.at(m, right), v), sub(r.at(m, left), v)
	first := math.Atan2(float64(toRight.Y), float64(toRight.X))
	span := turnBetween(first, math.Atan2(float64(toLeft.Y), float64(toLeft.X)))
	for from := turnBetween(lo, first); from+span > 0; from -= 2 * math.Pi {
		if from >= width {
			continue
		}
		before := (right + m.count - 1) % m.count
		if r.at(m, before) == v || cross(toRight, toLeft) == 0 && dot(toRight, toLeft) < 0 {
			o.fronts = append(o.fronts, front{kind: shut, from: max(from, 0), to: min(from+span, width)})
			continue
		}
		o.castChain(i, v, radius, width, right, left, from, from+span)
	}
}

// touch is [Reach.touch] of rim i, found from where the rim was touched the last
// time: the points that a rim is seen from come one close to another.
func (o *outline) touch(i int, v Point, turn int) int {
	r := o.r
	m := &r.rims[i]
	c := r.corner[m.first : m.first+m.count]
	k, side := int(o.touched[i][turn]), int64(1-2*turn)
	for range m.count {
		after, before := k+1, k-1
		if after == m.count {
			after = 0
		}
		if before < 0 {
			before = m.count - 1
		}
		t, a, b := sub(c[k], v), sub(c[after], v), sub(c[before], v)
		x, y := cross(t, a)*side, cross(t, b)*side
		if x > 0 && y > 0 {
			o.touched[i][turn] = int32(k)
			return k
		}
		if x == 0 || y == 0 {
			break // in line with an edge, perhaps on the rim: not worth its own rules
		}
		if k = before; x < 0 {
			k = after
		}
	}
	k = r.touch(m, v, turn)
	o.touched[i][turn] = int32(k)
	return k
}

// roundTo is the last corner of rim i, from k on clockwise and no farther than
// last, that is on the same circle.
func (o *outline) roundTo(i, k, last int) int {
	r := o.r
	if r.near[i].piece == nil {
		return last
	}
	m := &r.rims[i]
	centre := r.centre[m.first : m.first+m.count]
	for c := centre[k]; k != last; {
		before := k - 1
		if before < 0 {
			before = m.count - 1
		}
		if centre[before] != c {
			break
		}
		k = before
	}
	return k
}

// castChain adds the fronts of rim i from corner k clockwise to corner last,
// which are seen at the angles from and to.
func (o *outline) castChain(i int, v Point, radius, width float64, k, last int, from, to float64) {
	r := o.r
	m := &r.rims[i]
	start := from
	toRight := sub(r.at(m, k), v)
	base := math.Atan2(float64(toRight.Y), float64(toRight.X))
	for k != last {
		next := (k + m.count - 1) % m.count
		c := r.centre[m.first+k]
		f := front{kind: wall, id: int32(m.first + next + 1), from: start}
		near := true
		if r.centre[m.first+next] == c {
			next = o.roundTo(i, next, last)
			f.kind, f.id, f.x, f.y, f.r = round, 0, float64(c.X-v.X), float64(c.Y-v.Y), o.radiusOf(i)
			near = f.x*f.x+f.y*f.y < (f.r+radius)*(f.r+radius)
		} else {
			p := sub(r.at(m, next), v)
			e := sub(r.at(m, k), r.at(m, next))
			l := math.Sqrt(float64(norm2(e)))
			f.x, f.y, f.r = -float64(e.Y)/l, float64(e.X)/l, float64(cross(e, p))/l
			near = f.r < radius
		}
		end := to
		if next != last {
			p := sub(r.at(m, next), v)
			end = min(max(start, from+turnBetween(base, math.Atan2(float64(p.Y), float64(p.X)))), to)
		}
		f.to = min(end, width)
		f.from = max(start, 0)
		if near && f.to > f.from {
			o.fronts = append(o.fronts, f)
		}
		start, k = end, next
	}
}

// findEvents lists the angles between which one front is the nearest.
func (o *outline) findEvents(radius, lo, width float64) {
	o.events = append(o.events[:0], 0, width)
	for i := range o.fronts {
		f := &o.fronts[i]
		if f.from > 0 {
			o.events = append(o.events, f.from)
		}
		if f.to < width {
			o.events = append(o.events, f.to)
		}
		for j := range i {
			g := &o.fronts[j]
			from, to := max(f.from, g.from), min(f.to, g.to)
			if from >= to {
				continue
			}
			points, n := f.crossings(g)
			for _, p := range points[:n] {
				if p[0]*p[0]+p[1]*p[1] > (radius+1)*(radius+1) {
					continue
				}
				if t := turnBetween(lo, math.Atan2(p[1], p[0])); t > from && t < to {
					o.events = append(o.events, t)
				}
			}
		}
	}
	slices.Sort(o.events)
}

// crossings are the points that two fronts, drawn out, have in common.
func (f *front) crossings(g *front) (points [2][2]float64, n int) {
	if f.kind == shut || g.kind == shut {
		return points, 0
	}
	if f.kind == wall {
		f, g = g, f
	}
	// Where circle f, or a line f, meets the line x·nx + y·ny = c.
	nx, ny, c := g.x, g.y, g.r
	if g.kind != wall {
		// The line through both points of two circles.
		dx, dy := g.x-f.x, g.y-f.y
		d := math.Sqrt(dx*dx + dy*dy)
		if d == 0 {
			return points, 0
		}
		nx, ny = dx/d, dy/d
		c = f.x*nx + f.y*ny + (d*d+f.r*f.r-g.r*g.r)/(2*d)
	}
	if f.kind == wall {
		det := f.x*ny - f.y*nx
		if math.Abs(det) < 1e-12 {
			return points, 0
		}
		points[0] = [2]float64{(f.r*ny - f.y*c) / det, (f.x*c - f.r*nx) / det}
		return points, 1
	}
	h := c - f.x*nx - f.y*ny
	if h*h > f.r*f.r {
		return points, 0
	}
	s := math.Sqrt(f.r*f.r - h*h)
	x, y := f.x+h*nx, f.y+h*ny
	points[0] = [2]float64{x - s*ny, y + s*nx}
	points[1] = [2]float64{x + s*ny, y - s*nx}
	return points, 2
}

// distance is how far f is in a direction.
func (f *front) distance(x, y float64) float64 {
	switch f.kind {
	case horizon:
		return f.r
	case round:
		along, across := f.x*x+f.y*y, f.x*y-f.y*x
		return max(0, along-math.Sqrt(max(0, f.r*f.r-across*across)))
	case wall:
		a := f.x*x + f.y*y
		if f.r == 0 && a > -1e-9 {
			return 0 // also along a wall that the point is on
		}
		if a > 0 {
			return max(0, f.r/a)
		}
		return math.Inf(1)
	}
	return 0
}
