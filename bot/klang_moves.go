package bot

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"banco/games/klang"
	"banco/geom"
)

// moves prices the places that each success could bring the robot to.
func (p *klangPlan) moves(robot int, hand *klang.Hand) {
	v := p.v
	total := int64(0) // how far all successes together go, but for one that is to be spent there
	for die := 4; die <= 6; die++ {
		total += int64(hand.Of(die)*die) * p.unit()
	}
	for i := range int(v.Loots) {
		if v.Loot[i].On == klang.OnTable {
			p.approach(robot, hand, geom.Disc{C: v.Loot[i].At, R: lootRadius}, p.gain(robot), 1, total)
		}
	}
	for i := range v.NumParts() {
		if v.Parts[i].On == klang.OnTable && v.PartInfo(i).Owner == p.me {
			if _, ok := p.freeSlot(robot, i); ok {
				p.approach(robot, hand, geom.Disc{C: v.Parts[i].At, R: lootRadius}, p.partOn(robot, i)-0.3, int(v.PartInfo(i).Class), total)
			}
		}
	}
	for t := range v.NumRobots() {
		if !p.mine(t) && p.has(robot, klang.Melee) && v.Carried(t) > 0 {
			p.approach(robot, hand, v.Base(t), p.hit(robot, t, klang.Melee, 4), 1, total)
		}
	}
	p.comeNearer(hand)
	p.lookAround(robot, hand)
}

func (p *klangPlan) unit() int64 { return int64(p.v.Options().UnitCM) * 10 * geom.Unit }

func (p *klangPlan) has(robot int, w klang.Weapon) bool {
	for s := klang.Slot(0); s < klang.NumSlots; s++ {
		if p.weapon(robot, s) == w {
			return true
		}
	}
	return false
}

// approach prices going to touch a thing that then takes some dice to use. The
// cheapest die that gets there is offered at the full worth, the dearest that
// only gets nearer at a share of it.
func (p *klangPlan) approach(robot int, hand *klang.Hand, thing geom.Disc, worth float64, dice int, total int64) {
	base := p.v.Base(robot)
	gap := geom.Gap(base, thing)
	if worth <= p.worth || gap <= geom.Unit {
		return
	}
	for die := 4; die <= 6; die++ {
		if hand.Of(die) == 0 || hand.Len() <= dice || gap > int64(die)*p.unit() {
			continue
		}
		if at, ok := p.touchingPlace(die, base, thing); ok {
			p.offer(klang.Move(die, at.X, at.Y), worth-keep[die])
			return
		}
	}
	share := stepFar
	if gap <= total && hand.Successes() > 1 {
		share = 0.8 // another move of this activation gets there
	}
	p.far = append(p.far, farThing{thing, gap, worth * share})
}

// farThing is something that no single die reaches, and what a step toward it
// is worth.
type farThing struct {
	disc  geom.Disc
	gap   int64
	worth float64
}

// comeNearer offers the step toward the dearest of the far things to which
// there is a way. The dearest first, since a way is costly to find.
func (p *klangPlan) comeNearer(hand *klang.Hand) {
	die := highest(hand)
	base := p.v.Base(int(p.v.Active))
	slices.SortFunc(p.far, func(a, b farThing) int { return cmp.Compare(b.worth, a.worth) })
	for _, thing := range p.far {
		if thing.worth-keep[die] <= p.worth {
			return
		}
		if at, ok := p.nearer(die, base, thing); ok {
			p.offer(klang.Move(die, at.X, at.Y), thing.worth-keep[die])
			return
		}
	}
}

// touchingPlace finds a place within a die's reach where the base touches a
// thing, the straight way first.
func (p *klangPlan) touchingPlace(die int, base, thing geom.Disc) (geom.Point, bool) {
	at := geom.ContactPoint(thing, base.R, base.C)
	limit := int64(die) * p.unit()
	others := p.others()
	if p.v.Ground.Scene.Straight(base, at, others, limit) {
		return at, true
	}
	reach := p.v.ReachOf(die)
	if reach.Contains(at) {
		return at, true
	}
	dx, dy := at.X-thing.C.X, at.Y-thing.C.Y
	for _, turn := range [...][2]int64{{dx - dy, dx + dy}, {dx + dy, dy - dx}, {-dy, dx}, {dy, -dx}} {
		side := geom.ContactPoint(thing, base.R, geom.Point{X: thing.C.X + turn[0]*4, Y: thing.C.Y + turn[1]*4})
		if reach.Contains(side) {
			return side, true
		}
	}
	return geom.Point{}, false
}

// reaches holds working memory for long paths, one for each bot that is
// thinking at the moment.
var reaches = sync.Pool{New: func() any { return new(geom.Reach) }}

// nearer goes a die's length along the shortest way to a thing.
func (p *klangPlan) nearer(die int, base geom.Disc, thing farThing) (geom.Point, bool) {
	limit := int64(die) * p.unit()
	others := p.others()
	target := geom.ContactPoint(thing.disc, base.R, base.C)
	if at := along([]geom.Point{base.C, target}, limit); p.v.Ground.Scene.Straight(base, at, others, limit) {
		return at, true
	}
	far := reaches.Get().(*geom.Reach)
	defer reaches.Put(far)
	far.Compute(p.v.Ground.Scene, base, others, thing.gap+detour)
	path, _, ok := far.Path(target)
	if !ok {
		return geom.Point{}, false
	}
	at := along(path, limit)
	return at, at != base.C && p.v.ReachOf(die).Contains(at)
}

