package web

import (
	"errors"
	"net/http"
	"net/url"
	"sync"

	"banco/docs/reports"
	"banco/experiments"
	"banco/game"
	"banco/lab"
	"banco/lab/runs"
	"banco/web/labpage"
	"banco/web/ui"
)

// labRoom is what the server remembers for the lab's pages.
type labRoom struct {
	studies  func() ([]labpage.Study, error) // read once
	measures sync.Map                        // by game, what can be measured of it

	mu    sync.Mutex
	drawn []drawing // figures of outcomes that were looked at last
}

// drawing is the figures of an outcome in a language: they take a while to draw,
// and many may look at the same.
type drawing struct {
	of     *lab.Outcome
	lang   string
	groups []lab.Group
}

// maxDrawn bounds the drawings that are remembered.
const maxDrawn = 8

// newLabRoom reads the studies of the games that this server has, when somebody
// asks for them.
func (s *Server) newLabRoom() *labRoom {
	return &labRoom{studies: sync.OnceValues(func() (list []labpage.Study, err error) {
		for _, name := range experiments.Names() {
			e, err := s.study(name)
			if err != nil {
				return nil, err
			}
			if e == nil {
				continue
			}
			_, there := reports.Report(name)
			list = append(list, labpage.Study{Experiment: e, Report: there, Most: s.most(e)})
		}
		return list, nil
	})}
}

// study reads an experiment that comes with Banco; nil for one of a game that
// this server has not got, or that there is not.
func (s *Server) study(name string) (*lab.Experiment, error) {
	source, ok := experiments.Source(name)
	if !ok {
		return nil, nil
	}
	e, err := lab.Read(name, source, s.game)
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code == "game" {
		return nil, nil
	}
	return e, err
}

// most is how many matches of each of its cells an experiment may have here.
func (s *Server) most(e *lab.Experiment) int {
	return e.Matches * s.labLimits().Matches / e.Total()
}

func (s *Server) labLimits() runs.Limits {
	if s.cfg.Lab == nil {
		return runs.Limits{}.OrDefaults()
	}
	return s.cfg.Lab.Limits()
}

// players are the levels of bot that play a game in the lab, those of a game for
// one among them.
func (s *Server) players(g game.Game) []string {
	if s.cfg.Bots == nil {
		return nil
	}
	return s.cfg.Bots(g.Info().Name)
}

// labOpen tells whether runs may be started and stopped here.
func (s *Server) labOpen() bool { return s.cfg.Lab != nil && !s.cfg.LabClosed }

func (s *Server) teller(lang string) lab.Teller { return lab.NewTeller(s.cfg.Catalog, lang) }

// labList shows the studies and the runs.
func (s *Server) labList(w http.ResponseWriter, r *http.Request) error {
	page := s.page(r)
	v, err := s.labListView(page)
	if err != nil {
		return err
	}
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, s.labListJSON(page, v))
		return nil
	}
	s.render(w, r, http.StatusOK, labListPage(page, v))
	return nil
}

func (s *Server) labListView(page *ui.Page) (*labpage.List, error) {
	studies, err := s.lab.studies()
	if err != nil {
		return nil, err
	}
	v := &labpage.List{Teller: s.teller(page.Lang), Studies: studies, Open: s.labOpen()}
	if s.cfg.Lab != nil {
		v.Runs = s.cfg.Lab.List()
	}
	return v, nil
}

// labStudy serves a study's file, or its report.
func (s *Server) labStudy(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	e, err := s.study(name)
	if err != nil {
		return err
	}
	html, there := reports.Report(name)
	switch file := r.PathValue("file"); {
	case e != nil && file == name+".toml":
		writeFile(w, r, file, "application/toml", e.Source)
	case e != nil && there && file == reportName:
		writeReport(w, r, html)
	default:
		return refuse(http.StatusNotFound, "not_found", "web.error.not_found")
	}
	return nil
}

// labOwn is the form for a question of one's own, and the file that it makes.
func (s *Server) labOwn(w http.ResponseWriter, r *http.Request) error {
	if len(r.URL.RawQuery) > maxBody {
		return refuse(http.StatusRequestURITooLong, "too_large", "web.error.too_large", maxBody>>10)
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
	}
	page := s.page(r)
	v, err := s.labOwnView(r, page, q)
	if err != nil {
		return err
	}
	if r.URL.Query().Get("as") == "toml" && v.Asked != nil {
		writeFile(w, r, v.Asked.File, "application/toml", v.Asked.Source)
		return nil
	}
	status := http.StatusOK
	if v.Refusal.Sentence != "" {
		status = http.StatusBadRequest
	}
	if fragmentWanted(r) {
		s.render(w, r, status, labpage.OwnPage(page, v))
		return nil
	}
	s.render(w, r, status, labOwnPage(page, v))
	return nil
}

