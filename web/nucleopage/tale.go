package nucleopage

import (
	"strconv"
	"strings"

	"banco/games/nucleo"

	"github.com/a-h/templ"
)

// tale is what happened last, or what a machine card would do, one step after
// the other. What a step says is marked on the board with the step's number.
type tale struct {
	forecast bool
	again    int // which of the machine's last cards once more; 0 for none
	card     int // the machine card that was drawn, None where none was
	steps    []chapter
	outcome  nucleo.Outcome
}

// chapter is one step: a deed, or two that are one to whoever looks.
type chapter struct {
	n     int // its number; 0 for what has no place on the board
	deeds []nucleo.Deed
	at    spot
}

// tell puts the tale together: the forecast that is asked for, the machine's last
// card, or the last deeds.
func (d *desk) tell() tale {
	t := tale{card: nucleo.None}
	var deeds []nucleo.Deed
	if kind, card, ok := d.foretold(); ok {
		t.forecast = true
		if card != nucleo.None {
			deeds, t.outcome = d.v.ForecastCard(card)
		} else {
			deeds, t.outcome = d.v.Forecast(kind)
		}
	} else if deeds = d.v.LastDeeds(); d.pick.again > 0 {
		if card := d.cardBack(d.pick.again); card != nil {
			t.again, deeds = d.pick.again, card
		}
	}
	var on marks
	for i, deed := range deeds {
		if deed.Kind == nucleo.DeedDrew {
			t.card = int(deed.Card)
			continue
		}
		if last := len(t.steps) - 1; i > 0 && last >= 0 && follows(deeds[i-1], deed) {
			t.steps[last].deeds = append(t.steps[last].deeds, deed)
			continue
		}
		c := chapter{deeds: []nucleo.Deed{deed}}
		if s, ok := d.deedPlace(deed, &on); ok {
			c.at, c.n = s, on.count
		}
		t.steps = append(t.steps, c)
	}
	return t
}

// cardBack are the deeds of one of the machine's last cards, as it was told when
// it was drawn, the latest being the first; nil where there were not so many.
func (d *desk) cardBack(n int) (deeds []nucleo.Deed) {
	news := d.m.News
	at := len(news)
	for ; n > 0 && at >= 0; n-- {
		for at--; at >= 0 && news[at].Text.Key != "nucleo.deed."+nucleo.DeedDrew.String(); {
			at--
		}
	}
	for i := max(at, 0); i < len(news) && at >= 0 && news[i].Entry == news[at].Entry; i++ {
		if deed, ok := d.v.Retold(news[i].Text); ok {
			deeds = append(deeds, deed)
		}
	}
	return deeds
}

// past is a machine card that was drawn.
type past struct {
	n    int // the latest is 1
	name string
	on   bool
}

// pastCards are the machine's last cards, the latest first: as many as come while
// one player waits for its next turn.
func (d *desk) pastCards() (list []past) {
	for n := 1; n <= d.v.NumPlayers(); n++ {
		deeds := d.cardBack(n)
		if len(deeds) == 0 {
			break
		}
		list = append(list, past{n, d.Text(nucleo.MachineWord(int(deeds[0].Card))), d.tale.again == n})
	}
	return list
}

// aside tells whether the viewer looks at something else than what is on now.
func (t *tale) aside() bool { return t.forecast || t.again > 0 }

// follows tells whether two deeds are told as one step: a wall and the automaton
// that left it, an automaton that goes back and comes out again.
func follows(before, deed nucleo.Deed) bool {
	switch deed.Kind {
	case nucleo.DeedAdvanced, nucleo.DeedReset:
		return before.Kind == nucleo.DeedWalled
	case nucleo.DeedEntered, nucleo.DeedWaits:
		return before.Kind == nucleo.DeedReset
	case nucleo.DeedCampLost, nucleo.DeedUncovered:
		return before.Kind == nucleo.DeedBuilt || before.Kind == nucleo.DeedCampLost
	}
	return false
}

// foretold is which machine card the viewer wants to look at: a kind, or one
// card by its id.
func (d *desk) foretold() (kind nucleo.MachineKind, card int, ok bool) {
	if d.v.Phase != nucleo.PhasePlan && d.v.Phase != nucleo.PhaseAct {
		return 0, nucleo.None, false
	}
	for kind := range nucleo.MachineKinds {
		if d.pick.forecast == kind.String() {
			return kind, nucleo.None, true
		}
	}
	card, err := strconv.Atoi(d.pick.forecast)
	if err != nil || card < 0 || card >= nucleo.MachineCards {
		return 0, nucleo.None, false
	}
	return 0, card, true
}

// marks counts what is marked where, so that no mark hides another.
type marks struct {
	count int
	cells [nucleo.Cells]int
	edges [nucleo.Edges]int
}

// markSlots are where marks stand on a cell, one after the other: clear of its
// name, of how many mechs there are, and of whoever stands in the middle.
var markSlots = [...]spot{{-39, 17}, {0, 51}, {39, 20}, {0, -52}, {-20, 43}, {20, 43}}

