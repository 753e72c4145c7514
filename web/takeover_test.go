package web

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/dadi"
	"banco/games/klang"
	"banco/table"
)

var threeNames = []string{"Ada", "Bruno", "Carla"}

// atTable makes a match with people and bots and sits the people down.
func atTable(h *house, name string, kinds ...string) (id string, tok []string, made createdJSON) {
	h.t.Helper()
	var seats []table.SeatSpec
	for _, kind := range kinds {
		spec := table.SeatSpec{Kind: "human"}
		if kind != "human" {
			spec = table.SeatSpec{Kind: "bot", Level: kind}
		}
		seats = append(seats, spec)
	}
	_, body := h.call(nil, "POST", "/matches", map[string]any{"game": name, "seats": seats})
	if err := json.Unmarshal([]byte(body), &made); err != nil {
		h.t.Fatal(err, body)
	}
	for i, seat := range made.Seats {
		var got struct{ Token string }
		if seat.Invite != "" {
			_, body := h.call(nil, "POST", "/matches/"+made.ID+"/seats/"+itoa(i), map[string]string{"name": threeNames[i], "client_seed": "seed-" + itoa(i)}, "Authorization", "Bearer "+seat.Invite)
			if err := json.Unmarshal([]byte(body), &got); err != nil || got.Token == "" {
				h.t.Fatal(err, body)
			}
		}
		tok = append(tok, got.Token)
	}
	return made.ID, tok, made
}

// leaving is what a program sees of seats and of what is proposed about them.
type leavingJSON struct {
	seen
	Players  []table.Player `json:"players"`
	Proposal *struct {
		N     int             `json:"n"`
		By    int             `json:"by"`
		Bot   *table.Takeover `json:"bot"`
		Waits []int           `json:"waits"`
	} `json:"proposal"`
	News []struct {
		Message string `json:"message"`
	} `json:"news"`
}

func seatsOf(h *house, id, token string, header ...string) (m leavingJSON) {
	h.t.Helper()
	if token != "" {
		header = append(header, "Authorization", "Bearer "+token)
	}
	res, body := h.call(nil, "GET", "/matches/"+id, nil, header...)
	if err := json.Unmarshal([]byte(body), &m); err != nil || res.StatusCode != http.StatusOK {
		h.t.Fatal(err, body)
	}
	return m
}

func (m leavingJSON) told(sentence string) bool {
	return slices.ContainsFunc(m.News, func(n struct {
		Message string `json:"message"`
	}) bool {
		return n.Message == sentence
	})
}

