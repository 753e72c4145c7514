package odds

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/quote/expr"
	"banco/games/quote/rule"
)

func duelOf(a, b, hitsA, hitsB int) Fight {
	return Fight{A: []Fighter{{Quota: a, Hits: hitsA}}, B: []Fighter{{Quota: b, Hits: hitsB}}}
}

func analyse(t testing.TB, f Fight) *Report {
	t.Helper()
	r, err := Analyse(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestQ03_ChancesOfARound: for a quota q and no options, P(hit) = 0.11 q with
// the criticals apart, P(miss) = 0.11 (9 - q), P(tris) = 0.01, 0-0-0 0.001.
func TestQ03_ChancesOfARound(t *testing.T) {
	for q := 1; q <= 9; q++ {
		c := analyse(t, duelOf(q, 5, 1, 1)).A
		if c.Quota != q || c.Hit != float64(11*q)/100 || c.Miss != float64(11*(9-q))/100 || math.Abs(c.Tris()-0.01) > 1e-17 ||
			c.Critical != float64(q)/1000 || c.Fumble != float64(9-q)/1000 || c.Zero != 0.001 {
			t.Errorf("quota %d: %+v", q, c)
		}
	}
}

// TestFirstToFall_OneHit by hand: with one hit to fall and chances p and s of
// being hit, a falls first with p(1-s)/(1-(1-p)(1-s)).
func TestFirstToFall_OneHit(t *testing.T) {
	r := analyse(t, duelOf(3, 2, 1, 1))
	p, s := big.NewRat(222, 1000), big.NewRat(333, 1000) // b hits a, a hits b: hits and criticals
	one := big.NewRat(1, 1)
	sub := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	ends := sub(one, mul(sub(one, p), sub(one, s)))
	for _, test := range []struct {
		got, want *big.Rat
	}{
		{r.Exact.A, new(big.Rat).Quo(mul(p, sub(one, s)), ends)},
		{r.Exact.B, new(big.Rat).Quo(mul(s, sub(one, p)), ends)},
		{r.Exact.Both, new(big.Rat).Quo(mul(p, s), ends)},
	} {
		if test.got.Cmp(test.want) != 0 {
			t.Errorf("%v, want %v", test.got, test.want)
		}
	}
	mean, _ := new(big.Rat).Inv(ends).Float64()
	if math.Abs(r.Round.Mean-mean) > r.Error*mean || r.Round.Median != 1+int(math.Log(0.5)/math.Log(1-1/mean)) {
		t.Errorf("%+v; mean %v", r.Round, mean)
	}
}

// TestRace_AgreesWithFloats: the ratios and the floats are the same numbers, as
// far apart as the stated bound at most; the general chain agrees too.
func TestRace_AgreesWithFloats(t *testing.T) {
	for _, test := range []struct{ a, b, hitsA, hitsB, criticals int }{
		{3, 2, 1, 1, 1}, {5, 5, 20, 20, 1}, {1, 9, 3, 40, 2}, {9, 1, 50, 7, 5}, {4, 6, 100, 100, 1}, {2, 2, 30, 30, 3},
	} {
		f := duelOf(test.a, test.b, test.hitsA, test.hitsB)
		f.Table.Criticals = test.criticals
		r := analyse(t, f)
		s, _ := f.settle()
		m := meter(3 * Budget)
		p, err := s.phases(&s.A[0], s.B, &m)
		if err != nil {
			t.Fatal(err)
		}
		floats, err := duel(test.hitsA, test.hitsB, p[0].onOne, p[0].onAlly, &m)
		if err != nil {
			t.Fatal(err)
		}
		chain, err := manyRounds(test.hitsA, p, &m)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []outcome{floats, chain} {
			for _, x := range [][2]float64{{o.one, r.First.A}, {o.all, r.First.B}, {o.both, r.First.Both}, {o.mean, r.Round.Mean}} {
				if math.Abs(x[0]-x[1]) > 2*r.Error*x[1]+1e-18 {
					t.Errorf("%+v: %.17g and %.17g, bound %g", test, x[0], x[1], r.Error)
				}
			}
		}
		for i, x := range r.Round.Distribution {
			if math.Abs(chain.ends[i]-x) > 1e-12 {
				t.Errorf("%+v: round %d %g and %g", test, i+1, chain.ends[i], x)
			}
		}
		if r.Error > 1e-11 || r.Tail > Tail {
			t.Errorf("%+v: error %g, tail %g", test, r.Error, r.Tail)
		}
		sum := new(big.Rat).Add(r.Exact.A, r.Exact.B)
		if sum.Add(sum, r.Exact.Both).Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%+v: the ratios come to %v", test, sum)
		}
	}
}

// TestRace_IsQuick: the exact race for 20 hits a side takes less than a
// millisecond, for 100 less than 20; the best of a few, since others use the
// machine too.
func TestRace_IsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("a short run, which may watch for races, says nothing of speed")
	}
	usual := Rules{Table: rule.Usual()}
	for hits, bound := range map[int]time.Duration{20: time.Millisecond, 100: 20 * time.Millisecond} {
		best := time.Hour
		for n := 0; n < 200 && best > bound; n++ {
			start := time.Now()
			NewRace(hits, hits, usual.hits(3), usual.hits(2))
			best = min(best, time.Since(start))
		}
		if best > bound {
			t.Errorf("%d hits take %v", hits, best)
		}
	}
}

