package gametest

import (
	"math/rand/v2"
	"slices"

	"banco/dice"
	"banco/game"
)

func (s *toyState) Apply(seat game.Seat, a game.Action, src dice.Source, log *game.Log) error {
	act, ok := a.(toyAction)
	if !ok {
		return s.refuse("no_such_action", "T2")
	}
	if !s.ToAct().Has(seat) {
		if !(s.is("acts out of turn") && seat >= 0 && int(seat) < s.config.seats && !s.ended()) && !(s.is("a watcher acts") && seat == game.Watcher && !s.ended()) {
			return s.refuse("not_your_turn", "T2")
		}
		seat = max(seat, 0)
	}
	switch act.Kind {
	case "bid":
		if act.N < 0 || act.N > 2 && !(s.is("accepts the unlisted") && act.N == 3) {
			if s.is("rolls on refusal") {
				dice.D6(src)
			}
			if s.is("tells on refusal") {
				log.Tell(game.To(seat), "toy.event.face", 1)
			}
			return s.refuse("bad_bid", "T2", act.N)
		}
		s.Bids[seat] = int8(act.N)
	case "place":
		if s.is("panics in Apply") && act.N > 1<<20 {
			_ = s.Marks[act.N]
		}
		if act.N < 0 || act.N > 1000 {
			if s.is("changes on refusal") {
				s.Marks[seat]++
			}
			if s.is("secret in a refusal") {
				return s.refuse("off_the_table", "T3", int(s.Dice[0]))
			}
			return s.refuse("off_the_table", "T3", act.N)
		}
		if s.Placed.Has(seat) && !s.is("default goes on for ever") {
			return s.refuse("once", "T3")
		}
		s.Placed |= game.Only(seat)
		s.Marks[seat] = act.N
		if s.is("never ends") {
			s.Stuck = true
		}
	case "reroll":
		if s.Rerolled.Has(seat) {
			return s.refuse("once", "T4")
		}
		s.reroll(seat, src, log)
	default:
		return s.refuse("no_such_action", "T2")
	}
	if s.is("chance of its own") {
		s.Marks[seat] = int(looked.Add(1))
	}
	if s.is("minds who listens") && log == nil {
		s.Marks[seat]++
	}
	if !slices.Contains(s.Bids, -1) {
		s.reveal(src, log)
	}
	return nil
}

func (s *toyState) reroll(seat game.Seat, src dice.Source, log *game.Log) {
	old := int(s.Dice[0])
	s.Rerolled |= game.Only(seat)
	s.Dice[seat] = int8(dice.D6(src))
	face := game.To(seat)
	switch {
	case s.is("a roll told to all"):
		face = game.Everyone
	case s.is("told to nobody"):
		face = 0
	}
	log.Tell(game.Everyone, "toy.event.reroll", int(seat))
	log.Tell(face, "toy.event.face", int(s.Dice[seat]))
	if s.is("an old secret told to all") {
		log.Tell(game.Everyone, "toy.event.secret", old)
	}
	if s.is("an event without a sentence") {
		log.Tell(game.Everyone, "toy.event.nothing")
	}
}

func (s *toyState) reveal(src dice.Source, log *game.Log) {
	best, pot := -1, 0
	s.Shown = s.Shown[:0]
	for i, b := range s.Bids {
		pot += int(b)
		if n := int(b + s.Dice[i]); best < 0 || n > int(s.Bids[best]+s.Dice[best]) {
			best = i
		}
		s.Shown = append(s.Shown, b, s.Dice[i])
		log.Tell(game.Everyone, "toy.event.shown", i, int(b), int(s.Dice[i]))
	}
	s.Scores[best] += pot
	s.Round++
	s.deal(src)
}

func (s *toyState) View(seat game.Seat, reuse game.View) game.View {
	v, _ := reuse.(*toyView)
	if v == nil {
		v = new(toyView)
	}
	old := *v
	*v = toyView{config: s.config, seat: seat, Round: s.Round, Rerolled: s.Rerolled, Placed: s.Placed, Die: 0, Bid: -1, Backs: s.Backs}
	v.Marks = refill(old.Marks, s.Marks)
	v.Shown = refill(old.Shown, s.Shown)
	v.Scores = refill(old.Scores, s.Scores)
	for i, b := range s.Bids {
		if b >= 0 && s.is("who has bid can be imagined") {
			v.bidders |= game.Only(game.Seat(i))
		}
		if b >= 0 && (s.config.Mode == "open" || game.Seat(i) == seat || s.is("who has bid shows")) {
			v.Done |= game.Only(game.Seat(i))
		}
	}
	if seat >= 0 {
		v.Die, v.Bid = s.Dice[seat], s.Bids[seat]
	}
	switch {
	case s.is("secret in the view"):
		v.Leak = s.Dice[0]
	case s.is("secret in the list"), s.is("secret in a sample"):
		v.peek = s.Dice[0] % 2
	case s.is("secret in the view's memory"):
		v.peek = s.Dice[0]
	case s.is("view shares memory"):
		v.Marks = s.Marks
	case s.is("old view not cleared"):
		v.Marks = append(old.Marks, s.Marks...)
	case s.is("looks are counted"):
		v.Looks = int(looked.Add(1))
	case s.is("looking changes"):
		s.Marks[0]++
	}
	return v
}

