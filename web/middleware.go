package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
)

// maxBody bounds what a request may send; maxFile what one that brings a match as
// a file may: a battle of four hundred with a note for each is larger.
const (
	maxBody = 64 << 10
	maxFile = 512 << 10
)

// bodyLimit is what this request may send.
func (s *Server) bodyLimit(r *http.Request) int64 {
	path := strings.TrimPrefix(r.URL.Path, s.base)
	if strings.HasPrefix(path, "/matches/") && strings.HasSuffix(path, "/file") {
		return maxFile
	}
	return maxBody
}

// policy lets a page use our own files and nothing else, nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// outside is what every request passes first, whatever it asks for.
func (s *Server) outside(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, refuse(http.StatusForbidden, "cross_origin", "web.error.cross_origin"))
	}))
	guarded := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		r.Body = http.MaxBytesReader(w, r.Body, s.bodyLimit(r))
		guarded.ServeHTTP(w, r)
	})
}

// serve wraps one route: its limit, its figures, its refusals, its panics.
func (s *Server) serve(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler {
					panic(v)
				}
				s.log.ErrorContext(r.Context(), "panic", "route", rt.path, "value", fmt.Sprint(v), "stack", string(debug.Stack()))
				if rec.status != 0 {
					panic(http.ErrAbortHandler) // half an answer cannot be taken back; the client must see that it broke off
				}
				s.fail(rec, r, refuse(http.StatusInternalServerError, "internal", "web.error.internal"))
			}
			s.metrics.observe(rt, rec.status, time.Since(start))
			s.log.Log(r.Context(), slog.LevelDebug, "request", "method", r.Method, "route", rt.path, "status", rec.status, "took", time.Since(start))
		}()
		if s.cfg.Lab != nil && !strings.HasSuffix(rt.path, "/events") { // streams stay for hours
			defer s.cfg.Lab.Guest()()
		}
		w.Header().Set("Vary", "Accept, Accept-Language, Cookie, Authorization, Banco-Fragment")
		if wait, ok := s.limits.allow(rt.limit, s.client(r)); !ok {
			s.metrics.limited.WithLabelValues(rt.limit).Inc()
			s.fail(rec, r, tooMany(rt.limit, wait))
			return
		}
		if err := rt.do(rec, r); err != nil {
			s.fail(rec, r, err)
		}
	})
}

// recorder remembers the status for the figures.
type recorder struct {
	http.ResponseWriter
	status int
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
