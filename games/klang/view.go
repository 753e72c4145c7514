package klang

import (
	"math/rand/v2"

	"banco/game"
	"banco/geom"
)

// View is what a seat, or a watcher, may know. It is filled field by field from
// what that viewer may see; whatever is not named here stays hidden.
func (s *State) View(seat game.Seat, reuse game.View) game.View {
	if seat != 0 && seat != 1 {
		seat = game.Watcher
	}
	v, ok := reuse.(*View)
	if !ok || v == nil {
		v = new(View)
	}
	v.cfg, v.seat, v.Board = s.cfg, seat, s.Board
	v.reached = [3]bool{}
	v.Hands = [MaxRobots]Hand{}
	for i := range s.cfg.robots {
		if v.KnowsHand(i) {
			v.Hands[i] = s.hands[i]
		}
	}
	v.Height = 0
	if v.knowsHeight() {
		v.Height = s.height
	}
	return v
}

// knowsHeight tells whether the viewer may know how high the last hit reached:
// the attacker's seat and the target's may, and a watcher what both seats may.
func (v *View) knowsHeight() bool {
	from, to, ok := v.struck()
	if !ok {
		return false
	}
	a, t := v.cfg.robots[from].Seat, v.cfg.robots[to].Seat
	return a != t || a == v.seat || v.cfg.open() || v.Phase == PhaseOver
}

// struck is between which robots the hit was whose height a state still holds:
// the pending one, or that of the last deed.
func (b *Board) struck() (from, to int8, ok bool) {
	switch {
	case b.Phase == PhasePrize:
		return b.Hit.Robot, b.Hit.Target, true
	case b.Last.Kind == DeedAttacked || b.Last.Kind == DeedTook:
		return b.Last.Robot, b.Last.Target, true
	}
	return None, None, false
}

// judge is the judge of what the viewer asks for now.
func (v *View) judge() judge {
	j := judge{c: v.cfg, b: &v.Board, height: v.Height, seat: v.seat, reach: v}
	if v.Active != None {
		j.hand = &v.Hands[v.Active]
	}
	return j
}

// Check says why an action of the viewer's would be refused, nil if it is legal.
func (v *View) Check(a *Action) *game.Error {
	j := v.judge()
	if a == nil {
		return j.refuse(notAnAction, nil)
	}
	if why := j.allows(a); why != fine {
		return j.refuse(why, a)
	}
	return nil
}

// acting tells whether the viewer's own robot is being activated, so that
// there are dice of it to think about.
func (v *View) acting() bool {
	return v.Active != None && v.seat != game.Watcher && v.cfg.robots[v.Active].Seat == v.seat
}

func (v *View) reachOf(die int) *geom.Reach {
	i := die - 4
	if v.reach[i] == nil {
		v.reach[i] = new(geom.Reach)
	}
	if !v.reached[i] {
		v.Board.computeReach(v.cfg, v.reach[i], die)
		v.reached[i] = true
	}
	return v.reach[i]
}

// ReachOf is where the active robot could go with a success die; nil when there
// is no active robot or the die is none, and on a real table. It is valid until
// the view is filled again.
func (v *View) ReachOf(die int) *geom.Reach {
	if v.Active == None || !success(die) || v.Companion() {
		return nil
	}
	return v.reachOf(die)
}

// Target is a robot that the active robot could attack or could not.
type Target struct {
	Robot int
	Why   string // the refusal's code, "" when it can be attacked
}

// WeaponReady is "" when the active robot can attack with what is in a slot,
// else the refusal's code.
func (v *View) WeaponReady(slot Slot) string {
	if v.Active == None {
		return refusals[notNow].code
	}
	j := v.judge()
	return refusals[j.weapon(slot)].code
}

