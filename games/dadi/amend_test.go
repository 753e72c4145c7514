package dadi

import (
	"errors"
	"testing"

	"banco/game"
)

func TestD14_TakingBack(t *testing.T) {
	x := camp(t, 2, `{"scenery_each":0}`, 6, 5)
	start := x.Copy(nil).(*State)
	x.roll(Place(1, 20000, 20000))
	one := x.Copy(nil).(*State)
	back, err := x.Undo(start, 0, game.Only(0))
	if err != nil || back.(*State).Dice[0].Stands {
		t.Fatalf("%v", err)
	}
	if h, _ := game.HashOf(back); h != must(game.HashOf(start)) {
		t.Error("it does not stand as it stood")
	}
	x.roll(Place(1, 50000, 50000))
	refused := func(code string, before game.State, asks game.Seat, acted game.Seats) {
		t.Helper()
		_, err := x.Undo(before, asks, acted)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%v, want %s", err, code)
		}
	}
	refused("undo_others", start, 0, game.Only(0)|game.Only(1))
	refused("undo_others", start, game.Watcher, game.Only(0))
	refused("undo_not_before", nil, 0, game.Only(0))
	refused("undo_not_before", camp(t, 2, `{"scenery_each":0}`, 6, 5).State, 0, game.Only(0))
	x.State, start = one, x.State
	refused("undo_not_before", start, 1, game.Only(1)) // what comes later is not before
	if x.Correct([]byte(`{"type":"die"}`), nil) == nil {
		t.Error("a fact was set right")
	}
	x = set(t, 2, "", "red 1 300,300", "blue 3 300,360", "active red 1")
	start = x.Copy(nil).(*State)
	x.roll(x.moveTo("280,300"))
	if back, err := x.Undo(start, 0, game.Only(0)); err != nil || back.(*State).Moved {
		t.Errorf("the commander's move: %v", err)
	}
}

func must(h game.Hash, err error) game.Hash {
	if err != nil {
		panic(err)
	}
	return h
}
