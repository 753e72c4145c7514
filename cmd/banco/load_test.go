package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// These measure a real server process over HTTP: 50 matches at once, each
// driven by a client that posts listed actions; every answer means that the
// action is on disk. The clients run on the same machine and take their share
// of it. Saturated, each client acts as soon as it was answered, so the time an
// answer takes is how long 50 in line take; paced, together they act 850 times
// a second, and the time is what a player would wait.
func BenchmarkServedActionsSaturated(b *testing.B) { benchmarkServed(b, 0) }
func BenchmarkServedActionsPaced(b *testing.B)     { benchmarkServed(b, 850) }

func benchmarkServed(b *testing.B, pace int) {
	const matches = 50
	p := startProcess(b, b.TempDir())
	tables := make([][]seatAt, matches)
	for i := range tables {
		tables[i] = mustSeats(b, p.base, map[string]any{"rounds": 12}, human, human)
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	took := make([][]time.Duration, matches)
	var wg sync.WaitGroup
	b.ResetTimer()
	for i := range tables {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			seats := tables[i]
			var m *matchJSON
			var err error
			var tick <-chan time.Time
			if pace > 0 {
				time.Sleep(time.Duration(i) * time.Second / time.Duration(pace)) // so that they do not all act at once
				ticker := time.NewTicker(matches * time.Second / time.Duration(pace))
				defer ticker.Stop()
				tick = ticker.C
			}
			for n, turn := 0, 0; left.Add(-1) >= 0; {
				if tick != nil {
					<-tick
				}
				for m == nil || len(m.Actions) == 0 {
					if m != nil && m.Over {
						if seats, err = newMatch(p.base, map[string]any{"rounds": 12}, human, human); err != nil {
							b.Error(err)
							return
						}
					}
					turn = 1 - turn
					if m, err = seats[turn].look(); err != nil {
						b.Error(err)
						return
					}
				}
				n++
				start := time.Now()
				status, after, body, err := seats[turn].act(fmt.Sprintf("b-%d", n), m.Seq, m.Actions[rng.IntN(len(m.Actions))])
				took[i] = append(took[i], time.Since(start))
				if err != nil || status != http.StatusOK {
					b.Errorf("%d %s %v", status, body, err)
					return
				}
				m = after
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(took...)
	slices.Sort(all)
	if len(all) > 0 {
		b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "actions/s")
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
	}
}
