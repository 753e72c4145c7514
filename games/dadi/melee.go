package dadi

import (
	"banco/dice"
	"banco/game"
)

// maxAgain is how often dice are rolled again before it is settled otherwise
// (doc.go).
const maxAgain = 100

// fight lets the active die fight one that it touches: the higher roll wins,
// the loser is removed (D12).
func (s *State) fight(target int, src dice.Source, log *game.Log) {
	die := int(s.Active)
	mine, theirs := dice.D6(src), dice.D6(src)
	for again := 0; mine == theirs && again < maxAgain; again++ {
		s.tellFight(die, target, mine, theirs, log)
		mine, theirs = dice.D6(src), dice.D6(src)
	}
	s.tellFight(die, target, mine, theirs, log)
	if mine >= theirs {
		s.remove(target, log)
	} else {
		s.remove(die, log)
	}
}

func (s *State) tellFight(die, target, mine, theirs int, log *game.Log) {
	s.did(Deed{Kind: DeedFought, Seat: SeatOf(die), Die: int8(die), Target: int8(target),
		Rolls: [MaxSeats]int8{int8(mine), int8(theirs)}, From: s.Dice[die].At, To: s.Dice[target].At})
	if log != nil {
		log.Tell(game.Everyone, "dadi.fought", dieWord(die), mine, dieWord(target), theirs)
	}
}

// remove takes a die off the table. With a commander goes everything its player
// has (D01); any other its player may try to bring back, if there is room (D13).
func (s *State) remove(die int, log *game.Log) {
	seat := SeatOf(die)
	s.leave(die)
	if log != nil {
		log.Tell(game.Everyone, "dadi.removed", dieWord(die), soldierWord(die))
	}
	if NumberOf(die) != Commander {
		if _, room := s.arrivalRoom(s.cfg, seat); room {
			s.Lost = int8(die)
			s.Phase = PhaseReserve
		}
		return
	}
	for other := ID(seat, Commander); other <= ID(seat, Soldiers); other++ {
		if s.Dice[other].Stands {
			s.leave(other)
		}
	}
	s.Out |= game.Only(seat)
	s.did(Deed{Kind: DeedOut, Seat: seat})
	if log != nil {
		log.Tell(game.Everyone, "dadi.out", sideWord(seat))
	}
	if s.players(s.cfg).Len() <= 1 {
		s.finish(log)
	}
}

func (s *State) leave(die int) {
	s.did(Deed{Kind: DeedRemoved, Seat: SeatOf(die), Die: int8(die), From: s.Dice[die].At})
	s.Dice[die] = Die{}
	if int(s.Active) == die {
		s.Active, s.Fights = None, false
	}
}

// finish ends the match.
func (s *State) finish(log *game.Log) {
	s.Phase, s.Active, s.Lost, s.Fights = PhaseOver, None, None, false
	if log == nil {
		return
	}
	r := s.result(s.cfg)
	switch {
	case len(r.Winners) == 1:
		log.Tell(game.Everyone, "dadi.won", sideWord(r.Winners[0]))
	default:
		log.Tell(game.Everyone, "dadi.drawn", r.Scores[r.Winners[0]])
	}
}