// Targets are all other robots and whether the weapon in a slot of the active
// robot gets to them: in sight, in contact. On a real table the players say
// that, so it may get to all. Empty without a weapon there.
func (v *View) Targets(slot Slot) []Target {
	if v.Active == None || v.weapon(v.cfg, int(v.Active), slot) == None {
		return nil
	}
	j := v.judge()
	list := make([]Target, 0, len(v.cfg.robots))
	for i := range v.cfg.robots {
		if i != int(v.Active) && v.Robots[i].Placed {
			list = append(list, Target{i, refusals[j.target(slot, i)].code})
		}
	}
	return list
}

// SightLine is a straight line on which two robots see each other; none on a
// real table.
func (v *View) SightLine(a, b int) (from, to geom.Point, ok bool) {
	if v.Companion() {
		return geom.Point{}, geom.Point{}, false
	}
	return v.Ground.Scene.Ray(v.Base(a), v.Base(b))
}

// Touches tells whether a robot's base is in contact with a loose thing at a
// point. On a real table the players say that, so anything may be.
func (v *View) Touches(robot int, at geom.Point) bool { return v.touches(v.cfg, robot, at) }

// LastPath is the way of the last move, if the last deed was one: corners from
// where the robot stood to where it stands.
func (v *View) LastPath() []geom.Point {
	if v.Last.Kind != DeedMoved {
		return nil
	}
	var buf [MaxRobots]geom.Disc
	from := geom.Disc{C: v.Last.From, R: v.cfg.radius}
	var r geom.Reach
	r.Compute(v.Ground.Scene, from, v.bases(v.cfg, buf[:0], int(v.Last.Robot)), int64(v.Last.Die)*v.cfg.unit)
	path, _, ok := r.Path(v.Last.To)
	if !ok {
		return []geom.Point{v.Last.From, v.Last.To}
	}
	return path
}

// Prizes are what the pending hit can take: part ids and malloppo ids. Empty
// for a viewer who does not know the height.
func (v *View) Prizes() (parts, loot []int) {
	if v.Phase != PhasePrize || v.Height == 0 {
		return nil, nil
	}
	p, n, l, m := v.reachable(v.cfg, v.Height)
	for _, id := range p[:n] {
		parts = append(parts, int(id))
	}
	for _, id := range l[:m] {
		loot = append(loot, int(id))
	}
	return parts, loot
}

// HitOn is how high a hit with a die would reach on a target whose dice the viewer
// knows (K16); false for one whose dice are secret.
func (v *View) HitOn(target, die int) (height int, known bool) {
	if !v.KnowsHand(target) {
		return 0, false
	}
	height, _ = v.Hands[target].stop(die)
	return height, true
}

// Determinize makes a state that agrees with the view. Dice that the viewer
// does not know, and not everybody has seen, are rolled anew, which overrates armour: people spend their
// high dice and keep low ones, and a bot that wants better must weigh the
// samples itself. A height that is not known is made to fit those dice and the
// fact that there was something to take.
func (v *View) Determinize(rng *rand.Rand) game.State {
	s := &State{cfg: v.cfg, Board: v.Board, hands: v.Hands, height: v.Height}
	for i := range v.cfg.robots {
		if v.KnowsHand(i) {
			continue
		}
		s.hands[i] = v.Known[i]
		for range int(v.Robots[i].Dice) - v.Known[i].Len() {
			s.hands[i][rng.IntN(6)]++
		}
	}
	_, target, ok := v.struck()
	if !ok || v.knowsHeight() {
		return s
	}
	die := v.Last.Die
	if v.Phase == PhasePrize {
		die = v.Hit.Die // the last deed may be a take-back
	}
	height, _ := s.hands[target].stop(int(die))
	if v.cfg.opt.Armour == ArmourSpent && v.Last.Kind == DeedAttacked {
		height = int(v.Last.Die) - v.Last.Dice.Len()
	}
	s.height = int8(height)
	for s.Phase == PhasePrize && s.height < 6 {
		if _, parts, _, loot := s.reachable(s.cfg, s.height); parts+loot > 0 {
			break
		}
		s.height++
	}
	return s
}
