package web

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"banco/game"
	"banco/games/klang"
	"banco/table"
	"banco/web/ui"
)

// onTable is a match on a real table after some actions, each with its seat before
// it: 6 1 6 1 … for seat 0, 5 2 5 2 … for seat 1.
func (h *house) onTable(actions ...string) (id string, tok [2]string) {
	h.t.Helper()
	id, tok = h.table(`{"table":"companion","closing":"fixed"}`)
	for i, a := range append([]string{`0{"type":"ready"}`, `1{"type":"ready"}`}, actions...) {
		seat := int(a[0] - '0')
		if res, body := h.do(id, tok[seat], "t"+itoa(i), h.look(id, tok[seat]).Seq, []byte(a[1:])); res.StatusCode != http.StatusOK {
			h.t.Fatalf("%s: %s", a, body)
		}
	}
	return id, tok
}

// english is the match page as its seat's owner reads it.
func (h *house) english(id, token, path string) string {
	h.t.Helper()
	res, body := h.call(nil, "GET", path, nil, "Cookie", seatCookie+id+"="+token, "Accept", "text/html", "Accept-Language", "en")
	if res.StatusCode != http.StatusOK {
		h.t.Fatalf("%s: %d %s", path, res.StatusCode, body)
	}
	return body
}

// takesBack has a seat take a number of steps back, with the other's consent.
func (h *house) takesBack(id string, tok [2]string, at, steps int) {
	h.t.Helper()
	seq := h.look(id, tok[at]).Seq
	if status, body := h.postJSON("/matches/"+id+"/amendments", tok[at], map[string]any{"id": "back" + itoa(seq), "seq": seq, "undo": steps}); status != http.StatusOK {
		h.t.Fatal(status, body)
	}
	n := h.amended(id, tok[at]).Proposal.N
	if status, body := h.postJSON("/matches/"+id+"/amendments/"+itoa(n), tok[1-at], map[string]any{"id": "yes" + itoa(seq), "agree": true}); status != http.StatusOK {
		h.t.Fatal(status, body)
	}
}

var (
	turnText = regexp.MustCompile(`(?s)<p id="turn-text".*?</p>`)
	undoneAt = regexp.MustCompile(`(?s)<section class="block undone".*?</section>`)
)

// TestTheBarSaysWhatHandsHaveToDo: who has to take a part off in the other's
// activation is not told that it is their turn; the bar says what to do, and leads
// there.
func TestTheBarSaysWhatHandsHaveToDo(t *testing.T) {
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	id, tok := h.onTable(`0{"type":"activate","robot":0}`, `0{"type":"attack","die":6,"slot":"right_arm","target":3}`)
	page := h.english(id, tok[0], "/matches/"+id)
	if !strings.Contains(turnText.FindString(page), "Your turn") {
		t.Error("who takes the prize is not told that it is their turn")
	}
	if !strings.Contains(page, "a point a round for you") || !strings.Contains(page, "any part, or loot") {
		t.Error("the prize does not say for whom it is and what it may be")
	}
	arm := regexp.MustCompile(`value="(part=\d+)"[^>]*>\s*(?:<[^>]*>\s*)*Bullone’s right arm`).FindStringSubmatch(page)
	if arm == nil {
		t.Fatal("no right arm to take")
	}
	if res, body := h.do(id, tok[0], "prize", h.look(id, tok[0]).Seq, []byte(`{"type":"prize",`+strings.Replace(arm[1], "part=", `"part":`, 1)+`}`)); res.StatusCode != http.StatusOK {
		t.Fatal(body)
	}
	page = h.english(id, tok[1], "/matches/"+id)
	if bar := turnText.FindString(page); !strings.Contains(bar, `href="#hand"`) || !strings.Contains(bar, "Take a part off") || strings.Contains(bar, "Your turn") {
		t.Errorf("the bar says %s", bar)
	}
	if strings.Contains(page, "Your turn · Klang") || !strings.Contains(page, "Take a part off · Klang") {
		t.Error("the title says otherwise")
	}
	if !strings.Contains(page, "Klang! Ruggine knocks off Bullone&#39;s right arm.") && !strings.Contains(page, "Klang! Ruggine knocks off Bullone's right arm.") {
		t.Error("the hit is told in a roundabout way")
	}
}

// TestLengthsAreToldInCentimetres: the page says what was declared, the record
// keeps the millimetres of the rules.
func TestLengthsAreToldInCentimetres(t *testing.T) {
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	id, tok := h.onTable(`0{"type":"activate","robot":0}`, `0{"type":"walk","die":6,"mm":75}`)
	if page := h.english(id, tok[1], "/matches/"+id); !strings.Contains(page, "Ruggine runs on a 6: 7.5 cm.") || strings.Contains(page, "75 mm") {
		t.Error("not what was declared")
	}
	if _, body := h.call(nil, "GET", "/matches/"+id, nil, "Authorization", "Bearer "+tok[1]); !strings.Contains(body, "klang.walked") || strings.Contains(body, "web.klang.news") {
		t.Error("programs are told something else than the rules said")
	}
}

