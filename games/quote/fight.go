package quote

import (
	"slices"

	"banco/game"
	"banco/games/quote/odds"
	"banco/games/quote/rule"
)

// makeFight sets one contender against others (Q01).
func (w *work) makeFight(a *Action) *game.Error {
	switch {
	case len(w.Fights) >= MaxFights:
		return refuse("Q01", "too_many_fights", "", MaxFights)
	case w.LastFight >= maxID:
		return refuse("Q01", "too_many_ever", "", maxID)
	case len(a.list) == 0:
		return refuse("Q01", "no_allies", "allies", rule.MaxAllies)
	case len(a.list) > rule.MaxAllies:
		return refuse("Q05", "too_many_allies", "allies", rule.MaxAllies)
	}
	f := Fight{ID: w.LastFight + 1, One: int32(a.num(One)), Allies: slices.Clone(a.list), Cautious: a.flag(Cautious)}
	slices.Sort(f.Allies)
	if err := w.enlist(f.One, f.ID, One); err != nil {
		return err
	}
	for _, id := range f.Allies {
		if err := w.enlist(id, f.ID, Allies); err != nil {
			return err
		}
	}
	if err := w.clash(&f); err != nil {
		return err
	}
	f.Done = w.fought(&f)
	w.LastFight++
	w.Fights = append(w.Fights, f)
	w.did(Deed{Kind: DeedFight, Fight: f.ID, Who: f.One})
	w.tell("quote.fight", w.Contender(f.One).who(), w.Contender(f.Allies[0]).who(), len(f.Allies)-1)
	return nil
}

// fought tells whether somebody in a fight has fought in this round already, in
// this fight or another. Nobody rolls twice in a round, so it waits for the next.
func (w *work) fought(f *Fight) bool {
	return w.Contender(f.One).Fought || slices.ContainsFunc(f.Allies, func(id int32) bool { return w.Contender(id).Fought })
}

// deal sets several against several (Q01): of the two lists the shorter has those
// who fight alone, and the others are dealt out to them in turn.
func (w *work) deal(a *Action) *game.Error {
	ones, allies := a.ones, a.list
	if len(ones) > len(allies) {
		ones, allies = allies, ones
	}
	switch {
	case len(ones) == 0:
		return refuse("Q01", "no_allies", "ones", rule.MaxAllies)
	case len(allies) > len(ones)*rule.MaxAllies:
		return refuse("Q05", "too_many_allies", "allies", rule.MaxAllies)
	}
	for i, one := range ones {
		f := Do(ActFight).Set(One, int(one)).SetFlag(Cautious, a.flag(Cautious))
		var against []int32
		for j := i; j < len(allies); j += len(ones) {
			against = append(against, allies[j])
		}
		if err := w.makeFight(f.SetAllies(against...)); err != nil {
			return err
		}
	}
	return nil
}

// enlist puts somebody into a fight who stands and is in none.
func (w *work) enlist(id, fight int32, field Field) *game.Error {
	c, err := w.named(field, int(id))
	if err != nil {
		return err
	}
	switch {
	case c.Fallen:
		return refuse("Q01", "has_fallen", field.String(), c.who())
	case c.Fight != 0:
		return refuse("Q01", "in_a_fight", field.String(), c.who())
	}
	c.Fight = fight
	return nil
}

// clash tells whether somebody in a fight would strike at its own colour.
func (w *work) clash(f *Fight) *game.Error {
	one := w.Contender(f.One)
	for _, id := range f.Allies {
		if ally := w.Contender(id); ally.Colour == one.Colour {
			return refuse("Q01", "same_colour", "colour", one.who(), ally.who())
		}
	}
	return nil
}

