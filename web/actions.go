package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"banco/table"
	"banco/web/ui"
)

// act does what a seat asks for.
func (s *Server) act(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	tok, _ := token(r, id)
	if err := s.mayAct(r, id, tok); err != nil {
		return err
	}
	if sendsJSON(r) {
		var sent struct {
			ID     string          `json:"id"`
			Seq    *int            `json:"seq"`
			Action json.RawMessage `json:"action"`
		}
		if err := readJSON(r, &sent); err != nil {
			return err
		}
		if sent.ID == "" || sent.Seq == nil || len(sent.Action) == 0 {
			return refuse(http.StatusBadRequest, "bad_json", "web.error.bad_command")
		}
		c := table.Command{ID: sent.ID, Seq: *sent.Seq, Action: sent.Action}
		snap, err := s.cfg.Tables.Act(r.Context(), id, tok, c)
		if err != nil {
			return err
		}
		return s.writeMatch(w, r, snap)
	}
	if err := readForm(r); err != nil {
		return err
	}
	c, err := s.formCommand(r, id, tok)
	if err != nil {
		return s.actAgain(w, r, id, err)
	}
	snap, err := s.cfg.Tables.Act(r.Context(), id, tok, c)
	switch {
	case err != nil:
		return s.actAgain(w, r, id, err)
	}
	return s.show(w, r, snap)
}

// show answers a request that was done with the match as it stands now.
func (s *Server) show(w http.ResponseWriter, r *http.Request, snap *table.Snapshot) error {
	switch {
	case wantsJSON(r):
		return s.writeMatch(w, r, snap)
	case fragmentWanted(r):
		s.renderMatch(w, r, http.StatusOK, snap, nil, "")
	default:
		http.Redirect(w, r, s.base+"/matches/"+snap.ID, http.StatusSeeOther)
	}
	return nil
}

// mayAct refuses a seat that does too much at once, and a page that was drawn for
// another hand than the one that holds the phone now.
func (s *Server) mayAct(r *http.Request, match, token string) error {
	if hand := r.URL.Query().Get("hand"); hand != "" && bearerOf(r) == "" {
		if h := handsOf(r, match); h == nil || strconv.Itoa(int(h.held)) != hand {
			return refuse(http.StatusConflict, "other_hand", "web.error.other_hand")
		}
	}
	if wait, ok := s.limits.allowSeat(match, token); !ok {
		s.metrics.limited.WithLabelValues(seatLimit).Inc()
		return tooMany(seatLimit, wait)
	}
	return nil
}

// formCommand reads a command from a form: the action whole in the field
// "action", or in fields that the game's page reads. A form sent twice is the
// same command: its name is made from what it asks and when.
func (s *Server) formCommand(r *http.Request, match, tok string) (c table.Command, err error) {
	form := r.PostForm
	if c.Seq, err = strconv.Atoi(form.Get("seq")); err != nil {
		return c, refuse(http.StatusBadRequest, "bad_form", "web.error.bad_command")
	}
	if raw := form.Get("action"); raw != "" {
		if !json.Valid([]byte(raw)) {
			return c, refuse(http.StatusBadRequest, "bad_json", "web.error.bad_json")
		}
		c.Action = json.RawMessage(raw)
	} else {
		snap, err := s.cfg.Tables.Look(r.Context(), match, tok)
		if err != nil {
			return c, err
		}
		if c.Action, err = s.readAction(snap, form); err != nil {
			return c, err
		}
	}
	if c.ID = form.Get("id"); c.ID == "" {
		c.ID = commandID(match, tok, c.Seq, c.Action)
	}
	return c, nil
}

// readAction reads an action from the fields of a form.
func (s *Server) readAction(snap *table.Snapshot, form url.Values) (json.RawMessage, error) {
	page := pageOf(snap.Game)
	if reader, ok := page.(ui.Reader); ok && snap.View != nil {
		defer s.reading(snap)()
		return reader.Read(&ui.Match{Snapshot: snap}, form)
	}
	return page.Action(form)
}

func commandID(match, tok string, seq int, action []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%d\n%s", match, tok, seq, action)
	return "page-" + hex.EncodeToString(h.Sum(nil)[:16])
}

// actAgain shows the match again with the sentence where the choice was made,
// and the choice as it stood.
func (s *Server) actAgain(w http.ResponseWriter, r *http.Request, id string, err error) error {
	p, ours := problemOf(err)
	if ours || wantsJSON(r) {
		return err
	}
	snap := p.snapshot
	if snap == nil {
		var again error
		if snap, _, again = s.look(w, r, id); again != nil {
			return err
		}
	}
	pick := r.PostForm
	if p.status == http.StatusConflict {
		pick = nil // what was chosen was chosen on another board
	}
	s.renderMatch(w, r, p.status, snap, pick, s.page(r).Text(p.text))
	return nil
}

// seqText is how a form carries the last thing its page showed.
func seqText(m *ui.Match) string { return strconv.Itoa(m.Seq) }
