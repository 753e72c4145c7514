package dadipage

import (
	"cmp"
	"slices"

	"banco/game"
	"banco/games/dadi"
)

// onTurn tells whether the seat at a place of the order is having its turn.
func (d *desk) onTurn(i int) bool {
	return d.v.Phase != dadi.PhaseOver && i == int(d.v.Turn%d.v.Orders)
}

// hadTurn tells whether it has had it.
func (d *desk) hadTurn(i int) bool { return d.v.Phase > dadi.PhaseCamp && i < int(d.v.Turn) }

// fallen tells whether a soldier is no longer there; before the game it has not
// come yet.
func (d *desk) fallen(seat game.Seat, number int) bool {
	return d.v.Phase > dadi.PhaseCamp && !d.v.Dice[dadi.ID(seat, number)].Stands
}

// armyNote is how an army stands.
func (d *desk) armyNote(seat game.Seat) string {
	switch {
	case d.v.Out.Has(seat):
		return d.T("web.dadi.army.out")
	case d.v.Phase > dadi.PhaseCamp:
		return d.T("web.dadi.army.standing", d.v.Living(seat))
	}
	return ""
}

// armyWords lists an army's soldiers for those who do not see them.
func (d *desk) armyWords(seat game.Seat) string {
	text := d.armyNote(seat)
	for n := 1; n <= dadi.Soldiers; n++ {
		if d.fallen(seat, n) {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += itoa(n) + " " + d.soldier(n)
	}
	return text
}

// own is the side whose dice explain the ranks: the viewer's.
func (d *desk) own() game.Seat { return max(d.v.Seat(), 0) }

// sortTargets puts the commanders first, then the best odds, then the nearest.
func sortTargets(list []dadi.Target, far func(die int) int64) {
	slices.SortStableFunc(list, func(a, b dadi.Target) int {
		chief := func(t dadi.Target) int { return min(dadi.NumberOf(t.Die), 2) }
		return cmp.Or(cmp.Compare(chief(a), chief(b)), cmp.Compare(b.Odds, a.Odds), cmp.Compare(far(a.Die), far(b.Die)))
	})
}

// roll is something that was rolled for, as it is shown.
type roll struct {
	kind    string
	what    string
	dice    []rolledFace
	outcome string
}

type rolledFace struct {
	seat   game.Seat
	face   int
	marked bool // with whose it is
	best   bool
}

// rolled lists the rolls of the last action, in the order in which they fell.
func (d *desk) rolled() (list []roll) {
	for i := range d.v.Deeds[:d.v.Told] {
		deed := &d.v.Deeds[i]
		first := int(deed.Rolls[0])
		switch deed.Kind {
		case dadi.DeedCampRoll, dadi.DeedInitiative:
			list = append(list, d.rollOff(deed))
		case dadi.DeedPicked:
			list = append(list, roll{"pick", d.T("web.dadi.roll.pick", d.colour(dadi.SeatOf(int(deed.Die)))),
				[]rolledFace{{deed.Seat, first, true, true}}, d.soldier(first)})
		case dadi.DeedDead:
			list = append(list, roll{"pick", d.T("web.dadi.roll.pick", d.colour(dadi.SeatOf(int(deed.Die)))),
				[]rolledFace{{deed.Seat, first, true, false}}, d.T("web.dadi.roll.dead")})
		case dadi.DeedFired:
			list = append(list, roll{"fire", d.T("web.dadi.roll.fire", d.dieName(int(deed.Die)), d.dieName(int(deed.Target))),
				[]rolledFace{{deed.Seat, first, true, deed.Hit}}, d.T("web.dadi.roll." + word(deed.Hit, "hit", "miss"))})
		case dadi.DeedFought:
			list = append(list, d.fought(deed))
		case dadi.DeedReserve:
			list = append(list, roll{"reserve", d.T("web.dadi.roll.reserve", d.dieName(int(deed.Die))),
				[]rolledFace{{deed.Seat, first, true, deed.Hit}}, d.T("web.dadi.roll." + word(deed.Hit, "comes", "nobody"))})
		}
	}
	return list
}

// rollOff is everybody's die; the highest is marked.
func (d *desk) rollOff(deed *dadi.Deed) roll {
	r := roll{kind: "off", what: d.T("web.dadi.roll." + deed.Kind.String())}
	best := slices.Max(deed.Rolls[:])
	for seat, face := range deed.Rolls {
		if face > 0 {
			r.dice = append(r.dice, rolledFace{game.Seat(seat), int(face), true, face == best})
		}
	}
	return r
}

// fought is one die against another.
func (d *desk) fought(deed *dadi.Deed) roll {
	mine, theirs := int(deed.Rolls[0]), int(deed.Rolls[1])
	r := roll{kind: "duel", what: d.T("web.dadi.roll.duel", d.dieName(int(deed.Die)), d.dieName(int(deed.Target)))}
	r.dice = []rolledFace{
		{dadi.SeatOf(int(deed.Die)), mine, true, mine > theirs},
		{dadi.SeatOf(int(deed.Target)), theirs, true, theirs > mine},
	}
	switch {
	case mine > theirs:
		r.outcome = d.T("web.dadi.roll.wins", d.dieName(int(deed.Die)))
	case theirs > mine:
		r.outcome = d.T("web.dadi.roll.wins", d.dieName(int(deed.Target)))
	default:
		r.outcome = d.T("web.dadi.roll.again")
	}
	return r
}

func word(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
