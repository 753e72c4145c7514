package table

import (
	"testing"
	"time"
)

// A bot waits longer after what people want to see happen, but not for ever.
func TestBotsWaitForWhatIsToBeSeen(t *testing.T) {
	s := &Service{cfg: Config{BotPace: 700 * time.Millisecond}}
	for events, want := range map[int]time.Duration{-1: 700, 0: 700, 1: 1400, 3: 2800, mostEvents: 6300, 1000: 6300} {
		if got := s.paceOf(events); got != want*time.Millisecond {
			t.Errorf("%d events: %v instead of %v ms", events, got, want)
		}
	}
	if got := (&Service{}).paceOf(5); got != 0 {
		t.Errorf("bots that need not wait wait %v", got)
	}
}
