package odds

import (
	"math"
	"slices"
	"testing"
	"time"

	"banco/dice"
	"banco/games/quote/expr"
	"banco/games/quote/rule"
)

// plainBlow is what a blow against a quota takes off somebody who falls by life,
// by going through every d10, every face of the place's die and every damage
// die: by points, without a bound.
func plainBlow(x Fighter, r Rules, quota int) map[int]float64 {
	chances := map[int]float64{}
	lo, hi := x.Damage.Bounds()
	sides := (hi-lo)/x.Damage.NumDice() + 1 // the expressions below are some equal dice and a number
	places := r.Locations
	if x.Stance == rule.Aim && x.At > 0 {
		places = places[x.At-1 : x.At]
	}
	if len(places) == 0 {
		places = []rule.Location{{Faces: 1}}
	}
	for n := range 1000 {
		roll := r.Table.Throw(dice.NewScripted(n/100, n/10%10, n%10), quota)
		if roll.Hits == 0 {
			chances[0] += 0.001
			continue
		}
		var hit func(left, sum int, p float64, plus int)
		hit = func(left, sum int, p float64, plus int) {
			if left == 0 {
				chances[sum] += p
				return
			}
			all := 1
			for range x.Damage.NumDice() {
				all *= sides
			}
			for k := range all {
				var values []int
				for range x.Damage.NumDice() {
					values = append(values, k%sides)
					k /= sides
				}
				total, _ := x.Damage.Roll(dice.NewScripted(values...), nil)
				hit(left-1, sum+max(total+plus, 0), p/float64(all), plus)
			}
		}
		for _, place := range places {
			plus := place.Plus
			if r.Margin {
				plus += max(quota-roll.Digit(), 0)
			}
			hit(roll.Hits, 0, 0.001*float64(place.Faces)/float64(rule.Faces(places)), plus)
		}
	}
	return chances
}

// plainDuel follows a duel by life from round to round, state by state.
func plainDuel(a, b Fighter, onA, onB map[int]float64) (first First, mean float64) {
	now := map[[2]int]float64{{a.Life, b.Life}: 1}
	for len(now) > 0 {
		next := map[[2]int]float64{}
		for s, p := range now {
			mean += p
			for da, pa := range onA {
				for db, pb := range onB {
					w := p * pa * pb
					switch downA, downB := da >= s[0], db >= s[1]; {
					case downA && downB:
						first.Both += w
					case downA:
						first.A += w
					case downB:
						first.B += w
					case w > 1e-17:
						next[[2]int{s[0] - da, s[1] - db}] += w
					}
				}
			}
		}
		now = next
	}
	return first, mean
}

