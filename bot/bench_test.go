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
	for _, c := range []struct {
		game game.Game
		mind Mind
	}{{klang.New(), klangMind()}, {dadi.New(), dadiMind()}} {
		b.Run(c.game.Info().Name, func(b *testing.B) {
			s := &Search{Mind: c.mind, Iterations: quick}
			var views []game.View
			for _, state := range midgame(b, c.game, 7) {
				views = append(views, state.View(state.ToAct().First(), nil))
			}
			rng := rand.New(rand.NewPCG(1, 1))
			for i := 0; b.Loop(); i++ {
				if _, err := s.Choose(b.Context(), views[i%len(views)], rng); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*quick)/b.Elapsed().Seconds(), "iterations/s")
		})
	}
}
