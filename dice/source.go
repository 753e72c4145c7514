package dice

// Source draws whole numbers. It is not safe for concurrent use.
type Source interface {
	// Below returns a number from 0 to n-1, each equally likely; n is from 1 to 256.
	// It panics when n is outside those bounds: a ruleset that asks for such a
	// number is wrong, no input of a player can make it ask.
	Below(n int) int
}

// D6 rolls a six-sided die: 1 to 6.
func D6(s Source) int { return s.Below(6) + 1 }

// D10 rolls a ten-sided die as Quote reads it: 0 to 9.
func D10(s Source) int { return s.Below(10) }

// Shuffle puts n things in random order by Fisher–Yates from the last index
// down, each swap index drawn below i+1. n is at most 256.
func Shuffle(s Source, n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, s.Below(i+1))
	}
}
