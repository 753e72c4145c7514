package table

import (
	"bytes"
	"encoding/json"

	"banco/game"
)

// viewer is what the table keeps for one who looks: a seat or the watcher.
//
// What a viewer sees changes with a public change, or with one of its own: it
// acted, it was told something, its view became another. Only then does its
// Seq grow and its snapshot get made anew, so what others choose in secret
// moves nothing that it receives, not even a counter.
type viewer struct {
	seat    game.Seat
	blind   bool // a bot's seat: nobody looks through it
	seq     int
	decided int // the seq at which this seat's decision last changed
	stepped int // the seq at which this viewer last saw a step taken
	toAct   game.Seats
	news    []News
	view    []byte    // the view's JSON; nil when it was not needed yet
	snap    *Snapshot // nil when it was not needed yet
	changed bool      // since watchers were last served
}

// touch makes the viewer's snapshot obsolete.
func (v *viewer) touch() { v.snap, v.changed = nil, true }

// changedForAll counts a change that everybody sees.
func (m *match) changedForAll() {
	for i := range m.viewers {
		m.viewers[i].seq++
		m.viewers[i].touch()
	}
}

func viewJSON(s game.State, seat game.Seat) []byte {
	data, err := s.View(seat, nil).MarshalJSON()
	if err != nil {
		panic(err) // a ruleset that cannot write its view has failed
	}
	return data
}

// show works out what a step changed for whom. public says that it is already
// known to be a change that everybody sees.
func (m *match) show(prev game.State, s *step, public bool) {
	next := m.state
	for _, e := range s.events {
		public = public || e.To == game.Everyone
	}
	// looks tells whether the view became another one, from a viewer's seat.
	looks := func(v *viewer) bool {
		old := v.view
		if old == nil {
			old = viewJSON(prev, v.seat)
		}
		v.view = viewJSON(next, v.seat)
		return !bytes.Equal(old, v.view)
	}
	if !public && looks(&m.viewers[0]) {
		public = true
	} else if public {
		m.viewers[0].view = nil
	}
	acts := next.ToAct()
	var lifted []unveiled
	if public || game.Silence(next) == "" {
		lifted = m.unveil()
		public = public || len(lifted) > 0
	}
	if public {
		clear(m.asked)
		clear(m.hands)
		if m.proposal != nil && m.proposal.outlasts(s) && game.Silence(next) == "" {
			m.proposal = m.waitedFor(prev, s)
		} else {
			m.proposal = nil // they play on
		}
		m.toAct, m.since = acts, s.meta.at
	}
	for i := range m.viewers {
		v := &m.viewers[i]
		if v.blind {
			continue
		}
		own := v.seat >= 0 && v.seat == s.meta.seat
		told := false
		for _, e := range s.events {
			told = told || e.To.Includes(v.seat)
		}
		could, can := prev != nil && prev.ToAct().Has(v.seat), acts.Has(v.seat)
		switch {
		case public || own || told || could != can:
			if i > 0 {
				v.view = nil // it may have changed, and nobody needs it now
			}
		case i == 0 || !looks(v):
			continue
		}
		v.seq++
		v.touch()
		v.stepped = v.seq
		s.seen |= 1 << i
		v.toAct = m.toAct &^ game.Only(max(v.seat, 0))
		if v.seat < 0 {
			v.toAct = m.toAct
		} else if can {
			v.toAct |= game.Only(v.seat)
		}
		for _, u := range lifted {
			if u.seat != v.seat {
				v.news = append(v.news, News{Entry: v.seq, At: s.meta.at, Seat: game.Watcher, Text: u.text, aside: true})
			}
		}
		for _, e := range s.events {
			if e.To.Includes(v.seat) {
				if s.undo > 0 {
					e = undone(m.players[s.meta.seat].Name, s.undoFor[i])
				}
				v.news = append(v.news, News{Entry: v.seq, At: s.meta.at, Seat: s.by(e), Text: e.Text})
			}
		}
		if own || s.amends() || could != can || can && !sameChoices(prev, next, v.seat) {
			v.decided = v.seq
		}
	}
	if m.stage == Over {
		m.tellAll()
	}
}

// sameChoices tells whether a seat has the same decision before it as before.
func sameChoices(prev, next game.State, seat game.Seat) bool {
	a, errA := json.Marshal(prev.View(seat, nil).Actions())
	b, errB := json.Marshal(next.View(seat, nil).Actions())
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// tellAll tells everybody everything, now that the match is over.
func (m *match) tellAll() {
	var all []News
	asides := m.asides
	for i, s := range m.steps {
		for _, e := range s.events {
			all = append(all, News{Entry: i + 1, At: s.meta.at, Seat: s.by(e), Text: e.Text})
		}
		// The record has no entry for what was said between two steps.
		for ; len(asides) > 0 && asides[0].after == i+1; asides = asides[1:] {
			n := asides[0].News
			n.Entry = i + 1
			all = append(all, n)
		}
	}
	for i := range m.viewers {
		m.viewers[i].news = all
	}
}

// snapshot is the match as a viewer may see it. It is shared and must not be
// changed. A ruleset that fails to show a view parks the match.
func (m *match) snapshot(seat game.Seat) *Snapshot {
	v := &m.viewers[seat+1]
	if v.snap != nil {
		return v.snap
	}
	s := &Snapshot{
		ID:         m.id,
		Game:       m.game.Info().Name,
		Rules:      m.rules,
		Options:    m.options,
		Listed:     m.listed,
		Seq:        v.seq,
		Seat:       v.seat,
		Players:    m.playersFor(seat),
		News:       v.news[:len(v.news):len(v.news)],
		Commitment: m.commitment,
		Since:      m.since,
		Stopwatch: Stopwatch{
			Running: m.stopwatch.Running,
			Done:    m.stopwatch.Done[:len(m.stopwatch.Done):len(m.stopwatch.Done)],
		},
	}
	if m.state != nil {
		if err := guard(func() error {
			s.View = m.state.View(seat, nil)
			if m.stage == Over {
				s.Result = m.state.Result()
			}
			s.CanUndo = m.canUndo(seat)
			return nil
		}); err != nil && m.stage != Parked {
			m.parkFor(err)
		}
	}
	s.Stage, s.Seq = m.stage, v.seq // both change when the rules just failed
	if m.stage == Playing {
		s.ToAct = v.toAct
		s.Paused, s.Proposal = m.paused, m.pending(int(seat)+1)
		s.Undone = m.undone
		s.Silence = game.Silence(m.state)
	}
	v.snap = s
	return s
}
