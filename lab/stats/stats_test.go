package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Wilson's interval agrees with published figures: 9.6 points at a half of 100,
// 0.38 % above none in 1,000.
func TestWilsonAgreesWithTables(t *testing.T) {
	near(t, "half-width at 50 of 100", Wilson(50, 100).Half(), 0.0958, 0.0005)
	near(t, "half-width at 200 of 400", Wilson(200, 400).Half(), 0.0488, 0.0005)
	near(t, "above none of 1000", Wilson(0, 1000).High, 0.00383, 0.00005)
	if w := Wilson(0, 1000); w.Low != 0 || w.Mean != 0 {
		t.Errorf("none of 1000: %+v", w)
	}
}

// Student's interval of 1…5 is 3 ± 1.963 (t = 2.776 at four degrees of freedom).
func TestMeanAgreesWithTables(t *testing.T) {
	i := Mean([]float64{1, 2, 3, 4, 5})
	near(t, "mean", i.Mean, 3, 1e-12)
	near(t, "half-width", i.Half(), 1.9632, 0.0005)
}

// Holm's example: of .01 .04 .03 .005 the smallest is taken four times, and no
// later one may fall below an earlier.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		near(t, "corrected", got[i], want, 1e-12)
	}
}

// Each kind of interval holds the truth about 95 times in 100, for matches alone
// and for pairs that lean on each other.
func TestIntervalsHoldTheTruthAsOftenAsTheySay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const runs = 2000
	for _, p := range []float64{0.05, 0.5, 0.9} {
		single, paired, diff := 0, 0, 0
		for range runs {
			xs, pairs, ds := make([]float64, 120), make([]float64, 120), make([]float64, 120)
			for i := range xs {
				luck := rng.Float64() // shared within the pair
				win := func(p float64) float64 {
					u := luck
					if rng.IntN(2) == 0 {
						u = rng.Float64()
					}
					if u < p {
						return 1
					}
					return 0
				}
				a, b := win(p), win(p)
				xs[i], pairs[i], ds[i] = a, (a+b)/2, a-b
			}
			if Rate(xs).Holds(p) {
				single++
			}
			if Rate(pairs).Holds(p) {
				paired++
			}
			if d, _ := Difference(ds, true); d.Holds(0) {
				diff++
			}
		}
		for what, n := range map[string]int{"single": single, "paired": paired, "difference": diff} {
			if share := float64(n) / runs; share < 0.93 || share > 0.99 {
				t.Errorf("p = %v, %s: the interval holds the truth in %.3f of the runs", p, what, share)
			}
		}
	}
}

// The p-value of no difference is as rare as it says.
func TestFalseAlarmsAreAsRareAsTheySay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	alarms, welch := 0, 0
	const runs = 4000
	for range runs {
		a, b, ds := make([]float64, 60), make([]float64, 60), make([]float64, 60)
		for i := range a {
			a[i], b[i] = rng.NormFloat64(), rng.NormFloat64()
			ds[i] = a[i] - b[i]
		}
		if _, p := Difference(ds, false); p < 0.05 {
			alarms++
		}
		if _, p := Unpaired(a, b); p < 0.05 {
			welch++
		}
	}
	near(t, "paired", float64(alarms)/runs, 0.05, 0.012)
	near(t, "unpaired", float64(welch)/runs, 0.05, 0.012)
}

func TestEloAndScoreUndoEachOther(t *testing.T) {
	near(t, "75 %", Elo(0.75), 190.85, 0.01)
	near(t, "back", Score(Elo(0.9)), 0.9, 1e-12)
}

// The sequential test gives a wrong answer about as rarely as it is told to,
// although it is looked at after every pair.
func TestSequentialKeepsItsErrorsUnderPeeking(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	test := Sequential{Elo: 60, Error: 0.05}
	const runs = 400
	wrong, missed := 0, 0
	for _, elo := range []float64{0, 60} {
		for range runs {
			var pairs []float64
			answer := Open
			for answer == Open && len(pairs) < 5000 {
				x := 0.0
				for range 2 {
					if rng.Float64() < Score(elo) {
						x += 0.5
					}
				}
				pairs = append(pairs, x)
				answer = test.Judge(pairs)
			}
			if elo == 0 && answer != Level0 {
				wrong++
			}
			if elo == 60 && answer != Stronger {
				missed++
			}
		}
	}
	// Either side may be wrong when they are level.
	if share := float64(wrong) / runs; share > 0.13 {
		t.Errorf("level players are told apart in %.3f of the runs", share)
	}
	if share := float64(missed) / runs; share > 0.07 {
		t.Errorf("the stronger one is missed in %.3f of the runs", share)
	}
}

// Players who score as a scale says get that scale back.
func TestRatingsRecoverAScale(t *testing.T) {
	truth := []float64{0, 100, 250}
	var meetings []Meeting
	for a := range truth {
		for b := a + 1; b < len(truth); b++ {
			meetings = append(meetings, Meeting{a, b, 1000, Score(truth[a] - truth[b])})
		}
	}
	for i, got := range Ratings(3, meetings) {
		near(t, "rating", got, truth[i], 0.01)
	}
}
