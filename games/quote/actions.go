package quote

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"banco/game"
	"banco/game/strict"
	"banco/games/quote/rule"
)

// ActionKind is the kind of an action.
type ActionKind int8

// The kinds of action. After ActClose come the parts of a battle that is taken
// in from a file, which have fields as actions have.
const (
	ActNone     ActionKind = iota
	ActAdd                 // make contenders (Q01)
	ActChange              // set anything about a contender right
	ActRemove              // take one away
	ActClear               // take away all who have fallen
	ActFight               // set one against others (Q01)
	ActDeal                // set several against several: one fight for each of the fewer
	ActJoin                // add an ally to a fight
	ActLeave               // take somebody out of its fight
	ActPart                // take a fight apart
	ActTarget              // point at the ally that the one strikes at (Q05)
	ActCautious            // both sides of a fight mean to fight very defensively, or not (Q07)
	ActStance              // strike, close in defence, aim (Q10, Q11)
	ActRound               // resolve what is left of the round
	ActResolve             // resolve one fight
	ActFaction             // name a colour, change its mark
	ActNote                // write what only the Master sees
	ActLoad                // take in a battle from a file
	ActClose               // the battle is over
	NumActionKinds
	partContender
	partFight
	partFaction
	numParts
)

var actionNames = [NumActionKinds]string{"", "add", "change", "remove", "clear", "fight", "deal", "join", "leave", "part", "target", "cautious", "stance", "round", "resolve", "faction", "note", "load", "close"}

func (k ActionKind) String() string { return name(actionNames[:], int(k)) }

// Field is a field of an action.
type Field int8

// The fields: whole numbers, flags, texts, a list of ids and a battle. Which of
// them a kind has, and which it must have, stands in params.
const (
	Who Field = iota
	FightID
	Ally
	One
	Count
	Quota
	Dexterity // with Weapon and Second in the place of Quota (Q06)
	Weapon
	Bonus
	Hits
	Life
	Taken
	Wounds
	At
	Number
	TargetID

	Second
	Fallen
	Cautious
	Fought

	Name
	Colour
	Mark
	Damage
	Stance
	Text
	NoteText

	Allies
	Ones
	Battle
	numFields

	numInts  = Second
	numFlags = Name - Second
	numTexts = Allies - Name
)

var fieldNames = [numFields]string{
	Who: "who", FightID: "fight", Ally: "ally", One: "one", Count: "count", Quota: "quota", Dexterity: "dexterity", Weapon: "weapon",
	Bonus: "bonus", Hits: "hits", Life: "life", Taken: "taken", Wounds: "wounds", At: "at", Number: "number", TargetID: "target",
	Second: "second", Fallen: "fallen", Cautious: "cautious", Fought: "fought",
	Name: "name", Colour: "colour", Mark: "mark", Damage: "damage", Stance: "stance", Text: "text", NoteText: "note",
	Allies: "allies", Ones: "ones", Battle: "battle",
}

func (f Field) String() string { return name(fieldNames[:], int(f)) }

// params are the fields of each kind in the order in which they are written; the
// first so many of them must be there.
var params = [numParts]struct {
	must int
	may  []Field
}{
	ActAdd:      {2, []Field{Name, Colour, Count, Quota, Dexterity, Weapon, Second, Bonus, Hits, Life, Damage}},
	ActChange:   {1, []Field{Who, Name, Colour, Quota, Dexterity, Weapon, Second, Bonus, Hits, Life, Damage, Taken, Wounds, Fallen}},
	ActRemove:   {1, []Field{Who}},
	ActClear:    {},
	ActFight:    {2, []Field{One, Allies, Cautious}},
	ActDeal:     {2, []Field{Ones, Allies, Cautious}},
	ActJoin:     {2, []Field{FightID, Who}},
	ActLeave:    {1, []Field{Who}},
	ActPart:     {1, []Field{FightID}},
	ActTarget:   {2, []Field{FightID, Ally}},
	ActCautious: {2, []Field{FightID, Cautious}},
	ActStance:   {2, []Field{Who, Stance, At}},
	ActRound:    {},
	ActResolve:  {1, []Field{FightID}},
	ActFaction:  {1, []Field{Colour, Name, Mark}},
	ActNote:     {2, []Field{Who, Text}},
	ActLoad:     {1, []Field{Battle}},
	ActClose:    {},

	partContender: {2, []Field{Name, Colour, Number, Quota, Dexterity, Weapon, Second, Bonus, Hits, Life, Damage, Taken, Wounds, Fallen, Fought, Stance, At, NoteText}},
	partFight:     {2, []Field{One, Allies, TargetID, Cautious}},
	partFaction:   {1, []Field{Colour, Name, Mark}},
}

