package nucleo

import (
	"errors"
	"testing"

	"banco/game"
)

func TestUndo(t *testing.T) {
	start := func() *table {
		return set(t, "", 2, "\n.\n. . . .\nB * A\n. . . .\n.\n", "walls 1-12", "A hand 4 items 2", "B hand 1")
	}
	code := func(err error) string {
		var e *game.Error
		if !errors.As(err, &e) {
			return ""
		}
		return e.Code
	}
	x := start()
	before := x.Copy(nil)
	x.do(Move(7))
	x.do(Move(1))
	x.do(BreachWall(5))
	got, err := x.Undo(before, 0, game.Only(0))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := before.MarshalJSON()
	if back, _ := got.MarshalJSON(); string(back) != string(want) {
		t.Error("it does not stand as it stood")
	}
	if _, err := x.Undo(before, 1, game.Only(0)); code(err) != "undo_others" {
		t.Errorf("%v", err)
	}
	// Talk is heard, a card shown is seen.
	x.by(1, Help())
	if _, err := x.Undo(before, 0, game.Only(0)|game.Only(1)); code(err) != "undo_others" {
		t.Errorf("%v", err)
	}
	if _, err := x.Undo(before, 0, game.Only(0)); code(err) != "undo_reveal" {
		t.Errorf("%v", err)
	}
	x = start()
	x.Points = 0
	before = x.Copy(nil)
	x.do(Reinforce(CardID(Order, 4)))
	if _, err := x.Undo(before, 0, game.Only(0)); code(err) != "undo_reveal" {
		t.Errorf("%v", err)
	}
	// Another turn is out of reach, and so is a plan.
	before = x.Copy(nil)
	x.ends(MachineAutomata)
	if _, err := x.Undo(before, 0, game.Only(0)); code(err) != "undo_not_before" {
		t.Errorf("%v", err)
	}
	x = planning(t)
	before = x.Copy(nil)
	x.by(0, Pick(CardID(Order, 1)))
	if _, err := x.Undo(before, 0, game.Only(0)); code(err) != "undo_not_before" {
		t.Errorf("%v", err)
	}
	if err := x.Correct(nil, nil); code(err) != "correct_virtual" {
		t.Errorf("%v", err)
	}
}
