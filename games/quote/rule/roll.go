package rule

import (
	"slices"

	"banco/dice"
)

// Kind is what a roll comes to (Q03, Q04).
type Kind int8

// The kinds.
const (
	Miss     Kind = iota
	Hit           // 1 to the quota
	Critical      // a tris of 1 to the quota
	Fumble        // a tris above it
	Zero          // 0-0-0: as the Master says
	NumKinds
)

var kindNames = [NumKinds]string{"miss", "hit", "critical", "fumble", "zero"}

func (k Kind) String() string {
	if k < 0 || k >= NumKinds {
		return ""
	}
	return kindNames[k]
}

// Effect is what the Master's table makes of a tris (Q04).
type Effect int8

// The effects. ByQuota is the usual one: a critical hit up to the quota, a
// fumble above it, and for 0-0-0 a miss.
const (
	ByQuota Effect = iota
	AsCritical
	AsHit
	AsMiss
	AsFumble
	NumEffects
)

var effectNames = [NumEffects]string{"quota", "critical", "hit", "miss", "fumble"}

func (e Effect) String() string {
	if e < 0 || e >= NumEffects {
		return ""
	}
	return effectNames[e]
}

// ParseEffect reads an effect's name.
func ParseEffect(name string) (Effect, bool) {
	i := slices.Index(effectNames[:], name)
	return Effect(i), i >= 0
}

// Table says what each tris does and how many hits a critical hit counts for.
// The zero Table is the usual one but for Criticals, see [Usual].
type Table struct {
	Effects   [10]Effect // by the digit of the third roll
	Criticals int        // 1 to MaxCriticals
}

// MaxCriticals is the most hits that a critical hit may count for.
const MaxCriticals = 5

// Usual is the table of the rules page: a critical hit counts as one hit.
func Usual() Table { return Table{Criticals: 1} }

// Plain reads a roll that is not a tris: the first digit that is no 0, 1 to 9,
// against a quota of 1 to 9 (Q03).
func Plain(quota, digit int) Kind {
	if digit >= 1 && digit <= quota {
		return Hit
	}
	return Miss
}

// Tris reads the third digit, 0 to 9, of two 0s in a row, and says how many hits
// it counts for (Q04). 0-0-0 stays a kind of its own whatever its effect is.
func (t *Table) Tris(quota, digit int) (kind Kind, hits int) {
	switch t.Effects[digit] {
	case AsCritical:
		kind, hits = Critical, t.Criticals
	case AsHit:
		kind, hits = Hit, 1
	case AsMiss:
		kind = Miss
	case AsFumble:
		kind = Fumble
	default:
		kind = Fumble
		if digit >= 1 && digit <= quota {
			kind, hits = Critical, t.Criticals
		}
	}
	if digit == 0 {
		kind = Zero
	}
	return kind, hits
}

// Roll is a roll of the d10 with its rolls again.
type Roll struct {
	Digits [3]int8 // as they fell
	N      int8    // how many of them there are, 1 to 3
	Kind   Kind
	Hits   int // how many hits it counts for; 0 for none
}

// Digit is the one that counts: the last.
func (r *Roll) Digit() int { return int(r.Digits[r.N-1]) }

// Margin is how far a quota lies above the digit that counts, 0 for none (Q09).
func Margin(quota, digit int) int { return max(quota-digit, 0) }

// Throw rolls the d10 against a quota, again after a 0 and a third time after
// two (Q04).
func (t *Table) Throw(src dice.Source, quota int) Roll {
	var r Roll
	for r.N < 3 {
		digit := dice.D10(src)
		r.Digits[r.N] = int8(digit)
		r.N++
		if digit != 0 {
			break
		}
	}
	if r.N == 3 {
		r.Kind, r.Hits = t.Tris(quota, r.Digit())
		return r
	}
	if r.Kind = Plain(quota, r.Digit()); r.Kind == Hit {
		r.Hits = 1
	}
	return r
}

// Chances is how many of a thousand rolls against a quota are of each kind, by
// kind. For the usual table and a quota q: 110 q hits of 1000, q of 1000 criticals
// and so on, which [Per] thousandths hold exactly.
type Chances [NumKinds]int

// Per is the number of equally likely rolls of three d10.
const Per = 1000

// Count counts them (Q03, Q04). A quota of 0 is that of somebody who does not
// roll: all zero.
func (t *Table) Count(quota int) (c Chances) {
	t.Each(quota, func(weight, _ int, kind Kind, _ int) { c[kind] += weight })
	return c
}

// Each goes through everything a roll against a quota can come to: how many of a
// thousand, the digit that counts, the kind and the hits it counts for.
func (t *Table) Each(quota int, visit func(weight, digit int, kind Kind, hits int)) {
	if quota == 0 {
		return
	}
	for digit := 1; digit <= 9; digit++ {
		kind := Plain(quota, digit)
		hits := 0
		if kind == Hit {
			hits = 1
		}
		visit(110, digit, kind, hits)
	}
	for digit := range 10 {
		kind, hits := t.Tris(quota, digit)
		visit(1, digit, kind, hits)
	}
}
