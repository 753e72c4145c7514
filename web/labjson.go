package web

import (
	"time"

	"banco/lab"
	"banco/lab/runs"
	"banco/web/labpage"
	"banco/web/ui"
)

// labListJSON is the lab for programs.
type labListJSON struct {
	Open        bool           `json:"open"` // whether runs may be started here
	Limits      labLimitsJSON  `json:"limits"`
	Experiments []labStudyJSON `json:"experiments"`
	Runs        []labRunJSON   `json:"runs"`
}

type labLimitsJSON struct {
	Matches int `json:"matches"` // of one run in all
	Seconds int `json:"seconds"` // that one run may take, as guessed beforehand
	Runs    int `json:"runs"`    // that are kept
}

// labStudyJSON is an experiment that comes with Banco.
type labStudyJSON struct {
	Name     string     `json:"name"`
	Game     string     `json:"game"`
	Title    string     `json:"title"`
	Question string     `json:"question"`
	Bots     [][]string `json:"bots"`
	Variants int        `json:"variants"` // with each line-up
	Matches  int        `json:"matches"`  // of each variant, in its report
	Most     int        `json:"most"`     // of each variant, that a run here may have
	File     string     `json:"file"`
	Report   string     `json:"report,omitempty"`
}

// labRunJSON is a run for programs. Links are below the host.
type labRunJSON struct {
	ID         string       `json:"id"`
	Experiment string       `json:"experiment"`
	Game       string       `json:"game"`
	Title      string       `json:"title"`
	State      runs.State   `json:"state"`
	Note       string       `json:"note,omitempty"` // why it is stopped or failed
	Matches    int          `json:"matches"`        // of each variant
	Played     int          `json:"played"`
	Total      int          `json:"total"`
	Left       float64      `json:"left_s"` // a guess; 0 for no idea
	Started    time.Time    `json:"started"`
	Ended      *time.Time   `json:"ended,omitempty"`
	Version    int64        `json:"version"`
	Link       string       `json:"link"`
	File       string       `json:"file"`
	Command    string       `json:"command,omitempty"` // repeats it, in the folder that holds the file
	Report     string       `json:"report,omitempty"`
	Table      string       `json:"table,omitempty"`
	Results    string       `json:"results,omitempty"`
	Summary    *lab.Summary `json:"summary,omitempty"` // what it found, or finds so far
}

func (s *Server) labListJSON(page *ui.Page, v *labpage.List) labListJSON {
	l := s.labLimits()
	out := labListJSON{v.Open, labLimitsJSON{l.Matches, int(l.Time.Seconds()), l.Kept}, []labStudyJSON{}, []labRunJSON{}}
	for _, st := range v.Studies {
		e := st.Experiment
		folder := page.Link(labpage.Path + "/studies/" + e.Name + "/")
		j := labStudyJSON{
			e.Name, e.Game.Info().Name, e.Title.In(page.Lang), e.Question.In(page.Lang), e.Lineups,
			len(e.CellsOf(0)), e.Matches, st.Most, folder + e.Name + ".toml", "",
		}
		if st.Report {
			j.Report = folder + reportName
		}
		out.Experiments = append(out.Experiments, j)
	}
	for _, r := range v.Runs {
		out.Runs = append(out.Runs, s.labRunJSON(page, r))
	}
	return out
}

func (s *Server) labRunJSON(page *ui.Page, r *runs.Run) labRunJSON {
	link := page.Link(labpage.Address(r.ID))
	j := labRunJSON{
		ID: r.ID, Experiment: r.Name, Game: r.Game, Title: r.Title.In(page.Lang), State: r.State,
		Matches: r.Matches, Played: r.Played, Total: r.Total, Left: r.Left.Seconds(), Started: r.Started,
		Version: r.Version, Link: link, File: link + "/" + r.Name + ".toml",
	}
	if !r.Why.IsZero() {
		j.Note = page.Text(r.Why)
	}
	if !r.Ended.IsZero() {
		j.Ended = &r.Ended
	}
	t := s.teller(page.Lang)
	if r.Experiment != nil {
		j.Command = t.Command(r.Experiment)
	}
	if r.State == runs.Done {
		j.Report, j.Table = link+"/"+reportName, link+"/"+lab.TableFile
	}
	if r.State != runs.Running {
		j.Results = link + "/" + lab.ResultsFile
	}
	if r.Outcome != nil {
		sum := t.Summary(r.Outcome)
		j.Summary = &sum
	}
	return j
}
