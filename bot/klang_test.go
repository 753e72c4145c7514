package bot

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/games/klang"
	"banco/geom"
)

// desk is a view in which seat 0's first robot, with two guns, is acting on an
// open field at 30 × 30 cm. Everybody else stands far off; the tests move
// things to where they want them.
func desk(t *testing.T, hand ...int) *klang.View {
	t.Helper()
	cfg, err := klang.New().Configure(json.RawMessage(`{"terrain_pieces":0,"malloppi_start":4}`), 2)
	if err != nil {
		t.Fatal(err)
	}
	v := cfg.Start(dice.NewFast(1, 2), nil).View(0, nil).(*klang.View)
	v.Phase, v.Round, v.Active, v.Closes = klang.PhaseAct, 2, 0, 1
	for r := range v.NumRobots() {
		v.Robots[r].Placed = true
		v.Robots[r].At = geom.Point{X: 5000 + 6000*int64(r), Y: 57000}
	}
	for i := range int(v.Loots) {
		v.Loot[i].At = geom.Point{X: 57000, Y: 3000 + 3000*int64(i)}
	}
	v.Robots[0].At = geom.Point{X: 30000, Y: 30000}
	v.Robots[0].Dice = int8(len(hand))
	v.Hands[0] = klang.HandOf(hand...)
	return v
}

