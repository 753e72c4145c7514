package klang

import (
	"slices"
	"testing"

	"banco/game"
	"banco/geom"
)

func TestK12_TurnsAndPhases(t *testing.T) {
	x := set(t, "", "Ruggine 300,300")
	x.Sides = [MaxRobots]game.Seat{0, 1, 0, 1, 0, 1}
	x.refusesSeat(1, "K12", "not_your_turn", Activate(3))
	x.refusesSeat(game.Watcher, "K12", "not_your_turn", Activate(0))
	x.refuses("K12", "not_now", End())
	x.refuses("K12", "not_now", Move(6, 30000, 30000))
	x.refuses("K12", "not_now", Pass())
	x.refuses("K12", "not_your_robot", Activate(3))
	x.refuses("K05", "no_such_robot", Activate(6))
	x.roll([]int{6, 5, 4, 3, 2, 1, 1, 1}, Activate(0))
	x.refuses("K12", "not_now", Activate(1))
	x.refuses("K12", "not_now", PrizeLoot(0))
	x.do(End())
	if x.seat() != 1 {
		t.Error("it is not the other side's turn")
	}
	x.roll([]int{6, 5, 4, 3, 2, 1, 1, 1}, Activate(3))
	x.do(End())
	x.refuses("K12", "already_activated", Activate(0))
}

func TestK12_TheLastDieEndsTheActivation(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 6\nactive Ruggine")
	x.do(Move(6, 30000, 25000))
	if x.Phase != PhaseChoose || x.Last.Kind != DeedMoved {
		t.Errorf("phase %v after %v; want the next turn, the move still shown", x.Phase, x.Last.Kind)
	}
}

func TestK12_ThePrizeOfTheLastDieIsStillChosen(t *testing.T) {
	x := shot(t, "", "6", "", "")
	x.do(Attack(6, RightArm, 3))
	if x.Phase != PhasePrize || x.seat() != 0 {
		t.Fatalf("phase %v, want the prize to be chosen", x.Phase)
	}
	x.refuses("K12", "not_now", End())
	x.do(PrizePart(x.part("Bullone.head")))
	if x.Phase != PhaseChoose {
		t.Errorf("phase %v, want the next turn", x.Phase)
	}
}

func TestK08_WorkTakesSuccesses(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 431\nBullone 300,341 lost head\npart Ruggine.head on Bullone\nactive Ruggine")
	x.refuses("K08", "die_scrap", Move(3, 30000, 31000))
	x.refuses("K08", "die_scrap", Attack(3, RightArm, 3))
	x.refuses("K08", "die_scrap", Sabotage(3, x.part("Ruggine.head")))
	x.refuses("K08", "no_such_die", Move(0, 30000, 31000))
	x.refuses("K08", "no_such_die", Move(7, 30000, 31000))
	x.refuses("K12", "die_missing", Move(6, 30000, 31000))
}

func TestKX3_ASixRunsTwelveCentimetres(t *testing.T) {
	x := set(t, "", "Ruggine 300,100 dice 66\nBullone 300,350\nactive Ruggine")
	x.refuses("K13", "out_of_reach", Move(6, 30000, 22001))
	x.do(Move(6, 30000, 22000))
	if gap := x.Robots[3].At.Y - x.Robots[0].At.Y; gap != 13000 {
		t.Errorf("Bullone is %d away, want 13 cm", gap)
	}
}

func TestK13_MovesGoRoundThings(t *testing.T) {
	// A wall between: straight it is 10 cm, round its end more than 12.
	x := set(t, "", "wall 200,290 390,310\nRuggine 300,250 dice 65\nactive Ruggine")
	x.refuses("K13", "out_of_reach", Move(6, 30000, 35000))
	// Round a short one it is within reach of a 6 and not of a 5.
	x = set(t, "", "wall 290,290 310,310\nRuggine 300,255 dice 65\nactive Ruggine")
	x.refuses("K13", "out_of_reach", Move(5, 30000, 34500))
	x.do(Move(6, 30000, 34500))
	if path := x.view(0).LastPath(); len(path) < 3 {
		t.Errorf("the path round the wall is %v", path)
	}
}

