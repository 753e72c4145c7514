package calculator

import (
	"math"
	"strconv"
	"strings"

	"banco/game"
	"banco/games/quote"
	"banco/games/quote/expr"
	"banco/games/quote/odds"
	"banco/games/quote/rule"
)

const numPlaces = 7

// places is the usual hit-location table of the rules (Q12).
var places = usualPlaces()

func usualPlaces() (list [numPlaces]rule.Location) {
	for _, o := range quote.New().Options() {
		if table, ok := o.Default.([]rule.Location); ok && o.Name == "locations" {
			copy(list[:], table)
		}
	}
	return list
}

// MaxWork bounds what a page works out: what one side takes to fall, in hits or
// life, times what the other does.
const MaxWork = 10_000

// MaxSpread bounds how far apart the least and the most damage of a blow may be:
// counting every roll of twenty hundred-sided dice takes longer than the fight.
const MaxSpread = 100

// reader turns text into numbers and remembers what is wrong with it.
type reader struct{ faults []*game.Error }

func (r *reader) refuse(e *game.Error, field string) {
	e.Field = field
	r.faults = append(r.faults, e)
}

// ours is a refusal that only the calculator knows.
func ours(code, id string, args ...any) *game.Error {
	return &game.Error{Code: code, Rule: id, Text: game.Msg("web.calc.refused."+code, args...)}
}

// number reads a whole number within bounds, or refuses it.
func (r *reader) number(field, text string, low, high int, wrong *game.Error) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		r.refuse(wrong, field)
		return low
	}
	return n
}

// flag reads what is "yes" or nothing.
func (r *reader) flag(field, text string) bool {
	if text != "" && text != yes {
		r.refuse(ours("flag", "", yes), field)
	}
	return text == yes
}

// Fight reads a draft. Every field that is wrong is refused with a sentence.
func (d *Draft) Fight() (odds.Fight, []*game.Error) {
	r, rest := &reader{}, &reader{}
	f := odds.Fight{Rules: d.rules(rest)}
	for side, list := range []*[]odds.Fighter{&f.A, &f.B} {
		for i := range d.Sides[side] {
			n := name(side, i)
			c := &d.Sides[side][i]
			x := c.fighter(r, n, f.Locations)
			for range r.number(n+".n", c.Count, 1, rule.MaxAllies, ours("count", "Q05", rule.MaxAllies)) {
				*list = append(*list, x)
			}
		}
		if len(*list) > rule.MaxAllies {
			r.refuse(game.Refuse("quote", "too_many_allies", "Q05", rule.MaxAllies), name(side, 0)+".n")
		}
	}
	if faults := append(r.faults, rest.faults...); len(faults) > 0 { // as they stand on the page
		return f, faults
	}
	if min(len(f.A), len(f.B)) > 1 {
		return f, []*game.Error{game.Refuse("quote", "one_against", "Q01")}
	}
	if n := points(f.A) * points(f.B); n > MaxWork {
		return f, []*game.Error{ours("too_long", "Q12", MaxWork, n)}
	}
	return f, nil
}

// points is what a side takes to fall.
func points(side []odds.Fighter) (n int) {
	for _, x := range side {
		n += x.Life
		if x.Life == 0 {
			n += x.Hits
		}
	}
	return n
}

func (d *Draft) rules(r *reader) odds.Rules {
	rules := odds.Rules{
		Normalise: r.flag("normalise", d.Normalise), Cautious: r.flag("cautious", d.Cautious),
		Margin: r.flag("margin", d.Margin), Weakest: r.flag("weakest", d.Weakest),
	}
	rules.Table.Criticals = r.number("criticals", d.Criticals, 1, rule.MaxCriticals, game.Refuse("quote", "critical_hits", "Q04", rule.MaxCriticals))
	for i, text := range d.Tris {
		e, ok := rule.ParseEffect(text)
		if !ok {
			r.refuse(ours("tris", "Q04"), "tris."+strconv.Itoa(i))
			continue
		}
		rules.Table.Effects[i] = e
	}
	plain := true
	table := places
	for i := range table {
		table[i].Plus = r.number("plus."+table[i].Name, d.Plus[i], -rule.MaxPlus, rule.MaxPlus, ours("plus", "Q12", rule.MaxPlus))
		plain = plain && table[i].Plus == 0
	}
	if !plain { // where every place is as good as another it need not be rolled
		rules.Locations = table[:]
	}
	return rules
}

