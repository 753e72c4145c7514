package dadi

import (
	"fmt"
	"slices"
	"testing"

	"banco/game"
	"banco/geom"
)

func TestD07_MoveOrFireOrStandStill(t *testing.T) {
	words := []string{"red 4 300,300", "blue 3 300,360", "active red 4"}
	x := set(t, 2, "", words...)
	x.roll(x.moveTo("250,300"), 3)
	if x.seat() != 1 || int(x.Active) != x.die("blue 3") {
		t.Errorf("after a move die %d is to act", x.Active)
	}
	x = set(t, 2, "", words...)
	x.roll(Fire(x.die("blue 3")), 6, 3) // missed
	if x.seat() != 1 {
		t.Error("after a shot it is still the same soldier's turn")
	}
	x = set(t, 2, "", words...)
	x.roll(End(), 1)
	x.did("ended picked")
	if x.seat() != 1 || int(x.Active) != x.die("blue 1") {
		t.Errorf("after standing still die %d is to act", x.Active)
	}
}

// Events are the rolls of the last action, and nothing else.
func TestEventsAreRolls(t *testing.T) {
	for _, c := range []struct {
		deeds []DeedKind
		want  int
	}{
		{nil, 0},
		{[]DeedKind{DeedMoved}, 0},
		{[]DeedKind{DeedFired, DeedRemoved, DeedPicked}, 2},
		{[]DeedKind{DeedMoved, DeedFought, DeedFought, DeedRemoved, DeedReserve}, 3},
		{[]DeedKind{DeedArrived, DeedInitiative, DeedPicked, DeedDead}, 3},
	} {
		var s State
		for i, k := range c.deeds {
			s.Deeds[i].Kind = k
		}
		s.Told = int8(len(c.deeds))
		if n := s.Events(); n != c.want {
			t.Errorf("%v: %d instead of %d", c.deeds, n, c.want)
		}
	}
}

func TestD07_TheCommanderDoesBothInEitherOrder(t *testing.T) {
	words := []string{"red 1 300,300", "blue 3 300,360", "active red 1"}
	x := set(t, 2, "", words...)
	x.roll(x.moveTo("280,300"))
	x.refuses("D07", "move_spent", x.moveTo("300,300"))
	x.roll(Fire(x.die("blue 3")), 6, 3)
	if x.seat() != 1 {
		t.Error("after both it is still the commander's turn")
	}
	x = set(t, 2, "", words...)
	x.roll(Fire(x.die("blue 3")), 6)
	x.refuses("D07", "fire_spent", Fire(x.die("blue 3")))
	x.roll(x.moveTo("280,300"), 3)
	if x.seat() != 1 {
		t.Error("after both it is still the commander's turn")
	}
	x = set(t, 2, "", words...)
	x.roll(Fire(x.die("blue 3")), 6)
	x.roll(End(), 3)
	x = set(t, 2, "", words...)
	x.roll(x.moveTo("300,210"), 3) // from where nobody can be fired at: nothing is left to do
	x.did("moved picked")
}

func TestD07_DeadSoldiers(t *testing.T) {
	x := set(t, 2, "", "red 4 300,300", "blue 3 300,460", "active red 4")
	x.roll(End(), 2, 6, 5, 3)
	x.did("ended dead dead dead picked")
	if int(x.Active) != x.die("blue 3") {
		t.Errorf("die %d is to act", x.Active)
	}
	x = set(t, 2, `{"dead_pick":"pass"}`, "red 4 300,300", "blue 3 300,460", "active red 4")
	x.roll(End(), 2, 5, 3, 6, 3) // blue's turn is lost, the next round begins, red's 6 is dead too, blue has a 3
	if x.Round != 6 {
		t.Errorf("round %d", x.Round)
	}
}

func TestD08_StraightAndAnyLength(t *testing.T) {
	x := set(t, 2, "", "red 3 300,300", "active red 3") // M 4: 120 mm
	for _, to := range []string{"300,420", "420,300", "372,396", "300,180", "300,300.01", "315,320"} {
		x.allows(x.moveTo(to))
	}
	for _, to := range []string{"300,420.01", "372.01,396", "500,500"} {
		x.refuses("D08", "move_too_far", x.moveTo(to))
	}
	x.refuses("D08", "no_way", x.moveTo("300,300"))
	x.refuses("D08", "off_table", Move(30000, -1))
	x.refuses("D08", "off_table", Move(60001, 30000))
	x.refuses("D08", "off_table", Move(1<<31-1, -1<<31))
	x.roll(x.moveTo("372,396"), 1)
	x.at("red 3", "372,396", 0)
}

