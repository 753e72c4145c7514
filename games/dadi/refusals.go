package dadi

import (
	"banco/game"
	"banco/geom"
)

// reason is why an action is not legal. Looking for legal actions asks for
// thousands of reasons and reads only whether there is one, so the error with
// its sentence is made when somebody is really refused.
type reason int8

const (
	fine reason = iota
	notAnAction
	matchOver
	notYourTurn
	notNow
	noSuchObject
	objectTurn
	objectEdge
	objectOverlap
	noSuchSoldier
	commanderFirst
	alreadyPlaced
	placeTaken
	commanderNear
	soldierFar
	moveSpent
	fireSpent
	offTable
	noWay
	moveTooFar
	noSuchDie
	targetOwn
	targetDead
	outOfRange
	anotherHeight
	hiddenTarget
	noContact
	reserveFar
	reserveTaken
	numReasons
)

// refusals are the stable codes of the reasons and the rules that they stand on.
var refusals = [numReasons]struct{ code, rule string }{
	notAnAction:    {"not_an_action", "D14"},
	matchOver:      {"match_over", "D01"},
	notYourTurn:    {"not_your_turn", "D07"},
	notNow:         {"not_now", "D07"},
	noSuchObject:   {"no_such_object", "D04"},
	objectTurn:     {"object_turn", "D04"},
	objectEdge:     {"object_edge", "D04"},
	objectOverlap:  {"object_overlap", "D04"},
	noSuchSoldier:  {"no_such_soldier", "D01"},
	commanderFirst: {"commander_first", "D05"},
	alreadyPlaced:  {"already_placed", "D05"},
	placeTaken:     {"place_taken", "D05"},
	commanderNear:  {"commander_near", "D05"},
	soldierFar:     {"soldier_far", "D05"},
	moveSpent:      {"move_spent", "D07"},
	fireSpent:      {"fire_spent", "D07"},
	offTable:       {"off_table", "D08"},
	noWay:          {"no_way", "D08"},
	moveTooFar:     {"move_too_far", "D08"},
	noSuchDie:      {"no_such_die", "D01"},
	targetOwn:      {"target_own", "D10"},
	targetDead:     {"target_dead", "D10"},
	outOfRange:     {"out_of_range", "D10"},
	anotherHeight:  {"another_height", "D10"},
	hiddenTarget:   {"hidden", "D10"},
	noContact:      {"no_contact", "D12"},
	reserveFar:     {"reserve_far", "D13"},
	reserveTaken:   {"reserve_taken", "D13"},
}

// refuse makes the error for a reason.
func (j *judge) refuse(why reason, a *Action) *game.Error {
	r := refusals[why]
	return game.Refuse("dadi", r.code, r.rule, j.particulars(why, a)...)
}

// particulars are what the sentence of a reason names. The checks before the
// reason have made sure that what is named exists.
func (j *judge) particulars(why reason, a *Action) []any {
	c, b := j.c, j.b
	switch why {
	case notNow:
		kind := "none"
		if a.Kind > ActNone && a.Kind < NumActionKinds {
			kind = a.Kind.String()
		}
		return []any{game.Msg("dadi.action." + kind), game.Msg("dadi.phase." + b.Phase.String())}
	case objectEdge:
		return []any{Margin / (10 * geom.Unit)}
	case alreadyPlaced:
		return []any{dieWord(ID(j.seat, int(a.Soldier)))}
	case commanderNear, soldierFar:
		return []any{int(b.Camp)}
	case moveSpent, fireSpent, noWay:
		return []any{dieWord(int(b.Active))}
	case moveTooFar:
		return []any{dieWord(int(b.Active)), c.opt.Army[NumberOf(int(b.Active))-1][0]}
	case outOfRange:
		return []any{dieWord(int(b.Active)), c.opt.Army[NumberOf(int(b.Active))-1][1], dieWord(int(a.Target))}
	case anotherHeight, hiddenTarget, noContact:
		return []any{dieWord(int(b.Active)), dieWord(int(a.Target))}
	case targetDead:
		return []any{dieWord(int(a.Target))}
	}
	return nil
}

// dieWord names a die: "Red 4".
func dieWord(die int) game.Message {
	return game.Msg("dadi.die", colourWord(SeatOf(die)), NumberOf(die))
}

func colourWord(seat game.Seat) game.Message {
	return game.Msg("dadi.colour." + string(rune('0'+seat)))
}

func sideWord(seat game.Seat) game.Message { return game.Msg("dadi.side." + string(rune('0'+seat))) }

func soldierWord(die int) game.Message {
	return game.Msg("dadi.soldier." + string(rune('0'+NumberOf(die))))
}
