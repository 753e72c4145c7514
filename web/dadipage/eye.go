package dadipage

import (
	"strconv"
	"strings"

	"banco/geom"
	"banco/web/ui"
)

// eye looks at the table from above. It turns the table's whole numbers into
// millimetres of a drawing, y downwards. What it computes only draws.
type eye struct {
	width, depth float64 // of the table, in mm
}

func mm(n int64) float64 { return float64(n) / geom.Unit }

func (e eye) at(p geom.Point) (x, y float64) { return mm(p.X), e.depth - mm(p.Y) }

func (e eye) place(p geom.Point) string {
	x, y := e.at(p)
	return "translate(" + ui.Num(x) + " " + ui.Num(y) + ")"
}

func (e eye) x(p geom.Point) string { return ui.Num(mm(p.X)) }
func (e eye) y(p geom.Point) string { return ui.Num(e.depth - mm(p.Y)) }

// matrix takes a path in the table's own numbers to the drawing.
func (e eye) matrix() string { return "matrix(.01 0 0 -.01 0 " + ui.Num(e.depth) + ")" }

// rim is how wide the edge around the table is drawn, in mm.
const rim = 14

func (e eye) viewBox() string {
	return ui.Num(-rim) + " " + ui.Num(-rim) + " " + ui.Num(e.width+2*rim) + " " + ui.Num(e.depth+2*rim)
}

// closeUp is from how close a small screen shows the table at first: a large one
// would shrink the dice to dots.
func (e eye) closeUp() string { return ui.Num(max(1, max(e.width, e.depth)/500)) }

// grid is a line every ten centimetres.
func (e eye) grid() string {
	var b strings.Builder
	for x := 100.0; x < e.width; x += 100 {
		b.WriteString("M" + ui.Num(x) + " 0V" + ui.Num(e.depth))
	}
	for y := 100.0; y < e.depth; y += 100 {
		b.WriteString("M0 " + ui.Num(e.depth-y) + "H" + ui.Num(e.width))
	}
	return b.String()
}

// ring is a circle in the table's own numbers, as a path.
func ring(c geom.Point, r int64) string {
	at := func(dx int64) string { return coord(c.X+dx) + " " + coord(c.Y) }
	arc := "A" + coord(r) + " " + coord(r) + " 0 1 1 "
	return "M" + at(-r) + arc + at(r) + arc + at(-r) + "z"
}

func coord(n int64) string { return strconv.FormatInt(n, 10) }

func itoa(n int) string { return strconv.Itoa(n) }

// decimal writes a number of tenths with the language's comma.
func (d *desk) decimal(tenths int64) string {
	whole, rest := tenths/10, tenths%10
	if rest == 0 {
		return coord(whole)
	}
	sep := ","
	if d.Lang == "en" {
		sep = "."
	}
	return coord(whole) + sep + coord(rest)
}

// cm writes a length in centimetres.
func (d *desk) cm(n int64) string { return d.decimal((n + 50) / 100) }

// alc writes a length in ALC.
func (d *desk) alc(n int64) string { return d.decimal((n*10 + 1500) / 3000) }
