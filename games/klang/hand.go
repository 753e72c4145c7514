package klang

import (
	"strconv"

	"banco/dice"
)

// HandOf makes a hand of faces.
func HandOf(faces ...int) Hand {
	var h Hand
	for _, f := range faces {
		h[f-1]++
	}
	return h
}

// Of is how many dice show a face; none for what is no face.
func (h *Hand) Of(face int) int {
	if face < 1 || face > 6 {
		return 0
	}
	return int(h[face-1])
}

// Len is how many dice there are.
func (h *Hand) Len() int {
	return int(h[0] + h[1] + h[2] + h[3] + h[4] + h[5])
}

// Dice are the faces from high to low.
func (h Hand) Dice() []int {
	faces := make([]int, 0, 8)
	for f := 6; f >= 1; f-- {
		for range h[f-1] {
			faces = append(faces, f)
		}
	}
	return faces
}

// Successes is how many dice show 4 or more (K08).
func (h *Hand) Successes() int { return int(h[3] + h[4] + h[5]) }

// Scraps is how many dice show 3 or less (K08).
func (h *Hand) Scraps() int { return int(h[0] + h[1] + h[2]) }

// success tells whether a die does the work of a success (K08).
func success(die int) bool { return die >= 4 && die <= 6 }

// holds tells whether all of some dice are in the hand.
func (h *Hand) holds(some *Hand) bool {
	for i := range h {
		if some[i] < 0 || h[i] < some[i] {
			return false
		}
	}
	return true
}

// fill rolls n dice into an emptied hand (K07).
func (h *Hand) fill(n int, src dice.Source) {
	*h = Hand{}
	for range n {
		h[src.Below(6)]++
	}
}

// stop is armour at work (K16): the dice stand in line from high to low, each
// that is at least the height of the hit lowers it by one, a lower one does
// nothing, and under one the hit does not fall. used are the dice that did
// something.
func (h *Hand) stop(hit int) (height int, used Hand) {
	for f := 6; f >= 1; f-- {
		for range h[f-1] {
			if hit > 1 && f >= hit {
				hit--
				used[f-1]++
			}
		}
	}
	return hit, used
}

func (h *Hand) appendJSON(b []byte) []byte {
	b = append(b, '[')
	first := true
	for f := 6; f >= 1; f-- {
		for range h[f-1] {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = strconv.AppendInt(b, int64(f), 10)
		}
	}
	return append(b, ']')
}

// MarshalJSON writes the faces from high to low.
func (h Hand) MarshalJSON() ([]byte, error) { return h.appendJSON(nil), nil }
