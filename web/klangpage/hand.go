package klangpage

import (
	"slices"
	"strconv"

	"banco/games/klang"
	"banco/geom"

	"github.com/a-h/templ"
)

// job is something that a die can be used for.
type job struct {
	kind klang.ActionKind
	icon string
	open bool
	note string // what it gives, or why it cannot be done
}

// jobs is what the die in hand can do, in the order of the rules, with the
// reason where it can do nothing.
func (d *desk) jobs() []job {
	die := d.pick.die
	work := die >= 4
	scrap := d.T("web.klang.job.scrap")
	count := func(kind klang.ActionKind) int { return len(d.menu.of(die, kind)) }
	unit := int64(d.v.Options().UnitCM) * 1000
	list := []job{
		{klang.ActMove, "move", work, d.T("web.klang.job.move.note", cm(d, int64(die)*unit))},
		{klang.ActAttack, "attack", count(klang.ActAttack) > 0, d.T("web.klang.job.attack.note", len(d.menu.targets(die)))},
		{klang.ActPickUp, "pick_up", count(klang.ActPickUp) > 0, d.T("web.klang.job.pick_up.note", count(klang.ActPickUp))},
		{klang.ActUnbolt, "unbolt", count(klang.ActUnbolt) > 0, d.T("web.klang.job.unbolt.note")},
		{klang.ActSabotage, "sabotage", count(klang.ActSabotage) > 0, d.T("web.klang.job.sabotage.note", count(klang.ActSabotage))},
	}
	for i := range list {
		j := &list[i]
		switch {
		case j.open:
		case !work && j.kind != klang.ActPickUp && j.kind != klang.ActUnbolt:
			j.note = scrap
		case j.kind == klang.ActAttack:
			j.note = d.noAttack()
		default:
			j.note = d.T("web.klang.job." + j.kind.String() + ".none")
		}
	}
	return list
}

// noAttack says why there is nobody to attack.
func (d *desk) noAttack() string {
	ranged, melee := false, false
	for slot := range klang.NumSlots {
		if part := d.v.Robots[d.v.Active].Slots[slot]; part != klang.None && d.v.WeaponReady(slot) == "" {
			ranged = ranged || d.v.PartInfo(int(part)).Weapon == klang.Ranged
			melee = melee || d.v.PartInfo(int(part)).Weapon == klang.Melee
		}
	}
	switch {
	case ranged && melee:
		return d.T("web.klang.job.attack.none_both")
	case ranged:
		return d.T("web.klang.job.attack.none_ranged")
	case melee:
		return d.T("web.klang.job.attack.none_melee")
	}
	return d.T("web.klang.job.attack.unarmed")
}

// choice is one radio button: what it is called and what it sends.
type choice struct {
	value string
	text  string
	note  string
	on    bool
}

// moveChoices are the suggested places for the die in hand; the one that was
// tapped on the table stands first.
func (d *desk) moveChoices() []choice {
	return d.places(d.menu.of(d.pick.die, klang.ActMove), func(p geom.Point) string {
		return d.moveText(int(d.v.Active), p)
	})
}

func (d *desk) deployChoices() []choice {
	var mine []*klang.Action
	for _, a := range d.menu.deploy {
		if int(a.Robot) == d.pick.robot {
			mine = append(mine, a)
		}
	}
	return d.places(mine, d.zoneText)
}

// zoneText is a place on the table as it looks from here.
func (d *desk) zoneText(p geom.Point) string {
	x, y := d.at(p)
	third := func(n float64) string { return itoa(min(2, int(n*3/d.width))) }
	return d.T("web.klang.zone", d.T("web.klang.zone.y."+third(y)), d.T("web.klang.zone.x."+third(x)))
}

// places makes choices of actions that have a place.
func (d *desk) places(actions []*klang.Action, say func(geom.Point) string) []choice {
	var list []choice
	if d.pick.placed {
		list = append(list, choice{value: placeValue(d.pick.at), text: say(d.pick.at), note: d.spot(d.pick.at), on: true})
	}
	for _, a := range actions {
		p := geom.Point{X: int64(a.X), Y: int64(a.Y)}
		if !d.pick.placed || p != d.pick.at {
			list = append(list, choice{value: placeValue(p), text: say(p), note: d.spot(p)})
		}
	}
	return list
}

func placeValue(p geom.Point) string { return "x=" + coord(p.X) + "&y=" + coord(p.Y) }

// targetChoices are the robots that the die in hand can attack.
func (d *desk) targetChoices() []choice {
	var enemies, friends []choice
	for _, t := range d.menu.targets(d.pick.die) {
		c := choice{
			value: strconv.Itoa(t),
			text:  d.T("web.klang.target", d.robotText(t), d.seatName(d.v.RobotInfo(t).Seat)),
			note:  d.T("web.klang.target.note", d.v.Carried(t), int(d.v.Robots[t].Dice)),
			on:    t == d.pick.target,
		}
		if d.v.RobotInfo(t).Seat == d.v.Seat() {
			c.text = d.T("web.klang.target.friend", d.robotText(t))
			friends = append(friends, c)
			continue
		}
		enemies = append(enemies, c)
	}
	return append(enemies, friends...)
}

