package nucleo

import (
	"encoding/json"

	"banco/game"
)

var _ game.Amender = (*State)(nil)

// Undo goes back to an earlier state of the same turn: what the active player
// did on the map can be taken back, as far as nobody has rolled. A card that was
// shown stays shown and what was said stays said, so neither is crossed; and
// while people plan there is nothing that anybody could know to have been done.
func (s *State) Undo(before game.State, asks game.Seat, acted game.Seats) (game.State, error) {
	b, ok := before.(*State)
	own := game.Seats(0)
	if asks >= 0 && int(asks) < s.cfg.seats {
		own = game.Only(asks)
	}
	switch {
	case s.Over():
		return nil, game.Refuse("nucleo", "match_over", "N24")
	case s.Phase != PhaseAct || !ok || b == nil || !b.leadsTo(s):
		return nil, game.Refuse("nucleo", "undo_not_before", "N10")
	case acted&^own != 0:
		return nil, game.Refuse("nucleo", "undo_others", "N09")
	case b.Players[b.Active].Played != s.Players[s.Active].Played || b.Spoke != s.Spoke || b.Lines != s.Lines || b.Hush != s.Hush:
		return nil, game.Refuse("nucleo", "undo_reveal", "N08")
	}
	return b.Copy(nil), nil
}

// leadsTo tells whether a state can have come before another of the same turn.
func (s *State) leadsTo(later *State) bool {
	if s.cfg != later.cfg || s.Phase != PhaseAct || s.Round != later.Round || s.Active != later.Active || s.Burnt != later.Burnt {
		return false
	}
	for p := range s.Players {
		a, b := &s.Players[p], &later.Players[p]
		if a.Acted != b.Acted || a.Dead != b.Dead || a.Played&^b.Played != 0 || a.Built > b.Built {
			return false
		}
	}
	return true
}

// Correct refuses: the app has moved everything itself.
func (s *State) Correct(json.RawMessage, *game.Log) error {
	return game.Refuse("nucleo", "correct_virtual", "N10")
}
