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
	"strconv"

	"banco/game"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// Page is Guerra di Dadi's [ui.GamePage].
type Page struct{}

var _ ui.GamePage = Page{}

// Board is the table from above, and in words.
func (Page) Board(p *ui.Page, m *ui.Match) templ.Component { return templ.NopComponent }

// Hand is what the viewer can do now.
func (Page) Hand(p *ui.Page, m *ui.Match) templ.Component { return templ.NopComponent }

// Side is the armies.
func (Page) Side(p *ui.Page, m *ui.Match) templ.Component { return templ.NopComponent }

// After is nothing: the armies say it all.
func (Page) After(p *ui.Page, m *ui.Match) templ.Component { return templ.NopComponent }

// formFields are the fields of each type of action that a form may fill.
var formFields = map[string][]string{
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
}

// Action reads an action from a form. Empty fields are left out; what is wrong
// with the rest the rules say.
func (Page) Action(form url.Values) (json.RawMessage, error) {
	kind := form.Get("type")
	fields, ok := formFields[kind]
	if !ok {
		return nil, &game.Error{Code: "bad_form", Field: "type", Text: game.Msg("web.error.bad_command")}
	}
	action := map[string]any{"type": kind}
	for _, f := range fields {
		if s := form.Get(f); s != "" {
			action[f] = scalar(s)
		}
	}
	return json.Marshal(action)
}

func scalar(s string) any {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	return s
}
