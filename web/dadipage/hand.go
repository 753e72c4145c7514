package dadipage

import (
	"strings"

	"banco/game"
	"banco/games/dadi"
	"banco/geom"
	"banco/web/ui"

	"github.com/a-h/templ"
)

func (d *desk) handTitle() string {
	v := d.v
	switch {
	case v.Seat() == game.Watcher:
		return d.T("web.board.watch")
	case !d.mine:
		return d.T("web.dadi.hand.wait", d.seatName(d.m.ToAct.First()))
	case v.Phase == dadi.PhaseTurn:
		return d.T("web.dadi.hand.turn", d.soldier(dadi.NumberOf(int(v.Active))), dadi.NumberOf(int(v.Active)))
	}
	return d.T("web.dadi.hand." + v.Phase.String())
}

// waitText says what the others are doing.
func (d *desk) waitText(s game.Seat) string {
	v := d.v
	switch v.Phase {
	case dadi.PhaseTurn, dadi.PhaseMelee:
		return d.T("web.dadi.wait."+v.Phase.String(), d.seatName(s), d.soldier(dadi.NumberOf(int(v.Active))))
	case dadi.PhaseReserve, dadi.PhaseArrival:
		return d.T("web.dadi.wait."+v.Phase.String(), d.seatName(s), d.soldier(dadi.NumberOf(int(v.Lost))))
	}
	return d.T("web.dadi.wait."+v.Phase.String(), d.seatName(s))
}

// faceOf is the number that a seat's die shows while it acts.
func (d *desk) faceOf(s game.Seat) int {
	switch v := d.v; {
	case v.Active != dadi.None && dadi.SeatOf(int(v.Active)) == s:
		return dadi.NumberOf(int(v.Active))
	case v.Lost != dadi.None && dadi.SeatOf(int(v.Lost)) == s:
		return dadi.NumberOf(int(v.Lost))
	}
	return dadi.Commander
}

// objectsLeft is how many objects the viewer still lays.
func (d *desk) objectsLeft() int {
	seats, n := d.v.Seats(), 0
	for laid := int(d.v.Laid); laid < d.v.Options().SceneryEach*seats; laid++ {
		if laid%seats == int(d.v.Seat()) {
			n++
		}
	}
	return n
}

// objectHref takes another object, where the one in hand is.
func (d *desk) objectHref(object int) templ.SafeURL { return d.layHref(object, d.pick.turn) }

// turnHref turns the object in hand with the clock.
func (d *desk) turnHref(by int) templ.SafeURL {
	return d.layHref(d.pick.object, ((d.pick.turn-by)%360+360)%360)
}

func (d *desk) layHref(object, turn int) templ.SafeURL {
	pairs := []string{"do", "lay", "object", dadi.Catalogue[object].Name, "turn", itoa(turn)}
	if d.pick.placed {
		pairs = append(pairs, "x", ui.Coord(d.pick.at.X), "y", ui.Coord(d.pick.at.Y))
	}
	return d.step(pairs...)
}

// spotValue is a suggested place as a form sends it.
func (d *desk) spotValue(s spot) string {
	value := "x=" + ui.Coord(s.at.X) + "&y=" + ui.Coord(s.at.Y)
	if d.v.Phase == dadi.PhaseScenery {
		value += "&turn=" + itoa(s.turn)
	}
	return value
}

// soldierLine is a soldier with what it can do.
func (d *desk) soldierLine(number int) string {
	if number < 1 {
		return ""
	}
	a := d.v.Options().Army[number-1]
	return d.T("web.dadi.soldier_line", number, d.soldier(number), a[0], a[1])
}

// turnHint says what the picked soldier may still do.
func (d *desk) turnHint() string {
	v := d.v
	commander := dadi.NumberOf(int(v.Active)) == dadi.Commander
	switch {
	case v.Moved:
		return d.T("web.dadi.turn.fire_left")
	case v.Fired:
		return d.T("web.dadi.turn.move_left")
	case commander:
		return d.T("web.dadi.turn.both")
	}
	return d.T("web.dadi.turn.either")
}

func (d *desk) endLabel() string {
	if d.v.Moved || d.v.Fired {
		return d.T("web.dadi.end.done")
	}
	return d.T("web.dadi.end.still")
}

func (d *desk) endText() string {
	if d.v.Moved || d.v.Fired {
		return d.T("web.dadi.end.done.text")
	}
	return d.T("web.dadi.end.still.text")
}

// target is the enemy that is being aimed at.
func (d *desk) target() dadi.Target {
	for _, t := range d.targets {
		if t.Die == d.pick.target {
			return t
		}
	}
	return dadi.Target{Die: d.pick.target}
}

// farTo is how far an enemy is from the picked soldier.
func (d *desk) farTo(die int) int64 {
	return geom.Distance(d.v.Dice[d.v.Active].At, d.v.Dice[die].At)
}

// sorted parts the enemies that can be fired at from those that cannot; the
// commanders, then the best odds, then the nearest come first.
func (d *desk) sorted() (open, barred []dadi.Target) {
	for _, t := range d.targets {
		if t.Why == "" {
			open = append(open, t)
		} else {
			barred = append(barred, t)
		}
	}
	for _, list := range [2][]dadi.Target{open, barred} {
		sortTargets(list, d.farTo)
	}
	return open, barred
}

// faces lists the rolls that hit a die: "2, 3, 4".
func (d *desk) faces(die int) string {
	var list []string
	for n := dadi.NumberOf(die) - 1; n <= dadi.NumberOf(die)+1; n++ {
		if n >= 1 && n <= 6 {
			list = append(list, itoa(n))
		}
	}
	return strings.Join(list, ", ")
}

// whyNot says in a few words why an enemy cannot be fired at.
func (d *desk) whyNot(t dadi.Target) string {
	switch t.Why {
	case "out_of_range":
		return d.T("web.dadi.why.out_of_range", d.alc(d.farTo(t.Die)), d.Tenths(d.v.FireOf(int(d.v.Active))*10/dadi.ALC))
	case "another_height", "hidden", "fire_spent":
		return d.T("web.dadi.why." + t.Why)
	}
	if err := d.v.Check(dadi.Fire(t.Die)); err != nil {
		return d.Text(err.Text)
	}
	return ""
}

// charge is the move that brings the picked soldier into contact with an enemy,
// if one does.
func (d *desk) charge(die int) (at geom.Point, ok bool) {
	if d.v.Moved {
		return at, false
	}
	a, end, ok := d.v.Toward(d.v.Dice[die].At)
	if !ok {
		return at, false
	}
	for _, touched := range d.v.TouchesFrom(int(d.v.Active), end) {
		if touched == die {
			return geom.Point{X: int64(a.X), Y: int64(a.Y)}, true
		}
	}
	return at, false
}

// moveText says where a move ends and what comes of it.
func (d *desk) moveText() string {
	v := d.v
	die := int(v.Active)
	end, why := v.MoveEnd(d.pick.at)
	if why != "" {
		return ""
	}
	from := v.Dice[die].At
	text := d.T("web.dadi.move.text", d.alc(geom.Distance(from, end)), d.SpotText(end))
	if climbs := v.Climbs(from, end); climbs > 0 {
		text += " " + d.T("web.dadi.move.climbs", climbs)
	}
	if top := v.Top(end); top > 0 {
		text += " " + d.T("web.dadi.move.top", d.CM(top))
	}
	if touched := v.TouchesFrom(die, end); len(touched) > 0 {
		text += " " + d.T("web.dadi.move.melee", d.names(touched))
	}
	return text
}

// turnKeys says how the object in hand is turned by keyboard.
func (d *desk) turnKeys() string {
	if d.v.Phase != dadi.PhaseScenery {
		return ""
	}
	return " " + d.T("web.dadi.keys.turn")
}
