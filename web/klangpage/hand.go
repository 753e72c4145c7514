package klangpage

import (
	"slices"
	"strconv"

	"banco/games/klang"
	"banco/web/ui"

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
		{klang.ActMove, "move", work, d.T("web.klang.job.move.note", d.CM(int64(die)*unit))},
		{klang.ActAttack, "attack", count(klang.ActAttack) > 0, d.targetsText(die)},
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
	return slices.Insert(list, 3, d.boltJob())
}

// targetsText counts the enemies that a die can hit, and the friends.
func (d *desk) targetsText(die int) string {
	enemies, friends := 0, 0
	for _, t := range d.menu.targets(die) {
		if d.v.RobotInfo(t).Seat == d.v.Seat() {
			friends++
		} else {
			enemies++
		}
	}
	switch {
	case friends == 0:
		return d.T("web.klang.job.attack.enemies", enemies)
	case enemies == 0:
		return d.T("web.klang.job.attack.friends", friends)
	}
	return d.T("web.klang.job.attack.both", d.T("web.klang.job.attack.enemies", enemies), d.T("web.klang.job.attack.friends", friends))
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

// targetChoices are the robots that the die in hand can attack.
func (d *desk) targetChoices() []ui.Choice {
	var enemies, friends []ui.Choice
	for _, t := range d.menu.targets(d.pick.die) {
		c := ui.Choice{
			Value: strconv.Itoa(t),
			Text:  d.T("web.klang.target", d.robotText(t), d.seatName(d.v.RobotInfo(t).Seat)),
			Note:  d.targetNote(t),
			On:    t == d.pick.target,
		}
		if d.v.RobotInfo(t).Seat == d.v.Seat() {
			c.Text = d.T("web.klang.target.friend", d.robotText(t))
			friends = append(friends, c)
			continue
		}
		enemies = append(enemies, c)
	}
	return only(append(enemies, friends...))
}

// targetNote is what there is to get off a robot, and what is in the way.
func (d *desk) targetNote(t int) string {
	note := d.T("web.klang.target.parts", d.attached(t))
	if n := d.v.Carried(t); n > 0 {
		note += " · " + d.T("web.klang.target.loot", n)
	}
	return note + " · " + d.T("web.klang.target.armour", int(d.v.Robots[t].Dice))
}

// attackConfirm says whom the hit will be on; a friend is no slip of the hand.
func (d *desk) attackConfirm(targets []ui.Choice) string {
	for _, c := range targets {
		if !c.On {
			continue
		}
		if t, err := strconv.Atoi(c.Value); err == nil {
			key := "web.klang.attack_on"
			if d.v.RobotInfo(t).Seat == d.v.Seat() {
				key = "web.klang.attack_friend"
			}
			return d.T(key, d.robotText(t), d.pick.die)
		}
	}
	return d.T("web.klang.attack", d.pick.die)
}

// weaponChoices are the weapons that reach the target; without a target yet,
// all that reach somebody.
func (d *desk) weaponChoices() []ui.Choice {
	var list []ui.Choice
	seen := map[klang.Slot]bool{}
	for _, a := range d.menu.of(d.pick.die, klang.ActAttack) {
		if d.pick.target != klang.None && int(a.Target) != d.pick.target || seen[a.Slot] {
			continue
		}
		seen[a.Slot] = true
		part := int(d.v.Robots[d.v.Active].Slots[a.Slot])
		in := d.v.PartInfo(part)
		list = append(list, ui.Choice{
			Value: a.Slot.String(),
			Text:  d.T("web.klang.weapon_in", d.T("web.klang.weapon."+in.Weapon.String()), d.slotText(a.Slot)),
			On:    d.pick.slot == a.Slot,
		})
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(c ui.Choice) bool { return c.On }) {
		list[0].On = true
	}
	return list
}

func (d *desk) pickUpChoices() []ui.Choice {
	var list []ui.Choice
	for _, a := range d.menu.of(d.pick.die, klang.ActPickUp) {
		at := d.v.Loot[a.Loot].At
		list = append(list, ui.Choice{Value: itoa(a.Loot), Text: d.T("web.klang.loot_at", d.SpotText(at)), On: int(a.Loot) == d.pick.loot})
	}
	return only(list)
}

func (d *desk) unboltChoices() []ui.Choice {
	var list []ui.Choice
	for _, a := range d.menu.of(d.pick.die, klang.ActUnbolt) {
		part := int(d.v.Robots[d.v.Active].Slots[a.Slot])
		list = append(list, ui.Choice{Value: a.Slot.String(), Text: d.partName(part), Note: d.wornWhere(part), On: a.Slot == d.pick.slot})
	}
	return list
}

func (d *desk) sabotageChoices() []ui.Choice {
	var list []ui.Choice
	for _, a := range d.menu.of(d.pick.die, klang.ActSabotage) {
		on := int(d.v.Parts[a.Part].On)
		list = append(list, ui.Choice{Value: itoa(a.Part), Text: d.partName(int(a.Part)), Note: d.T("web.klang.worn_by", d.robotText(on)), On: int(a.Part) == d.pick.part})
	}
	return only(list)
}

func (d *desk) boltChoices() []ui.Choice {
	chosen := d.boltChosen()
	var list []ui.Choice
	for i, a := range d.menu.bolts {
		if d.sameArm(i) {
			continue
		}
		list = append(list, ui.Choice{
			Value: "part=" + itoa(a.Part) + "&slot=" + a.Slot.String(),
			Text:  d.partName(int(a.Part)),
			Note:  d.T("web.klang.into", d.slotText(a.Slot)),
			On:    a == chosen,
		})
	}
	return list
}

// sameArm tells whether a bolt of the list only puts an arm on the other side
// of a robot that has no arms; the side it came from stands for both, unless the
// other was asked for.
func (d *desk) sameArm(i int) bool {
	a := d.menu.bolts[i]
	asked := d.boltChosen()
	if asked != nil && asked.Part == a.Part {
		return a != asked
	}
	for j, b := range d.menu.bolts {
		if j != i && b.Part == a.Part {
			return b.Slot == d.v.PartInfo(int(a.Part)).Slot || j < i && a.Slot != d.v.PartInfo(int(a.Part)).Slot
		}
	}
	return false
}

// boltChosen is the part that is being bolted on: the one asked for, else the
// first.
func (d *desk) boltChosen() *klang.Action {
	var found *klang.Action
	for _, a := range d.menu.bolts {
		if d.pick.part != klang.None && int(a.Part) != d.pick.part {
			continue
		}
		if found == nil || a.Slot == d.pick.slot || d.pick.slot < 0 && found.Part == a.Part && a.Slot == d.v.PartInfo(int(a.Part)).Slot {
			found = a
		}
	}
	return found
}

func (d *desk) prizeChoices() []ui.Choice {
	var list []ui.Choice
	for _, a := range d.menu.prizes {
		if a.Loot >= 0 {
			list = append(list, ui.Choice{Value: "loot=" + itoa(a.Loot), Text: d.T("web.klang.prize.loot"), Note: d.lootFalls(), On: int(a.Loot) == d.pick.loot})
			continue
		}
		list = append(list, ui.Choice{Value: "part=" + itoa(a.Part), Text: d.partName(int(a.Part)), Note: d.partFalls(int(a.Part)), On: int(a.Part) == d.pick.part})
	}
	return only(list)
}

// lootFalls says where a malloppo taken as the prize goes (K19, K20).
func (d *desk) lootFalls() string {
	if part := d.v.Robots[d.v.Hit.Robot].Slots[d.v.Hit.Slot]; part != klang.None && d.v.PartInfo(int(part)).Weapon == klang.Melee {
		return d.T("web.klang.prize.loot.torn")
	}
	return d.T("web.klang.prize.loot.shot")
}

// partFalls says what a part is worth once it lies on the ground (K28).
func (d *desk) partFalls(part int) string {
	note := d.T("web.klang.prize.part.theirs", d.v.Options().TrophyPoints)
	if d.v.PartInfo(part).Owner == d.v.Seat() {
		note = d.T("web.klang.prize.part.yours", d.v.Options().TrophyPoints)
	}
	if where := d.wornWhere(part); where != "" {
		note = where + " · " + note
	}
	return note
}

// wornWhere is where a part sits, where its name does not say.
func (d *desk) wornWhere(part int) string {
	in, on := d.v.PartInfo(part), d.v.Parts[part].On
	if on < 0 {
		return ""
	}
	for slot, p := range d.v.Robots[on].Slots {
		if int(p) == part && (klang.Slot(slot) != in.Slot || on != in.Robot) {
			return d.slotText(klang.Slot(slot))
		}
	}
	return ""
}

// only picks the one choice there is.
func only(list []ui.Choice) []ui.Choice {
	if len(list) == 1 {
		list[0].On = true
	}
	return list
}

// boltDice is the dice on the table of a bolting form: those of least worth
// that suffice come checked.
func (d *desk) boltDice() (dice []int, checked []bool) {
	dice = d.menu.dice
	checked = make([]bool, len(dice))
	want := slices.Clone(d.pick.dice)
	if a := d.boltChosen(); len(want) == 0 && a != nil {
		want = a.Dice.Dice()
	}
	for i, f := range dice {
		if at := slices.Index(want, f); at >= 0 {
			checked[i] = true
			want = slices.Delete(want, at, at+1)
		}
	}
	return dice, checked
}

// boltCost is how many dice the chosen part costs; 0 when there is none.
func (d *desk) boltCost() int {
	if a := d.boltChosen(); a != nil {
		return int(d.v.PartInfo(int(a.Part)).Class)
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
