package quote

import (
	"slices"
	"strconv"
	"strings"

	"banco/dice"
	"banco/game"
	"banco/games/quote/rule"
)

// resolve rolls a round of one fight, or of all that have not been resolved in
// this round (Q03). It has been checked that there is something to roll.
func (s *State) resolve(c *Config, a *Action, src dice.Source, log *game.Log) {
	w := &work{cfg: c, Board: s.Board, secret: s.secret, log: log}
	w.own()
	w.Begun = true
	ids := make([]int32, 0, len(w.Fights)) // fights come to an end on the way
	for i := range w.Fights {
		if f := &w.Fights[i]; !f.Done && (a.Kind == ActRound || f.ID == int32(a.num(FightID))) {
			ids = append(ids, f.ID)
		}
	}
	for _, id := range ids {
		w.blows(w.FightOf(id), src)
	}
	w.settleRound()
	s.Board = w.Board
}

// settleRound ends the round when no fight of it is left to resolve.
func (w *work) settleRound() {
	if !w.Begun || slices.ContainsFunc(w.Fights, func(f Fight) bool { return !f.Done }) {
		return
	}
	w.Round++
	w.Begun = false
	for i := range w.Fights {
		w.Fights[i].Done = false
	}
	for i := range w.Contenders {
		w.Contenders[i].Fought = false
	}
	w.did(Deed{Kind: DeedRound})
	w.tell("quote.round", int(w.Round))
}

// blows resolves a fight: everybody rolls, and only then does anything count, so
// that both sides may fall in the same round (Q03).
func (w *work) blows(f *Fight, src dice.Source) {
	f.Done = true
	id := f.ID // the fight itself may come to an end below
	l := w.lineup(w.cfg, f)
	l.one.Fought = true
	struck := make([]int32, 0, len(l.allies)+1)
	from := len(w.Last)
	for i, ally := range l.allies {
		ally.Fought = true
		if l.each[i] > 0 {
			w.did(Deed{Kind: DeedBlow, Who: ally.ID, Fight: id, Blow: w.cfg.blow(ally, l.one.ID, l.each[i], src)})
		} else {
			w.tell("quote.defends", ally.who())
		}
	}
	if l.single > 0 {
		w.did(Deed{Kind: DeedBlow, Who: l.one.ID, Fight: id, Blow: w.cfg.blow(l.one, l.allies[l.target].ID, l.single, src)})
	} else {
		w.tell("quote.defends", l.one.who())
	}
	for _, d := range w.Last[from:] {
		w.tellBlow(&d)
		if d.Blow.Roll.Hits == 0 {
			continue
		}
		t := w.Contender(d.Blow.Target)
		t.Taken = min(t.Taken+int32(d.Blow.Roll.Hits), MaxTally)
		t.Wounds = min(t.Wounds+d.Blow.Damage, MaxTally)
		if (t.Life == 0 || d.Blow.Damage > 0) && t.down() && !t.Fallen {
			t.Fallen = true
			struck = append(struck, t.ID)
		}
	}
	for _, who := range struck {
		w.fell(who, id)
	}
	for _, who := range struck {
		w.leave(who)
	}
}

// blow rolls for one contender: the d10, and when it hits the place and the
// damage (Q03, Q04, Q09, Q12).
func (c *Config) blow(x *Contender, target int32, quota int, src dice.Source) Blow {
	b := Blow{Target: target, Quota: int8(quota), Roll: c.table.Throw(src, quota)}
	if b.Roll.Hits == 0 {
		return b
	}
	plus := 0
	switch {
	case x.Stance == rule.Aim && x.At > 0:
		b.Place = x.At
	case c.faces > 0:
		b.PlaceDie = int8(src.Below(c.faces) + 1)
		left := int(b.PlaceDie)
		for i, l := range c.opt.Locations {
			if left -= l.Faces; left <= 0 {
				b.Place = int8(i + 1)
				break
			}
		}
	}
	if b.Place > 0 {
		plus = c.opt.Locations[b.Place-1].Plus
	}
	if c.opt.Margin == Yes {
		b.Margin = int8(rule.Margin(quota, b.Roll.Digit()))
	}
	for range b.Roll.Hits {
		var total int
		total, b.Dice = x.Damage.Roll(src, b.Dice)
		b.Damage += int32(max(total+plus+int(b.Margin), 0))
	}
	return b
}

// tellBlow says what a blow came to, with every die of it.
func (w *work) tellBlow(d *Deed) {
	if w.log == nil {
		return
	}
	b, by := &d.Blow, w.Contender(d.Who)
	key := b.Roll.Kind.String()
	if b.Roll.Kind == rule.Zero && b.Roll.Hits > 0 {
		key = "zero_hits"
	}
	rolled := game.Msg("quote.dice.roll", digits(&b.Roll), int(b.Quota))
	if b.PlaceDie > 0 {
		rolled = game.Msg("quote.dice.place", rolled, int(b.PlaceDie))
	}
	if len(b.Dice) > 0 {
		rolled = game.Msg("quote.dice.damage", rolled, by.Damage.String(), joined(b.Dice))
	}
	if b.Roll.Hits == 0 {
		w.tell("quote.blow."+key, by.who(), w.Contender(b.Target).who(), rolled)
	} else {
		where := game.Msg("quote.where.damage", int(b.Damage))
		if b.Place > 0 {
			where = game.Msg("quote.where.place", w.cfg.placeWord(b.Place), int(b.Damage))
		}
		w.tell("quote.blow."+key, by.who(), w.Contender(b.Target).who(), rolled, where)
	}
	if b.Roll.N == 3 {
		if text := w.cfg.opt.Tris[b.Roll.Digit()].Text; text != "" {
			w.tell("quote.tris", by.who(), text)
		}
	}
}

// digits are the rolls of the d10, a tris tripled (Q04): "7", "0-3", "0-0, 2-2-2".
func digits(r *rule.Roll) string {
	switch d := strconv.Itoa(r.Digit()); r.N {
	case 1:
		return d
	case 2:
		return "0-" + d
	default:
		return "0-0, " + d + "-" + d + "-" + d
	}
}

func joined(dice []int) string {
	s := make([]string, len(dice))
	for i, d := range dice {
		s[i] = strconv.Itoa(d)
	}
	return strings.Join(s, " ")
}
