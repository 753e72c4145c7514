package web

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"banco/game"
	"banco/games/dadi"
	"banco/games/klang"
	"banco/table"
	"banco/web/ui"
)

// What is different when more than two sit at a table: Guerra di Dadi takes up to six.

func openMany(t testing.TB) *house {
	return openWith(t, []game.Game{klang.New(), dadi.New()}, nil)
}

// manyFree makes a match of Guerra di Dadi whose n seats are all free.
func (h *house) manyFree(n int, options string) (made createdJSON) {
	h.t.Helper()
	seats := strings.TrimSuffix(strings.Repeat(`{"kind":"human"},`, n), ",")
	res, body := h.call(nil, "POST", "/matches", []byte(`{"game":"dadi","options":`+options+`,"seats":[`+seats+`]}`))
	if err := json.Unmarshal([]byte(body), &made); err != nil || res.StatusCode != http.StatusCreated {
		h.t.Fatalf("create: %d %s", res.StatusCode, body)
	}
	return made
}

// formOf reads the fields of a page's forms as a browser would send them.
func formOf(page string) url.Values {
	form := url.Values{}
	value := regexp.MustCompile(` value="([^"]*)"`)
	for _, tag := range regexp.MustCompile(`<input[^>]*>`).FindAllString(page, -1) {
		name := regexp.MustCompile(` name="([^"]*)"`).FindStringSubmatch(tag)
		if name == nil || strings.Contains(tag, `type="checkbox"`) || strings.Contains(tag, `type="file"`) {
			continue
		}
		v := value.FindStringSubmatch(tag)
		if v == nil {
			v = []string{"", ""}
		}
		form.Set(name[1], v[1])
	}
	for _, m := range regexp.MustCompile(`(?s)<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>`).FindAllStringSubmatch(page, -1) {
		chosen := regexp.MustCompile(`<option value="([^"]*)" selected`).FindStringSubmatch(m[2])
		if chosen == nil {
			chosen = value.FindStringSubmatch(m[2])
		}
		form.Set(m[1], chosen[1])
	}
	for _, m := range regexp.MustCompile(`(?s)<textarea[^>]* name="([^"]+)"[^>]*>(.*?)</textarea>`).FindAllStringSubmatch(page, -1) {
		form.Set(m[1], m[2])
	}
	return form
}

// TestCreatePageOfAGameForUpToSix: six seats, nobody on those that need not be
// taken; the form as it comes makes a match by the usual rules, of two or of six.
func TestCreatePageOfAGameForUpToSix(t *testing.T) {
	h := openMany(t)
	_, page := h.call(h.browser(), "GET", "/new/dadi", nil, "Accept-Language", "en")
	form := formOf(page)
	for i, want := range []string{"me", "bot:greedy", "none", "none", "none", "none"} {
		if got := form.Get("seat." + itoa(i)); got != want {
			t.Errorf("seat %d is %q, want %q", i, got, want)
		}
	}
	if got, there := form["opt.table_cm"]; !there || got[0] != "" {
		t.Errorf("the table is %q; empty stands for the usual one", got)
	}
	if !strings.Contains(page, `placeholder="the usual one"`) || strings.Contains(page, "null") {
		t.Error("an empty field does not say what it stands for")
	}
	if army := form.Get("opt.army"); !strings.Contains(army, "\n  [3, 3],\n  [6, 2],") {
		t.Errorf("the army is not to be read: %q", army)
	}
	if !strings.Contains(page, "An example: everybody quicker") || strings.Contains(page, "one robot a side") {
		t.Error("the example is not this game's")
	}
	for _, people := range []int{2, 4, 6} {
		for i := range 6 {
			form.Set("seat."+itoa(i), map[bool]string{true: "human", false: "none"}[i < people])
		}
		c := h.browser()
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		res, body := h.call(c, "POST", "/matches", form)
		if res.StatusCode != http.StatusSeeOther {
			t.Fatalf("%d: %d %s", people, res.StatusCode, body)
		}
		_, page := h.call(h.browser(), "GET", res.Header.Get("Location"), nil, "Accept-Language", "en")
		if !strings.Contains(page, "The rules are the usual ones.") {
			t.Errorf("%d people: the rules are said not to be the usual ones", people)
		}
		if n := strings.Count(page, `class="chair-no"`); n != people {
			t.Errorf("%d people have %d seats", people, n)
		}
	}
}

