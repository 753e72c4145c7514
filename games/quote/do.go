package quote

import (
	"slices"
	"strings"

	"banco/dice"
	"banco/game"
	"banco/games/quote/expr"
	"banco/games/quote/rule"
)

// Config is the battle's.
func (s *State) Config() game.Config { return s.cfg }

// Start begins an empty battle; nothing is rolled.
func (c *Config) Start(_ dice.Source, log *game.Log) game.State {
	s := &State{cfg: c}
	for i := range s.Factions {
		s.Factions[i].Mark = int8(i)
	}
	log.Tell(game.Everyone, "quote.begins")
	return s
}

// ToAct is the Master, until the battle is closed.
func (s *State) ToAct() game.Seats { return s.toAct() }

func (b *Board) toAct() game.Seats {
	if b.Closed {
		return 0
	}
	return game.Only(Master)
}

// Over tells whether the battle is closed.
func (s *State) Over() bool { return s.Closed }

// Result tells how many still stand. Nobody wins.
func (s *State) Result() game.Result { return game.Result{Scores: []int{s.Standing()}} }

// Default goes on with the next round, and closes a battle in which nobody
// fights or that has gone on for long enough.
func (s *State) Default(seat game.Seat) game.Action {
	if !s.ToAct().Has(seat) {
		return nil
	}
	if a := Do(ActRound); s.allows(s.cfg, seat, a) == nil {
		return a
	}
	return Do(ActClose)
}

// Copy makes an independent copy; what the two share never changes.
func (s *State) Copy(reuse game.State) game.State {
	d, ok := reuse.(*State)
	if !ok || d == nil {
		d = new(State)
	}
	*d = *s
	return d
}

// Apply checks an action and does it.
func (s *State) Apply(seat game.Seat, act game.Action, src dice.Source, log *game.Log) error {
	a, ok := act.(*Action)
	if !ok || a == nil {
		return refuse("Q01", "not_an_action", "")
	}
	if err := s.allows(s.cfg, seat, a); err != nil {
		return err
	}
	switch a.Kind {
	case ActRound, ActResolve:
		s.Acts++
		s.resolve(s.cfg, a, src, log)
	case ActNote:
		if s.noted >= maxActs {
			return refuse("Q01", "too_long", "", maxActs)
		}
		text, _ := readNote(a.text(Text))
		s.write(int32(a.num(Who)), text)
		s.noted++
		if log != nil {
			log.Tell(game.To(Master), "quote.noted")
		}
	default:
		next := &work{cfg: s.cfg, Board: s.Board, secret: s.secret, log: &game.Log{}}
		if log == nil {
			next.log = nil
		}
		next.own()
		if err := next.do(a); err != nil {
			return err
		}
		next.Acts++
		next.settleRound()
		s.Board, s.secret = next.Board, next.secret
		if log != nil {
			log.Events = append(log.Events, next.log.Events...)
		}
	}
	return nil
}

// allows says why an action is refused, as far as that can be said without
// trying: whose turn it is, and what rolls. What does not roll is tried out by
// [work.do], which refuses for itself.
func (b *Board) allows(c *Config, seat game.Seat, a *Action) *game.Error {
	switch {
	case a.Kind <= ActNone || a.Kind >= NumActionKinds:
		return refuse("Q01", "not_an_action", "")
	case b.Closed:
		return refuse("Q01", "closed", "")
	case seat != Master:
		return refuse("Q01", "not_the_master", "")
	case b.Acts >= maxActs && a.Kind != ActClose:
		return refuse("Q01", "too_long", "", maxActs)
	}
	if err := a.missing(a.Type(), ""); err != nil {
		return err // made by hand: whoever reads it back from a journal would refuse it
	}
	switch a.Kind {
	case ActRound, ActResolve:
		switch {
		case len(b.Fights) == 0:
			return refuse("Q01", "no_fights", "")
		case int(b.Round) >= c.opt.RoundLimit:
			return refuse("Q03", "round_limit", "", c.opt.RoundLimit)
		case a.Kind == ActRound:
			return nil
		}
		f := b.FightOf(int32(a.num(FightID)))
		switch {
		case f == nil:
			return refuse("Q01", "no_such_fight", "fight")
		case f.Done:
			return refuse("Q03", "resolved", "fight", int(f.ID))
		}
	case ActNote:
		if who := int32(a.num(Who)); who != 0 && b.Contender(who) == nil {
			return refuse("Q01", "no_such_contender", "who")
		}
		if _, ok := readNote(a.text(Text)); !ok {
			return refuse("Q01", "note", "text", MaxNote)
		}
	}
	return nil
}

