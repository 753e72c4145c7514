package lab

import (
	"slices"

	"banco/game"
)

// Kinds of metric: how its numbers are written and which interval they get.
const (
	Number = iota // a mean of anything
	Share         // a mean of fractions, 0 to 1: written in percent
	Chance        // how often something happens: 0 or 1 in each match, a draw may be between
)

// Metric is something that is measured about a match. Its words stand in the
// catalogue under "lab.metric.<name>" and "lab.metric.<name>.help".
type Metric struct {
	Name string
	Kind int
}

// Gauge is an instrument that reads some metrics off a match while it is played.
type Gauge struct {
	Game    string // the only game it fits; empty for every game
	Metrics []Metric
	Costly  bool // it slows matches down, so it is only put in where an experiment asks for one of its metrics
	New     func(m Setting) Probe
}

// Setting is the match that a probe is made for.
type Setting struct {
	Config   game.Config
	Rotation int // side s sits on seat (s + Rotation) mod seats
	Sides    bool
	Seed     uint64 // for what the probe itself draws
}

// Moment is a decision that has been made and is about to be carried out. What
// it holds is only valid during the call, and must not be changed.
type Moment struct {
	State  game.State
	View   game.View // of who decided
	Seat   game.Seat
	Action game.Action
	Step   int // actions done before this one
}

// Probe is a gauge at work on one match. It must not depend on anything but
// what it is shown: results are the same whoever plays the match, and when.
type Probe interface {
	// Before is told of every decision.
	Before(m *Moment)
	// Close is told of the end and notes what was measured. A value is a
	// metric's name, or that with a part after a dot: "loot_points.r3". What does
	// not apply to the match is not noted.
	Close(end game.State, steps int, note func(value string, x float64))
}

// Library is every gauge there is. A game's own stand in the file of its name.
func Library() []Gauge {
	return slices.Concat(generalGauges, klangGauges, dadiGauges, nucleoGauges)
}

// gaugesOf are those that fit a game.
func gaugesOf(name string) []Gauge {
	return slices.DeleteFunc(Library(), func(g Gauge) bool { return g.Game != "" && g.Game != name })
}

// metricNames are what can be asked for.
func metricNames(gameName string) (names []string) {
	for _, g := range gaugesOf(gameName) {
		for _, m := range g.Metrics {
			names = append(names, m.Name)
		}
	}
	return names
}

// kindOf is the kind of a metric by its name.
func kindOf(metric string) int {
	for _, g := range Library() {
		for _, m := range g.Metrics {
			if m.Name == metric {
				return m.Kind
			}
		}
	}
	return Number
}