// TestUsualWaysOfAGameForUpToSix: they fill the seats as they say, one of them is
// how the page comes, and a game for two keeps its own.
func TestUsualWaysOfAGameForUpToSix(t *testing.T) {
	h := openMany(t)
	ways := func(name string) (list []string) {
		_, page := h.call(h.browser(), "GET", "/new/"+name, nil)
		if n := strings.Count(page, ` data-seats="`); n != strings.Count(page, `class="plan"`) || strings.Count(page, "aria-current") != 1 {
			t.Errorf("%s: %d ways, %d of them as the page comes", name, n, strings.Count(page, "aria-current"))
		}
		for _, m := range regexp.MustCompile(`data-seats="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			list = append(list, m[1])
		}
		return list
	}
	if got, want := ways("klang"), []string{"me human", "me here", "me bot:greedy"}; !slices.Equal(got, want) {
		t.Errorf("klang: %q", got)
	}
	want := []string{
		"me bot:greedy none none none none", "me bot:greedy bot:greedy bot:greedy none none",
		"me human human human none none", "me here here here none none",
	}
	if got := ways("dadi"); !slices.Equal(got, want) {
		t.Errorf("dadi: %q", got)
	}
}

// TestARuleSetLeavesTheUsualTableOut: what the game settles by itself is in no
// rule set, and a table that was asked for is.
func TestARuleSetLeavesTheUsualTableOut(t *testing.T) {
	h := openMany(t)
	save := func(table string) (set ruleSet) {
		_, page := h.call(h.browser(), "GET", "/new/dadi", nil)
		form := formOf(page)
		form.Set("opt.table_cm", table)
		form.Set("opt.round_limit", "20")
		res, body := h.call(h.browser(), "POST", "/new/dadi/rules", form, "Accept", "application/json")
		if err := json.Unmarshal([]byte(body), &set); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
		return set
	}
	if set := save(""); string(set.Options) != `{"round_limit":20}` {
		t.Errorf("the usual table is kept as %s", set.Options)
	}
	set := save("100, 80")
	if !sameJSON(set.Options, map[string]any{"round_limit": 20, "table_cm": []int{100, 80}}) {
		t.Errorf("kept as %s", set.Options)
	}
	link, err := url.Parse(set.Link)
	if err != nil {
		t.Fatal(err)
	}
	_, page := h.call(h.browser(), "GET", link.RequestURI(), nil, "Accept-Language", "en")
	if form := formOf(page); form.Get("opt.table_cm") != "100, 80" || form.Get("opt.round_limit") != "20" || !strings.Contains(page, "2 rules are not the usual ones") && !strings.Contains(page, "<strong>100, 80</strong>") {
		t.Errorf("the link fills in %q and %q", form.Get("opt.table_cm"), form.Get("opt.round_limit"))
	}
	for _, none := range []string{"null", "[]"} {
		_, page := h.call(h.browser(), "GET", "/new/dadi?set=x&options="+url.QueryEscape(`{"table_cm":`+none+`}`), nil)
		if got := formOf(page).Get("opt.table_cm"); got != "" {
			t.Errorf("%s fills in %q", none, got)
		}
	}
	// At the table it is held against what so many usually play on.
	made := h.manyFree(3, `{"table_cm":[60,60]}`)
	_, page = h.call(h.browser(), "GET", "/matches/"+made.ID, nil, "Accept-Language", "en")
	if !strings.Contains(page, "<strong>60, 60</strong>") || !strings.Contains(page, "instead of 90, 90") {
		t.Error("a table for two under three is not told")
	}
	// An army is told whole.
	made = h.manyFree(2, `{"army":[[3,3],[8,2],[6,3],[4,4],[3,6],[7,2]]}`)
	_, page = h.call(h.browser(), "GET", "/matches/"+made.ID, nil, "Accept-Language", "en")
	if !strings.Contains(page, "One rule is not the usual one") || !strings.Contains(page, "[8, 2],") {
		t.Error("an army of one's own is not told")
	}
}

// TestFriendsByLinkBesideThoseAtThisPhone: the form that sits several down takes
// the seats of this phone only; the friend's link is still there to be sent.
func TestFriendsByLinkBesideThoseAtThisPhone(t *testing.T) {
	h := openMany(t)
	c := h.browser()
	form := url.Values{"game": {"dadi"}, "seat.0": {"me"}, "seat.1": {"here"}, "seat.2": {"human"}, "seat.3": {"bot:random"}, "seat.4": {"none"}, "seat.5": {"none"}}
	_, page := h.call(c, "POST", "/matches", form)
	both := page[strings.Index(page, `class="both"`):]
	both = both[:strings.Index(both, "</form>")]
	for name, want := range map[string]bool{"name.0": true, "name.1": true, "name.2": false} {
		if got := strings.Contains(both, `name="`+name+`"`); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !strings.Contains(page, `id="invite-2"`) || strings.Contains(page, `id="invite-1"`) {
		t.Error("the friend's link is not the one that is shown")
	}
}

// TestManyInvitationsAreFolded: with more than two links to send each picture to
// scan waits to be unfolded, so that nobody scans another's.
func TestManyInvitationsAreFolded(t *testing.T) {
	h := openMany(t)
	for kinds, folded := range map[string]int{"me human human none none none": 0, "me human human human human human": 5} {
		form := url.Values{"game": {"dadi"}}
		for i, kind := range strings.Fields(kinds) {
			form.Set("seat."+itoa(i), kind)
		}
		_, page := h.call(h.browser(), "POST", "/matches", form)
		if got := strings.Count(page, `<details id="share-`); got != folded {
			t.Errorf("%s: %d folded, want %d", kinds, got, folded)
		}
	}
}

