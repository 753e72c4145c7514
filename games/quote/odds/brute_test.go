package odds

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"banco/dice"
	"banco/games/quote/rule"
)

// brute works out a fight by going through everything that the dice can do, as
// plainly as can be: the state is what each contender still takes, a round is
// every combination of everybody's thousand rolls, and what it leads to is
// remembered. It shares nothing with the analyser but the reading of a roll.
type brute struct {
	f      *Fight
	one    Fighter
	allies []Fighter
	order  []int // in which the single contender strikes
	known  map[uint64]*fate
}

// fate is what becomes of a state.
type fate struct {
	one, all, both, mean float64
	left                 []float64
}

type throw struct {
	p      float64
	points int
}

func newBrute(f Fight) *brute {
	s, err := f.settle()
	if err != nil {
		panic(err)
	}
	b := &brute{f: s, one: s.A[0], allies: s.B, known: map[uint64]*fate{}}
	if len(s.A) > 1 {
		b.one, b.allies = s.B[0], s.A
	}
	// The order of strength, by looking for the strongest again and again.
	taken := make([]bool, len(b.allies))
	for range b.allies {
		best := -1
		for i := range b.allies {
			if !taken[i] && (best < 0 || rule.Assigned(b.allies[i].Quota, b.allies[i].Bonus) > rule.Assigned(b.allies[best].Quota, b.allies[best].Bonus)) {
				best = i
			}
		}
		taken[best] = true
		b.order = append(b.order, best)
	}
	return b
}

// allThrows remembers them, since they take a thousand rolls each.
var allThrows = map[tableQuota][]throw{}

type tableQuota struct {
	table rule.Table
	quota int
}

// throws are what one contender's rolls can come to, by the thousand, as the
// scripted dice have them.
func (b *brute) throws(x *Fighter, quota int) []throw {
	if quota == 0 {
		return []throw{{1, 0}}
	}
	if x.Other {
		return []throw{{1 - float64(x.Permill)/1000, 0}, {float64(x.Permill) / 1000, 1}}
	}
	if list, ok := allThrows[tableQuota{b.f.Table, quota}]; ok {
		return list
	}
	var count [8]int
	for n := range 1000 {
		r := b.f.Table.Throw(dice.NewScripted(n/100, n/10%10, n%10), quota)
		count[r.Hits]++
	}
	var list []throw
	for hits, n := range count {
		if n > 0 {
			list = append(list, throw{float64(n) / 1000, hits})
		}
	}
	allThrows[tableQuota{b.f.Table, quota}] = list
	return list
}

// quotas are those of the rules page, written out anew.
func (b *brute) quotas(standing []int, target int) (one int, each map[int]int) {
	all := []int{rule.Assigned(b.one.Quota, b.one.Bonus)}
	for _, i := range standing {
		all = append(all, rule.Assigned(b.allies[i].Quota, b.allies[i].Bonus))
	}
	if b.f.Normalise {
		if slices.Min(all) == slices.Max(all) {
			for i := range all {
				all[i] = 2
				if b.f.Cautious {
					all[i] = 1
				}
			}
		}
		for d := 9; d > 1; d-- {
			if !slices.ContainsFunc(all, func(q int) bool { return q%d != 0 }) && slices.Min(all) != slices.Max(all) {
				for i := range all {
					all[i] /= d
				}
			}
		}
	}
	value := func(q int, s rule.Stance, against rule.Stance) int {
		if s == rule.Defend {
			return 0
		}
		if s == rule.Aim {
			q -= 2
		}
		if against == rule.Defend {
			q--
		}
		return min(max(q, 1), 9)
	}
	each = map[int]int{}
	rolled := false
	for n, i := range standing {
		q := all[n+1]
		if rolled {
			q += 2
		}
		each[i] = value(q, b.allies[i].Stance, b.one.Stance)
		rolled = rolled || each[i] > 0
	}
	return value(all[0], b.one.Stance, b.allies[target].Stance), each
}

