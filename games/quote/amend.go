package quote

import (
	"encoding/json"

	"banco/game"
)

var _ game.Amender = (*State)(nil)

// Undo goes back to an earlier state of the battle. Only the Master acts, so all
// that the rules ask is that it is the Master who wants to.
func (s *State) Undo(before game.State, asks game.Seat, acted game.Seats) (game.State, error) {
	b, ok := before.(*State)
	own := game.Seats(0)
	if asks == Master {
		own = game.Only(Master)
	}
	switch {
	case s.Closed:
		return nil, refuse("Q01", "closed", "")
	case !ok || b == nil || !b.leadsTo(s):
		return nil, refuse("Q01", "undo_not_before", "")
	case acted&^own != 0:
		return nil, refuse("Q01", "undo_others", "")
	}
	return b.Copy(nil), nil
}

// leadsTo tells whether a state can have come before another of the same battle.
func (s *State) leadsTo(later *State) bool {
	return s.cfg == later.cfg && !s.Closed && s.Acts <= later.Acts && s.noted <= later.noted &&
		s.LastID <= later.LastID && s.LastFight <= later.LastFight
}

// Correct refuses: the Master sets everything right by actions.
func (s *State) Correct(json.RawMessage, *game.Log) error {
	return refuse("Q01", "correct_by_action", "")
}
