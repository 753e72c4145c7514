package klang

import (
	"encoding/json"
	"slices"
	"strconv"

	"banco/game"
	"banco/game/strict"
)

// Facts are what people set right when the app and a real table do not agree:
// where a part is, where a malloppo is.
//
//	{"type":"part","part":3,"robot":2,"slot":"head"}   {"type":"loot","loot":5,"robot":2}
//	{"type":"part","part":3,"at":"table"}              {"type":"loot","loot":5,"at":"table"}
//	{"type":"part","part":3,"at":"gone"}               {"type":"loot","loot":5,"at":"gone"}
type fact struct {
	loot bool // about a malloppo, else about a part
	id   int32
	on   int32 // a robot, OnTable or Gone
	slot Slot  // of a part on a robot
}

// CorrectPartOn is the fact that a part sits in a slot of a robot.
func CorrectPartOn(part, robot int, slot Slot) json.RawMessage {
	return factJSON("part", part, `"robot":`+strconv.Itoa(robot)+`,"slot":"`+slot.String()+`"`)
}

// CorrectPartOnTable is the fact that a part lies on the table.
func CorrectPartOnTable(part int) json.RawMessage { return factJSON("part", part, `"at":"table"`) }

// CorrectPartGone is the fact that a part has left the game.
func CorrectPartGone(part int) json.RawMessage { return factJSON("part", part, `"at":"gone"`) }

// CorrectLootOn is the fact that a robot carries a malloppo.
func CorrectLootOn(loot, robot int) json.RawMessage {
	return factJSON("loot", loot, `"robot":`+strconv.Itoa(robot))
}

// CorrectLootOnTable is the fact that a malloppo lies on the table.
func CorrectLootOnTable(loot int) json.RawMessage { return factJSON("loot", loot, `"at":"table"`) }

// CorrectLootGone is the fact that a malloppo has left the game.
func CorrectLootGone(loot int) json.RawMessage { return factJSON("loot", loot, `"at":"gone"`) }

func factJSON(kind string, id int, rest string) json.RawMessage {
	return json.RawMessage(`{"type":"` + kind + `","` + kind + `":` + strconv.Itoa(id) + `,` + rest + `}`)
}

func badFact(field, code string, args ...any) *game.Error {
	e := game.Refuse("klang", code, "K01", args...)
	e.Field = field
	return e
}

// readFact reads a fact strictly: exactly the fields of its kind.
func readFact(raw json.RawMessage) (f fact, err *game.Error) {
	fields, ok := strict.Object(raw)
	if !ok {
		return f, badFact("", "fact_object")
	}
	kind := ""
	if i := slices.IndexFunc(fields, func(f strict.Field) bool { return f.Name == "type" }); i >= 0 {
		kind, _ = strict.String(fields[i].Raw)
	}
	if kind != "part" && kind != "loot" {
		return f, badFact("type", "fact_type")
	}
	f.loot = kind == "loot"
	var named, robot, slot, at bool
	for _, field := range fields {
		good := false
		switch name := field.Name; {
		case name == "type":
			good = true
		case name == kind:
			f.id, good = readID(field.Raw)
			named = true
		case name == "robot":
			f.on, good = readID(field.Raw)
			robot = true
		case name == "slot" && !f.loot:
			word, _ := strict.String(field.Raw)
			f.slot = Slot(slices.Index(slotNames[:], word))
			good, slot = f.slot >= 0, true
		case name == "at":
			word, _ := strict.String(field.Raw)
			good, at = word == "table" || word == "gone", true
			if f.on = OnTable; word == "gone" {
				f.on = Gone
			}
		}
		if !good {
			return f, badFact(strict.Quoted(field.Name), "fact_field", strict.Quoted(field.Name))
		}
	}
	switch {
	case !named:
		return f, badFact(kind, "fact_field", kind)
	case robot == at, slot != (robot && !f.loot):
		return f, badFact("at", "fact_where")
	}
	return f, nil
}

// readID reads a number of a robot, a part or a malloppo.
func readID(raw json.RawMessage) (int32, bool) {
	n, ok := strict.Int(raw)
	return int32(n), ok && n >= 0
}