// TestABotTakesOverASeatAsJSON: at a table of three one leaves with the consent
// of the others, another is given away, the bots play on, and the log holds.
func TestABotTakesOverASeatAsJSON(t *testing.T) {
	h := openWith(t, []game.Game{klang.New(), dadi.New()}, nil)
	id, tok, made := atTable(h, "dadi", "human", "human", "human")
	path := "/matches/" + id + "/amendments"
	ask := func(by int, name string, seat any) (int, string) {
		return h.postJSON(path, tok[by], map[string]any{"id": name, "seq": seatsOf(h, id, tok[by]).Seq, "bot": map[string]any{"seat": seat, "level": "greedy"}})
	}
	answer := func(by int, name string, yes bool) (int, string) {
		return h.postJSON(path+"/"+itoa(seatsOf(h, id, "").Proposal.N), tok[by], map[string]any{"id": name, "agree": yes})
	}
	if status, body := ask(0, "a", 0); status != http.StatusOK || !strings.Contains(body, `"bot":{"seat":0,"level":"greedy"}`) {
		t.Fatal(status, body)
	}
	if status, _ := answer(1, "b", true); status != http.StatusOK {
		t.Fatal(status)
	}
	if status, _ := answer(2, "c", false); status != http.StatusOK {
		t.Fatal(status)
	}
	if m := seatsOf(h, id, ""); m.Proposal != nil || m.Players[0].Kind != "human" {
		t.Fatalf("%+v", m)
	}
	if status, body := ask(1, "d", 0); status != http.StatusOK { // who is gone
		t.Fatal(status, body)
	}
	if m := seatsOf(h, id, tok[0]); m.Proposal == nil || m.Proposal.By != 1 || !slices.Equal(m.Proposal.Waits, []int{2}) {
		t.Fatalf("%+v", m.Proposal)
	}
	if status, _ := answer(2, "e", true); status != http.StatusOK {
		t.Fatal(status)
	}
	m := seatsOf(h, id, tok[0], "Accept-Language", "it")
	if m.Seat != nil || m.Players[0].Kind != "bot" || m.Players[0].Level != "greedy" || m.Players[0].Name != "Ada" || !m.told("Da qui in poi gioca un bot al posto di Ada.") {
		t.Errorf("%+v", m)
	}
	if m := seatsOf(h, id, tok[1], "Accept-Language", "en"); !m.told("From here on a bot plays for Ada.") || !m.told("Bruno proposes that a bot play on for Ada.") {
		t.Errorf("%+v", m.News)
	}
	// What was Ada's is not any more, and says so.
	for _, c := range []struct {
		method, path string
		body         any
		bearer       string
		status       int
	}{
		{"POST", "/matches/" + id + "/actions", map[string]any{"id": "x", "seq": m.Seq, "action": map[string]any{"type": "pass"}}, tok[0], 403},
		{"POST", path, map[string]any{"id": "x", "seq": m.Seq, "bot": map[string]any{"seat": 0, "level": "greedy"}}, tok[0], 403},
		{"POST", "/matches/" + id + "/seats/0/link", nil, tok[0], 403},
		{"GET", "/join/" + made.Seats[0].Invite, nil, "", 409},
	} {
		var header []string
		if c.bearer != "" {
			header = []string{"Authorization", "Bearer " + c.bearer}
		}
		res, body := h.call(nil, c.method, c.path, c.body, append(header, "Accept-Language", "it")...)
		if code, _, message := errorOf(t, body); res.StatusCode != c.status || code != "seat_left" || !strings.HasPrefix(message, "A questo posto adesso gioca un bot") {
			t.Errorf("%s: %d %s", c.path, res.StatusCode, body)
		}
	}
	// Two are left, then one, then none: the bots play it to the end.
	if status, body := ask(1, "f", 1); status != http.StatusOK {
		t.Fatal(status, body)
	}
	if status, _ := answer(2, "g", true); status != http.StatusOK {
		t.Fatal(status)
	}
	if status, body := ask(2, "h", 2); status != http.StatusOK || !strings.Contains(body, `"seat":null`) {
		t.Fatal(status, body)
	}
	for late := time.Now().Add(60 * time.Second); !seatsOf(h, id, "").Over; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatal("the bots do not play it to the end")
		}
	}
	res, body := h.call(nil, "GET", "/matches/"+id+"/log", nil)
	rec, err := table.ReadRecord(strings.NewReader(body))
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(err, body)
	}
	if err := table.Verify(rec, func(string) (game.Game, bool) { return dadi.New(), true }); err != nil {
		t.Error(err)
	}
}

