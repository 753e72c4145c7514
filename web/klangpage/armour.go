package klangpage

import "banco/games/klang"

// stopped is how high a hit that starts at some height reaches through these
// dice, high to low (K16). The page tells it to their owner alone.
func stopped(dice []int, height int) int {
	for _, f := range dice {
		if f >= height {
			height = max(1, height-1)
		}
	}
	return height
}

// armourText says what dice do against each hit: "un 6 arriva a 4, …".
func (d *desk) armourText(dice []int) string {
	return d.T("web.klang.armour.stops", stopped(dice, 6), stopped(dice, 5), stopped(dice, 4))
}

// armoured are the viewer's robots that keep dice, the active one aside: its
// dice are not armour yet.
func (d *desk) armoured() (list []int) {
	from, to := d.v.RobotsOf(d.v.Seat())
	for i := from; i < to; i++ {
		if d.v.Robots[i].Placed && i != int(d.v.Active) {
			list = append(list, i)
		}
	}
	return list
}

// boltJob is bolting on as a job: what it costs, or why it cannot be done.
func (d *desk) boltJob() job {
	j := job{kind: klang.ActBolt, icon: "bolt"}
	cheapest := 7
	for _, a := range d.menu.bolts {
		cheapest = min(cheapest, int(d.v.PartInfo(int(a.Part)).Class))
	}
	if cheapest < 7 {
		j.open, j.note = true, d.T("web.klang.job.bolt.note", cheapest)
		return j
	}
	me := int(d.v.Active)
	touched, room := false, false
	for i := range d.v.NumParts() {
		if d.v.Parts[i].On != klang.OnTable || !d.v.Touches(me, d.v.Parts[i].At) {
			continue
		}
		touched = true
		for slot, worn := range d.v.Robots[me].Slots {
			if worn == klang.None && d.v.PartInfo(i).Kind.Fits(klang.Slot(slot)) {
				room = true
				cheapest = min(cheapest, int(d.v.PartInfo(i).Class))
			}
		}
	}
	switch {
	case !touched:
		j.note = d.T("web.klang.job.bolt.none")
	case !room:
		j.note = d.T("web.klang.job.bolt.full")
	default:
		j.note = d.T("web.klang.job.bolt.dear", cheapest)
	}
	return j
}
