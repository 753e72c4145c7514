package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"banco/game"
)

// mostBack bounds how many steps can be taken back.
const mostBack = 50

var errOutOfPlace = fmt.Errorf("%w: an entry out of place", errReplay)

// way is the states to which the table can go back, the oldest first: those
// before each step since the last roll or the beginning, mostBack at most. An
// undo goes back along it and is no step of it, so a second one goes further.
type way []back

type back struct {
	before game.State
	seat   game.Seat // who took the step after it
	step   int       // which is this one of the match
	ended  int       // how many timed stretches had ended
	timed  bool      // one was under way
}

// on is the way after a step from b.before. Who has seen dice keeps them.
func (w way) on(b back, rolled bool) way {
	if _, ok := b.before.(game.Amender); !ok || rolled {
		clear(w)
		return w[:0]
	}
	if len(w) == mostBack {
		w = slices.Delete(w, 0, 1)
	}
	return append(w, b)
}

// from is how many steps of the way there are from one on; 0 when it is behind
// a roll.
func (w way) from(step int) int {
	i := slices.IndexFunc(w, func(b back) bool { return b.step == step })
	if i < 0 {
		return 0
	}
	return len(w) - i
}

// timedOut tells whether one of the last n steps of the way was a clock's.
func (w way) timedOut(steps []step, n int) bool {
	return slices.ContainsFunc(w[len(w)-n:], func(b back) bool { return steps[b.step].meta.kind == kindTimeout })
}

// undo takes back the last n steps of the way.
func (w way) undo(now game.State, asks game.Seat, n int) (game.State, error) {
	var acted game.Seats
	for _, b := range w[len(w)-n:] {
		acted |= game.Only(b.seat)
	}
	return now.(game.Amender).Undo(w[len(w)-n].before, asks, acted)
}

// correct gives the state after a correction, and what that told.
func correct(now game.State, fact json.RawMessage, log *game.Log) (game.State, error) {
	next := now.Copy(nil)
	return next, next.(game.Amender).Correct(fact, log)
}

// undone and corrected tell everybody of an amendment that took effect. They
// stand in the record, where a verifier expects them.
func undone(name string, n int) game.Event {
	return game.Event{To: game.Everyone, Text: game.Msg("table.news.undone", name, n)}
}

func corrected(name string) game.Event {
	return game.Event{To: game.Everyone, Text: game.Msg("table.news.corrected", name)}
}

// proposal is what the table is asked to agree to.
type proposal struct {
	n       int
	by      game.Seat
	at      time.Time
	step    int             // the first step to be taken back
	correct json.RawMessage // or the fact to be set right
	bot     *Takeover       // or the seat that is to pass
	waited  time.Duration   // for its owner, in stretches of the match that ended
	agreed  game.Seats
}

// waits is who must still agree. Bots agree to everything.
func (m *match) waits(p *proposal) game.Seats { return m.others(p) &^ p.agreed }

// amend makes what was proposed without taking it: the state after it, and what
// it told. With an error nothing has changed.
func (m *match) amend(p *proposal) (next game.State, log game.Log, hash string, err error) {
	if p.bot != nil { // the game goes on as it stands
		log.Events = append(log.Events, takenOver(m.players[p.bot.Seat].Name))
		return m.state, log, m.steps[len(m.steps)-1].Hash, nil
	}
	err = guard(func() (err error) {
		if p.correct != nil {
			log.Events = append(log.Events, corrected(m.players[p.by].Name))
			next, err = correct(m.state, p.correct, &log)
		} else {
			n := m.way.from(p.step)
			if n == 0 {
				return refuse(Illegal, "undo_barrier")
			}
			log.Events = append(log.Events, undone(m.players[p.by].Name, n))
			next, err = m.way.undo(m.state, p.by, n)
		}
		if err != nil {
			return err
		}
		h, err := game.HashOf(next)
		hash = h.String()
		return err
	})
	return next, log, hash, err
}

