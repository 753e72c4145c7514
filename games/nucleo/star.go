package nucleo

import "banco/hex"

// The map (N02): the core, cell 0; inner hexes 1 to 6 around it, clockwise from
// east; outer hexes 7 to 12, of which 7+i touches the inner ones 1+i and 2+i
// (the last touches 6 and 1). Gate i runs outward between inner hexes 1+i and
// 2+i, and ends at outer hex 7+i.

// Heading is an edge together with the end that something on it heads for.
//
// Edge e belongs to the cell that names it (the lower number of its two); end 0
// is its clockwise end as seen from there, end 1 the other. So what heads for
// end 0 has the naming cell on its right, and what heads for end 1 on its left.
type Heading struct{ Edge, End int8 }

// way is what lies around a heading.
type way struct {
	right, left int8       // cells beside it, None off the map
	ahead       int8       // the third cell at the end it heads for
	turns       [2]Heading // the next edge when circling the right cell, the left one; Edge None where there is no such cell
}

type chart struct {
	hexes  [Cells]hex.Hex
	beyond [Cells][hex.Directions]int8 // the cell beyond a side, None off the map
	edge   [Cells][hex.Directions]int8
	of     [Edges]struct{ cell, side int8 } // the cell that names an edge, and which of its sides it is
	ways   [Edges][2]way
	gates  [Gates]Heading // outward
}

// star is the map; it never changes.
var star = makeStar()

func makeStar() *chart {
	m := &chart{}
	for d := range hex.Direction(hex.Directions) {
		m.hexes[1+d] = d.Step()
		m.hexes[7+d] = d.Step().Plus(d.Turn(1).Step())
	}
	cellAt := func(h hex.Hex) int8 {
		for c := range m.hexes {
			if m.hexes[c] == h {
				return int8(c)
			}
		}
		return None
	}
	var names [Edges]hex.Edge
	edges := 0
	for c, h := range m.hexes {
		for d := range hex.Direction(hex.Directions) {
			m.beyond[c][d] = cellAt(h.Neighbour(d))
			e := 0
			for e < edges && names[e] != h.Edge(d) {
				e++
			}
			if e == edges {
				names[e] = h.Edge(d)
				m.of[e].cell, m.of[e].side = int8(c), int8(d)
				edges++
			}
			m.edge[c][d] = int8(e)
		}
	}
	for e := range m.ways {
		cell, side := m.of[e].cell, hex.Direction(m.of[e].side)
		h, other := m.hexes[cell], m.beyond[cell][side]
		m.ways[e][0] = way{right: cell, left: other, ahead: cellAt(h.Neighbour(side.Turn(1)))}
		m.ways[e][1] = way{right: other, left: cell, ahead: cellAt(h.Neighbour(side.Turn(-1)))}
		for end := range m.ways[e] {
			w := &m.ways[e][end]
			w.turns = [2]Heading{m.circle(w.right, e, 1), m.circle(w.left, e, -1)}
		}
	}
	for i := range m.gates {
		e := m.edge[1+i][hex.Direction(i).Turn(2)]
		end := int8(0)
		if m.ways[e][end].ahead != int8(7+i) {
			end = 1
		}
		m.gates[i] = Heading{e, end}
	}
	return m
}

// circle is the edge of a cell that comes after one of its edges, clockwise or
// counterclockwise, headed onwards.
func (m *chart) circle(cell int8, edge, turn int) Heading {
	if cell == None {
		return Heading{None, None}
	}
	for d := range hex.Direction(hex.Directions) {
		if int(m.edge[cell][d]) != edge {
			continue
		}
		next := m.edge[cell][d.Turn(turn)]
		end := int8(0)
		if (m.of[next].cell == cell) != (turn > 0) {
			end = 1
		}
		return Heading{next, end}
	}
	return Heading{None, None}
}

// pivot is the cell that something with this heading circles when the machine
// turns by spin, and the heading that it comes to.
func (h Heading) pivot(spin int8) (cell int8, next Heading) {
	w := &star.ways[h.Edge][h.End]
	cell, next = w.right, w.turns[0]
	if spin < 0 && w.left != None || cell == None {
		cell, next = w.left, w.turns[1]
	}
	return cell, next
}

// sideTo is the side of one cell that is shared with another.
func sideTo(from, to int8) (int, bool) {
	for d, c := range star.beyond[from] {
		if c == to {
			return d, true
		}
	}
	return 0, false
}

// isCell tells whether a number names a cell.
func isCell(n int32) bool { return n >= 0 && n < Cells }

// isOuter tells whether a cell lies next to the perimeter, in the sense of N04.
func isOuter(cell int8) bool { return cell >= 7 }

// HexOf is where a cell lies, the core at the origin.
func HexOf(cell int) hex.Hex { return star.hexes[cell] }

// Beyond is the cell beyond a side of a cell, None where the perimeter is.
func Beyond(cell int, side hex.Direction) int { return int(star.beyond[cell][side.Turn(0)]) }

// EdgeOf is the edge on a side of a cell.
func EdgeOf(cell int, side hex.Direction) int { return int(star.edge[cell][side.Turn(0)]) }

// EdgeAt is the cell that names an edge and which of its sides the edge is.
func EdgeAt(edge int) (cell int, side hex.Direction) {
	return int(star.of[edge].cell), hex.Direction(star.of[edge].side)
}

// GateEdge is the edge of a gate, 0 … 5.
func GateEdge(gate int) int { return int(star.gates[gate].Edge) }
