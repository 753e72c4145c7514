// Package hex is the plane of hexagons: where they are, what they touch, how
// far apart they are.
//
// A hexagon is named by axial coordinates ([Hex]), and has six neighbours, six
// sides and six corners. Directions run clockwise on a screen, whose y points
// down, from east:
//
//	    NW   NE               4   5
//	     \   /                 \ /
//	W  --  *  --  E        3 -- * -- 0
//	     /   \                 / \
//	    SW   SE               2   1
//
// Side d of a hexagon is the one towards its neighbour in direction d; corner d
// is the one between sides d and d+1, the clockwise end of side d. A side
// belongs to two hexagons and a corner to three; [Edge] and [Corner] give each
// of them one name, whichever hexagon it is seen from.
//
// Everything is a small value; nothing here allocates, and nothing fails: a
// direction out of range counts round.
package hex

// Hex is a hexagon, in axial coordinates: Q steps east, then R steps south-east.
type Hex struct {
	Q int `json:"q"`
	R int `json:"r"`
}

// Directions is how many neighbours, sides and corners a hexagon has.
const Directions = 6

// Direction is one of six, clockwise from east. Any whole number is one: it
// counts round.
type Direction int

// The directions.
const (
	East Direction = iota
	SouthEast
	SouthWest
	West
	NorthWest
	NorthEast
)

// Turn is the direction so many sixths of a circle clockwise, counterclockwise
// if negative. Turn(0) brings a direction out of range into 0 … 5.
func (d Direction) Turn(sixths int) Direction {
	t := (int(d) + sixths) % Directions
	if t < 0 {
		t += Directions
	}
	return Direction(t)
}

// Opposite is the direction back.
func (d Direction) Opposite() Direction { return d.Turn(3) }

var steps = [Directions]Hex{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}

// Step is the neighbour of the origin in a direction.
func (d Direction) Step() Hex { return steps[d.Turn(0)] }

// Plus adds two hexagons as steps from the origin.
func (h Hex) Plus(o Hex) Hex { return Hex{h.Q + o.Q, h.R + o.R} }

// Minus gives the steps that lead from o to h.
func (h Hex) Minus(o Hex) Hex { return Hex{h.Q - o.Q, h.R - o.R} }

// Neighbour is the hexagon beyond side d.
func (h Hex) Neighbour(d Direction) Hex { return h.Plus(d.Step()) }

// Neighbours are all six, in the order of the directions.
func (h Hex) Neighbours() [Directions]Hex {
	var all [Directions]Hex
	for d := range all {
		all[d] = h.Plus(steps[d])
	}
	return all
}

// Distance is how many steps lead from one hexagon to another.
func (h Hex) Distance(o Hex) int {
	v := h.Minus(o)
	return max(abs(v.Q), abs(v.R), abs(v.Q+v.R))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Toward is the direction of the side that h shares with o; false when they
// share none.
func (h Hex) Toward(o Hex) (Direction, bool) {
	v := o.Minus(h)
	for d, s := range steps {
		if s == v {
			return Direction(d), true
		}
	}
	return 0, false
}

// Rotate turns a hexagon about the origin by so many sixths of a circle,
// clockwise.
func (h Hex) Rotate(sixths int) Hex {
	for range Direction(0).Turn(sixths) {
		h = Hex{-h.R, h.Q + h.R}
	}
	return h
}

// Point is a place on paper, exact: X in units of half a hexagon's width
// (√3/2 of its side), Y in units of half its side, y down. A drawing multiplies.
type Point struct{ X, Y int }

// Centre is a hexagon's middle.
func (h Hex) Centre() Point { return Point{2*h.Q + h.R, 3 * h.R} }

var cornerAt = [Directions]Point{{1, 1}, {0, 2}, {-1, 1}, {-1, -1}, {0, -2}, {1, -1}}

// Edge is a side between two hexagons, under its one name: that of the hexagon
// from which it lies east, south-east or south-west. Edges compare with ==.
type Edge struct {
	Of   Hex
	Side Direction // East, SouthEast or SouthWest
}

// Edge is side d of a hexagon.
func (h Hex) Edge(d Direction) Edge {
	if d = d.Turn(0); d > SouthWest {
		return Edge{h.Neighbour(d), d.Opposite()}
	}
	return Edge{h, d}
}

// Hexes are the two hexagons that an edge lies between, the one that names it
// first.
func (e Edge) Hexes() [2]Hex { return [2]Hex{e.Of, e.Of.Neighbour(e.Side)} }

// Corners are the two ends of an edge: the clockwise one, as seen from the
// hexagon that names it, first.
func (e Edge) Corners() [2]Corner {
	return [2]Corner{e.Of.Corner(e.Side), e.Of.Corner(e.Side.Turn(-1))}
}

// Midpoint is the middle of an edge, in twice the units of [Point].
func (e Edge) Midpoint() Point {
	a, b := e.Of.Centre(), e.Of.Neighbour(e.Side).Centre()
	return Point{a.X + b.X, a.Y + b.Y}
}

// Corner is a corner of three hexagons, under its one name: that of the hexagon
// whose corner 0 or 1 it is. Corners compare with ==.
type Corner struct {
	Of Hex
	At Direction // 0 or 1
}

// Corner is corner d of a hexagon: the one between its sides d and d+1. Corner
// d of one hexagon is corner d+2 of its neighbour at side d, and corner d+4 of
// the one at side d+1.
func (h Hex) Corner(d Direction) Corner {
	switch d = d.Turn(0); d {
	case 0, 1:
		return Corner{h, d}
	case 2, 3:
		return Corner{h.Neighbour(d.Turn(1)), d.Turn(-2)}
	default:
		return Corner{h.Neighbour(d), d.Turn(2)}
	}
}

// Hexes are the three hexagons that meet at a corner, clockwise, the one that
// names it first.
func (c Corner) Hexes() [3]Hex {
	return [3]Hex{c.Of, c.Of.Neighbour(c.At), c.Of.Neighbour(c.At.Turn(1))}
}

// Edges are the three edges that end at a corner.
func (c Corner) Edges() [3]Edge {
	h := c.Hexes()
	return [3]Edge{c.Of.Edge(c.At), h[1].Edge(c.At.Turn(2)), c.Of.Edge(c.At.Turn(1))}
}

// Point is where a corner is.
func (c Corner) Point() Point {
	p, d := c.Of.Centre(), cornerAt[c.At.Turn(0)]
	return Point{p.X + d.X, p.Y + d.Y}
}
