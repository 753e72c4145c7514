package web

import (
	"bytes"
	"encoding/json"
	"html"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"banco/game"
	"banco/games/klang"

	"pgregory.net/rapid"
)

// upload sends a file as the builder's form does.
func (h *house) upload(c *http.Client, file string, fields ...string) (*http.Response, string) {
	h.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(fields); i += 2 {
		w.WriteField(fields[i], fields[i+1])
	}
	part, err := w.CreateFormFile("file", "squadra.json")
	if err != nil {
		h.t.Fatal(err)
	}
	part.Write([]byte(file))
	w.Close()
	return h.call(c, "POST", rostersPath+"/file", b.Bytes(), "Content-Type", w.FormDataContentType())
}

// drawRoster is whatever roster the rules accept, parts in any order.
func drawRoster(t *rapid.T) klang.Roster {
	name := rapid.StringOfN(rapid.RuneFrom([]rune("aZé-0 ,.&=%+#;ßツ𝄞'\"<")), 1, klang.MaxName, -1).
		Filter(func(s string) bool { return strings.TrimSpace(s) == s })
	weapon := rapid.SampledFrom([]string{"", "ranged", "melee"})
	names := rapid.SliceOfNDistinct(name, 1, klang.MaxRobots/2, rapid.ID).Draw(t, "names")
	var roster klang.Roster
	for _, n := range names {
		r := klang.RobotSpec{Name: n, Frame: klang.Frame(rapid.IntRange(0, 2).Draw(t, "frame")).String(), Parts: []klang.PartSpec{}}
		for slot := range klang.NumSlots {
			if rapid.Bool().Draw(t, "worn") {
				r.Parts = append(r.Parts, klang.PartSpec{Kind: slot.Kind().String(), Class: rapid.IntRange(klang.MinClass, klang.MaxClass).Draw(t, "class"), Weapon: weapon.Draw(t, "weapon")})
			}
		}
		r.Parts = rapid.Permutation(r.Parts).Draw(t, "order")
		roster = append(roster, r)
	}
	return roster
}

// worn is a roster as it stands on the table, whatever the order of its parts.
func worn(roster klang.Roster) klang.Roster {
	out := slices.Clone(roster)
	for i := range out {
		out[i].Parts = []klang.PartSpec{}
		for _, p := range roster[i].Slots() {
			if p != nil {
				out[i].Parts = append(out[i].Parts, *p)
			}
		}
	}
	return out
}

// TestK05_ARosterIsALink: what goes into a link comes out of it, and out of the
// form of its page.
func TestK05_ARosterIsALink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mine, theirs := drawRoster(t), drawRoster(t)
		pair := rosterPair{draftOf(mine), draftOf(theirs)}
		q, err := url.ParseQuery(pair.query())
		if err != nil {
			t.Fatal(err)
		}
		got, err := readPair(q)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range []draft{got.Mine, got.Theirs} {
			roster, err := d.check()
			if want := worn([]klang.Roster{mine, theirs}[i]); err != nil || !reflect.DeepEqual(roster, want) {
				t.Fatalf("%v: %v, want %v", err, roster, want)
			}
		}
		if again := got.query(); again != pair.query() || len(again) > maxRosterLink {
			t.Fatalf("%s came back as %s", pair.query(), again)
		}
		form := url.Values{}
		for i, r := range pair.Mine {
			form.Set("name."+itoa(i), r.Name)
			form.Set("frame."+itoa(i), r.Frame)
			for slot, f := range slotFields {
				form.Set(f+itoa(i), r.Slots[slot])
			}
		}
		if typed := readRosterForm(form); !reflect.DeepEqual(typed, pair.Mine) {
			t.Fatalf("typed %v, want %v", typed, pair.Mine)
		}
	})
}

