package runs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"banco/game"
	"banco/lab"
)

// State is how a run stands.
type State string

// The states of a run.
const (
	Running State = "running"
	Done    State = "done"    // all is played and weighed
	Stopped State = "stopped" // somebody stopped it, or the server ended; it can go on
	Failed  State = "failed"  // a match could not be played or kept; it can be tried again
)

// Files of a run's folder, besides those of lab.
const recordFile = "run.json"

// ReportFile is the report in a language.
func ReportFile(lang string) string { return "report." + lang + ".html" }

// languages are those that reports are written in.
var languages = []string{"it", "en"}

// Run is a run at one moment. It does not change.
type Run struct {
	ID      string
	Name    string // of the experiment
	File    string // what "banco lab run" is given for it
	Game    string // the game's name
	Title   lab.Words
	Matches int // of each cell
	State   State
	Sound   bool          // of one that is done: its self-check found nothing
	Why     game.Message  // why it is stopped or failed; no key where somebody stopped it
	Started time.Time     // when it was asked for
	Ended   time.Time     // when it was last played on, zero while it runs
	Played  int           // matches that are there, of
	Total   int           // so many at the most
	Left    time.Duration // a guess; 0 for no idea
	Version int64         // grows with everything that can be seen to change, over restarts too

	// Experiment is what is played; nil where this version of Banco cannot read it
	// any more.
	Experiment *lab.Experiment
	// Outcome is what it found, or finds so far; nil while nothing can be said.
	Outcome *lab.Outcome
}

// Goes tells whether a run can go on.
func (r *Run) Goes() bool {
	return (r.State == Stopped || r.State == Failed) && r.Experiment != nil
}

// record is a run as its folder keeps it.
type record struct {
	Name    string         `json:"name"`
	File    string         `json:"file"`
	Game    string         `json:"game"`
	Title   lab.Words      `json:"title"`
	Matches int            `json:"matches"`
	State   State          `json:"state"`
	Why     *game.Message  `json:"why,omitempty"`
	Started time.Time      `json:"started"`
	Ended   time.Time      `json:"ended,omitzero"`
	Played  int            `json:"played"`
	Total   int            `json:"total"`
	Weighed int            `json:"weighed,omitempty"` // of one that is done: matches of each cell that its outcome rests on
	Faults  []game.Message `json:"faults,omitempty"`
}

// run is a run that the service keeps. Its service's lock guards it.
type run struct {
	id      string
	rec     record
	e       *lab.Experiment // nil where it cannot be read
	left    time.Duration
	outcome *lab.Outcome
	version int64
	changed chan struct{} // closed, and replaced, with every new version
	told    time.Time

	stop  context.CancelFunc // of a run that is played
	ended chan struct{}      // closed when it is not played any more
}

// identify names a run after all that decides what it will say.
func identify(e *lab.Experiment) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d\x00%s", e.Fingerprint(), e.File, e.Matches, e.Source))
	return hex.EncodeToString(sum[:6])
}

// validID tells whether a text can be a run's name at all: it becomes that of a
// folder.
func validID(id string) bool {
	data, err := hex.DecodeString(id)
	return err == nil && len(data) == 6
}

// change makes a new version for all who look.
func (r *run) change(now time.Time) {
	r.version, r.told = max(r.version+1, now.UnixMilli()), now
	close(r.changed)
	r.changed = make(chan struct{})
}

// seen is the run as it stands.
func (r *run) seen() *Run {
	out := &Run{
		ID: r.id, Name: r.rec.Name, File: r.rec.File, Game: r.rec.Game, Title: r.rec.Title, Matches: r.rec.Matches,
		State: r.rec.State, Sound: len(r.rec.Faults) == 0, Started: r.rec.Started, Ended: r.rec.Ended,
		Played: r.rec.Played, Total: r.rec.Total, Left: r.left, Version: r.version, Experiment: r.e, Outcome: r.outcome,
	}
	if r.rec.Why != nil {
		out.Why = *r.rec.Why
	}
	return out
}

// save writes the record; what was there is lost only once the new one is whole.
func (r *run) save(dir string) error {
	data, err := json.MarshalIndent(r.rec, "", "  ")
	if err != nil {
		return err
	}
	return lab.WriteFile(filepath.Join(dir, r.id, recordFile), append(data, '\n'))
}

// load takes up a run from its folder.
func load(dir, id string, cfg *Config) (*run, error) {
	data, err := os.ReadFile(filepath.Join(dir, id, recordFile))
	if err != nil {
		return nil, err
	}
	r := &run{id: id, changed: make(chan struct{}), version: time.Now().UnixMilli()}
	if err := json.Unmarshal(data, &r.rec); err != nil {
		return nil, err
	}
	r.e = r.read(dir, cfg)
	if r.rec.State == Running { // the process that played it is gone
		why := game.Msg("lab.run.interrupted")
		r.rec.State, r.rec.Why = Stopped, &why
		if results, err := os.ReadFile(filepath.Join(dir, id, lab.ResultsFile)); err == nil {
			r.rec.Played = max(0, bytes.Count(results, []byte("\n"))-1) // a line each, after the head
		}
	}
	return r, nil
}

// read reads the experiment, if this version of Banco still takes it for the
// same one.
func (r *run) read(dir string, cfg *Config) *lab.Experiment {
	source, err := os.ReadFile(filepath.Join(dir, r.id, r.rec.Name+".toml"))
	if err != nil {
		return nil
	}
	e, err := lab.Read(r.rec.File, source, cfg.Games)
	if err != nil || e.SetMatches(r.rec.Matches) != nil || identify(e) != r.id {
		return nil
	}
	return e
}
