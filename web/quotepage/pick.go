package quotepage

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"banco/game"
	"banco/games/quote"
	"banco/games/quote/rule"
	"banco/table"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// desk is a view with everything that drawing it needs at hand.
type desk struct {
	*ui.Page
	m    *ui.Match
	v    *quote.View
	mine bool // the viewer may act
	pick pick

	sides   [len(quote.Colours)]tally
	strikes map[int32]strike // who is in a fight, by id
}

// tally counts a faction.
type tally struct{ standing, all, fighting int }

// strike is what somebody in a fight rolls against in its next round.
type strike struct {
	quota    int
	targeted bool // the single contender strikes at it
}

// newDesk prepares a match for drawing.
func newDesk(p *ui.Page, m *ui.Match) *desk {
	v, ok := m.View.(*quote.View)
	if !ok {
		return nil
	}
	d := &desk{Page: p, m: m, v: v, strikes: make(map[int32]strike, len(v.Contenders))}
	d.mine = m.Mine() && m.Stage == table.Playing
	for i := range v.Contenders {
		c := &v.Contenders[i]
		t := &d.sides[c.Colour]
		t.all++
		if !c.Fallen {
			t.standing++
		}
		if c.Fight != 0 {
			t.fighting++
		}
	}
	for i := range v.Fights {
		f := &v.Fights[i]
		rolls := v.Rolls(f.ID)
		for _, r := range rolls {
			s := d.strikes[r.Who]
			s.quota = r.Quota
			d.strikes[r.Who] = s
		}
		if n := len(rolls); n > 0 {
			s := d.strikes[rolls[n-1].Target]
			s.targeted = len(f.Allies) > 1
			d.strikes[rolls[n-1].Target] = s
		}
	}
	d.pick = d.readPick(m.Pick)
	return d
}

// drawn keeps the desk of a match from one part of its page to the next.
func drawn(p *ui.Page, m *ui.Match, draw func(*desk) templ.Component) templ.Component {
	d, ok := m.Prepared.(*desk)
	if !ok {
		if d = newDesk(p, m); d == nil {
			return templ.NopComponent
		}
		m.Prepared = d
	}
	return draw(d)
}

// pick is a choice in progress. What does not fit the battle as it is now is
// dropped.
type pick struct {
	do     string
	who    *quote.Contender
	fight  *quote.Fight
	colour int // of a faction; -1 for none
	chosen []*quote.Contender
	whole  bool             // the story is to be told with every fight
	one    *quote.Contender // the one against the others, where somebody said so
	form   url.Values       // as it was sent, when it was refused
}

// panels are what the hand can be opened at.
var panels = []string{"add", "share", "file", "log", "close", "note", "keys"}

func (d *desk) readPick(q url.Values) pick {
	p := pick{colour: -1, form: q, whole: q.Get("story") == "whole"}
	if !d.mine {
		if d.m.Seat == quote.Master || q.Get("do") == "log" || q.Get("do") == "share" {
			p.do = q.Get("do")
		}
		return p
	}
	p.do = q.Get("do")
	if p.do == "" { // a form that was refused
		switch q.Get("type") {
		case "add", "close":
			p.do = q.Get("type")
		case "load":
			p.do = "file"
		case "note":
			if q.Get("who") == "0" {
				p.do = "note"
			}
		}
	}
	if !slices.Contains(panels, p.do) {
		p.do = ""
	}
	p.who = d.v.Contender(id(q.Get("who")))
	if q.Get("type") != "join" {
		p.fight = d.v.FightOf(id(q.Get("fight")))
	}
	p.colour = slices.Index(quote.Colours[:], q.Get("faction"))
	if q.Get("type") == "faction" {
		p.colour = slices.Index(quote.Colours[:], q.Get("colour"))
	}
	for _, list := range [][]string{q["pick"], q["ones"], q["allies"], {q.Get("one")}} {
		for _, s := range list {
			if c := d.v.Contender(id(s)); c != nil && c.Fight == 0 && !c.Fallen && !slices.Contains(p.chosen, c) && len(p.chosen) < quote.MaxContenders {
				p.chosen = append(p.chosen, c)
			}
		}
	}
	if c := d.v.Contender(id(q.Get("one"))); slices.Contains(p.chosen, c) {
		p.one = c
	}
	if len(p.chosen) > 0 {
		p.who, p.do = nil, ""
	}
	return p
}

func id(s string) int32 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}

// step is the address of the page with another choice.
func (d *desk) step(pairs ...string) templ.SafeURL { return d.Query(d.m.Path(), pairs...) }

