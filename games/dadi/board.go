package dadi

import (
	"banco/game"
	"banco/geom"
)

// What the rules read off a board.

func (b *Board) disc(die int) geom.Disc { return geom.Disc{C: b.Dice[die].At, R: Radius} }

// others are the dice on the table but one.
func (b *Board) others(c *Config, to []geom.Disc, but int) []geom.Disc {
	for i := range b.Dice[:c.dice] {
		if b.Dice[i].Stands && i != but {
			to = append(to, geom.Disc{C: b.Dice[i].At, R: Radius})
		}
	}
	return to
}

// apart are the dice on the table as somebody sees them who must not come to
// stand next to an enemy: those are wider, so that whatever is free does not
// touch them.
func (b *Board) apart(c *Config, to []geom.Disc, seat game.Seat) []geom.Disc {
	for i := range b.Dice[:c.dice] {
		if !b.Dice[i].Stands {
			continue
		}
		d := geom.Disc{C: b.Dice[i].At, R: Radius}
		if SeatOf(i) != seat {
			d.R += Contact + 2
		}
		to = append(to, d)
	}
	return to
}

// top is how high a die stands at a place.
func (b *Board) top(p geom.Point) int64 { return b.Ground.Ascent.Top(p) }

// touching tells whether two dice touch: next to each other, and neither more
// than a die higher (D12).
func (b *Board) touching(d, e int) bool {
	if !geom.Touching(b.disc(d), b.disc(e), Contact) {
		return false
	}
	x, y := b.top(b.Dice[d].At), b.top(b.Dice[e].At)
	return max(x, y)-min(x, y) <= DieHeight
}

// touched lists the enemies that a die touches.
func (b *Board) touched(c *Config, die int) (list [Soldiers * 2]int8, n int) {
	for i := range b.Dice[:c.dice] {
		if b.Dice[i].Stands && SeatOf(i) != SeatOf(die) && n < len(list) && b.touching(die, i) {
			list[n] = int8(i)
			n++
		}
	}
	return list, n
}

// moveEnd is where a die comes to when it moves straight toward a place (D08).
func (b *Board) moveEnd(c *Config, die int, to geom.Point) geom.Point {
	var buf [MaxDice]geom.Disc
	return b.Ground.Scene.Slide(b.disc(die), to, b.others(c, buf[:0], die))
}

func (c *Config) onTable(p geom.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= c.width && p.Y <= c.depth
}

// living is how many of a seat's dice stand.
func (b *Board) living(seat game.Seat) int {
	n := 0
	for i := ID(seat, 1); i <= ID(seat, Soldiers); i++ {
		if b.Dice[i].Stands {
			n++
		}
	}
	return n
}

// players are the seats that are still in the game.
func (b *Board) players(c *Config) game.Seats { return game.Seats(1<<c.seats-1) &^ b.Out }

func (b *Board) toAct(c *Config) game.Seats {
	switch b.Phase {
	case PhaseScenery:
		return game.Only(game.Seat(int(b.Laid) % c.seats))
	case PhaseCamp:
		return game.Only(b.Order[b.Turn%b.Orders])
	case PhaseTurn, PhaseMelee:
		return game.Only(SeatOf(int(b.Active)))
	case PhaseReserve, PhaseArrival:
		return game.Only(SeatOf(int(b.Lost)))
	}
	return 0
}

// hits tells whether a roll hits a die: its number or a neighbour of it (D11).
func hits(target, roll int) bool {
	d := NumberOf(target) - roll
	return d >= -1 && d <= 1
}

// Odds is how many of the six faces hit a die (D11).
func Odds(target int) int {
	n := 0
	for roll := 1; roll <= 6; roll++ {
		if hits(target, roll) {
			n++
		}
	}
	return n
}

// result tells who has how many soldiers and, once it is over, who has won: the
// last commander that stands (D01), or at the round limit the most soldiers (D15).
func (b *Board) result(c *Config) game.Result {
	r := game.Result{Scores: make([]int, c.seats)}
	best := -1
	for i := range r.Scores {
		if b.Phase > PhaseCamp {
			r.Scores[i] = b.living(game.Seat(i))
		} else {
			r.Scores[i] = Soldiers
		}
		best = max(best, r.Scores[i])
	}
	if b.Phase != PhaseOver {
		return r
	}
	for i, n := range r.Scores {
		if n == best {
			r.Winners = append(r.Winners, game.Seat(i))
		}
	}
	r.Draw = len(r.Winners) == c.seats
	return r
}
