package table

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"banco/game"
	"banco/journal"
)

// room is a match in memory: its fold, the lock that makes one writer of all
// of this process, and who watches. Rooms come when somebody asks and go when
// nobody does.
type room struct {
	*match
	service *Service
	sem     chan struct{} // holds the lock
	ready   chan struct{} // closed once loaded, or not
	err     error         // why it was not loaded

	refs int       // who uses it now; under the service's lock
	used time.Time // when somebody last did; likewise

	seen    atomic.Uint64 // the sequence folded last
	heard   atomic.Uint64 // the sequence that the journal told of last
	chased  atomic.Uint64 // the sequence that was last caught up with, or tried to
	clocked atomic.Bool   // a deadline is set
	busy    atomic.Bool   // a bot is to act
	doubt   bool          // the journal may hold more than we folded

	loaded   time.Time     // when, by the service's clock
	found    Stretch       // which one was under way then
	foundOut time.Duration // what was taken out of its time
	settled  int           // the entry after which we last looked what the house has to do
	clock    *time.Timer
	watches  map[*Watch]struct{}
	looked   map[game.Seat]time.Time // when a seat's owner last did, or stopped
}

// with gives fn a room, loaded and locked.
func (s *Service) with(ctx context.Context, id string, fn func(*room) error) error {
	r, err := s.enter(ctx, id)
	if err != nil {
		return err
	}
	defer s.leave(r)
	if err := r.lock(ctx); err != nil {
		return err
	}
	defer r.unlock()
	if r.doubt {
		if err := r.refresh(ctx); err != nil {
			return err
		}
	}
	r.settle(ctx)
	err = fn(r)
	r.settle(ctx)
	return err
}

// enter gives a loaded room and keeps it in memory until leave.
func (s *Service) enter(ctx context.Context, id string) (*room, error) {
	if !isSecret(id) {
		return nil, refuse(NotFound, "no_match")
	}
	s.mu.Lock()
	if s.ctx.Err() != nil {
		s.mu.Unlock()
		return nil, refuse(Unavailable, "closing")
	}
	r := s.rooms[id]
	if r == nil {
		s.makeRoom()
		r = s.newRoom(id)
		s.rooms[id] = r
		s.work.Go(func() { s.load(r) }) // the lock is held and the service open, so Close still waits for it
	}
	r.refs++
	s.mu.Unlock()
	select {
	case <-r.ready:
	case <-ctx.Done():
		s.leave(r)
		return nil, refuse(Unavailable, "journal")
	}
	if r.err != nil {
		s.leave(r)
		return nil, r.err
	}
	return r, nil
}

func (s *Service) leave(r *room) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.refs--
	r.used = time.Now()
}

// free tells whether a room can go; under the service's lock.
func (r *room) free() bool { return r.refs == 0 && !r.clocked.Load() }

func (s *Service) newRoom(id string) *room {
	return &room{
		match:   &match{id: id, find: s.cfg.Games},
		service: s,
		sem:     make(chan struct{}, 1),
		ready:   make(chan struct{}),
		loaded:  s.cfg.Now(),
		used:    time.Now(),
		watches: map[*Watch]struct{}{},
		looked:  map[game.Seat]time.Time{},
	}
}

// load reads a match from the journal, once for all who wait for it.
func (s *Service) load(r *room) {
	defer close(r.ready)
	ctx, cancel := context.WithTimeout(s.ctx, 3*journalTime)
	defer cancel()
	h, err := s.journal.Read(ctx, r.id, journal.Head{})
	var damage *journal.DamageError
	if err != nil && !errors.As(err, &damage) {
		r.err = s.unavailable(r.id, err)
	} else {
		r.fold(h)
		if damage != nil && r.stage != Parked {
			r.parkFor(damage)
		}
		r.seen.Store(r.head.Seq)
		r.noteRunning()
		if r.stage == Parked {
			s.log.Error("a match is parked", "match", r.id, "why", r.parked)
		}
		if r.config == nil {
			r.err = refuse(Unavailable, "damaged")
		}
	}
	if r.err != nil {
		s.mu.Lock()
		if s.rooms[r.id] == r {
			delete(s.rooms, r.id)
		}
		s.mu.Unlock()
	}
}

func (r *room) lock(ctx context.Context) error {
	select {
	case r.sem <- struct{}{}:
		return nil
	case <-ctx.Done():
		return refuse(Unavailable, "journal")
	}
}

// unlock lets the next one in, and follows up what was heard meanwhile.
func (r *room) unlock() {
	<-r.sem
	if heard := r.heard.Load(); heard > r.seen.Load() && r.chased.Swap(heard) != heard {
		r.service.catchUp(r.id)
	}
}

