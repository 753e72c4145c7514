package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is how often an interval of this package holds the truth.
const Level = 0.95

// z is the normal quantile that leaves 2.5 % on each side.
const z = 1.959963984540054

// Interval is an estimate with how far off it may be.
type Interval struct {
	Mean      float64 // the estimate itself; NaN without data
	Low, High float64 // the 95 % interval; infinite where the data say nothing
	N         int     // units of evidence
}

// Half is the half-width of the interval.
func (i Interval) Half() float64 { return (i.High - i.Low) / 2 }

// Holds tells whether the interval covers x.
func (i Interval) Holds(x float64) bool { return i.Low <= x && x <= i.High }

// Wilson is the score interval of Wilson (1927) for a rate: successes out of n
// units. Unlike the textbook one it stays inside 0 to 1 and is honest when
// nothing or everything succeeded.
func Wilson(successes float64, n int) Interval {
	if n == 0 {
		return Interval{math.NaN(), 0, 1, 0}
	}
	size := float64(n)
	p := successes / size
	scale := 1 + z*z/size
	centre := (p + z*z/(2*size)) / scale
	half := z * math.Sqrt(p*(1-p)/size+z*z/(4*size*size)) / scale
	return Interval{p, max(0, min(p, centre-half)), min(1, max(p, centre+half)), n}
}

// Rate is the interval of a rate from one value a unit, each from 0 to 1. Where
// all are 0 or 1 it is Wilson's. Otherwise (pairs, draws that count half) it is
// Student's on the values and four made-up units, two at either end, which is
// the same shrinking that Wilson's centre does (Agresti and Coull 1998).
func Rate(xs []float64) Interval {
	sum, whole := 0.0, true
	for _, x := range xs {
		sum += x
		whole = whole && (x == 0 || x == 1)
	}
	if whole {
		return Wilson(sum, len(xs))
	}
	padded := append([]float64{0, 0, 1, 1}, xs...)
	i := Mean(padded)
	mean := sum / float64(len(xs))
	return Interval{mean, max(0, min(mean, i.Low)), min(1, max(mean, i.High)), len(xs)}
}

// Mean is Student's interval for a mean.
func Mean(xs []float64) Interval {
	mean, variance := moments(xs)
	switch len(xs) {
	case 0:
		return Interval{math.NaN(), math.Inf(-1), math.Inf(1), 0}
	case 1:
		return Interval{mean, math.Inf(-1), math.Inf(1), 1}
	}
	half := student(len(xs)-1) * math.Sqrt(variance/float64(len(xs)))
	return Interval{mean, mean - half, mean + half, len(xs)}
}

// moments are the mean and the unbiased variance.
func moments(xs []float64) (mean, variance float64) {
	if len(xs) == 0 {
		return math.NaN(), math.NaN()
	}
	for _, x := range xs {
		mean += x
	}
	mean /= float64(len(xs))
	for _, x := range xs {
		variance += (x - mean) * (x - mean)
	}
	if len(xs) > 1 {
		variance /= float64(len(xs) - 1)
	}
	return mean, variance
}

// student is the quantile of Student's t that leaves 2.5 % on each side.
func student(freedom int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(1 - (1-Level)/2)
}
