package klangpage

import (
	"banco/game"
	"banco/games/klang"
	"banco/geom"
	"banco/web/ui"
)

var (
	_ ui.Bidder   = Page{}
	_ ui.Reteller = Page{}
)

// Bid says what a match on a real table wants its viewer to do, where it is not
// their turn to act.
func (Page) Bid(p *ui.Page, m *ui.Match) string {
	v, ok := m.View.(*klang.View)
	switch {
	case !ok || !v.Companion() || !m.Mine():
		return ""
	case v.Phase == klang.PhaseOrder:
		return p.T("web.klang.bid." + v.Order.Kind.String())
	case v.Phase == klang.PhaseDeployment:
		return p.T("web.klang.real.hand.setup")
	}
	return ""
}

// Retell says lengths in centimetres, and whose part was knocked off once where it
// came off its own robot.
func (Page) Retell(p *ui.Page, text game.Message) game.Message {
	switch text.Key {
	case "klang.walked":
		if len(text.Args) == 3 {
			if mm, ok := text.Args[2].(int); ok {
				return game.Msg("web.klang.news.walked", text.Args[0], text.Args[1], p.CM(int64(mm)*geom.Unit))
			}
		}
	case "klang.knocked_off":
		if len(text.Args) == 3 {
			if part, ok := text.Args[2].(game.Message); ok && len(part.Args) > 0 && part.Args[0] == text.Args[1] {
				return game.Msg("web.klang.news.knocked_off", text.Args...)
			}
		}
	}
	return text
}

// Moved tells whether hands moved something: a robot, a part, a malloppo.
func (Page) Moved(text game.Message) bool {
	switch text.Key {
	case "klang.walked", "web.klang.news.walked", "klang.knocked_off", "web.klang.news.knocked_off", "klang.loot_dropped", "klang.loot_torn",
		"klang.picked_up", "klang.bolted", "klang.unbolted", "klang.sabotaged":
		return true
	}
	return false
}
