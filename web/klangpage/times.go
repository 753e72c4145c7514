package klangpage

import (
	"slices"
	"time"

	"banco/game"
)

// times is how long a seat's activations took (K32).
type times struct{ median, p90, total time.Duration }

func (d *desk) times(s game.Seat) (t times) {
	var all []time.Duration
	for _, st := range d.m.Stopwatch.Done {
		if st.Seat == s {
			took := time.Duration(st.Millis) * time.Millisecond
			all = append(all, took)
			t.total += took
		}
	}
	if len(all) == 0 {
		return t
	}
	slices.Sort(all)
	t.median = all[len(all)/2]
	t.p90 = all[(len(all)*9+9)/10-1]
	return t
}