func TestRace_Refuses(t *testing.T) {
	half := Thousand{500, 500}
	if NewRace(0, 1, half, half) != nil || NewRace(101, 100, half, half) != nil || NewRace(1, 1, Thousand{1000}, Thousand{1000}) != nil || NewRace(1, 1, Thousand{}, half) != nil {
		t.Error("a race that cannot be worked out was")
	}
	if r := NewRace(1, 1, Thousand{1000}, half); r.A.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("who cannot hit does not fall first: %v", r)
	}
}

func TestQ05_AlliesInTheReport(t *testing.T) {
	r := analyse(t, Fight{A: []Fighter{{Quota: 3}, {Quota: 5}, {Quota: 2}}, B: []Fighter{{Quota: 6, Hits: 5}}})
	var quotas []int
	for _, c := range r.Each[0] {
		quotas = append(quotas, c.Quota)
	}
	if fmt.Sprint(quotas) != "[5 5 4]" || r.A.Quota != 5 || r.B.Quota != 6 || len(r.Each[1]) != 1 || len(r.Survivors[0]) != 4 || len(r.Survivors[1]) != 2 || r.Exact != nil {
		t.Errorf("%v, %+v", quotas, r)
	}
}

func TestQ10_Q11_StancesInTheReport(t *testing.T) {
	f := duelOf(3, 4, 2, 2)
	f.A[0].Stance, f.B[0].Stance = rule.Aim, rule.Defend
	r := analyse(t, f)
	if r.A.Quota != 1 || r.B != (Chance{}) || r.First.B != 1 || r.First.A != 0 {
		t.Errorf("%+v", r.Answer)
	}
}

// TestQ09_Q12_Damage by hand: quota 2, margin, 1d2 and a place that adds one.
func TestQ09_Q12_Damage(t *testing.T) {
	damage, _ := expr.Parse("1d2")
	x := Fighter{Quota: 2, Damage: damage}
	if got := Damage(x, Rules{}, 2); fmt.Sprint(got) != "[0 0.5 0.5]" {
		t.Errorf("1d2: %v", got)
	}
	near := func(got, want []float64) bool {
		if len(got) != len(want) {
			return false
		}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-15 {
				return false
			}
		}
		return true
	}
	if got := Damage(x, Rules{Margin: true}, 2); !near(got, []float64{0, 0.25, 0.5, 0.25}) {
		t.Errorf("with the margin: %v", got)
	}
	head := []rule.Location{{Name: "head", Faces: 1, Plus: 1}, {Name: "chest", Faces: 3}}
	if got := Damage(x, Rules{Locations: head}, 2); !near(got, []float64{0, 0.375, 0.5, 0.125}) {
		t.Errorf("with places: %v", got)
	}
	x.Stance, x.At = rule.Aim, 1
	if got := Damage(x, Rules{Locations: head}, 2); !near(got, []float64{0, 0, 0.5, 0.5}) {
		t.Errorf("aimed at the head: %v", got)
	}
	// A critical hit that counts for two: 2 of 222 hits.
	want := []float64{0, 110.0 / 222, 110.0/222 + 0.25*2/222, 0.5 * 2 / 222, 0.25 * 2 / 222}
	if got := Damage(Fighter{Quota: 2, Damage: damage}, Rules{Table: rule.Table{Criticals: 2}}, 2); !near(got, want) {
		t.Errorf("criticals: %v, want %v", got, want)
	}
}

