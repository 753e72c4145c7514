package lab

import (
	"context"
	"fmt"
	"math/rand/v2"

	"banco/dice"
	"banco/game"
)

// Players is who decides for each seat, in seat order.
type Players []game.Player

// Play plays one match to its end and tells how it came out. Chance comes from
// src; each player thinks with a generator of its own that follows from seed
// and its seat, so that one player's thinking never changes another's.
//
// It stops with an error when ctx ends, when a player fails, or when a player
// asks for something illegal: a bot in a study has no second chance.
func Play(ctx context.Context, cfg game.Config, players Players, src dice.Source, seed uint64) (game.Result, error) {
	state := cfg.Start(src, nil)
	err := drive(ctx, state, players, seed, func(seat game.Seat, _ game.View, a game.Action) error {
		return state.Apply(seat, a, src, nil)
	})
	if err != nil {
		return game.Result{}, err
	}
	return state.Result(), nil
}

// watch plays a match as Play does, shows it to probes and gives its end and
// how many actions it took.
func watch(ctx context.Context, cfg game.Config, players Players, src dice.Source, seed uint64, probes []Probe) (game.State, int, error) {
	state := cfg.Start(src, nil)
	m := Moment{State: state}
	err := drive(ctx, state, players, seed, func(seat game.Seat, v game.View, a game.Action) error {
		m.Seat, m.View, m.Action = seat, v, a
		for _, p := range probes {
			p.Before(&m)
		}
		m.Step++
		return state.Apply(seat, a, src, nil)
	})
	return state, m.Step, err
}

// drive asks the players in turn and hands what they choose, with the view they
// chose from, to apply, until the match is over.
func drive(ctx context.Context, state game.State, players Players, seed uint64, apply func(game.Seat, game.View, game.Action) error) error {
	if len(players) != state.Config().Seats() {
		return fmt.Errorf("%d players for %d seats", len(players), state.Config().Seats())
	}
	minds := make([]*rand.Rand, len(players))
	views := make([]game.View, len(players))
	for i := range minds {
		minds[i] = rand.New(rand.NewPCG(seed, uint64(i)+1))
	}
	for !state.Over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		seat := state.ToAct().First()
		views[seat] = state.View(seat, views[seat])
		a, err := players[seat].Choose(ctx, views[seat], minds[seat])
		if err != nil {
			return fmt.Errorf("seat %d could not decide: %w", seat, err)
		}
		if err := apply(seat, views[seat], a); err != nil {
			return fmt.Errorf("seat %d asked for %q: %w", seat, a.Type(), err)
		}
	}
	return nil
}

// Tally counts the matches between two players.
type Tally struct {
	Wins, Losses, Draws int // from the first player's side
}

// Matches is how many were played.
func (t Tally) Matches() int { return t.Wins + t.Losses + t.Draws }

// Duel plays pairs of matches between two players: each pair has the same dice
// and the seats swapped, so that neither luck nor the better seat decides who
// is stronger.
func Duel(ctx context.Context, cfg game.Config, a, b game.Player, pairs int, seed uint64) (Tally, error) {
	var t Tally
	for i := range pairs {
		for swap := range 2 {
			players := Players{a, b}
			if swap == 1 {
				players = Players{b, a}
			}
			res, err := Play(ctx, cfg, players, dice.NewFast(seed, uint64(i)), seed+uint64(i))
			if err != nil {
				return t, fmt.Errorf("pair %d, match %d: %w", i, swap, err)
			}
			switch mine := game.Seat(swap); {
			case res.Draw:
				t.Draws++
			case len(res.Winners) == 1 && res.Winners[0] == mine:
				t.Wins++
			default:
				t.Losses++
			}
		}
	}
	return t, nil
}
