//go:build unix

package lab

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"banco/dice"
)

// processorTime is how long this process has kept processors busy. On a machine
// that others use too it says more than a clock.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Measuring and writing down adds at most 5 % to greedy matches, and at most 10 %
// to random ones, which take half a millisecond. The same matches are played bare
// and watched, in turns.
func TestLabOverhead(t *testing.T) {
	if os.Getenv("BANCO_ALONE") == "" {
		t.Skip("BANCO_ALONE=1 measures the overhead, on a machine that does nothing else")
	}
	most := map[string]float64{"random": 0.10, "greedy": 0.05}
	for level, blocks := range map[string]int{"random": 60, "greedy": 30} {
		e := study(t, "overhead", fmt.Sprintf(`
		game = "klang"
		bots = [[%q]]
		matches = 20
		[[measure]]
		metric = "lead_changes"
		`, level))
		s, err := openStore(e, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		var bare, watched time.Duration
		for block := range blocks {
			for _, watch := range []bool{block%2 == 0, block%2 == 1} {
				runtime.GC()
				began := processorTime(t)
				for unit := block * 40; unit < block*40+40; unit++ {
					if watch {
						lines, err := e.unit(context.Background(), 0, unit)
						if err == nil {
							err = s.add(0, lines)
						}
						if err != nil {
							t.Fatal(err)
						}
						continue
					}
					a, b, m := e.seedsOf(unit, false)
					players := Players{player(t, level), player(t, level)}
					if _, err := Play(context.Background(), e.Cells[0].configs[0], players, dice.NewFast(a, b), m); err != nil {
						t.Fatal(err)
					}
				}
				if took := processorTime(t) - began; watch {
					watched += took
				} else {
					bare += took
				}
			}
		}
		over := float64(watched)/float64(bare) - 1
		t.Logf("%s: %v bare, %v watched: %+.1f %%", level, bare, watched, 100*over)
		if over > most[level] {
			t.Errorf("the lab adds %.1f %% to %s matches", 100*over, level)
		}
	}
}

// Two workers on two idle processors get through at least 1.8 times as many
// matches as one.
func TestTwoWorkersAreAlmostTwiceAsFast(t *testing.T) {
	if os.Getenv("BANCO_ALONE") == "" || runtime.NumCPU() < 2 {
		t.Skip("BANCO_ALONE=1 measures how workers add up, given two idle processors")
	}
	took := func(workers int) time.Duration {
		e := study(t, "speed", `
		game = "klang"
		bots = [["greedy"]]
		matches = 300
		[[measure]]
		metric = "lead_changes"
		`)
		began := time.Now()
		if _, err := (Runner{Workers: workers, Dir: t.TempDir()}).Run(context.Background(), e); err != nil {
			t.Fatal(err)
		}
		return time.Since(began)
	}
	best := 0.0
	for range 3 {
		best = max(best, took(1).Seconds()/took(2).Seconds())
	}
	t.Logf("two workers are %.2f times as fast as one", best)
	if best < 1.8 {
		t.Errorf("two workers are only %.2f times as fast as one", best)
	}
}
