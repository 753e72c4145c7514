package table

import (
	"context"
	"slices"
	"time"

	"banco/game"
)

// A bot stands in for a person: at that person's own word, by the consent of the
// others for somebody who is gone (takeover.go), or at anybody's word for
// somebody who is away while all choose in silence, when nobody can be asked.
// Whoever held the seat takes it back when they like: their tokens stay theirs,
// and show meanwhile what a watcher sees.
//
// While the table is silent ([game.Silence]) a seat changes hands under a veil.
// It does so at once, but nobody is shown before the silence is over: that
// somebody leaves or comes back is a message too. A silence is over with the first
// step that everybody sees, even if another one begins with it.

// awayAfter is how long nobody has looked at a match from a seat that counts as
// left while the table is silent. It begins with the silence at the earliest.
const awayAfter = 3 * time.Minute

// mostHands bounds how often a seat goes to a bot between two steps that
// everybody sees. Each is an entry of the journal.
const mostHands = 5

// Hand lets a bot play for the owner of a seat, once for each name. Nobody is
// asked. When it returns without error, it is on disk.
func (s *Service) Hand(ctx context.Context, id string, seat game.Seat, token string, h Handover) error {
	if err := checkCommandID(h.ID); err != nil {
		return err
	}
	return s.with(ctx, id, func(r *room) error {
		owner, err := r.owner(token)
		switch {
		case owner != game.Watcher && owner != seat:
			return refuse(Forbidden, "other_seat")
		case err != nil:
			return r.saidBefore(owner, h.ID, Proposal{Bot: &Takeover{seat, h.Level}}.said(), err)
		}
		return r.knowing(ctx, func() error { return r.hand(ctx, seat, h.ID, h.Level) })
	})
}

func (r *room) hand(ctx context.Context, seat game.Seat, name, level string) error {
	t := &Takeover{seat, level}
	if done, err := r.repeated(seat, name, Proposal{Bot: t}.said()); done || err != nil {
		return err
	}
	if err := r.underWay(); err != nil {
		return err
	}
	if err := r.mayPropose(t); err != nil {
		return err
	}
	if r.hands[seat] >= mostHands {
		return refuse(Conflict, "too_many_hands", mostHands)
	}
	return r.say(ctx, kindHanded, seat, name, handedData{level, r.lastHash()})
}

// Back gives a seat back to the person at whose place a bot plays, once for each
// name: the next decision is theirs. A seat that is theirs already stays so. When
// it returns without error, it is on disk.
func (s *Service) Back(ctx context.Context, id string, seat game.Seat, token, name string) error {
	if err := checkCommandID(name); err != nil {
		return err
	}
	return s.with(ctx, id, func(r *room) error {
		switch owner, err := r.holder(token); {
		case err != nil:
			return err
		case owner != seat:
			return refuse(Forbidden, "other_seat")
		}
		return r.knowing(ctx, func() error {
			if done, err := r.repeated(seat, name, saidBack); done || err != nil {
				return err
			}
			if err := r.underWay(); err != nil || !r.away.Has(seat) {
				return err
			}
			return r.say(ctx, kindBack, seat, name, backData{r.lastHash()})
		})
	})
}

// saidBack is what taking a seat back says, beside what proposals and answers do.
const saidBack = "back"

// relieve lets a bot play for somebody who is away while all choose in silence.
// Whether it does is told to the one who asks no more than to anybody else: it
// could tell who had laid a card or come back.
func (r *room) relieve(ctx context.Context, seat game.Seat, p Proposal) error {
	t := p.Bot
	switch {
	case !r.owned(t.Seat):
		return refuseField("no_seat", "bot")
	case r.asked[seat] >= mostAsks:
		return refuse(Conflict, "too_many_proposals", mostAsks)
	}
	if err := r.hasLevel(t.Level); err != nil {
		return err
	}
	if !r.absent(t.Seat) {
		return refuse(Conflict, "not_away", game.Silence(r.state), int(awayAfter.Minutes()))
	}
	return r.say(ctx, kindRelieved, seat, p.ID, relievedData{t.Seat, t.Level, r.lastHash()})
}

// absent tells whether nobody has looked at the match from a seat for so long
// that it counts as left. Time in which this process did not have the match in
// memory is nobody's; of who looks through other servers of a cluster it does
// not know.
func (r *room) absent(seat game.Seat) bool {
	for w := range r.watches {
		if w.owner == seat {
			return false
		}
	}
	since := later(later(r.looked[seat], r.loaded), r.since)
	return r.service.cfg.Now().Sub(since) >= awayAfter
}

