package nucleopage

import (
	"strconv"

	"banco/games/nucleo"
)

var factionKeys = [nucleo.Habitats]string{"order", "council", "coven", "sect"}

func factionKey(f int) string { return factionKeys[f] }

// tally is how the match stands, for the bar of what it is about.
type tally struct{ running, built, wild, toxic, camps, need int }

func (d *desk) tally() (t tally) {
	for i := range d.cells {
		c := &d.cells[i]
		if i == nucleo.Core {
			continue
		}
		if c.Factory != nucleo.None {
			t.built++
			if c.Wild {
				t.wild++
			} else {
				t.running++
			}
		}
		if c.Toxic {
			t.toxic++
		}
	}
	for p := range d.v.NumPlayers() {
		t.need += nucleo.Camps
		if d.v.Players[p].Left {
			t.camps += nucleo.Camps
		} else {
			t.camps += d.v.CampsOf(p)
		}
	}
	return t
}

// campsOf is how many camps a player has built for good.
func (d *desk) campsOf(player int) int {
	if d.v.Players[player].Left {
		return nucleo.Camps
	}
	return d.v.CampsOf(player)
}

// spinText is which way the machine turns.
func (d *desk) spinText() string { return d.Text(nucleo.SpinWord(d.v.Spin)) }

// spinPath is an arrow around the machine.
func (d *desk) spinPath() string {
	if d.v.Spin < 0 {
		return "M6.500 6.500A8 8 0 1 1 4 12M7 2v5h5"
	}
	return "M17.500 6.500A8 8 0 1 0 20 12M17 2v5h-5"
}

// state says in a few words where a player is in the round.
func (d *desk) stateOf(player int) string {
	p := &d.v.Players[player]
	switch {
	case p.Left:
		return d.T("web.nucleo.state.left")
	case d.v.Phase == nucleo.PhaseAct && int(d.v.Active) == player:
		return d.T("web.nucleo.state.now")
	case d.v.Phase == nucleo.PhaseAct && p.Acted:
		return d.T("web.nucleo.state.acted")
	case d.v.Phase == nucleo.PhaseAct:
		return d.T("web.nucleo.state.next")
	}
	return ""
}

// deadWords says how near the massacre is for a habitat.
func (d *desk) deadWords(habitat int) string {
	return d.T("web.nucleo.dead.of", nucleo.HabitatWord(habitat), d.v.Dead(habitat))
}

// endFacts are what an ending came from, one sentence each.
func (d *desk) endFacts() (list []string) {
	t := d.tally()
	list = append(list, d.T("web.nucleo.end.rounds", int(d.v.Round)))
	list = append(list, d.T("web.nucleo.end.camps", t.camps, t.need))
	list = append(list, d.T("web.nucleo.end.factories", t.built, t.wild))
	list = append(list, d.T("web.nucleo.end.toxic", t.toxic, nucleo.ToxicAreas))
	for h := range nucleo.Habitats {
		if n := d.v.Dead(h); n > 0 {
			list = append(list, d.deadWords(h))
		}
	}
	return list
}

// roundText is "3" or, where the match has a limit that is near, "3/5".
func (d *desk) roundText() string {
	text := strconv.Itoa(int(d.v.Round))
	if limit := d.v.Options().RoundLimit; limit <= 30 {
		text += "/" + strconv.Itoa(limit)
	}
	return text
}
