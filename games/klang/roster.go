package klang

import (
	"encoding/json"
	"slices"

	"banco/game"
	"banco/game/strict"
)

// frameDice is what a robot rolls for its frame alone (K07).
const frameDice = 3

// The classes that a part can have (K04).
const (
	MinClass = 2
	MaxClass = 6
)

// CheckRoster reads the roster of one side as the option "rosters" holds it. An
// error is a [*game.Error] whose code, rule and sentence are those with which
// [Game.Configure] would refuse it.
func CheckRoster(raw json.RawMessage) (Roster, error) {
	return readRoster(raw)
}

func refuseRosters(code string, args ...any) error { return badOption("rosters", code, "K05", args...) }

func readRoster(raw json.RawMessage) (Roster, error) {
	robots, ok := strict.Array(raw)
	if !ok || len(robots) < 1 || len(robots) > MaxRobots/2 {
		return nil, refuseRosters("roster_size", MaxRobots/2)
	}
	var roster Roster
	for _, r := range robots {
		spec, err := readRobot(r, refuseRosters)
		if err != nil {
			return nil, err
		}
		for _, other := range roster {
			if other.Name == spec.Name {
				return nil, refuseRosters("roster_name_twice", spec.Name)
			}
		}
		roster = append(roster, spec)
	}
	return roster, nil
}

// Slots is where a robot that keeps to the rules wears its parts, nil where it
// wears none: the first arm of the list is the right one (K02).
func (r *RobotSpec) Slots() (at [NumSlots]*PartSpec) {
	for i := range r.Parts {
		p := &r.Parts[i]
		slot := homeSlot[slices.Index(kindNames[:], p.Kind)]
		if at[slot] != nil {
			slot = LeftArm
		}
		at[slot] = p
	}
	return at
}

// Dice is how many dice a robot rolls while it is whole (K07).
func (r *RobotSpec) Dice() int { return frameDice + len(r.Parts) }

// Stuff is what K06 counts: robots and the parts on them.
func (r Roster) Stuff() int {
	n := len(r)
	for i := range r {
		n += len(r[i].Parts)
	}
	return n
}

// Lighter is the side that fields less stuff, a or b as seat 0 or 1, and so
// closes every round; nobody when they are equal (K06).
func Lighter(a, b Roster) game.Seat {
	switch a, b := a.Stuff(), b.Stuff(); {
	case a < b:
		return 0
	case b < a:
		return 1
	}
	return game.Watcher
}

// Kind is the kind of part that sits in a slot (K02).
func (s Slot) Kind() PartKind {
	for kind := range NumPartKinds {
		if kind.Fits(s) {
			return kind
		}
	}
	return NumPartKinds
}

// UsualClass is the class of a part whose roster names none (K04).
func (k PartKind) UsualClass() int {
	if k < 0 || k >= NumPartKinds {
		return 0
	}
	return usualClass[k]
}

// WeaponNamed is the weapon of that name, -1 for none.
func WeaponNamed(name string) Weapon { return Weapon(slices.Index(weaponNames[:], name)) }

// FrameNamed is the frame of that name, -1 for none.
func FrameNamed(name string) Frame { return Frame(slices.Index(frameNames[:], name)) }
