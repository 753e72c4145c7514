package table

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// lobbyTime is how long after the start the lobby waits for the matches of before.
const lobbyTime = 300 * time.Millisecond

// lobby knows the open tables: matches that are listed and wait for people.
type lobby struct {
	scanned chan struct{} // closed once the matches of before are in
	mu      sync.Mutex
	open    map[string]Listing
}

func (l *lobby) has(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.open[id]
	return ok
}

func (l *lobby) update(m *match) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m.listed && m.stage == Waiting {
		l.open[m.id] = Listing{ID: m.id, Game: m.game.Info().Name, Players: m.players, Created: m.created}
	} else {
		delete(l.open, m.id)
	}
}

// Lobby lists the matches that are open to anybody, newest first.
func (s *Service) Lobby(ctx context.Context) ([]Listing, error) {
	// After a start with many matches those not found yet appear when they are.
	patience := time.NewTimer(time.Until(s.opened.Add(lobbyTime)))
	defer patience.Stop()
	select {
	case <-s.lobby.scanned:
	case <-patience.C:
	case <-ctx.Done():
		return nil, refuse(Unavailable, "journal")
	}
	s.lobby.mu.Lock()
	defer s.lobby.mu.Unlock()
	list := make([]Listing, 0, len(s.lobby.open))
	for _, l := range s.lobby.open {
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b Listing) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}
