package dadi

import (
	"banco/game"
	"banco/geom"
)

// What a view offers: every discrete action, and a sample of those with a free
// place, always in the same order.

// Actions lists what the viewer may do now.
func (v *View) Actions() []game.Action {
	if !v.Mine() {
		return nil
	}
	o := offer{v: v, j: v.judge(), slab: make([]Action, 0, 64)}
	switch v.Phase {
	case PhaseScenery:
		o.scenery()
	case PhaseCamp:
		o.camp()
	case PhaseTurn:
		o.shots()
		o.moves()
		o.add(End())
	case PhaseMelee:
		touched, n := v.touched(v.cfg, int(v.Active))
		for _, die := range touched[:n] {
			o.add(Fight(int(die)))
		}
	case PhaseReserve:
		o.add(Reserve())
		o.add(Decline())
	case PhaseArrival:
		o.arrivals()
	}
	list := make([]game.Action, len(o.slab))
	for i := range o.slab {
		list[i] = &o.slab[i]
	}
	return list
}

// offer collects actions one after the other in one slab, which costs far less
// than each on its own.
type offer struct {
	v    *View
	j    judge
	slab []Action
}

func (o *offer) add(a *Action) { o.slab = append(o.slab, *a) }

// try adds an action with a place if it is legal.
func (o *offer) try(a *Action) bool {
	if o.j.allows(a) != fine {
		return false
	}
	o.add(a)
	return true
}

// scenery samples places for the objects, and leaving one out.
func (o *offer) scenery() {
	w, d := o.v.cfg.width, o.v.cfg.depth
	for object := range Catalogue {
		for step := range 12 {
			for k := int64(step); k < 36; k += 12 {
				o.try(Lay(object, (k%6*2+1)*w/12, (k/6*2+1)*d/12, step*15))
			}
		}
	}
	o.add(Pass())
}

// camp samples places for the commander all over the table, and for the
// soldiers around it.
func (o *offer) camp() {
	v := o.v
	if _, commander := v.camping(); commander {
		for x := int64(grid); x < v.cfg.width; x += 7 * grid {
			for y := int64(grid); y < v.cfg.depth; y += 7 * grid {
				o.try(Place(Commander, x, y))
			}
		}
	} else {
		home := v.Dice[ID(v.seat, Commander)].At
		for n := Commander + 1; n <= Soldiers; n++ {
			if v.Dice[ID(v.seat, n)].Stands {
				continue
			}
			for degrees := 0; degrees < 360; degrees += 30 {
				for _, far := range [...]int64{ALC, 2 * ALC, 3*ALC - 1} {
					p := geom.Along(home, geom.Compass(degrees), far)
					o.try(Place(n, p.X, p.Y))
				}
			}
		}
	}
	if len(o.slab) == 0 {
		at, _ := v.campRoom(v.cfg, true)
		o.add(Place(v.nextSoldier(v.seat), at.X, at.Y))
	}
}

func (o *offer) arrivals() {
	home := o.v.Dice[ID(o.v.seat, Commander)].At
	for degrees := 0; degrees < 360; degrees += 30 {
		for _, far := range [...]int64{ALC - 1, 2*Radius + Contact} {
			p := geom.Along(home, geom.Compass(degrees), far)
			o.try(Arrive(p.X, p.Y))
		}
	}
	if len(o.slab) == 0 {
		p, _ := o.v.arrivalRoom(o.v.cfg, o.v.seat)
		o.add(Arrive(p.X, p.Y))
	}
}

func (o *offer) shots() {
	for target := range o.v.cfg.dice {
		o.try(Fire(target))
	}
}

// moves samples where the active die could go: into contact with every enemy,
// or as far toward it as it gets; onto what can be climbed; and all around, the
// whole way and half of it.
func (o *offer) moves() {
	v := o.v
	if v.Moved {
		return
	}
	for die := range v.cfg.dice {
		if v.Dice[die].Stands && SeatOf(die) != v.seat {
			o.toward(v.Dice[die].At)
		}
	}
	from, limit := v.Dice[v.Active].At, v.cfg.move[v.Active%Soldiers]
	for i := range v.Ground.Ascent.Hills {
		lo, hi := v.Ground.Ascent.Hills[i].Poly.Box()
		if p := (geom.Point{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}); geom.Square(p, from) < limit*limit {
			o.toward(p)
		}
	}
	for degrees := 0; degrees < 360; degrees += 15 {
		o.toward(geom.Along(from, geom.Compass(degrees), limit))
		o.toward(geom.Along(from, geom.Compass(degrees), limit/2))
	}
}

// toward adds the move toward a place, unless the same one is listed already.
func (o *offer) toward(to geom.Point) {
	var a Action
	if _, ok := o.v.toward(to, &a); !ok {
		return
	}
	for i := range o.slab {
		if o.slab[i] == a {
			return
		}
	}
	o.add(&a)
}
