package lab

import (
	"banco/game"
	"banco/games/dadi"
)

// dadiGauges read what happens in Guerra di Dadi.
var dadiGauges = []Gauge{
	{Game: "dadi", Metrics: []Metric{
		{"rounds", Number}, {"dice_left", Number}, {"first_wins", Chance}, {"shots_that_hit", Share},
	}, New: newDadiProbe},
}

type dadiProbe struct {
	first       game.Seat // who starts round 1
	shots, hits int
}

func newDadiProbe(Setting) Probe { return &dadiProbe{first: game.Watcher} }

func (p *dadiProbe) Before(m *Moment) {
	v, ok := m.View.(*dadi.View)
	if !ok {
		return
	}
	if p.first == game.Watcher && v.Round == 1 && v.Orders > 0 {
		p.first = v.Order[0]
	}
	p.count(&v.Board)
}

// count reads the shots that the action before led to.
func (p *dadiProbe) count(b *dadi.Board) {
	for _, d := range b.Deeds[:b.Told] {
		if d.Kind == dadi.DeedFired {
			p.shots++
			if d.Hit {
				p.hits++
			}
		}
	}
}

func (p *dadiProbe) Close(end game.State, _ int, note func(string, float64)) {
	s, ok := end.(*dadi.State)
	if !ok {
		return
	}
	p.count(&s.Board)
	note("rounds", float64(s.Round))
	standing := 0
	for i := range s.Dice {
		if s.Dice[i].Stands {
			standing++
		}
	}
	note("dice_left", float64(standing))
	if p.shots > 0 {
		note("shots_that_hit", float64(p.hits)/float64(p.shots))
	}
	if res := end.Result(); len(res.Winners) == 1 && p.first != game.Watcher {
		note("first_wins", truth(res.Winners[0] == p.first))
	}
}
