package web

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The icon as a picture, for phones that do not take the drawing in icon.svg.
// Each shape is a signed distance: how far a point is inside it, below nought,
// or outside; the edge is smoothed over one pixel.

type shape struct {
	distance func(x, y float64) float64
	fill     color.NRGBA
}

var (
	iconRust   = color.NRGBA{0xb5, 0x44, 0x1a, 0xff}
	iconYellow = color.NRGBA{0xf2, 0xc1, 0x4a, 0xff}
	iconPaper  = color.NRGBA{0xf7, 0xea, 0xd2, 0xff}
)

// iconShapes are those of icon.svg, on its grid of 40 by 40.
var iconShapes = []shape{
	{roundedSquare(2, 38, 9), iconRust},
	{hexagon(20, 20, 9, 7.8), iconYellow},
	{circle(20, 20, 3.4), iconRust},
	{circle(9.5, 9.5, 2.2), iconPaper},
	{circle(30.5, 30.5, 2.2), iconPaper},
}

// iconPNG draws the icon. A maskable one fills its square and keeps the drawing
// inside the circle that every phone leaves.
func iconPNG(size int, maskable bool) []byte {
	shapes, zoom := iconShapes, 1.0
	if maskable {
		everywhere := func(float64, float64) float64 { return -1 }
		shapes, zoom = append([]shape{{everywhere, iconRust}}, iconShapes[1:]...), 1.12
	}
	unit := 40 * zoom / float64(size) // of the grid, per pixel
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for py := range size {
		for px := range size {
			x, y := 20+(float64(px)+.5-float64(size)/2)*unit, 20+(float64(py)+.5-float64(size)/2)*unit
			var c color.NRGBA
			for _, s := range shapes {
				c = over(c, s.fill, min(1, max(0, .5-s.distance(x, y)/unit)))
			}
			img.SetNRGBA(px, py, c)
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory, and of a size that is right
	return b.Bytes()
}

// over paints a colour over another one, covering so much of the pixel.
func over(below, above color.NRGBA, cover float64) color.NRGBA {
	if cover == 0 {
		return below
	}
	a := cover + float64(below.A)/255*(1-cover)
	mix := func(b, t uint8) uint8 {
		return uint8(math.Round((float64(t)*cover + float64(b)*float64(below.A)/255*(1-cover)) / a))
	}
	return color.NRGBA{mix(below.R, above.R), mix(below.G, above.G), mix(below.B, above.B), uint8(math.Round(a * 255))}
}

func circle(cx, cy, r float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return math.Hypot(x-cx, y-cy) - r }
}

func roundedSquare(from, to, r float64) func(x, y float64) float64 {
	middle, half := (from+to)/2, (to-from)/2-r
	return func(x, y float64) float64 {
		dx, dy := math.Abs(x-middle)-half, math.Abs(y-middle)-half
		return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - r
	}
}

// hexagon stands on a corner: high is from the middle to a corner, wide to a side.
func hexagon(cx, cy, high, wide float64) func(x, y float64) float64 {
	slope := high / 2 / wide
	norm := math.Hypot(slope, 1)
	return func(x, y float64) float64 {
		x, y = math.Abs(x-cx), math.Abs(y-cy)
		return max(x-wide, (y-(high-slope*x))/norm)
	}
}
