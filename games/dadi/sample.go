package dadi

import (
	"math/rand/v2"

	"banco/game"
	"banco/geom"
)

// Sample gives one legal action at random without listing them all.
func (v *View) Sample(rng *rand.Rand) game.Action {
	if !v.Mine() {
		return nil
	}
	s := sampler{v, v.judge(), rng}
	switch v.Phase {
	case PhaseScenery:
		return s.layOne()
	case PhaseCamp:
		return s.placeOne()
	case PhaseMelee:
		touched, n := v.touched(v.cfg, int(v.Active))
		return Fight(int(touched[rng.IntN(n)]))
	case PhaseReserve:
		if rng.IntN(8) == 0 {
			return Decline()
		}
		return Reserve()
	case PhaseArrival:
		return s.arriveOne()
	}
	return s.turnOne()
}

type sampler struct {
	v   *View
	j   judge
	rng *rand.Rand
}

func (s *sampler) layOne() *Action {
	if s.rng.IntN(12) > 0 {
		a := new(Action)
		for range 12 {
			*a = Action{Kind: ActLay, Object: int8(s.rng.IntN(len(Catalogue))), Turn: int32(s.rng.IntN(360)),
				X: int32(between(s.rng, Margin, s.v.cfg.width-Margin)), Y: int32(between(s.rng, Margin, s.v.cfg.depth-Margin))}
			if s.j.lay(a) == fine {
				return a
			}
		}
	}
	return Pass()
}

func (s *sampler) placeOne() *Action {
	v := s.v
	_, commander := v.camping()
	number := Commander
	if !commander {
		for number = 2 + s.rng.IntN(Soldiers-1); v.Dice[ID(v.seat, number)].Stands; {
			if number++; number > Soldiers {
				number = 2
			}
		}
	}
	a := new(Action)
	for range 12 {
		at := geom.Point{X: between(s.rng, Radius, v.cfg.width-Radius), Y: between(s.rng, Radius, v.cfg.depth-Radius)}
		if !commander {
			at = s.around(v.Dice[ID(v.seat, Commander)].At, int64(v.Camp)*ALC)
		}
		*a = Action{Kind: ActPlace, Soldier: int32(number), X: int32(at.X), Y: int32(at.Y)}
		if s.j.place(a) == fine {
			return a
		}
	}
	at, _ := v.campRoom(v.cfg, false)
	return Place(number, at.X, at.Y)
}

func (s *sampler) arriveOne() *Action {
	a := new(Action)
	for range 12 {
		at := s.around(s.v.Dice[ID(s.v.seat, Commander)].At, ALC)
		*a = Action{Kind: ActArrive, X: int32(at.X), Y: int32(at.Y)}
		if s.j.arrive(a) == fine {
			return a
		}
	}
	at, _ := s.v.arrivalRoom(s.v.cfg, s.v.seat)
	return Arrive(at.X, at.Y)
}

// turnOne mostly fires when it can, and otherwise moves.
func (s *sampler) turnOne() *Action {
	if !s.v.Fired && s.rng.IntN(5) > 0 {
		n := s.v.cfg.dice
		start := s.rng.IntN(n)
		at := s.v.Dice[s.v.Active].At
		for i := range n {
			if target := (start + i) % n; s.v.shot(s.v.cfg, int(s.v.Active), at, target) == fine {
				return Fire(target)
			}
		}
	}
	if !s.v.Moved && s.rng.IntN(24) > 0 {
		a := new(Action)
		for range 6 {
			if _, ok := s.v.toward(s.goal(), a); ok {
				return a
			}
		}
	}
	return End()
}

// goal is an enemy, or anywhere that the die could go.
func (s *sampler) goal() geom.Point {
	v := s.v
	if s.rng.IntN(2) == 0 {
		n := v.cfg.dice
		start := s.rng.IntN(n)
		for i := range n {
			if die := (start + i) % n; v.Dice[die].Stands && SeatOf(die) != v.seat {
				return v.Dice[die].At
			}
		}
	}
	return s.around(v.Dice[v.Active].At, v.cfg.move[v.Active%Soldiers])
}

// around is a random place no farther from another than a distance.
func (s *sampler) around(p geom.Point, far int64) geom.Point {
	for {
		x, y := between(s.rng, -far, far), between(s.rng, -far, far)
		if x*x+y*y <= far*far {
			return geom.Point{X: p.X + x, Y: p.Y + y}
		}
	}
}

// between draws a number from lo to hi.
func between(rng *rand.Rand, lo, hi int64) int64 { return lo + rng.Int64N(hi-lo+1) }
