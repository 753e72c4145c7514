package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"banco/dice"
	"banco/game"
)

// Search plays any game by information-set Monte Carlo tree search (Cowling,
// Powley and Whitehouse, 2012). Each iteration guesses a whole state that agrees
// with the view, does one of the actions that are in the running, walks down a
// tree of what the seats do after it, adds one action to that, lets Policy play on
// up to a horizon, and tells every action on the way how it came out.
//
// The tree is open loop: it branches by actions alone, and the dice fall anew in
// each iteration. Places on a table are without number, so an action gets more and
// more followers the oftener it is visited (progressive widening), the policy's own
// choice first. What an opponent does is learned in worlds guessed from the
// opponent's own view only, so that no opponent in the tree acts upon what it
// cannot know (after Goodman, 2019).
//
// At the root all actions in the running meet the same worlds with the same dice,
// and the worse half drops out again and again (sequential halving: Karnin, Koren
// and Somekh, 2013). Policy's own choice stands unless another did better than it
// by more than chance explains.
//
// A Search may be used by several goroutines at once.
type Search struct {
	Mind
	// Iterations is the budget of one decision, shared by the workers. With it
	// alone the same view and generator give the same choice.
	Iterations int
	// Time is the most that one decision may take; 0 for no limit. At least one of
	// Iterations and Time must be set. When the context ends the search ends too,
	// and plays what it has found so far.
	Time time.Duration
	// Workers is how many goroutines search, each a tree of its own; 0 means 1.
	// Another number gives other choices.
	Workers int
}

// Mind is what a search must be told about a game.
type Mind struct {
	// Policy proposes the first follower of each action, and plays on where the tree
	// ends. It gets views, like everybody.
	Policy game.Player
	// Rollout plays on in Policy's place: weaker, if that makes it so much quicker
	// that more can be played. Nil for Policy.
	Rollout game.Player
	// Propose finds further actions that are worth a try; it should not always
	// find the same. Nil for samples of the view alone.
	Propose game.Player
	// Clock tells how far a match has come, in steps that are alike whoever acts:
	// activations, turns. A search plays on until Horizon of them have passed since
	// the decision, so that what is compared is compared at the same hour.
	Clock   func(s game.State) int
	Horizon int
	// Judge says what a state is worth to each seat, from 0 to 1, where the match
	// is not over. It fills worth, one for each seat.
	Judge func(s game.State, worth []float64)
}

// How a search spends its budget.
const (
	perRival    = 10   // iterations for each action in the running …
	mostRivals  = 32   // … of which there are at most so many
	sureness    = 1.0  // standard errors by which another choice must beat the policy's
	proposed    = 0.75 // share of what is tried that is proposed; the rest is sampled
	proposals   = 4    // how often something not yet tried is looked for
	straying    = 0.05 // share of the playing on that is at random
	tooFar      = 400  // actions of playing on, whatever the clock says
	comparisons = 4    // worlds compared to find out whether there are secrets
	lesson      = 3    // heats for each iteration in which an opponent learns
)

// Choose searches until its budget is used up or ctx ends. Where it has found
// nothing it plays what the policy would.
func (s *Search) Choose(ctx context.Context, v game.View, rng *rand.Rand) (game.Action, error) {
	if list := v.Actions(); len(list) == 1 && list[0].Discrete() {
		return list[0], nil
	}
	searching := ctx
	if s.Time > 0 {
		var stop context.CancelFunc
		searching, stop = context.WithTimeout(ctx, s.Time)
		defer stop()
	}
	workers := max(s.Workers, 1)
	searchers := make([]*searcher, workers)
	for i := range searchers {
		w := &searcher{Search: s, view: v, me: v.Seat(), rng: rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))}
		w.budget = s.Iterations / workers
		if i < s.Iterations%workers {
			w.budget++
		}
		if i > 0 { // a view keeps what it worked out: each worker has one of its own
			w.view = v.Determinize(w.rng).View(w.me, nil)
		}
		searchers[i] = w
	}
	var all sync.WaitGroup
	for _, w := range searchers {
		all.Go(func() { w.search(searching) })
	}
	all.Wait()
	if a := best(searchers); a != nil {
		return a, nil
	}
	return s.Policy.Choose(context.WithoutCancel(ctx), v, rng)
}

// best is what all workers together found best, nil for nothing. Of many actions
// that are tried some always look good, so the policy's choice, which is the
// first of each worker's, stands unless another is surely better.
func best(searchers []*searcher) game.Action {
	sums := map[string]*follower{}
	var order []*follower
	for _, w := range searchers {
		for _, f := range w.root.list {
			t := sums[f.key]
			if t == nil {
				t = &follower{action: f.action}
				sums[f.key] = t
				order = append(order, t)
			}
			t.heats += f.heats
			t.ahead += f.ahead
			t.aheadTwice += f.aheadTwice
		}
	}
	if len(order) == 0 {
		return nil
	}
	top, most := order[0], 0.0
	for _, f := range order[1:] {
		if sure := f.lead() - sureness*f.doubt(); sure > most {
			top, most = f, sure
		}
	}
	return top.action
}

// searcher searches one tree, for one decision.
type searcher struct {
	*Search
	view   game.View
	me     game.Seat
	rng    *rand.Rand
	budget int // iterations; 0 until the time is up

	root    node
	until   int // by the clock
	secrets bool
	heats   int
	learner game.Seat // who learns in the iteration under way; game.Watcher for everybody

	// Working memory.
	world game.State
	dice  dice.Fast
	views []game.View // by seat
	path  []*follower
	worth []float64
}

