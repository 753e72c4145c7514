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
	x, y, r  float64 // of a circle the centre, seen from the point, and the radius; of a wall its outward normal, of length 1, turned to the point, and its distance
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
			o.see(v, front{kind: horizon, r: radius}, lo, hi, radius, width)
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
	o.findEvents(radius, width)
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
		o.see(v, o.fronts[best], at, next, radius, to-from)
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
	right, left := r.touch(m, v, 0), r.touch(m, v, 1)
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
		f := front{kind: wall, id: int32(m.first + next), from: start}
		near := true
		if r.centre[m.first+next] == c {
			for next != last {
				after := (next + m.count - 1) % m.count
				if r.centre[m.first+after] != c {
					break
				}
				next = after
			}
			f.kind, f.x, f.y, f.r = round, float64(c.X-v.X), float64(c.Y-v.Y), o.radiusOf(i)
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
func (o *outline) findEvents(radius, width float64) {
	o.events = append(o.events[:0], 0, width)
	for i := range o.fronts {
		f := &o.fronts[i]
		if f.from > 0 {
			o.events = append(o.events, f.from)
		}
		if f.to < width {
			o.events = append(o.events, f.to)
		}
	}
	slices.Sort(o.events)
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
		if a := f.x*x + f.y*y; a > 0 {
			return max(0, f.r/a)
		}
		return math.Inf(1)
	}
	return 0
}
