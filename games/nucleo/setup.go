package nucleo

import (
	"math/bits"

	"banco/dice"
	"banco/game"
)

// Start lays the table (N02 to N06). Everybody takes a leader then.
func (c *Config) Start(src dice.Source, log *game.Log) game.State {
	s := &State{cfg: c, Board: Board{Spin: 1, Top: Tiles - 1, Drawn: None, Machine: c.deck}}
	tiles := [Cells - 1]int8{}
	for i := range tiles {
		tiles[i] = int8(i % Habitats)
	}
	for i := len(tiles) - 1; i > 0; i-- {
		k := src.Below(i + 1)
		tiles[i], tiles[k] = tiles[k], tiles[i]
	}
	s.Kind[Core] = None
	copy(s.Kind[1:], tiles[:])
	for cell := range s.Tile {
		s.Tile[cell] = None
	}
	s.Snipers[Core] = 2
	for cell := 1; cell <= 6; cell++ {
		s.Hunters[cell] = 1
		s.Poison[cell] = int8(cell % 2)
	}
	for i := range s.Automata {
		gate := i * Gates / Automata
		s.Automata[i] = Automaton{star.gates[gate].Edge, star.gates[gate].End, int8(gate)}
	}
	for p := range s.Players {
		s.Players[p] = Player{Faction: None, Leader: None, At: None, Card: None}
		s.secret[p].Pick = None
	}
	if log != nil {
		log.Tell(game.Everyone, "nucleo.begins", c.players, c.opt.Difficulty)
	}
	return s
}

// take gives a player its leader and faction.
func (s *State) take(a *Action, src dice.Source, log *game.Log) {
	p := &s.Players[s.Active]
	p.Faction, p.Leader = int8(a.N/2), int8(a.N)
	p.Items = int8(s.cfg.opt.ItemsStart)
	switch p.Leader {
	case Cartographer:
		p.Items++
	case Steward:
		p.Support++
	}
	d := of(DeedTook, s.Active)
	d.Card = p.Leader
	s.did(d)
	if s.Active++; int(s.Active) < s.cfg.players {
		return
	}
	s.Active = None
	if s.cfg.opt.Draft == On {
		s.Phase = PhaseDraft
		return
	}
	for p := range s.cfg.players {
		// Six are left out at random; who takes the twelve looks at them.
		for in := uint32(fullDeck); size(s.secret[p].Out) < CardsEach-DeckSize; {
			bit := uint32(1) << nth(in, src.Below(size(in)))
			s.secret[p].Out |= bit
			in &^= bit
		}
	}
	s.deal(src, log)
}

// leave puts a card out of the twelve. Nobody else learns of it, or when it is
// the last.
func (s *State) leave(a *Action, src dice.Source, log *game.Log, p int8) {
	s.secret[p].Out |= 1 << (a.N % CardsEach)
	if s.waits() != 0 {
		return
	}
	s.fresh()
	s.deal(src, log)
}

// deal gives everybody three of their twelve.
func (s *State) deal(src dice.Source, log *game.Log) {
	for p := range int8(s.cfg.players) {
		s.secret[p].Deck = fullDeck &^ s.secret[p].Out
		s.Players[p].Deck = DeckSize
		s.draw(p, src, log)
	}
	s.Phase, s.Active = PhaseStart, 0
}

// draw fills a player's hand, from the discards too when the deck runs out.
func (s *State) draw(player int8, src dice.Source, log *game.Log) {
	p, own := &s.Players[player], &s.secret[player]
	for p.Hand < HandSize {
		if p.Deck == 0 {
			if p.Discard == 0 {
				return
			}
			own.Deck, p.Deck, p.Discard = p.Discard, int8(size(p.Discard)), 0
		}
		n := nth(own.Deck, src.Below(int(p.Deck)))
		own.Deck &^= 1 << n
		own.Hand |= 1 << n
		p.Deck--
		p.Hand++
		if log != nil {
			card := CardID(p.Faction, n)
			log.Tell(game.To(s.cfg.owner(player)), "nucleo.drew", s.playerWord(s.cfg, player), CardWord(card), HabitatWord(HabitatOf(card)), PointsOf(card))
		}
	}
}

// begin puts the active player's camp and leader on the map.
func (s *State) begin(a *Action, src dice.Source, log *game.Log) {
	p := &s.Players[s.Active]
	p.At, p.Built = int8(a.N), 1
	s.Camps[p.At] |= 1 << s.Active
	d := of(DeedStarted, s.Active)
	d.To = p.At
	s.did(d)
	if s.Active++; int(s.Active) == s.cfg.players {
		s.nextRound(0, src, log)
	}
}

// nextRound lets everybody plan, in silence; first begins it.
func (s *State) nextRound(first int8, src dice.Source, log *game.Log) {
	for p := range int8(s.cfg.players) {
		if s.Round > 0 && !s.Players[p].Left {
			s.draw(p, src, log)
		}
		s.Players[p].Acted = false
		s.secret[p].Pick = None
	}
	s.Round++
	s.First, s.Active, s.Points = first, None, 0
	s.Phase, s.laid = PhasePlan, 0
	s.silence()
	d := of(DeedRound, first)
	d.N = s.Round
	s.did(d)
}

// silence takes away what was said: while people plan, the table carries no
// message.
func (b *Board) silence() {
	b.Hush, b.Said, b.Spoke = 0, [MaxPlayers]int8{}, 0
	b.Lines = [maxLines]Line{}
}

// waits are the seats that still have to choose where all choose at once.
func (s *State) waits() (set game.Seats) {
	switch s.Phase {
	case PhaseDraft:
		for p := range s.cfg.players {
			if size(s.secret[p].Out) < CardsEach-DeckSize {
				set |= game.Only(s.cfg.owner(int8(p)))
			}
		}
	case PhasePlan:
		set = s.planning(s.cfg) &^ s.laid
	}
	return set
}

// drawMachine draws the machine's next card; the drawn ones are shuffled in
// again when none is left.
func (b *Board) drawMachine(src dice.Source) int {
	if b.Machine == 0 {
		b.Machine, b.Burnt = b.Burnt, 0
	}
	card := nth(b.Machine, src.Below(bits.OnesCount64(b.Machine)))
	b.Machine &^= 1 << card
	b.Burnt |= 1 << card
	b.Drawn = card
	return int(card)
}
