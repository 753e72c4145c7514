package bot

import (
	"context"
	"math"

	"banco/game"
)

// The shape of the tree.
const (
	explore    = 0.15 // UCB's constant, for worths from 0 to 1 that mostly lie near each other
	widenAfter = 12.0 // visits before an action has a second follower of a seat …
	widenBy    = 0.6  // … and the power by which they grow in number after that
)

// follower is an action that was tried after others.
type follower struct {
	seat   game.Seat
	action game.Action
	key    string
	visits int     // by iterations in which its seat learned
	sum    float64 // of what those were worth to its seat
	next   node

	// At the root: by how much it did better than the policy's choice in the same
	// world with the same dice, in sum and in sum of squares.
	heats             int
	ahead, aheadTwice float64
}

func (f *follower) mean() float64 { return f.sum / float64(max(f.visits, 1)) }

// lead is by how much it beats the policy's choice, on the mean.
func (f *follower) lead() float64 { return f.ahead / float64(max(f.heats, 1)) }

// doubt is the standard error of lead, infinite where nothing is known.
func (f *follower) doubt() float64 {
	if f.heats < 2 {
		return math.Inf(1)
	}
	n := float64(f.heats)
	return math.Sqrt(max(0, f.aheadTwice-f.ahead*f.ahead/n) / (n - 1) / n)
}

// node is a point of the tree: what was tried there, by each seat that came to
// act. The dice may let one seat act or another.
type node struct {
	list []*follower
}

// count gives a seat's followers and how often they were visited.
func (n *node) count(seat game.Seat) (followers, visits int) {
	for _, f := range n.list {
		if f.seat == seat {
			followers++
			visits += f.visits
		}
	}
	return followers, visits
}

func (n *node) find(seat game.Seat, key string) *follower {
	for _, f := range n.list {
		if f.seat == seat && f.key == key {
			return f
		}
	}
	return nil
}

// step chooses what a seat does at a node and does it; nil if it knows nothing
// that this world allows.
func (w *searcher) step(ctx context.Context, n *node, world game.State, seat game.Seat) *follower {
	followers, visits := n.count(seat)
	wanted := 1
	if w.learns(seat) {
		wanted += int(math.Pow(float64(visits)/widenAfter, widenBy))
	}
	if followers < wanted {
		if f := w.extend(ctx, n, world, seat); f != nil {
			return f
		}
	}
	// The best there is, and the next best where this world does not allow it.
	barred := uint64(0)
	for range n.list {
		top, most := -1, math.Inf(-1)
		for i, f := range n.list[:min(len(n.list), 64)] {
			if f.seat != seat || barred&(1<<i) != 0 {
				continue
			}
			if score := w.score(f, visits); score > most {
				top, most = i, score
			}
		}
		if top < 0 {
			break
		}
		if f := n.list[top]; world.Apply(seat, f.action, &w.dice, nil) == nil {
			return f
		}
		barred |= 1 << top
	}
	return w.extend(ctx, n, world, seat)
}

// score is what a follower promises; who does not learn acts on what it has
// learned.
func (w *searcher) score(f *follower, visits int) float64 {
	switch {
	case !w.learns(f.seat):
		return f.mean()
	case f.visits == 0:
		return math.Inf(1)
	}
	return f.mean() + explore*math.Sqrt(math.Log(float64(visits+1))/float64(f.visits))
}

// extend finds an action that was not tried at a node, and does it; one that was
// tried already if nothing else is found. At the root that ends the search for
// more, so there it gives nil instead.
func (w *searcher) extend(ctx context.Context, n *node, world game.State, seat game.Seat) *follower {
	v := w.viewOf(world, seat)
	followers, _ := n.count(seat)
	var tried *follower
	for i := range proposals {
		a := w.propose(ctx, v, followers == 0 && i == 0)
		if a == nil {
			continue
		}
		key, ok := keyOf(a)
		if !ok {
			continue
		}
		if f := n.find(seat, key); f != nil {
			tried = f
			continue
		}
		if world.Apply(seat, a, &w.dice, nil) != nil {
			continue
		}
		f := &follower{seat: seat, action: a, key: key}
		n.list = append(n.list, f)
		return f
	}
	if tried != nil && n != &w.root && world.Apply(seat, tried.action, &w.dice, nil) == nil {
		return tried
	}
	return nil
}

// propose finds an action: first the policy's own choice, then any.
func (w *searcher) propose(ctx context.Context, v game.View, first bool) game.Action {
	by := w.Propose
	if first {
		by = w.Policy
	}
	if first || by != nil && w.rng.Float64() < proposed {
		if a, err := by.Choose(ctx, v, w.rng); err == nil && a != nil {
			return a
		}
	}
	return v.Sample(w.rng)
}
