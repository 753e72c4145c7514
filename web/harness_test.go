package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"banco/bot"
	"banco/game"
	"banco/games/klang"
	"banco/internal/i18n"
	"banco/journal"
	"banco/lab"
	"banco/table"
)

// house is a whole server over a real table and a real journal.
type house struct {
	*httptest.Server
	t      testing.TB
	web    *Server
	tables *table.Service
	base   string
}

// open starts a house; change adjusts the web's config before it opens.
func open(t testing.TB, change func(*Config)) *house {
	t.Helper()
	return openWith(t, []game.Game{klang.New()}, change)
}

// openWith starts a house of these games.
func openWith(t testing.TB, games []game.Game, change func(*Config)) *house {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	j, err := journal.Open(t.Context(), journal.Config{Dir: t.TempDir(), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	find := func(name string) (game.Game, bool) {
		for _, g := range games {
			if g.Info().Name == name {
				return g, true
			}
		}
		return nil, false
	}
	tables, err := table.Open(t.Context(), table.Config{Journal: j, Games: find, Bots: bot.New, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Tables:  tables,
		Games:   func() []game.Game { return games },
		Catalog: catalog(t, games...),
		Bots:    bot.Levels,
		Limits: Limits{ // a test is one address, and in a hurry
			Pages: Rate{100000, time.Microsecond}, Create: Rate{100000, time.Microsecond},
			Secrets: Rate{100000, time.Microsecond}, Actions: Rate{100000, time.Microsecond}, Seat: Rate{100000, time.Microsecond},
			StreamsPerAddress: 1000,
		},
	}
	if change != nil {
		change(&cfg)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{httptest.NewServer(s), t, s, tables, strings.TrimRight(cfg.BasePath, "/")}
	t.Cleanup(func() {
		s.Shutdown()
		h.Server.Close()
		tables.Close()
		j.Close()
	})
	return h
}

func catalog(t testing.TB, games ...game.Game) *i18n.Catalog {
	t.Helper()
	files := append(Texts(), table.Texts(), bot.Texts(), lab.Texts())
	for _, g := range games {
		files = append(files, g.Texts())
	}
	c, err := i18n.Load(files...)
	if err != nil {
		t.Fatal(err)
	}
	c.Missing = func(lang string, m game.Message, problem string) {
		t.Errorf("%s: %s: %s", lang, m, problem)
	}
	return c
}

// browser is somebody with cookies.
func (h *house) browser() *http.Client {
	jar, _ := cookiejar.New(nil)
	return &http.Client{Jar: jar}
}

// call sends a request and reads the whole answer. A body that is a string is
// sent as a form, anything else as JSON.
func (h *house) call(c *http.Client, method, path string, body any, header ...string) (*http.Response, string) {
	h.t.Helper()
	var r io.Reader
	kind := ""
	switch b := body.(type) {
	case nil:
	case url.Values:
		r, kind = strings.NewReader(b.Encode()), "application/x-www-form-urlencoded"
	case []byte:
		r, kind = bytes.NewReader(b), "application/json"
	default:
		data, err := json.Marshal(b)
		if err != nil {
			h.t.Fatal(err)
		}
		r, kind = bytes.NewReader(data), "application/json"
	}
	req, err := http.NewRequestWithContext(context.Background(), method, h.URL+h.base+path, r)
	if err != nil {
		h.t.Fatal(err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	if kind == "application/x-www-form-urlencoded" || c != nil && c.Jar != nil {
		req.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	if c == nil {
		c = http.DefaultClient
	}
	res, err := c.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return res, string(data)
}

// table makes a match of people and sits them down; it gives id and tokens.
func (h *house) table(options string) (id string, tokens [2]string) {
	h.t.Helper()
	if options == "" {
		options = "{}"
	}
	res, body := h.call(nil, "POST", "/matches", []byte(`{"game":"klang","options":`+options+`,"seats":[{"kind":"human"},{"kind":"human"}]}`))
	if res.StatusCode != http.StatusCreated {
		h.t.Fatalf("create: %d %s", res.StatusCode, body)
	}
	var made createdJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil {
		h.t.Fatal(err)
	}
	for i, seat := range made.Seats {
		res, body := h.call(nil, "POST", "/matches/"+made.ID+"/seats/"+itoa(i), map[string]string{"name": []string{"Ada", "Bruno"}[i], "client_seed": "seed-" + itoa(i)}, "Authorization", "Bearer "+seat.Invite)
		if res.StatusCode != http.StatusOK {
			h.t.Fatalf("take: %d %s", res.StatusCode, body)
		}
		var got struct{ Token string }
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			h.t.Fatal(err)
		}
		tokens[i] = got.Token
	}
	return made.ID, tokens
}

// seen is a match as a program reads it.
type seen struct {
	ID      string            `json:"id"`
	Seq     int               `json:"seq"`
	Seat    *int              `json:"seat"`
	ToAct   []int             `json:"to_act"`
	Over    bool              `json:"over"`
	Stage   string            `json:"stage"`
	View    json.RawMessage   `json:"view"`
	Actions []json.RawMessage `json:"actions"`
}

func (h *house) look(id, token string) (m seen) {
	h.t.Helper()
	var header []string
	if token != "" {
		header = []string{"Authorization", "Bearer " + token}
	}
	res, body := h.call(nil, "GET", "/matches/"+id, nil, header...)
	if res.StatusCode != http.StatusOK {
		h.t.Fatalf("look: %d %s", res.StatusCode, body)
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		h.t.Fatal(err)
	}
	return m
}

func (h *house) do(id, token string, name string, seq int, action json.RawMessage) (*http.Response, string) {
	h.t.Helper()
	return h.call(nil, "POST", "/matches/"+id+"/actions", map[string]any{"id": name, "seq": seq, "action": action}, "Authorization", "Bearer "+token)
}