// picking is the address with these picked.
func (d *desk) picking(one *quote.Contender, list []*quote.Contender) templ.SafeURL {
	pairs := make([]string, 0, 2*len(list)+2)
	for _, c := range list {
		pairs = append(pairs, "pick", itoa(int(c.ID)))
	}
	if one != nil {
		pairs = append(pairs, "one", itoa(int(one.ID)))
	}
	return d.step(pairs...)
}

// picked tells whether somebody is picked.
func (d *desk) picked(c *quote.Contender) bool { return slices.Contains(d.pick.chosen, c) }

// match is what would come of those who are picked: one against others, or
// several against several, or nothing.
type match struct {
	ones, allies []*quote.Contender
	quotas       []int // of one against others: its own, then the allies' from the strongest
}

// matched parts those who are picked into two sides.
func (d *desk) matched() match {
	var colours []int8
	by := map[int8][]*quote.Contender{}
	for _, c := range d.pick.chosen {
		if by[c.Colour] == nil {
			colours = append(colours, c.Colour)
		}
		by[c.Colour] = append(by[c.Colour], c)
	}
	if len(colours) < 2 {
		return match{ones: d.pick.chosen}
	}
	m := match{ones: by[colours[0]]}
	for _, colour := range colours {
		if len(by[colour]) < len(m.ones) {
			m.ones = by[colour]
		}
	}
	if d.pick.one != nil && (len(m.ones) > 1 || len(by[d.pick.one.Colour]) == 1) {
		m.ones = by[d.pick.one.Colour]
	}
	for _, c := range d.pick.chosen {
		if c.Colour != m.ones[0].Colour {
			m.allies = append(m.allies, c)
		}
	}
	if len(m.ones) > len(m.allies) {
		m.ones, m.allies = m.allies, m.ones
	}
	if len(m.ones) == 1 {
		m.quotas = d.quotas(m.ones[0], m.allies)
	}
	return m
}

// quotas are what one and its opponents would roll against.
func (d *desk) quotas(one *quote.Contender, allies []*quote.Contender) []int {
	fighter := func(c *quote.Contender) rule.Fighter {
		return rule.Fighter{Quota: rule.Assigned(int(c.Quota), int(c.Bonus))}
	}
	list := make([]rule.Fighter, len(allies))
	for i, c := range allies {
		list[i] = fighter(c)
	}
	ordered := make([]rule.Fighter, len(list))
	for n, i := range rule.Order(list) {
		ordered[n] = list[i]
	}
	single, each := rule.Quotas(fighter(one), ordered, 0, d.v.Options().Normalise == quote.Yes, false)
	return append([]int{single}, each...)
}

// name is what somebody is called.
func (d *desk) name(c *quote.Contender) string {
	if c.Number > 0 {
		return c.Name + " " + itoa(int(c.Number))
	}
	return c.Name
}

// names lists several.
func (d *desk) names(list []*quote.Contender) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = d.name(c)
	}
	return strings.Join(words, ", ")
}

// faction is what a colour is called.
func (d *desk) faction(colour int) string {
	if n := d.v.Factions[colour].Name; n != "" {
		return n
	}
	return d.colour(colour)
}

func (d *desk) colour(colour int) string { return d.T("quote.colour." + quote.Colours[colour]) }

// place is a line of the hit-location table, from 1.
func (d *desk) place(at int8) string {
	list := d.v.Options().Locations
	if at < 1 || int(at) > len(list) {
		return ""
	}
	word := list[at-1].Name
	if key := "quote.place." + word; d.Knows(key) {
		return d.T(key)
	}
	return word
}

// allies are the others of a fight.
func (d *desk) allies(f *quote.Fight) []*quote.Contender {
	list := make([]*quote.Contender, 0, len(f.Allies))
	for _, ally := range f.Allies {
		list = append(list, d.v.Contender(ally))
	}
	return list
}

// chance is how often a roll against a quota hits, in whole per cent (Q03, Q04).
func chance(quota int) int { return 11 * quota }

// assigned is a contender's quota with its bonus.
func assigned(c *quote.Contender) int { return rule.Assigned(int(c.Quota), int(c.Bonus)) }

// refusal is why an action would be refused; "" when it would not.
func (d *desk) refusal(a *quote.Action) string {
	if err := d.v.Check(a); err != nil {
		return d.Text(err.Text)
	}
	return ""
}

// watching tells whether the page is for those who only look.
func (d *desk) watching() bool { return d.v.Seat() == game.Watcher }

func itoa(n int) string { return strconv.Itoa(n) }