func TestK13_WhereABaseFits(t *testing.T) {
	x := set(t, "", "wall 340,280 360,320\nRuggine 300,300 dice 6\nBullone 300,360\nactive Ruggine")
	x.refuses("K13", "move_taken", Move(6, 33000, 30000))   // the wall
	x.refuses("K13", "move_taken", Move(6, 30000, 33000))   // another base
	x.refuses("K13", "move_taken", Move(6, -100, 30000))    // off the table
	x.refuses("K13", "move_taken", Move(6, 1<<30, 1<<30))   // far off
	x.refuses("K13", "out_of_reach", Move(6, 30000, 57000)) // free and too far
	x.do(Move(6, 30000, 31999))                             // touching it is fine
}

func TestK13_LooseThingsBlockNothing(t *testing.T) {
	x := set(t, "", "malloppo 300,330\npart Bullone.head 300,360\nRuggine 300,300 dice 61\nactive Ruggine")
	x.do(Move(6, 30000, 34000))
	x.about("the malloppo", x.Loot[0].At, "300,330")
	x.do(PickUp(1, 0)) // under the base is in contact
}

func TestK14_Weapons(t *testing.T) {
	x := set(t, "", "Sgobbo 300,200 dice 654\nBullone 300,400\nactive Sgobbo")
	b := x.robot("Bullone")
	x.refuses("K14", "no_weapon", Attack(6, Head, b))
	x.refuses("K02", "no_such_slot", Attack(6, NumSlots, b))
	x.refuses("K14", "target_self", Attack(6, LeftArm, x.robot("Sgobbo")))
	x.refuses("K05", "no_such_robot", Attack(6, LeftArm, 17))
	x.refuses("K14", "no_contact", Attack(6, RightArm, b)) // the right arm is for melee
	x.do(Attack(6, LeftArm, b))
}

func TestK14_ContactIsAGapOfOneMillimetre(t *testing.T) {
	for place, ok := range map[string]bool{"300,340": true, "300,341": true, "300,341.02": false} {
		x := set(t, "", "Sgobbo 300,300 dice 66\nBullone "+place+"\nactive Sgobbo")
		if got := x.view(0).Check(Attack(6, RightArm, x.robot("Bullone"))) == nil; got != ok {
			t.Errorf("melee against a base at %s: %v, want %v", place, got, ok)
		}
	}
}

func TestK14_AttacksPerWeapon(t *testing.T) {
	x := shot(t, `{"attacks_per_weapon":1,"terrain_pieces":0}`, "666", "", "loot 3")
	x.do(Attack(6, RightArm, 3), PrizeLoot(0))
	x.refuses("K14", "weapon_used", Attack(6, RightArm, 3))
	x.do(Attack(6, LeftArm, 3), PrizeLoot(1)) // another weapon
	x.do(End())
	for i := range x.cfg.parts {
		if x.Parts[i].Fired != 0 {
			t.Error("a weapon is still used up after the activation")
		}
	}
	x = shot(t, "", "666", "", "loot 3")
	x.do(Attack(6, RightArm, 3), PrizeLoot(0), Attack(6, RightArm, 3)) // no limit by default
}

func TestK15_TerrainAloneBlocksSight(t *testing.T) {
	for _, c := range []struct {
		words string
		seen  bool
	}{
		{"", true},
		{"wall 200,290 400,310", false},
		{"wall 200,290 319,310", true},    // past its end
		{"wall 200,290 320,310", true},    // grazing it
		{"wall 200,290 320.5,310", false}, // just not
		{"Tenaglia 300,300", true},        // robots block nothing
		{"malloppo 300,300", true},
	} {
		x := set(t, "", "Ruggine 300,200 dice 66\nBullone 300,400\n"+c.words+"\nactive Ruggine")
		err := x.view(0).Check(Attack(6, RightArm, 3))
		if (err == nil) != c.seen {
			t.Errorf("%q: %v, want seen %v", c.words, err, c.seen)
		}
		if !c.seen {
			x.refuses("K15", "not_in_sight", Attack(6, RightArm, 3))
		}
		if _, _, ok := x.view(0).SightLine(0, 3); ok != c.seen {
			t.Errorf("%q: a line of sight is drawn: %v", c.words, ok)
		}
	}
}

func TestK17_ThePrizeIsChosenByHeight(t *testing.T) {
	x := shot(t, "", "66", "4", "loot 1")
	x.do(Attack(6, RightArm, 3)) // 6 against 4: stays 6
	x.refuses("K17", "prize_out_of_reach", PrizePart(x.part("Rattoppo.head")))
	x.refuses("K17", "prize_out_of_reach", PrizePart(99))
	x.refuses("K17", "prize_out_of_reach", PrizeLoot(9))
	x.refuses("K17", "prize_out_of_reach", &Action{Kind: ActPrize, Part: None, Loot: None})
	x.refuses("K17", "prize_out_of_reach", &Action{Kind: ActPrize})
	x.do(PrizePart(x.part("Bullone.torso")))
	x = shot(t, "", "4", "4", "loot 1") // 4 against 4: 3
	x.do(Attack(4, RightArm, 3))
	x.refuses("K17", "prize_out_of_reach", PrizePart(x.part("Bullone.right_arm")))
	x.do(PrizePart(x.part("Bullone.backpack")))
}

