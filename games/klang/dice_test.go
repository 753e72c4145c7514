package klang

import (
	"slices"
	"testing"
)

func hand(faces string) Hand {
	var h Hand
	for _, f := range faces {
		h[f-'1']++
	}
	return h
}

func TestK07_ThreeDiceAndOneForEachPart(t *testing.T) {
	for lost, want := range map[string]int{"": 8, "backpack": 7, "head,torso": 6, "torso,right_arm,left_arm,head,backpack": 3} {
		words := "Ruggine 300,300"
		if lost != "" {
			words += " lost " + lost
		}
		x := set(t, "", words)
		x.Sides[0] = 0
		faces := slices.Repeat([]int{2}, want)
		x.roll(faces, Activate(x.robot("Ruggine")))
		if got := int(x.Robots[0].Dice); got != want {
			t.Errorf("without %q: %d dice, want %d", lost, got, want)
		}
	}
}

func TestKX1_SevenDiceWithoutABackpack(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 lost backpack")
	x.Sides[0] = 0
	x.roll([]int{6, 5, 4, 4, 3, 2, 1}, Activate(x.robot("Ruggine")))
	x.holds("Ruggine", "6544321")
}

func TestKX2_FourSuccessesAndThreeScraps(t *testing.T) {
	h := hand("6544321")
	if h.Successes() != 4 || h.Scraps() != 3 {
		t.Errorf("%d successes and %d scraps, want 4 and 3", h.Successes(), h.Scraps())
	}
	if got := faces(h); got != "6544 · 321" {
		t.Errorf("written %q", got)
	}
}

func TestK08_SuccessesAndScraps(t *testing.T) {
	for die := -1; die <= 8; die++ {
		if got, want := success(die), die == 4 || die == 5 || die == 6; got != want {
			t.Errorf("success(%d) = %v", die, got)
		}
	}
}

func TestK16_ArmourWorksFromHighToLow(t *testing.T) {
	for _, c := range []struct {
		name   string
		hit    int
		armour string
		height int
		used   string
	}{
		{"KX4", 5, "53", 4, "5"},
		{"KX5", 6, "654321", 1, "65432"},
		{"KX6", 6, "44321", 6, ""},
		{"no armour", 4, "", 4, ""},
		{"a die of the same height", 4, "4", 3, "4"},
		{"twice the same", 4, "44", 2, "44"},
		{"each meets the hit as it is by then", 5, "5431", 2, "543"},
		{"a gap in the line", 5, "521", 4, "5"},
		{"never under one", 4, "66666666", 1, "666"},
	} {
		h := hand(c.armour)
		height, used := h.stop(c.hit)
		if height != c.height || used != hand(c.used) {
			t.Errorf("%s: hit %d on %s comes to %d by %v, want %d by %s", c.name, c.hit, c.armour, height, used.Dice(), c.height, c.used)
		}
	}
}

// shot is Ruggine in front of Bullone, each with some dice.
func shot(t *testing.T, options, attacker, armour, more string) *table {
	t.Helper()
	if armour != "" {
		more += " dice " + armour
	}
	return set(t, options, "Ruggine 300,200 dice "+attacker+"\nBullone 300,400 "+more+"\nactive Ruggine")
}

func TestKX4_FiveAgainstFiveAndThreeIsFour(t *testing.T) {
	x := shot(t, "", "5", "53", "")
	x.do(Attack(5, RightArm, x.robot("Bullone")))
	if x.height != 4 {
		t.Errorf("height %d, want 4", x.height)
	}
	parts, _ := x.view(0).Prizes()
	want := []int{x.part("Bullone.right_arm"), x.part("Bullone.left_arm"), x.part("Bullone.head"), x.part("Bullone.backpack")}
	if !slices.Equal(parts, want) {
		t.Errorf("within reach: %v, want %v (all but the torso)", parts, want)
	}
}

