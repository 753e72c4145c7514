package dadi

import (
	"math/rand/v2"

	"banco/game"
	"banco/geom"
)

// View is what a seat, or a watcher, may know: everything.
func (s *State) View(seat game.Seat, reuse game.View) game.View {
	if seat < 0 || int(seat) >= s.cfg.seats {
		seat = game.Watcher
	}
	v, ok := reuse.(*View)
	if !ok || v == nil {
		v = new(View)
	}
	v.cfg, v.seat, v.Board = s.cfg, seat, s.Board
	return v
}

// Determinize makes the state that the view is of.
func (v *View) Determinize(*rand.Rand) game.State { return &State{v.cfg, v.Board} }

// What follows is what pages and bots ask a view for; each answer is worked out
// from the view itself.

// Seat is whose view this is.
func (v *View) Seat() game.Seat { return v.seat }

// Seats is how many play.
func (v *View) Seats() int { return v.cfg.seats }

// NumDice is how many dice the match began with; ids run below it.
func (v *View) NumDice() int { return v.cfg.dice }

// Options are the match's options, all of them; they must not be changed.
func (v *View) Options() *Options { return &v.cfg.opt }

// Size is the table's width and depth.
func (v *View) Size() (width, depth int64) { return v.cfg.width, v.cfg.depth }

// MoveOf is how far a die moves (D03).
func (v *View) MoveOf(die int) int64 { return v.cfg.move[die%Soldiers] }

// FireOf is how far a die hits.
func (v *View) FireOf(die int) int64 { return v.cfg.fire[die%Soldiers] }

// ToAct is whose decision it is; nobody's when the match is over.
func (v *View) ToAct() game.Seats { return v.toAct(v.cfg) }

// Mine tells whether the viewer may act now.
func (v *View) Mine() bool { return v.ToAct().Has(v.seat) }

// Living is how many of a seat's dice stand.
func (v *View) Living(seat game.Seat) int { return v.living(seat) }

// Players are the seats that are still in the game.
func (v *View) Players() game.Seats { return v.players(v.cfg) }

// Top is how high a die stands at a place.
func (v *View) Top(p geom.Point) int64 { return v.top(p) }

// Climbs is how often a die that moves from one place to another climbs (D09).
func (v *View) Climbs(from, to geom.Point) int { return int(v.Ground.Ascent.Tolls(from, to) / ALC) }

// Hidden tells whether two places at the same height are hidden from each other.
func (v *View) Hidden(a, b geom.Point) bool { return v.Ground.hidden(a, b, v.top(a)) }

func (v *View) judge() judge { return judge{c: v.cfg, b: &v.Board, seat: v.seat} }

// Check says why an action of the viewer's would be refused, nil if it is legal.
func (v *View) Check(a *Action) *game.Error {
	j := v.judge()
	if a == nil {
		return j.refuse(notAnAction, nil)
	}
	if why := j.allows(a); why != fine {
		return j.refuse(why, a)
	}
	return nil
}

// Shot is "" when a die could fire at a target if it stood somewhere, else the
// code of the refusal: out of range, at another height, hidden.
func (v *View) Shot(die int, from geom.Point, target int) string {
	return refusals[v.shot(v.cfg, die, from, target)].code
}

// Target is an enemy that the active die could fire at or could not.
type Target struct {
	Die  int
	Odds int    // how many of six faces hit it
	Why  string // the refusal's code, "" when it can be fired at
}

// Targets are all enemies that stand, while a die is to move or fire.
func (v *View) Targets() []Target {
	if v.Phase != PhaseTurn {
		return nil
	}
	var list []Target
	for i := range v.cfg.dice {
		if !v.Dice[i].Stands || SeatOf(i) == SeatOf(int(v.Active)) {
			continue
		}
		why := fireSpent
		if !v.Fired {
			why = v.shot(v.cfg, int(v.Active), v.Dice[v.Active].At, i)
		}
		list = append(list, Target{i, Odds(i), refusals[why].code})
	}
	return list
}

