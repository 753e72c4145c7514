package hex_test

import (
	"fmt"

	"banco/hex"
)

// A side has one name from both of its hexagons.
func Example() {
	here := hex.Hex{}
	there := here.Neighbour(hex.NorthWest)
	fmt.Println(there, here.Distance(there))
	fmt.Println(here.Edge(hex.NorthWest) == there.Edge(hex.SouthEast), here.Edge(hex.NorthWest))
	fmt.Println(here.Corner(hex.East).Hexes())
	// Output:
	// {0 -1} 1
	// true {{0 -1} 1}
	// [{0 0} {1 0} {0 1}]
}
