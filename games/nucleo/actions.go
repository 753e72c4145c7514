package nucleo

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
	ActNone      ActionKind = iota
	ActTake                 // N04: a leader, and with it a faction
	ActLeave                // N04, option draft: leave a card out
	ActStart                // N04: where the starting camp stands
	ActPick                 // N07: a card for this round, which can still be changed
	ActLay                  // N07: lay the picked cards face down, for good
	ActMove                 // N10
	ActCamp                 // N10, N11
	ActRegroup              // N10
	ActHeal                 // N10
	ActClean                // N10
	ActDestroy              // N10
	ActBreach               // N10
	ActRewild               // N10
	ActReinforce            // N09: another defender of the same habitat, for one point
	ActBread                // N21: the Council's item, for one point
	ActEnd                  // N09: no more actions; the machine's card
	ActHabitats             // N08: say the habitats of a hand
	ActHelp                 // N08: say "I have a way to help"
	ActPoint                // N08: point at a hex
	ActSay                  // N08, option free_chat
	ActHush                 // N08: nothing more to say this round
	NumActionKinds
)

var actionNames = [NumActionKinds]string{"", "take", "leave", "start", "pick", "lay", "move", "camp", "regroup", "heal", "clean",
	"destroy", "breach", "rewild", "reinforce", "bread", "end", "habitats", "help", "point", "say", "hush"}

func (k ActionKind) String() string { return name(actionNames[:], int(k)) }

// Action is what a seat asks for. Fields that a kind does not use are zero.
type Action struct {
	Kind ActionKind
	Item bool   // move, heal, clean, destroy, breach: with an item, free (N21)
	N    int32  // the one number that most kinds have
	Text string // say
}

// Type is the "type" of the JSON object.
func (a *Action) Type() string { return a.Kind.String() }

// Discrete is false for free words alone.
func (a *Action) Discrete() bool { return a.Kind != ActSay }

// Take asks for a leader, 0 … 7.
func Take(leader int) *Action { return &Action{Kind: ActTake, N: int32(leader)} }

// Leave asks to leave a card out of the twelve, by its id.
func Leave(card int) *Action { return &Action{Kind: ActLeave, N: int32(card)} }

// Start asks to begin on a cell.
func Start(cell int) *Action { return &Action{Kind: ActStart, N: int32(cell)} }

// Pick asks for a card for this round, by its id.
func Pick(card int) *Action { return &Action{Kind: ActPick, N: int32(card)} }

// Lay asks to lay what was picked face down.
func Lay() *Action { return &Action{Kind: ActLay} }

// Move asks to move to a neighbouring cell.
func Move(cell int) *Action { return &Action{Kind: ActMove, N: int32(cell)} }

// Camp asks to build a camp.
func Camp() *Action { return &Action{Kind: ActCamp} }

// Regroup asks to jump to a camp of one's own.
func Regroup(cell int) *Action { return &Action{Kind: ActRegroup, N: int32(cell)} }

// Heal asks to heal.
func Heal() *Action { return &Action{Kind: ActHeal} }

// Clean asks to clean one pollutant away.
func Clean() *Action { return &Action{Kind: ActClean} }

// Destroy asks to destroy a mech on a cell.
func Destroy(cell int) *Action { return &Action{Kind: ActDestroy, N: int32(cell)} }

// BreachWall asks to breach the wall on a side, 0 … 5.
func BreachWall(side int) *Action { return &Action{Kind: ActBreach, N: int32(side)} }

// Rewild asks to rewild the factory that one stands on.
func Rewild() *Action { return &Action{Kind: ActRewild} }

// Reinforce asks to play another defender, by its id.
func Reinforce(card int) *Action { return &Action{Kind: ActReinforce, N: int32(card)} }

// Bread asks to eat bread.
func Bread() *Action { return &Action{Kind: ActBread} }

// End asks to end one's actions.
func End() *Action { return &Action{Kind: ActEnd} }

// SayHabitats asks to say the habitats of a player's hand.
func SayHabitats(player int) *Action { return &Action{Kind: ActHabitats, N: int32(player)} }

// Help asks to say that one has a way to help.
func Help() *Action { return &Action{Kind: ActHelp} }

// PointAt asks to point at a cell.
func PointAt(cell int) *Action { return &Action{Kind: ActPoint, N: int32(cell)} }

// Say asks to say something in free words.
func Say(text string) *Action { return &Action{Kind: ActSay, Text: text} }

// Hush asks to be left out of this round's talk.
func Hush() *Action { return &Action{Kind: ActHush} }

// With is the same action done with an item.
func (a *Action) With() *Action {
	b := *a
	b.Item = true
	return &b
}

// numbers are the names of the one number that a kind of action has.
var numbers = [NumActionKinds]string{
	ActTake: "leader", ActLeave: "card", ActStart: "hex", ActPick: "card", ActMove: "to", ActRegroup: "to",
	ActDestroy: "at", ActBreach: "side", ActReinforce: "card", ActHabitats: "player", ActPoint: "hex",
}

// canUseItem are the kinds that an item can do (N21).
func (k ActionKind) canUseItem() bool {
	return k == ActMove || k == ActHeal || k == ActClean || k == ActDestroy || k == ActBreach
}

// MarshalJSON writes the action as ParseAction reads it: "item" only when it is
// true.
func (a *Action) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 64), `{"type":"`...)
	b = append(append(b, a.Kind.String()...), '"')
	if a.Kind <= ActNone || a.Kind >= NumActionKinds {
		return append(b, '}'), nil
	}
	if field := numbers[a.Kind]; field != "" {
		b = append(append(append(b, `,"`...), field...), `":`...)
		b = strconv.AppendInt(b, int64(a.N), 10)
	}
	if a.Kind == ActSay {
		text, err := json.Marshal(a.Text)
		if err != nil {
			return nil, err
		}
		b = append(append(b, `,"text":`...), text...)
	}
	if a.Item {
		b = append(b, `,"item":true`...)
	}
	return append(b, '}'), nil
}

func badAction(field, code string, args ...any) *game.Error {
	return &game.Error{Code: code, Field: field, Text: game.Msg("nucleo.refused."+code, args...)}
}

// ParseAction reads an action strictly: exactly the fields of its type, whole
// numbers written as such.
func (nucleo) ParseAction(raw json.RawMessage) (game.Action, error) {
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
	missing := numbers[kind]
	if a.Kind == ActSay {
		missing = "text"
	}
	for _, f := range fields {
		known, good := true, true
		switch {
		case f.Name == "type":
		case f.Name == "item" && a.Kind.canUseItem():
			a.Item = string(f.Raw) == "true"
			good = a.Item || string(f.Raw) == "false"
		case f.Name == missing && a.Kind == ActSay:
			a.Text, good = strict.String(f.Raw)
			missing = ""
		case f.Name == missing && missing != "":
			var n int64
			n, good = strict.Int(f.Raw)
			good = good && n >= 0
			a.N, missing = int32(n), ""
		default:
			known = false
		}
		if !known {
			return nil, badAction(strict.Quoted(f.Name), "action_unknown_field", word, strict.Quoted(f.Name))
		}
		if !good {
			return nil, badAction(f.Name, "action_field", word, f.Name)
		}
	}
	if missing != "" {
		return nil, badAction(missing, "action_missing_field", word, missing)
	}
	return a, nil
}
