package nucleo

import (
	"banco/dice"
	"banco/game"
)

// Config is the match's.
func (s *State) Config() game.Config { return s.cfg }

// ToAct is whose decision it is. Where all choose at once, whoever has chosen
// for good is no longer among them; that is for who runs the match to know, and
// no view shows it.
func (s *State) ToAct() game.Seats { return s.toAct(s.cfg, s.waits()) }

// Over tells whether the match is over.
func (s *State) Over() bool { return s.Phase == PhaseOver }

// Result tells how many camps each seat's players have standing; all win or
// nobody does.
func (s *State) Result() game.Result {
	r := game.Result{Scores: make([]int, s.cfg.seats)}
	for p := range int8(s.cfg.players) {
		n := s.camps(p)
		if s.Players[p].Left {
			n = Camps
		}
		r.Scores[s.cfg.owner(p)] += n
	}
	if s.Outcome == Victory {
		for seat := range s.cfg.seats {
			r.Winners = append(r.Winners, game.Seat(seat))
		}
	}
	return r
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

func (s *State) judge(seat game.Seat) judge {
	return judge{c: s.cfg, b: &s.Board, own: &s.secret, laid: s.laid.Has(seat), seat: seat}
}

// fresh forgets the last deeds, before others are noted.
func (s *State) fresh() { s.Deeds, s.Told = [maxDeeds]Deed{}, 0 }

// Apply checks an action and does it. What is chosen in secret changes nothing
// that anybody else sees until the last has chosen; talk changes only what was
// said.
func (s *State) Apply(seat game.Seat, act game.Action, src dice.Source, log *game.Log) error {
	j := s.judge(seat)
	a, ok := act.(*Action)
	if !ok || a == nil {
		return j.refuse(notAnAction, nil)
	}
	if why := j.allows(a); why != fine {
		return j.refuse(why, a)
	}
	switch a.Kind {
	case ActLeave:
		p, _, _ := j.holder(a.N)
		s.leave(a, src, log, p)
		return nil
	case ActPick:
		p, bit, _ := j.holder(a.N)
		s.secret[p].Pick = nth(bit, 0)
		return nil
	case ActLay:
		if s.laid |= game.Only(seat); s.waits() == 0 {
			s.fresh()
			s.reveal()
			s.tell(log)
		}
		return nil
	case ActHabitats, ActHelp, ActPoint, ActSay, ActHush:
		s.talk(seat, a, log)
		return nil
	}
	s.fresh()
	switch a.Kind {
	case ActTake:
		s.take(a, src, log)
	case ActStart:
		s.begin(a, src, log)
	case ActReinforce:
		s.reinforce(a)
	case ActBread:
		s.Players[s.Active].Items--
		s.Points++
		s.did(of(DeedAte, s.Active))
	case ActEnd:
		s.endTurn(src, log)
	default:
		s.act(a, src)
	}
	s.tell(log)
	return nil
}

// play puts a card from a player's hand into play.
func (s *State) play(player, card int8) {
	p := &s.Players[player]
	s.secret[player].Hand &^= 1 << card
	p.Played |= 1 << card
	p.show(card)
}

// show notes that a card left the hand for all to see.
func (p *Player) show(card int8) {
	p.Hand--
	p.Seen |= 1 << card
	if h := HabitatOf(CardID(p.Faction, card)); p.Known[h] > 0 {
		p.Known[h]--
	}
}

// reveal turns all the cards over at once (N07), and lets the first act.
func (s *State) reveal() {
	for k := range s.cfg.players {
		player := int8((int(s.First) + k) % s.cfg.players)
		p := &s.Players[player]
		if p.Left {
			continue
		}
		p.Card = s.secret[player].Pick
		s.secret[player].Pick = None
		s.play(player, p.Card)
		d := of(DeedRevealed, player)
		d.Card = int8(CardID(p.Faction, p.Card))
		s.did(d)
	}
	s.Phase, s.laid = PhaseAct, 0
	s.beginTurn(s.First)
}

// beginTurn makes a player active.
func (s *State) beginTurn(player int8) {
	p := &s.Players[player]
	s.Active = player
	s.Points = cards[p.Card].points
	s.Said = [MaxPlayers]int8{}
	d := of(DeedTurn, player)
	d.N = int16(s.Points)
	s.did(d)
}

// reinforce plays another defender for one more point (N09).
func (s *State) reinforce(a *Action) {
	s.play(s.Active, int8(a.N%CardsEach))
	s.Points++
	d := of(DeedReinforced, s.Active)
	d.Card = int8(a.N)
	s.did(d)
}

// act does an action of N10, and rolls for the harm of it (N18).
func (s *State) act(a *Action, src dice.Source) {
	rolls := s.Board.carryOut(s.cfg, a)
	if s.won(s.cfg) {
		s.Outcome = Victory
		s.finish()
		return
	}
	for range rolls {
		s.harm(src)
	}
	if s.Outcome != Undecided {
		s.finish()
	}
}

// carryOut does an action of N10 on the board, paid for with a point or an item,
// and tells how many damage rolls follow.
func (b *Board) carryOut(c *Config, a *Action) (rolls int) {
	p := &b.Players[b.Active]
	if a.Item {
		p.Items--
	} else {
		b.Points--
		if b.exposed(p, a.Kind) {
			rolls++
		}
	}
	if a.Kind == ActCamp {
		b.buildCamp(c)
		return rolls
	}
	b.did(b.effect(a, p))
	entered := a.Kind == ActMove || a.Kind == ActRegroup
	if entered && !a.Item && b.Poison[p.At] == Foul && p.Leader != Fenwalker {
		rolls++
	}
	return rolls
}

// exposed tells whether an action of a player's, from where it stands, needs a
// damage roll: with a mech in its hex, or next to a sniper, walls or not.
func (b *Board) exposed(p *Player, kind ActionKind) bool {
	switch {
	case kind == ActBreach && p.Leader == Sapper:
		return false
	case b.Hunters[p.At]+b.Snipers[p.At] > 0:
		return true
	case kind == ActMove && p.Leader == Wayfarer:
		return false
	}
	for _, cell := range star.beyond[p.At] {
		if cell != None && b.Snipers[cell] > 0 {
			return true
		}
	}
	return false
}

// effect is what an action does on the board, and the deed that tells of it.
func (b *Board) effect(a *Action, p *Player) Deed {
	d := of(DeedNone, b.Active)
	d.Item, d.From, d.To = a.Item, p.At, p.At
	switch a.Kind {
	case ActMove, ActRegroup:
		d.Kind = DeedMoved
		if a.Kind == ActRegroup {
			d.Kind = DeedRegrouped
		}
		p.At = int8(a.N)
		d.To = p.At
	case ActHeal:
		d.Kind = DeedHealed
		d.N = 1
		if p.Leader == Healer {
			d.N = min(2, int16(p.Damage))
		}
		p.Damage -= int8(d.N)
	case ActClean:
		d.Kind = DeedCleaned
		b.Poison[p.At]--
		d.N = int16(b.Poison[p.At])
		p.Support++
	case ActDestroy:
		d.Kind, d.To = DeedDestroyed, int8(a.N)
		if b.Hunters[d.To] > 0 && d.To == p.At {
			b.Hunters[d.To]--
		} else {
			d.Kind = DeedSniped
			b.Snipers[d.To]--
		}
		p.Support++
	case ActBreach:
		d.Kind, d.Edge = DeedBreached, star.edge[p.At][a.N]
		b.Walls[d.Edge] = Breach
		p.Support++
	case ActRewild:
		d.Kind, d.N = DeedRewilded, int16(b.Tile[p.At])
		b.Wild[p.At] = true
		p.Support++
	}
	return d
}

// buildCamp puts a camp where the active player stands (N11). With every second
// one it gains an item (N21); with the last it leaves the game at the end of
// its turn (N25).
func (b *Board) buildCamp(c *Config) {
	p := &b.Players[b.Active]
	cost := b.campCost(c, p)
	p.Support -= int8(cost)
	p.Built++
	b.Camps[p.At] |= 1 << b.Active
	d := of(DeedCamped, b.Active)
	d.To, d.N = p.At, int16(cost)
	b.did(d)
	if p.Built%2 == 0 {
		p.Items++
	}
	if b.camps(b.Active) == Camps {
		p.Left = true
		b.did(of(DeedLeft, b.Active))
	}
}

// harm rolls the damage die for the active player (N18, N19).
func (s *State) harm(src dice.Source) {
	p := &s.Players[s.Active]
	face := s.cfg.die[src.Below(dieFaces)]
	d := of(DeedRolled, s.Active)
	d.N = int16(face)
	s.did(d)
	if p.Damage += face; p.Damage <= p.limit() {
		return
	}
	p.Damage = 0
	s.die(src)
}

// limit is how much damage a player holds.
func (p *Player) limit() int8 {
	if p.Leader == Ironclad {
		return MaxDamage + 1
	}
	return MaxDamage
}

// die takes a defender out of the active player's hand for good, at random;
// out of its deck when it holds none, and out of its discards at last.
func (s *State) die(src dice.Source) {
	p, own := &s.Players[s.Active], &s.secret[s.Active]
	var card int8
	switch {
	case p.Hand > 0:
		card = nth(own.Hand, src.Below(int(p.Hand)))
		own.Hand &^= 1 << card
		p.show(card)
	case p.Deck > 0:
		card = nth(own.Deck, src.Below(int(p.Deck)))
		own.Deck &^= 1 << card
		p.Deck--
		p.Seen |= 1 << card
	case p.Discard != 0:
		card = nth(p.Discard, src.Below(size(p.Discard)))
		p.Discard &^= 1 << card
	default:
		return
	}
	p.Dead |= 1 << card
	d := of(DeedDied, s.Active)
	d.Card = int8(CardID(p.Faction, card))
	s.did(d)
	if s.dead(HabitatOf(int(d.Card))) >= 2 {
		s.Outcome = DefeatMassacre
	}
}

// dead is how many defenders of a habitat have died, whoever owned them (N20).
func (b *Board) dead(habitat int) (n int) {
	for p := range b.Players {
		if f := b.Players[p].Faction; f != None {
			n += size(b.Players[p].Dead & habitatSets[f][habitat])
		}
	}
	return n
}

// won tells whether every factory is rewilded and everybody has built all their
// camps (N23).
func (b *Board) won(c *Config) bool {
	for cell := int8(1); cell < Cells; cell++ {
		if b.isFactory(cell) {
			return false
		}
	}
	for p := range c.players {
		if !b.Players[p].Left {
			return false
		}
	}
	return true
}

// finish ends the match as its outcome says.
func (s *State) finish() {
	s.Phase, s.Active, s.Points = PhaseOver, None, 0
	d := deed(DeedEnded)
	d.N = int16(s.Outcome)
	s.did(d)
}
