package klang

import (
	"math/rand/v2"

	"banco/game"
	"banco/geom"
)

// Sample gives one legal action at random without listing them all: it picks a
// kind by weight and looks for one of it, trying kinds until one is open.
func (v *View) Sample(rng *rand.Rand) game.Action {
	if !v.Mine() {
		return nil
	}
	s := sampler{v, v.judge(), rng}
	switch v.Phase {
	case PhaseTerrain:
		return s.layOne()
	case PhaseDeployment:
		if v.Companion() {
			return Ready()
		}
		return s.deployOne()
	case PhaseOrder:
		return Done()
	case PhaseChoose:
		return Activate(s.pick(func(r *Robot) bool { return !r.Activated }))
	case PhasePrize:
		parts, n, loot, l := v.reachable(v.cfg, v.Height)
		if i := rng.IntN(n + l); i < n {
			return PrizePart(int(parts[i]))
		} else {
			return PrizeLoot(int(loot[i-n]))
		}
	}
	for range 12 {
		if a := s.actOne(); a != nil {
			return a
		}
	}
	return End()
}

type sampler struct {
	v   *View
	j   judge
	rng *rand.Rand
}

// pick gives one of the viewer's robots of which something is true; there is one.
func (s *sampler) pick(open func(*Robot) bool) int {
	from, to := s.v.cfg.robotsOf(s.v.seat)
	start := s.rng.IntN(to - from)
	for i := range to - from {
		if r := from + (start+i)%(to-from); open(&s.v.Robots[r]) {
			return r
		}
	}
	return None
}

func (s *sampler) layOne() *Action {
	pieces, w := len(s.v.Ground.Pieces), s.v.cfg.width
	if s.rng.IntN(12) > 0 {
		for range 12 {
			a := Lay(s.rng.IntN(pieces), s.rng.Int64N(w), s.rng.Int64N(w), s.rng.IntN(24)*15)
			if s.j.lay(a) == fine {
				return a
			}
		}
	}
	return Pass()
}

func (s *sampler) deployOne() *Action {
	c := s.v.cfg
	robot := s.pick(func(r *Robot) bool { return !r.Placed })
	for range 8 {
		y := between(s.rng, c.radius, deployDepth-c.radius)
		if s.v.seat == 1 {
			y = c.width - y
		}
		a := Deploy(robot, between(s.rng, c.radius, c.width-c.radius), y)
		if s.j.deploy(a) == fine {
			return a
		}
	}
	at := s.v.firstPlace(c, s.v.seat)
	return Deploy(robot, at.X, at.Y)
}

// weights say how often each kind is tried while a robot acts; what is open
// only now and then is tried more often, so that things happen.
var weights = [...]ActionKind{
	ActMove, ActMove, ActMove, ActMove, ActMove, ActMove, ActMove,
	ActAttack, ActAttack, ActAttack, ActAttack, ActAttack, ActAttack,
	ActPickUp, ActPickUp, ActPickUp, ActPickUp, ActPickUp,
	ActBolt, ActBolt, ActBolt,
	ActSabotage, ActSabotage,
	ActUnbolt,
	ActEnd,
}

// actOne looks for one action of one kind; nil when it finds none.
func (s *sampler) actOne() *Action {
	switch weights[s.rng.IntN(len(weights))] {
	case ActMove:
		if s.v.Companion() {
			return s.walkOne()
		}
		return s.moveOne()
	case ActAttack:
		return s.attackOne()
	case ActPickUp:
		start := s.start(int(s.v.Loots))
		for i := range int(s.v.Loots) {
			if l := (start + i) % int(s.v.Loots); s.j.loot(int32(l)) == fine {
				return PickUp(s.anyDie(), l)
			}
		}
	case ActBolt:
		return s.boltOne()
	case ActSabotage:
		if s.j.hand.Successes() == 0 {
			return nil
		}
		n := len(s.v.cfg.parts)
		start := s.start(n)
		for i := range n {
			if p := (start + i) % n; s.j.bomb(int32(p)) == fine {
				return Sabotage(s.success(), p)
			}
		}
	case ActUnbolt:
		slot := Slot(s.rng.IntN(int(NumSlots)))
		if s.v.Robots[s.v.Active].Slots[slot] != None && s.rng.IntN(3) == 0 {
			return Unbolt(s.anyDie(), slot)
		}
	case ActEnd:
		return End()
	}
	return nil
}

// start is a random place in a list to begin looking.
func (s *sampler) start(n int) int {
	if n == 0 {
		return 0
	}
	return s.rng.IntN(n)
}