// join adds an ally. Whoever has the colour of the one that has fought alone
// until now against a single other becomes its ally, and the other the one.
func (w *work) join(a *Action) *game.Error {
	f := w.FightOf(int32(a.num(FightID)))
	if f == nil {
		return refuse("Q01", "no_such_fight", "fight")
	}
	id := int32(a.num(Who))
	if err := w.enlist(id, f.ID, Who); err != nil {
		return err
	}
	switch c := w.Contender(id); {
	case len(f.Allies) >= rule.MaxAllies:
		return refuse("Q05", "too_many_allies", "who", rule.MaxAllies)
	case c.Fought && !f.Done:
		return refuse("Q03", "has_fought", "who", c.who())
	}
	g := *f
	if len(g.Allies) == 1 && w.Contender(g.One).Colour == w.Contender(id).Colour {
		g.One, g.Allies, g.Target = g.Allies[0], []int32{g.One}, 0
	}
	g.Allies = append(slices.Clone(g.Allies), id)
	slices.Sort(g.Allies)
	if err := w.clash(&g); err != nil {
		return err
	}
	*f = g
	w.did(Deed{Kind: DeedFight, Fight: f.ID, Who: id})
	w.tell("quote.joined", w.Contender(id).who(), w.Contender(f.One).who())
	return nil
}

func (w *work) leaveFight(a *Action) *game.Error {
	c, err := w.named(Who, a.num(Who))
	if err != nil {
		return err
	}
	if c.Fight == 0 {
		return refuse("Q01", "in_no_fight", "who", c.who())
	}
	w.did(Deed{Kind: DeedFight, Fight: c.Fight, Who: c.ID})
	w.tell("quote.left", c.who())
	w.leave(c.ID)
	return nil
}

// leave takes somebody out of its fight, if it is in one. A fight that has no
// two sides any more is over.
func (w *work) leave(id int32) {
	c := w.Contender(id)
	f := w.FightOf(c.Fight)
	w.free(c)
	if f == nil {
		return
	}
	if f.One == id {
		w.dissolve(f.ID)
		return
	}
	f.Allies = slices.DeleteFunc(slices.Clone(f.Allies), func(ally int32) bool { return ally == id })
	if f.Target == id {
		f.Target = 0
	}
	if len(f.Allies) == 0 {
		w.dissolve(f.ID)
		return
	}
	f.Done = w.fought(f)
}

func (w *work) free(c *Contender) { c.Fight, c.Stance, c.At = 0, rule.Strike, 0 }

// dissolve ends a fight; who is left in it is free.
func (w *work) dissolve(id int32) {
	i := slices.IndexFunc(w.Fights, func(f Fight) bool { return f.ID == id })
	for j := range w.Contenders {
		if w.Contenders[j].Fight == id {
			w.free(&w.Contenders[j])
		}
	}
	w.Fights = slices.Delete(w.Fights, i, i+1)
	w.did(Deed{Kind: DeedApart, Fight: id})
}

func (w *work) part(a *Action) *game.Error {
	f := w.FightOf(int32(a.num(FightID)))
	if f == nil {
		return refuse("Q01", "no_such_fight", "fight")
	}
	w.tell("quote.parted", w.Contender(f.One).who())
	w.dissolve(f.ID)
	return nil
}

// target points at the ally that the one strikes at (Q05); 0 for the strongest.
func (w *work) target(a *Action) *game.Error {
	f, ally := w.FightOf(int32(a.num(FightID))), int32(a.num(Ally))
	switch {
	case f == nil:
		return refuse("Q01", "no_such_fight", "fight")
	case ally != 0 && !slices.Contains(f.Allies, ally):
		return refuse("Q05", "target", "ally")
	}
	f.Target = ally
	w.did(Deed{Kind: DeedFight, Fight: f.ID, Who: ally})
	if ally == 0 {
		w.tell("quote.target_strongest", w.Contender(f.One).who())
	} else {
		w.tell("quote.target", w.Contender(f.One).who(), w.Contender(ally).who())
	}
	return nil
}

