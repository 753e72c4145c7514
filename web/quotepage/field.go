package quotepage

import (
	"slices"
	"strings"

	"banco/games/quote"
	"banco/games/quote/rule"
)

// pile is contenders of one name, colour and kind who are free.
type pile struct {
	list []*quote.Contender
}

func (p *pile) first() *quote.Contender { return p.list[0] }

// alike tells whether two contenders belong on one pile.
func alike(a, b *quote.Contender) bool {
	return a.Name == b.Name && a.Colour == b.Colour && a.Quota == b.Quota && a.Bonus == b.Bonus && a.Hits == b.Hits && a.Life == b.Life && a.Damage.String() == b.Damage.String()
}

// piles are those who are free and stand, by faction and kind.
func (d *desk) piles() (list []pile) {
	for i := range d.v.Contenders {
		c := &d.v.Contenders[i]
		if c.Fight != 0 || c.Fallen {
			continue
		}
		at := slices.IndexFunc(list, func(p pile) bool { return alike(p.first(), c) })
		if at < 0 {
			list = append(list, pile{})
			at = len(list) - 1
		}
		list[at].list = append(list[at].list, c)
	}
	slices.SortStableFunc(list, func(a, b pile) int { return int(a.first().Colour) - int(b.first().Colour) })
	return list
}

// fallen are those who have fallen.
func (d *desk) fallen() (list []*quote.Contender) {
	for i := range d.v.Contenders {
		if c := &d.v.Contenders[i]; c.Fallen {
			list = append(list, c)
		}
	}
	return list
}

// free is how many stand and fight nobody.
func (d *desk) free() (n int) {
	for i := range d.v.Contenders {
		if c := &d.v.Contenders[i]; c.Fight == 0 && !c.Fallen {
			n++
		}
	}
	return n
}

// open is how many fights are still to be resolved in the round under way.
func (d *desk) open() (n int) {
	for i := range d.v.Fights {
		if !d.v.Fights[i].Done {
			n++
		}
	}
	return n
}

// health is what somebody has taken, in words.
func (d *desk) health(c *quote.Contender) string {
	if c.Life > 0 {
		return d.T("web.quote.health.life", int(c.Wounds), int(c.Life))
	}
	return d.T("web.quote.health.hits", int(c.Taken), int(c.Hits))
}

// kind says what is the same of all on a pile.
func (d *desk) kind(c *quote.Contender) string {
	var words []string
	if c.Life > 0 {
		words = append(words, d.T("web.quote.kind.life", int(c.Life)))
	} else {
		words = append(words, d.T("web.quote.kind.hits", int(c.Hits)))
	}
	words = append(words, c.Damage.String())
	if c.Bonus != 0 {
		words = append(words, d.T("web.quote.kind.bonus", signed(int(c.Bonus))))
	}
	return strings.Join(words, " · ")
}

func signed(n int) string {
	if n > 0 {
		return "+" + num(n)
	}
	return num(n)
}

// hurt tells whether somebody shows anything of a fight.
func hurt(c *quote.Contender) bool { return c.Taken > 0 || c.Wounds > 0 }

// stanceWord is how somebody fights, when not as usual.
func (d *desk) stanceWord(c *quote.Contender) string {
	switch {
	case c.Stance == rule.Strike:
		return ""
	case c.At > 0:
		return d.T("web.quote.aims_at", d.place(c.At))
	}
	return d.T("web.quote.stance." + c.Stance.String())
}

// fightTitle names a fight by who is in it.
func (d *desk) fightTitle(f *quote.Fight) string {
	return d.T("web.quote.fight.title", d.name(d.v.Contender(f.One)), d.names(d.allies(f)))
}

// hurtText is what somebody has taken, as short as can be.
func (d *desk) hurtText(c *quote.Contender) string {
	if c.Life > 0 {
		return num(int(c.Wounds)) + "/" + num(int(c.Life))
	}
	return num(int(c.Taken)) + "/" + num(int(c.Hits))
}

// withAll are those who are picked and all of a pile; all of them already, and
// none of the pile is left.
func (d *desk) withAll(p pile) []*quote.Contender {
	all := true
	for _, c := range p.list {
		all = all && d.picked(c)
	}
	var list []*quote.Contender
	for _, c := range d.pick.chosen {
		if !slices.Contains(p.list, c) {
			list = append(list, c)
		}
	}
	if !all {
		list = append(list, p.list...)
	}
	return list
}
