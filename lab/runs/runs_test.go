package runs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"banco/bot"
	"banco/game"
	"banco/games"
	"banco/internal/i18n"
	"banco/lab"
)

var catalogue = sync.OnceValues(func() (*i18n.Catalog, error) {
	sources := []fs.FS{lab.Texts(), bot.Texts()}
	for _, g := range games.All() {
		sources = append(sources, g.Texts())
	}
	return i18n.Load(sources...)
})

func texts(t testing.TB) *i18n.Catalog {
	t.Helper()
	c, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t testing.TB, dir string, limits Limits) *Service {
	t.Helper()
	s, err := Open(Config{Dir: dir, Games: games.Find, Catalog: texts(t), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// study is a small experiment of a game of dice and books, whose matches take a
// quarter of a millisecond.
func study(t testing.TB, matches int) *lab.Experiment {
	t.Helper()
	e, err := lab.Read("war.toml", []byte(`
title = { it = "Prova", en = "Trial" }
question = { it = "Cambia qualcosa?", en = "Does anything change?" }
game = "dadi"
bots = [["random"]]
matches = 20
[options]
scenery = "auto"
[grid]
round_limit = [60, 5]
[[measure]]
metric = "rounds"
[[measure]]
metric = "lead_changes"
`), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetMatches(matches); err != nil {
		t.Fatal(err)
	}
	return e
}

// whole is how many matches a run has that is cut short, early.
const whole = 400

// long is an experiment that nobody waits for.
func long(t testing.TB) *lab.Experiment { return study(t, 3000) }

func start(t testing.TB, s *Service, e *lab.Experiment) *Run {
	t.Helper()
	r, began, err := s.Start(context.Background(), e)
	if err != nil || !began {
		t.Fatalf("began %v: %v", began, err)
	}
	return r
}

// until waits for a run to be as wanted.
func until(t testing.TB, s *Service, id string, want func(*Run) bool) *Run {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		r, changed, err := s.Look(id)
		if err != nil {
			t.Fatal(err)
		}
		if want(r) {
			return r
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("it never came: %+v", r)
		}
	}
}

func over(r *Run) bool { return r.State != Running }

// some is when there is something to see, which is soon.
func some(r *Run) bool { return r.Outcome != nil }

// files reads what a finished run leaves, but for its record, which has times.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range []string{lab.ResultsFile, lab.TableFile, "report.it.html", "report.en.html"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(data)
	}
	return out
}

// undisturbed plays an experiment as the command line does, and gives what the
// run's folder should hold.
func undisturbed(t testing.TB, e *lab.Experiment) map[string]string {
	t.Helper()
	if f, ok := played[e.Matches]; ok {
		return f
	}
	dir := t.TempDir()
	o, err := lab.Runner{Workers: 2, Dir: dir}.Run(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"it", "en"} {
		html, err := lab.NewTeller(texts(t), lang).Page(o)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ReportFile(lang)), html, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, lab.TableFile), lab.Table(o), 0o600); err != nil {
		t.Fatal(err)
	}
	played[e.Matches] = files(t, dir)
	return played[e.Matches]
}

// played is what undisturbed has played, by matches: several tests compare with
// the same.
var played = map[int]map[string]string{}

func same(t testing.TB, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
}

// A run ends with the bytes that the command line leaves, and an outcome; the
// same question asked again is the same run, and is not played again.
func TestRunEndsAsTheCommandLineDoes(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	e := study(t, 100)
	r := start(t, s, e)
	if r.State != Running || r.Total != e.Total() {
		t.Errorf("%+v", r)
	}
	done := until(t, s, r.ID, over)
	if done.State != Done || !done.Sound || done.Played != e.Total() || done.Outcome == nil || done.Outcome.Growing || done.Version <= r.Version {
		t.Fatalf("%+v", done)
	}
	same(t, files(t, s.Folder(r.ID)), undisturbed(t, e))
	again, began, err := s.Start(context.Background(), study(t, 100))
	if err != nil || began || again.ID != r.ID || again.State != Done {
		t.Errorf("%+v %v %v", again, began, err)
	}
	other := start(t, s, study(t, 20))
	if other.ID == r.ID || len(s.List()) != 2 || s.List()[0].ID != other.ID {
		t.Errorf("%v", s.List())
	}
}

// A run that is stopped keeps what it has, goes on where it was, and ends with
// the bytes of one that nobody touched.
func TestStoppedRunGoesOnToTheSameBytes(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	e := study(t, whole)
	r := start(t, s, e)
	until(t, s, r.ID, some)
	stopped, err := s.Stop(r.ID)
	if err != nil || stopped.State != Stopped || !stopped.Goes() || !stopped.Why.IsZero() || stopped.Played >= stopped.Total {
		t.Fatalf("%+v, %v", stopped, err)
	}
	if o := stopped.Outcome; o == nil || !o.Growing {
		t.Errorf("a stopped run shows %+v", o)
	}
	if again, err := s.Resume(context.Background(), r.ID); err != nil || again.State != Running {
		t.Fatalf("%+v, %v", again, err)
	}
	if done := until(t, s, r.ID, over); done.State != Done {
		t.Fatalf("%+v", done)
	}
	same(t, files(t, s.Folder(r.ID)), undisturbed(t, e))
}

