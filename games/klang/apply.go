package klang

import (
	"banco/dice"
	"banco/game"
	"banco/geom"
)

// judge is the judge of what a seat asks for now.
func (s *State) judge(seat game.Seat) judge {
	j := judge{c: s.cfg, b: &s.Board, height: s.height, seat: seat, reach: s}
	if s.Active != None {
		j.hand = &s.hands[s.Active]
	}
	return j
}

// reachOf computes how far the active robot gets with a die.
func (s *State) reachOf(die int) *geom.Reach {
	if s.scratch == nil {
		s.scratch = new(geom.Reach)
	}
	s.Board.computeReach(s.cfg, s.scratch, die)
	return s.scratch
}

func (b *Board) computeReach(c *Config, r *geom.Reach, die int) {
	var buf [MaxRobots]geom.Disc
	r.Compute(b.Ground.Scene, b.base(c, int(b.Active)), b.bases(c, buf[:0], int(b.Active)), int64(die)*c.unit)
}

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
	switch a.Kind {
	case ActLay:
		s.lay(seat, a, log)
	case ActPass:
		s.did(Deed{Kind: DeedPassed, Seat: seat})
		if log != nil {
			log.Tell(game.Everyone, "klang.passed", side(seat))
		}
		s.nextPiece(log)
	case ActDeploy:
		s.deploy(seat, a, log)
	case ActActivate:
		s.activate(seat, a, src, log)
	case ActPrize:
		s.take(a, log)
	case ActReady:
		s.ready(seat, log)
	case ActDone:
		s.done(seat, log)
	case ActEnd:
		s.did(Deed{Kind: DeedEnded, Seat: seat, Robot: s.Active, Die: s.Robots[s.Active].Dice})
		s.endActivation(log)
	default:
		s.act(a, log)
	}
	return nil
}

// did notes what everybody saw, and forgets the height of the hit before it.
func (s *State) did(d Deed) {
	switch d.Kind {
	case DeedNone, DeedLaid, DeedPassed, DeedReady, DeedUndone:
		d.Robot, d.Target, d.Part, d.Loot = None, None, None, None
	case DeedDeployed, DeedActivated, DeedMoved, DeedWalked, DeedEnded:
		d.Target, d.Part, d.Loot = None, None, None
	case DeedAttacked, DeedBolted, DeedUnbolted, DeedSabotaged:
		d.Loot = None
	case DeedPickedUp:
		d.Part = None
	}
	switch d.Kind {
	case DeedPickedUp, DeedBolted, DeedUnbolted:
		d.Target = None
	}
	if d.Kind != DeedLaid {
		d.Piece = None
	}
	s.Last = d
	s.height = 0
}

// act does what costs dice.
func (s *State) act(a *Action, log *game.Log) {
	switch a.Kind {
	case ActMove:
		s.move(a, log)
	case ActWalk:
		s.walk(a, log)
	case ActAttack:
		s.attack(a, log)
	case ActPickUp:
		s.pickUp(a, log)
	case ActBolt:
		s.bolt(a, log)
	case ActUnbolt:
		s.unbolt(a, log)
	case ActSabotage:
		s.sabotage(a, log)
	}
	s.endIfSpent(log)
}

// endIfSpent ends an activation that has no die left to act with (K12).
func (s *State) endIfSpent(log *game.Log) {
	if s.Phase == PhaseAct && s.Robots[s.Active].Dice == 0 {
		s.endActivation(log)
	}
}

// spend takes a die out of the active robot's hand. Of dice that show the same
// it is one that everybody knows, if there is one: who has seen a 6 come back
// sees that 6 go.
func (s *State) spend(die int) {
	s.hands[s.Active][die-1]--
	s.Robots[s.Active].Dice--
	if known := &s.Known[s.Active][die-1]; *known > 0 {
		*known--
	}
}

func (s *State) lay(seat game.Seat, a *Action, log *game.Log) {
	s.Ground = s.Ground.laid(s.cfg, int(a.Piece), a.at(), int(a.Turn/15), seat)
	s.did(Deed{Kind: DeedLaid, Seat: seat, Piece: int8(a.Piece), To: a.at()})
	if log != nil {
		log.Tell(game.Everyone, "klang.laid", side(seat), game.Msg("klang.terrain."+s.Ground.Pieces[a.Piece].Name))
	}
	s.nextPiece(log)
}

func (s *State) deploy(seat game.Seat, a *Action, log *game.Log) {
	r := &s.Robots[a.Robot]
	r.At, r.Placed = a.at(), true
	s.did(Deed{Kind: DeedDeployed, Seat: seat, Robot: int8(a.Robot), To: r.At})
	if log != nil {
		log.Tell(game.Everyone, "klang.deployed", s.cfg.robots[a.Robot].Name)
	}
	if s.Turn++; s.Turn == s.Turns {
		s.beginRound(1, log)
	}
}

