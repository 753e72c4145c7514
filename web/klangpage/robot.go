package klangpage

import (
	"strconv"
	"strings"

	"banco/game"
	"banco/games/klang"
	"banco/web/ui"
)

// body is a robot as it is drawn: looking toward the other side, its five slots
// full or empty, its malloppi on the rim of the base.
type body struct {
	id    int
	seat  game.Seat
	name  string
	frame klang.Frame
	front float64 // -1: it looks up
	parts [klang.NumSlots]mounted
	loot  int
}

// mounted is what sits in a slot.
type mounted struct {
	id     int // or klang.None: the slot is empty
	owner  game.Seat
	class  int
	weapon klang.Weapon
	kind   klang.PartKind
}

func (d *desk) body(robot int) body {
	info := d.v.RobotInfo(robot)
	b := body{id: robot, seat: info.Seat, name: info.Name, frame: info.Frame, front: d.front(info.Seat), loot: d.v.Carried(robot)}
	for slot, part := range d.v.Robots[robot].Slots {
		b.parts[slot] = mounted{id: klang.None, owner: info.Seat}
		if part != klang.None {
			in := d.v.PartInfo(int(part))
			b.parts[slot] = mounted{int(part), in.Owner, int(in.Class), in.Weapon, in.Kind}
		}
	}
	return b
}

// at places something of the robot: x to its right, y to its front, in mm.
func (b *body) at(x, y float64) string {
	return "translate(" + ui.Num(-x*b.front) + " " + ui.Num(y*b.front) + ")"
}

// turned is the same, turned so that up is the robot's front.
func (b *body) turned(x, y float64) string {
	if b.front < 0 {
		return b.at(x, y)
	}
	return b.at(x, y) + " rotate(180)"
}

// slotAt is where each slot sits on the body: x right, y front.
var slotAt = [klang.NumSlots][2]float64{
	klang.Torso:    {0, -.5},
	klang.RightArm: {12.6, 2},
	klang.LeftArm:  {-12.6, 2},
	klang.Head:     {0, 10.2},
	klang.Backpack: {0, -11.6},
}

// lootAt is where a base carries its malloppi.
var lootAt = [3][2]float64{{-15.5, -16}, {0, -22}, {15.5, -16}}

// short is a robot's name in three letters, for small drawings.
func short(name string) string {
	r := []rune(strings.ToUpper(name))
	return string(r[:min(3, len(r))])
}

func sideClass(s game.Seat) string { return "side-" + strconv.Itoa(int(s)) }

func itoa[T ~int | ~int8 | ~int16 | ~int32](n T) string { return strconv.Itoa(int(n)) }

// gears are the outlines that mark seat 1, drawn once.
var (
	gearBase = ui.Gear(0, 0, 20, 17.4, 14)
	gearMini = ui.Gear(0, 0, 10, 8.2, 10)
)
