package dadi

import (
	"fmt"
	"slices"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

func TestD01_TwoToSixPlayersWithSixSoldiersEach(t *testing.T) {
	for seats := -1; seats <= 8; seats++ {
		c, err := New().Configure(nil, seats)
		if ok := err == nil; ok != (seats >= 2 && seats <= 6) {
			t.Errorf("%d players: %v", seats, err)
		} else if ok && c.(*Config).dice != 6*seats {
			t.Errorf("%d players have %d dice", seats, c.(*Config).dice)
		}
	}
}

func TestD01_WithTheCommanderGoesEverything(t *testing.T) {
	x := set(t, 3, "", "red 4 300,300", "blue 1 300,340", "blue 2 100,100", "blue 5 120,100", "active red 4")
	x.roll(Fire(x.die("blue 1")), 2, 5, 1) // green rolls a 5, which is dead, and a 1
	x.did("fired removed removed removed out dead picked")
	for _, name := range []string{"blue 1", "blue 2", "blue 5"} {
		x.stands(name, false)
	}
	if x.Over() || !x.Out.Has(1) || x.seat() != 2 {
		t.Errorf("over %v, out %v, to act %v", x.Over(), x.Out.List(), x.ToAct().List())
	}
}

func TestD01_TheLastCommanderStandingWins(t *testing.T) {
	x := set(t, 2, "", "red 4 300,300", "blue 1 300,340", "blue 2 100,100", "active red 4")
	x.roll(Fire(x.die("blue 1")), 1)
	r := x.Result()
	if !x.Over() || !slices.Equal(r.Winners, []game.Seat{0}) || !slices.Equal(r.Scores, []int{2, 0}) || r.Draw {
		t.Errorf("over %v, %+v", x.Over(), r)
	}
	x.refusesSeat(0, "D01", "match_over", End())
}

// One fight comes after the other, so the last two cannot fall by the rules;
// if they ever did it would be a draw.
func TestD01_NobodyLeftIsADraw(t *testing.T) {
	x := set(t, 2, "")
	x.Dice = [MaxDice]Die{}
	x.Out = 3
	x.finish(&game.Log{})
	if r := x.Result(); !r.Draw || len(r.Winners) != 2 {
		t.Errorf("%+v", r)
	}
}

func TestD02_Measures(t *testing.T) {
	for seats, want := range map[int][2]int64{2: {60000, 60000}, 3: {90000, 90000}, 4: {90000, 90000}, 5: {120000, 90000}, 6: {120000, 90000}} {
		if c := configure(t, "", seats); c.width != want[0] || c.depth != want[1] {
			t.Errorf("%d players: %d × %d", seats, c.width, c.depth)
		}
	}
	if c := configure(t, `{"table_cm":[70,85]}`, 3); c.width != 70000 || c.depth != 85000 {
		t.Errorf("%d × %d", c.width, c.depth)
	}
	if ALC != 3000 || DieHeight != 1600 || Radius != 800 {
		t.Error("an ALC is 3 cm and a die 1.6 cm")
	}
}

func TestD03_TheArmy(t *testing.T) {
	c := configure(t, "", 2)
	want := [Soldiers][2]int64{{3, 3}, {6, 2}, {4, 4}, {3, 6}, {2, 8}, {5, 3}}
	for i := range want {
		if c.move[i] != want[i][0]*ALC || c.fire[i] != want[i][1]*ALC {
			t.Errorf("%d moves %d and fires %d", i+1, c.move[i], c.fire[i])
		}
	}
	c = configure(t, `{"army":[[1,2],[3,4],[5,6],[7,8],[9,10],[11,12]]}`, 2)
	if c.move[5] != 11*ALC || c.fire[0] != 2*ALC {
		t.Errorf("%v %v", c.move, c.fire)
	}
}

// laying is a match that has just begun.
func laying(t *testing.T, seats int, options string) *table {
	t.Helper()
	return &table{configure(t, options, seats).Start(dice.Forbidden{}, nil).(*State), t}
}

const (
	book = iota
	dictionary
	notebook
	pack
	eraser
)

func TestD04_TheCatalogue(t *testing.T) {
	for i, want := range []struct {
		name    string
		l, w, h int64
		effect  Effect
	}{
		{"book", 21000, 14000, 3000, EffectHill}, {"dictionary", 24000, 17000, 6000, EffectWall},
		{"notebook", 21000, 15000, 800, EffectNone}, {"cigarette_pack", 9000, 5500, 2200, EffectHill}, {"eraser", 5000, 2000, 1200, EffectNone},
	} {
		o := Catalogue[i]
		if o != (Object{want.name, want.l, want.w, want.h}) || o.Effect() != want.effect {
			t.Errorf("%+v, %v", o, o.Effect())
		}
	}
}

func TestD04_InTurnThreeEach(t *testing.T) {
	x := laying(t, 3, `{"table_cm":[200,200]}`)
	x.refusesSeat(1, "D07", "not_your_turn", Pass())
	for i := range 9 {
		if x.seat() != game.Seat(i%3) {
			t.Fatalf("object %d is seat %d's", i, x.seat())
		}
		faces := []int{}
		if i == 8 {
			faces = []int{6, 5, 4}
		}
		if i == 4 {
			x.roll(Pass(), faces...)
			x.did("left_out")
			continue
		}
		x.roll(Lay(i%5, 40000*int64(1+i%4), 40000*int64(1+i/4), 7*i), faces...)
	}
	if x.Phase != PhaseCamp || len(x.Ground.Pieces) != 8 {
		t.Errorf("%v with %d objects", x.Phase, len(x.Ground.Pieces))
	}
	x.refuses("D07", "not_now", Pass())
	x.refuses("D07", "not_now", Lay(book, 30000, 30000, 0))
}

func TestD04_WhereObjectsLie(t *testing.T) {
	x := laying(t, 2, "")
	x.roll(Lay(book, 30000, 30000, 0)) // from 195 to 405 mm, from 230 to 370
	x.refuses("D04", "object_overlap", Lay(eraser, 30000, 30000, 0))
	x.refuses("D04", "object_overlap", Lay(book, 30000, 43999, 0))
	x.refuses("D04", "object_overlap", Lay(pack, 30000, 39750-1, 0))
	x.allows(Lay(pack, 30000, 39750, 0)) // it touches the book
	x.refuses("D04", "object_edge", Lay(pack, 6499, 10000, 0))
	x.allows(Lay(pack, 6500, 10000, 0)) // 2 cm from the edge
	x.allows(Lay(pack, 4750, 10000, 90))
	x.refuses("D04", "object_edge", Lay(pack, 4749, 10000, 90))
	x.refuses("D04", "object_edge", Lay(pack, -1<<30, 1<<30, 90))
	x.refuses("D04", "object_turn", Lay(pack, 10000, 10000, 360))
	x.refuses("D04", "object_turn", Lay(pack, 10000, 10000, -1))
	x.refuses("D04", "no_such_object", Lay(5, 10000, 10000, 0))
	x.refuses("D04", "no_such_object", Lay(-1, 10000, 10000, 0))
	for degrees := range 360 {
		x.allows(Lay(pack, 10000, 10000, degrees))
	}
}

// The app's scenery is as good from every side: each object has its like across
// the centre.
func TestD04_AutoIsFair(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		laid := 0
		for seed := range uint64(many(30, 1000)) {
			c := configure(t, fmt.Sprintf(`{"scenery":"auto","scenery_each":%d}`, 1+seed%5), seats)
			s := c.Start(dice.NewFast(seed, 1), nil).(*State)
			if s.Phase != PhaseCamp {
				t.Fatal("somebody has to lay something")
			}
			if s2 := c.Start(dice.NewFast(seed, 1), nil).(*State); fmt.Sprint(s.Ground.Pieces) != fmt.Sprint(s2.Ground.Pieces) {
				t.Fatal("the same dice give other scenery")
			}
			laid += len(s.Ground.Pieces)
			for i, p := range s.Ground.Pieces {
				g := Ground{Pieces: slices.Delete(slices.Clone(s.Ground.Pieces), i, i+1)}
				if why := g.fits(c, p.Poly); why != fine {
					t.Fatalf("%+v does not fit: %v", p, why)
				}
				if !slices.ContainsFunc(s.Ground.Pieces, func(q Piece) bool {
					return q.Object == p.Object && q.At.X == c.width-p.At.X && q.At.Y == c.depth-p.At.Y && q.Turn == p.Turn
				}) {
					t.Fatalf("%+v has no twin", p)
				}
			}
		}
		if laid == 0 {
			t.Error("nothing was laid")
		}
	}
}

