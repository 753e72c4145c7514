package ui

import (
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Spread is how a number of durations lie. Percentiles are nearest ranks: each
// is one of the durations.
type Spread struct {
	N                        int
	P10, Q1, Median, Q3, P90 time.Duration
	MedianLow, MedianHigh    time.Duration // a 95 % interval of the median; equal to the extremes of fewer than six
	Total                    time.Duration
}

// SpreadOf sorts the durations in place and measures them.
func SpreadOf(times []time.Duration) (s Spread) {
	s.N = len(times)
	if s.N == 0 {
		return s
	}
	slices.Sort(times)
	x := make([]float64, len(times))
	for i, t := range times {
		x[i] = float64(t)
		s.Total += t
	}
	at := func(p float64) time.Duration { return time.Duration(stat.Quantile(p, stat.Empirical, x, nil)) }
	s.P10, s.Q1, s.Median, s.Q3, s.P90 = at(.1), at(.25), at(.5), at(.75), at(.9)
	low := medianRank(s.N)
	s.MedianLow, s.MedianHigh = times[low], times[s.N-1-low]
	return s
}

// medianRank is the rank, from 0, of the order statistic that bounds the median
// from below with 95 % together with its mirror image: how many of n fall below
// the median follows a binomial law, whatever the law of the durations.
func medianRank(n int) int {
	const tail = .025
	b := distuv.Binomial{N: float64(n), P: .5}
	// Near the normal approximation; the law itself decides.
	k := max(0, int(float64(n)/2-.98*math.Sqrt(float64(n)))-2)
	for k > 0 && b.CDF(float64(k)) > tail {
		k--
	}
	for b.CDF(float64(k+1)) <= tail {
		k++
	}
	return k
}