func (v *toyView) mayAct() bool {
	return v.seat >= 0 && v.Bid < 0 && v.Round < v.config.Rounds || v.seat >= 0 && v.Bid < 0 && v.is("never ends")
}

func (v *toyView) Actions() []game.Action {
	if !v.mayAct() && !(v.is("offers out of turn") && v.seat >= 0) {
		return nil
	}
	list := []game.Action{toyAction{"bid", 0}, toyAction{"bid", 1}, toyAction{"bid", 2}}
	if v.is("lists what it refuses") {
		list = append(list, toyAction{"bid", 4})
	}
	if v.is("secret in the list") && v.peek == 1 {
		slices.Reverse(list)
	}
	if !v.Rerolled.Has(v.seat) {
		list = append(list, toyAction{"reroll", 0})
	}
	if !v.Placed.Has(v.seat) {
		list = append(list, toyAction{"place", 0}, toyAction{"place", 1000})
	}
	return list
}

func (v *toyView) Sample(rng *rand.Rand) game.Action {
	if !v.mayAct() {
		return nil
	}
	if v.is("illegal sample") {
		return toyAction{"bid", 7}
	}
	if v.is("secret in a sample") && v.peek == 1 {
		return toyAction{"bid", 2}
	}
	list := v.Actions()
	for {
		a := list[rng.IntN(len(list))].(toyAction)
		switch {
		case a.Kind == "place":
			a.N = rng.IntN(1001)
		case a.Kind == "reroll" && v.is("never samples a kind"):
			continue
		case a.N == 4:
			continue
		}
		return a
	}
}

func (v *toyView) Determinize(rng *rand.Rand) game.State {
	s := &toyState{config: v.config, Round: v.Round, Rerolled: v.Rerolled, Placed: v.Placed, Backs: v.Backs,
		Marks: slices.Clone(v.Marks), Shown: append([]int8{}, v.Shown...), Scores: slices.Clone(v.Scores),
		Dice: make([]int8, v.config.seats), Bids: make([]int8, v.config.seats)}
	s.Stuck = v.is("never ends") && v.Round >= v.config.Rounds
	for i := range s.Dice {
		s.Dice[i], s.Bids[i] = int8(1+rng.IntN(6)), -1
		if (v.Done | v.bidders).Has(game.Seat(i)) {
			s.Bids[i] = int8(rng.IntN(3))
		}
		if v.is("determinized always the same") {
			s.Dice[i], s.Bids[i] = 1, min(s.Bids[i], 1)
			if s.Bids[i] >= 0 {
				s.Bids[i] = 0
			}
		}
	}
	if v.is("what came back determinizes otherwise") {
		s.Backs = 0
	}
	switch {
	case v.Leak > 0:
		s.Dice[0] = v.Leak
	case v.is("secret in the list"), v.is("secret in a sample"):
		for s.Dice[0]%2 != v.peek {
			s.Dice[0] = int8(1 + rng.IntN(6))
		}
	case v.is("secret in the view's memory"):
		s.Dice[0] = v.peek
	}
	if v.seat >= 0 && !v.is("determinized otherwise") {
		s.Dice[v.seat], s.Bids[v.seat] = v.Die, v.Bid
	}
	return s
}

// twin draws anew all that is hidden from a seat of the toy.
func toyTwin(st game.State, seat game.Seat, rng *rand.Rand) game.State {
	s := st.(*toyState)
	for i := range s.Dice {
		if game.Seat(i) == seat {
			continue
		}
		s.Dice[i] = int8(1 + rng.IntN(6))
		if s.Bids[i] >= 0 {
			s.Bids[i] = int8(rng.IntN(3))
		}
		if awaited := s.ToAct(); s.Together() && (s.Bids[i] >= 0 || awaited != game.Only(game.Seat(i))) {
			s.Bids[i] = int8(rng.IntN(4) - 1) // the last one who bids ends the round
		}
	}
	return s
}
