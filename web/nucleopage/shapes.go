package nucleopage

import (
	"strconv"

	"banco/games/nucleo"
)

// Habitats are told apart by colour, by pattern and by a glyph.
var habitatPaths = [nucleo.Habitats]string{
	nucleo.Forest:   "M0 -10L6.500 -1H3.500L8 6H1.500V10H-1.500V6H-8L-3.500 -1H-6.500z",
	nucleo.Plain:    "M-1 10V-2M-1 4Q-7 3 -7 -3Q-2 -2 -1 4M-1 0Q5 -1 5 -7Q0 -6 -1 0M-1 -3Q-5 -5 -3 -10Q1 -7 -1 -3M-1 8Q4 7 5 2Q0 3 -1 8",
	nucleo.Swamp:    "M-8 5Q-4 1 0 5T8 5V8Q4 4 0 8T-8 8zM-3 3V-10H-.500V3zM4 3L6 -6L7.500 -5.500L6 3z",
	nucleo.Mountain: "M-10 8L-3 -8L1 0L4 -4L10 8z",
}

func habitatPath(habitat int) string {
	if habitat < 0 || habitat >= nucleo.Habitats {
		return ""
	}
	return habitatPaths[habitat]
}

// Factions have a mark each: a flame, a loaf's sun, a drop, a pick.
var factionPaths = [nucleo.Habitats]string{
	nucleo.Order:   "M0 -14C7 -6 10 -2 10 4C10 10 5 14 0 14C-5 14 -10 10 -10 4C-10 0 -7 -3 -5 -6C-4 -3 -3 -2 -2 -2C-3 -7 -2 -11 0 -14z",
	nucleo.Council: "M-3 -14H3L4 -7L10 -10L13 -5L7 -2V2L13 5L10 10L4 7L3 14H-3L-4 7L-10 10L-13 5L-7 2V-2L-13 -5L-10 -10L-4 -7z",
	nucleo.Coven:   "M4 -14A14 14 0 1 0 13 6A11 11 0 0 1 4 -14z",
	nucleo.Sect:    "M-13 -5Q0 -17 13 -5L10 -3Q6 -7 2.500 -8V14H-2.500V-8Q-6 -7 -10 -3z",
}

func factionPath(faction int) string {
	if faction < 0 || faction >= nucleo.Habitats {
		return "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0"
	}
	return factionPaths[faction]
}

// factionSide puts on what it is given to the colours of a faction, one of those
// that the sides of all games have.
func factionSide(faction int) string {
	if faction < 0 || faction >= nucleo.Habitats {
		return "side-5"
	}
	return "side-" + strconv.Itoa([nucleo.Habitats]int{nucleo.Order: 1, nucleo.Council: 3, nucleo.Coven: 4, nucleo.Sect: 0}[faction])
}

var groundNames = [nucleo.Habitats]string{"ground-forest", "ground-plain", "ground-swamp", "ground-mountain"}

func groundOf(habitat int) string {
	if habitat < 0 || habitat >= nucleo.Habitats {
		return "ground-core"
	}
	return groundNames[habitat]
}

func ground(c *nucleo.Cell) string {
	if c.Runs && c.ID != nucleo.Core {
		return groundOf(c.Habitat) + " ground-factory"
	}
	return groundOf(c.Habitat)
}

// tagX makes place for the glyph before a cell's name.
func tagX(c *nucleo.Cell) string {
	if c.Runs {
		return "0"
	}
	return "10"
}

// sniperAt is where snipers stand: below on the core, beside the number elsewhere.
func sniperAt(c *nucleo.Cell) string {
	if c.ID == nucleo.Core {
		return "translate(0 -41)"
	}
	return "translate(32 -10)"
}

// pawnAt places the i-th of n leaders: one stands in the middle, several make
// room for each other and for what else is there.
func pawnAt(c *nucleo.Cell, i int) string {
	n := len(c.Leaders)
	switch {
	case c.Runs: // the factory's number stays to be read
		return spot{31 - 19*i, 18}.place() + " scale(.78)"
	case n == 1:
		return "translate(0 0)"
	}
	return spreadOut(i, n, 20, 9) + " scale(.78)"
}

// gateAt is a chevron at the core's end of a gate, pointing outward.
func gateAt(g int) string {
	edge := nucleo.GateEdge(g)
	inner, outer := edgeEnds[edge][0], edgeEnds[edge][1]
	if inner.x*inner.x+inner.y*inner.y > outer.x*outer.x+outer.y*outer.y {
		inner, outer = outer, inner
	}
	return inner.toward(outer, 22).place() + " rotate(" + itoa(degrees(inner, outer)) + ")"
}

// lineSide is the colours of whoever said something.
func (d *desk) lineSide(l nucleo.Line) string {
	if l.Player != nucleo.None {
		return factionSide(d.faction(int(l.Player)))
	}
	for p := range d.v.NumPlayers() {
		if d.v.SeatOf(p) == l.Seat {
			return factionSide(d.faction(p))
		}
	}
	return ""
}
