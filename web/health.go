package web

import (
	_ "embed"
	"net/http"
)

//go:embed openapi.json
var openapiDoc []byte

// healthz says that the server is there and can read its tables.
func (s *Server) healthz(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.cfg.Tables.Lobby(r.Context()); err != nil {
		p := refuse(http.StatusServiceUnavailable, "unavailable", "web.error.unavailable")
		p.retry = 1e9
		return p
	}
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}

// openapi is the description of the interface for programs.
func (s *Server) openapi(w http.ResponseWriter, r *http.Request) error {
	writeBody(w, r, http.StatusOK, "application/json", openapiDoc)
	return nil
}
