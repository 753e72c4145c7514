package klang

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"banco/game"
)

// TestK05_CheckRoster: one side alone is read as both sides are.
func TestK05_CheckRoster(t *testing.T) {
	for _, side := range []string{
		`[]`, `[{"name":"A"}]`, `[{"name":"A"},{"name":"A"}]`, `[{"name":"A","parts":[{"kind":"arm","class":7}]}]`, `[{"name":"A","parts":[{"kind":"head"},{"kind":"head"}]}]`,
		`[{"name":"A","frame":"wings"}]`, `[{"name":""}]`, `{}`, ``, `null`, `[{"name":"A","parts":[{"kind":"backpack","weapon":"melee"},{"kind":"arm"}]}]`,
	} {
		roster, err := CheckRoster(json.RawMessage(side))
		c, want := New().Configure(json.RawMessage(`{"rosters":[`+side+`,[{"name":"B"}]]}`), 2)
		var a, b *game.Error
		if errors.As(err, &a) != errors.As(want, &b) {
			t.Errorf("%s: %v alone, %v in the option", side, err, want)
			continue
		}
		if a != nil {
			if side != "" && (a.Code != b.Code || a.Rule != b.Rule || a.Text.Key != b.Text.Key) {
				t.Errorf("%s: %v alone, %v in the option", side, err, want)
			}
			continue
		}
		if got := c.(*Config).opt.Rosters[0]; !reflect.DeepEqual(got, roster) {
			t.Errorf("%s: %v alone, %v in the option", side, roster, got)
		}
	}
}

func TestK06_StuffAndLighter(t *testing.T) {
	read := func(raw string) Roster {
		r, err := CheckRoster(json.RawMessage(raw))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	two, one := read(`[{"name":"A"},{"name":"B"}]`), read(`[{"name":"A","parts":[{"kind":"arm"}]}]`)
	three := read(`[{"name":"A","parts":[{"kind":"arm"},{"kind":"head"}]}]`)
	if two.Stuff() != 2 || one.Stuff() != 2 || three.Stuff() != 3 {
		t.Error(two.Stuff(), one.Stuff(), three.Stuff())
	}
	if Lighter(two, one) != game.Watcher || Lighter(one, three) != 0 || Lighter(three, two) != 1 {
		t.Error("the lighter side")
	}
}

func TestK07_RosterDice(t *testing.T) {
	if whole := DefaultRosters()[0][0]; whole.Dice() != 8 {
		t.Error(whole.Dice())
	}
	if bare := (&RobotSpec{Name: "A"}); bare.Dice() != 3 {
		t.Error(bare.Dice())
	}
}

// TestK02_KindsAndNames: what pages ask about slots, kinds, frames and weapons.
func TestK02_KindsAndNames(t *testing.T) {
	for slot := range NumSlots {
		if kind := slot.Kind(); !kind.Fits(slot) || kind.UsualClass() != usualClass[kind] {
			t.Errorf("%v: %v", slot, kind)
		}
	}
	if NumSlots.Kind() != NumPartKinds || NumPartKinds.UsualClass() != 0 {
		t.Error("no slot, no kind")
	}
	for f := range NumFrames {
		if FrameNamed(f.String()) != f {
			t.Error(f)
		}
	}
	for w := range NumWeapons {
		if WeaponNamed(w.String()) != w {
			t.Error(w)
		}
	}
	if FrameNamed("wings") >= 0 || WeaponNamed("laser") >= 0 {
		t.Error("names of nothing")
	}
}