// Action is what the Master asks for: a kind and those of its fields that are
// there.
type Action struct {
	Kind   ActionKind
	has    uint64 // which fields
	nums   [numInts]int32
	flags  [numFlags]bool
	texts  [numTexts]string
	list   []int32
	ones   []int32
	battle *battle
}

// Do makes an action without fields; Set, SetText, SetFlag and SetAllies add
// them.
func Do(kind ActionKind) *Action { return &Action{Kind: kind} }

// Set gives a whole number. One that is too large to be kept is too large for
// everything, and stays so.
func (a *Action) Set(f Field, n int) *Action {
	a.has |= 1 << f
	a.nums[f] = int32(min(max(n, math.MinInt32), math.MaxInt32))
	return a
}

// SetText gives a text.
func (a *Action) SetText(f Field, text string) *Action {
	a.has |= 1 << f
	a.texts[f-Name] = text
	return a
}

// SetFlag gives a yes or no.
func (a *Action) SetFlag(f Field, on bool) *Action {
	a.has |= 1 << f
	a.flags[f-Second] = on
	return a
}

// SetAllies gives the allies of a fight.
func (a *Action) SetAllies(ids ...int32) *Action {
	a.has |= 1 << Allies
	a.list = slices.Clone(ids)
	return a
}

// SetOnes gives those of several fights who fight alone.
func (a *Action) SetOnes(ids ...int32) *Action {
	a.has |= 1 << Ones
	a.ones = slices.Clone(ids)
	return a
}

// ids is a list of the action's.
func (a *Action) ids(f Field) *[]int32 {
	if f == Ones {
		return &a.ones
	}
	return &a.list
}

func (a *Action) given(f Field) bool  { return a.has&(1<<f) != 0 }
func (a *Action) num(f Field) int     { return int(a.nums[f]) }
func (a *Action) text(f Field) string { return a.texts[f-Name] }
func (a *Action) flag(f Field) bool   { return a.flags[f-Second] }
func (a *Action) any(list ...Field) bool {
	return slices.ContainsFunc(list, a.given)
}

// Type is the "type" of the JSON object.
func (a *Action) Type() string { return a.Kind.String() }

// Discrete is true for what goes on with the battle as it is; false for what has
// something free about it: a name, a number, who against whom.
func (a *Action) Discrete() bool {
	return a.Kind == ActRound || a.Kind == ActResolve || a.Kind == ActPart || a.Kind == ActClear || a.Kind == ActClose
}

// MarshalJSON writes the action as ParseAction reads it.
func (a *Action) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 64), '{')
	if a.Kind < NumActionKinds {
		b = append(append(append(b, `"type":"`...), a.Kind.String()...), '"')
	}
	if a.Kind <= ActNone || a.Kind >= numParts {
		return append(b, '}'), nil
	}
	for _, f := range params[a.Kind].may {
		if !a.given(f) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), f.String()...), `":`...)
		switch {
		case f < numInts:
			b = strconv.AppendInt(b, int64(a.nums[f]), 10)
		case f < Name:
			b = strconv.AppendBool(b, a.flag(f))
		case f < Allies:
			text, _ := json.Marshal(a.text(f))
			b = append(b, text...)
		case f == Allies, f == Ones:
			b = append(b, '[')
			for i, id := range *a.ids(f) {
				if i > 0 {
					b = append(b, ',')
				}
				b = strconv.AppendInt(b, int64(id), 10)
			}
			b = append(b, ']')
		default:
			var err error
			if b, err = a.battle.append(b); err != nil {
				return nil, err
			}
		}
	}
	return append(b, '}'), nil
}