// rounds calls visit with everything that a round can lead to.
func (b *brute) round(need []int, visit func(p float64, next []int)) {
	var standing []int
	for _, i := range b.order {
		if need[i+1] > 0 {
			standing = append(standing, i)
		}
	}
	target := standing[0]
	if b.f.Weakest {
		target = standing[len(standing)-1]
	}
	if first := b.f.Target - 1; first >= 0 && need[first+1] > 0 {
		target = first
	}
	quota, each := b.quotas(standing, target)
	next := slices.Clone(need)
	var roll func(n int, p float64)
	roll = func(n int, p float64) {
		if n == len(standing) {
			visit(p, next)
			return
		}
		was := next[0]
		for _, x := range b.throws(&b.allies[standing[n]], each[standing[n]]) {
			next[0] = max(was-x.points, 0)
			roll(n+1, p*x.p)
		}
		next[0] = was
	}
	for _, x := range b.throws(&b.one, quota) {
		next[target+1] = max(need[target+1]-x.points, 0)
		roll(0, x.p)
	}
}

// keyOf holds for up to 255 hits to fall and eight contenders.
func keyOf(need []int) (key uint64) {
	for _, n := range need {
		key = key<<8 | uint64(n)
	}
	return key
}

func (b *brute) start() []int {
	need := []int{b.one.Hits}
	for i := range b.allies {
		need = append(need, b.allies[i].Hits)
	}
	return need
}

func over(need []int) (one bool, left int) {
	for _, n := range need[1:] {
		if n > 0 {
			left++
		}
	}
	return need[0] == 0, left
}

func (b *brute) fate(need []int) *fate {
	key := keyOf(need)
	if f := b.known[key]; f != nil {
		return f
	}
	f := &fate{left: make([]float64, len(need))}
	b.known[key] = f
	if down, left := over(need); down || left == 0 {
		f.left[left] = 1
		switch {
		case down && left == 0:
			f.both = 1
		case down:
			f.one = 1
		default:
			f.all = 1
		}
		return f
	}
	again := 0.0
	var sum fate
	sum.left = make([]float64, len(need))
	b.round(need, func(p float64, next []int) {
		if slices.Equal(next, need) {
			again += p
			return
		}
		n := b.known[keyOf(next)]
		if n == nil {
			n = b.fate(slices.Clone(next))
		}
		sum.one += p * n.one
		sum.all += p * n.all
		sum.both += p * n.both
		sum.mean += p * n.mean
		for i, x := range n.left {
			sum.left[i] += p * x
		}
	})
	go_ := 1 - again
	f.one, f.all, f.both, f.mean = sum.one/go_, sum.all/go_, sum.both/go_, (sum.mean+1)/go_
	for i, x := range sum.left {
		f.left[i] = x / go_
	}
	return f
}

// ends follows the chances of all states for some rounds.
func (b *brute) ends(rounds int) []float64 {
	type state struct {
		need []int
		p    float64
	}
	now := map[uint64]state{0: {b.start(), 1}}
	var ends []float64
	for range rounds {
		next := map[uint64]state{}
		done := 0.0
		for _, s := range now {
			b.round(s.need, func(p float64, need []int) {
				if down, left := over(need); down || left == 0 {
					done += s.p * p
					return
				}
				key := keyOf(need)
				old, ok := next[key]
				if !ok {
					old.need = slices.Clone(need)
				}
				next[key] = state{old.need, old.p + s.p*p}
			})
		}
		ends = append(ends, done)
		now = next
	}
	return ends
}

func long() bool { return os.Getenv("BANCO_LONG") != "" }

// agree compares an analysis with the plain enumeration.
func agree(t *testing.T, f Fight, rounds int) {
	t.Helper()
	r, err := Analyse(f)
	if err != nil {
		t.Fatalf("%+v: %v", f, err)
	}
	b := newBrute(f)
	want := b.fate(b.start())
	one, all, left, single := want.one, want.all, r.Survivors[1], r.Survivors[0]
	if len(f.A) > 1 {
		one, all = all, one
		left, single = r.Survivors[0], r.Survivors[1]
	}
	same := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*max(1, want) {
			t.Fatalf("%s of %s is %.16g, by enumeration %.16g", what, name(f), got, want)
		}
	}
	same("a first", r.First.A, one)
	same("b first", r.First.B, all)
	same("both", r.First.Both, want.both)
	same("mean", r.Round.Mean, want.mean)
	if len(left) != len(want.left) {
		t.Fatalf("survivors of %s: %v", name(f), left)
	}
	for i, x := range want.left {
		same("survivors", left[i], x)
	}
	same("the single one's fall", single[0], want.one+want.both)
	for i, x := range b.ends(min(rounds, len(r.Round.Distribution))) {
		same("round", r.Round.Distribution[i], x)
	}
}

