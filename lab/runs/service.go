package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"banco/game"
	"banco/internal/i18n"
	"banco/lab"
)

// Config is what a [Service] is made from. Dir, Games and Catalog are required.
type Config struct {
	Dir     string // where the runs' folders lie, one process at a time; made when the first run starts
	Games   func(name string) (game.Game, bool)
	Catalog *i18n.Catalog // for the reports
	Limits  Limits        // zero fields take their defaults
	Log     *slog.Logger
}

// Limits bounds what runs may use of the server.
type Limits struct {
	Matches int           // of one run in all: 10,000
	Time    time.Duration // that one run may take, as guessed beforehand: 10 minutes
	Guess   time.Duration // that this guess may take: 1.5 seconds
	Kept    int           // runs whose folders are kept: 40
}

// OrDefaults fills in what is zero.
func (l Limits) OrDefaults() Limits {
	l.Matches = cmp.Or(l.Matches, 10_000)
	l.Time = cmp.Or(l.Time, 10*time.Minute)
	l.Guess = cmp.Or(l.Guess, 1500*time.Millisecond)
	l.Kept = cmp.Or(l.Kept, 40)
	return l
}

// tellEvery is how often a run that is played tells those who look at it at most.
const tellEvery = time.Second

// remembered is how many outcomes of runs that are over are held in memory.
const remembered = 4

// Service keeps runs. It is safe for concurrent use.
type Service struct {
	cfg Config
	log *slog.Logger

	starting sync.Mutex // held while a run is judged and started, which takes a moment
	weighing sync.Mutex // held while the results of one are read again

	guests atomic.Int64 // who is being served

	mu      sync.Mutex
	runs    map[string]*run
	playing *run   // nil for none
	weighed []*run // over and with an outcome in memory, the one looked at last at the end
	closed  bool
}

// Open finds the runs that are there. Those that an earlier process was playing
// are stopped.
func Open(cfg Config) (*Service, error) {
	s := &Service{cfg: cfg, log: cfg.Log, runs: map[string]*run{}}
	s.cfg.Limits = cfg.Limits.OrDefaults()
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	entries, err := os.ReadDir(cfg.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if !entry.IsDir() || !validID(entry.Name()) {
			continue
		}
		r, err := load(cfg.Dir, entry.Name(), &s.cfg)
		if err != nil { // one that died while it was made, or was damaged: the others go on
			s.log.Warn("a run of the lab cannot be read", "run", entry.Name(), "err", err)
			continue
		}
		s.runs[r.id] = r
	}
	return s, nil
}

// Close stops the run that is played and waits until it has; it can go on when
// the service is opened again.
func (s *Service) Close() {
	s.mu.Lock()
	s.closed = true
	var ended chan struct{}
	if r := s.playing; r != nil {
		why := game.Msg("lab.run.interrupted")
		r.rec.Why = &why
		r.stop()
		ended = r.ended
	}
	s.mu.Unlock()
	if ended != nil {
		<-ended
	}
}

// Limits are those that the service holds runs to.
func (s *Service) Limits() Limits { return s.cfg.Limits }