// camp is a match at its base camp, nothing on the table, after these rolls.
func camp(t *testing.T, seats int, options string, faces ...int) *table {
	t.Helper()
	c := configure(t, options, seats)
	src := dice.Faces(faces...)
	x := &table{c.Start(src, nil).(*State), t}
	if src.Left() > 0 {
		t.Fatalf("%d rolls left", src.Left())
	}
	return x
}

func TestD05_TheRollOff(t *testing.T) {
	for _, test := range []struct {
		faces []int
		want  []game.Seat
	}{
		{[]int{1, 2, 3, 4}, []game.Seat{3, 2, 1, 0}},
		{[]int{6, 2, 6, 4, 1, 2}, []game.Seat{2, 0, 3, 1}},                   // 0 and 2 again
		{[]int{3, 3, 3, 3, 5, 5, 2, 2, 1, 6, 4, 3}, []game.Seat{1, 0, 2, 3}}, // all again, then two pairs, the higher first
		{[]int{2, 2, 6, 6, 5, 5, 3, 4, 6, 5}, []game.Seat{3, 2, 0, 1}},       // the higher pair rolls first
	} {
		x := camp(t, 4, `{"scenery_each":0}`, test.faces...)
		if got := x.Order[:x.Orders]; !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.faces, got, test.want)
		}
		if x.seat() != test.want[0] {
			t.Errorf("%v: seat %d begins", test.faces, x.seat())
		}
	}
}

