package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"banco/game"
)

// mostAsks bounds how often a seat proposes between two steps of the match.
const mostAsks = 5

// maxCorrect bounds the JSON of a correction.
const maxCorrect = 4 << 10

// Propose asks the table to amend the match, once for each name. Where nobody
// but bots is to be asked it takes effect at once. When it returns without
// error, the proposal is on disk.
func (s *Service) Propose(ctx context.Context, id, token string, p Proposal) error {
	if err := checkCommandID(p.ID); err != nil {
		return err
	}
	switch {
	case p.Undo < 0:
		return refuseField("undo_number", "undo")
	case one(p.Undo > 0, p.Correct != nil, p.Bot != nil) != 1:
		return refuseField("proposal", "undo")
	case p.Correct != nil:
		fact, err := checkFact(p.Correct)
		if err != nil {
			return err
		}
		p.Correct = fact
	}
	return s.with(ctx, id, func(r *room) error {
		seat, err := r.owner(token)
		if err != nil {
			return r.saidBefore(seat, p.ID, p.said(), err)
		}
		return r.knowing(ctx, func() error { return r.propose(ctx, seat, p) })
	})
}

// one counts what is so.
func one(is ...bool) (n int) {
	for _, yes := range is {
		if yes {
			n++
		}
	}
	return n
}

// Answer agrees to a proposal or refuses it, once for each name. The last yes
// makes it so; one no ends it.
func (s *Service) Answer(ctx context.Context, id, token string, a Answer) error {
	if err := checkCommandID(a.ID); err != nil {
		return err
	}
	return s.with(ctx, id, func(r *room) error {
		seat, err := r.owner(token)
		if err != nil {
			return r.saidBefore(seat, a.ID, a.said(), err)
		}
		return r.knowing(ctx, func() error { return r.answer(ctx, seat, a) })
	})
}

func checkCommandID(id string) error {
	if n := utf8.RuneCountInString(id); n < 1 || n > maxCommandID || !utf8.ValidString(id) {
		return refuseField("command_id", "id", maxCommandID)
	}
	return nil
}

// checkFact gives a correction's JSON as the journal will have it.
func checkFact(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) > maxCorrect {
		return nil, refuseField("correct_size", "correct", maxCorrect)
	}
	fact, err := json.Marshal(raw)
	if err != nil || !utf8.Valid(fact) || !bytes.HasPrefix(fact, []byte("{")) {
		return nil, refuseField("correct_object", "correct")
	}
	return fact, nil
}

func (r *room) propose(ctx context.Context, seat game.Seat, p Proposal) error {
	if done, err := r.repeated(seat, p.ID, p.said()); done || err != nil {
		return err
	}
	if err := r.underWay(); err != nil {
		return err
	}
	v := &r.viewers[seat+1]
	_, amends := r.state.(game.Amender)
	switch {
	case p.Seq > v.seq:
		return refuseField("seq", "seq")
	case p.Bot != nil && p.Bot.Seat == seat:
		return r.hand(ctx, seat, p.ID, p.Bot.Level)
	case p.Bot == nil && p.Seq != 0 && p.Seq < v.stepped: // a seat is the same seat whatever was played
		stale := refuse(Conflict, "stale")
		stale.Snapshot = r.snapshot(seat)
		return stale
	case p.Bot == nil && !amends:
		return refuse(Illegal, "no_amend")
	case p.Bot != nil && game.Silence(r.state) != "":
		return r.relieve(ctx, seat, p)
	case game.Silence(r.state) != "":
		return r.refuseSilent()
	case r.proposal != nil:
		return refuse(Conflict, "proposal_pending")
	case r.asked[seat] >= mostAsks:
		return refuse(Conflict, "too_many_proposals", mostAsks)
	}
	d := proposedData{Correct: p.Correct, Bot: p.Bot}
	next := &proposal{by: seat, correct: p.Correct, bot: p.Bot}
	switch {
	case p.Bot != nil:
		if err := r.mayPropose(p.Bot); err != nil {
			return err
		}
	case p.Undo > 0:
		step, ok := r.goneBack(int(seat)+1, p.Undo)
		if !ok {
			return refuse(Illegal, "undo_barrier")
		}
		next.step, d.Undo = step, r.way.from(step)
	}
	hash, err := r.tryAmend(next)
	if err != nil {
		return err
	}
	if r.waits(next) == 0 {
		if p.Undo > 0 && r.way.timedOut(r.steps, d.Undo) {
			return refuse(Illegal, "undo_timeout") // nobody else would have to agree
		}
		d.Hash = hash
	}
	return r.say(ctx, kindProposed, seat, p.ID, d)
}

func (r *room) answer(ctx context.Context, seat game.Seat, a Answer) error {
	if done, err := r.repeated(seat, a.ID, a.said()); done || err != nil {
		return err
	}
	if err := r.underWay(); err != nil {
		return err
	}
	if a.Proposal > r.proposals { // another process may have taken it just now
		if err := r.refresh(ctx); err != nil {
			return err
		}
		if err := r.underWay(); err != nil {
			return err
		}
	}
	if err := r.refuseSilent(); err != nil {
		return err
	}
	p := r.proposal
	switch {
	case p == nil || p.n != a.Proposal:
		return refuse(Conflict, "no_proposal")
	case a.Agree && seat == p.by:
		return refuse(Conflict, "own_proposal")
	case a.Agree && !r.mayAgree(p, seat):
		return refuse(Conflict, "agreed_already")
	}
	d := answeredData{Proposal: a.Proposal, Agree: a.Agree}
	if a.Agree && r.waits(p) == game.Only(seat) {
		hash, err := r.tryAmend(p)
		if err != nil {
			return err
		}
		d.Hash = hash
	}
	return r.say(ctx, kindAnswered, seat, a.ID, d)
}

// tryAmend gives the hash that the match would have. Rules that fail at it do
// not stop the match, since nothing has changed.
func (r *room) tryAmend(p *proposal) (hash string, err error) {
	_, _, hash, err = r.amend(p)
	var own *Error
	var rules *game.Error
	switch {
	case err == nil, errors.As(err, &own):
		return hash, err
	case errors.As(err, &rules):
		return "", passOn(Illegal, rules)
	}
	r.service.log.Error("the rules failed at an amendment", "match", r.id, "error", err)
	return "", refuse(Conflict, "amend_failed")
}

// say appends a proposal or an answer, and folds it.
func (r *room) say(ctx context.Context, kind string, seat game.Seat, name string, data any) error {
	e, err := r.append(ctx, kind, seat, name, data)
	if err != nil {
		return err
	}
	return r.rulesFailed(guard(func() error { return r.take(e) }))
}

// saidBefore answers a person whose seat a bot plays now: what was said before
// then is not refused for having been sent again.
func (r *room) saidBefore(seat game.Seat, name, says string, refusal error) error {
	if seat != game.Watcher {
		if done, _ := r.repeated(seat, name, says); done {
			return nil
		}
	}
	return refusal
}

// repeated tells whether a seat has said the very same under this name. Another
// thing under it is refused.
func (r *room) repeated(seat game.Seat, name, says string) (bool, error) {
	c := command{seat, name}
	said, there := r.said[c]
	if _, acted := r.done[c]; acted || there && said != says {
		return false, refuse(Conflict, "command_used")
	}
	return there, nil
}

// underWay refuses what only a match that is being played can take.
func (m *match) underWay() error {
	switch m.stage {
	case Waiting:
		return refuse(Conflict, "waiting")
	case Over:
		return refuse(Conflict, "over")
	case Parked:
		return refuse(Conflict, "parked")
	}
	return nil
}
