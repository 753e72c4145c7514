package table

import (
	"context"
	"fmt"
	"slices"
	"time"

	"banco/game"
)

// A bot may play on for somebody who leaves, if the others agree. The person
// does not come back: what their seat learns from then on is the bot's to know,
// so their token shows them what a watcher sees.

// ownerSilence is how long a match waits for a seat, with the proposal on the
// table, before the seat passes without a word from its owner. It is for tables
// of two people, where nobody but the owner could agree: one alone puts nobody
// out who plays on or says no.
const ownerSilence = 2 * time.Minute

// others is who besides its proposer must agree to a proposal, whatever they
// have said so far: all people; but of a seat whose owner is away only those who
// are left, if there are any.
func (m *match) others(p *proposal) (seats game.Seats) {
	for _, player := range m.players {
		if player.Kind == human && player.Seat != p.by {
			seats |= game.Only(player.Seat)
		}
	}
	if p.away() {
		if left := seats &^ game.Only(p.bot.Seat); left != 0 {
			return left
		}
	}
	return seats
}

// away tells whether the proposal is about the seat of somebody else.
func (p *proposal) away() bool { return p.bot != nil && p.bot.Seat != p.by }

// mayAgree tells whether a seat's yes is still to be heard. Whose seat it is may
// give it away, also where that is not needed.
func (m *match) mayAgree(p *proposal, seat game.Seat) bool {
	return m.waits(p).Has(seat) || p.away() && seat == p.bot.Seat && !p.agreed.Has(seat)
}

// outlasts tells whether a proposal stays on the table after a step that
// everybody saw. Moves are taken back at once or not at all; but who has to go
// has to go whatever is played meanwhile, and the bots at the table would hardly
// leave time to answer. Whose seat was asked for and who plays is there.
func (p *proposal) outlasts(s *step) bool {
	return p.bot != nil && !(p.away() && s.meta.kind == kindAction && s.meta.seat == p.bot.Seat)
}

// ownerAlone tells whether nobody but the seat's owner is left to agree.
func (m *match) ownerAlone(p *proposal) bool {
	return p.away() && m.waits(p) == game.Only(p.bot.Seat)
}

// mayPropose tells why a seat cannot be proposed to a bot, nil where it can.
func (r *room) mayPropose(t *Takeover) error {
	if !r.hasSeat(t.Seat) {
		return refuseField("no_seat", "bot")
	}
	if _, err := r.service.player(r.game.Info().Name, t.Level); err != nil {
		e := *err.(*Error)
		own := *e.Refusal
		own.Field = "bot"
		e.Refusal = &own
		return &e
	}
	return nil
}

// silence is since when the match waits, with the proposal on the table to be
// refused, for the owner of the seat alone, and how long that has to last; false
// where it waits for somebody else.
func (m *match) silence() (since time.Time, lasts time.Duration, ok bool) {
	p := m.proposal
	if m.stage != Playing || p == nil || !m.ownerAlone(p) || game.Awaited(m.state) != game.Only(p.bot.Seat) {
		return time.Time{}, 0, false
	}
	return later(p.at, m.since), max(0, ownerSilence-p.waited), true
}

// waitedFor is the proposal on the table with the wait that the step s ended: an
// owner whose time runs out again and again is silent too.
func (m *match) waitedFor(prev game.State, s *step) *proposal {
	p := m.proposal
	if !m.ownerAlone(p) || game.Awaited(prev) != game.Only(p.bot.Seat) {
		return p
	}
	next := *p
	next.waited += max(0, s.meta.at.Sub(later(p.at, m.since)))
	return &next
}

// silentUntil is when a seat passes by its owner's silence. Time in which no
// process had the match in memory is nobody's.
func (r *room) silentUntil() (at time.Time, ok bool) {
	since, lasts, ok := r.silence()
	return later(since, r.loaded).Add(lasts), ok
}

