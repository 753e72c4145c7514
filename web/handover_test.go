package web

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/table"
)

// TestOnePhoneWithoutScripts: two seats of one browser, by forms, redirects and
// cookies alone. Between two hands it is a watcher, whatever it asks for.
func TestOnePhoneWithoutScripts(t *testing.T) {
	h := open(t, nil)
	c := h.browser()
	res, _ := h.call(c, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"here"}})
	path := res.Request.URL.Path
	if res.Request.URL.RawQuery != "sit=0-1" {
		t.Fatal(res.Request.URL)
	}
	res, body := h.call(c, "POST", path+"/seats", url.Values{"sit": {"0-1"}, "name.0": {"Ada"}, "name.1": {"Bruno"}})
	if res.StatusCode != 200 || !strings.Contains(body, `class="handover"`) {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	seat := func() any {
		t.Helper()
		_, body := h.call(c, "GET", path+"?as=json", nil)
		var m struct{ Seat any }
		if err := json.Unmarshal([]byte(body), &m); err != nil {
			t.Fatal(err)
		}
		return m.Seat
	}
	hand := func(to string) (*http.Response, string) {
		t.Helper()
		return h.call(c, "POST", path+"/hand", url.Values{"seat": {to}})
	}
	if got := seat(); got != nil {
		t.Errorf("between two hands it is seat %v", got)
	}
	if res, body := h.call(c, "POST", path+"/actions", url.Values{"seq": {"1"}, "action": {"{}"}}); res.StatusCode != http.StatusForbidden || strings.Contains(body, `id="board"`) {
		t.Errorf("nobody acted: %d", res.StatusCode)
	}
	first := h.look(strings.TrimPrefix(path, "/matches/"), "").ToAct[0]
	if res, body := hand(itoa(first)); res.StatusCode != 200 || !strings.Contains(body, `id="board"`) || !strings.Contains(body, `class="pass"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if got := seat(); got != float64(first) {
		t.Errorf("in hand of %d it is seat %v", first, got)
	}
	// A stream that was opened in one hand ends with it.
	req, _ := http.NewRequestWithContext(t.Context(), "GET", h.URL+path+"/events", nil)
	req.Header.Set("Accept", "text/event-stream")
	stream, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	lines := bufio.NewReader(stream.Body)
	if line, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(line, ": hello") {
		t.Fatal(line, err)
	}
	if res, body := hand(itoa(1 - first)); res.StatusCode != 200 || !strings.Contains(body, `data-viewer="`+itoa(1-first)+`"`) {
		t.Errorf("just looking: %d", res.StatusCode)
	}
	ended := make(chan error, 1)
	go func() { _, err := io.Copy(io.Discard, lines); ended <- err }()
	select {
	case <-ended:
	case <-time.After(3 * time.Second):
		t.Error("the stream of the hand before goes on")
	}
	if got := seat(); got != float64(1-first) {
		t.Errorf("the one who looks is seat %v", got)
	}
	if res, _ := hand("none"); res.StatusCode != 200 || seat() != nil {
		t.Error("it was not let go of")
	}
	for to, status := range map[string]int{"2": 404, "-1": 404, "x": 404, "": 404} {
		if res, _ := hand(to); res.StatusCode != status {
			t.Errorf("to %q: %d", to, res.StatusCode)
		}
	}
	if res, _ := h.call(c, "POST", path+"/hand", url.Values{"seat": {"0"}}, "Sec-Fetch-Site", "cross-site"); res.StatusCode != 403 {
		t.Errorf("from elsewhere: %d", res.StatusCode)
	}
	if res, _ := h.call(h.browser(), "POST", path+"/hand", url.Values{"seat": {"0"}}); res.StatusCode != 403 {
		t.Errorf("by a stranger: %d", res.StatusCode)
	}
	if _, body := h.call(c, "GET", "/", nil); strings.Count(body, path) != 1 || !strings.Contains(body, "ticket-turn") {
		t.Error("the lobby does not know that it is the turn of one of them")
	}
}

// TestASecondSeatInOneBrowser: who takes another seat from the same browser
// loses none; the page says before that the phone will be passed across.
func TestASecondSeatInOneBrowser(t *testing.T) {
	h := open(t, nil)
	_, body := h.call(nil, "POST", "/matches", []byte(`{"game":"klang","seats":[{"kind":"human"},{"kind":"human"}]}`))
	var made createdJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil {
		t.Fatal(err)
	}
	c := h.browser()
	take := func(seat int, name string) string {
		t.Helper()
		res, body := h.call(c, "POST", "/matches/"+made.ID+"/seats/"+itoa(seat), url.Values{"invite": {made.Seats[seat].Invite}, "name": {name}})
		if res.StatusCode != 200 {
			t.Fatal(body)
		}
		return body
	}
	take(0, "Ada")
	if _, body := h.call(c, "GET", "/join/"+made.Seats[1].Invite, nil, "Accept-Language", "en"); !strings.Contains(body, "Ada already sits at this table") || strings.Contains(body, `value="Ada"`) {
		t.Error(body)
	}
	if body := take(1, "Bruno"); !strings.Contains(body, `class="handover"`) {
		t.Error(body)
	}
}

// TestWhenThePhonePasses: it leaves a hand when the match waits for another of
// its people, and not for this one.
func TestWhenThePhonePasses(t *testing.T) {
	both := map[game.Seat]string{0: "a", 1: "b"}
	for _, c := range []struct {
		name  string
		held  game.Seat
		seen  int
		seq   int
		toAct []game.Seat
		asks  []game.Seat
		stage string
		pass  bool
		next  game.Seat
	}{
		{"my turn", 0, 4, 5, []game.Seat{0}, nil, table.Playing, false, game.Watcher},
		{"theirs", 0, 4, 5, []game.Seat{1}, nil, table.Playing, true, 1},
		{"theirs, and I took it to look", 0, 5, 5, []game.Seat{1}, nil, table.Playing, false, 1},
		{"both at once", 0, 4, 5, []game.Seat{0, 1}, nil, table.Playing, false, 1},
		{"a third one, elsewhere", 0, 4, 5, []game.Seat{2}, nil, table.Playing, false, game.Watcher},
		{"they are asked something, in my turn", 0, 4, 5, []game.Seat{0}, []game.Seat{1}, table.Playing, true, 1},
		{"I am asked something, in their turn", 0, 4, 5, []game.Seat{1}, []game.Seat{0}, table.Playing, false, 1},
		{"over", 0, 4, 5, nil, nil, table.Over, false, game.Watcher},
		{"between two hands", game.Watcher, -1, 5, []game.Seat{0}, nil, table.Playing, false, 0},
		{"between two hands, somebody is asked", game.Watcher, -1, 5, []game.Seat{0}, []game.Seat{1}, table.Playing, false, 1},
	} {
		m := &table.Snapshot{Stage: c.stage, Seq: c.seq}
		for _, seat := range c.toAct {
			m.ToAct |= game.Only(seat)
		}
		if c.asks != nil {
			m.Proposal = &table.Pending{Waits: c.asks}
		}
		h := &hands{both, c.held, c.seen}
		if got := h.pass(m); got != c.pass {
			t.Errorf("%s: passes %v", c.name, got)
		}
		if got := h.next(m); got != c.next {
			t.Errorf("%s: next is %d", c.name, got)
		}
	}
}

// TestPhonePagesKeepThePolicy: nothing inline, nothing remote, nothing missing,
// in both languages.
func TestPhonePagesKeepThePolicy(t *testing.T) {
	h := open(t, func(c *Config) { c.LANURL = "http://192.168.7.7:8080" })
	for _, lang := range []string{"it", "en"} {
		c := h.browser()
		res, waiting := h.call(c, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"here"}, "opt.rounds": {"3"}}, "Accept-Language", lang)
		path := res.Request.URL.Path
		_, between := h.call(c, "POST", path+"/seats", url.Values{"name.0": {""}, "name.1": {""}}, "Accept-Language", lang)
		_, inHand := h.call(c, "POST", path+"/hand", url.Values{"seat": {"0"}}, "Accept-Language", lang)
		_, away := h.call(c, "GET", "/offline?lang="+lang, nil)
		_, create := h.call(c, "GET", "/new/klang?"+url.Values{"options": {`{"rounds":3}`}}.Encode(), nil, "Accept-Language", lang)
		for name, body := range map[string]string{"waiting": waiting, "between": between, "in hand": inHand, "away": away, "create": create} {
			if found := inline.FindString(body); found != "" {
				t.Errorf("%s: inline %q", name, found)
			}
			if found := remote.FindString(body); found != "" {
				t.Errorf("%s: remote %q", name, found)
			}
			if strings.Contains(body, "⟨") || strings.Contains(body, "%!") || !strings.Contains(body, `<html lang="`+lang+`"`) {
				t.Errorf("%s, %s: a sentence is missing", name, lang)
			}
		}
	}
	res, worker := h.call(nil, "GET", "/sw.js", nil)
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/javascript") || !strings.Contains(worker, "/static/"+hashedName("banco.js")) || strings.Contains(worker, "/matches") {
		t.Errorf("%v %s", res.Header, worker)
	}
	req, _ := http.NewRequest("GET", h.URL+"/film.mp4", nil)
	req.Header.Set("Range", "bytes=0-1")
	if res, err := http.DefaultClient.Do(req); err != nil || res.StatusCode != http.StatusPartialContent || res.Header.Get("Content-Type") != "video/mp4" {
		t.Error(err, res) // phones play nothing that they cannot have in pieces
	}
}
