package dadi

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

// table is a state that a test has set up and plays on.
type table struct {
	*State
	t *testing.T
}

var colours = []string{"red", "blue", "green", "yellow", "violet", "black"}

// set lays a table in the middle of a match. Words put things on it, places in
// millimetres:
//
//	book 300,300 turn 30     an object
//	red 4 100,120            a die
//	active red 4             whose turn it is
//
// A commander that is not named stands along the far edge, far from everything;
// other dice that are not named are dead. Red is first in the round, the others
// follow.
func set(t *testing.T, seats int, options string, words ...string) *table {
	t.Helper()
	c := configure(t, options, seats)
	s := &State{cfg: c, Board: Board{Ground: &Ground{}, Phase: PhaseTurn, Laid: int8(c.objects()), Round: 5,
		Orders: int8(seats), Active: None, Lost: None}}
	x := &table{s, t}
	for seat := range game.Seat(seats) {
		s.Order[seat] = seat
		s.Dice[ID(seat, Commander)] = Die{geom.Point{X: 1000 + 8000*int64(seat), Y: c.depth - 1000}, true}
	}
	for _, line := range words {
		w := strings.Fields(line)
		object := slices.IndexFunc(Catalogue[:], func(o Object) bool { return o.Name == w[0] })
		switch {
		case object >= 0:
			degrees := 0
			if len(w) > 2 {
				degrees, _ = strconv.Atoi(w[3])
			}
			s.Ground = s.Ground.laid(object, x.point(w[1]), degrees, game.Watcher)
		case w[0] == "active":
			s.Active = int8(x.die(w[1] + " " + w[2]))
			s.Turn = int8(SeatOf(int(s.Active)))
		default:
			s.Dice[x.die(w[0]+" "+w[1])] = Die{x.point(w[2]), true}
		}
	}
	s.Ground = s.Ground.ready(c)
	return x
}

// point reads a place in millimetres.
func (x *table) point(s string) geom.Point {
	x.t.Helper()
	a, b, _ := strings.Cut(s, ",")
	mm := func(s string) int64 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			x.t.Fatalf("%q is no place", s)
		}
		return int64(f*100 + 0.5)
	}
	return geom.Point{X: mm(a), Y: mm(b)}
}

// die reads a die's name: "red 4".
func (x *table) die(name string) int {
	x.t.Helper()
	colour, n, _ := strings.Cut(name, " ")
	number, err := strconv.Atoi(n)
	seat := slices.Index(colours, colour)
	if err != nil || seat < 0 || number < 1 || number > Soldiers {
		x.t.Fatalf("there is no die %q", name)
	}
	return ID(game.Seat(seat), number)
}

func (x *table) seat() game.Seat { return x.ToAct().First() }

// roll does an action of the seat whose turn it is; the faces must be just what
// is rolled by it.
func (x *table) roll(a *Action, faces ...int) []game.Event {
	x.t.Helper()
	src, log := dice.Faces(faces...), &game.Log{}
	if err := x.Apply(x.seat(), a, src, log); err != nil {
		x.t.Fatalf("%v", err)
	}
	if src.Left() > 0 {
		x.t.Fatalf("%d of the rolls %v were not made", src.Left(), faces)
	}
	return log.Events
}

// moveTo is a move to a place in millimetres.
func (x *table) moveTo(place string) *Action {
	p := x.point(place)
	return Move(p.X, p.Y)
}

// refuses does an action that must be refused by a rule, with a code, and
// change nothing.
func (x *table) refuses(rule, code string, a *Action) {
	x.t.Helper()
	x.refusesSeat(x.seat(), rule, code, a)
}

func (x *table) refusesSeat(seat game.Seat, rule, code string, a *Action) {
	x.t.Helper()
	before, _ := game.HashOf(x.State)
	err := x.Apply(seat, a, dice.Forbidden{}, &game.Log{})
	var e *game.Error
	if !errors.As(err, &e) || e.Rule != rule || e.Code != code {
		x.t.Fatalf("%+v: %v; want %s %s", a, err, rule, code)
	}
	if after, _ := game.HashOf(x.State); after != before {
		x.t.Fatalf("%+v was refused and changed something", a)
	}
}

// allows checks that an action is legal, without doing it.
func (x *table) allows(a *Action) {
	x.t.Helper()
	j := x.judge(x.seat())
	if why := j.allows(a); why != fine {
		x.t.Fatalf("%+v: %v", a, j.refuse(why, a))
	}
}

// at checks where a die stands, to a hundredth of a millimetre times slack.
func (x *table) at(name, place string, slack int64) {
	x.t.Helper()
	d, want := x.Dice[x.die(name)], x.point(place)
	if !d.Stands || geom.Square(d.At, want) > slack*slack {
		x.t.Fatalf("%s is at %v (standing: %v), want %v", name, d.At, d.Stands, want)
	}
}

func (x *table) stands(name string, want bool) {
	x.t.Helper()
	if got := x.Dice[x.die(name)].Stands; got != want {
		x.t.Fatalf("%s stands: %v, want %v", name, got, want)
	}
}

// kinds are the deeds of the last action.
func (x *table) kinds() string {
	var list []string
	for _, d := range x.Deeds[:x.Told] {
		list = append(list, d.Kind.String())
	}
	return strings.Join(list, " ")
}

func (x *table) did(want string) {
	x.t.Helper()
	if got := x.kinds(); got != want {
		x.t.Fatalf("it led to %q, want %q", got, want)
	}
}
