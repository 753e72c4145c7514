package geom

import (
	"math"
	"strconv"
)

// stroke is a piece of a boundary that is drawn counter-clockwise. The first
// one of a boundary only says where it starts.
type stroke struct {
	kind uint8
	id   int32   // of the wall that it runs along, or 0
	x, y float64 // where it ends
	// Of an arc, its circle, and the angle that it turns by if that is known.
	cx, cy, r, turn float64
}

const (
	straight = iota
	ahead    // an arc counter-clockwise
	back     // an arc clockwise
)

// blunt is how far, in units, a drawing may stray from what it draws to spare
// strokes.
const blunt = 1

func (o *outline) lineTo(p Point) {
	o.add(stroke{x: float64(p.X), y: float64(p.Y)})
}

func (o *outline) arcBack(p, centre Point, r float64) {
	o.add(stroke{kind: back, x: float64(p.X), y: float64(p.Y), cx: float64(centre.X), cy: float64(centre.Y), r: r})
}

// see adds the part of front f that is seen from v between two directions.
func (o *outline) see(v Point, f *front, lo, hi ray, radius, turn float64) {
	x, y := float64(v.X), float64(v.Y)
	d := min(f.distance(lo.x, lo.y), radius)
	from := stroke{x: x + d*lo.x, y: y + d*lo.y}
	d = min(f.distance(hi.x, hi.y), radius)
	s := stroke{id: f.id, x: x + d*hi.x, y: y + d*hi.y}
	switch f.kind {
	case horizon:
		s.kind, s.cx, s.cy, s.r, s.turn = ahead, x, y, f.r, turn
	case round:
		s.kind, s.cx, s.cy, s.r = back, x+f.x, y+f.y, f.r
	}
	if n := len(o.strokes); n == 0 || !o.strokes[n-1].endsAt(&from) {
		o.add(from)
	}
	if n := len(o.strokes); n == 1 || !o.strokes[n-1].goOn(&o.strokes[n-2], &s) {
		o.add(s)
	}
}

// endsAt says whether s ends where t does, but for what rounding hides.
func (s *stroke) endsAt(t *stroke) bool {
	return math.Abs(s.x-t.x)+math.Abs(s.y-t.y) < 0.5
}

// goOn makes s, which follows before, go on as far as t does, if t follows it
// on the same line or circle. Arcs whose turn is not known stay less than a
// quarter of a circle.
func (s *stroke) goOn(before, t *stroke) bool {
	if s.kind != t.kind || s.id != t.id || s.cx != t.cx || s.cy != t.cy || s.r != t.r {
		return false
	}
	switch s.kind {
	case straight:
		if s.id == 0 {
			return false
		}
	case back:
		if (before.x-s.cx)*(t.x-s.cx)+(before.y-s.cy)*(t.y-s.cy) < 0 {
			return false
		}
	}
	s.x, s.y, s.turn = t.x, t.y, s.turn+t.turn
	return true
}

func (o *outline) add(s stroke) { o.strokes = append(o.strokes, s) }

// write appends the strokes to the text.
func (o *outline) write() {
	mark, pen := len(o.text), o.pen
	w := writer{text: o.text, command: 'm'}
	if mark == 0 {
		w.command = 'M'
	}
	w.at = o.pen
	s := o.strokes
	w.move(s[0].x, s[0].y)
	o.pen = w.at
	for i := 1; i < len(s); i++ {
		a, b := &s[i-1], &s[i]
		switch b.kind {
		case straight:
			w.line(b.x, b.y)
		case ahead:
			if i+1 < len(s) && s[i+1].kind == ahead {
				if j, r := o.oneArc(i); j > i {
					w.arc(s[j].x, s[j].y, r, true)
					i = j
					continue
				}
			}
			parts := math.Ceil(b.turn / 1.7)
			from := math.Atan2(a.y-b.cy, a.x-b.cx)
			for k := 1.0; k < parts; k++ {
				sin, cos := math.Sincos(from + b.turn*k/parts)
				w.arc(b.cx+b.r*cos, b.cy+b.r*sin, b.r, true)
			}
			w.arc(b.x, b.y, b.r, true)
		case back:
			ax, ay, bx, by := a.x-b.cx, a.y-b.cy, b.x-b.cx, b.y-b.cy
			if ax*bx+ay*by < -0.3*b.r*b.r {
				from := math.Atan2(ay, ax)
				sin, cos := math.Sincos(from - turnBetween(math.Atan2(by, bx), from)/2)
				w.arc(b.cx+b.r*cos, b.cy+b.r*sin, b.r, false)
			}
			w.arc(b.x, b.y, b.r, false)
		}
	}
	if w.strokes < 2 {
		o.text, o.pen = w.text[:mark], pen
		return
	}
	o.text = append(w.text, 'z')
}

