package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/games/nucleo"
)

// wonBy plays so many matches of a team of one kind, and counts those it won.
func wonBy(t *testing.T, cfg game.Config, p game.Player, matches int) (won int) {
	t.Helper()
	for i := range matches {
		src := dice.NewFast(2, uint64(i))
		rng := rand.New(rand.NewPCG(3, uint64(i)))
		s := cfg.Start(src, nil)
		for !s.Over() {
			seat := s.ToAct().First()
			a, err := p.Choose(context.Background(), s.View(seat, nil), rng)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Apply(seat, a, src, nil); err != nil {
				t.Fatalf("seat %d, %s: %v", seat, a.Type(), err)
			}
		}
		if len(s.Result().Winners) > 0 && !s.Result().Draw {
			won++
		}
	}
	return won
}

// wilson bounds a rate of k of n with 99.9 %.
func wilson(k, n int) (low, high float64) {
	const z = 3.29
	p, m := float64(k)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z * math.Sqrt(p*(1-p)/m+z*z/(4*m*m)) / (1 + z*z/m)
	return centre - half, centre + half
}

// A greedy team beats the machine where a random one does not: the worst that its
// rate of wins may be is better than the best that the random one's may be.
func TestNucleoGreedyTeamBeatsRandom(t *testing.T) {
	matches := 40
	if os.Getenv("BANCO_LONG") != "" {
		matches = 300
	}
	for _, seats := range []int{1, 2, 3} {
		cfg, err := nucleo.New().Configure(json.RawMessage(`{}`), seats)
		if err != nil {
			t.Fatal(err)
		}
		greedy, random := wonBy(t, cfg, nucleoGreedy{}, matches), wonBy(t, cfg, Random{}, matches)
		low, _ := wilson(greedy, matches)
		_, high := wilson(random, matches)
		t.Logf("%d seats: greedy %d, random %d of %d; at least %.3f against at most %.3f", seats, greedy, random, matches, low, high)
		if greedy <= random || os.Getenv("BANCO_LONG") != "" && low <= high {
			t.Errorf("%d seats: greedy won %d, random %d of %d", seats, greedy, random, matches)
		}
	}
}

// The usual rules are won by a greedy team about as often as they are lost,
// whether it is two, three or four, and less often the more advanced cards there
// are. docs/answers.md has the figures of the lab.
func TestNucleoIsCalibrated(t *testing.T) {
	if os.Getenv("BANCO_LONG") == "" {
		t.Skip("BANCO_LONG is not set")
	}
	const matches = 400
	for _, seats := range []int{2, 3, 4} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			best := matches + 1
			for _, difficulty := range []int{0, 3} {
				cfg, err := nucleo.New().Configure(json.RawMessage(fmt.Sprintf(`{"difficulty":%d}`, difficulty)), seats)
				if err != nil {
					t.Fatal(err)
				}
				won := wonBy(t, cfg, nucleoGreedy{}, matches)
				low, high := wilson(won, matches)
				t.Logf("difficulty %d: %d of %d, %.3f to %.3f", difficulty, won, matches, low, high)
				if difficulty == 0 && (won < 0.4*matches || won > 0.6*matches) {
					t.Errorf("the usual rules: %d of %d", won, matches)
				}
				if won >= best {
					t.Errorf("difficulty %d: %d of %d, and %d with fewer cards", difficulty, won, matches, best)
				}
				best = won
			}
		})
	}
}