// TestQ12_LifeByHand: a constant damage makes life the same as hits.
func TestQ12_LifeByHand(t *testing.T) {
	three, _ := expr.Parse("3")
	hits := analyse(t, duelOf(4, 3, 2, 3))
	life := analyse(t, Fight{A: []Fighter{{Quota: 4, Life: 5, Damage: three}}, B: []Fighter{{Quota: 3, Life: 9, Damage: three}}})
	if math.Abs(hits.First.A-life.First.A) > 1e-14 || math.Abs(hits.Round.Mean-life.Round.Mean) > 1e-12 || life.Exact != nil {
		t.Errorf("%+v and %+v", hits.First, life.First)
	}
	// And a mixture: hits on one side, life on the other, several allies.
	f := Fight{A: []Fighter{{Quota: 6, Hits: 3, Damage: three}}, B: []Fighter{{Quota: 3, Life: 6, Damage: three}, {Quota: 2, Life: 3}}}
	g := Fight{A: []Fighter{{Quota: 6, Hits: 3}}, B: []Fighter{{Quota: 3, Hits: 2}, {Quota: 2, Hits: 1}}}
	if x, y := analyse(t, f), analyse(t, g); math.Abs(x.First.A-y.First.A) > 1e-14 || math.Abs(x.Round.Mean-y.Round.Mean) > 1e-12 {
		t.Errorf("%+v and %+v", x.First, y.First)
	}
}

func TestEvenQuota(t *testing.T) {
	e, err := EvenFor(duelOf(7, 4, 2, 2), 0)
	if err != nil || e.Quota != 4 || math.Abs(e.First[3].A-e.First[3].B) > 1e-14 || e.First[8].A >= e.First[8].B {
		t.Errorf("%+v, %v", e, err)
	}
	f := Fight{A: []Fighter{{Quota: 2}, {Quota: 2}, {Quota: 2}}, B: []Fighter{{Quota: 5, Hits: 3}}}
	if e, err := EvenFor(f, 0); e != nil || err != nil {
		t.Errorf("allies: %v, %v", e, err)
	}
	e, err = EvenFor(f, 1)
	if err != nil || e.Quota < 5 {
		t.Errorf("one against three: %+v, %v", e, err)
	}
}

// TestOtherChance: a chance by other rules takes the place of the roll.
func TestOtherChance(t *testing.T) {
	f := duelOf(3, 2, 1, 1)
	f.A[0].Other, f.A[0].Permill = true, 333
	f.B[0].Other, f.B[0].Permill = true, 222
	r, same := analyse(t, f), analyse(t, duelOf(3, 2, 1, 1))
	if r.First != same.First || r.A.Hit != 0.333 || r.A.Tris() != 0 {
		t.Errorf("%+v, %+v", r.Answer, same.First)
	}
}

