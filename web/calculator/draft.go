package calculator

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"banco/games/quote/odds"
	"banco/games/quote/rule"
)

// Where a fighter's quota is from, and what brings it down.
const (
	fromQuota     = "quota"
	fromCharacter = "character"
	byHits        = "hits"
	byLife        = "life"
	yes           = "yes"
)

// What is as usual is not written into an address.
const (
	usualHits = "1"
	usualLife = "10"
)

// Card is one kind of fighter as somebody typed it, right or wrong.
type Card struct {
	Quota, From         string
	Dex, Weapon, Second string // of a character (Q06)
	Count               string // how many of the kind
	Bonus               string // points (Q08)
	Stance, At          string // and the place of the body that is aimed at (Q11)
	By, Hits, Life      string // what brings it down (Q12)
	Damage              string // of its own blows
}

// cardFields are the fields of a card in the address, after the card's own name.
var cardFields = []struct {
	name string
	of   func(*Card) *string
}{
	{"", func(c *Card) *string { return &c.Quota }},
	{".n", func(c *Card) *string { return &c.Count }},
	{".from", func(c *Card) *string { return &c.From }},
	{".dex", func(c *Card) *string { return &c.Dex }},
	{".weapon", func(c *Card) *string { return &c.Weapon }},
	{".second", func(c *Card) *string { return &c.Second }},
	{".bonus", func(c *Card) *string { return &c.Bonus }},
	{".stance", func(c *Card) *string { return &c.Stance }},
	{".at", func(c *Card) *string { return &c.At }},
	{".by", func(c *Card) *string { return &c.By }},
	{".hits", func(c *Card) *string { return &c.Hits }},
	{".life", func(c *Card) *string { return &c.Life }},
	{".damage", func(c *Card) *string { return &c.Damage }},
}

// Draft is a fight as somebody typed it.
type Draft struct {
	Sides [2][]Card
	Full  [2]string // hit chance by the full rules in per cent; "" for none

	Normalise, Cautious string // Q07
	Margin              string // Q09
	Weakest             string // Q05
	Criticals           string // Q04
	Tris                [10]string
	Plus                [numPlaces]string // by place of the body (Q12)
}

// draftFields are the fields of a draft that belong to no card, with what is usual.
var draftFields = func() (list []draftField) {
	add := func(name, usual string, of func(*Draft) *string) {
		list = append(list, draftField{name, usual, of})
	}
	add("full.a", "", func(d *Draft) *string { return &d.Full[0] })
	add("full.b", "", func(d *Draft) *string { return &d.Full[1] })
	add("normalise", "", func(d *Draft) *string { return &d.Normalise })
	add("cautious", "", func(d *Draft) *string { return &d.Cautious })
	add("margin", "", func(d *Draft) *string { return &d.Margin })
	add("weakest", "", func(d *Draft) *string { return &d.Weakest })
	add("criticals", "1", func(d *Draft) *string { return &d.Criticals })
	for i := range 10 {
		add("tris."+strconv.Itoa(i), rule.ByQuota.String(), func(d *Draft) *string { return &d.Tris[i] })
	}
	for i, l := range places {
		add("plus."+l.Name, "0", func(d *Draft) *string { return &d.Plus[i] })
	}
	return list
}()

type draftField struct {
	name, usual string
	of          func(*Draft) *string
}

// maxCards is how many kinds a side may have: as many as it may have fighters.
const maxCards = rule.MaxAllies

// name is what the fields of a card begin with: "a" and "b" for the first of a
// side, "a2" for the second.
func name(side, card int) string {
	s := "ab"[side : side+1]
	if card > 0 {
		s += strconv.Itoa(card + 1)
	}
	return s
}

// Known tells whether a name of the address is one of ours.
func Known(key string) bool {
	for _, f := range draftFields {
		if key == f.name {
			return true
		}
	}
	for side := range 2 {
		for i := range maxCards {
			for _, f := range cardFields {
				if key == name(side, i)+f.name {
					return true
				}
			}
		}
	}
	return false
}