// activate rolls: three dice for the frame and one for each part (K07). What
// was armour until now is gone with it (K10).
func (s *State) activate(seat game.Seat, a *Action, src dice.Source, log *game.Log) {
	r := &s.Robots[a.Robot]
	n := frameDice + s.attached(int(a.Robot))
	s.hands[a.Robot].fill(n, src)
	s.Known[a.Robot] = Hand{}
	r.Dice, r.Activated = int8(n), true
	s.Active = int8(a.Robot)
	s.Activations++
	s.Phase = PhaseAct
	s.did(Deed{Kind: DeedActivated, Seat: seat, Robot: s.Active, Die: r.Dice, From: r.At, To: r.At})
	if log != nil {
		who := s.cfg.robots[a.Robot].Name
		log.Tell(game.Everyone, "klang.activated", who, n)
		told := game.To(seat)
		if s.cfg.open() {
			told = game.Everyone
		}
		log.Tell(told, "klang.rolled", who, faces(s.hands[a.Robot]))
	}
}

func (s *State) move(a *Action, log *game.Log) {
	r := &s.Robots[s.Active]
	s.spend(int(a.Die))
	s.did(Deed{Kind: DeedMoved, Seat: s.cfg.robots[s.Active].Seat, Robot: s.Active, Die: int8(a.Die), From: r.At, To: a.at()})
	r.At = a.at()
	if log != nil {
		log.Tell(game.Everyone, "klang.moved", s.cfg.robots[s.Active].Name, int(a.Die))
	}
}

// attack spends the die, sees how high the hit comes past the target's armour
// (K16) and, if anything is in reach, waits for the attacker to choose (K17).
func (s *State) attack(a *Action, log *game.Log) {
	c, target := s.cfg, int(a.Target)
	weapon := s.Robots[s.Active].Slots[a.Slot]
	s.spend(int(a.Die))
	s.Parts[weapon].Fired++
	height, used := s.hands[target].stop(int(a.Die))
	d := Deed{Kind: DeedAttacked, Seat: c.robots[s.Active].Seat, Robot: s.Active, Target: int8(target),
		Slot: a.Slot, Die: int8(a.Die), Part: weapon, From: s.Robots[s.Active].At, To: s.Robots[target].At}
	if c.opt.Armour == ArmourSpent {
		for i := range used {
			s.hands[target][i] -= used[i]
			s.Known[target][i] = max(0, s.Known[target][i]-used[i])
		}
		s.Robots[target].Dice -= int8(used.Len())
		d.Dice = used
	}
	s.did(d)
	s.height = int8(height)
	s.Hit = Hit{Robot: s.Active, Target: int8(target), Slot: a.Slot, Die: int8(a.Die)}
	_, parts, _, loot := s.reachable(c, s.height)
	if log != nil {
		s.tellHit(a, weapon, log)
		if parts+loot == 0 {
			log.Tell(game.Everyone, "klang.no_prize", c.robots[s.Active].Name, c.robots[target].Name)
		}
	}
	if parts+loot > 0 {
		s.Phase = PhasePrize
	} else {
		s.Hit = Hit{}
	}
}

func (s *State) tellHit(a *Action, weapon int8, log *game.Log) {
	c := s.cfg
	from, to := &c.robots[s.Active], &c.robots[a.Target]
	log.Tell(game.Everyone, "klang.attacked_"+c.parts[weapon].Weapon.String(), from.Name, to.Name, int(a.Die))
	if s.Last.Dice.Len() > 0 {
		log.Tell(game.Everyone, "klang.armour_spent", to.Name, faces(s.Last.Dice))
	}
	// The attacker and the target's owner learn the height. When they are two
	// seats, that is everybody who plays, and so the watchers too; a side that
	// fires at its own keeps it to itself.
	who := game.Everyone
	if from.Seat == to.Seat && !s.cfg.open() {
		who = game.To(from.Seat)
	}
	log.Tell(who, "klang.height", to.Name, int(s.height))
}

