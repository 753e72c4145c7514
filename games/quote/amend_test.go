package quote

import (
	"errors"
	"testing"

	"banco/game"
)

func TestTakingBack(t *testing.T) {
	x := set(t, plain, "a red 5")
	before := x.Copy(nil).(*State)
	x.do(`{"type":"add","name":"b","colour":"blue","quota":3}`)
	x.do(`{"type":"note","who":1,"text":"!"}`)
	back, err := x.Undo(before, Master, game.Only(Master))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := must(game.HashOf(back)), must(game.HashOf(before)); a != b {
		t.Error("it does not stand as it stood")
	}
	refused := func(code string, now *State, before game.State, asks game.Seat, acted game.Seats) {
		t.Helper()
		_, err := now.Undo(before, asks, acted)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != code || e.Rule == "" {
			t.Errorf("%v, want %s", err, code)
		}
	}
	refused("undo_others", x.State, before, game.Watcher, game.Only(Master))
	refused("undo_others", x.State, before, Master, game.Only(1))
	refused("undo_not_before", x.State, nil, Master, game.Only(Master))
	refused("undo_not_before", x.State, set(t, plain).State, Master, game.Only(Master))
	refused("undo_not_before", before, x.State, Master, game.Only(Master))
	if x.Correct([]byte(`{"type":"contender"}`), nil) == nil {
		t.Error("a fact was set right")
	}
	x.do(`{"type":"close"}`)
	refused("closed", x.State, before, Master, game.Only(Master))
}

func must(h game.Hash, err error) game.Hash {
	if err != nil {
		panic(err)
	}
	return h
}