// TestRosterLinksNeverBreak: any query is a page, a refusal or a link, and
// nothing of a draft is lost on the way.
func TestRosterLinksNeverBreak(t *testing.T) {
	h := open(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		q := url.Values{}
		for range rapid.IntRange(1, 14).Draw(t, "n") {
			q.Add("r", rapid.OneOf(rapid.String(), rapid.StringMatching(`(legs|tracks|wings)-[0-9rm]{0,3}-4r-4m-2-3-.{0,30}`)).Draw(t, "r"))
		}
		res, body := h.call(h.browser(), "GET", rostersPath+"?"+q.Encode(), nil)
		if ok := res.StatusCode == 200 || len(q["r"]) > maxDraft && res.StatusCode == 422; !ok || strings.Contains(body, "⟨web.") {
			t.Fatalf("%d %.200s", res.StatusCode, body)
		}
		if res.StatusCode == 200 {
			for i, code := range q["r"] {
				r := readCode(code)
				if utf8.ValidString(r.Name) && !strings.ContainsAny(r.Name, "\x00\r") && !strings.Contains(body, `name="name.`+itoa(i)+`" value="`+html.EscapeString(r.Name)+`"`) {
					t.Fatalf("the name %q is lost", r.Name)
				}
			}
		}
	})
}

func TestK05_SamplesAreValid(t *testing.T) {
	cat := catalog(t, klang.New())
	if len(rosterSamples) < 4 {
		t.Error("too few")
	}
	for _, sample := range rosterSamples {
		roster, err := sample.Roster.check()
		if err != nil {
			t.Errorf("%s: %v", sample.ID, err)
		}
		raw, _ := json.Marshal([]klang.Roster{roster, klang.DefaultRosters()[1]})
		if _, err := klang.New().Configure([]byte(`{"rosters":`+string(raw)+`}`), 2); err != nil {
			t.Errorf("%s: %v", sample.ID, err)
		}
		for _, key := range []string{"", ".says"} {
			if !cat.Has("web.rosters.sample." + sample.ID + key) {
				t.Errorf("%s has no sentence", sample.ID)
			}
		}
	}
	for _, deed := range sheetDeeds {
		for _, key := range []string{"", ".cost", ".does"} {
			if !cat.Has("web.rosters.deed." + deed.name + key) {
				t.Errorf("no %s%s", deed.name, key)
			}
		}
	}
	for w := range klang.NumWeapons {
		if !cat.Has("web.rosters.weapon."+weaponWord(w)) || !cat.Has("web.rosters.part."+weaponWord(w)) {
			t.Errorf("weapon %v", w)
		}
	}
	for _, seat := range []game.Seat{0, 1, game.Watcher} {
		if word := (&rostersView{Closes: seat}).closesWord(); !cat.Has("web.rosters.closes."+word) || !cat.Has("web.rosters.bar."+word) {
			t.Errorf("who closes: %v", seat)
		}
	}
	var d draft
	for range klang.MaxRobots / 2 {
		d = d.added()
	}
	if _, err := d.check(); err != nil {
		t.Errorf("six added robots: %v", err)
	}
}

