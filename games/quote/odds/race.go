package odds

import (
	"math/big"

	"banco/games/quote/rule"
)

// Race is who falls first in a duel by hits, in exact ratios.
type Race struct {
	A, B, Both *big.Rat
}

// maxRace is how many states a race is worked out for in whole numbers.
const maxRace = 100 * 100

// Thousand says how many of a thousand blows count for 0, 1, 2 … hits.
type Thousand [rule.MaxCriticals + 1]int

// NewRace works out a race in which a falls at needA hits of b and b at needB
// hits of a. In a round each side strikes once and all counts at once (Q03).
// The needs are from 1 and their product at most 10,000; at least one of the
// sides can hit. What it cannot work out is nil.
//
// Rounds in which nobody hits change nothing, so they are left out: of the E
// rounds of a million in which somebody does, so many lead to each other state.
// With E to the power of the hits that are missing as denominator every state's
// chance is a whole number, and none has to be reduced.
func NewRace(needA, needB int, a, b Thousand) *Race {
	const per = 1000 * 1000
	event := per - a[0]*b[0]
	if needA < 1 || needB < 1 || needA*needB > maxRace || event == 0 || total(a) != 1000 || total(b) != 1000 {
		return nil
	}
	powers := make([]big.Int, needA+needB+1)
	powers[0].SetInt64(1)
	for i := range powers[1:] {
		powers[i+1].Mul(&powers[i], big.NewInt(int64(event)))
	}
	type move struct {
		i, j int // what a and b lose
		n    big.Int
	}
	var moves []move
	for j, x := range a {
		for i, y := range b {
			if i+j > 0 && x*y > 0 {
				moves = append(moves, move{i: i, j: j})
				moves[len(moves)-1].n.SetInt64(int64(x * y))
			}
		}
	}
	// first[i][j] and both[i][j] are for i hits missing to a's fall and j to b's.
	width := needB + 1
	first, both := make([]big.Int, (needA+1)*width), make([]big.Int, (needA+1)*width)
	for j := 1; j <= needB; j++ {
		first[j].Set(&powers[j])
	}
	both[0].SetInt64(1)
	var term, n big.Int
	for i := 1; i <= needA; i++ {
		for j := 1; j <= needB; j++ {
			f, o := &first[i*width+j], &both[i*width+j]
			for k := range moves {
				m := &moves[k]
				to := max(i-m.i, 0)*width + max(j-m.j, 0)
				by := &m.n
				if spare := i + j - 1 - max(i-m.i, 0) - max(j-m.j, 0); spare > 0 {
					by = n.Mul(by, &powers[spare])
				}
				if first[to].Sign() > 0 {
					f.Add(f, term.Mul(&first[to], by))
				}
				if both[to].Sign() > 0 {
					o.Add(o, term.Mul(&both[to], by))
				}
			}
		}
	}
	last := needA*width + needB
	r := &Race{A: new(big.Rat).SetFrac(&first[last], &powers[needA+needB]), Both: new(big.Rat).SetFrac(&both[last], &powers[needA+needB])}
	r.B = new(big.Rat).SetInt64(1)
	r.B.Sub(r.B, r.A)
	r.B.Sub(r.B, r.Both)
	return r
}

func total(x Thousand) int {
	n := 0
	for _, k := range x {
		n += k
	}
	return n
}