func (c *Card) fighter(r *reader, n string, locations []rule.Location) (x odds.Fighter) {
	switch c.From {
	case fromQuota:
		wrong := game.Refuse("quote", "quota", "Q02", rule.MinQuota, rule.MaxQuota)
		if c.Quota == "" {
			wrong = game.Refuse("quote", "quota_missing", "Q02", rule.MinQuota, rule.MaxQuota)
		}
		x.Quota = r.number(n, c.Quota, rule.MinQuota, rule.MaxQuota, wrong)
	case fromCharacter:
		before := len(r.faults)
		dex := r.number(n+".dex", c.Dex, 0, quote.MaxPoints, game.Refuse("quote", "character", "Q06", quote.MaxPoints))
		weapon := r.number(n+".weapon", c.Weapon, 0, quote.MaxPoints, game.Refuse("quote", "character", "Q06", quote.MaxPoints))
		second := r.flag(n+".second", c.Second)
		if x.Quota = rule.MinQuota; len(r.faults) == before {
			x.Quota = rule.Standard(dex, weapon, second)
		}
	default:
		r.refuse(ours("from", "Q06", fromQuota, fromCharacter), n+".from")
	}
	x.Bonus = r.number(n+".bonus", c.Bonus, -rule.MaxBonus, rule.MaxBonus, game.Refuse("quote", "bonus", "Q08", rule.MaxBonus))
	stance, ok := rule.ParseStance(c.Stance)
	if !ok {
		r.refuse(game.Refuse("quote", "stance", "Q10"), n+".stance")
	}
	x.Stance = stance
	if stance == rule.Aim {
		x.At = r.number(n+".at", c.At, 0, numPlaces, game.Refuse("quote", "location", "Q11", numPlaces))
		if locations == nil {
			x.At = 0 // every place is as good as another
		}
	}
	switch c.By {
	case byHits:
		x.Hits = r.number(n+".hits", c.Hits, 1, rule.MaxHits, game.Refuse("quote", "hits", "Q12", rule.MaxHits))
	case byLife:
		x.Life = r.number(n+".life", c.Life, 1, rule.MaxLife, game.Refuse("quote", "life", "Q12", rule.MaxLife))
	default:
		r.refuse(ours("by", "Q12", byHits, byLife), n+".by")
	}
	damage, err := expr.Parse(c.Damage)
	if err != nil {
		if e, ok := err.(*game.Error); ok {
			r.refuse(e, n+".damage")
		}
	} else if lo, hi := damage.Bounds(); hi-lo > MaxSpread {
		r.refuse(ours("spread", "Q12", MaxSpread, lo, hi), n+".damage")
	}
	x.Damage = damage
	return x
}

// full is the same fight with the hit chances that were given for the full
// rules; false where none was.
func (d *Draft) full(f odds.Fight) (odds.Fight, bool, []*game.Error) {
	r := &reader{}
	any := false
	for side, list := range []*[]odds.Fighter{&f.A, &f.B} {
		if d.Full[side] == "" {
			continue
		}
		text := strings.TrimSuffix(strings.ReplaceAll(d.Full[side], ",", "."), "%")
		p, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(p >= 0 && p <= 100) {
			r.refuse(game.Refuse("quote", "other", "Q03"), "full."+name(side, 0))
			continue
		}
		any = true
		copied := append([]odds.Fighter(nil), *list...)
		for i := range copied {
			copied[i].Other, copied[i].Permill = true, int(math.Round(p*10))
		}
		*list = copied
	}
	return f, any, r.faults
}