// labOwnView reads what a form asks; what is wrong with it stands in the view.
func (s *Server) labOwnView(r *http.Request, page *ui.Page, form url.Values) (*labpage.Own, error) {
	v := &labpage.Own{Teller: s.teller(page.Lang), Limits: s.labLimits(), Open: s.labOpen()}
	for _, g := range s.cfg.Games() {
		if len(s.players(g)) > 0 {
			v.Games = append(v.Games, g)
		}
	}
	if len(v.Games) == 0 {
		return nil, refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	g := v.Games[0]
	if name := form.Get(labpage.FieldGame); name != "" {
		var ok bool
		if g, ok = s.game(name); !ok || len(s.players(g)) == 0 {
			return nil, refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
		}
	}
	v.Words = &lab.Experiment{Game: g}
	var err error
	if v.Measures, err = s.measures(r, g); err != nil {
		return nil, err
	}
	v.Draft, err = labpage.ReadDraft(g, s.players(g), v.Measures, form)
	if err == nil {
		v.Asked, err = s.asked(v.Draft.Settle())
	}
	if err != nil {
		v.Refusal, err = s.labRefusal(page, err)
	}
	return v, err
}

// asked is the experiment that a question of one's own makes.
func (s *Server) asked(g *labpage.Grid, err error) (*lab.Experiment, error) {
	if err != nil {
		return nil, err
	}
	e, err := g.Experiment([]lab.Teller{s.teller("it"), s.teller("en")}, s.game)
	var refused *game.Error
	if errors.As(err, &refused) { // the file's names for fields are not the form's
		mine := *refused
		switch refused.Field {
		case "grid", g.Option.Name, "axis":
			mine.Field = labpage.FieldValues
		case "metric":
			mine.Field = labpage.FieldMeasure
		case "level":
			mine.Field = labpage.FieldBots
		}
		return nil, &mine
	}
	return e, err
}

// measures are what can be measured of a game, found out once by playing a few
// quick matches.
func (s *Server) measures(r *http.Request, g game.Game) ([]string, error) {
	name := g.Info().Name
	if list, ok := s.lab.measures.Load(name); ok {
		return list.([]string), nil
	}
	probe := &labpage.Grid{Game: g, Seats: g.Info().MinSeats, Bots: [][]string{s.players(g)[:1]}, Option: g.Options()[0], Measure: "length", Matches: 20}
	probe.Values = []any{probe.Usual()}
	e, err := probe.Experiment([]lab.Teller{s.teller("it"), s.teller("en")}, s.game)
	if err != nil {
		return nil, err
	}
	list, err := e.Values(r.Context(), g.Info().MaxSeats > 1)
	if err != nil {
		return nil, err
	}
	s.lab.measures.Store(name, list)
	return list, nil
}

// labRefusal is a refusal for a page to tell; what is not meant for people stays
// an error.
func (s *Server) labRefusal(page *ui.Page, err error) (labpage.Refusal, error) {
	p, ours := s.labProblem(err)
	if ours {
		return labpage.Refusal{}, err
	}
	out := labpage.Refusal{Sentence: page.Text(p.text), Field: p.field}
	var busy *runs.Busy
	if errors.As(err, &busy) {
		out.Run = busy.ID
	}
	return out, nil
}

// labProblem gives the lab's refusals their statuses.
func (s *Server) labProblem(err error) (p *problem, ours bool) {
	var busy *runs.Busy
	if errors.As(err, &busy) {
		return refuse(http.StatusConflict, "lab_busy", "web.lab.refused.busy"), false
	}
	p, ours = problemOf(err)
	switch p.code {
	case "lab_unknown_run":
		p.status = http.StatusNotFound
	case "lab_full", "lab_outdated", "lab_still_running":
		p.status = http.StatusConflict
	case "lab_closing":
		p.status = http.StatusServiceUnavailable
	}
	return p, ours
}

// labFail is an error of the lab with its status.
func (s *Server) labFail(err error) error {
	if p, ours := s.labProblem(err); !ours {
		return p
	}
	return err
}
