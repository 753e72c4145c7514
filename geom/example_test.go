package geom_test

import (
	"fmt"

	"banco/geom"
)

// A robot behind a wall cannot see the other one. It goes round the wall until
// it can.
func Example() {
	wall := geom.Polygon{{X: 20000, Y: 10000}, {X: 24000, Y: 10000}, {X: 24000, Y: 26000}, {X: 20000, Y: 26000}}
	table, err := geom.NewScene(60000, 60000, []geom.Polygon{wall})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := geom.Disc{C: geom.Point{X: 18000, Y: 20000}, R: 20 * geom.Unit}
	b := geom.Disc{C: geom.Point{X: 40000, Y: 20000}, R: 20 * geom.Unit}
	fmt.Println("sees:", table.Sight(a, b))

	var reach geom.Reach
	reach.Compute(table, a, []geom.Disc{b}, 120*geom.Unit)
	corner := geom.Point{X: 21000, Y: 28000}
	path, length, _ := reach.Path(corner)
	fmt.Println("in reach:", reach.Contains(corner), "by a path with", len(path)-2, "bends, length", length)

	a.C = corner
	fmt.Println("sees:", table.Sight(a, b))
	// Output:
	// sees: false
	// in reach: true by a path with 29 bends, length 10142
	// sees: true
}