// TestRosterBuilder: the form's buttons lead to links.
func TestRosterBuilder(t *testing.T) {
	h := open(t, func(c *Config) { c.BasePath = "/banco" })
	c := h.browser()
	form := func(pairs ...string) url.Values {
		q := url.Values{"name.0": {" Ruggine "}, "frame.0": {"tracks"}, "torso.0": {"5"}, "right.0": {"0"}, "left.0": {"4m"}, "head.0": {"2"}, "back.0": {"0"},
			"name.1": {"Sgobbo"}, "frame.1": {"legs"}}
		for i := 0; i+1 < len(pairs); i += 2 {
			q.Set(pairs[i], pairs[i+1])
		}
		return q
	}
	const rug, sgo = "tracks-5-4m-0-2-0-Ruggine", "legs-0-0-0-0-0-Sgobbo"
	usual := rosterPair{Mine: draftOf(klang.DefaultRosters()[1])}
	for _, step := range []struct {
		form   url.Values
		want   []string
		theirs []string
		anchor string
	}{
		{form(), []string{rug, sgo}, nil, ""},
		{form("do", "add"), []string{rug, sgo, "legs-5-4r-4r-2-3-Bobina"}, nil, "robot-2"},
		{form("do", "copy.0"), []string{rug, rug + " 2", sgo}, nil, "robot-1"},
		{form("do", "remove.0"), []string{sgo}, nil, "robot-0"},
		{form("do", "remove.9"), []string{rug, sgo}, nil, ""},
		{form("do", "nonsense"), []string{rug, sgo}, nil, ""},
		{form("do", "swap"), strings.Split(codes(usual.Mine), "\n"), []string{rug, sgo}, "robots"},
		{form("against", "heavy"), []string{rug, sgo}, strings.Split(codes(rosterSamples[3].Roster), "\n"), ""},
		{form("v", sgo, "against", "usual"), []string{rug, sgo}, nil, ""},
		{form("link", "https://other.example/x/klang/rosters?r="+url.QueryEscape(sgo)+"#robots"), []string{rug, sgo}, []string{sgo}, "others"},
	} {
		res, body := h.call(c, "GET", rostersPath+"?"+step.form.Encode(), nil)
		u := res.Request.URL
		q := u.Query()
		if res.StatusCode != 200 || u.Path != "/banco/klang/rosters" || !slices.Equal(q["r"], step.want) || !slices.Equal(q["v"], step.theirs) || len(q) > 2 || u.Fragment != step.anchor {
			t.Errorf("%v: %d %s", step.form, res.StatusCode, u)
		}
		for _, code := range step.want {
			if name := readCode(code).Name; !strings.Contains(body, `value="`+name+`"`) {
				t.Errorf("%s is not on the page", name)
			}
		}
	}
	// Not a link: nothing is lost and the sentence stands by the field.
	res, body := h.call(c, "GET", rostersPath+"?"+form("link", "http://[boh", "v", sgo).Encode(), nil, "Accept-Language", "it")
	if res.StatusCode != 422 || !strings.Contains(body, `value="http://[boh"`) || !strings.Contains(body, "non è il collegamento") || !strings.Contains(body, `value="`+sgo+`"`) {
		t.Errorf("%d", res.StatusCode)
	}
	local := regexp.MustCompile(`(?:href|src|action)="(/[^"]*)"`)
	for _, m := range local.FindAllStringSubmatch(body, -1) {
		if !strings.HasPrefix(m[1], "/banco/") {
			t.Errorf("%s leads out", m[0])
		}
	}
}

func codes(d draft) string {
	var list []string
	for i := range d {
		list = append(list, d[i].code())
	}
	return strings.Join(list, "\n")
}

// TestRosterMeans: dice, stuff and who closes, at once.
func TestRosterMeans(t *testing.T) {
	h := open(t, nil)
	for _, c := range []struct {
		query string
		says  []string
	}{
		{"", []string{"Lancia 8 dadi", "3 robot e 15 pezzi", "Siete pari"}},
		{"?r=legs-0-4r-0-0-0-Solo", []string{"Lancia 4 dadi", "1 robot e 1 pezzo", "li chiudi tu", "/new/klang?r=legs-0-4r-0-0-0-Solo"}},
		{"?v=legs-0-4r-0-0-0-Solo", []string{"li chiudono loro", "24 dadi"}},
	} {
		_, body := h.call(h.browser(), "GET", rostersPath+c.query, nil, "Accept-Language", "it")
		for _, s := range c.says {
			if !strings.Contains(body, s) {
				t.Errorf("%q does not say %q", c.query, s)
			}
		}
	}
	_, body := h.call(nil, "GET", rostersPath+"?r=legs-0-4r-0-0-3m-Solo", nil)
	var j rosterJSON
	if err := json.Unmarshal([]byte(body), &j); err != nil || j.Stuff != 3 || len(j.Dice) != 1 || j.Dice[0] != 5 || j.Roster[0].Parts[1].Weapon != "melee" || !strings.HasSuffix(j.Link, "?r=legs-0-4r-0-0-3m-Solo") {
		t.Errorf("%v %s", err, body)
	}
}

