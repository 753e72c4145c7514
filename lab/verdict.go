package lab

import (
	"math"
	"unicode"
	"unicode/utf8"

	"banco/lab/stats"
)

// Verdict is what a finding amounts to.
type Verdict string

// The verdicts.
const (
	Baseline Verdict = "baseline" // what the others are compared with
	More     Verdict = "more"     // settled
	Less     Verdict = "less"     // settled
	Hint     Verdict = "hint"     // its own interval leaves out zero, but not once corrected for all the questions
	Same     Verdict = "same"     // not told apart from chance
	NoData   Verdict = "no_data"
	NotYet   Verdict = "not_yet" // not all is played: who judged each time they looked would be wrong far more often
)

// Verdict is what the finding amounts to.
func (f *Finding) Verdict() Verdict {
	switch {
	case f.Here.N == 0:
		return NoData
	case f.growing:
		return NotYet
	case f.Difference.N == 0:
		return Baseline
	case f.Corrected < Settled && f.Difference.Mean > 0:
		return More
	case f.Corrected < Settled:
		return Less
	case !f.Difference.Holds(0):
		return Hint
	}
	return Same
}

// Sound tells whether the self-check found nothing. Without it nothing is said.
func (o *Outcome) Sound() bool { return len(o.Faults) == 0 }

// Finding puts one finding into a sentence.
func (t Teller) Finding(o *Outcome, f *Finding) string {
	e := o.Experiment
	measure := e.Measures[f.Measure]
	share := isShare(measure.Value)
	label := t.Cell(e, f.Cell)
	metric := t.Value(e, measure.Value)
	here, low, high := t.figures(f.Here, share, false)
	switch f.Verdict() {
	case NoData:
		return t.T("lab.finding.no_data", capital(label), metric)
	case Baseline, NotYet:
		return t.T("lab.finding.value", capital(label), metric, here, low, high)
	}
	against := t.Cell(e, e.Cells[f.Cell].Base)
	if measure.Against != nil {
		against, _, _ = t.figures(stats.Interval{Mean: *measure.Against, Low: 0.005, High: 0.015}, share, false)
	}
	diff, low, high := t.figures(f.Difference, share, true)
	return t.T("lab.finding."+string(f.Verdict()), capital(label), metric, here, diff, low, high, against)
}

// Answers are the answer to the question, a paragraph for each line-up: how the
// first measure ranges, what of it is settled, and what stands out most. When
// the self-check has found a fault, or while more is being played, there is no
// answer, only that.
func (t Teller) Answers(o *Outcome) []string {
	if o.Growing {
		return []string{t.T("lab.answer.not_yet")}
	}
	if !o.Sound() {
		said := []string{t.T("lab.answer.refused")}
		for _, f := range o.Faults {
			said = append(said, t.Fault(f))
		}
		return said
	}
	var said []string
	for lineup := range o.Experiment.Lineups {
		said = append(said, t.answer(o, lineup))
	}
	return said
}

func (t Teller) answer(o *Outcome, lineup int) string {
	e := o.Experiment
	return t.T("lab.answer.among", t.Lineup(e.Lineups[lineup]), o.Matches) + " " + t.answerOf(o, lineup, 0)
}

// answerOf answers with one measure: its value where there is but one cell, else
// its range and what of it is settled.
func (t Teller) answerOf(o *Outcome, lineup, measure int) string {
	e := o.Experiment
	var low, high, base, top *Finding
	compared, settled := 0, 0
	for i := range o.Findings {
		f := &o.Findings[i]
		if e.Cells[f.Cell].Lineup != lineup || f.Measure != measure {
			continue
		}
		if f.Cell == e.Cells[f.Cell].Base {
			base = f
		}
		if f.Here.N > 0 && (low == nil || f.Here.Mean < low.Here.Mean) {
			low = f
		}
		if f.Here.N > 0 && (high == nil || f.Here.Mean > high.Here.Mean) {
			high = f
		}
		if f.Difference.N == 0 {
			continue
		}
		compared++
		if v := f.Verdict(); v == More || v == Less {
			settled++
		}
		if top == nil || strength(f) > strength(top) {
			top = f
		}
	}
	switch {
	case low == nil:
		return t.Finding(o, base)
	case compared <= 1:
		if top == nil {
			top = base
		}
		return t.Finding(o, top)
	}
	share := isShare(e.Measures[measure].Value)
	from, _, _ := t.figures(low.Here, share, false)
	to, _, _ := t.figures(high.Here, share, false)
	name := capital(t.Value(e, e.Measures[measure].Value))
	s := t.T("lab.answer.range", name, from, t.Cell(e, low.Cell), to, t.Cell(e, high.Cell)) + " "
	if low.Here.Mean == high.Here.Mean {
		s = t.T("lab.answer.alike", name, from) + " "
	}
	if settled == 0 {
		return s + t.T("lab.answer.none", compared, t.Difference(top.Difference, share), t.Cell(e, top.Cell))
	}
	return s + t.T("lab.answer.some", compared, settled) + " " + t.Finding(o, top)
}

// capital begins a sentence.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// strength orders findings by how clearly they stand out.
func strength(f *Finding) float64 {
	half := f.Difference.Half()
	if half == 0 {
		return math.Inf(1)
	}
	return math.Abs(f.Difference.Mean) / half
}