func printerOf(t *testing.T, lang string) *ui.Page {
	cat := catalog(t, klang.New(), dadi.New())
	return &ui.Page{Printer: cat.Printer(lang), Lang: lang, Knows: cat.Has, Nameless: func(name string) bool { return name == "Nameless" || name == "Senza nome" }}
}

// TestNamesakesAreToldApart: bots of one level, and people who typed no name.
func TestNamesakesAreToldApart(t *testing.T) {
	p := printerOf(t, "en")
	bot := func(seat int, level string) table.Player {
		return table.Player{Seat: game.Seat(seat), Kind: "bot", Level: level, Taken: true}
	}
	m := &ui.Match{Snapshot: &table.Snapshot{Players: []table.Player{
		{Kind: "human", Name: "Ada", Taken: true}, bot(1, "greedy"), bot(2, "greedy"), bot(3, "random"),
		{Seat: 4, Kind: "human", Name: "Nameless", Taken: true}, {Seat: 5, Kind: "human", Name: "Senza nome", Taken: true},
	}}}
	for i, want := range []string{"Ada", "Greedy bot 2", "Greedy bot 3", "Random bot", "Nameless 5", "Nameless 6"} {
		if got := m.Name(p, game.Seat(i)); got != want {
			t.Errorf("seat %d is called %q, want %q", i, got, want)
		}
	}
	if got, want := playersLine(p, m.Players), "Ada · Greedy bot × 2 · Random bot · Nameless · Nameless"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestResultOfMany: the first comes first, who shares the place is named, and it
// is a draw only when it is one between all.
func TestResultOfMany(t *testing.T) {
	p := printerOf(t, "en")
	m := &ui.Match{Snapshot: &table.Snapshot{Game: "dadi", Stage: table.Over, Players: []table.Player{{Name: "Ada"}, {Name: "Bruno"}, {Name: "Carla"}, {Name: "Dino"}}}}
	m.Snapshot.Seat = game.Watcher
	for _, c := range []struct {
		result  game.Result
		ranking []game.Seat
		line    string
		won     game.Seats
	}{
		{game.Result{Scores: []int{0, 4, 1, 3}, Winners: []game.Seat{1}}, []game.Seat{1, 3, 2, 0}, "Bruno won", game.Only(1)},
		{game.Result{Scores: []int{2, 0, 2, 1}, Winners: []game.Seat{0, 2}}, []game.Seat{0, 2, 3, 1}, "First place shared: Ada, Carla", game.Only(0) | game.Only(2)},
		{game.Result{Scores: []int{1, 1, 1, 1}, Winners: []game.Seat{0, 1, 2, 3}, Draw: true}, []game.Seat{0, 1, 2, 3}, "A draw", 0},
	} {
		m.Result = c.result
		if got := ranking(m.Result); !slices.Equal(got, c.ranking) {
			t.Errorf("%v: %v", c.result, got)
		}
		if got := resultLine(p, m); got != c.line {
			t.Errorf("%v: %q", c.result, got)
		}
		if got := ticketNote(p, myMatch{Stage: table.Over, Match: m.Snapshot}); got != c.line {
			t.Errorf("in the lobby %v: %q", c.result, got)
		}
		for s := range m.Players {
			if won(m, game.Seat(s)) != c.won.Has(game.Seat(s)) {
				t.Errorf("%v: seat %d", c.result, s)
			}
		}
	}
	// Two sides stay where they were, and their points stand side by side.
	two := game.Result{Scores: []int{1, 4}, Winners: []game.Seat{1}}
	if got := ranking(two); !slices.Equal(got, []game.Seat{0, 1}) {
		t.Errorf("of two: %v", got)
	}
}

// TestNewsGoOnceRoundTheTable: what everybody else did since one's own turn is
// there to be read.
func TestNewsGoOnceRoundTheTable(t *testing.T) {
	var news []table.News
	for i := range 30 {
		n := table.News{Entry: i}
		n.Seat = game.Seat(i / 2 % 6)
		news = append(news, n)
	}
	turns, more := newsTurns(news, false, 6)
	if len(turns) != 6 || more != 18 {
		t.Errorf("%d turns, %d more", len(turns), more)
	}
	h := &hands{tokens: map[game.Seat]string{0: "x", 1: "y"}}
	m := &ui.Match{Snapshot: &table.Snapshot{Players: make([]table.Player, 6), News: news}}
	// The last of the phone's people was seat 1, then 2 acted elsewhere.
	if missed := h.missed(m); len(missed) != 2 || missed[0].seat != 2 || missed[1].seat != 1 {
		t.Errorf("missed: %d turns", len(missed))
	}
}

// TestOnePhoneAmongSix: it goes to whoever is next, by name, and takes no hand
// that is not its own.
func TestOnePhoneAmongSix(t *testing.T) {
	h := openMany(t)
	c := h.browser()
	form := url.Values{"game": {"dadi"}, "opt.scenery": {"auto"}}
	for i := range 6 {
		form.Set("seat."+itoa(i), map[bool]string{true: "me", false: "here"}[i == 0])
	}
	_, page := h.call(c, "POST", "/matches", form, "Accept-Language", "en")
	id := regexp.MustCompile(`data-match="([^"]+)"`).FindStringSubmatch(page)[1]
	sit := url.Values{}
	names := []string{"Ada", "Bruno", "Carla", "Dino", "Elsa", "Furio"}
	for i, name := range names {
		if !strings.Contains(page, `name="name.`+itoa(i)+`"`) {
			t.Fatalf("no field for seat %d", i)
		}
		sit.Set("name."+itoa(i), name)
	}
	_, page = h.call(c, "POST", "/matches/"+id+"/seats", sit, "Accept-Language", "en")
	for range 8 {
		next := h.look(id, "").ToAct[0]
		if !strings.Contains(page, "Give the phone to "+names[next]) || strings.Count(page, `class="hand-to"`) != 6 {
			t.Fatalf("the phone does not go to %s", names[next])
		}
		if !strings.Contains(page, "Nothing is secret here") || strings.Contains(page, "Nobody’s dice") {
			t.Fatal("it promises to keep secrets in a game that has none")
		}
		_, page = h.call(c, "POST", "/matches/"+id+"/hand", url.Values{"seat": {itoa(next)}}, "Accept-Language", "en")
		if !strings.Contains(page, `data-viewer="`+itoa(next)+`"`) {
			t.Fatalf("%s does not have it", names[next])
		}
		for h.look(id, "").ToAct[0] == next {
			token := ""
			u, _ := url.Parse(h.URL + "/matches/" + id)
			for _, cookie := range c.Jar.(*cookiejar.Jar).Cookies(u) {
				if cookie.Name == handsCookie+id {
					token = strings.Split(strings.Split(cookie.Value, "_")[next], ".")[1]
				}
			}
			m := h.look(id, token)
			if res, body := h.do(id, token, "p"+itoa(m.Seq), m.Seq, m.Actions[0]); res.StatusCode != http.StatusOK {
				t.Fatal(body)
			}
		}
		_, page = h.call(c, "GET", "/matches/"+id, nil, "Accept-Language", "en")
	}
}

// TestDiceOfManyAreCountedTogether: one deed may have everybody roll, so no dice
// are laid at the door of who happened to act; none are left out either.
func TestDiceOfManyAreCountedTogether(t *testing.T) {
	h := openMany(t)
	id, tokens := h.sit("dadi", `{"scenery":"auto","round_limit":2}`, 3)
	h.playUntil(id, tokens, rand.New(rand.NewPCG(5, 6)), nil, func(int, seen) bool { return false })
	_, body := h.call(nil, "GET", "/matches/"+id+"/log", nil)
	var rec table.Record
	if err := json.Unmarshal([]byte(body), &rec); err != nil {
		t.Fatal(err)
	}
	rolls := 0
	for _, e := range rec.Entries {
		for _, r := range e.Rolls {
			if r[0] == 6 {
				rolls++
			}
		}
	}
	list := countFaces(&rec)
	if len(list) != 1 || list[0].Seat != game.Watcher || list[0].Rolls != rolls || rolls < 9 {
		t.Fatalf("%+v, want %d rolls", list, rolls)
	}
	_, page := h.call(h.browser(), "GET", "/matches/"+id, nil, "Accept-Language", "en")
	for _, want := range []string{"Everybody’s dice: " + itoa(rolls) + " rolls", "soldiers standing", `class="final"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	rows := regexp.MustCompile(`class="final-points">\s*(\d+)`).FindAllStringSubmatch(page, -1)
	if len(rows) != 3 || rows[0][1] < rows[1][1] || rows[1][1] < rows[2][1] {
		t.Errorf("not from the first to the last: %q", rows)
	}
}

// TestRulesPageOfDadiCreditsItsAuthor in both languages.
func TestRulesPageOfDadiCreditsItsAuthor(t *testing.T) {
	h := openMany(t)
	for lang, words := range map[string][]string{"it": {"Qwein", "2007", "D15", "<th>soldato</th>"}, "en": {"Qwein", "2007", "D15", "<th>soldier</th>"}} {
		res, page := h.call(h.browser(), "GET", "/games/dadi", nil, "Accept-Language", lang)
		for _, w := range words {
			if res.StatusCode != http.StatusOK || !strings.Contains(page, w) {
				t.Errorf("%s: %d, no %q", lang, res.StatusCode, w)
			}
		}
	}
}
