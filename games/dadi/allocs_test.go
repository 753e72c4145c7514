package dadi

import (
	"testing"

	"banco/dice"
	"banco/game"
)

// What bots do by the million allocates nothing: copying a state, filling a
// view again, applying an action.
func TestHotPathAllocatesNothing(t *testing.T) {
	x := set(t, 3, "", "book 450,450", "dictionary 120,120", "red 1 300,300", "blue 2 316,360", "blue 4 284,360", "blue 5 300,376", "green 3 400,300", "active red 1")
	src := dice.NewFast(1, 1)
	actions := []*Action{x.moveTo("300,360"), x.moveTo("250,300"), Fire(x.die("blue 5")), End()}
	var state game.State = x.Copy(nil)
	view := x.View(0, nil)
	reserve, decline := Reserve(), Decline()
	if n := testing.AllocsPerRun(200, func() {
		for _, a := range actions {
			state = x.Copy(state)
			view = state.View(0, view)
			if state.Apply(0, a, src, nil) != nil {
				t.Fatal("refused")
			}
			if s := state.(*State); s.Phase == PhaseReserve {
				what := reserve
				if s.Lost%2 == 0 {
					what = decline
				}
				if state.Apply(SeatOf(int(s.Lost)), what, src, nil) != nil {
					t.Fatal("refused")
				}
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
