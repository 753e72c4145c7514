package klang

import (
	"encoding/json"
	"slices"
	"strconv"

	"banco/game"
	"banco/game/strict"
)

// ActionKind is the kind of an action.
type ActionKind int8

// The kinds of action.
const (
	ActNone     ActionKind = iota
	ActLay                 // K31: lay a piece of terrain
	ActPass                // K31: leave a piece of terrain out
	ActDeploy              // K31
	ActActivate            // K12, rolls
	ActMove                // K13
	ActAttack              // K14
	ActPrize               // K17
	ActPickUp              // K22
	ActBolt                // K23
	ActUnbolt              // K24
	ActSabotage            // K25
	ActEnd                 // K12
	ActReady               // K31 on a real table: everything of the side's stands there
	ActWalk                // K13 on a real table: how far is told
	ActDone                // an order has been carried out by hand
	NumActionKinds
)

var actionNames = [NumActionKinds]string{"", "lay", "pass", "deploy", "activate", "move", "attack", "prize",
	"pick_up", "bolt", "unbolt", "sabotage", "end", "ready", "walk", "done"}

func (k ActionKind) String() string { return name(actionNames[:], int(k)) }

// Action is what a player asks for. Fields that a kind does not use are zero,
// but for the one of Part and Loot that a prize is not, which is None. Dice are
// named by their faces.
type Action struct {
	Kind   ActionKind
	Robot  int32 // deploy, activate
	Target int32 // attack
	Die    int32 // move, walk, attack, pick_up, unbolt, sabotage
	Dice   Hand  // bolt
	Slot   Slot  // attack, bolt, unbolt
	Part   int32 // prize, bolt, sabotage
	Loot   int32 // prize, pick_up
	Piece  int32 // lay
	Turn   int32 // lay: degrees
	X, Y   int32 // lay, deploy, move: hundredths of a millimetre
	MM     int32 // walk: millimetres
}

// Type is the "type" of the JSON object.
func (a *Action) Type() string { return a.Kind.String() }

// Discrete is false for what has a free place on the table, or a free length.
func (a *Action) Discrete() bool {
	return a.Kind != ActLay && a.Kind != ActDeploy && a.Kind != ActMove && a.Kind != ActWalk
}

// Lay asks to lay a piece of terrain.
func Lay(piece int, x, y int64, degrees int) *Action {
	return &Action{Kind: ActLay, Piece: int32(piece), X: int32(x), Y: int32(y), Turn: int32(degrees)}
}

// Pass asks to leave a piece of terrain out.
func Pass() *Action { return &Action{Kind: ActPass} }

// Deploy asks to place a robot.
func Deploy(robot int, x, y int64) *Action {
	return &Action{Kind: ActDeploy, Robot: int32(robot), X: int32(x), Y: int32(y)}
}

// Activate asks to activate a robot, which rolls.
func Activate(robot int) *Action { return &Action{Kind: ActActivate, Robot: int32(robot)} }

// Move asks to spend a die on a move.
func Move(die int, x, y int64) *Action {
	return &Action{Kind: ActMove, Die: int32(die), X: int32(x), Y: int32(y)}
}

// Attack asks to spend a die on an attack.
func Attack(die int, weapon Slot, target int) *Action {
	return &Action{Kind: ActAttack, Die: int32(die), Slot: weapon, Target: int32(target)}
}

// PrizePart asks for a part that the hit can take.
func PrizePart(part int) *Action { return &Action{Kind: ActPrize, Part: int32(part), Loot: None} }

// PrizeLoot asks for a malloppo that the hit can take.
func PrizeLoot(loot int) *Action { return &Action{Kind: ActPrize, Part: None, Loot: int32(loot)} }

// PickUp asks to pick a malloppo up.
func PickUp(die, loot int) *Action {
	return &Action{Kind: ActPickUp, Die: int32(die), Loot: int32(loot)}
}

// Bolt asks to bolt a part on.
func Bolt(dice Hand, part int, slot Slot) *Action {
	return &Action{Kind: ActBolt, Dice: dice, Part: int32(part), Slot: slot}
}

// Unbolt asks to take one's own part off.
func Unbolt(die int, slot Slot) *Action {
	return &Action{Kind: ActUnbolt, Die: int32(die), Slot: slot}
}

// Sabotage asks to blow a part up.
func Sabotage(die, part int) *Action {
	return &Action{Kind: ActSabotage, Die: int32(die), Part: int32(part)}
}

// End asks to end the activation.
func End() *Action { return &Action{Kind: ActEnd} }

// Ready says that everything of a side's stands on the real table.
func Ready() *Action { return &Action{Kind: ActReady} }

// Walk tells of a move on a real table: a die spent, and how far the robot went.
func Walk(die, mm int) *Action { return &Action{Kind: ActWalk, Die: int32(die), MM: int32(mm)} }

// Done says that an order has been carried out.
func Done() *Action { return &Action{Kind: ActDone} }

// param is a field of an action's JSON.
type param int8

