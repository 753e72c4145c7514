package lab

import (
	"maps"
	"math"
	"slices"
	"strings"

	"banco/game"
	"banco/lab/stats"
)

// checkError is how often the self-check may cry wolf, over everything that a
// run measures.
const checkError = 0.001

// Settled is the corrected p-value below which a difference is taken as real.
const Settled = 0.05

// Outcome is what an experiment found. It depends on the set of matches alone.
type Outcome struct {
	Experiment *Experiment
	Matches    int // of each cell; where they come in pairs, one more if that is odd
	Played     int // in all cells
	Summaries  []map[string]stats.Interval
	Findings   []Finding
	Checked    int            // numbers that the self-check compared
	CheckedP   float64        // the smallest corrected p-value among them
	Faults     []game.Message // why no verdict may be given; none if all is well
	Growing    bool           // more is being played: there are estimates, and no verdict yet
	series     []map[string][]float64
}

// Finding is what one measure says about one cell.
type Finding struct {
	Measure    int
	Cell       int
	Here       stats.Interval
	Difference stats.Interval // to the baseline under the same dice, or to Measure.Against; N is 0 where there is nothing to compare
	P          float64        // of there being no difference; NaN where nothing is compared
	Corrected  float64        // the same, corrected for all the findings of the experiment (Holm)
	growing    bool           // of an outcome that is: P and Corrected are NaN
}

func fault(code string, args ...any) game.Message { return game.Msg("lab.fault."+code, args...) }

// weigh works everything out from the units of so many matches of each cell.
func weigh(e *Experiment, s *store, matches int) *Outcome {
	o := estimate(e, s, matches)
	o.check(s)
	return o
}

// estimate is weigh without the self-check.
func estimate(e *Experiment, s *store, matches int) *Outcome {
	o := &Outcome{Experiment: e, Matches: matches, Played: e.total(matches)}
	for i := range e.Cells {
		units := s.Units[i][:e.Cells[i].units(matches)]
		series := seriesOf(e, &e.Cells[i], units)
		summary := map[string]stats.Interval{}
		for value, xs := range series {
			summary[value] = interval(value, known(xs))
		}
		o.series = append(o.series, series)
		o.Summaries = append(o.Summaries, summary)
	}
	o.find()
	return o
}

// seriesOf gives each value's mean over the matches of each unit; NaN where none
// of them has it.
func seriesOf(e *Experiment, c *Cell, units [][]Line) map[string][]float64 {
	names := map[string]bool{}
	for _, unit := range units {
		for _, line := range unit {
			for value := range line.Values {
				names[value] = true
			}
		}
	}
	series := map[string][]float64{}
	for value := range names {
		metric, _, parted := strings.Cut(value, ".")
		xs := make([]float64, len(units))
		for i, unit := range units {
			sum, n := 0.0, 0
			for _, line := range unit {
				x, ok := line.Values[value]
				if !ok && metric == "use" && parted {
					ok = true // an action that nobody took was taken no times
				}
				if ok {
					sum += x
					n++
				}
			}
			xs[i] = math.NaN()
			if n > 0 {
				xs[i] = sum / float64(n)
			}
		}
		series[value] = xs
	}
	if c.Rotations() == 2 && e.Seats == 2 {
		skill, luck := make([]float64, len(units)), make([]float64, len(units))
		for i, unit := range units {
			skill[i], luck[i] = whoDecides(unit)
		}
		series["skill_decides"], series["luck_decides"] = skill, luck
	}
	return series
}

// whoDecides tells of a pair with swapped seats whether the same side won both
// (whoever has the better player or the better set), or the same seat did
// (whoever has the better dice).
func whoDecides(pair []Line) (skill, luck float64) {
	if len(pair) != 2 || len(pair[0].Winners) != 1 || len(pair[1].Winners) != 1 {
		return 0, 0
	}
	same := pair[0].Winners[0] == pair[1].Winners[0]
	return truth(!same), truth(same)
}

func known(xs []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(xs), math.IsNaN)
}

// kindOfValue is the kind of the metric that a value is of.
func kindOfValue(value string) int {
	metric, _, _ := strings.Cut(value, ".")
	return kindOf(metric)
}

// isShare tells whether a value is written in percent.
func isShare(value string) bool { return kindOfValue(value) != Number }

// isChance tells whether a value is how often something happens.
func isChance(value string) bool { return kindOfValue(value) == Chance }

func interval(value string, xs []float64) stats.Interval {
	if isChance(value) {
		return stats.Rate(xs)
	}
	i := stats.Mean(xs)
	if isShare(value) {
		i.Low, i.High = max(0, i.Low), min(1, i.High)
	}
	return i
}