// work is a board that an action is tried out on.
type work struct {
	cfg *Config
	Board
	secret
	log *game.Log
}

// own makes copies of the slices, so that they may be changed.
func (w *work) own() {
	w.Contenders = slices.Clone(w.Contenders)
	w.Fights = slices.Clone(w.Fights)
	w.Last = nil
}

func (w *work) did(d Deed) { w.Last = append(w.Last, d) }

func (w *work) tell(key string, args ...any) {
	if w.log != nil {
		w.log.Tell(game.Everyone, key, args...)
	}
}

// do does an action that does not roll. After an error the work is thrown away.
func (w *work) do(a *Action) *game.Error {
	switch a.Kind {
	case ActAdd:
		return w.add(a)
	case ActChange:
		return w.change(a)
	case ActRemove:
		return w.remove(a)
	case ActClear:
		return w.clear()
	case ActFight:
		return w.makeFight(a)
	case ActDeal:
		return w.deal(a)
	case ActJoin:
		return w.join(a)
	case ActLeave:
		return w.leaveFight(a)
	case ActPart:
		return w.part(a)
	case ActTarget:
		return w.target(a)
	case ActCautious:
		return w.cautious(a)
	case ActStance:
		return w.stance(a)
	case ActFaction:
		return w.faction(a)
	case ActLoad:
		return w.load(a.battle)
	default:
		w.Closed = true
		w.tell("quote.closed", int(w.Round), w.Standing())
		return nil
	}
}

// named finds the contender that a field names.
func (w *work) named(f Field, id int) (*Contender, *game.Error) {
	if c := w.Contender(int32(id)); c != nil && id == int(c.ID) {
		return c, nil
	}
	return nil, refuse("Q01", "no_such_contender", f.String())
}

// add makes contenders (Q01): one, or several with numbers.
func (w *work) add(a *Action) *game.Error {
	count := 1
	if a.given(Count) {
		count = a.num(Count)
	}
	switch {
	case count < 1 || count > MaxCount:
		return refuse("Q01", "count", "count", MaxCount)
	case len(w.Contenders)+count > MaxContenders:
		return refuse("Q01", "too_many_contenders", "count", MaxContenders)
	case int(w.LastID)+count > maxID:
		return refuse("Q01", "too_many_ever", "count", maxID)
	case !a.any(Quota, Dexterity):
		return refuse("Q02", "quota_missing", "quota", rule.MinQuota, rule.MaxQuota)
	}
	c := w.blank()
	if err := w.sheet(&c, a); err != nil {
		return err
	}
	c.Number = w.nextNumber(c.Name, 0)
	if count > 1 {
		c.Number = max(c.Number, 1)
	}
	if int(c.Number)+count-1 > maxID {
		return refuse("Q01", "too_many_ever", "count", maxID)
	}
	w.did(Deed{Kind: DeedAdded, Who: w.LastID + 1})
	for range count {
		w.LastID++
		c.ID = w.LastID
		w.Contenders = append(w.Contenders, c)
		c.Number++
	}
	if count == 1 {
		w.tell("quote.added_one", w.Contender(w.LastID).who(), colourWord(c.Colour), int(c.Quota))
	} else {
		w.tell("quote.added", count, c.Name, colourWord(c.Colour), int(c.Quota))
	}
	return nil
}

// nextNumber is what tells the next of a name from the others, so that no two
// sentences are the same of two: 0 for the first, then one more than the highest.
// Somebody may be left out, who is about to change names.
func (w *work) nextNumber(name string, but int32) int32 {
	last, found := int32(1), false
	for i := range w.Contenders {
		if c := &w.Contenders[i]; c.Name == name && c.ID != but {
			last, found = max(last, c.Number), true
		}
	}
	if !found {
		return 0
	}
	return last + 1
}

// blank is a contender for whom nothing has been said yet.
func (w *work) blank() Contender {
	return Contender{Hits: int16(w.cfg.opt.HitsToFall), Damage: w.cfg.damage}
}

