package klang

import "banco/game"

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
	noSuchRobot
	noSuchPart
	noSuchLoot
	noSuchPiece
	noSuchSlot
	noSuchDie
	pieceLaid
	pieceTurn
	pieceRoom
	notYourRobot
	alreadyPlaced
	outsideZone
	placeTaken
	alreadyActivated
	dieMissing
	dieScrap
	moveTaken
	outOfReach
	noWeapon
	weaponUsed
	targetSelf
	noContact
	notInSight
	prizeOutOfReach
	handsFullTear
	lootNotOnTable
	lootNoContact
	handsFull
	partNotOnTable
	partNoContact
	slotWrong
	slotTaken
	boltDice
	slotEmpty
	partNotYours
	partNotWorn
	tableReal
	tableVirtual
	walkTooFar
	numReasons
)

// refusals are the stable codes of the reasons and the rules that they stand on.
var refusals = [numReasons]struct{ code, rule string }{
	notAnAction:      {"not_an_action", "K12"},
	matchOver:        {"match_over", "K29"},
	notYourTurn:      {"not_your_turn", "K12"},
	notNow:           {"not_now", "K12"},
	noSuchRobot:      {"no_such_robot", "K05"},
	noSuchPart:       {"no_such_part", "K05"},
	noSuchLoot:       {"no_such_loot", "K30"},
	noSuchPiece:      {"no_such_piece", "K31"},
	noSuchSlot:       {"no_such_slot", "K02"},
	noSuchDie:        {"no_such_die", "K08"},
	pieceLaid:        {"piece_laid", "K31"},
	pieceTurn:        {"piece_turn", "K31"},
	pieceRoom:        {"piece_room", "K31"},
	notYourRobot:     {"not_your_robot", "K12"},
	alreadyPlaced:    {"already_placed", "K31"},
	outsideZone:      {"outside_zone", "K31"},
	placeTaken:       {"place_taken", "K31"},
	alreadyActivated: {"already_activated", "K12"},
	dieMissing:       {"die_missing", "K12"},
	dieScrap:         {"die_scrap", "K08"},
	moveTaken:        {"move_taken", "K13"},
	outOfReach:       {"out_of_reach", "K13"},
	noWeapon:         {"no_weapon", "K14"},
	weaponUsed:       {"weapon_used", "K14"},
	targetSelf:       {"target_self", "K14"},
	noContact:        {"no_contact", "K14"},
	notInSight:       {"not_in_sight", "K15"},
	prizeOutOfReach:  {"prize_out_of_reach", "K17"},
	handsFullTear:    {"hands_full_tear", "K20"},
	lootNotOnTable:   {"loot_not_on_table", "K22"},
	lootNoContact:    {"loot_no_contact", "K22"},
	handsFull:        {"hands_full", "K03"},
	partNotOnTable:   {"part_not_on_table", "K23"},
	partNoContact:    {"part_no_contact", "K23"},
	slotWrong:        {"slot_wrong", "K02"},
	slotTaken:        {"slot_taken", "K23"},
	boltDice:         {"bolt_dice", "K23"},
	slotEmpty:        {"slot_empty", "K24"},
	partNotYours:     {"part_not_yours", "K25"},
	partNotWorn:      {"part_not_worn", "K25"},
	tableReal:        {"table_real", "K01"},
	tableVirtual:     {"table_virtual", "K01"},
	walkTooFar:       {"walk_too_far", "K13"},
}

// refuse makes the error for a reason.
func (j *judge) refuse(why reason, a *Action) *game.Error {
	r := refusals[why]
	return game.Refuse("klang", r.code, r.rule, j.particulars(why, a)...)
}

// particulars are what the sentence of a reason names. The checks before the
// reason have made sure that what is named exists.
func (j *judge) particulars(why reason, a *Action) []any {
	c, b := j.c, j.b
	active := func() string { return c.robots[b.Active].Name }
	switch why {
	case notNow:
		if a.Kind > ActNone && a.Kind < NumActionKinds {
			return []any{game.Msg("klang.action." + a.Kind.String()), game.Msg("klang.phase." + b.Phase.String())}
		}
		return []any{game.Msg("klang.action.none"), game.Msg("klang.phase." + b.Phase.String())}
	case tableReal, tableVirtual:
		return []any{game.Msg("klang.action." + a.Kind.String())}
	case notYourRobot, alreadyPlaced, alreadyActivated:
		return []any{c.robots[a.Robot].Name}
	case outsideZone:
		return []any{deployDepth / (10 * 100)}
	case dieMissing:
		if a.Kind == ActBolt {
			return []any{active(), faces(a.Dice)}
		}
		return []any{active(), digit(int(a.Die))}
	case dieScrap, outOfReach, walkTooFar:
		return []any{active(), int(a.Die), int(a.Die) * c.opt.UnitCM}
	case moveTaken, handsFull, handsFullTear:
		return []any{active()}
	case noWeapon, slotEmpty, slotTaken:
		return []any{active(), slotWord(a.Slot)}
	case weaponUsed:
		return []any{active(), slotWord(a.Slot), c.opt.AttacksPerWeapon}
	case noContact, notInSight:
		return []any{active(), c.robots[a.Target].Name}
	case prizeOutOfReach:
		return []any{int(j.height)}
	case lootNoContact:
		return []any{active()}
	case partNoContact:
		return []any{active(), c.partWord(int(a.Part))}
	case partNotOnTable, partNotYours, partNotWorn:
		return []any{c.partWord(int(a.Part))}
	case slotWrong:
		return []any{c.partWord(int(a.Part)), slotWord(a.Slot)}
	case boltDice:
		return []any{c.partWord(int(a.Part)), int(c.parts[a.Part].Class)}
	}
	return nil
}

func slotWord(s Slot) game.Message { return game.Msg("klang.slot." + s.String()) }

// partWord names a part: "the left arm of Ruggine".
func (c *Config) partWord(part int) game.Message {
	p := &c.parts[part]
	return game.Msg("klang.part_of."+p.Slot.String(), c.robots[p.Robot].Name)
}

// faces writes dice as people read them: successes, a dot, scraps.
func faces(h Hand) string {
	s := ""
	for _, f := range h.Dice() {
		if f <= 3 && len(s) > 0 && h.Successes() > 0 && len(s) == h.Successes() {
			s += " · "
		}
		s += digit(f)
	}
	return s
}

func digit(n int) string { return string(rune('0' + n)) }
