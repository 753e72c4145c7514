package lab

import (
	"context"
	"fmt"
	"math"
	"time"
)

const (
	firstGlance = 5           // matches of each cell; of fewer nothing can be seen
	glances     = time.Second // apart, or longer:
	glanceShare = 20          // looking takes at most one part in so many of the time
)

// growth shows what a run says while it is being played.
type growth struct {
	e     *Experiment
	s     *store
	show  func(*Outcome)
	next  []int // by cell, the first unit that is not there
	shown int   // matches of each cell when it was last shown
	due   time.Time
}

func (r Runner) growth(e *Experiment, s *store) *growth {
	return &growth{e: e, s: s, show: r.Growing, next: make([]int, len(e.Cells))}
}

// look shows what the matches say that every cell has had, when it is time.
func (g *growth) look() {
	began := time.Now()
	if g.show == nil || began.Before(g.due) {
		return
	}
	matches := g.common()
	if matches < firstGlance || matches == g.shown {
		return
	}
	g.shown = matches
	g.show(glance(g.e, g.s, matches))
	g.due = time.Now().Add(max(glances, glanceShare*time.Since(began)))
}

// common is how many matches every cell has had, without a gap.
func (g *growth) common() int {
	matches := g.e.Matches
	for i := range g.e.Cells {
		c := &g.e.Cells[i]
		for g.next[i] < c.units(g.e.Matches) && g.s.has(i, g.next[i]) {
			g.next[i]++
		}
		matches = min(matches, g.next[i]*c.Rotations())
	}
	return matches
}

// glance is what so many matches of each cell say for now: estimates and their
// intervals, without anything to judge by.
func glance(e *Experiment, s *store, matches int) *Outcome {
	o := estimate(e, s, matches)
	o.Growing = true
	for i := range o.Findings {
		f := &o.Findings[i]
		f.P, f.Corrected, f.growing = math.NaN(), math.NaN(), true
	}
	o.series = nil // whoever is shown it may keep it for long
	return o
}

// Weigh works out again what a finished run found, from the results in its
// folder: so many matches of each cell, as its Outcome said, are weighed, and
// nothing is played. Faults that only playing finds are not found again. Results
// that are not there, or not the experiment's, are refused.
func Weigh(e *Experiment, dir string, matches int) (*Outcome, error) {
	s := newStore(e)
	s.path = resultsIn(dir)
	if _, err := s.load(e); err != nil {
		return nil, err
	}
	for i := range e.Cells {
		for unit := range e.Cells[i].units(matches) {
			if !s.has(i, unit) {
				return nil, fmt.Errorf("%s: %s, unit %d is missing", s.path, e.Cells[i].ID, unit)
			}
		}
	}
	return weigh(e, s, matches), nil
}

// Glance is what the results in the folder of a run say that was cut short; nil
// while they are too few to say anything.
func Glance(e *Experiment, dir string) (*Outcome, error) {
	s := newStore(e)
	s.path = resultsIn(dir)
	if _, err := s.load(e); err != nil {
		return nil, err
	}
	matches := Runner{}.growth(e, s).common()
	if matches < firstGlance {
		return nil, nil
	}
	return glance(e, s, matches), nil
}

// Total is how many matches a run of the experiment plays at the most, those of
// its self-check included.
func (e *Experiment) Total() int { return e.total(e.Matches) }

// guessUnits is how many units of a cell tell at the most how long one takes.
const guessUnits = 3

// Guess is about how long one worker takes for the whole experiment on this
// machine: it plays the first units of all cells in turn until that has taken so
// long. One match is always played to its end, or to that of ctx.
func (e *Experiment) Guess(ctx context.Context, atMost time.Duration) (time.Duration, error) {
	began, played := time.Now(), 0
	for unit := range guessUnits {
		for _, cell := range e.spread() {
			if played > 0 && time.Since(began) > atMost {
				break
			}
			lines, err := e.unit(ctx, cell, unit)
			if err != nil {
				return 0, err
			}
			played += len(lines)
		}
	}
	return time.Since(began) / time.Duration(played) * time.Duration(e.Total()), nil
}

// spread lists the cells so that neighbours belong to different line-ups.
func (e *Experiment) spread() (cells []int) {
	each := len(e.Cells) / len(e.Lineups)
	for i := range each {
		for lineup := range e.Lineups {
			cells = append(cells, lineup*each+i)
		}
	}
	return cells
}
