package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"banco/game"
	"banco/journal"
)

// mostTimings bounds how many stretches AllTimings gives and keeps in memory,
// the newest matches first.
const mostTimings = 100_000

// Timings gives what the stopwatch measured of one match, at any time: how long
// people take is known to all who watch.
func (s *Service) Timings(ctx context.Context, id, token string) (*Timings, error) {
	var out *Timings
	err := s.with(ctx, id, func(r *room) error {
		if _, err := r.whose(token); err != nil {
			return err
		}
		out = &Timings{
			ID: r.id, Game: r.game.Info().Name, Mode: r.mode(), Seats: []string{}, Over: r.stage == Over,
			Stretches: slices.Clone(r.stopwatch.Done),
		}
		for _, p := range r.shown {
			out.Seats = append(out.Seats, p.Kind)
		}
		return nil
	})
	return out, err
}

// mode is the game's option "table", where it has one that is a word.
func (m *match) mode() string {
	var options struct {
		Table string `json:"table"`
	}
	if json.Unmarshal(m.options, &options) != nil {
		return ""
	}
	return options.Table
}

// timings are those of the matches that are over, read once each.
type timings struct {
	turn  chan struct{}   // holds the turn of who reads
	after uint64          // how far the archive's list was read
	todo  []string        // archived matches not read yet, the newest last
	live  map[string]bool // matches read before they were archived
	kept  []measured      // the newest first
	rows  int
}

// measured are one match's stretches, small enough to keep many.
type measured struct {
	id, game, mode string
	ended          time.Time
	rows           []measuredRow
}

type measuredRow struct {
	seat                       game.Seat
	bot                        bool
	round, millis, think, wait int32
}

func newTimings() timings {
	return timings{turn: make(chan struct{}, 1), live: map[string]bool{}}
}

// measure sums a match up that is over.
func (m *match) measure() measured {
	out := measured{id: m.id, game: m.game.Info().Name, mode: m.mode(), ended: m.last}
	for _, d := range m.stopwatch.Done {
		row := measuredRow{
			seat: d.Seat, round: int32(d.Round),
			millis: int32(d.Millis), think: int32(d.ThinkMillis), wait: int32(d.WaitMillis),
		}
		if d.Seat >= 0 && int(d.Seat) < len(m.players) {
			row.bot = d.Bot || m.players[d.Seat].Kind == bot && !d.Person
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// keep adds a match. It is false for one that is older than all that there is
// room for.
func (t *timings) keep(m measured) bool {
	if t.rows >= mostTimings && m.ended.Before(t.kept[len(t.kept)-1].ended) {
		return false
	}
	if len(m.rows) == 0 {
		return true
	}
	at, _ := slices.BinarySearchFunc(t.kept, m.ended, func(k measured, at time.Time) int { return at.Compare(k.ended) })
	for _, k := range t.kept[at:] {
		if k.id == m.id {
			return true
		}
		if !k.ended.Equal(m.ended) {
			break
		}
	}
	t.kept = slices.Insert(t.kept, at, m)
	t.rows += len(m.rows)
	for last := len(t.kept) - 1; t.rows-len(t.kept[last].rows) >= mostTimings; last-- {
		t.rows -= len(t.kept[last].rows)
		t.kept = slices.Delete(t.kept, last, last+1)
	}
	return true
}

func (t *timings) list() []Timing {
	list := make([]Timing, 0, t.rows)
	for _, m := range t.kept {
		for _, r := range m.rows {
			row := Timing{
				Match: m.id, Game: m.game, Mode: m.mode, Seat: r.seat, Kind: human, Round: int(r.round),
				Millis: int64(r.millis), Think: int64(r.think), Wait: int64(r.wait),
			}
			if r.bot {
				row.Kind = bot
			}
			list = append(list, row)
		}
	}
	return list[:min(len(list), mostTimings)]
}

// AllTimings gives every stretch of the matches that are over, newest match
// first: those in the archive, and those that this process knows to be over.
// Each is read once. When ctx ends first, what was read is kept, and the next
// call goes on from there.
func (s *Service) AllTimings(ctx context.Context) ([]Timing, error) {
	t := &s.timings
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, refuse(Unavailable, "journal")
	}
	for _, id := range s.over.due(time.Now()) {
		if t.live[id] {
			continue
		}
		err := s.with(ctx, id, func(r *room) error {
			if r.stage == Over {
				t.keep(r.measure())
				t.live[id] = true
			}
			return nil
		})
		var e *Error
		if err != nil && !(errors.As(err, &e) && (e.Kind == NotFound || e.Code == "damaged")) {
			return nil, err
		}
	}
	ids, after, err := s.journal.Archived(ctx, t.after)
	if err != nil {
		return nil, s.unavailable("", err)
	}
	t.todo, t.after = append(t.todo, ids...), after
	for len(t.todo) > 0 {
		last := len(t.todo) - 1
		id := t.todo[last]
		if !t.live[id] {
			m, err := s.readMeasured(ctx, id)
			if err != nil {
				return nil, err
			}
			if !t.keep(m) {
				t.todo = nil
				break
			}
		}
		delete(t.live, id)
		t.todo = t.todo[:last]
	}
	return t.list(), nil
}

// readMeasured sums up an archived match. One that cannot be read is passed
// over, with a word in the log.
func (s *Service) readMeasured(ctx context.Context, id string) (measured, error) {
	h, err := s.journal.Read(ctx, id, journal.Head{})
	var damage *journal.DamageError
	if err != nil && !errors.As(err, &damage) && !errors.Is(err, journal.ErrNotFound) {
		return measured{}, s.unavailable(id, err)
	}
	m := &match{id: id, find: s.cfg.Games, unseen: true}
	if err == nil {
		start := 1 + slices.IndexFunc(h.Entries, func(e journal.Entry) bool { return e.Kind == kindStarted })
		m.fold(journal.History{Entries: h.Entries[:start]})
		if _, timed := m.state.(game.Timed); m.stage == Playing && !timed {
			return measured{}, nil // nothing in it was measured
		}
		m.fold(journal.History{Entries: h.Entries[start:]})
		if m.stage == Over {
			return m.measure(), nil
		}
		err = fmt.Errorf("it is not over: %s %s", m.stage, m.parked)
	}
	s.log.Warn("a match's timings cannot be read", "match", id, "error", err)
	return measured{}, nil
}