func name(f Fight) string {
	s := ""
	for _, side := range [2][]Fighter{f.A, f.B} {
		for _, x := range side {
			s += fmt.Sprintf(" %d/%d/%v", x.Quota, x.Hits, x.Stance)
		}
		s += " :"
	}
	return s + fmt.Sprintf(" %+v", f.Rules)
}

// variants are the options, one after the other, and some together.
func variants(f Fight, visit func(Fight)) {
	visit(f)
	with := func(change func(*Fight)) {
		g := f
		g.A, g.B = slices.Clone(f.A), slices.Clone(f.B)
		change(&g)
		visit(g)
	}
	with(func(g *Fight) { g.Normalise = true })
	with(func(g *Fight) { g.Normalise, g.Cautious = true, true })
	with(func(g *Fight) { g.Table = rule.Table{Criticals: 2} })
	with(func(g *Fight) { g.Table = rule.Table{Criticals: 3}; g.A[0].Stance = rule.Aim })
	with(func(g *Fight) {
		g.Table = rule.Table{Criticals: 2, Effects: [10]rule.Effect{rule.AsCritical, rule.AsMiss, rule.AsHit, rule.AsFumble, 0, 0, 0, 0, rule.AsCritical, 0}}
	})
	with(func(g *Fight) { g.A[0].Stance = rule.Aim })
	with(func(g *Fight) { g.B[0].Stance = rule.Aim })
	with(func(g *Fight) { g.A[0].Stance = rule.Defend })
	with(func(g *Fight) { g.B[len(g.B)-1].Stance = rule.Defend })
	with(func(g *Fight) { g.B[0].Bonus, g.A[0].Bonus = 15, -20 })
	with(func(g *Fight) { g.A[0].Other, g.A[0].Permill = true, 437 })
	if len(f.B) > 1 {
		with(func(g *Fight) { g.Weakest = true })
		with(func(g *Fight) { g.Weakest, g.Normalise = true, true; g.B[1].Stance = rule.Aim })
		with(func(g *Fight) { g.A, g.B = g.B, g.A })
		with(func(g *Fight) { g.Target = len(g.B) })
	}
}

// TestEnumeration_Duels: every duel of quotas 1 to 9 and up to 3 hits to fall.
func TestEnumeration_Duels(t *testing.T) {
	n := 0
	for a := 1; a <= 9; a++ {
		for b := 1; b <= 9; b++ {
			for hits := range 9 {
				if !long() && (a*7+b*3+hits)%3 != 0 {
					continue
				}
				variants(Fight{A: []Fighter{{Quota: a, Hits: hits/3 + 1}}, B: []Fighter{{Quota: b, Hits: hits%3 + 1}}}, func(f Fight) {
					agree(t, f, 12)
					n++
				})
			}
		}
	}
	t.Logf("%d duels", n)
}

// TestEnumeration_Allies: every fight of one against two and three. Of the
// allies' quotas only one order is tried, and all of their hits. With
// BANCO_LONG=all it is every fight under every option, which takes two
// minutes; with BANCO_LONG=1 one in 23, else one in 1999.
func TestEnumeration_Allies(t *testing.T) {
	n, turn := 0, 0
	every := 1999
	switch os.Getenv("BANCO_LONG") {
	case "":
	case "all":
		every = 1
	default:
		every = 23 // with no divisor in common with the number of options
	}
	for one := 1; one <= 9; one++ {
		t.Run(fmt.Sprint("one ", one), func(t *testing.T) {
			for x := 1; x <= 9; x++ {
				for y := 1; y <= x; y++ {
					for z := 0; z <= y; z++ {
						allies := []Fighter{{Quota: y}, {Quota: x}, {Quota: z}}
						combinations := 27
						if z == 0 {
							allies, combinations = allies[:2], 9
						}
						for hits := range 3 * combinations {
							f := Fight{A: []Fighter{{Quota: one, Hits: hits%3 + 1}}, B: slices.Clone(allies)}
							for i, h := 0, hits/3; i < len(f.B); i, h = i+1, h/3 {
								f.B[i].Hits = h%3 + 1
							}
							variants(f, func(f Fight) {
								if turn++; turn%every == 0 {
									agree(t, f, 4)
									n++
								}
							})
						}
					}
				}
			}
		})
	}
	t.Logf("%d of %d fights", n, turn)
}
