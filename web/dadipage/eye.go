package dadipage

import (
	"strconv"
	"strings"

	"banco/geom"
	"banco/web/ui"
)

// rim is how wide the edge around the table is drawn, in mm.
const rim = 14

// closeUp is from how close a small screen shows the table at first: a large one
// would shrink the dice to dots.
func (d *desk) closeUp() string { return ui.Num(max(1, max(d.Width, d.Depth)/500)) }

// grid is a line every ten centimetres.
func (d *desk) grid() string {
	var b strings.Builder
	for x := 100.0; x < d.Width; x += 100 {
		b.WriteString("M" + ui.Num(x) + " 0V" + ui.Num(d.Depth))
	}
	for y := 100.0; y < d.Depth; y += 100 {
		b.WriteString("M0 " + ui.Num(d.Depth-y) + "H" + ui.Num(d.Width))
	}
	return b.String()
}

// ring is a circle in the table's own numbers, as a path.
func ring(c geom.Point, r int64) string {
	at := func(dx int64) string { return ui.Coord(c.X+dx) + " " + ui.Coord(c.Y) }
	arc := "A" + ui.Coord(r) + " " + ui.Coord(r) + " 0 1 1 "
	return "M" + at(-r) + arc + at(r) + arc + at(-r) + "z"
}

func itoa(n int) string { return strconv.Itoa(n) }

// alc writes a length in ALC.
func (d *desk) alc(n int64) string { return d.Tenths((n*10 + 1500) / 3000) }
