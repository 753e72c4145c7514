package klang

import (
	"slices"

	"banco/game"
	"banco/geom"
)

// What the rules read off a board. Everything here is public.

// maxDiscs is every round thing that can be on the table at once.
const maxDiscs = MaxRobots + MaxParts + MaxLoot

// contactGap is how far apart two edges may be and still touch (K03).
const contactGap = geom.Unit

const deployDepth = 100 * geom.Unit // K31: 10 cm

func (b *Board) base(c *Config, robot int) geom.Disc {
	return geom.Disc{C: b.Robots[robot].At, R: c.radius}
}

// bases are the bases on the table but one.
func (b *Board) bases(c *Config, buf []geom.Disc, but int) []geom.Disc {
	for i := range c.robots {
		if i != but && b.Robots[i].Placed {
			buf = append(buf, b.base(c, i))
		}
	}
	return buf
}

// things are the bases, loose parts and malloppi on the table.
func (b *Board) things(c *Config, buf []geom.Disc) []geom.Disc {
	buf = b.bases(c, buf, None)
	for i := range c.parts {
		if b.Parts[i].On == OnTable {
			buf = append(buf, loose(b.Parts[i].At))
		}
	}
	for i := range b.Loots {
		if b.Loot[i].On == OnTable {
			buf = append(buf, loose(b.Loot[i].At))
		}
	}
	return buf
}

func loose(at geom.Point) geom.Disc { return geom.Disc{C: at, R: looseRadius} }

// touches tells whether a robot's base is in contact with a loose thing. A
// base may have been moved over it: that is contact too. On a real table the
// players say what touches what, so anything may.
func (b *Board) touches(c *Config, robot int, at geom.Point) bool {
	return c.companion() || geom.Touching(b.base(c, robot), loose(at), contactGap)
}

// carried is how many malloppi a robot has.
func (b *Board) carried(robot int) int {
	n := 0
	for i := range b.Loots {
		if int(b.Loot[i].On) == robot {
			n++
		}
	}
	return n
}

const maxCarried = 3 // K03

// attached is how many parts a robot wears.
func (b *Board) attached(robot int) int {
	n := 0
	for _, p := range b.Robots[robot].Slots {
		if p != None {
			n++
		}
	}
	return n
}

// weapon is the armed part in a slot of a robot, or None.
func (b *Board) weapon(c *Config, robot int, slot Slot) int {
	if slot < 0 || slot >= NumSlots {
		return None
	}
	p := int(b.Robots[robot].Slots[slot])
	if p == None || c.parts[p].Weapon == NoWeapon {
		return None
	}
	return p
}

func (b *Board) score(seat game.Seat) int {
	if seat < 0 || seat > 1 {
		return 0
	}
	n := 0
	for i := range b.Scores {
		n += int(b.Scores[i][seat].Loot) + int(b.Scores[i][seat].Trophies)
	}
	return n
}

const bothSeats = game.Seats(1<<0 | 1<<1)

func (b *Board) toAct(c *Config) game.Seats {
	switch b.Phase {
	case PhaseTerrain:
		return game.Only((1 - b.Closes1) ^ game.Seat(b.Turn&1))
	case PhaseOrder:
		return b.Order.Waits
	case PhaseDeployment, PhaseChoose:
		if b.Phase == PhaseDeployment && c.companion() {
			return bothSeats &^ b.Ready
		}
		return game.Only(b.Sides[b.Turn])
	case PhaseAct, PhasePrize:
		return game.Only(c.robots[b.Active].Seat)
	}
	return 0
}

// order builds the turns of a round backwards from the side that closes it:
// alternating, and the surplus of the bigger side first (K06).
func (b *Board) order(c *Config) {
	left := [2]int{c.first[1], c.first[2] - c.first[1]}
	b.Turns, b.Turn = int8(len(c.robots)), 0
	seat := b.Closes
	for i := len(c.robots) - 1; i >= 0; i-- {
		if left[seat] == 0 {
			seat = 1 - seat
		}
		b.Sides[i] = seat
		left[seat]--
		seat = 1 - seat
	}
}

// inZone tells whether a base is wholly within reach of its own edge (K31).
func (c *Config) inZone(seat game.Seat, y int64) bool {
	if seat == 0 {
		return y <= deployDepth-c.radius
	}
	return y >= c.width-(deployDepth-c.radius)
}

// startLoot is where the first malloppi lie: pairs opposite each other, ten
// centimetres from the centre, the first four on a square; an odd one in the
// centre (K30).
func (c *Config) startLoot() []geom.Point {
	const far, diagonal = 100 * geom.Unit, 7071
	around := [...]geom.Point{{X: -diagonal, Y: -diagonal}, {X: diagonal, Y: diagonal},
		{X: -diagonal, Y: diagonal}, {X: diagonal, Y: -diagonal},
		{X: -far, Y: 0}, {X: far, Y: 0}, {X: 0, Y: -far}, {X: 0, Y: far}}
	n := c.opt.MalloppiStart
	centre := geom.Point{X: c.width / 2, Y: c.width / 2}
	points := make([]geom.Point, 0, len(around))
	if n%2 == 1 {
		points = append(points, centre)
	}
	for _, p := range around[:n/2*2] {
		points = append(points, geom.Point{X: centre.X + p.X, Y: centre.Y + p.Y})
	}
	return points
}