func TestATakeoverIsChecked(t *testing.T) {
	h := openWith(t, []game.Game{klang.New(), dadi.New()}, nil)
	id, tok, _ := atTable(h, "dadi", "human", "human", "random")
	path := "/matches/" + id + "/amendments"
	before := seatsOf(h, id, "")
	seq := before.Seq
	for _, c := range []struct {
		name, token string
		body        any
		status      int
		code        string
	}{
		{"no seat", tok[0], map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"level": "greedy"}}, 400, "bad_json"},
		{"no level", tok[0], map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 0}}, 400, "unknown_level"},
		{"no such level", tok[0], map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 0, "level": "mighty"}}, 400, "unknown_level"},
		{"a bot's seat", tok[0], map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 2, "level": "greedy"}}, 400, "no_seat"},
		{"no such seat", tok[0], map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 6, "level": "greedy"}}, 400, "no_seat"},
		{"a seat beyond", tok[0], map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 256, "level": "greedy"}}, 400, "bad_json"},
		{"a word", tok[0], map[string]any{"id": "x", "seq": seq, "bot": "greedy"}, 400, "bad_json"},
		{"more than asked", tok[0], map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 0, "level": "greedy", "name": "Eve"}}, 400, "bad_json"},
		{"with an undo", tok[0], map[string]any{"id": "x", "seq": seq, "undo": 1, "bot": map[string]any{"seat": 0, "level": "greedy"}}, 400, "proposal"},
		{"null", tok[0], map[string]any{"id": "x", "seq": seq, "bot": nil}, 400, "proposal"},
		{"watcher", "", map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 0, "level": "greedy"}}, 403, "no_token"},
		{"forged", "nobody", map[string]any{"id": "x", "seq": seq, "bot": map[string]any{"seat": 0, "level": "greedy"}}, 403, "token"},
		{"a form without a number", tok[0], url.Values{"seq": {itoa(seq)}, "bot": {"me"}, "level": {"greedy"}}, 400, ""},
		{"a form far out", tok[0], url.Values{"seq": {itoa(seq)}, "bot": {"-129"}, "level": {"greedy"}}, 400, ""},
		{"a form of both", tok[0], url.Values{"seq": {itoa(seq)}, "bot": {"0"}, "level": {"greedy"}, "undo": {"1"}}, 400, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := []string{"Accept-Language", "en"}
			if c.token != "" {
				header = append(header, "Authorization", "Bearer "+c.token)
			}
			res, body := h.call(nil, "POST", path, c.body, header...)
			if res.StatusCode != c.status || strings.Contains(body, "⟨") {
				t.Errorf("%d instead of %d: %s", res.StatusCode, c.status, body)
			}
			if c.code != "" {
				if code, _, message := errorOf(t, body); code != c.code || message == "" {
					t.Errorf("%s", body)
				}
			}
		})
	}
	if m := seatsOf(h, id, ""); m.Seq != seq || m.Proposal != nil {
		t.Errorf("something changed: %+v", m)
	}
}

