package lab

import "math"

// Summary is an outcome for programs.
type Summary struct {
	Experiment string           `json:"experiment"`
	Game       string           `json:"game"`
	Rules      string           `json:"rules"`
	Matches    int              `json:"matches"` // of each variant
	Played     int              `json:"played"`
	Final      bool             `json:"final"` // all is played; before that there are no verdicts
	Sound      bool             `json:"sound"` // without it there are no findings
	Answers    []string         `json:"answers"`
	Findings   []FindingSummary `json:"findings,omitempty"`
}

// FindingSummary is a finding for programs. Numbers that do not exist are null.
type FindingSummary struct {
	Bots       string      `json:"bots"`
	Variant    string      `json:"variant"`
	Metric     string      `json:"metric"`
	Units      int         `json:"units"`
	Value      [3]*float64 `json:"value"`      // the estimate and the ends of its interval
	Difference [3]*float64 `json:"difference"` // the same, to the baseline or to the number asked for
	P          *float64    `json:"p"`          // corrected
	Verdict    Verdict     `json:"verdict"`
}

// Summary puts an outcome into a form for programs.
func (t Teller) Summary(o *Outcome) Summary {
	e := o.Experiment
	s := Summary{e.Name, e.Game.Info().Name, e.Game.Info().Rules, o.Matches, o.Played, !o.Growing, o.Sound(), t.Answers(o), nil}
	if !o.Sound() {
		return s
	}
	for i := range o.Findings {
		f := &o.Findings[i]
		one := FindingSummary{
			Bots: SideNames(e.Lineups[e.Cells[f.Cell].Lineup]), Variant: e.Cells[f.Cell].Label, Metric: e.Measures[f.Measure].Value,
			Units: f.Here.N, Value: three(f.Here.Mean, f.Here.Low, f.Here.High), P: finite(f.Corrected), Verdict: f.Verdict(),
		}
		if f.Difference.N > 0 {
			one.Difference = three(f.Difference.Mean, f.Difference.Low, f.Difference.High)
		}
		s.Findings = append(s.Findings, one)
	}
	return s
}

func three(a, b, c float64) [3]*float64 { return [3]*float64{finite(a), finite(b), finite(c)} }

// finite is nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
