package dadipage

import (
	"net/url"
	"slices"
	"strconv"

	"banco/game"
	"banco/games/dadi"
	"banco/geom"
	"banco/table"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// desk is a view with everything that drawing it needs at hand.
type desk struct {
	*ui.Page
	m    *ui.Match
	v    *dadi.View
	mine bool // the viewer may act
	pick pick
	ui.Eye

	targets []dadi.Target
	spots   []spot
	spotted bool // they have been worked out
}

// newDesk prepares a match for drawing.
func newDesk(p *ui.Page, m *ui.Match) *desk {
	v, ok := m.View.(*dadi.View)
	if !ok {
		return nil
	}
	w, depth := v.Size()
	d := &desk{Page: p, m: m, v: v, Eye: ui.Eye{Width: ui.MM(w), Depth: ui.MM(depth)}}
	d.mine = m.Mine() && m.Stage == table.Playing
	if d.mine {
		d.targets = v.Targets()
	}
	d.pick = readPick(m.Pick, d)
	return d
}

// drawn keeps the desk of a match from one part of its page to the next.
func drawn(p *ui.Page, m *ui.Match, draw func(*desk) templ.Component) templ.Component {
	d, ok := m.Prepared.(*desk)
	if !ok {
		if d = newDesk(p, m); d == nil {
			return templ.NopComponent
		}
		m.Prepared = d
	}
	return draw(d)
}

// pick is a choice in progress. What does not fit the table as it is now is
// dropped: the page then asks again.
type pick struct {
	do      dadi.ActionKind
	object  int
	turn    int
	turned  bool // somebody has chosen how
	soldier int
	target  int
	at      geom.Point
	placed  bool // at holds a place
}

var kinds = func() map[string]dadi.ActionKind {
	m := map[string]dadi.ActionKind{}
	for k := dadi.ActNone + 1; k < dadi.NumActionKinds; k++ {
		m[k.String()] = k
	}
	return m
}()

func readPick(q url.Values, d *desk) pick {
	p := pick{object: dadi.None, target: dadi.None}
	if !d.mine {
		return p
	}
	q = spread(q)
	word := q.Get("do")
	if word == "" {
		word = q.Get("type") // a form that was refused
	}
	number := func(key string, low, high, absent int) int {
		n, err := strconv.Atoi(q.Get(key))
		if err != nil || n < low || n >= high {
			return absent
		}
		return n
	}
	p.do = kinds[word]
	p.object = slices.IndexFunc(dadi.Catalogue[:], func(o dadi.Object) bool { return o.Name == q.Get("object") })
	p.turn = number("turn", 0, 10000, 0) % 360
	p.turned = p.turn != 0
	p.soldier = number("soldier", 1, dadi.Soldiers+1, 0)
	p.target = number("target", 0, d.v.NumDice(), dadi.None)
	w, depth := d.v.Size()
	x, errX := strconv.ParseInt(q.Get("x"), 10, 64)
	y, errY := strconv.ParseInt(q.Get("y"), 10, 64)
	if errX == nil && errY == nil && x >= 0 && y >= 0 && x <= w && y <= depth {
		p.at, p.placed = geom.Point{X: x, Y: y}, true
	}
	return p.fit(d)
}

// fit drops what cannot be done now, and fills in what goes without saying.
func (p pick) fit(d *desk) pick {
	v := d.v
	allowed := map[dadi.Phase][]dadi.ActionKind{
		dadi.PhaseScenery: {dadi.ActLay, dadi.ActPass},
		dadi.PhaseCamp:    {dadi.ActPlace},
		dadi.PhaseTurn:    {dadi.ActMove, dadi.ActFire, dadi.ActEnd},
		dadi.PhaseMelee:   {dadi.ActFight},
		dadi.PhaseArrival: {dadi.ActArrive},
	}[v.Phase]
	if !slices.Contains(allowed, p.do) {
		p = pick{object: dadi.None, target: dadi.None, soldier: p.soldier}
	}
	switch v.Phase {
	case dadi.PhaseScenery:
		if p.do == dadi.ActLay && p.object >= 0 && !p.placed {
			p.at, p.placed = d.roomFor(p.object, p.turn), true
		}
	case dadi.PhaseCamp:
		p.do = dadi.ActPlace
		p.soldier = d.campSoldier(p.soldier)
	case dadi.PhaseTurn:
		if p.do == dadi.ActMove && v.Moved {
			p.do, p.placed = dadi.ActNone, false
		}
		if p.do == dadi.ActFire && !slices.ContainsFunc(d.targets, func(t dadi.Target) bool { return t.Die == p.target }) {
			p.do, p.target = dadi.ActNone, dadi.None
		}
	case dadi.PhaseMelee:
		if !slices.Contains(v.Touched(), p.target) {
			p.do, p.target = dadi.ActNone, dadi.None
		}
	case dadi.PhaseArrival:
		p.do = dadi.ActArrive
	}
	return p
}

// roomFor is a place where an object could lie as it is turned; the middle of the
// table if none is known.
func (d *desk) roomFor(object, turn int) geom.Point {
	w, depth := d.v.Size()
	middle := geom.Point{X: w / 2, Y: depth / 2}
	if d.v.Check(dadi.Lay(object, middle.X, middle.Y, turn)) == nil {
		return middle
	}
	for _, listed := range d.v.Actions() {
		if a, ok := listed.(*dadi.Action); ok && a.Kind == dadi.ActLay && d.v.Check(dadi.Lay(object, int64(a.X), int64(a.Y), turn)) == nil {
			return geom.Point{X: int64(a.X), Y: int64(a.Y)}
		}
	}
	return middle
}

// campSoldier is the soldier to be placed: the one that was chosen, if it is
// still to come, or the next.
func (d *desk) campSoldier(chosen int) int {
	left := d.unplaced()
	if slices.Contains(left, chosen) || len(left) == 0 {
		return chosen
	}
	return left[0]
}

// unplaced are the viewer's soldiers that may be placed now, by number.
func (d *desk) unplaced() (left []int) {
	seat, commander, ok := d.v.Camping()
	if !ok || seat != d.v.Seat() {
		return nil
	}
	if commander {
		return []int{dadi.Commander}
	}
	for n := dadi.Commander + 1; n <= dadi.Soldiers; n++ {
		if !d.v.Dice[dadi.ID(seat, n)].Stands {
			left = append(left, n)
		}
	}
	return left
}

// step is the address of the page with another choice.
func (d *desk) step(pairs ...string) templ.SafeURL { return d.Query(d.m.Path(), pairs...) }

// choosesPlace tells whether a tap on the free table chooses a place, and what
// the address of the page is then, but for the place and the turn.
func (d *desk) choosesPlace() (href string, ok bool) {
	if !d.mine {
		return "", false
	}
	switch d.v.Phase {
	case dadi.PhaseScenery:
		if d.pick.object >= 0 {
			return string(d.step("do", "lay", "object", dadi.Catalogue[d.pick.object].Name)), true
		}
	case dadi.PhaseCamp:
		return string(d.step("do", "place", "soldier", itoa(d.pick.soldier))), true
	case dadi.PhaseTurn:
		if !d.v.Moved {
			return string(d.step("do", "move")), true
		}
	case dadi.PhaseArrival:
		return string(d.step("do", "arrive")), true
	}
	return "", false
}

// action is the choice in progress as the rules would get it, nil while it is
// not complete.
func (d *desk) action() *dadi.Action {
	p := &d.pick
	switch {
	case !d.mine:
	case p.do == dadi.ActLay && p.object >= 0 && p.placed:
		return dadi.Lay(p.object, p.at.X, p.at.Y, p.turn)
	case p.do == dadi.ActPlace && p.placed:
		return dadi.Place(p.soldier, p.at.X, p.at.Y)
	case p.do == dadi.ActMove && p.placed:
		return dadi.Move(p.at.X, p.at.Y)
	case p.do == dadi.ActArrive && p.placed:
		return dadi.Arrive(p.at.X, p.at.Y)
	case p.do == dadi.ActFire && p.target != dadi.None:
		return dadi.Fire(p.target)
	case p.do == dadi.ActFight && p.target != dadi.None:
		return dadi.Fight(p.target)
	}
	return nil
}

// refusal is why the choice in progress would be refused; "" when it would not.
func (d *desk) refusal() string {
	a := d.action()
	if a == nil {
		return ""
	}
	if err := d.v.Check(a); err != nil {
		return d.Text(err.Text)
	}
	return ""
}

// cursor is where the keyboard's cursor starts.
func (d *desk) cursor() geom.Point {
	if d.pick.placed {
		return d.pick.at
	}
	if from, ok := d.origin(); ok {
		return from
	}
	w, depth := d.v.Size()
	return geom.Point{X: w / 2, Y: depth / 2}
}

// origin is where a soldier that is being moved or brought in comes from: itself,
// or its commander.
func (d *desk) origin() (geom.Point, bool) {
	v := d.v
	switch v.Phase {
	case dadi.PhaseTurn, dadi.PhaseMelee:
		return v.Dice[v.Active].At, true
	case dadi.PhaseCamp, dadi.PhaseArrival:
		seat := v.ToAct().First()
		if c := v.Dice[dadi.ID(seat, dadi.Commander)]; c.Stands {
			return c.At, true
		}
	}
	return geom.Point{}, false
}

// reach is the region in which a place may be chosen, as a path in the table's
// own numbers; "" when it is the whole table or none.
func (d *desk) reach() string {
	if !d.mine {
		return ""
	}
	from, ok := d.origin()
	switch {
	case d.v.Phase == dadi.PhaseTurn && !d.v.Moved:
		return string(d.v.AppendReach(nil))
	case d.v.Phase == dadi.PhaseCamp && ok && d.pick.soldier != dadi.Commander:
		return d.room(from, int64(d.v.Camp)*dadi.ALC, func(x, y int64) *dadi.Action { return dadi.Place(d.pick.soldier, x, y) })
	case d.v.Phase == dadi.PhaseArrival && ok:
		return d.room(from, dadi.ALC, dadi.Arrive)
	}
	return ""
}

// seatName is who sits there.
func (d *desk) seatName(s game.Seat) string { return d.m.Name(d.Page, s) }

// colour is what the rules call a side: "Red".
func (d *desk) colour(s game.Seat) string { return d.T("dadi.side." + itoa(int(s))) }

// dieName is a die in words: "Red 4".
func (d *desk) dieName(die int) string {
	return d.T("dadi.die", game.Msg("dadi.colour."+itoa(int(dadi.SeatOf(die)))), dadi.NumberOf(die))
}

// soldier is what the rules call a number: "sniper".
func (d *desk) soldier(number int) string { return d.T("dadi.soldier." + itoa(number)) }
