package quotepage

import (
	"strconv"
	"strings"

	"banco/games/quote"
)

// shapes are the marks of factions, as paths on 20 by 20, in the order of
// [quote.Marks]. They are drawn once and used everywhere.
var shapes = [len(quote.Marks)]string{
	"M10 1.500a8.500 8.500 0 1 0 .01 0z",   // circle
	"M2.500 2.500h15v15h-15z",              // square
	"M10 1.500 19 17.500H1z",               // triangle
	"M10 .8 18.500 10 10 19.200 1.500 10z", // diamond
	"M10 .8l2.700 6.100 6.600.7-4.900 4.500 1.400 6.500L10 15.200l-5.800 3.400 1.400-6.500L.7 7.600l6.600-.7z",                                                                                                                                                       // star
	"M6.800 1.500h6.400v5.300h5.300v6.400h-5.300v5.300H6.800v-5.300H1.500V6.800h5.300z",                                                                                                                                                                              // cross
	"M13.500 1.500a8.600 8.600 0 1 0 5 12.200A7.300 7.300 0 0 1 13.500 1.500z",                                                                                                                                                                                       // moon
	"M10 18.500C3 13 1 9.800 1 6.700 1 3.800 3.200 1.800 5.700 1.800c1.800 0 3.400 1 4.300 2.600.9-1.600 2.500-2.600 4.300-2.600 2.500 0 4.700 2 4.700 4.900 0 3.100-2 6.300-9 11.800z",                                                                              // heart
	"M10 .8c2.600 4 8.500 6.500 8.500 10.800 0 3.800-4.600 5-6.800 2.300.2 2 .8 3.700 2 5.100H6.300c1.200-1.400 1.800-3.100 2-5.100-2.200 2.700-6.800 1.500-6.800-2.300C1.500 7.300 7.400 4.800 10 .8z",                                                              // spade
	"M10 1a4.200 4.200 0 0 1 3.300 6.800 4.200 4.200 0 1 1-2 7.200c.2 1.600.7 2.900 1.600 4H7.100c.9-1.100 1.400-2.400 1.600-4a4.200 4.200 0 1 1-2-7.200A4.200 4.200 0 0 1 10 1z",                                                                                    // club
	"M10 5a5 5 0 1 0 .01 0zM9 .5h2v3H9zM9 16.500h2v3H9zM.5 9h3v2h-3zM16.500 9h3v2h-3zM2.600 4 4 2.600l2.200 2.200-1.400 1.400zM16 2.600 17.400 4l-2.200 2.200-1.400-1.400zM4 17.400 2.600 16l2.200-2.200 1.400 1.400zM17.400 16 16 17.400l-2.200-2.200 1.400-1.400z", // sun
	"M10 .8l8 4.600v9.200l-8 4.600-8-4.600V5.400z", // hexagon
}

// markRef names the drawing of a faction's mark.
func (d *desk) markRef(colour int8) string {
	return "#mk-" + quote.Marks[d.v.Factions[colour].Mark]
}

// hue gives what it is put on the colours of a faction.
func hue(colour int8) string { return "hue-" + quote.Colours[colour] }

// pips are hits to fall, one by one: those taken are full.
func pips(taken, hits int) string {
	taken = min(taken, hits)
	return strings.Repeat("●", taken) + strings.Repeat("○", hits-taken)
}

// fewHits is up to how many hits are shown one by one.
const fewHits = 6

func num(n int) string { return strconv.Itoa(n) }