// A server that is closed leaves its run stopped with the reason, and nothing of
// it behind; the next one goes on with it, also one that was asked for the same
// question again.
func TestClosedServiceLeavesARunThatGoesOn(t *testing.T) {
	before := runtime.NumGoroutine()
	dir := t.TempDir()
	s := open(t, dir, Limits{})
	e := study(t, whole)
	r := start(t, s, e)
	until(t, s, r.ID, some)
	s.Close()
	s.Close() // also when it is closed already
	if r, _, err := s.Look(r.ID); err != nil || r.State != Stopped || r.Why.Key != "lab.run.interrupted" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, _, err := s.Start(context.Background(), study(t, 20)); err == nil {
		t.Error("a closed service starts runs")
	}
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines before, %d after", before, n)
	}
	s = open(t, dir, Limits{})
	found, _, err := s.Look(r.ID)
	if err != nil || found.State != Stopped || found.Played == 0 || found.Outcome == nil || !found.Outcome.Growing || found.Version <= r.Version {
		t.Fatalf("%+v, %v", found, err)
	}
	if again, began, err := s.Start(context.Background(), e); err != nil || !began || again.ID != r.ID {
		t.Fatalf("%+v, %v, %v", again, began, err)
	}
	until(t, s, r.ID, over)
	want := undisturbed(t, e)
	same(t, files(t, s.Folder(r.ID)), want)
	// Once more: a finished run is read again, not played again.
	s.Close()
	s = open(t, dir, Limits{})
	done, _, err := s.Look(r.ID)
	if err != nil || done.State != Done || done.Outcome == nil || done.Outcome.Growing || string(lab.Table(done.Outcome)) != want[lab.TableFile] {
		t.Errorf("%+v, %v", done, err)
	}
}

// runsDir names the folder for the process that is going to be killed.
const runsDir = "BANCO_TEST_RUNS_DIR"

// TestHelperRuns is that process; run by itself it does nothing.
func TestHelperRuns(t *testing.T) {
	if dir := os.Getenv(runsDir); dir != "" {
		s := open(t, dir, Limits{})
		until(t, s, start(t, s, study(t, whole)).ID, over)
	}
}

// A run whose server is killed with -9 is found stopped, with what was played,
// and goes on to the same bytes.
func TestKilledServersRunGoesOnToTheSameBytes(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelperRuns$")
	cmd.Env = append(os.Environ(), runsDir+"="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		found, _ := filepath.Glob(filepath.Join(dir, "*", lab.ResultsFile))
		if len(found) == 1 {
			if info, err := os.Stat(found[0]); err == nil && info.Size() > 2000 {
				break
			}
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Skip("the run was over before it could be killed")
	}
	s := open(t, dir, Limits{})
	list := s.List()
	if len(list) != 1 || list[0].State != Stopped || list[0].Why.IsZero() || list[0].Played == 0 {
		t.Fatalf("%+v", list)
	}
	if _, err := s.Resume(context.Background(), list[0].ID); err != nil {
		t.Fatal(err)
	}
	if done := until(t, s, list[0].ID, over); done.State != Done {
		t.Fatalf("%+v", done)
	}
	same(t, files(t, s.Folder(list[0].ID)), undisturbed(t, study(t, whole)))
}

// What a server could not bear is refused, each with its code and a sentence
// that says what would do.
func TestTooMuchIsRefused(t *testing.T) {
	said := texts(t)
	refused := func(err error, code string) {
		t.Helper()
		var e *game.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Fatalf("%v, want %s", err, code)
		}
		if err := said.Check(e.Text); err != nil {
			t.Error(err)
		}
	}
	s := open(t, t.TempDir(), Limits{Matches: 100})
	_, _, err := s.Start(context.Background(), study(t, 40))
	refused(err, "lab_too_many")
	if text := said.Printer("en").Text(err.(*game.Error).Text); !strings.Contains(text, "120 matches") || !strings.Contains(text, "up to 33 of each") {
		t.Error(text)
	}
	s = open(t, t.TempDir(), Limits{Time: time.Microsecond})
	_, _, err = s.Start(context.Background(), study(t, 40))
	refused(err, "lab_too_long")
	s = open(t, t.TempDir(), Limits{Guess: time.Nanosecond}) // as with bots that think for ever
	_, _, err = s.Start(context.Background(), study(t, 40))
	refused(err, "lab_too_slow")
	if len(s.List()) != 0 {
		t.Error("what was refused is kept")
	}
	s = open(t, t.TempDir(), Limits{Kept: 1})
	r := start(t, s, study(t, 20))
	until(t, s, r.ID, over)
	_, _, err = s.Start(context.Background(), study(t, 21))
	refused(err, "lab_full")
	_, _, err = s.Look("0123456789ab")
	refused(err, "lab_unknown_run")
	_, err = s.Resume(context.Background(), "../../etc")
	refused(err, "lab_unknown_run")
	if err := s.Remove(r.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.Folder(r.ID)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its folder is still there: %v", err)
	}
	r = start(t, s, study(t, 21))
	until(t, s, r.ID, over)
}