// sawOf is how many of the last n steps of the way a viewer saw. What others
// did in secret is not counted to anybody, but goes with the rest.
func (m *match) sawOf(viewer, n int) (saw int) {
	for _, b := range m.way[len(m.way)-n:] {
		if m.steps[b.step].seen.has(viewer) {
			saw++
		}
	}
	return saw
}

// goneBack turns a viewer's count of the steps to take back into the step from
// which on that is; false when the way does not reach so far.
func (m *match) goneBack(viewer, saw int) (step int, ok bool) {
	for i := len(m.way) - 1; i >= 0; i-- {
		step := m.way[i].step
		if !m.steps[step].seen.has(viewer) {
			continue
		}
		if saw--; saw == 0 {
			return step, true
		}
	}
	return 0, false
}

// said is what a proposal or an answer says, to tell a repeat from another one
// under the same name.
func (p Proposal) said() string {
	switch {
	case p.Undo > 0:
		return "undo " + strconv.Itoa(p.Undo)
	case p.Bot != nil:
		return fmt.Sprintf("bot %d %s", p.Bot.Seat, p.Bot.Level)
	}
	return "correct " + string(p.Correct)
}

func (a Answer) said() string { return fmt.Sprintf("answer %d %t", a.Proposal, a.Agree) }

func (m *match) takeProposed(meta stepMeta, d proposedData, entry int) error {
	_, amends := m.state.(game.Amender)
	if m.stage != Playing || !m.hasSeat(meta.seat) || m.proposal != nil || !amends && d.Bot == nil ||
		one(d.Undo != 0, d.Correct != nil, d.Bot != nil) != 1 || d.Undo < 0 || d.Undo > len(m.way) ||
		d.Bot != nil && (!m.hasSeat(d.Bot.Seat) || d.Bot.Seat == meta.seat || d.Bot.Level == "") {
		return errOutOfPlace
	}
	m.proposals++
	m.asked[meta.seat]++
	p := &proposal{n: m.proposals, by: meta.seat, at: meta.at, correct: d.Correct, bot: d.Bot}
	says := Proposal{Correct: d.Correct, Bot: d.Bot}
	if d.Undo > 0 {
		p.step = m.way[len(m.way)-d.Undo].step
		says.Undo = m.sawOf(int(meta.seat)+1, d.Undo)
	}
	m.said[command{meta.seat, meta.command}] = says.said()
	m.proposal = p
	if m.waits(p) == 0 {
		return m.takeEffect(meta, d.Hash, entry)
	}
	if d.Hash != "" {
		return errOutOfPlace
	}
	m.tell(meta, func(viewer int) game.Message {
		name := m.players[meta.seat].Name
		switch {
		case d.Bot != nil:
			return m.askBot(meta.seat, d.Bot)
		case d.Correct != nil:
			return game.Msg("table.news.ask_correct", name)
		}
		return game.Msg("table.news.ask_undo", name, max(1, m.sawOf(viewer, d.Undo)))
	})
	return nil
}

func (m *match) takeAnswered(meta stepMeta, d answeredData, entry int) error {
	p := m.proposal
	if m.stage != Playing || !m.hasSeat(meta.seat) || p == nil || p.n != d.Proposal || d.Agree && !m.mayAgree(p, meta.seat) {
		return errOutOfPlace
	}
	m.said[command{meta.seat, meta.command}] = Answer{Proposal: d.Proposal, Agree: d.Agree}.said()
	key := "table.news.agreed"
	switch {
	case d.Agree:
		agreed := *p
		agreed.agreed |= game.Only(meta.seat)
		m.proposal = &agreed
		if m.waits(&agreed) == 0 {
			return m.takeEffect(meta, d.Hash, entry)
		}
	case meta.seat == p.by:
		key, m.proposal = "table.news.withdrawn", nil
	default:
		key, m.proposal = "table.news.refused", nil
	}
	if d.Hash != "" {
		return errOutOfPlace
	}
	m.tell(meta, func(int) game.Message { return game.Msg(key, m.players[meta.seat].Name) })
	return nil
}

