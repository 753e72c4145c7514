// Package klangpage draws Klang's parts of the match page: the table from
// above, the dice in hand, what they can do, the score. It reads nothing but
// the [klang.View] of the one who looks.
//
// A choice in progress lives in the address: "?die=6&do=attack&target=4" is a
// six held over a robot. Each step is a link, the last one a form; so the page
// needs no script, and a reload loses nothing.
package klangpage

import (
	"encoding/json"
	"net/url"
	"strconv"

	"banco/games/klang"
	"banco/geom"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// Page is Klang's [ui.GamePage].
type Page struct{}

var (
	_ ui.GamePage = Page{}
	_ ui.Artist   = Page{}
	_ ui.Umpire   = Page{}
)

// desk is a view with everything that drawing it needs at hand.
type desk struct {
	*ui.Page
	m    *ui.Match
	v    *klang.View
	pick pick
	menu *menu // what may be done; nil when it is not the viewer's turn
	ui.Eye
	spots []spot                  // suggested places, once worked out
	worn  [klang.MaxRobots]string // likewise what each robot wears, in words
}

// newDesk prepares a match for drawing.
func newDesk(p *ui.Page, m *ui.Match) *desk {
	v, ok := m.View.(*klang.View)
	if !ok {
		return nil
	}
	d := &desk{Page: p, m: m, v: v, Eye: newEye(v)}
	if m.Mine() {
		d.menu = newMenu(v)
	}
	d.pick = readPick(m.Pick, d)
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

// Board is the table from above, and in words. A real one the page does not
// know: what it does know of the robots takes its place.
func (Page) Board(p *ui.Page, m *ui.Match) templ.Component {
	return drawn(p, m, either(board, inventory))
}

// Turn is the round, who closes it and the score, for the line above the table.
func (Page) Turn(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, turnBar) }

// Hand is the dice and what they can do.
func (Page) Hand(p *ui.Page, m *ui.Match) templ.Component {
	return drawn(p, m, either(hand, phoneHand))
}

// Side is the score and, where the table does not show them, the robots one by
// one.
func (Page) Side(p *ui.Page, m *ui.Match) templ.Component {
	return drawn(p, m, either(side, phoneSide))
}

// After is how the dice fell and how long people took.
func (Page) After(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, after) }

// Art is the picture in the lobby.
func (Page) Art() templ.Component { return art() }

// either draws a virtual table or a real one.
func either(virtual, real func(*desk) templ.Component) func(*desk) templ.Component {
	return func(d *desk) templ.Component {
		if d.v.Companion() {
			return real(d)
		}
		return virtual(d)
	}
}

// formFields are the fields of each type of action that a form may fill.
var formFields = ui.Fields{Lists: []string{"dice"}, Of: map[string][]string{
	"lay":      {"piece", "x", "y", "turn"},
	"pass":     {},
	"deploy":   {"robot", "x", "y"},
	"activate": {"robot"},
	"move":     {"die", "x", "y"},
	"attack":   {"die", "slot", "target"},
	"prize":    {"part", "loot"},
	"pick_up":  {"die", "loot"},
	"bolt":     {"dice", "part", "slot"},
	"unbolt":   {"die", "slot"},
	"sabotage": {"die", "part"},
	"end":      {},
	"ready":    {},
	"walk":     {"die", "mm"},
	"done":     {},
}}

// Action reads an action from a form.
func (Page) Action(form url.Values) (json.RawMessage, error) { return formFields.Action(spread(form)) }

// spread opens the fields that hold several: "what" is a place, a prize or a
// part with its slot, "cm" a length.
func spread(form url.Values) url.Values {
	out := ui.Unfold(form, "what")
	if told := form.Get("cm"); told != "" {
		out.Set("mm", told) // which the rules refuse, if it is no length
		if n, ok := ui.Centimetres(told); ok {
			out.Set("mm", strconv.FormatInt(n/geom.Unit, 10))
		}
	}
	return out
}
