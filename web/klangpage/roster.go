package klangpage

import (
	"banco/game"
	"banco/games/klang"

	"github.com/a-h/templ"
)

// Outfit is what a robot of a roster wears, slot by slot; nil is a slot that
// stays empty.
type Outfit [klang.NumSlots]*klang.PartSpec

// Robot draws a robot as it will stand on the table, looking up.
func Robot(frame klang.Frame, outfit Outfit, seat game.Seat) templ.Component {
	b := body{seat: seat, frame: frame, front: -1}
	for slot := range b.parts {
		b.parts[slot] = outfit.mounted(klang.Slot(slot), seat)
	}
	return rosterRobot(b)
}

// Part draws what sits in a slot, or the empty socket.
func Part(slot klang.Slot, outfit Outfit, seat game.Seat) templ.Component {
	return rosterPart(slot, outfit.mounted(slot, seat))
}

func (o *Outfit) mounted(slot klang.Slot, seat game.Seat) mounted {
	p := o[slot]
	if p == nil {
		return mounted{id: klang.None, owner: seat}
	}
	return mounted{int(slot), seat, p.Class, klang.WeaponNamed(p.Weapon), slot.Kind()}
}