// owned tells whether a seat is some person's, who plays there or is away.
func (m *match) owned(seat game.Seat) bool {
	return m.hasSeat(seat) || m.away.Has(seat)
}

// refuseSilent is for what would reach others while the table is silent.
func (m *match) refuseSilent() error {
	rule := game.Silence(m.state)
	if rule == "" {
		return nil
	}
	e := refuse(Illegal, "silence", rule, int(awayAfter.Minutes()))
	e.Rule = rule
	return e
}

func (m *match) lastHash() string { return m.steps[len(m.steps)-1].Hash }

func (m *match) takeHanded(meta stepMeta, d handedData, entry int) error {
	if m.stage != Playing || !m.hasSeat(meta.seat) || d.Level == "" || d.Hash != m.lastHash() {
		return errOutOfPlace
	}
	t := &Takeover{meta.seat, d.Level}
	m.said[command{meta.seat, meta.command}] = Proposal{Bot: t}.said()
	m.hands[meta.seat]++
	m.reseat(t, m.standIn(meta, t, entry))
	return nil
}

func (m *match) takeBack(meta stepMeta, d backData, entry int) error {
	if m.stage != Playing || !m.away.Has(meta.seat) || d.Hash != m.lastHash() {
		return errOutOfPlace
	}
	m.said[command{meta.seat, meta.command}] = saidBack
	s := m.standIn(meta, nil, entry)
	s.back, s.events = true, []game.Event{cameBack(m.players[meta.seat].Name)}
	m.reseat(&Takeover{Seat: meta.seat}, s)
	return nil
}

func (m *match) takeRelieved(meta stepMeta, d relievedData, entry int) error {
	if m.stage != Playing || !m.hasSeat(meta.seat) || !m.owned(d.Seat) || d.Seat == meta.seat || d.Level == "" ||
		d.Hash != m.lastHash() || game.Silence(m.state) == "" || meta.at.Before(m.since.Add(awayAfter)) {
		return errOutOfPlace
	}
	t := &Takeover{d.Seat, d.Level}
	m.said[command{meta.seat, meta.command}] = Proposal{Bot: t}.said()
	m.asked[meta.seat]++
	if m.hasSeat(d.Seat) {
		m.reseat(t, m.standIn(meta, t, entry))
	}
	v := &m.viewers[meta.seat+1]
	v.seq++
	v.touch()
	if !v.blind {
		text := game.Msg("table.news.relieved", m.players[d.Seat].Name)
		v.news = append(v.news, News{Entry: v.seq, At: meta.at, Seat: meta.seat, Text: text, aside: true})
	}
	return nil
}

// standIn is the step by which a seat changes hands.
func (m *match) standIn(meta stepMeta, t *Takeover, entry int) step {
	s := step{stepData: stepData{Rolls: [][2]int{}, Hash: m.lastHash()}, entry: entry, meta: meta, bot: t}
	if t != nil {
		s.events = []game.Event{takenOver(m.players[t.Seat].Name)}
	}
	return s
}

// takenOver and cameBack tell everybody who plays at a seat from here on. They
// stand in the record, where a verifier expects them.
func takenOver(name string) game.Event {
	return game.Event{To: game.Everyone, Text: game.Msg("table.news.bot", name)}
}

func cameBack(name string) game.Event {
	return game.Event{To: game.Everyone, Text: game.Msg("table.news.back", name)}
}

// reseat has a bot of a level play at a seat, or with no level its owner: a step
// that leaves the game as it is. It is none of those that can be taken back, and
// none that makes a ready action stale.
func (m *match) reseat(t *Takeover, s step) {
	at := s.meta.at
	m.pass(at)
	m.last = at
	players := slices.Clone(m.players)
	p := &players[t.Seat]
	if p.Level = t.Level; t.Level == "" {
		p.Kind = human
		m.away &^= game.Only(t.Seat)
	} else {
		p.Kind = bot
		m.away |= game.Only(t.Seat)
	}
	m.players = players
	m.changes[t.Seat]++
	if m.timing != nil && m.timing.Seat == t.Seat {
		m.timing.bot = true
	}
	if game.Silence(m.state) != "" {
		m.veil = append(m.veil, len(m.steps))
		v := &m.viewers[t.Seat+1]
		v.seq++
		v.touch()
		m.hear(v, &s)
	} else {
		m.unpause()
		m.proposal = nil
		clear(m.asked)
		m.showSeats()
		m.changedForAll()
		for i := range m.viewers {
			m.hear(&m.viewers[i], &s)
		}
	}
	m.steps = append(m.steps, s)
}

