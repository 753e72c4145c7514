package klangpage

import (
	"math"
	"strconv"
	"strings"

	"banco/game"
	"banco/games/klang"
	"banco/geom"
	"banco/web/ui"
)

// eye looks at the table from one side: its own edge is at the bottom. It turns
// the table's whole numbers into millimetres of a drawing, y downwards. What it
// computes only draws.
type eye struct {
	width float64 // of the field, in mm
	flip  bool    // seat 1 looks from the other side
}

func newEye(v *klang.View) eye {
	return eye{float64(v.Options().FieldCM) * 10, v.Seat() == 1}
}

func mm(n int64) float64 { return float64(n) / geom.Unit }

func (e eye) at(p geom.Point) (x, y float64) {
	if e.flip {
		return e.width - mm(p.X), mm(p.Y)
	}
	return mm(p.X), e.width - mm(p.Y)
}

// front is the direction in which a seat's robots look on the drawing: -1 up, 1 down.
func (e eye) front(s game.Seat) float64 {
	if (s == 1) != e.flip {
		return 1
	}
	return -1
}

func (e eye) place(p geom.Point) string {
	x, y := e.at(p)
	return "translate(" + ui.Num(x) + " " + ui.Num(y) + ")"
}

func (e eye) points(poly geom.Polygon) string {
	var b strings.Builder
	for i, p := range poly {
		if i > 0 {
			b.WriteByte(' ')
		}
		x, y := e.at(p)
		b.WriteString(ui.Num(x) + "," + ui.Num(y))
	}
	return b.String()
}

func (e eye) x(p geom.Point) string { x, _ := e.at(p); return ui.Num(x) }
func (e eye) y(p geom.Point) string { _, y := e.at(p); return ui.Num(y) }

// matrix takes a path in the table's own numbers to the drawing.
func (e eye) matrix() string {
	if e.flip {
		return "matrix(-.01 0 0 .01 " + ui.Num(e.width) + " 0)"
	}
	return "matrix(.01 0 0 -.01 0 " + ui.Num(e.width) + ")"
}

func (e eye) viewBox() string {
	const edge = 16
	return "-16 -16 " + ui.Num(e.width+2*edge) + " " + ui.Num(e.width+2*edge)
}

// cm writes a length in centimetres with one digit after the comma.
func cm(d *desk, n int64) string {
	tenths := (n + 50) / 100
	sep := ","
	if d.Lang == "en" {
		sep = "."
	}
	whole, rest := tenths/10, tenths%10
	if rest == 0 {
		return strconv.FormatInt(whole, 10)
	}
	return strconv.FormatInt(whole, 10) + sep + strconv.FormatInt(rest, 10)
}

func distance(a, b geom.Point) int64 {
	return int64(math.Round(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))))
}

// heading names the direction from a to b as it looks on the drawing: one of
// eight, 0 for up, clockwise.
func (e eye) heading(a, b geom.Point) int {
	ax, ay := e.at(a)
	bx, by := e.at(b)
	turn := math.Atan2(bx-ax, ay-by) / (math.Pi / 4)
	return (int(math.Round(turn)) + 8) % 8
}

// middle is a point inside a convex polygon.
func middle(poly geom.Polygon) (m geom.Point) {
	for _, p := range poly {
		m.X += p.X
		m.Y += p.Y
	}
	n := int64(max(len(poly), 1))
	return geom.Point{X: m.X / n, Y: m.Y / n}
}
