package geom

import (
	"math"
	"slices"
	"strconv"
)

// Outline is the reach as SVG path data in the table's coordinates (y is not
// flipped), to be filled with the nonzero rule: the union of what is seen from
// the start and from each corner on the way, as far as the rest of the limit
// goes. It is a drawing: it agrees with [Reach.Contains] but for 0.05 mm along
// the boundary. It is empty when nothing but the start is in reach.
func (r *Reach) Outline() string {
	if !r.free {
		return ""
	}
	r.build()
	o := &r.draw
	o.r, o.text = r, o.text[:0]
	o.star(r.d.C, float64(r.limit), 0, 2*math.Pi, -1)
	for i := range r.rims {
		m := &r.rims[i]
		if !m.reached {
			continue
		}
		for k := range m.count {
			for turn := range 2 {
				length := r.state[2*(m.first+k)+turn].length
				if length == unreached {
					continue
				}
				rest := float64(r.limit) - float64(length)/(1<<fraction)
				v := r.at(m, k)
				in := sub(v, r.at(m, (k+m.count-1)%m.count))
				out := sub(r.at(m, (k+1)%m.count), v)
				// What this corner is the last to see lies between its two edges'
				// directions. A little more on the side that is seen from before
				// closes the seam to the piece before.
				var lo, hi float64
				if turn == 0 {
					hi = angle(out)
					lo = hi - turnBetween(angle(in), hi) - seam
				} else {
					lo = angle(neg(in))
					hi = lo + turnBetween(lo, angle(neg(out))) + seam
				}
				o.star(v, rest, lo, hi, i)
			}
		}
	}
	return string(o.text)
}

// seam is the angle by which pieces of a drawing overlap.
const seam = 0.03

// outline collects the text and owns the buffers of one star after another.
type outline struct {
	r      *Reach
	text   []byte
	shades []shade
	events []float64
	sides  []side

	// The star at hand.
	v      Point
	radius float64
}

// shade is a rim as it is seen from a star's centre.
type shade struct {
	from  float64 // angle of the tangent that has the rim on its left
	width float64
	close bool      // the centre lies on the rim: nothing is seen on that side
	chain []Point   // the corners that face the centre, relative to it
	angle []float64 // of these, counted from from, falling
}

// side is a straight line that limits a star, or its circle: x·nx + y·ny = c.
type side struct {
	nx, ny, c float64
	circle    bool
}

func angle(v Point) float64 { return math.Atan2(float64(v.Y), float64(v.X)) }

// turnBetween is the angle from a on to b, in [0, 2π).
func turnBetween(a, b float64) float64 {
	t := math.Mod(b-a, 2*math.Pi)
	if t < 0 {
		t += 2 * math.Pi
	}
	return t
}

// star appends what is seen from v between the angles lo and hi, no farther
// than radius, past all rims but own.
func (o *outline) star(v Point, radius, lo, hi float64, own int) {
	if radius < 1 || hi-lo < 1e-9 {
		return
	}
	o.v, o.radius = v, radius
	o.cast(lo, hi, own)
	o.findEvents(lo, hi)
	o.text = append(o.text, 'M')
	o.number(float64(v.X))
	o.number(float64(v.Y))
	lastX, lastY := math.NaN(), math.NaN()
	for i := 1; i < len(o.events); i++ {
		from, to := o.events[i-1], o.events[i]
		if to-from < 1e-9 {
			continue
		}
		o.sidesAt((from + to) / 2)
		for from < to {
			inset := (to - from) * 1e-6
			s := o.nearest(from + inset)
			end := to
			if o.nearest(to-inset) != s {
				// Another side comes nearer: find where.
				a, b := from+inset, to-inset
				for range 40 {
					if mid := (a + b) / 2; o.nearest(mid) == s {
						a = mid
					} else {
						b = mid
					}
				}
				end = b
			}
			x, y := o.place(s, from)
			if math.Abs(x-lastX)+math.Abs(y-lastY) >= 0.5 || math.IsNaN(lastX) {
				o.text = append(o.text, 'L')
				o.number(x)
				o.number(y)
			}
			x, y = o.place(s, end)
			if o.sides[s].circle {
				o.text = append(o.text, 'A')
				o.number(radius)
				o.number(radius)
				o.text = append(o.text, "0 0 1 "...)
			} else {
				o.text = append(o.text, 'L')
			}
			o.number(x)
			o.number(y)
			lastX, lastY = x, y
			from = end
		}
	}
	o.text = append(o.text, 'Z')
}

