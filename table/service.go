package table

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"banco/game"
	"banco/journal"
)

// Config says what a service works with.
type Config struct {
	Journal *journal.Journal
	Games   func(name string) (game.Game, bool)
	// Bots makes the player of a level; nil, or an error, when there is none.
	Bots       func(game, level string) (game.Player, error)
	BotWorkers int           // how many bots think at once; 0 means 2
	BotPace    time.Duration // how long a bot waits before it acts, so that people can follow
	BotTime    time.Duration // how long a bot may think; 0 means 2 s
	// Idle is how long a match that nobody looks at stays in memory; 0 means 5 min.
	Idle time.Duration
	// ArchiveAfter is how long a match that is over stays in the live stream; 0 means 10 min.
	ArchiveAfter time.Duration
	Now          func() time.Time // nil for time.Now
	Log          *slog.Logger     // nil for slog.Default()
}

// journalTime bounds one use of the journal. It does not end with the request
// that caused it: an append that was begun is seen through.
const journalTime = 10 * time.Second

// Service seats people and bots at matches. It is safe for concurrent use.
type Service struct {
	cfg     Config
	journal *journal.Journal
	log     *slog.Logger

	ctx    context.Context // ends with the service
	cancel context.CancelFunc
	work   sync.WaitGroup

	opened time.Time

	mu    sync.Mutex
	rooms map[string]*room

	lobby   lobby
	over    finished
	timings timings
	queue   chan journal.Job
}

// Open starts a service. What stood open when the last one ended goes on: bots
// get their turns, stopwatches run, lobbies show their tables.
func Open(ctx context.Context, cfg Config) (*Service, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.BotWorkers == 0 {
		cfg.BotWorkers = 2
	}
	if cfg.BotTime == 0 {
		cfg.BotTime = 2 * time.Second
	}
	if cfg.Idle == 0 {
		cfg.Idle = 5 * time.Minute
	}
	if cfg.ArchiveAfter == 0 {
		cfg.ArchiveAfter = 10 * time.Minute
	}
	s := &Service{
		cfg: cfg, journal: cfg.Journal, log: cfg.Log, opened: time.Now(),
		rooms:   map[string]*room{},
		lobby:   lobby{open: map[string]Listing{}, scanned: make(chan struct{})},
		over:    finished{at: map[string]time.Time{}},
		timings: newTimings(),
		queue:   make(chan journal.Job, 1024),
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if err := s.journal.Follow(s.ctx, s.notice); err != nil {
		s.cancel()
		return nil, err
	}
	live, err := s.journal.Live(ctx)
	if err != nil {
		s.cancel()
		return nil, err
	}
	if err := s.startBots(); err != nil {
		s.cancel()
		return nil, err
	}
	s.work.Go(func() { s.scan(live) })
	s.work.Go(s.sweepOften)
	return s, nil
}

// Close ends every watch and stops the bots and the clocks. The journal stays
// open: it belongs to whoever opened it.
func (s *Service) Close() error {
	s.mu.Lock()
	s.cancel()
	s.mu.Unlock()
	s.work.Wait()
	s.mu.Lock()
	rooms := s.rooms
	s.rooms = map[string]*room{}
	s.mu.Unlock()
	for _, r := range rooms {
		<-r.ready
		if r.lock(context.Background()) == nil {
			r.stopClock()
			r.endWatches()
			r.unlock()
		}
	}
	return nil
}

// scan looks once into every match that was live when the service started, one
// after another, which wakes whatever in it waits for the house.
func (s *Service) scan(live []string) {
	defer close(s.lobby.scanned)
	for _, id := range live {
		if s.ctx.Err() != nil {
			return
		}
		if err := s.with(s.ctx, id, func(*room) error { return nil }); err != nil && s.ctx.Err() == nil {
			s.log.Warn("a match could not be opened", "match", id, "error", err)
		}
		s.dismiss(id)
	}
	if len(live) > mostRooms {
		debug.FreeOSMemory() // looking into all of them left a heap that nobody needs again
	}
}

// dismiss lets go of a match that was only looked into, unless somebody uses it
// or it has something to do.
func (s *Service) dismiss(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rooms[id]; r != nil && r.free() && !r.busy.Load() {
		delete(s.rooms, id)
	}
}

// mostRooms is how many matches stay in memory though nobody uses them. Beyond
// it a new one sends some of them away before their time.
const mostRooms = 512

// makeRoom sends unused matches away when there are too many; the lock is held.
func (s *Service) makeRoom() {
	if len(s.rooms) < mostRooms {
		return
	}
	looked := 0
	for id, r := range s.rooms {
		if r.free() && time.Since(r.used) > time.Second {
			delete(s.rooms, id)
		}
		if looked++; looked == 64 { // in no order, so all have their turn
			return
		}
	}
}

// notice hears of every entry in the journal, our own included.
func (s *Service) notice(n journal.Notice) {
	s.mu.Lock()
	r := s.rooms[n.Match]
	s.mu.Unlock()
	if r == nil {
		// Who looks at the match will read it; the lobby has to know it anyway.
		if n.First && s.journal.Shared() || s.lobby.has(n.Match) {
			s.catchUp(n.Match)
		}
		return
	}
	r.heard.Store(n.Seq)
	if r.seen.Load() >= n.Seq {
		return
	}
	select {
	case r.sem <- struct{}{}:
		r.unlock() // which catches up
	default: // whoever holds the lock does, if it is not the very entry being written
	}
}

// catchUp folds what others have appended, soon.
func (s *Service) catchUp(id string) {
	s.spawn(func() {
		var err error
		// While the cluster has no leader, nothing can be read; nobody tells of
		// the entry again once it has one.
		for wait := 50 * time.Millisecond; wait < time.Minute; wait *= 2 {
			err = s.with(s.ctx, id, func(r *room) error {
				if r.seen.Load() >= r.heard.Load() {
					return nil
				}
				if err := r.refresh(s.ctx); err != nil {
					return err
				}
				if r.seen.Load() < r.heard.Load() && r.stage != Parked && !r.archived {
					return errAgain
				}
				return nil
			})
			if err == nil || s.ctx.Err() != nil {
				break
			}
			select {
			case <-time.After(wait):
			case <-s.ctx.Done():
			}
		}
		if err != nil && s.ctx.Err() == nil {
			s.log.Warn("a match could not be followed", "match", id, "error", err)
		}
	})
}

// spawn runs fn beside everything else, unless the service is ending; Close
// waits for it.
func (s *Service) spawn(fn func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() == nil {
		s.work.Go(fn)
	}
}

// unavailable turns a failure of the journal into a refusal.
func (s *Service) unavailable(id string, err error) error {
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return refuse(NotFound, "no_match")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return refuse(Unavailable, "journal")
	case errors.Is(err, journal.ErrUnclear):
		s.log.Error("the journal did not answer", "match", id, "error", err)
		return refuse(Unavailable, "unclear")
	}
	s.log.Error("the journal failed", "match", id, "error", err)
	return refuse(Unavailable, "journal")
}

