package dadi

import (
	"slices"
	"testing"

	"banco/game"
	"banco/geom"
)

func TestD12_ContactIsAFight(t *testing.T) {
	words := []string{"red 3 300,300", "blue 4 300,400", "active red 3"}
	x := set(t, 2, "", words...)
	x.roll(x.moveTo("300,400"), 5, 3) // at the enemy: it ends against it
	x.did("moved fought removed")
	x.at("red 3", "300,384", 3)
	x.stands("blue 4", false)
	if x.Phase != PhaseReserve || x.seat() != 1 {
		t.Fatalf("%v of seat %d", x.Phase, x.seat())
	}
	x.roll(Decline(), 1)
	x.did("declined picked")

	x = set(t, 2, "", words...)
	x.roll(x.moveTo("300,400"), 2, 3)
	x.stands("red 3", false)
	if x.Phase != PhaseReserve || x.seat() != 0 {
		t.Fatalf("%v of seat %d", x.Phase, x.seat())
	}
	x.roll(Reserve(), 4, 1) // no 3; it is blue's turn
	x.did("reserve picked")

	x = set(t, 2, "", words...)
	x.roll(x.moveTo("300,400"), 3, 3, 6, 6, 1, 4) // equal twice
	x.did("moved fought fought fought removed")
	x.stands("red 3", false)
}

func TestD12_AMillimetreIsContact(t *testing.T) {
	x := set(t, 2, "", "red 3 300,300", "blue 4 300,400", "active red 3")
	x.roll(x.moveTo("300,382.99"), 1) // a hair more than a millimetre: no fight
	x.did("moved picked")
	x = set(t, 2, "", "red 3 300,300", "blue 4 300,400", "active red 3")
	x.roll(x.moveTo("300,383"), 5, 3)
	x.did("moved fought removed")
}

func TestD12_OwnDiceDoNotFight(t *testing.T) {
	x := set(t, 2, "", "red 3 300,300", "red 4 300,400", "active red 3")
	x.roll(x.moveTo("300,400"), 1)
	x.did("moved picked")
}

func TestD12_NoFightBetweenHeights(t *testing.T) {
	// The book ends at 330: the die on it stands 3 cm above the other.
	x := set(t, 2, "", "book 300,400", "red 3 300,300", "blue 4 300,335", "active red 3")
	x.roll(x.moveTo("300,400"), 1)
	x.did("moved picked")
	x.at("red 3", "300,319", 3) // in each other's way all the same
	// A pack and a book are less than a die apart.
	x = set(t, 2, "", "book 300,400", "cigarette_pack 300,302", "red 3 300,302", "blue 4 300,335", "active red 3")
	x.roll(x.moveTo("300,400"), 5, 3)
	x.did("moved fought removed")
}

// three is red 3 about to move between blue 2, 4 and 5, which it then touches.
func three(t *testing.T, words ...string) *table {
	t.Helper()
	x := set(t, 2, "", append([]string{"red 3 300,300", "blue 2 284,360", "blue 4 316,360", "blue 5 300,376", "active red 3"}, words...)...)
	x.roll(x.moveTo("300,360"))
	if x.Phase != PhaseMelee || x.seat() != 0 || !slices.Equal(x.View(0, nil).(*View).Touched(), []int{x.die("blue 2"), x.die("blue 4"), x.die("blue 5")}) {
		t.Fatalf("%v, %v", x.Phase, x.View(0, nil).(*View).Touched())
	}
	return x
}

func TestD12_OneAtATimeInAnyOrder(t *testing.T) {
	x := three(t, "blue 6 500,500")
	x.refuses("D07", "not_now", End())
	x.refuses("D07", "not_now", x.moveTo("300,300"))
	x.refuses("D07", "not_now", Fire(x.die("blue 2")))
	x.refuses("D12", "no_contact", Fight(x.die("blue 6")))
	x.refuses("D10", "target_own", Fight(x.die("red 1")))
	x.refuses("D10", "target_dead", Fight(x.die("blue 3")))
	x.refuses("D01", "no_such_die", Fight(99))
	x.roll(Fight(x.die("blue 4")), 6, 1)
	x.stands("blue 4", false)
	x.roll(Reserve(), 1) // blue tries at once
	if x.Phase != PhaseMelee || len(x.View(0, nil).(*View).Touched()) != 2 {
		t.Fatalf("%v", x.Phase)
	}
	x.roll(Fight(x.die("blue 5")), 6, 1)
	x.roll(Decline(), 4, 2) // one is left, and with that one there is nothing to choose
	x.did("declined fought removed")
	x.stands("blue 2", false)
	x.roll(Decline(), 6)
	if x.Phase != PhaseTurn || x.seat() != 1 {
		t.Errorf("%v of seat %d", x.Phase, x.seat())
	}
}

func TestD12_UntilItDies(t *testing.T) {
	x := three(t)
	x.roll(Fight(x.die("blue 4")), 2, 5)
	x.stands("red 3", false)
	x.roll(Reserve(), 3) // it comes back, and fights no more
	if x.Phase != PhaseArrival || x.seat() != 0 {
		t.Fatalf("%v of seat %d", x.Phase, x.seat())
	}
	home := x.Dice[x.die("red 1")].At
	x.roll(Arrive(home.X+3000, home.Y), 2)
	x.did("arrived picked")
	x.stands("red 3", true)
	if x.seat() != 1 {
		t.Error("the turn is not over")
	}
}