// refresh folds what others have appended.
func (r *room) refresh(ctx context.Context) error {
	if r.stage == Parked {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTime)
	defer cancel()
	h, err := r.service.journal.Read(ctx, r.id, r.head)
	var damage *journal.DamageError
	if err != nil && !errors.As(err, &damage) {
		r.doubt = true
		return r.service.unavailable(r.id, err)
	}
	r.fold(h)
	if damage != nil && r.stage != Parked {
		r.parkFor(damage)
	}
	if r.stage == Parked {
		r.service.log.Error("a match is parked", "match", r.id, "why", r.parked)
	}
	r.seen.Store(r.head.Seq)
	r.doubt = false
	return nil
}

// append writes an entry. errAgain means that others were faster: what they
// wrote is folded now, and the caller decides anew.
func (r *room) append(ctx context.Context, kind string, seat game.Seat, command string, data any) (journal.Entry, error) {
	raw, err := json.Marshal(data)
	if err != nil {
		return journal.Entry{}, err
	}
	at := r.service.cfg.Now()
	if at.Before(r.last) {
		at = r.last // a clock set back does not make time run backwards
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTime)
	defer cancel()
	e, head, err := r.service.journal.Append(ctx, r.id, r.head, journal.Draft{
		At: at, Kind: kind, Seat: int(seat), Command: command, Data: raw,
	})
	switch {
	case err == nil:
		r.head = head
		r.seen.Store(head.Seq)
		return e, nil
	case errors.Is(err, journal.ErrConflict):
		if err := r.refresh(ctx); err != nil {
			return journal.Entry{}, err
		}
		return journal.Entry{}, errAgain
	case errors.Is(err, journal.ErrUnclear):
		r.doubt = true
	}
	return journal.Entry{}, r.service.unavailable(r.id, err)
}

var errAgain = errors.New("table: others were faster")

// tries bounds how often one request decides anew.
const tries = 50

// again calls fn until it is not beaten by another process.
func again(fn func() error) error {
	for i := range tries {
		if err := fn(); err != errAgain {
			return err
		}
		if i > 5 {
			time.Sleep(time.Duration(i) * time.Millisecond)
		}
	}
	return refuse(Unavailable, "busy")
}

// knowing is again for what people ask for. In a cluster others may have written
// what was not heard here yet, so a refusal is looked at twice before it is told.
func (r *room) knowing(ctx context.Context, fn func() error) error {
	err := again(fn)
	if err == nil || !r.service.journal.Shared() {
		return err
	}
	before := r.head.N
	if r.refresh(ctx) != nil || r.head.N == before {
		return err
	}
	return again(fn)
}

// record appends an entry that is no step of the game, and folds it.
func (r *room) record(ctx context.Context, kind string, seat game.Seat, data any) error {
	e, err := r.append(ctx, kind, seat, newSecret(), data)
	if err != nil {
		return err
	}
	return r.take(e)
}

// step makes one step of the game: tries it, writes it down, and only then
// makes it the present. A nil action lays the table. A refusal by the rules is
// a *game.Error and leaves no trace.
func (r *room) step(ctx context.Context, kind string, seat game.Seat, command string, a game.Action) error {
	next, log, err := r.try(seat, a)
	if err != nil {
		return r.rulesFailed(err)
	}
	d := stepData{Rolls: r.dice.Take()}
	after := r.dice.Position()
	r.dice.Seek(r.diceAt) // until the journal has it, nothing was rolled
	if err := guard(func() error {
		hash, err := game.HashOf(next)
		if err != nil {
			return err
		}
		d.Hash = hash.String()
		if a != nil {
			d.Action, err = json.Marshal(a)
		}
		return err
	}); err != nil {
		return r.rulesFailed(&panicked{err})
	}
	e, err := r.append(ctx, kind, seat, command, d)
	if err != nil {
		return err
	}
	r.dice.Seek(after)
	return r.rulesFailed(guard(func() error {
		r.advance(next, step{stepData: d, entry: e.N, meta: stepMeta{e.At, seat, kind, command}, events: log.Events})
		return nil
	}))
}

// rulesFailed parks the match when a ruleset panicked; other errors pass.
func (r *room) rulesFailed(err error) error {
	var p *panicked
	if !errors.As(err, &p) {
		return err
	}
	r.parkFor(err)
	r.service.log.Error("a match is parked", "match", r.id, "why", r.parked)
	return refuse(Conflict, "parked")
}

// settle does what the house owes after the present entry: it lays the table
// once all seats are taken, calls bots, sets the clock, tells the lobby, serves
// who watches.
func (r *room) settle(ctx context.Context) {
	if r.stage == Waiting && r.full() {
		err := again(func() error {
			if r.stage != Waiting {
				return nil
			}
			return r.step(ctx, kindStarted, game.Watcher, "start", nil)
		})
		if err != nil {
			r.service.log.Error("a match could not start", "match", r.id, "error", err)
		}
	}
	if n := r.head.N; n != r.settled || r.stage == Parked {
		r.settled = n
		r.service.lobby.update(r.match)
		r.callBots()
		r.setClock()
		if r.stage == Over && !r.archived {
			r.service.over.add(r.id)
		}
	}
	r.serve()
}