func TestK18_ThePartFallsBehindItsRobot(t *testing.T) {
	x := shot(t, "", "6", "", "")
	x.do(Attack(6, RightArm, 3), PrizePart(x.part("Bullone.head")))
	x.about("the head", x.loose("Bullone.head"), "300,430")
	if !x.touches(x.cfg, 3, x.loose("Bullone.head")) {
		t.Error("it does not touch the base")
	}
	if x.Robots[3].Slots[Head] != None {
		t.Error("it is still on the robot")
	}
}

func TestK18_ATakenPlaceMovesToTheNearestFreeOne(t *testing.T) {
	for _, more := range []string{"wall 250,425 350,445", "malloppo 300,430", "Rattoppo 300,440", "part Rattoppo.head 303,432"} {
		x := set(t, "", "Ruggine 300,200 dice 6\nBullone 300,400\n"+more+"\nactive Ruggine")
		x.do(Attack(6, RightArm, 3), PrizePart(x.part("Bullone.head")))
		at := x.loose("Bullone.head")
		var others []geom.Disc
		for _, d := range x.things(x.cfg, nil) {
			if d.C != at {
				others = append(others, d)
			}
		}
		if !x.Ground.Scene.Free(loose(at), others) {
			t.Errorf("beside %q it lies at %v, which is not free", more, at)
		}
		if d := geom.Square(at, geom.Point{X: 30000, Y: 43000}); d > 4000*4000 {
			t.Errorf("beside %q it lies at %v, too far away", more, at)
		}
	}
}

func TestK19_AMalloppoFallsTowardTheShooter(t *testing.T) {
	for _, c := range []struct{ options, more, want string }{
		{"", "", "300,330"},                                                    // 400 - 20 - 40 - 10
		{"", "wall 295,335 350,345", "300,355"},                                // sooner, at terrain
		{"", "Sgobbo 300,340", "300,370"},                                      // or against a base
		{"", "malloppo 300,350", "300,330"},                                    // loose things do not stop it
		{`{"short_units":4,"terrain_pieces":0}`, "", "300,290"},                //
		{`{"short_units":0,"terrain_pieces":0}`, "", "300,370"},                //
		{`{"short_units":10,"terrain_pieces":0}`, "Sgobbo 300,360", "300,390"}, // no way at all: see below
	} {
		x := set(t, c.options, "Ruggine 300,200 dice 6\nBullone 300,400 loot 1\n"+c.more+"\nactive Ruggine")
		if c.want == "300,390" {
			// The bases touch: it cannot lie between them and comes out beside.
			x.do(Attack(6, RightArm, 3), PrizeLoot(0))
			if at := x.Loot[0].At; at.Y < 35000 || at.Y > 41000 || at.X == 30000 {
				t.Errorf("between two bases it falls to %v", at)
			}
			continue
		}
		x.do(Attack(6, RightArm, 3), PrizeLoot(0))
		x.about("with "+c.more+c.options+" the malloppo", x.Loot[0].At, c.want)
	}
}

func TestK19_APlaceTakenByALooseThingMovesIt(t *testing.T) {
	x := set(t, "", "malloppo 300,330\nRuggine 300,200 dice 6\nBullone 300,400 loot 1\nactive Ruggine")
	x.do(Attack(6, RightArm, 3), PrizeLoot(1))
	if d := geom.Square(x.Loot[0].At, x.Loot[1].At); d < 1999*1999 || d > 2100*2100 {
		t.Errorf("it fell to %v", x.Loot[1].At)
	}
}

func TestK20_TheTearPassesFromBaseToBase(t *testing.T) {
	x := set(t, "", "Sgobbo 300,300 dice 66 loot 2\nBullone 300,340 loot 2\nactive Sgobbo")
	x.do(Attack(6, RightArm, 3), PrizeLoot(2))
	if x.carried(1) != 3 || x.carried(3) != 1 {
		t.Errorf("they carry %d and %d, want 3 and 1", x.carried(1), x.carried(3))
	}
	x.do(Attack(6, RightArm, 3))
	x.refuses("K20", "hands_full_tear", PrizeLoot(3))
	if _, loot := x.view(0).Prizes(); len(loot) != 0 {
		t.Errorf("full hands are offered %v", loot)
	}
	x.do(PrizePart(x.part("Bullone.torso")))
}

