package lab

import (
	"strconv"

	"banco/game"
)

// generalGauges fit every game.
var generalGauges = []Gauge{
	{Metrics: []Metric{{"edge", Chance}, {"wins", Chance}, {"draws", Chance}, {"points", Number}, {"margin", Number}, {"skill_decides", Chance}, {"luck_decides", Chance}}, New: newOutcome},
	{Metrics: []Metric{{"lead_changes", Number}, {"ahead_for_good", Share}, {"comeback", Number}, {"leader_wins", Chance}}, New: newStory},
	{Metrics: []Metric{{"length", Number}, {"actions_per_turn", Number}, {"use", Number}}, New: newUse},
	{Costly: true, Metrics: []Metric{{"stakes", Number}}, New: newStakes},
}

// outcome reads who won. skill_decides and luck_decides are read off whole pairs
// by the analysis.
type outcome struct{ Setting }

func newOutcome(s Setting) Probe { return outcome{s} }

func (outcome) Before(*Moment) {}

func (o outcome) Close(end game.State, _ int, note func(string, float64)) {
	res := end.Result()
	seats := o.Config.Seats()
	note("draws", truth(res.Draw))
	share := make([]float64, seats)
	for _, w := range res.Winners {
		share[w] = 1 / float64(len(res.Winners))
	}
	for seat := range seats {
		note("wins.s"+strconv.Itoa(seat+1), truth(share[seat] == 1))
	}
	if o.Sides {
		note("edge", share[o.Rotation])
	}
	if len(res.Scores) != seats {
		return
	}
	best, second, sum := -1<<31, -1<<31, 0
	for _, p := range res.Scores {
		sum += p
		switch {
		case p > best:
			best, second = p, best
		case p > second:
			second = p
		}
	}
	note("points", float64(sum))
	if seats > 1 {
		note("margin", float64(best-second))
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// story follows who leads. It looks whenever the turn passes from one seat to
// another, and at the end.
type story struct {
	seat   game.Seat
	leader int // nobody: -1
	last   int // the last one there was
	swaps  int
	turns  []lead // when the lead changed hands, was lost or won
	worst  []int  // by seat, the most points it was behind
}

type lead struct{ step, leader int }

func newStory(s Setting) Probe {
	return &story{seat: game.Watcher, leader: -1, last: -1, worst: make([]int, s.Config.Seats()), turns: make([]lead, 0, 16)}
}

func (s *story) Before(m *Moment) {
	if m.Seat != s.seat {
		s.seat = m.Seat
		s.look(m.State.Result().Scores, m.Step)
	}
}

// look takes note of the scores after so many steps.
func (s *story) look(scores []int, step int) {
	if len(scores) != len(s.worst) || len(scores) == 0 {
		return
	}
	best, leader := scores[0], 0
	for seat, p := range scores[1:] {
		switch {
		case p > best:
			best, leader = p, seat+1
		case p == best:
			leader = -1
		}
	}
	for seat, p := range scores {
		s.worst[seat] = max(s.worst[seat], best-p)
	}
	if leader == s.leader {
		return
	}
	s.leader = leader
	s.turns = append(s.turns, lead{step, leader})
	if leader >= 0 {
		if s.last >= 0 && s.last != leader {
			s.swaps++
		}
		s.last = leader
	}
}

func (s *story) Close(end game.State, steps int, note func(string, float64)) {
	res := end.Result()
	s.look(res.Scores, steps)
	note("lead_changes", float64(s.swaps))
	if len(res.Winners) != 1 || steps == 0 {
		return
	}
	winner := int(res.Winners[0])
	if winner < len(s.worst) {
		note("comeback", float64(s.worst[winner]))
	}
	if n := len(s.turns); n > 0 && s.turns[n-1].leader == winner {
		note("ahead_for_good", float64(s.turns[n-1].step)/float64(steps))
	}
	for _, percent := range [...]int{25, 50, 75} {
		leader := -1
		for _, t := range s.turns {
			if t.step*100 > steps*percent {
				break
			}
			leader = t.leader
		}
		if leader >= 0 {
			note("leader_wins.p"+strconv.Itoa(percent), truth(leader == winner))
		}
	}
}

// use counts actions by kind, and turns: runs of actions by one seat.
type use struct {
	seat  game.Seat
	turns int
	kinds []string // few, so a search is quicker than a map
	times []int
}

func newUse(Setting) Probe { return &use{seat: game.Watcher} }

func (u *use) Before(m *Moment) {
	if m.Seat != u.seat {
		u.seat = m.Seat
		u.turns++
	}
	kind := m.Action.Type()
	for i, k := range u.kinds {
		if k == kind {
			u.times[i]++
			return
		}
	}
	u.kinds, u.times = append(u.kinds, kind), append(u.times, 1)
}

func (u *use) Close(_ game.State, steps int, note func(string, float64)) {
	note("length", float64(steps))
	if u.turns > 0 {
		note("actions_per_turn", float64(steps)/float64(u.turns))
	}
	for i, k := range u.kinds {
		note("use."+k, float64(u.times[i]))
	}
}
