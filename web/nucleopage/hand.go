package nucleopage

import (
	"banco/game"
	"banco/games/nucleo"
	"banco/hex"
)

func (d *desk) handTitle() string {
	v := d.v
	switch {
	case d.tale.aside():
		return d.taleTitle()
	case v.Seat() == game.Watcher:
		return d.T("web.board.watch")
	case v.Phase == nucleo.PhasePlan && (v.Laid() || !d.mine), v.Phase == nucleo.PhaseDraft && !d.mine:
		return d.T("web.nucleo.hand.laid")
	case v.Phase == nucleo.PhasePlan, v.Phase == nucleo.PhaseDraft:
		return d.T("web.nucleo.hand." + v.Phase.String())
	case v.Phase == nucleo.PhaseLeader && d.mine:
		if n, of := d.nthLeader(); of > 1 {
			return d.T("web.nucleo.hand.leader.nth", n, of)
		}
		return d.T("web.nucleo.hand.leader")
	case d.acting:
		return d.T("web.nucleo.hand.act", v.PlayerWord(int(v.Active)), int(v.Points))
	case v.Turn() == v.Seat():
		return d.T("web.nucleo.hand."+v.Phase.String(), v.PlayerWord(int(v.Active)))
	}
	return d.T("web.nucleo.hand.wait", d.whose(int(v.Active)))
}

// job is a kind of action as the hand lists it.
type job struct {
	kind nucleo.ActionKind
	icon string
	why  string // why it cannot be done; "" when it can
	note string
	on   bool
}

// jobIcons are what the kinds of action look like.
var jobIcons = map[nucleo.ActionKind]string{
	nucleo.ActMove:      "M4 12h14m-5-6 6 6-6 6",
	nucleo.ActCamp:      "M12 4 3 20h18zM12 11v9",
	nucleo.ActRegroup:   "M4 14a8 8 0 1 1 3 6M4 20v-6h6",
	nucleo.ActHeal:      "M12 5v14M5 12h14",
	nucleo.ActClean:     "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11zM4 4l16 16",
	nucleo.ActDestroy:   "M12 2v5M12 17v5M2 12h5M17 12h5M12 9.500a2.500 2.500 0 1 0 .01 0z",
	nucleo.ActBreach:    "M3 7h7l-2 4 3 2-2 5H3zM21 7h-6l-1 4 2 2-2 5h7z",
	nucleo.ActRewild:    "M12 21v-8M12 13C6 13 5 8 5 5c5 0 7 3 7 8zM12 15c0-5 3-6 7-6 0 5-3 6-7 6z",
	nucleo.ActReinforce: "M7 4h10v16H7zM12 9v6M9 12h6",
	nucleo.ActBread:     "M4 11a4 4 0 0 1 4-4h8a4 4 0 0 1 0 8v4H8v-4a4 4 0 0 1-4-4z",
	nucleo.ActEnd:       "M6 4v16M6 5h12l-3 4 3 4H6",
}

// jobs are all kinds of action of a turn: what can be done, and why not.
func (d *desk) jobs() (list []job) {
	for kind := nucleo.ActMove; kind <= nucleo.ActBread; kind++ {
		if kind == nucleo.ActBread && d.faction(int(d.v.Active)) != nucleo.Council {
			continue
		}
		j := job{kind: kind, icon: jobIcons[kind], on: d.pick.do == kind}
		places := d.offered(kind)
		if len(places) == 0 {
			j.why = d.whyNone(kind)
		}
		switch {
		case kind == nucleo.ActCamp:
			j.note = d.T("web.nucleo.job.camp.cost", d.v.CampCost(int(d.v.Active)))
		case len(places) > 0 && numberOf[kind] != "":
			j.note = d.T("web.nucleo.job.places", len(places))
		}
		list = append(list, j)
	}
	return list
}

// whyNone says why nothing of a kind can be done.
func (d *desk) whyNone(kind nucleo.ActionKind) string {
	switch kind {
	case nucleo.ActMove:
		for _, s := range d.cells[d.here()].Sides {
			if s.Walk { // there is a way, but nothing to pay it with
				return d.whyNot(nucleo.Move(s.Beyond))
			}
		}
		return d.T("web.nucleo.why.walled")
	case nucleo.ActRegroup:
		for cell := range d.cells {
			if cell != d.here() && d.v.Camps[cell]&(1<<d.v.Active) != 0 {
				return d.whyNot(nucleo.Regroup(cell))
			}
		}
		return d.T("web.nucleo.why.no_camp")
	case nucleo.ActDestroy:
		return d.whyNot(nucleo.Destroy(d.nearestMech()))
	case nucleo.ActBreach:
		for side, s := range d.cells[d.here()].Sides {
			if s.Wall == nucleo.Whole {
				return d.whyNot(nucleo.BreachWall(side))
			}
		}
		return d.T("web.nucleo.why.no_wall")
	case nucleo.ActReinforce:
		hand := d.v.HandOf(int(d.v.Active))
		if len(hand) == 0 {
			return d.T("web.nucleo.why.no_card")
		}
		for _, card := range hand { // one of the right habitat says more
			if nucleo.HabitatOf(card) == nucleo.HabitatOf(d.v.CardOf(int(d.v.Active))) {
				return d.whyNot(nucleo.Reinforce(card))
			}
		}
		return d.whyNot(nucleo.Reinforce(hand[0]))
	}
	return d.whyNot(&nucleo.Action{Kind: kind})
}

