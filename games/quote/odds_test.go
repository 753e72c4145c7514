package quote

import (
	"fmt"
	"math"
	"testing"

	"banco/dice"
	"banco/games/quote/odds"
	"banco/games/quote/rule"
)

// z999 is how many standard deviations a 99.9 % interval reaches to each side.
const z999 = 3.2905

// TestOdds_AgainstTheResolver: what the analyser says lies within the 99.9 %
// interval of what the resolver rolls, over 10⁶ rounds of each fight (fewer
// without BANCO_LONG). The dice are fixed, so a test that passes passes again;
// each interval misses by chance once in a thousand, and there are a few dozen.
func TestOdds_AgainstTheResolver(t *testing.T) {
	for i, test := range []struct {
		name, options string
		lines         []string
		fight         string
		more          []string
	}{
		{"3:2", plain, []string{"a red 3", "b blue 2"}, `"one":1,"allies":[2]`, nil},
		{"4:6, criticals count for 3", `{"critical_hits":3,"locations":[],"damage":"0"}`,
			[]string{`a red 4 "hits":4`, `b blue 6 "hits":5`}, `"one":1,"allies":[2]`, nil},
		{"6 against 5, 3, 2, aimed", plain, []string{`a red 6 "hits":6`, `b blue 5 "hits":2`, `c blue 3 "hits":2`, "d blue 2"}, `"one":1,"allies":[2,3,4]`,
			[]string{`{"type":"stance","who":1,"stance":"aim"}`}},
		{"8 against 4, 4 normalised, one in defence, pointed at", `{"normalise":"yes","locations":[],"damage":"0"}`,
			[]string{`a red 8 "hits":5`, `b blue 4 "hits":2`, `c blue 4 "hits":3`}, `"one":1,"allies":[2,3]`,
			[]string{`{"type":"stance","who":3,"stance":"defend"}`, `{"type":"target","fight":1,"ally":3}`}},
		{"by life, with margin and places", `{"margin":"yes","critical_hits":2,"locations":[{"name":"head","faces":1,"plus":4},{"name":"body","faces":5,"plus":-1}]}`,
			[]string{`a red 5 "life":25,"damage":"1d8+2"`, `b blue 4 "life":12,"damage":"4d6kh3-6"`, `c blue 3 "hits":2,"damage":"1d4"`}, `"one":1,"allies":[2,3]`,
			[]string{`{"type":"stance","who":2,"stance":"aim","at":1}`}},
		{"its own table, wounded already", `{"tris":[{"effect":"critical"},{"effect":"miss"},{"effect":"fumble"},{},{},{"effect":"hit"},{},{},{},{"effect":"critical"}],"locations":[],"damage":"0"}`,
			[]string{`a red 2 "hits":3,"bonus":15`, `b blue 3 "hits":3`}, `"one":1,"allies":[2]`, []string{`{"type":"change","who":1,"taken":1}`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := set(t, test.options, test.lines...)
			x.do(`{"type":"fight",` + test.fight + `}`)
			for _, raw := range test.more {
				x.do(raw)
			}
			simulate(t, x, dice.NewFast(uint64(i), 1_000_003), many(40_000, 1_000_000))
		})
	}
}

// simulate plays a fight again and again for so many rounds and compares.
func simulate(t *testing.T, x *table, src dice.Source, rounds int) {
	fight, _ := viewOf(x).Fight(1)
	report, err := odds.Analyse(fight)
	if err != nil {
		t.Fatal(err)
	}
	within := func(what string, count, n int, p float64) {
		t.Helper()
		if off := math.Abs(float64(count) - float64(n)*p); off > z999*math.Sqrt(float64(n)*p*(1-p))+1e-9 {
			t.Errorf("%s: %d of %d, and the analyser says %.6f", what, count, n, p)
		}
	}
	one, allies := x.Fights[0].One, x.Fights[0].Allies
	rolls := map[int32]*rule.Chances{}
	rolled := map[int32]int{}
	first := map[string]int{}
	left := make([]int, len(allies)+1)
	ends := map[int]int{}
	games, sum, squares := 0, 0.0, 0.0
	next := Do(ActRound)
	var s *State
	for played := 0; played < rounds; {
		s = x.Copy(nil).(*State)
		for n := 1; ; n++ {
			if err := s.Apply(Master, next, src, nil); err != nil {
				t.Fatal(err)
			}
			played++
			if n == 1 {
				for _, d := range s.Last {
					if d.Kind == DeedBlow {
						if rolls[d.Who] == nil {
							rolls[d.Who] = &rule.Chances{}
						}
						rolls[d.Who][d.Blow.Roll.Kind]++
						rolled[d.Who]++
					}
				}
			}
			if len(s.Fights) > 0 {
				continue
			}
			standing := 0
			for _, id := range allies {
				if !s.Contender(id).Fallen {
					standing++
				}
			}
			left[standing]++
			switch down := s.Contender(one).Fallen; {
			case down && standing == 0:
				first["both"]++
			case down:
				first["a"]++
			default:
				first["b"]++
			}
			games++
			ends[n]++
			sum += float64(n)
			squares += float64(n) * float64(n)
			break
		}
	}
	for i, id := range append([]int32{one}, allies...) {
		c := report.Each[0][0]
		if i > 0 {
			c = report.Each[1][i-1]
		}
		if c.Quota == 0 {
			continue
		}
		n := rolled[id]
		for kind, p := range [rule.NumKinds]float64{c.Miss, c.Hit, c.Critical, c.Fumble, c.Zero} {
			within(fmt.Sprintf("%d, %v", id, rule.Kind(kind)), rolls[id][kind], n, p)
		}
	}
	within("a first", first["a"], games, report.First.A)
	within("b first", first["b"], games, report.First.B)
	within("both", first["both"], games, report.First.Both)
	for i, n := range left {
		within(fmt.Sprintf("%d allies left", i), n, games, report.Survivors[1][i])
	}
	for i, p := range report.Round.Distribution[:min(8, len(report.Round.Distribution))] {
		within(fmt.Sprintf("%d rounds", i+1), ends[i+1], games, p)
	}
	mean := sum / float64(games)
	deviation := math.Sqrt((squares/float64(games) - mean*mean) / float64(games))
	if math.Abs(mean-report.Round.Mean) > z999*deviation {
		t.Errorf("mean %.5f ± %.5f, and the analyser says %.5f", mean, z999*deviation, report.Round.Mean)
	}
	t.Logf("%d fights, %.3f rounds each, a %.4f, b %.4f, both %.4f", games, report.Round.Mean, report.First.A, report.First.B, report.First.Both)
}