// ParseAction reads an action strictly: a known type, its fields and no others,
// each of the right kind, whole numbers written as such.
func (quote) ParseAction(raw json.RawMessage) (game.Action, error) {
	fields, ok := strict.Object(raw)
	if !ok {
		return nil, refuse("Q01", "action_object", "")
	}
	at := slices.IndexFunc(fields, func(f strict.Field) bool { return f.Name == "type" })
	if at < 0 {
		return nil, refuse("Q01", "action_type", "type")
	}
	word, _ := strict.String(fields[at].Raw)
	kind := slices.Index(actionNames[:], word)
	if kind <= int(ActNone) {
		return nil, refuse("Q01", "action_type", "type")
	}
	a, err := readFields(ActionKind(kind), word, "", slices.Delete(fields, at, at+1))
	if err != nil {
		return nil, err
	}
	return a, nil
}

// readFields reads the fields of an action or of a part of a battle. The prefix
// says where in the JSON they stand.
func readFields(kind ActionKind, word, prefix string, fields []strict.Field) (*Action, *game.Error) {
	a := &Action{Kind: kind}
	known := &params[kind]
	for _, f := range fields {
		i := slices.IndexFunc(known.may, func(p Field) bool { return p.String() == f.Name })
		if i < 0 {
			return nil, refuse("Q01", "action_unknown_field", prefix+strict.Quoted(f.Name), word, strict.Quoted(f.Name), fieldList(known.may))
		}
		if err := a.read(known.may[i], word, prefix, f.Raw); err != nil {
			return nil, err
		}
	}
	if err := a.missing(word, prefix); err != nil {
		return nil, err
	}
	return a, nil
}

// missing refuses an action that lacks a field which its kind must have.
func (a *Action) missing(word, prefix string) *game.Error {
	known := &params[a.Kind]
	for _, f := range known.may[:known.must] {
		if !a.given(f) {
			return refuse("Q01", "action_missing_field", prefix+f.String(), word, f.String())
		}
	}
	return nil
}

func fieldList(fields []Field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.String()
	}
	return strings.Join(names, ", ")
}

// read reads the value of one field.
func (a *Action) read(f Field, word, prefix string, raw json.RawMessage) *game.Error {
	bad := func(code string) *game.Error { return refuse("Q01", code, prefix+f.String(), word, f.String()) }
	switch {
	case f < numInts:
		n, ok := strict.Int(raw)
		if !ok {
			return bad("action_number")
		}
		a.Set(f, int(n))
	case f < Name:
		on := string(raw) == "true"
		if !on && string(raw) != "false" {
			return bad("action_flag")
		}
		a.SetFlag(f, on)
	case f < Allies:
		text, ok := strict.String(raw)
		if !ok {
			return bad("action_text")
		}
		a.SetText(f, text)
	case f == Allies, f == Ones:
		list, ok := strict.Ints(raw)
		if !ok {
			return bad("action_list")
		}
		ids := make([]int32, len(list))
		for i, id := range list {
			ids[i] = int32(id)
		}
		a.has |= 1 << f
		*a.ids(f) = ids
	default:
		b, err := readBattle(prefix+f.String(), raw)
		if err != nil {
			return err
		}
		a.has |= 1 << Battle
		a.battle = b
	}
	return nil
}

// refuse makes an error by a rule, with a code, the field at fault and the
// arguments of its sentence.
func refuse(id, code, field string, args ...any) *game.Error {
	e := game.Refuse("quote", code, id, args...)
	e.Field = field
	return e
}

// colourOf reads a colour's name.
func colourOf(word string) (int8, *game.Error) {
	i := slices.Index(Colours[:], word)
	if i < 0 {
		return 0, refuse("Q01", "colour", "colour", strings.Join(Colours[:], ", "))
	}
	return int8(i), nil
}

func stanceOf(word string) (rule.Stance, *game.Error) {
	s, ok := rule.ParseStance(word)
	if !ok {
		return 0, refuse("Q10", "stance", "stance")
	}
	return s, nil
}
