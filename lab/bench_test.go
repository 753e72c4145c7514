package lab

import (
	"context"
	"testing"

	"banco/dice"
)

func benchmarkMatch(b *testing.B, level string) {
	cfg := klangConfig(b, "")
	players := Players{player(b, level), player(b, level)}
	seed := uint64(0)
	for b.Loop() {
		seed++
		if _, err := Play(context.Background(), cfg, players, dice.NewFast(1, seed), seed); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
}

func BenchmarkRandomKlangMatch(b *testing.B) { benchmarkMatch(b, "random") }
func BenchmarkGreedyKlangMatch(b *testing.B) { benchmarkMatch(b, "greedy") }
