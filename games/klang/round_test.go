package klang

import (
	"math/rand/v2"
	"slices"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

func start(t *testing.T, options string, src dice.Source) *State {
	t.Helper()
	return configure(t, options).Start(src, nil).(*State)
}

func TestK06_TheOrderIsBuiltFromTheEnd(t *testing.T) {
	for _, c := range []struct {
		a, b   int
		closes game.Seat
		want   []game.Seat
	}{
		{3, 3, 1, []game.Seat{0, 1, 0, 1, 0, 1}},
		{3, 3, 0, []game.Seat{1, 0, 1, 0, 1, 0}},
		{4, 2, 1, []game.Seat{0, 0, 0, 1, 0, 1}},
		{2, 4, 1, []game.Seat{1, 1, 0, 1, 0, 1}},
		{1, 3, 0, []game.Seat{1, 1, 1, 0}},
		{1, 1, 0, []game.Seat{1, 0}},
		{6, 1, 1, []game.Seat{0, 0, 0, 0, 0, 0, 1}},
	} {
		cfg := configure(t, `{"rosters":`+crowd(c.a, c.b)+`}`)
		b := Board{Closes: c.closes}
		b.order(cfg)
		if got := b.Sides[:b.Turns]; !slices.Equal(got, c.want) {
			t.Errorf("%d against %d, %d closes: %v, want %v", c.a, c.b, c.closes, got, c.want)
		}
	}
}

func TestK06_WhoClosesTheRound(t *testing.T) {
	const flat = `"terrain":"piazzale",`
	less := `{` + flat + `"rosters":` + crowd(1, 2) + `}`
	for _, c := range []struct {
		name, options string
		rolls         []int
		want          [4]game.Seat
	}{
		{"less stuff, the first side", less, nil, [4]game.Seat{0, 0, 0, 0}},
		{"less stuff, the second", `{` + flat + `"rosters":` + crowd(3, 2) + `}`, nil, [4]game.Seat{1, 1, 1, 1}},
		{"a tie is rolled and alternates", `{` + flat + `"rounds":4}`, []int{1}, [4]game.Seat{1, 0, 1, 0}},
		{"a tie, the other way", `{` + flat + `"rounds":4}`, []int{0}, [4]game.Seat{0, 1, 0, 1}},
		{"alternate, whatever they field", `{` + flat + `"closing":"alternate","rosters":` + crowd(1, 2) + `}`, []int{1}, [4]game.Seat{1, 0, 1, 0}},
		{"fixed", `{` + flat + `"closing":"fixed","rosters":` + crowd(1, 2) + `}`, nil, [4]game.Seat{1, 1, 1, 1}},
	} {
		src := dice.NewScripted(c.rolls...)
		s := start(t, c.options, src)
		if src.Left() > 0 {
			t.Errorf("%s: nothing was rolled", c.name)
		}
		for round, want := range c.want {
			if got := s.closer(round + 1); got != want {
				t.Errorf("%s: round %d is closed by %d, want %d", c.name, round+1, got, want)
			}
		}
	}
}

func TestK06_PartsCountAsStuff(t *testing.T) {
	one := `[{"name":"A","frame":"legs","parts":[{"kind":"head"}]}]`
	two := `[{"name":"B","frame":"legs","parts":[{"kind":"head"},{"kind":"torso"}]}]`
	if got := configure(t, `{"rosters":[`+two+`,`+one+`]}`).lighter(); got != 1 {
		t.Errorf("%d fields less, want 1", got)
	}
	if got := configure(t, `{"rosters":[`+one+`,`+one+`]}`).lighter(); got != game.Watcher {
		t.Errorf("%d fields less, want nobody", got)
	}
}

func TestK27_K28_IncomeOfARound(t *testing.T) {
	words := "Ruggine 300,300 loot 1\nSgobbo 400,300 loot 2\nTenaglia 500,300 loot 3 lost torso\n" +
		"part Ruggine.head 100,300\npart Bullone.head 200,300\npart Bullone.torso 200,400\npart Bullone.right_arm on Tenaglia\n"
	words = "part Tenaglia.right_arm 50,300\n" + words
	x := set(t, "", words)
	if in := x.income(x.cfg, 0); in != (Income{1 + 3 + 6, 2}) {
		t.Errorf("South earns %+v, want 10 and 2: the arm that Tenaglia wears is no trophy", in)
	}
	if in := x.income(x.cfg, 1); in != (Income{0, 2}) {
		t.Errorf("North earns %+v, want 0 and 2: what exploded is no trophy", in)
	}
	x = set(t, `{"progression":[2,2,9],"trophy_points":3,"terrain_pieces":0}`, words)
	if in := x.income(x.cfg, 0); in != (Income{13, 6}) {
		t.Errorf("with other numbers South earns %+v, want 13 and 6", in)
	}
}

// last sets x so that ending the activation under way ends the round.
func last(x *table, round int) {
	x.Round = int8(round)
	x.Turn = x.Turns - 1
}

func TestK29_PointsAreNeverLost(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 6 loot 2\nactive Ruggine")
	last(x, 3)
	x.Scores[0] = [2]Income{{4, 1}, {0, 2}}
	x.do(End())
	if x.Round != 4 || x.score(0) != 5+3 || x.score(1) != 2 {
		t.Errorf("round %d, scores %d and %d", x.Round, x.score(0), x.score(1))
	}
	x.Loot[0].On, x.Loot[1].On = OnTable, OnTable
	if x.score(0) != 8 {
		t.Error("points went with the malloppi")
	}
}

func TestK29_TheEnd(t *testing.T) {
	for _, c := range []struct {
		loot    string
		winners []game.Seat
		draw    bool
	}{
		{"Ruggine 300,300 dice 6 loot 1\nBullone 400,400", []game.Seat{0}, false},
		{"Ruggine 300,300 dice 6\nBullone 400,400 loot 1", []game.Seat{1}, false},
		{"Ruggine 300,300 dice 6 loot 2\nBullone 400,400 loot 2", []game.Seat{0, 1}, true},
	} {
		x := set(t, "", c.loot+"\nactive Ruggine")
		last(x, 6)
		x.do(End())
		r := x.Result()
		if !x.Over() || x.ToAct() != 0 || !slices.Equal(r.Winners, c.winners) || r.Draw != c.draw {
			t.Errorf("%q: over %v, %+v", c.loot, x.Over(), r)
		}
		x.refusesSeat(0, "K29", "match_over", End())
		if x.Default(0) != nil || x.view(0).Sample(rand.New(rand.NewPCG(1, 1))) != nil || x.view(0).Actions() != nil {
			t.Error("there is something to do after the end")
		}
	}
}

func TestK30_TheFirstMalloppi(t *testing.T) {
	for n := range 9 {
		s := start(t, `{"terrain_pieces":0,"closing":"fixed","malloppi_start":`+digit(n)+`}`, dice.NewFast(1, 1))
		if int(s.Loots) != n {
			t.Fatalf("%d malloppi, want %d", s.Loots, n)
		}
		for i := range n {
			at := s.Loot[i].At
			d := geom.Square(at, geom.Point{X: 30000, Y: 30000})
			if centre := n%2 == 1 && i == 0; centre != (d == 0) || !centre && (d < 9999*9999 || d > 10001*10001) {
				t.Errorf("malloppo %d of %d lies at %v", i, n, at)
			}
			twin := geom.Point{X: 60000 - at.X, Y: 60000 - at.Y}
			if !slices.ContainsFunc(s.Loot[:n], func(l Loot) bool { return l.At == twin }) {
				t.Errorf("malloppo %d of %d has no twin", i, n)
			}
		}
	}
}

func TestK30_LaterMalloppi(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 6\nactive Ruggine")
	last(x, 1)
	x.do(End())
	if x.Loots != 2 {
		t.Fatalf("%d arrived, want 2", x.Loots)
	}
	x.about("South's", x.Loot[0].At, "300,150")
	x.about("North's", x.Loot[1].At, "300,450")
	// A taken place moves to the nearest free one: the base of Ruggine, and the
	// malloppo that came before.
	x = set(t, "", "malloppo 300,150\nRuggine 300,450 dice 6\nactive Ruggine")
	last(x, 2)
	x.do(End())
	if d := geom.Distance(x.Loot[1].At, geom.Point{X: 30000, Y: 15000}); d < 1999 || d > 2001 {
		t.Errorf("it lies %d from a malloppo in its place, want 20 mm", d)
	}
	if d := geom.Distance(x.Loot[2].At, geom.Point{X: 30000, Y: 45000}); d < 2999 || d > 3002 {
		t.Errorf("it lies %d from a base in its place, want 30 mm", d)
	}
	// Not after other rounds, and not after the last.
	x = set(t, "", "Ruggine 300,450 dice 6\nactive Ruggine")
	last(x, 3)
	x.do(End())
	if x.Loots != 0 {
		t.Errorf("%d arrived after round 3", x.Loots)
	}
	x = set(t, `{"rounds":1,"terrain_pieces":0}`, "Ruggine 300,450 dice 6\nactive Ruggine")
	last(x, 1)
	x.do(End())
	if x.Loots != 0 || !x.Over() {
		t.Errorf("%d arrived after the end", x.Loots)
	}
}

func TestK31_Deployment(t *testing.T) {
	s := start(t, `{"terrain_pieces":0,"closing":"fixed"}`, dice.NewFast(1, 1))
	x := &table{T: t, State: s}
	if x.seat() != 0 {
		t.Error("who closes round 1 places last; here South places first")
	}
	x.refuses("K31", "outside_zone", Deploy(0, 30000, 8001))
	x.refuses("K31", "place_taken", Deploy(0, 30000, 1999))
	x.refuses("K31", "place_taken", Deploy(0, 58001, 5000))
	x.refuses("K31", "place_taken", Deploy(0, -5000, -5000))
	x.refuses("K12", "not_your_robot", Deploy(3, 30000, 8000))
	x.refuses("K05", "no_such_robot", Deploy(12, 30000, 8000))
	x.refuses("K12", "not_now", Activate(0))
	x.refuses("K12", "not_now", Lay(0, 1, 1, 0))
	x.do(Deploy(0, 30000, 8000))
	x.refuses("K31", "outside_zone", Deploy(3, 30000, 51999))
	x.do(Deploy(3, 30000, 52000))
	x.refuses("K31", "already_placed", Deploy(0, 10000, 8000))
	x.refuses("K31", "place_taken", Deploy(1, 33999, 8000))
	x.do(Deploy(1, 34000, 8000))
	for x.Phase == PhaseDeployment {
		x.do(x.Default(x.seat()).(*Action))
	}
	if x.Phase != PhaseChoose || x.Round != 1 {
		t.Errorf("phase %v of round %d, want round 1 to begin", x.Phase, x.Round)
	}
}

func TestK31_DeploymentNeverGetsStuck(t *testing.T) {
	// The most that Configure lets through, placed as badly as chance has it.
	for seed := range uint64(40) {
		s := start(t, `{"field_cm":48,"base_mm":40,"rosters":`+crowd(6, 6)+`}`, dice.NewFast(seed, 1))
		p := newPlayer(seed)
		for s.Phase == PhaseDeployment {
			seat := s.ToAct().First()
			if seed%2 == 0 && s.Turn%3 == 0 {
				if err := s.Apply(seat, s.Default(seat), nil, nil); err != nil {
					t.Fatal(err)
				}
				continue
			}
			p.step(t, s)
		}
	}
}

func TestK32_TheStopwatch(t *testing.T) {
	x := set(t, `{"activation_limit_s":90,"terrain_pieces":0}`, "Ruggine 300,300")
	x.Sides[0] = 0
	if _, running := x.Running(); running {
		t.Error("it runs before the roll")
	}
	x.roll([]int{6, 5, 4, 3, 2, 1, 1, 1}, Activate(0))
	span, running := x.Running()
	if want := (game.Span{ID: 1, Seat: 0, Label: "Ruggine", Round: 1, Limit: 90}); !running || span != want {
		t.Errorf("%+v, want %+v", span, want)
	}
	x.do(x.Default(0).(*Action)) // at the limit what is unspent is armour
	if _, running := x.Running(); running {
		t.Error("it runs after the end")
	}
	x.holds("Ruggine", "65432111")
}

func TestDefault_TakesTheFirstPrize(t *testing.T) {
	x := shot(t, "", "66", "654321", "loot 1")
	x.do(Attack(6, RightArm, 3))
	if a := x.Default(0).(*Action); *a != *PrizeLoot(0) {
		t.Errorf("the default is %+v", a)
	}
	if x.Default(1) != nil {
		t.Error("the other side has a default")
	}
}