// sheet writes those fields of an action into a contender that say who it is,
// each within its bounds.
func (w *work) sheet(c *Contender, a *Action) *game.Error {
	if a.given(Name) {
		if c.Name = strings.TrimSpace(a.text(Name)); c.Name == "" || !goodText(c.Name, MaxName) {
			return refuse("Q01", "name", "name", MaxName)
		}
	}
	var err *game.Error
	if a.given(Colour) {
		if c.Colour, err = colourOf(a.text(Colour)); err != nil {
			return err
		}
	}
	if err := sheetQuota(c, a); err != nil {
		return err
	}
	if a.given(Bonus) {
		if n := a.num(Bonus); n < -rule.MaxBonus || n > rule.MaxBonus {
			return refuse("Q08", "bonus", "bonus", rule.MaxBonus)
		}
		c.Bonus = int16(a.num(Bonus))
	}
	if a.given(Hits) && a.given(Life) {
		return refuse("Q12", "hits_or_life", "life")
	}
	if a.given(Hits) {
		if n := a.num(Hits); n < 1 || n > rule.MaxHits {
			return refuse("Q12", "hits", "hits", rule.MaxHits)
		}
		c.Hits, c.Life = int16(a.num(Hits)), 0
	}
	if a.given(Life) {
		if n := a.num(Life); n < 1 || n > rule.MaxLife {
			return refuse("Q12", "life", "life", rule.MaxLife)
		}
		c.Hits, c.Life = 0, int16(a.num(Life))
	}
	if a.given(Damage) {
		e, err := expr.Parse(a.text(Damage))
		if err != nil {
			return asError(err)
		}
		c.Damage = e
	}
	return nil
}

// asError gives back the refusal that an error is.
func asError(err error) *game.Error {
	if e, ok := err.(*game.Error); ok {
		return e
	}
	return refuse("Q12", "damage_text", "damage")
}

// sheetQuota takes the quota as it is given (Q02) or from dexterity and weapon
// (Q06).
func sheetQuota(c *Contender, a *Action) *game.Error {
	switch {
	case a.given(Quota) && a.any(Dexterity, Weapon, Second):
		return refuse("Q06", "quota_twice", "quota")
	case a.given(Quota):
		if n := a.num(Quota); n < rule.MinQuota || n > rule.MaxQuota {
			return refuse("Q02", "quota", "quota", rule.MinQuota, rule.MaxQuota)
		}
		c.Quota = int16(a.num(Quota))
	case a.any(Dexterity, Weapon, Second):
		for _, f := range [...]Field{Dexterity, Weapon} {
			if n := a.num(f); !a.given(f) || n < 0 || n > MaxPoints {
				return refuse("Q06", "character", f.String(), MaxPoints)
			}
		}
		c.Quota = int16(rule.Standard(a.num(Dexterity), a.num(Weapon), a.flag(Second)))
	}
	return nil
}

// tallies writes hits and damage taken and the Master's word on who has fallen.
func tallies(c *Contender, a *Action) *game.Error {
	for _, f := range [...]Field{Taken, Wounds} {
		if n := a.num(f); n < 0 || n > MaxTally {
			return refuse("Q12", "tally", f.String(), MaxTally)
		}
	}
	if a.given(Taken) {
		c.Taken = int32(a.num(Taken))
	}
	if a.given(Wounds) {
		c.Wounds = int32(a.num(Wounds))
	}
	if a.any(Hits, Life, Taken, Wounds) {
		c.Fallen = c.down()
	}
	if a.given(Fallen) {
		c.Fallen = a.flag(Fallen)
	}
	return nil
}

// change sets right whatever there is to know about a contender.
func (w *work) change(a *Action) *game.Error {
	c, err := w.named(Who, a.num(Who))
	if err != nil {
		return err
	}
	if a.has == 1<<Who {
		return refuse("Q01", "nothing_changed", "", fieldList(params[ActChange].may[1:]))
	}
	was := *c
	if err := w.sheet(c, a); err != nil {
		return err
	}
	if c.Name != was.Name {
		if c.Number = w.nextNumber(c.Name, c.ID); c.Number > maxID {
			return refuse("Q01", "too_many_ever", "name", maxID)
		}
	}
	if err := tallies(c, a); err != nil {
		return err
	}
	if f := w.FightOf(c.Fight); f != nil && c.Colour != was.Colour {
		if clash := w.clash(f); clash != nil {
			return clash
		}
	}
	w.did(Deed{Kind: DeedChanged, Who: c.ID, Fight: c.Fight})
	w.tellChange(&was, c)
	switch {
	case c.Fallen && !was.Fallen:
		w.fell(c.ID, c.Fight)
		w.leave(c.ID)
	case was.Fallen && !c.Fallen:
		w.tell("quote.rises", c.who())
	}
	return nil
}

