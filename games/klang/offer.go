package klang

import (
	"math/bits"

	"banco/game"
	"banco/geom"
)

// What a view offers: every discrete action, and a sample of those with a free
// place, always in the same order.

// Actions lists what the viewer may do now.
func (v *View) Actions() []game.Action {
	if !v.Mine() {
		return nil
	}
	o := offer{v: v, j: v.judge(), slab: make([]Action, 0, 64)}
	switch v.Phase {
	case PhaseTerrain:
		o.terrain()
	case PhaseDeployment:
		if v.Companion() {
			o.add(Ready())
			break
		}
		o.deployment()
	case PhaseChoose:
		for from, to := v.cfg.robotsOf(v.seat); from < to; from++ {
			if !v.Robots[from].Activated {
				o.add(Activate(from))
			}
		}
	case PhasePrize:
		parts, loot := v.Prizes()
		for _, p := range parts {
			o.add(PrizePart(p))
		}
		for _, l := range loot {
			o.add(PrizeLoot(l))
		}
	case PhaseAct:
		o.attacks()
		o.pickUps()
		o.bolts()
		if v.Companion() {
			o.walks()
		} else {
			o.moves()
		}
		o.sabotages()
		o.unbolts()
		o.add(End())
	case PhaseOrder:
		o.add(Done())
	}
	list := make([]game.Action, len(o.slab))
	for i := range o.slab {
		list[i] = &o.slab[i]
	}
	return list
}

// offer collects actions one after the other in one slab, which costs far less
// than each on its own.
type offer struct {
	v    *View
	j    judge
	slab []Action
}

func (o *offer) add(a *Action) { o.slab = append(o.slab, *a) }

// terrain samples places for the pieces that are left, and passing.
func (o *offer) terrain() {
	w := o.v.cfg.width
	gauge := o.v.Ground.gauge(o.v.cfg)
	poly := make(geom.Polygon, 0, maxPieceCorners)
	for i := range o.v.Ground.Pieces {
		p := &o.v.Ground.Pieces[i]
		if p.Poly != nil {
			continue
		}
		for steps := range 12 {
			shape := turned(p.Shape, steps)
			for k := int64(steps); k < 36; k += 12 {
				a := Lay(i, (k%6*2+1)*w/12, (k/6*2+1)*w/12, steps*15)
				if poly = shape.Placed(poly, 0, a.at()); gauge.fits(poly) {
					o.add(a)
				}
			}
		}
	}
	o.add(Pass())
}

// deployment samples places for the robots that are left: along the front of
// the zone and along the edge.
func (o *offer) deployment() {
	c := o.v.cfg
	for robot, to := c.robotsOf(o.v.seat); robot < to; robot++ {
		if o.v.Robots[robot].Placed {
			continue
		}
		before := len(o.slab)
		for _, depth := range [...]int64{deployDepth - c.radius, c.radius} {
			y := depth
			if o.v.seat == 1 {
				y = c.width - depth
			}
			for k := range int64(9) {
				a := Deploy(robot, c.radius+k*(c.width-2*c.radius)/8, y)
				if o.j.deploy(a) == fine {
					o.add(a)
				}
			}
		}
		if len(o.slab) == before {
			at := o.v.firstPlace(c, o.v.seat)
			o.add(Deploy(robot, at.X, at.Y))
		}
	}
}

// attacks lists every die, weapon and target.
func (o *offer) attacks() {
	v := o.v
	var ready [NumSlots]bool
	any := false
	for slot := range NumSlots {
		ready[slot] = o.j.weapon(slot) == fine
		any = any || ready[slot]
	}
	if !any || o.j.hand.Successes() == 0 {
		return
	}
	for target := range v.cfg.robots {
		var hits [NumSlots]bool
		var known [NumWeapons]reason // two guns see the same
		for slot := range NumSlots {
			if !ready[slot] {
				continue
			}
			w := v.cfg.parts[v.Robots[v.Active].Slots[slot]].Weapon
			if known[w] == fine {
				known[w] = o.j.target(slot, target)
			}
			hits[slot] = known[w] == fine
		}
		for die := 6; die >= 4; die-- {
			for slot := range NumSlots {
				if hits[slot] && o.j.hand.Of(die) > 0 {
					o.add(Attack(die, slot, target))
				}
			}
		}
	}
}

func (o *offer) pickUps() {
	for l := range o.v.Loots {
		if o.j.loot(int32(l)) != fine {
			continue
		}
		for die := 1; die <= 6; die++ {
			if o.j.hand.Of(die) > 0 {
				o.add(PickUp(die, int(l)))
			}
		}
	}
}

// bolts lists every part in contact, every free slot that it fits and every
// distinct choice of dice.
func (o *offer) bolts() {
	for p := range o.v.cfg.parts {
		if o.v.Parts[p].On != OnTable {
			continue
		}
		for slot := range NumSlots {
			if o.j.boltable(int32(p), slot) == fine {
				o.boltDice(p, slot, 1, int(o.v.cfg.parts[p].Class), Hand{})
			}
		}
	}
}

// boltDice completes a choice of dice: left more, of faces from face up.
func (o *offer) boltDice(part int, slot Slot, face, left int, chosen Hand) {
	if left == 0 {
		o.add(Bolt(chosen, part, slot))
		return
	}
	if face > 6 {
		return
	}
	for n := min(left, o.j.hand.Of(face)); n >= 0; n-- {
		chosen[face-1] = int8(n)
		o.boltDice(part, slot, face+1, left-n, chosen)
	}
}

func (o *offer) unbolts() {
	for slot := range NumSlots {
		if o.v.Robots[o.v.Active].Slots[slot] == None {
			continue
		}
		for die := 1; die <= 6; die++ {
			if o.j.hand.Of(die) > 0 {
				o.add(Unbolt(die, slot))
			}
		}
	}
}

func (o *offer) sabotages() {
	for p := range o.v.cfg.parts {
		if o.j.bomb(int32(p)) != fine {
			continue
		}
		for die := 4; die <= 6; die++ {
			if o.j.hand.Of(die) > 0 {
				o.add(Sabotage(die, p))
			}
		}
	}
}

// walks lists for every success the whole way that it carries.
func (o *offer) walks() {
	for die := 6; die >= 4; die-- {
		if o.j.hand.Of(die) > 0 {
			o.add(Walk(die, o.v.cfg.stride(die)))
		}
	}
}

// isqrt is the whole square root.
func isqrt(n int64) int64 {
	if n < 2 {
		return n
	}
	x := int64(1) << ((bits.Len64(uint64(n)) + 1) / 2)
	for {
		y := (x + n/x) / 2
		if y >= x {
			return x
		}
		x = y
	}
}