// others are the bases that stand in the active robot's way.
func (p *klangPlan) others() []geom.Disc {
	var discs []geom.Disc
	for r := range p.v.NumRobots() {
		if r != int(p.v.Active) && p.v.Robots[r].Placed {
			discs = append(discs, p.v.Base(r))
		}
	}
	return discs
}

// lookAround prices places for what can be seen from them: somebody to shoot,
// and who could shoot back at what the robot carries.
func (p *klangPlan) lookAround(robot int, hand *klang.Hand) {
	base := p.v.Base(robot)
	carried := p.progression(p.v.Carried(robot)) * p.lootRoundsLeft()
	shoots := p.has(robot, klang.Ranged) && hand.Successes() > 1
	if !shoots && carried == 0 {
		return
	}
	here := p.outlook(robot, base, hand, shoots, carried)
	others := p.others()
	die := lowest(hand, 4)
	limit := int64(die) * p.unit()
	for i := range placesTried {
		angle := 2 * math.Pi * (float64(i) + p.rng.Float64()) / placesTried
		way := float64(limit) * (0.4 + 0.6*p.rng.Float64())
		at := geom.Point{X: base.C.X + int64(way*math.Cos(angle)), Y: base.C.Y + int64(way*math.Sin(angle))}
		if !p.v.Ground.Scene.Straight(base, at, others, limit) {
			continue
		}
		there := p.outlook(robot, geom.Disc{C: at, R: base.R}, hand, shoots, carried)
		p.offer(klang.Move(die, at.X, at.Y), there-here-keep[die])
	}
}

// outlook is what a place is worth for what can be seen from it.
func (p *klangPlan) outlook(robot int, base geom.Disc, hand *klang.Hand, shoots bool, carried float64) float64 {
	die := highest(hand)
	best, seen := 0.0, 0
	for t := range p.v.NumRobots() {
		if p.mine(t) || !p.v.Ground.Scene.Sight(base, p.v.Base(t)) {
			continue
		}
		if p.has(t, klang.Ranged) {
			seen++
		}
		if shoots {
			best = max(best, p.hit(robot, t, klang.Ranged, die)-keep[die])
		}
	}
	return best - exposedLoot*carried*float64(min(seen, 3))
}

func touches(base geom.Disc, at geom.Point) bool {
	return geom.Touching(base, geom.Disc{C: at, R: lootRadius}, geom.Unit)
}

// lowest is the lowest die of at least some face, 0 when there is none.
func lowest(hand *klang.Hand, from int) int {
	for die := from; die <= 6; die++ {
		if hand.Of(die) > 0 {
			return die
		}
	}
	return 0
}

// highest is the highest die, 0 for an empty hand.
func highest(hand *klang.Hand) int {
	for die := 6; die >= 1; die-- {
		if hand.Of(die) > 0 {
			return die
		}
	}
	return 0
}

// cheapestDice are the n dice least worth keeping, and what they are worth.
func cheapestDice(hand *klang.Hand, n int) (dice klang.Hand, cost float64, ok bool) {
	for die := 1; die <= 6 && n > 0; die++ {
		take := min(hand.Of(die), n)
		dice[die-1] += int8(take)
		cost += float64(take) * keep[die]
		n -= take
	}
	return dice, cost, n == 0
}

func length(a, b geom.Point) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }

// along is the place so far along a path, a hair short of it.
func along(path []geom.Point, far int64) geom.Point {
	left := float64(far) - 20
	at := path[0]
	for _, next := range path[1:] {
		step := length(at, next)
		if step > left {
			return geom.Point{
				X: at.X + int64(float64(next.X-at.X)*left/step),
				Y: at.Y + int64(float64(next.Y-at.Y)*left/step),
			}
		}
		left -= step
		at = next
	}
	return at
}

// kept is how likely a kept die shows each face: high ones have more often
// been spent.
var kept = [7]float64{0, 0.20, 0.20, 0.20, 0.16, 0.13, 0.11}

// heights is how likely a hit ends at each height, by how many dice the target
// keeps and the height at which it starts (K16).
var heights = sync.OnceValue(func() (table [9][7][7]float64) {
	for armour := range table {
		for hit := 4; hit <= 6; hit++ {
			stop(&table[armour][hit], armour, hit, 6, 1)
		}
	}
	return table
})

// stop walks the faces from high to low: how many of the dice left show this
// one, and what those do to the hit.
func stop(out *[7]float64, dice, height, face int, chance float64) {
	if face == 0 || dice == 0 {
		out[height] += chance
		return
	}
	lower := 0.0
	for f := 1; f <= face; f++ {
		lower += kept[f]
	}
	share := kept[face] / lower
	ways := 1.0
	for n := 0; n <= dice; n++ {
		h := height
		for range n {
			if face >= h && h > 1 {
				h--
			}
		}
		stop(out, dice-n, h, face-1, chance*ways*math.Pow(share, float64(n))*math.Pow(1-share, float64(dice-n)))
		ways = ways * float64(dice-n) / float64(n+1)
	}
}
