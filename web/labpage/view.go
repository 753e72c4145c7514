package labpage

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"banco/game"
	"banco/lab"
	"banco/lab/runs"
	"banco/web/ui"
)

// Study is an experiment that comes with Banco.
type Study struct {
	*lab.Experiment
	Report bool // it has one that comes along
	Most   int  // matches of a cell that may be started here
}

// List is what the lab's first page shows.
type List struct {
	Teller  lab.Teller
	Studies []Study
	Runs    []*runs.Run
	Open    bool   // whether runs may be started here
	Wrong   string // the study whose start was refused,
	Typed   string // with so many matches,
	Refusal Refusal
}

// Refusal is why something was not done.
type Refusal struct {
	Sentence string // "" where all is well
	Field    string // which field is at fault, if one is
	Run      string // the run that is in the way, if one is
}

// Own is a question of one's own in the making.
type Own struct {
	Draft    *Draft
	Games    []game.Game     // those that can be asked about
	Measures []string        // values of the game
	Words    *lab.Experiment // of the draft's game, for their names
	Teller   lab.Teller
	Limits   runs.Limits
	Open     bool
	Refusal  Refusal
	Sent     bool            // it answers somebody who wanted it played
	Asked    *lab.Experiment // what the draft asks; nil where something is wrong
}

// One is what a run's page shows.
type One struct {
	Run     *runs.Run
	Teller  lab.Teller
	Groups  []lab.Group // figures; none where there are none yet
	Open    bool
	Refusal Refusal
}

// Address is where a run is.
func Address(id string) string { return RunPath + "/" + id }

// gameName is what people call a game.
func gameName(p *ui.Page, name string) string { return p.T(name + ".name") }

// title is a run's or a study's title in the page's language.
func title(p *ui.Page, w lab.Words) string { return w.In(p.Lang) }

// lineups names who plays, line-up by line-up.
func lineups(t lab.Teller, e *lab.Experiment) string {
	var names []string
	for _, levels := range e.Lineups {
		names = append(names, t.Lineup(levels))
	}
	return strings.Join(names, "; ")
}

// variants is how many ways to play an experiment compares with each line-up.
func variants(e *lab.Experiment) int { return len(e.CellsOf(0)) }

// stateKey is the sentence for how a run stands.
func stateKey(r *runs.Run) string {
	if r.State == runs.Done && !r.Sound {
		return "web.lab.state.unsound"
	}
	return "web.lab.state." + string(r.State)
}

// left says about how long a run still takes, "" for no idea.
func left(p *ui.Page, d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < 90*time.Second:
		return p.T("web.lab.left.seconds", max(1, int((d+time.Second/2)/time.Second)))
	}
	return p.T("web.lab.left.minutes", int((d+time.Minute/2)/time.Minute))
}

// when is a moment in the server's time.
func when(p *ui.Page, t time.Time) string {
	t = t.Local()
	return p.T("web.lab.when", t.Day(), int(t.Month()), t.Format("15:04"))
}

// percent is how much of a run is played.
func percent(r *runs.Run) int {
	if r.Total == 0 {
		return 0
	}
	return min(100, 100*r.Played/r.Total)
}

// pageTitle is the title of the browser's tab.
func pageTitle(p *ui.Page, r *runs.Run) string {
	if r.State == runs.Running {
		return p.T("web.lab.tab", percent(r), title(p, r.Title)) + " · Banco"
	}
	return title(p, r.Title) + " · Banco"
}

// Title is the same for the page's head.
func (v *One) Title(p *ui.Page) string { return strings.TrimSuffix(pageTitle(p, v.Run), " · Banco") }

// own tells whether an experiment's file is somebody's own: to repeat it, the file
// is needed.
func own(r *runs.Run) bool { return strings.HasSuffix(r.File, ".toml") }

// file is the address of one of a run's files.
func file(p *ui.Page, r *runs.Run, name string) string { return p.Link(Address(r.ID) + "/" + name) }

// allowed says what an option takes, for its values' field.
func (v *Own) allowed(p *ui.Page) string {
	o := v.Draft.Option
	usual := strings.Join(suggested(o), ", ")
	switch o.Kind {
	case game.KindChoice:
		return p.T("web.lab.own.values.choice", v.choice(p, o.Default))
	case game.KindInt:
		usual, _ := o.Default.(int)
		return p.T("web.lab.own.values.int", o.Min, o.Max, usual)
	case game.KindInts:
		if usual == "[]" {
			return p.T("web.lab.own.values.ints_free", o.Min, o.Max)
		}
		return p.T("web.lab.own.values.ints", o.Min, o.Max, usual)
	}
	return p.T("web.lab.own.values.json")
}