func TestK20_FullHandsAndNoPartMeanNoPrize(t *testing.T) {
	x := set(t, "", "Sgobbo 300,300 dice 66 loot 3\nBullone 300,340 loot 1 lost torso,right_arm,left_arm,head,backpack\nactive Sgobbo")
	x.do(Attack(6, RightArm, 3))
	if x.Phase != PhaseAct {
		t.Errorf("phase %v, want no question", x.Phase)
	}
}

func TestK21_FriendlyFire(t *testing.T) {
	x := set(t, "", "Ruggine 300,200 dice 5\nSgobbo 300,300 dice 5\nactive Ruggine")
	x.do(Attack(5, RightArm, 1))
	if x.height != 4 { // its own armour works against it
		t.Errorf("height %d, want 4", x.height)
	}
	x.do(PrizePart(x.part("Sgobbo.head")))
	x.loose("Sgobbo.head")
}

func TestK22_PickingUp(t *testing.T) {
	x := set(t, "", "malloppo 300,330\nmalloppo 300,400\nRuggine 300,300 dice 6511 loot 1\nTenaglia 200,300 loot 1\nactive Ruggine")
	x.refuses("K22", "loot_no_contact", PickUp(1, 1))
	x.refuses("K22", "loot_not_on_table", PickUp(1, 2))
	x.refuses("K30", "no_such_loot", PickUp(1, 4))
	x.refuses("K12", "die_missing", PickUp(2, 0))
	x.do(PickUp(1, 0))
	x.holds("Ruggine", "651")
	x.Loot[3].On = 0
	x.Loot[1].At = geom.Point{X: 30000, Y: 33000}
	x.refuses("K03", "hands_full", PickUp(1, 1))
}

func TestKX8_ShootingWhatIsYours(t *testing.T) {
	x := set(t, "", "Ruggine 300,200 dice 63 loot 2\nSgobbo 300,280 loot 1\nactive Ruggine")
	before := x.income(x.cfg, 0).Loot
	x.do(Attack(6, RightArm, 1), PrizeLoot(2), PickUp(3, 2))
	after := x.income(x.cfg, 0).Loot
	if before != 3+1 || after != 6 {
		t.Errorf("income goes from %d to %d, want 4 to 6", before, after)
	}
}

func TestK23_BoltingOn(t *testing.T) {
	words := "part Bullone.right_arm 300,330\npart Bullone.head 330,300\npart Bullone.torso 500,500\n" +
		"Ruggine 300,300 dice 6544321 lost left_arm\nactive Ruggine"
	x := set(t, "", words)
	arm := x.part("Bullone.right_arm")
	x.refuses("K23", "bolt_dice", Bolt(hand("654"), arm, LeftArm))
	x.refuses("K23", "bolt_dice", Bolt(hand("65443"), arm, LeftArm))
	x.refuses("K12", "die_missing", Bolt(hand("6655"), arm, LeftArm))
	x.refuses("K08", "no_such_die", Bolt(Hand{-1, 5}, arm, LeftArm))
	x.refuses("K23", "slot_taken", Bolt(hand("3214"), arm, RightArm))
	x.refuses("K02", "slot_wrong", Bolt(hand("3214"), arm, Head))
	x.refuses("K02", "no_such_slot", Bolt(hand("3214"), arm, -1))
	x.refuses("K23", "slot_taken", Bolt(hand("21"), x.part("Bullone.head"), Head))
	x.refuses("K23", "part_not_on_table", Bolt(hand("4321"), x.part("Bullone.left_arm"), LeftArm))
	x.refuses("K05", "no_such_part", Bolt(hand("4321"), 77, LeftArm))
	x.do(Bolt(hand("4321"), arm, LeftArm))
	x.holds("Ruggine", "654") // the new die comes with the next roll
	if x.Robots[0].Slots[LeftArm] != int8(arm) || x.Parts[arm].On != 0 {
		t.Error("the arm is not on Ruggine's left")
	}
	if n := 3 + x.attached(0); n != 8 {
		t.Errorf("it will roll %d dice, want 8", n)
	}
	x = set(t, "", "part Bullone.torso 300,400\nRuggine 300,300 dice 65443 lost torso\nactive Ruggine")
	x.refuses("K23", "part_no_contact", Bolt(hand("65443"), x.part("Bullone.torso"), Torso))
}

