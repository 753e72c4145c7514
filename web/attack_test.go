package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"banco/table"
)

// TestBodiesAreReadStrictly: what is not exactly one known JSON object, or is
// too large, or of another kind, is refused with a sentence and does nothing.
func TestBodiesAreReadStrictly(t *testing.T) {
	h := open(t, nil)
	good := `{"game":"klang","seats":[{"kind":"human"},{"kind":"human"}]`
	for _, c := range []struct {
		name, kind, body string
		status           int
	}{
		{"as it should be", "application/json", good + "} \n", 201},
		{"a bracket too many", "application/json", good + "}}", 400},
		{"two values", "application/json", good + "} {}", 400},
		{"a misspelt field", "application/json", good + `,"lissted":true}`, 400},
		{"cut off", "application/json", good, 400},
		{"nothing", "application/json", "", 400},
		{"too large", "application/json", `{"game":"` + strings.Repeat("a", maxBody) + `"}`, 413},
		{"too large behind the end", "application/json", good + "}" + strings.Repeat(" ", maxBody), 413},
		{"no kind", "", good + "}", 415},
		{"plain text", "text/plain", good + "}", 415},
		{"a form with parts", "multipart/form-data; boundary=x", "--x--", 415},
		{"a form too large", formType, "game=" + strings.Repeat("a", maxBody), 413},
	} {
		for _, accept := range []string{"application/json", "text/html"} {
			req, _ := http.NewRequest("POST", h.URL+"/matches", strings.NewReader(c.body))
			req.Header.Set("Content-Type", c.kind)
			req.Header.Set("Accept", accept)
			res := httptest.NewRecorder()
			h.web.ServeHTTP(res, req)
			want := c.status
			if want == 201 && accept == "text/html" {
				want = http.StatusSeeOther
			}
			if res.Code != want {
				t.Errorf("%s, %s: %d %s", c.name, accept, res.Code, res.Body)
			}
			if res.Code >= 400 && (res.Body.Len() < 60 || res.Header().Get("Content-Security-Policy") != policy) {
				t.Errorf("%s, %s: %q %v", c.name, accept, res.Body, res.Header())
			}
		}
	}
}

// TestACommandNamesWhatItSaw: without seq nobody can say whether it is stale.
func TestACommandNamesWhatItSaw(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table("")
	for _, body := range []string{`{"id":"a","action":{}}`, `{"id":"a","seq":null,"action":{}}`, `{"seq":1,"action":{}}`, `{"id":"a","seq":1}`} {
		res, got := h.call(nil, "POST", "/matches/"+id+"/actions", []byte(body), "Authorization", "Bearer "+tok[0])
		if res.StatusCode != 400 || !strings.Contains(got, "seq") {
			t.Errorf("%s: %d %s", body, res.StatusCode, got)
		}
	}
}

// TestTheRightAddressAndTheWrongMethod: 405 names the right ones; an address
// that does not exist is not found, however it is asked for.
func TestTheRightAddressAndTheWrongMethod(t *testing.T) {
	h := open(t, nil)
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"POST", "/", 405, "GET, HEAD"},
		{"PUT", "/matches/abc", 405, "GET, HEAD"},
		{"OPTIONS", "/matches", 405, "POST"},
		{"GET", "/matches", 405, "POST"},
		{"GET", "/matches/abc/actions", 405, "POST"},
		{"DELETE", "/resume/abc", 405, "GET, HEAD, POST"},
		{"POST", "/static/nothing.js", 405, "GET, HEAD"},
		{"GET", "/static/nothing.js", 404, ""},
		{"POST", "/nowhere", 404, ""},
		{"GET", "/matches/abc/nothing", 404, ""},
	} {
		for _, accept := range []string{"application/json", "text/html"} {
			res, body := h.call(nil, c.method, c.path, nil, "Accept", accept)
			if res.StatusCode != c.status || res.Header.Get("Allow") != c.allow {
				t.Errorf("%s %s: %d, Allow %q", c.method, c.path, res.StatusCode, res.Header.Get("Allow"))
			}
			if !strings.HasPrefix(res.Header.Get("Content-Type"), accept) || len(body) < 60 {
				t.Errorf("%s %s: no sentence for %s: %q", c.method, c.path, accept, body)
			}
		}
	}
}

// TestBackStaysHere: where a browser is sent after a form is always our own page,
// also by the browser's idea of what an address is.
func TestBackStaysHere(t *testing.T) {
	h := open(t, nil)
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for back, want := range map[string]string{
		"/matches/abc?die=6": "/matches/abc?die=6",
		"//evil.example":     "/", "/\\evil.example": "/", "https://evil.example": "/", "": "/",
		"/\t/evil.example": "/", "/\n/evil.example": "/", "/\x00/evil.example": "/", "/ /evil.example": "/", "\t//evil.example": "/",
	} {
		res, _ := h.call(stay, "POST", "/prefs", url.Values{"theme": {"dark"}, "back": {back}})
		if got := res.Header.Get("Location"); res.StatusCode != 303 || got != want {
			t.Errorf("%q leads to %q", back, got)
		}
	}
}

// TestWhatAClientCannotUnpack: a weight of nought is a no, however it is written.
func TestWhatAClientCannotUnpack(t *testing.T) {
	for header, want := range map[string]bool{
		"gzip": true, "br, gzip;q=0.5": true, "gzip; q=1.0": true,
		"": false, "br": false, "gzip;q=0": false, "gzip;q=0.0": false, "gzip; q = 0.000": false, "gzip;q=zork": false,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Encoding", header)
		if acceptsGzip(r) != want {
			t.Errorf("%q: %v", header, !want)
		}
	}
}