func TestD05_Commanders(t *testing.T) {
	x := camp(t, 3, `{"scenery_each":0}`, 6, 5, 4)
	x.refuses("D05", "commander_first", Place(2, 30000, 30000))
	x.refuses("D01", "no_such_soldier", Place(0, 30000, 30000))
	x.refuses("D01", "no_such_soldier", Place(7, 30000, 30000))
	x.refuses("D05", "place_taken", Place(1, 799, 30000))
	x.refuses("D05", "place_taken", Place(1, 1<<30, -1<<30))
	x.roll(Place(1, 30000, 30000))
	x.refusesSeat(0, "D07", "not_your_turn", Place(2, 30000, 33000))
	if x.Camp != 8 {
		t.Errorf("%d ALC between commanders", x.Camp)
	}
	x.refuses("D05", "commander_near", Place(1, 53999, 30000))
	x.roll(Place(1, 54000, 30000)) // 24 cm
	x.refuses("D05", "commander_near", Place(1, 54000, 53999))
	x.roll(Place(1, 54000, 54000))
	if x.seat() != 0 {
		t.Errorf("seat %d places its soldiers first", x.seat())
	}
}

func TestD05_Soldiers(t *testing.T) {
	x := camp(t, 2, `{"scenery_each":0}`, 6, 5)
	x.roll(Place(1, 20000, 20000))
	x.roll(Place(1, 44000, 20000))
	x.refuses("D05", "already_placed", Place(1, 22000, 20000))
	x.refuses("D05", "soldier_far", Place(2, 29001, 20000))
	x.roll(Place(2, 29000, 20000))
	x.refuses("D05", "place_taken", Place(3, 27401, 20000))
	x.roll(Place(3, 27400, 20000))
	x.roll(Place(4, 20000, 22000))
	x.roll(Place(5, 20000, 18000))
	if x.seat() != 0 {
		t.Fatal("the first player has one more")
	}
	x.roll(Place(6, 18000, 20000))
	for i, y := range []int64{16000, 18000, 22000, 24000} {
		if x.seat() != 1 {
			t.Fatalf("the second player's %d is not up", 2+i)
		}
		x.roll(Place(2+i, 44000, y))
	}
	x.roll(Place(6, 46000, 20000), 3, 4, 2) // initiative and the first pick
	x.did("placed initiative picked")
	if x.Phase != PhaseTurn || x.Round != 1 || int(x.Active) != ID(1, 2) {
		t.Errorf("%v, round %d, active %d", x.Phase, x.Round, x.Active)
	}
}