func TestK23_EveryDistinctChoiceOfDiceIsListed(t *testing.T) {
	x := set(t, "", "part Bullone.head 300,330\nRuggine 300,300 dice 6641 lost head\nactive Ruggine")
	var got []string
	for _, a := range x.view(0).Actions() {
		if b := a.(*Action); b.Kind == ActBolt {
			got = append(got, faces(b.Dice))
		}
	}
	slices.Sort(got)
	want := []string{"4 · 1", "6 · 1", "64", "66"}
	if !slices.Equal(got, want) {
		t.Errorf("listed %q, want %q", got, want)
	}
}

func TestK24_Unbolting(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 651 lost head\nactive Ruggine")
	x.refuses("K24", "slot_empty", Unbolt(1, Head))
	x.refuses("K02", "no_such_slot", Unbolt(1, 9))
	x.refuses("K12", "die_missing", Unbolt(2, Torso))
	x.do(Unbolt(1, Torso))
	x.about("the torso", x.loose("Ruggine.torso"), "300,270") // behind it
	x = set(t, "", "wall 250,250 350,275\nRuggine 300,300 dice 651\nactive Ruggine")
	x.do(Unbolt(1, Torso))
	if !x.touches(x.cfg, 0, x.loose("Ruggine.torso")) {
		t.Error("with a wall behind, it does not touch the base")
	}
}

func TestK25_Sabotage(t *testing.T) {
	x := set(t, "", "Ruggine 100,100 dice 6541\nactive Ruggine")
	x.refuses("K25", "part_not_yours", Sabotage(6, x.part("Bullone.torso")))
	x.refuses("K25", "part_not_worn", Sabotage(6, x.part("Ruggine.left_arm"))) // on its own robot
	x.refuses("K05", "no_such_part", Sabotage(6, 99))
	x = set(t, "", "Bullone 500,500 lost right_arm\npart Ruggine.right_arm on Bullone\npart Ruggine.head 300,300\nRuggine 100,100 dice 6541\nactive Ruggine")
	x.refuses("K25", "part_not_worn", Sabotage(6, x.part("Ruggine.head"))) // on the ground
	arm := x.part("Ruggine.right_arm")
	x.do(Sabotage(4, arm)) // no range, no sight
	if x.Parts[arm].On != Gone || x.Robots[3].Slots[RightArm] != None {
		t.Error("the arm is still there")
	}
	if got := x.income(x.cfg, 1).Trophies; got != 1 {
		t.Errorf("the other side earns %d, want 1, for the head alone: what exploded does not lie on the table", got)
	}
}

func TestKX10_LootOrTrophy(t *testing.T) {
	x := set(t, "", "part Bullone.right_arm 300,330\nRuggine 300,300 dice 4321166 lost right_arm\nactive Ruggine")
	arm := x.part("Bullone.right_arm")
	trophies := func(want int16, when string) {
		t.Helper()
		if got := x.income(x.cfg, 0).Trophies; got != want {
			t.Errorf("%s the arm earns %d, want %d", when, got, want)
		}
	}
	boom := &judge{c: x.cfg, b: &x.Board, seat: 1} // what its first owner could do
	trophies(1, "on the ground")
	if boom.bomb(int32(arm)) != partNotWorn {
		t.Error("it could be sabotaged on the ground")
	}
	x.do(Bolt(hand("4321"), arm, RightArm))
	trophies(0, "bolted on")
	if boom.bomb(int32(arm)) != fine {
		t.Error("it could not be sabotaged on the robot")
	}
	x.do(Unbolt(1, RightArm))
	trophies(1, "unbolted")
	if boom.bomb(int32(arm)) != partNotWorn {
		t.Error("it could be sabotaged on the ground again")
	}
	x.holds("Ruggine", "66")
}

func TestK26_NothingIsHandedOver(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 6541 loot 1\nSgobbo 300,340\nactive Ruggine")
	for _, raw := range []string{`{"type":"drop","die":1,"loot":0}`, `{"type":"give","loot":0,"target":1}`} {
		if _, err := New().ParseAction([]byte(raw)); err == nil {
			t.Errorf("%s is an action", raw)
		}
	}
	for _, a := range x.view(0).Actions() {
		if a.Type() == "pick_up" {
			t.Errorf("offered %+v", a)
		}
	}
}

