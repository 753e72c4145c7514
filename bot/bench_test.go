package bot

import (
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/games/dadi"
	"banco/games/klang"
	"banco/games/nucleo"
)

// BenchmarkSearch decides from the middle of matches, as the quickest searching bot
// does, and says how many iterations that is a second.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		game  game.Game
		mind  Mind
		seats int
	}{{klang.New(), klangMind(), 2}, {dadi.New(), dadiMind(), 2}, {nucleo.New(), nucleoMind(), 3}} {
		b.Run(c.game.Info().Name, func(b *testing.B) {
			s := &Search{Mind: c.mind, Iterations: quick}
			var views []game.View
			for _, state := range midgame(b, c.game, "", c.seats, 7) {
				v := state.View(state.ToAct().First(), nil)
				if s.Leave == nil || !s.Leave(v) {
					views = append(views, v)
				}
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