// TestOnlyWhatHandsMovedIsPutBack: after a take-back the page asks for what stands
// on the table, and says so when that is nothing.
func TestOnlyWhatHandsMovedIsPutBack(t *testing.T) {
	h := open(t, nil)
	id, tok, at := h.realTable()
	h.pickUp(id, tok[at])
	for steps, want := range []string{1: "nothing to put back", 2: "picks a piece of loot up"} {
		if steps == 0 {
			continue
		}
		if res, body := h.do(id, tok[at], "end"+itoa(steps), h.look(id, tok[at]).Seq, []byte(`{"type":"end"}`)); res.StatusCode != http.StatusOK {
			t.Fatal(body)
		}
		h.takesBack(id, tok, at, steps)
		if got := undoneAt.FindString(h.english(id, tok[1-at], "/matches/"+id)); !strings.Contains(got, want) || strings.Count(got, "<s>") != steps-1 {
			t.Errorf("after %d steps back: %s", steps, got)
		}
	}
}

// TestSettingUpSaysWhoIsReady: nobody is told that it is their turn while both set
// the table up, and who is late is told that the other is ready.
func TestSettingUpSaysWhoIsReady(t *testing.T) {
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	id, tok := h.table(`{"table":"companion","closing":"fixed"}`)
	for i := range tok {
		page := h.english(id, tok[i], "/matches/"+id)
		if bar := turnText.FindString(page); !strings.Contains(bar, "Set the table up") || strings.Contains(page, "now you") || strings.Contains(page, "is ready") {
			t.Errorf("seat %d: %s", i, bar)
		}
		if !strings.Contains(page, `id="setup-worn"`) || strings.Count(page, "not yet") != 2 {
			t.Errorf("seat %d does not see what the robots wear, or who is not ready", i)
		}
	}
	if res, body := h.do(id, tok[0], "ready", h.look(id, tok[0]).Seq, []byte(`{"type":"ready"}`)); res.StatusCode != http.StatusOK {
		t.Fatal(body)
	}
	if page := h.english(id, tok[1], "/matches/"+id); !strings.Contains(page, "Ada is ready: only you are missing.") || strings.Count(page, "not yet") != 1 {
		t.Error("who is late does not know")
	}
}

// TestNamesakesAreToldApartInTheNews: who has a namesake is called by the same name
// in the news as everywhere.
func TestNamesakesAreToldApartInTheNews(t *testing.T) {
	h := open(t, nil)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Language", "en")
	page := h.web.page(r)
	snap := &table.Snapshot{Game: "klang", Seat: 0, Players: []table.Player{{Seat: 0, Kind: "human", Name: "Nameless"}, {Seat: 1, Kind: "human", Name: "Nameless"}},
		News: []table.News{{Seat: 1, Text: game.Msg("table.news.ask_undo", "Nameless", 1)}, {Seat: 1, Text: game.Msg("table.news.bot", "Nameless")}}}
	m := retell(page, &ui.Match{Snapshot: snap})
	if snap.News[0].Text.Args[0] != "Nameless" {
		t.Error("what all look at has been changed")
	}
	if got := m.News[0].Text.Args[0]; got != "Nameless 2" {
		t.Errorf("seat 2 is called %v", got)
	}
	if got := m.News[1].Text.Args[0]; got != "Nameless" {
		t.Errorf("a bot plays for %v", got)
	}
}

// TestTheInvitationComesFirst: who has sat down and waits has one thing to do,
// which is to show the other the code; who has not is not counted among others.
func TestTheInvitationComesFirst(t *testing.T) {
	h := open(t, func(c *Config) { c.PublicURL = "https://banco.example" })
	me := h.browser()
	res, body := h.call(me, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"human"}, "opt.table": {"companion"}}, "Accept-Language", "en")
	if res.StatusCode != http.StatusOK {
		t.Fatal(res.StatusCode)
	}
	if !strings.Contains(body, "You and one more person are missing") || strings.Contains(body, "2 people") {
		t.Error("who is there is counted as missing")
	}
	if strings.Index(body, `class="hash"`) > strings.Index(body, `name="client_seed"`) {
		t.Error("the fingerprint comes after the seed that it is to be seen before")
	}
	at := res.Request.URL.Path
	if _, body = h.call(me, "POST", at+"/seats/0", url.Values{"name": {"Ada"}}, "Accept-Language", "en"); !strings.Contains(body, "One person is missing") {
		t.Fatal(body)
	}
	code := strings.Index(body, `class="qr"`)
	for _, later := range []string{`class="hash"`, "/link", `class="rules-here"`} {
		if i := strings.Index(body, later); code < 0 || i < code {
			t.Errorf("%s is at %d, the code at %d", later, i, code)
		}
	}
}

// TestNobodyIsSentAwayFromHome: who followed the wrong code finds on the first page
// what to do when somebody is waiting.
func TestNobodyIsSentAwayFromHome(t *testing.T) {
	h := open(t, nil)
	if _, body := h.call(h.browser(), "GET", "/", nil, "Accept-Language", "en"); !strings.Contains(body, "scan the code on their phone") {
		t.Error("not a word about an invitation")
	}
}

// TestFingersDoNotHover: on a screen without a pointer the look of what lies under
// one would stick to whatever comes to stand where a finger was.
func TestFingersDoNotHover(t *testing.T) {
	sheets, err := fs.Glob(staticFiles, "static/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatal(err, len(sheets))
	}
	for _, name := range sheets {
		data, err := fs.ReadFile(staticFiles, name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			if strings.Contains(line, ":hover") && !strings.Contains(line, "@media (hover: hover) { ") {
				t.Errorf("%s:%d: %s", name, i+1, line)
			}
		}
	}
}