func TestK26_AnythingElseIsNoAction(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 6541\nactive Ruggine")
	for _, a := range []game.Action{nil, (*Action)(nil)} {
		if err := x.Apply(0, a, nil, nil); err == nil {
			t.Errorf("%v is accepted", a)
		}
	}
	if x.view(0).Check(nil) == nil {
		t.Error("a view accepts nothing as an action")
	}
	x.refuses("K12", "not_now", &Action{})
	x.refuses("K12", "not_now", &Action{Kind: NumActionKinds})
	x.refuses("K12", "not_now", &Action{Kind: -5})
}

func TestK14_AWeaponThatWasTakenOffAndPutOnIsStillUsedUp(t *testing.T) {
	x := set(t, `{"attacks_per_weapon":1,"terrain_pieces":0}`, "Ruggine 300,200 dice 66654321 lost left_arm\nBullone 300,400 loot 2\nactive Ruggine")
	arm := x.part("Ruggine.right_arm")
	x.do(Attack(6, RightArm, 3), PrizeLoot(0), Unbolt(1, RightArm), Bolt(hand("5432"), arm, LeftArm))
	x.refuses("K14", "weapon_used", Attack(6, LeftArm, 3))
	// And on another robot, in the next activation, it is fresh.
	x.do(Unbolt(6, LeftArm), End())
	if x.Parts[arm].Fired != 0 {
		t.Error("it stays used up")
	}
}

func TestK18_K19_AtTheEdgeAndInTheCorner(t *testing.T) {
	for _, c := range []struct{ target, shooter string }{
		{"20,20", "300,300"}, {"580,20", "300,300"}, {"580,580", "20,20"}, {"300,20", "300,580"}, {"20,300", "62,300"}, {"20,20", "62,20"},
	} {
		x := set(t, "", "Tenaglia 500,300\nSgobbo 450,300\nRattoppo 150,400\nGanascia 150,450\nRuggine "+c.shooter+" dice 66\nBullone "+c.target+" loot 1\nactive Ruggine")
		x.do(Attack(6, RightArm, 3), PrizeLoot(0), Attack(6, RightArm, 3), PrizePart(x.part("Bullone.head")))
		head, loot := x.loose("Bullone.head"), x.Loot[0].At
		for _, at := range []geom.Point{head, loot} {
			if !x.Ground.Scene.Free(loose(at), x.bases(x.cfg, nil, None)) {
				t.Errorf("%+v: something lies at %v", c, at)
			}
		}
		// In a corner the far side is off the table: it comes to lie beside.
		if gap := geom.Gap(x.base(x.cfg, 3), loose(head)); gap > 1500 {
			t.Errorf("%+v: the head lies %d from its robot", c, gap)
		}
	}
}

func TestK20_RangedFireNeedsNoFreeHands(t *testing.T) {
	x := set(t, "", "Ruggine 300,200 dice 6 loot 3\nBullone 300,400 loot 1\nactive Ruggine")
	x.do(Attack(6, RightArm, 3), PrizeLoot(3))
	if x.carried(0) != 3 || x.carried(3) != 0 || x.Loot[3].On != OnTable {
		t.Error("a robot with three malloppi cannot shoot one down")
	}
}

func TestK23_EitherArmGoesIntoEitherSlot(t *testing.T) {
	for _, slot := range []Slot{RightArm, LeftArm} {
		x := set(t, "", "part Bullone.left_arm 300,330\nRuggine 300,300 dice 65443 lost right_arm,left_arm\nBullone 300,400\nactive Ruggine")
		arm := x.part("Bullone.left_arm")
		x.do(Bolt(hand("5443"), arm, slot), Attack(6, slot, 3)) // and it shoots at once
		if x.Robots[0].Slots[slot] != int8(arm) {
			t.Errorf("the arm is not in %v", slot)
		}
	}
}

func TestK25_OnlyTheFirstOwnerSabotages(t *testing.T) {
	// Bullone's arm, worn by Ruggine and taken back by Rattoppo, is Bullone's side's for ever.
	x := set(t, "", "Rattoppo 500,300 lost right_arm\npart Bullone.right_arm on Rattoppo\nRuggine 100,100 dice 6\nactive Ruggine")
	x.refuses("K25", "part_not_yours", Sabotage(6, x.part("Bullone.right_arm")))
	x = set(t, "", "Sgobbo 200,300 lost right_arm\npart Ruggine.right_arm on Sgobbo\nRuggine 100,100 dice 6\nactive Ruggine")
	x.refuses("K25", "part_not_worn", Sabotage(6, x.part("Ruggine.right_arm"))) // by a friend
}
