package bot

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"banco/game"
	"banco/games/klang"
	"banco/geom"
)

// klangGreedy plays Klang like a sensible beginner. At every decision it puts a
// price, in points, on each thing it could do at once and on each place from
// which it could do one with the dice left, and does the dearest. It goes for
// loot, shoots who carries it, tears parts off while there are rounds left to
// collect for them, bolts on its own that lie near, and keeps dice that are
// worth more as armour.
//
// It thinks one activation ahead at the most, and its prices are a beginner's:
// fractions that felt right and then won.
type klangGreedy struct {
	// slips is the spread of the mistakes it makes in its prices, as the standard
	// deviation of their logarithm: 0 for none.
	slips float64
}

// The prices, in points unless said otherwise.
const (
	lootRounds    = 2.6            // for how many rounds loot is expected to stay where it goes
	dieRounds     = 0.30           // what a robot's die is worth in each round left
	trophyStays   = 0.75           // how likely a part is still on the ground when it is counted
	nearLoot      = 0.45           // share of a malloppo's worth that its falling close by is worth
	stepFar       = 0.35           // share of a prize's worth that coming nearer to it is worth, if it takes another activation
	exposedLoot   = 0.16           // share of carried loot's worth that each enemy in sight costs
	worthDoing    = 0.05           // below this a robot rather keeps its dice
	placesTried   = 10             // places looked at for a line of sight or for cover
	lootRadius    = 10 * geom.Unit // K03
	wholeDistance = 12 * 10 * geom.Unit
	detour        = 6 * 10 * geom.Unit // longer than the straight way by more than this is no way
)

// keep is what a kept die is worth as armour, by face (K16): only a six stops
// a six.
var keep = [7]float64{0, 0.01, 0.03, 0.06, 0.16, 0.22, 0.30}

// Choose does the dearest thing it sees.
func (g klangGreedy) Choose(_ context.Context, view game.View, rng *rand.Rand) (game.Action, error) {
	v, ok := view.(*klang.View)
	if !ok {
		return nil, fmt.Errorf("a Klang bot was given a %T", view)
	}
	if !v.Mine() {
		return nil, errNothingToDo
	}
	p := &klangPlan{v: v, rng: rng, slips: g.slips, me: v.Seat(), left: float64(v.Options().Rounds - int(v.Round) + 1)}
	var a *klang.Action
	switch v.Phase {
	case klang.PhaseDeployment:
		a = p.deploy()
	case klang.PhaseChoose:
		a = p.pickRobot()
	case klang.PhaseAct:
		a = p.act()
	case klang.PhasePrize:
		a = p.prize()
	}
	if a != nil {
		return a, nil
	}
	return Random{}.Choose(context.Background(), view, rng) // terrain to lay: anywhere is fine
}

// klangPlan is the thinking of one decision.
type klangPlan struct {
	v     *klang.View
	rng   *rand.Rand
	slips float64
	me    game.Seat
	left  float64 // scorings to come

	best  *klang.Action
	worth float64
	far   []farThing
}

// offer takes an action if it is the dearest so far.
func (p *klangPlan) offer(a *klang.Action, worth float64) {
	if p.slips > 0 {
		worth *= math.Exp(p.slips * p.rng.NormFloat64())
	}
	if worth > p.worth {
		p.best, p.worth = a, worth
	}
}

func (p *klangPlan) mine(robot int) bool { return p.v.RobotInfo(robot).Seat == p.me }

// progression is what n malloppi on one robot are worth in one round (K27).
func (p *klangPlan) progression(n int) float64 {
	prog := p.v.Options().Progression
	if n <= 0 || len(prog) == 0 {
		return 0
	}
	return float64(prog[min(n, len(prog))-1])
}

// lootRoundsLeft is for how many scorings loot that changes hands counts.
func (p *klangPlan) lootRoundsLeft() float64 { return min(p.left, lootRounds) }

// gain is what one malloppo more is worth to a robot, loss what one less costs it.
func (p *klangPlan) gain(robot int) float64 {
	n := p.v.Carried(robot)
	if n >= 3 {
		return 0
	}
	return (p.progression(n+1) - p.progression(n)) * p.lootRoundsLeft()
}

func (p *klangPlan) loss(robot int) float64 {
	n := p.v.Carried(robot)
	return (p.progression(n) - p.progression(n-1)) * p.lootRoundsLeft()
}

