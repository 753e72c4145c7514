// Package quotepage draws Quote's console: the battlefield with its fights and
// those who are free, what the Master can do, and what was rolled. Watchers see
// the same without forms and without notes. It reads nothing but the
// [quote.View] of the one who looks.
//
// A choice in progress lives in the address: "?pick=3&pick=7" are two contenders
// picked, "?who=7" is one looked at closely. Ticks and links lead there, a form
// acts; so the page needs no script, and a reload loses nothing.
package quotepage

import (
	"encoding/json"
	"net/url"

	"banco/games/quote"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// Page is Quote's [ui.GamePage].
type Page struct{}

var (
	_ ui.GamePage = Page{}
	_ ui.Artist   = Page{}
	_ ui.Umpire   = Page{}
	_ ui.Reader   = Page{}
	_ ui.Teller   = Page{}
	_ ui.Scribe   = Page{}
)

// Board is the battlefield.
func (Page) Board(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, field) }

// Turn is the round and who is left.
func (Page) Turn(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, turnLine) }

// Hand is what the Master can do now.
func (Page) Hand(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, hand) }

// Story is what was rolled and what came of it, the latest first.
func (Page) Story(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, story) }

// Side is the factions.
func (Page) Side(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, factions) }

// After is what is left to do with a battle that is over: keep it, print it.
func (Page) After(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, afterwards) }

// Art is the picture in the lobby.
func (Page) Art() templ.Component { return art() }

// Sheet is the battle on paper.
func (Page) Sheet(p *ui.Page, m *ui.Match, notes bool) templ.Component {
	d := newDesk(p, m)
	if d == nil {
		return templ.NopComponent
	}
	return sheet(d, notes && d.v.Seat() == quote.Master)
}

// Save is the battle as a file.
func (Page) Save(m *ui.Match) []byte {
	if v, ok := m.View.(*quote.View); ok {
		return v.Save()
	}
	return nil
}

// Load is the action that takes a battle in.
func (Page) Load(file []byte) (json.RawMessage, error) {
	a, err := quote.Load(file)
	if err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

// Action reads what a form says by itself; the forms of this page say more
// beside the battle they were drawn from, which is for Read.
func (Page) Action(form url.Values) (json.RawMessage, error) { return actionOf(nil, form) }

// Read reads a form beside the battle.
func (Page) Read(m *ui.Match, form url.Values) (json.RawMessage, error) {
	v, _ := m.View.(*quote.View)
	return actionOf(v, form)
}
