package geom

// What is asked of a polygon by itself: turned and laid down, does it overlap
// another, does a straight way lead over it. All of it is exact but for the
// rounding that is named.

// sines are the sines of whole degrees from 0 to 90, times 2^20.
var sines = [91]int64{
	0, 18300, 36595, 54878, 73145, 91389, 109606, 127789, 145934, 164033,
	182083, 200078, 218011, 235878, 253673, 271391, 289027, 306574, 324028, 341383,
	358634, 375776, 392803, 409711, 426494, 443147, 459665, 476044, 492277, 508360,
	524288, 540057, 555661, 571095, 586356, 601438, 616338, 631049, 645568, 659890,
	674012, 687928, 701634, 715127, 728402, 741455, 754282, 766880, 779244, 791370,
	803256, 814897, 826289, 837430, 848316, 858943, 869309, 879410, 889243, 898805,
	908093, 917105, 925838, 934288, 942454, 950333, 957922, 965219, 972223, 978930,
	985339, 991448, 997255, 1002758, 1007956, 1012847, 1017429, 1021701, 1025662, 1029311,
	1032646, 1035666, 1038371, 1040760, 1042832, 1044586, 1046022, 1047139, 1047937, 1048416,
	1048576,
}

const sineBits = 20

// sine is the sine of an angle in whole degrees, times 2^20.
func sine(degrees int) int64 {
	switch d := (degrees%360 + 360) % 360; {
	case d <= 90:
		return sines[d]
	case d <= 180:
		return sines[180-d]
	case d <= 270:
		return -sines[d-180]
	default:
		return -sines[360-d]
	}
}

// Compass is the direction so many whole degrees counter-clockwise from that of
// x, 2^20 long but for rounding.
func Compass(degrees int) Point { return Point{sine(degrees + 90), sine(degrees)} }

// Along is the place so far from p in a direction that [Compass] gave, rounded
// to the nearest whole place.
func Along(p, direction Point, far int64) Point {
	return Point{p.X + unscaled(direction.X*far), p.Y + unscaled(direction.Y*far)}
}

// unscaled divides by 2^20 and rounds, away from zero at the half, so that
// what is symmetric about the origin stays so.
func unscaled(n int64) int64 {
	if n < 0 {
		return -unscaled(-n)
	}
	return (n + 1<<(sineBits-1)) >> sineBits
}

// Rectangle is a rectangle about the origin; an odd side is rounded down to an
// even one, so that its corners are whole.
func Rectangle(width, height int64) Polygon {
	x, y := width/2, height/2
	return Polygon{{-x, -y}, {x, -y}, {x, y}, {-x, y}}
}

// Placed is the polygon turned about the origin by whole degrees,
// counter-clockwise, and then moved. Each turned corner is rounded to the
// nearest whole place before it is moved, halves away from the origin: the same
// everywhere, and a shape that is symmetric about the origin stays so. It is
// written over to, which may be nil.
func (p Polygon) Placed(to Polygon, degrees int, by Point) Polygon {
	sin, cos := sine(degrees), sine(degrees+90)
	to = to[:0]
	for _, q := range p {
		to = append(to, Point{by.X + unscaled(q.X*cos-q.Y*sin), by.Y + unscaled(q.X*sin+q.Y*cos)})
	}
	return to
}

// Box are the corners of the upright box around the polygon.
func (p Polygon) Box() (lo, hi Point) {
	lo, hi = p[0], p[0]
	for _, q := range p[1:] {
		lo = Point{min(lo.X, q.X), min(lo.Y, q.Y)}
		hi = Point{max(hi.X, q.X), max(hi.Y, q.Y)}
	}
	return lo, hi
}

// Inside says whether a place is in the polygon's interior.
func (p Polygon) Inside(q Point) bool {
	v := p[len(p)-1]
	for _, w := range p {
		if cross(sub(w, v), sub(q, v)) <= 0 {
			return false
		}
		v = w
	}
	return true
}

// Crossed says whether the segment from a to b meets the polygon's interior.
func (p Polygon) Crossed(a, b Point) bool {
	if a == b {
		return p.Inside(a)
	}
	d := sub(b, a)
	left, right := false, false
	for _, v := range p {
		switch c := cross(d, sub(v, a)); {
		case c > 0:
			left = true
		case c < 0:
			right = true
		}
	}
	if !left || !right {
		return false
	}
	v := p[len(p)-1]
	for _, w := range p {
		e := sub(w, v)
		if cross(e, sub(a, v)) <= 0 && cross(e, sub(b, v)) <= 0 {
			return false
		}
		v = w
	}
	return true
}

// Chord is the stretch of the way from a to b that lies in the polygon's
// interior: how far from a it begins and ends, each rounded to a whole unit.
// There is one exactly if the way is Crossed, and the two differ.
func (p Polygon) Chord(a, b Point) (from, to int64, ok bool) {
	if a == b || !p.Crossed(a, b) {
		return 0, 0, false
	}
	d := sub(b, a)
	in, out := ratio{0, 1}, ratio{1, 1}
	v := p[len(p)-1]
	for _, w := range p {
		n := right(sub(w, v))
		// The way crosses this edge's line after so much of it.
		if speed, room := dot(n, d), dot(n, sub(v, a)); speed < 0 {
			if x := (ratio{-room, -speed}); in.less(x) {
				in = x
			}
		} else if speed > 0 {
			if x := (ratio{room, speed}); x.less(out) {
				out = x
			}
		}
		v = w
	}
	length := isqrt(norm2(d))
	return mulDiv(length, in.num, in.den), mulDiv(length, out.num, out.den), true
}

// Overlap says whether the interiors of two polygons meet. Touching is not
// overlapping.
func Overlap(p, q Polygon) bool { return !keepsOut(p, q) && !keepsOut(q, p) }

// keepsOut says whether an edge of p has all of q on or beyond it.
func keepsOut(p, q Polygon) bool {
	v := p[len(p)-1]
	for _, w := range p {
		e, beyond := sub(w, v), true
		for _, x := range q {
			if cross(e, sub(x, v)) > 0 {
				beyond = false
				break
			}
		}
		if beyond {
			return true
		}
		v = w
	}
	return false
}
