package quote

import (
	"encoding/json"
	"slices"
	"strconv"

	"banco/game"
	"banco/game/strict"
	"banco/games/quote/rule"
)

// battle is a battle in a file: what action "load" takes in and [View.Save]
// writes.
//
//	{"rules":"quote/1",
//	 "contenders":[{"name":"goblin","number":1,"colour":"green","quota":3,"hits":1,"damage":"1d6","taken":0,"note":"…"},…],
//	 "fights":[{"one":1,"allies":[2,3],"target":2}],
//	 "factions":[{"colour":"green","name":"the horde","mark":"star"}],
//	 "round":4,"note":"…"}
//
// Contenders are named by their place in the list, from 1. Every part may be
// missing, also "rules", but other rules than ours are refused.
type battle struct {
	contenders, fights, factions []*Action
	round                        int32
	note                         string
}

func readBattle(prefix string, raw json.RawMessage) (*battle, *game.Error) {
	fields, ok := strict.Object(raw)
	if !ok {
		return nil, refuse("Q01", "battle", prefix)
	}
	b := &battle{}
	for _, f := range fields {
		field := prefix + "." + strict.Quoted(f.Name)
		var err *game.Error
		switch f.Name {
		case "rules":
			if by, _ := strict.String(f.Raw); by != rules {
				return nil, refuse("Q01", "battle_rules", field, strict.Quoted(by), rules)
			}
		case "contenders":
			b.contenders, err = readParts(partContender, "contender", field, f.Raw, MaxContenders)
		case "fights":
			b.fights, err = readParts(partFight, "fight", field, f.Raw, MaxFights)
		case "factions":
			b.factions, err = readParts(partFaction, "faction", field, f.Raw, len(Colours))
		case "round":
			n, ok := strict.Int(f.Raw)
			if !ok || n < 0 || n > maxRounds {
				return nil, refuse("Q03", "battle_round", field, maxRounds)
			}
			b.round = int32(n)
		case "note":
			text, isText := strict.String(f.Raw)
			if b.note, ok = readNote(text); !ok || !isText {
				return nil, refuse("Q01", "note", field, MaxNote)
			}
		default:
			return nil, refuse("Q01", "battle_field", field, strict.Quoted(f.Name))
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

func readParts(kind ActionKind, word, field string, raw json.RawMessage, most int) ([]*Action, *game.Error) {
	list, ok := strict.Array(raw)
	if !ok || len(list) > most {
		return nil, refuse("Q01", "battle_list", field, most)
	}
	parts := make([]*Action, len(list))
	for i, r := range list {
		at := field + "[" + strconv.Itoa(i) + "]"
		fields, ok := strict.Object(r)
		if !ok {
			return nil, refuse("Q01", "battle_part", at)
		}
		var err *game.Error
		if parts[i], err = readFields(kind, word, at+".", fields); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// append writes a battle as readBattle reads it.
func (b *battle) append(to []byte) ([]byte, error) {
	if b == nil {
		return append(to, "{}"...), nil
	}
	j := struct {
		Rules      string    `json:"rules"`
		Contenders []*Action `json:"contenders"`
		Fights     []*Action `json:"fights"`
		Factions   []*Action `json:"factions"`
		Round      int32     `json:"round,omitempty"`
		Note       string    `json:"note,omitempty"`
	}{rules, b.contenders, b.fights, b.factions, b.round, b.note}
	for _, list := range []*[]*Action{&j.Contenders, &j.Fights, &j.Factions} {
		if *list == nil {
			*list = []*Action{}
		}
	}
	data, err := json.Marshal(j)
	return append(to, data...), err
}

// within says in which part of a battle a refusal's field stands.
func within(err *game.Error, list string, i int) *game.Error {
	e := *err
	e.Field = "battle." + list + "[" + strconv.Itoa(i) + "]"
	if err.Field != "" {
		e.Field += "." + err.Field
	}
	return &e
}

// load puts a battle in the place of this one. Ids go on from where they were.
func (w *work) load(b *battle) *game.Error {
	if b == nil {
		return refuse("Q01", "battle", "battle")
	}
	if int(w.LastID)+len(b.contenders) > maxID || int(w.LastFight)+len(b.fights) > maxID {
		return refuse("Q01", "too_many_ever", "battle", maxID)
	}
	first := w.LastID
	loud := w.log
	w.log = nil
	w.Contenders, w.Fights, w.notes = nil, nil, nil
	w.Round, w.Begun = int16(b.round), false
	w.write(0, b.note)
	for i := range w.Factions {
		w.Factions[i] = Faction{Mark: int8(i)}
	}
	for i, a := range b.factions {
		if err := w.faction(a); err != nil {
			return within(err, "factions", i)
		}
	}
	for i, a := range b.contenders {
		if err := w.loadContender(a); err != nil {
			return within(err, "contenders", i)
		}
	}
	for i, a := range b.fights {
		if err := w.loadFight(a, first); err != nil {
			return within(err, "fights", i)
		}
	}
	w.Begun = slices.ContainsFunc(w.Contenders, func(c Contender) bool { return c.Fought })
	// Stances belong to a fight, and are there only now.
	for i, a := range b.contenders {
		if c := &w.Contenders[i]; c.Fight != 0 && a.given(Stance) {
			if err := w.setStance(c, a); err != nil {
				return within(err, "contenders", i)
			}
		}
	}
	w.Last = nil
	w.did(Deed{Kind: DeedLoaded})
	w.log = loud
	w.tell("quote.loaded", len(w.Contenders), len(w.Fights))
	return nil
}

func (w *work) loadContender(a *Action) *game.Error {
	if !a.any(Quota, Dexterity) {
		return refuse("Q02", "quota_missing", "quota", rule.MinQuota, rule.MaxQuota)
	}
	c := w.blank()
	if err := w.sheet(&c, a); err != nil {
		return err
	}
	if err := tallies(&c, a); err != nil {
		return err
	}
	if n := a.num(Number); n < 0 || n > maxID {
		return refuse("Q01", "number", "number", maxID)
	}
	if a.given(Stance) {
		if _, err := stanceOf(a.text(Stance)); err != nil {
			return err
		}
	}
	c.Fought = a.flag(Fought)
	c.Number = int32(a.num(Number))
	if slices.ContainsFunc(w.Contenders, func(x Contender) bool { return x.Name == c.Name && x.Number == c.Number }) {
		if c.Number = w.nextNumber(c.Name, 0); c.Number > maxID {
			return refuse("Q01", "number", "number", maxID)
		}
	}
	w.LastID++
	c.ID = w.LastID
	w.Contenders = append(w.Contenders, c)
	text, ok := readNote(a.text(NoteText))
	if !ok {
		return refuse("Q01", "note", "note", MaxNote)
	}
	w.write(c.ID, text)
	return nil
}

// loadFight makes a fight whose contenders are named by their place in the list.
func (w *work) loadFight(a *Action, first int32) *game.Error {
	place := func(n int32) int32 {
		if n < 1 || int(n) > len(w.Contenders) {
			return -1
		}
		return first + n
	}
	ids := make([]int32, len(a.list))
	for i, n := range a.list {
		ids[i] = place(n)
	}
	f := Do(ActFight).Set(One, int(place(int32(a.num(One))))).SetAllies(ids...).SetFlag(Cautious, a.flag(Cautious))
	if err := w.makeFight(f); err != nil {
		return err
	}
	if a.given(TargetID) && a.num(TargetID) != 0 {
		t := Do(ActTarget).Set(FightID, int(w.LastFight)).Set(Ally, int(place(int32(a.num(TargetID)))))
		if err := w.target(t); err != nil {
			return err
		}
	}
	return nil
}

// Save is the battle as a file: what the viewer knows of it, as an object that
// the action "load" takes as its "battle". The options are the match's and do
// not go into it.
func (v *View) Save() json.RawMessage {
	raw, _ := save(&v.Board, &v.secret).append(nil)
	return raw
}

func save(b *Board, s *secret) *battle {
	out := &battle{contenders: []*Action{}, fights: []*Action{}, factions: []*Action{}, round: int32(b.Round), note: s.note(0)}
	place := map[int32]int{}
	for i := range b.Contenders {
		c := &b.Contenders[i]
		place[c.ID] = i + 1
		a := Do(partContender).SetText(Name, c.Name).SetText(Colour, Colours[c.Colour]).Set(Quota, int(c.Quota)).SetText(Damage, c.Damage.String())
		if c.Number > 0 {
			a.Set(Number, int(c.Number))
		}
		if c.Bonus != 0 {
			a.Set(Bonus, int(c.Bonus))
		}
		if c.Life > 0 {
			a.Set(Life, int(c.Life))
		} else {
			a.Set(Hits, int(c.Hits))
		}
		if c.Taken > 0 {
			a.Set(Taken, int(c.Taken))
		}
		if c.Wounds > 0 {
			a.Set(Wounds, int(c.Wounds))
		}
		if c.Fallen || c.down() {
			a.SetFlag(Fallen, c.Fallen)
		}
		if c.Fought {
			a.SetFlag(Fought, true)
		}
		if c.Stance != rule.Strike {
			a.SetText(Stance, c.Stance.String())
		}
		if c.At > 0 {
			a.Set(At, int(c.At))
		}
		if note := s.note(c.ID); note != "" {
			a.SetText(NoteText, note)
		}
		out.contenders = append(out.contenders, a)
	}
	for i := range b.Fights {
		f := &b.Fights[i]
		a := Do(partFight).Set(One, place[f.One])
		ids := make([]int32, len(f.Allies))
		for i, id := range f.Allies {
			ids[i] = int32(place[id])
		}
		a.SetAllies(ids...)
		if f.Target > 0 {
			a.Set(TargetID, place[f.Target])
		}
		if f.Cautious {
			a.SetFlag(Cautious, true)
		}
		out.fights = append(out.fights, a)
	}
	for i, f := range b.Factions {
		if f != (Faction{Mark: int8(i)}) {
			out.factions = append(out.factions, Do(partFaction).SetText(Colour, Colours[i]).SetText(Name, f.Name).SetText(Mark, Marks[f.Mark]))
		}
	}
	return out
}

// Load asks to take in a battle that was saved.
func Load(saved json.RawMessage) (*Action, error) {
	b, err := readBattle("battle", saved)
	if err != nil {
		return nil, err
	}
	return &Action{Kind: ActLoad, has: 1 << Battle, battle: b}, nil
}
