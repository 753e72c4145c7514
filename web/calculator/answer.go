package calculator

import (
	"strconv"
	"strings"

	"banco/game"
	"banco/games/quote/odds"
	"banco/games/quote/rule"
	"banco/web/ui"
)

// View is a draft with all that the page says of it.
type View struct {
	Draft  *Draft
	Faults []*game.Error // by field; an empty field is about the fight as a whole

	Report *odds.Report // nil when something is wrong
	Rows   []Row
	Even   [2]int       // the quota with which a side would fight on even terms; 0 for none
	Full   *odds.Report // with the hit chances by the full rules; nil where none was given
	Plot   *Plot

	fight odds.Fight
}

// Row is what the rolls of some fighters that are alike come to.
type Row struct {
	Side     int
	Label    string // "A", or "B2–B5" for several of a side
	Assigned int    // quota with its bonus
	odds.Chance
}

// Answer is the promised answer alone, for programs, or the first fault.
func (d *Draft) Answer() (*odds.Answer, *game.Error) {
	f, faults := d.Fight()
	if _, _, more := d.full(f); len(faults) == 0 {
		faults = more
	}
	if len(faults) > 0 {
		return nil, faults[0]
	}
	r, err := odds.Analyse(f)
	if err != nil {
		return nil, faultOf(err)
	}
	return &r.Answer, nil
}

// faultOf is a refusal of the analyser. Fields were read before, so it is about
// the fight as a whole.
func faultOf(err error) *game.Error {
	e, ok := err.(*game.Error)
	if !ok {
		return ours("failed", "")
	}
	whole := *e
	whole.Field = ""
	return &whole
}

// Look works a draft out for the page.
func (d *Draft) Look() *View {
	v := &View{Draft: d}
	v.fight, v.Faults = d.Fight()
	other, has, faults := d.full(v.fight)
	if v.Faults = append(v.Faults, faults...); len(v.Faults) > 0 {
		return v
	}
	report, err := odds.Analyse(v.fight)
	if err == nil && has {
		v.Full, err = odds.Analyse(other)
	}
	if err != nil {
		v.Faults = []*game.Error{faultOf(err)}
		return v
	}
	v.Report = report
	for side := range v.Even {
		if !evenInTime(v.fight) {
			break
		}
		if e, err := odds.EvenFor(v.fight, side); err == nil && e != nil {
			v.Even[side] = e.Quota
		}
	}
	v.Rows = v.rows()
	v.Plot = newPlot(v, other)
	return v
}

// evenInTime tells whether there is time for nine more fights, one for each quota.
// Where life is worn down by many allies one takes as long as all else.
func evenInTime(f odds.Fight) bool {
	allies, life := max(len(f.A), len(f.B)), 0
	for _, x := range append(f.A[:len(f.A):len(f.A)], f.B...) {
		life = max(life, x.Life)
	}
	return allies == 1 || life == 0 || points(f.A)*points(f.B)*allies <= 2*MaxWork
}

// rows puts those who stand side by side and roll alike into one.
func (v *View) rows() (rows []Row) {
	for side, list := range [][]odds.Fighter{v.fight.A, v.fight.B} {
		first := 0
		for i := range list {
			row := Row{side, "", rule.Assigned(list[i].Quota, list[i].Bonus), v.Report.Each[side][i]}
			if last := len(rows) - 1; i > 0 && rows[last].Assigned == row.Assigned && rows[last].Chance == row.Chance {
				rows[last].Label = who(side, first, len(list)) + "–" + who(side, i, len(list))
				continue
			}
			first = i
			row.Label = who(side, i, len(list))
			rows = append(rows, row)
		}
	}
	return rows
}

// who is what a fighter is called: "A", or "A2" where there are several.
func who(side, i, of int) string {
	if of == 1 {
		return sideName(side)
	}
	return sideName(side) + strconv.Itoa(i+1)
}

func sideName(side int) string { return "AB"[side : side+1] }

// Wrong is why a field will not do; nil when nothing is wrong with it.
func (v *View) Wrong(field string) *game.Error {
	for _, e := range v.Faults {
		if e.Field == field {
			return e
		}
	}
	return nil
}

// Changed tells whether a card says something of what is folded away.
func (c *Card) changed() bool { return c.Bonus != "0" || c.Damage != odds.Usual }

func (d *Draft) rulesChanged() bool {
	for _, f := range draftFields {
		if !strings.HasPrefix(f.name, "full.") && *f.of(d) != f.usual {
			return true
		}
	}
	return false
}

// standard says how a character's quota comes about (Q06); "" while it is not
// known.
func (c *Card) standard(p *ui.Page) string {
	r := &reader{}
	x := c.fighter(r, "", nil)
	if c.From != fromCharacter || len(r.faults) > 0 {
		return ""
	}
	tenths, _ := strconv.Atoi(c.Dex)
	weapon, _ := strconv.Atoi(c.Weapon)
	sum := number(p, float64(tenths+weapon)/10, 1)
	if c.Second == yes {
		return p.T("web.calc.standard_second", sum, number(p, float64(tenths+weapon+10)/10, 1), x.Quota)
	}
	return p.T("web.calc.standard", sum, x.Quota)
}