// TestRosterFaults: what is wrong stands beside its field with its rule, what
// was typed stays, and nothing can be done with it until it is mended.
func TestRosterFaults(t *testing.T) {
	h := open(t, nil)
	whole := "tracks-5-4r-4r-2-3-"
	long := strings.Repeat("x", 25)
	seven := "r=legs-0-0-0-0-0-A0"
	for i := 1; i < 7; i++ {
		seven += "&r=legs-0-0-0-0-0-A" + itoa(i)
	}
	for _, c := range []struct{ query, id, rule, kept string }{
		{"r=" + whole, "name-0-wrong", "K05", `value=""`},
		{"r=" + whole + long, "name-0-wrong", "K05", `value="` + long + `"`},
		{"r=" + whole + "A&r=" + whole + "A", "name-1-wrong", "K05", `value="A"`},
		{"r=wings-5-4r-4r-2-3-A", "frame-0-wrong", "K05", `<option value="wings" selected>`},
		{"r=tracks-5-9r-4r-2-3-A", "right_arm-0-wrong", "K05", `<option value="9r" selected>`},
		{"r=tracks-5-4r-4r-2-boh-A", "backpack-0-wrong", "K05", `<option value="boh" selected>`},
		{seven, "roster-fault", "K05", `value="A6"`},
	} {
		res, body := h.call(h.browser(), "GET", rostersPath+"?"+c.query, nil)
		at := strings.Index(body, `id="`+c.id+`"`)
		if at < 0 || res.StatusCode != 200 {
			t.Errorf("%s: %d, no %s", c.query, res.StatusCode, c.id)
			continue
		}
		end := at + strings.Index(body[at:], "</div>")
		if !strings.Contains(body[at:end], c.rule) || !strings.Contains(body, c.kept) {
			t.Errorf("%s: %s", c.query, body[at:end])
		}
		if n := strings.Count(body, `class="wrong"`); n != 1 {
			t.Errorf("%s: %d objections", c.query, n)
		}
		if strings.Contains(body, `/new/klang?r`) || strings.Contains(body, "/sheet?r") || strings.Contains(body, "/file?r") {
			t.Errorf("%s can be played, saved or printed", c.query)
		}
		for _, path := range []string{"", "/sheet", "/file"} {
			res, body := h.call(nil, "GET", rostersPath+path+"?"+c.query, nil)
			if res.StatusCode != 422 || !strings.Contains(body, `"rule":"K05"`) {
				t.Errorf("%s %s: %d %s", path, c.query, res.StatusCode, body)
			}
		}
	}
}

