package lab

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"banco/bot"
	"banco/dice"
	"banco/game"
)

// How a decision's stakes are measured: a few of its choices, each carried on at
// random a few times.
const (
	stakesChoices = 4
	stakesTries   = 6
	stakesDraws   = 16 // how often a choice is drawn in the hope of a new one
)

// stakes measures how much a decision matters: how far apart its choices lie in
// chance of winning. One decision of each match is picked, every one as likely
// as another. Each choice is played on at random from the true state, all of
// them with the same dice; what choices differ by beyond the scatter of their
// tries is an unbiased estimate of the variance between them (analysis of
// variance with the dice as blocks). For a single match it may be negative; its
// mean over many is what counts.
type stakes struct {
	rng    *rand.Rand
	seen   int
	state  game.State // a copy, at the decision that was picked
	view   game.View
	seat   game.Seat
	broken bool
}

func newStakes(s Setting) Probe { return &stakes{rng: rand.New(rand.NewPCG(s.Seed, 0x57a4e5))} }

func (p *stakes) Before(m *Moment) {
	if p.seen++; p.rng.IntN(p.seen) > 0 {
		return
	}
	p.state, p.seat = m.State.Copy(p.state), m.Seat
}

func (p *stakes) Close(_ game.State, _ int, note func(string, float64)) {
	if p.state == nil {
		return
	}
	p.view = p.state.View(p.seat, nil)
	choices := p.choices()
	if len(choices) < 2 {
		return
	}
	wins := make([][stakesTries]float64, len(choices))
	for try := range stakesTries {
		seed := p.rng.Uint64()
		for i, a := range choices {
			wins[i][try] = 100 * p.tryOut(a, seed)
		}
	}
	if !p.broken {
		note("stakes", between(wins))
	}
}

// choices draws a few different things to do.
func (p *stakes) choices() (list []game.Action) {
	known := map[string]bool{}
	for range stakesDraws {
		a := p.view.Sample(p.rng)
		if a == nil {
			break
		}
		raw, err := json.Marshal(a)
		if err != nil || known[string(raw)] {
			continue
		}
		known[string(raw)] = true
		if list = append(list, a); len(list) == stakesChoices {
			break
		}
	}
	return list
}

// tryOut plays on from a choice at random and gives what its seat wins, 0 to 1.
func (p *stakes) tryOut(a game.Action, seed uint64) float64 {
	src := dice.NewFast(seed, 1)
	s := p.state.Copy(nil)
	if s.Apply(p.seat, a, src, nil) != nil {
		p.broken = true
		return 0
	}
	players := make(Players, s.Config().Seats())
	for i := range players {
		players[i] = bot.Random{}
	}
	err := drive(context.Background(), s, players, seed, func(seat game.Seat, _ game.View, a game.Action) error {
		return s.Apply(seat, a, src, nil)
	})
	if err != nil {
		p.broken = true
		return 0
	}
	res := s.Result()
	for _, w := range res.Winners {
		if w == p.seat {
			return 1 / float64(len(res.Winners))
		}
	}
	return 0
}

// between is the variance between rows, less what the scatter within them would
// make of equal rows; columns are blocks.
func between(rows [][stakesTries]float64) float64 {
	k, n := float64(len(rows)), float64(stakesTries)
	all := 0.0
	row := make([]float64, len(rows))
	var column [stakesTries]float64
	for i := range rows {
		for j, x := range rows[i] {
			row[i] += x / n
			column[j] += x / k
			all += x / (n * k)
		}
	}
	effect, rest := 0.0, 0.0
	for i := range rows {
		effect += n * (row[i] - all) * (row[i] - all)
		for j, x := range rows[i] {
			d := x - row[i] - column[j] + all
			rest += d * d
		}
	}
	return (effect/(k-1) - rest/((k-1)*(n-1))) / n
}
