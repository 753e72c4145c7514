package klang

import (
	"testing"

	"banco/dice"
	"banco/game"
)

// What bots do by the million allocates nothing: copying a state, filling a
// view again, applying an action.
func TestHotPathAllocatesNothing(t *testing.T) {
	cfg, err := New().Configure(nil, 2)
	if err != nil {
		t.Fatal(err)
	}
	src := dice.NewFast(1, 1)
	s := cfg.Start(src, nil)
	for s.(*State).Phase != PhaseChoose {
		seat := s.ToAct().First()
		if err := s.Apply(seat, s.Default(seat), src, nil); err != nil {
			t.Fatal(err)
		}
	}
	seat := s.ToAct().First()
	robot, _ := s.View(seat, nil).(*View).RobotsOf(seat)
	activate, end := Activate(robot), End()
	var state game.State = s.Copy(nil)
	view := s.View(seat, nil)
	if n := testing.AllocsPerRun(100, func() {
		state = s.Copy(state)
		view = state.View(seat, view)
		if state.Apply(seat, activate, src, nil) != nil || state.Apply(seat, end, src, nil) != nil {
			t.Fatal("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
