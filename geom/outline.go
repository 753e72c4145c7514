package geom

import "math"

// Outline is the reach as SVG path data in the table's coordinates (y is not
// flipped), to be filled with the nonzero rule: the union of what is seen from
// the start and from the corners on the way, as far as the rest of the limit
// goes. It is a drawing: it agrees with [Reach.Contains] but for 0.05 mm along
// the boundary. It is empty when nothing but the start is in reach.
func (r *Reach) Outline() string { return r.OutlineWithin(r.limit) }

// OutlineWithin is the outline of what [Reach.ContainsWithin] contains.
func (r *Reach) OutlineWithin(limit int64) string {
	r.outline(limit)
	return string(r.draw.text)
}

// AppendOutline appends what OutlineWithin returns, and allocates nothing where
// there is room for it.
func (r *Reach) AppendOutline(to []byte, limit int64) []byte {
	r.outline(limit)
	return append(to, r.draw.text...)
}

func (r *Reach) outline(limit int64) {
	o := &r.draw
	o.r, o.limit = r, min(limit, r.limit)
	o.text, o.pen = o.text[:0], Point{}
	if !r.free || o.limit < 0 {
		return
	}
	r.build()
	o.touched = append(o.touched[:0], make([][2]int32, len(r.rims))...)
	if o.gather(r.d.C, o.limit, none) {
		o.strokes = o.strokes[:0]
		o.wedge(r.d.C, float64(o.limit), ray{1, 0, 0}, ray{1, 0, 0}, 2*math.Pi)
		o.write()
	}
	for i := range r.rims {
		for turn := 0; turn < 2 && r.rims[i].reached; turn++ {
			o.fans(i, turn)
		}
	}
}

// outline draws, and owns the buffers for it.
type outline struct {
	r       *Reach
	limit   int64
	crowd   []int32    // the rims that may be in a fan's way
	inWay   []int32    // those of them that may be in a wedge's way
	touched [][2]int32 // where each rim was touched the last time, on the right and on the left
	fronts  []front
	events  []float64
	strokes []stroke
	text    []byte
	pen     Point // where the last piece of the text began: relative to this goes the next
}

const (
	// seam is the angle by which a fan overlaps what is seen from before.
	seam = 0.03
	// least is how much of the limit must be left at a corner for it to be
	// drawn: less than the tolerance of the drawing.
	least = 3
)

// ray is a direction, of length 1, and its angle.
type ray struct{ x, y, angle float64 }

func rayAlong(v Point) ray {
	x, y := float64(v.X), float64(v.Y)
	l := math.Sqrt(x*x + y*y)
	return ray{x / l, y / l, math.Atan2(y, x)}
}

func rayAt(angle float64) ray {
	sin, cos := math.Sincos(angle)
	return ray{cos, sin, angle}
}

// turnBetween is the angle from a on to b, in [0, 2π), for two angles that are
// less than 4π apart.
func turnBetween(a, b float64) float64 {
	t := b - a
	for t < 0 {
		t += 2 * math.Pi
	}
	for t >= 2*math.Pi {
		t -= 2 * math.Pi
	}
	return t
}

// gather lists the rims that may be less than far away from v, but own. It says
// false if nothing can be drawn that far.
func (o *outline) gather(v Point, far int64, own int) bool {
	o.crowd = o.crowd[:0]
	for i := range o.r.rims {
		m := &o.r.rims[i]
		if i != own && v.X > m.lo.X-far && v.X < m.hi.X+far && v.Y > m.lo.Y-far && v.Y < m.hi.Y+far {
			o.crowd = append(o.crowd, int32(i))
		}
	}
	return far >= least
}

// drawn says whether the corner with a state, and the other state of the same
// corner, is the last of shortest paths that go on far enough to be drawn. If
// the corner is reached earlier the other way round, it is from there that
// everything is seen.
func (o *outline) drawn(st int) bool {
	length := o.r.state[st].length
	return length <= (o.limit-least)<<fraction && length <= o.r.state[st^1].length
}

