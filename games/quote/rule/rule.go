// Package rule is the arithmetic of Quote: quotas and how a roll is read. The
// ruleset rolls by it and the analyser (package odds) counts by it, so the two
// cannot drift apart. Rule ids are those of the rules page, Q01 to Q12.
//
// # Two steps
//
// A quota is first assigned: the Master's number or the standard one (Q06), with
// what position, wounds and the like change (Q08), kept within 1 to 9. What a
// fight then makes of the assigned quotas is the second step ([Quotas]):
// normalising (Q07), +2 for every ally after the first (Q05), -1 against who
// closes in defence (Q10), -2 for an aimed blow (Q11). These are added up and
// the sum is kept within 1 to 9 once, so that their order does not matter: a 9
// that aims as the second ally rolls against 9 + 2 - 2 = 9.
package rule

import "slices"

// Bounds of a quota (Q02).
const (
	MinQuota = 1
	MaxQuota = 9
)

// What a fight changes about a quota.
const (
	AllyBonus     = 2 // Q05: for every ally after the first
	DefencePrice  = 1 // Q10: off the quota of who strikes at a defender
	AimPrice      = 2 // Q11
	BonusPerQuota = 10
)

// Clamp keeps a quota within 1 to 9 (Q05, Q06).
func Clamp(quota int) int { return min(max(quota, MinQuota), MaxQuota) }

// Standard is the quota that follows from a character (Q06): a tenth of
// dexterity and weapon together, one more with a shield or a second weapon,
// rounded to the nearest whole (a half up) and kept within 1 to 9. Dexterity and
// weapon are whole numbers from 0.
func Standard(dexterity, weapon int, second bool) int {
	tenths := dexterity + weapon
	if second {
		tenths += 10
	}
	return Clamp((tenths + 5) / 10)
}

// Modifier is what a bonus or a penalty, in points, does to a quota (Q08): one
// for every ten, toward zero.
func Modifier(bonus int) int { return bonus / BonusPerQuota }

// Assigned is a contender's quota with its bonus, 1 to 9 (Q08).
func Assigned(quota, bonus int) int { return Clamp(quota + Modifier(bonus)) }

// Normalise divides quotas by what divides them all (Q07). Where all are equal
// they become 2, or 1 if both sides are cautious: mean to fight very
// defensively. It works in place; quotas are from 1 to 9.
func Normalise(cautious bool, quotas []int) {
	divisor, equal := 0, true
	for _, q := range quotas {
		divisor = gcd(divisor, q)
		equal = equal && q == quotas[0]
	}
	if equal {
		for i := range quotas {
			quotas[i] = 2
			if cautious {
				quotas[i] = 1
			}
		}
		return
	}
	for i := range quotas {
		quotas[i] /= divisor
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Stance is what a contender does with its round.
type Stance int8

// The stances.
const (
	Strike Stance = iota
	Defend        // closed in defence (Q10): does not roll, and is harder to hit
	Aim           // an aimed blow (Q11)
	NumStances
)

var stanceNames = [NumStances]string{"strike", "defend", "aim"}

func (s Stance) String() string {
	if s < 0 || s >= NumStances {
		return ""
	}
	return stanceNames[s]
}

// ParseStance reads a stance's name.
func ParseStance(name string) (Stance, bool) {
	i := slices.Index(stanceNames[:], name)
	return Stance(i), i >= 0
}

// Fighter is a contender as a fight sees it.
type Fighter struct {
	Quota  int // assigned, 1 to 9
	Stance Stance
}

// Order gives the indexes of allies from the strongest to the weakest, by
// assigned quota; of equals the one listed first (Q05).
func Order(allies []Fighter) []int {
	order := make([]int, len(allies))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return allies[b].Quota - allies[a].Quota })
	return order
}

// Quotas are what everybody in a fight of one against allies rolls against; 0
// for who closes in defence and does not roll. The allies stand from the
// strongest to the weakest, and target is the one that the single contender
// strikes at. Who defends is passed over when the allies are counted: the first
// who rolls has no bonus.
func Quotas(one Fighter, allies []Fighter, target int, normalise, cautious bool) (single int, each []int) {
	all := make([]int, 0, len(allies)+1)
	all = append(all, one.Quota)
	for _, a := range allies {
		all = append(all, a.Quota)
	}
	if normalise {
		Normalise(cautious, all)
	}
	single, each = all[0], all[1:]
	bonus := 0
	for i, a := range allies {
		against := one.Stance == Defend
		each[i] = rolled(each[i]+bonus, a.Stance, against)
		if each[i] > 0 {
			bonus = AllyBonus
		}
	}
	return rolled(single, one.Stance, allies[target].Stance == Defend), each
}

func rolled(quota int, own Stance, againstDefender bool) int {
	switch {
	case own == Defend:
		return 0
	case own == Aim:
		quota -= AimPrice
	}
	if againstDefender {
		quota -= DefencePrice
	}
	return Clamp(quota)
}
