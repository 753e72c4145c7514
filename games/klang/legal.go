package klang

import (
	"banco/game"
	"banco/geom"
)

// judge says whether an action is legal, for a state and for a view alike: it
// knows the board, the acting robot's dice and the height of a pending hit, all
// of which the acting seat knows. So a refusal can tell nothing that a view
// does not.
type judge struct {
	c      *Config
	b      *Board
	hand   *Hand // of the active robot; nil when there is none
	height int8  // of the pending hit
	seat   game.Seat
	reach  reacher
}

// reacher computes how far the active robot gets with a die; only a move along
// a bent path needs it.
type reacher interface{ reachOf(die int) *geom.Reach }

func (j *judge) allows(a *Action) reason {
	if j.b.Phase == PhaseOver {
		return matchOver
	}
	if !j.b.toAct(j.c).Has(j.seat) {
		return notYourTurn
	}
	if why := j.table(a.Kind); why != fine {
		return why
	}
	switch a.Kind {
	case ActLay:
		return j.lay(a)
	case ActPass:
		return in(j.b.Phase == PhaseTerrain)
	case ActDeploy:
		return j.deploy(a)
	case ActActivate:
		return j.activate(a)
	case ActPrize:
		return j.prize(a)
	}
	switch {
	case a.Kind == ActReady:
		return in(j.b.Phase == PhaseDeployment)
	case a.Kind == ActDone:
		return in(j.b.Phase == PhaseOrder)
	case a.Kind < ActMove || a.Kind >= NumActionKinds || j.b.Phase != PhaseAct:
		return notNow
	}
	switch a.Kind {
	case ActMove:
		return j.move(a)
	case ActWalk:
		return j.walk(a)
	case ActAttack:
		return j.attack(a)
	case ActPickUp:
		return j.pickUp(a)
	case ActBolt:
		return j.bolt(a)
	case ActUnbolt:
		return j.unbolt(a)
	case ActSabotage:
		return j.sabotage(a)
	}
	return fine // ActEnd
}

// table checks that an action belongs to this kind of table: places on a
// virtual one, what the players tell on a real one.
func (j *judge) table(kind ActionKind) reason {
	switch kind {
	case ActLay, ActPass, ActDeploy, ActMove:
		if j.c.companion() {
			return tableReal
		}
	case ActReady, ActWalk, ActDone:
		if !j.c.companion() {
			return tableVirtual
		}
	}
	return fine
}

func in(phase bool) reason {
	if phase {
		return fine
	}
	return notNow
}

func (j *judge) lay(a *Action) reason {
	switch {
	case j.b.Phase != PhaseTerrain:
		return notNow
	case a.Piece < 0 || int(a.Piece) >= len(j.b.Ground.Pieces):
		return noSuchPiece
	case j.b.Ground.Pieces[a.Piece].Poly != nil:
		return pieceLaid
	case a.Turn < 0 || a.Turn >= 360 || a.Turn%15 != 0:
		return pieceTurn
	}
	gauge := j.b.Ground.gauge(j.c)
	if !gauge.fits(moved(turned(j.b.Ground.Pieces[a.Piece].Shape, int(a.Turn/15)), a.at())) {
		return pieceRoom
	}
	return fine
}

func (a *Action) at() geom.Point { return geom.Point{X: int64(a.X), Y: int64(a.Y)} }

// ownRobot checks a robot that an action of its owner names.
func (j *judge) ownRobot(id int32) reason {
	switch {
	case id < 0 || int(id) >= len(j.c.robots):
		return noSuchRobot
	case j.c.robots[id].Seat != j.seat:
		return notYourRobot
	}
	return fine
}

func (j *judge) deploy(a *Action) reason {
	if j.b.Phase != PhaseDeployment {
		return notNow
	}
	if why := j.ownRobot(a.Robot); why != fine {
		return why
	}
	if j.b.Robots[a.Robot].Placed {
		return alreadyPlaced
	}
	if !j.c.inZone(j.seat, int64(a.Y)) {
		return outsideZone
	}
	var buf [MaxRobots]geom.Disc
	if !j.c.onTable(a.at()) || !j.b.Ground.Scene.Free(geom.Disc{C: a.at(), R: j.c.radius}, j.b.bases(j.c, buf[:0], None)) {
		return placeTaken
	}
	return fine
}

// onTable tells whether a base at p is wholly on the table, whatever p is.
func (c *Config) onTable(p geom.Point) bool {
	return p.X >= c.radius && p.Y >= c.radius && p.X <= c.width-c.radius && p.Y <= c.width-c.radius
}

func (j *judge) activate(a *Action) reason {
	if j.b.Phase != PhaseChoose {
		return notNow
	}
	if why := j.ownRobot(a.Robot); why != fine {
		return why
	}
	if j.b.Robots[a.Robot].Activated {
		return alreadyActivated
	}
	return fine
}

// die checks that the active robot holds the die; with work, that it is a
// success.
func (j *judge) die(die int32, work bool) reason {
	switch {
	case die < 1 || die > 6:
		return noSuchDie
	case j.hand.Of(int(die)) == 0:
		return dieMissing
	case work && !success(int(die)):
		return dieScrap
	}
	return fine
}

func (j *judge) move(a *Action) reason {
	if why := j.die(a.Die, true); why != fine {
		return why
	}
	if !j.c.onTable(a.at()) {
		return moveTaken
	}
	var buf [MaxRobots]geom.Disc
	active := int(j.b.Active)
	others := j.b.bases(j.c, buf[:0], active)
	if !j.b.Ground.Scene.Free(geom.Disc{C: a.at(), R: j.c.radius}, others) {
		return moveTaken
	}
	limit := int64(a.Die) * j.c.unit
	if geom.Square(j.b.Robots[active].At, a.at()) > limit*limit {
		return outOfReach
	}
	if j.b.Ground.Scene.Straight(j.b.base(j.c, active), a.at(), others, limit) || j.reach.reachOf(int(a.Die)).Contains(a.at()) {
		return fine
	}
	return outOfReach
}

