package dadipage

import (
	"banco/game"
	"banco/games/dadi"
	"banco/web/ui"
)

// outlines are what a side's dice look like from above, 15 across: no two sides
// are told apart by colour alone. Each is like the side's mark elsewhere on the
// page: a washer, a gear, a square, a wedge, a star, a cross.
var outlines = [dadi.MaxSeats]string{
	"M-8 0A8 8 0 1 1 8 0A8 8 0 1 1 -8 0Z",
	"M-3.6 -7.6H3.6L7.6 -3.6V3.6L3.6 7.6H-3.6L-7.6 3.6V-3.6Z",
	"M-7.3 -7.3H7.3V7.3H-7.3Z",
	"M0 -9.6L7.6 -3.4V7.5H-7.6V-3.4Z",
	"M-8.6 -8.6Q0 -5.4 8.6 -8.6Q5.4 0 8.6 8.6Q0 5.4 -8.6 8.6Q-5.4 0 -8.6 -8.6Z",
	"M-5.2 -8H5.2V-5.2H8V5.2H5.2V8H-5.2V5.2H-8V-5.2H-5.2Z",
}

func outline(seat game.Seat) string { return outlines[int(seat)%len(outlines)] }

// pips are the spots of a face, as points a thick round pen makes.
var pips = [7]string{
	1: "M0 0h.01",
	2: "M-3.600 3.600h.01M3.600 -3.600h.01",
	3: "M-3.900 3.900h.01M0 0h.01M3.900 -3.900h.01",
	4: "M-3.600 -3.600h.01M3.600 -3.600h.01M-3.600 3.600h.01M3.600 3.600h.01",
	5: "M-3.800 -3.800h.01M3.800 -3.800h.01M0 0h.01M-3.800 3.800h.01M3.800 3.800h.01",
	6: "M-3.400 -4.200h.01M3.400 -4.200h.01M-3.400 0h.01M3.400 0h.01M-3.400 4.200h.01M3.400 4.200h.01",
}

func side(seat game.Seat) string { return "side-" + itoa(int(seat)) }

// glyph marks what an object does to dice, beside its height.
func glyph(e dadi.Effect) string {
	switch e {
	case dadi.EffectHill:
		return "▲"
	case dadi.EffectWall:
		return "■"
	}
	return "–"
}

// shade is how far an object's shadow falls: the higher, the farther.
func shade(height int64) string {
	h := ui.MM(height)
	return "translate(" + ui.Num(h*.22) + " " + ui.Num(h*.3) + ")"
}

// box is a rectangle about the origin, as a path.
func box(w, h float64) string {
	return "M" + ui.Num(-w/2) + " " + ui.Num(-h/2) + "h" + ui.Num(w) + "v" + ui.Num(h) + "h" + ui.Num(-w) + "Z"
}

// trim is what is drawn upon an object so that one sees what it is.
func trim(o *dadi.Object) string {
	w, h := ui.MM(o.Length), ui.MM(o.Width)
	switch o.Name {
	case "book": // a spine, a title
		return "M" + ui.Num(-w/2+16) + " " + ui.Num(-h/2) + "v" + ui.Num(h) +
			"M" + ui.Num(-w/2+36) + " -22h" + ui.Num(w-66) + "v18h" + ui.Num(66-w) + "Z"
	case "dictionary": // a spine with bands, pages at the edge
		return "M" + ui.Num(-w/2+26) + " " + ui.Num(-h/2) + "v" + ui.Num(h) + bands(-w/2, 26, h) +
			"M" + ui.Num(w/2-7) + " " + ui.Num(-h/2) + "v" + ui.Num(h) + "M" + ui.Num(w/2-3.5) + " " + ui.Num(-h/2) + "v" + ui.Num(h)
	case "notebook": // rings and lines
		path := ""
		for y := -h/2 + 10; y < h/2; y += 12 {
			path += "M" + ui.Num(-w/2+4) + " " + ui.Num(y) + "h7"
		}
		for y := -h/2 + 26; y < h/2-10; y += 18 {
			path += "M" + ui.Num(-w/2+24) + " " + ui.Num(y) + "h" + ui.Num(w-38)
		}
		return path
	case "cigarette_pack": // the lid, the seal
		return "M" + ui.Num(w/2-26) + " " + ui.Num(-h/2) + "v" + ui.Num(h) + "M" + ui.Num(w/2-26) + " -7h26M" + ui.Num(w/2-26) + " 7h26"
	default: // the eraser's two halves
		return "M" + ui.Num(w*.14) + " " + ui.Num(-h/2) + "l-6 " + ui.Num(h)
	}
}

func bands(x, w, h float64) string {
	path := ""
	for _, at := range [...]float64{-.34, -.26, .26, .34} {
		path += "M" + ui.Num(x) + " " + ui.Num(at*h) + "h" + ui.Num(w)
	}
	return path
}

// turned is a rotation as the drawing has it: the table's degrees go the other
// way round than the screen's.
func turned(degrees int) string { return "rotate(" + itoa(-degrees) + ")" }
