package lab

import (
	"math/bits"

	"banco/game"
	"banco/games/nucleo"
)

// nucleoGauges read how a team fares against the machine of Nucleo.
var nucleoGauges = []Gauge{
	{Game: "nucleo", Metrics: []Metric{
		{"won", Chance}, {"rounds", Number}, {"factories_built", Number}, {"defenders_lost", Number},
	}, New: func(Setting) Probe { return nucleoProbe{} }},
}

type nucleoProbe struct{}

func (nucleoProbe) Before(*Moment) {}

func (nucleoProbe) Close(end game.State, _ int, note func(string, float64)) {
	s, ok := end.(*nucleo.State)
	if !ok {
		return
	}
	note("won", truth(s.Outcome == nucleo.Victory))
	note("rounds", float64(s.Round))
	note("factories_built", float64(nucleo.Tiles-1-int(s.Top)))
	lost := 0
	for i := range s.Players {
		lost += bits.OnesCount32(s.Players[i].Dead)
	}
	note("defenders_lost", float64(lost))
}
