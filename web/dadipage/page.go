// Package dadipage draws Guerra di Dadi's parts of the match page: the table
// from above with its scenery, the soldiers as dice, what the picked one can do.
// It reads nothing but the [dadi.View] of the one who looks.
//
// A choice in progress lives in the address: "?do=fire&target=9" is a shot held
// ready. Each step is a link, the last one a form; so the page needs no script,
// and a reload loses nothing.
package dadipage

import (
	"encoding/json"
	"net/url"

	"banco/web/ui"

	"github.com/a-h/templ"
)

// Page is Guerra di Dadi's [ui.GamePage].
type Page struct{}

var (
	_ ui.GamePage = Page{}
	_ ui.Artist   = Page{}
	_ ui.Umpire   = Page{}
)

// Board is the table from above, and in words.
func (Page) Board(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, board) }

// Turn is the round and the strip of whose turn it is.
func (Page) Turn(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, turnStrip) }

// Hand is what the viewer can do now.
func (Page) Hand(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, hand) }

// Side is the armies.
func (Page) Side(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, armies) }

// After is the dice that ended it.
func (Page) After(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, ending) }

// Art is the picture in the lobby.
func (Page) Art() templ.Component { return art() }

// formFields are the fields of each type of action that a form may fill.
var formFields = ui.Fields{Of: map[string][]string{
	"lay":     {"object", "x", "y", "turn"},
	"pass":    {},
	"place":   {"soldier", "x", "y"},
	"move":    {"x", "y"},
	"fire":    {"target"},
	"fight":   {"target"},
	"reserve": {},
	"decline": {},
	"arrive":  {"x", "y"},
	"end":     {},
}}

// Action reads an action from a form.
func (Page) Action(form url.Values) (json.RawMessage, error) { return formFields.Action(spread(form)) }

// spread opens the field that holds several: "at" is a place with, for an
// object, its turn.
func spread(form url.Values) url.Values { return ui.Unfold(form, "at") }
