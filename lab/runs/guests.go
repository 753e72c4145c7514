package runs

import (
	"context"
	"time"
)

const (
	patience = 20 * time.Millisecond // how long a decision waits for guests at the most, so that a busy server's run gets on too
	glance   = time.Millisecond      // how often it looks whether they are gone
)

// Guest tells that the server is busy with somebody until done is called: for so
// long a run's bots wait before they decide.
func (s *Service) Guest() (done func()) {
	s.guests.Add(1)
	return func() { s.guests.Add(-1) }
}

// pause waits while there are guests.
func (s *Service) pause(ctx context.Context) {
	for waited := time.Duration(0); s.guests.Load() > 0 && waited < patience && ctx.Err() == nil; waited += glance {
		time.Sleep(glance)
	}
}
