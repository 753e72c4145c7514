package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"banco/game"
	"banco/internal/i18n"
	"banco/lab/runs"
	"banco/web/calculator"
	"banco/web/labpage"
	"banco/web/ui"
)

// Config is what a [Server] is made from. Tables, Games and Catalog are required.
type Config struct {
	Tables  Tables
	Games   func() []game.Game
	Catalog *i18n.Catalog // with [Texts], the lab's and every game's texts in it
	// Bots lists the levels of bot that can play a game, weakest first; nil for none.
	Bots func(game string) []string
	// BasePath is the path below which everything is served, "/" for none. A
	// reverse proxy may strip it or leave it.
	BasePath string
	// PublicURL is how people outside reach this server ("https://banco.example"),
	// without base path; when empty, links are made from each request's host.
	PublicURL string
	// LANURL is how other devices on the local network reach this server, without
	// base path; it stands in links that a request of this very machine is given.
	LANURL string
	// TrustProxy takes a client's address and scheme from the X-Forwarded-For
	// and X-Forwarded-Proto headers. Only for a server that nobody reaches but
	// through its proxy.
	TrustProxy bool
	// Lab keeps the lab's runs; nil for a server that has none.
	Lab *runs.Service
	// LabClosed lets people look at runs, and start none.
	LabClosed bool
	Limits    Limits // zero fields take their defaults
	Log       *slog.Logger
}

// Server answers every request. It is safe for concurrent use.
type Server struct {
	cfg     Config
	base    string // "" or "/banco"
	public  *url.URL
	lan     *url.URL
	log     *slog.Logger
	limits  *limiter
	metrics *metrics
	handler http.Handler
	rules   sync.Map // rendered rules pages by game and language
	views   [64]sync.Mutex
	drawing chan struct{} // one place for each answer that may be drawn at once
	odds    chan struct{} // the one place for a fight that is being worked out
	phones  phones
	lab     *labRoom

	statsMu sync.Mutex
	stats   map[string][]faces // how the dice of finished matches fell

	stopping context.Context // ends when the streams should
	stop     context.CancelFunc
	nameless []string // what pages call who typed no name, in each language
}

// handler answers a request, or gives the reason why not for the caller to tell.
type handler func(w http.ResponseWriter, r *http.Request) error

// route is one row of the table of addresses.
type route struct {
	method, path string
	limit        string // which limit it counts against; "" for none
	do           handler
}

