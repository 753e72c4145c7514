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

// deadline is when the stretch under way runs out. While no process had the
// match in memory nobody could act, so a stretch never runs out sooner than its
// limit after the match was loaded.
func (r *room) deadline() (time.Time, bool) {
	running := r.stopwatch.Running
	if r.stage != Playing || running == nil || running.Limit <= 0 || r.paused != nil {
		return time.Time{}, false
	}
	out := time.Duration(running.PausedMillis) * time.Millisecond
	from := running.Started.Add(out)
	loaded := r.loaded
	if r.found.ID == running.ID { // pauses since then
		loaded = loaded.Add(out - time.Duration(r.found.PausedMillis)*time.Millisecond)
	}
	if loaded.After(from) {
		from = loaded
	}
	return from.Add(time.Duration(running.Limit) * time.Second), true
}

// noteRunning keeps what the stopwatch showed when the match was loaded.
func (r *room) noteRunning() {
	if r.stopwatch.Running == nil {
		return
	}
	r.found = *r.stopwatch.Running
	if r.paused != nil {
		r.found.PausedMillis += max(0, r.loaded.Sub(r.paused.Since).Milliseconds())
	}
}

// setClock has the service look again at the deadline.
func (r *room) setClock() {
	r.stopClock()
	deadline, ok := r.deadline()
	r.clocked.Store(ok)
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

// ring ends a stretch whose time has run out, by the defaults of its seat.
func (s *Service) ring(id string) {
	err := s.with(s.ctx, id, func(r *room) error {
		deadline, ok := r.deadline()
		if !ok || s.cfg.Now().Before(deadline) {
			return nil
		}
		span := *r.stopwatch.Running
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