// TestTheFormsToLeave: with nothing but forms, in both languages.
func TestTheFormsToLeave(t *testing.T) {
	for _, lang := range []struct{ code, leave, owner, asked, third, mine, gone, name, notice, refused string }{
		{"en", "Someone has to go", "Bruno asks that a bot play on for you", "If you are here, say no", "Bruno asks that a bot play on for Ada", "You asked that a bot play on for Ada", "Ada is not answering", "Ada (bot)", "From here on a bot plays for Ada.", "Ada does not agree: nothing changes."},
		{"it", "Qualcuno deve andare", "Bruno chiede che un bot continui al posto tuo", "Se ci sei, rispondi di no", "Bruno chiede che un bot continui al posto di Ada", "Hai chiesto che un bot continui al posto di Ada", "Ada non risponde", "Ada (bot)", "Da qui in poi gioca un bot al posto di Ada.", "Ada non è d&#39;accordo: non cambia niente."},
	} {
		t.Run(lang.code, func(t *testing.T) {
			h := openWith(t, []game.Game{klang.New(), dadi.New()}, nil)
			id, tok, _ := atTable(h, "dadi", "human", "human", "human")
			base := "/matches/" + id
			page := func(i int) string {
				t.Helper()
				res, body := h.call(nil, "GET", base, nil, "Cookie", seatCookie+id+"="+tok[i], "Accept", "text/html", "Accept-Language", lang.code)
				if res.StatusCode != http.StatusOK || strings.Contains(body, "⟨") {
					t.Fatal(res.StatusCode, body)
				}
				return body
			}
			post := func(i int, path string, form url.Values) string {
				t.Helper()
				res, body := h.call(nil, "POST", base+path, form, "Cookie", seatCookie+id+"="+tok[i], "Banco-Fragment", "match", "Accept-Language", lang.code)
				if res.StatusCode != http.StatusOK || strings.Contains(body, "⟨") {
					t.Fatal(res.StatusCode, body)
				}
				return body
			}
			has := func(body string, wants ...string) {
				t.Helper()
				for _, want := range wants {
					if !strings.Contains(body, want) {
						t.Errorf("no %q in %s", want, body)
					}
				}
			}
			// Before anything can be taken back, so where that block is not.
			body := page(1)
			has(body, lang.leave, lang.gone, `id="form-leave"`, `name="level"`, `<option value="greedy" selected`)
			if strings.Contains(body, `id="takeback"`) {
				t.Error("something could be taken back")
			}
			if _, body := h.call(nil, "GET", base, nil, "Accept", "text/html"); strings.Contains(body, `id="leaving"`) {
				t.Error("a watcher is offered it")
			}
			form := url.Values{"seq": {itoa(seatsOf(h, id, tok[1]).Seq)}, "bot": {"0"}, "level": {"greedy"}}
			has(post(1, "/amendments", form), lang.mine, `id="form-answer-no"`)
			has(page(0), lang.owner, lang.asked, `id="form-answer-yes"`, `id="form-answer-no"`)
			has(page(2), lang.third, `id="form-answer-yes"`)
			if strings.Contains(page(2), `id="leaving"`) {
				t.Error("a second proposal is offered")
			}
			has(post(0, "/amendments/1", url.Values{"agree": {"no"}}), lang.refused)
			form.Set("seq", itoa(seatsOf(h, id, tok[1]).Seq))
			res, _ := h.call(nil, "POST", base+"/amendments", form, "Cookie", seatCookie+id+"="+tok[1]) // without a script: a page that leads back
			if res.StatusCode != http.StatusOK || res.Request.URL.Path != base {
				t.Fatal(res.StatusCode, res.Request.URL)
			}
			has(post(2, "/amendments/2", url.Values{"agree": {"yes"}}), lang.notice, lang.name)
			if body := page(0); !strings.Contains(body, `data-viewer="`+viewerText(game.Watcher)+`"`) || strings.Contains(body, `id="leaving"`) {
				t.Error("Ada still plays")
			}
		})
	}
}

// TestWhoPlaysBotsLeavesByOneButton: the page says that it is done at once.
func TestWhoPlaysBotsLeavesByOneButton(t *testing.T) {
	h := openWith(t, []game.Game{klang.New()}, nil)
	id, tok, _ := atTable(h, "klang", "human", "greedy")
	ada := h.browser()
	address, _ := url.Parse(h.URL + "/matches/" + id)
	ada.Jar.SetCookies(address, []*http.Cookie{
		{Name: seatCookie + id, Value: tok[0], Path: "/matches/" + id}, {Name: mineCookie, Value: id + ".0", Path: "/"},
	})
	_, body := h.call(ada, "GET", "/matches/"+id, nil, "Accept-Language", "en")
	at := strings.Index(body, `id="leaving"`)
	if at < 0 || !strings.Contains(body[at:], "A bot can play on for you, at once.") || strings.Contains(body[at:], `<select name="bot"`) {
		t.Fatal("no way to leave: ", body)
	}
	res, body := h.call(ada, "POST", "/matches/"+id+"/amendments", url.Values{"seq": {"1"}, "bot": {"0"}, "level": {"random"}}, "Accept-Language", "en")
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `data-viewer="`+viewerText(game.Watcher)+`"`) || !strings.Contains(body, "From here on a bot plays for") {
		t.Fatal(res.StatusCode, body)
	}
	// The lobby does not call her to the table any more.
	for _, c := range ada.Jar.Cookies(res.Request.URL) {
		if c.Name == mineCookie && c.Value != id+"." {
			t.Errorf("%s", c.Value)
		}
	}
}