// lateLoot is where a side's later malloppi come to lie (K30).
func (c *Config) lateLoot(seat game.Seat) geom.Point {
	const depth = 150 * geom.Unit
	p := geom.Point{X: c.width / 2, Y: depth}
	if seat == 1 {
		p.Y = c.width - depth
	}
	return p
}

// arrive brings a malloppo into the game at a place or the nearest free one; on
// a real table somewhere on it.
func (b *Board) arrive(c *Config, at geom.Point) {
	if int(b.Loots) == MaxLoot {
		return
	}
	b.Loot[b.Loots] = Loot{On: OnTable}
	if !c.companion() {
		b.Loot[b.Loots].At = b.settle(c, at)
	}
	b.Loots++
}

// along is the point so far from another in a direction of the compass.
func along(from, direction geom.Point, far int64) geom.Point {
	return geom.Point{X: from.X + direction.X*far/compassLength, Y: from.Y + direction.Y*far/compassLength}
}

// awayFrom is where a part knocked off a robot falls: at the side of its base
// that looks away from the attacker (K18).
func (b *Board) awayFrom(c *Config, target, attacker int) geom.Point {
	if c.companion() {
		return geom.Point{}
	}
	t, a := b.Robots[target].At, b.Robots[attacker].At
	away := geom.Point{X: 2*t.X - a.X, Y: 2*t.Y - a.Y}
	return b.settle(c, geom.ContactPoint(b.base(c, target), looseRadius, away))
}

const compassLength = 1 << 14

// compass are directions in steps of 15 degrees, compassLength long.
func compass(step int) geom.Point {
	p := geom.Compass(15 * step)
	return geom.Point{X: p.X >> 6, Y: p.Y >> 6}
}

// beside is where a part taken off a robot comes to lie: touching its base,
// behind it first and then ever farther round, and at the nearest free place
// if all around is taken (K24).
func (b *Board) beside(c *Config, robot int) geom.Point {
	if c.companion() {
		return geom.Point{}
	}
	var buf [maxDiscs]geom.Disc
	others := b.things(c, buf[:0])
	at := b.Robots[robot].At
	behind := 18 // toward y = 0, seat 0's edge
	if c.robots[robot].Seat == 1 {
		behind = 6
	}
	first := at
	for i := range 24 {
		step := (i + 1) / 2
		if i%2 == 1 {
			step = -step
		}
		d := compass((behind + step + 24) % 24)
		p := geom.ContactPoint(b.base(c, robot), looseRadius, geom.Point{X: at.X + d.X, Y: at.Y + d.Y})
		if i == 0 {
			first = p
		}
		if b.Ground.Scene.Free(loose(p), others) {
			return p
		}
	}
	return b.settle(c, first)
}

// fling is where a malloppo shot off a robot comes to rest: short distance
// toward the shooter, sooner at terrain or against a base (K19).
func (b *Board) fling(c *Config, target, shooter int) geom.Point {
	if c.companion() {
		return geom.Point{}
	}
	var buf [MaxRobots]geom.Disc
	t, a := b.Robots[target].At, b.Robots[shooter].At
	start := geom.ContactPoint(b.base(c, target), looseRadius, a)
	// It leaves the target's base in a straight line, so that base is not in
	// its way; nor are loose things.
	others := b.bases(c, buf[:0], target)
	if !b.Ground.Scene.Free(loose(start), others) {
		return b.settle(c, start)
	}
	flight := geom.Disc{C: t, R: c.radius + int64(c.opt.ShortUnits)*c.unit}
	end := geom.ContactPoint(flight, looseRadius, a)
	return b.settle(c, b.Ground.Scene.Slide(loose(start), end, others))
}

// firstPlace is a place where the side may deploy a robot: the first free one
// along its own edge, which Configure has made sure there is (K31).
func (b *Board) firstPlace(c *Config, seat game.Seat) geom.Point {
	var buf [MaxRobots]geom.Disc
	others := b.bases(c, buf[:0], None)
	d := geom.Disc{R: c.radius}
	for row := c.radius; row <= deployDepth-c.radius; row += c.radius {
		for x := c.radius; x <= c.width-c.radius; x += geom.Unit {
			d.C = geom.Point{X: x, Y: row}
			if seat == 1 {
				d.C.Y = c.width - row
			}
			if b.Ground.Scene.Free(d, others) {
				return d.C
			}
		}
	}
	return geom.Point{}
}

// reachable lists what a hit of a height could take from its target: the parts
// of a class within it, and the malloppi (K17). A melee attacker whose hands
// are full takes no malloppo (K20).
func (b *Board) reachable(c *Config, height int8) (parts [NumSlots]int8, n int, loot [maxCarried]int8, l int) {
	for _, p := range b.Robots[b.Hit.Target].Slots {
		if p != None && c.parts[p].Class <= height {
			parts[n] = p
			n++
		}
	}
	if b.torn(c) && b.carried(int(b.Hit.Robot)) >= maxCarried {
		return
	}
	for i := range b.Loots {
		if b.Loot[i].On == b.Hit.Target && l < maxCarried {
			loot[l] = i
			l++
		}
	}
	return
}

// torn tells whether the pending hit is a melee one.
func (b *Board) torn(c *Config) bool {
	p := b.Robots[b.Hit.Robot].Slots[b.Hit.Slot]
	return p != None && c.parts[p].Weapon == Melee
}

// comesAfter tells whether the malloppi of this round's end arrive (K30).
func (c *Config) comesAfter(round int) bool { return slices.Contains(c.opt.MalloppiRounds, round) }