func TestD08_AgainstWhatStopsIt(t *testing.T) {
	x := set(t, 2, "", "red 3 300,300", "red 5 300,380", "active red 3")
	x.roll(x.moveTo("300,420"), 1)
	x.at("red 3", "300,364", 3) // against its comrade, and no fight
	x.did("moved picked")

	x = set(t, 2, "", "red 3 300,300", "red 5 300,380", "active red 3")
	x.roll(x.moveTo("300,590"), 1) // far beyond what it could go: it does not get there
	x.at("red 3", "300,364", 3)

	x = set(t, 2, "", "red 3 300,60", "active red 3")
	x.roll(x.moveTo("300,0"), 1)
	x.at("red 3", "300,8", 0) // against the edge

	x = set(t, 2, "", "red 3 300,300", "red 5 300,316", "active red 3")
	x.refuses("D08", "no_way", x.moveTo("300,350"))
	x.allows(x.moveTo("316,300"))
	x.allows(x.moveTo("420,300"))
}

func TestExample_M4OverACigarettePackLeaves3ALC(t *testing.T) {
	// The pack is 55 mm deep: from 302.5 to 357.5.
	x := set(t, 2, "", "cigarette_pack 300,330", "red 3 300,290", "active red 3")
	x.allows(x.moveTo("300,380"))
	x.refuses("D08", "move_too_far", x.moveTo("300,380.01"))
	x.allows(x.moveTo("180,290")) // four ALC on the flat
	x.roll(x.moveTo("300,380"), 1)
	x.at("red 3", "300,380", 0)
}

func TestExample_ANotebookNeitherHidesNorSlows(t *testing.T) {
	x := set(t, 2, "", "notebook 300,300 turn 90", "eraser 300,480", "red 3 300,190", "blue 5 300,309", "active red 3")
	x.allows(x.moveTo("280,308")) // 120 mm, most of it on the notebook
	x.allows(Fire(x.die("blue 5")))
	x = set(t, 2, "", "eraser 300,250", "red 3 300,190", "blue 5 300,309", "active red 3")
	x.allows(Fire(x.die("blue 5")))
	x.allows(x.moveTo("280,308"))
	x = set(t, 2, "", "notebook 300,300", "red 3 300,300", "blue 5 300,419", "active red 3")
	x.allows(Fire(x.die("blue 5"))) // and whoever stands on it stands no higher
	if x.top(geom.Point{X: 30000, Y: 30000}) != 0 {
		t.Error("a notebook is a hill")
	}
}

func TestExample_ADictionaryStopsAndHides(t *testing.T) {
	// 170 mm deep: from 265 on.
	x := set(t, 2, "", "dictionary 300,350", "red 4 300,200", "blue 5 300,445", "red 5 300,120", "active red 4")
	x.refuses("D10", "out_of_range", Fire(x.die("blue 5")))
	x.roll(x.moveTo("300,300"), 1)
	x.at("red 4", "300,257", 3)
	x = set(t, 2, `{"army":[[3,3],[6,2],[4,4],[3,20],[2,8],[5,3]]}`, "dictionary 300,350", "red 4 300,200", "blue 5 300,445", "blue 6 100,260", "active red 4")
	x.refuses("D10", "hidden", Fire(x.die("blue 5")))
	x.allows(Fire(x.die("blue 6")))
}

func TestExample_ABookAndTheTable(t *testing.T) {
	x := set(t, 2, "", "book 300,300", "red 4 300,300", "blue 5 300,400", "active red 4")
	x.refuses("D10", "another_height", Fire(x.die("blue 5")))
	x = set(t, 2, "", "book 300,300", "blue 5 300,300", "red 4 300,400", "active red 4")
	x.refuses("D10", "another_height", Fire(x.die("blue 5")))
}

func TestExample_TwoBooksOfEqualHeight(t *testing.T) {
	x := set(t, 2, "", "book 300,200", "book 300,400", "red 4 300,230", "blue 5 300,370", "active red 4")
	x.allows(Fire(x.die("blue 5")))
	// A pack is lower than a book.
	x = set(t, 2, "", "book 300,200", "cigarette_pack 300,400", "red 4 300,230", "blue 5 300,395", "active red 4")
	x.refuses("D10", "another_height", Fire(x.die("blue 5")))
}

