package geom

// Unit is one millimetre in the package's unit of length, the hundredth of a millimetre.
const Unit = 100

// MaxRadius is the largest radius of a disc (60 mm) and MaxField the longest
// side of a table (2 m). Inside them no intermediate result overflows. A disc
// with a radius outside 1 … MaxRadius is never [Scene.Free]; where it is asked
// for anything else its radius counts as the nearest legal one.
const (
	MaxRadius = 60 * Unit
	MaxField  = 2000 * Unit
)

// Point is a place on the table, in hundredths of a millimetre from its lower
// left corner: x to the right, y away from seat 0.
type Point struct {
	X int64 `json:"x"`
	Y int64 `json:"y"`
}

// Polygon is a convex polygon: its corners counter-clockwise, no three in a line.
type Polygon []Point

// Disc is a round thing on the table: a base, a part, a malloppo.
type Disc struct {
	C Point
	R int64
}

// Square is the square of the distance between two places on or near a table.
func Square(a, b Point) int64 { return norm2(sub(b, a)) }

// Distance is the distance between two places on or near a table, rounded down
// to a whole unit.
func Distance(a, b Point) int64 { return isqrt(Square(a, b)) }

// Gap is the distance from edge to edge of the two true circles, rounded down
// to a whole unit: 0 when they touch, negative when they overlap (rounded down
// too, so that an overlap of any size is at least -1).
func Gap(a, b Disc) int64 {
	return isqrt(norm2(sub(b.C, a.C))) - a.R - b.R
}

// Touching says, exactly, whether the true circles of a and b are at most
// slack apart from edge to edge. Overlapping discs touch.
func Touching(a, b Disc, slack int64) bool {
	reach := a.R + b.R + slack
	return reach >= 0 && norm2(sub(b.C, a.C)) <= reach*reach
}

// ContactPoint is the centre of a disc of radius r that touches base from
// outside on the side of toward: on the ray from base's centre to toward,
// rounded outwards, so that the true circles do not overlap and are less than
// two units apart. When toward is base's own centre the side is that of
// growing x.
func ContactPoint(base Disc, r int64, toward Point) Point {
	d := sub(toward, base.C)
	if d == (Point{}) {
		d.X = 1
	}
	for max(abs(d.X), abs(d.Y)) > 2*MaxField {
		d = Point{d.X / 2, d.Y / 2}
	}
	sum, length := base.R+r, isqrt(norm2(d)<<(2*fraction))
	return Point{
		base.C.X + divAway(d.X*sum<<fraction, length),
		base.C.Y + divAway(d.Y*sum<<fraction, length),
	}
}
