package klang

import "banco/game"

// The game on a real table: what the app still has to say is what hands must do.

// setup says what to put on a real table before the match, and where.
func (b *Board) setup(c *Config) []game.Message {
	return []game.Message{
		game.Msg("klang.setup.terrain"),
		game.Msg("klang.setup.loot", c.opt.MalloppiStart),
		game.Msg("klang.setup.robots", deployDepth/(10*100), side(b.Sides[0])),
	}
}

// SetupText says what to put on a real table before the match: terrain, the
// first malloppi, robots. Nothing once the match is under way, and on a virtual
// table.
func (v *View) SetupText() []game.Message {
	if !v.Companion() || v.Phase != PhaseDeployment {
		return nil
	}
	return v.setup(v.cfg)
}

// ready notes that a side's robots stand on the table; with both sides' the
// match begins (K31).
func (s *State) ready(seat game.Seat, log *game.Log) {
	s.Ready |= game.Only(seat)
	for from, to := s.cfg.robotsOf(seat); from < to; from++ {
		s.Robots[from].Placed = true
	}
	s.did(Deed{Kind: DeedReady, Seat: seat})
	if log != nil {
		log.Tell(game.Everyone, "klang.ready", side(seat))
	}
	if s.Ready == bothSeats {
		s.beginRound(1, log)
	}
}

// walk notes a move that was made on the table (K13).
func (s *State) walk(a *Action, log *game.Log) {
	s.spend(int(a.Die))
	s.did(Deed{Kind: DeedWalked, Seat: s.cfg.robots[s.Active].Seat, Robot: s.Active, Die: int8(a.Die), MM: int16(a.MM)})
	if log != nil {
		log.Tell(game.Everyone, "klang.walked", s.cfg.robots[s.Active].Name, int(a.Die), int(a.MM))
	}
}

// give makes play wait until hands have done on the table what has happened.
func (s *State) give(o Order) {
	s.Order = o
	s.Phase = PhaseOrder
}

// orderPrize has the prize of the last hit taken off by the hands of whoever
// the robot belongs to (K18, K19, K20).
func (s *State) orderPrize() {
	if !s.cfg.companion() {
		return
	}
	d := &s.Last
	o := Order{Kind: OrderPartOff, Waits: game.Only(s.cfg.robots[d.Target].Seat), Robot: d.Target, Target: d.Robot,
		Slot: d.Slot, Part: d.Part, Loot: d.Loot}
	switch {
	case d.Loot != None && s.Loot[d.Loot].On == OnTable:
		o.Kind = OrderLootDrop
	case d.Loot != None:
		o.Kind = OrderLootHandOver
	}
	s.give(o)
}

// done notes that a seat has carried an order out. After the last one play goes
// on where it stood.
func (s *State) done(seat game.Seat, log *game.Log) {
	s.Order.Waits &^= game.Only(seat)
	if log != nil {
		log.Tell(game.Everyone, "klang.done", side(seat))
	}
	if s.Order.Waits != 0 {
		return
	}
	between := s.Order.Kind == OrderLootArrives
	s.Order = Order{}
	if between {
		s.beginRound(int(s.Round)+1, log)
		return
	}
	s.Phase = PhaseAct
	s.endIfSpent(log)
}

// OrderText says what hands have to do now, short enough to be read from across
// a table; no message when there is nothing.
func (v *View) OrderText() game.Message {
	if v.Phase != PhaseOrder {
		return game.Message{}
	}
	o, c := &v.Order, v.cfg
	switch o.Kind {
	case OrderPartOff:
		return game.Msg("klang.order.part_off."+o.Slot.String(), c.robots[o.Robot].Name, c.robots[o.Target].Name)
	case OrderLootDrop:
		return game.Msg("klang.order.loot_drop", c.robots[o.Robot].Name, c.robots[o.Target].Name, c.opt.ShortUnits*c.opt.UnitCM)
	case OrderLootHandOver:
		return game.Msg("klang.order.loot_hand_over", c.robots[o.Robot].Name, c.robots[o.Target].Name)
	case OrderPartOut:
		return game.Msg("klang.order.part_out."+o.Slot.String(), c.robots[o.Robot].Name)
	case OrderLootArrives:
		return game.Msg("klang.order.loot_arrives")
	}
	return game.Message{}
}