func TestRosterRefusals(t *testing.T) {
	h := open(t, nil)
	many := strings.Repeat("r=a&", maxDraft+1)
	huge := "r=" + strings.Repeat("x", maxRosterLink)
	for _, path := range []string{"", "/sheet", "/file"} {
		for query, status := range map[string]int{many: 422, huge: 414, "r=%zz": 400} {
			if res, body := h.call(h.browser(), "GET", rostersPath+path+"?"+query, nil); res.StatusCode != status || strings.Contains(body, "⟨") {
				t.Errorf("%s %.20s: %d", path, query, res.StatusCode)
			}
		}
	}
	res, body := h.call(nil, "POST", rostersPath+"/file", url.Values{}, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
	if res.StatusCode != http.StatusForbidden || strings.Contains(body, "⟨") {
		t.Errorf("from another site: %d", res.StatusCode)
	}
	if res, _ := h.call(h.browser(), "POST", rostersPath+"/file", url.Values{"r": {"x"}}); res.StatusCode != 400 {
		t.Errorf("a form without a file: %d", res.StatusCode)
	}
	if res, _ := h.call(nil, "POST", rostersPath, []byte("[]")); res.StatusCode != 405 {
		t.Errorf("POST to the builder: %d", res.StatusCode)
	}
	none := open(t, func(c *Config) { c.Games = func() []game.Game { return nil } })
	for _, path := range []string{"", "/sheet", "/file"} {
		if res, _ := none.call(nil, "GET", rostersPath+path, nil); res.StatusCode != 404 {
			t.Errorf("%s without the game: %d", path, res.StatusCode)
		}
	}
	if res, _ := none.call(nil, "POST", rostersPath+"/file", []byte("[]")); res.StatusCode != 404 {
		t.Errorf("loading without the game: %d", res.StatusCode)
	}
}

// TestRosterFile: a roster saved and loaded is the same, and the file is what
// the option takes.
func TestRosterFile(t *testing.T) {
	h := open(t, nil)
	c := h.browser()
	for _, sample := range rosterSamples {
		pair := rosterPair{Mine: sample.Roster}
		res, file := h.call(c, "GET", rostersPath+"/file?"+pair.query(), nil)
		if !strings.HasPrefix(res.Header.Get("Content-Disposition"), "attachment; filename=klang-") || !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
			t.Errorf("%s: %v", sample.ID, res.Header)
		}
		if _, err := klang.New().Configure([]byte(`{"rosters":[`+file+`,`+file+`]}`), 2); err != nil {
			t.Errorf("%s: %v", sample.ID, err)
		}
		res, _ = h.upload(c, file, "r", "legs-0-0-0-0-0-Vecchio", "v", "legs-0-0-0-0-0-Altro")
		if q := res.Request.URL.Query(); res.StatusCode != 200 || !slices.Equal(q["r"], strings.Split(codes(sample.Roster), "\n")) || q.Get("v") != "legs-0-0-0-0-0-Altro" {
			t.Errorf("%s came back as %s", sample.ID, res.Request.URL)
		}
		res, _ = h.upload(c, file, "r", "legs-0-0-0-0-0-Vecchio", "side", "theirs")
		if q := res.Request.URL.Query(); q.Get("r") != "legs-0-0-0-0-0-Vecchio" || !slices.Equal(q["v"], strings.Split(codes(sample.Roster), "\n")) {
			t.Errorf("%s for the other side: %s", sample.ID, res.Request.URL)
		}
		res, body := h.call(nil, "POST", rostersPath+"/file", []byte(file))
		var j rosterJSON
		if err := json.Unmarshal([]byte(body), &j); err != nil || res.StatusCode != 200 || !reflect.DeepEqual(draftOf(j.Roster), sample.Roster) {
			t.Errorf("%s by a program: %d %s", sample.ID, res.StatusCode, body)
		}
	}
	for file, says := range map[string]string{
		"":              "non c’è una squadra",
		"ciao":          "non c’è una squadra",
		`{"a":1}`:       "da 1 a 6 robot",
		`[{"x":1}]`:     "nient&#39;altro",
		"[" + `1` + "]": "nient&#39;altro",
	} {
		res, body := h.upload(c, file, "r", "legs-0-0-0-0-0-Vecchio")
		if res.StatusCode != 422 || !strings.Contains(body, says) || !strings.Contains(body, `value="Vecchio"`) {
			t.Errorf("%q: %d", file, res.StatusCode)
		}
	}
	if res, body := h.upload(c, strings.Repeat(" ", maxBody+1)); res.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(body, "64 KiB") {
		t.Errorf("too large: %d", res.StatusCode)
	}
	if res, body := h.call(nil, "POST", rostersPath+"/file", []byte(`[]`)); res.StatusCode != 422 || !strings.Contains(body, "roster_size") {
		t.Errorf("an empty roster by a program: %d %s", res.StatusCode, body)
	}
}

func TestRosterSheet(t *testing.T) {
	h := open(t, nil)
	pair := rosterPair{Mine: readCodes([]string{"tracks-5-4r-0-2-0-Ruggine", "legs-6-6m-3-2-3r-Sgobbo"})}
	for lang, words := range map[string][]string{
		"it": {"Scheda della squadra", "6 dadi", "8 dadi", "su cingoli", "su zampe", "busto", "braccio destro", "braccio sinistro", "testa", "zaino", "manca", "da tiro", "da mischia", "Perso", "Malloppi", "Corri", "Colpisci", "Raccogli", "Avvita", "Smonta", "Fai saltare", "un successo", "un dado qualsiasi", "tanti dadi quanta è la classe"},
		"en": {"Roster sheet", "6 dice", "8 dice", "on tracks", "torso", "missing", "ranged", "melee", "Lost", "Loot", "Pick up", "any die", "as many dice as its class"},
	} {
		res, body := h.call(h.browser(), "GET", rostersPath+"/sheet?"+pair.query(), nil, "Accept-Language", lang)
		for _, w := range append(words, "Ruggine", "Sgobbo", "K13", "K14", "K22", "K23", "K24", "K25", "slot-empty", `class="qr"`) {
			if !strings.Contains(body, w) {
				t.Errorf("%s: no %q", lang, w)
			}
		}
		if n := strings.Count(body, `class="sheet-robot"`); res.StatusCode != 200 || n != 2 || strings.Count(body, `class="sheet-none"`) != 2 || strings.Count(body, `class="tick"`) != 8 {
			t.Errorf("%s: %d robots", lang, n)
		}
	}
}

