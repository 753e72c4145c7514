package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"banco/game"
)

// Whoever is waited for within another's limited time has the same limit, and
// the other's time stands meanwhile.
func TestWaitingForOthersHasALimitOfItsOwn(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","rounds":1,"picks":2,"limit":1,"confirm":true}`, 2)
	began := time.Now()
	act(t, s, id, tokens[0], pick(1)) // now seat 1 has to say ok, and does not
	watch, err := s.Watch(ctx, id, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	for snap := range watch.C {
		if !snap.ToAct.Has(0) {
			if time.Since(began) > 5*time.Second {
				t.Fatal("nobody ends the waiting")
			}
			continue
		}
		if waited := time.Since(began); waited < 900*time.Millisecond {
			t.Errorf("the default came after %v", waited)
		}
		break
	}
	// Seat 0 still has what is left of its own second.
	if snap := act(t, s, id, tokens[0], pick(1)); snap.Stage != Playing {
		t.Errorf("%s", text(t, snap))
	}
}

func TestALimitedStretchIsNotPausedForEver(t *testing.T) {
	t.Parallel()
	s, _, id, tokens := timed(t, `{"mode":"turns","picks":2,"limit":900}`, 2)
	for range mostPauses {
		pause(t, s, id, tokens[0], true)
		pause(t, s, id, tokens[1], false)
	}
	refused(t, s.Pause(ctx, id, tokens[0], true), Conflict, "pause_limit")
}

// Who asks again and again is told to play.
func TestProposalsThatCameToNothingAreCounted(t *testing.T) {
	t.Parallel()
	s, _, id, tokens := timed(t, `{"mode":"turns","picks":3}`, 2)
	act(t, s, id, tokens[0], pick(1))
	for range mostAsks {
		propose(t, s, id, tokens[0], Proposal{Undo: 1})
		agree(t, s, id, tokens[1], false)
	}
	refused(t, s.Propose(ctx, id, tokens[0], Proposal{ID: "more", Undo: 1}), Conflict, "too_many_proposals")
	propose(t, s, id, tokens[1], Proposal{Undo: 1}) // the other may still
	agree(t, s, id, tokens[0], false)
	act(t, s, id, tokens[0], pick(2))
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
}

// sampler plays anything.
type sampler struct{}

func (sampler) Choose(_ context.Context, v game.View, rng *rand.Rand) (game.Action, error) {
	return v.Sample(rng), nil
}

// What a clock decided is not taken back by somebody alone, though what one did
// oneself is.
func TestATimeoutIsNotTakenBackAlone(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, 1} {
		s := service(t, func(cfg *Config) {
			cfg.Games, cfg.BotPace = klangOnly, time.Minute
			cfg.Bots = func(string, string) (game.Player, error) { return sampler{}, nil }
		})
		c, err := s.Create(ctx, NewMatch{
			Game: "klang", Options: fmt.Appendf(nil, `{"table":"companion","closing":"fixed","activation_limit_s":%d}`, limit),
			Seats: []SeatSpec{{Kind: human}, {Kind: bot, Level: "random"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		token, err := s.Take(ctx, c.ID, 0, c.Seats[0].Invite, "Ada", "seed")
		if err != nil {
			t.Fatal(err)
		}
		act(t, s, c.ID, token, do("ready"))
		if err := s.with(ctx, c.ID, func(r *room) error { return r.byDefault(ctx, kindAction, 1) }); err != nil {
			t.Fatal(err)
		}
		act(t, s, c.ID, token, []byte(`{"type":"activate","robot":0}`))
		if limit == 0 {
			act(t, s, c.ID, token, do("end"))
		}
		late := time.Now().Add(10 * time.Second)
		for len(look(t, s, c.ID, token).CanUndo) == 0 { // until its end
			if time.Now().After(late) {
				t.Fatal("the activation does not end")
			}
			time.Sleep(20 * time.Millisecond)
		}
		err = s.Propose(ctx, c.ID, token, Proposal{ID: "back", Undo: 1})
		if limit == 0 && err != nil {
			t.Error(err)
		}
		if limit > 0 {
			refused(t, err, Illegal, "undo_timeout")
		}
	}
}