// quotaShown is what the field of a quota holds: of a character, what follows
// from it, so that the Master can go on from there.
func (c *Card) quotaShown() string {
	r := &reader{}
	if x := c.fighter(r, "", nil); c.From == fromCharacter && len(r.faults) == 0 {
		return strconv.Itoa(x.Quota)
	}
	return c.Quota
}

// --- words ------------------------------------------------------------------

// number writes a number as the language does.
func number(p *ui.Page, x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if p.Lang == "it" {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// percent writes a chance to a tenth; what is possible and less than that is
// not 0.
func percent(p *ui.Page, x float64) string {
	switch {
	case x > 0 && x < .0005:
		return p.T("web.calc.percent_less", number(p, .1, 1))
	case x < 1 && x > .9995:
		return p.T("web.calc.percent_more", number(p, 99.9, 1))
	}
	return p.T("web.calc.percent", number(p, 100*x, 1))
}

// times says chances that come to 1 as whole numbers of a hundred that do, too.
func times(p *ui.Page, chances ...float64) []string {
	whole, rest := make([]int, len(chances)), 100
	for i, x := range chances {
		whole[i] = int(100 * x)
		rest -= whole[i]
	}
	for ; rest > 0; rest-- {
		best := 0
		for i, x := range chances {
			if 100*x-float64(whole[i]) > 100*chances[best]-float64(whole[best]) {
				best = i
			}
		}
		whole[best]++
	}
	words := make([]string, len(chances))
	for i, x := range chances {
		words[i] = strconv.Itoa(whole[i])
		switch {
		case whole[i] == 0 && x > 0:
			words[i] = p.T("web.calc.times_less")
		case whole[i] == 100 && x < 1:
			words[i] = p.T("web.calc.times_more")
		}
	}
	return words
}

// says is the answer in two sentences, the side that is likelier to fall first.
func says(p *ui.Page, r *odds.Report) string {
	n := times(p, r.First.A, r.First.B, r.First.Both)
	first, second := 0, 1
	if r.First.B > r.First.A {
		first, second = 1, 0
	}
	return p.T("web.calc.says.first", sideName(first), n[first], sideName(second), n[second], n[2]) + " " +
		p.T("web.calc.says.rounds", number(p, r.Round.Mean, 1), r.Round.Median, r.Round.P90)
}

// Said is what a screen reader is told after a change.
func (v *View) Said(p *ui.Page) string {
	if v.Report != nil {
		return says(p, v.Report)
	}
	return p.Text(v.Faults[0].Text)
}

// Command is the same fight on the command line; "" where that has no words for
// it.
func (v *View) Command() string {
	d := v.Draft
	for i, e := range d.Tris {
		if e != rule.ByQuota.String() || i < numPlaces && d.Plus[i] != "0" {
			return ""
		}
	}
	plain := true
	var quotas, lines [2][]string
	for side := range d.Sides {
		for i := range d.Sides[side] {
			c := &d.Sides[side][i]
			count, _ := strconv.Atoi(c.Count)
			plain = plain && c.From == fromQuota && c.line() == "quota "+c.Quota
			for range count {
				quotas[side] = append(quotas[side], c.Quota)
				lines[side] = append(lines[side], c.line())
			}
		}
	}
	words := []string{"banco quote"}
	if plain {
		words = append(words, strings.Join(quotas[0], ",")+":"+strings.Join(quotas[1], ","))
	} else {
		words = append(words, `--a "`+strings.Join(lines[0], "; ")+`"`, `--b "`+strings.Join(lines[1], "; ")+`"`)
	}
	for _, f := range []struct{ flag, value string }{{"normalise", d.Normalise}, {"cautious", d.Cautious}, {"margin", d.Margin}, {"weakest", d.Weakest}} {
		if f.value == yes {
			words = append(words, "--"+f.flag)
		}
	}
	if d.Criticals != "1" {
		words = append(words, "--critical-hits "+d.Criticals)
	}
	if v.Full != nil {
		full := func(side int) string { return strings.Trim(strings.ReplaceAll(d.Full[side], ",", "."), "% ") }
		words = append(words, "--full "+full(0)+":"+full(1))
	}
	return strings.Join(words, " ")
}

// line is a card in the words of the command line.
func (c *Card) line() string {
	words := []string{"quota " + c.Quota}
	if c.From == fromCharacter {
		words = []string{"dex " + c.Dex, "weapon " + c.Weapon}
		if c.Second == yes {
			words = append(words, "shield")
		}
	}
	if c.Bonus != "0" {
		words = append(words, "bonus "+c.Bonus)
	}
	switch {
	case c.By == byLife:
		words = append(words, "life "+c.Life)
	case c.Hits != usualHits:
		words = append(words, "hits "+c.Hits)
	}
	if c.Damage != odds.Usual {
		words = append(words, "damage "+c.Damage)
	}
	if c.Stance != rule.Strike.String() {
		words = append(words, c.Stance)
	}
	return strings.Join(words, ", ")
}
