package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

const (
	pingEvery  = 10 * time.Second // a page that hears nothing for three of these opens another stream
	writeLimit = 10 * time.Second // a client that takes longer for one frame is let go
)

// events streams what changes of a match: for pages the fragment, for programs
// the JSON. Each frame is whole, so a client that missed some has missed nothing.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	addr := s.client(r)
	if limit, ok := s.limits.openStream(addr); !ok {
		s.metrics.limited.WithLabelValues(limit).Inc()
		return tooMany(limit, 10*time.Second)
	}
	defer s.limits.closeStream(addr)

	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.stopping, cancel)()

	tok, _ := token(r, id)
	defer s.phones.join(handsOf(r, id), cancel)() // first: it may change hands at any time
	watch, err := s.cfg.Tables.Watch(ctx, id, tok)
	if err != nil {
		return err
	}
	defer watch.Close()

	if r.Method == http.MethodHead { // nothing will ever be written that tells us of its end
		newStream(w, r)
		return nil
	}
	seen, sent, viewer := lastSeen(r), false, game.Watcher
	page := s.page(r)
	page.Here = "/matches/" + id
	frame := s.frames(r, page)
	beat := []byte(": ping\n\n")
	if !streamsJSON(r) {
		beat = []byte("event: ping\ndata:\n\n") // scripts are told of events only
	}

	st := newStream(w, r)
	defer st.close()
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()

	if err := st.send([]byte(": hello\nretry: 1000\n\n")); err != nil {
		return nil
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ping.C:
			s.hands(r, id) // whoever shares the phone is still there
			if st.send(beat) != nil {
				return nil
			}
		case snap, ok := <-watch.C:
			if !ok || ctx.Err() != nil {
				return nil
			}
			if shown := r.URL.Query().Get("viewer"); !sent && shown != "" && shown != viewerText(snap.Seat) {
				seen = -1 // the page shows what another seat sees
			}
			if sent && snap.Seat != viewer {
				seen = -1 // a bot has the seat now, and its owner sees what a watcher does
			}
			if !isNew(snap, seen, sent) {
				continue
			}
			seen, sent, viewer = snap.Seq, true, snap.Seat
			data, err := frame(snap)
			if err != nil {
				s.log.ErrorContext(ctx, "frame failed", "match", id, "err", err)
				return nil
			}
			if st.send(eventBytes(snap.Seq, data)) != nil {
				return nil
			}
			s.metrics.frames.Inc()
		}
	}
}

// isNew tells whether a snapshot goes out to a client that has seen one and was
// sent some. A match that lost its end may be parked at the very place that the
// client has seen it pass.
func isNew(snap *table.Snapshot, seen int, sent bool) bool {
	return snap.Seq != seen || snap.Stage == table.Parked && !sent
}

// lastSeen is the newest view that the client has: from a stream that broke
// off, or from the page that opens its first.
func lastSeen(r *http.Request) int {
	for _, v := range []string{r.Header.Get("Last-Event-ID"), r.URL.Query().Get("since")} {
		if n, err := strconv.Atoi(v); err == nil {
			return n
		}
	}
	return -1
}

// frames says how a view is written for this client.
func (s *Server) frames(r *http.Request, page *ui.Page) func(*table.Snapshot) ([]byte, error) {
	if streamsJSON(r) {
		return func(snap *table.Snapshot) ([]byte, error) {
			if h := s.hands(r, snap.ID); h != nil && h.pass(snap) {
				var err error // the phone has to leave this hand
				if snap, err = s.cfg.Tables.Look(r.Context(), snap.ID, ""); err != nil {
					return nil, err
				}
			}
			return s.matchBytes(page, snap)
		}
	}
	return func(snap *table.Snapshot) ([]byte, error) {
		var b bytes.Buffer
		m := &ui.Match{Snapshot: snap}
		fragment := s.fragment(r, page, m)
		defer s.reading(snap)()
		err := fragment.Render(r.Context(), &b)
		return b.Bytes(), err
	}
}

// streamsJSON tells a program's stream from a page's.
func streamsJSON(r *http.Request) bool {
	return quality(r, "application/json") > 0 || r.URL.Query().Get("as") == "json"
}

// eventBytes is one server-sent event; data may hold lines.
func eventBytes(seq int, data []byte) []byte {
	var b bytes.Buffer
	b.WriteString("event: view\nid: ")
	b.WriteString(strconv.Itoa(seq))
	b.WriteByte('\n')
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		b.WriteString("data: ")
		b.Write(bytes.TrimRight(line, "\r"))
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// stream writes events to one client, compressed when it can read that.
type stream struct {
	to   io.Writer
	zip  *gzip.Writer
	ctrl *http.ResponseController
}

func newStream(w http.ResponseWriter, r *http.Request) *stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-cache, no-transform")
	h.Set("X-Accel-Buffering", "no")
	st := &stream{to: w, ctrl: http.NewResponseController(w)}
	// The server's bounds for ordinary requests are not for streams, which stay.
	_ = st.ctrl.SetReadDeadline(time.Time{})
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		st.zip, _ = gzip.NewWriterLevel(w, 6)
		st.to = st.zip
	}
	w.WriteHeader(http.StatusOK)
	return st
}

func (st *stream) send(data []byte) error {
	// Not every connection knows deadlines (a test's recorder does not); those
	// that do let go of a client that stopped reading.
	_ = st.ctrl.SetWriteDeadline(time.Now().Add(writeLimit))
	if _, err := st.to.Write(data); err != nil {
		return err
	}
	if st.zip != nil {
		if err := st.zip.Flush(); err != nil {
			return err
		}
	}
	if err := st.ctrl.Flush(); err != nil {
		return err
	}
	_ = st.ctrl.SetWriteDeadline(time.Time{})
	return nil
}

// close ends the compressed stream properly, so that the browser takes the end
// for an end and not for damage.
func (st *stream) close() {
	if st.zip != nil {
		_ = st.ctrl.SetWriteDeadline(time.Now().Add(time.Second))
		_ = st.zip.Close()
		_ = st.ctrl.Flush()
	}
}
