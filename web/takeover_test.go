package web

import (
	"bufio"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/bot"
	"banco/game"
	"banco/games/dadi"
	"banco/games/klang"
	"banco/games/nucleo"
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
	Away     *table.Away    `json:"away"`
	Silence  string         `json:"silence"`
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

// TestABotTakesOverASeatAsJSON: at a table of three one is given away by the
// others and comes back, all leave at their own word, the bots play on, and the
// log holds.
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
	if status, body := ask(1, "a", 0); status != http.StatusOK || !strings.Contains(body, `"bot":{"seat":0,"level":"greedy"}`) {
		t.Fatal(status, body)
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
		{"POST", "/matches/" + id + "/seats/0/bot", map[string]any{"id": "x", "level": "greedy"}, tok[0], 403},
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
	if res, body := h.call(nil, "GET", "/join/"+made.Seats[0].Invite, nil); res.StatusCode != http.StatusOK || !strings.Contains(body, `"used":true`) {
		t.Error(res.StatusCode, body)
	}
	// And is again.
	back := "/matches/" + id + "/seats/0/back"
	if m.Away == nil || m.Away.Seat != 0 || m.Away.Level != "greedy" || m.Away.N != 1 {
		t.Errorf("%+v", m.Away)
	}
	if status, body := h.postJSON(back, tok[1], map[string]any{"id": "x"}); status != http.StatusForbidden || !strings.Contains(body, "other_seat") {
		t.Error(status, body)
	}
	if status, body := h.postJSON(back, tok[0], map[string]any{}); status != http.StatusBadRequest {
		t.Error(status, body)
	}
	for range 2 {
		if status, body := h.postJSON(back, tok[0], map[string]any{"id": "again"}); status != http.StatusOK || !strings.Contains(body, `"seat":0`) || strings.Contains(body, `"away"`) {
			t.Error(status, body)
		}
	}
	m = seatsOf(h, id, tok[0], "Accept-Language", "it")
	if m.Seat == nil || m.Players[0].Kind != "human" || !m.told("Ada riprende il suo posto dal bot.") {
		t.Errorf("%+v", m)
	}
	if status, body := h.postJSON("/matches/"+id+"/seats/0/bot", tok[0], map[string]any{"id": "f", "level": "mighty"}); status != http.StatusBadRequest || !strings.Contains(body, "unknown_level") {
		t.Error(status, body)
	}
	// All go: the bots play it to the end.
	if status, body := h.postJSON("/matches/"+id+"/seats/0/bot", tok[0], map[string]any{"id": "g", "level": "greedy"}); status != http.StatusOK || !strings.Contains(body, `"away":{"seat":0,"level":"greedy","n":3}`) {
		t.Fatal(status, body)
	}
	for seat := 1; seat < 3; seat++ {
		if status, body := ask(seat, "h", seat); status != http.StatusOK || !strings.Contains(body, `"seat":null`) {
			t.Fatal(status, body)
		}
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

// TestTheFormsAboutWhoIsGone: with nothing but forms, in both languages.
func TestTheFormsAboutWhoIsGone(t *testing.T) {
	for _, lang := range []struct{ code, missing, owner, asked, third, mine, gone, name, notice, refused string }{
		{"en", "Somebody is not answering", "Bruno asks that a bot play on for you", "If you are here, say no", "Bruno asks that a bot play on for Ada", "You asked that a bot play on for Ada", "Ada is not answering", "Ada (bot)", "From here on a bot plays for Ada.", "Ada does not agree: nothing changes."},
		{"it", "Qualcuno non risponde", "Bruno chiede che un bot continui al posto tuo", "Se ci sei, rispondi di no", "Bruno chiede che un bot continui al posto di Ada", "Hai chiesto che un bot continui al posto di Ada", "Ada non risponde", "Ada (bot)", "Da qui in poi gioca un bot al posto di Ada.", "Ada non è d&#39;accordo: non cambia niente."},
	} {
		t.Run(lang.code, func(t *testing.T) {
			h := openWith(t, []game.Game{klang.New(), dadi.New()}, nil)
			id, tok, _ := atTable(h, "dadi", "human", "human", "human")
			f, levels := formsOf(h, id, tok, lang.code), bot.Levels("dadi")
			// Before anything can be taken back, so where that block is not.
			body := f.page(1)
			f.has(body, lang.missing, lang.gone, `id="form-missing"`, `name="level"`, `<option value="`+usualLevel(levels)+`" selected`)
			if strings.Contains(body, `id="takeback"`) {
				t.Error("something could be taken back")
			}
			if _, body := h.call(nil, "GET", "/matches/"+id, nil, "Accept", "text/html"); strings.Contains(body, `id="leaving"`) || strings.Contains(body, `id="missing"`) {
				t.Error("a watcher is offered it")
			}
			form := url.Values{"seq": {itoa(seatsOf(h, id, tok[1]).Seq)}, "bot": {"0"}, "level": {"greedy"}}
			f.has(f.post(1, "/amendments", form), lang.mine, `id="form-answer-no"`)
			f.has(f.page(0), lang.owner, lang.asked, `id="form-answer-yes"`, `id="form-answer-no"`)
			f.has(f.page(2), lang.third, `id="form-answer-yes"`)
			if strings.Contains(f.page(2), `id="missing"`) {
				t.Error("a second proposal is offered")
			}
			f.has(f.post(0, "/amendments/1", url.Values{"agree": {"no"}}), lang.refused)
			form.Set("seq", itoa(seatsOf(h, id, tok[1]).Seq))
			res, _ := h.call(nil, "POST", "/matches/"+id+"/amendments", form, "Cookie", seatCookie+id+"="+tok[1]) // without a script: a page that leads back
			if res.StatusCode != http.StatusOK || res.Request.URL.Path != "/matches/"+id {
				t.Fatal(res.StatusCode, res.Request.URL)
			}
			f.has(f.post(2, "/amendments/2", url.Values{"agree": {"yes"}}), lang.notice, lang.name)
			if body := f.page(0); !strings.Contains(body, `data-viewer="`+viewerText(game.Watcher)+`"`) || strings.Contains(body, `id="leaving"`) || !strings.Contains(body, `id="form-back-0"`) {
				t.Error("Ada still plays, or cannot come back")
			}
		})
	}
}

// forms are the pages of a match's people, and what they send from them.
type forms struct {
	*house
	id, lang string
	tok      []string
}

func formsOf(h *house, id string, tok []string, lang string) *forms { return &forms{h, id, lang, tok} }

func (f *forms) page(seat int) string {
	f.t.Helper()
	res, body := f.call(nil, "GET", "/matches/"+f.id, nil, "Cookie", seatCookie+f.id+"="+f.tok[seat], "Accept", "text/html", "Accept-Language", f.lang)
	if res.StatusCode != http.StatusOK || strings.Contains(body, "⟨") {
		f.t.Fatal(res.StatusCode, body)
	}
	return body
}

func (f *forms) post(seat int, path string, form url.Values) string {
	f.t.Helper()
	res, body := f.call(nil, "POST", "/matches/"+f.id+path, form, "Cookie", seatCookie+f.id+"="+f.tok[seat], "Banco-Fragment", "match", "Accept-Language", f.lang)
	if res.StatusCode != http.StatusOK || strings.Contains(body, "⟨") {
		f.t.Fatal(res.StatusCode, body)
	}
	return body
}

func (f *forms) has(body string, wants ...string) {
	f.t.Helper()
	for _, want := range wants {
		if !strings.Contains(body, want) {
			f.t.Errorf("no %q in %s", want, body)
		}
	}
}

// sends sends a form of a page as a browser without scripts does: to where the
// page says, with what the page put into it.
func (f *forms) sends(seat int, page, form string, more url.Values) (*http.Response, string) {
	f.t.Helper()
	at := strings.Index(page, `id="`+form+`"`)
	if at < 0 {
		f.t.Fatalf("no form %q in %s", form, page)
	}
	open := strings.LastIndex(page[:at], "<form")
	whole := page[open : at+strings.Index(page[at:], "</form>")]
	to := regexp.MustCompile(`action="([^"]*)"`).FindStringSubmatch(whole)[1]
	fields := url.Values{}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`).FindAllStringSubmatch(whole, -1) {
		fields.Set(m[1], html.UnescapeString(m[2]))
	}
	for name, values := range more {
		fields[name] = values
	}
	return f.call(nil, "POST", html.UnescapeString(to), fields, "Cookie", seatCookie+f.id+"="+f.tok[seat], "Accept-Language", f.lang, "Accept", "text/html")
}

// TestAnySeatGoesToABotAndBackByForms: in every game and in both languages one
// hands their seat to a bot and takes it back with one tap, with links and forms
// alone; nobody is asked, everybody reads it, a tap that comes twice counts once.
func TestAnySeatGoesToABotAndBackByForms(t *testing.T) {
	for _, c := range []struct {
		game, lang                     string
		offer, plays, take, went, came string
	}{
		{"klang", "it", "Lascia giocare un bot", "Adesso gioca un bot al posto tuo (Bot a caso).", "Riprendi il posto", "Da qui in poi gioca un bot al posto di Ada.", "Ada riprende il suo posto dal bot."},
		{"dadi", "en", "Let a bot play for me", "A bot plays for you now (Random bot).", "Take my seat back", "From here on a bot plays for Ada.", "Ada takes the seat back from the bot."},
		{"nucleo", "it", "Lascia giocare un bot", "Adesso gioca un bot al posto tuo (Bot a caso).", "Riprendi il posto", "Da qui in poi gioca un bot al posto di Ada.", "Ada riprende il suo posto dal bot."},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			h := openWith(t, []game.Game{klang.New(), dadi.New(), nucleo.New()}, nil)
			id, tok, _ := atTable(h, c.game, "human", "human")
			f := formsOf(h, id, tok, c.lang)
			page := f.page(0)
			f.has(page, c.offer, `id="form-leave"`)
			old := page
			for range 2 { // tapped twice
				res, _ := f.sends(0, old, "form-leave", url.Values{"level": {"random"}})
				if res.StatusCode != http.StatusOK || res.Request.URL.Path != "/matches/"+id {
					t.Fatal(res.StatusCode, res.Request.URL)
				}
			}
			page = f.page(0)
			f.has(page, c.plays, c.take, c.went, `data-viewer="none"`)
			if strings.Contains(page, `id="form-leave"`) || strings.Contains(page, "/actions") {
				t.Error("somebody for whom a bot plays is offered to play")
			}
			f.has(f.page(1), c.went, "Ada (bot)")
			if m := seatsOf(h, id, tok[1]); m.Proposal != nil || m.Players[0].Kind != "bot" {
				t.Errorf("%+v", m)
			}
			old = page
			for range 2 {
				if res, body := f.sends(0, old, "form-back-0", nil); res.StatusCode != http.StatusOK {
					t.Fatal(res.StatusCode, body)
				}
			}
			page = f.page(0)
			f.has(page, c.came, `id="form-leave"`, `data-viewer="0"`)
			if strings.Contains(page, "form-back") {
				t.Error("what is theirs can be taken back")
			}
			f.has(f.page(1), c.came)
			m := seatsOf(h, id, tok[0], "Accept-Language", c.lang)
			back := 0
			for _, n := range m.News {
				if n.Message == c.came {
					back++
				}
			}
			if m.Seat == nil || m.Players[0].Kind != "human" || back != 1 {
				t.Errorf("%d times: %+v", back, m)
			}
			if slices.Contains(m.ToAct, 0) {
				if res, body := h.do(id, tok[0], "next", m.Seq, m.Actions[0]); res.StatusCode != http.StatusOK {
					t.Errorf("the next decision is not theirs: %s", body)
				}
			}
			// The form of an old page does nothing any more, and says nothing wrong.
			if res, body := f.sends(0, old, "form-back-0", nil); res.StatusCode != http.StatusOK {
				t.Error(res.StatusCode, body)
			}
		})
	}
}

// TestWhoPlaysBotsLeavesByOneButton: the page offers one button, and the lobby
// goes on to list the match as theirs.
func TestWhoPlaysBotsLeavesByOneButton(t *testing.T) {
	h := openWith(t, []game.Game{klang.New()}, nil)
	id, tok, _ := atTable(h, "klang", "human", "greedy")
	ada := h.browser()
	address, _ := url.Parse(h.URL + "/matches/" + id)
	ada.Jar.SetCookies(address, []*http.Cookie{
		{Name: seatCookie + id, Value: tok[0], Path: "/matches/" + id}, {Name: mineCookie, Value: id + ".0", Path: "/"},
	})
	_, body := h.call(ada, "GET", "/matches/"+id, nil, "Accept-Language", "en")
	if !strings.Contains(body, `id="form-leave"`) || strings.Contains(body, `id="missing"`) {
		t.Fatal("no way to leave, or a bot is missed: ", body)
	}
	seq := itoa(seatsOf(h, id, tok[0]).Seq)
	res, body := h.call(ada, "POST", "/matches/"+id+"/seats/0/bot", url.Values{"seq": {seq}, "level": {"random"}}, "Accept-Language", "en")
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `data-viewer="`+viewerText(game.Watcher)+`"`) || !strings.Contains(body, "From here on a bot plays for") {
		t.Fatal(res.StatusCode, body)
	}
	for _, c := range ada.Jar.Cookies(res.Request.URL) {
		if c.Name == mineCookie && c.Value != id+".0" {
			t.Errorf("%s", c.Value)
		}
	}
	// It calls her to the table no more than anybody.
	if _, body := h.call(ada, "GET", "/", nil, "Accept-Language", "en"); !strings.Contains(body, id) || strings.Contains(body, "Your turn") {
		t.Error(body)
	}
	res, body = h.call(ada, "POST", "/matches/"+id+"/seats/0/back", url.Values{"n": {"1"}}, "Accept-Language", "en")
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `data-viewer="`+viewerText(0)+`"`) {
		t.Fatal(res.StatusCode, body)
	}
}

// TestAPhoneKeepsASeatThatABotPlays: a phone that is passed across goes between
// those who are left, shows the last one's table when that is one, and gives each
// seat back to whose it is.
func TestAPhoneKeepsASeatThatABotPlays(t *testing.T) {
	h := openWith(t, []game.Game{dadi.New()}, nil)
	id, tok, _ := atTable(h, "dadi", "human", "human", "human")
	base := "/matches/" + id
	jar := h.browser()
	address, _ := url.Parse(h.URL + base)
	all := "0." + tok[0] + "_1." + tok[1] + "_2." + tok[2]
	jar.Jar.SetCookies(address, []*http.Cookie{
		{Name: handsCookie + id, Value: all, Path: base},
		{Name: handCookie + id, Value: "0.0", Path: base},
	})
	keeps := func() {
		t.Helper()
		for _, c := range jar.Jar.Cookies(address) {
			if c.Name == handsCookie+id && c.Value == all {
				return
			}
		}
		t.Errorf("%v", jar.Jar.Cookies(address))
	}
	shows := func(wants ...string) string {
		t.Helper()
		res, body := h.call(jar, "GET", base, nil, "Accept-Language", "en")
		for _, want := range wants {
			if res.StatusCode != http.StatusOK || !strings.Contains(body, want) {
				t.Errorf("%d, no %q in %s", res.StatusCode, want, body)
			}
		}
		keeps()
		return body
	}
	// Ada holds the phone and goes: it has to go to another hand.
	res, body := h.call(jar, "POST", base+"/seats/0/bot?hand=0", url.Values{"seq": {itoa(seatsOf(h, id, tok[0]).Seq)}, "level": {"random"}}, "Accept-Language", "en")
	if res.StatusCode != http.StatusOK {
		t.Fatal(res.StatusCode, body)
	}
	if body = shows(`id="hand-to-1"`, `id="hand-to-2"`, `id="form-back-0"`, "Take Ada’s seat back"); strings.Contains(body, `id="hand-to-0"`) {
		t.Error("the phone may go to a bot")
	}
	if res, body := h.call(jar, "POST", base+"/hand", url.Values{"seat": {"0"}}, "Accept-Language", "en"); res.StatusCode != http.StatusNotFound {
		t.Errorf("the phone was given to a bot: %d %s", res.StatusCode, body)
	}
	// Bruno goes, by a program of his: Carla is left, and the phone is hers alone.
	if status, body := h.postJSON(base+"/seats/1/bot", tok[1], map[string]any{"id": "bye", "level": "random"}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	if body = shows(`data-viewer="`+viewerText(2)+`"`, `id="form-back-0"`, `id="form-back-1"`); strings.Contains(body, "hand-to-") || strings.Contains(body, `id="pass"`) {
		t.Error("there is somebody to pass it to")
	}
	// Ada comes back on it: it goes between the two again, in Carla's hand as yet.
	if res, body := h.call(jar, "POST", base+"/seats/0/back", url.Values{"n": {"1"}}, "Accept-Language", "en"); res.StatusCode != http.StatusOK {
		t.Fatal(res.StatusCode, body)
	}
	if m := seatsOf(h, id, tok[0]); m.Seat == nil || m.Players[0].Kind != "human" {
		t.Fatalf("%+v", m)
	}
	h.call(jar, "POST", base+"/hand", url.Values{"seat": {"none"}})
	if body = shows(`id="hand-to-0"`, `id="hand-to-2"`, `id="form-back-1"`); strings.Contains(body, `id="form-back-0"`) {
		t.Error("what is Ada's can be taken back")
	}
	// With nobody left it shows what a watcher sees, and each the way back.
	for _, seat := range []int{0, 2} {
		if status, body := h.postJSON(base+"/seats/"+itoa(seat)+"/bot", tok[seat], map[string]any{"id": "bye2", "level": "random"}); status != http.StatusOK {
			t.Fatal(status, body)
		}
	}
	if m := seatsOf(h, id, ""); m.Stage == table.Playing {
		shows(`data-viewer="`+viewerText(game.Watcher)+`"`, `id="form-back-0"`, `id="form-back-1"`, `id="form-back-2"`)
	}
}

// TestAnOpenStreamBecomesAWatchers: what was open when the seat went to a bot
// shows no more of it, whatever the two viewers' numbers are, until it is back.
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
	until := func(want string) {
		t.Helper()
		for late := time.After(5 * time.Second); ; {
			select {
			case line := <-lines:
				if strings.HasPrefix(line, "data:") && strings.Contains(line, want) {
					return
				}
			case <-late:
				t.Fatalf("never %s", want)
			}
		}
	}
	until(`"seat":null`)
	if status, body := h.postJSON("/matches/"+id+"/seats/0/back", tok[0], map[string]any{"id": "here"}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	until(`"seat":0`)
}