// TestHeadOfAStreamEnds: it has a head and no body, so it holds no place.
func TestHeadOfAStreamEnds(t *testing.T) {
	h := open(t, func(c *Config) { c.Limits.StreamsPerAddress = 1 })
	id, tok := h.table("")
	c := &http.Client{Timeout: 5 * time.Second}
	for range 3 {
		res, _ := h.call(c, "HEAD", "/matches/"+id+"/events", nil, "Authorization", "Bearer "+tok[0])
		if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
			t.Fatalf("%d %v", res.StatusCode, res.Header)
		}
	}
}

// TestAStreamTellsOfAParkedMatch: a match that lost its last entries can be
// parked at the very place that a page has seen it pass.
func TestAStreamTellsOfAParkedMatch(t *testing.T) {
	for _, c := range []struct {
		stage     string
		seq, seen int
		sent      bool
		want      bool
	}{
		{table.Playing, 5, 5, false, false},
		{table.Playing, 5, 4, false, true},
		{table.Playing, 3, 5, false, true},
		{table.Parked, 5, 5, false, true},
		{table.Parked, 5, 5, true, false},
	} {
		if got := isNew(&table.Snapshot{Stage: c.stage, Seq: c.seq}, c.seen, c.sent); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestARefusedFormMakesNoTable: what is refused is refused before the table is
// there, and the form comes back with the sentence.
func TestARefusedFormMakesNoTable(t *testing.T) {
	h := open(t, nil)
	for name, form := range map[string]url.Values{
		"an odd seat":    {"game": {"klang"}, "listed": {"on"}, "seat.1": {"cat"}},
		"too few seats":  {"game": {"klang"}, "listed": {"on"}, "seat.0": {"none"}},
		"no such player": {"game": {"klang"}, "listed": {"on"}, "seat.1": {"bot:god"}},
	} {
		res, body := h.call(h.browser(), "POST", "/matches", form)
		if res.StatusCode != 400 && res.StatusCode != 422 || !strings.Contains(body, `role="alert"`) {
			t.Errorf("%s: %d", name, res.StatusCode)
		}
	}
	if open, err := h.tables.Lobby(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("%d tables were made, %v", len(open), err)
	}
}

// TestAMakerWhoCannotSitIsTold: a name or a seed that is refused comes back with
// the sentence, and the seat stays free.
func TestAMakerWhoCannotSitIsTold(t *testing.T) {
	h := open(t, nil)
	c := h.browser()
	res, _ := h.call(c, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"here"}})
	path := res.Request.URL.Path
	for name, form := range map[string]url.Values{
		"a long name": {"sit": {"0-1"}, "name.0": {strings.Repeat("x", 33)}, "name.1": {"Bruno"}},
		"a bad seed":  {"sit": {"0-1"}, "name.0": {"Ada"}, "name.1": {"Bruno"}, "client_seed.1": {"a b"}},
	} {
		res, body := h.call(c, "POST", path+"/seats", form)
		if res.StatusCode != 400 || !strings.Contains(body, `class="refusal"`) || !strings.Contains(body, `value="Bruno"`) || !strings.Contains(body, `action="`+path+`/seats"`) {
			t.Errorf("%s: %d %s", name, res.StatusCode, body)
		}
	}
	if m := h.look(strings.TrimPrefix(path, "/matches/"), ""); m.Stage != table.Waiting {
		t.Errorf("it is %s", m.Stage)
	}
}

// TestFiguresNameNobody: what anybody may read of the server holds no match, no
// token, no invitation, and no address that somebody made up.
func TestFiguresNameNobody(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table("")
	h.call(nil, "GET", "/matches/"+id+"/zork-canary", nil)
	h.call(nil, "ZORK", "/", nil)
	for _, path := range []string{"/metrics", "/healthz", "/openapi.json"} {
		_, body := h.call(nil, "GET", path, nil)
		for _, secret := range []string{id, tok[0], tok[1], "zork", "ZORK", "seed-0", "127.0.0.1"} {
			if strings.Contains(body, secret) {
				t.Errorf("%s holds %q", path, secret)
			}
		}
	}
}

// TestFiguresStayOnThisMachine: from them others could count a player's tries.
func TestFiguresStayOnThisMachine(t *testing.T) {
	h := open(t, nil)
	for _, c := range []struct {
		from, header string
		status       int
	}{
		{"127.0.0.1:5", "", 200}, {"[::1]:5", "", 200}, {"[::ffff:127.0.0.1]:5", "", 200},
		{"192.168.1.7:5", "", 403}, {"[2001:db8::1]:5", "", 403}, {"", "", 403},
		{"127.0.0.1:5", "X-Forwarded-For", 403}, {"127.0.0.1:5", "Forwarded", 403},
	} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.RemoteAddr = c.from
		if c.header != "" {
			r.Header.Set(c.header, "192.168.1.7")
		}
		w := httptest.NewRecorder()
		h.web.ServeHTTP(w, r)
		if w.Code != c.status || c.status != 200 && strings.Contains(w.Body.String(), "banco_http") {
			t.Errorf("%+v: %d", c, w.Code)
		}
	}
}

// TestTidyingKeepsTheBase: an address with an empty or dotted part leads to the
// same one without it, still below the base path.
func TestTidyingKeepsTheBase(t *testing.T) {
	h := open(t, func(c *Config) { c.BasePath = "/banco" })
	for from, want := range map[string]string{
		"/banco//games?as=json": "/banco/games?as=json",
		"/banco/x/../games":     "/banco/games",
		"/banco///":             "/banco/",
	} {
		r := httptest.NewRequest("GET", from, nil)
		w := httptest.NewRecorder()
		h.web.ServeHTTP(w, r)
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%s leads to %q", from, got)
		}
	}
}
