package table

import (
	"context"
	"fmt"
	"time"

	"banco/game"
)

// mostDefaults bounds how many steps one timeout may take: a stretch that does
// not end by its defaults is a fault of the rules.
const mostDefaults = 1000

// deadline is when time runs out, and for whom: for the seat whose stretch is
// under way; or while that one has to wait for others, for them, who have the
// same limit from when the waiting began. Nobody's time runs while others are
// waited for or the stopwatch stands. While no process had the match in memory
// nobody could act, so no time runs out sooner than its limit after the match was
// loaded.
func (r *room) deadline() (at time.Time, whose game.Seats, ok bool) {
	running := r.stopwatch.Running
	if r.stage != Playing || running == nil || running.Limit <= 0 || r.paused != nil {
		return time.Time{}, 0, false
	}
	limit := time.Duration(running.Limit) * time.Second
	loaded := r.loaded
	if acts := r.state.ToAct(); !acts.Has(running.Seat) {
		return later(r.timing.upTo, loaded).Add(limit), acts, true
	}
	out := time.Duration(running.PausedMillis)*time.Millisecond + r.timing.wait
	if r.found.ID == running.ID { // what was taken out since then
		loaded = loaded.Add(out - r.foundOut)
	}
	return later(running.Started.Add(out), loaded).Add(limit), game.Only(running.Seat), true
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// noteRunning keeps what the stopwatch showed when the match was loaded.
func (r *room) noteRunning() {
	if r.stopwatch.Running == nil {
		return
	}
	r.found = *r.stopwatch.Running
	r.foundOut = time.Duration(r.found.PausedMillis)*time.Millisecond + r.timing.wait
	switch {
	case r.paused != nil:
		r.foundOut += max(0, r.loaded.Sub(r.paused.Since))
	case r.timing.acted && !r.state.ToAct().Has(r.found.Seat):
		r.foundOut += max(0, r.loaded.Sub(r.timing.upTo))
	}
}

// setClock has the service look again at the deadline.
func (r *room) setClock() {
	r.stopClock()
	deadline, _, ok := r.deadline()
	if at, silent := r.silentUntil(); silent && (!ok || at.Before(deadline)) {
		deadline, ok = at, true
	}
	// One that is paused stays in memory too: loaded again it would have all of
	// its limit.
	r.clocked.Store(ok || r.paused != nil && r.timing != nil && r.timing.Limit > 0)
	if !ok {
		return
	}
	s, id := r.service, r.id
	r.clock = time.AfterFunc(max(0, deadline.Sub(s.cfg.Now())), func() { s.ring(id) })
}

func (r *room) stopClock() {
	if r.clock != nil {
		r.clock.Stop()
	}
}

// ring ends what was to be decided in a time that has run out, by the defaults of
// those whose time it was; or a seat passes whose owner was silent.
func (s *Service) ring(id string) {
	err := s.with(s.ctx, id, func(r *room) error {
		if at, silent := r.silentUntil(); silent && !s.cfg.Now().Before(at) {
			return again(func() error { return r.passSeat(s.ctx) }) // the next entry sets the clock again
		}
		deadline, whose, ok := r.deadline()
		if !ok || s.cfg.Now().Before(deadline) {
			r.setClock()
			return nil
		}
		span := *r.stopwatch.Running
		if !whose.Has(span.Seat) {
			for _, seat := range whose.List() {
				if err := again(func() error { return r.byDefault(s.ctx, kindTimeout, seat) }); err != nil {
					return err
				}
			}
			return nil
		}
		for range mostDefaults {
			running := r.stopwatch.Running
			if r.stage != Playing || running == nil || running.ID != span.ID || !r.state.ToAct().Has(span.Seat) {
				return nil // ended, or it is another seat's turn within it: the next entry sets the clock again
			}
			if err := again(func() error { return r.byDefault(s.ctx, kindTimeout, span.Seat) }); err != nil {
				return err
			}
		}
		r.park(fmt.Sprintf("stretch %d does not end by its defaults", span.ID))
		return nil
	})
	if err != nil && s.ctx.Err() == nil {
		s.log.Error("a timeout could not be applied", "match", id, "error", err)
		time.AfterFunc(time.Second, func() {
			if s.ctx.Err() == nil {
				s.ring(id)
			}
		})
	}
}

// byDefault takes the default of a seat that does not decide itself.
func (r *room) byDefault(ctx context.Context, kind string, seat game.Seat) error {
	if r.stage != Playing || !r.state.ToAct().Has(seat) {
		return nil
	}
	var a game.Action
	if err := guard(func() error { a = r.state.Default(seat); return nil }); err != nil {
		return r.rulesFailed(err)
	}
	command := fmt.Sprintf("%s-%d-%d", kind, seat, r.head.N)
	if kind == kindAction {
		command = fmt.Sprintf("%s-%d-%d", bot, seat, r.head.N)
	}
	err := r.step(ctx, kind, seat, command, a)
	if _, refused := err.(*game.Error); refused {
		return r.rulesFailed(&panicked{fmt.Errorf("the default of seat %d was refused: %w", seat, err)})
	}
	return err
}