func TestKX5_HeightOneTakesNoPartButAMalloppo(t *testing.T) {
	x := shot(t, "", "66", "654321", "")
	x.do(Attack(6, RightArm, x.robot("Bullone")))
	if x.height != 1 || x.Phase != PhaseAct {
		t.Errorf("height %d in phase %v, want 1 and nothing to choose", x.height, x.Phase)
	}
	x = shot(t, "", "66", "654321", "loot 1")
	x.do(Attack(6, RightArm, x.robot("Bullone")))
	if parts, loot := x.view(0).Prizes(); len(parts) != 0 || !slices.Equal(loot, []int{0}) {
		t.Errorf("within reach: parts %v, malloppi %v, want the malloppo alone", parts, loot)
	}
	x.do(PrizeLoot(0))
	if x.Loot[0].On != OnTable {
		t.Error("the malloppo did not drop")
	}
}

func TestKX6_LowArmourStopsNothing(t *testing.T) {
	x := shot(t, "", "6", "44321", "")
	x.do(Attack(6, RightArm, x.robot("Bullone")))
	if x.height != 6 {
		t.Errorf("height %d, want 6", x.height)
	}
	if parts, _ := x.view(0).Prizes(); len(parts) != 5 {
		t.Errorf("within reach: %v, want all five parts", parts)
	}
}

func TestKX7_WhatIsNotSpentIsArmour(t *testing.T) {
	x := set(t, "", "Ruggine 300,100 dice 6544321 lost backpack\nBullone 300,350 loot 1\nactive Ruggine")
	x.do(Move(6, 30000, 22000), Attack(5, RightArm, x.robot("Bullone")), PrizeLoot(0), End())
	x.holds("Ruggine", "44321")
}

func TestK10_ArmourLastsUntilTheNextActivation(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 663\nactive Ruggine")
	x.do(End())
	x.holds("Ruggine", "663")
	x.holds("Bullone", "") // before its first activation a robot has none
	x.beginRound(2, nil)
	x.Sides[0] = 0
	x.roll([]int{1, 1, 1, 1, 1, 1, 1, 1}, Activate(0))
	x.holds("Ruggine", "11111111")
}

func TestK11_ArmourStays(t *testing.T) {
	x := shot(t, "", "66", "6", "loot 3")
	x.do(Attack(6, RightArm, x.robot("Bullone")), PrizeLoot(0))
	x.holds("Bullone", "6")
	x.do(Attack(6, RightArm, x.robot("Bullone")))
	if x.height != 5 {
		t.Errorf("the second hit comes to %d, want 5", x.height)
	}
}

func TestK11_ArmourSpent(t *testing.T) {
	x := shot(t, `{"armour":"spent","terrain_pieces":0}`, "66", "652", "loot 3")
	x.do(Attack(6, RightArm, x.robot("Bullone")))
	if x.height != 4 {
		t.Errorf("height %d, want 4", x.height)
	}
	x.holds("Bullone", "2")
	if x.Last.Dice != hand("65") {
		t.Errorf("revealed: %v, want 6 and 5", x.Last.Dice.Dice())
	}
	x.do(PrizeLoot(0), Attack(6, RightArm, x.robot("Bullone")))
	if x.height != 6 {
		t.Errorf("the second hit comes to %d, want 6", x.height)
	}
}

func TestKX9_ANakedFrameStillRunsAndPicksUp(t *testing.T) {
	x := set(t, "", "Ruggine 300,200 lost torso,right_arm,left_arm,head,backpack\nmalloppo 300,290\nBullone 400,200")
	x.Sides[0] = 0
	x.roll([]int{5, 4, 1}, Activate(0))
	x.refuses("K14", "no_weapon", Attack(5, RightArm, x.robot("Bullone")))
	x.do(Move(4, 30000, 26000), PickUp(1, 0))
	if x.carried(0) != 1 {
		t.Error("it did not pick the malloppo up")
	}
	for _, a := range x.view(0).Actions() {
		if a.Type() == "attack" || a.Type() == "unbolt" {
			t.Errorf("a naked frame is offered %+v", a)
		}
	}
}