// cast finds the shades of the rims that may be in the star.
func (o *outline) cast(lo, hi float64, own int) {
	r := o.r
	used := 0
	for i := range r.rims {
		if i == own {
			continue
		}
		m := &r.rims[i]
		far := int64(o.radius) + 1
		if o.v.X < m.lo.X-far || o.v.X > m.hi.X+far || o.v.Y < m.lo.Y-far || o.v.Y > m.hi.Y+far {
			continue
		}
		right, left := r.touch(m, o.v, 0), r.touch(m, o.v, 1)
		if used == len(o.shades) {
			o.shades = append(o.shades, shade{})
		}
		s := &o.shades[used]
		used++
		s.from = angle(sub(r.at(m, right), o.v))
		s.width = turnBetween(s.from, angle(sub(r.at(m, left), o.v)))
		if turnBetween(s.from, lo) > s.width && turnBetween(lo, s.from) > hi-lo {
			used--
			continue
		}
		s.close, s.chain, s.angle = false, s.chain[:0], s.angle[:0]
		for k := left; ; k = (k + 1) % m.count {
			c := sub(r.at(m, k), o.v)
			if n := len(s.chain); n > 0 && cross(s.chain[n-1], c) == 0 && dot(s.chain[n-1], c) <= 0 {
				s.close = true
			}
			s.chain = append(s.chain, c)
			s.angle = append(s.angle, turnBetween(s.from, angle(c)))
			if k == right {
				break
			}
		}
		s.angle[len(s.angle)-1] = 0
	}
	o.shades = o.shades[:used]
}

// findEvents lists the angles between which every rim shows one edge only.
func (o *outline) findEvents(lo, hi float64) {
	o.events = append(o.events[:0], lo, hi)
	note := func(a float64) {
		if t := lo + turnBetween(lo, a); t < hi {
			o.events = append(o.events, t)
		}
	}
	for q := range 4 {
		note(lo + float64(q)*math.Pi/2)
	}
	for i := range o.shades {
		s := &o.shades[i]
		note(s.from)
		note(s.from + s.width)
		if s.close {
			continue
		}
		for k := range s.chain {
			note(s.from + s.angle[k])
			if k > 0 {
				o.noteCircle(note, s.chain[k-1], s.chain[k])
			}
		}
	}
	in := o.r.d.R
	a := sub(Point{in, in}, o.v)
	b := sub(Point{o.r.s.width - in, o.r.s.height - in}, o.v)
	c := [4]Point{a, {b.X, a.Y}, b, {a.X, b.Y}}
	for k := range c {
		note(angle(c[k]))
		o.noteCircle(note, c[k], c[(k+1)%4])
	}
	slices.Sort(o.events)
}

// noteCircle notes where the segment from a to b crosses the star's circle.
func (o *outline) noteCircle(note func(float64), a, b Point) {
	ax, ay := float64(a.X), float64(a.Y)
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	l, p, q := dx*dx+dy*dy, ax*dx+ay*dy, ax*ax+ay*ay-o.radius*o.radius
	disc := p*p - l*q
	if disc < 0 || l == 0 {
		return
	}
	root := math.Sqrt(disc)
	for _, t := range [2]float64{(-p - root) / l, (-p + root) / l} {
		if t >= 0 && t <= 1 {
			note(math.Atan2(ay+t*dy, ax+t*dx))
		}
	}
}

// sidesAt lists what limits the star in the direction t: its circle, the
// table's edge, and an edge of each rim that lies there.
func (o *outline) sidesAt(t float64) {
	o.sides = append(o.sides[:0], side{circle: true})
	in := o.r.d.R
	o.sides = append(o.sides,
		side{-1, 0, float64(o.v.X - in), false},
		side{1, 0, float64(o.r.s.width - in - o.v.X), false},
		side{0, -1, float64(o.v.Y - in), false},
		side{0, 1, float64(o.r.s.height - in - o.v.Y), false})
	for i := range o.shades {
		s := &o.shades[i]
		a := turnBetween(s.from, t)
		if a >= s.width {
			continue
		}
		if s.close {
			o.sides = append(o.sides, side{math.Cos(t), math.Sin(t), 0, false})
			continue
		}
		lo, hi := 0, len(s.angle)-1 // the edge from lo to lo+1 covers a
		for hi-lo > 1 {
			if mid := (lo + hi) / 2; s.angle[mid] > a {
				lo = mid
			} else {
				hi = mid
			}
		}
		p, q := s.chain[lo], s.chain[lo+1]
		n := neg(right(sub(q, p)))
		o.sides = append(o.sides, side{float64(n.X), float64(n.Y), float64(dot(n, p)), false})
	}
}

// nearest is the side that is met first in the direction t.
func (o *outline) nearest(t float64) int {
	best, at := math.Inf(1), 0
	sin, cos := math.Sincos(t)
	for i := range o.sides {
		if d := o.sides[i].distance(cos, sin, o.radius); d < best {
			best, at = d, i
		}
	}
	return at
}

func (s *side) distance(cos, sin, radius float64) float64 {
	if s.circle {
		return radius
	}
	if a := s.nx*cos + s.ny*sin; a > 0 {
		return s.c / a
	}
	return math.Inf(1)
}

// place is where side s is met in the direction t.
func (o *outline) place(s int, t float64) (x, y float64) {
	sin, cos := math.Sincos(t)
	d := min(o.sides[s].distance(cos, sin, o.radius), o.radius)
	return float64(o.v.X) + d*cos, float64(o.v.Y) + d*sin
}

func (o *outline) number(x float64) {
	o.text = strconv.AppendInt(o.text, int64(math.Round(x)), 10)
	o.text = append(o.text, ' ')
}
