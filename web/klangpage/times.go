package klangpage

import (
	"time"

	"banco/game"
	"banco/web/ui"
)

// times is how long a seat's activations took (K32), as the page of timings
// tells it too.
func (d *desk) times(s game.Seat) ui.Spread {
	var all []time.Duration
	for _, st := range d.m.Stopwatch.Done {
		if st.Seat == s {
			all = append(all, time.Duration(st.Millis)*time.Millisecond)
		}
	}
	return ui.SpreadOf(all)
}