// fans draws what is seen walking rim i in one direction, as a fan for each
// stretch that is walked without a break.
func (o *outline) fans(i, turn int) {
	r := o.r
	m := &r.rims[i]
	step := 1
	if turn == 1 {
		step = m.count - 1
	}
	for k := range m.count {
		st := 2*(m.first+k) + turn
		if !o.drawn(st) {
			continue
		}
		before := 2*(m.first+(k+m.count-step)%m.count) + turn
		if int(r.state[st].from) == before && o.drawn(before) {
			continue
		}
		count, last := 1, k
		for {
			next := (last + step) % m.count
			to := 2*(m.first+next) + turn
			if !o.drawn(to) || int(r.state[to].from) != 2*(m.first+last)+turn {
				break
			}
			count, last = count+1, next
		}
		if turn == 0 {
			o.fan(i, k, count, turn)
		} else {
			o.fan(i, last, count, turn)
		}
	}
}

// fan draws what count corners of rim i, from k on counter-clockwise, are the
// last to see. That lies, for each corner, between its two edges' directions.
// A little more on the side where the walk begins closes the seam to what is
// seen from before.
func (o *outline) fan(i, k, count, turn int) {
	r := o.r
	m := &r.rims[i]
	first := k
	begin := k
	if turn == 1 {
		begin = (k + count - 1) % m.count
	}
	o.gather(r.at(m, begin), o.rest(2*(m.first+begin)+turn), i)
	o.strokes = o.strokes[:0]
	o.lineTo(r.at(m, first))
	a := o.edgeRay(m, (k+m.count-1)%m.count, turn)
	for n := range count {
		b := o.edgeRay(m, k, turn)
		lo, hi := a, b
		if turn == 0 && n == 0 {
			lo = rayAt(lo.angle - seam)
		}
		if turn == 1 && n == count-1 {
			hi = rayAt(hi.angle + seam)
		}
		o.wedge(r.at(m, k), o.restExactly(2*(m.first+k)+turn), lo, hi, turnBetween(lo.angle, hi.angle))
		a = b
		if n < count-1 {
			k = (k + 1) % m.count
		}
	}
	o.lineTo(r.at(m, k))
	o.backAlong(i, k, first)
	o.write()
}

// edgeRay is the direction in which the edge from corner k on is walked.
func (o *outline) edgeRay(m *rim, k, turn int) ray {
	e := sub(o.r.at(m, (k+1)%m.count), o.r.at(m, k))
	if turn == 1 {
		e = neg(e)
	}
	return rayAlong(e)
}

func (o *outline) restExactly(st int) float64 {
	return float64(o.limit) - float64(o.r.state[st].length)/(1<<fraction)
}

func (o *outline) rest(st int) int64 { return o.limit - o.r.state[st].length>>fraction }

// backAlong follows rim i clockwise from corner k to corner to.
func (o *outline) backAlong(i, k, to int) {
	r := o.r
	m := &r.rims[i]
	for k != to {
		from, c := r.at(m, k), r.centre[m.first+k]
		next := (k + m.count - 1) % m.count
		if r.centre[m.first+next] != c {
			o.lineTo(r.at(m, next))
			k = next
			continue
		}
		// No more than a quarter of a circle at once.
		for next != to && dot(sub(from, c), sub(r.at(m, next), c)) > 0 {
			after := (next + m.count - 1) % m.count
			if r.centre[m.first+after] != c {
				break
			}
			next = after
		}
		o.arcBack(r.at(m, next), c, o.radiusOf(i))
		k = next
	}
}

// radiusOf is the radius of the arcs of rim i.
func (o *outline) radiusOf(i int) float64 {
	if h := &o.r.near[i]; h.piece == nil {
		return float64(o.r.d.R + h.disc.R)
	}
	return float64(o.r.d.R)
}
