package klang

import (
	"banco/dice"
	"banco/game"
)

// New is the game of Klang.
func New() game.Game { return klang{} }

type klang struct{}

func (klang) Info() game.Info {
	return game.Info{Name: "klang", Rules: "klang/1", MinSeats: 2, MaxSeats: 2}
}

func side(seat game.Seat) game.Message {
	if seat == 0 {
		return game.Msg("klang.side.0")
	}
	return game.Msg("klang.side.1")
}

// Start lays the table: terrain, malloppi, and who closes round 1.
func (c *Config) Start(src dice.Source, log *game.Log) game.State {
	s := &State{cfg: c}
	s.Active = None
	s.did(Deed{})
	for i := range s.Robots {
		s.Robots[i].Slots = [NumSlots]int8{None, None, None, None, None}
	}
	for i := range s.Parts {
		s.Parts[i].On = Gone
	}
	for i := range s.Loot {
		s.Loot[i].On = Gone
	}
	for i := range c.parts {
		p := &c.parts[i]
		s.Parts[i].On = p.Robot
		s.Robots[p.Robot].Slots[p.Slot] = int8(i)
	}
	s.layGround(src)
	s.Closes1 = s.firstToClose(src)
	s.Closes = s.Closes1
	if log != nil {
		log.Tell(game.Everyone, "klang.begins", c.opt.Rounds, len(c.robots))
		log.Tell(game.Everyone, "klang.closes_first", side(s.Closes1))
	}
	if c.opt.Terrain == TerrainPlayers && len(s.Ground.Pieces) > 0 {
		s.Phase = PhaseTerrain
		return s
	}
	s.beginDeployment()
	if c.companion() && log != nil {
		for _, m := range s.setup(c) {
			log.Tell(game.Everyone, m.Key, m.Args...)
		}
	}
	return s
}

// layGround lays the terrain, from the match's dice unless the options say
// otherwise.
func (s *State) layGround(src dice.Source) {
	if s.Ground = s.cfg.ground; s.Ground != nil {
		return
	}
	seed := uint64(0)
	for range 8 {
		seed = seed<<8 | uint64(src.Below(256))
	}
	if s.cfg.opt.Terrain == TerrainPlayers {
		s.Ground = s.cfg.pool(seed)
		return
	}
	s.Ground = s.cfg.deal(seed)
}

// firstToClose settles who closes round 1 (K06).
func (s *State) firstToClose(src dice.Source) game.Seat {
	switch s.cfg.opt.Closing {
	case ClosingFixed:
		return 1
	case ClosingLessStuff:
		if seat := s.cfg.lighter(); seat != game.Watcher {
			return seat
		}
	}
	return game.Seat(src.Below(2))
}

// lighter is the side that fields less stuff, robots and parts; nobody when
// they are equal (K06).
func (c *Config) lighter() game.Seat { return Lighter(c.opt.Rosters[0], c.opt.Rosters[1]) }

// closer is who closes a round: always the same side, or each in turn (K06).
func (s *State) closer(round int) game.Seat {
	c := s.cfg
	if c.opt.Closing == ClosingFixed || (c.opt.Closing == ClosingLessStuff && c.lighter() != game.Watcher) {
		return s.Closes1
	}
	return s.Closes1 ^ game.Seat((round-1)&1)
}

// nextPiece goes on to the next piece of terrain, or to deployment.
func (s *State) nextPiece(log *game.Log) {
	if s.Turn++; int(s.Turn) == len(s.Ground.Pieces) {
		s.beginDeployment()
	}
}

// beginDeployment puts the first malloppi down and lets the sides place their
// robots, in the order of round 1: who closes it also places last (K31).
func (s *State) beginDeployment() {
	s.Phase = PhaseDeployment
	for _, at := range s.cfg.startLoot() {
		s.arrive(s.cfg, at)
	}
	s.order(s.cfg)
}

func (s *State) beginRound(round int, log *game.Log) {
	s.Phase = PhaseChoose
	s.Round = int8(round)
	s.Closes = s.closer(round)
	s.order(s.cfg)
	for i := range s.Robots {
		s.Robots[i].Activated = false
	}
	if log != nil {
		log.Tell(game.Everyone, "klang.round_begins", round, side(s.Closes))
	}
}

// endActivation ends the activation under way: the dice left over stay with
// the robot as its armour (K10).
func (s *State) endActivation(log *game.Log) {
	if log != nil {
		log.Tell(game.Everyone, "klang.ended", s.cfg.robots[s.Active].Name, int(s.Robots[s.Active].Dice))
	}
	for i := range s.Parts {
		s.Parts[i].Fired = 0
	}
	s.Active = None
	s.Phase = PhaseChoose
	if s.Turn++; s.Turn == s.Turns {
		s.endRound(log)
	}
}