// deedPlace is where a deed is marked.
func (d *desk) deedPlace(deed nucleo.Deed, on *marks) (spot, bool) {
	cell, edge := nucleo.None, nucleo.None
	switch deed.Kind {
	case nucleo.DeedWalled, nucleo.DeedAdvanced, nucleo.DeedReset, nucleo.DeedEntered, nucleo.DeedBreached:
		edge = int(deed.Edge)
	case nucleo.DeedCampLost:
		cell = int(deed.From)
	case nucleo.DeedUncovered, nucleo.DeedWaits:
		cell = nucleo.Core
	case nucleo.DeedHealed, nucleo.DeedRolled, nucleo.DeedDied:
		cell = int(d.v.Players[deed.Player].At)
	default:
		cell = int(deed.To)
	}
	switch {
	case edge >= 0:
		on.count++
		// Beside the middle, where the automaton stands or the breach gapes; first on
		// the side that the automaton does not head for.
		end := 0
		for i := range nucleo.Automata {
			if a := d.v.Automata[i]; int(a.Edge) == edge && a.End == 0 {
				end = 1
			}
		}
		n := on.edges[edge]
		on.edges[edge]++
		s := edgeSpots[edge].toward(edgeEnds[edge][(end+n)%2], 66)
		s.y += 14 * (n / 2)
		return s, true
	case cell >= 0:
		on.count++
		slot := markSlots[on.cells[cell]%len(markSlots)]
		on.cells[cell]++
		return spot{cellSpots[cell].x + slot.x, cellSpots[cell].y + slot.y}, true
	}
	return spot{}, false
}

// chapterText is a step in words.
func (d *desk) chapterText(c chapter) string {
	var b strings.Builder
	for i, deed := range c.deeds {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(d.Text(d.v.Words(deed)))
	}
	return b.String()
}

// taleTitle says what is being told.
func (d *desk) taleTitle() string {
	t := &d.tale
	if t.again == 1 {
		return d.T("web.nucleo.tale.again", nucleo.MachineWord(t.card))
	}
	if t.again > 1 {
		return d.T("web.nucleo.tale.before", nucleo.MachineWord(t.card))
	}
	if !t.forecast {
		if t.card != nucleo.None {
			return d.T("web.nucleo.tale.drew", nucleo.MachineWord(t.card))
		}
		return d.T("web.nucleo.tale.last")
	}
	kind, card, _ := d.foretold()
	if card != nucleo.None {
		return d.T("web.nucleo.tale.if", nucleo.MachineWord(card))
	}
	return d.T("web.nucleo.tale.if_kind", d.kindName(kind))
}

func (d *desk) kindName(kind nucleo.MachineKind) string {
	return d.T("nucleo.machine." + kind.String())
}

// taleTexts says what the card does that the tale is about.
func (d *desk) taleTexts() (list []string) {
	kind, card, foretold := d.foretold()
	if !foretold {
		card = d.tale.card
	} else if card == nucleo.None {
		return []string{d.Text(nucleo.MachineKindText(kind))}
	}
	if card == nucleo.None {
		return nil
	}
	for _, m := range nucleo.MachineText(card) {
		list = append(list, d.Text(m))
	}
	return list
}

// taleID tells one tale from the next, so that a new one is played from its
// beginning.
func (d *desk) taleID() string {
	id := itoa(d.m.Seq) + d.pick.forecast
	if d.tale.again > 0 {
		id += "-again" + itoa(d.tale.again)
	}
	return id
}

// stepHref picks out one step on the board.
func (d *desk) stepHref(n int) templ.SafeURL {
	switch {
	case d.tale.forecast:
		return d.step("forecast", d.pick.forecast, "step", itoa(n))
	case d.tale.again > 0:
		return d.step("again", againWord(d.tale.again), "step", itoa(n))
	}
	return d.step("step", itoa(n))
}

// omen is a machine card, or a kind of them, that may be drawn next.
type omen struct {
	query string
	text  string
	left  int
	on    bool
	ends  bool // it would end the match
}

// omens are the cards that may come, as far as everybody knows: of the base cards
// each kind, of the advanced ones each card.
func (d *desk) omens() (list []omen, of int) {
	left := d.v.MachineDeck()
	if len(left) == 0 {
		left = d.v.MachineDiscard()
	}
	var kinds [nucleo.MachineKinds]int
	var advanced []omen
	for _, card := range left {
		does := nucleo.MachineDoes(card)
		if len(does) == 1 {
			kinds[does[0]]++
			continue
		}
		_, outcome := d.v.ForecastCard(card)
		advanced = append(advanced, omen{itoa(card), d.T("web.nucleo.omen.two", d.kindName(does[0]), d.kindName(does[1])), 1, d.pick.forecast == itoa(card), outcome != nucleo.Undecided})
	}
	for kind, n := range kinds {
		k := nucleo.MachineKind(kind)
		_, outcome := d.v.Forecast(k)
		list = append(list, omen{k.String(), d.kindName(k), n, d.pick.forecast == k.String(), n > 0 && outcome != nucleo.Undecided})
	}
	return append(list, advanced...), len(left)
}

// foresees tells whether there is anything to be foreseen now.
func (d *desk) foresees() bool {
	return d.v.Phase == nucleo.PhasePlan || d.v.Phase == nucleo.PhaseAct
}