// partOff is what knocking a part off an enemy's robot is worth: a die less for
// them, and a trophy for whoever it is one for (K28).
func (p *klangPlan) partOff(part int) float64 {
	worth := dieRounds * p.left
	trophy := float64(p.v.Options().TrophyPoints) * p.left * trophyStays
	if p.v.PartInfo(part).Owner == p.me {
		return worth - trophy
	}
	if p.v.PartInfo(part).Weapon != klang.NoWeapon {
		worth += 0.1 * p.left
	}
	return worth + trophy
}

// partOn is what bolting a part on is worth.
func (p *klangPlan) partOn(robot, part int) float64 {
	worth := dieRounds * max(p.left-1, 0) // it rolls from the next activation on
	trophy := float64(p.v.Options().TrophyPoints) * p.left
	if p.v.PartInfo(part).Owner != p.me {
		return worth - trophy // mounted it is no trophy of mine any more
	}
	if p.v.PartInfo(part).Weapon != klang.NoWeapon && !p.armed(robot) {
		worth += 0.4 * p.left
	}
	return worth + trophy*trophyStays
}

func (p *klangPlan) armed(robot int) bool {
	for s := klang.Slot(0); s < klang.NumSlots; s++ {
		if w := p.weapon(robot, s); w != klang.NoWeapon {
			return true
		}
	}
	return false
}

// weapon is what a robot can attack with from a slot, if it still may (K14).
func (p *klangPlan) weapon(robot int, s klang.Slot) klang.Weapon {
	part := int(p.v.Robots[robot].Slots[s])
	if part == klang.None {
		return klang.NoWeapon
	}
	if most := p.v.Options().AttacksPerWeapon; most > 0 && int(p.v.Parts[part].Fired) >= most {
		return klang.NoWeapon
	}
	return p.v.PartInfo(part).Weapon
}

// act prices everything the active robot can do.
func (p *klangPlan) act() *klang.Action {
	p.best, p.worth = klang.End(), worthDoing
	robot := int(p.v.Active)
	hand := p.v.Hands[robot]
	p.inPlace(robot, &hand)
	if hand.Successes() > 0 {
		p.moves(robot, &hand)
	}
	return p.best
}

// inPlace prices what can be done without moving.
func (p *klangPlan) inPlace(robot int, hand *klang.Hand) {
	v := p.v
	base := v.Base(robot)
	cheapest := lowest(hand, 1)
	if cheapest == 0 {
		return
	}
	for i := range int(v.Loots) {
		if v.Loot[i].On == klang.OnTable && touches(base, v.Loot[i].At) {
			p.offer(klang.PickUp(cheapest, i), p.gain(robot)-keep[cheapest]+0.01)
		}
	}
	for i := range v.NumParts() {
		switch {
		case v.Parts[i].On == klang.OnTable && touches(base, v.Parts[i].At):
			p.boltOn(robot, i, hand)
		case v.Parts[i].On >= 0 && !p.mine(int(v.Parts[i].On)) && v.PartInfo(i).Owner == p.me:
			if die := lowest(hand, 4); die != 0 {
				p.offer(klang.Sabotage(die, i), dieRounds*p.left-keep[die])
			}
		}
	}
	for s := klang.Slot(0); s < klang.NumSlots; s++ {
		if w := p.weapon(robot, s); w != klang.NoWeapon {
			p.attacks(robot, s, w, base, hand)
		}
	}
}

func (p *klangPlan) boltOn(robot, part int, hand *klang.Hand) {
	slot, ok := p.freeSlot(robot, part)
	dice, cost, enough := cheapestDice(hand, int(p.v.PartInfo(part).Class))
	if ok && enough {
		p.offer(klang.Bolt(dice, part, slot), p.partOn(robot, part)-cost)
	}
}

func (p *klangPlan) freeSlot(robot, part int) (klang.Slot, bool) {
	for s := klang.Slot(0); s < klang.NumSlots; s++ {
		if p.v.Robots[robot].Slots[s] == klang.None && p.v.PartInfo(part).Kind.Fits(s) {
			return s, true
		}
	}
	return 0, false
}

// attacks prices every attack with one weapon.
func (p *klangPlan) attacks(robot int, s klang.Slot, w klang.Weapon, base geom.Disc, hand *klang.Hand) {
	for target := range p.v.NumRobots() {
		if p.mine(target) || !p.reaches(w, base, target) {
			continue
		}
		for die := 4; die <= 6; die++ {
			if hand.Of(die) > 0 {
				p.offer(klang.Attack(die, s, target), p.hit(robot, target, w, die)-keep[die])
			}
		}
	}
}

