package klangpage

import (
	"strconv"

	"banco/game"
	"banco/games/klang"
	"banco/table"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// On a real table the page is what a player holds in the hand: the dice, what
// to do with them, what hands have to do on the table, and the robots as cards,
// to be checked against the models.

var _ ui.Alerter = Page{}

// What a phone calls its owner for.
const (
	AlertTurn  = "turn"  // it is the viewer's turn to act
	AlertHit   = "hit"   // something comes off a robot of the viewer's, whose hands take it off
	AlertOrder = "order" // the viewer's hands have something else to do on the table
)

// Alert says for what a match wants its viewer's attention now; "" for nothing.
func (Page) Alert(m *ui.Match) string {
	v, ok := m.View.(*klang.View)
	switch {
	case !ok:
		return ""
	case !m.Mine():
		// On a virtual table nothing waits for who was hit.
		if hit := v.Last.Kind == klang.DeedTook || v.Last.Kind == klang.DeedSabotaged; hit && !v.Companion() &&
			v.Last.Seat != v.Seat() && v.RobotInfo(int(v.Last.Target)).Seat == v.Seat() {
			return AlertHit
		}
		return ""
	case v.Phase == klang.PhaseOrder && v.Order.Kind == klang.OrderLootArrives:
		return AlertOrder
	case v.Phase == klang.PhaseOrder:
		return AlertHit
	}
	return AlertTurn
}

func (d *desk) alert() string { return Page{}.Alert(d.m) }

// obeys tells whether the viewer's hands have something to do on the table.
func (d *desk) obeys() bool { return d.v.Phase == klang.PhaseOrder && d.menu != nil }

// phoneTitle heads the hand.
func (d *desk) phoneTitle() string {
	switch {
	case d.v.Seat() == game.Watcher:
		return d.T("web.board.watch")
	case d.menu == nil && d.v.Phase == klang.PhaseDeployment:
		return d.T("web.klang.real.hand.set")
	case d.menu == nil && d.v.Phase == klang.PhaseOrder:
		return d.T("web.klang.hand.order")
	case d.menu == nil:
		return d.T("web.klang.hand.wait")
	case d.v.Phase == klang.PhaseDeployment:
		return d.T("web.klang.real.hand.setup")
	case d.v.Phase == klang.PhaseAct && (d.spends() || d.stage() == "bolt"):
		return d.stepTitle()
	case d.v.Phase == klang.PhaseAct:
		return d.T("web.klang.hand.act", d.robotText(int(d.v.Active)))
	}
	return d.T("web.klang.hand." + d.v.Phase.String())
}

// A heldDie is a die of a robot as the viewer may see it.
type heldDie struct {
	face  int  // 0: face down
	known bool // the other side has seen it too
}

// held are the dice of a robot, those that may be seen first, from high to low.
func (d *desk) held(robot int) []heldDie {
	known, list := d.v.Known[robot], make([]heldDie, 0, 8)
	if !d.v.KnowsHand(robot) {
		for _, face := range known.Dice() {
			list = append(list, heldDie{face, true})
		}
		for len(list) < int(d.v.Robots[robot].Dice) {
			list = append(list, heldDie{})
		}
		return list
	}
	open := d.v.Phase == klang.PhaseOver // then all are, and no mark tells anything
	for _, face := range d.v.Hands[robot].Dice() {
		seen := known[face-1] > 0 && !open
		if seen {
			known[face-1]--
		}
		list = append(list, heldDie{face, seen})
	}
	return list
}

// seenByAll tells whether everybody has seen the die at a place of the tray: of
// several alike the first ones.
func (d *desk) seenByAll(i int) bool {
	face, before := d.menu.dice[i], 0
	for _, f := range d.menu.dice[:i] {
		if f == face {
			before++
		}
	}
	known := d.v.Known[d.v.Active]
	return before < known.Of(face)
}

func (d *desk) trayLabel(i int) string {
	label := d.dieLabel(d.menu.dice[i])
	if d.seenByAll(i) {
		label += " " + d.T("web.klang.real.seen_by_all")
	}
	return label
}

// heldWords says them for those who do not see them.
func (d *desk) heldWords(robot int, list []heldDie) string {
	text, down := "", 0
	for _, h := range list {
		switch {
		case h.face == 0:
			down++
			continue
		case text != "":
			text += ", "
		}
		if h.known {
			text += strconv.Itoa(h.face) + " " + d.T("web.klang.real.seen_by_all")
		} else {
			text += strconv.Itoa(h.face)
		}
	}
	if down > 0 {
		if text != "" {
			text += ", "
		}
		text += d.T("web.klang.face_down", down)
	}
	if robot == int(d.v.Active) {
		return d.T("web.klang.real.in_hand", text)
	}
	return d.T("web.klang.real.armour", text)
}

// cardTag says what a robot's round holds for it, in a word; "" for nothing.
func (d *desk) cardTag(robot int) (text, class string) {
	switch r := &d.v.Robots[robot]; {
	case d.v.Phase == klang.PhaseOver || d.v.Round == 0:
	case robot == int(d.v.Active):
		return d.T("web.klang.card.active"), "tag-now"
	case r.Activated:
		return d.T("web.klang.card.done"), "tag-done"
	}
	return "", ""
}

// sideHead is what a side is called at the head of its cards.
func (d *desk) sideHead(s game.Seat) string {
	if s == d.v.Seat() {
		return d.T("web.klang.real.yours", d.T("klang.side."+itoa(s)))
	}
	return d.sideName(s)
}

// heap is the parts of one side that lie somewhere.
type heap struct {
	seat  game.Seat
	parts []int
}

// heaps sorts the parts that lie on the table, or have left the game, by whose
// they are.
func (d *desk) heaps(where int8) (list []heap) {
	for _, s := range d.seats() {
		h := heap{seat: s}
		for i := range d.v.NumParts() {
			if d.v.Parts[i].On == where && d.v.PartInfo(i).Owner == s {
				h.parts = append(h.parts, i)
			}
		}
		if len(h.parts) > 0 {
			list = append(list, h)
		}
	}
	return list
}

// looseLoot counts the malloppi on the table and gives one of them: they are all
// alike.
func (d *desk) looseLoot() (n, one int) {
	one = klang.None
	for i := range d.v.Loots {
		if d.v.Loot[i].On == klang.OnTable {
			if n++; one == klang.None {
				one = int(i)
			}
		}
	}
	return n, one
}

// drawnPart is a part as it is drawn by itself.
func (d *desk) drawnPart(part int) mounted {
	in := d.v.PartInfo(part)
	return mounted{part, in.Owner, int(in.Class), in.Weapon, in.Kind}
}

// partTrade is what a part does and what it costs: "cannone, classe 4".
func (d *desk) partTrade(part int) string {
	in := d.v.PartInfo(part)
	if in.Weapon == klang.NoWeapon {
		return d.T("web.klang.real.class", int(in.Class))
	}
	return d.T("web.klang.real.class_armed", d.T("web.klang.weapon."+in.Weapon.String()), int(in.Class))
}

// A use is something that the die in hand can be spent on.
type use struct {
	icon string
	name string
	note string        // what it gives, or why it cannot be done
	href templ.SafeURL // "" when it cannot
	id   klang.ActionKind
}

// uses is what the die in hand can do, each weapon by itself.
func (d *desk) uses() []use {
	die := strconv.Itoa(d.pick.die)
	do := func(kind klang.ActionKind, more ...string) templ.SafeURL {
		return d.step(append([]string{"die", die, "do", kind.String()}, more...)...)
	}
	work := d.pick.die >= 4
	list := []use{{icon: "move", id: klang.ActWalk, name: d.T("web.klang.job.move"), note: d.T("web.klang.job.scrap")}}
	if work {
		list[0].href, list[0].note = do(klang.ActWalk), d.T("web.klang.job.move.note", d.CM(int64(d.stride())*100))
	}
	list = append(list, d.weaponUses(work, do)...)
	loot := use{icon: "pick_up", id: klang.ActPickUp, name: d.T("web.klang.job.pick_up"), note: d.T("web.klang.real.job.pick_up.none")}
	switch n, _ := d.looseLoot(); {
	case len(d.menu.of(d.pick.die, klang.ActPickUp)) > 0:
		loot.href, loot.note = do(klang.ActPickUp), d.T("web.klang.real.job.pick_up.note")
	case n > 0:
		loot.note = d.T("web.klang.real.job.pick_up.full")
	}
	bolt := use{icon: "bolt", id: klang.ActBolt, name: d.T("web.klang.bolt"), note: d.T("web.klang.real.job.bolt.none")}
	if len(d.menu.bolts) > 0 {
		bolt.href, bolt.note = d.step("do", "bolt"), d.boltJob().note
	} else if len(d.heaps(klang.OnTable)) > 0 {
		bolt.note = d.boltJob().note
	}
	unbolt := use{icon: "unbolt", id: klang.ActUnbolt, name: d.T("web.klang.job.unbolt"), note: d.T("web.klang.job.unbolt.none")}
	if len(d.menu.of(d.pick.die, klang.ActUnbolt)) > 0 {
		unbolt.href, unbolt.note = do(klang.ActUnbolt), d.T("web.klang.job.unbolt.note")
	}
	boom := use{icon: "sabotage", id: klang.ActSabotage, name: d.T("web.klang.job.sabotage"), note: d.T("web.klang.job.sabotage.none")}
	switch n := len(d.menu.of(d.pick.die, klang.ActSabotage)); {
	case n > 0:
		boom.href, boom.note = do(klang.ActSabotage), d.T("web.klang.job.sabotage.note", n)
	case !work:
		boom.note = d.T("web.klang.job.scrap")
	}
	return append(list, loot, bolt, unbolt, boom)
}

func (d *desk) weaponUses(work bool, do func(klang.ActionKind, ...string) templ.SafeURL) (list []use) {
	for _, slot := range d.armedSlots() {
		w := d.weaponIn(slot)
		u := use{icon: "attack", id: klang.ActAttack, name: d.T("web.klang.real.weapon." + w.String()),
			note: d.T("web.klang.weapon_in", d.T("web.klang.weapon."+w.String()), d.slotText(slot))}
		switch {
		case !work:
			u.note = d.T("web.klang.job.scrap")
		case d.v.WeaponReady(slot) != "":
			u.note = d.T("web.klang.real.weapon.used")
		default:
			u.href = do(klang.ActAttack, "slot", slot.String())
		}
		list = append(list, u)
	}
	if len(list) == 0 {
		list = append(list, use{icon: "attack", id: klang.ActAttack, name: d.T("web.klang.job.attack"), note: d.T("web.klang.job.attack.unarmed")})
	}
	return list
}

// armedSlots are the slots of the active robot that hold a weapon.
func (d *desk) armedSlots() (list []klang.Slot) {
	for slot := range klang.NumSlots {
		if d.weaponIn(slot) != klang.NoWeapon {
			list = append(list, slot)
		}
	}
	return list
}

// weaponIn is the weapon in a slot of the active robot.
func (d *desk) weaponIn(slot klang.Slot) klang.Weapon {
	if slot < 0 || slot >= klang.NumSlots || d.v.Active == klang.None {
		return klang.NoWeapon
	}
	part := d.v.Robots[d.v.Active].Slots[slot]
	if part == klang.None {
		return klang.NoWeapon
	}
	return d.v.PartInfo(int(part)).Weapon
}

// stride is how far the die in hand carries, in millimetres (K13).
func (d *desk) stride() int { return d.pick.die * d.v.Options().UnitCM * 10 }

// A way is a length to choose: what it is called and how many millimetres it is.
type way struct {
	cm, mm string
}

// ways are lengths that are quick to tell: the whole way and whole units less.
func (d *desk) ways() (list []way) {
	unit := d.v.Options().UnitCM * 10
	for mm := d.stride(); mm > 0; mm -= unit {
		list = append(list, way{d.CM(int64(mm) * 100), strconv.Itoa(mm)})
	}
	return list
}

// attackOn is the attack being declared; nil until its target is named.
func (d *desk) attackOn() *klang.Action {
	for _, a := range d.menu.of(d.pick.die, klang.ActAttack) {
		if int(a.Target) == d.pick.target && a.Slot == d.pick.slot {
			return a
		}
	}
	return nil
}

// aims are the robots that a weapon may be aimed at: enemies, then friends.
func (d *desk) aims() (enemies, friends []int) {
	for _, a := range d.menu.of(d.pick.die, klang.ActAttack) {
		switch t := int(a.Target); {
		case a.Slot != d.pick.slot:
		case d.v.RobotInfo(t).Seat == d.v.Seat():
			friends = append(friends, t)
		default:
			enemies = append(enemies, t)
		}
	}
	return enemies, friends
}

// A candidate is a part on the ground that may be bolted on, or why it does not
// go on.
type candidate struct {
	part int
	note string
	href templ.SafeURL // "" when it does not go on
}

// toBolt lists the parts on the ground, each once.
func (d *desk) toBolt() (list []candidate) {
	me := int(d.v.Active)
	for _, h := range d.heaps(klang.OnTable) {
		for _, part := range h.parts {
			in := d.v.PartInfo(part)
			c := candidate{part: part, note: d.partTrade(part)}
			room := false
			for slot, worn := range d.v.Robots[me].Slots {
				room = room || worn == klang.None && in.Kind.Fits(klang.Slot(slot))
			}
			switch {
			case !room:
				c.note = d.T("web.klang.job.bolt.full")
			case int(in.Class) > len(d.menu.dice):
				c.note = d.T("web.klang.job.bolt.dear", int(in.Class))
			default:
				c.href = d.step("do", "bolt", "part", strconv.Itoa(part))
			}
			list = append(list, c)
		}
	}
	return list
}

// boltSlots are the free slots that the part being bolted on fits.
func (d *desk) boltSlots() (list []ui.Choice) {
	chosen := d.boltChosen()
	for _, a := range d.menu.bolts {
		if chosen != nil && a.Part == chosen.Part {
			list = append(list, ui.Choice{Value: a.Slot.String(), Text: d.slotText(a.Slot), On: a.Slot == chosen.Slot})
		}
	}
	return list
}

// stepTitle is what a step of a choice is about.
func (d *desk) stepTitle() string {
	switch d.pick.do {
	case klang.ActWalk:
		return d.T("web.klang.real.step.walk", d.CM(int64(d.stride())*100))
	case klang.ActAttack:
		return d.T("web.klang.real.step."+d.weaponIn(d.pick.slot).String(), d.robotText(int(d.v.Active)))
	case klang.ActPickUp:
		return d.T("web.klang.job.pick_up")
	case klang.ActUnbolt:
		return d.T("web.klang.job.unbolt")
	case klang.ActSabotage:
		return d.T("web.klang.job.sabotage")
	}
	return d.T("web.klang.bolt")
}

// stage tells how far the choice of an action has come.
func (d *desk) stage() string {
	p := d.pick
	switch {
	case p.do == klang.ActEnd || len(d.menu.dice) == 0:
		return "end"
	case d.bolts():
		return "bolt"
	case p.do == klang.ActWalk,
		p.do == klang.ActAttack && d.weaponIn(p.slot) != klang.NoWeapon && len(d.menu.of(p.die, klang.ActAttack)) > 0,
		p.do == klang.ActPickUp && len(d.menu.of(p.die, p.do)) > 0,
		p.do == klang.ActUnbolt && len(d.menu.of(p.die, p.do)) > 0,
		p.do == klang.ActSabotage && len(d.menu.of(p.die, p.do)) > 0:
		return p.do.String()
	case p.die != 0:
		return "die"
	}
	return "dice"
}

// spends tells whether the hand is about one use of one die.
func (d *desk) spends() bool {
	if d.menu == nil || d.v.Phase != klang.PhaseAct {
		return false
	}
	switch d.stage() {
	case "walk", "attack", "pick_up", "unbolt", "sabotage":
		return true
	}
	return false
}

// tells tells whether what happened last is news to those who act: the rest
// they see, or have just done.
func (d *desk) tells() bool {
	switch d.v.Last.Kind {
	case klang.DeedAttacked, klang.DeedUndone, klang.DeedCorrected:
		return true
	}
	return false
}

// toldLast is what happened last, in words; that an order was carried out is no
// news.
func (d *desk) toldLast() []table.News {
	news := d.m.News
	end := len(news)
	for end > 0 && news[end-1].Text.Key == "klang.done" {
		end--
	}
	start := end
	for start > 0 && news[start-1].Entry == news[end-1].Entry {
		start--
	}
	return news[start:end]
}

// orderWaits says whose hands have something to do, for those who wait.
func (d *desk) orderWaits() string {
	names := ""
	for i, s := range d.m.ToAct.List() {
		if i > 0 {
			names += ", "
		}
		names += d.seatName(s)
	}
	return d.T("web.klang.wait.order", names)
}