func (w *searcher) search(ctx context.Context) {
	world := w.view.Determinize(w.rng)
	seats := world.Config().Seats()
	w.views, w.worth = make([]game.View, seats), make([]float64, seats)
	w.secrets = w.hasSecrets(world)
	w.until = w.Clock(world) + w.Horizon
	w.enter(ctx, world)

	running := slices.Clone(w.root.list)
	rounds := bits.Len(uint(len(running))) - 1
	began := time.Now()
	for round := 1; len(running) > 1 && ctx.Err() == nil; round++ {
		// Each round has an equal share of the budget.
		share := max(w.budget/rounds/len(running), 1)
		for i := 0; ctx.Err() == nil; i++ {
			if w.budget > 0 && i == share {
				break
			}
			if w.budget == 0 && time.Since(began) >= w.Time*time.Duration(round)/time.Duration(rounds) {
				break
			}
			w.heat(ctx, running)
		}
		// The policy's choice stays, for the others to be measured against.
		rest := running[1:]
		slices.SortStableFunc(rest, func(a, b *follower) int { return cmp.Compare(b.lead(), a.lead()) })
		running = running[:1+len(rest)/2]
	}
}

// enter finds the actions to choose from: the policy's own choice, then others.
func (w *searcher) enter(ctx context.Context, world game.State) {
	many := mostRivals
	if w.budget > 0 {
		many = min(max(w.budget/perRival, 2), mostRivals)
	}
	for range many {
		w.world = world.Copy(w.world)
		if w.extend(ctx, &w.root, w.world, w.me) == nil {
			break
		}
	}
}

// heat lets each of those in the running go on once, in the same world with the
// same dice.
func (w *searcher) heat(ctx context.Context, running []*follower) {
	w.heats++
	world := w.view.Determinize(w.rng)
	w.learner = game.Watcher
	if w.secrets {
		w.learner = w.me
	}
	seed := w.rng.Uint64()
	standard := 0.0
	for i, f := range running {
		w.world = world.Copy(w.world)
		w.dice.Seed(seed, 1)
		if !w.iterate(ctx, f) {
			if i == 0 {
				return
			}
			continue
		}
		if i == 0 {
			standard = w.worth[w.me]
		}
		lead := w.worth[w.me] - standard
		f.heats++
		f.ahead += lead
		f.aheadTwice += lead * lead
	}
	// Now and then an opponent learns what to do, in a world as it sees it.
	if seats := len(w.worth); w.secrets && seats > 1 && w.heats%lesson == 0 {
		w.learner = (w.me + 1 + game.Seat(w.heats/lesson%(seats-1))) % game.Seat(seats)
		w.world = world.View(w.learner, nil).Determinize(w.rng)
		w.iterate(ctx, running[w.rng.IntN(len(running))])
	}
}

// hasSecrets tells whether others may take the world for another one. It is a
// matter of cost alone: where there are none, everybody learns every time.
func (w *searcher) hasSecrets(world game.State) bool {
	data, err := world.MarshalJSON()
	if err != nil {
		return true
	}
	seats := world.Config().Seats()
	for i := range comparisons * seats {
		other, err := world.View(game.Seat(i%seats), nil).Determinize(w.rng).MarshalJSON()
		if err != nil || string(other) != string(data) {
			return true
		}
	}
	return false
}

// iterate does one of the rivals in w.world, walks down the tree from there, adds
// to it, plays on and tells what came of it; false if it could not.
func (w *searcher) iterate(ctx context.Context, f *follower) bool {
	world := w.world
	if world.Apply(w.me, f.action, &w.dice, nil) != nil {
		return false
	}
	w.path = append(w.path[:0], f)
	for n := &f.next; !world.Over() && w.Clock(world) < w.until; n = &f.next {
		if f = w.step(ctx, n, world, world.ToAct().First()); f == nil {
			return false // nobody knows how to go on: this teaches nothing
		}
		w.path = append(w.path, f)
		if f.visits == 0 {
			break
		}
	}
	if !w.playOn(ctx, world) {
		return false
	}
	for _, f := range w.path {
		if w.learns(f.seat) {
			f.visits++
			f.sum += w.worth[f.seat]
		}
	}
	return true
}

// learns tells whether a seat learns in the iteration under way.
func (w *searcher) learns(seat game.Seat) bool {
	return w.learner == game.Watcher || w.learner == seat
}

// playOn plays to the horizon, and judges; false if it could not.
func (w *searcher) playOn(ctx context.Context, world game.State) bool {
	by := w.Rollout
	if by == nil {
		by = w.Policy
	}
	for range tooFar {
		if world.Over() || w.Clock(world) >= w.until {
			break
		}
		seat := world.ToAct().First()
		v := w.viewOf(world, seat)
		var a game.Action
		if w.rng.Float64() >= straying {
			a, _ = by.Choose(ctx, v, w.rng)
		}
		if a == nil || world.Apply(seat, a, &w.dice, nil) != nil {
			if a = v.Sample(w.rng); a == nil || world.Apply(seat, a, &w.dice, nil) != nil {
				return false
			}
		}
	}
	if !world.Over() {
		w.Judge(world, w.worth)
		return true
	}
	clear(w.worth)
	winners := world.Result().Winners
	for _, seat := range winners {
		w.worth[seat] = 1 / float64(len(winners))
	}
	return true
}

// viewOf is what a seat sees of a world, until it is asked for again.
func (w *searcher) viewOf(world game.State, seat game.Seat) game.View {
	w.views[seat] = world.View(seat, w.views[seat])
	return w.views[seat]
}

// keyOf tells actions apart.
func keyOf(a game.Action) (string, bool) {
	data, err := json.Marshal(a)
	return string(data), err == nil
}

// logistic is a lead as a chance of winning.
func logistic(lead, spread float64) float64 { return 1 / (1 + math.Exp(-lead/spread)) }
