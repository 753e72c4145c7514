package dadi

import (
	"banco/dice"
	"banco/game"
)

func (s *State) judge(seat game.Seat) judge { return judge{c: s.cfg, b: &s.Board, seat: seat} }

// Apply checks an action and does it.
func (s *State) Apply(seat game.Seat, act game.Action, src dice.Source, log *game.Log) error {
	j := s.judge(seat)
	a, ok := act.(*Action)
	if !ok || a == nil {
		return j.refuse(notAnAction, nil)
	}
	if why := j.allows(a); why != fine {
		return j.refuse(why, a)
	}
	s.Deeds, s.Told = [maxDeeds]Deed{}, 0
	switch a.Kind {
	case ActLay:
		s.lay(seat, a, log)
		s.nextObject(src, log)
	case ActPass:
		s.did(Deed{Kind: DeedLeftOut, Seat: seat})
		if log != nil {
			log.Tell(game.Everyone, "dadi.left_out", sideWord(seat))
		}
		s.nextObject(src, log)
	case ActPlace:
		s.place(seat, a, src, log)
	case ActMove:
		s.move(&j, src, log)
	case ActFire:
		s.fire(a, src, log)
	case ActFight:
		s.fight(int(a.Target), src, log)
		s.goOn(src, log)
	case ActReserve:
		s.tryReserve(src, log)
	case ActDecline:
		s.decline(src, log)
	case ActArrive:
		s.arrive(a, src, log)
	case ActEnd:
		s.end(src, log)
	}
	return nil
}

// did notes what happened. Of very much that happened at once the first is
// forgotten.
func (s *State) did(d Deed) {
	switch d.Kind {
	case DeedLaid, DeedLeftOut, DeedCampRoll, DeedInitiative, DeedOut:
		d.Die = None
	}
	if d.Kind != DeedFired && d.Kind != DeedFought {
		d.Target = None
	}
	if d.Kind != DeedLaid {
		d.Piece = None
	}
	if s.Told == maxDeeds {
		copy(s.Deeds[:], s.Deeds[1:])
		s.Told--
	}
	s.Deeds[s.Told] = d
	s.Told++
}

func (s *State) lay(seat game.Seat, a *Action, log *game.Log) {
	s.Ground = s.Ground.laid(int(a.Object), a.at(), int(a.Turn), seat)
	s.did(Deed{Kind: DeedLaid, Seat: seat, Piece: int8(len(s.Ground.Pieces) - 1), To: a.at()})
	if log != nil {
		log.Tell(game.Everyone, "dadi.laid", sideWord(seat), game.Msg("dadi.object."+objectName(int(a.Object))))
	}
}

func (s *State) nextObject(src dice.Source, log *game.Log) {
	if s.Laid++; int(s.Laid) < s.cfg.objects() {
		return
	}
	next := &Ground{Pieces: s.Ground.Pieces}
	s.Ground = next.ready(s.cfg)
	s.beginCamp(src, log)
}

// move takes the active die to where the judge found that its move ends.
func (s *State) move(j *judge, src dice.Source, log *game.Log) {
	die := int(s.Active)
	from, to := s.Dice[die].At, j.end
	climbs := int(s.Ground.Ascent.Tolls(from, to) / ALC)
	s.Dice[die].At = to
	s.Moved, s.Fights = true, true
	s.did(Deed{Kind: DeedMoved, Seat: j.seat, Die: s.Active, From: from, To: to})
	if log != nil {
		log.Tell(game.Everyone, "dadi.moved", dieWord(die))
		if climbs > 0 {
			log.Tell(game.Everyone, "dadi.climbed", dieWord(die), climbs)
		}
	}
	s.goOn(src, log)
}

// fire rolls for a hit (D11).
func (s *State) fire(a *Action, src dice.Source, log *game.Log) {
	die, target := int(s.Active), int(a.Target)
	roll := dice.D6(src)
	hit := hits(target, roll)
	s.Fired = true
	s.did(Deed{Kind: DeedFired, Seat: SeatOf(die), Die: s.Active, Target: int8(target), Hit: hit,
		Rolls: [MaxSeats]int8{int8(roll)}, From: s.Dice[die].At, To: s.Dice[target].At})
	if log != nil {
		key := "dadi.missed"
		if hit {
			key = "dadi.hit"
		}
		log.Tell(game.Everyone, key, dieWord(die), dieWord(target), roll)
	}
	if hit {
		s.remove(target, log)
	}
	s.goOn(src, log)
}

func (s *State) end(src dice.Source, log *game.Log) {
	s.did(Deed{Kind: DeedEnded, Seat: SeatOf(int(s.Active)), Die: s.Active})
	if log != nil {
		key := "dadi.stood"
		if s.Moved || s.Fired {
			key = "dadi.ended"
		}
		log.Tell(game.Everyone, key, dieWord(int(s.Active)))
	}
	s.Active = None
	s.goOn(src, log)
}

// tryReserve rolls for the return of a die (D13).
func (s *State) tryReserve(src dice.Source, log *game.Log) {
	die := int(s.Lost)
	roll := dice.D6(src)
	back := roll == NumberOf(die)
	s.did(Deed{Kind: DeedReserve, Seat: SeatOf(die), Die: s.Lost, Hit: back, Rolls: [MaxSeats]int8{int8(roll)}})
	if log != nil {
		key := "dadi.no_reserve"
		if back {
			key = "dadi.reserve"
		}
		log.Tell(game.Everyone, key, dieWord(die), roll)
	}
	if back {
		s.Phase = PhaseArrival
		return
	}
	s.Lost = None
	s.goOn(src, log)
}

func (s *State) decline(src dice.Source, log *game.Log) {
	s.did(Deed{Kind: DeedDeclined, Seat: SeatOf(int(s.Lost)), Die: s.Lost})
	if log != nil {
		log.Tell(game.Everyone, "dadi.declined", dieWord(int(s.Lost)))
	}
	s.Lost = None
	s.goOn(src, log)
}

func (s *State) arrive(a *Action, src dice.Source, log *game.Log) {
	die := int(s.Lost)
	s.Dice[die] = Die{a.at(), true}
	s.did(Deed{Kind: DeedArrived, Seat: SeatOf(die), Die: s.Lost, To: a.at()})
	if log != nil {
		log.Tell(game.Everyone, "dadi.arrived", dieWord(die))
	}
	s.Lost = None
	s.goOn(src, log)
}
