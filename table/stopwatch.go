package table

import (
	"context"
	"slices"
	"time"

	"banco/game"
)

// moreTime is what a stretch has left at least when an undo resumes it: people
// who agreed to take back its end mean to play on in it.
const moreTime = 30 * time.Second

// mostPauses bounds the pauses of a stretch that has a limit: without end they
// would make it none.
const mostPauses = 10

// timing is a stretch with what it takes to go on measuring it.
type timing struct {
	Stretch
	upTo  time.Time // the time is accounted for up to here
	acted bool      // its seat has taken a step in it
	bot   bool      // a bot had its seat for some of it, or all

	pauses int // how many there were

	think, wait, work time.Duration // they add up to the time that counts
	out               time.Duration // taken out of it
}

// pass accounts for the time up to at. It comes before the step that is taken
// then: what the seat could do until now is what the present state says.
func (m *match) pass(at time.Time) {
	t := m.timing
	if t == nil {
		return
	}
	d := max(0, at.Sub(t.upTo))
	t.upTo = at
	switch {
	case m.paused != nil:
		t.out += d
	case !t.acted:
		t.think += d
	case !m.state.ToAct().Has(t.Seat):
		t.wait += d
	default:
		t.work += d
	}
}

// time keeps the stopwatch after a step and tells whether it changed.
func (m *match) time(at time.Time) bool {
	var span game.Span
	running := false
	if t, ok := m.state.(game.Timed); ok && m.stage == Playing {
		span, running = t.Running()
	}
	was := m.timing
	if was == nil && !running || was != nil && running && was.ID == span.ID {
		return false
	}
	if was != nil {
		was.Millis = (was.think + was.wait + was.work).Milliseconds()
		was.ThinkMillis, was.WaitMillis, was.PausedMillis = was.think.Milliseconds(), was.wait.Milliseconds(), was.out.Milliseconds()
		was.bot = was.bot || m.players[was.Seat].Kind == bot
		if len(m.veil) == 0 {
			m.mark(&was.Stretch, was.bot)
		}
		m.ended = append(m.ended, *was)
		m.stopwatch.Done = append(m.stopwatch.Done, was.Stretch)
		m.timing = nil
	}
	if running {
		m.timing = &timing{upTo: at, Stretch: Stretch{
			ID: span.ID, Seat: span.Seat, Label: span.Label, Round: span.Round, Started: at, Limit: span.Limit,
		}}
	}
	m.showRunning()
	return true
}

// showRunning puts the stretch under way on the stopwatch that all see. Who
// thought and who waited in it is told when it ended: while it runs that would
// tell of steps that a game may keep secret.
func (m *match) showRunning() {
	if m.timing == nil {
		m.stopwatch.Running = nil
		return
	}
	s := m.timing.Stretch // a copy: snapshots keep it
	s.PausedMillis = m.timing.out.Milliseconds()
	m.stopwatch.Running = &s
}

// rewind sets the stopwatch back to a point of the match that an undo went back
// to. The stretch that ran there goes on with the time it had; those that began
// later never were.
func (m *match) rewind(b back, at time.Time) {
	if len(m.ended) > b.ended {
		m.timing = nil
		if b.timed {
			t := m.ended[b.ended]
			t.out += max(0, at.Sub(t.upTo))
			t.upTo = at
			t.Millis, t.ThinkMillis, t.WaitMillis, t.PausedMillis = 0, 0, 0, 0
			t.Person, t.Bot = false, false // that is for its end to say
			if used := t.think + t.wait + t.work + moreTime; t.Limit > 0 {
				t.Limit = max(t.Limit, int((used+time.Second-1)/time.Second))
			}
			m.timing = &t
		}
		// Snapshots share what is cut off.
		m.ended = slices.Clone(m.ended[:b.ended])
		m.stopwatch.Done = append([]Stretch{}, m.stopwatch.Done[:b.ended]...)
	} else if !b.timed {
		m.timing = nil
	}
	m.showRunning()
}

// unpause ends a pause, if there is one, and tells whether there was. The time
// was accounted for by pass.
func (m *match) unpause() bool {
	if m.paused == nil {
		return false
	}
	m.paused = nil
	m.showRunning()
	return true
}

// Pause stops the stopwatch of the stretch under way, or lets it run again. To
// pause what is paused, or to go on with what runs, changes nothing; and any
// step that is taken lets it run.
func (s *Service) Pause(ctx context.Context, id, token string, on bool) error {
	return s.with(ctx, id, func(r *room) error {
		seat, err := r.owner(token)
		if err != nil {
			return err
		}
		return r.knowing(ctx, func() error {
			kind := kindUnpaused
			switch err := r.underWay(); {
			case err != nil:
				return err
			case game.Silence(r.state) != "":
				return r.refuseSilent()
			case on == (r.paused != nil):
				return nil
			case on && r.timing == nil:
				return refuse(Conflict, "not_timed")
			case on && r.timing.Limit > 0 && r.timing.pauses >= mostPauses:
				return refuse(Conflict, "pause_limit", mostPauses)
			case on:
				kind = kindPaused
			}
			return r.say(ctx, kind, seat, newSecret(), struct{}{})
		})
	})
}

func (m *match) takePause(at time.Time, seat game.Seat, on bool) error {
	if m.stage != Playing || !m.hasSeat(seat) || m.timing == nil || on == (m.paused != nil) {
		return errOutOfPlace
	}
	m.pass(at)
	if on {
		m.paused = &Pause{By: seat, Since: at}
		m.timing.pauses++
	} else {
		m.unpause()
	}
	m.changedForAll()
	return nil
}
