package quote

import (
	"math/rand/v2"

	"banco/dice"
	"banco/game"
	"banco/games/quote/odds"
)

// View is what the Master, or a watcher, may know. A watcher's has no notes.
func (s *State) View(seat game.Seat, reuse game.View) game.View {
	if seat != Master {
		seat = game.Watcher
	}
	v, ok := reuse.(*View)
	if !ok || v == nil {
		v = new(View)
	}
	*v = View{cfg: s.cfg, seat: seat, Board: s.Board}
	if seat == Master {
		v.secret = s.secret
	}
	return v
}

// KeepsSecrets: what the Master wrote in notes is the Master's, even when the
// battle is closed.
func (s *State) KeepsSecrets() bool { return true }

var _ game.Keeper = (*State)(nil)

// Determinize makes a state that the view is of. What the Master may have
// written, a watcher can only guess.
func (v *View) Determinize(rng *rand.Rand) game.State {
	s := &State{cfg: v.cfg, Board: v.Board, secret: v.secret}
	if v.seat != Master {
		guesses := [...]string{"", "?", "…"}
		s.write(0, guesses[rng.IntN(len(guesses))])
		for i := range v.Contenders {
			if text := guesses[rng.IntN(len(guesses))]; text != "" {
				s.write(v.Contenders[i].ID, text)
			}
		}
	}
	return s
}

// What follows is what pages ask a view for.

// Seat is whose view this is.
func (v *View) Seat() game.Seat { return v.seat }

// Options are the battle's options, all of them; they must not be changed.
func (v *View) Options() *Options { return &v.cfg.opt }

// Mine tells whether the viewer may act now.
func (v *View) Mine() bool { return v.toAct().Has(v.seat) }

// Note is what the Master wrote about a contender, or with 0 about the battle;
// "" for anybody else.
func (v *View) Note(who int32) string { return v.note(who) }

// Check says why an action of the viewer's would be refused, nil if it is legal.
func (v *View) Check(a *Action) *game.Error {
	if a == nil {
		return refuse("Q01", "not_an_action", "")
	}
	if err := v.allows(v.cfg, v.seat, a); err != nil {
		return err
	}
	switch a.Kind {
	case ActRound, ActResolve:
		return nil
	}
	s := State{cfg: v.cfg, Board: v.Board, secret: v.secret}
	if err := s.Apply(v.seat, a, dice.Forbidden{}, nil); err != nil {
		return asError(err)
	}
	return nil
}

// Roll is what somebody in a fight rolls against in its next round.
type Roll struct {
	Who    int32
	Quota  int   // 0 for who closes in defence
	Target int32 // whom it strikes at
}

// Rolls are those of a fight in the order in which they are rolled; nil when
// there is no such fight.
func (v *View) Rolls(fight int32) []Roll { return v.rolls(v.cfg, fight) }

func (b *Board) rolls(c *Config, fight int32) []Roll {
	f := b.FightOf(fight)
	if f == nil {
		return nil
	}
	l := b.lineup(c, f)
	list := make([]Roll, 0, len(l.allies)+1)
	for i, ally := range l.allies {
		list = append(list, Roll{ally.ID, l.each[i], l.one.ID})
	}
	return append(list, Roll{l.one.ID, l.single, l.allies[l.target].ID})
}

// Fight is a fight as it stands now, for the analyser: a is the one, b the
// allies in the order of their ids; what they have taken is off what they take to
// fall. ok is false when there is no such fight.
func (v *View) Fight(id int32) (fight odds.Fight, ok bool) {
	f := v.FightOf(id)
	if f == nil {
		return odds.Fight{}, false
	}
	return v.odds(v.cfg, f), true
}
