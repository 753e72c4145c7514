package lab

import (
	"context"
	"encoding/json"
	"testing"

	"banco/bot"
	"banco/game"
	"banco/games"
)

func klangConfig(t testing.TB, options string) game.Config {
	t.Helper()
	g, ok := games.Find("klang")
	if !ok {
		t.Fatal("Klang is not in the registry")
	}
	cfg, err := g.Configure(json.RawMessage(options), 2)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func player(t testing.TB, level string) game.Player {
	t.Helper()
	p, err := bot.New("klang", level)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The greedy bot is a sensible beginner: over 400 matches in pairs with the
// same dice and the seats swapped it wins at least 95 in 100 against random play.
func TestGreedyBeatsRandomAtKlang(t *testing.T) {
	pairs := 200
	if testing.Short() {
		pairs = 20
	}
	tally, err := Duel(context.Background(), klangConfig(t, ""), player(t, "greedy"), player(t, "random"), pairs, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d won, %d lost, %d drawn", tally.Wins, tally.Losses, tally.Draws)
	if tally.Wins*100 < tally.Matches()*95 {
		t.Errorf("greedy won %d of %d matches against random, want 95 in 100", tally.Wins, tally.Matches())
	}
}