// TestJSONIsAPromise: these keys, in this order, and no others.
func TestJSONIsAPromise(t *testing.T) {
	r := analyse(t, duelOf(3, 2, 1, 1))
	raw, err := json.Marshal(r.Answer)
	if err != nil {
		t.Fatal(err)
	}
	shape := `{"a":{"quota":3,"hit":0.33,"critical":0.003,"miss":0.66,"fumble":0.006,"zero":0.001},` +
		`"b":{"quota":2,"hit":0.22,"critical":0.002,"miss":0.77,"fumble":0.007,"zero":0.001},"first_to_fall":{"a":0.`
	if !strings.HasPrefix(string(raw), shape) {
		t.Errorf("%s", raw)
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(raw, &keys) != nil || len(keys) != 4 {
		t.Errorf("%s", raw)
	}
	for key, want := range map[string]string{"first_to_fall": "a b both", "rounds": "mean median p90 distribution"} {
		var inner map[string]json.RawMessage
		if json.Unmarshal(keys[key], &inner) != nil || len(inner) != len(strings.Fields(want)) {
			t.Errorf("%s: %s", key, keys[key])
		}
		for _, k := range strings.Fields(want) {
			if inner[k] == nil {
				t.Errorf("%s has no %s", key, k)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	zero, _ := expr.Parse("0")
	for what, test := range map[string]struct {
		change            func(*Fight)
		code, rule, field string
	}{
		"quota 0":          {func(f *Fight) { f.A[0].Quota = 0 }, "quota", "Q02", "a.quota"},
		"quota 10":         {func(f *Fight) { f.B[0].Quota = 10 }, "quota", "Q02", "b.quota"},
		"an ally":          {func(f *Fight) { f.B = append(f.B, Fighter{}) }, "quota", "Q02", "b[1].quota"},
		"nobody":           {func(f *Fight) { f.A = nil }, "no_contenders", "Q01", "sides"},
		"two on each side": {func(f *Fight) { f.A, f.B = append(f.A, f.A...), append(f.B, f.B...) }, "one_against", "Q01", "sides"},
		"too many":         {func(f *Fight) { f.A = make([]Fighter, 13) }, "too_many_allies", "Q05", "sides"},
		"negative hits":    {func(f *Fight) { f.A[0].Hits = -1 }, "hits", "Q12", "a.hits"},
		"negative life":    {func(f *Fight) { f.A[0].Life = -1 }, "life", "Q12", "a.life"},
		"too much life":    {func(f *Fight) { f.A[0].Life = 1000 }, "life", "Q12", "a.life"},
		"bonus":            {func(f *Fight) { f.A[0].Bonus = 201 }, "bonus", "Q08", "a.bonus"},
		"stance":           {func(f *Fight) { f.A[0].Stance = 7 }, "stance", "Q10", "a.stance"},
		"other":            {func(f *Fight) { f.A[0].Permill = 1001 }, "other", "Q03", "a.other"},
		"a place":          {func(f *Fight) { f.A[0].At = 1 }, "location", "Q11", "a.at"},
		"criticals":        {func(f *Fight) { f.Table.Criticals = 6 }, "critical_hits", "Q04", "critical_hits"},
		"effects":          {func(f *Fight) { f.Table.Effects[3] = 99 }, "tris", "Q04", "tris"},
		"locations":        {func(f *Fight) { f.Locations = []rule.Location{{Faces: 0}} }, "locations", "Q12", "locations"},
		"faces":            {func(f *Fight) { f.Locations = []rule.Location{{Faces: 60}, {Faces: 60}} }, "locations", "Q12", "locations"},
		"both defend":      {func(f *Fight) { f.A[0].Stance, f.B[0].Stance = rule.Defend, rule.Defend }, "never_falls", "Q03", "sides"},
		"no damage": {func(f *Fight) {
			f.A[0].Life, f.A[0].Damage, f.B[0].Life, f.B[0].Damage = 3, zero, 3, zero
		}, "never_falls", "Q03", "sides"},
		"endless": {func(f *Fight) {
			f.A[0] = Fighter{Quota: 1, Hits: 999, Other: true, Permill: 1}
			f.B[0] = Fighter{Quota: 1, Hits: 999, Other: true, Permill: 1}
		}, "too_much", "Q12", "sides"},
	} {
		f := duelOf(3, 2, 1, 1)
		test.change(&f)
		_, err := Analyse(f)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != test.code || e.Rule != test.rule || e.Field != test.field {
			t.Errorf("%s: %v", what, err)
		}
	}
	if e, err := EvenFor(Fight{}, 0); e != nil || err != nil {
		t.Errorf("nobody: %v, %v", e, err)
	}
}

// TestTheWorstIsRefusedOrQuick: whatever is within bounds comes to an end.
func TestTheWorstIsRefusedOrQuick(t *testing.T) {
	big, _ := expr.Parse("20d100")
	var twelve []Fighter
	for range 12 {
		twelve = append(twelve, Fighter{Quota: 1, Life: 999, Damage: big})
	}
	for _, f := range []Fight{
		{A: []Fighter{{Quota: 1, Life: 999, Damage: big}}, B: twelve},
		{A: []Fighter{{Quota: 1, Hits: 999}}, B: twelve},
		{A: []Fighter{{Quota: 1, Hits: 999}}, B: []Fighter{{Quota: 1, Hits: 999}}},
	} {
		start := time.Now()
		_, err := Analyse(f)
		for side := range 2 {
			EvenFor(f, side)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%v", took)
		} else {
			t.Logf("%v, %v", took, err)
		}
	}
}

func BenchmarkRace(b *testing.B) {
	usual := rule.Usual()
	for _, hits := range []int{20, 100} {
		f := duelOf(3, 2, hits, hits)
		f.Table = usual
		s, _ := f.settle()
		m := meter(math.MaxInt)
		p, _ := s.phases(&s.A[0], s.B, &m)
		b.Run(fmt.Sprintf("exact/%d", hits), func(b *testing.B) {
			for b.Loop() {
				NewRace(hits, hits, f.hits(3), f.hits(2))
			}
		})
		b.Run(fmt.Sprintf("floats/%d", hits), func(b *testing.B) {
			for b.Loop() {
				duel(hits, hits, p[0].onOne, p[0].onAlly, &m)
			}
		})
		b.Run(fmt.Sprintf("whole_report/%d", hits), func(b *testing.B) {
			for b.Loop() {
				Analyse(f)
			}
		})
		b.Run(fmt.Sprintf("plain_enumeration/%d", hits), func(b *testing.B) {
			for b.Loop() {
				x := newBrute(f)
				x.fate(x.start())
			}
		})
		b.Run(fmt.Sprintf("plain_ratios/%d", hits), func(b *testing.B) {
			for b.Loop() {
				plainRatios(hits, f.hits(3), f.hits(2))
			}
		})
	}
}

// plainRatios is the race as one would write it down: a table of ratios, each
// the sum of what comes after it.
func plainRatios(hits int, a, b Thousand) *big.Rat {
	p, s := big.NewRat(int64(a[1]), 1000), big.NewRat(int64(b[1]), 1000)
	one := big.NewRat(1, 1)
	not := func(x *big.Rat) *big.Rat { return new(big.Rat).Sub(one, x) }
	mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	leaves := not(mul(not(p), not(s)))
	both, onlyA, onlyB := mul(p, s), mul(not(p), s), mul(p, not(s)) // who is hit
	table := make([][]*big.Rat, hits+1)                             // chance that a falls first
	for i := range table {
		table[i] = make([]*big.Rat, hits+1)
		for j := range table[i] {
			switch {
			case i == 0 && j > 0:
				table[i][j] = one
			case i == 0 || j == 0:
				table[i][j] = new(big.Rat)
			default:
				sum := mul(both, table[i-1][j-1])
				sum.Add(sum, mul(onlyA, table[i-1][j]))
				sum.Add(sum, mul(onlyB, table[i][j-1]))
				table[i][j] = sum.Quo(sum, leaves)
			}
		}
	}
	return table[hits][hits]
}

func TestRace_AgreesWithPlainRatios(t *testing.T) {
	usual := Rules{Table: rule.Usual()}
	for _, hits := range []int{1, 2, 7, 20} {
		if got, want := NewRace(hits, hits, usual.hits(3), usual.hits(2)), plainRatios(hits, usual.hits(3), usual.hits(2)); got.A.Cmp(want) != 0 {
			t.Errorf("%d: %v, want %v", hits, got.A, want)
		}
	}
}

func BenchmarkAllies(b *testing.B) {
	for _, allies := range []int{2, 3, 6} {
		f := Fight{A: []Fighter{{Quota: 7, Hits: 10}}}
		for i := range allies {
			f.B = append(f.B, Fighter{Quota: 2 + i%3, Hits: 5})
		}
		b.Run(fmt.Sprintf("chain/%d", allies), func(b *testing.B) {
			for b.Loop() {
				Analyse(f)
			}
		})
		if allies <= 3 {
			b.Run(fmt.Sprintf("plain_enumeration/%d", allies), func(b *testing.B) {
				for b.Loop() {
					x := newBrute(f)
					x.fate(x.start())
				}
			})
		}
	}
}

func BenchmarkLife(b *testing.B) {
	damage, _ := expr.Parse("1d8+2")
	one := Fighter{Quota: 5, Life: 40, Damage: damage}
	duel := Fight{A: []Fighter{one}, B: []Fighter{one}}
	three := Fight{A: []Fighter{one}, B: []Fighter{{Quota: 3, Life: 20}, {Quota: 2, Life: 20}, {Quota: 2, Life: 20}}}
	b.Run("duel", func(b *testing.B) {
		for b.Loop() {
			Analyse(duel)
		}
	})
	b.Run("against_three", func(b *testing.B) {
		for b.Loop() {
			Analyse(three)
		}
	})
}
