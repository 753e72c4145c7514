package ui

import (
	"math"
	"strconv"
)

// Num writes a number for an SVG attribute, to a hundredth.
func Num(f float64) string {
	return strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64)
}

// Gear is the outline of a toothed wheel as an SVG path. Shapes only draw;
// nothing is decided by them.
func Gear(cx, cy, outer, inner float64, teeth int) string {
	path := make([]byte, 0, teeth*64)
	step := 2 * math.Pi / float64(teeth)
	for i := range teeth {
		a := float64(i) * step
		for j, k := range [4]struct{ at, r float64 }{{-.30, inner}, {-.20, outer}, {.20, outer}, {.30, inner}} {
			op := byte('L')
			if i == 0 && j == 0 {
				op = 'M'
			}
			path = append(path, op)
			path = append(path, Num(cx+k.r*math.Cos(a+k.at*step))...)
			path = append(path, ' ')
			path = append(path, Num(cy+k.r*math.Sin(a+k.at*step))...)
		}
	}
	return string(append(path, 'Z'))
}

// Centimetres reads "12,5" or "12.5" as hundredths of a millimetre, without
// going through floating point.
func Centimetres(s string) (int64, bool) {
	if len(s) == 0 || len(s) > 8 {
		return 0, false
	}
	var n, scale int64 = 0, 0
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9':
			n = n*10 + int64(c-'0')
			scale *= 10
			if scale > 1000 {
				return 0, false
			}
		case (c == ',' || c == '.') && scale == 0:
			scale = 1
		default:
			return 0, false
		}
	}
	return n * 1000 / max(scale, 1), true
}
