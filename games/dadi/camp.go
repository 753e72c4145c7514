package dadi

import (
	"banco/dice"
	"banco/game"
	"banco/geom"
)

const (
	commandersApart = 8 // ALC (D05)
	soldiersWithin  = 3
	grid            = 10 * geom.Unit // whole centimetres, at which room is looked for
)

// camping is whose turn it is at the camp, and whether the commander is to be
// placed.
func (b *Board) camping() (seat game.Seat, commander bool) {
	return b.Order[b.Turn%b.Orders], b.Turn < b.Orders
}

// roomy tells whether a die of the seat may come to stand at a place, as far
// as what stands and lies there goes.
func (b *Board) roomy(p geom.Point, others []geom.Disc) bool {
	return b.Ground.Scene.Free(geom.Disc{C: p, R: Radius}, others)
}

// farFromCommanders tells whether a place is so many ALC from every commander.
func (b *Board) farFromCommanders(c *Config, p geom.Point, far int64) bool {
	far *= ALC
	for seat := range game.Seat(c.seats) {
		if d := &b.Dice[ID(seat, Commander)]; d.Stands && geom.Square(p, d.At) < far*far {
			return false
		}
	}
	return true
}

// settleCamp works out the distance that holds for the die to be placed next:
// eight ALC between commanders, or the most at which some whole centimetre has
// room; three ALC from the commander, or the least at which one has.
func (b *Board) settleCamp(c *Config) {
	_, b.Camp = b.campRoom(c, false)
}

// campRoom is a place for the die to be placed next, among the whole
// centimetres, and the distance in ALC that holds for it. There always is one
// (doc.go). Asked for the nearest, a soldier's is the nearest to its commander,
// otherwise any that is near enough.
func (b *Board) campRoom(c *Config, nearest bool) (at geom.Point, far int8) {
	seat, commander := b.camping()
	var buf [MaxDice]geom.Disc
	others := b.apart(c, buf[:0], seat)
	if commander {
		return b.commanderRoom(c, others)
	}
	home := b.Dice[ID(seat, Commander)].At
	best := int64(-1)
	for _, reach := range [2]int64{soldiersWithin * ALC, max(c.width, c.depth)} {
		x0, y0 := max(grid, (home.X-reach+grid-1)/grid*grid), max(grid, (home.Y-reach+grid-1)/grid*grid)
		for x := x0; x < c.width && x <= home.X+reach; x += grid {
			for y := y0; y < c.depth && y <= home.Y+reach; y += grid {
				p := geom.Point{X: x, Y: y}
				d := geom.Square(p, home)
				if best >= 0 && d >= best || d > reach*reach || !b.roomy(p, others) {
					continue
				}
				at, best = p, d
				if !nearest && d <= soldiersWithin*ALC*soldiersWithin*ALC {
					return at, soldiersWithin
				}
			}
		}
		if best >= 0 {
			break
		}
	}
	for far = soldiersWithin; best > int64(far)*ALC*int64(far)*ALC; far++ {
	}
	return at, far
}

func (b *Board) commanderRoom(c *Config, others []geom.Disc) (at geom.Point, far int8) {
	far = -1
	for x := int64(grid); x < c.width; x += grid {
		for y := int64(grid); y < c.depth; y += grid {
			p := geom.Point{X: x, Y: y}
			if !b.farFromCommanders(c, p, int64(far)+1) || !b.roomy(p, others) {
				continue
			}
			for far++; far < commandersApart && b.farFromCommanders(c, p, int64(far)+1); far++ {
			}
			if at = p; far == commandersApart {
				return at, far
			}
		}
	}
	return at, max(far, 0)
}

// beginCamp rolls for who chooses first (D05).
func (s *State) beginCamp(src dice.Source, log *game.Log) {
	s.Phase = PhaseCamp
	s.Orders = 0
	s.rank(game.Seats(1<<s.cfg.seats-1), maxAgain, src, log)
	if log != nil {
		for i, seat := range s.Order[:s.Orders] {
			log.Tell(game.Everyone, "dadi.camp_order", sideWord(seat), i+1)
		}
	}
	s.settleCamp(s.cfg)
}

// rank lets some players roll and appends them to the order, highest first;
// those who are equal roll again among themselves.
func (s *State) rank(who game.Seats, again int, src dice.Source, log *game.Log) {
	var groups [7]game.Seats
	rolls := s.rollEach(who, src)
	for seat := range game.Seat(s.cfg.seats) {
		groups[rolls[seat]] |= game.Only(seat) & who
	}
	s.did(Deed{Kind: DeedCampRoll, Seat: game.Watcher, Rolls: rolls})
	s.tellRolls("dadi.camp_rolled", &rolls, log)
	for roll := 6; roll >= 1; roll-- {
		switch group := groups[roll]; {
		case group == 0:
		case group.Len() > 1 && again > 0:
			s.rank(group, again-1, src, log)
		default:
			for seat := range game.Seat(s.cfg.seats) {
				if group.Has(seat) {
					s.Order[s.Orders] = seat
					s.Orders++
				}
			}
		}
	}
}

func (s *State) place(seat game.Seat, a *Action, src dice.Source, log *game.Log) {
	die := ID(seat, int(a.Soldier))
	s.Dice[die] = Die{a.at(), true}
	s.did(Deed{Kind: DeedPlaced, Seat: seat, Die: int8(die), To: a.at()})
	if log != nil {
		log.Tell(game.Everyone, "dadi.placed", dieWord(die), soldierWord(die))
	}
	if s.Turn < s.Orders || s.living(seat) == Soldiers {
		s.Turn++
	}
	if s.Turn < 2*s.Orders {
		s.settleCamp(s.cfg)
		return
	}
	s.Camp = 0
	s.Turn = s.Orders // the round before the first is over
	s.goOn(src, log)
}

// arrivalRoom is a place for the reserve of a seat: within one ALC of its
// commander (D13). Where a few places all around are taken the nearest that is
// free is looked for.
func (b *Board) arrivalRoom(c *Config, seat game.Seat) (geom.Point, bool) {
	var buf [MaxDice]geom.Disc
	others := b.apart(c, buf[:0], seat)
	home := b.Dice[ID(seat, Commander)].At
	for degrees := 0; degrees < 360; degrees += 30 {
		p := geom.Along(home, geom.Compass(degrees), ALC-1)
		if b.roomy(p, others) {
			return p, true
		}
	}
	p, ok := b.Ground.Scene.NearestFree(geom.Disc{C: home, R: Radius}, others)
	return p, ok && geom.Square(p, home) <= ALC*ALC
}