func TestD09_WhatIsClimbed(t *testing.T) {
	x := set(t, 2, "", "book 300,400", "red 2 300,300", "active red 2") // M 6; the book from 330 to 470
	x.allows(x.moveTo("300,450"))                                       // on top, 150 mm and an ALC
	x.refuses("D08", "move_too_far", x.moveTo("300,450.01"))
	x.roll(x.moveTo("300,400"), 1)
	if x.top(x.Dice[x.die("red 2")].At) != 3000 {
		t.Error("it does not stand on the book")
	}
	// Coming down is free.
	x = set(t, 2, "", "book 300,400", "red 2 300,400", "active red 2")
	x.allows(x.moveTo("300,580"))
	x.allows(x.moveTo("300,220"))
	// Each time it climbs up it pays again.
	x = set(t, 2, "", "cigarette_pack 300,300 turn 90", "cigarette_pack 420,300 turn 90", "red 2 250,300", "active red 2")
	x.allows(x.moveTo("370,300"))
	x.refuses("D08", "move_too_far", x.moveTo("400,300"))
	x.allows(x.moveTo("392.5,300")) // before the second, against its edge
	x.refuses("D08", "move_too_far", x.moveTo("392.51,300"))
	// From one to the next it steps across a gap no wider than itself.
	x = set(t, 2, "", "cigarette_pack 300,300 turn 90", "book 401.5,300 turn 90", "red 2 300,300", "active red 2") // from 327.5 to 331.5
	x.allows(x.moveTo("480,300"))
	// Grazing a corner is no climbing.
	x = set(t, 2, "", "cigarette_pack 300,330", "red 3 345,300", "active red 3") // its corner is at 345,302.5
	x.allows(x.moveTo("345,420"))
	x.refuses("D08", "move_too_far", x.moveTo("344,410"))
}

// With no ALC left to climb a die goes up to the obstacle, where its centre is.
func TestD09_ACommanderBeforeABook(t *testing.T) {
	x := set(t, 2, `{"army":[[1,3],[6,2],[4,4],[3,6],[2,8],[5,3]]}`, "book 300,400", "red 1 300,310", "active red 1")
	x.allows(x.moveTo("300,330"))
	x.refuses("D08", "move_too_far", x.moveTo("300,331"))
}

func TestD10_RangeFromCentreToCentre(t *testing.T) {
	x := set(t, 2, "", "red 4 300,300", "blue 5 300,480", "blue 6 480.01,300", "active red 4") // F 6: 180 mm
	x.allows(Fire(x.die("blue 5")))
	x.refuses("D10", "out_of_range", Fire(x.die("blue 6")))
	x.refuses("D10", "target_own", Fire(x.die("red 1")))
	x.refuses("D10", "target_own", Fire(x.die("red 3")))
	x.refuses("D10", "target_dead", Fire(x.die("blue 2")))
	x.refuses("D01", "no_such_die", Fire(12))
	x.refuses("D01", "no_such_die", Fire(-1))
}

func TestD10_DiceHideNobody(t *testing.T) {
	x := set(t, 2, "", "red 4 300,300", "red 3 300,340", "blue 6 300,380", "blue 5 300,420", "active red 4")
	x.allows(Fire(x.die("blue 5")))
}