// On a table too small for it commanders stand as far apart as it allows.
func TestD05_LessOnASmallTable(t *testing.T) {
	x := camp(t, 6, `{"scenery_each":0,"table_cm":[50,50]}`, 6, 5, 4, 3, 2, 1)
	for _, p := range []geom.Point{{X: 24000, Y: 24000}, {X: 1000, Y: 1000}, {X: 49000, Y: 49000}, {X: 2000, Y: 48000}, {X: 48000, Y: 2000}} {
		if x.Camp != 8 {
			t.Fatalf("%d ALC for %v", x.Camp, p)
		}
		x.roll(Place(1, p.X, p.Y))
	}
	if x.Camp != 7 { // half way along an edge it is 23 cm from two of them
		t.Errorf("%d ALC, want 7", x.Camp)
	}
	x.refuses("D05", "commander_near", Place(1, 25000, 5000))
	x.roll(Place(1, 49000, 25000))
}

// Whoever finds no room within three ALC goes as far as needed, and no farther.
func TestD05_SoldiersWithoutRoom(t *testing.T) {
	// A wall over everything near leaves only what is beyond it.
	y := camp(t, 2, `{"scenery_each":0}`, 6, 5)
	y.Ground = (&Ground{Pieces: []Piece{{Object: dictionary, Poly: geom.Polygon{{X: 4000, Y: 0}, {X: 13000, Y: 0}, {X: 13000, Y: 13000}, {X: 0, Y: 13000}, {X: 0, Y: 4000}}}}}).ready(y.cfg)
	y.roll(Place(1, 800, 800))
	y.roll(Place(1, 59000, 59000))
	if y.Camp != 5 {
		t.Fatalf("%d ALC, want 5: the wall ends 13 cm away", y.Camp)
	}
	y.refuses("D05", "soldier_far", Place(2, 800, 15801))
	y.roll(Place(2, 800, 14000))
}

func TestD05_NeverInContactWithAnEnemy(t *testing.T) {
	x := camp(t, 2, `{"scenery_each":0,"table_cm":[50,50]}`, 6, 5)
	x.roll(Place(1, 25000, 25000))
	x.roll(Place(1, 1000, 1000))
	x.Dice[ID(1, 2)] = Die{geom.Point{X: 28000, Y: 25000}, true}
	x.refuses("D05", "place_taken", Place(2, 28000, 26700)) // a millimetre away
	x.allows(Place(2, 28000, 26703))
	x.allows(Place(2, 25000, 26600)) // one's own may touch
}

// round ends the turn of the last of a round and gives the new one's order.
func round(x *table, faces ...int) []game.Seat {
	x.t.Helper()
	x.Turn = x.Orders - 1
	x.Active = int8(ID(x.Order[x.Turn], Commander))
	x.roll(End(), faces...)
	return x.Order[:x.Orders]
}

func TestD06_AllRollAndPlayGoesClockwise(t *testing.T) {
	for _, test := range []struct {
		faces []int
		want  []game.Seat
	}{
		{[]int{3, 6, 2, 4, 1}, []game.Seat{1, 2, 3, 0}},
		{[]int{1, 2, 3, 4, 1}, []game.Seat{3, 0, 1, 2}},
		{[]int{5, 2, 5, 5, 1, 6, 6, 2, 3, 1}, []game.Seat{3, 0, 1, 2}}, // 0, 2 and 3 again, then 2 and 3
	} {
		x := set(t, 4, "")
		if got := round(x, test.faces...); !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.faces, got, test.want)
		}
		if x.Round != 6 || x.seat() != test.want[0] {
			t.Errorf("round %d, seat %d to act", x.Round, x.seat())
		}
	}
}

func TestD06_WhoIsOutDoesNotRoll(t *testing.T) {
	x := set(t, 4, "")
	x.Out = game.Only(1)
	x.Dice[ID(1, Commander)] = Die{}
	if got := round(x, 2, 3, 3, 6, 4, 1); !slices.Equal(got, []game.Seat{2, 3, 0}) {
		t.Errorf("%v", got)
	}
}

// Somebody who falls in the middle of a round has no turn in it any more.
func TestD06_WhoFallsHasNoTurn(t *testing.T) {
	x := set(t, 3, "", "red 4 300,300", "blue 1 300,340", "active red 4")
	x.roll(Fire(x.die("blue 1")), 1, 1)
	if x.seat() != 2 || x.Round != 5 {
		t.Errorf("seat %d, round %d", x.seat(), x.Round)
	}
}