// take gives the attacker the prize of the pending hit.
func (s *State) take(a *Action, log *game.Log) {
	c, hit, height := s.cfg, s.Hit, s.height
	target, attacker := int(hit.Target), int(hit.Robot)
	d := Deed{Kind: DeedTook, Seat: c.robots[attacker].Seat, Robot: hit.Robot, Target: hit.Target, Die: hit.Die,
		Part: None, Loot: None, From: s.Robots[target].At}
	if a.Part >= 0 {
		slot := s.drop(target, int8(a.Part), s.awayFrom(c, target, attacker))
		d.Part, d.Slot, d.To = int8(a.Part), slot, s.Parts[a.Part].At
	} else {
		l := &s.Loot[a.Loot]
		if s.torn(c) {
			l.On, d.To = hit.Robot, s.Robots[attacker].At
		} else {
			at := s.fling(c, target, attacker)
			l.On, l.At, d.To = OnTable, at, at
		}
		d.Loot = int8(a.Loot)
	}
	s.did(d)
	s.height = height // still the height of the last hit
	s.Hit = Hit{}
	s.Phase = PhaseAct
	s.orderPrize()
	if log != nil {
		from, to := c.robots[attacker].Name, c.robots[target].Name
		switch {
		case d.Part != None:
			log.Tell(game.Everyone, "klang.knocked_off", from, to, c.partWord(int(d.Part)))
		case s.Loot[d.Loot].On == OnTable:
			log.Tell(game.Everyone, "klang.loot_dropped", from, to)
		default:
			log.Tell(game.Everyone, "klang.loot_torn", from, to)
		}
	}
	s.endIfSpent(log)
}

// drop takes a part off a robot and lays it on the table.
func (b *Board) drop(robot int, part int8, at geom.Point) Slot {
	r := &b.Robots[robot]
	for slot := range NumSlots {
		if r.Slots[slot] == part {
			r.Slots[slot] = None
			b.Parts[part].On, b.Parts[part].At = OnTable, at
			return slot
		}
	}
	return 0
}

func (s *State) pickUp(a *Action, log *game.Log) {
	l := &s.Loot[a.Loot]
	s.spend(int(a.Die))
	s.did(Deed{Kind: DeedPickedUp, Seat: s.cfg.robots[s.Active].Seat, Robot: s.Active, Die: int8(a.Die),
		Loot: int8(a.Loot), From: l.At, To: s.Robots[s.Active].At})
	*l = Loot{On: s.Active}
	if log != nil {
		log.Tell(game.Everyone, "klang.picked_up", s.cfg.robots[s.Active].Name, int(a.Die))
	}
}

func (s *State) bolt(a *Action, log *game.Log) {
	p := &s.Parts[a.Part]
	for face := 1; face <= 6; face++ {
		for range a.Dice[face-1] {
			s.spend(face)
		}
	}
	s.did(Deed{Kind: DeedBolted, Seat: s.cfg.robots[s.Active].Seat, Robot: s.Active, Slot: a.Slot, Dice: a.Dice,
		Part: int8(a.Part), From: p.At, To: s.Robots[s.Active].At})
	*p = Part{On: s.Active, Fired: p.Fired}
	s.Robots[s.Active].Slots[a.Slot] = int8(a.Part)
	if log != nil {
		log.Tell(game.Everyone, "klang.bolted", s.cfg.robots[s.Active].Name, s.cfg.partWord(int(a.Part)), faces(a.Dice))
	}
}

func (s *State) unbolt(a *Action, log *game.Log) {
	part := s.Robots[s.Active].Slots[a.Slot]
	s.spend(int(a.Die))
	s.drop(int(s.Active), part, s.beside(s.cfg, int(s.Active)))
	s.did(Deed{Kind: DeedUnbolted, Seat: s.cfg.robots[s.Active].Seat, Robot: s.Active, Slot: a.Slot, Die: int8(a.Die),
		Part: part, From: s.Robots[s.Active].At, To: s.Parts[part].At})
	if log != nil {
		log.Tell(game.Everyone, "klang.unbolted", s.cfg.robots[s.Active].Name, s.cfg.partWord(int(part)), int(a.Die))
	}
}

// sabotage blows up a part of one's own on an enemy robot: it leaves the game
// (K25).
func (s *State) sabotage(a *Action, log *game.Log) {
	wearer := int(s.Parts[a.Part].On)
	s.spend(int(a.Die))
	slot := s.drop(wearer, int8(a.Part), geom.Point{})
	s.Parts[a.Part].On = Gone
	s.did(Deed{Kind: DeedSabotaged, Seat: s.cfg.robots[s.Active].Seat, Robot: s.Active, Target: int8(wearer), Slot: slot,
		Die: int8(a.Die), Part: int8(a.Part), From: s.Robots[wearer].At, To: s.Robots[wearer].At})
	if s.cfg.companion() {
		s.give(Order{Kind: OrderPartOut, Waits: game.Only(s.cfg.robots[wearer].Seat), Robot: int8(wearer), Target: s.Active,
			Slot: slot, Part: int8(a.Part), Loot: None})
	}
	if log != nil {
		log.Tell(game.Everyone, "klang.sabotaged", s.cfg.robots[s.Active].Name, s.cfg.robots[wearer].Name, s.cfg.partWord(int(a.Part)))
	}
}