// List gives every run, the latest first, without outcomes.
func (s *Service) List() []*Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*Run, 0, len(s.runs))
	for _, r := range s.runs {
		seen := r.seen()
		seen.Outcome = nil
		list = append(list, seen)
	}
	slices.SortFunc(list, func(a, b *Run) int {
		return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Look gives a run as it stands, and a channel that closes once it has changed.
// What one found that is not played is read again from its results where it is
// not in memory, which takes a moment. An unknown one is refused.
func (s *Service) Look(id string) (*Run, <-chan struct{}, error) {
	s.mu.Lock()
	r, ok := s.runs[id]
	if !ok {
		s.mu.Unlock()
		return nil, nil, unknown()
	}
	if r.outcome == nil && r.e != nil && r != s.playing {
		s.mu.Unlock()
		s.reweigh(r)
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	s.remember(r)
	return r.seen(), r.changed, nil
}

// reweigh reads again what a run that is not played has found.
func (s *Service) reweigh(r *run) {
	s.weighing.Lock() // many who look at once read it once
	defer s.weighing.Unlock()
	s.mu.Lock()
	e, rec, there := r.e, r.rec, r.outcome != nil
	s.mu.Unlock()
	if there || e == nil {
		return
	}
	var o *lab.Outcome
	var err error
	if rec.State == Done {
		if o, err = lab.Weigh(e, s.Folder(r.id), rec.Weighed); err == nil {
			o.Faults = rec.Faults
		}
	} else {
		o, err = lab.Glance(e, s.Folder(r.id))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err != nil:
		s.log.Warn("the results of a run cannot be read again", "run", r.id, "err", err)
		if rec.State == Done {
			r.e = nil // its reports are written, and stay
		}
	case r.outcome == nil && r != s.playing:
		r.outcome = o
	}
}

// remember keeps the outcome of a run that is over, and lets go of the one that
// nobody has looked at for longest.
func (s *Service) remember(r *run) {
	s.weighed = slices.DeleteFunc(s.weighed, func(o *run) bool { return o == r })
	if r.outcome == nil || r == s.playing {
		return
	}
	if s.weighed = append(s.weighed, r); len(s.weighed) > remembered {
		if old := s.weighed[0]; old != s.playing {
			old.outcome = nil
		}
		s.weighed = s.weighed[1:]
	}
}

// Folder is where the files of a run lie.
func (s *Service) Folder(id string) string { return filepath.Join(s.cfg.Dir, id) }

// Start starts a run of an experiment with the matches that are set in it, and
// gives it. Where the very same was asked for before it gives that one, which
// goes on if it was stopped; began tells whether anything was started. What is
// too large, and a second run at a time, is refused with a *game.Error.
func (s *Service) Start(ctx context.Context, e *lab.Experiment) (started *Run, began bool, err error) {
	s.starting.Lock()
	defer s.starting.Unlock()
	id := identify(e)
	s.mu.Lock()
	r, there := s.runs[id]
	over := there && (r == s.playing || r.rec.State == Done)
	kept := len(s.runs)
	s.mu.Unlock()
	if over {
		run, _, err := s.Look(id)
		return run, false, err
	}
	if err := s.free(); err != nil {
		return nil, false, err
	}
	if !there && kept >= s.cfg.Limits.Kept {
		return nil, false, refuse("full", "", kept)
	}
	if !there {
		if err := s.fits(ctx, e); err != nil {
			return nil, false, err
		}
		r = &run{id: id, changed: make(chan struct{}), rec: record{
			Name: e.Name, File: e.File, Game: e.Game.Info().Name, Title: e.Title,
			Matches: e.Matches, Started: time.Now().UTC(), Total: e.Total(),
		}}
		if err := os.MkdirAll(s.Folder(id), 0o755); err != nil {
			return nil, false, err
		}
		if err := lab.WriteFile(filepath.Join(s.Folder(id), e.Name+".toml"), e.Source); err != nil {
			return nil, false, err
		}
	}
	return s.play(r, e)
}

// fits tells whether a run is small enough for this server.
func (s *Service) fits(ctx context.Context, e *lab.Experiment) error {
	l := s.cfg.Limits
	if total := e.Total(); total > l.Matches {
		return refuse("too_many", "matches", total, l.Matches, max(0, e.Matches*l.Matches/total))
	}
	ctx, cancel := context.WithTimeout(ctx, 4*l.Guess) // one long match may take more than was meant
	defer cancel()
	took, err := e.Guess(ctx, l.Guess)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return refuse("too_slow", "matches", minutes(l.Time))
	case err != nil:
		return err
	case took > l.Time:
		fit := int(float64(e.Matches) * l.Time.Seconds() / took.Seconds())
		return refuse("too_long", "matches", minutes(took), minutes(l.Time), fit)
	}
	return nil
}

func minutes(d time.Duration) int { return int((d + time.Minute - 1) / time.Minute) }

// free tells whether a run could start now.
func (s *Service) free() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return refuse("closing", "")
	case s.playing != nil:
		return &Busy{ID: s.playing.id}
	}
	return nil
}

// Resume goes on with a run that was stopped or failed.
func (s *Service) Resume(ctx context.Context, id string) (*Run, error) {
	run, _, err := s.Look(id)
	switch {
	case err != nil:
		return nil, err
	case run.State == Running || run.State == Done:
		return run, nil
	case run.Experiment == nil:
		return nil, refuse("outdated", "")
	}
	run, _, err = s.Start(ctx, run.Experiment)
	return run, err
}

// Stop stops a run, and returns once it has. What was played stays. One that is
// not played is left as it is.
func (s *Service) Stop(id string) (*Run, error) {
	s.mu.Lock()
	r, ok := s.runs[id]
	if !ok {
		s.mu.Unlock()
		return nil, unknown()
	}
	var ended chan struct{}
	if r == s.playing {
		r.stop()
		ended = r.ended
	}
	s.mu.Unlock()
	if ended != nil {
		<-ended
	}
	run, _, err := s.Look(id)
	return run, err
}

