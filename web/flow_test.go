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

	"banco/table"
)

// errorOf reads the refusal out of a JSON answer.
func errorOf(t *testing.T, body string) (code, rule, message string) {
	t.Helper()
	var p struct {
		Error struct{ Code, Rule, Message string }
	}
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return p.Error.Code, p.Error.Rule, p.Error.Message
}

func TestCreateTakeAndLook(t *testing.T) {
	h := open(t, nil)
	res, body := h.call(nil, "POST", "/matches", []byte(`{"game":"klang","seats":[{"kind":"human"},{"kind":"bot","level":"greedy"}]}`))
	var made createdJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil || res.StatusCode != http.StatusCreated {
		t.Fatal(res.StatusCode, body)
	}
	if res.Header.Get("Location") != "/matches/"+made.ID || len(made.Commitment) != 64 || made.Watch != h.URL+"/matches/"+made.ID {
		t.Errorf("Location %q, %+v", res.Header.Get("Location"), made)
	}
	if made.Seats[0].Invite == "" || made.Seats[0].Join != h.URL+"/join/"+made.Seats[0].Invite || made.Seats[1].Invite != "" || made.Seats[1].Join != "" {
		t.Errorf("seats %+v", made.Seats)
	}

	// A watcher, while a seat is free.
	m := h.look(made.ID, "")
	if m.Seat != nil || string(m.View) != "null" || m.Actions == nil || len(m.Actions) != 0 || m.Stage != table.Waiting || len(m.ToAct) != 0 {
		t.Errorf("waiting: %+v", m)
	}
	// Looking at the invitation changes nothing.
	for range 2 {
		if res, body := h.call(h.browser(), "GET", "/join/"+made.Seats[0].Invite, nil); res.StatusCode != 200 || !strings.Contains(body, made.Seats[0].Invite) {
			t.Fatal(res.StatusCode, body)
		}
	}
	take := func(invite string) (*http.Response, string) {
		return h.call(nil, "POST", "/matches/"+made.ID+"/seats/0", map[string]string{"name": "Ada", "client_seed": "abc"}, "Authorization", "Bearer "+invite)
	}
	if res, body := take("nonsense"); res.StatusCode != http.StatusForbidden {
		t.Errorf("bad invitation: %d %s", res.StatusCode, body)
	}
	res, body = take(made.Seats[0].Invite)
	var got struct{ Token string }
	if err := json.Unmarshal([]byte(body), &got); err != nil || res.StatusCode != 200 || len(got.Token) < 20 {
		t.Fatal(res.StatusCode, body)
	}
	var seat *http.Cookie
	for _, c := range res.Cookies() {
		if c.Name == seatCookie+made.ID {
			seat = c
		}
	}
	if seat == nil || !seat.HttpOnly || seat.SameSite != http.SameSiteLaxMode || seat.Value != got.Token || seat.Path != "/matches/"+made.ID {
		t.Errorf("cookie %+v", seat)
	}
	if res, body := take(made.Seats[0].Invite); res.StatusCode != http.StatusConflict {
		t.Errorf("used invitation: %d %s", res.StatusCode, body)
	}
	m = h.look(made.ID, got.Token)
	if m.Seat == nil || *m.Seat != 0 || m.Stage != table.Playing || m.Over || len(m.View) < 10 {
		t.Errorf("playing: %+v", m)
	}
	if res, body := h.call(nil, "GET", "/matches/"+made.ID, nil, "Authorization", "Bearer nonsense"); res.StatusCode != http.StatusForbidden {
		t.Errorf("bad bearer: %d %s", res.StatusCode, body)
	}
}

