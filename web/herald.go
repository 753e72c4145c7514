package web

import (
	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// awaited is whom a match waits for. Mostly that is who may act; a game that lets
// people act whom nobody waits for says so itself ([ui.Herald]).
func awaited(m *table.Snapshot) game.Seats {
	if h, ok := pageOf(m.Game).(ui.Herald); ok && m.Stage == table.Playing {
		return h.Awaited(&ui.Match{Snapshot: m})
	}
	return m.ToAct
}

// calls tells whether the match waits for its viewer: then the page says so in
// every way it can.
func calls(m *ui.Match) bool { return m.Mine() && awaited(m.Snapshot).Has(m.Seat) }

// headline is a game's own sentence for whose turn it is; "" for the usual one.
func headline(p *ui.Page, m *ui.Match) string {
	if h, ok := pageOf(m.Game).(ui.Herald); ok && m.Stage == table.Playing {
		return h.Headline(p, m)
	}
	return ""
}
