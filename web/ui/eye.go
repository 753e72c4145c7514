package ui

import (
	"math"
	"strconv"
	"strings"

	"banco/geom"
)

// Eye looks at a table from above. It turns the table's whole numbers
// (hundredths of a millimetre, y away from seat 0) into millimetres of a
// drawing, y downwards. What it computes only draws.
type Eye struct {
	Width, Depth float64 // of the table, in mm
	Flip         bool    // from the far side: that edge is at the bottom
}

// MM is a length of the table in millimetres.
func MM(n int64) float64 { return float64(n) / geom.Unit }

// At is where a place of the table lies on the drawing.
func (e Eye) At(p geom.Point) (x, y float64) {
	if e.Flip {
		return e.Width - MM(p.X), MM(p.Y)
	}
	return MM(p.X), e.Depth - MM(p.Y)
}

// Place is a transform that takes the origin there.
func (e Eye) Place(p geom.Point) string {
	x, y := e.At(p)
	return "translate(" + Num(x) + " " + Num(y) + ")"
}

// X is the x of a place as an attribute.
func (e Eye) X(p geom.Point) string { x, _ := e.At(p); return Num(x) }

// Y is the y of a place as an attribute.
func (e Eye) Y(p geom.Point) string { _, y := e.At(p); return Num(y) }

// Points are the corners of a polygon as an attribute.
func (e Eye) Points(poly geom.Polygon) string {
	var b strings.Builder
	for i, p := range poly {
		if i > 0 {
			b.WriteByte(' ')
		}
		x, y := e.At(p)
		b.WriteString(Num(x) + "," + Num(y))
	}
	return b.String()
}

// Matrix takes a path in the table's own numbers to the drawing.
func (e Eye) Matrix() string {
	if e.Flip {
		return "matrix(-.01 0 0 .01 " + Num(e.Width) + " 0)"
	}
	return "matrix(.01 0 0 -.01 0 " + Num(e.Depth) + ")"
}

// ViewBox is the table with a rim of so many mm around it.
func (e Eye) ViewBox(rim float64) string {
	return Num(-rim) + " " + Num(-rim) + " " + Num(e.Width+2*rim) + " " + Num(e.Depth+2*rim)
}

// Heading names the direction from a to b as it looks on the drawing: one of
// eight, 0 for up, clockwise.
func (e Eye) Heading(a, b geom.Point) int {
	ax, ay := e.At(a)
	bx, by := e.At(b)
	turn := math.Atan2(bx-ax, ay-by) / (math.Pi / 4)
	return (int(math.Round(turn)) + 8) % 8
}

// HeadingText is that direction in words.
func (p *Page) HeadingText(e Eye, a, b geom.Point) string {
	return p.T("web.board.heading." + strconv.Itoa(e.Heading(a, b)))
}

// Tenths writes a number of tenths with the language's comma.
func (p *Page) Tenths(n int64) string {
	whole, rest := n/10, n%10
	if rest == 0 {
		return strconv.FormatInt(whole, 10)
	}
	sep := ","
	if p.Lang == "en" {
		sep = "."
	}
	return strconv.FormatInt(whole, 10) + sep + strconv.FormatInt(rest, 10)
}

// CM writes a length of the table in centimetres.
func (p *Page) CM(n int64) string { return p.Tenths((n + 50) / 100) }

// SpotText is a place in centimetres, as the rulers on the table's edges say.
func (p *Page) SpotText(at geom.Point) string {
	return p.T("web.board.spot", p.CM(at.X), p.CM(at.Y))
}

// Coord writes a whole number of the table's.
func Coord(n int64) string { return strconv.FormatInt(n, 10) }

// PlaceValue is a place as the query of a form or a link.
func PlaceValue(p geom.Point) string { return "x=" + Coord(p.X) + "&y=" + Coord(p.Y) }

// LastEntry is where the news of the latest entry begin.
func (m *Match) LastEntry() int {
	i := len(m.News) - 1
	for i > 0 && m.News[i-1].Entry == m.News[i].Entry {
		i--
	}
	return i
}
