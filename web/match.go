package web

import (
	"errors"
	"hash/maphash"
	"net/http"
	"net/url"
	"strconv"

	"banco/game"
	"banco/table"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// look fetches a match as the one who asks may see it. A cookie that is no
// longer good makes its owner a watcher; a bearer that is not is refused.
func (s *Server) look(w http.ResponseWriter, r *http.Request, id string) (*table.Snapshot, string, error) {
	tok, bearer := token(r, id)
	snap, err := s.cfg.Tables.Look(r.Context(), id, tok)
	var refused *table.Error
	if tok != "" && !bearer && errors.As(err, &refused) && refused.Kind == table.Forbidden {
		s.setCookie(w, r, seatCookie+id, "", "/matches/"+id, noCookie)
		tok = ""
		snap, err = s.cfg.Tables.Look(r.Context(), id, "")
	}
	return snap, tok, err
}

// reading gives a snapshot's view to one goroutine at a time: snapshots are
// shared, and a view works some answers out when it is asked and keeps them.
//
// It also keeps a processor free of drawing. A move passes through half a dozen
// goroutines on its way to the disk and back; with every processor drawing, it
// would wait behind a crowd of answers at each of them.
func (s *Server) reading(m *table.Snapshot) (done func()) {
	lock := &s.views[maphash.String(viewSeed, m.ID)%uint64(len(s.views))]
	lock.Lock()
	s.drawing <- struct{}{}
	return func() {
		<-s.drawing
		lock.Unlock()
	}
}

var viewSeed = maphash.MakeSeed()

// writeMatch answers with a match as JSON.
func (s *Server) writeMatch(w http.ResponseWriter, r *http.Request, m *table.Snapshot) error {
	data, err := s.matchBytes(s.page(r), m)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, "application/json; charset=utf-8", append(data, '\n'))
	return nil
}

func (s *Server) matchBytes(page *ui.Page, m *table.Snapshot) ([]byte, error) {
	defer s.reading(m)()
	return appendMatch(nil, page, m)
}

func (s *Server) match(w http.ResponseWriter, r *http.Request) error {
	snap, _, err := s.look(w, r, r.PathValue("id"))
	if err != nil {
		return err
	}
	if wantsJSON(r) {
		return s.writeMatch(w, r, snap)
	}
	s.renderMatch(w, r, http.StatusOK, snap, r.URL.Query(), "")
	return nil
}

// renderMatch answers with the match page, or with the part of it that changes.
func (s *Server) renderMatch(w http.ResponseWriter, r *http.Request, status int, snap *table.Snapshot, pick url.Values, refusal string) {
	page := s.page(r)
	if r.Method != http.MethodGet {
		page.Here = "/matches/" + snap.ID
	}
	m := &ui.Match{Snapshot: snap, Pick: pick, Refusal: refusal}
	fragment := s.fragment(r, page, m)
	if !fragmentWanted(r) {
		fragment = matchPage(page, m, fragment)
	}
	s.renderView(w, r, status, fragment, snap)
}

// fragment is the part of the match page that changes, for the request r.
func (s *Server) fragment(r *http.Request, page *ui.Page, m *ui.Match) templ.Component {
	if m.Stage == table.Waiting || m.View == nil {
		return waitingFragment(page, m, s.waitingView(r, page, m))
	}
	h := s.hands(r, m.ID)
	m.Gone = gone(m.Snapshot, h)
	if between := s.handover(r, page, m, h); between != nil {
		return between
	}
	var fell []faces
	if m.Stage == table.Over {
		tok, _ := token(r, m.ID)
		fell = s.diceStats(r.Context(), m.Snapshot, tok)
	}
	return matchFragment(page, retell(page, m), pageOf(m.Game), fell, s.levels(m.Game))
}

func (s *Server) record(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	_, tok, err := s.look(w, r, id)
	if err != nil {
		return err
	}
	rec, err := s.cfg.Tables.Record(r.Context(), id, tok)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, r, http.StatusOK, rec)
	return nil
}

// againPath is where another match like this one is made: the same rules, the
// same kind of company; the viewer sits where they sat.
func againPath(m *ui.Match) string {
	q := url.Values{}
	for i, pl := range m.Players {
		kind := "human"
		switch {
		case game.Seat(i) == m.Seat:
			kind = "me"
		case m.Hands.Has(game.Seat(i)):
			kind = "here"
		case pl.Kind == "bot" && pl.Name == "": // one with a name plays on for somebody
			kind = "bot:" + pl.Level
		}
		q.Set("seat."+strconv.Itoa(i), kind)
	}
	if len(m.Options) < maxRuleLink/2 {
		q.Set("options", string(m.Options))
	}
	return "/new/" + m.Game + "?" + q.Encode()
}
