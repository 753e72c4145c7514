package bot

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/games/dadi"
)

var decisions = flag.Int("decisions", 0, "in how many decisions of Guerra di Dadi to look for what greedy play misses")

// tried is something a seat could do, and how often it won after it.
type tried struct {
	action game.Action
	won    float64
	times  int
}

func (x *tried) share() float64 { return x.won / float64(x.times) }

// TestWhatGreedyMissesAtDadi says by how much one better decision would raise the
// chance of winning, if greedy bots played on: sixteen actions at each of many
// decisions, up to 420 matches to the end after each, the worse ones dropped on
// the way, and the best compared with greedy's own over 400 fresh matches. It is
// a measurement for docs/answers.md, and proves nothing.
func TestWhatGreedyMissesAtDadi(t *testing.T) {
	if *decisions == 0 {
		t.Skip("measures when asked to: go test ./bot -run WhatGreedyMisses -v -decisions 80")
	}
	cfg := dadiConfig(t, "", 2)
	gains := make([]float64, *decisions)
	var all sync.WaitGroup
	for worker := range 2 {
		all.Go(func() {
			for i := worker; i < len(gains); i += 2 {
				gains[i] = missed(t, cfg, uint64(i))
			}
		})
	}
	all.Wait()
	sum, squares := 0.0, 0.0
	for _, g := range gains {
		sum += g
		squares += g * g
	}
	n := float64(len(gains))
	mean := sum / n
	t.Logf("a better decision wins %.2f points of a hundred more, standard error %.2f, over %d decisions",
		100*mean, 100*math.Sqrt((squares/n-mean*mean)/(n-1)), len(gains))
}

// missed is by how much the best of what was tried at one decision does better
// than greedy's own choice; 0 where nothing looked better.
func missed(t *testing.T, cfg game.Config, seed uint64) float64 {
	state := turnOf(t, cfg, seed)
	me := state.ToAct().First()
	var working game.State
	play := func(x *tried, from, times uint64) {
		for n := from; n < from+times; n++ {
			working = state.Copy(working)
			x.won += finish(t, working, me, x.action, seed<<20+n)
			x.times++
		}
	}
	running := options(t, state.View(me, nil), seed)
	for _, round := range []struct {
		from, times uint64
		stay        int
	}{{0, 60, 5}, {60, 120, 2}, {180, 240, 1}} {
		for _, x := range running {
			play(x, round.from, round.times)
		}
		rest := running[1:]
		slices.SortStableFunc(rest, func(a, b *tried) int { return int(math.Copysign(1, b.share()-a.share())) })
		running = running[:1+min(len(rest), round.stay)]
	}
	if len(running) < 2 || running[1].share() <= running[0].share() {
		return 0
	}
	own, best := &tried{action: running[0].action}, &tried{action: running[1].action}
	play(own, 1<<19, 400)
	play(best, 1<<19, 400)
	return best.share() - own.share()
}

// turnOf is the beginning of some turn of a match between greedy bots.
func turnOf(t *testing.T, cfg game.Config, seed uint64) game.State {
	rng := rand.New(rand.NewPCG(seed, 1))
	for try := uint64(0); ; try++ {
		src := dice.NewFast(seed, 2+try)
		state := cfg.Start(src, nil).(*dadi.State)
		for turns := rng.IntN(40); !state.Over(); {
			if state.Phase == dadi.PhaseTurn && !state.Moved && !state.Fired {
				if turns == 0 {
					return state
				}
				turns--
			}
			greedily(t, state, src, rng)
		}
	}
}

func greedily(t *testing.T, state game.State, src dice.Source, rng *rand.Rand) {
	seat := state.ToAct().First()
	a, err := dadiGreedy{}.Choose(t.Context(), state.View(seat, nil), rng)
	if err == nil {
		err = state.Apply(seat, a, src, nil)
	}
	if err != nil {
		t.Error(err)
	}
}

// options are up to sixteen actions, greedy's own first.
func options(t *testing.T, v game.View, seed uint64) (list []*tried) {
	rng := rand.New(rand.NewPCG(seed, 3))
	known := map[string]bool{}
	for n := 0; n < 60 && len(list) < 16; n++ {
		a := v.Sample(rng)
		if n < 40 {
			by := dadiGreedy{slips: 0.4}
			if n == 0 {
				by.slips = 0
			}
			var err error
			if a, err = by.Choose(t.Context(), v, rng); err != nil {
				t.Error(err)
				return nil
			}
		}
		if key, ok := keyOf(a); ok && !known[key] {
			known[key] = true
			list = append(list, &tried{action: a})
		}
	}
	return list
}

// finish does an action and lets greedy bots play to the end; it gives me's share
// of the win.
func finish(t *testing.T, state game.State, me game.Seat, a game.Action, seed uint64) float64 {
	src, rng := dice.NewFast(seed, 5), rand.New(rand.NewPCG(seed, 6))
	if err := state.Apply(me, a, src, nil); err != nil {
		t.Error(err)
		return 0
	}
	for !state.Over() {
		greedily(t, state, src, rng)
	}
	winners := state.Result().Winners
	if !slices.Contains(winners, me) {
		return 0
	}
	return 1 / float64(len(winners))
}
