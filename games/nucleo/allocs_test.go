package nucleo

import (
	"testing"

	"banco/dice"
	"banco/game"
)

// What bots do by the million allocates nothing: copying a state, filling a
// view again, applying an action, the machine's turn and the reveal among them.
func TestHotPathAllocatesNothing(t *testing.T) {
	x := set(t, "", 2, "\n.\na . . .\nB *ss Aoh\nb . F5s .\n.\n",
		"walls 1-7", "automata 1/2- 4/5-", "A hand 1,2 damage 3 items 1", "B hand 1,2", "points 9")
	src := dice.NewFast(1, 1)
	steps := []struct {
		seat game.Seat
		a    *Action
	}{
		{0, Clean()}, {1, SayHabitats(1)}, {0, Destroy(1)}, {0, BreachWall(1)}, {0, Camp()}, {0, Move(7)}, {0, Move(1).With()}, {0, End()}, {1, Help()}, {1, End()},
	}
	plan := planning(t)
	for p := range 3 {
		plan.by(game.Seat(p), Pick(CardID(int8(p), 1)))
	}
	lay := Lay()
	var state game.State = x.Copy(nil)
	view := x.View(0, nil)
	if n := testing.AllocsPerRun(200, func() {
		state = x.Copy(state)
		for _, step := range steps {
			view = state.View(step.seat, view)
			if state.Over() {
				break
			}
			if err := state.Apply(step.seat, step.a, src, nil); err != nil {
				t.Fatal(step.a.Kind, err)
			}
		}
		state = plan.Copy(state)
		for seat := range game.Seat(3) {
			if state.Apply(seat, lay, src, nil) != nil {
				t.Fatal("refused")
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