// exists checks that what a fact names is there.
func (f fact) exists(c *Config, b *Board) *game.Error {
	switch {
	case f.loot && f.id >= int32(b.Loots):
		return game.Refuse("klang", "no_such_loot", "K30")
	case !f.loot && int(f.id) >= len(c.parts):
		return game.Refuse("klang", "no_such_part", "K05")
	case f.on >= 0 && int(f.on) >= len(c.robots):
		return game.Refuse("klang", "no_such_robot", "K05")
	}
	return nil
}

// fits checks that what a fact says can be so, and is not so already.
func (f fact) fits(c *Config, b *Board) *game.Error {
	same := false
	if f.loot {
		same = int32(b.Loot[f.id].On) == f.on
	} else {
		same = int32(b.Parts[f.id].On) == f.on && (f.on < 0 || int32(b.Robots[f.on].Slots[f.slot]) == f.id)
	}
	switch {
	case same:
		return game.Refuse("klang", "correct_same", "K01")
	case f.on < 0:
		return nil
	case f.loot && b.carried(int(f.on)) >= maxCarried:
		return game.Refuse("klang", "hands_full", "K03", c.robots[f.on].Name)
	case f.loot:
		return nil
	case !c.parts[f.id].Kind.Fits(f.slot):
		return game.Refuse("klang", "slot_wrong", "K02", c.partWord(int(f.id)), slotWord(f.slot))
	case b.Robots[f.on].Slots[f.slot] != None:
		return game.Refuse("klang", "slot_taken", "K02", c.robots[f.on].Name, slotWord(f.slot))
	}
	return nil
}

// text is what a fact says, beginning with where the app thinks that a malloppo
// is, since one is like another.
func (f fact) text(c *Config, b *Board) game.Message {
	what := game.Message{}
	switch {
	case !f.loot:
		what = c.partWord(int(f.id))
	case b.Loot[f.id].On >= 0:
		what = game.Msg("klang.fact.from_robot", c.robots[b.Loot[f.id].On].Name)
	case b.Loot[f.id].On == OnTable:
		what = game.Msg("klang.fact.from_table")
	default:
		what = game.Msg("klang.fact.from_gone")
	}
	switch {
	case f.loot && f.on >= 0:
		return game.Msg("klang.fact.loot_on", what, c.robots[f.on].Name)
	case f.loot && f.on == OnTable:
		return game.Msg("klang.fact.loot_table", what)
	case f.loot:
		return game.Msg("klang.fact.loot_gone", what)
	case f.on >= 0:
		return game.Msg("klang.fact.part_on", what, c.robots[f.on].Name, slotWord(f.slot))
	case f.on == OnTable:
		return game.Msg("klang.fact.part_table", what)
	}
	return game.Msg("klang.fact.part_gone", what)
}

// check says why a fact cannot be set right as things stand. It looks at
// nothing that anybody may not see.
func (b *Board) checkFact(c *Config, raw json.RawMessage) (fact, *game.Error) {
	switch {
	case !c.companion():
		return fact{}, game.Refuse("klang", "correct_virtual", "K01")
	case b.Phase == PhaseOver:
		return fact{}, game.Refuse("klang", "match_over", "K29")
	case b.Phase == PhasePrize:
		return fact{}, game.Refuse("klang", "correct_prize", "K17")
	}
	f, err := readFact(raw)
	if err == nil {
		err = f.exists(c, b)
	}
	if err == nil {
		err = f.fits(c, b)
	}
	return f, err
}

// FactText says what a proposed fact says, for the question put to the
// opponent: the middle of a sentence, without a capital or a full stop. It is
// false for what is no fact.
func (v *View) FactText(raw json.RawMessage) (game.Message, bool) {
	f, err := readFact(raw)
	if err == nil {
		err = f.exists(v.cfg, &v.Board)
	}
	if err != nil {
		return game.Message{}, false
	}
	return f.text(v.cfg, &v.Board), true
}

// CheckFact says why a correction would be refused, nil if it would not.
func (v *View) CheckFact(raw json.RawMessage) *game.Error {
	_, err := v.checkFact(v.cfg, raw)
	return err
}