func choose(t *testing.T, v game.View) *klang.Action {
	t.Helper()
	a, err := klangGreedy{}.Choose(context.Background(), v, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return a.(*klang.Action)
}

func TestGreedyRunsToLootWithTheCheapestDieThatGetsThere(t *testing.T) {
	v := desk(t, 6, 4, 1)
	unarm(v, 0)
	v.Loot[2].At = geom.Point{X: 30000, Y: 22000} // its edge is 5 cm from the base's: a 4 goes 8
	a := choose(t, v)
	if a.Kind != klang.ActMove || a.Die != 4 {
		t.Fatalf("%+v", a)
	}
	at := geom.Disc{C: geom.Point{X: int64(a.X), Y: int64(a.Y)}, R: 2000}
	if !geom.Touching(at, geom.Disc{C: v.Loot[2].At, R: lootRadius}, geom.Unit) {
		t.Errorf("it does not touch the loot from %d,%d", a.X, a.Y)
	}
}

func TestGreedyPicksUpWithScrap(t *testing.T) {
	v := desk(t, 6, 1)
	unarm(v, 0)
	v.Loot[1].At = geom.Point{X: 30000, Y: 27000}
	if a := choose(t, v); a.Kind != klang.ActPickUp || a.Die != 1 || a.Loot != 1 {
		t.Errorf("%+v", a)
	}
}

func TestGreedyShootsWhoCarries(t *testing.T) {
	v := desk(t, 4)
	from, _ := v.RobotsOf(1)
	for i := range 3 {
		v.Loot[i].On = int8(from + 1)
	}
	if a := choose(t, v); a.Kind != klang.ActAttack || int(a.Target) != from+1 {
		t.Errorf("%+v, want an attack on robot %d", a, from+1)
	}
}

func TestGreedyBoltsOnWhatLiesNear(t *testing.T) {
	v := desk(t, 3, 2, 2, 1)
	part := v.Robots[0].Slots[klang.Backpack] // class 3
	v.Robots[0].Slots[klang.Backpack] = klang.None
	v.Parts[part].On, v.Parts[part].At = klang.OnTable, geom.Point{X: 30000, Y: 27000}
	a := choose(t, v)
	if a.Kind != klang.ActBolt || int8(a.Part) != part || a.Dice != klang.HandOf(2, 2, 1) {
		t.Errorf("%+v, want part %d bolted on with the three lowest dice", a, part)
	}
}

func TestGreedyKeepsWhatIsWorthMoreAsArmour(t *testing.T) {
	v := desk(t, 6, 5, 3)
	unarm(v, 0)
	for i := range int(v.Loots) {
		v.Loot[i].On = klang.Gone
	}
	if a := choose(t, v); a.Kind != klang.ActEnd {
		t.Errorf("with nothing to win it did %+v", a)
	}
}

func TestGreedyTakesTheDearestPrize(t *testing.T) {
	v := desk(t, 3)
	from, _ := v.RobotsOf(1)
	v.Phase = klang.PhasePrize
	v.Hit = klang.Hit{Robot: 0, Target: int8(from), Slot: klang.RightArm, Die: 4}
	v.Height = 4
	for i := range 3 {
		v.Loot[i].On = int8(from)
	}
	a := choose(t, v)
	if a.Kind != klang.ActPrize || a.Loot == klang.None {
		t.Errorf("of a robot with three malloppi it took %+v", a)
	}
}

func unarm(v *klang.View, robot int) {
	for s := range v.Robots[robot].Slots {
		if p := v.Robots[robot].Slots[s]; p != klang.None && v.PartInfo(int(p)).Weapon != klang.NoWeapon {
			v.Robots[robot].Slots[s] = klang.None
			v.Parts[p].On = klang.Gone
		}
	}
}

// A bot knows what its seat knows: in two worlds that look the same from there
// it does the same with the same generator.
func TestBotsSeeViewsOnly(t *testing.T) {
	cfg, err := klang.New().Configure(json.RawMessage(`{"rounds":2}`), 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range Levels("klang") {
		p, err := New("klang", level)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := p.(*Search); ok {
			s.Iterations = 12 // each action is searched for twice
		}
		src := dice.NewFast(5, 5)
		state := cfg.Start(src, nil)
		for n := uint64(0); !state.Over(); n++ {
			seat := state.ToAct().First()
			v := state.View(seat, nil)
			other := v.Determinize(rand.New(rand.NewPCG(n, 9))).View(seat, nil)
			a, err := p.Choose(context.Background(), v, rand.New(rand.NewPCG(n, 1)))
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.Choose(context.Background(), other, rand.New(rand.NewPCG(n, 1)))
			if err != nil {
				t.Fatal(err)
			}
			x, _ := json.Marshal(a)
			y, _ := json.Marshal(b)
			if string(x) != string(y) {
				t.Fatalf("%s: %s in this world, %s in one that looks the same", level, x, y)
			}
			if err := state.Apply(seat, a, src, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// How likely a hit ends at each height sums to one, and agrees with rolling.
func TestHeightsAreProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for armour := range 9 {
		for hit := 4; hit <= 6; hit++ {
			sum := 0.0
			for _, p := range heights()[armour][hit] {
				sum += p
			}
			if sum < 1-1e-9 || sum > 1+1e-9 {
				t.Fatalf("%d dice against %d: %v", armour, hit, sum)
			}
		}
	}
	// K16 by hand: dice from high to low, each at least the height lowers it by one.
	const rolls = 20000
	var count [7]int
	for range rolls {
		var dice [7]int
		for range 4 {
			x, f := rng.Float64(), 1
			for x -= kept[f]; x > 0 && f < 6; x -= kept[f] {
				f++
			}
			dice[f]++
		}
		h := 6
		for f := 6; f >= 1; f-- {
			for range dice[f] {
				if f >= h && h > 1 {
					h--
				}
			}
		}
		count[h]++
	}
	for h := 1; h <= 6; h++ {
		want := heights()[4][6][h]
		if got := float64(count[h]) / rolls; got < want-0.02 || got > want+0.02 {
			t.Errorf("height %d: rolled %.3f, computed %.3f", h, got, want)
		}
	}
}

func TestUnknownLevelIsRefusedWithTheKnownOnes(t *testing.T) {
	_, err := New("klang", "genius")
	e, ok := err.(*game.Error)
	if !ok || e.Code != "unknown_level" || e.Field != "level" {
		t.Errorf("%v", err)
	}
	if _, err := New("chess", "greedy"); err == nil {
		t.Error("a Klang bot was given to another game")
	}
}
