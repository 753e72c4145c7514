package quotepage

import (
	"encoding/json"
	"strconv"

	"banco/games/quote"
	"banco/games/quote/odds"
	"banco/games/quote/rule"
	"banco/web/ui"
)

func (d *desk) handTitle() string {
	switch {
	case d.watching():
		return d.T("web.quote.watch")
	case !d.mine:
		return d.T("web.quote.hand.wait")
	case len(d.pick.chosen) > 0:
		return d.T("web.quote.hand.picked", len(d.pick.chosen))
	case d.pick.who != nil:
		return d.name(d.pick.who)
	case d.pick.fight != nil:
		return d.T("web.quote.fight.no", int(d.pick.fight.ID))
	case d.pick.colour >= 0:
		return d.faction(d.pick.colour)
	case d.pick.do != "":
		return d.T("web.quote.menu." + d.pick.do)
	}
	return d.T("web.quote.hand")
}

// rolls is how many will be rolled for in what is left of the round.
func (d *desk) rolls() (n int) {
	for i := range d.v.Fights {
		if f := &d.v.Fights[i]; !f.Done {
			for _, r := range d.v.Rolls(f.ID) {
				if r.Quota > 0 {
					n++
				}
			}
		}
	}
	return n
}

func (d *desk) roundLabel() string {
	if d.v.Begun {
		return d.T("web.quote.round.rest", int(d.v.Round)+1)
	}
	return d.T("web.quote.round.do", int(d.v.Round)+1)
}

// understood is what a line would do, in a sentence, or why it is refused.
func (d *desk) understood(line string) (text string, ok bool) {
	a, err := readLine(d.v, line)
	if err != nil {
		return d.Text(err.Text), false
	}
	return d.tellAction(a), true
}

// ordered is an action as it is sent, for telling what it would do.
type ordered struct {
	Type, Name, Colour, Damage string
	Count, Quota, Dexterity    int
	Weapon, Bonus, Hits, Life  int
	One                        int32
	Ones, Allies               []int32
	Second                     bool
}

// tellAction says what an action of a line would do.
func (d *desk) tellAction(a *quote.Action) string {
	var o ordered
	if raw, err := json.Marshal(a); err != nil || json.Unmarshal(raw, &o) != nil {
		return ""
	}
	names := func(ids []int32) string {
		list := make([]*quote.Contender, 0, len(ids))
		for _, n := range ids {
			if c := d.v.Contender(n); c != nil {
				list = append(list, c)
			}
		}
		return d.names(list)
	}
	switch a.Kind {
	case quote.ActFight:
		return d.T("web.quote.line.fight", names([]int32{o.One}), names(o.Allies))
	case quote.ActDeal:
		if len(o.Ones) > len(o.Allies) {
			o.Ones, o.Allies = o.Allies, o.Ones
		}
		return d.T("web.quote.line.deal", len(o.Ones), names(o.Ones), names(o.Allies))
	}
	text := d.T("web.quote.line.add", max(o.Count, 1), o.Name, d.T("quote.colour."+o.Colour))
	if o.Quota > 0 {
		text += ", " + d.T("web.quote.line.quota", o.Quota)
	} else {
		text += ", " + d.T("web.quote.line.standard", rule.Standard(o.Dexterity, o.Weapon, o.Second), o.Dexterity, o.Weapon)
	}
	if o.Bonus != 0 {
		text += ", " + d.T("web.quote.kind.bonus", signed(o.Bonus))
	}
	if o.Life == 0 && o.Hits == 0 {
		o.Hits = d.v.Options().HitsToFall
	}
	if o.Life > 0 {
		text += ", " + d.T("web.quote.kind.life", o.Life)
	} else {
		text += ", " + d.T("web.quote.kind.hits", o.Hits)
	}
	if o.Damage == "" {
		o.Damage = d.v.Options().Damage
	}
	return text + ", " + d.T("web.quote.kind.damage", o.Damage)
}

// joinable are the fights that somebody who is free may join.
func (d *desk) joinable(c *quote.Contender) (list []*quote.Fight) {
	for i := range d.v.Fights {
		f := &d.v.Fights[i]
		if d.v.Check(quote.Do(quote.ActJoin).Set(quote.FightID, int(f.ID)).Set(quote.Who, int(c.ID))) == nil {
			list = append(list, f)
		}
	}
	return list
}

// versus is how a match of one against others would be rolled.
func (d *desk) versus(m match) string {
	text := ""
	for i, q := range m.quotas[1:] {
		if i > 0 {
			text += ", "
		}
		text += num(q)
	}
	return d.T("web.quote.pick.quotas", m.quotas[0], text)
}

// report is what the analyser says of a fight; nil where it would take too long.
func (d *desk) report(f *quote.Fight) *odds.Report {
	o, ok := d.v.Fight(f.ID)
	if !ok {
		return nil
	}
	r, err := odds.Analyse(o)
	if err != nil {
		return nil
	}
	return r
}

// percent writes a chance to a tenth of a per cent.
func (d *desk) percent(p float64) string {
	n := int64(p*1000 + .5)
	return d.Tenths(n) + " %"
}

// was is what a field of a refused form was filled with, or what it is now.
func (d *desk) was(kind, name, now string) string {
	if d.pick.form.Get("type") == kind && d.pick.form.Has(name) {
		return d.pick.form.Get(name)
	}
	return now
}

// lastStep is what would be taken back, in words.
func (d *desk) lastStep() string {
	for _, text := range d.m.CanUndo[0].News {
		return d.Text(text)
	}
	return d.T("web.quote.undo.note")
}

// nonzero writes a number that stands for nothing when it is 0.
func nonzero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// watchLink is where the players look.
func (d *desk) watchLink() string { return d.Absolute(d.m.Path()) }

// address is a page of the match beside its own.
func (d *desk) address(to string) string { return string(d.Href(d.m.Path() + "/" + to)) }

// colourChoices are the colours to choose from, with what they stand for.
func (d *desk) colourChoices(on int) (list []ui.Choice) {
	for i, name := range quote.Colours {
		text := d.colour(i)
		if n := d.v.Factions[i].Name; n != "" {
			text += " – " + n
		}
		list = append(list, ui.Choice{Value: name, Text: text, On: i == on})
	}
	return list
}

// freshColour is the colour that the full form starts with.
func (d *desk) freshColour() int {
	for i, name := range quote.Colours {
		if d.pick.form.Get("colour") == name {
			return i
		}
	}
	for i := range d.sides {
		if d.sides[i].all == 0 {
			return i
		}
	}
	return 0
}
