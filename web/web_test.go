package web

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"banco/game"
	"banco/games/klang"
	"banco/table"
)

// forPeople are the addresses that only pages use; the rest is described.
var forPeople = map[string]bool{
	"POST /prefs": true, "GET /new/{game}": true, "POST /matches/{id}/seats": true, "POST /matches/{id}/hand": true,
	"GET /manifest.webmanifest": true, "GET /sw.js": true, "GET /offline": true, "GET /icons/{file}": true, "GET /film.mp4": true,
}

func TestOpenAPIHoldsTheRoutes(t *testing.T) {
	var doc struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(openapiDoc, &doc); err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for path, methods := range doc.Paths {
		for method := range methods {
			described[strings.ToUpper(method)+" "+path] = true
		}
	}
	real := map[string]bool{}
	for _, rt := range (&Server{}).routes() {
		real[rt.method+" "+strings.TrimSuffix(rt.path, "{$}")] = true
	}
	for rt := range real {
		if !described[rt] && !forPeople[rt] {
			t.Errorf("%s is not described", rt)
		}
	}
	for rt := range described {
		if !real[rt] {
			t.Errorf("%s is described and not there", rt)
		}
	}
	for _, m := range regexp.MustCompile(`#/components/schemas/(\w+)`).FindAllStringSubmatch(string(openapiDoc), -1) {
		if !strings.Contains(string(openapiDoc), `"`+m[1]+`": {`) {
			t.Errorf("schema %s is missing", m[1])
		}
	}
}

// TestBasePath: below a path, behind a proxy that strips it or leaves it,
// every address in every page leads back below it.
func TestBasePath(t *testing.T) {
	h := open(t, func(c *Config) { c.BasePath = "/giochi/banco/"; c.PublicURL = "https://example.org" })
	ada := h.browser()
	res, body := h.call(ada, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"bot:greedy"}})
	if res.StatusCode != 200 || !strings.HasPrefix(res.Request.URL.Path, "/giochi/banco/matches/") {
		t.Fatal(res.StatusCode, res.Request.URL, body)
	}
	local := regexp.MustCompile(`(?:href|src|action|data-[a-z]+)="(/[^"]*)"`)
	pages := []string{body}
	for _, path := range []string{"/", "/new/klang", "/games/klang", "/nowhere"} {
		_, page := h.call(ada, "GET", path, nil)
		pages = append(pages, page)
	}
	for _, page := range pages {
		found := local.FindAllStringSubmatch(page, -1)
		if len(found) < 5 {
			t.Errorf("no addresses in %.100s", page)
		}
		for _, m := range found {
			if !strings.HasPrefix(m[1], "/giochi/banco/") {
				t.Errorf("%s leads out", m[0])
			}
		}
	}
	// Stripped by the proxy.
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept", "text/html")
	w := httptest.NewRecorder()
	h.web.ServeHTTP(w, r)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "/giochi/banco/static/") {
		t.Errorf("stripped: %d", w.Code)
	}
	if res, _ := h.call(nil, "GET", "/healthz", nil); res.StatusCode != 200 {
		t.Errorf("%d %v", res.StatusCode, res.Header)
	}
}

func TestStaticFilesStay(t *testing.T) {
	h := open(t, nil)
	for _, name := range []string{"base.css", "match.css", "banco.js", "icon.svg"} {
		res, body := h.call(nil, "GET", "/static/"+hashedName(name), nil)
		if res.StatusCode != 200 || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") || len(body) < 100 {
			t.Errorf("%s: %d %v", name, res.StatusCode, res.Header)
		}
	}
	if res, _ := h.call(nil, "GET", "/static/base.css", nil); res.StatusCode != 404 {
		t.Errorf("without its hash: %d", res.StatusCode)
	}
}

