package lab

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"banco/lab/stats"
)

// What a run leaves in its folder besides the results.
const (
	ReportFile = "report.html"
	TableFile  = "table.csv"
)

//go:embed report.html.tmpl
var pageText string

var page = template.Must(template.New("report").Parse(pageText))

// report is what the page shows.
type report struct {
	Teller
	Lang, Kicker, Title, Question string
	Answers                       []string
	Sound                         bool
	Groups                        []Group
	Check                         string
	How                           []string
	Words                         [][2]string
	Command, Source               string
}

// Group is one line-up's part of a report.
type Group struct {
	Title      string
	Besides    []string  // what the measures after the first say; none while it grows
	Plots      []Picture // of the measures; then, of what is measured by round, once it does not grow any more
	Findings   Sheet     // what was asked
	Everything Sheet     // all that was measured, a column for each cell; empty while it grows
}

// Picture is a plot as an SVG element, in the colours --c0 to --c6 and --ink of
// the page around it.
type Picture struct {
	Picture template.HTML
	Caption string
}

// Sheet is a table in words; the first cell of a row names it.
type Sheet struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// Write puts the report and the table into a folder. They depend on the outcome
// and the language alone.
func (t Teller) Write(o *Outcome, dir string) error {
	html, err := t.Page(o)
	if err != nil {
		return err
	}
	if err := WriteFile(filepath.Join(dir, ReportFile), html); err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, TableFile), Table(o))
}

