package lab

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// sampled is how many matches show which values a game has.
const sampled = 8

// Values lists what can be measured of an experiment's matches, in the library's
// order: the values that a few quick ones turn out to have, and the costly
// metrics. sides tells whether those are wanted that compare the sides of a
// line-up.
func (e *Experiment) Values(ctx context.Context, sides bool) ([]string, error) {
	seen := map[string]map[string]bool{} // by metric
	for unit := range sampled {
		lines, err := e.unit(ctx, 0, unit)
		if err != nil {
			return nil, err
		}
		for value := range lines[0].Values {
			metric, _, _ := strings.Cut(value, ".")
			if seen[metric] == nil {
				seen[metric] = map[string]bool{}
			}
			seen[metric][value] = true
		}
	}
	var values []string
	for _, g := range gaugesOf(e.Game.Info().Name) {
		for _, m := range g.Metrics {
			switch {
			case ofSides(m.Name) && sides, g.Costly:
				values = append(values, m.Name)
			case !ofSides(m.Name):
				values = append(values, slices.SortedFunc(maps.Keys(seen[m.Name]), byPart)...)
			}
		}
	}
	return values, nil
}

// byPart orders the values of a metric: shorter ones first, so that round 2 comes
// before round 10.
func byPart(a, b string) int {
	if len(a) != len(b) && !strings.HasPrefix(a, "use.") {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// ofSides tells whether a metric compares the sides of a line-up, so that there
// is none where all play alike.
func ofSides(metric string) bool {
	return metric == "edge" || metric == "skill_decides" || metric == "luck_decides"
}
