package klangpage

import (
	"encoding/json"
	"strconv"

	"banco/game"
	"banco/games/klang"
	"banco/table"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// On a real table the app can be wrong about where a part or a malloppo is. A
// player says what is so, step by step in the address like any other choice:
// "?fix=part&part=3"; the last step is a form that asks the table.

var _ ui.Corrector = Page{}

// Correct is where a player sets right what the app has wrong of a real table;
// nothing on a virtual one, and for those without a seat.
func (Page) Correct(p *ui.Page, m *ui.Match) templ.Component {
	v, ok := m.View.(*klang.View)
	if !ok || !v.Companion() || v.Seat() == game.Watcher || m.Stage != table.Playing {
		return templ.NopComponent
	}
	return drawn(p, m, func(d *desk) templ.Component { return correct(d, d.readFix()) })
}

// FactText says what a proposed fact says; false for what is no fact.
func (Page) FactText(m *ui.Match, fact json.RawMessage) (game.Message, bool) {
	v, ok := m.View.(*klang.View)
	if !ok {
		return game.Message{}, false
	}
	return v.FactText(fact)
}

// fix is a correction in progress.
type fix struct {
	kind string // "part", "loot", "" while it is not said
	id   int    // or klang.None
}

// fixStep is the address of a step of it, which opens where it stands on the page.
func (d *desk) fixStep(pairs ...string) templ.SafeURL {
	return d.step(append([]string{"fix"}, pairs...)...) + "#correct"
}

func (d *desk) readFix() fix {
	f := fix{id: klang.None}
	limit := 0
	switch kind := d.m.Pick.Get("fix"); kind {
	case "part":
		f.kind, limit = kind, d.v.NumParts()
	case "loot":
		f.kind, limit = kind, int(d.v.Loots)
	}
	if n, err := strconv.Atoi(d.m.Pick.Get(f.kind)); f.kind != "" && err == nil && n >= 0 && n < limit {
		f.id = n
	}
	return f
}

// fixable tells why nothing can be set right at present; "" when it can.
func (d *desk) fixable() string {
	if d.v.Phase == klang.PhasePrize {
		if err := d.v.CheckFact(klang.CorrectLootOnTable(0)); err != nil {
			return d.Text(err.Text)
		}
	}
	return ""
}

// placeWords is where a part is, as the app has it.
func (d *desk) placeWords(part int) string {
	switch on := d.v.Parts[part].On; on {
	case klang.OnTable:
		return d.T("web.klang.real.at.table")
	case klang.Gone:
		return d.T("web.klang.real.at.gone")
	default:
		for slot, worn := range d.v.Robots[on].Slots {
			if int(worn) == part && klang.Slot(slot) != d.v.PartInfo(part).Slot {
				return d.T("web.klang.real.at.slot", d.robotText(int(on)), d.slotText(klang.Slot(slot)))
			}
		}
		return d.T("web.klang.real.at.robot", d.robotText(int(on)))
	}
}

// partsOnceOf are the parts that a robot had at the start.
func (d *desk) partsOnceOf(robot int) (list []int) {
	for i := range d.v.NumParts() {
		if int(d.v.PartInfo(i).Robot) == robot {
			list = append(list, i)
		}
	}
	return list
}

// lootPile is the malloppi of one place, which are all alike.
type lootPile struct {
	n, one int
	where  string
}

func (d *desk) lootPiles() (list []lootPile) {
	at := map[int8]int{}
	for i := range d.v.Loots {
		on := d.v.Loot[i].On
		k, ok := at[on]
		if !ok {
			k = len(list)
			at[on] = k
			where := d.T("web.klang.real.at.table")
			switch {
			case on == klang.Gone:
				where = d.T("web.klang.real.at.gone")
			case on >= 0:
				where = d.T("web.klang.real.at.robot", d.robotText(int(on)))
			}
			list = append(list, lootPile{one: int(i), where: where})
		}
		list[k].n++
	}
	return list
}

// truths are the places where a part or a malloppo may really be, each with the
// fact that says so; what cannot be is not among them.
func (d *desk) truths(f fix) (list []ui.Choice) {
	offer := func(fact json.RawMessage, text string) {
		if d.v.CheckFact(fact) == nil {
			list = append(list, ui.Choice{Value: string(fact), Text: text})
		}
	}
	for _, s := range d.seats() {
		for _, robot := range d.robotsOf(s) {
			if f.kind == "loot" {
				offer(klang.CorrectLootOn(f.id, robot), d.T("web.klang.real.at.robot", d.robotText(robot)))
				continue
			}
			for slot := range klang.NumSlots {
				offer(klang.CorrectPartOn(f.id, robot, slot), d.T("web.klang.real.at.slot", d.robotText(robot), d.slotText(slot)))
			}
		}
	}
	if f.kind == "loot" {
		offer(klang.CorrectLootOnTable(f.id), d.T("web.klang.real.at.table"))
		offer(klang.CorrectLootGone(f.id), d.T("web.klang.real.at.gone"))
		return list
	}
	offer(klang.CorrectPartOnTable(f.id), d.T("web.klang.real.at.table"))
	offer(klang.CorrectPartGone(f.id), d.T("web.klang.real.at.gone"))
	return list
}

// fixName is the thing that is being set right.
func (d *desk) fixName(f fix) string {
	if f.kind == "part" {
		return d.T("web.klang.real.fix.now", d.partHead(f.id), d.placeWords(f.id))
	}
	for _, pile := range d.lootPiles() {
		if d.v.Loot[f.id].On == d.v.Loot[pile.one].On {
			return d.T("web.klang.real.fix.now", d.T("web.klang.prize.loot"), pile.where)
		}
	}
	return ""
}