// tellChange says what was set right, all of it in one sentence.
func (w *work) tellChange(was, c *Contender) {
	if w.log == nil {
		return
	}
	var list any
	to := func(changed bool, what string, value any) {
		switch m := game.Msg("quote.set."+what, value); {
		case !changed:
		case list == nil:
			list = m
		default:
			list = game.Msg("quote.set.and", list, m)
		}
	}
	to(c.Name != was.Name, "name", c.who())
	to(c.Colour != was.Colour, "colour", colourWord(c.Colour))
	to(c.Quota != was.Quota, "quota", int(c.Quota))
	to(c.Bonus != was.Bonus, "bonus", int(c.Bonus))
	to(c.Hits != was.Hits && c.Hits > 0, "hits", int(c.Hits))
	to(c.Life != was.Life && c.Life > 0, "life", int(c.Life))
	to(c.Damage.String() != was.Damage.String(), "damage", c.Damage.String())
	to(c.Taken != was.Taken, "taken", int(c.Taken))
	to(c.Wounds != was.Wounds, "wounds", int(c.Wounds))
	if list == nil {
		w.tell("quote.changed", was.who())
	} else {
		w.tell("quote.changed_to", was.who(), list)
	}
}

// remove takes a contender away, with what was written about it.
func (w *work) remove(a *Action) *game.Error {
	c, err := w.named(Who, a.num(Who))
	if err != nil {
		return err
	}
	w.tell("quote.removed", c.who())
	w.leave(c.ID)
	w.forget(c.ID)
	return nil
}

// forget takes away somebody who is in no fight.
func (w *work) forget(id int32) {
	w.did(Deed{Kind: DeedRemoved, Who: id})
	i := w.contender(id)
	w.Contenders = slices.Delete(w.Contenders, i, i+1)
	w.write(id, "")
}

// clear takes all who have fallen off the field: a long battle leaves dozens.
func (w *work) clear() *game.Error {
	var fallen []int32
	for i := range w.Contenders {
		if c := &w.Contenders[i]; c.Fallen {
			fallen = append(fallen, c.ID)
		}
	}
	if len(fallen) == 0 {
		return refuse("Q01", "nobody_fallen", "")
	}
	w.tell("quote.cleared", len(fallen))
	for _, id := range fallen {
		w.forget(id)
	}
	return nil
}

// faction names a colour and gives it a mark. Marks tell factions apart for those
// whom colours do not, so whoever had it takes the other in exchange.
func (w *work) faction(a *Action) *game.Error {
	colour, err := colourOf(a.text(Colour))
	if err != nil {
		return err
	}
	if !a.any(Name, Mark) {
		return refuse("Q01", "nothing_changed", "", fieldList(params[ActFaction].may[1:]))
	}
	f := &w.Factions[colour]
	if a.given(Name) {
		if f.Name = strings.TrimSpace(a.text(Name)); !goodText(f.Name, MaxName) {
			return refuse("Q01", "name", "name", MaxName)
		}
	}
	if a.given(Mark) {
		i := slices.Index(Marks[:], a.text(Mark))
		if i < 0 {
			return refuse("Q01", "mark", "mark", strings.Join(Marks[:], ", "))
		}
		for j := range w.Factions {
			if w.Factions[j].Mark == int8(i) {
				w.Factions[j].Mark = f.Mark
			}
		}
		f.Mark = int8(i)
	}
	w.did(Deed{Kind: DeedFaction})
	w.tell("quote.faction", colourWord(colour), f.word(colour), game.Msg("quote.mark."+Marks[f.Mark]))
	return nil
}

// word is a faction's name, or its colour's.
func (f *Faction) word(colour int8) any {
	if f.Name != "" {
		return f.Name
	}
	return colourWord(colour)
}
