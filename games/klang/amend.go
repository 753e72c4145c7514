package klang

import (
	"encoding/json"

	"banco/game"
)

var _ game.Amender = (*State)(nil)

// Undo goes back to an earlier state. On a virtual table, where nothing has to
// be told, only what gave nothing away and was nobody else's can be taken back.
// On a real one people say what they do before they look at the table again, so
// everything can, up to the last roll; dice that were shown come back to the
// hand and stay known.
func (s *State) Undo(before game.State, asks game.Seat, acted game.Seats) (game.State, error) {
	b, ok := before.(*State)
	if s.Over() {
		return nil, game.Refuse("klang", "match_over", "K29")
	}
	if !ok || b == nil || !b.leadsTo(s) {
		return nil, game.Refuse("klang", "undo_not_before", "K12")
	}
	if !s.cfg.companion() {
		own := game.Seats(0)
		if asks >= 0 {
			own = game.Only(asks)
		}
		switch {
		case b.hands != s.hands:
			return nil, game.Refuse("klang", "undo_reveal", "K09")
		case acted&^own != 0:
			return nil, game.Refuse("klang", "undo_others", "K12")
		}
		return b.Copy(nil), nil
	}
	back := b.Copy(nil).(*State)
	for r := range back.hands {
		for i := range back.hands[r] {
			back.Known[r][i] = s.Known[r][i] + b.hands[r][i] - s.hands[r][i]
		}
	}
	height := back.height
	back.did(Deed{Kind: DeedUndone, Seat: asks})
	if back.Phase == PhasePrize {
		back.height = height // the attacker still has to choose by it
	}
	return back, nil
}

// leadsTo tells whether a state can have come before another of the same match,
// with no roll in between: dice are only spent then.
func (s *State) leadsTo(later *State) bool {
	if s.cfg != later.cfg || s.Phase == PhaseOver || s.Activations != later.Activations || s.Round > later.Round ||
		s.Loots > later.Loots || s.Ready&^later.Ready != 0 {
		return false
	}
	for r := range s.hands {
		if !s.hands[r].holds(&later.hands[r]) {
			return false
		}
	}
	return true
}

// Correct sets right where a part or a malloppo is on a real table, as the
// players agree that it is. It costs no dice.
func (s *State) Correct(raw json.RawMessage, log *game.Log) error {
	f, err := s.checkFact(s.cfg, raw)
	if err != nil {
		return err
	}
	if log != nil {
		log.Tell(game.Everyone, "klang.corrected", f.text(s.cfg, &s.Board))
	}
	d := Deed{Kind: DeedCorrected, Seat: game.Watcher, Robot: int8(max(f.on, None)), Target: None, Slot: f.slot, Part: None, Loot: None}
	if f.loot {
		d.Loot = int8(f.id)
		s.Loot[f.id].On = int8(f.on)
	} else {
		d.Part = int8(f.id)
		s.refit(int8(f.id), int8(f.on), f.slot)
	}
	s.did(d)
	return nil
}

// refit puts a part where it is: into a slot, on the table or out of the game.
func (b *Board) refit(part, on int8, slot Slot) {
	p := &b.Parts[part]
	if p.On >= 0 {
		for i := range NumSlots {
			if b.Robots[p.On].Slots[i] == part {
				b.Robots[p.On].Slots[i] = None
			}
		}
	}
	if p.On = on; on >= 0 {
		b.Robots[on].Slots[slot] = part
	}
}
