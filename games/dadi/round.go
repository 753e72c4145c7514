package dadi

import (
	"banco/dice"
	"banco/game"
)

// Start lays the table.
func (c *Config) Start(src dice.Source, log *game.Log) game.State {
	s := &State{cfg: c, Board: Board{Ground: c.open, Active: None, Lost: None}}
	if log != nil {
		log.Tell(game.Everyone, "dadi.begins", c.seats, c.opt.TableCM[0], c.opt.TableCM[1])
	}
	if c.opt.Scenery == SceneryAuto {
		s.Ground = c.deal(src)
		s.Laid = int8(c.objects())
	}
	if int(s.Laid) == c.objects() {
		s.beginCamp(src, log)
	}
	return s
}

// Config is the match's.
func (s *State) Config() game.Config { return s.cfg }

// ToAct is whose decision it is.
func (s *State) ToAct() game.Seats { return s.toAct(s.cfg) }

// Over tells whether the match is over.
func (s *State) Over() bool { return s.Phase == PhaseOver }

// Result tells who has how many soldiers.
func (s *State) Result() game.Result { return s.result(s.cfg) }

// rollEach lets each of some players roll a die, in seat order.
func (s *State) rollEach(who game.Seats, src dice.Source) (rolls [MaxSeats]int8) {
	for seat := range game.Seat(s.cfg.seats) {
		if who.Has(seat) {
			rolls[seat] = int8(dice.D6(src))
		}
	}
	return rolls
}

func (s *State) tellRolls(key string, rolls *[MaxSeats]int8, log *game.Log) {
	if log == nil {
		return
	}
	for seat, roll := range rolls {
		if roll > 0 {
			log.Tell(game.Everyone, key, sideWord(game.Seat(seat)), int(roll))
		}
	}
}

// goOn plays on from where something was resolved, up to the next decision.
func (s *State) goOn(src dice.Source, log *game.Log) {
	for s.Phase != PhaseOver && s.Lost == None {
		switch {
		case s.Active != None && s.Fights:
			touched, n := s.touched(s.cfg, int(s.Active))
			switch n {
			case 0:
				s.Fights = false
			case 1:
				s.fight(int(touched[0]), src, log)
			default:
				s.Phase = PhaseMelee
				return
			}
		case s.Active != None && s.mayGoOn():
			s.Phase = PhaseTurn
			return
		default:
			s.nextTurn(src, log)
			return
		}
	}
}

// mayGoOn tells whether the active die has anything left to do: only the
// commander moves and fires in one turn (D07).
func (s *State) mayGoOn() bool {
	switch {
	case NumberOf(int(s.Active)) != Commander || s.Moved && s.Fired:
		return false
	case s.Fired:
		return s.cfg.move[Commander-1] > 0
	}
	at := s.Dice[s.Active].At
	for target := range s.cfg.dice {
		if s.shot(s.cfg, int(s.Active), at, target) == fine {
			return true
		}
	}
	return false
}

// nextTurn goes on to the next player whose roll names a soldier that can act,
// through as many turns and rounds as that takes.
func (s *State) nextTurn(src dice.Source, log *game.Log) {
	s.Active, s.Moved, s.Fired, s.Fights = None, false, false, false
	for {
		s.Turn++
		if s.Turn >= s.Orders {
			if int(s.Round) == s.cfg.opt.RoundLimit {
				if log != nil {
					log.Tell(game.Everyone, "dadi.limit", int(s.Round))
				}
				s.finish(log)
				return
			}
			s.beginRound(src, log)
		}
		if seat := s.Order[s.Turn]; !s.Out.Has(seat) && s.pick(seat, src, log) {
			s.Phase = PhaseTurn
			return
		}
	}
}

// beginRound rolls for who starts; play goes clockwise from there (D06).
func (s *State) beginRound(src dice.Source, log *game.Log) {
	s.Round++
	if log != nil {
		log.Tell(game.Everyone, "dadi.round", int(s.Round))
	}
	players := s.players(s.cfg)
	starts := players
	for again := 0; starts.Len() > 1 && again <= maxAgain; again++ {
		rolls := s.rollEach(starts, src)
		s.did(Deed{Kind: DeedInitiative, Seat: game.Watcher, Rolls: rolls})
		s.tellRolls("dadi.initiative", &rolls, log)
		best, highest := game.Seats(0), int8(0)
		for seat := range game.Seat(s.cfg.seats) {
			if rolls[seat] > highest {
				best, highest = 0, rolls[seat]
			}
			if starts.Has(seat) && rolls[seat] == highest {
				best |= game.Only(seat)
			}
		}
		starts = best
	}
	s.Turn, s.Orders = 0, 0
	s.Order = [MaxSeats]game.Seat{}
	for i := range s.cfg.seats {
		if seat := game.Seat((int(starts.First()) + i) % s.cfg.seats); players.Has(seat) {
			s.Order[s.Orders] = seat
			s.Orders++
		}
	}
}

// pick rolls the other-coloured die, which names the soldier of this turn (D07).
// It tells whether there is one.
func (s *State) pick(seat game.Seat, src dice.Source, log *game.Log) bool {
	for again := 0; ; again++ {
		roll := dice.D6(src)
		die := ID(seat, roll)
		if again == maxAgain {
			die = ID(seat, Commander)
		}
		stands := s.Dice[die].Stands
		d := Deed{Kind: DeedDead, Seat: seat, Die: int8(die), Rolls: [MaxSeats]int8{int8(roll)}}
		if stands {
			d.Kind = DeedPicked
		}
		s.did(d)
		if log != nil {
			key := "dadi.dead"
			if stands {
				key = "dadi.picked"
			}
			log.Tell(game.Everyone, key, sideWord(seat), roll, soldierWord(die))
		}
		if stands {
			s.Active = int8(die)
			return true
		}
		if s.cfg.opt.DeadPick == DeadPass {
			return false
		}
	}
}

// Default is what happens when nobody decides: nothing, as far as the rules
// allow nothing, and for a reserve the try that costs nothing.
func (s *State) Default(seat game.Seat) game.Action {
	if !s.ToAct().Has(seat) {
		return nil
	}
	switch s.Phase {
	case PhaseScenery:
		return Pass()
	case PhaseCamp:
		at, _ := s.campRoom(s.cfg, true)
		return Place(s.nextSoldier(seat), at.X, at.Y)
	case PhaseMelee:
		touched, _ := s.touched(s.cfg, int(s.Active))
		return Fight(int(touched[0]))
	case PhaseReserve:
		return Reserve()
	case PhaseArrival:
		at, _ := s.arrivalRoom(s.cfg, seat)
		return Arrive(at.X, at.Y)
	}
	return End()
}

// nextSoldier is the lowest number of a seat that is not placed yet.
func (b *Board) nextSoldier(seat game.Seat) int {
	for n := Commander; n < Soldiers; n++ {
		if !b.Dice[ID(seat, n)].Stands {
			return n
		}
	}
	return Soldiers
}

// Copy makes an independent copy.
func (s *State) Copy(reuse game.State) game.State {
	d, ok := reuse.(*State)
	if !ok || d == nil {
		d = new(State)
	}
	*d = *s
	return d
}