func TestD12_ACommanderFightsOnAndMayThenFire(t *testing.T) {
	x := set(t, 2, "", "red 1 300,300", "blue 4 300,350", "blue 5 360,330", "active red 1")
	x.roll(x.moveTo("300,350"), 5, 3)
	x.roll(Decline())
	if x.Phase != PhaseTurn || x.seat() != 0 {
		t.Fatalf("%v of seat %d", x.Phase, x.seat())
	}
	x.roll(Fire(x.die("blue 5")), 1, 1)
	if x.seat() != 1 {
		t.Error("the commander goes on")
	}
}

// A commander that loses its fight takes everything with it.
func TestD12_ACommanderDiesOfItsFight(t *testing.T) {
	x := set(t, 2, "", "red 1 300,300", "red 2 100,100", "blue 4 300,350", "active red 1")
	x.roll(x.moveTo("300,350"), 3, 5)
	x.did("moved fought removed removed out")
	if r := x.Result(); !x.Over() || !slices.Equal(r.Winners, []game.Seat{1}) {
		t.Errorf("over %v, %+v", x.Over(), r)
	}
}

// When the commander among those it fights falls the rest leave the melee too.
func TestD12_TheFallOfACommanderEndsTheMelee(t *testing.T) {
	x := set(t, 3, "", "red 3 300,300", "blue 1 284,360", "blue 4 316,360", "green 5 300,376", "active red 3")
	x.roll(x.moveTo("300,360"))
	x.roll(Fight(x.die("blue 1")), 6, 1, 5, 2) // then at once green 5, the only one left
	x.did("fought removed removed out fought removed")
	x.stands("red 3", true)
	x.stands("green 5", false)
}

// fallen is a match in which blue 4 has just been shot, blue's commander
// standing at 500,500.
func fallen(t *testing.T, words ...string) *table {
	t.Helper()
	x := set(t, 2, "", append([]string{"red 5 300,300", "blue 4 300,400", "blue 1 500,500", "active red 5"}, words...)...)
	x.roll(Fire(x.die("blue 4")), 4)
	return x
}

func TestD13_ItsOwnNumberBringsItBack(t *testing.T) {
	for roll := 1; roll <= 6; roll++ {
		x := fallen(t)
		if x.Phase != PhaseReserve || x.seat() != 1 {
			t.Fatalf("%v of seat %d", x.Phase, x.seat())
		}
		x.refusesSeat(0, "D07", "not_your_turn", Reserve())
		x.refuses("D07", "not_now", Arrive(50000, 53000))
		if roll != 4 {
			x.roll(Reserve(), roll, 1)
			x.did("reserve picked")
			x.stands("blue 4", false)
			continue
		}
		x.roll(Reserve(), roll)
		x.refuses("D13", "reserve_far", x.moved(ActArrive, "530.01,500"))
		x.refuses("D13", "reserve_taken", x.moved(ActArrive, "515.99,500"))
		x.refuses("D13", "reserve_taken", Arrive(-5, 1<<30))
		x.refuses("D07", "not_now", End())
		x.roll(x.moved(ActArrive, "518,524"), 1)
		x.at("blue 4", "518,524", 0)
		x.did("arrived picked")
	}
}

// moved is an action of some kind with a place in millimetres.
func (x *table) moved(kind ActionKind, place string) *Action {
	p := x.point(place)
	return &Action{Kind: kind, X: int32(p.X), Y: int32(p.Y)}
}

func TestD13_NotInContactWithAnEnemy(t *testing.T) {
	x := fallen(t, "red 6 546.9,500")
	x.roll(Reserve(), 4)
	x.refuses("D13", "reserve_taken", x.moved(ActArrive, "530,500"))
	x.allows(x.moved(ActArrive, "500,530"))
}

func TestD13_NoPlaceNoReserve(t *testing.T) {
	x := set(t, 2, "", "red 5 300,300", "blue 4 300,400", "blue 1 8,8", "red 2 8,41", "red 3 41,8", "red 6 24,24", "active red 5")
	x.roll(Fire(x.die("blue 4")), 4, 1)
	x.did("fired removed picked")
}

func TestD13_TheCommanderNeverComesBack(t *testing.T) {
	x := set(t, 3, "", "red 5 300,300", "blue 1 300,400", "blue 2 100,100", "active red 5")
	x.roll(Fire(x.die("blue 1")), 1, 1)
	if x.Phase != PhaseTurn || x.seat() != 2 {
		t.Errorf("%v of seat %d", x.Phase, x.seat())
	}
}

// What has come back can be lost, and tried for, again.
func TestD13_OneTryForEachRemoval(t *testing.T) {
	x := fallen(t)
	x.roll(Reserve(), 4)
	x.roll(x.moved(ActArrive, "500,530"), 1)
	x.Dice[x.die("red 3")] = Die{geom.Point{X: 50000, Y: 57000}, true}
	x.Active, x.Turn, x.Phase = int8(x.die("red 3")), 0, PhaseTurn
	x.roll(Fire(x.die("blue 4")), 5)
	if x.Phase != PhaseReserve {
		t.Fatalf("%v", x.Phase)
	}
	x.roll(Reserve(), 4)
}
