package web

import (
	"encoding/json"
	"net/http"
	"net/url"

	"banco/web/dadipage"
	"banco/web/klangpage"
	"banco/web/nucleopage"
	"banco/web/quotepage"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// gamePages is the registry of the games' own pages, one line each.
var gamePages = map[string]ui.GamePage{
	"klang":  klangpage.Page{},
	"dadi":   dadipage.Page{},
	"quote":  quotepage.Page{},
	"nucleo": nucleopage.Page{},
}

// pageOf is the page of a game; a game that has none gets the plain one.
func pageOf(name string) ui.GamePage {
	if p, ok := gamePages[name]; ok {
		return p
	}
	return plainPage{}
}

// plainPage plays any game by the list of its actions, as JSON.
type plainPage struct{}

func (plainPage) Board(p *ui.Page, m *ui.Match) templ.Component { return plainBoard(p, m) }
func (plainPage) Hand(p *ui.Page, m *ui.Match) templ.Component  { return plainHand(p, m) }
func (plainPage) Side(p *ui.Page, m *ui.Match) templ.Component  { return templ.NopComponent }
func (plainPage) After(p *ui.Page, m *ui.Match) templ.Component { return templ.NopComponent }

func (plainPage) Action(url.Values) (json.RawMessage, error) {
	return nil, refuse(http.StatusBadRequest, "bad_form", "web.error.bad_command")
}

// viewText is a view as indented JSON, for a game without a page of its own.
func viewText(m *ui.Match) string {
	data, err := json.MarshalIndent(m.View, "", "  ")
	if err != nil {
		return ""
	}
	return string(data)
}

// actionText is an action as the plain page's form sends it.
func actionText(a any) string {
	data, err := encodeJSON(a)
	if err != nil {
		return ""
	}
	return string(data)
}
