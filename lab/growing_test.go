package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games"
	"banco/lab/stats"
)

// glanced plays an experiment and gives every glance at it, with the outcome.
func glanced(t *testing.T, e *Experiment, dir string) (glimpses []*Outcome, last *Outcome) {
	t.Helper()
	s, err := openStore(e, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	grown := Runner{Growing: func(o *Outcome) { glimpses = append(glimpses, o) }}.growth(e, s)
	for unit := range e.Matches {
		for cell := range e.Cells {
			if unit >= e.Cells[cell].units(e.Matches) {
				continue
			}
			lines, err := e.unit(context.Background(), cell, unit)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.add(cell, lines); err != nil {
				t.Fatal(err)
			}
			grown.due = time.Time{} // as if a second had passed
			grown.look()
		}
	}
	return glimpses, weigh(e, s, e.Matches)
}

// While a run grows there are estimates and nothing to judge by: no p-value, no
// verdict, no answer, whatever the numbers look like. The last glance has the
// numbers of the end.
func TestGrowingRunGivesNoVerdict(t *testing.T) {
	e := study(t, "growing", riggedText)
	if err := e.SetMatches(120); err != nil {
		t.Fatal(err)
	}
	glimpses, last := glanced(t, e, "")
	if len(glimpses) < 50 {
		t.Fatalf("%d glances", len(glimpses))
	}
	teller := NewTeller(texts(t), "it")
	before := 0
	for _, o := range glimpses {
		if o.Matches <= before || o.Matches < firstGlance || o.Played != e.total(o.Matches) {
			t.Fatalf("%d matches after %d", o.Matches, before)
		}
		before = o.Matches
		for _, f := range o.Findings {
			if v := f.Verdict(); v != NotYet || !math.IsNaN(f.P) || !math.IsNaN(f.Corrected) {
				t.Fatalf("after %d matches: %s, p %v", o.Matches, v, f.Corrected)
			}
		}
		if said := teller.Answers(o); len(said) != 1 || said[0] != teller.T("lab.answer.not_yet") {
			t.Fatalf("%q", said)
		}
		if sum := teller.Summary(o); sum.Final || sum.Findings[0].P != nil {
			t.Fatalf("%+v", sum)
		}
	}
	final := glimpses[len(glimpses)-1]
	verdicts := map[Verdict]bool{}
	for i, f := range last.Findings {
		if final.Findings[i].Here != f.Here || final.Findings[i].Difference != f.Difference {
			t.Errorf("the last glance has %+v, the end %+v", final.Findings[i], f)
		}
		verdicts[f.Verdict()] = true
	}
	if !verdicts[More] || !verdicts[Less] {
		t.Errorf("the end has no verdicts: %v", verdicts)
	}
	if g := teller.Groups(final)[0]; len(g.Plots) != len(e.Measures) || len(g.Findings.Rows) != len(final.Findings) {
		t.Errorf("%d plots, %d rows", len(g.Plots), len(g.Findings.Rows))
	}
}

// The running service sees the same: Growing is told between the first match and
// the last, of no more than there is.
func TestRunnerShowsItGrow(t *testing.T) {
	e := study(t, "shown", riggedText)
	if err := e.SetMatches(400); err != nil {
		t.Fatal(err)
	}
	shown := 0
	o, err := Runner{Workers: 2, Growing: func(o *Outcome) {
		shown++
		if !o.Growing || o.Matches > 400 {
			t.Errorf("%+v", o)
		}
	}}.Run(context.Background(), e)
	if err != nil || shown == 0 || o.Growing {
		t.Errorf("shown %d times, %v", shown, err)
	}
}

// What a finished run found can be worked out again from its results alone, and
// what one that was cut short has found so far.
func TestResultsAreWeighedAgain(t *testing.T) {
	dir := t.TempDir()
	e := study(t, "again", klangText)
	o := run(t, e, 2, dir)
	again, err := Weigh(e, dir, o.Matches)
	if err != nil {
		t.Fatal(err)
	}
	bits := func(i stats.Interval) [4]uint64 {
		return [4]uint64{math.Float64bits(i.Mean), math.Float64bits(i.Low), math.Float64bits(i.High), uint64(i.N)}
	}
	for i, f := range o.Findings {
		g := again.Findings[i]
		if bits(f.Here) != bits(g.Here) || bits(f.Difference) != bits(g.Difference) || f.Verdict() != g.Verdict() {
			t.Errorf("%+v, again %+v", f, g)
		}
	}
	if a, b := string(Table(o)), string(Table(again)); a != b {
		t.Error("the tables differ")
	}
	so, err := Glance(e, dir)
	if err != nil || !so.Growing || so.Matches != e.Matches {
		t.Errorf("%+v, %v", so, err)
	}
	// Without its last line a unit is missing.
	path := filepath.Join(dir, ResultsFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.TrimSuffix(string(data), "\n")
	if err := os.WriteFile(path, []byte(whole[:strings.LastIndex(whole, "\n")+1]), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Weigh(e, dir, o.Matches); err == nil {
		t.Error("a match is missing, and nobody noticed")
	}
	if none, err := Glance(study(t, "again", klangText), t.TempDir()); none != nil || err != nil {
		t.Errorf("%v, %v of an empty folder", none, err)
	}
}

// A file that names itself has the same dice whatever it is called: what a
// browser saved as "name (1).toml" gives the same numbers.
func TestNamedFileKeepsItsDice(t *testing.T) {
	text := "name = \"mine-1\"\n" + strings.ReplaceAll(riggedText, "\n\t", "\n")
	a, b := study(t, "mine-1.toml", text), study(t, "mine-1 (1).toml", text)
	if a.Name != "mine-1" || b.Name != "mine-1" || a.Fingerprint() != b.Fingerprint() || b.File != "mine-1 (1).toml" {
		t.Errorf("%q %q", a.Name, b.Name)
	}
	x, y, z := a.seedsOf(3, false)
	if u, v, w := b.seedsOf(3, false); x != u || y != v || z != w {
		t.Error("their dice differ")
	}
	for _, name := range []string{"../up", "Mine", "-x", "a b", strings.Repeat("x", maxName+1)} {
		_, err := Read("x.toml", fmt.Appendf(nil, "name = %q\ntitle = { it = \"t\", en = \"t\" }\nquestion = { it = \"d\", en = \"q\" }\n%s", name, strings.ReplaceAll(riggedText, "\n\t", "\n")), findToy)
		var refused *game.Error
		if !errors.As(err, &refused) || refused.Field != "name" {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A page whose policy forbids inline styles shows a plot as it is.
func TestPlotsHaveNoInlineStyles(t *testing.T) {
	o := run(t, study(t, "styles", klangText), 2, t.TempDir())
	for _, p := range NewTeller(texts(t), "it").Groups(o)[0].Plots {
		svg := string(p.Picture)
		if strings.Contains(svg, "style=") || !strings.Contains(svg, `stroke="var(--c1)"`) || !strings.Contains(svg, `font-size="10px"`) {
			t.Errorf("%.300s", svg)
		}
	}
}

// What can be measured is what matches have: asking for any of it is accepted,
// and the sides' measures are there only where there are sides.
func TestValuesAreThoseOfTheGame(t *testing.T) {
	for _, g := range games.All() {
		name := g.Info().Name
		text := fmt.Sprintf("game = %q\nbots = [[\"random\"]]\nmatches = 20\n[[measure]]\nmetric = \"length\"\n", name)
		e, err := Read("x", []byte("title = { it = \"t\", en = \"t\" }\nquestion = { it = \"d\", en = \"q\" }\n"+text), games.Find)
		if err != nil {
			t.Fatal(err)
		}
		values, err := e.Values(context.Background(), false)
		if err != nil {
			t.Fatal(err)
		}
		if len(values) < 10 || !slices.Contains(values, "length") || !slices.Contains(values, "stakes") || slices.Contains(values, "edge") {
			t.Errorf("%s: %v", name, values)
		}
		known := metricNames(name)
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		if !reflect.DeepEqual(slices.Compact(sorted), sorted) {
			t.Errorf("%s: one stands there twice: %v", name, values)
		}
		for _, v := range values {
			if metric, _, _ := strings.Cut(v, "."); !slices.Contains(known, metric) {
				t.Errorf("%s: %s is none of its metrics", name, v)
			}
		}
		sides, err := e.Values(context.Background(), true)
		if err != nil || !slices.Contains(sides, "edge") || !slices.Contains(sides, "skill_decides") {
			t.Errorf("%s with sides: %v %v", name, sides, err)
		}
	}
}

// A bot that panics fails its match and says where, and nothing else.
func TestPanicFailsTheRun(t *testing.T) {
	e := study(t, "panic", riggedText)
	e.gauges = append(e.gauges, Gauge{Metrics: []Metric{{"length", Number}}, New: func(Setting) Probe { panic("no gauge") }})
	_, err := Runner{Workers: 2}.Run(context.Background(), e)
	if err == nil || !strings.Contains(err.Error(), "no gauge") || !strings.Contains(err.Error(), "unit 0") {
		t.Errorf("%v", err)
	}
}

// Guess plays a little and reckons the rest; it grows with the matches asked for.
func TestGuessGrowsWithTheMatches(t *testing.T) {
	e := study(t, "guess", klangText)
	var took [2]time.Duration
	for i, matches := range []int{20, 20_000} {
		if err := e.SetMatches(matches); err != nil {
			t.Fatal(err)
		}
		var err error
		if took[i], err = e.Guess(context.Background(), 200*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	if took[0] <= 0 || took[1] < 50*took[0] {
		t.Errorf("20 matches %v, a thousand times as many %v", took[0], took[1])
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Guess(ctx, time.Second); err == nil {
		t.Error("nobody waits any more, and it plays on")
	}
}
