package table

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"banco/game"
)

const (
	maxCommandID = 64
	maxAction    = 512 << 10 // a whole battle from a file
)

// Look gives the match as the token's owner may see it, a watcher without one.
// Snapshots are shared: nobody changes one.
func (s *Service) Look(ctx context.Context, id, token string) (*Snapshot, error) {
	var snap *Snapshot
	err := s.with(ctx, id, func(r *room) error {
		owner, err := r.known(token)
		if err != nil {
			return err
		}
		snap = r.snapshotOf(owner)
		return nil
	})
	return snap, err
}

// Act does what a seat asks for, once for each command id, and gives the match
// as it then is. When it returns without error, the action is on disk.
//
// A command is stale when the decision of its seat has changed since the Seq it
// names; what others do at the same time does not make it so.
func (s *Service) Act(ctx context.Context, id, token string, c Command) (*Snapshot, error) {
	if err := checkCommandID(c.ID); err != nil {
		return nil, err
	}
	if len(c.Action) == 0 || len(c.Action) > maxAction {
		return nil, refuseField("action_size", "action", maxAction)
	}
	var snap *Snapshot
	err := s.with(ctx, id, func(r *room) error {
		seat, err := r.owner(token)
		if _, did := r.done[command{seat, c.ID}]; err != nil && !(did && r.away.Has(seat)) {
			return err // what somebody did before a bot stood in is not refused for being sent again
		}
		if err := r.knowing(ctx, func() error { return r.act(ctx, seat, c) }); err != nil {
			return err
		}
		if seat, err = r.known(token); err == nil {
			snap = r.snapshotOf(seat)
		}
		return err
	})
	return snap, err
}

func (r *room) act(ctx context.Context, seat game.Seat, c Command) error {
	v := &r.viewers[seat+1]
	if at, done := r.done[command{seat, c.ID}]; done {
		return r.sameAction(r.steps[at], c)
	}
	if _, said := r.said[command{seat, c.ID}]; said {
		return refuse(Conflict, "command_used")
	}
	if err := r.underWay(); err != nil {
		return err
	}
	switch {
	case c.Seq > v.seq:
		return refuseField("seq", "seq")
	case c.Seq < v.decided:
		stale := refuse(Conflict, "stale")
		stale.Snapshot = r.snapshot(seat)
		return stale
	case !r.state.ToAct().Has(seat):
		return refuse(Forbidden, "not_your_turn")
	}
	var a game.Action
	if err := guard(func() (err error) {
		a, err = r.game.ParseAction(c.Action)
		return err
	}); err != nil {
		if err := r.rulesFailed(err); err == nil || r.stage == Parked {
			return err
		}
		return passOn(Invalid, err)
	}
	err := r.step(ctx, kindAction, seat, c.ID, a)
	if _, ok := err.(*game.Error); ok {
		return passOn(Illegal, err)
	}
	return err
}

// sameAction refuses a command under the name of another one: to answer that it
// was done would be untrue.
func (r *room) sameAction(s step, c Command) error {
	var again []byte
	err := guard(func() error {
		a, err := r.game.ParseAction(c.Action)
		if err == nil {
			again, err = json.Marshal(a)
		}
		return err
	})
	if err != nil || !bytes.Equal(again, s.Action) {
		return refuse(Conflict, "command_used")
	}
	return nil
}

// Watch is somebody looking at a match. C delivers the present snapshot at
// once, and then one whenever what this viewer sees has changed. It holds one:
// who reads slowly finds the newest, and misses those between. C is closed when
// the watch or the service ends.
type Watch struct {
	C <-chan *Snapshot

	c     chan *Snapshot
	owner game.Seat // whose token it is
	seat  game.Seat // as whom it looks: while a bot stands in, as a watcher
	end   func()
}

// Close ends the watch. Closing twice is harmless.
func (w *Watch) Close() { w.end() }

// Watch starts a watch, which ends with ctx at the latest.
func (s *Service) Watch(ctx context.Context, id, token string) (*Watch, error) {
	c := make(chan *Snapshot, 1)
	w := &Watch{C: c, c: c}
	r, err := s.enter(ctx, id) // the watch keeps the room in memory
	if err != nil {
		return nil, err
	}
	err = s.with(ctx, id, func(r *room) (err error) {
		if w.owner, err = r.known(token); err != nil {
			return err
		}
		w.seat = r.looksAs(w.owner)
		if s.ctx.Err() != nil {
			return refuse(Unavailable, "closing")
		}
		r.watches[w] = struct{}{}
		c <- r.snapshotOf(w.owner)
		return nil
	})
	if err != nil {
		s.leave(r)
		return nil, err
	}
	w.end = sync.OnceFunc(func() {
		r.sem <- struct{}{}
		r.here(w.owner)
		if _, there := r.watches[w]; there {
			delete(r.watches, w)
			close(c)
		}
		r.unlock()
		s.leave(r)
	})
	stop := context.AfterFunc(ctx, w.end)
	end := w.end
	w.end = func() { stop(); end() }
	return w, nil
}

// serve gives every watch its viewer's newest snapshot. Only the holder of the
// room's lock sends, so after making place there is place.
func (r *room) serve() {
	stage := r.stage
	for w := range r.watches {
		seat := r.looksAs(w.owner)
		if seat == w.seat && !r.viewers[seat+1].changed {
			continue
		}
		w.seat = seat
		select {
		case <-w.c:
		default:
		}
		w.c <- r.snapshotOf(w.owner)
	}
	if r.stage != stage { // the rules failed while somebody was being shown
		r.serve()
	}
	for i := range r.viewers {
		r.viewers[i].changed = false
	}
}

// endWatches ends them all, because the service does.
func (r *room) endWatches() {
	for w := range r.watches {
		delete(r.watches, w)
		close(w.c)
	}
}
