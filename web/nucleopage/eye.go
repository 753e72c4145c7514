package nucleopage

import (
	"strconv"
	"strings"

	"banco/games/nucleo"
	"banco/hex"
)

// Half a hexagon's width and half its side on the drawing: what hex.Point counts
// in. Whole numbers, so that no page differs from another by a rounding.
const (
	halfWidth = 52
	halfSide  = 30
)

// spot is a place on the drawing, the core at its origin.
type spot struct{ x, y int }

func at(p hex.Point) spot { return spot{p.X * halfWidth, p.Y * halfSide} }

func (s spot) String() string { return strconv.Itoa(s.x) + " " + strconv.Itoa(s.y) }

func (s spot) place() string { return "translate(" + s.String() + ")" }

// toward is the place so many hundredths of the way to another.
func (s spot) toward(o spot, hundredths int) spot {
	return spot{s.x + (o.x-s.x)*hundredths/100, s.y + (o.y-s.y)*hundredths/100}
}

// The map never changes, so neither does where it lies.
var (
	cellSpots [nucleo.Cells]spot
	edgeEnds  [nucleo.Edges][2]spot // the end that heading 0 goes to, then the other
	edgeSpots [nucleo.Edges]spot    // middles
	hexPath   string                // a hexagon around the origin
)

func init() {
	for c := range cellSpots {
		cellSpots[c] = at(nucleo.HexOf(c).Centre())
	}
	for e := range edgeEnds {
		cell, side := nucleo.EdgeAt(e)
		h := nucleo.HexOf(cell)
		a, b := at(h.Corner(side).Point()), at(h.Corner(side.Turn(-1)).Point())
		edgeEnds[e] = [2]spot{a, b}
		edgeSpots[e] = spot{(a.x + b.x) / 2, (a.y + b.y) / 2}
	}
	var b strings.Builder
	for d := range hex.Direction(hex.Directions) {
		b.WriteString([]string{"M", "L"}[min(int(d), 1)] + at(hex.Hex{}.Corner(d).Point()).String())
	}
	hexPath = b.String() + "z"
}

// wallPath is a wall on an edge: whole, or broken open in the middle.
func wallPath(edge int, breached bool) string {
	a, b := edgeEnds[edge][0], edgeEnds[edge][1]
	if !breached {
		return "M" + a.toward(b, 9).String() + "L" + a.toward(b, 91).String()
	}
	return "M" + a.toward(b, 9).String() + "L" + a.toward(b, 32).String() + "M" + a.toward(b, 68).String() + "L" + a.toward(b, 91).String()
}

// rubble is what lies in a breach.
func rubble(edge int) string {
	a, b := edgeEnds[edge][0], edgeEnds[edge][1]
	return "M" + a.toward(b, 43).String() + "h.01M" + a.toward(b, 50).String() + "h.01M" + a.toward(b, 57).String() + "h.01"
}

// touch is the part of an edge that a finger means.
func touch(edge int) string {
	a, b := edgeEnds[edge][0], edgeEnds[edge][1]
	return "M" + a.toward(b, 20).String() + "L" + a.toward(b, 80).String()
}

// goes is the way of an automaton to the edge that it would come to, around the
// end that it heads for.
func goes(from, end, to int) string {
	corner := edgeEnds[from][end]
	return "M" + edgeSpots[from].toward(corner, 45).String() + "Q" + corner.String() + " " + corner.toward(edgeSpots[to], 72).String()
}

// head is the tip of that way: where it is, and by how many degrees it is turned.
func head(from, end, to int) string {
	corner := edgeEnds[from][end]
	tip := corner.toward(edgeSpots[to], 84)
	return tip.place() + " rotate(" + strconv.Itoa(degrees(corner, edgeSpots[to])) + ")"
}

// sixths are the directions in which edges run, by the signs of a step along
// them: the drawing knows no others.
func degrees(a, b spot) int {
	dx, dy := b.x-a.x, b.y-a.y
	switch {
	case dx == 0 && dy > 0:
		return 90
	case dx == 0:
		return -90
	case dx > 0 && dy > 0:
		return 30
	case dx > 0:
		return -30
	case dy > 0:
		return 150
	}
	return -150
}

// outletAt turns a pipe that points east to a side.
func outletAt(side int) string { return "rotate(" + strconv.Itoa(60*side) + ")" }

// spreadOut places the i-th of n things in a row around the middle.
func spreadOut(i, n, gap, y int) string {
	return spot{(2*i - n + 1) * gap / 2, y}.place()
}

func itoa(n int) string { return strconv.Itoa(n) }
