package table

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"banco/game"
	"banco/journal"
)

// mostTurns bounds how many bots' turns wait in this process.
const mostTurns = 256

// mostEvents bounds for how many events a bot waits. Each takes as long as a page
// takes to show it.
const mostEvents = 8

// paceOf is how long a bot waits before it acts after so many events.
func (s *Service) paceOf(events int) time.Duration {
	return s.cfg.BotPace + s.cfg.BotPace*time.Duration(min(max(events, 0), mostEvents))
}

// mostTries bounds how often a turn is tried at a match that is not found.
const mostTries = 20

// player makes the player of a level, or says that there is none.
func (s *Service) player(gameName, level string) (game.Player, error) {
	if s.cfg.Bots == nil {
		return nil, refuseField("no_bots", "seats")
	}
	p, err := s.cfg.Bots(gameName, level)
	if err != nil {
		var e *game.Error
		if errors.As(err, &e) {
			return nil, &Error{Kind: Invalid, Refusal: e}
		}
		return nil, refuseField("bot_level", "seats", printable(level))
	}
	return p, nil
}

// startBots starts who puts bots' turns on the queue, and who takes them.
func (s *Service) startBots() error {
	turns := make(chan *journal.Delivery, mostTurns)
	patience := s.paceOf(mostEvents) + s.cfg.BotTime + 10*time.Second
	stop, err := s.journal.Work(s.ctx, mostTurns, patience, func(d *journal.Delivery) {
		put := func() {
			select {
			case <-s.ctx.Done():
				_ = d.Retry(0) // for the next one who works
			case turns <- d:
			default: // it comes again
			}
		}
		if pace := s.paceOf(d.Events); pace > 0 {
			time.AfterFunc(pace, put)
		} else {
			put()
		}
	})
	if err != nil {
		return err
	}
	context.AfterFunc(s.ctx, stop)
	for range s.cfg.BotWorkers {
		s.work.Go(func() {
			for {
				select {
				case d := <-turns:
					s.turn(d)
				case <-s.ctx.Done():
					return
				}
			}
		})
	}
	s.work.Go(func() {
		for {
			select {
			case <-s.ctx.Done():
				return
			case job := <-s.queue:
				s.enqueue(job)
			}
		}
	})
	return nil
}

// enqueue puts a turn on the queue, however long that takes. What is lost when
// the service ends is found again when it starts.
func (s *Service) enqueue(job journal.Job) {
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		ctx, cancel := context.WithTimeout(s.ctx, journalTime)
		err := s.journal.Enqueue(ctx, job)
		cancel()
		if err == nil {
			return
		}
		if s.ctx.Err() == nil {
			s.log.Warn("a bot's turn could not be queued", "match", job.Match, "error", err)
		}
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// callBots queues a turn for every bot that may act after the latest step. What
// is said and paused in between changes nothing of a bot's turn.
func (r *room) callBots() {
	r.busy.Store(false)
	if r.stage != Playing {
		return
	}
	events := 0
	if e, ok := r.state.(game.Eventful); ok {
		events = e.Events()
	}
	for _, seat := range r.state.ToAct().List() {
		if r.players[seat].Kind != bot {
			continue
		}
		r.busy.Store(true)
		job := journal.Job{Match: r.id, Seat: int(seat), N: r.steps[len(r.steps)-1].entry, Events: events}
		select {
		case r.service.queue <- job:
		default:
			r.service.spawn(func() { r.service.enqueue(job) })
		}
	}
}

// turn takes one bot's turn. A turn that is not due any more is simply done:
// each step after which a bot may act has a turn of its own.
func (s *Service) turn(d *journal.Delivery) {
	seat := game.Seat(d.Seat)
	var view game.View
	var name, level string
	behind := false
	err := s.with(s.ctx, d.Match, func(r *room) error {
		if d.N > r.head.N {
			if err := r.refresh(s.ctx); err != nil {
				return err
			}
			behind = d.N > r.head.N
		}
		if r.due(d.Job) {
			return guard(func() error {
				view = r.state.View(seat, nil)
				name, level = r.game.Info().Name, r.players[seat].Level
				return nil
			})
		}
		return nil
	})
	switch {
	case behind:
		// Somebody else may know how to read on.
		s.settleTurn(d.Retry(time.Duration(min(d.Tries, 100)) * 200 * time.Millisecond))
		return
	case err != nil:
		s.giveBack(d, err)
		return
	case view == nil:
		s.settleTurn(d.Done())
		return
	}

	action, thought := s.choose(name, level, view)
	err = s.with(s.ctx, d.Match, func(r *room) error {
		return again(func() error {
			if !r.due(d.Job) {
				return nil
			}
			if thought == nil {
				err := r.step(s.ctx, kindAction, seat, fmt.Sprintf("%s-%d-%d", bot, seat, d.N), action)
				if _, refused := err.(*game.Error); !refused {
					return err
				}
				thought = err
			}
			s.log.Warn("a bot did not decide", "match", r.id, "game", name, "level", level, "seat", seat, "error", thought)
			return r.byDefault(s.ctx, kindAction, seat)
		})
	})
	if err != nil {
		s.giveBack(d, err)
		return
	}
	s.settleTurn(d.Done())
}

// due tells whether a turn is still the bot's to take.
func (r *room) due(job journal.Job) bool {
	seat := game.Seat(job.Seat)
	return r.stage == Playing && job.N == r.steps[len(r.steps)-1].entry &&
		seat >= 0 && int(seat) < len(r.players) && r.players[seat].Kind == bot && r.state.ToAct().Has(seat)
}

// giveBack returns a turn that could not be taken now; one that never can be is
// dropped.
func (s *Service) giveBack(d *journal.Delivery, err error) {
	if s.ctx.Err() != nil {
		return // it comes again when somebody works
	}
	var e *Error
	refused := errors.As(err, &e) && e.Kind != Unavailable
	// Who queued the turn could read the match. A server of a cluster that has
	// not noticed yet that it leads no longer may not find it.
	early := refused && e.Kind == NotFound && s.journal.Shared() && d.Tries <= mostTries
	if refused && !early {
		s.settleTurn(d.Done())
		return
	}
	s.log.Warn("a bot's turn failed", "match", d.Match, "error", err)
	s.settleTurn(d.Retry(time.Second))
}

func (s *Service) settleTurn(err error) {
	if err != nil && s.ctx.Err() == nil {
		s.log.Warn("a bot's turn could not be settled", "error", err)
	}
}

// choose asks a bot, from nothing but its view, and waits no longer than it may
// think.
func (s *Service) choose(name, level string, view game.View) (game.Action, error) {
	p, err := s.player(name, level)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(s.ctx, s.cfg.BotTime)
	defer cancel()
	type choice struct {
		action game.Action
		err    error
	}
	chosen := make(chan choice, 1)
	go func() {
		var c choice
		c.err = guard(func() (err error) {
			var seed [32]byte
			crand.Read(seed[:])
			c.action, err = p.Choose(ctx, view, rand.New(rand.NewChaCha8(seed)))
			if err == nil && c.action == nil {
				err = errors.New("it chose nothing")
			}
			return err
		})
		chosen <- c
	}()
	select {
	case c := <-chosen:
		return c.action, c.err
	case <-ctx.Done():
	}
	// It was told; what it still hands in counts.
	select {
	case c := <-chosen:
		return c.action, c.err
	case <-time.After(s.cfg.BotTime / 4):
		return nil, errors.New("it took too long")
	}
}