// find compares the cells as the measures ask for.
func (o *Outcome) find() {
	e := o.Experiment
	var ps []float64
	for m, measure := range e.Measures {
		for i, c := range e.Cells {
			if c.Check {
				continue
			}
			f := Finding{Measure: m, Cell: i, Here: interval(measure.Value, known(o.series[i][measure.Value])), P: math.NaN(), Corrected: math.NaN()}
			switch {
			case measure.Against != nil:
				f.Difference, f.P = from(o.series[i][measure.Value], *measure.Against, isChance(measure.Value))
			case i != c.Base:
				f.Difference, f.P = stats.Difference(o.paired(i, c.Base, measure.Value), isChance(measure.Value))
			}
			if f.Difference.N > 0 {
				ps = append(ps, f.P)
			}
			o.Findings = append(o.Findings, f)
		}
	}
	ps = stats.Holm(ps)
	for i := range o.Findings {
		if o.Findings[i].Difference.N > 0 {
			o.Findings[i].Corrected, ps = ps[0], ps[1:]
		}
	}
}

// paired are the differences of two cells unit by unit.
func (o *Outcome) paired(a, b int, value string) []float64 {
	xs, ys := o.series[a][value], o.series[b][value]
	var ds []float64
	for i := range min(len(xs), len(ys)) {
		if d := xs[i] - ys[i]; !math.IsNaN(d) {
			ds = append(ds, d)
		}
	}
	return ds
}

// from compares a series with a number.
func from(xs []float64, number float64, rate bool) (stats.Interval, float64) {
	ds := known(xs)
	for i := range ds {
		ds[i] -= number
	}
	return stats.Difference(ds, rate)
}

// tight tells whether the first measure is known as closely as was asked.
func (o *Outcome) tight() bool {
	e := o.Experiment
	for _, f := range o.Findings {
		if f.Measure != 0 {
			continue
		}
		half := f.Difference.Half()
		if f.Difference.N == 0 {
			if f.Cell == e.Cells[f.Cell].Base && len(o.Findings) > len(e.Lineups)*len(e.Measures) {
				continue // the baseline itself; the others are compared with it
			}
			half = f.Here.Half()
		}
		if !(half <= e.Tight) {
			return false
		}
	}
	return true
}

// check is the self-check: the baseline played again under other dice must not
// differ in anything that is measured, every match must have somebody who won or
// drew, and no two units may have the same dice.
func (o *Outcome) check(s *store) {
	e := o.Experiment
	o.CheckedP = 1
	type compared struct {
		cell  int
		value string
	}
	var what []compared
	var ps []float64
	for i, c := range e.Cells {
		if !c.Check {
			continue
		}
		for _, value := range slices.Sorted(maps.Keys(o.series[c.Base])) {
			a, b := known(o.series[c.Base][value]), known(o.series[i][value])
			if len(a) < minUnits/2 || len(b) < minUnits/2 {
				continue
			}
			_, p := stats.Unpaired(a, b)
			what, ps = append(what, compared{i, value}), append(ps, p)
		}
	}
	o.Checked = len(ps)
	for i, p := range stats.Holm(ps) {
		o.CheckedP = min(o.CheckedP, p)
		if p < checkError {
			o.Faults = append(o.Faults, fault("differs", e.Cells[what[i].cell].ID, what[i].value))
		}
	}
	seen := map[[3]uint64]bool{}
	for i, c := range e.Cells {
		for unit := range c.units(o.Matches) {
			if i == 0 || c.Check && i == len(e.Cells)-1 {
				a, b, m := e.seedsOf(unit, c.Check)
				if seen[[3]uint64{a, b, m}] {
					o.Faults = append(o.Faults, fault("seeds", unit))
				}
				seen[[3]uint64{a, b, m}] = true
			}
			for _, line := range s.Units[i][unit] {
				// A team that is beaten has no winner among it.
				if won, team := line.Values["won"]; len(line.Winners) == 0 && (!team || won == 1) {
					o.Faults = append(o.Faults, fault("nobody_won", c.ID, unit))
				}
			}
		}
	}
	if len(o.Faults) > 10 {
		o.Faults = o.Faults[:10]
	}
}

// ValuesOf are the values that a line-up's cells have, in the library's order.
func (o *Outcome) ValuesOf(lineup int) (values []string) {
	all := map[string]bool{}
	for i, c := range o.Experiment.Cells {
		if c.Lineup == lineup && !c.Check {
			for value := range o.Summaries[i] {
				all[value] = true
			}
		}
	}
	sorted := slices.Sorted(maps.Keys(all))
	for _, metric := range o.Experiment.Metrics {
		for _, value := range sorted {
			if name, _, _ := strings.Cut(value, "."); name == metric {
				values = append(values, value)
			}
		}
	}
	return values
}

// CellsOf are the indices of a line-up's cells, without its check.
func (e *Experiment) CellsOf(lineup int) (cells []int) {
	for i, c := range e.Cells {
		if c.Lineup == lineup && !c.Check {
			cells = append(cells, i)
		}
	}
	return cells
}
