package dadi

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
	ActNone    ActionKind = iota
	ActLay                // D04: lay an object
	ActPass               // D04: leave one out
	ActPlace              // D05: place a soldier of the base camp
	ActMove               // D08
	ActFire               // D10
	ActFight              // D12: whom of several to fight next
	ActReserve            // D13: try for a reserve, rolls
	ActDecline            // D13: do not try
	ActArrive             // D13: where the reserve comes in
	ActEnd                // D07: stand still, or do no more
	NumActionKinds
)

var actionNames = [NumActionKinds]string{"", "lay", "pass", "place", "move", "fire", "fight", "reserve", "decline", "arrive", "end"}

func (k ActionKind) String() string { return name(actionNames[:], int(k)) }

// Action is what a player asks for. Fields that a kind does not use are zero.
type Action struct {
	Kind    ActionKind
	Object  int8  // lay: which of the Catalogue
	Turn    int32 // lay: whole degrees
	Soldier int32 // place: its number
	Target  int32 // fire, fight: the die's id
	X, Y    int32 // lay, place, move, arrive: hundredths of a millimetre
}

// Type is the "type" of the JSON object.
func (a *Action) Type() string { return a.Kind.String() }

// Discrete is false for what has a free place on the table.
func (a *Action) Discrete() bool {
	return a.Kind != ActLay && a.Kind != ActPlace && a.Kind != ActMove && a.Kind != ActArrive
}

// Lay asks to lay an object, turned by whole degrees, with its centre at a place.
func Lay(object int, x, y int64, degrees int) *Action {
	return &Action{Kind: ActLay, Object: int8(object), X: int32(x), Y: int32(y), Turn: int32(degrees)}
}

// Pass asks to leave an object out.
func Pass() *Action { return &Action{Kind: ActPass} }

// Place asks to place a soldier of the base camp, by its number.
func Place(soldier int, x, y int64) *Action {
	return &Action{Kind: ActPlace, Soldier: int32(soldier), X: int32(x), Y: int32(y)}
}

// Move asks to move straight toward a place: as far as that, or to what stops
// the die before it.
func Move(x, y int64) *Action { return &Action{Kind: ActMove, X: int32(x), Y: int32(y)} }

// Fire asks to fire at a die.
func Fire(target int) *Action { return &Action{Kind: ActFire, Target: int32(target)} }

// Fight asks to fight a die that the mover touches.
func Fight(target int) *Action { return &Action{Kind: ActFight, Target: int32(target)} }

// Reserve asks to try for a reserve.
func Reserve() *Action { return &Action{Kind: ActReserve} }

// Decline asks not to try.
func Decline() *Action { return &Action{Kind: ActDecline} }

// Arrive asks for the place where the reserve comes in.
func Arrive(x, y int64) *Action { return &Action{Kind: ActArrive, X: int32(x), Y: int32(y)} }

// End asks to stand still, or to do no more in this turn.
func End() *Action { return &Action{Kind: ActEnd} }

// param is a field of an action's JSON.
type param int8

const (
	pObject param = iota
	pSoldier
	pTarget
	pX
	pY
	pTurn
)

var paramNames = [...]string{"object", "soldier", "target", "x", "y", "turn"}

// params are the fields of each kind of action, in the order in which they are
// written.
var params = [NumActionKinds][]param{
	ActLay:     {pObject, pX, pY, pTurn},
	ActPlace:   {pSoldier, pX, pY},
	ActMove:    {pX, pY},
	ActFire:    {pTarget},
	ActFight:   {pTarget},
	ActArrive:  {pX, pY},
	ActPass:    {},
	ActReserve: {},
	ActDecline: {},
	ActEnd:     {},
}

func (a *Action) whole(p param) *int32 {
	switch p {
	case pSoldier:
		return &a.Soldier
	case pTarget:
		return &a.Target
	case pX:
		return &a.X
	case pTurn:
		return &a.Turn
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
		b = append(append(append(b, `,"`...), paramNames[p]...), `":`...)
		if p == pObject {
			b = append(append(append(b, '"'), objectName(int(a.Object))...), '"')
			continue
		}
		b = strconv.AppendInt(b, int64(*a.whole(p)), 10)
	}
	return append(b, '}'), nil
}

func objectName(object int) string {
	if object < 0 || object >= len(Catalogue) {
		return ""
	}
	return Catalogue[object].Name
}

func badAction(field, code string, args ...any) *game.Error {
	return &game.Error{Code: code, Field: field, Text: game.Msg("dadi.refused."+code, args...)}
}

// ParseAction reads an action strictly: exactly the fields of its type, whole
// numbers written as such.
func (dadi) ParseAction(raw json.RawMessage) (game.Action, error) {
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
	if p == pObject {
		word, _ := strict.String(raw)
		i := slices.IndexFunc(Catalogue[:], func(o Object) bool { return o.Name == word })
		a.Object = int8(i)
		return i >= 0
	}
	n, ok := strict.Int(raw)
	*a.whole(p) = int32(n)
	// Only places can be negative.
	return ok && (n >= 0 || p == pX || p == pY)
}