func TestActRefusals(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table("")
	m := [2]seen{h.look(id, tok[0]), h.look(id, tok[1])}
	first := 0
	if len(m[1].Actions) > 0 {
		first = 1
	}
	act, wait := tok[first], tok[1-first]
	good := m[first].Actions[0]
	for _, c := range []struct {
		name, token string
		body        string
		status      int
		code        string
	}{
		{"not JSON", act, `{`, 400, "bad_json"},
		{"two values", act, `{} {}`, 400, "bad_json"},
		{"nothing in it", act, `{}`, 400, "bad_json"},
		{"too large", act, `{"id":"` + strings.Repeat("x", maxBody) + `"}`, 413, "too_large"},
		{"no such type", act, `{"id":"a","seq":` + itoa(m[first].Seq) + `,"action":{"type":"dance"}}`, 400, ""},
		{"somebody else's turn", wait, `{"id":"b","seq":` + itoa(m[1-first].Seq) + `,"action":` + string(good) + `}`, 403, ""},
		{"a watcher", "", `{"id":"c","seq":1,"action":` + string(good) + `}`, 403, ""},
		{"off the table", act, `{"id":"d","seq":` + itoa(m[first].Seq) + `,"action":{"type":"deploy","robot":` + itoa(3*first) + `,"x":-5,"y":99999999}}`, 422, ""},
	} {
		header := []string{"Accept-Language", "en"}
		if c.token != "" {
			header = append(header, "Authorization", "Bearer "+c.token)
		}
		res, body := h.call(nil, "POST", "/matches/"+id+"/actions", []byte(c.body), header...)
		if res.StatusCode != c.status {
			t.Errorf("%s: %d %s, want %d", c.name, res.StatusCode, body, c.status)
			continue
		}
		code, _, message := errorOf(t, body)
		if c.code != "" && code != c.code || code == "" || message == "" || strings.Contains(message, "⟨") {
			t.Errorf("%s: %s", c.name, body)
		}
	}
	if after := h.look(id, act); after.Seq != m[first].Seq {
		t.Error("a refusal changed something")
	}

	// Twice the same command is done once and answered twice.
	for range 2 {
		if res, body := h.do(id, act, "same", m[first].Seq, good); res.StatusCode != 200 {
			t.Fatal(res.StatusCode, body)
		}
	}
	// A stale one is told where the match stands.
	res, body := h.do(id, act, "late", m[first].Seq, good)
	var stale struct {
		Match *seen
		Error struct{ Code string }
	}
	if err := json.Unmarshal([]byte(body), &stale); err != nil || res.StatusCode != http.StatusConflict || stale.Match == nil || stale.Match.ID != id || stale.Match.Seq <= m[first].Seq {
		t.Errorf("stale: %d %s", res.StatusCode, body)
	}
	for _, path := range []string{"/matches/nosuchmatch", "/matches/nosuchmatch/events", "/matches/nosuchmatch/log", "/games/chess", "/join/nosuch", "/nowhere"} {
		if res, body := h.call(nil, "GET", path, nil); res.StatusCode != 404 {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
		if res, body := h.call(h.browser(), "GET", path, nil); res.StatusCode != 404 || !strings.Contains(body, "<html") {
			t.Errorf("page %s: %d %s", path, res.StatusCode, body)
		}
	}
	if res, _ := h.call(nil, "PUT", "/matches", []byte(`{}`)); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("PUT: %d", res.StatusCode)
	}
}