// choice is a choice of the draft's option in words.
func (v *Own) choice(p *ui.Page, c any) string {
	word, _ := c.(string)
	if key := v.Draft.Game.Info().Name + ".option." + v.Draft.Option.Name + "." + word; p.Knows(key) {
		return p.T(key)
	}
	return word
}

// measureGroup is a metric with its values, for the list to choose from.
type measureGroup struct {
	Metric string
	Values []string
}

// measures are the values by metric; those of one value stand alone.
func (v *Own) measures() (groups []measureGroup) {
	for _, value := range v.Measures {
		metric, _, _ := strings.Cut(value, ".")
		if n := len(groups); n > 0 && groups[n-1].Metric == metric {
			groups[n-1].Values = append(groups[n-1].Values, value)
			continue
		}
		groups = append(groups, measureGroup{metric, []string{value}})
	}
	return groups
}

// loud is the refusal as it stands above the form: always when a run was asked
// for, else only what has no place beside a field.
func (v *Own) loud() Refusal {
	if v.Sent || v.Refusal.Field == "" {
		return v.Refusal
	}
	return Refusal{}
}

// wrong is why a field will not do, "" when it is not the one that was refused.
func (v *Own) wrong(field string) string {
	if v.Refusal.Field == field {
		return v.Refusal.Sentence
	}
	return ""
}

// lineup is a line-up of the form in words.
func (v *Own) lineup(p *ui.Page, text string) string {
	levels := strings.Split(text, ",")
	if len(levels) == 1 {
		return p.T("web.lab.own.all", v.Teller.Lineup(levels))
	}
	return p.T("web.lab.own.against", v.Teller.Lineup(levels[:1]), v.Teller.Lineup(levels[1:]))
}

// choices are those of the option, and what was sent even when it is none of them.
func (v *Own) choices() []string {
	list := slices.Clone(v.Draft.Option.Choices)
	for _, c := range v.Draft.Values {
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// text is what stands in a values' field.
func (v *Own) text() string { return strings.Join(v.Draft.Values, "\n") }

// measureHelp says what the chosen measure is.
func (v *Own) measureHelp(p *ui.Page) string {
	metric, _, _ := strings.Cut(v.Draft.Measure, ".")
	if key := "lab.metric." + metric + ".help"; p.Knows(key) {
		return p.T(key)
	}
	return ""
}

// cost says how many matches that is in all, and how many are allowed.
func (v *Own) cost(p *ui.Page) string {
	if v.Asked == nil {
		return p.T("web.lab.own.most", v.Limits.Matches)
	}
	return p.T("web.lab.own.cost", v.Asked.Total(), v.Limits.Matches)
}

// lines is how many lines a text has.
func lines(text []byte) int { return 1 + bytes.Count(text, []byte("\n")) }

// What a run's page can say of its question.
const (
	saysNothing = iota // it was stopped before there was anything
	saysSoon
	saysNotYet
	saysAnswer
	saysOutdated // what was found is in the report alone
)

func (v *One) says() int {
	switch o := v.Run.Outcome; {
	case o != nil && !o.Growing:
		return saysAnswer
	case v.Run.State == runs.Done:
		return saysOutdated
	case o != nil:
		return saysNotYet
	case v.Run.State == runs.Running:
		return saysSoon
	}
	return saysNothing
}

// columns are a finding's cells that the page shows: which measure stands above
// its rows, and while a run grows there is nothing to judge by.
func (v *One) columns(row []string) []string {
	out := slices.Delete(slices.Clone(row), measureColumn, measureColumn+1)
	if v.says() == saysNotYet {
		out = out[:len(out)-2]
	}
	return out
}

// none stands in a table where there is no number.
const none = "–"

// measureColumn is where a finding's row names its measure.
const measureColumn = 1

// measured are the rows of one measure.
type measured struct {
	Name string
	Rows [][]string
}

// byMeasure parts a table of findings by what is measured, in its order.
func (v *One) byMeasure(p *ui.Page, s lab.Sheet) (parts []measured) {
	e := v.Run.Experiment
	each := len(s.Rows) / len(e.Measures)
	for i, m := range e.Measures {
		name := v.Teller.Value(e, m.Value)
		if m.Against != nil {
			name = p.T("web.lab.against", name, v.Teller.Number(*m.Against, m.Value))
		}
		parts = append(parts, measured{name, s.Rows[i*each : (i+1)*each]})
	}
	return parts
}
