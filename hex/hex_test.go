package hex

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var anyHex = rapid.Custom(func(t *rapid.T) Hex {
	n := rapid.IntRange(-40, 40)
	return Hex{n.Draw(t, "q"), n.Draw(t, "r")}
})

var anyDirection = rapid.Map(rapid.IntRange(-20, 20), func(n int) Direction { return Direction(n) })

// property checks something of any hexagon and any direction.
func property(t *testing.T, law func(t *rapid.T, h Hex, d Direction)) {
	rapid.Check(t, func(rt *rapid.T) { law(rt, anyHex.Draw(rt, "hex"), anyDirection.Draw(rt, "direction")) })
}

func TestNeighboursAreOneAwayAndBack(t *testing.T) {
	property(t, func(t *rapid.T, h Hex, d Direction) {
		n := h.Neighbour(d)
		back, ok := n.Toward(h)
		if h.Distance(n) != 1 || n.Neighbour(d.Opposite()) != h || !ok || back != d.Opposite() {
			t.Fatalf("%v, %d: %v", h, d, n)
		}
		if h.Neighbours()[d.Turn(0)] != n {
			t.Fatalf("Neighbours: %v", h.Neighbours())
		}
	})
}

func TestEdgeHasOneNameFromBothSides(t *testing.T) {
	property(t, func(t *rapid.T, h Hex, d Direction) {
		e := h.Edge(d)
		if e != h.Neighbour(d).Edge(d.Opposite()) {
			t.Fatalf("%v from one side, %v from the other", e, h.Neighbour(d).Edge(d.Opposite()))
		}
		if e.Side < East || e.Side > SouthWest || !slices.Contains(hexesOf(e), h) || !slices.Contains(hexesOf(e), h.Neighbour(d)) {
			t.Fatalf("%v is not between %v and %v", e, h, h.Neighbour(d))
		}
		if m, a, b := e.Midpoint(), e.Corners()[0].Point(), e.Corners()[1].Point(); m != (Point{a.X + b.X, a.Y + b.Y}) {
			t.Fatalf("%v: the middle %v is not between %v and %v", e, m, a, b)
		}
	})
}

func hexesOf(e Edge) []Hex { h := e.Hexes(); return h[:] }

func TestCornerHasOneNameFromAllThree(t *testing.T) {
	property(t, func(t *rapid.T, h Hex, d Direction) {
		c := h.Corner(d)
		if c.At != 0 && c.At != 1 {
			t.Fatalf("%v", c)
		}
		if second, third := h.Neighbour(d).Corner(d.Turn(2)), h.Neighbour(d.Turn(1)).Corner(d.Turn(4)); second != c || third != c {
			t.Fatalf("corner %d of %v: %v, %v, %v", d, h, c, second, third)
		}
		hexes := c.Hexes()
		for i, x := range hexes {
			if x.Distance(hexes[(i+1)%3]) != 1 {
				t.Fatalf("%v: %v do not meet", c, hexes)
			}
		}
		for _, want := range []Hex{h, h.Neighbour(d), h.Neighbour(d.Turn(1))} {
			if !slices.Contains(hexes[:], want) {
				t.Fatalf("%v of %v: %v", c, h, hexes)
			}
		}
		// It is at the same place on paper whichever hexagon it is measured from.
		at, off := h.Centre(), cornerAt[d.Turn(0)]
		if c.Point() != (Point{at.X + off.X, at.Y + off.Y}) {
			t.Fatalf("%v is at %v", c, c.Point())
		}
	})
}

func TestEdgesAndCornersMeet(t *testing.T) {
	property(t, func(t *rapid.T, h Hex, d Direction) {
		ends := h.Edge(d).Corners()
		if !slices.Contains(ends[:], h.Corner(d)) || !slices.Contains(ends[:], h.Corner(d.Turn(-1))) || ends[0] == ends[1] {
			t.Fatalf("side %d of %v ends at %v", d, h, ends)
		}
		for _, end := range ends {
			edges := end.Edges()
			if !slices.Contains(edges[:], h.Edge(d)) || edges[0] == edges[1] || edges[1] == edges[2] || edges[0] == edges[2] {
				t.Fatalf("%v has the edges %v", end, edges)
			}
		}
		if e := h.Edge(d); e.Corners()[0] != e.Of.Corner(e.Side) {
			t.Fatalf("%v: the first end is not the clockwise one", e)
		}
	})
}

func TestDistance(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b, c := anyHex.Draw(rt, "a"), anyHex.Draw(rt, "b"), anyHex.Draw(rt, "c")
		d := a.Distance(b)
		if d != b.Distance(a) || (d == 0) != (a == b) || a.Distance(c) > d+b.Distance(c) {
			rt.Fatalf("%v %v %v: %d", a, b, c, d)
		}
		if d == 0 {
			return
		}
		// Some neighbour is one nearer, and none is nearer than that.
		nearest := d
		for _, n := range a.Neighbours() {
			nearest = min(nearest, n.Distance(b))
		}
		if nearest != d-1 {
			rt.Fatalf("from %v to %v it is %d, from its nearest neighbour %d", a, b, d, nearest)
		}
	})
}

func TestRotate(t *testing.T) {
	property(t, func(t *rapid.T, h Hex, d Direction) {
		n := int(d)
		if h.Rotate(n).Rotate(-n) != h || h.Rotate(6) != h || h.Rotate(n).Distance(Hex{}) != h.Distance(Hex{}) {
			t.Fatalf("%v turned by %d: %v", h, n, h.Rotate(n))
		}
		if d.Step().Rotate(1) != d.Turn(1).Step() {
			t.Fatalf("direction %d turned by a sixth: %v", d, d.Step().Rotate(1))
		}
	})
}

func TestNamesOfTheCompass(t *testing.T) {
	// On paper: east is to the right, south is down.
	for d, want := range map[Direction]Point{East: {2, 0}, SouthEast: {1, 3}, SouthWest: {-1, 3}, West: {-2, 0}, NorthWest: {-1, -3}, NorthEast: {1, -3}} {
		if got := d.Step().Centre(); got != want {
			t.Errorf("direction %d leads to %v, want %v", d, got, want)
		}
	}
	if d, ok := (Hex{}).Toward(Hex{2, 0}); ok {
		t.Errorf("hexagons that share no side: %v", d)
	}
}

func TestNothingAllocates(t *testing.T) {
	h := Hex{3, -2}
	sum := 0
	if n := testing.AllocsPerRun(100, func() {
		for d := range Direction(Directions) {
			e, c := h.Edge(d), h.Corner(d)
			sum += e.Hexes()[1].Distance(c.Hexes()[2]) + e.Midpoint().X + c.Point().Y + len(h.Neighbours())
			for _, x := range c.Edges() {
				sum += int(x.Corners()[0].At)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
