package nucleo

import (
	"banco/dice"
	"banco/game"
)

// endTurn discards what the active player played, lets the machine act (N09),
// and goes on to the next player or the next round.
func (s *State) endTurn(src dice.Source, log *game.Log) {
	p := &s.Players[s.Active]
	p.Discard |= p.Played
	p.Played, p.Card, p.Acted = 0, None, true
	s.Points = 0
	s.machine(src)
	if s.Outcome != Undecided {
		s.finish()
		return
	}
	if p.Left {
		p.At = None // it keeps advising, from off the map (N25)
	}
	if s.deserted() {
		s.Outcome = DefeatDeserted
		s.finish()
		return
	}
	for k := 1; k < s.cfg.players; k++ {
		next := int8((int(s.Active) + k) % s.cfg.players)
		if q := &s.Players[next]; !q.Left && !q.Acted {
			s.beginTurn(next)
			return
		}
	}
	if int(s.Round) == s.cfg.opt.RoundLimit {
		s.Outcome = DefeatTime
		s.finish()
		return
	}
	s.nextRound(s.nextFirst(), src, log)
}

// machine draws a card and resolves it.
func (s *State) machine(src dice.Source) {
	card := s.drawMachine(src)
	d := deed(DeedDrew)
	d.Card = int8(card)
	s.did(d)
	for _, kind := range MachineDoes(card) {
		if s.Outcome == Undecided {
			s.perform(s.cfg, kind)
		}
	}
}

// deserted tells whether everybody has left. Then a factory runs: else they
// would have won.
func (b *Board) deserted() bool {
	for p := range b.Players {
		if b.Players[p].Faction != None && !b.Players[p].Left {
			return false
		}
	}
	return true
}

// nextFirst is who begins the next round: the next one still in the game.
func (s *State) nextFirst() int8 {
	for k := 1; ; k++ {
		if next := int8((int(s.First) + k) % s.cfg.players); !s.Players[next].Left {
			return next
		}
	}
}

// talk says something to everybody (N08).
func (s *State) talk(seat game.Seat, a *Action, log *game.Log) {
	l := Line{Seat: seat, Player: None, Cell: None}
	switch a.Kind {
	case ActHush:
		s.Hush |= game.Only(seat)
		return
	case ActHabitats:
		l.Kind, l.Player = LineHabitats, int8(a.N)
		p := &s.Players[a.N]
		for h := range l.Habitats {
			l.Habitats[h] = int8(size(s.secret[a.N].Hand & habitatSets[p.Faction][h]))
		}
		p.Known = l.Habitats
	case ActHelp:
		l.Kind = LineHelp
	case ActPoint:
		l.Kind, l.Cell = LinePoint, int8(a.N)
	case ActSay:
		l.Kind = LineSaid
	}
	s.Said[seat]++
	if s.Spoke == maxLines {
		copy(s.Lines[:], s.Lines[1:])
		s.Spoke--
	}
	s.Lines[s.Spoke] = l
	s.Spoke++
	if log == nil {
		return
	}
	m := s.lineWords(s.cfg, l)
	if a.Kind == ActSay {
		m.Args = append(m.Args, a.Text)
	}
	log.Tell(game.Everyone, m.Key, m.Args...)
}

// Default is what happens when nobody decides: nothing, as far as the rules
// allow nothing.
func (s *State) Default(seat game.Seat) game.Action {
	if !s.ToAct().Has(seat) {
		return nil
	}
	switch s.Phase {
	case PhaseLeader:
		for leader := range Leaders {
			if j := s.judge(seat); j.take(Take(leader)) == fine {
				return Take(leader)
			}
		}
	case PhaseDraft:
		for p := range s.cfg.players {
			if out := s.secret[p].Out; s.cfg.owns(seat, p) && size(out) < CardsEach-DeckSize {
				return Leave(CardID(s.Players[p].Faction, nth(fullDeck&^out, 0)))
			}
		}
	case PhaseStart:
		for cell := range int8(Cells) {
			if s.starts(cell) {
				return Start(int(cell))
			}
		}
	case PhasePlan:
		for p := range s.cfg.players {
			if s.cfg.owns(seat, p) && !s.Players[p].Left && s.secret[p].Pick == None {
				return Pick(CardID(s.Players[p].Faction, nth(s.secret[p].Hand, 0)))
			}
		}
		return Lay()
	}
	if s.cfg.owner(s.Active) != seat {
		return Hush()
	}
	return End()
}