// anyDie is a random die of the hand; an activation under way has one.
func (s *sampler) anyDie() int { return s.nth(s.rng.IntN(s.j.hand.Len()), 1) }

// success is a random die of those that are successes, of which there is one.
func (s *sampler) success() int { return s.nth(s.rng.IntN(s.j.hand.Successes()), 4) }

func (s *sampler) nth(n, face int) int {
	for ; face < 6; face++ {
		if n -= s.j.hand.Of(face); n < 0 {
			break
		}
	}
	return face
}

func (s *sampler) attackOne() *Action {
	if s.j.hand.Successes() == 0 {
		return nil
	}
	first := s.rng.IntN(int(NumSlots))
	for i := range int(NumSlots) {
		slot := Slot((first + i) % int(NumSlots))
		if s.j.weapon(slot) != fine {
			continue
		}
		n := len(s.v.cfg.robots)
		start := s.rng.IntN(n)
		for k := range n {
			if target := (start + k) % n; s.j.target(slot, target) == fine {
				return Attack(s.success(), slot, target)
			}
		}
	}
	return nil
}

func (s *sampler) boltOne() *Action {
	n := len(s.v.cfg.parts)
	start := s.start(n)
	for i := range n {
		p := (start + i) % n
		class := int(s.v.cfg.parts[p].Class)
		if s.v.Parts[p].On != OnTable || class > s.j.hand.Len() {
			continue
		}
		for slot := range NumSlots {
			if s.j.boltable(int32(p), slot) != fine {
				continue
			}
			left, dice := *s.j.hand, Hand{}
			for range class {
				k := s.rng.IntN(left.Len())
				face := 1
				for k -= left.Of(face); k >= 0; k -= left.Of(face) {
					face++
				}
				left[face-1]--
				dice[face-1]++
			}
			return Bolt(dice, p, slot)
		}
	}
	return nil
}

// walkOne tells of any distance that a success carries.
func (s *sampler) walkOne() *Action {
	if s.j.hand.Successes() == 0 {
		return nil
	}
	die := s.success()
	return Walk(die, s.rng.IntN(s.v.cfg.stride(die)+1))
}

// moveOne tries a few straight moves, half of them into contact with
// something, and now and then one round a corner.
func (s *sampler) moveOne() *Action {
	if s.j.hand.Successes() == 0 {
		return nil
	}
	v, die := s.v, s.success()
	m := v.mover()
	m.limit = int64(die) * v.cfg.unit
	scene, others := m.scene, m.others()
	for range 4 {
		at, ok := s.goal(&m)
		if !ok {
			at = s.somewhere(&m)
		}
		if geom.Square(at, m.from.C) > m.limit*m.limit || !v.cfg.onTable(at) {
			continue
		}
		if scene.Straight(m.from, at, others, m.limit) {
			return Move(die, at.X, at.Y)
		}
		if s.rng.IntN(64) == 0 && scene.Free(geom.Disc{C: at, R: m.from.R}, others) && v.reachOf(die).Contains(at) {
			return Move(die, at.X, at.Y)
		}
	}
	at := scene.Slide(m.from, s.somewhere(&m), others)
	if scene.Straight(m.from, at, others, m.limit) {
		return Move(die, at.X, at.Y)
	}
	return nil
}

// goal picks something on the table to touch, or to go toward as far as the
// die carries.
func (s *sampler) goal(m *mover) (geom.Point, bool) {
	v := s.v
	switch s.rng.IntN(4) {
	case 0:
		n := int(v.Loots)
		start := s.start(n)
		for i := range n {
			if l := &v.Loot[(start+i)%n]; l.On == OnTable {
				return m.approach(loose(l.At)), true
			}
		}
	case 1:
		n := len(v.cfg.parts)
		start := s.start(n)
		for i := range n {
			if p := &v.Parts[(start+i)%n]; p.On == OnTable {
				return m.approach(loose(p.At)), true
			}
		}
	case 2:
		if m.n > 0 {
			return m.approach(m.bases[s.rng.IntN(m.n)]), true
		}
	}
	return geom.Point{}, false
}

// somewhere is a random point within the die's length.
func (s *sampler) somewhere(m *mover) geom.Point {
	for {
		x, y := between(s.rng, -m.limit, m.limit), between(s.rng, -m.limit, m.limit)
		if x*x+y*y <= m.limit*m.limit {
			return geom.Point{X: m.from.C.X + x, Y: m.from.C.Y + y}
		}
	}
}

// between draws a number from lo to hi.
func between(rng *rand.Rand, lo, hi int64) int64 { return lo + rng.Int64N(hi-lo+1) }
