package gametest

import (
	"encoding/json"
	"testing"

	"banco/game"
)

// FuzzActions fuzzes the JSON of actions against states along one match: no
// input panics, and what is refused changes nothing. The corpus starts with the
// actions that the match itself lists.
func FuzzActions(f *testing.F, g game.Game) {
	s := newSuite(g, Case{Name: "fuzz", Seats: g.Info().MinSeats})
	s.c.MaxActions = 20000
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(stopped); !ok {
				panic(p)
			}
			for _, v := range s.found {
				f.Errorf("%s (law %q: %s)", v.text, v.law, says[v.law])
			}
		}
	}()
	m := s.play(1)
	for _, raw := range nonsense {
		f.Add([]byte(raw), byte(0))
	}
	kinds := map[string]int{}
	for i, mv := range m.moves {
		// A few of every kind are enough to start from.
		if kind := mv.action.Type(); kinds[kind] < 4 {
			kinds[kind]++
			f.Add([]byte(mv.raw), byte(i))
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte, at byte) {
		action, err := g.ParseAction(json.RawMessage(raw))
		if err != nil {
			return
		}
		if _, err := json.Marshal(action); err != nil {
			t.Fatalf("%q is read as an action that does not encode: %v", raw, err)
		}
		st := m.kept[int(at)%len(m.kept)]
		before, err := game.HashOf(st)
		if err != nil {
			t.Fatal(err)
		}
		for seat := game.Watcher; int(seat) <= s.c.Seats; seat++ {
			c, src := st.Copy(nil), newSource(uint64(at), 14)
			if c.Apply(seat, action, src, &game.Log{}) == nil {
				if !st.ToAct().Has(seat) {
					t.Fatalf("%s by seat %d, which may not act, is accepted", raw, seat)
				}
				continue
			}
			after, err := game.HashOf(c)
			if err != nil || after != before || len(src.rolls) > 0 {
				t.Fatalf("%s by seat %d was refused and changed something", raw, seat)
			}
		}
	})
}