// nearestMech is where there is one that could be destroyed from here; here if
// there is none.
func (d *desk) nearestMech() int {
	here := d.cells[d.here()]
	if here.Hunters+here.Snipers > 0 {
		return here.ID
	}
	for _, s := range here.Sides {
		if s.Beyond != nucleo.None && d.cells[s.Beyond].Snipers > 0 {
			return s.Beyond
		}
	}
	return here.ID
}

// barred is a place where an action cannot be done, though one might think so.
type barred struct{ where, why string }

// barredPlaces are those of the action in progress.
func (d *desk) barredPlaces() (list []barred) {
	here := d.cells[d.here()]
	switch d.pick.do {
	case nucleo.ActMove:
		for side, s := range here.Sides {
			if s.Beyond == nucleo.None || d.can(nucleo.ActMove, s.Beyond, false) || d.can(nucleo.ActMove, s.Beyond, true) {
				continue
			}
			list = append(list, barred{d.T("web.nucleo.side_cell", nucleo.SideWord(hex.Direction(side)), nucleo.CellWord(s.Beyond)), d.whyNot(nucleo.Move(s.Beyond))})
		}
	case nucleo.ActBreach:
		for side, s := range here.Sides {
			if s.Wall == nucleo.Breach {
				list = append(list, barred{d.Text(nucleo.SideWord(hex.Direction(side))), d.whyNot(nucleo.BreachWall(side))})
			}
		}
	}
	return list
}

// placeText names a place that can be chosen, with where it lies.
func (d *desk) placeText(kind nucleo.ActionKind, n int) string {
	switch kind {
	case nucleo.ActBreach:
		s := d.cells[d.here()].Sides[n]
		if s.Beyond == nucleo.None {
			return d.T("web.nucleo.side_perimeter", nucleo.SideWord(hex.Direction(n)))
		}
		return d.T("web.nucleo.side_cell", nucleo.SideWord(hex.Direction(n)), nucleo.CellWord(s.Beyond))
	case nucleo.ActMove:
		for side, s := range d.cells[d.here()].Sides {
			if s.Beyond == n {
				return d.T("web.nucleo.side_cell", nucleo.SideWord(hex.Direction(side)), nucleo.CellWord(n))
			}
		}
	}
	return d.cellName(n)
}

// placeNote says what is there.
func (d *desk) placeNote(kind nucleo.ActionKind, n int) string {
	if kind == nucleo.ActBreach {
		return ""
	}
	return d.contents(&d.cells[n])
}

// readyText says what the choice in progress does, and what it may cost.
func (d *desk) readyText() string {
	p := d.pick
	v := d.v
	switch p.do {
	case nucleo.ActCamp:
		return d.T("web.nucleo.ready.camp", nucleo.CellWord(d.here()), v.CampCost(int(v.Active)), int(v.Players[v.Active].Support))
	case nucleo.ActClean, nucleo.ActRewild:
		return d.T("web.nucleo.ready."+p.do.String(), nucleo.CellWord(d.here()))
	case nucleo.ActHeal, nucleo.ActBread:
		return d.T("web.nucleo.ready." + p.do.String())
	case nucleo.ActEnd:
		if v.Points > 0 {
			return d.T("web.nucleo.ready.end.left", int(v.Points))
		}
		return d.T("web.nucleo.ready.end")
	case nucleo.ActBreach:
		return d.T("web.nucleo.ready.breach", d.placeText(p.do, p.n))
	}
	return d.T("web.nucleo.ready."+p.do.String(), nucleo.CellWord(p.n))
}

// danger tells whether the choice in progress costs a damage roll when it is paid
// with a point.
func (d *desk) danger() bool {
	kind := d.pick.do
	if kind < nucleo.ActMove || kind > nucleo.ActRewild || !d.can(kind, max(d.pick.n, 0), false) {
		return false
	}
	if d.v.Exposed(int(d.v.Active), kind) {
		return true
	}
	return kind == nucleo.ActMove && d.cells[d.pick.n].Toxic && int(d.v.Players[d.v.Active].Leader) != nucleo.Fenwalker
}

// itemDo is the button that does it with an item.
func (d *desk) itemDo() string {
	return d.T("web.nucleo.do_item", nucleo.ItemWord(d.faction(int(d.v.Active))))
}

// pips are the action points of a card as a row of dots.
func pips(n int) []struct{} { return make([]struct{}, max(n, 0)) }

// startCells are where the starting camp may stand.
func (d *desk) startCells() (list []int) {
	for _, a := range d.offered(nucleo.ActStart) {
		list = append(list, int(a.N))
	}
	return list
}

// leaders are those that can still be taken, or what their faction is taken by.
func (d *desk) leaderFree(leader int) bool { return d.can(nucleo.ActTake, leader, false) }

// picksLeft is how many of the viewer's players have still to pick.
func (d *desk) picksLeft() (n int) {
	for _, p := range d.own() {
		if !d.v.Players[p].Left && d.v.PickOf(p) == nucleo.None {
			n++
		}
	}
	return n
}

// nthLeader is which of the viewer's leaders is to be taken now, of how many.
func (d *desk) nthLeader() (n, of int) {
	for _, p := range d.own() {
		of++
		if d.v.Players[p].Leader != nucleo.None {
			n++
		}
	}
	return n + 1, of
}

// leaveLeft is how many cards a player of the viewer's has still to leave out.
func (d *desk) leaveLeft(player int) int {
	return len(d.v.DraftOf(player)) - nucleo.DeckSize
}
