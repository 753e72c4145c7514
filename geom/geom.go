package geom

// Unit is one millimetre in the package's unit of length, the hundredth of a millimetre.
const Unit = 100

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
