package bot

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"banco/dice"
	"banco/game"
	"banco/games/klang"
)

// mindless plays on at random until the end.
var mindless = Mind{Policy: Random{}, Clock: func(game.State) int { return 0 }, Horizon: 1}

func TestSearchFindsTheWinningMove(t *testing.T) {
	s := &Search{Mind: mindless, Iterations: 3000}
	for heap := 2; heap <= 10; heap++ {
		if heap%4 == 0 {
			continue // every move loses
		}
		for seat := range game.Seat(2) {
			state := &toyState{Heap: heap, Next: seat}
			a, err := s.Choose(t.Context(), state.View(seat, nil), rand.New(rand.NewPCG(1, uint64(heap))))
			if want := toyMove(heap % 4); err != nil || a != want {
				t.Errorf("of %d stones seat %d takes %v (%v), %d wins", heap, seat, a, err, want)
			}
		}
	}
}

// An opponent in the tree that knew the coin would always guess it, and a dare
// would look hopeless.
func TestSearchGivesOpponentsNoSecretsAway(t *testing.T) {
	s := &Search{Mind: mindless, Iterations: 3000}
	for coin := 1; coin <= 2; coin++ {
		state := &toyState{Coin: coin}
		a, err := s.Choose(t.Context(), state.View(0, nil), rand.New(rand.NewPCG(1, 1)))
		if err != nil || a != toyMove(2) {
			t.Errorf("with coin %d it plays %v (%v): to dare wins one time in two, to play safe three in ten", coin, a, err)
		}
	}
}

