package dadipage

import (
	"strconv"
	"strings"

	"banco/games/dadi"
	"banco/geom"
	"banco/web/ui"
)

// rim is how wide the edge around the table is drawn, in mm.
const rim = 14

// closeUp is from how close a small screen shows the table at first: so that a
// die is as wide as the tip of a finger, or nearly so.
func (d *desk) closeUp() string { return ui.Num(min(max(1, max(d.Width, d.Depth)/280), 4)) }

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

// room is where the rules let a die be put, within r of a place: rows of cells as
// a path in the table's own numbers. A tap elsewhere says why not.
func (d *desk) room(from geom.Point, r int64, put func(x, y int64) *dadi.Action) string {
	cell := max(r/24, 2*geom.Unit)
	var b strings.Builder
	for y := from.Y - r + cell/2; y <= from.Y+r; y += cell {
		open := int64(-1)
		for x := from.X - r + cell/2; x <= from.X+r+cell; x += cell {
			free := x <= from.X+r && d.v.Check(put(x, y)) == nil
			switch {
			case free && open < 0:
				open = x
			case !free && open >= 0:
				b.WriteString("M" + ui.Coord(open-cell/2) + " " + ui.Coord(y-cell/2) + "H" + ui.Coord(x-cell/2) + "v" + ui.Coord(cell) + "H" + ui.Coord(open-cell/2) + "z")
				open = -1
			}
		}
	}
	return b.String()
}

func itoa(n int) string { return strconv.Itoa(n) }

// alc writes a length in ALC.
func (d *desk) alc(n int64) string { return d.Tenths((n*10 + 1500) / 3000) }
