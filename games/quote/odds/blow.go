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
func (r *Rules) blow(x, target *Fighter, quota int) points {
	need := target.need()
	dense := make([]float64, need+1)
	switch {
	case quota == 0:
		dense[0] = 1
	case target.Life > 0:
		dense[0] = float64(r.hitsOf(x, quota)[0]) / rule.Per
		r.damage(x, quota, need, dense)
	case x.Other:
		dense[0] = float64(1000-x.Permill) / 1000
		dense[1] = float64(x.Permill) / 1000
	default:
		for hits, n := range r.hits(quota) {
			dense[min(hits, need)] += float64(n) / rule.Per
		}
	}
	return sparse(dense)
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

// damage adds the chance of every amount of damage by a hit. A critical hit that
// counts for several rolls the damage as often, in one place of the body.
func (r *Rules) damage(x *Fighter, quota, most int, dense []float64) {
	// How many of a thousand rolls come to so many hits with such a margin.
	var count [rule.MaxCriticals + 1][rule.MaxQuota]int
	if x.Other {
		count[0][0], count[1][0] = 1000-x.Permill, x.Permill
	} else {
		r.Table.Each(quota, func(weight, digit int, _ rule.Kind, hits int) {
			margin := 0
			if r.Margin && hits > 0 {
				margin = min(rule.Margin(quota, digit), rule.MaxQuota-1)
			}
			count[hits][margin] += weight
		})
	}
	places, faces := r.Locations, rule.Faces(r.Locations)
	if x.Stance == rule.Aim && x.At > 0 {
		places = r.Locations[x.At-1 : x.At]
		faces = places[0].Faces
	}
	if faces == 0 {
		places, faces = []rule.Location{{Faces: 1}}, 1
	}
	dist := x.counted()
	chances := dist.Floats()
	for _, place := range places {
		share := float64(place.Faces) / float64(faces)
		for margin := range rule.MaxQuota {
			if !anyAbove(&count, 0, margin) {
				continue
			}
			one := make([]float64, most+1)
			for i, p := range chances {
				one[min(max(dist.Lo+i+place.Plus+margin, 0), most)] += p
			}
			sum := one
			for hits := 1; hits <= rule.MaxCriticals; hits++ {
				if n := count[hits][margin]; n > 0 {
					for i, p := range sum {
						dense[i] += share * float64(n) / rule.Per * p
					}
				}
				if !anyAbove(&count, hits, margin) {
					break
				}
				sum = together(sum, one)
			}
		}
	}
}

// anyAbove tells whether some roll with a margin counts for more hits.
func anyAbove(count *[rule.MaxCriticals + 1][rule.MaxQuota]int, hits, margin int) bool {
	for more := hits + 1; more < len(count); more++ {
		if count[more][margin] > 0 {
			return true
		}
	}
	return false
}

// together is the sum of two independent numbers of the same range; what comes
// to more than the greatest is the greatest.
func together(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i, p := range a {
		if p == 0 {
			continue
		}
		for j, q := range b {
			out[min(i+j, len(out)-1)] += p * q
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

func (x *points) dense(need int) []float64 {
	out := make([]float64, need+1)
	out[0] = x.none
	for _, s := range x.some {
		out[s.points] = s.p
	}
	return out
}

// Damage is the distribution of what a fighter's blow does when it hits, a
// critical hit included: element i is the chance of i points. The quota is what
// it rolls against, 1 to 9. It is nil for who never hits.
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
	most := r.Table.Criticals * max(hi+rule.MaxPlus+rule.MaxQuota, 0)
	dense := make([]float64, most+1)
	r.damage(&x, quota, most, dense)
	for len(dense) > 1 && dense[len(dense)-1] == 0 {
		dense = dense[:len(dense)-1]
	}
	for i := range dense {
		dense[i] *= rule.Per / float64(hits)
	}
	return dense
}