// passSeat lets a seat pass whose owner has been silent for long enough.
func (r *room) passSeat(ctx context.Context) error {
	at, ok := r.silentUntil()
	if !ok || r.service.cfg.Now().Before(at) {
		return nil
	}
	p := r.proposal
	d := passedData{Proposal: p.n, Hash: r.steps[len(r.steps)-1].Hash}
	return r.say(ctx, kindPassed, game.Watcher, fmt.Sprint("passed-", p.n), d)
}

func (m *match) takePassed(meta stepMeta, d passedData, entry int) error {
	since, lasts, ok := m.silence()
	if !ok || meta.seat != game.Watcher || m.proposal.n != d.Proposal || meta.at.Before(since.Add(lasts)) {
		return errOutOfPlace
	}
	return m.takeEffect(meta, d.Hash, entry)
}

// takenOver tells everybody that a bot plays on. It stands in the record, where
// a verifier expects it.
func takenOver(name string) game.Event {
	return game.Event{To: game.Everyone, Text: game.Msg("table.news.bot", name)}
}

// takeOver seats the bot: a step that leaves the game as it is. It is none of
// those that can be taken back, and none that makes a ready action stale.
func (m *match) takeOver(p *proposal, s step) {
	seat, at := p.bot.Seat, s.meta.at
	m.pass(at)
	m.unpause()
	m.proposal, m.last = nil, at
	clear(m.asked)
	players := slices.Clone(m.players)
	players[seat].Kind, players[seat].Level = bot, p.bot.Level
	m.players = players
	m.left |= game.Only(seat)
	m.viewers[seat+1] = viewer{seat: seat, blind: true}
	// What the person did stays a person's time. The stretch under way goes on
	// as the bot's.
	done := slices.Clone(m.stopwatch.Done) // snapshots share it
	for i := range done {
		if done[i].Seat == seat {
			done[i].Person, m.ended[i].Person = true, true
		}
	}
	m.stopwatch.Done = done
	m.changedForAll()
	for i := range m.viewers {
		v := &m.viewers[i]
		s.seen |= 1 << i
		if !v.blind {
			for _, e := range s.events {
				v.news = append(v.news, News{Entry: v.seq, At: at, Seat: s.meta.seat, Text: e.Text})
			}
		}
	}
	m.steps = append(m.steps, s)
}

// askBot tells everybody what is proposed.
func (m *match) askBot(by game.Seat, t *Takeover) game.Message {
	if t.Seat == by {
		return game.Msg("table.news.ask_bot_own", m.players[by].Name)
	}
	return game.Msg("table.news.ask_bot", m.players[by].Name, m.players[t.Seat].Name)
}

// takeoverAgain makes a takeover of a record again: one that the people who were
// left agreed to, or that nobody stood in the way of.
func takeoverAgain(rec *Record, e RecordEntry, state game.State, people game.Seats, log *game.Log) error {
	t := *e.Bot
	if state.Over() || !people.Has(e.Seat) || !people.Has(t.Seat) || e.Action != nil || e.Undo != 0 || e.Correct != nil ||
		t.Level == "" || rec.Players[t.Seat].Kind != bot || rec.Players[t.Seat].Level != t.Level {
		return verifyError("takeover", e.Seq)
	}
	asked := people &^ game.Only(e.Seat) &^ game.Only(t.Seat)
	gave := (asked | game.Only(t.Seat)).List()
	switch {
	case slices.Equal(e.Agreed, asked.List()) && (e.Seat == t.Seat || asked != 0):
	case e.Seat != t.Seat && slices.Equal(e.Agreed, gave):
	case e.Seat != t.Seat && len(e.Agreed) == 0 && asked == 0 && state.ToAct() == game.Only(t.Seat): // it was silent
	default:
		return verifyError("agreed", e.Seq)
	}
	log.Events = append(log.Events, takenOver(rec.Players[t.Seat].Name))
	return nil
}