// MoveEnd is where the active die would come to if it moved toward a place, and
// "", or the code of the refusal.
func (v *View) MoveEnd(to geom.Point) (end geom.Point, why string) {
	j := v.judge()
	end, r := j.moveTo(to)
	return end, refusals[r].code
}

// Toward is the move of the active die that goes toward a place as far as it
// can, and where that ends; none when there is no way.
func (v *View) Toward(to geom.Point) (a *Action, end geom.Point, ok bool) {
	a = new(Action)
	end, ok = v.toward(to, a)
	return a, end, ok
}

func (v *View) toward(to geom.Point, a *Action) (end geom.Point, ok bool) {
	if v.Phase != PhaseTurn || v.Moved {
		return to, false
	}
	j := v.judge()
	from := v.Dice[v.Active].At
	far := v.Ground.Ascent.Reaches(from, to, v.cfg.move[v.Active%Soldiers])
	way := geom.Distance(from, to)
	for _, back := range [...]int64{0, 2, 12} {
		at := to
		if far-back < way {
			at = v.inward(from, geom.Point{X: from.X + (to.X-from.X)*(far-back)/way, Y: from.Y + (to.Y-from.Y)*(far-back)/way})
		}
		if far <= back || !v.cfg.onTable(at) {
			break
		}
		end, why := j.moveTo(at)
		if why == fine {
			*a = Action{Kind: ActMove, X: int32(at.X), Y: int32(at.Y)}
			return end, true
		}
		if why != moveTooFar {
			break
		}
	}
	return to, false
}

// inward shortens a way that leads off the table to where it does.
func (v *View) inward(from, to geom.Point) geom.Point {
	for _, side := range [...]struct {
		out, room int64
		x         bool
	}{{-to.X, from.X, true}, {to.X - v.cfg.width, v.cfg.width - from.X, true}, {-to.Y, from.Y, false}, {to.Y - v.cfg.depth, v.cfg.depth - from.Y, false}} {
		if side.out > 0 {
			// So much of the way as there is room for on this side.
			n, m := side.room, side.room+side.out
			to = geom.Point{X: from.X + (to.X-from.X)*n/m, Y: from.Y + (to.Y-from.Y)*n/m}
			return v.inward(from, to)
		}
	}
	return to
}

// Touched are the enemies that the active die has still to fight.
func (v *View) Touched() []int {
	if v.Phase != PhaseMelee {
		return nil
	}
	touched, n := v.touched(v.cfg, int(v.Active))
	list := make([]int, n)
	for i := range list {
		list[i] = int(touched[i])
	}
	return list
}

// TouchesFrom lists the enemies that a die would touch at a place (D12).
func (v *View) TouchesFrom(die int, at geom.Point) []int {
	b := v.Board
	b.Dice[die].At = at
	touched, n := b.touched(v.cfg, die)
	list := make([]int, n)
	for i := range list {
		list[i] = int(touched[i])
	}
	return list
}

// Camping is the seat that places a die of its base camp and whether it is the
// commander; Camp is the distance that holds for it.
func (v *View) Camping() (seat game.Seat, commander, ok bool) {
	if v.Phase != PhaseCamp {
		return game.Watcher, false, false
	}
	seat, commander = v.camping()
	return seat, commander, true
}

// AppendReach appends where the active die could go as SVG path data, a drawing
// of what moves are accepted; nothing when it cannot move.
func (v *View) AppendReach(to []byte) []byte {
	if v.Phase != PhaseTurn || v.Moved {
		return to
	}
	if v.star == nil {
		v.star = new(geom.Star)
	}
	var buf [MaxDice]geom.Disc
	die := int(v.Active)
	return v.star.AppendOutline(to, v.Ground.Scene, v.disc(die), v.others(v.cfg, buf[:0], die), v.cfg.move[die%Soldiers], &v.Ground.Ascent)
}
