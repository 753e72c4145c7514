package table

import (
	"context"
	"fmt"
	"time"

	"banco/game"
)

// A bot may play on for somebody who is gone, if the others agree. The person
// takes the seat back when they like (standin.go).

// ownerSilence is how long a match waits for a seat, with the proposal on the
// table, before the seat passes without a word from its owner. It is for tables
// of two people, where nobody but the owner could agree: one alone puts nobody
// out who plays on or says no.
const ownerSilence = 2 * time.Minute

// others is who besides its proposer must agree to a proposal, whatever they
// have said so far: all people; but to give a seat away only those who are left,
// if there are any.
func (m *match) others(p *proposal) (seats game.Seats) {
	for _, player := range m.players {
		if player.Kind == human && player.Seat != p.by {
			seats |= game.Only(player.Seat)
		}
	}
	if p.bot != nil {
		if left := seats &^ game.Only(p.bot.Seat); left != 0 {
			return left
		}
	}
	return seats
}

// mayAgree tells whether a seat's yes is still to be heard. Whose seat it is may
// give it away, also where that is not needed.
func (m *match) mayAgree(p *proposal, seat game.Seat) bool {
	return m.waits(p).Has(seat) || p.bot != nil && seat == p.bot.Seat && !p.agreed.Has(seat)
}

// outlasts tells whether a proposal stays on the table after a step that
// everybody saw. Moves are taken back at once or not at all; but who has to go
// has to go whatever is played meanwhile, and the bots at the table would hardly
// leave time to answer. Whose seat was asked for and who plays is there.
func (p *proposal) outlasts(s *step) bool {
	return p.bot != nil && !(s.meta.kind == kindAction && s.meta.seat == p.bot.Seat)
}

// ownerAlone tells whether nobody but the seat's owner is left to agree.
func (m *match) ownerAlone(p *proposal) bool {
	return p.bot != nil && m.waits(p) == game.Only(p.bot.Seat)
}

// mayPropose tells why a seat cannot be proposed to a bot, nil where it can.
func (r *room) mayPropose(t *Takeover) error {
	if !r.hasSeat(t.Seat) {
		return refuseField("no_seat", "bot")
	}
	return r.hasLevel(t.Level)
}

// hasLevel refuses a level of which there is no bot.
func (r *room) hasLevel(level string) error {
	if _, err := r.service.player(r.game.Info().Name, level); err != nil {
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

// askBot tells everybody what is proposed.
func (m *match) askBot(by game.Seat, t *Takeover) game.Message {
	return game.Msg("table.news.ask_bot", m.players[by].Name, m.players[t.Seat].Name)
}
