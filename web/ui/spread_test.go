package ui

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestSpreadOf(t *testing.T) {
	var times []time.Duration
	for i := range 10 {
		times = append(times, time.Duration(10-i)*time.Second)
	}
	s := SpreadOf(times)
	// 10 values: the 2nd and the 9th bound the median with 97.9 % (tables of order statistics).
	want := Spread{10, 1 * time.Second, 3 * time.Second, 5 * time.Second, 8 * time.Second, 9 * time.Second, 2 * time.Second, 9 * time.Second, 55 * time.Second}
	if s != want {
		t.Errorf("%+v", s)
	}
	if s := SpreadOf(nil); s != (Spread{}) {
		t.Errorf("%+v", s)
	}
	if s := SpreadOf([]time.Duration{7}); s.Median != 7 || s.MedianLow != 7 || s.P90 != 7 || s.N != 1 {
		t.Errorf("%+v", s)
	}
}

// The interval of the median holds the true one at least 95 times in 100.
func TestMedianIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{6, 25, 400} {
		held := 0
		const rounds = 2000
		for range rounds {
			times := make([]time.Duration, n)
			for i := range times {
				times[i] = time.Duration(rng.IntN(1_000_001)) // the median is 500,000
			}
			if s := SpreadOf(times); s.MedianLow <= 500_000 && s.MedianHigh >= 500_000 {
				held++
			}
		}
		// 95 % and three standard errors of it below.
		if held < rounds*935/1000 {
			t.Errorf("n=%d: %d of %d", n, held, rounds)
		}
	}
}
