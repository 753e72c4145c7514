package lab

import (
	"math"
	"strconv"
	"strings"

	"banco/game"
	"banco/internal/i18n"
	"banco/lab/stats"
)

// Teller puts an outcome into words.
type Teller struct {
	texts *i18n.Catalog
	p     i18n.Printer
}

// NewTeller tells in a language, from catalogues that hold this package's and
// the games'.
func NewTeller(texts *i18n.Catalog, lang string) Teller { return Teller{texts, texts.Printer(lang)} }

// T is a sentence of the catalogues.
func (t Teller) T(key string, args ...any) string { return t.p.T(key, args...) }

// Lang is the language it tells in.
func (t Teller) Lang() string { return t.p.Lang() }

// Value names a value: "points from malloppi, round 3".
func (t Teller) Value(e *Experiment, value string) string {
	metric, part, parted := strings.Cut(value, ".")
	name := t.T("lab.metric." + metric)
	if !parted {
		return name
	}
	return name + ", " + t.Part(e, part)
}

// Part names the part of a value after the dot.
func (t Teller) Part(e *Experiment, part string) string {
	n, err := strconv.Atoi(part[1:])
	switch {
	case part == "sum":
		return t.T("lab.part.sum")
	case err == nil && part[0] == 'r':
		return t.T("lab.part.round", n)
	case err == nil && part[0] == 's':
		return t.T("lab.part.seat", n)
	case err == nil && part[0] == 'p':
		return t.T("lab.part.percent", n)
	}
	if key := "lab.action." + e.Game.Info().Name + "." + part; t.texts.Has(key) {
		return t.T(key)
	}
	return part
}

// Axis names an axis: the file's own words, or the game's for the option.
func (t Teller) Axis(e *Experiment, axis int) string {
	if w := e.axes[axis]; w != nil {
		return w.In(t.Lang())
	}
	if key := e.Game.Info().Name + ".option." + e.Axes[axis]; t.texts.Has(key) {
		return t.T(key)
	}
	return e.Axes[axis]
}

// Cell is what a cell is called: its point on the grid in the file's words, or
// in the game's for its choices.
func (t Teller) Cell(e *Experiment, cell int) string {
	c := &e.Cells[cell]
	if len(c.Values) == 0 {
		return t.T("lab.cell.only") // an experiment without a grid
	}
	names := make([]string, len(c.Values))
	for i, value := range c.Values {
		names[i] = value
		if key := e.Game.Info().Name + ".option." + e.Axes[i] + "." + value; t.texts.Has(key) {
			names[i] = t.T(key)
		}
		if w := c.words[i]; w != nil {
			names[i] = w.In(t.Lang())
		}
	}
	return strings.Join(names, separator)
}

// Lineup says who plays, by level: one for all alike, or one for each side.
func (t Teller) Lineup(levels []string) string {
	names := make([]string, len(levels))
	for i, level := range levels {
		names[i] = level
		if key := "bot.level." + level; t.texts.Has(key) {
			names[i] = t.T(key)
		}
	}
	return SideNames(names)
}

// digits is how many decimals an estimate deserves: none finer than the first
// digit of the half-width of its interval, or the second where the first is a 1.
func digits(half float64) int {
	if math.IsInf(half, 0) || math.IsNaN(half) || half <= 0 {
		return 1
	}
	return min(6, max(0, -int(math.Floor(math.Log10(half/2)))))
}

// number writes a number with the language's comma and a real minus.
func (t Teller) number(x float64, decimals int) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "+∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	s = strings.Replace(s, "-", "−", 1)
	if t.Lang() == "it" {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// figures are an estimate and the ends of its interval, with as many decimals
// as it deserves. With sign a plus is written too.
func (t Teller) figures(i stats.Interval, share, sign bool) (mean, low, high string) {
	scale, unit := 1.0, ""
	if share {
		scale = 100
		if !sign {
			unit = "%"
		}
	}
	decimals := digits(i.Half() * scale)
	write := func(x float64) string {
		s := t.number(x*scale, decimals)
		if sign && x > 0 && !strings.HasPrefix(s, "+") {
			s = "+" + s
		}
		return s + unit
	}
	return write(i.Mean), write(i.Low), write(i.High)
}

// EstimateOf is Estimate with the kind that the value has.
func (t Teller) EstimateOf(value string, i stats.Interval) string {
	return t.Estimate(i, isShare(value))
}

// Number writes a number as the value's are written.
func (t Teller) Number(x float64, value string) string {
	if isShare(value) {
		return t.number(100*x, 1) + "%"
	}
	return t.number(x, 2)
}

// Estimate writes "53% (50% … 56%)", or "–" where there is none.
func (t Teller) Estimate(i stats.Interval, share bool) string {
	if i.N == 0 {
		return "–"
	}
	mean, low, high := t.figures(i, share, false)
	return mean + " (" + low + " … " + high + ")"
}

// Difference writes "+3.1 (+0.4 … +5.8)": points of a percentage for shares.
func (t Teller) Difference(i stats.Interval, share bool) string {
	if i.N == 0 {
		return "–"
	}
	mean, low, high := t.figures(i, share, true)
	return mean + " (" + low + " … " + high + ")"
}

// P writes a p-value.
func (t Teller) P(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 0.0001:
		return "< " + t.number(0.0001, 4)
	}
	return t.number(p, 4)
}

// Fault says why there is no verdict.
func (t Teller) Fault(m game.Message) string { return t.p.Text(m) }