// Read is the draft of an address. A side of which nothing is said is the usual
// one: three to two.
func Read(q url.Values) *Draft {
	d := &Draft{}
	text := func(key string) string { return strings.TrimSpace(q.Get(key)) }
	for side := range d.Sides {
		for i := range maxCards {
			var c Card
			there := false
			for _, f := range cardFields {
				key := name(side, i) + f.name
				there = there || q.Has(key)
				*f.of(&c) = text(key)
			}
			if !there {
				break
			}
			d.Sides[side] = append(d.Sides[side], c.settled())
		}
		if d.Sides[side] == nil {
			d.Sides[side] = []Card{Card{Quota: []string{"3", "2"}[side]}.settled()}
		}
	}
	for _, f := range draftFields {
		*f.of(d) = cmp.Or(text(f.name), f.usual)
	}
	return d
}

// settled fills in what is usual. What a card says nothing of is told from what
// it does say: a life means that it falls by life.
func (c Card) settled() Card {
	if c.From == "" {
		c.From = fromQuota
		if c.Quota == "" && c.Dex+c.Weapon+c.Second != "" {
			c.From = fromCharacter
		}
	}
	if c.By == "" {
		c.By = byHits
		if c.Life != "" && c.Hits == "" {
			c.By = byLife
		}
	}
	c.Count = cmp.Or(c.Count, "1")
	c.Bonus = cmp.Or(c.Bonus, "0")
	c.Stance = cmp.Or(c.Stance, rule.Strike.String())
	c.At = cmp.Or(c.At, "0")
	c.Hits = cmp.Or(c.Hits, usualHits)
	c.Life = cmp.Or(c.Life, usualLife)
	c.Damage = cmp.Or(c.Damage, odds.Usual)
	return c
}

// Query is the short address of a draft: nothing that is as usual, and nothing
// that a choice has made idle.
func (d *Draft) Query() string {
	var pairs []string
	put := func(key, value, usual string) {
		if value != usual {
			pairs = append(pairs, key+"="+url.QueryEscape(value))
		}
	}
	for side := range d.Sides {
		for i, c := range d.Sides[side] {
			n := name(side, i)
			if c.From == fromCharacter {
				if c.Dex+c.Weapon == "" {
					put(n+".from", c.From, "")
				}
				put(n+".dex", c.Dex, "")
				put(n+".weapon", c.Weapon, "")
				put(n+".second", c.Second, "")
			} else {
				pairs = append(pairs, n+"="+url.QueryEscape(c.Quota))
				put(n+".from", c.From, fromQuota)
			}
			put(n+".n", c.Count, "1")
			put(n+".bonus", c.Bonus, "0")
			put(n+".stance", c.Stance, rule.Strike.String())
			if c.Stance == rule.Aim.String() {
				put(n+".at", c.At, "0")
			}
			switch c.By {
			case byLife:
				put(n+".life", c.Life, "")
			case byHits:
				put(n+".hits", c.Hits, usualHits)
			default:
				put(n+".by", c.By, "")
			}
			put(n+".damage", c.Damage, odds.Usual)
		}
	}
	for _, f := range draftFields {
		put(f.name, *f.of(d), f.usual)
	}
	return strings.Join(pairs, "&")
}

// Change does what a button of the form asks for: "add.b", "drop.a2", "swap". It
// tells where on the page that shows.
func (d *Draft) Change(do string) (anchor string) {
	what, whom, _ := strings.Cut(do, ".")
	for side := range d.Sides {
		list := d.Sides[side]
		if what == "add" && whom == name(side, 0) && len(list) < maxCards {
			// Another like the last, which is often what is wanted.
			c := list[len(list)-1]
			c.Count = "1"
			d.Sides[side] = append(list, c)
			return "card-" + name(side, len(list))
		}
		for i := range list {
			if what == "drop" && whom == name(side, i) && len(list) > 1 {
				d.Sides[side] = slices.Delete(slices.Clone(list), i, i+1)
				return "card-" + name(side, max(i-1, 0))
			}
		}
	}
	if what == "swap" {
		d.Sides[0], d.Sides[1] = d.Sides[1], d.Sides[0]
		d.Full[0], d.Full[1] = d.Full[1], d.Full[0]
		return "swap"
	}
	return ""
}
