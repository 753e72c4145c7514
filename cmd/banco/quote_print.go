package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"banco/game"
	"banco/games/quote/odds"
)

// quoteMore is the promised answer with all the rest, for --json --more.
type quoteMore struct {
	odds.Answer
	EachA      []odds.Chance `json:"each_a"` // every contender's roll while all stand
	EachB      []odds.Chance `json:"each_b"`
	SurvivorsA []float64     `json:"survivors_a"` // chance that 0, 1, 2 … of a stand at the end
	SurvivorsB []float64     `json:"survivors_b"`
	EvenA      int           `json:"even_a,omitempty"` // with this quota a would fight on even terms
	EvenB      int           `json:"even_b,omitempty"`
	Error      float64       `json:"error"` // bound of the relative error
	Tail       float64       `json:"tail"`  // chance of more rounds than the distribution lists
	Full       *odds.Answer  `json:"full,omitempty"`
}

// quote answers, as JSON or in sentences and bars.
func (c *cli) quote(fight odds.Fight, f *quoteFlags) error {
	r, err := odds.Analyse(fight)
	if err != nil {
		return usageError{err}
	}
	if f.asJSON && !f.more {
		return encode(c.out, r.Answer)
	}
	var even [2]int
	for side := range even {
		e, err := odds.EvenFor(fight, side)
		if err == nil && e != nil {
			even[side] = e.Quota // where some quota is too much to work out, none is named
		}
	}
	var full *odds.Report
	if f.full != "" {
		other, err := f.byFullRules(fight)
		if err != nil {
			return usageError{err}
		}
		if full, err = odds.Analyse(other); err != nil {
			return usageError{err}
		}
	}
	if f.asJSON {
		m := quoteMore{Answer: r.Answer, EachA: r.Each[0], EachB: r.Each[1], SurvivorsA: r.Survivors[0], SurvivorsB: r.Survivors[1],
			EvenA: even[0], EvenB: even[1], Error: r.Error, Tail: r.Tail}
		if full != nil {
			m.Full = &full.Answer
		}
		return encode(c.out, m)
	}
	c.printOdds(r, even, full)
	return nil
}

// printOdds tells a report with bars.
func (c *cli) printOdds(r *odds.Report, even [2]int, full *odds.Report) {
	for side, name := range []string{"a", "b"} {
		for i, x := range r.Each[side] {
			who := name
			if len(r.Each[side]) > 1 {
				who += strconv.Itoa(i + 1)
			}
			if x.Quota == 0 {
				fmt.Fprintln(c.out, c.text("cli.quote.defends", who))
				continue
			}
			fmt.Fprintln(c.out, c.text("cli.quote.roll", who, x.Quota, c.percent(x.Hit+x.Critical), c.percent(x.Miss+x.Fumble+x.Zero), c.percent(x.Tris())))
		}
	}
	c.printFirst(c.text("cli.quote.first"), r.First)
	fmt.Fprintln(c.out, "\n"+c.text("cli.quote.rounds", c.number(r.Round.Mean, 2), r.Round.Median, r.Round.P90))
	c.printRounds(r.Round.Distribution)
	for side, name := range []string{"a", "b"} {
		if s := r.Survivors[side]; len(s) > 2 {
			fmt.Fprintln(c.out, "\n"+c.text("cli.quote.survivors", name))
			for i, p := range s {
				c.bar(strconv.Itoa(i), p, 1)
			}
		}
	}
	fmt.Fprintln(c.out)
	for side, name := range []string{"a", "b"} {
		if even[side] > 0 {
			fmt.Fprintln(c.out, c.text("cli.quote.even", name, even[side]))
		}
	}
	if full != nil {
		c.printFirst(c.text("cli.quote.full"), full.First)
		fmt.Fprintln(c.out, "\n"+c.text("cli.quote.rounds", c.number(full.Round.Mean, 2), full.Round.Median, full.Round.P90))
		c.printRounds(full.Round.Distribution)
		fmt.Fprintln(c.out, "\n"+c.texts.Printer(c.lang).Text(game.Msg("quote.odds.untested")))
	}
}

func (c *cli) printFirst(title string, f odds.First) {
	fmt.Fprintln(c.out, "\n"+title)
	c.bar("a", f.A, 1)
	c.bar("b", f.B, 1)
	c.bar(c.text("cli.quote.both"), f.Both, 1)
}

const (
	maxBars  = 20 // lines of a plot
	barWidth = 40
)

// printRounds draws how likely each round is to be the last. Many rounds are
// taken together, as many to a line, up to where nearly nothing is left; the
// last line has all the rest.
func (c *cli) printRounds(p []float64) {
	end, sum := 0, 0.0
	for end < len(p) && sum < 0.99 {
		sum += p[end]
		end++
	}
	per := (end + maxBars - 1) / maxBars
	var lines []float64
	most := 0.0
	for from := 0; from < end; from += per {
		share := 0.0
		for _, x := range p[from:min(from+per, end)] {
			share += x
		}
		lines = append(lines, share)
		most = max(most, share)
	}
	for i, share := range lines {
		label := strconv.Itoa(i*per + 1)
		if last := min((i+1)*per, end); last > i*per+1 {
			label += "–" + strconv.Itoa(last)
		}
		c.bar(label, share, most)
	}
	rest := 0.0
	for _, x := range p[end:] {
		rest += x
	}
	if rest > 0 {
		c.bar(strconv.Itoa(end+1)+" …", rest, most)
	}
}

// bar draws a share of a whole with its label and its per cent.
func (c *cli) bar(label string, share, whole float64) {
	eighths := 0
	if whole > 0 {
		eighths = int(math.Round(min(share/whole, 1) * barWidth * 8))
	}
	blocks := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		blocks += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	fmt.Fprintln(c.out, strings.TrimRight(fmt.Sprintf("  %-9s %7s  %s", label, c.percent(share), blocks), " "))
}

// number writes a number as the language does.
func (c *cli) number(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if c.lang == "it" {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

func (c *cli) percent(p float64) string { return c.number(100*p, 1) + " %" }