// routes is every address that Banco answers, static files apart.
func (s *Server) routes() []route {
	return []route{
		{"GET", "/{$}", "pages", s.lobby},
		{"GET", "/new/{game}", "pages", s.newMatchPage},
		{"GET", "/new/{game}/rules", "pages", s.ruleSetFile},
		{"POST", "/new/{game}/rules", "pages", s.ruleSet},
		{"POST", "/prefs", "pages", s.setPrefs},
		{"GET", "/games", "pages", s.gamesList},
		{"GET", "/games/{name}", "pages", s.gamePage},
		{"POST", "/matches", "create", s.createMatch},
		{"GET", "/join/{invite}", "secrets", s.joinPage},
		{"GET", "/resume/{link}", "secrets", s.resumePage},
		{"POST", "/resume/{link}", "secrets", s.resume},
		{"GET", "/matches/{id}", "pages", s.handed(s.match)},
		{"POST", "/matches/{id}/seats", "secrets", s.takeSeats},
		{"POST", "/matches/{id}/seats/{n}", "secrets", s.takeSeat},
		{"POST", "/matches/{id}/seats/{n}/link", "secrets", s.handed(s.seatLink)},
		{"POST", "/matches/{id}/seats/{n}/bot", "actions", s.handOver},
		{"POST", "/matches/{id}/seats/{n}/back", "actions", s.comeBack},
		{"POST", "/matches/{id}/hand", "actions", s.hand},
		{"POST", "/matches/{id}/actions", "actions", s.act},
		{"POST", "/matches/{id}/amendments", "actions", s.amending(s.propose)},
		{"POST", "/matches/{id}/amendments/{n}", "actions", s.amending(s.answer)},
		{"POST", "/matches/{id}/pause", "actions", s.amending(s.pause)},
		{"GET", "/matches/{id}/timings", "pages", s.matchTimings},
		{"GET", "/timings", "pages", s.allTimings},
		{"GET", "/matches/{id}/events", "pages", s.handed(s.events)},
		{"GET", "/matches/{id}/log", "pages", s.handed(s.record)},
		{"GET", "/matches/{id}/chronicle", "pages", s.handed(s.chronicle)},
		{"GET", "/matches/{id}/sheet", "pages", s.handed(s.matchSheet)},
		{"GET", "/matches/{id}/file", "pages", s.handed(s.matchFile)},
		{"POST", "/matches/{id}/file", "actions", s.loadFile},
		{"GET", rostersPath, "pages", s.rosters},
		{"GET", rostersPath + "/sheet", "pages", s.rosterSheet},
		{"GET", rostersPath + "/file", "pages", s.rosterFile},
		{"POST", rostersPath + "/file", "pages", s.loadRoster},
		{"GET", calculator.Path, "odds", s.calculator},
		{"GET", labpage.Path, "pages", s.labList},
		{"GET", labpage.Path + "/studies/{name}/{file}", "pages", s.labStudy},
		{"GET", labpage.OwnPath, "pages", s.labOwn},
		{"POST", labpage.RunPath, "create", s.labStart},
		{"GET", labpage.RunPath + "/{id}", "pages", s.labRun},
		{"POST", labpage.RunPath + "/{id}", "create", s.labDo},
		{"GET", labpage.RunPath + "/{id}/events", "pages", s.labEvents},
		{"GET", labpage.RunPath + "/{id}/{file}", "pages", s.labFile},
		{"GET", "/manifest.webmanifest", "pages", s.manifest},
		{"GET", "/sw.js", "pages", s.worker},
		{"GET", "/offline", "pages", s.offline},
		{"GET", "/icons/{file}", "pages", s.icon},
		{"GET", "/film.mp4", "pages", s.serveFilm},
		{"GET", "/healthz", "", s.healthz},
		{"GET", "/metrics", "", s.serveMetrics},
		{"GET", "/openapi.json", "pages", s.openapi},
	}
}

// New makes a server.
func New(cfg Config) (*Server, error) {
	if cfg.Tables == nil || cfg.Games == nil || cfg.Catalog == nil {
		return nil, errors.New("web: Tables, Games and Catalog are required")
	}
	s := &Server{cfg: cfg, log: cfg.Log, drawing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), odds: make(chan struct{}, 1)}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.base = strings.TrimRight(cfg.BasePath, "/")
	if s.base != "" && !strings.HasPrefix(s.base, "/") {
		s.base = "/" + s.base
	}
	for _, o := range []struct {
		name, value string
		to          **url.URL
	}{{"PublicURL", cfg.PublicURL, &s.public}, {"LANURL", cfg.LANURL, &s.lan}} {
		if o.value == "" {
			continue
		}
		u, err := url.Parse(o.value)
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return nil, errors.New("web: " + o.name + " must look like https://host, not " + o.value)
		}
		*o.to = u
	}
	for _, lang := range []string{i18n.Italian, i18n.English} {
		s.nameless = append(s.nameless, cfg.Catalog.Printer(lang).Text(game.Msg("web.name.default")))
	}
	s.limits = newLimiter(cfg.Limits)
	s.lab = s.newLabRoom()
	s.metrics = newMetrics()
	s.stopping, s.stop = context.WithCancel(context.Background())

	mux := http.NewServeMux()
	for _, rt := range s.routes() {
		mux.Handle(rt.method+" "+rt.path, s.serve(rt))
	}
	mux.Handle("GET /static/{name}", http.HandlerFunc(s.serveStatic))
	mux.Handle("/", s.serve(route{"", "/", "pages", s.unknown(mux)}))

	s.handler = s.outside(s.underBase(mux))
	return s, nil
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Shutdown ends every event stream, so that a graceful shutdown of the HTTP
// server does not wait for them; pages then reconnect elsewhere.
func (s *Server) Shutdown() { s.stop() }