// TestAPhoneForgetsASeatThatABotPlays: a phone that is passed across asks no more
// for whose seat passed, and is nobody's but the last one's in the end.
func TestAPhoneForgetsASeatThatABotPlays(t *testing.T) {
	h := openWith(t, []game.Game{dadi.New()}, nil)
	id, tok, _ := atTable(h, "dadi", "human", "human", "human")
	base := "/matches/" + id
	jar := h.browser()
	address, _ := url.Parse(h.URL + base)
	jar.Jar.SetCookies(address, []*http.Cookie{
		{Name: handsCookie + id, Value: "0." + tok[0] + "_1." + tok[1] + "_2." + tok[2], Path: base},
		{Name: handCookie + id, Value: "1.0", Path: base},
	})
	cookies := func() map[string]string {
		all := map[string]string{}
		for _, c := range jar.Jar.Cookies(address) {
			all[c.Name] = c.Value
		}
		return all
	}
	give := func(by, seat int) {
		t.Helper()
		if status, body := h.postJSON(base+"/amendments", tok[by], map[string]any{"id": "give" + itoa(seat), "seq": 1, "bot": map[string]any{"seat": seat, "level": "random"}}); status != http.StatusOK {
			t.Fatal(status, body)
		}
		m := seatsOf(h, id, "")
		for m.Proposal != nil {
			who := m.Proposal.Waits[0]
			h.postJSON(base+"/amendments/"+itoa(m.Proposal.N), tok[who], map[string]any{"id": "yes" + itoa(who), "agree": true})
			m = seatsOf(h, id, "")
		}
		if m.Players[seat].Kind != "bot" {
			t.Fatalf("%+v", m)
		}
	}
	give(1, 0)
	res, body := h.call(jar, "POST", base+"/hand", url.Values{"seat": {"0"}}, "Accept-Language", "en")
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("the phone was given to a bot: %d %s", res.StatusCode, body)
	}
	res, body = h.call(jar, "POST", base+"/hand", url.Values{"seat": {"none"}}, "Accept-Language", "en")
	if res.StatusCode != http.StatusOK || strings.Contains(body, `id="hand-to-0"`) || !strings.Contains(body, `id="hand-to-1"`) || !strings.Contains(body, `id="hand-to-2"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if c := cookies(); c[handsCookie+id] != "1."+tok[1]+"_2."+tok[2] || c[seatCookie+id] != "" {
		t.Errorf("%v", c)
	}
	give(2, 1)
	res, body = h.call(jar, "GET", base, nil, "Accept-Language", "en")
	if res.StatusCode != http.StatusOK || strings.Contains(body, "hand-to-") || !strings.Contains(body, `data-viewer="`+viewerText(2)+`"`) || strings.Contains(body, `id="pass"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if c := cookies(); c[handsCookie+id] != "" || c[handCookie+id] != "" || c[seatCookie+id] != tok[2] {
		t.Errorf("%v", c)
	}
}

// TestAnOpenStreamBecomesAWatchers: what was open when the seat passed shows no
// more of it, whatever the two viewers' numbers are.
func TestAnOpenStreamBecomesAWatchers(t *testing.T) {
	h := openWith(t, []game.Game{klang.New()}, nil)
	id, tok := h.table("")
	req, err := http.NewRequestWithContext(t.Context(), "GET", h.URL+"/matches/"+id+"/events?as=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+tok[0])
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		scan := bufio.NewScanner(res.Body)
		scan.Buffer(nil, 1<<22)
		for scan.Scan() {
			lines <- scan.Text()
		}
	}()
	ask := map[string]any{"id": "bye", "seq": 1, "bot": map[string]any{"seat": 0, "level": "random"}}
	if status, body := h.postJSON("/matches/"+id+"/amendments", tok[0], ask); status != http.StatusOK {
		t.Fatal(status, body)
	}
	if status, body := h.postJSON("/matches/"+id+"/amendments/1", tok[1], map[string]any{"id": "yes", "agree": true}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	for late := time.After(5 * time.Second); ; {
		select {
		case line := <-lines:
			if strings.HasPrefix(line, "data:") && strings.Contains(line, `"seat":null`) {
				return
			}
		case <-late:
			t.Fatal("never a watcher's view")
		}
	}
}