func TestLanguageAndTheme(t *testing.T) {
	h := open(t, nil)
	c := h.browser()
	if _, body := h.call(c, "GET", "/", nil, "Accept-Language", "en-GB,en;q=0.8"); !strings.Contains(body, `lang="en"`) {
		t.Error("the browser's wish was not heard")
	}
	res, body := h.call(c, "POST", "/prefs", url.Values{"lang": {"it"}, "back": {"/new/klang"}}, "Accept-Language", "en")
	if res.Request.URL.Path != "/new/klang" || !strings.Contains(body, `<html lang="it"`) {
		t.Errorf("%s %.120s", res.Request.URL, body)
	}
	if _, body := h.call(c, "POST", "/prefs", url.Values{"theme": {"dark"}, "back": {"/"}}); !strings.Contains(body, `data-theme="dark"`) {
		t.Error("the theme did not stay")
	}
	for _, back := range []string{"//evil.example", "https://evil.example", `/\evil.example`} {
		res, _ := h.call(c, "POST", "/prefs", url.Values{"lang": {"it"}, "back": {back}})
		if res.Request.URL.Host != strings.TrimPrefix(h.URL, "http://") {
			t.Errorf("%s led to %s", back, res.Request.URL)
		}
	}
	if res, _ := h.call(c, "POST", "/prefs", url.Values{"lang": {"xx"}}); res.StatusCode != 400 {
		t.Errorf("%d", res.StatusCode)
	}
}

// broken panics, as a bug would.
type broken struct{ Tables }

func TestPanicsAreSentences(t *testing.T) {
	g := catalog(t, klang.New())
	srv, err := New(Config{Tables: broken{}, Games: func() []game.Game { return nil }, Catalog: g})
	if err != nil {
		t.Fatal(err)
	}
	for _, accept := range []string{"application/json", "text/html"} {
		r := httptest.NewRequest("GET", "/matches/x", nil)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, r)
		if w.Code != 500 || strings.Contains(w.Body.String(), "goroutine") || strings.Contains(w.Body.String(), "nil pointer") || !strings.Contains(w.Body.String(), "annotato") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
}

func TestMetrics(t *testing.T) {
	h := open(t, nil)
	h.call(nil, "GET", "/games", nil)
	if _, body := h.call(nil, "GET", "/metrics", nil); !strings.Contains(body, `banco_http_requests_total{method="GET",route="/games",status="200"} 1`) {
		t.Error(body)
	}
}

// TestKeysExist: every key that the sources name is in the catalogues, and
// every key of the pages' own catalogue is named, at least by its beginning.
func TestKeysExist(t *testing.T) {
	cat := catalog(t, klang.New())
	key := regexp.MustCompile(`"(web\.[a-z0-9_.]*)"(\s*\+)?`)
	named := map[string]bool{}
	var starts []string
	for _, dir := range []string{".", "ui", "klangpage"} {
		files, err := fs.Glob(os.DirFS(dir), "*")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") || strings.HasSuffix(f, "_templ.go") || !(strings.HasSuffix(f, ".go") || strings.HasSuffix(f, ".templ")) {
				continue
			}
			src, err := os.ReadFile(filepath.Join(dir, f))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range key.FindAllStringSubmatch(string(src), -1) {
				switch {
				case strings.HasSuffix(m[1], ".") || m[2] != "":
					starts = append(starts, m[1])
				case !cat.Has(m[1]):
					t.Errorf("%s: %s has no sentence", f, m[1])
				default:
					named[m[1]] = true
				}
			}
		}
	}
	for _, k := range cat.Keys() {
		if !strings.HasPrefix(k, "web.") || named[k] {
			continue
		}
		used := false
		for _, s := range starts {
			used = used || strings.HasPrefix(k, s)
		}
		if !used {
			t.Errorf("%s is used nowhere", k)
		}
	}
	for _, stage := range []string{table.Waiting, table.Playing, table.Over, table.Parked} {
		if !cat.Has("web.stage." + stage) {
			t.Errorf("stage %s", stage)
		}
	}
	for limit := range newLimiter(Limits{}).rates {
		if !cat.Has("web.error.too_many." + limit) {
			t.Errorf("limit %s", limit)
		}
	}
	for phase := klang.PhaseTerrain; phase < klang.PhaseOver; phase++ {
		if !cat.Has("web.klang.hand."+phase.String()) && phase != klang.PhaseAct || !cat.Has("web.klang.wait."+phase.String()) {
			t.Errorf("phase %s", phase)
		}
	}
}

func TestNegotiation(t *testing.T) {
	for accept, json := range map[string]bool{
		"":                 true,
		"*/*":              true,
		"application/json": true,
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": false,
		"text/html;q=0.5, application/json":                               true,
		"application/json;q=0.1, text/html":                               false,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept", accept)
		if wantsJSON(r) != json {
			t.Errorf("%q", accept)
		}
	}
}