// underBase takes the base path off. A proxy that has stripped it already does
// no harm.
func (s *Server) underBase(next http.Handler) http.Handler {
	if s.base == "" {
		return next
	}
	strip := http.StripPrefix(s.base, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == s.base:
			http.Redirect(w, r, s.base+"/", http.StatusMovedPermanently)
		case strings.HasPrefix(r.URL.Path, s.base+"/"):
			// Tidied here: the mux, which does not know the base, would send on
			// to an address without it.
			if tidy := tidyPath(r.URL.Path); tidy != r.URL.Path {
				to := url.URL{Path: tidy, RawQuery: r.URL.RawQuery}
				http.Redirect(w, r, to.String(), http.StatusTemporaryRedirect)
				return
			}
			strip.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// tidyPath takes out empty and dotted parts, as the mux does.
func tidyPath(p string) string {
	tidy := path.Clean(p)
	if tidy != "/" && strings.HasSuffix(p, "/") {
		tidy += "/"
	}
	return tidy
}

// unknown answers for every address that is not ours, and for the right
// address with the wrong method.
func (s *Server) unknown(mux *http.ServeMux) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			other := *r
			other.Method = method
			if _, pattern := mux.Handler(&other); pattern != "/" {
				allowed = append(allowed, method)
			}
		}
		if len(allowed) == 0 {
			return refuse(http.StatusNotFound, "not_found", "web.error.not_found")
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		return refuse(http.StatusMethodNotAllowed, "method_not_allowed", "web.error.method", method(r))
	}
}

// loopback tells whether a host, with or without a port, is this very machine.
func loopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// method is the request's method, as far as an answer repeats it.
func method(r *http.Request) string { return r.Method[:min(len(r.Method), 16)] }

// game finds a game by its name.
func (s *Server) game(name string) (game.Game, bool) {
	for _, g := range s.cfg.Games() {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}

// page is what the templates know about a request.
func (s *Server) page(r *http.Request) *ui.Page {
	cookie := func(name string) string {
		if c, err := r.Cookie(name); err == nil {
			return c.Value
		}
		return ""
	}
	lang := i18n.Match(r.Header.Get("Accept-Language"), cookie(langCookie))
	theme := cookie(themeCookie)
	if theme != "light" && theme != "dark" {
		theme = "auto"
	}
	here := r.URL.Path
	if r.Method != http.MethodGet {
		here = "/"
	} else if r.URL.RawQuery != "" {
		here += "?" + r.URL.RawQuery
	}
	return &ui.Page{
		Printer:  s.cfg.Catalog.Printer(lang),
		Lang:     lang,
		Theme:    theme,
		Base:     s.base,
		Origin:   s.origin(r),
		Local:    s.public == nil && s.lan == nil && loopback(r.Host),
		Here:     here,
		Assets:   hashedName,
		Knows:    s.cfg.Catalog.Has,
		Nameless: func(name string) bool { return slices.Contains(s.nameless, name) },
	}
}

// origin is scheme and host as the people who are sent our links should use them.
func (s *Server) origin(r *http.Request) string {
	if s.public != nil {
		return s.public.Scheme + "://" + s.public.Host
	}
	if s.lan != nil && loopback(r.Host) {
		return s.lan.Scheme + "://" + s.lan.Host
	}
	if s.secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// secure tells whether the client speaks TLS to us, or to the proxy before us.
func (s *Server) secure(r *http.Request) bool {
	return r.TLS != nil ||
		s.public != nil && s.public.Scheme == "https" ||
		s.cfg.TrustProxy && r.Header.Get("X-Forwarded-Proto") == "https"
}
