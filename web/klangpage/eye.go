package klangpage

import (
	"math"

	"banco/game"
	"banco/games/klang"
	"banco/geom"
	"banco/web/ui"
)

// newEye looks from the viewer's edge of the table.
func newEye(v *klang.View) ui.Eye {
	width := float64(v.Options().FieldCM) * 10
	return ui.Eye{Width: width, Depth: width, Flip: v.Seat() == 1}
}

// rim is how wide the edge around the table is drawn, in mm.
const rim = 16

// front is the direction in which a seat's robots look on the drawing: -1 up, 1 down.
func (d *desk) front(s game.Seat) float64 {
	if (s == 1) != d.Flip {
		return 1
	}
	return -1
}

func distance(a, b geom.Point) int64 {
	return int64(math.Round(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))))
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
