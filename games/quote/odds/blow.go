// What the analyser works out is shown to people and decides nothing in a battle.
//
//banco:draws

package odds

import (
	"banco/games/quote/rule"
)

// step is a number of points, hits or damage, with its chance.
type step struct {
	points int
	p      float64
}

// points is what one blow, or all blows of a round, take off somebody: the
// chance of nothing, and every number above it. Numbers of at least what brings
// it down are one.
type points struct {
	none  float64
	some  []step  // in order, each p above 0
	total float64 // of some: 1 - none without the subtraction
}

// blow is what a fighter's blow against a quota takes off a target in a round.
// A quota of 0 is that of somebody who does not roll.
func (r *Rules) blow(x, target *Fighter, quota int, m *meter) (points, error) {
	need := target.need()
	dense := make([]float64, need+1)
	switch {
	case quota == 0:
		dense[0] = 1
	case target.Life > 0:
		dense[0] = float64(r.hitsOf(x, quota)[0]) / rule.Per
		if err := r.damage(x, quota, need, dense, m); err != nil {
			return points{}, err
		}
	default:
		for hits, n := range r.hitsOf(x, quota) {
			dense[min(hits, need)] += float64(n) / rule.Per
		}
	}
	return sparse(dense), nil
}

// hits is how many of a thousand rolls against a quota count for so many hits.
func (r *Rules) hits(quota int) (n [rule.MaxCriticals + 1]int) {
	r.Table.Each(quota, func(weight, _ int, _ rule.Kind, hits int) { n[hits] += weight })
	return n
}

// hitsOf is the same for a fighter, who may have another chance.
func (r *Rules) hitsOf(x *Fighter, quota int) (n [rule.MaxCriticals + 1]int) {
	switch {
	case quota == 0:
		n[0] = 1000
	case x.Other:
		n[0], n[1] = 1000-x.Permill, x.Permill
	default:
		n = r.hits(quota)
	}
	return n
}

// The least and the most that a place of the body and the margin can add to a
// roll of damage.
const (
	leastPlus = -rule.MaxPlus
	mostPlus  = rule.MaxPlus + rule.MaxQuota // 0-0-0 may hit by the Master's table, and is then the whole quota below it
)

// damage adds the chance of every amount of damage by a hit, up to a most that
// stands for all above it. A critical hit that counts for several rolls the
// damage as often, in one place of the body. All that matters of the place and
// the margin is what they add, so those that add the same are worked out once.
func (r *Rules) damage(x *Fighter, quota, most int, dense []float64, m *meter) error {
	var ways [mostPlus - leastPlus + 1][rule.MaxCriticals + 1]float64
	places, faces := r.Locations, rule.Faces(r.Locations)
	if x.Stance == rule.Aim && x.At > 0 {
		places = r.Locations[x.At-1 : x.At]
		faces = places[0].Faces
	}
	if faces == 0 {
		places, faces = []rule.Location{{Faces: 1}}, 1
	}
	for _, place := range places {
		share := float64(place.Faces) / float64(faces)
		add := func(weight, hits, margin int) {
			ways[place.Plus+margin-leastPlus][hits] += share * float64(weight) / rule.Per
		}
		if x.Other {
			add(x.Permill, 1, 0)
			continue
		}
		r.Table.Each(quota, func(weight, digit int, _ rule.Kind, hits int) {
			margin := 0
			if r.Margin {
				margin = rule.Margin(quota, digit)
			}
			if hits > 0 {
				add(weight, hits, margin)
			}
		})
	}
	dist := x.counted()
	chances := dist.Floats()
	for i := range ways {
		several := rule.MaxCriticals // the most hits that a roll with this plus counts for
		for several > 0 && ways[i][several] == 0 {
			several--
		}
		if several == 0 {
			continue
		}
		one := make([]float64, min(max(dist.Lo+len(chances)-1+i+leastPlus, 0), most)+1)
		for j, p := range chances {
			one[min(max(dist.Lo+j+i+leastPlus, 0), len(one)-1)] += p
		}
		sum := one
		for hits := 1; hits <= several; hits++ {
			if hits > 1 {
				if err := m.spend(len(sum) * len(one)); err != nil {
					return err
				}
				sum = together(sum, one, most)
			}
			for j, p := range sum {
				dense[j] += ways[i][hits] * p
			}
		}
	}
	return nil
}

// together is the sum of two independent numbers from 0; what comes to more than
// the most is the most.
func together(a, b []float64, most int) []float64 {
	out := make([]float64, min(len(a)+len(b)-2, most)+1)
	for i, p := range a {
		if p == 0 {
			continue
		}
		within := min(len(b), most-i)
		to := out[i:]
		for j, q := range b[:within] {
			to[j] += p * q
		}
		for _, q := range b[within:] {
			out[most] += p * q
		}
	}
	return out
}

func sparse(dense []float64) points {
	x := points{none: dense[0]}
	for i, p := range dense[1:] {
		if p > 0 {
			x.some = append(x.some, step{i + 1, p})
			x.total += p
		}
	}
	return x
}

// dense is the same as a list by points; none is longer than it has to be.
func (x *points) dense() []float64 {
	if len(x.some) == 0 {
		return []float64{x.none}
	}
	out := make([]float64, x.some[len(x.some)-1].points+1)
	out[0] = x.none
	for _, s := range x.some {
		out[s.points] = s.p
	}
	return out
}

// Damage is the distribution of what a fighter's blow does when it hits, a
// critical hit included: element i is the chance of i points. The quota is what
// it rolls against, 1 to 9. It is nil for who never hits, and for what would
// take more than [Budget] steps: hundreds of points by critical hits that count
// for many. The fighter and the rules have to be within their bounds, as those
// of a fight that [Analyse] takes are.
func Damage(x Fighter, r Rules, quota int) []float64 {
	if r.Table.Criticals == 0 {
		r.Table.Criticals = 1
	}
	if x.Damage == nil {
		x.Damage = usual
	}
	hits := rule.Per - r.hitsOf(&x, quota)[0]
	if hits == 0 {
		return nil
	}
	_, hi := x.Damage.Bounds()
	dense := make([]float64, rule.MaxCriticals*max(hi+mostPlus, 0)+1)
	m := meter(Budget)
	if r.damage(&x, quota, len(dense)-1, dense, &m) != nil {
		return nil
	}
	for len(dense) > 1 && dense[len(dense)-1] == 0 {
		dense = dense[:len(dense)-1]
	}
	for i := range dense {
		dense[i] *= rule.Per / float64(hits)
	}
	return dense
}