// walk checks a move on a real table: what was told is within what the die
// allows.
func (j *judge) walk(a *Action) reason {
	if why := j.die(a.Die, true); why != fine {
		return why
	}
	if a.MM < 0 || int(a.MM) > j.c.stride(int(a.Die)) {
		return walkTooFar
	}
	return fine
}

// stride is how far a die carries, in millimetres (K13).
func (c *Config) stride(die int) int { return die * c.opt.UnitCM * 10 }

func (j *judge) attack(a *Action) reason {
	if why := j.die(a.Die, true); why != fine {
		return why
	}
	if a.Slot < 0 || a.Slot >= NumSlots {
		return noSuchSlot
	}
	if a.Target < 0 || int(a.Target) >= len(j.c.robots) {
		return noSuchRobot
	}
	if why := j.weapon(a.Slot); why != fine {
		return why
	}
	return j.target(a.Slot, int(a.Target))
}

// weapon checks that the active robot can attack with what is in a slot.
func (j *judge) weapon(slot Slot) reason {
	w := j.b.weapon(j.c, int(j.b.Active), slot)
	if w == None {
		return noWeapon
	}
	if limit := j.c.opt.AttacksPerWeapon; limit > 0 && int(j.b.Parts[w].Fired) >= limit {
		return weaponUsed
	}
	return fine
}

// target checks that the weapon in a slot gets to a robot.
func (j *judge) target(slot Slot, target int) reason {
	active := int(j.b.Active)
	if target == active {
		return targetSelf
	}
	if j.c.companion() {
		return fine // to name it is to say that it is seen, or touched
	}
	from, to := j.b.base(j.c, active), j.b.base(j.c, target)
	if j.c.parts[j.b.Robots[active].Slots[slot]].Weapon == Melee {
		if !geom.Touching(from, to, contactGap) {
			return noContact
		}
		return fine
	}
	if !j.b.Ground.Scene.Sight(from, to) {
		return notInSight
	}
	return fine
}

func (j *judge) prize(a *Action) reason {
	if j.b.Phase != PhasePrize {
		return notNow
	}
	parts, n, loot, l := j.b.reachable(j.c, j.height)
	if a.Part >= 0 && a.Loot < 0 {
		for _, p := range parts[:n] {
			if int32(p) == a.Part {
				return fine
			}
		}
		return prizeOutOfReach
	}
	if a.Loot >= 0 && a.Part < 0 {
		if j.b.torn(j.c) && j.b.carried(int(j.b.Hit.Robot)) >= maxCarried {
			return handsFullTear
		}
		for _, p := range loot[:l] {
			if int32(p) == a.Loot {
				return fine
			}
		}
	}
	return prizeOutOfReach
}

func (j *judge) pickUp(a *Action) reason {
	if why := j.die(a.Die, false); why != fine {
		return why
	}
	return j.loot(a.Loot)
}

// loot checks that the active robot can pick a malloppo up, but for the die.
func (j *judge) loot(id int32) reason {
	switch {
	case id < 0 || id >= int32(j.b.Loots):
		return noSuchLoot
	case j.b.Loot[id].On != OnTable:
		return lootNotOnTable
	case !j.b.touches(j.c, int(j.b.Active), j.b.Loot[id].At):
		return lootNoContact
	case j.b.carried(int(j.b.Active)) >= maxCarried:
		return handsFull
	}
	return fine
}

func (j *judge) bolt(a *Action) reason {
	if why := j.boltable(a.Part, a.Slot); why != fine {
		return why
	}
	n := 0
	for _, k := range a.Dice {
		if k < 0 || k > 8 {
			return noSuchDie
		}
		n += int(k)
	}
	if n != int(j.c.parts[a.Part].Class) {
		return boltDice
	}
	if !j.hand.holds(&a.Dice) {
		return dieMissing
	}
	return fine
}

// boltable checks that the active robot can bolt a part into a slot, but for
// the dice.
func (j *judge) boltable(part int32, slot Slot) reason {
	switch {
	case part < 0 || int(part) >= len(j.c.parts):
		return noSuchPart
	case slot < 0 || slot >= NumSlots:
		return noSuchSlot
	case j.b.Parts[part].On != OnTable:
		return partNotOnTable
	case !j.c.parts[part].Kind.Fits(slot):
		return slotWrong
	case j.b.Robots[j.b.Active].Slots[slot] != None:
		return slotTaken
	case !j.b.touches(j.c, int(j.b.Active), j.b.Parts[part].At):
		return partNoContact
	}
	return fine
}

func (j *judge) unbolt(a *Action) reason {
	if why := j.die(a.Die, false); why != fine {
		return why
	}
	if a.Slot < 0 || a.Slot >= NumSlots {
		return noSuchSlot
	}
	if j.b.Robots[j.b.Active].Slots[a.Slot] == None {
		return slotEmpty
	}
	return fine
}

func (j *judge) sabotage(a *Action) reason {
	if why := j.die(a.Die, true); why != fine {
		return why
	}
	return j.bomb(a.Part)
}

// bomb checks that a part can be sabotaged, but for the die.
func (j *judge) bomb(part int32) reason {
	switch {
	case part < 0 || int(part) >= len(j.c.parts):
		return noSuchPart
	case j.c.parts[part].Owner != j.seat:
		return partNotYours
	case j.b.Parts[part].On < 0 || j.c.robots[j.b.Parts[part].On].Seat == j.seat:
		return partNotWorn
	}
	return fine
}