// sweepOften puts away what nobody uses.
func (s *Service) sweepOften() {
	tick := time.NewTicker(max(min(s.cfg.Idle, s.cfg.ArchiveAfter)/4, 5*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			s.sweep()
		}
	}
}

// sweep unloads matches that nobody has used for a while and archives those
// that have been over for a while.
func (s *Service) sweep() {
	now := time.Now()
	s.mu.Lock()
	for id, r := range s.rooms {
		if r.free() && now.Sub(r.used) >= s.cfg.Idle {
			delete(s.rooms, id)
		}
	}
	s.mu.Unlock()
	for _, id := range s.over.due(now.Add(-s.cfg.ArchiveAfter)) {
		ctx, cancel := context.WithTimeout(s.ctx, journalTime)
		err := s.journal.Archive(ctx, id)
		cancel()
		if err == nil || errors.Is(err, journal.ErrTooLarge) || errors.Is(err, journal.ErrNotFound) {
			s.over.remove(id)
		} else if s.ctx.Err() == nil {
			s.log.Warn("a match could not be archived", "match", id, "error", err)
		}
	}
}

// finished are the matches that are over and not archived, and since when we
// know.
type finished struct {
	mu sync.Mutex
	at map[string]time.Time
}

func (f *finished) add(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, there := f.at[id]; !there {
		f.at[id] = time.Now()
	}
}

func (f *finished) remove(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.at, id)
}

func (f *finished) due(before time.Time) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var ids []string
	for id, at := range f.at {
		if !at.After(before) {
			ids = append(ids, id)
		}
	}
	return ids
}