// Remove forgets a run that is not played, with all that it left.
func (s *Service) Remove(id string) error {
	s.starting.Lock() // or it might be going on again
	defer s.starting.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.runs[id]
	switch {
	case !ok:
		return unknown()
	case r == s.playing:
		return refuse("still_running", "")
	}
	if err := os.RemoveAll(s.Folder(id)); err != nil {
		return err
	}
	delete(s.runs, id)
	s.weighed = slices.DeleteFunc(s.weighed, func(o *run) bool { return o == r })
	r.change(time.Now())
	return nil
}

// play sets a run going.
func (s *Service) play(r *run, e *lab.Experiment) (*Run, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.playing != nil {
		return nil, false, refuse("closing", "")
	}
	before := r.rec
	r.rec.State, r.rec.Why, r.rec.Ended = Running, nil, time.Time{}
	if err := r.save(s.cfg.Dir); err != nil {
		r.rec = before
		return nil, false, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.e, r.left, r.stop, r.ended = e, 0, cancel, make(chan struct{})
	s.runs[r.id], s.playing = r, r
	r.change(time.Now())
	go s.work(ctx, r, e)
	return r.seen(), true, nil
}

// work plays a run to its end, or to that of ctx.
func (s *Service) work(ctx context.Context, r *run, e *lab.Experiment) {
	defer close(r.ended)
	defer r.stop()
	o, err := s.run(ctx, r, e)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.playing, r.left, r.rec.Ended = nil, 0, time.Now().UTC()
	switch {
	case err == nil:
		r.rec.State, r.rec.Why = Done, nil
		r.rec.Played, r.rec.Weighed, r.rec.Faults = o.Played, o.Matches, o.Faults
		r.outcome = o
	case ctx.Err() != nil:
		r.rec.State = Stopped
	default:
		s.log.Error("a run of the lab failed", "run", r.id, "experiment", e.Name, "err", err)
		why := game.Msg("lab.run.failed")
		var refused *game.Error
		if errors.As(err, &refused) {
			why = refused.Text
		}
		r.rec.State, r.rec.Why = Failed, &why
	}
	if err := r.save(s.cfg.Dir); err != nil {
		s.log.Error("a run's record cannot be written", "run", r.id, "err", err)
	}
	r.change(time.Now())
}

// run plays a run and writes its reports.
func (s *Service) run(ctx context.Context, r *run, e *lab.Experiment) (o *lab.Outcome, err error) {
	defer func() { // a server that plays somebody's match outlives a run
		if v := recover(); v != nil {
			o, err = nil, fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	dir := s.Folder(r.id)
	o, err = lab.Runner{
		Workers: 1, Dir: dir, Pause: s.pause,
		Progress: func(p lab.Started) {
			s.tell(r, func() { r.rec.Played, r.rec.Total, r.left = p.Done, p.Total, p.Left }, false)
		},
		Growing: func(o *lab.Outcome) { s.tell(r, func() { r.outcome = o }, true) },
	}.Run(ctx, e)
	if err != nil {
		return nil, err
	}
	for _, lang := range languages {
		html, err := lab.NewTeller(s.cfg.Catalog, lang).Page(o)
		if err != nil {
			return nil, err
		}
		if err := lab.WriteFile(filepath.Join(dir, ReportFile(lang)), html); err != nil {
			return nil, err
		}
	}
	return o, lab.WriteFile(filepath.Join(dir, lab.TableFile), lab.Table(o))
}

// tell takes note of how far a run has come. Who looks at it hears of it at
// once, or else when they have heard nothing for a while.
func (s *Service) tell(r *run, note func(), atOnce bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	note()
	if now := time.Now(); atOnce || now.Sub(r.told) >= tellEvery {
		r.change(now)
	}
}

// Busy refuses a second run while one is played.
type Busy struct {
	ID string // of the one that is
}

func (b *Busy) Error() string { return "the lab is busy with " + b.ID }

// refuse makes a refusal of this package.
func refuse(code, field string, args ...any) error {
	return &game.Error{Code: "lab_" + code, Field: field, Text: game.Msg("lab.refused."+code, args...)}
}

func unknown() error { return refuse("unknown_run", "") }
