package web

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"banco/table"
	"banco/web/ui"
)

// What can be taken away from a match, as far as the one who asks may know it: the
// chronicle as plain text, the sheet on paper, the whole as a file; and such a
// file put in the match's place.

// begun fetches a match that has something to show.
func (s *Server) begun(w http.ResponseWriter, r *http.Request) (*ui.Match, error) {
	snap, _, err := s.look(w, r, r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if snap.View == nil {
		return nil, refuse(http.StatusConflict, "waiting", "web.error.not_begun")
	}
	return &ui.Match{Snapshot: snap}, nil
}

// scribe is what the match's game can put on paper and in a file.
func scribeOf(m *ui.Match) (ui.Scribe, error) {
	if scribe, ok := pageOf(m.Game).(ui.Scribe); ok {
		return scribe, nil
	}
	return nil, refuse(http.StatusNotFound, "no_file", "web.error.no_file")
}

// chronicle is what the viewer was told, line by line.
func (s *Server) chronicle(w http.ResponseWriter, r *http.Request) error {
	m, err := s.begun(w, r)
	if err != nil {
		return err
	}
	page := s.page(r)
	var b bytes.Buffer
	for _, n := range m.News {
		b.WriteString(n.At.Format("15:04") + "  " + page.Text(n.Text) + "\n")
	}
	download(w, m.Game+"-"+m.ID+".txt")
	writeBody(w, r, http.StatusOK, "text/plain; charset=utf-8", b.Bytes())
	return nil
}

func download(w http.ResponseWriter, name string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// matchSheet is the match on paper.
func (s *Server) matchSheet(w http.ResponseWriter, r *http.Request) error {
	m, err := s.begun(w, r)
	if err != nil {
		return err
	}
	scribe, err := scribeOf(m)
	if err != nil {
		return err
	}
	page := s.page(r)
	s.renderView(w, r, http.StatusOK, matchSheetPage(page, m, scribe, r.URL.Query().Get("notes") == "1"), m.Snapshot)
	return nil
}

// matchFile is the match as a file.
func (s *Server) matchFile(w http.ResponseWriter, r *http.Request) error {
	m, err := s.begun(w, r)
	if err != nil {
		return err
	}
	scribe, err := scribeOf(m)
	if err != nil {
		return err
	}
	done := s.reading(m.Snapshot)
	data := scribe.Save(m)
	done()
	download(w, m.Game+"-"+m.ID+".json")
	writeBody(w, r, http.StatusOK, "application/json; charset=utf-8", append(data, '\n'))
	return nil
}

// loadFile puts a file in the match's place: an action like any other, but larger.
func (s *Server) loadFile(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	tok, _ := token(r, id)
	if err := s.mayAct(r, id, tok); err != nil {
		return err
	}
	sent, err := readMatchFile(r)
	if err != nil {
		return s.loadAgain(w, r, id, err)
	}
	snap, err := s.cfg.Tables.Look(r.Context(), id, tok)
	if err != nil {
		return err
	}
	scribe, err := scribeOf(&ui.Match{Snapshot: snap})
	if err != nil {
		return err
	}
	action, err := scribe.Load(sent.Battle)
	if err == nil {
		if sent.ID == "" {
			sent.ID = commandID(id, tok, *sent.Seq, action)
		}
		snap, err = s.cfg.Tables.Act(r.Context(), id, tok, table.Command{ID: sent.ID, Seq: *sent.Seq, Action: action})
	}
	if err != nil {
		return s.loadAgain(w, r, id, err)
	}
	return s.show(w, r, snap)
}

// loadAgain says why a file was refused where it was chosen.
func (s *Server) loadAgain(w http.ResponseWriter, r *http.Request, id string, err error) error {
	if sendsJSON(r) {
		return err
	}
	r.PostForm = url.Values{"type": {"load"}}
	return s.actAgain(w, r, id, err)
}

// sentFile is a file with what every command says.
type sentFile struct {
	ID     string          `json:"id"`
	Seq    *int            `json:"seq"`
	Battle json.RawMessage `json:"battle"`
}

// readMatchFile reads a file: as JSON, uploaded, or pasted into a field.
func readMatchFile(r *http.Request) (f sentFile, err error) {
	if sendsJSON(r) {
		if err := readJSON(r, &f); err != nil {
			return f, err
		}
		if f.ID == "" || f.Seq == nil || len(f.Battle) == 0 {
			return f, refuse(http.StatusBadRequest, "bad_json", "web.error.bad_command")
		}
		return f, nil
	}
	form, data, err := readFileForm(r)
	if err != nil {
		return f, err
	}
	seq, err := strconv.Atoi(form.Get("seq"))
	if err != nil {
		return f, refuse(http.StatusBadRequest, "bad_form", "web.error.bad_command")
	}
	f.Seq, f.Battle = &seq, bytes.TrimPrefix(bytes.TrimSpace(data), []byte("\xef\xbb\xbf"))
	switch {
	case len(f.Battle) == 0:
		return f, refuse(http.StatusUnprocessableEntity, "no_file", "web.error.file_empty")
	case !json.Valid(f.Battle):
		return f, refuse(http.StatusUnprocessableEntity, "bad_json", "web.error.file_json")
	}
	return f, nil
}

// readFileForm reads the fields of a form and the file among them, or what was
// pasted in its place.
func readFileForm(r *http.Request) (form url.Values, data []byte, err error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == formType {
		if err := readForm(r); err != nil {
			return nil, nil, err
		}
		return r.PostForm, []byte(r.PostForm.Get("battle")), nil
	}
	if err := r.ParseMultipartForm(maxFile); err != nil {
		if p, ours := problemOf(err); !ours {
			return nil, nil, p
		}
		return nil, nil, refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
	}
	defer r.MultipartForm.RemoveAll()
	if f, _, err := r.FormFile("file"); err == nil {
		defer f.Close()
		if data, err = io.ReadAll(f); err != nil {
			return nil, nil, err
		}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		data = []byte(strings.TrimSpace(r.PostForm.Get("battle")))
	}
	return r.PostForm, data, nil
}
