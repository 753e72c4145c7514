package web

import (
	"slices"
	"strings"

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

// bid is what a match wants its viewer to do, in few words.
func bid(p *ui.Page, m *ui.Match) string {
	if b, ok := pageOf(m.Game).(ui.Bidder); ok {
		if text := b.Bid(p, m); text != "" {
			return text
		}
	}
	return gameText(p, m.Game, "web.turn.mine")
}

// retell puts what a match tells into the words of its page: as its game says it
// there, and with everybody called by the same name as elsewhere on the page.
func retell(p *ui.Page, m *ui.Match) *ui.Match {
	teller, _ := pageOf(m.Game).(ui.Reteller)
	if teller == nil && !slices.ContainsFunc(m.Players, func(pl table.Player) bool { return pl.Name != "" && m.Name(p, pl.Seat) != pl.Name }) {
		return m
	}
	say := func(text game.Message, seat game.Seat) game.Message {
		if teller != nil {
			text = teller.Retell(p, text)
		}
		// A bot keeps the name of whom it plays for, and they come back under it.
		if seat < 0 || int(seat) >= len(m.Players) || !strings.HasPrefix(text.Key, "table.news.") || text.Key == "table.news.bot" || text.Key == "table.news.back" {
			return text
		}
		name, shown := m.Players[seat].Name, m.Name(p, seat)
		if i := slices.Index(text.Args, any(name)); i >= 0 && name != shown {
			text.Args = slices.Clone(text.Args)
			text.Args[i] = shown
		}
		return text
	}
	all := func(list []table.News) []table.News {
		list = slices.Clone(list)
		for i := range list {
			list[i].Text = say(list[i].Text, list[i].Seat)
		}
		return list
	}
	texts := func(list []game.Message) []game.Message {
		list = slices.Clone(list)
		for i := range list {
			list[i] = say(list[i], game.Watcher)
		}
		return list
	}
	snap := *m.Snapshot // which others look at too
	snap.News, snap.Undone = all(snap.News), texts(snap.Undone)
	snap.CanUndo = slices.Clone(snap.CanUndo)
	for i := range snap.CanUndo {
		snap.CanUndo[i].News = texts(snap.CanUndo[i].News)
	}
	if snap.Proposal != nil {
		proposal := *snap.Proposal
		proposal.News = texts(proposal.News)
		snap.Proposal = &proposal
	}
	told := *m
	told.Snapshot = &snap
	return &told
}

// headline is a game's own sentence for whose turn it is; "" for the usual one.
func headline(p *ui.Page, m *ui.Match) string {
	if h, ok := pageOf(m.Game).(ui.Herald); ok && m.Stage == table.Playing {
		return h.Headline(p, m)
	}
	return ""
}
