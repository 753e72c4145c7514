package lab

import (
	"context"
	"math"
	"slices"
	"time"

	"banco/lab/stats"
)

// firstHeat is how many matches each variant gets before any is dropped.
const firstHeat = 100

// Tuner looks for the variants whose first measure comes closest to the
// experiment's target. It is a race: all variants start, and after each heat,
// which doubles the matches, those drop out that are certainly farther away than
// another. The widths of the intervals it judges by are half as large again as
// usual, because it looks several times at many variants. It keeps nothing on
// disk.
type Tuner struct {
	Workers  int
	Progress func(Started)
}

// Tuned is how a variant did in the race.
type Tuned struct {
	Cell    int // index of Experiment.Cells
	Value   stats.Interval
	Matches int  // it was dropped after so many
	Close   bool // still in the race when it ended
}

// caution widens the intervals of a race.
const caution = 1.5

// Race gives all variants, closest first. An experiment without a target is
// refused.
func (t Tuner) Race(ctx context.Context, e *Experiment) ([]Tuned, error) {
	if e.Target == nil {
		return nil, bad("tune", "no_target")
	}
	s, err := openStore(e, "")
	if err != nil {
		return nil, err
	}
	value := e.Measures[0].Value
	result := make([]Tuned, 0, len(e.Cells))
	var racing []int
	for i, c := range e.Cells {
		if !c.Check {
			racing = append(racing, i)
		}
	}
	bar := &bar{tell: t.Progress, began: time.Now()}
	for matches := min(firstHeat, e.Matches); ; matches = min(2*matches, e.Matches) {
		bar.total = e.total(matches)
		if err := (Runner{Workers: t.Workers}).playCells(ctx, e, s, racing, matches, bar); err != nil {
			return nil, err
		}
		heat := make([]Tuned, len(racing))
		closest := math.Inf(1) // the farthest that the best variant can be away
		for i, cell := range racing {
			units := s.Units[cell][:e.Cells[cell].units(matches)]
			v := interval(value, known(seriesOf(e, &e.Cells[cell], units)[value]))
			heat[i] = Tuned{Cell: cell, Value: v, Matches: matches}
			closest = min(closest, e.away(v)+caution*v.Half())
		}
		racing = racing[:0]
		for _, h := range heat {
			if e.away(h.Value)-caution*h.Value.Half() <= closest {
				racing = append(racing, h.Cell)
				continue
			}
			result = append(result, h)
		}
		if len(racing) <= 1 || matches == e.Matches {
			for _, h := range heat {
				if slices.Contains(racing, h.Cell) {
					h.Close = true
					result = append(result, h)
				}
			}
			break
		}
	}
	slices.SortStableFunc(result, func(a, b Tuned) int {
		switch x, y := e.away(a.Value), e.away(b.Value); {
		case a.Close != b.Close && a.Close, a.Close == b.Close && x < y:
			return -1
		case a.Close != b.Close, x > y:
			return 1
		}
		return 0
	})
	return result, nil
}

// away is how far an estimate is from the target; without data infinitely far.
func (e *Experiment) away(v stats.Interval) float64 {
	if v.N == 0 {
		return math.Inf(1)
	}
	return math.Abs(v.Mean - *e.Target)
}