// TestRosterOpensATable: the button of the builder leads to the create page
// with both rosters in its field, and the form that stands there makes the match.
func TestRosterOpensATable(t *testing.T) {
	h := open(t, nil)
	c := h.browser()
	_, body := h.call(c, "GET", "/new/klang?r=legs-0-4r-0-0-0-Solo", nil)
	field := regexp.MustCompile(`(?s)<textarea id="opt-rosters"[^>]*>(.*?)</textarea>`).FindStringSubmatch(body)
	if field == nil || !strings.Contains(body, "Solo") || !strings.Contains(body, "Bullone, Rattoppo, Ganascia") {
		t.Fatalf("%v", field)
	}
	res, body := h.call(c, "POST", "/matches", url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"bot:greedy"}, "opt.rosters": {html.UnescapeString(field[1])}})
	if res.StatusCode != 200 || !strings.HasPrefix(res.Request.URL.Path, "/matches/") {
		t.Fatalf("%d %.300s", res.StatusCode, body)
	}
	if !strings.Contains(body, "Bullone, Rattoppo, Ganascia") {
		t.Error("the seat page does not tell whom one plays with")
	}
	if res, body := h.call(c, "POST", res.Request.URL.Path+"/seats/0", url.Values{"name": {"Ada"}}); res.StatusCode != 200 || !strings.Contains(body, `id="board"`) {
		t.Fatalf("%d %.300s", res.StatusCode, body)
	}
	m := h.look(strings.TrimPrefix(res.Request.URL.Path, "/matches/"), "")
	if view := string(m.View); !strings.Contains(view, `"Solo"`) || !strings.Contains(view, `"Bullone"`) || strings.Contains(view, `"Ruggine"`) {
		t.Error("the match has other robots")
	}
	if _, body := h.call(c, "GET", "/new/klang", nil); strings.Contains(body, `class="brought"`) || !strings.Contains(body, "Ruggine") {
		t.Error("without a roster the page is as it was")
	}
	if res, body := h.call(c, "GET", "/new/klang?r=legs-0-9r-0-0-0-Solo", nil); res.StatusCode != 200 || !strings.Contains(body, "&#34;class&#34;: &#34;9r&#34;") && !strings.Contains(body, "&#34;class&#34;: 9") {
		t.Errorf("what breaks a rule is left for the rules to refuse: %d", res.StatusCode)
	}
}

// TestRosterPagesKeepThePolicy: nothing inline, nothing missing, in both languages.
func TestRosterPagesKeepThePolicy(t *testing.T) {
	h := open(t, nil)
	for _, lang := range []string{"it", "en"} {
		for _, path := range []string{rostersPath, rostersPath + "?r=wings-9-boh-0-2--&v=x", rostersPath + "/sheet", "/new/klang?r=legs-0-0-0-0-0-A", "/"} {
			res, body := h.call(h.browser(), "GET", path, nil, "Accept-Language", lang)
			if res.StatusCode != 200 || res.Header.Get("Content-Security-Policy") != policy || inline.MatchString(body) || remote.MatchString(body) || strings.Contains(body, "⟨") || strings.Contains(body, "%!") {
				t.Errorf("%s %s: %d %q", lang, path, res.StatusCode, inline.FindString(body))
			}
			seen := map[string]bool{}
			for _, id := range regexp.MustCompile(`\sid="([^"]+)"`).FindAllStringSubmatch(body, -1) {
				if seen[id[1]] {
					t.Errorf("%s: the id %s twice", path, id[1])
				}
				seen[id[1]] = true
			}
		}
	}
}

// BenchmarkRosterPage is the builder with six robots a side.
func BenchmarkRosterPage(b *testing.B) {
	h := open(b, nil)
	pair := rosterPair{rosterSamples[2].Roster, rosterSamples[2].Roster}
	r := httptest.NewRequest("GET", rostersPath+"?"+pair.query(), nil)
	r.Header.Set("Accept", "text/html")
	b.ReportAllocs()
	for b.Loop() {
		h.web.ServeHTTP(httptest.NewRecorder(), r)
	}
}