// oneArc finds how many of the arcs from i on can be drawn as one, with which
// radius.
func (o *outline) oneArc(i int) (j int, r float64) {
	s := o.strokes
	j, turn := i, s[i].turn
	for k := i + 1; k < len(s) && s[k].kind == ahead; k++ {
		if turn += s[k].turn; turn > 1.6 {
			break
		}
		cx, cy, q, ok := o.circle(i, k, turn)
		if !ok {
			break
		}
		for n := i; n <= k && ok; n++ {
			x, y := s[n].middle(&s[n-1])
			ok = beside(x-cx, y-cy, q) && beside(s[n].x-cx, s[n].y-cy, q)
		}
		if !ok {
			break
		}
		j, r = k, q
	}
	return j, r
}

// beside says whether (x, y) is no farther than blunt from the circle of radius
// r around the origin.
func beside(x, y, r float64) bool {
	d, lo, hi := x*x+y*y, max(r-blunt, 0), r+blunt
	return d >= lo*lo && d <= hi*hi
}

// circle is the circle through both ends of the arcs from i to k, which turn by
// turn, and a point about half way.
func (o *outline) circle(i, k int, turn float64) (x, y, r float64, ok bool) {
	s := o.strokes
	n := i
	for half := turn / 2; n < k && half > s[n].turn; n++ {
		half -= s[n].turn
	}
	mx, my := s[n].middle(&s[n-1])
	ax, ay, bx, by := s[i-1].x-mx, s[i-1].y-my, s[k].x-mx, s[k].y-my
	det := 2 * (ax*by - ay*bx)
	if math.Abs(det) < 1e-3 {
		return 0, 0, 0, false
	}
	a, b := ax*ax+ay*ay, bx*bx+by*by
	x, y = (a*by-b*ay)/det, (b*ax-a*bx)/det
	return mx + x, my + y, math.Sqrt(x*x + y*y), true
}

// middle is the point half way along an arc that follows before and turns by
// less than half a circle.
func (s *stroke) middle(before *stroke) (x, y float64) {
	dx, dy := (before.x+s.x)/2-s.cx, (before.y+s.y)/2-s.cy
	l := s.r / math.Sqrt(dx*dx+dy*dy)
	return s.cx + dx*l, s.cy + dy*l
}

// writer writes path data in whole numbers, each point relative to the one
// before. What rounding leaves no length is not written.
type writer struct {
	text    []byte
	command byte // in force: the next letter to write, for a move
	at      Point
	strokes int
}

func (w *writer) move(x, y float64) {
	w.text = append(w.text, w.command)
	p := Point{int64(math.Round(x)), int64(math.Round(y))}
	w.text = strconv.AppendInt(w.text, p.X-w.at.X, 10)
	w.number(p.Y - w.at.Y)
	w.at = p
}

func (w *writer) line(x, y float64) {
	p := Point{int64(math.Round(x)), int64(math.Round(y))}
	if p == w.at {
		return
	}
	w.begin('l')
	w.text = strconv.AppendInt(w.text, p.X-w.at.X, 10)
	w.number(p.Y - w.at.Y)
	w.at = p
	w.strokes++
}

// arc writes an arc of less than half a circle; ahead is counter-clockwise.
func (w *writer) arc(x, y, r float64, ahead bool) {
	p := Point{int64(math.Round(x)), int64(math.Round(y))}
	if p == w.at {
		return
	}
	w.begin('a')
	radius := int64(math.Round(r))
	w.text = strconv.AppendInt(w.text, radius, 10)
	w.number(radius)
	if ahead {
		w.text = append(w.text, " 0 0 1"...)
	} else {
		w.text = append(w.text, " 0 0 0"...)
	}
	w.number(p.X - w.at.X)
	w.number(p.Y - w.at.Y)
	w.at = p
	w.strokes++
}

// begin writes a command's letter, or what stands between two of the same.
func (w *writer) begin(c byte) {
	if w.command != c {
		w.text = append(w.text, c)
		w.command = c
	} else {
		w.text = append(w.text, ' ')
	}
}

// number writes a number that is not a command's first: a minus sign needs
// nothing before it.
func (w *writer) number(n int64) {
	if n >= 0 {
		w.text = append(w.text, ' ')
	}
	w.text = strconv.AppendInt(w.text, n, 10)
}
