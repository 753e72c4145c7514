package lab

import (
	"strconv"

	"banco/game"
	"banco/games/klang"
)

// klangGauges read what the designers of Klang ask about (rules/klang, "what
// they do not know").
var klangGauges = []Gauge{
	{Game: "klang", Metrics: []Metric{
		{"loot_points", Number}, {"trophy_points", Number}, {"loot_share", Share},
		{"round_leader_wins", Chance}, {"first_closer_wins", Chance}, {"last_closer_wins", Chance},
		{"activations", Number}, {"attacks_that_take", Share}, {"armour_dice", Number},
		{"heaps", Number}, {"parts_down", Number},
	}, New: newKlangProbe},
	{Game: "klang", Costly: true, Metrics: []Metric{{"in_sight", Share}, {"sees_any", Share}}, New: newSightProbe},
}

// klangProbe reads points by source and round, who closed, and what attacks did.
type klangProbe struct {
	attacks, prizes int
	armour          int
	rounds, heaps   int // rounds looked at; robots with three malloppi then
	round           int8
	closes1, closes game.Seat
}

func newKlangProbe(Setting) Probe { return &klangProbe{} }

func (p *klangProbe) Before(m *Moment) {
	v, ok := m.View.(*klang.View)
	if !ok {
		return
	}
	a := m.Action.(*klang.Action)
	switch a.Kind {
	case klang.ActActivate:
		if v.Round != p.round {
			if p.round = v.Round; p.round == 1 {
				p.closes1 = v.Closes
			}
			p.closes = v.Closes
			if p.round > 1 { // as things stood when the round before was scored
				p.rounds++
				for r := range v.NumRobots() {
					if v.Carried(r) == 3 {
						p.heaps++
					}
				}
			}
		}
	case klang.ActAttack:
		p.attacks++
	case klang.ActPrize:
		p.prizes++
	case klang.ActEnd:
		p.armour += int(v.Robots[v.Active].Dice)
	}
}

func (p *klangProbe) Close(end game.State, _ int, note func(string, float64)) {
	s, ok := end.(*klang.State)
	if !ok {
		return
	}
	res := end.Result()
	loot, trophies := 0, 0
	sum := [2]int{}
	for r := range int(s.Round) {
		a, b := s.Scores[r][0], s.Scores[r][1]
		loot += int(a.Loot + b.Loot)
		trophies += int(a.Trophies + b.Trophies)
		round := ".r" + strconv.Itoa(r+1)
		note("loot_points"+round, float64(a.Loot+b.Loot))
		note("trophy_points"+round, float64(a.Trophies+b.Trophies))
		sum[0] += int(a.Loot + a.Trophies)
		sum[1] += int(b.Loot + b.Trophies)
		if sum[0] != sum[1] && len(res.Winners) == 1 && r+1 < int(s.Round) {
			leader := game.Seat(0)
			if sum[1] > sum[0] {
				leader = 1
			}
			note("round_leader_wins"+round, truth(res.Winners[0] == leader))
		}
	}
	note("loot_points.sum", float64(loot))
	note("trophy_points.sum", float64(trophies))
	if loot+trophies > 0 {
		note("loot_share", float64(loot)/float64(loot+trophies))
	}
	if len(res.Winners) == 1 {
		note("first_closer_wins", truth(res.Winners[0] == p.closes1))
		note("last_closer_wins", truth(res.Winners[0] == p.closes))
	}
	note("activations", float64(s.Activations))
	if p.attacks > 0 {
		note("attacks_that_take", float64(p.prizes)/float64(p.attacks))
	}
	if s.Activations > 0 { // one that ran out of dice left none
		note("armour_dice", float64(p.armour)/float64(s.Activations))
	}
	if p.rounds > 0 {
		note("heaps", float64(p.heaps)/float64(p.rounds))
	}
	down := 0
	for i := range s.Parts {
		if s.Parts[i].On == klang.OnTable {
			down++
		}
	}
	note("parts_down", float64(down))
}

// sightProbe looks at every activation who could see whom: among all pairs of
// enemies, and whether the robot that begins sees any.
type sightProbe struct{ pairs, seen, looks, any int }

func newSightProbe(Setting) Probe { return &sightProbe{} }

func (p *sightProbe) Before(m *Moment) {
	v, ok := m.View.(*klang.View)
	if !ok || v.Companion() || m.Action.(*klang.Action).Kind != klang.ActActivate {
		return
	}
	from, to := v.RobotsOf(0)
	others, end := v.RobotsOf(1)
	active := int(m.Action.(*klang.Action).Robot)
	sees := false
	for a := from; a < to; a++ {
		for b := others; b < end; b++ {
			p.pairs++
			if _, _, ok := v.SightLine(a, b); ok {
				p.seen++
				sees = sees || a == active || b == active
			}
		}
	}
	p.looks++
	if sees {
		p.any++
	}
}

func (p *sightProbe) Close(_ game.State, _ int, note func(string, float64)) {
	if p.pairs > 0 {
		note("in_sight", float64(p.seen)/float64(p.pairs))
		note("sees_any", float64(p.any)/float64(p.looks))
	}
}