// takeEffect makes the proposal to which all have agreed the present: a step
// from its proposer.
func (m *match) takeEffect(meta stepMeta, hash string, entry int) error {
	p := m.proposal
	next, log, have, err := m.amend(p)
	switch {
	case errors.As(err, new(*Error)):
		return fmt.Errorf("%w: an undo across a roll", errReplay)
	case err != nil:
		return err
	case have != hash:
		return fmt.Errorf("%w: the amended state has another hash than recorded", errReplay)
	}
	m.proposal = nil
	s := step{
		stepData: stepData{Rolls: [][2]int{}, Hash: hash},
		entry:    entry,
		meta:     stepMeta{meta.at, p.by, meta.kind, meta.command},
		events:   log.Events,
		correct:  p.correct,
		bot:      p.bot,
		agreed:   p.agreed.List(),
	}
	if p.bot != nil {
		m.reseat(p.bot, s)
		return nil
	}
	if p.correct == nil {
		s.undo = m.way.from(p.step)
		for _, b := range m.way[len(m.way)-s.undo:] {
			s.undone = append(s.undone, m.steps[b.step].public()...)
		}
		for viewer := range m.viewers {
			s.undoFor = append(s.undoFor, max(1, m.sawOf(viewer, s.undo)))
		}
	}
	m.advance(next, s)
	return nil
}

// tell tells everybody what is no step of the game.
func (m *match) tell(meta stepMeta, text func(viewer int) game.Message) {
	m.changedForAll()
	for i := range m.viewers {
		v := &m.viewers[i]
		n := News{Entry: v.seq, At: meta.at, Seat: meta.seat, Text: text(i), aside: true}
		if i == 0 {
			m.asides = append(m.asides, aside{n, len(m.steps)})
		}
		if !v.blind {
			v.news = append(v.news, n)
		}
	}
}

// aside is news that belongs to no step, with the number of steps before it.
type aside struct {
	News
	after int
}

// pending is the proposal as a viewer may see it.
func (m *match) pending(viewer int) *Pending {
	p := m.proposal
	if p == nil || m.stage != Playing {
		return nil
	}
	out := &Pending{N: p.n, By: p.by, Correct: p.correct, Bot: p.bot, At: p.at, Waits: m.waits(p).List(), Agreed: p.agreed.List()}
	if p.correct == nil && p.bot == nil {
		out.Undo = max(1, m.sawOf(viewer, m.way.from(p.step)))
		for _, b := range m.way[len(m.way)-m.way.from(p.step):] {
			if s := &m.steps[b.step]; s.seen.has(viewer) {
				out.News = append(out.News, s.public()...)
			}
		}
	}
	return out
}

// canUndo lists what a person may propose to take back, as far as the rules
// allow it; nothing while the table is silent. It holds nothing but what everybody
// was told.
func (m *match) canUndo(seat game.Seat) (list []UndoStep) {
	if _, ok := m.state.(game.Amender); !ok || m.stage != Playing || !m.hasSeat(seat) || game.Silence(m.state) != "" {
		return nil
	}
	viewer := int(seat) + 1
	for n := 1; n <= len(m.way); n++ {
		b := m.way[len(m.way)-n]
		s := &m.steps[b.step]
		if !s.seen.has(viewer) {
			continue
		}
		if err := guard(func() error { _, err := m.way.undo(m.state, seat, n); return err }); err != nil {
			break // rules that failed say so when somebody proposes it
		}
		list = append(list, UndoStep{Undo: len(list) + 1, Seat: s.seenBy(b.seat, seat), At: s.meta.at, News: s.public()})
	}
	return list
}

// public is what a step told everybody.
func (s *step) public() (news []game.Message) {
	for _, e := range s.events {
		if e.To == game.Everyone {
			news = append(news, e.Text)
		}
	}
	return news
}

// viewers is a set of viewers, by their index.
type viewers uint32

func (set viewers) has(i int) bool { return set&(1<<i) != 0 }
