package web

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"banco/lab/runs"
	"banco/web/labpage"
)

// labFrames is how far apart the frames of a run's stream are at least.
const labFrames = time.Second

// labEvents streams a run: for pages the fragment, for programs the JSON. Each
// frame is whole. The stream goes on after the run has ended, since it may go on
// too.
func (s *Server) labEvents(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if _, _, err := s.lookRun(id); err != nil {
		return err
	}
	addr := s.client(r)
	if limit, ok := s.limits.openStream(addr); !ok {
		s.metrics.limited.WithLabelValues(limit).Inc()
		return tooMany(limit, 10*time.Second)
	}
	defer s.limits.closeStream(addr)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.stopping, cancel)()
	if r.Method == http.MethodHead {
		newStream(w, r)
		return nil
	}
	page := s.page(r)
	page.Here = labpage.Address(id)
	frame := func(run *runs.Run) ([]byte, error) { return encodeJSON(s.labRunJSON(page, run)) }
	beat := []byte(": ping\n\n")
	if !streamsJSON(r) {
		beat = []byte("event: ping\ndata:\n\n")
		frame = func(run *runs.Run) ([]byte, error) {
			var b bytes.Buffer
			err := labpage.Run(page, s.labOne(page, run)).Render(ctx, &b)
			return b.Bytes(), err
		}
	}
	st := newStream(w, r)
	defer st.close()
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	if st.send([]byte(": hello\nretry: 1000\n\n")) != nil {
		return nil
	}
	seen := int64(lastSeen(r))
	for {
		run, changed, err := s.cfg.Lab.Look(id)
		if err != nil {
			return nil // removed: the page finds out when it asks again
		}
		if run.Version != seen {
			seen = run.Version
			data, err := frame(run)
			if err != nil {
				s.log.ErrorContext(ctx, "frame failed", "run", id, "err", err)
				return nil
			}
			if st.send(eventBytes(int(run.Version), data)) != nil {
				return nil
			}
			s.metrics.frames.Inc()
			if run.State == runs.Running {
				select { // a run tells of more than anybody can look at
				case <-ctx.Done():
					return nil
				case <-time.After(labFrames):
				}
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		case <-ping.C:
			if st.send(beat) != nil {
				return nil
			}
		}
	}
}