// hear tells a viewer of a step by which a seat changed hands.
func (m *match) hear(v *viewer, s *step) {
	s.seen |= 1 << (v.seat + 1)
	if v.blind {
		return
	}
	for _, e := range s.events {
		v.news = append(v.news, News{Entry: v.seq, At: s.meta.at, Seat: s.meta.seat, Text: e.Text})
	}
}

// showSeats lets everybody see who sits where. Whose seat changed keeps what they
// took: a person's stretches stay a person's, a bot's a bot's.
func (m *match) showSeats() {
	m.shown = m.players
	if len(m.ended) == 0 {
		return
	}
	done := slices.Clone(m.stopwatch.Done) // snapshots share it
	for i := range done {
		m.mark(&done[i], m.ended[i].bot)
	}
	m.stopwatch.Done = done
}

// mark says of a stretch who took it, where that is not whoever has the seat now.
func (m *match) mark(d *Stretch, byBot bool) {
	now := m.shown[d.Seat].Kind == bot
	d.Person, d.Bot = now && !byBot, !now && byBot
}

// unveil shows the seats that changed hands in a silence that is over, and gives
// what there is to tell of them. Whoever went and came back meanwhile was never
// gone.
func (m *match) unveil() (news []unveiled) {
	if len(m.veil) == 0 {
		return nil
	}
	for i, p := range m.players {
		switch was := m.shown[i].Kind; {
		case was == p.Kind:
		case p.Kind == bot:
			news = append(news, unveiled{p.Seat, takenOver(p.Name).Text})
		default:
			news = append(news, unveiled{p.Seat, cameBack(p.Name).Text})
		}
	}
	m.veil = nil
	m.showSeats()
	return news
}

// unveiled is what is told of a seat to all but its owner, who knows.
type unveiled struct {
	seat game.Seat
	text game.Message
}

// playersFor is who sits where, as one who has a seat knows it.
func (m *match) playersFor(seat game.Seat) []Player {
	if seat < 0 || m.shown[seat] == m.players[seat] {
		return m.shown
	}
	players := slices.Clone(m.shown)
	players[seat] = m.players[seat]
	return players
}

// snapshotOf is the match as the owner of a seat may see it: while a bot plays
// there, as a watcher does who may take the seat back.
func (m *match) snapshotOf(owner game.Seat) *Snapshot {
	if !m.away.Has(owner) {
		return m.snapshot(owner)
	}
	s := *m.snapshot(game.Watcher)
	s.Away = &Away{Seat: owner, Level: m.players[owner].Level, N: m.changes[owner]}
	s.Players = m.playersFor(owner)
	return &s
}

// takeoverAgain makes a takeover of a record again: somebody's own word, the
// consent of the people who were left, or, where nobody could be asked, the
// owner's silence or absence.
func takeoverAgain(rec *Record, e RecordEntry, state game.State, people game.Seats, last bool, log *game.Log) error {
	t := *e.Bot
	if state.Over() || !people.Has(e.Seat) || !people.Has(t.Seat) || e.Action != nil || e.Undo != 0 || e.Correct != nil || e.Back ||
		t.Level == "" || last && (rec.Players[t.Seat].Kind != bot || rec.Players[t.Seat].Level != t.Level) {
		return verifyError("takeover", e.Seq)
	}
	asked := people &^ game.Only(e.Seat) &^ game.Only(t.Seat)
	gave := (asked | game.Only(t.Seat)).List()
	silent := game.Silence(state) != ""
	switch {
	case e.Seat == t.Seat || silent:
		if len(e.Agreed) > 0 {
			return verifyError("agreed", e.Seq)
		}
	case asked != 0 && slices.Equal(e.Agreed, asked.List()):
	case slices.Equal(e.Agreed, gave):
	case len(e.Agreed) == 0 && asked == 0 && state.ToAct() == game.Only(t.Seat): // it was silent
	default:
		return verifyError("agreed", e.Seq)
	}
	log.Events = append(log.Events, takenOver(rec.Players[t.Seat].Name))
	return nil
}

// backAgain makes somebody's return of a record again; away are those at whose
// seats bots play.
func backAgain(rec *Record, e RecordEntry, state game.State, away game.Seats, last bool, log *game.Log) error {
	if state.Over() || !away.Has(e.Seat) || e.Action != nil || e.Undo != 0 || e.Correct != nil || len(e.Agreed) > 0 ||
		last && (rec.Players[e.Seat].Kind != human || rec.Players[e.Seat].Level != "") {
		return verifyError("back", e.Seq)
	}
	log.Events = append(log.Events, cameBack(rec.Players[e.Seat].Name))
	return nil
}