// TestQ12_EnumerationByLife: places, the margin, criticals that count for
// several, tables that let 0-0-0 hit and dice that do less than nothing, for
// every quota, against going through every die.
func TestQ12_EnumerationByLife(t *testing.T) {
	read := func(text string) *expr.Expr {
		e, err := expr.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	body := []rule.Location{{Name: "head", Faces: 1, Plus: 2}, {Name: "chest", Faces: 3}, {Name: "tail", Faces: 2, Plus: -3}}
	zeroHits := [10]rule.Effect{rule.AsHit, 0, rule.AsMiss, 0, 0, 0, 0, 0, rule.AsCritical, rule.AsFumble}
	for _, rules := range []Rules{
		{Table: rule.Usual()},
		{Table: rule.Usual(), Margin: true},
		{Table: rule.Table{Criticals: 2}, Margin: true, Locations: body},
		{Table: rule.Table{Criticals: 2, Effects: zeroHits}, Margin: true, Locations: body},
		{Table: rule.Table{Criticals: 3, Effects: zeroHits}, Margin: true},
	} {
		for q := 1; q <= 9; q++ {
			a := Fighter{Quota: q, Life: 9, Damage: read("1d4")}
			b := Fighter{Quota: 10 - q, Life: 7, Damage: read("2d2-3")}
			if len(rules.Locations) > 0 && q%3 > 0 {
				b.Stance, b.At = rule.Aim, q%3
			}
			qb := 10 - q
			if b.Stance == rule.Aim {
				qb = max(qb-2, 1)
			}
			onA, onB := plainBlow(b, rules, qb), plainBlow(a, rules, q)
			r := analyse(t, Fight{A: []Fighter{a}, B: []Fighter{b}, Rules: rules})
			first, mean := plainDuel(a, b, onA, onB)
			for _, x := range [][2]float64{{r.First.A, first.A}, {r.First.B, first.B}, {r.First.Both, first.Both}, {r.Round.Mean, mean}} {
				if math.Abs(x[0]-x[1]) > 1e-12*max(1, x[1]) {
					t.Errorf("%d, %+v: %.16g, by enumeration %.16g", q, rules, x[0], x[1])
				}
			}
			// The damage of one blow, as the pages show it.
			hits := 1.0
			for n := range 1000 {
				if rules.Table.Throw(dice.NewScripted(n/100, n/10%10, n%10), q).Hits == 0 {
					hits -= 0.001
				}
			}
			none := 1 - hits
			for points, p := range Damage(a, rules, q) {
				want := onB[points]
				if points == 0 {
					want -= none
				}
				if math.Abs(p*hits-want) > 1e-12 {
					t.Errorf("%d, %+v: %d points with %g, by enumeration %g", q, rules, points, p*hits, want)
				}
			}
		}
	}
}

// TestQ09_MarginOf000: where the Master's table lets 0-0-0 hit, the margin is
// the whole quota, 9 at most.
func TestQ09_MarginOf000(t *testing.T) {
	nothing, _ := expr.Parse("0")
	table := rule.Table{Criticals: 1, Effects: [10]rule.Effect{rule.AsHit}}
	damage := Damage(Fighter{Quota: 9, Damage: nothing}, Rules{Table: table, Margin: true}, 9)
	if len(damage) != 10 || math.Abs(damage[9]-1.0/1000) > 1e-15 {
		t.Errorf("%v", damage)
	}
}

// TestWhatIsTooMuchIsRefusedAtOnce: expressions that hardly ever hurt anybody,
// and the most that bounds allow of everything at once.
func TestWhatIsTooMuchIsRefusedAtOnce(t *testing.T) {
	rare, _ := expr.Parse("20d100-1999")
	big, _ := expr.Parse("20d100")
	var body []rule.Location
	for i := range rule.MaxLocations {
		body = append(body, rule.Location{Faces: 5, Plus: i})
	}
	everything := Rules{Table: rule.Table{Criticals: rule.MaxCriticals}, Margin: true, Locations: body}
	fights := []Fight{
		{A: []Fighter{{Quota: 1, Life: 1, Damage: rare}}, B: []Fighter{{Quota: 1, Life: 1, Damage: rare}}},
		{A: []Fighter{{Quota: 1, Life: 1, Damage: rare}}, B: []Fighter{{Quota: 1, Life: 1, Damage: rare}, {Quota: 1, Life: 1, Damage: rare}}},
		{A: []Fighter{{Quota: 9, Life: 999, Damage: big}}, Rules: everything},
		{A: []Fighter{{Quota: 9, Hits: 999}}, Rules: everything},
	}
	for range rule.MaxAllies {
		fights[2].B = append(fights[2].B, Fighter{Quota: 9, Life: 999, Damage: big})
		fights[3].B = append(fights[3].B, Fighter{Quota: 1, Hits: 999})
	}
	start := time.Now()
	for i, f := range fights {
		if _, err := Analyse(f); err == nil {
			t.Errorf("fight %d was worked out", i)
		}
		EvenFor(f, 0)
		EvenFor(f, 1)
	}
	Damage(Fighter{Quota: 9, Damage: big}, everything, 9)
	took := time.Since(start)
	t.Logf("all in %v", took)
	if took > 20*time.Second {
		t.Errorf("all of it took %v", took)
	}
}

// TestRounds_NineTenths: three tenths three times are nine tenths, whatever
// floats come to.
func TestRounds_NineTenths(t *testing.T) {
	o := outcome{ends: []float64{0.3, 0.3, 0.3, 0.1}}
	if r := rounds(&o, 1e-13); r.P90 != 3 || r.Median != 2 || !slices.Equal(r.Distribution, o.ends) {
		t.Errorf("%+v", r)
	}
}