// Page is the report: one HTML file that needs no other. When the self-check
// has found a fault it holds no figures, only what is wrong.
func (t Teller) Page(o *Outcome) ([]byte, error) {
	e := o.Experiment
	r := report{
		Teller: t, Lang: t.Lang(), Title: e.Title.In(t.Lang()), Question: e.Question.In(t.Lang()),
		Kicker:  t.T("lab.report.kicker", t.T(e.Game.Info().Name+".name"), o.Played, len(e.CellsOf(0))*len(e.Lineups)),
		Answers: t.Answers(o), Sound: o.Sound(),
		Check:   t.checked(o),
		Command: t.Command(e),
		Source:  string(e.Source),
	}
	r.Groups = t.Groups(o)
	for _, key := range []string{"seeds", "intervals", "holm", "stopping"} {
		if key != "stopping" || e.Tight > 0 {
			r.How = append(r.How, t.T("lab.report.how."+key, o.Matches, len(o.Findings)))
		}
	}
	for _, metric := range e.Metrics {
		r.Words = append(r.Words, [2]string{t.T("lab.metric." + metric), t.T("lab.metric." + metric + ".help")})
	}
	var out bytes.Buffer
	if err := page.Execute(&out, r); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Command is what gives the same numbers in a terminal, from the folder that
// holds the experiment's file.
func (t Teller) Command(e *Experiment) string {
	return fmt.Sprintf("banco lab run %s --matches %d --lang %s", e.File, e.Matches, t.Lang())
}

func (t Teller) checked(o *Outcome) string {
	if o.Sound() {
		return t.T("lab.report.check.sound", o.Checked, t.P(o.CheckedP))
	}
	return t.T("lab.report.check.faults", len(o.Faults))
}

// Groups are the figures of a report, by line-up; none without a sound
// self-check.
func (t Teller) Groups(o *Outcome) (groups []Group) {
	for lineup := range o.Experiment.Lineups {
		if o.Sound() {
			groups = append(groups, t.group(o, lineup))
		}
	}
	return groups
}

func (t Teller) group(o *Outcome, lineup int) Group {
	e := o.Experiment
	g := Group{Title: t.T("lab.report.among", t.Lineup(e.Lineups[lineup]))}
	for m := range e.Measures {
		g.Plots = append(g.Plots, t.measured(o, lineup, m))
	}
	g.Findings = t.findings(o, lineup)
	if o.Growing { // what was asked is enough to see it grow, and comes anew every second
		return g
	}
	g.Plots = append(g.Plots, t.overRounds(o, lineup)...)
	for m := 1; m < len(e.Measures); m++ {
		g.Besides = append(g.Besides, t.answerOf(o, lineup, m))
	}
	g.Everything = t.everything(o, lineup)
	return g
}

// measured draws one measure, cell by cell.
func (t Teller) measured(o *Outcome, lineup, measure int) Picture {
	e := o.Experiment
	var labels []string
	var values []stats.Interval
	mark, bases := math.NaN(), 0
	for _, f := range o.Findings {
		if f.Measure != measure || e.Cells[f.Cell].Lineup != lineup {
			continue
		}
		labels, values = append(labels, t.Cell(e, f.Cell)), append(values, f.Here)
		if f.Cell == e.Cells[f.Cell].Base && f.Here.N > 0 {
			mark = f.Here.Mean
			bases++
		}
	}
	if bases > 1 {
		mark = math.NaN() // several, so no one line
	}
	m := e.Measures[measure]
	if m.Against != nil {
		mark = *m.Against
	}
	share := isShare(m.Value)
	name := t.Value(e, m.Value)
	unit := ""
	if share {
		unit = "%"
	}
	caption := t.T("lab.report.caption.measure", capital(name))
	if len(e.Axes) > 0 {
		caption = t.T("lab.report.caption.by", capital(name), t.axes(e))
	}
	if !math.IsNaN(mark) {
		caption += " " + t.T("lab.report.caption.line")
	}
	return Picture{template.HTML(t.whiskers(labels, values, share, mark, unit)), caption} // drawn here; the drawing escapes the labels
}

func (t Teller) axes(e *Experiment) string {
	var names []string
	for a := range e.Axes {
		names = append(names, t.Axis(e, a))
	}
	return strings.Join(names, separator)
}

// overRounds draws whatever is measured round by round.
func (t Teller) overRounds(o *Outcome, lineup int) (pictures []Picture) {
	e := o.Experiment
	cells := e.CellsOf(lineup)
	if len(cells) > maxLines {
		cells = cells[:maxLines]
	}
	byMetric := map[string][]float64{}
	var order []string
	for _, value := range o.ValuesOf(lineup) {
		metric, part, ok := strings.Cut(value, ".")
		n, err := strconv.Atoi(strings.TrimPrefix(part, "r"))
		if !ok || err != nil || part[0] != 'r' {
			continue
		}
		if byMetric[metric] == nil {
			order = append(order, metric)
		}
		byMetric[metric] = append(byMetric[metric], float64(n))
	}
	for _, metric := range order {
		rounds := byMetric[metric]
		if len(rounds) < 2 {
			continue
		}
		var names []string
		var values [][]stats.Interval
		for _, c := range cells {
			var row []stats.Interval
			for _, r := range rounds {
				row = append(row, o.Summaries[c][fmt.Sprintf("%s.r%d", metric, int(r))])
			}
			names, values = append(names, t.Cell(e, c)), append(values, row)
		}
		caption := t.T("lab.report.caption.rounds", capital(t.T("lab.metric."+metric)))
		if len(e.CellsOf(lineup)) > len(cells) {
			caption += " " + t.T("lab.report.caption.first", len(cells))
		}
		drawn := t.lines(names, rounds, values, isShare(metric), t.T("lab.report.round"))
		pictures = append(pictures, Picture{template.HTML(drawn), caption})
	}
	return pictures
}

// findings is the table of what was asked.
func (t Teller) findings(o *Outcome, lineup int) Sheet {
	e := o.Experiment
	tab := Sheet{Caption: t.T("lab.report.table.findings"), Head: []string{
		t.T("lab.column.cell"), t.T("lab.column.measure"), t.T("lab.column.value"), t.T("lab.column.difference"), t.T("lab.column.p"), t.T("lab.column.verdict")}}
	for i := range o.Findings {
		f := &o.Findings[i]
		if e.Cells[f.Cell].Lineup != lineup {
			continue
		}
		tab.Rows = append(tab.Rows, t.Row(o, f))
	}
	return tab
}

// Row is a finding as the cells of a table: cell, measure, value, difference,
// corrected p-value, verdict.
func (t Teller) Row(o *Outcome, f *Finding) []string {
	e := o.Experiment
	m := e.Measures[f.Measure]
	share := isShare(m.Value)
	return []string{t.Cell(e, f.Cell), t.Value(e, m.Value), t.Estimate(f.Here, share),
		t.Difference(f.Difference, share), t.P(f.Corrected), t.T("lab.verdict." + string(f.Verdict()))}
}

// everything is the table of all that was measured, a column for each cell.
func (t Teller) everything(o *Outcome, lineup int) Sheet {
	e := o.Experiment
	cells := e.CellsOf(lineup)
	tab := Sheet{Caption: t.T("lab.report.table.everything"), Head: []string{t.T("lab.column.measure")}}
	for _, c := range cells {
		tab.Head = append(tab.Head, t.Cell(e, c))
	}
	for _, value := range o.ValuesOf(lineup) {
		row := []string{t.Value(e, value)}
		for _, c := range cells {
			row = append(row, t.Estimate(o.Summaries[c][value], isShare(value)))
		}
		tab.Rows = append(tab.Rows, row)
	}
	return tab
}

// Table is everything as CSV, one line for each cell and value: the estimate and
// its interval, and the difference to the baseline under the same dice. Without
// a sound self-check it has its head alone.
func Table(o *Outcome) []byte {
	e := o.Experiment
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	line := func(fields ...string) {
		if err := w.Write(fields); err != nil {
			panic(err) // memory does not fail
		}
	}
	line("bots", "cell", "value", "units", "mean", "low", "high", "difference", "difference_low", "difference_high", "p")
	for lineup, levels := range e.Lineups {
		if !o.Sound() {
			break
		}
		for _, c := range e.CellsOf(lineup) {
			for _, value := range o.ValuesOf(lineup) {
				i, ok := o.Summaries[c][value]
				if !ok {
					continue
				}
				fields := []string{SideNames(levels), e.Cells[c].Label, value, strconv.Itoa(i.N), plain(i.Mean), plain(i.Low), plain(i.High), "", "", "", ""}
				if base := e.Cells[c].Base; c != base {
					d, p := stats.Difference(o.paired(c, base, value), isChance(value))
					copy(fields[7:], []string{plain(d.Mean), plain(d.Low), plain(d.High), plain(p)})
				}
				line(fields...)
			}
		}
	}
	w.Flush()
	return out.Bytes()
}

func plain(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 8, 64)
}
