package bot

import (
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/games/dadi"
	"banco/games/klang"
)

// BenchmarkSearch decides from the middle of matches, as the quickest searching bot
// does, and says how many iterations that is a second.
func BenchmarkSearch(b *testing.B) {
	for _, g := range []game.Game{klang.New(), dadi.New()} {
		b.Run(g.Info().Name, func(b *testing.B) {
			p, err := New(g.Info().Name, "mcts")
			if err != nil {
				b.Fatal(err)
			}
			s := p.(*Search)
			var views []game.View
			for _, state := range midgame(b, g, 7) {
				views = append(views, state.View(state.ToAct().First(), nil))
			}
			rng := rand.New(rand.NewPCG(1, 1))
			for i := 0; b.Loop(); i++ {
				if _, err := s.Choose(b.Context(), views[i%len(views)], rng); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*s.Iterations)/b.Elapsed().Seconds(), "iterations/s")
		})
	}
}