// midgame are positions of greedy matches, every so many actions.
func midgame(t testing.TB, g game.Game, every int) (states []game.State) {
	t.Helper()
	cfg, err := g.Configure(nil, 2)
	if err != nil {
		t.Fatal(err)
	}
	player, err := New(g.Info().Name, "greedy")
	if err != nil {
		t.Fatal(err)
	}
	src, rng := dice.NewFast(8, 8), rand.New(rand.NewPCG(8, 8))
	state := cfg.Start(src, nil)
	for n := 0; !state.Over(); n++ {
		if n%every == 0 {
			states = append(states, state.Copy(nil))
		}
		seat := state.ToAct().First()
		a, err := player.Choose(t.Context(), state.View(seat, nil), rng)
		if err == nil {
			err = state.Apply(seat, a, src, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return states
}

// Two worlds that look alike to a seat, searched with the same seed, give the same
// move: the search is given nothing but the view.
func TestSearchKnowsTheViewAlone(t *testing.T) {
	s := &Search{Mind: klangMind(), Iterations: 60}
	differ := 0
	for i, state := range midgame(t, klang.New(), 47) {
		seat := state.ToAct().First()
		view := state.View(seat, nil)
		other := view.Determinize(rand.New(rand.NewPCG(9, uint64(i))))
		if a, b := encoded(t, state), encoded(t, other); a != b {
			differ++
		}
		if a, b := encoded(t, view), encoded(t, other.View(seat, nil)); a != b {
			t.Fatalf("position %d: the guessed world does not look alike", i)
		}
		a := decide(t, s, state, seat, 3)
		if b := decide(t, s, other, seat, 3); a != b {
			t.Errorf("position %d: %s in one world, %s in the other", i, a, b)
		}
		if b := decide(t, s, state, seat, 3); a != b {
			t.Errorf("position %d: %s, and with the same seed again %s", i, a, b)
		}
	}
	if differ == 0 {
		t.Error("no two worlds differed: nothing was proved")
	}
}

// Asked for several threads, the levels that search use them, and the others are
// as they were.
func TestParallelIsForWhoSearches(t *testing.T) {
	for _, name := range []string{"klang", "dadi", "nucleo"} {
		for _, level := range Levels(name) {
			p, err := Parallel(3)(name, level)
			if err != nil {
				t.Fatal(err)
			}
			one, _ := New(name, level)
			s, searches := p.(*Search)
			if searches && s.Workers != 3 || !searches && p != one {
				t.Errorf("%s at %s: %+v", level, name, p)
			}
		}
	}
	if _, err := Parallel(3)("klang", "nobody"); err == nil {
		t.Error("an unknown level")
	}
}

func TestSearchOfSeveralWorkersCanBeRepeated(t *testing.T) {
	s := &Search{Mind: klangMind(), Iterations: 80, Workers: 3}
	state := midgame(t, klang.New(), 50)[1]
	seat := state.ToAct().First()
	if a, b := decide(t, s, state, seat, 4), decide(t, s, state, seat, 4); a != b {
		t.Errorf("%s, then %s", a, b)
	}
}

func encoded(t *testing.T, x json.Marshaler) string {
	t.Helper()
	data, err := x.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// decide searches and checks that what was chosen is legal.
func decide(t *testing.T, s *Search, state game.State, seat game.Seat, seed uint64) string {
	t.Helper()
	a, err := s.Choose(t.Context(), state.View(seat, nil), rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if err := state.Copy(nil).Apply(seat, a, dice.NewFast(1, 1), nil); err != nil {
		t.Fatalf("it chose what is refused: %v", err)
	}
	key, ok := keyOf(a)
	if !ok {
		t.Fatalf("%v cannot be encoded", a)
	}
	return key
}

func TestSearchStopsWhenItIsTold(t *testing.T) {
	state := midgame(t, klang.New(), 50)[1]
	seat := state.ToAct().First()
	for _, s := range []*Search{
		{Mind: klangMind(), Iterations: 1 << 30},
		{Mind: klangMind(), Time: time.Hour, Workers: 2},
		{Mind: klangMind(), Time: 50 * time.Millisecond},
	} {
		ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
		began := time.Now()
		a, err := s.Choose(ctx, state.View(seat, nil), rand.New(rand.NewPCG(1, 1)))
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("it thought for %v", took)
		}
		stop()
		if err != nil || state.Copy(nil).Apply(seat, a, dice.NewFast(1, 1), nil) != nil {
			t.Errorf("told to stop it chose %v (%v)", a, err)
		}
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	s := &Search{Mind: klangMind(), Iterations: 100}
	if a, err := s.Choose(over, state.View(seat, nil), rand.New(rand.NewPCG(1, 1))); err != nil || a == nil {
		t.Errorf("told to stop before it began it chose %v (%v)", a, err)
	}
}

// meet plays pairs of matches between two players, each pair with the same dice
// and the seats swapped, and gives the first one's share of the points by pair.
func meet(t *testing.T, g game.Game, a, b game.Player, pairs int, seed uint64) (scores []float64) {
	t.Helper()
	cfg, err := g.Configure(nil, 2)
	if err != nil {
		t.Fatal(err)
	}
	for pair := range pairs {
		score := 0.0
		for me := range game.Seat(2) {
			src := dice.NewFast(seed, uint64(pair))
			state := cfg.Start(src, nil)
			minds := [2]*rand.Rand{rand.New(rand.NewPCG(seed, uint64(2*pair))), rand.New(rand.NewPCG(seed, uint64(2*pair+1)))}
			for !state.Over() {
				seat, p := state.ToAct().First(), b
				if seat == me {
					p = a
				}
				action, err := p.Choose(t.Context(), state.View(seat, nil), minds[seat])
				if err == nil {
					err = state.Apply(seat, action, src, nil)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			winners := state.Result().Winners
			for _, w := range winners {
				if w == me {
					score += 1 / float64(2*len(winners))
				}
			}
		}
		scores = append(scores, score)
	}
	return scores
}

// The quickest search wins clearly against who thinks one activation ahead. The
// ladder says by how much (docs/answers.md).
func TestKlangSearchBeatsGreedy(t *testing.T) {
	if os.Getenv("BANCO_LONG") == "" {
		t.Skip("plays matches of some seconds each: BANCO_LONG=1 plays them")
	}
	const pairs = 5
	sum, squares := 0.0, 0.0
	for _, x := range meet(t, klang.New(), &Search{Mind: klangMind(), Iterations: quick}, klangGreedy{}, pairs, 5) {
		sum += x
		squares += x * x
	}
	mean := sum / pairs
	doubt := math.Sqrt((squares/pairs - mean*mean) / (pairs - 1))
	t.Logf("%.3f ± %.3f of the points in %d pairs", mean, 1.96*doubt, pairs)
	if mean-2*doubt < .5 {
		t.Errorf("it wins %.3f of the points: not surely more than half", mean)
	}
}
