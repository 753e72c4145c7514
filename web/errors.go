package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// problem is a refusal on its way out: a status, a stable code and a sentence.
type problem struct {
	status   int
	code     string
	rule     string
	field    string
	text     game.Message
	limit    string          // of a 429: which limit
	retry    time.Duration   // of a 429 or 503: when to come back
	snapshot *table.Snapshot // of a stale command: the present state
}

func (p *problem) Error() string {
	return strconv.Itoa(p.status) + " " + p.code + ": " + p.text.String()
}

// refuse makes a refusal by the web itself.
func refuse(status int, code, key string, args ...any) *problem {
	return &problem{status: status, code: code, text: game.Msg(key, args...)}
}

var kindStatus = map[string]int{
	table.NotFound:    http.StatusNotFound,
	table.Invalid:     http.StatusBadRequest,
	table.Forbidden:   http.StatusForbidden,
	table.Conflict:    http.StatusConflict,
	table.Illegal:     http.StatusUnprocessableEntity,
	table.Unavailable: http.StatusServiceUnavailable,
}

// problemOf says how an error is told. What is not meant for people becomes a
// 500 without detail, with ours true.
func problemOf(err error) (p *problem, ours bool) {
	var tableErr *table.Error
	var gameErr *game.Error
	var tooBig *http.MaxBytesError
	switch {
	case errors.As(err, &p):
		return p, false
	case errors.As(err, &tableErr) && tableErr.Refusal != nil:
		p = &problem{
			status: kindStatus[tableErr.Kind], code: tableErr.Code, rule: tableErr.Rule,
			field: tableErr.Field, text: tableErr.Text, snapshot: tableErr.Snapshot,
		}
		if p.status == 0 {
			p.status = http.StatusInternalServerError
		}
		if p.status == http.StatusServiceUnavailable {
			p.retry = time.Second
		}
		return p, p.status >= 500
	case errors.As(err, &gameErr):
		return &problem{status: http.StatusUnprocessableEntity, code: gameErr.Code, rule: gameErr.Rule, field: gameErr.Field, text: gameErr.Text}, false
	case errors.As(err, &tooBig):
		return refuse(http.StatusRequestEntityTooLarge, "too_large", "web.error.too_large", int(tooBig.Limit/1024)), false
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return refuse(http.StatusServiceUnavailable, "unavailable", "web.error.unavailable"), false
	}
	return refuse(http.StatusInternalServerError, "internal", "web.error.internal"), true
}

// problemJSON is the shape of every refusal to a program.
type problemJSON struct {
	Error struct {
		Code    string       `json:"code"`
		Rule    string       `json:"rule"`
		Message string       `json:"message"`
		Field   string       `json:"field,omitempty"`
		Text    game.Message `json:"text"`
		Limit   string       `json:"limit,omitempty"`
		Retry   int          `json:"retry_after_s,omitempty"`
	} `json:"error"`
	Match json.RawMessage `json:"match,omitempty"` // where a stale command finds the present state
}

func (s *Server) problemJSON(page *ui.Page, p *problem) (out problemJSON) {
	e := &out.Error
	e.Code, e.Rule, e.Field, e.Text, e.Limit = p.code, p.rule, p.field, p.text, p.limit
	e.Message = page.Text(p.text)
	e.Retry = p.retrySeconds()
	if p.snapshot != nil {
		if data, err := s.matchBytes(page, p.snapshot); err == nil {
			out.Match = data
		}
	}
	return out
}

func (p *problem) retrySeconds() int { return int((p.retry + time.Second - 1) / time.Second) }

// fail tells a client why its request was not done.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	p, ours := problemOf(err)
	if ours {
		s.log.ErrorContext(r.Context(), "request failed", "method", r.Method, "route", r.Pattern, "err", err)
	}
	page := s.page(r)
	if p.retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(p.retrySeconds()))
	}
	w.Header().Set("Cache-Control", "no-store")
	if wantsJSON(r) {
		writeJSON(w, r, p.status, s.problemJSON(page, p))
		return
	}
	s.render(w, r, p.status, problemPage(page, p))
}

// readJSON reads the body of a request as one JSON value and nothing after it.
func readJSON(r *http.Request, into any) error {
	bad := func(err error) error {
		var tooBig *http.MaxBytesError
		if errors.As(err, &tooBig) {
			return err
		}
		return refuse(http.StatusBadRequest, "bad_json", "web.error.bad_json")
	}
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields() // a misspelt field would silently take its default
	if err := dec.Decode(into); err != nil {
		return bad(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return bad(err)
	}
	return nil
}

const formType = "application/x-www-form-urlencoded"

// readForm reads the body of a request as a form.
func readForm(r *http.Request) error {
	if name, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); name != formType && r.ContentLength != 0 {
		return refuse(http.StatusUnsupportedMediaType, "content_type", "web.error.content_type")
	}
	err := r.ParseForm()
	var tooBig *http.MaxBytesError
	if err == nil || errors.As(err, &tooBig) {
		return err
	}
	return refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
}
