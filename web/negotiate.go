package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"banco/table"

	"github.com/a-h/templ"
)

// wantsJSON tells a program from a person: a person's browser asks for HTML by
// name. What names neither gets JSON.
func wantsJSON(r *http.Request) bool {
	if r.URL.Query().Get("as") == "json" {
		return true
	}
	html := max(quality(r, "text/html"), quality(r, "application/xhtml+xml"))
	return html == 0 || quality(r, "application/json") > html
}

// quality is the weight that the Accept header gives a type by name, 0 for none.
func quality(r *http.Request, want string) float64 {
	best := 0.0
	for _, field := range r.Header["Accept"] {
		for item := range strings.SplitSeq(field, ",") {
			name, params, err := mime.ParseMediaType(item)
			if err != nil || name != want {
				continue
			}
			q := 1.0
			if s, ok := params["q"]; ok {
				if q, err = strconv.ParseFloat(s, 64); err != nil {
					q = 0
				}
			}
			best = max(best, q)
		}
	}
	return best
}

// sendsJSON tells whether the body is JSON rather than a form.
func sendsJSON(r *http.Request) bool {
	name, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return name == "application/json"
}

// fragmentWanted tells whether our script asks for the part of the page that
// changes, to put it in place of the old one.
func fragmentWanted(r *http.Request) bool { return r.Header.Get("Banco-Fragment") != "" }

// writeJSON answers with a value; nothing is escaped that JSON does not ask for.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, v any) {
	data, err := encodeJSON(v)
	if err != nil {
		http.Error(w, `{"error":{"code":"internal","rule":"","message":""}}`, http.StatusInternalServerError)
		return
	}
	writeBody(w, r, status, "application/json; charset=utf-8", append(data, '\n'))
}

func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render answers with a page. It is drawn before anything is sent, so that a
// page that fails is a 500 and not half a page.
func (s *Server) render(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	s.renderView(w, r, status, c, nil)
}

// renderView is render for a page that reads a match's view.
func (s *Server) renderView(w http.ResponseWriter, r *http.Request, status int, c templ.Component, m *table.Snapshot) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	err := func() error {
		if m != nil {
			defer s.reading(m)()
		}
		return c.Render(r.Context(), b)
	}()
	if err != nil {
		s.log.ErrorContext(r.Context(), "page failed", "route", r.Pattern, "err", err)
		http.Error(w, s.page(r).T("web.error.internal"), http.StatusInternalServerError)
		return
	}
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	writeBody(w, r, status, "text/html; charset=utf-8", b.Bytes())
}

// zippers compress answers that are made anew each time: fast counts for more
// than small.
var zippers = sync.Pool{New: func() any { z, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed); return z }}

// The smallest bodies that are worth compressing. A program acts many times a
// second, mostly from near by; compressing each of its answers took a sixth of
// the server's time.
const (
	worthZipping     = 600
	worthZippingJSON = 64 << 10
)

func writeBody(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	worth := worthZipping
	if strings.HasPrefix(contentType, "application/json") {
		worth = worthZippingJSON
	}
	if len(body) < worth || !acceptsGzip(r) {
		h.Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		w.Write(body)
		return
	}
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(w)
	z.Write(body)
	z.Close()
}

func acceptsGzip(r *http.Request) bool {
	for item := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(item), ";")
		if name == "gzip" {
			weight, has := strings.CutPrefix(strings.ReplaceAll(q, " ", ""), "q=")
			n, err := strconv.ParseFloat(weight, 64)
			return !has || err == nil && n > 0
		}
	}
	return false
}
