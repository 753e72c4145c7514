package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Difference is the interval of a mean difference, and the two-sided p-value of
// there being none, from one difference a unit. Units that were played twice
// under the same dice are subtracted from each other first, so that what both
// share drops out.
//
// With rate the differences are between rates (-1 to 1), and one made-up unit at
// either end keeps the interval honest where few units differ at all (Bonett and
// Price 2012).
func Difference(ds []float64, rate bool) (Interval, float64) {
	raw, _ := moments(ds)
	if rate {
		ds = append([]float64{-1, 1}, ds...)
	}
	i := Mean(ds)
	mean, variance := moments(ds)
	n := len(ds)
	if rate {
		i.N -= 2
		i.Low, i.High = max(-1, i.Low), min(1, i.High)
	}
	i.Mean = raw
	if i.N <= 0 {
		return i, 1
	}
	i.Low, i.High = min(i.Low, raw), max(i.High, raw)
	if n < 2 {
		return i, 1
	}
	if variance == 0 {
		if mean == 0 {
			return i, 1
		}
		return i, 0
	}
	t := math.Abs(mean) / math.Sqrt(variance/float64(n))
	return i, 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Survival(t)
}

// Unpaired is Welch's comparison of two independent samples, a minus b.
func Unpaired(a, b []float64) (Interval, float64) {
	ma, va := moments(a)
	mb, vb := moments(b)
	na, nb := float64(len(a)), float64(len(b))
	i := Interval{ma - mb, math.Inf(-1), math.Inf(1), min(len(a), len(b))}
	if i.N < 2 {
		return i, 1
	}
	sa, sb := va/na, vb/nb
	if sa+sb == 0 {
		i.Low, i.High = i.Mean, i.Mean
		if i.Mean == 0 {
			return i, 1
		}
		return i, 0
	}
	freedom := (sa + sb) * (sa + sb) / (sa*sa/(na-1) + sb*sb/(nb-1))
	law := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}
	half := law.Quantile(1-(1-Level)/2) * math.Sqrt(sa+sb)
	i.Low, i.High = i.Mean-half, i.Mean+half
	return i, 2 * law.Survival(math.Abs(i.Mean)/math.Sqrt(sa+sb))
}

// Holm corrects p-values for having asked as many questions as there are (Holm
// 1979): with the results taken as they stand, the chance of one false alarm or
// more among all of them stays below what a single test would have.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case ps[a] < ps[b]:
			return -1
		case ps[a] > ps[b]:
			return 1
		}
		return 0
	})
	out := make([]float64, len(ps))
	worst := 0.0
	for rank, i := range order {
		worst = max(worst, min(1, ps[i]*float64(len(ps)-rank)))
		out[i] = worst
	}
	return out
}
