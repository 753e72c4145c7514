package bot

import (
	"encoding/json"
	"errors"
	"math/rand/v2"

	"banco/dice"
	"banco/game"
)

// Two games small enough to know how they are played best.
//
// Stones: two seats in turn take one to three of a heap; who takes the last wins.
// To leave a multiple of four wins.
//
// Dare: a coin lies under seat 0's hand, who alone has looked. Seat 0 may play
// safe (1), and then wins three times in ten; or dare seat 1 (2) to guess the coin,
// 1 or 2, and wins if the guess is wrong: every other time.
type toyState struct {
	Heap   int // 0 in a game of dare
	Coin   int // 1 or 2, 0 in a game of stones
	Next   game.Seat
	Ended  bool
	Winner game.Seat
}

// toyView is a state as a seat knows it; 0 is a coin that it does not know.
type toyView struct {
	toyState
	seat game.Seat
}

type toyConfig struct{ game.Config }

func (toyConfig) Seats() int { return 2 }

type toyMove int

func (toyMove) Type() string   { return "move" }
func (toyMove) Discrete() bool { return true }

var errToy = errors.New("not now")

func (s *toyState) MarshalJSON() ([]byte, error) {
	type plain toyState
	return json.Marshal((*plain)(s))
}
func (s *toyState) Config() game.Config           { return toyConfig{} }
func (s *toyState) Over() bool                    { return s.Ended }
func (s *toyState) Default(game.Seat) game.Action { return toyMove(1) }

func (s *toyState) ToAct() game.Seats {
	if s.Ended {
		return 0
	}
	return game.Only(s.Next)
}

func (s *toyState) Result() game.Result {
	r := game.Result{Scores: []int{0, 0}}
	if s.Ended {
		r.Winners = []game.Seat{s.Winner}
	}
	return r
}

func (s *toyState) Apply(seat game.Seat, a game.Action, src dice.Source, _ *game.Log) error {
	n, ok := a.(toyMove)
	if !ok || s.Ended || seat != s.Next || n < 1 || n > s.most() {
		return errToy
	}
	switch {
	case s.Heap > 0:
		s.Heap -= int(n)
		s.Ended, s.Winner = s.Heap == 0, seat
	case seat == 0 && n == 1:
		s.Ended, s.Winner = true, 1
		if src.Below(10) < 3 {
			s.Winner = 0
		}
	case seat == 1:
		s.Ended, s.Winner = true, 0
		if int(n) == s.Coin {
			s.Winner = 1
		}
	}
	s.Next = 1 - s.Next
	return nil
}

func (s *toyState) most() toyMove {
	if s.Heap > 0 {
		return toyMove(min(3, s.Heap))
	}
	return 2
}

func (s *toyState) View(seat game.Seat, _ game.View) game.View {
	v := toyView{*s, seat}
	if seat != 0 {
		v.Coin = 0
	}
	return v
}

func (s *toyState) Copy(game.State) game.State { c := *s; return &c }

func (v toyView) MarshalJSON() ([]byte, error) { return v.toyState.MarshalJSON() }
func (v toyView) Seat() game.Seat              { return v.seat }

func (v toyView) Actions() (list []game.Action) {
	if v.Ended || v.Next != v.seat {
		return nil
	}
	for n := toyMove(1); n <= v.most(); n++ {
		list = append(list, n)
	}
	return list
}

func (v toyView) Sample(rng *rand.Rand) game.Action {
	list := v.Actions()
	if len(list) == 0 {
		return nil
	}
	return list[rng.IntN(len(list))]
}

func (v toyView) Determinize(rng *rand.Rand) game.State {
	s := v.toyState
	if s.Heap == 0 && s.Coin == 0 {
		s.Coin = 1 + rng.IntN(2)
	}
	return &s
}