// weaponChoices are the weapons that reach the target; without a target yet,
// all that reach somebody.
func (d *desk) weaponChoices() []choice {
	var list []choice
	seen := map[klang.Slot]bool{}
	for _, a := range d.menu.of(d.pick.die, klang.ActAttack) {
		if d.pick.target != klang.None && int(a.Target) != d.pick.target || seen[a.Slot] {
			continue
		}
		seen[a.Slot] = true
		part := int(d.v.Robots[d.v.Active].Slots[a.Slot])
		in := d.v.PartInfo(part)
		list = append(list, choice{
			value: a.Slot.String(),
			text:  d.T("web.klang.weapon_in", d.T("web.klang.weapon."+in.Weapon.String()), d.slotText(a.Slot)),
			on:    d.pick.slot == a.Slot,
		})
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(c choice) bool { return c.on }) {
		list[0].on = true
	}
	return list
}

func (d *desk) pickUpChoices() []choice {
	var list []choice
	for _, a := range d.menu.of(d.pick.die, klang.ActPickUp) {
		at := d.v.Loot[a.Loot].At
		list = append(list, choice{value: itoa(a.Loot), text: d.T("web.klang.loot_at", d.spot(at)), on: int(a.Loot) == d.pick.loot})
	}
	return only(list)
}

func (d *desk) unboltChoices() []choice {
	var list []choice
	for _, a := range d.menu.of(d.pick.die, klang.ActUnbolt) {
		part := int(d.v.Robots[d.v.Active].Slots[a.Slot])
		list = append(list, choice{value: a.Slot.String(), text: d.partName(part), note: d.slotText(a.Slot), on: a.Slot == d.pick.slot})
	}
	return list
}

func (d *desk) sabotageChoices() []choice {
	var list []choice
	for _, a := range d.menu.of(d.pick.die, klang.ActSabotage) {
		on := int(d.v.Parts[a.Part].On)
		list = append(list, choice{value: itoa(a.Part), text: d.partName(int(a.Part)), note: d.T("web.klang.worn_by", d.robotText(on)), on: int(a.Part) == d.pick.part})
	}
	return only(list)
}

func (d *desk) boltChoices() []choice {
	var list []choice
	for _, a := range d.menu.bolts {
		list = append(list, choice{
			value: "part=" + itoa(a.Part) + "&slot=" + a.Slot.String(),
			text:  d.partName(int(a.Part)),
			note:  d.T("web.klang.into", d.slotText(a.Slot)),
			on:    int(a.Part) == d.pick.part && (a.Slot == d.pick.slot || d.pick.slot < 0),
		})
	}
	return only(list)
}

func (d *desk) prizeChoices() []choice {
	var list []choice
	for _, a := range d.menu.prizes {
		if a.Loot >= 0 {
			list = append(list, choice{value: "loot=" + itoa(a.Loot), text: d.T("web.klang.prize.loot"), note: d.T("web.klang.prize.loot.note"), on: int(a.Loot) == d.pick.loot})
			continue
		}
		list = append(list, choice{value: "part=" + itoa(a.Part), text: d.partName(int(a.Part)), note: d.wornWhere(int(a.Part)), on: int(a.Part) == d.pick.part})
	}
	return list
}

// wornWhere is the slot in which a part sits, where its name does not say.
func (d *desk) wornWhere(part int) string {
	if d.v.PartInfo(part).Kind != klang.ArmPart || d.v.Parts[part].On < 0 {
		return ""
	}
	for slot, p := range d.v.Robots[d.v.Parts[part].On].Slots {
		if int(p) == part {
			return d.slotText(klang.Slot(slot))
		}
	}
	return ""
}

// only picks the one choice there is.
func only(list []choice) []choice {
	if len(list) == 1 {
		list[0].on = true
	}
	return list
}

// boltDice is the dice on the table of a bolting form: those of least worth
// that suffice come checked.
func (d *desk) boltDice() (dice []int, checked []bool) {
	dice = d.menu.dice
	checked = make([]bool, len(dice))
	want := slices.Clone(d.pick.dice)
	if len(want) == 0 {
		for _, a := range d.menu.bolts {
			if int(a.Part) == d.pick.part || len(d.menu.bolts) == 1 {
				want = a.Dice.Dice()
				break
			}
		}
	}
	for i, f := range dice {
		if at := slices.Index(want, f); at >= 0 {
			checked[i] = true
			want = slices.Delete(want, at, at+1)
		}
	}
	return dice, checked
}

// boltCost is how many dice the chosen part costs; 0 while none is chosen.
func (d *desk) boltCost() int {
	if d.pick.part != klang.None {
		return int(d.v.PartInfo(d.pick.part).Class)
	}
	if len(d.menu.bolts) == 1 {
		return int(d.v.PartInfo(int(d.menu.bolts[0].Part)).Class)
	}
	return 0
}

// refused says why the place that was chosen will not do; "" when it will.
func (d *desk) refused(a *klang.Action) string {
	if err := d.v.Check(a); err != nil {
		return d.Text(err.Text)
	}
	return ""
}

// successes counts the dice that do work and those that are scrap.
func (d *desk) successes(dice []int) (yes, no int) {
	for _, f := range dice {
		if f >= 4 {
			yes++
		} else {
			no++
		}
	}
	return yes, no
}

// dieStep takes a die up, or puts it down again.
func (d *desk) dieStep(face int) templ.SafeURL {
	if face == d.pick.die && d.pick.do == klang.ActNone {
		return d.step()
	}
	return d.step("die", strconv.Itoa(face))
}
