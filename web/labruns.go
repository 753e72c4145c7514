package web

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"banco/experiments"
	"banco/lab"
	"banco/lab/runs"
	"banco/web/labpage"
	"banco/web/ui"
)

// labPosted is a run that a program asks for: a study, or a question of its own.
type labPosted struct {
	Experiment string `json:"experiment"`
	labpage.Posted
}

// labStart starts a run.
func (s *Server) labStart(w http.ResponseWriter, r *http.Request) error {
	closed := refuse(http.StatusForbidden, "lab_closed", "web.lab.refused.closed")
	if sendsJSON(r) {
		var ask labPosted
		if err := readJSON(r, &ask); err != nil {
			return err
		}
		if !s.labOpen() {
			return closed
		}
		e, err := s.askedByProgram(&ask)
		if err != nil {
			return s.labFail(err)
		}
		run, began, err := s.cfg.Lab.Start(r.Context(), e)
		if err != nil {
			return s.labFail(err)
		}
		return s.answerStarted(w, r, run, began)
	}
	if err := readForm(r); err != nil {
		return err
	}
	if !s.labOpen() {
		return closed
	}
	if name := r.PostForm.Get("experiment"); name != "" {
		return s.startStudy(w, r, name)
	}
	page := s.page(r)
	v, err := s.labOwnView(r, page, r.PostForm)
	if err != nil {
		return err
	}
	page.Here, v.Sent = labpage.OwnPath+"?"+v.Draft.Query(), true
	if v.Asked == nil {
		s.render(w, r, http.StatusUnprocessableEntity, labOwnPage(page, v))
		return nil
	}
	run, began, err := s.cfg.Lab.Start(r.Context(), v.Asked)
	if err == nil {
		return s.answerStarted(w, r, run, began)
	}
	p, ours := s.labProblem(err)
	if ours || wantsJSON(r) {
		return s.labFail(err)
	}
	if v.Refusal, err = s.labRefusal(page, err); err != nil {
		return err
	}
	s.render(w, r, p.status, labOwnPage(page, v))
	return nil
}

// startStudy starts a run of a study from its form; what is wrong is told beside
// it.
func (s *Server) startStudy(w http.ResponseWriter, r *http.Request, name string) error {
	typed := strings.TrimSpace(r.PostForm.Get(labpage.FieldMatches))
	e, err := s.studyOf(name, typed)
	if err == nil {
		var run *runs.Run
		var began bool
		if run, began, err = s.cfg.Lab.Start(r.Context(), e); err == nil {
			return s.answerStarted(w, r, run, began)
		}
	}
	p, ours := s.labProblem(err)
	if ours || wantsJSON(r) {
		return s.labFail(err)
	}
	page := s.page(r)
	page.Here = labpage.Path
	v, failed := s.labListView(page)
	if failed != nil {
		return failed
	}
	if v.Refusal, err = s.labRefusal(page, err); err != nil {
		return err
	}
	v.Wrong, v.Typed = name, typed
	if e == nil && p.code == "no_study" {
		v.Wrong = ""
	}
	s.render(w, r, p.status, labListPage(page, v))
	return nil
}

// studyOf is a study with so many matches.
func (s *Server) studyOf(name, matches string) (*lab.Experiment, error) {
	e, err := s.study(name)
	if err != nil {
		return nil, err
	}
	if e == nil {
		p := refuse(http.StatusUnprocessableEntity, "no_study", "web.lab.refused.no_study", name, strings.Join(experiments.Names(), ", "))
		p.field = "experiment"
		return nil, p
	}
	n, err := strconv.Atoi(matches)
	if err != nil {
		p := refuse(http.StatusUnprocessableEntity, "number", "web.lab.refused.number", matches)
		p.field = labpage.FieldMatches
		return nil, p
	}
	return e, e.SetMatches(n)
}

// askedByProgram is the experiment that a program asks for.
func (s *Server) askedByProgram(ask *labPosted) (*lab.Experiment, error) {
	if ask.Experiment != "" {
		matches := ask.Matches
		if matches == 0 {
			matches = labpage.UsualMatches
		}
		return s.studyOf(ask.Experiment, strconv.Itoa(matches))
	}
	g, ok := s.game(ask.Game)
	if !ok {
		return nil, refuse(http.StatusUnprocessableEntity, "no_such_game", "web.error.no_such_game")
	}
	return s.asked(ask.Settle(g))
}

// answerStarted leads to a run: began tells whether it was started just now.
func (s *Server) answerStarted(w http.ResponseWriter, r *http.Request, run *runs.Run, began bool) error {
	to := s.base + labpage.Address(run.ID)
	if !wantsJSON(r) {
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	}
	status := http.StatusOK
	if began {
		status = http.StatusCreated
	}
	w.Header().Set("Location", to)
	writeJSON(w, r, status, s.labRunJSON(s.page(r), run))
	return nil
}

