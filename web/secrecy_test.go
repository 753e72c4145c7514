package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"banco/dice"
	"banco/game"
	"banco/games/klang"
	"banco/table"
	"banco/web/ui"
)

// midGame plays a Klang match to somewhere in the middle.
func midGame(t testing.TB, seed uint64, steps int) game.State {
	t.Helper()
	cfg, err := klang.New().Configure(nil, 2)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 7))
	src := dice.NewFast(seed, 9)
	s := cfg.Start(src, nil)
	for range steps {
		seat := s.ToAct().First()
		if err := s.Apply(seat, s.View(seat, nil).Sample(rng), src, nil); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// frozen is a table service that always shows the same.
type frozen struct {
	Tables
	snap table.Snapshot
	see  func() game.View
}

func (f frozen) Look(context.Context, string, string) (*table.Snapshot, error) {
	snap := f.snap
	snap.View = f.see()
	return &snap, nil
}

// snapshotOf is a state as a seat gets to see it.
func snapshotOf(s game.State, seat game.Seat) table.Snapshot {
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	snap := table.Snapshot{
		ID: "m", Game: "klang", Rules: "klang/1", Options: json.RawMessage(`{}`), Stage: table.Playing, Seq: 41,
		Seat: seat, ToAct: s.ToAct(), Commitment: strings.Repeat("ab", 32), Since: at,
		Players: []table.Player{{Seat: 0, Kind: "human", Name: "Ada", Taken: true, ClientSeed: "a"}, {Seat: 1, Kind: "human", Name: "Bruno", Taken: true, ClientSeed: "b"}},
	}
	for i := range 60 {
		snap.News = append(snap.News, table.News{Entry: i / 2, At: at, Seat: game.Seat(i / 2 % 2), Text: game.Msg("web.seat", i)})
	}
	return snap
}

func serveFrozen(t testing.TB, s game.State, seat game.Seat) *Server {
	t.Helper()
	g := klang.New()
	srv, err := New(Config{
		Tables:  frozen{snap: snapshotOf(s, seat), see: func() game.View { return s.View(seat, nil) }},
		Games:   func() []game.Game { return []game.Game{g} },
		Catalog: catalog(t, g),
	})
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// answers is every form in which a match goes out to a seat.
func answers(t testing.TB, s game.State, seat game.Seat) (all string) {
	t.Helper()
	srv := serveFrozen(t, s, seat)
	for _, req := range []struct{ path, accept, fragment string }{
		{"/matches/m", "application/json", ""},
		{"/matches/m", "text/html", ""},
		{"/matches/m", "text/html", "match"},
		{"/matches/m?die=6&do=attack&target=0", "text/html", ""},
		{"/matches/m?die=5", "text/html", "match"},
	} {
		r := httptest.NewRequest("GET", req.path, nil)
		r.Header.Set("Accept", req.accept)
		if req.fragment != "" {
			r.Header.Set("Banco-Fragment", req.fragment)
		}
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", req.path, w.Code, w.Body)
		}
		all += fmt.Sprint(w.Header(), w.Body)
	}
	page := srv.page(httptest.NewRequest("GET", "/matches/m", nil))
	snap := snapshotOf(s, seat)
	snap.View = s.View(seat, nil)
	frame, err := srv.frames(httptest.NewRequest("GET", "/matches/m/events", nil), page)(&snap)
	if err != nil {
		t.Fatal(err)
	}
	return all + string(frame)
}

// TestK09_TwinsLookAlike: two states that differ only in what a seat may not
// know look the same to it, byte for byte, in every form that goes out.
func TestK09_TwinsLookAlike(t *testing.T) {
	differ := 0
	for seed := range uint64(6) {
		s := midGame(t, seed, 40+int(seed)*17)
		for _, seat := range []game.Seat{0, 1, game.Watcher} {
			v := s.View(seat, nil)
			a := v.Determinize(rand.New(rand.NewPCG(1, seed)))
			b := v.Determinize(rand.New(rand.NewPCG(2, seed)))
			if one, two := answers(t, a, seat), answers(t, b, seat); one != two {
				t.Fatalf("seed %d: seat %d can tell two hidden hands apart", seed, seat)
			}
			ja, _ := a.MarshalJSON()
			jb, _ := b.MarshalJSON()
			if string(ja) != string(jb) {
				differ++
			}
		}
	}
	if differ == 0 {
		t.Fatal("the twins were the same: the test shows nothing")
	}
}

// TestOthersNewsStayTheirs: what one seat alone was told is in nothing that
// the others get, and no secret of a seat or of the house is in any page.
func TestOthersNewsStayTheirs(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table("")
	h.stage(id, tok, func(m [2]seen) bool { return strings.Contains(string(m[0].View), `"round":2`) })
	get := func(token string, header ...string) string {
		if token != "" {
			header = append(header, "Authorization", "Bearer "+token)
		}
		_, a := h.call(nil, "GET", "/matches/"+id, nil, header...)
		_, b := h.call(nil, "GET", "/matches/"+id+"/log", nil, header...)
		_, c := h.call(nil, "GET", "/matches/"+id, nil, append(header, "Accept", "text/html")...)
		return a + b + c
	}
	told := [3]map[string]bool{}
	pages := [3]string{get(tok[0]), get(tok[1]), get("")}
	for i, token := range []string{tok[0], tok[1], ""} {
		var header []string
		if token != "" {
			header = []string{"Authorization", "Bearer " + token}
		}
		var rec table.Record // what the viewer was told, from the beginning
		if _, body := h.call(nil, "GET", "/matches/"+id+"/log", nil, header...); json.Unmarshal([]byte(body), &rec) != nil {
			t.Fatal(body)
		}
		told[i] = map[string]bool{}
		for _, e := range rec.Entries {
			for _, text := range e.News {
				data, _ := encodeJSON(text)
				told[i][string(data)] = true
			}
		}
	}
	secrets := 0
	for _, pair := range [][2]int{{0, 1}, {1, 0}, {0, 2}, {1, 2}} {
		for text := range told[pair[0]] {
			if told[pair[1]][text] {
				continue
			}
			secrets++
			if strings.Contains(pages[pair[1]], text) {
				t.Errorf("%s leaked", text)
			}
		}
	}
	if secrets == 0 {
		t.Error("nobody was told anything alone: the test shows nothing")
	}
	for i, page := range pages {
		for _, token := range tok {
			if strings.Contains(page, token) {
				t.Errorf("page %d holds a token", i)
			}
		}
		if strings.Contains(page, "server_seed\":\"") {
			t.Errorf("page %d holds the server's seed before the end", i)
		}
	}
}

var (
	inline = regexp.MustCompile(`(?i)\sstyle\s*=|\son[a-z]+\s*=|<script(?:[^>]*)>[^<]|javascript:|<style`)
	remote = regexp.MustCompile(`(?:src|href|action)="https?://`)
)

// TestNothingInline: every page carries the policy and keeps to it.
func TestNothingInline(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table("")
	pages := []string{"/", "/new/klang", "/games/klang", "/matches/" + id, "/nowhere", "/resume/abc", "/join/abc"}
	check := func(path string, res *http.Response, body string) {
		if res.StatusCode >= 500 {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
		if got := res.Header.Get("Content-Security-Policy"); got != policy {
			t.Errorf("%s: policy %q", path, got)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: headers %v", path, res.Header)
		}
		if found := inline.FindString(body); found != "" {
			t.Errorf("%s: inline %q", path, found)
		}
		if found := remote.FindString(body); found != "" {
			t.Errorf("%s: remote %q", path, found)
		}
		if strings.Contains(body, "⟨") || strings.Contains(body, "%!") {
			t.Errorf("%s: a sentence is missing", path)
		}
	}
	for _, lang := range []string{"it", "en"} {
		for _, path := range pages {
			res, body := h.call(h.browser(), "GET", path, nil, "Accept-Language", lang)
			check(path, res, body)
		}
		cfg, err := klang.New().Configure(json.RawMessage(`{"terrain":"players"}`), 2)
		if err != nil {
			t.Fatal(err)
		}
		src := dice.NewFast(1, 2)
		laying := cfg.Start(src, nil)
		for laying.View(0, nil).(*klang.View).Last.Kind != klang.DeedLaid {
			seat := laying.ToAct().First()
			if err := laying.Apply(seat, laying.View(seat, nil).Actions()[0], src, nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, kind := range []string{"", "?do=lay&piece=0", "?do=lay&piece=0&x=20000&y=30000&turn=30", "?do=pass"} {
			r := httptest.NewRequest("GET", "/matches/m"+kind, nil)
			r.Header.Set("Accept", "text/html")
			r.Header.Set("Accept-Language", lang)
			w := httptest.NewRecorder()
			serveFrozen(t, laying, laying.ToAct().First()).ServeHTTP(w, r)
			check(kind, w.Result(), w.Body.String())
		}
		for _, kind := range []string{"", "?die=6", "?die=5&do=move", "?die=4&do=attack", "?die=3&do=pick_up", "?die=1&do=unbolt", "?do=bolt", "?do=end", "?die=6&do=sabotage"} {
			for _, seed := range []uint64{1, 2} {
				s := midGame(t, seed, 90)
				r := httptest.NewRequest("GET", "/matches/m"+kind, nil)
				r.Header.Set("Accept", "text/html")
				r.Header.Set("Accept-Language", lang)
				w := httptest.NewRecorder()
				serveFrozen(t, s, s.ToAct().First()).ServeHTTP(w, r)
				check(kind, w.Result(), w.Body.String())
			}
		}
	}
	_ = tok
}

// BenchmarkMatchPage is a view and its page, mid-game, for the one to act.
func BenchmarkMatchPage(b *testing.B) {
	s := midGame(b, 3, 120)
	seat := s.ToAct().First()
	srv := serveFrozen(b, s, seat)
	srv.cfg.Catalog.Missing = nil
	r := httptest.NewRequest("GET", "/matches/m", nil)
	page := srv.page(r)
	snap := snapshotOf(s, seat)
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		snap.View = s.View(seat, nil)
		m := &ui.Match{Snapshot: &snap}
		w := &counter{}
		if err := matchPage(page, m, srv.fragment(r, page, m)).Render(context.Background(), w); err != nil {
			b.Fatal(err)
		}
		size = w.n
	}
	b.ReportMetric(float64(size), "bytes/page")
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }
