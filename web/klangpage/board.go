package klangpage

import (
	"banco/game"
	"banco/games/klang"
	"banco/geom"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// step is the address of the page with another choice.
func (d *desk) step(pairs ...string) templ.SafeURL { return d.Query(d.m.Path(), pairs...) }

// standing is a robot on the table.
type standing struct {
	body
	at     geom.Point
	info   klang.Robot
	active bool
	target bool          // it can be attacked with the die in hand
	chosen bool          // it is the choice in progress
	href   templ.SafeURL // where a tap on it leads; "" for nowhere
	label  string
	spent  bool   // it has had its turn this round
	held   string // the badge: its dice, or how many; "" for none
	heldAt string // where the badge stands
	tag    string // where its name stands
}

func (d *desk) standing() []standing {
	var list []standing
	targets := map[int]bool{}
	if d.menu != nil && d.v.Phase == klang.PhaseAct && (d.pick.do == klang.ActNone || d.pick.do == klang.ActAttack) {
		for _, t := range d.menu.targets(d.pick.die) {
			targets[t] = true
		}
	}
	for i := range d.v.NumRobots() {
		r := d.v.Robots[i]
		if !r.Placed {
			continue
		}
		s := standing{body: d.body(i), at: r.At, info: r, active: i == int(d.v.Active), target: targets[i]}
		s.spent = r.Activated && !s.active && d.v.Phase != klang.PhaseOver && d.v.Phase != klang.PhaseDeployment
		if mine := s.active && d.menu != nil; r.Dice > 0 && !mine { // those dice lie in the hand
			s.held = d.heldText(i)
		}
		switch {
		case s.target:
			s.href = d.step("die", itoa(d.pick.die), "do", "attack", "target", itoa(i))
			s.label = d.T("web.klang.aim_at", s.name)
			s.chosen = d.pick.do == klang.ActAttack && d.pick.target == i
		case d.menu != nil && d.v.Phase == klang.PhaseChoose && s.seat == d.v.Seat() && !r.Activated:
			s.href = d.step("robot", itoa(i))
			s.label = d.T("web.klang.pick_robot", s.name)
			s.chosen = d.pick.robot == i
		}
		list = append(list, s)
	}
	return list
}

// thing is something loose on the table.
type thing struct {
	id     string
	at     geom.Point
	loot   bool
	part   mounted
	href   templ.SafeURL
	label  string
	chosen bool
}

func (d *desk) things() []thing {
	var list []thing
	picks := d.menu.of(d.pick.die, klang.ActPickUp)
	for i := range d.v.Loots {
		if d.v.Loot[i].On != klang.OnTable {
			continue
		}
		t := thing{id: "loot-" + itoa(i), at: d.v.Loot[i].At, loot: true, chosen: d.pick.loot == int(i)}
		for _, a := range picks {
			if a.Loot == int32(i) {
				t.href = d.step("die", itoa(d.pick.die), "do", "pick_up", "loot", itoa(i))
				t.label = d.T("web.klang.pick_loot")
			}
		}
		list = append(list, t)
	}
	for i := range d.v.NumParts() {
		if d.v.Parts[i].On != klang.OnTable {
			continue
		}
		in := d.v.PartInfo(i)
		t := thing{id: "part-" + itoa(i), at: d.v.Parts[i].At, part: mounted{i, in.Owner, int(in.Class), in.Weapon, in.Kind}, chosen: d.pick.part == i}
		if d.menu != nil {
			for _, a := range d.menu.bolts {
				if a.Part == int32(i) && t.href == "" {
					t.href = d.step("do", "bolt", "part", itoa(i), "slot", a.Slot.String())
					t.label = d.T("web.klang.bolt_this", d.partName(i))
				}
			}
		}
		list = append(list, t)
	}
	return list
}

// reach is the region that the die in hand can carry the robot to, as a path in
// the table's own numbers; "" when no move is being chosen.
func (d *desk) reach() string {
	p := d.pick
	if d.menu == nil || d.v.Phase != klang.PhaseAct || p.die < 4 || p.do != klang.ActNone && p.do != klang.ActMove {
		return ""
	}
	r := d.v.ReachOf(p.die)
	if r == nil {
		return ""
	}
	return outlinePath(r)
}

// choosesPlace tells whether a tap on the free table chooses a place, and what
// the address of the page is then, but for the place.
func (d *desk) choosesPlace() (href string, ok bool) {
	if d.menu == nil {
		return "", false
	}
	switch {
	case d.v.Phase == klang.PhaseAct && d.pick.die >= 4 && (d.pick.do == klang.ActNone || d.pick.do == klang.ActMove || d.pick.do == klang.ActAttack):
		return string(d.step("die", itoa(d.pick.die), "do", "move")), true
	case d.v.Phase == klang.PhaseDeployment && d.pick.robot != klang.None:
		return string(d.step("do", "deploy", "robot", itoa(d.pick.robot))), true
	case d.v.Phase == klang.PhaseTerrain && d.pick.piece != klang.None:
		return string(d.step("do", "lay", "piece", itoa(d.pick.piece), "turn", itoa(d.pick.turn))), true
	}
	return "", false
}

// cursor is where the keyboard's cursor starts.
func (d *desk) cursor() geom.Point {
	if d.pick.placed {
		return d.pick.at
	}
	if d.v.Active != klang.None {
		return d.v.Robots[d.v.Active].At
	}
	w := int64(d.Width) * geom.Unit
	p := geom.Point{X: w / 2, Y: 5000}
	if d.v.Seat() == 1 {
		p.Y = w - 5000
	}
	off := w // a place that is free, near the middle, at the back
	for _, s := range d.deploySpots() {
		if by := max(s.at.X-w/2, w/2-s.at.X); by <= off {
			p, off = s.at, by
		}
	}
	return p
}

// zone is the strip in which the viewer deploys: always at the bottom.
func (d *desk) zone() bool { return d.v.Phase == klang.PhaseDeployment && d.v.Seat() != game.Watcher }

// ghost is the robot that a place is being chosen for.
func (d *desk) ghost() (robot int, from geom.Point, ok bool) {
	switch {
	case !d.pick.placed:
		return 0, from, false
	case d.pick.do == klang.ActMove && d.v.Active != klang.None:
		return int(d.v.Active), d.v.Robots[d.v.Active].At, true
	case d.v.Phase == klang.PhaseDeployment && d.pick.robot != klang.None:
		return d.pick.robot, d.pick.at, true
	}
	return 0, from, false
}

// way is the path of the move being chosen.
func (d *desk) way() string {
	if d.pick.do != klang.ActMove || !d.pick.placed {
		return ""
	}
	r := d.v.ReachOf(d.pick.die)
	if r == nil {
		return ""
	}
	path, _, ok := r.Path(d.pick.at)
	if !ok {
		return ""
	}
	return d.Points(path)
}

// wayLength is how long that path is, and whether there is one.
func (d *desk) wayLength() (int64, bool) {
	if r := d.v.ReachOf(d.pick.die); r != nil && d.pick.placed {
		_, n, ok := r.Path(d.pick.at)
		return n, ok
	}
	return 0, false
}

// across is the width of the table in the drawing.
func (d *desk) across() string { return ui.Num(d.Width) }

// partName is a part in words: "braccio destro di Ruggine (cannone, classe 4)".
func (d *desk) partName(part int) string {
	in := d.v.PartInfo(part)
	name := d.v.RobotInfo(int(in.Robot)).Name
	if in.Weapon != klang.NoWeapon {
		return d.T("web.klang.part_of_armed", d.slotText(in.Slot), name, d.T("web.klang.weapon."+in.Weapon.String()), int(in.Class))
	}
	return d.T("web.klang.part_of", d.slotText(in.Slot), name, int(in.Class))
}

// partShort is the same for tight places: "braccio destro di Ruggine".
func (d *desk) partShort(part int) string {
	in := d.v.PartInfo(part)
	return d.T("klang.part_of."+in.Slot.String(), d.v.RobotInfo(int(in.Robot)).Name)
}
