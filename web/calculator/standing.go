package calculator

import (
	"slices"

	"banco/games/quote/odds"
	"banco/games/quote/rule"
)

// Package odds says how likely each round is to be the last; a curve for each
// side needs to know also who fell in it. This file follows the same chain with
// the public parts of the rules and keeps the two apart. It only draws: what it
// gives is held against the analyser's own list by the tests.

// standing is the chance that each side stands after round 1, 2, 3 … of a fight
// that ends as soon as one has fallen.
func standing(f odds.Fight, rounds int) (curves [2][]float64) {
	one, allies, turned := &f.A[0], f.B, false
	if len(f.A) > 1 {
		one, allies, turned = &f.B[0], f.A, true
	}
	phases := phasesOf(&f, one, allies)
	var single, several []float64
	if len(phases) == 1 {
		single, several = duelCurves(need(one), need(&allies[0]), phases[0], rounds)
	} else {
		single, several = chainCurves(need(one), phases, rounds)
	}
	if turned {
		single, several = several, single
	}
	return [2][]float64{single, several}
}

func need(x *odds.Fighter) int {
	if x.Life > 0 {
		return x.Life
	}
	return max(x.Hits, 1)
}

// loss is the chance of losing so many points in a round, by points.
type loss []float64

// phase is the part of a fight in which one ally is struck at.
type phase struct {
	need          int
	onAlly, onOne loss
}

func phasesOf(f *odds.Fight, one *odds.Fighter, allies []odds.Fighter) (list []phase) {
	fighter := func(x *odds.Fighter) rule.Fighter {
		return rule.Fighter{Quota: rule.Assigned(x.Quota, x.Bonus), Stance: x.Stance}
	}
	assigned := make([]rule.Fighter, len(allies))
	for i := range allies {
		assigned[i] = fighter(&allies[i])
	}
	order := rule.Order(assigned)
	struck := slices.Clone(order)
	if f.Weakest {
		slices.Reverse(struck)
	}
	type hit struct {
		x, target *odds.Fighter
		quota     int
	}
	known := map[hit]loss{} // an ally's blow is the same in most phases
	blow := func(x, target *odds.Fighter, quota int) loss {
		h := hit{x, target, quota}
		if known[h] == nil {
			known[h] = blow(&f.Rules, x, target, quota)
		}
		return known[h]
	}
	for k, target := range struck {
		var standing []int
		var among []rule.Fighter
		at := 0
		for _, i := range order {
			if slices.Contains(struck[:k], i) {
				continue
			}
			if i == target {
				at = len(standing)
			}
			standing, among = append(standing, i), append(among, assigned[i])
		}
		quota, each := rule.Quotas(fighter(one), among, at, f.Normalise, f.Cautious)
		p := phase{need: need(&allies[target]), onOne: loss{1}}
		p.onAlly = blow(one, &allies[target], quota)
		for n, i := range standing {
			p.onOne = together(p.onOne, blow(&allies[i], one, each[n]), need(one))
		}
		list = append(list, p)
	}
	return list
}

// blow is what a fighter's blow against a quota takes off a target in a round.
func blow(rules *odds.Rules, x, target *odds.Fighter, quota int) loss {
	most := need(target)
	out := make(loss, most+1)
	if quota == 0 { // it does not roll
		return loss{1}
	}
	var hits [rule.MaxCriticals + 1]float64
	if x.Other {
		hits[0], hits[1] = float64(1000-x.Permill)/1000, float64(x.Permill)/1000
	} else {
		rules.Table.Each(quota, func(weight, _ int, _ rule.Kind, n int) { hits[n] += float64(weight) / rule.Per })
	}
	if target.Life == 0 {
		for n, p := range hits {
			out[min(n, most)] += p
		}
		return out.short()
	}
	out[0] = hits[0]
	for points, p := range odds.Damage(*x, *rules, quota) {
		out[min(points, most)] += (1 - hits[0]) * p
	}
	return out.short()
}

// short leaves out what is never lost at the end of the list.
func (l loss) short() loss {
	for len(l) > 1 && l[len(l)-1] == 0 {
		l = l[:len(l)-1]
	}
	return l
}

func together(a, b loss, most int) loss {
	out := make(loss, min(len(a)+len(b)-2, most)+1)
	for i, p := range a {
		for j, q := range b {
			out[min(i+j, most)] += p * q
		}
	}
	return out
}

// wear is what one side of a duel still takes to fall, by points, after one more
// round; and the chance that it falls in it.
func wear(state []float64, by loss) (next []float64, falls float64) {
	next = make([]float64, len(state))
	for s, p := range state {
		if p == 0 || s == 0 {
			continue
		}
		for d, q := range by {
			if d >= s {
				falls += p * q
			} else {
				next[s-d] += p * q
			}
		}
	}
	return next, falls
}

// duelCurves: the sides of a duel do not depend on each other until one falls.
func duelCurves(needOne, needAlly int, p phase, rounds int) (one, ally []float64) {
	a, b := make([]float64, needOne+1), make([]float64, needAlly+1)
	a[needOne], b[needAlly] = 1, 1
	upA, upB := 1.0, 1.0 // were the other one to stand for ever
	standsA, standsB := 1.0, 1.0
	for range rounds {
		var fallsA, fallsB float64
		a, fallsA = wear(a, p.onOne)
		b, fallsB = wear(b, p.onAlly)
		standsA -= fallsA * upB
		standsB -= fallsB * upA
		upA, upB = upA-fallsA, upB-fallsB
		one, ally = append(one, max(standsA, 0)), append(ally, max(standsB, 0))
	}
	return one, ally
}

// chainCurves follows one against allies, phase by phase: how likely it is that
// this ally is struck at, takes r more to fall, and the single contender s.
func chainCurves(needOne int, phases []phase, rounds int) (one, all []float64) {
	width := needOne + 1
	states := make([][]float64, len(phases))
	for k := range phases {
		states[k] = make([]float64, (phases[k].need+1)*width)
	}
	states[0][phases[0].need*width+needOne] = 1
	standsOne, standsAll := 1.0, 1.0
	for range rounds {
		for k := len(phases) - 1; k >= 0; k-- { // backwards, so that who comes next begins in the next round
			p, last := &phases[k], k == len(phases)-1
			half := make([]float64, len(states[k]))
			for r := 1; r <= p.need; r++ {
				for s := 1; s <= needOne; s++ {
					x := states[k][r*width+s]
					if x == 0 {
						continue
					}
					for d, q := range p.onOne {
						half[r*width+max(s-d, 0)] += x * q
					}
				}
			}
			clear(states[k])
			for r := 1; r <= p.need; r++ {
				for s := 0; s <= needOne; s++ {
					x := half[r*width+s]
					if x == 0 {
						continue
					}
					if s == 0 {
						standsOne -= x
					}
					for d, q := range p.onAlly {
						switch left := max(r-d, 0); {
						case left == 0 && last:
							standsAll -= x * q
						case s == 0: // it is over
						case left == 0:
							states[k+1][phases[k+1].need*width+s] += x * q
						default:
							states[k][left*width+s] += x * q
						}
					}
				}
			}
		}
		one, all = append(one, max(standsOne, 0)), append(all, max(standsAll, 0))
	}
	return one, all
}
