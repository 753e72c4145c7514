package klangpage

import (
	"banco/game"
	"banco/games/klang"
	"banco/geom"
)

// What things are called.

func (d *desk) slotText(s klang.Slot) string { return d.T("web.klang.slot." + s.String()) }

func (d *desk) robotText(robot int) string { return d.v.RobotInfo(robot).Name }

func (d *desk) seatName(s game.Seat) string { return d.m.Name(d.Page, s) }

// sideName is who sits there and what the rules call the side.
func (d *desk) sideName(s game.Seat) string {
	return d.T("web.klang.side", d.seatName(s), d.T("klang.side."+itoa(s)))
}

// robotWords describes a robot for those who do not see the table.
func (d *desk) robotWords(robot int) string {
	v := d.v
	info := v.RobotInfo(robot)
	if !v.Robots[robot].Placed {
		return d.T("web.klang.words.unplaced", info.Name, d.seatName(info.Seat))
	}
	return d.T("web.klang.words.robot", info.Name, d.seatName(info.Seat), d.SpotText(v.Robots[robot].At),
		v.Carried(robot), d.partsText(robot), int(v.Robots[robot].Dice))
}

// slotArmed is a slot with the weapon in it: "braccio destro con cannone".
func (d *desk) slotArmed(s klang.Slot, w klang.Weapon) string {
	if w == klang.NoWeapon {
		return d.slotText(s)
	}
	return d.T("web.klang.kind_armed", d.slotText(s), d.T("web.klang.weapon."+w.String()))
}

// partsText lists what a robot wears and what it lacks.
func (d *desk) partsText(robot int) string {
	if d.worn[robot] == "" {
		d.worn[robot] = d.wornText(robot)
	}
	return d.worn[robot]
}

func (d *desk) wornText(robot int) string {
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
			text += d.T("web.klang.words.part_once", d.slotArmed(klang.Slot(slot), in.Weapon), int(in.Class), d.robotText(int(in.Robot)))
			continue
		}
		text += d.T("web.klang.words.part", d.slotArmed(klang.Slot(slot), in.Weapon), int(in.Class))
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