// endRound scores (K27, K28), brings new malloppi (K30) and goes on, or ends
// the match (K29).
func (s *State) endRound(log *game.Log) {
	c, round := s.cfg, int(s.Round)
	for seat := range game.Seat(2) {
		in := s.income(c, seat)
		s.Scores[round-1][seat] = in
		if log != nil {
			log.Tell(game.Everyone, "klang.income", side(seat), int(in.Loot+in.Trophies), int(in.Loot), int(in.Trophies))
		}
	}
	if round == c.opt.Rounds {
		s.Phase = PhaseOver
		s.tellEnd(log)
		return
	}
	if c.comesAfter(round) {
		for seat := range game.Seat(2) {
			s.arrive(c, c.lateLoot(seat))
		}
		log.Tell(game.Everyone, "klang.loot_arrives")
		if c.companion() {
			s.give(Order{Kind: OrderLootArrives, Waits: bothSeats, Robot: None, Target: None, Part: None, Loot: None})
			return
		}
	}
	s.beginRound(round+1, log)
}

// income is what a side scores as things stand: for the malloppi of each of
// its robots (K27), and for the other side's parts on the ground (K28).
func (b *Board) income(c *Config, seat game.Seat) (in Income) {
	from, to := c.robotsOf(seat)
	for r := from; r < to; r++ {
		if n := b.carried(r); n > 0 {
			in.Loot += int16(c.opt.Progression[n-1])
		}
	}
	for i := range c.parts {
		if b.Parts[i].On == OnTable && c.parts[i].Owner != seat {
			in.Trophies += int16(c.opt.TrophyPoints)
		}
	}
	return in
}

func (s *State) tellEnd(log *game.Log) {
	if log == nil {
		return
	}
	a, b := s.score(0), s.score(1)
	switch {
	case a > b:
		log.Tell(game.Everyone, "klang.won", side(0), a, b)
	case b > a:
		log.Tell(game.Everyone, "klang.won", side(1), b, a)
	default:
		log.Tell(game.Everyone, "klang.drawn", a)
	}
}

// Config is the match's options, settled.
func (s *State) Config() game.Config { return s.cfg }

// ToAct is whose turn it is.
func (s *State) ToAct() game.Seats { return s.Board.toAct(s.cfg) }

// Over tells whether all rounds are played.
func (s *State) Over() bool { return s.Phase == PhaseOver }

// Result is the score so far, and who won.
func (s *State) Result() game.Result {
	r := game.Result{Scores: []int{s.score(0), s.score(1)}}
	if !s.Over() {
		return r
	}
	switch {
	case r.Scores[0] > r.Scores[1]:
		r.Winners = []game.Seat{0}
	case r.Scores[1] > r.Scores[0]:
		r.Winners = []game.Seat{1}
	default:
		r.Winners, r.Draw = []game.Seat{0, 1}, true
	}
	return r
}

// Default is what happens when nobody decides: nothing, as far as the rules
// allow nothing.
func (s *State) Default(seat game.Seat) game.Action {
	if !s.ToAct().Has(seat) {
		return nil
	}
	switch s.Phase {
	case PhaseTerrain:
		return Pass()
	case PhaseDeployment:
		if s.cfg.companion() {
			return Ready()
		}
		robot := s.firstRobot(seat, func(r *Robot) bool { return !r.Placed })
		at := s.firstPlace(s.cfg, seat)
		return Deploy(robot, at.X, at.Y)
	case PhaseChoose:
		return Activate(s.firstRobot(seat, func(r *Robot) bool { return !r.Activated }))
	case PhasePrize:
		parts, n, loot, _ := s.reachable(s.cfg, s.height)
		if n > 0 {
			return PrizePart(int(parts[0]))
		}
		return PrizeLoot(int(loot[0]))
	case PhaseOrder:
		return Done()
	}
	return End()
}

func (s *State) firstRobot(seat game.Seat, open func(*Robot) bool) int {
	from, to := s.cfg.robotsOf(seat)
	for r := from; r < to; r++ {
		if open(&s.Robots[r]) {
			return r
		}
	}
	return None
}

// Running is the activation under way (K32). On a real table it lasts through
// the orders that it gives.
func (s *State) Running() (game.Span, bool) {
	if s.Active == None {
		return game.Span{}, false
	}
	r := &s.cfg.robots[s.Active]
	return game.Span{ID: int(s.Activations), Seat: r.Seat, Label: r.Name, Round: int(s.Round), Limit: s.cfg.opt.ActivationLimitS}, true
}

// Copy makes an independent copy.
func (s *State) Copy(reuse game.State) game.State {
	d, ok := reuse.(*State)
	if !ok || d == nil || d == s {
		d = new(State)
	}
	scratch := d.scratch
	*d = *s
	d.scratch = scratch
	return d
}