func TestCrossOriginCannotAct(t *testing.T) {
	h := open(t, nil)
	for _, path := range []string{"/matches", "/prefs", "/matches/x/actions", "/matches/x/seats/0", "/resume/x"} {
		res, body := h.call(nil, "POST", path, url.Values{}, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
		if res.StatusCode != http.StatusForbidden || strings.Contains(body, "⟨") {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
	}
}

func TestLimitsNameThemselves(t *testing.T) {
	h := open(t, func(c *Config) {
		c.Limits.Create = Rate{1, time.Hour}
		c.Limits.StreamsPerAddress = 1
	})
	make := func() (*http.Response, string) {
		return h.call(nil, "POST", "/matches", []byte(`{"game":"klang","seats":[{"kind":"human"},{"kind":"human"}]}`))
	}
	res, body := make()
	var made createdJSON
	json.Unmarshal([]byte(body), &made)
	if res.StatusCode != 201 {
		t.Fatal(body)
	}
	res, body = make()
	if res.StatusCode != 429 || res.Header.Get("Retry-After") == "" || !strings.Contains(body, `"limit":"create"`) || !strings.Contains(body, `"retry_after_s":`) {
		t.Errorf("%d %v %s", res.StatusCode, res.Header, body)
	}
	one, err := http.Get(h.URL + "/matches/" + made.ID + "/events")
	if err != nil || one.StatusCode != 200 {
		t.Fatal(err, one)
	}
	defer one.Body.Close()
	if res, body := h.call(nil, "GET", "/matches/"+made.ID+"/events", nil); res.StatusCode != 429 || !strings.Contains(body, "streams_per_address") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
}

// TestFormsWork plays without scripts: forms, redirects and cookies alone.
func TestFormsWork(t *testing.T) {
	h := open(t, func(c *Config) { c.LANURL = "http://192.168.7.7:8080" })
	ada, bruno := h.browser(), h.browser()
	res, body := h.call(ada, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"human"}, "opt.rounds": {"1"}})
	id := strings.TrimPrefix(res.Request.URL.Path, "/matches/")
	// The maker sits down once the house has bound itself, by one button.
	if res.StatusCode != 200 || res.Request.URL.RawQuery != "sit=0" || !strings.Contains(body, `action="/matches/`+id+`/seats/0"`) || !strings.Contains(body, `class="hash"`) {
		t.Fatal(res.StatusCode, res.Request.URL, body)
	}
	res, body = h.call(ada, "POST", "/matches/"+id+"/seats/0", url.Values{"sit": {"0"}, "name": {"Ada"}})
	if res.StatusCode != 200 || !strings.Contains(body, "http://192.168.7.7:8080/join/") || !strings.Contains(body, `class="qr"`) || strings.Contains(body, h.URL) {
		t.Fatal(res.StatusCode, body)
	}
	_, rest, _ := strings.Cut(body, "/join/")
	invite, _, _ := strings.Cut(rest, `"`)
	// Who is invited sees by which rules before sitting down.
	if _, body := h.call(bruno, "GET", "/join/"+invite, nil, "Accept-Language", "en"); !strings.Contains(body, `class="rule-list"`) || !strings.Contains(body, "instead of 6") {
		t.Error(body)
	}

	// Nobody but the maker is shown the invitation.
	if _, body := h.call(bruno, "GET", "/matches/"+id, nil); strings.Contains(body, invite) {
		t.Error("a watcher sees the invitation")
	}
	// A refused form comes back with what was typed and the sentence.
	res, body = h.call(bruno, "POST", "/matches/"+id+"/seats/1", url.Values{"invite": {invite}, "name": {"Bruno"}, "client_seed": {"not good!"}})
	if res.StatusCode != 400 || !strings.Contains(body, `value="Bruno"`) || !strings.Contains(body, `value="not good!"`) || !strings.Contains(body, `role="alert"`) || !strings.Contains(body, `class="refusal"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	res, body = h.call(bruno, "POST", "/matches/"+id+"/seats/1", url.Values{"invite": {invite}, "name": {"Bruno"}, "client_seed": {"good"}})
	if res.StatusCode != 200 || !strings.Contains(body, `id="board"`) {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	// Ada's waiting page shows no invitation any more, and the lobby knows her table.
	if _, body := h.call(ada, "GET", "/", nil); !strings.Contains(body, "/matches/"+id) {
		t.Error("the lobby forgot the table")
	}

	// Whose turn it is deploys with the first place of the list.
	for _, c := range []*http.Client{ada, bruno} {
		_, body := h.call(c, "GET", "/matches/"+id, nil)
		if !strings.Contains(body, `name="type" value="deploy"`) {
			continue
		}
		value := func(name string) string {
			_, rest, _ := strings.Cut(body, `name="`+name+`" value="`)
			v, _, _ := strings.Cut(rest, `"`)
			return strings.ReplaceAll(v, "&amp;", "&")
		}
		form := url.Values{"seq": {value("seq")}, "type": {"deploy"}, "robot": {value("robot")}, "what": {value("what")}}
		// Off the strip: refused on the page, nothing lost.
		bad := url.Values{"seq": form["seq"], "type": {"deploy"}, "robot": form["robot"], "cx": {"30"}, "cy": {"30,5"}}
		res, page := h.call(c, "POST", "/matches/"+id+"/actions", bad)
		if res.StatusCode != 422 || !strings.Contains(page, `class="refusal"`) || !strings.Contains(page, `value="x=30000&amp;y=30500"`) {
			t.Errorf("%d %s", res.StatusCode, page)
		}
		res, page = h.call(c, "POST", "/matches/"+id+"/actions", form)
		if res.StatusCode != 200 || !strings.Contains(page, `id="board"`) || res.Request.Method != "GET" {
			t.Errorf("%d %s %s", res.StatusCode, res.Request.Method, page)
		}
		// Sent once more, by a double click: the same command, done once.
		if res, _ := h.call(c, "POST", "/matches/"+id+"/actions", form); res.StatusCode != 200 {
			t.Errorf("again: %d", res.StatusCode)
		}
	}

	// On another device, by a one-time link that asks first.
	res, body = h.call(ada, "POST", "/matches/"+id+"/seats/0/link", url.Values{})
	if res.StatusCode != 200 {
		t.Fatal(res.StatusCode, body)
	}
	_, rest, _ = strings.Cut(body, "/resume/")
	link, _, _ := strings.Cut(rest, `"`)
	phone := h.browser()
	if res, body := h.call(phone, "GET", "/resume/"+link, nil); res.StatusCode != 200 || !strings.Contains(body, "<form") {
		t.Fatal(res.StatusCode, body)
	}
	if res, body := h.call(phone, "POST", "/resume/"+link, url.Values{}); res.StatusCode != 200 || !strings.Contains(body, `id="board"`) {
		t.Fatal(res.StatusCode, body)
	}
	if res, _ := h.call(h.browser(), "POST", "/resume/"+link, url.Values{}); res.StatusCode < 400 {
		t.Errorf("a link worked twice: %d", res.StatusCode)
	}
	// A listed table has free seats for whoever comes, without an invitation.
	res, _ = h.call(ada, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"human"}, "listed": {"1"}})
	open := res.Request.URL.Path
	if res, body := h.call(ada, "POST", open+"/seats/0", url.Values{"name": {"Ada"}}); res.StatusCode != 200 || !strings.Contains(body, `class="waiting"`) {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	if _, lobby := h.call(phone, "GET", "/", nil); !strings.Contains(lobby, open) {
		t.Error("the open table is not in the lobby")
	}
	if res, body := h.call(phone, "POST", open+"/seats/1", url.Values{"name": {"Zita"}}); res.StatusCode != 200 || !strings.Contains(body, `id="board"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	// One that is not listed does not.
	res, _ = h.call(ada, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"human"}})
	if res, body := h.call(phone, "POST", res.Request.URL.Path+"/seats/1", url.Values{"name": {"Zita"}}); res.StatusCode != 403 || !strings.Contains(body, `class="refusal"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}

	// A wrong option comes back with all that was typed.
	res, body = h.call(ada, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"human"}, "set": {"Zoe"}, "opt.rounds": {"99"}})
	if res.StatusCode < 400 || res.StatusCode > 422 || !strings.Contains(body, `value="99"`) || !strings.Contains(body, `value="Zoe"`) || !strings.Contains(body, `class="refusal"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
}

// TestEvents follows a match as a page and as a program.
func TestEvents(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table("")
	m := [2]seen{h.look(id, tok[0]), h.look(id, tok[1])}
	at := 0
	if len(m[1].Actions) > 0 {
		at = 1
	}
	follow := func(accept, query string) *bufio.Reader {
		req, _ := http.NewRequestWithContext(t.Context(), "GET", h.URL+"/matches/"+id+"/events"+query, nil)
		req.Header.Set("Accept", accept)
		req.Header.Set("Authorization", "Bearer "+tok[1-at])
		res, err := http.DefaultTransport.RoundTrip(req) // asks for gzip and reads it
		if err != nil || res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") || res.Header.Get("X-Accel-Buffering") != "no" || !res.Uncompressed {
			t.Fatal(err, res)
		}
		t.Cleanup(func() { res.Body.Close() })
		return bufio.NewReader(res.Body)
	}
	page, program := follow("text/event-stream", ""), follow("text/event-stream", "?as=json&since="+itoa(m[1-at].Seq))
	event := func(r *bufio.Reader) (id, data string) {
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			line = strings.TrimRight(line, "\n")
			if v, ok := strings.CutPrefix(line, "id: "); ok {
				id = v
			}
			if v, ok := strings.CutPrefix(line, "data: "); ok {
				data += v + "\n"
			}
			if line == "" && data != "" {
				return id, data
			}
		}
	}
	if seq, data := event(page); seq != itoa(m[1-at].Seq) || !strings.Contains(data, `id="match"`) {
		t.Errorf("first frame %s %.80s", seq, data)
	}
	start := time.Now()
	if res, body := h.do(id, tok[at], "x", m[at].Seq, m[at].Actions[0]); res.StatusCode != 200 {
		t.Fatal(body)
	}
	seq, data := event(program) // it had seen the first one
	var now seen
	if err := json.Unmarshal([]byte(data), &now); err != nil || itoa(now.Seq) != seq || now.Seq <= m[1-at].Seq {
		t.Errorf("%v %s %.80s", err, seq, data)
	}
	if _, data := event(page); !strings.Contains(data, `data-seq="`+seq+`"`) {
		t.Errorf("second frame %.80s", data)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
	h.web.Shutdown()
	if _, err := io.ReadAll(page); err != nil {
		t.Errorf("the stream broke off instead of ending: %v", err)
	}
}

// TestGenericClientFinishes plays a whole match knowing nothing of the game.
func TestGenericClientFinishes(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table(`{"rounds":2}`)
	m := h.stage(id, tok, func([2]seen) bool { return false })
	if !m[0].Over || len(m[0].ToAct) != 0 {
		t.Fatalf("%+v", m[0])
	}
	res, body := h.call(nil, "GET", "/matches/"+id+"/log", nil)
	var rec table.Record
	if err := json.Unmarshal([]byte(body), &rec); err != nil || res.StatusCode != 200 || len(rec.ServerSeed) != 64 || len(rec.Entries) < 10 || rec.Result == nil || len(rec.ClientSeeds) != 2 {
		t.Errorf("%v %d %.300s", err, res.StatusCode, body)
	}
	if _, page := h.call(h.browser(), "GET", "/matches/"+id, nil); !strings.Contains(page, `class="final"`) || strings.Contains(page, "⟨") {
		t.Errorf("over: %s", page)
	}
}
