package nucleo

import (
	"banco/game"
	"banco/hex"
)

// reason is why an action is not legal. Looking for legal actions asks for many
// reasons and reads only whether there is one, so the error with its sentence is
// made when somebody is really refused.
type reason int8

const (
	fine reason = iota
	notAnAction
	matchOver
	notYourTurn
	notNow
	noSuchLeader
	factionTaken
	cardNotYours
	cardLeftOut
	draftDone
	startElsewhere
	cardNotHeld
	factionLeft
	pickedAlready
	pickMissing
	otherHabitat
	pointsLeft
	noPoints
	itemCannot
	itemNone
	intoCore
	notAdjacent
	wallBetween
	campFactory
	campFoul
	campMech
	campTwice
	campNone
	campSupport
	regroupNoCamp
	alreadyThere
	unhurt
	alreadyClean
	noMech
	mechFar
	noSuchSide
	noWall
	breachedAlready
	noFactory
	factoryFoul
	noSuchHex
	talkAlone
	hushed
	saidEnough
	handNotYours
	handEmpty
	sayOff
	sayLength
	numReasons
)

// refusals are the stable codes of the reasons and the rules that they stand on.
var refusals = [numReasons]struct{ code, rule string }{
	notAnAction:     {"not_an_action", "N10"},
	matchOver:       {"match_over", "N24"},
	notYourTurn:     {"not_your_turn", "N09"},
	notNow:          {"not_now", "N09"},
	noSuchLeader:    {"no_such_leader", "N26"},
	factionTaken:    {"faction_taken", "N04"},
	cardNotYours:    {"card_not_yours", "N04"},
	cardLeftOut:     {"card_left_out", "N04"},
	draftDone:       {"draft_done", "N04"},
	startElsewhere:  {"start_elsewhere", "N04"},
	cardNotHeld:     {"card_not_held", "N07"},
	factionLeft:     {"faction_left", "N25"},
	pickedAlready:   {"picked_already", "N07"},
	pickMissing:     {"pick_missing", "N07"},
	otherHabitat:    {"other_habitat", "N09"},
	pointsLeft:      {"points_left", "N09"},
	noPoints:        {"no_points", "N09"},
	itemCannot:      {"item_cannot", "N21"},
	itemNone:        {"item_none", "N21"},
	intoCore:        {"into_core", "N10"},
	notAdjacent:     {"not_adjacent", "N10"},
	wallBetween:     {"wall_between", "N10"},
	campFactory:     {"camp_factory", "N11"},
	campFoul:        {"camp_foul", "N11"},
	campMech:        {"camp_mech", "N11"},
	campTwice:       {"camp_twice", "N11"},
	campNone:        {"camp_none", "N01"},
	campSupport:     {"camp_support", "N11"},
	regroupNoCamp:   {"regroup_no_camp", "N10"},
	alreadyThere:    {"already_there", "N10"},
	unhurt:          {"unhurt", "N10"},
	alreadyClean:    {"already_clean", "N10"},
	noMech:          {"no_mech", "N10"},
	mechFar:         {"mech_far", "N10"},
	noSuchSide:      {"no_such_side", "N10"},
	noWall:          {"no_wall", "N10"},
	breachedAlready: {"breached_already", "N10"},
	noFactory:       {"no_factory", "N10"},
	factoryFoul:     {"factory_foul", "N10"},
	noSuchHex:       {"no_such_hex", "N02"},
	talkAlone:       {"talk_alone", "N08"},
	hushed:          {"hushed", "N08"},
	saidEnough:      {"said_enough", "N08"},
	handNotYours:    {"hand_not_yours", "N08"},
	handEmpty:       {"hand_empty", "N08"},
	sayOff:          {"say_off", "N08"},
	sayLength:       {"say_length", "N08"},
}

// refuse makes the error for a reason.
func (j *judge) refuse(why reason, a *Action) *game.Error {
	r := refusals[why]
	rule := r.rule
	if (why == notNow || why == notYourTurn) && j.b.Phase == PhasePlan {
		rule = "N07" // while people plan, that is the rule that keeps still
	}
	return game.Refuse("nucleo", r.code, rule, j.particulars(why, a)...)
}

// particulars are what the sentence of a reason names. The checks before the
// reason have made sure that what is named exists.
func (j *judge) particulars(why reason, a *Action) []any {
	b := j.b
	switch why {
	case notNow:
		kind := "none"
		if a.Kind > ActNone && a.Kind < NumActionKinds {
			kind = a.Kind.String()
		}
		return []any{game.Msg("nucleo.action." + kind), game.Msg("nucleo.phase." + b.Phase.String())}
	case factionTaken:
		return []any{FactionWord(int(a.N) / 2)}
	case factionLeft:
		return []any{FactionWord(FactionOf(int(a.N)))}
	case cardLeftOut, pickedAlready:
		return []any{CardWord(int(a.N))}
	case startElsewhere:
		return []any{HabitatWord(int(b.Players[b.Active].Faction))}
	case draftDone:
		return []any{CardsEach - DeckSize}
	case otherHabitat:
		return []any{CardWord(int(a.N)), HabitatWord(HabitatOf(int(a.N))), HabitatWord(b.playing())}
	case pointsLeft:
		return []any{int(b.Points)}
	case itemCannot:
		return []any{ItemWord(int(b.Players[b.Active].Faction)), game.Msg("nucleo.action." + a.Kind.String())}
	case itemNone:
		return []any{ItemWord(int(b.Players[b.Active].Faction))}
	case notAdjacent, wallBetween:
		at := CellWord(int(b.Players[b.Active].At))
		if why == wallBetween {
			return []any{at, CellWord(int(a.N))}
		}
		return []any{at}
	case campFoul, campMech, campTwice, noFactory, factoryFoul, alreadyClean:
		return []any{CellWord(int(b.Players[b.Active].At))}
	case campSupport:
		p := &b.Players[b.Active]
		return []any{b.campCost(j.c, p), int(p.Support)}
	case campNone:
		return []any{Camps}
	case noMech:
		return []any{CellWord(int(a.N))}
	case noWall, breachedAlready:
		return []any{SideWord(hex.Direction(a.N)), CellWord(int(b.Players[b.Active].At))}
	case saidEnough:
		return []any{maxSaid}
	case sayLength:
		return []any{maxSentence}
	}
	return nil
}