// cautious says whether both sides of a fight mean to fight very defensively
// (Q07), which matters where quotas are normalised.
func (w *work) cautious(a *Action) *game.Error {
	f := w.FightOf(int32(a.num(FightID)))
	if f == nil {
		return refuse("Q01", "no_such_fight", "fight")
	}
	f.Cautious = a.flag(Cautious)
	w.did(Deed{Kind: DeedFight, Fight: f.ID, Who: f.One})
	key := "quote.cautious.no"
	if f.Cautious {
		key = "quote.cautious.yes"
	}
	w.tell(key, w.Contender(f.One).who())
	return nil
}

// stance says what somebody in a fight does with its rounds (Q10, Q11).
func (w *work) stance(a *Action) *game.Error {
	c, err := w.named(Who, a.num(Who))
	if err != nil {
		return err
	}
	if c.Fight == 0 {
		return refuse("Q10", "in_no_fight", "who", c.who())
	}
	if err := w.setStance(c, a); err != nil {
		return err
	}
	w.did(Deed{Kind: DeedChanged, Who: c.ID, Fight: c.Fight})
	if c.At > 0 {
		w.tell("quote.aims_at", c.who(), w.cfg.placeWord(c.At))
	} else {
		w.tell("quote.stance_now."+c.Stance.String(), c.who())
	}
	return nil
}

func (w *work) setStance(c *Contender, a *Action) *game.Error {
	stance, err := stanceOf(a.text(Stance))
	if err != nil {
		return err
	}
	at := a.num(At)
	if places := len(w.cfg.opt.Locations); at < 0 || at > places || at > 0 && stance != rule.Aim {
		return refuse("Q11", "location", "at", places)
	}
	c.Stance, c.At = stance, int8(at)
	return nil
}

// fell notes that somebody has fallen in a fight, 0 for none.
func (w *work) fell(id, fight int32) {
	w.did(Deed{Kind: DeedFell, Who: id, Fight: fight})
	w.tell("quote.fell", w.Contender(id).who())
}

// lineup is a fight as its roll sees it: the allies from the strongest to the
// weakest, whom the one strikes at, and what each rolls against (0: not at all).
type lineup struct {
	one    *Contender
	allies []*Contender
	target int // which of allies
	single int
	each   []int
}

func (b *Board) lineup(c *Config, f *Fight) lineup {
	l := lineup{one: b.Contender(f.One)}
	listed := make([]*Contender, len(f.Allies))
	fighters := make([]rule.Fighter, len(f.Allies))
	for i, id := range f.Allies {
		listed[i] = b.Contender(id)
		fighters[i] = listed[i].fighter()
	}
	ordered := make([]rule.Fighter, len(f.Allies))
	for n, i := range rule.Order(fighters) {
		l.allies = append(l.allies, listed[i])
		ordered[n] = fighters[i]
		if listed[i].ID == f.Target {
			l.target = n
		}
	}
	l.single, l.each = rule.Quotas(l.one.fighter(), ordered, l.target, c.opt.Normalise == Yes, f.Cautious)
	return l
}

// odds is a fight for the analyser, from what everybody still takes to fall.
func (b *Board) odds(c *Config, f *Fight) odds.Fight {
	fighter := func(x *Contender) odds.Fighter {
		out := odds.Fighter{Quota: int(x.Quota), Bonus: int(x.Bonus), Stance: x.Stance, Damage: x.Damage, At: int(x.At)}
		if x.Life > 0 {
			out.Life = max(int(x.Life)-int(x.Wounds), 1)
		} else {
			out.Hits = max(int(x.Hits)-int(x.Taken), 1)
		}
		return out
	}
	o := odds.Fight{A: []odds.Fighter{fighter(b.Contender(f.One))}, Rules: c.Rules(f.Cautious)}
	for i, id := range f.Allies {
		o.B = append(o.B, fighter(b.Contender(id)))
		if id == f.Target {
			o.Target = i + 1
		}
	}
	return o
}

// Rules are the options as the analyser takes them.
func (c *Config) Rules(cautious bool) odds.Rules {
	return odds.Rules{Table: c.table, Margin: c.opt.Margin == Yes, Locations: c.opt.Locations, Normalise: c.opt.Normalise == Yes, Cautious: cautious}
}
