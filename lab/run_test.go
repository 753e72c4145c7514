package lab

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/bot"
	"banco/dice"
	"banco/game"
	"banco/games"
	"banco/internal/i18n"
	"banco/lab/stats"
)

func texts(t testing.TB) *i18n.Catalog {
	t.Helper()
	sources := []fs.FS{Texts(), bot.Texts(), toy{}.Texts()}
	for _, g := range games.All() {
		sources = append(sources, g.Texts())
	}
	c, err := i18n.Load(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// run plays an experiment into a folder and writes its report.
func run(t testing.TB, e *Experiment, workers int, dir string) *Outcome {
	t.Helper()
	o, err := Runner{Workers: workers, Dir: dir}.Run(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if err := NewTeller(texts(t), "it").Write(o, dir); err != nil {
		t.Fatal(err)
	}
	return o
}

// folder reads every file of a folder.
func folder(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range entries {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name()] = string(data)
	}
	return files
}

func sameFolders(t *testing.T, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s differs", name)
			}
		}
		t.Errorf("files %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// One experiment with 1, 2 and 5 workers: results, table and report are the same
// to the last byte.
func TestSameResultsForAnyNumberOfWorkers(t *testing.T) {
	var want map[string]string
	for _, workers := range []int{1, 2, 5} {
		dir := t.TempDir()
		o := run(t, study(t, "workers", klangText), workers, dir)
		if !o.Sound() {
			t.Fatalf("faults: %v", o.Faults)
		}
		got := folder(t, dir)
		if want == nil {
			want = got
			continue
		}
		sameFolders(t, got, want)
	}
}

// labDir names the folder for the process that is going to be killed.
const labDir = "BANCO_TEST_LAB_DIR"

// TestHelperLab is that process; run by itself it does nothing.
func TestHelperLab(t *testing.T) {
	if dir := os.Getenv(labDir); dir != "" {
		run(t, study(t, "killed", killedText), 2, dir)
	}
}

const killedText = `
	game = "klang"
	bots = [["random"]]
	matches = 250
	[grid]
	progression = [[1, 3, 6], [1, 2, 3]]
	[[measure]]
	metric = "lead_changes"
	`

// A run that is killed with -9 in the middle, twice, and started again ends with
// the same bytes as an undisturbed one.
func TestKilledRunGoesOnAsIfNothingHadHappened(t *testing.T) {
	undisturbed, dir := t.TempDir(), t.TempDir()
	run(t, study(t, "killed", killedText), 2, undisturbed)
	results := filepath.Join(dir, ResultsFile)
	for _, most := range []int64{40_000, 120_000} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestHelperLab$")
		cmd.Env = append(os.Environ(), labDir+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
			if info, err := os.Stat(results); err == nil && info.Size() > most {
				break
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Skip("the run was over before it could be killed")
		}
	}
	// What a process leaves that dies while it writes.
	f, err := os.OpenFile(results, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"cell":"random,random | 1/3/6","unit":9,"sco`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	run(t, study(t, "killed", killedText), 1, dir)
	sameFolders(t, folder(t, dir), folder(t, undisturbed))
}

// A side that rolls a die more is found out, with the right sign, and the
// intervals cover the exact values; even sides are not told apart.
func TestKnownAnswerIsRecovered(t *testing.T) {
	o := run(t, study(t, "rigged", riggedText), 2, t.TempDir())
	if !o.Sound() {
		t.Fatalf("faults: %v", o.Faults)
	}
	want := []struct {
		exact   float64
		verdict Verdict
	}{{0.5, Same}, {exactEdge(3, 2), More}, {exactEdge(2, 3), Less}}
	for i, f := range o.Findings {
		if f.Verdict() != want[i].verdict {
			t.Errorf("%s: %s, want %s", o.Experiment.Cells[f.Cell].Label, f.Verdict(), want[i].verdict)
		}
		if !f.Here.Holds(want[i].exact) || f.Here.Half() > 0.02 {
			t.Errorf("%s: %+v does not hold %v", o.Experiment.Cells[f.Cell].Label, f.Here, want[i].exact)
		}
		t.Logf("%s: %.4f (%.4f to %.4f), exactly %.4f", o.Experiment.Cells[f.Cell].Label, f.Here.Mean, f.Here.Low, f.Here.High, want[i].exact)
	}
}

// In Klang, too, a side whose robots have a part more, and so roll a die more,
// is found to win more.
func TestDieMoreIsFoundInKlang(t *testing.T) {
	o := run(t, study(t, "klang die", `
	game = "klang"
	bots = [["greedy"]]
	matches = 240
	per_seat = ["rosters"]
	[options]
	closing = "alternate"
	rosters = [
	  [{ name = "A", parts = [{ kind = "torso" }, { kind = "arm" }, { kind = "arm" }, { kind = "head" }, { kind = "backpack" }] }],
	  [{ name = "B", parts = [{ kind = "torso" }, { kind = "arm" }] }]]
	[[measure]]
	metric = "edge"
	against = 0.5
	`), 2, t.TempDir())
	if f := o.Findings[0]; !o.Sound() || f.Verdict() != More {
		t.Errorf("%+v, faults %v", f, o.Faults)
	}
}

// counting is a gauge that breaks the rules: what it notes depends on how many
// matches were played before.
func counting(n *float64) Gauge {
	return Gauge{Metrics: []Metric{{"length", Number}}, New: func(Setting) Probe { return &countingProbe{n} }}
}

type countingProbe struct{ n *float64 }

func (*countingProbe) Before(*Moment) {}
func (p *countingProbe) Close(_ game.State, _ int, note func(string, float64)) {
	*p.n++
	note("length", *p.n)
}

// When two equal cells differ, or a match does not come out the same twice, no
// verdict is given: no figures in the report, the table or the answer.
func TestNoVerdictWhenTheSelfCheckFails(t *testing.T) {
	e := study(t, "unsound", `
	game = "toy"
	bots = [["random"]]
	matches = 100
	[[measure]]
	metric = "length"
	`)
	n := 0.0
	e.gauges = []Gauge{counting(&n)}
	dir := t.TempDir()
	o := run(t, e, 1, dir)
	if o.Sound() {
		t.Fatal("the self-check is content")
	}
	teller := NewTeller(texts(t), "en")
	answers := strings.Join(teller.Answers(o), "\n")
	if !strings.Contains(answers, "No verdict") || !strings.Contains(answers, "does not come out the same") {
		t.Errorf("it answers %q", answers)
	}
	files := folder(t, dir)
	if strings.Contains(files[ReportFile], "<figure>") || strings.Count(files[TableFile], "\n") != 1 || teller.Summary(o).Findings != nil {
		t.Error("figures are shown all the same")
	}
}

// The self-check itself: equal cells that are made to differ are named.
func TestEqualCellsThatDifferAreNamed(t *testing.T) {
	e := study(t, "shifted", riggedText)
	if err := e.SetMatches(200); err != nil {
		t.Fatal(err)
	}
	e.Cells[len(e.Cells)-1].configs = e.Cells[1].configs // the check plays another cell's options
	o, err := Runner{Workers: 1}.Run(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if o.Sound() || o.Faults[0].Key != "lab.fault.differs" {
		t.Errorf("faults: %v", o.Faults)
	}
}

// The self-check cries wolf no more often than it says: never in 60 sound runs.
func TestSelfCheckIsContentWithSoundRuns(t *testing.T) {
	for i := range 60 {
		e := study(t, "sound"+strings.Repeat("x", i), riggedText)
		if err := e.SetMatches(100); err != nil {
			t.Fatal(err)
		}
		o, err := Runner{Workers: 1}.Run(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		if !o.Sound() {
			t.Errorf("run %d: %v", i, o.Faults)
		}
	}
}

// A run stops as soon as its intervals are as narrow as asked for, at one of the
// fixed looks, and they are.
func TestRunStopsWhenTightEnough(t *testing.T) {
	e := study(t, "tight", strings.Replace(riggedText, "matches = 4000", "matches = 8000\n\ttight = 0.02", 1))
	o, err := Runner{Workers: 2}.Run(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	if o.Matches != 2000 && o.Matches != 4000 {
		t.Errorf("it stopped at %d matches", o.Matches)
	}
	for _, f := range o.Findings {
		if f.Difference.Half() > 0.02 {
			t.Errorf("half-width %v", f.Difference.Half())
		}
	}
}

// Stopping by width keeps the promise of the intervals: over 300 experiments the
// truth is inside about 95 times in 100.
func TestStoppingKeepsTheIntervalsHonest(t *testing.T) {
	held, all, early := 0, 0, 0
	for i := range 300 {
		e := study(t, "honest"+strings.Repeat("x", i), `
		game = "toy"
		bots = [["random"]]
		matches = 400
		tight = 0.06
		per_seat = ["dice"]
		[options]
		dice = [3, 2]
		[[measure]]
		metric = "edge"
		`)
		o, err := Runner{Workers: 1}.Run(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		all++
		if o.Matches < 400 {
			early++
		}
		if o.Findings[0].Here.Holds(exactEdge(3, 2)) {
			held++
		}
	}
	if share := float64(held) / float64(all); share < 0.92 || early == 0 {
		t.Errorf("the truth is inside %.3f of the intervals; %d runs stopped early", share, early)
	}
}

// Results of another experiment are not mixed in, and damage is told.
func TestForeignAndDamagedResultsAreRefused(t *testing.T) {
	dir := t.TempDir()
	e := study(t, "mine", riggedText)
	if err := e.SetMatches(20); err != nil {
		t.Fatal(err)
	}
	run(t, e, 1, dir)
	refused := func(e *Experiment, code string) {
		t.Helper()
		_, err := Runner{Dir: dir}.Run(context.Background(), e)
		var refusal *game.Error
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("%v, want %s", err, code)
		}
	}
	refused(study(t, "other", riggedText), "other_results")
	refused(study(t, "mine", strings.Replace(riggedText, "[3, 2]", "[4, 2]", 1)), "other_results")
	path := filepath.Join(dir, ResultsFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(data, []byte(`"unit":3`), []byte(`"unit":x`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(e, "damaged")
}

// A run can be extended: what is there is taken, and the sum is what a longer
// run would have given.
func TestLongerRunBuildsOnAShorterOne(t *testing.T) {
	dir, whole := t.TempDir(), t.TempDir()
	e := study(t, "longer", riggedText)
	for _, n := range []int{40, 120} {
		if err := e.SetMatches(n); err != nil {
			t.Fatal(err)
		}
		run(t, e, 1, dir)
	}
	run(t, e, 2, whole)
	sameFolders(t, folder(t, dir), folder(t, whole))
}

// Cells share their dice unit by unit; the check has dice of its own.
func TestCellsShareTheirDice(t *testing.T) {
	e := study(t, "seeds", riggedText)
	a, _, _ := e.seedsOf(3, false)
	b, _, _ := e.seedsOf(3, true)
	c, _, _ := e.seedsOf(4, false)
	if a == b || a == c {
		t.Error("seeds repeat")
	}
	lines, err := e.unit(context.Background(), 0, 7)
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 2 || !slices.Equal(lines[0].Scores, lines[1].Scores) {
		t.Errorf("equal sides, the same dice, the seats swapped: %+v", lines)
	}
}

// On sides that sit, the first one wins as often as its seat does.
func TestSidesSitWhereTheirTurnSays(t *testing.T) {
	if got := seated([]string{"a", "b", "c"}, 1); !slices.Equal(got, []string{"c", "a", "b"}) {
		t.Errorf("%v", got)
	}
	for turn := range 3 {
		for seat, side := range seated([]int{0, 1, 2}, turn) {
			if got := sideOf(game.Seat(seat), turn, 3); got != side {
				t.Errorf("turn %d, seat %d: side %d, want %d", turn, seat, got, side)
			}
		}
	}
}

// Probes see the match that Play plays: watching changes nothing.
func TestWatchingChangesNothing(t *testing.T) {
	e := study(t, "watch", klangText)
	for unit := range 5 {
		lines, err := e.unit(context.Background(), 0, unit)
		if err != nil {
			t.Fatal(err)
		}
		a, b, m := e.seedsOf(unit, false)
		res, err := Play(context.Background(), e.Cells[0].configs[0], Players{bot.Random{}, bot.Random{}}, dice.NewFast(a, b), m)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(res.Scores, lines[0].Scores) {
			t.Errorf("unit %d: %v watched, %v alone", unit, lines[0].Scores, res.Scores)
		}
		values := lines[0].Values
		points := values["loot_points.sum"] + values["trophy_points.sum"]
		if points != values["points"] || values["points"] != float64(res.Scores[0]+res.Scores[1]) || math.Abs(float64(res.Scores[0]-res.Scores[1])) != values["margin"] {
			t.Errorf("unit %d: points do not add up: %v", unit, values)
		}
	}
}

// The ladder finds greedy above random at Klang within a few pairs.
func TestLadderSettlesTheOrder(t *testing.T) {
	g, _ := games.Find("klang")
	var standings []*Standing
	for _, workers := range []int{1, 3} {
		s, err := Ladder{Game: g, Levels: []string{"random", "greedy"}, Pairs: 100, Elo: 30, Workers: workers}.Climb(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		standings = append(standings, s)
	}
	s := standings[0]
	if m := s.Meetings[0]; m.Answer != stats.Stronger || m.Score.Low <= 0.5 || m.Score.N > 50 {
		t.Errorf("%+v", m)
	}
	if s.Rungs[0].Elo != 0 || s.Rungs[1].Elo < 200 || standings[1].Rungs[1].Elo != s.Rungs[1].Elo {
		t.Errorf("%+v and %+v", s.Rungs, standings[1].Rungs)
	}
}

// A race finds the variant that is closest to the target by exact reckoning, and
// drops those that are far away.
func TestTuneFindsTheClosestVariant(t *testing.T) {
	e := study(t, "tune", strings.Replace(riggedText, "[2, 3]]", "[2, 3], [4, 3], [5, 2]]", 1)+"[tune]\ntarget = 0.7\n")
	race, err := Tuner{Workers: 2}.Race(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	best, far := race[0], race[len(race)-1]
	if e.Cells[best.Cell].Label != "4/3" || !best.Close || !best.Value.Holds(exactEdge(4, 3)) {
		t.Errorf("closest: %s, %+v", e.Cells[best.Cell].Label, best)
	}
	if far.Close || far.Matches != firstHeat || len(race) != 5 {
		t.Errorf("farthest of %d: %+v", len(race), far)
	}
}
