// Package nucleopage draws Nucleo's parts of the match page: the map of
// hexagons with all that stands on it, what the machine did and would do step by
// step, the hand, the sentences that may be said. It reads nothing but the
// [nucleo.View] of the one who looks, and of that nothing from which one could
// tell what others choose in secret.
//
// A choice in progress lives in the address: "?do=move&to=3" is a step held
// ready, "?forecast=mechs" a look at what the machine may do. Each step is a
// link, the last one a form; so the page needs no script, and a reload loses
// nothing.
//
// Read from the top: pick.go is the choice in progress and what can be chosen;
// eye.go says where things lie on the drawing; board, tale (what happened or
// would happen, in order), hand, harm, talk, side, story and words draw.
package nucleopage

import (
	"encoding/json"
	"net/url"
	"strconv"

	"banco/game"
	"banco/games/nucleo"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// Page is Nucleo's [ui.GamePage].
type Page struct{}

var (
	_ ui.GamePage = Page{}
	_ ui.Artist   = Page{}
	_ ui.Umpire   = Page{}
	_ ui.Herald   = Page{}
	_ ui.Marker   = Page{}
	_ ui.Teller   = Page{}
)

// Board is the map, drawn and in words.
func (Page) Board(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, board) }

// Turn is the round and the way in which the machine turns.
func (Page) Turn(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, roundStrip) }

// Hand is what the viewer can do now.
func (Page) Hand(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, hand) }

// Side is how the team and the machine stand.
func (Page) Side(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, standing) }

// After is why it was won or lost.
func (Page) After(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, ending) }

// Story is what happened, each thing under who did it.
func (Page) Story(p *ui.Page, m *ui.Match) templ.Component { return drawn(p, m, story) }

// Mark is the badges of the factions that a seat plays: the colours that it has on
// the map.
func (Page) Mark(p *ui.Page, m *ui.Match, seat game.Seat) templ.Component {
	return drawn(p, m, func(d *desk) templ.Component { return seatBadges(d, seat) })
}

// Art is the picture in the lobby.
func (Page) Art() templ.Component { return art() }

// Awaited is whom the match waits for: who may only talk is not waited for, and
// while all choose in secret nobody is told who still has to.
func (Page) Awaited(m *ui.Match) game.Seats {
	v, ok := m.View.(*nucleo.View)
	if !ok {
		return m.ToAct
	}
	if v.Turn() != game.Watcher {
		return game.Only(v.Turn())
	}
	return m.ToAct
}

// Headline says whose turn it is.
func (Page) Headline(p *ui.Page, m *ui.Match) string {
	if d := deskOf(p, m); d != nil {
		return d.headline()
	}
	return ""
}

// Verdict says how it ended.
func (Page) Verdict(p *ui.Page, m *ui.Match) string {
	if d := deskOf(p, m); d != nil {
		return d.T("web.nucleo.over." + d.v.Outcome.String())
	}
	return ""
}

// numberOf is the field that each kind of action has beside its type.
var numberOf = map[nucleo.ActionKind]string{
	nucleo.ActTake: "leader", nucleo.ActLeave: "card", nucleo.ActStart: "hex", nucleo.ActPick: "card", nucleo.ActMove: "to",
	nucleo.ActRegroup: "to", nucleo.ActDestroy: "at", nucleo.ActBreach: "side", nucleo.ActReinforce: "card",
	nucleo.ActHabitats: "player", nucleo.ActPoint: "hex",
}

var kinds = func() map[string]nucleo.ActionKind {
	m := map[string]nucleo.ActionKind{}
	for k := nucleo.ActNone + 1; k < nucleo.NumActionKinds; k++ {
		m[k.String()] = k
	}
	return m
}()

// Action reads an action from a form. What is missing is left out, and what is
// wrong the rules say.
func (Page) Action(form url.Values) (json.RawMessage, error) {
	kind, ok := kinds[form.Get("type")]
	if !ok {
		return nil, &game.Error{Code: "bad_form", Field: "type", Text: game.Msg("web.error.bad_command")}
	}
	action := map[string]any{"type": kind.String()}
	if field := numberOf[kind]; field != "" && form.Get(field) != "" {
		action[field] = form.Get(field)
		if n, err := strconv.Atoi(form.Get(field)); err == nil {
			action[field] = n
		}
	}
	if kind == nucleo.ActSay {
		action["text"] = form.Get("text")
	}
	if form.Get("item") != "" {
		action["item"] = true
	}
	return json.Marshal(action)
}
