package quotepage

import (
	"slices"
	"strings"

	"banco/game"
	"banco/table"
)

// The story is read from what the table was told, not from the state, so that it
// stays when something else has happened since.

// line is one sentence of the story; of a blow with its dice.
type line struct {
	kind        string // "miss", "hit", "critical", "fumble", "zero", "zero_hits", "defends", "fell", "tris"; "" for anything else
	text        string
	who, target string
	roll        []string // the d10, one after the other
	quota       string
	place       string // what the die of the hit-location table showed; "" for none
	damage      string // the dice of the damage, as they are written; "" for none
	damageDice  []string
	dice        string // all of it in words
}

// bout is what one fight's roll came to.
type bout struct {
	lines  []line
	title  string
	one    string // whom the allies strike at
	closed bool   // the one has had its blow
}

// chapter is what one action led to.
type chapter struct {
	entry int
	bouts []bout
	said  []line // what else there is to tell
	hits  int
	fell  []string
}

// storyLines is about how many lines of the past the page tells.
const storyLines = 40

// manyBouts is from how many on a chapter tells only what counts at once.
const manyBouts = 12

// chapters are the latest, newest first, and how many sentences are left out.
func (d *desk) chapters() (list []chapter, more int) {
	news := d.m.News
	shown := 0
	for end := len(news); end > 0; {
		start := end - 1
		for start > 0 && news[start-1].Entry == news[end-1].Entry {
			start--
		}
		if shown >= storyLines && len(list) > 0 {
			return list, end
		}
		list = append(list, d.chapter(news[start:end]))
		shown += end - start
		end = start
	}
	return list, 0
}

func (d *desk) chapter(news []table.News) chapter {
	c := chapter{entry: news[0].Entry}
	var cur *bout
	begin := func() {
		c.bouts = append(c.bouts, bout{})
		cur = &c.bouts[len(c.bouts)-1]
	}
	for _, n := range news {
		l := d.line(n.Text)
		switch l.kind {
		case "":
			cur = nil
			c.said = append(c.said, l)
			continue
		case "fell":
			c.fell = append(c.fell, l.who)
		case "tris":
		case "defends":
			if cur == nil || cur.closed || cur.one != "" && cur.one != l.who {
				begin()
			}
			cur.closed = cur.one == l.who
		default:
			if cur == nil || cur.closed || cur.one != "" && l.target != cur.one && l.who != cur.one {
				begin()
			}
			switch {
			case l.who == cur.one:
				cur.closed = true
			case cur.one == "":
				cur.one = l.target
			}
			if l.kind == "hit" || l.kind == "critical" || l.kind == "zero_hits" {
				c.hits++
			}
		}
		if cur == nil {
			if l.kind == "fell" { // by hand
				c.said = append(c.said, l)
				continue
			}
			begin()
		}
		cur.lines = append(cur.lines, l)
	}
	for i := range c.bouts {
		c.bouts[i].title = d.boutTitle(&c.bouts[i])
	}
	return c
}

// boutTitle names a bout by who struck in it.
func (d *desk) boutTitle(b *bout) string {
	var allies []string
	for _, l := range b.lines {
		if l.who != "" && l.who != b.one && (l.kind != "fell") && !slices.Contains(allies, l.who) {
			allies = append(allies, l.who)
		}
		if l.who == b.one && l.target != "" && !slices.Contains(allies, l.target) {
			allies = append(allies, l.target)
		}
	}
	if len(allies) == 0 {
		return b.one
	}
	return d.T("web.quote.fight.title", b.one, strings.Join(allies, ", "))
}

// tells tells whether a bout has something that a Master must not overlook.
func (b *bout) tells() bool {
	return slices.ContainsFunc(b.lines, func(l line) bool {
		return l.kind == "fell" || l.kind == "tris" || l.kind == "critical" || l.kind == "fumble" || strings.HasPrefix(l.kind, "zero")
	})
}

