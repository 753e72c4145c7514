package klang

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

// table is a state that a test set up in words, and what it was told.
type table struct {
	*testing.T
	*State
	log game.Log
}

// set puts robots and things on an empty field. Lines, in millimetres:
//
//	Ruggine 300,100 dice 6544321 loot 2 lost head,backpack
//	wall 100,200 150,250                 terrain between two corners
//	malloppo 310,350
//	part Sgobbo.right_arm 320,300        that part lies on the table
//	part Sgobbo.right_arm on Ruggine     that part is mounted on Ruggine, in the first slot it fits
//	active Ruggine                       whose activation is under way
//
// Robots that are not named stand along their own edges, ten centimetres apart.
func set(t *testing.T, options, words string) *table {
	t.Helper()
	if options == "" {
		options = `{"terrain_pieces":0}`
	}
	c := configure(t, options)
	s := c.Start(dice.NewFast(1, 1), nil).(*State)
	x := &table{T: t, State: s}
	s.Loots = 0
	for i := range s.cfg.robots {
		at := geom.Point{X: int64(50+100*i) * geom.Unit, Y: 25 * geom.Unit}
		if c.robots[i].Seat == 1 {
			at.Y = c.width - at.Y
		}
		s.Robots[i].At, s.Robots[i].Placed = at, true
	}
	s.beginRound(1, nil)
	ground := &Ground{}
	for line := range strings.Lines(words) {
		if w := strings.Fields(line); len(w) > 0 {
			x.put(ground, w)
		}
	}
	s.Ground = ground.withScene(c)
	return x
}

func (x *table) put(ground *Ground, w []string) {
	x.Helper()
	switch w[0] {
	case "wall":
		a, b := x.point(w[1]), x.point(w[2])
		ground.Pieces = append(ground.Pieces, Piece{Name: "wall", Seat: game.Watcher,
			Poly: geom.Polygon{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}}})
	case "malloppo":
		x.Loot[x.Loots] = Loot{At: x.point(w[1]), On: OnTable}
		x.Loots++
	case "part":
		x.putPart(w)
	case "active":
		x.Active = int8(x.robot(w[1]))
		x.Phase = PhaseAct
		x.Robots[x.Active].Activated = true
		x.Activations++
		// It is this robot's side's turn.
		x.Sides[x.Turn] = x.cfg.robots[x.Active].Seat
	default:
		r := x.robot(w[0])
		x.Robots[r].At = x.point(w[1])
		for i := 2; i+1 < len(w); i += 2 {
			switch w[i] {
			case "dice":
				x.hands[r] = Hand{}
				for _, f := range w[i+1] {
					x.hands[r][f-'1']++
				}
				x.Robots[r].Dice = int8(len(w[i+1]))
			case "loot":
				for range w[i+1][0] - '0' {
					x.Loot[x.Loots] = Loot{On: int8(r)}
					x.Loots++
				}
			case "lost":
				for name := range strings.SplitSeq(w[i+1], ",") {
					p := x.part(w[0] + "." + name)
					x.drop(r, int8(p), geom.Point{})
					x.Parts[p].On = Gone
				}
			}
		}
	}
}

func (x *table) putPart(w []string) {
	p := x.part(w[1])
	if on := x.Parts[p].On; on >= 0 {
		x.drop(int(on), int8(p), geom.Point{})
	}
	if w[2] != "on" {
		x.Parts[p] = Part{At: x.point(w[2]), On: OnTable}
		return
	}
	r := x.robot(w[3])
	for slot := range NumSlots {
		if x.cfg.parts[p].Kind.Fits(slot) && x.Robots[r].Slots[slot] == None {
			x.Robots[r].Slots[slot] = int8(p)
			x.Parts[p] = Part{On: int8(r)}
			return
		}
	}
	x.Fatalf("no slot for %v", w)
}

func (x *table) point(s string) geom.Point {
	x.Helper()
	var a, b float64
	if _, err := fmt.Sscanf(s, "%g,%g", &a, &b); err != nil {
		x.Fatalf("point %q: %v", s, err)
	}
	return geom.Point{X: int64(a * geom.Unit), Y: int64(b * geom.Unit)}
}