const (
	pRobot param = iota
	pTarget
	pDie
	pDice
	pSlot
	pPart
	pLoot
	pPiece
	pTurn
	pX
	pY
	pMM
)

var paramNames = [...]string{"robot", "target", "die", "dice", "slot", "part", "loot", "piece", "turn", "x", "y", "mm"}

// params are the fields of each kind of action, in the order in which they are
// written.
var params = [NumActionKinds][]param{
	ActLay:      {pPiece, pX, pY, pTurn},
	ActPass:     {},
	ActDeploy:   {pRobot, pX, pY},
	ActActivate: {pRobot},
	ActMove:     {pDie, pX, pY},
	ActAttack:   {pDie, pSlot, pTarget},
	ActPrize:    {pPart, pLoot}, // one of them
	ActPickUp:   {pDie, pLoot},
	ActBolt:     {pDice, pPart, pSlot},
	ActUnbolt:   {pDie, pSlot},
	ActSabotage: {pDie, pPart},
	ActEnd:      {},
	ActReady:    {},
	ActWalk:     {pDie, pMM},
	ActDone:     {},
}

func (a *Action) whole(p param) *int32 {
	switch p {
	case pRobot:
		return &a.Robot
	case pTarget:
		return &a.Target
	case pDie:
		return &a.Die
	case pPart:
		return &a.Part
	case pLoot:
		return &a.Loot
	case pPiece:
		return &a.Piece
	case pTurn:
		return &a.Turn
	case pX:
		return &a.X
	case pMM:
		return &a.MM
	default:
		return &a.Y
	}
}

// MarshalJSON writes the action as ParseAction reads it.
func (a *Action) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 64), `{"type":"`...)
	b = append(append(b, a.Kind.String()...), '"')
	if a.Kind <= ActNone || a.Kind >= NumActionKinds {
		return append(b, '}'), nil
	}
	for _, p := range params[a.Kind] {
		if a.Kind == ActPrize && *a.whole(p) == None {
			continue
		}
		b = append(append(append(b, `,"`...), paramNames[p]...), `":`...)
		switch p {
		case pDice:
			b = a.Dice.appendJSON(b)
		case pSlot:
			b = append(append(append(b, '"'), a.Slot.String()...), '"')
		default:
			b = strconv.AppendInt(b, int64(*a.whole(p)), 10)
		}
	}
	return append(b, '}'), nil
}

func badAction(field, code string, args ...any) *game.Error {
	return &game.Error{Code: code, Field: field, Text: game.Msg("klang.refused."+code, args...)}
}

// ParseAction reads an action strictly: exactly the fields of its type, whole
// numbers written as such.
func (klang) ParseAction(raw json.RawMessage) (game.Action, error) {
	fields, ok := strict.Object(raw)
	if !ok {
		return nil, badAction("", "action_object")
	}
	at := slices.IndexFunc(fields, func(f strict.Field) bool { return f.Name == "type" })
	if at < 0 {
		return nil, badAction("type", "action_type")
	}
	word, _ := strict.String(fields[at].Raw)
	kind := slices.Index(actionNames[:], word)
	if kind <= int(ActNone) {
		return nil, badAction("type", "action_type")
	}
	a := &Action{Kind: ActionKind(kind)}
	if a.Kind == ActPrize {
		a.Part, a.Loot = None, None
	}
	read := 0
	for _, f := range fields {
		if f.Name == "type" {
			continue
		}
		p := slices.IndexFunc(params[kind], func(p param) bool { return paramNames[p] == f.Name })
		if p < 0 {
			return nil, badAction(strict.Quoted(f.Name), "action_unknown_field", word, strict.Quoted(f.Name))
		}
		if !a.set(params[kind][p], f.Raw) {
			return nil, badAction(f.Name, "action_field", word, f.Name)
		}
		read++
	}
	if a.Kind == ActPrize {
		if read != 1 {
			return nil, badAction("part", "action_prize_one")
		}
		return a, nil
	}
	if read < len(params[kind]) {
		for _, p := range params[kind] {
			if !slices.ContainsFunc(fields, func(f strict.Field) bool { return f.Name == paramNames[p] }) {
				return nil, badAction(paramNames[p], "action_missing_field", word, paramNames[p])
			}
		}
	}
	return a, nil
}

func (a *Action) set(p param, raw json.RawMessage) bool {
	switch p {
	case pDice:
		faces, ok := strict.Ints(raw)
		if !ok || len(faces) == 0 || len(faces) > 8 {
			return false
		}
		for _, f := range faces {
			if f < 1 || f > 6 {
				return false
			}
			a.Dice[f-1]++
		}
		return true
	case pSlot:
		word, _ := strict.String(raw)
		i := slices.Index(slotNames[:], word)
		a.Slot = Slot(i)
		return i >= 0
	default:
		n, ok := strict.Int(raw)
		*a.whole(p) = int32(n)
		// Only places can be negative; a prize names what it takes.
		return ok && (n >= 0 || p == pX || p == pY)
	}
}