// labRun shows a run.
func (s *Server) labRun(w http.ResponseWriter, r *http.Request) error {
	run, _, err := s.lookRun(r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.answerRun(w, r, run)
}

func (s *Server) lookRun(id string) (*runs.Run, <-chan struct{}, error) {
	if s.cfg.Lab == nil {
		return nil, nil, refuse(http.StatusNotFound, "not_found", "web.error.not_found")
	}
	run, changed, err := s.cfg.Lab.Look(id)
	if err != nil {
		return nil, nil, s.labFail(err)
	}
	return run, changed, nil
}

// answerRun shows a run as it stands.
func (s *Server) answerRun(w http.ResponseWriter, r *http.Request, run *runs.Run) error {
	page := s.page(r)
	page.Here = labpage.Address(run.ID)
	w.Header().Set("Cache-Control", "no-store")
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, s.labRunJSON(page, run))
		return nil
	}
	v := s.labOne(page, run)
	if fragmentWanted(r) {
		s.render(w, r, http.StatusOK, labpage.Run(page, v))
		return nil
	}
	s.render(w, r, http.StatusOK, labRunPage(page, v))
	return nil
}

func (s *Server) labOne(page *ui.Page, run *runs.Run) *labpage.One {
	v := &labpage.One{Run: run, Teller: s.teller(page.Lang), Open: s.labOpen()}
	if run.Outcome != nil {
		v.Groups = s.lab.figures(v.Teller, run.Outcome)
	}
	return v
}

// figures draws an outcome, or gives what was drawn of it before.
func (l *labRoom) figures(t lab.Teller, o *lab.Outcome) []lab.Group {
	l.mu.Lock() // held while it is drawn: who asks for the same waits and gets it, others wait a little
	defer l.mu.Unlock()
	for _, d := range l.drawn {
		if d.of == o && d.lang == t.Lang() {
			return d.groups
		}
	}
	d := drawing{o, t.Lang(), t.Groups(o)}
	if l.drawn = append(l.drawn, d); len(l.drawn) > maxDrawn {
		l.drawn = append([]drawing(nil), l.drawn[1:]...)
	}
	return d.groups
}

// labDo stops a run, goes on with it or removes it.
func (s *Server) labDo(w http.ResponseWriter, r *http.Request) error {
	var ask struct {
		Do string `json:"do"`
	}
	if sendsJSON(r) {
		if err := readJSON(r, &ask); err != nil {
			return err
		}
	} else {
		if err := readForm(r); err != nil {
			return err
		}
		ask.Do = r.PostForm.Get("do")
	}
	id := r.PathValue("id")
	run, _, err := s.lookRun(id)
	if err != nil {
		return err
	}
	if !s.labOpen() {
		return refuse(http.StatusForbidden, "lab_closed", "web.lab.refused.closed")
	}
	switch ask.Do {
	case "stop":
		run, err = s.cfg.Lab.Stop(id)
	case "resume":
		run, err = s.cfg.Lab.Resume(r.Context(), id)
	case "remove":
		if err = s.cfg.Lab.Remove(id); err == nil {
			if wantsJSON(r) {
				w.WriteHeader(http.StatusNoContent)
				return nil
			}
			http.Redirect(w, r, s.base+labpage.Path, http.StatusSeeOther)
			return nil
		}
	default:
		return refuse(http.StatusUnprocessableEntity, "lab_what", "web.lab.refused.what", ask.Do[:min(len(ask.Do), 40)])
	}
	switch {
	case err != nil && !wantsJSON(r):
		page := s.page(r)
		page.Here = labpage.Address(id)
		p, _ := s.labProblem(err)
		refusal, err := s.labRefusal(page, err)
		if err != nil {
			return err
		}
		if run, _, err = s.lookRun(id); err != nil {
			return err
		}
		v := s.labOne(page, run)
		v.Refusal = refusal
		if fragmentWanted(r) {
			s.render(w, r, p.status, labpage.Run(page, v))
			return nil
		}
		s.render(w, r, p.status, labRunPage(page, v))
		return nil
	case err != nil:
		return s.labFail(err)
	case wantsJSON(r) || fragmentWanted(r):
		return s.answerRun(w, r, run)
	}
	http.Redirect(w, r, s.base+labpage.Address(id), http.StatusSeeOther)
	return nil
}

// reportName is what a report is called in addresses; its language is the
// reader's.
const reportName = "report.html"

// labFile serves a file of a run.
func (s *Server) labFile(w http.ResponseWriter, r *http.Request) error {
	run, _, err := s.lookRun(r.PathValue("id"))
	if err != nil {
		return err
	}
	none := refuse(http.StatusNotFound, "lab_no_file", "web.lab.refused.no_file")
	name, kind, there := r.PathValue("file"), "", false
	switch name {
	case reportName:
		name, there = runs.ReportFile(s.page(r).Lang), run.State == runs.Done
	case lab.TableFile:
		kind, there = "text/csv; charset=utf-8", run.State == runs.Done
	case lab.ResultsFile:
		kind, there = "application/jsonl", run.State != runs.Running
	case run.Name + ".toml":
		kind, there = "application/toml", true
	}
	if !there {
		return none
	}
	data, err := os.ReadFile(filepath.Join(s.cfg.Lab.Folder(run.ID), name))
	if errors.Is(err, fs.ErrNotExist) {
		return none
	}
	if err != nil {
		return err
	}
	if kind == "" {
		writeReport(w, r, data)
		return nil
	}
	writeFile(w, r, name, kind, data)
	return nil
}

// writeFile answers with a file to keep.
func writeFile(w http.ResponseWriter, r *http.Request, name, kind string, data []byte) {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, kind, data)
}

// writeReport answers with a report, a file of its own that brings its styles
// along: those and nothing else it may use.
func writeReport(w http.ResponseWriter, r *http.Request, html []byte) {
	_, rest, _ := strings.Cut(string(html), "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, "text/html; charset=utf-8", html)
}
