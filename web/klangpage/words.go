package klangpage

import (
	"banco/game"
	"banco/games/klang"
	"banco/geom"
)

// What things are called.

func (d *desk) kindText(k klang.PartKind, w klang.Weapon) string {
	key := "web.klang.kind." + k.String()
	if w != klang.NoWeapon {
		key += "." + w.String()
	}
	switch {
	case k == klang.ArmPart || w == klang.NoWeapon:
		return d.T(key)
	}
	return d.T("web.klang.kind_armed", d.T("web.klang.kind."+k.String()), d.T("web.klang.weapon."+w.String()))
}

func (d *desk) slotText(s klang.Slot) string { return d.T("web.klang.slot." + s.String()) }

func (d *desk) robotText(robot int) string { return d.v.RobotInfo(robot).Name }

func (d *desk) seatName(s game.Seat) string { return d.m.Name(d.Page, s) }

// sideName is who sits there and what the rules call the side.
func (d *desk) sideName(s game.Seat) string {
	return d.T("web.klang.side", d.seatName(s), d.T("klang.side."+itoa(s)))
}

// spot is a place in centimetres, as the ruler on the table's edges says.
func (d *desk) spot(p geom.Point) string { return d.T("web.klang.spot", cm(d, p.X), cm(d, p.Y)) }

// near tells what a robot standing at a place would touch.
func (d *desk) near(robot int, at geom.Point) string {
	v := d.v
	const gap = geom.Unit
	base := geom.Disc{C: at, R: v.Base(robot).R}
	for i := range v.Loots {
		if v.Loot[i].On == klang.OnTable && geom.Touching(base, geom.Disc{C: v.Loot[i].At, R: 10 * geom.Unit}, gap) {
			return d.T("web.klang.near.loot")
		}
	}
	for i := range v.NumParts() {
		if v.Parts[i].On == klang.OnTable && geom.Touching(base, geom.Disc{C: v.Parts[i].At, R: 10 * geom.Unit}, gap) {
			return d.T("web.klang.near.part", d.partName(i))
		}
	}
	for i := range v.NumRobots() {
		if i != robot && v.Robots[i].Placed && geom.Touching(base, v.Base(i), gap) {
			return d.T("web.klang.near.robot", d.robotText(i))
		}
	}
	return ""
}

// moveText is a move of the list: how far, where to, next to what.
func (d *desk) moveText(robot int, to geom.Point) string {
	from := d.v.Robots[robot].At
	text := d.T("web.klang.move_to", cm(d, distance(from, to)), d.T("web.klang.heading."+itoa(d.heading(from, to))))
	if near := d.near(robot, to); near != "" {
		text = d.T("web.klang.move_near", text, near)
	}
	return text
}

// robotWords describes a robot for those who do not see the table.
func (d *desk) robotWords(robot int) string {
	v := d.v
	info := v.RobotInfo(robot)
	if !v.Robots[robot].Placed {
		return d.T("web.klang.words.unplaced", info.Name, d.seatName(info.Seat))
	}
	return d.T("web.klang.words.robot", info.Name, d.seatName(info.Seat), d.spot(v.Robots[robot].At),
		v.Carried(robot), d.partsText(robot), int(v.Robots[robot].Dice))
}

// partsText lists what a robot wears and what it lacks.
func (d *desk) partsText(robot int) string {
	text := ""
	for slot, part := range d.v.Robots[robot].Slots {
		if text != "" {
			text += ", "
		}
		if part == klang.None {
			text += d.T("web.klang.words.missing", d.slotText(klang.Slot(slot)))
			continue
		}
		in := d.v.PartInfo(int(part))
		if int(in.Robot) != robot {
			text += d.T("web.klang.words.part_once", d.slotText(klang.Slot(slot)), int(in.Class), d.robotText(int(in.Robot)))
			continue
		}
		text += d.T("web.klang.words.part", d.slotText(klang.Slot(slot)), int(in.Class))
	}
	return text
}

// income is what a seat would score if the round ended now.
func (d *desk) income(s game.Seat) (loot, trophies int) {
	v, o := d.v, d.v.Options()
	from, to := v.RobotsOf(s)
	for i := from; i < to; i++ {
		if n := v.Carried(i); n > 0 {
			loot += o.Progression[n-1]
		}
	}
	for i := range v.NumParts() {
		if v.PartInfo(i).Owner != s && v.Parts[i].On == klang.OnTable {
			trophies += o.TrophyPoints
		}
	}
	return loot, trophies
}

func outlinePath(r *geom.Reach) string { return r.Outline() }
