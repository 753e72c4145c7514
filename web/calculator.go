package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"

	"banco/game"
	"banco/web/calculator"
)

// maxFightLink bounds the query of a fight, in bytes: twelve kinds of fighters
// with every field filled in take half of it.
const maxFightLink = 8 << 10

// calculator is Quote's calculator: a page for people, exact odds for programs.
func (s *Server) calculator(w http.ResponseWriter, r *http.Request) error {
	if _, ok := s.game("quote"); !ok {
		return refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	if len(r.URL.RawQuery) > maxFightLink {
		return refuse(http.StatusRequestURITooLong, "too_large", "web.error.too_large", maxFightLink>>10)
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
	}
	d := calculator.Read(q)
	if wantsJSON(r) {
		return s.fightJSON(w, r, q, d)
	}
	page := s.page(r)
	if q.Has("do") {
		// The form says everything; its link says no more than it has to, and a
		// reload does not add a fighter again. What is wrong stays as it was typed.
		anchor := d.Change(q.Get("do"))
		to := s.base + calculator.Path + "?" + d.Query()
		if anchor != "" {
			to += "#" + anchor
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	}
	done, err := s.calculating(r)
	if err != nil {
		return err
	}
	v := d.Look()
	done()
	status := http.StatusOK
	if len(v.Faults) > 0 {
		status = http.StatusBadRequest
	}
	page.Here = calculator.Path + "?" + d.Query()
	if fragmentWanted(r) {
		s.render(w, r, status, calculator.Page(page, v))
		return nil
	}
	s.render(w, r, status, calculatorPage(page, v))
	return nil
}

// fightJSON answers a program: the promised object, or why not. A name that is
// none of ours is refused, since it would silently change nothing.
func (s *Server) fightJSON(w http.ResponseWriter, r *http.Request, q url.Values, d *calculator.Draft) error {
	for _, key := range slices.Sorted(maps.Keys(q)) {
		if key != "as" && !calculator.Known(key) {
			e := refuse(http.StatusBadRequest, "unknown_field", "web.calc.refused.unknown_field", key)
			e.field = key
			return e
		}
	}
	done, err := s.calculating(r)
	if err != nil {
		return err
	}
	a, fault := d.Answer()
	done()
	if fault != nil {
		return badFight(fault)
	}
	writeJSON(w, r, http.StatusOK, a)
	return nil
}

// badFight is a fight that cannot be worked out as it was asked for.
func badFight(e *game.Error) *problem {
	return &problem{status: http.StatusBadRequest, code: e.Code, rule: e.Rule, field: e.Field, text: e.Text}
}

// calculating lets in one fight at a time: who plays at a table is not to wait
// for who calculates. Whoever has gone on to another fight meanwhile is not
// answered.
func (s *Server) calculating(r *http.Request) (done func(), err error) {
	select {
	case s.odds <- struct{}{}:
		return func() { <-s.odds }, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}
