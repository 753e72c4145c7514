package quote

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/game/gametest"
)

// twin changes what a watcher may not know: the Master's notes.
func twin(st game.State, seat game.Seat, rng *rand.Rand) game.State {
	s := st.(*State)
	if seat == Master {
		return s
	}
	s.secret = secret{noted: s.noted + int32(rng.IntN(3))}
	for i := range s.Contenders {
		if rng.IntN(2) == 0 {
			s.write(s.Contenders[i].ID, string(rune('a'+rng.IntN(26))))
		}
	}
	s.write(0, string(rune('a'+rng.IntN(26))))
	return s
}

func TestLaws(t *testing.T) {
	matches := 3
	if testing.Short() {
		matches = 1
	}
	one := func(name, options string) gametest.Case {
		return gametest.Case{Name: name, Options: json.RawMessage(options), Matches: matches, Twin: twin}
	}
	gametest.Check(t, New(),
		one("usual", ""),
		one("everything", `{"normalise":"yes","margin":"yes","critical_hits":3,"hits_to_fall":2,"damage":"2d6kh1+1",
			"locations":[{"name":"head","faces":1,"plus":3},{"name":"tail","faces":5,"plus":-2}],
			"tris":[{"effect":"critical","text":"boom"},{"effect":"miss"},{"effect":"hit"},{"effect":"fumble"},{},{},{},{},{},{"text":"the weapon breaks"}]}`),
		one("no places", `{"locations":[],"damage":"0"}`),
		one("one round", `{"round_limit":1}`),
	)
}

func FuzzActions(f *testing.F) { gametest.FuzzActions(f, New()) }
