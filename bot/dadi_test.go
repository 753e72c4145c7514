package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/games/dadi"
	"banco/geom"
)

func dadiConfig(t testing.TB, options string, seats int) game.Config {
	t.Helper()
	cfg, err := dadi.New().Configure(json.RawMessage(options), seats)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// dadiMatch plays a match between players and gives its result.
func dadiMatch(t testing.TB, cfg game.Config, players []game.Player, seed uint64) game.Result {
	t.Helper()
	src := dice.NewFast(seed, 21)
	state := cfg.Start(src, nil)
	minds := make([]*rand.Rand, len(players))
	views := make([]game.View, len(players))
	for i := range minds {
		minds[i] = rand.New(rand.NewPCG(seed, uint64(i)+22))
	}
	for !state.Over() {
		seat := state.ToAct().First()
		views[seat] = state.View(seat, views[seat])
		a, err := players[seat].Choose(context.Background(), views[seat], minds[seat])
		if err != nil {
			t.Fatal(err)
		}
		if err := state.Apply(seat, a, src, nil); err != nil {
			t.Fatal(err)
		}
	}
	return state.Result()
}

// dadiShare lets the greedy bot play against random ones, in every seat in
// turn with the same dice, and gives how often it wins; a place shared with
// others counts in part.
func dadiShare(t testing.TB, options string, seats, rounds int) (share, wide float64) {
	t.Helper()
	cfg := dadiConfig(t, options, seats)
	won, of := 0.0, 0
	for i := range rounds {
		for seat := range seats {
			players := make([]game.Player, seats)
			for s := range players {
				players[s] = Random{}
			}
			players[seat] = dadiGreedy{}
			r := dadiMatch(t, cfg, players, uint64(i))
			for _, w := range r.Winners {
				if int(w) == seat {
					won += 1 / float64(len(r.Winners))
				}
			}
			of++
		}
	}
	share = won / float64(of)
	return share, 3.2905 * math.Sqrt(share*(1-share)/float64(of)) // 99.9 %
}

// The greedy bot wins at least 90 matches in 100 against random play, and with
// more at the table far more than its share.
func TestDadiGreedyBeatsRandom(t *testing.T) {
	for _, test := range []struct {
		seats, rounds int
		options       string
		least         float64
	}{
		{2, 500, "", 0.90},
		{2, 500, `{"scenery":"auto"}`, 0.90},
		{3, 60, "", 1.0 / 3},
		{4, 40, "", 1.0 / 4},
		{5, 30, "", 1.0 / 5},
		{6, 25, "", 1.0 / 6},
	} {
		t.Run(fmt.Sprint(test.seats, test.options), func(t *testing.T) {
			switch {
			case testing.Short():
				test.rounds /= 10
			case os.Getenv("BANCO_LONG") == "":
				test.rounds /= 3
			}
			share, wide := dadiShare(t, test.options, test.seats, test.rounds)
			t.Logf("%.3f ± %.3f of %d", share, wide, test.rounds*test.seats)
			if testing.Short() {
				wide = -wide // too few to tell more than that it may be so
			}
			if share-wide < test.least {
				t.Errorf("it wins %.3f ± %.3f of its matches, want more than %.3f", share, wide, test.least)
			}
		})
	}
}

// With a glance at few places it plays worse, but plays.
func TestDadiGreedyAtAGlance(t *testing.T) {
	cfg := dadiConfig(t, "", 2)
	won := 0
	const matches = 60
	for i := range matches {
		players := []game.Player{Random{}, Random{}}
		players[i%2] = dadiGreedy{brief: true}
		if r := dadiMatch(t, cfg, players, uint64(i)); !r.Draw && int(r.Winners[0]) == i%2 {
			won++
		}
	}
	if won < matches*2/3 {
		t.Errorf("it won %d of %d against random play", won, matches)
	}
}

// A bot knows what its seat knows, and plays the same for the same view.
func TestDadiGreedyRepeatsItself(t *testing.T) {
	cfg := dadiConfig(t, "", 3)
	src := dice.NewFast(5, 5)
	state := cfg.Start(src, nil)
	for n := uint64(0); !state.Over() && n < 150; n++ {
		seat := state.ToAct().First()
		v := state.View(seat, nil)
		before, _ := v.MarshalJSON()
		a, err := dadiGreedy{}.Choose(context.Background(), v, rand.New(rand.NewPCG(n, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if after, _ := v.MarshalJSON(); string(after) != string(before) {
			t.Fatal("thinking changed the view")
		}
		other := v.Determinize(nil).View(seat, nil)
		b, err := dadiGreedy{}.Choose(context.Background(), other, rand.New(rand.NewPCG(n, 1)))
		if err != nil {
			t.Fatal(err)
		}
		x, _ := json.Marshal(a)
		if y, _ := json.Marshal(b); string(x) != string(y) {
			t.Fatalf("%s and %s", x, y)
		}
		if err := state.Apply(seat, a, src, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := (dadiGreedy{}).Choose(context.Background(), state.View(game.Watcher, nil), rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("it chose for a watcher")
	}
}

// dadiDesk is a view in the middle of a match on an open table, in which seat
// 0's rifleman is to act; the tests put dice where they want them.
func dadiDesk(t *testing.T, dice0 map[int]geom.Point) *dadi.View {
	t.Helper()
	cfg := dadiConfig(t, `{"scenery_each":0}`, 2)
	v := cfg.Start(dice.NewFast(1, 2), nil).View(0, nil).(*dadi.View)
	v.Phase, v.Round, v.Active = dadi.PhaseTurn, 2, int8(dadi.ID(0, 3))
	for die, at := range dice0 {
		v.Dice[die] = dadi.Die{At: at, Stands: true}
	}
	return v
}

func TestDadiGreedyGoesForCommanders(t *testing.T) {
	v := dadiDesk(t, map[int]geom.Point{
		dadi.ID(0, 1): {X: 1000, Y: 1000}, dadi.ID(0, 3): {X: 30000, Y: 30000},
		dadi.ID(1, 1): {X: 38000, Y: 30000}, dadi.ID(1, 3): {X: 30000, Y: 36000},
	})
	a, err := dadiGreedy{}.Choose(context.Background(), v, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	m := a.(*dadi.Action)
	end, why := v.MoveEnd(geom.Point{X: int64(m.X), Y: int64(m.Y)})
	if m.Kind != dadi.ActMove || why != "" || len(v.TouchesFrom(dadi.ID(0, 3), end)) != 1 {
		t.Errorf("with the commander in reach it does %+v", m)
	}
	// Too far to charge, near enough to fire.
	v.Dice[dadi.ID(1, 1)].At.X = 30000 + 4*dadi.ALC
	v.Dice[dadi.ID(0, 4)] = dadi.Die{At: geom.Point{X: 33200, Y: 30000}, Stands: true} // in the way
	if a, _ = (dadiGreedy{}).Choose(context.Background(), v, rand.New(rand.NewPCG(1, 1))); a.(*dadi.Action).Kind != dadi.ActFire || int(a.(*dadi.Action).Target) != dadi.ID(1, 1) {
		t.Errorf("with the commander in range it does %+v", a)
	}
}

func BenchmarkDadiGreedyMatch(b *testing.B) {
	cfg := dadiConfig(b, "", 2)
	players := []game.Player{dadiGreedy{}, dadiGreedy{}}
	for i := uint64(0); b.Loop(); i++ {
		dadiMatch(b, cfg, players, i)
	}
}