// One run at a time: another is refused with the one that is in the way, which
// can be stopped and not removed.
func TestSecondRunIsRefused(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	r := start(t, s, long(t))
	_, _, err := s.Start(context.Background(), study(t, 20))
	var busy *Busy
	if !errors.As(err, &busy) || busy.ID != r.ID {
		t.Fatalf("%v", err)
	}
	if again, began, err := s.Start(context.Background(), long(t)); err != nil || began || again.ID != r.ID {
		t.Errorf("the same question: %+v, %v, %v", again, began, err)
	}
	var e *game.Error
	if err := s.Remove(r.ID); !errors.As(err, &e) || e.Code != "lab_still_running" {
		t.Errorf("%v", err)
	}
	if _, err := s.Stop(r.ID); err != nil {
		t.Fatal(err)
	}
	start(t, s, study(t, 20))
}

// A run of which this version of Banco can read the experiment no more keeps its
// reports; it cannot go on.
func TestAnotherVersionsRunKeepsItsReports(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Limits{})
	r := start(t, s, study(t, 20))
	until(t, s, r.ID, over)
	s.Close()
	file := filepath.Join(s.Folder(r.ID), "war.toml")
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(source), "round_limit", "round_limit_of_old", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, Limits{})
	found, _, err := s.Look(r.ID)
	if err != nil || found.State != Done || found.Experiment != nil || found.Outcome != nil || found.Title["en"] != "Trial" {
		t.Fatalf("%+v, %v", found, err)
	}
	if _, err := os.Stat(filepath.Join(s.Folder(r.ID), ReportFile("it"))); err != nil {
		t.Error(err)
	}
}

// A run that cannot be written down fails with a reason, and the service goes on.
func TestFailedRunSaysSo(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	e := study(t, 20)
	folder := s.Folder(identify(e))
	if err := os.MkdirAll(filepath.Join(folder, lab.ResultsFile), 0o700); err != nil { // a folder where the file belongs
		t.Fatal(err)
	}
	r := start(t, s, e)
	failed := until(t, s, r.ID, over)
	if failed.State != Failed || failed.Why.Key != "lab.run.failed" || !failed.Goes() {
		t.Fatalf("%+v", failed)
	}
	if err := os.Remove(filepath.Join(folder, lab.ResultsFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resume(context.Background(), r.ID); err != nil {
		t.Fatal(err)
	}
	if done := until(t, s, r.ID, over); done.State != Done {
		t.Errorf("%+v", done)
	}
}

// However many runs are looked at, only a few outcomes stay in memory.
func TestFewOutcomesAreRemembered(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	var ids []string
	for n := range remembered + 3 {
		r := start(t, s, study(t, 20+n))
		until(t, s, r.ID, over)
		ids = append(ids, r.ID)
	}
	for _, id := range append(ids, ids[0]) {
		if r, _, err := s.Look(id); err != nil || r.Outcome == nil {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	held := 0
	for _, r := range s.runs {
		if r.outcome != nil {
			held++
		}
	}
	if held != remembered {
		t.Errorf("%d outcomes are held, want %d", held, remembered)
	}
}

// While somebody is being served a run waits, and gets on all the same, slowly;
// afterwards it goes on as before.
func TestRunLetsGuestsGoFirst(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	done := s.Guest()
	r := start(t, s, study(t, 100))
	time.Sleep(300 * time.Millisecond)
	busy, _, err := s.Look(r.ID)
	if err != nil || busy.State != Running || busy.Played > 15 {
		t.Errorf("beside a guest: %+v, %v", busy, err)
	}
	done()
	if over := until(t, s, r.ID, over); over.State != Done {
		t.Errorf("%+v", over)
	}
	same(t, files(t, s.Folder(r.ID)), undisturbed(t, study(t, 100)))
	// However long the guest stays, a decision comes.
	defer s.Guest()()
	began := time.Now()
	s.pause(context.Background())
	if took := time.Since(began); took < patience/2 || took > 50*patience {
		t.Errorf("a decision waited %v", took)
	}
}
