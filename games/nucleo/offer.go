package nucleo

import (
	"banco/game"
	"banco/hex"
)

// What a view offers: every action that is legal, always in the same order, and
// with free_chat one sentence as a sample of free words.

// Actions lists what the viewer may do now.
func (v *View) Actions() []game.Action {
	if !v.Mine() {
		return nil
	}
	var o offer
	o.fill(v)
	slab := append([]Action(nil), o.list[:o.n]...)
	list := make([]game.Action, len(slab))
	for i := range slab {
		list[i] = &slab[i]
	}
	return list
}

// mostOffered is more than can be open at once.
const mostOffered = 128

// offer collects actions in memory of fixed size.
type offer struct {
	j    judge
	n    int
	talk int // where talk begins
	list [mostOffered]Action
}

func (o *offer) try(kind ActionKind, n int, item bool) {
	o.list[o.n] = Action{Kind: kind, N: int32(n), Item: item}
	if o.j.allows(&o.list[o.n]) == fine {
		o.n++
	}
}

func (o *offer) fill(v *View) {
	o.j, o.n = v.judge(), 0
	switch v.Phase {
	case PhaseLeader:
		for leader := range Leaders {
			o.try(ActTake, leader, false)
		}
	case PhaseDraft:
		for p := range v.cfg.players {
			if v.cfg.owns(v.seat, p) {
				o.cards(ActLeave, v, p, fullDeck&^v.Own[p].Out)
			}
		}
	case PhaseStart:
		for cell := range Cells {
			o.try(ActStart, cell, false)
		}
	case PhasePlan:
		for p := range v.cfg.players {
			if v.cfg.owns(v.seat, p) {
				o.cards(ActPick, v, p, v.Own[p].Hand)
			}
		}
		o.try(ActLay, 0, false)
	case PhaseAct:
		if v.Acting() {
			o.turn(v)
		}
		o.talk = o.n
		o.sentences(v)
	}
}

func (o *offer) cards(kind ActionKind, v *View, player int, set uint32) {
	for ; set != 0; set &= set - 1 {
		o.try(kind, CardID(v.Players[player].Faction, nth(set, 0)), false)
	}
}

// turn offers what the active player can do. An item and a point both have to
// be tried only where the faction's item does such a thing.
func (o *offer) turn(v *View) {
	p := &v.Players[v.Active]
	points := v.Points > 0
	both := func(kind ActionKind, n int) {
		if points {
			o.try(kind, n, false)
		}
		if p.Items > 0 && o.j.item(kind) == fine {
			o.try(kind, n, true)
		}
	}
	for _, cell := range star.beyond[p.At] {
		if cell > Core {
			both(ActMove, int(cell))
		}
	}
	if points {
		o.try(ActCamp, 0, false)
		for cell := range Cells {
			if v.Camps[cell]&(1<<v.Active) != 0 {
				o.try(ActRegroup, cell, false)
			}
		}
		o.try(ActRewild, 0, false)
	}
	both(ActHeal, 0)
	both(ActClean, 0)
	both(ActDestroy, int(p.At))
	for _, cell := range star.beyond[p.At] {
		if cell != None && v.Snipers[cell] > 0 {
			both(ActDestroy, int(cell))
		}
	}
	for side := range hex.Directions {
		if v.Walls[star.edge[p.At][side]] == Whole {
			both(ActBreach, side)
		}
	}
	if !points {
		o.cards(ActReinforce, v, int(v.Active), v.Own[v.Active].Hand)
	}
	o.try(ActBread, 0, false)
	o.try(ActEnd, 0, false)
}

func (o *offer) sentences(v *View) {
	if v.cfg.seats == 1 || v.Hush.Has(v.seat) {
		return
	}
	if v.Said[v.seat] < maxSaid {
		for p := range v.cfg.players {
			if v.cfg.owns(v.seat, p) {
				o.try(ActHabitats, p, false)
			}
		}
		o.try(ActHelp, 0, false)
		for cell := range Cells {
			o.try(ActPoint, cell, false)
		}
		if v.cfg.opt.FreeChat == On {
			o.list[o.n] = Action{Kind: ActSay, Text: "…"}
			o.n++
		}
	}
	o.try(ActHush, 0, false)
}
