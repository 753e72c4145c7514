package dadipage

import (
	"banco/game"
	"banco/games/dadi"
	"banco/geom"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// standing is a soldier on the table.
type standing struct {
	die    int
	seat   game.Seat
	number int
	at     geom.Point
	top    int64 // how high it stands
	active bool  // it is to act
	target bool  // it can be fired at, or fought
	barred bool  // it cannot, and a tap says why
	chosen bool  // it is the choice in progress
	odds   int   // of six faces
	href   templ.SafeURL
	label  string
}

// standing lists the soldiers in the order in which they are drawn: who stands
// higher covers who stands lower, and the active one is never hidden.
func (d *desk) standing() []standing {
	v := d.v
	var low, high, active []standing
	fights := map[int]bool{}
	if d.mine {
		for _, die := range v.Touched() {
			fights[die] = true
		}
	}
	for die := range v.NumDice() {
		if !v.Dice[die].Stands {
			continue
		}
		s := standing{die: die, seat: dadi.SeatOf(die), number: dadi.NumberOf(die), at: v.Dice[die].At, top: v.Top(v.Dice[die].At)}
		s.active = die == int(v.Active) && (v.Phase == dadi.PhaseTurn || v.Phase == dadi.PhaseMelee)
		s.chosen = die == d.pick.target
		for _, t := range d.targets {
			if t.Die == die && !v.Fired {
				s.target, s.barred, s.odds = t.Why == "", t.Why != "", t.Odds
				s.href = d.step("do", "fire", "target", itoa(die))
				s.label = d.T("web.dadi.aim_at", d.dieName(die))
			}
		}
		if fights[die] {
			s.target = true
			s.href = d.step("do", "fight", "target", itoa(die))
			s.label = d.T("web.dadi.fight", d.dieName(die))
		}
		switch {
		case s.active:
			active = append(active, s)
		case s.top > 0:
			high = append(high, s)
		default:
			low = append(low, s)
		}
	}
	return append(append(low, high...), active...)
}

// arriving is the number of the soldier that a place is being chosen for.
func (d *desk) arriving() int {
	if d.v.Phase == dadi.PhaseArrival {
		return dadi.NumberOf(int(d.v.Lost))
	}
	return max(d.pick.soldier, 1)
}

// spotHref is the address of the page with a suggested place chosen.
func (d *desk) spotHref(s spot) templ.SafeURL {
	pairs := []string{"do", d.placing().String()}
	switch d.placing() {
	case dadi.ActLay:
		pairs = append(pairs, "object", dadi.Catalogue[d.pick.object].Name, "turn", itoa(s.turn))
	case dadi.ActPlace:
		pairs = append(pairs, "soldier", itoa(d.pick.soldier))
	}
	return d.step(append(pairs, "x", ui.Coord(s.at.X), "y", ui.Coord(s.at.Y))...)
}

// placing is what a place is being chosen for.
func (d *desk) placing() dadi.ActionKind {
	switch d.v.Phase {
	case dadi.PhaseScenery:
		return dadi.ActLay
	case dadi.PhaseCamp:
		return dadi.ActPlace
	case dadi.PhaseArrival:
		return dadi.ActArrive
	}
	return dadi.ActMove
}

// onSpot tells whether a suggested place is the choice in progress.
func (d *desk) onSpot(s spot) bool {
	return d.pick.placed && d.pick.do == d.placing() && d.pick.at == s.at && (d.pick.do != dadi.ActLay || d.pick.turn == s.turn)
}

// dieWords describes a soldier for those who do not see the table.
func (d *desk) dieWords(die int) string {
	at := d.v.Dice[die].At
	if top := d.v.Top(at); top > 0 {
		return d.T("web.dadi.words.die_on", d.dieName(die), d.soldier(dadi.NumberOf(die)), d.SpotText(at), d.CM(top))
	}
	return d.T("web.dadi.words.die", d.dieName(die), d.soldier(dadi.NumberOf(die)), d.SpotText(at))
}