// word is somebody's name as a message has it.
func (d *desk) word(arg any) string {
	switch a := arg.(type) {
	case string:
		return a
	case game.Message:
		return d.Text(a)
	}
	return ""
}

// line reads one message. What it does not know it tells as it is.
func (d *desk) line(m game.Message) line {
	plain := line{text: d.Text(m)}
	kind, isBlow := strings.CutPrefix(m.Key, "quote.blow.")
	switch {
	case m.Key == "quote.fell" && len(m.Args) > 0:
		plain.kind, plain.who = "fell", d.word(m.Args[0])
		return plain
	case m.Key == "quote.defends" && len(m.Args) > 0:
		plain.kind, plain.who = "defends", d.word(m.Args[0])
		return plain
	case m.Key == "quote.tris":
		plain.kind = "tris"
		return plain
	case !isBlow || len(m.Args) < 3:
		return plain
	}
	l := line{kind: kind, who: d.word(m.Args[0]), target: d.word(m.Args[1])}
	rolled, ok := m.Args[2].(game.Message)
	if !ok || !l.rolled(d, rolled) {
		plain.kind, plain.who, plain.target = l.kind, l.who, l.target
		return plain
	}
	l.dice = d.Text(rolled)
	where := ""
	if len(m.Args) > 3 {
		where = d.word(m.Args[3])
	}
	l.text = d.T("web.quote.blow."+kind, l.who, l.target, where)
	return l
}

// rolled reads the dice of a blow, which stand one inside the other.
func (l *line) rolled(d *desk, m game.Message) bool {
	switch {
	case m.Key == "quote.dice.roll" && len(m.Args) == 2:
		digits, ok := m.Args[0].(string)
		if !ok {
			return false
		}
		first, tris, _ := strings.Cut(digits, ", ")
		l.roll = strings.Split(first, "-")
		if tris != "" {
			l.roll = append(l.roll, tris[:1])
		}
		l.quota = figure(m.Args[1])
		return true
	case len(m.Args) < 2:
		return false
	}
	inner, ok := m.Args[0].(game.Message)
	if !ok || !l.rolled(d, inner) {
		return false
	}
	switch m.Key {
	case "quote.dice.place":
		l.place = figure(m.Args[1])
	case "quote.dice.damage":
		l.damage = d.word(m.Args[1])
		if len(m.Args) > 2 {
			l.damageDice = strings.Fields(d.word(m.Args[2]))
		}
	}
	return true
}

func figure(arg any) string {
	switch n := arg.(type) {
	case int:
		return num(n)
	case float64:
		return num(int(n))
	}
	return ""
}

// sum is what a chapter with rolls came to, in a line.
func (d *desk) sum(c *chapter) string {
	text := d.T("web.quote.story.hits", c.hits)
	if len(c.fell) > 0 {
		text += " " + d.T("web.quote.story.fell", len(c.fell), strings.Join(c.fell, ", "))
	}
	return text
}

// rolled tells whether any of it was rolled; before that the field is what one
// wants to see first.
func rolled(list []chapter) bool {
	return slices.ContainsFunc(list, func(c chapter) bool { return len(c.bouts) > 0 })
}

// shut tells whether a bout of a long chapter is told only when asked: a page with
// every die of sixty fights would be heavy on a phone.
func (d *desk) shut(c *chapter, b *bout) bool {
	return !d.pick.whole && len(c.bouts) > manyBouts && !b.tells()
}

// quiet is how many bouts are told only when asked.
func (d *desk) quiet(c *chapter) (n int) {
	for i := range c.bouts {
		if d.shut(c, &c.bouts[i]) {
			n++
		}
	}
	return n
}

// logText is all there is to tell, oldest first, as plain text.
func (d *desk) logText() string {
	var b strings.Builder
	for _, n := range d.m.News {
		b.WriteString(d.Text(n.Text))
		b.WriteByte('\n')
	}
	return b.String()
}

// hits tells whether a line is a blow that hit.
func (l *line) hits() bool { return l.kind == "hit" || l.kind == "critical" || l.kind == "zero_hits" }
