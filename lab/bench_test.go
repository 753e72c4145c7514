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

// benchmarkLab plays units as an experiment does, with every gauge that is not
// costly, and writes them down; compare with the bare matches above.
func benchmarkLab(b *testing.B, level string) {
	e := study(b, "bench", `
	game = "klang"
	bots = [["`+level+`"]]
	matches = 20
	[[measure]]
	metric = "lead_changes"
	`)
	s, err := openStore(e, b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	unit := 0
	for b.Loop() {
		unit++
		lines, err := e.unit(context.Background(), 0, unit)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.add(0, lines); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
	if err := s.close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkRandomKlangLab(b *testing.B) { benchmarkLab(b, "random") }
func BenchmarkGreedyKlangLab(b *testing.B) { benchmarkLab(b, "greedy") }
