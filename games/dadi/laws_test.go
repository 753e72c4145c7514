package dadi

import (
	"encoding/json"
	"testing"

	"banco/game/gametest"
)

func TestLaws(t *testing.T) {
	matches := 3
	if testing.Short() {
		matches = 1
	}
	one := func(name string, seats int, options string) gametest.Case {
		return gametest.Case{Name: name, Seats: seats, Options: json.RawMessage(options), Matches: matches}
	}
	gametest.Check(t, New(),
		one("three", 3, ""), one("four", 4, ""), one("five", 5, ""),
		one("auto", 2, `{"scenery":"auto"}`),
		one("auto, five", 5, `{"scenery":"auto","scenery_each":5}`),
		one("bare table", 2, `{"scenery_each":0}`),
		one("crowded table", 6, `{"table_cm":[50,50],"scenery_each":5}`),
		one("small table", 4, `{"table_cm":[50,200],"scenery_each":1}`),
		one("big table", 6, `{"table_cm":[200,200]}`),
		one("dead soldiers pass", 3, `{"dead_pick":"pass"}`),
		one("one round", 2, `{"round_limit":1}`),
		one("long", 2, `{"round_limit":200,"table_cm":[120,90]}`),
		one("statues", 2, `{"army":[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]],"round_limit":20}`),
		one("brawlers", 4, `{"army":[[12,0],[12,0],[12,0],[12,0],[12,0],[12,0]],"table_cm":[60,60]}`),
		one("artillery", 3, `{"army":[[0,20],[0,20],[0,20],[0,20],[0,20],[0,20]]}`),
	)
}

func FuzzActions(f *testing.F) { gametest.FuzzActions(f, New()) }
