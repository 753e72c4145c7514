package dadi

import (
	"banco/game"
	"banco/geom"
)

// judge says whether an action is legal, for a state and for a view alike: all
// it knows is the board.
type judge struct {
	c    *Config
	b    *Board
	seat game.Seat
	end  geom.Point // where the move that was asked for last would end
}

func (j *judge) allows(a *Action) reason {
	if j.b.Phase == PhaseOver {
		return matchOver
	}
	if !j.b.toAct(j.c).Has(j.seat) {
		return notYourTurn
	}
	switch a.Kind {
	case ActLay:
		return j.lay(a)
	case ActPass:
		return in(j.b.Phase == PhaseScenery)
	case ActPlace:
		return j.place(a)
	case ActMove:
		return j.move(a)
	case ActFire:
		return j.fire(a)
	case ActFight:
		return j.fight(a)
	case ActReserve, ActDecline:
		return in(j.b.Phase == PhaseReserve)
	case ActArrive:
		return j.arrive(a)
	case ActEnd:
		return in(j.b.Phase == PhaseTurn)
	}
	return notNow
}

func in(phase bool) reason {
	if phase {
		return fine
	}
	return notNow
}

func (a *Action) at() geom.Point { return geom.Point{X: int64(a.X), Y: int64(a.Y)} }

func (j *judge) lay(a *Action) reason {
	switch {
	case j.b.Phase != PhaseScenery:
		return notNow
	case a.Object < 0 || int(a.Object) >= len(Catalogue):
		return noSuchObject
	case a.Turn < 0 || a.Turn >= 360:
		return objectTurn
	case !j.c.onTable(a.at()):
		return objectEdge
	}
	var buf [4]geom.Point
	return j.b.Ground.fits(j.c, shapes[a.Object].Placed(buf[:0], int(a.Turn), a.at()))
}

func (j *judge) place(a *Action) reason {
	if j.b.Phase != PhaseCamp {
		return notNow
	}
	if a.Soldier < 1 || a.Soldier > Soldiers {
		return noSuchSoldier
	}
	_, commander := j.b.camping()
	switch {
	case commander && a.Soldier != Commander:
		return commanderFirst
	case j.b.Dice[ID(j.seat, int(a.Soldier))].Stands:
		return alreadyPlaced
	case !j.c.onTable(a.at()):
		return placeTaken
	}
	if commander {
		if !j.b.farFromCommanders(j.c, a.at(), int64(j.b.Camp)) {
			return commanderNear
		}
	} else if far := int64(j.b.Camp) * ALC; geom.Square(a.at(), j.b.Dice[ID(j.seat, Commander)].At) > far*far {
		return soldierFar
	}
	var buf [MaxDice]geom.Disc
	if !j.b.roomy(a.at(), j.b.apart(j.c, buf[:0], j.seat)) {
		return placeTaken
	}
	return fine
}

func (j *judge) arrive(a *Action) reason {
	if j.b.Phase != PhaseArrival {
		return notNow
	}
	if !j.c.onTable(a.at()) {
		return reserveTaken
	}
	if geom.Square(a.at(), j.b.Dice[ID(j.seat, Commander)].At) > ALC*ALC {
		return reserveFar
	}
	var buf [MaxDice]geom.Disc
	if !j.b.roomy(a.at(), j.b.apart(j.c, buf[:0], j.seat)) {
		return reserveTaken
	}
	return fine
}

func (j *judge) move(a *Action) reason {
	var why reason
	j.end, why = j.moveTo(a.at())
	return why
}

// moveTo is where a move of the active die toward a place ends, and why it
// cannot be made.
func (j *judge) moveTo(to geom.Point) (geom.Point, reason) {
	switch {
	case j.b.Phase != PhaseTurn:
		return to, notNow
	case j.b.Moved:
		return to, moveSpent
	case !j.c.onTable(to):
		return to, offTable
	}
	die := int(j.b.Active)
	from := j.b.Dice[die].At
	end := j.b.moveEnd(j.c, die, to)
	switch {
	case end == from:
		return end, noWay
	case !j.b.Ground.Ascent.Afford(from, end, j.c.move[die%Soldiers]):
		return end, moveTooFar
	}
	return end, fine
}

func (j *judge) fire(a *Action) reason {
	switch {
	case j.b.Phase != PhaseTurn:
		return notNow
	case j.b.Fired:
		return fireSpent
	case a.Target < 0 || int(a.Target) >= j.c.dice:
		return noSuchDie
	}
	return j.b.shot(j.c, int(j.b.Active), j.b.Dice[j.b.Active].At, int(a.Target))
}

// shot tells whether a die could fire at another from a place (D10).
func (b *Board) shot(c *Config, die int, from geom.Point, target int) reason {
	t := &b.Dice[target]
	switch far := c.fire[die%Soldiers]; {
	case SeatOf(target) == SeatOf(die):
		return targetOwn
	case !t.Stands:
		return targetDead
	case geom.Square(from, t.At) > far*far:
		return outOfRange
	}
	height := b.top(from)
	switch {
	case b.top(t.At) != height:
		return anotherHeight
	case b.Ground.hidden(from, t.At, height):
		return hiddenTarget
	}
	return fine
}

func (j *judge) fight(a *Action) reason {
	switch {
	case j.b.Phase != PhaseMelee:
		return notNow
	case a.Target < 0 || int(a.Target) >= j.c.dice:
		return noSuchDie
	case SeatOf(int(a.Target)) == j.seat:
		return targetOwn
	case !j.b.Dice[a.Target].Stands:
		return targetDead
	case !j.b.touching(int(j.b.Active), int(a.Target)):
		return noContact
	}
	return fine
}
