package web

import (
	"net/http"

	"banco/game"
	"banco/table"
)

// lobbyView is what the lobby shows.
type lobbyView struct {
	Games []gameCard
	Open  []table.Listing
	Mine  []myMatch
}

type gameCard struct {
	Name string
	Info game.Info
}

// myMatch is a match that this browser made or sits at.
type myMatch struct {
	ID    string
	Stage string
	Turn  bool // it is the turn of somebody who plays from here
	Match *table.Snapshot
}

func (s *Server) lobby(w http.ResponseWriter, r *http.Request) error {
	open, err := s.cfg.Tables.Lobby(r.Context())
	if err != nil {
		return err
	}
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, newLobbyJSON(s.games(), open))
		return nil
	}
	v := lobbyView{Open: open}
	for _, g := range s.cfg.Games() {
		v.Games = append(v.Games, gameCard{g.Info().Name, g.Info()})
	}
	for _, m := range mineOf(r) {
		// Looked at as a watcher: the seat's cookie does not come along here, and
		// whose turn it is everybody may know.
		snap, err := s.cfg.Tables.Look(r.Context(), m.match, "")
		if err != nil {
			continue // gone since
		}
		v.Mine = append(v.Mine, myMatch{m.match, snap.Stage, snap.Stage == table.Playing && awaited(snap)&m.seats&people(snap) != 0, snap})
	}
	page := s.page(r)
	s.render(w, r, http.StatusOK, lobbyPage(page, v))
	return nil
}

type lobbyJSON struct {
	Games []gameJSON    `json:"games"`
	Open  []listingJSON `json:"open"`
}

type listingJSON struct {
	ID      string         `json:"id"`
	Game    string         `json:"game"`
	Created string         `json:"created"`
	Players []table.Player `json:"players"`
}

func newLobbyJSON(games []gameJSON, open []table.Listing) lobbyJSON {
	out := lobbyJSON{games, []listingJSON{}}
	for _, l := range open {
		out.Open = append(out.Open, listingJSON{l.ID, l.Game, l.Created.UTC().Format("2006-01-02T15:04:05Z"), l.Players})
	}
	return out
}