func TestD10_Cover(t *testing.T) {
	for _, test := range []struct {
		what  string
		words []string
		want  string
	}{
		{"a book between", []string{"book 300,400", "red 4 300,320", "blue 5 300,480"}, "hidden"},
		{"a pack between", []string{"cigarette_pack 300,400", "red 4 300,320", "blue 5 300,480"}, "hidden"},
		{"a pack beside", []string{"cigarette_pack 345,400", "red 4 300,320", "blue 5 300,480"}, ""}, // its edge is the line
		{"a pack over the line by a hair", []string{"cigarette_pack 344.99,400", "red 4 300,320", "blue 5 300,480"}, "hidden"},
		{"a pack behind", []string{"cigarette_pack 300,520", "red 4 300,320", "blue 5 300,480"}, ""},
		{"on the same book", []string{"book 300,400", "red 4 300,350", "blue 5 300,450"}, ""},
		{"on two books, a pack between", []string{"book 300,200", "book 300,405", "cigarette_pack 300,302", "red 4 300,250", "blue 5 300,360"}, ""},
		{"on two packs, a book between", []string{"cigarette_pack 300,250", "cigarette_pack 300,455", "book 300,352", "red 4 300,260", "blue 5 300,435"}, ""},
		{"on two packs, a dictionary across the line", []string{"cigarette_pack 300,250", "cigarette_pack 300,400", "dictionary 180,320", "red 4 300,270", "blue 5 299,375"}, "hidden"},
		{"on two books, a dictionary across the line", []string{"book 300,150", "book 300,400", "dictionary 180,275 turn 90", "red 4 264,210", "blue 5 264,335"}, "hidden"},
	} {
		x := set(t, 2, "", append(test.words, "active red 4")...)
		if got := x.View(0, nil).(*View).Shot(int(x.Active), x.Dice[x.Active].At, x.die("blue 5")); got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}

// TestExample_Target3 and the like: who is hit by what.
func TestExample_WhatHits(t *testing.T) {
	want := map[int][]int{1: {1, 2}, 2: {1, 2, 3}, 3: {2, 3, 4}, 4: {3, 4, 5}, 5: {4, 5, 6}, 6: {5, 6}}
	for number, faces := range want {
		if got := Odds(ID(1, number)); got != len(faces) {
			t.Errorf("%d is hit by %d faces of six", number, got)
		}
		for roll := 1; roll <= 6; roll++ {
			x := set(t, 2, "", fmt.Sprintf("blue %d 300,360", number), "blue 1 300,360", "red 4 300,300", "active red 4")
			if number != 1 {
				x.Dice[x.die("blue 1")].At = geom.Point{X: 50000, Y: 50000}
			}
			hit := slices.Contains(faces, roll)
			rolls := []int{roll}
			if !hit {
				rolls = append(rolls, 1) // blue's turn
			}
			x.roll(Fire(ID(1, number)), rolls...)
			x.stands(fmt.Sprintf("blue %d", number), !hit)
			if x.Deeds[0].Hit != hit {
				t.Errorf("%d rolled at %d: hit %v", roll, number, x.Deeds[0].Hit)
			}
		}
	}
}

func TestD14_ARefusalCostsNothing(t *testing.T) {
	x := set(t, 2, "", "red 4 300,300", "blue 5 300,590", "active red 4")
	x.refuses("D10", "out_of_range", Fire(x.die("blue 5")))
	x.refuses("D07", "not_now", Pass())
	x.refuses("D07", "not_now", Place(2, 100, 100))
	x.refuses("D07", "not_now", Fight(x.die("blue 5")))
	x.refuses("D07", "not_now", Reserve())
	x.refuses("D07", "not_now", Decline())
	x.refuses("D07", "not_now", Arrive(100, 100))
	x.refuses("D07", "not_now", &Action{})
	x.refuses("D07", "not_now", &Action{Kind: 99})
	x.refusesSeat(1, "D07", "not_your_turn", End())
	x.refusesSeat(game.Watcher, "D07", "not_your_turn", End())
	x.refusesSeat(0, "D14", "not_an_action", nil)
	x.roll(End(), 1) // and one may always stand still
}

func TestD15_TheRoundLimit(t *testing.T) {
	for _, test := range []struct {
		words   []string
		winners []game.Seat
		draw    bool
	}{
		{[]string{"red 4 300,300"}, []game.Seat{0}, false},
		{[]string{"red 4 300,300", "blue 5 100,100", "blue 6 130,100"}, []game.Seat{1}, false},
		{[]string{"red 4 300,300", "blue 5 100,100"}, []game.Seat{0, 1}, false},
		{[]string{"red 4 300,300", "blue 5 100,100", "green 2 200,100"}, []game.Seat{0, 1, 2}, true},
	} {
		x := set(t, 3, `{"round_limit":5}`, append(test.words, "active green 1")...)
		x.roll(End())
		if r := x.Result(); !x.Over() || !slices.Equal(r.Winners, test.winners) || r.Draw != test.draw {
			t.Errorf("%v: over %v, %+v", test.words, x.Over(), r)
		}
	}
	if c := configure(t, "", 2); c.opt.RoundLimit != 60 {
		t.Errorf("%d rounds", c.opt.RoundLimit)
	}
}
