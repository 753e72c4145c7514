package dadi

import (
	"encoding/json"

	"banco/game"
)

var _ game.Amender = (*State)(nil)

// Undo goes back to an earlier state of the match. Nothing is secret here, so
// all that the rules ask is that nobody else has acted since (D14).
func (s *State) Undo(before game.State, asks game.Seat, acted game.Seats) (game.State, error) {
	b, ok := before.(*State)
	own := game.Seats(0)
	if asks >= 0 && int(asks) < s.cfg.seats {
		own = game.Only(asks)
	}
	switch {
	case s.Over():
		return nil, game.Refuse("dadi", "match_over", "D01")
	case !ok || b == nil || !b.leadsTo(s):
		return nil, game.Refuse("dadi", "undo_not_before", "D14")
	case acted&^own != 0:
		return nil, game.Refuse("dadi", "undo_others", "D14")
	}
	return b.Copy(nil), nil
}

// leadsTo tells whether a state can have come before another of the same match,
// with no roll in between: without one nobody's turn ends and nobody falls.
func (s *State) leadsTo(later *State) bool {
	if s.cfg != later.cfg || s.Phase == PhaseOver || s.Phase > later.Phase && later.Phase < PhaseTurn ||
		s.Round != later.Round || s.Laid > later.Laid || s.Out != later.Out || s.Orders != later.Orders || s.Turn > later.Turn {
		return false
	}
	for i := range s.Dice {
		if s.Dice[i].Stands && !later.Dice[i].Stands {
			return false
		}
	}
	return true
}

// Correct refuses: the app has measured everything itself.
func (s *State) Correct(json.RawMessage, *game.Log) error {
	return game.Refuse("dadi", "correct_virtual", "D14")
}
