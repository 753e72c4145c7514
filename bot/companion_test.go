package bot

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"banco/dice"
	"banco/games/klang"
)

// On a real table there is nothing to measure, and still each bot plays a match
// to its end by what it may do.
func TestBotsFinishAtARealTable(t *testing.T) {
	for _, level := range Levels("klang") {
		p, err := New("klang", level)
		if err != nil {
			t.Fatal(err)
		}
		matches := uint64(8)
		if s, ok := p.(*Search); ok {
			s.Iterations, matches = 12, 1 // that it comes to an end, not how well it plays
		}
		for seed := range matches {
			cfg, err := klang.New().Configure(json.RawMessage(`{"table":"companion"}`), 2)
			if err != nil {
				t.Fatal(err)
			}
			rng, src := rand.New(rand.NewPCG(seed, 1)), dice.NewFast(seed, 2)
			s := cfg.Start(src, nil)
			for step := 0; !s.Over(); step++ {
				seat := s.ToAct().First()
				a, err := p.Choose(context.Background(), s.View(seat, nil), rng)
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Apply(seat, a, src, nil); err != nil {
					t.Fatalf("%s: %+v: %v", level, a, err)
				}
				if step > 3000 {
					t.Fatalf("%s does not come to an end", level)
				}
			}
		}
	}
}