func (x *table) robot(name string) int {
	x.Helper()
	i := slices.IndexFunc(x.cfg.robots, func(r RobotInfo) bool { return r.Name == name })
	if i < 0 {
		x.Fatalf("no robot %q", name)
	}
	return i
}

// part is the id of a part by where it was at the start: "Sgobbo.right_arm".
func (x *table) part(name string) int {
	x.Helper()
	robot, slot, _ := strings.Cut(name, ".")
	r := x.robot(robot)
	i := slices.IndexFunc(x.cfg.parts, func(p PartInfo) bool { return int(p.Robot) == r && p.Slot.String() == slot })
	if i < 0 {
		x.Fatalf("no part %q", name)
	}
	return i
}

// seat is whose turn it is.
func (x *table) seat() game.Seat { return x.ToAct().First() }

// do applies actions for whoever's turn it is; none of them rolls unless dice
// are scripted for it.
func (x *table) do(actions ...*Action) {
	x.Helper()
	for _, a := range actions {
		x.roll(nil, a)
	}
}

// roll applies an action with scripted dice, all of which must be rolled.
func (x *table) roll(faces []int, a *Action) {
	x.Helper()
	src := dice.Faces(faces...)
	if err := x.Apply(x.seat(), a, src, &x.log); err != nil {
		raw, _ := json.Marshal(a)
		x.Fatalf("%s: %v", raw, err)
	}
	if src.Left() != 0 {
		x.Fatalf("%d dice were not rolled", src.Left())
	}
}

// refuses checks that an action is refused with a code and a rule, and changes
// nothing.
func (x *table) refuses(rule, code string, a *Action) {
	x.Helper()
	x.refusesSeat(x.seat(), rule, code, a)
}

func (x *table) refusesSeat(seat game.Seat, rule, code string, a *Action) {
	x.Helper()
	before, _ := game.HashOf(x.State)
	err := x.Apply(seat, a, dice.NewScripted(), nil)
	var e *game.Error
	if !errors.As(err, &e) || e.Code != code || e.Rule != rule {
		x.Errorf("%+v: got %v, want %s %s", *a, err, rule, code)
	}
	if after, _ := game.HashOf(x.State); after != before {
		x.Errorf("%+v was refused and changed something", *a)
	}
}

// hand is a robot's dice from high to low.
func (x *table) hand(name string) string {
	x.Helper()
	s := ""
	for _, f := range x.hands[x.robot(name)].Dice() {
		s += digit(f)
	}
	return s
}

// holds checks a robot's dice, and that everybody sees how many there are.
func (x *table) holds(name, want string) {
	x.Helper()
	if got := x.hand(name); got != want {
		x.Errorf("%s holds %s, want %s", name, got, want)
	}
	if n := int(x.Robots[x.robot(name)].Dice); n != len(want) {
		x.Errorf("%s is seen to hold %d dice, want %d", name, n, len(want))
	}
}

// loose checks that a part lies on the table and gives its place.
func (x *table) loose(name string) geom.Point {
	x.Helper()
	p := x.Parts[x.part(name)]
	if p.On != OnTable {
		x.Errorf("%s is on %d, want it on the table", name, p.On)
	}
	return p.At
}

func (x *table) view(seat game.Seat) *View { return x.View(seat, nil).(*View) }

// heard is what a viewer was told, by key.
func (x *table) heard(viewer game.Seat) []string {
	var keys []string
	for _, e := range x.log.Events {
		if e.To.Includes(viewer) {
			keys = append(keys, e.Text.Key)
		}
	}
	return keys
}

// about checks a place to half a millimetre.
func (x *table) about(what string, got geom.Point, want string) {
	x.Helper()
	w := x.point(want)
	if geom.Square(got, w) > 50*50 {
		x.Errorf("%s is at %d,%d, want about %s mm", what, got.X, got.Y, want)
	}
}
