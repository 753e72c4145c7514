// Package impure does what a ruleset may not do. The line says what it is.
package impure

import (
	"embed"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

var errBad = errors.New("an error may be a variable")

var table = [...]int{1, 2, 3}

var byName = map[string]int{"a": 1}

//go:embed *.go
var files embed.FS

var counter int // want counter has no value

var (
	cache = map[int]int{}
	ready [4]int // want ready has no value
)

func init() { ready[0] = 1 }

type point struct {
	X int
	Y float64 // want floating point
}

func goes() {
	go func() {}()         // want goroutine
	c := make(chan int, 1) // want channel
	c <- 1                 // want channel
	select {}              // want channel
}

func ranges(m map[string]int, named scores) (keys []string) {
	for k := range m { // want range over a map
		keys = append(keys, k)
	}
	for range named { // want range over a map
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		keys = append(keys, k)
	}
	for k := range maps.Keys(m) { // want maps.Keys
		keys = append(keys, k)
	}
	for _, n := range table {
		_ = n
	}
	return slices.Collect(maps.Keys(m)) // want maps.Keys
}

type scores map[int]bool

func changes(p *point) {
	counter++            // want counter is changed
	cache[1] = 2         // want cache is changed
	delete(cache, 1)     // want cache is changed
	table[0], p.X = 1, 2 // want table is changed
	local := table
	local[0] = 1
	table := []int{}
	table = append(table, 1)
	_, _, _, _ = byName, files, errBad, table
}

func decides(a, b int) bool {
	return float64(a)/3 > float64(b) // want floating point
}

func rounds(a int) int {
	x := math.Sqrt(2) // want floating point
	return a * int(x) // want floating point
}

// angle is for the page.
//
//banco:draws
func angle(y, x float64) float64 { return math.Atan2(y, x) }

func chances(rng *rand.Rand) int {
	n := rand.IntN(6) // want chance of its own
	return n + rng.IntN(6) + rand.New(rand.NewPCG(1, 2)).IntN(6)
}
