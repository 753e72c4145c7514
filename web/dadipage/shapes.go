package dadipage

import (
	"banco/game"
	"banco/games/dadi"
	"banco/web/ui"
)

// outlines are what a side's dice look like from above, 15 across: no two sides
// are told apart by colour alone.
var outlines = [dadi.MaxSeats]string{
	"M-4.500 -7.500H4.500Q7.500 -7.500 7.500 -4.500V4.500Q7.500 7.500 4.500 7.500H-4.500Q-7.500 7.500 -7.500 4.500V-4.500Q-7.500 -7.500 -4.500 -7.500Z", // rounded
	"M-7.300 -7.300H7.300V7.300H-7.300Z",                                              // square
	"M-3.600 -7.600H3.600L7.600 -3.600V3.600L3.600 7.600H-3.600L-7.600 3.600V-3.600Z", // eight corners
	"M-8 0A8 8 0 1 1 8 0A8 8 0 1 1 -8 0Z",                                             // round
	"M-7.500 -7.500H2.500L7.500 -2.500V7.500H-2.500L-7.500 2.500Z",                    // two corners cut
	"M-4.400 -7.500H4.400A3.200 3.200 0 0 0 7.500 -4.400V4.400A3.200 3.200 0 0 0 4.400 7.500H-4.400A3.200 3.200 0 0 0 -7.500 4.400V-4.400A3.200 3.200 0 0 0 -4.400 -7.500Z", // hollow corners
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