// reaches tells whether a weapon carried by a base would get at a target (K14).
func (p *klangPlan) reaches(w klang.Weapon, base geom.Disc, target int) bool {
	if w == klang.Melee {
		return geom.Touching(base, p.v.Base(target), geom.Unit)
	}
	return p.v.Ground.Scene.Sight(base, p.v.Base(target))
}

// hit is what an attack is worth on average, over what the target may be
// keeping, or for what it keeps where dice are open.
func (p *klangPlan) hit(robot, target int, w klang.Weapon, die int) float64 {
	if height, known := p.v.HitOn(target, die); known {
		return p.prizeAt(robot, target, w, height)
	}
	armour := min(int(p.v.Robots[target].Dice), 8)
	worth := 0.0
	for height := 1; height <= die; height++ {
		if chance := heights()[armour][die][height]; chance > 0 {
			worth += chance * p.prizeAt(robot, target, w, height)
		}
	}
	return worth
}

// prizeAt is the best that a hit of some height can take.
func (p *klangPlan) prizeAt(robot, target int, w klang.Weapon, height int) float64 {
	best := 0.0
	if p.v.Carried(target) > 0 {
		best = p.lootOff(robot, target, w)
	}
	for _, part := range p.v.Robots[target].Slots {
		if part != klang.None && int(p.v.PartInfo(int(part)).Class) <= height {
			best = max(best, p.partOff(int(part)))
		}
	}
	return best
}

// lootOff is what taking a malloppo off a target is worth: theirs no more, and
// mine at once in melee (K20) or within reach when it was shot down (K19).
func (p *klangPlan) lootOff(robot, target int, w klang.Weapon) float64 {
	if w == klang.Melee {
		if p.v.Carried(robot) >= 3 {
			return 0
		}
		return p.loss(target) + p.gain(robot)
	}
	worth := p.loss(target)
	if geom.Gap(p.v.Base(robot), p.v.Base(target)) < wholeDistance {
		worth += nearLoot * p.gain(robot)
	}
	return worth
}

// prize takes the dearest of what the hit can take (K17).
func (p *klangPlan) prize() *klang.Action {
	v := p.v
	robot, target := int(v.Hit.Robot), int(v.Hit.Target)
	w := p.v.PartInfo(int(v.Robots[robot].Slots[v.Hit.Slot])).Weapon
	p.worth = -1000 // something must be taken
	for i := range int(v.Loots) {
		if int(v.Loot[i].On) == target && (w != klang.Melee || v.Carried(robot) < 3) {
			p.offer(klang.PrizeLoot(i), p.lootOff(robot, target, w))
		}
	}
	for _, part := range v.Robots[target].Slots {
		if part != klang.None && int(v.PartInfo(int(part)).Class) <= int(v.Height) {
			p.offer(klang.PrizePart(int(part)), p.partOff(int(part)))
		}
	}
	return p.best
}

// deploy puts a robot where loot is near and its friends are not.
func (p *klangPlan) deploy() *klang.Action {
	p.worth = -1e9
	for _, a := range p.v.Actions() {
		d, ok := a.(*klang.Action)
		if !ok || d.Kind != klang.ActDeploy {
			continue
		}
		at := geom.Point{X: int64(d.X), Y: int64(d.Y)}
		worth := 0.0
		for i := range int(p.v.Loots) {
			worth = max(worth, 1-length(at, p.v.Loot[i].At)/60000)
		}
		from, to := p.v.RobotsOf(p.me)
		for r := from; r < to; r++ {
			if p.v.Robots[r].Placed {
				worth -= max(0, 0.3-length(at, p.v.Robots[r].At)/40000)
			}
		}
		p.offer(d, worth+p.rng.Float64()*0.02)
	}
	return p.best
}

// pickRobot activates the robot that has most to win by going now.
func (p *klangPlan) pickRobot() *klang.Action {
	p.worth = -1e9
	from, to := p.v.RobotsOf(p.me)
	for r := from; r < to; r++ {
		if p.v.Robots[r].Activated {
			continue
		}
		base := p.v.Base(r)
		worth := p.rng.Float64() * 0.05
		for i := range int(p.v.Loots) {
			if p.v.Loot[i].On == klang.OnTable {
				worth = max(worth, p.gain(r)/(1+length(base.C, p.v.Loot[i].At)/wholeDistance))
			}
		}
		for s := klang.Slot(0); s < klang.NumSlots; s++ {
			w := p.weapon(r, s)
			for t := range p.v.NumRobots() {
				if w != klang.NoWeapon && !p.mine(t) && p.reaches(w, base, t) {
					worth = max(worth, p.hit(r, t, w, 5))
				}
			}
		}
		p.offer(klang.Activate(r), worth)
	}
	return p.best
}
