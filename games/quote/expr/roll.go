package expr

import (
	"slices"

	"banco/dice"
)

// Roll rolls the expression. It appends what each die showed, in the order in
// which they are written, kept or not, and gives the total. A roll draws one
// number for each die.
func (e *Expr) Roll(src dice.Source, shown []int) (total int, dice []int) {
	total = e.number
	for i := range e.terms {
		t := &e.terms[i]
		from := len(shown)
		sum := 0
		for range t.dice {
			face := src.Below(t.faces) + 1
			shown = append(shown, face)
			sum += face
		}
		if t.keep < t.dice {
			sum = t.kept(shown[from:])
		}
		total += t.times * sum
	}
	return total, shown
}

// kept adds up the dice that count.
func (t *term) kept(faces []int) int {
	var buf [MaxKeptDice]int
	sorted := append(buf[:0], faces...)
	slices.Sort(sorted)
	if t.low {
		sorted = sorted[:t.keep]
	} else {
		sorted = sorted[len(sorted)-t.keep:]
	}
	sum := 0
	for _, f := range sorted {
		sum += f
	}
	return sum
}

// NumDice is how many dice a roll takes.
func (e *Expr) NumDice() int {
	n := 0
	for i := range e.terms {
		n += e.terms[i].dice
	}
	return n
}
