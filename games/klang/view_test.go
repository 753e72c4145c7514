package klang

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

func TestView_WhatAPageAsksFor(t *testing.T) {
	x := set(t, `{"attacks_per_weapon":1,"terrain_pieces":0}`, "wall 380,200 395,500\nRuggine 300,300 dice 65 loot 2\nSgobbo 300,340\nBullone 300,420\nRattoppo 450,300\n"+
		"part Bullone.head 300,281\nactive Ruggine")
	v := x.view(0)
	if !v.Mine() || v.Seat() != 0 || v.NumRobots() != 6 || v.NumParts() != 30 || v.Carried(0) != 2 {
		t.Error("the basics are wrong")
	}
	if from, to := v.RobotsOf(1); from != 3 || to != 6 {
		t.Errorf("North's robots are %d to %d", from, to)
	}
	if from, to := v.RobotsOf(game.Watcher); from != to {
		t.Error("a watcher has robots")
	}
	if got := v.RobotInfo(1); got != (RobotInfo{"Sgobbo", Legs, 0}) {
		t.Errorf("robot 1 is %+v", got)
	}
	if v.Options().Rounds != 6 || v.PartInfo(0).Kind != TorsoPart {
		t.Error("options or parts are wrong")
	}
	if rest := v.Rest(); len(rest) != 6 || rest[0] != 0 {
		t.Errorf("the rest of the round is %v", rest)
	}
	if !v.Touches(0, geom.Point{X: 30000, Y: 28100}) || v.Touches(0, geom.Point{X: 30000, Y: 20000}) {
		t.Error("contact is wrong")
	}
	why := map[int]string{}
	for _, target := range v.Targets(RightArm) {
		why[target.Robot] = target.Why
	}
	if len(why) != 5 || why[1] != "" || why[3] != "" || why[4] != "not_in_sight" {
		t.Errorf("targets: %v", why)
	}
	if v.Targets(Head) != nil || v.WeaponReady(Head) != "no_weapon" || v.WeaponReady(RightArm) != "" {
		t.Error("weapons are wrong")
	}
	if r := v.ReachOf(6); r == nil || !r.Contains(geom.Point{X: 30000, Y: 20000}) || v.ReachOf(3) != nil {
		t.Error("the reach is wrong")
	}
	x.do(Attack(6, RightArm, 3), PrizePart(x.part("Bullone.torso")))
	v = x.view(0)
	if v.WeaponReady(RightArm) != "weapon_used" {
		t.Error("a weapon used up is ready")
	}
	x.do(End())
	v = x.view(0)
	if v.Mine() || v.Actions() != nil || v.Sample(nil) != nil || v.ReachOf(6) != nil || v.WeaponReady(RightArm) != "not_now" || v.Targets(RightArm) != nil {
		t.Error("something is offered to who may not act")
	}
}

func TestView_JSONShape(t *testing.T) {
	x := set(t, "", "Ruggine 300,200 dice 654 loot 1\nBullone 300,400 dice 21 loot 1\npart Sgobbo.head 500,500\nactive Ruggine")
	read := func(viewer game.Seat) map[string]any {
		raw, err := x.view(viewer).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	mine, watch := read(0), read(game.Watcher)
	if mine["seat"] != 0.0 || watch["seat"] != nil || mine["phase"] != "act" || mine["active"] != 0.0 {
		t.Errorf("seat, phase, active: %v %v %v", mine["seat"], mine["phase"], mine["active"])
	}
	hands := func(m map[string]any) (known []int) {
		for i, r := range m["robots"].([]any) {
			if _, ok := r.(map[string]any)["hand"]; ok {
				known = append(known, i)
			}
		}
		return known
	}
	if got := hands(mine); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("South sees the hands of %v", got)
	}
	if got := hands(watch); got != nil {
		t.Errorf("a watcher sees the hands of %v", got)
	}
	if len(mine["reach"].([]any)) != 3 || len(mine["weapons"].([]any)) != 2 || watch["reach"] != nil || watch["weapons"] != nil {
		t.Error("reach and weapons are wrong")
	}
	outline := mine["reach"].([]any)[0].(map[string]any)["outline"].(string)
	if !strings.HasPrefix(outline, "M") {
		t.Errorf("outline %q", outline)
	}
	x.do(Attack(6, RightArm, 3))
	prize := read(1)["prize"].(map[string]any)
	if prize["height"] != 6.0 || len(prize["parts"].([]any)) != 5 || len(prize["loot"].([]any)) != 1 {
		t.Errorf("the prize is %v", prize)
	}
	if last := read(0)["last"].(map[string]any); last["kind"] != "attacked" || last["die"] != 6.0 || last["target"] != 3.0 || last["slot"] != "right_arm" {
		t.Errorf("the last deed is %v", last)
	}
}

func TestSettle_OnAFullTable(t *testing.T) {
	// Nothing is free within eight centimetres: everything around is wall.
	x := set(t, "", "wall 100,100 500,300")
	at := x.settle(x.cfg, x.point("300,190"))
	if !x.Ground.Scene.Free(loose(at), nil) || at.Y > 9001 && at.Y < 30999 {
		t.Errorf("it lies at %v", at)
	}
}

func TestSabotage_IsOffered(t *testing.T) {
	x := set(t, "", "Bullone 500,500 lost right_arm\npart Ruggine.right_arm on Bullone\nRuggine 100,100 dice 6641\nactive Ruggine")
	var got []int32
	for _, a := range x.view(0).Actions() {
		if a.Type() == "sabotage" {
			got = append(got, a.(*Action).Die)
		}
	}
	if !slices.Equal(got, []int32{4, 6}) {
		t.Errorf("sabotage is offered with %v, want 4 and 6", got)
	}
}

// While terrain is laid the turn counts pieces, not activations.
func TestK31_NoTurnsAreLaidOutWhileTerrainIs(t *testing.T) {
	cfg, err := New().Configure(json.RawMessage(`{"terrain":"players"}`), 2)
	if err != nil {
		t.Fatal(err)
	}
	src := dice.NewFast(1, 1)
	s := cfg.Start(src, nil)
	for range 30 {
		seat := s.ToAct().First()
		v := s.View(seat, nil).(*View)
		if v.Phase != PhaseTerrain {
			return
		}
		if rest := v.Rest(); len(rest) != 0 {
			t.Fatalf("turns are laid out after %d pieces: %v", v.Turn, rest)
		}
		if err := s.Apply(seat, Pass(), src, nil); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the terrain is never done")
}
