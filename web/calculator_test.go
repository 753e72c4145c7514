package web

import (
	"encoding/json"
	"html"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/quote"
	"banco/games/quote/odds"
	"banco/web/calculator"
)

// ofQuote is a house with Quote in it.
func ofQuote(t testing.TB) *house {
	return openWith(t, []game.Game{quote.New()}, func(c *Config) { c.Limits.Odds = Rate{100000, time.Microsecond} })
}

// fightAnswer asks as a program.
func (h *house) fightAnswer(query string) (a odds.Answer) {
	h.t.Helper()
	res, body := h.call(nil, "GET", "/quote?"+query, nil)
	if res.StatusCode != http.StatusOK {
		h.t.Fatalf("%s: %d %s", query, res.StatusCode, body)
	}
	dec := json.NewDecoder(strings.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&a); err != nil {
		h.t.Fatal(err)
	}
	return a
}

// TestCalculatorJSONIsAPromise: these keys in this order, and no others.
func TestCalculatorJSONIsAPromise(t *testing.T) {
	h := ofQuote(t)
	_, body := h.call(nil, "GET", "/quote?a=3&b=2", nil)
	key := regexp.MustCompile(`"(\w+)":`)
	var keys []string
	for _, m := range key.FindAllStringSubmatch(body, -1) {
		keys = append(keys, m[1])
	}
	chance := []string{"quota", "hit", "critical", "miss", "fumble", "zero"}
	want := slices.Concat([]string{"a"}, chance, []string{"b"}, chance,
		[]string{"first_to_fall", "a", "b", "both", "rounds", "mean", "median", "p90", "distribution"})
	if !slices.Equal(keys, want) {
		t.Errorf("keys %v, want %v", keys, want)
	}
	r, err := odds.Analyse(odds.Fight{A: []odds.Fighter{{Quota: 3}}, B: []odds.Fighter{{Quota: 2}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := h.fightAnswer("a=3&b=2"); !reflect.DeepEqual(got, r.Answer) {
		t.Errorf("%+v, want %+v", got, r.Answer)
	}
	// The same for who says as=json and for who asks by header, whatever the page would show.
	for _, ask := range [][]string{{"/quote?as=json"}, {"/quote", "Accept", "application/json"}} {
		if res, again := h.call(h.browser(), "GET", ask[0], nil, ask[1:]...); again != body {
			t.Errorf("%v: %d %s", ask, res.StatusCode, again)
		}
	}
}

// TestCalculatorFigures holds the page and its JSON against the rules' table.
func TestCalculatorFigures(t *testing.T) {
	h := ofQuote(t)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
	for q := 1; q <= 9; q++ {
		a := h.fightAnswer("a=" + itoa(q) + "&b=1").A
		if !near(a.Hit, .11*float64(q)) || !near(a.Miss, .11*float64(9-q)) || !near(a.Tris(), .01) || !near(a.Zero, .001) {
			t.Errorf("Q03 Q04 quota %d: %+v", q, a)
		}
	}
	for _, test := range []struct {
		rule, query string
		a, b        int // rolled against
		page        []string
	}{
		{"Q06", "a.dex=18&a.weapon=30&b=2", 5, 2, []string{"4,8 fa quota 5", ">55,0 %<", ">44,0 %<", ">1,0 %<"}},
		{"Q06", "a.dex=13&a.weapon=40&a.second=yes&b=2", 6, 2, []string{"5,3 + 1 = 6,3 fa quota 6"}},
		{"Q07", "a=4&b=2&normalise=yes", 2, 1, []string{"4 → "}},
		{"Q07", "a=6&b=4&normalise=yes", 3, 2, nil},
		{"Q07", "a=2&b=2&normalise=yes", 2, 2, nil},
		{"Q07", "a=9&b=3&normalise=yes", 3, 1, nil},
		{"Q07", "a=1&b=1&normalise=yes", 2, 2, nil},
		{"Q07", "a=1&b=1&normalise=yes&cautious=yes", 1, 1, nil},
		{"Q05", "a=5&a2=3&a3=2&b=6", 5, 6, []string{">A1<", "3 → </span> <b>5</b>", "2 → </span> <b>4</b>"}},
		{"Q05", "a=5&b=2&b.n=3", 5, 2, []string{">B1<", ">B2–B3<", "Quanti di B restano in piedi"}},
		{"Q08", "a=5&a.bonus=15&b=5&b.bonus=-20", 6, 3, nil},
		{"Q10", "a=5&b=5&b.stance=defend", 4, 0, []string{"è in difesa e non tira"}},
		{"Q11", "a=3&a.stance=aim&b=2&b.stance=aim", 1, 1, nil},
	} {
		if got := h.fightAnswer(test.query); got.A.Quota != test.a || got.B.Quota != test.b {
			t.Errorf("%s %s: %d to %d", test.rule, test.query, got.A.Quota, got.B.Quota)
		}
		res, page := h.call(h.browser(), "GET", "/quote?"+test.query, nil, "Accept-Language", "it")
		page = strings.ReplaceAll(strings.Join(strings.Fields(html.UnescapeString(page)), " "), "\u00a0", " ")
		for _, want := range test.page {
			if res.StatusCode != http.StatusOK || !strings.Contains(page, want) {
				t.Errorf("%s %s: %d, the page does not say %q", test.rule, test.query, res.StatusCode, want)
			}
		}
	}
	_, page := h.call(h.browser(), "GET", "/quote", nil, "Accept-Language", "en")
	if want := "B falls first 54 times in 100, A 31, both in the same round 15. It lasts 2.1 rounds on average; half of all fights are over by round 2, 9 in 10 by round 4."; !strings.Contains(page, want) {
		t.Errorf("the page does not say %q", want)
	}
}

// TestCalculatorRefuses: every bad input is a sentence in both languages, beside
// its field, and keeps what was typed.
func TestCalculatorRefuses(t *testing.T) {
	h := ofQuote(t)
	for _, test := range []struct{ query, field, code string }{
		{"a=0&b=2", "a", "quota"}, {"a=10&b=2", "a", "quota"}, {"a=x&b=2", "a", "quota"}, {"a=&b=2", "a", "quota_missing"}, {"a=2.5&b=2", "a", "quota"},
		{"a=3&b=2&b.n=0", "b.n", "count"}, {"a=3&b=2&b.n=13", "b.n", "count"}, {"a=3&b=2&b.n=12&b2=2", "b.n", "too_many_allies"},
		{"a.dex=18&b=2", "a.weapon", "character"}, {"a.from=character&b=2", "a.dex", "character"}, {"a.dex=-1&a.weapon=3&b=2", "a.dex", "character"},
		{"a=3&a.from=moon&b=2", "a.from", "from"}, {"a=3&b=2&b.by=boredom", "b.by", "by"},
		{"a=3&a.bonus=201&b=2", "a.bonus", "bonus"}, {"a=3&a.bonus=much&b=2", "a.bonus", "bonus"},
		{"a=3&b=2&b.stance=sleep", "b.stance", "stance"}, {"a=3&b=2&b.stance=aim&b.at=8", "b.at", "location"},
		{"a=3&b=2&b.hits=0", "b.hits", "hits"}, {"a=3&b=2&b.hits=1000", "b.hits", "hits"}, {"a=3&b=2&b.life=0", "b.life", "life"},
		{"a=3&b=2&b.damage=1d6%2B", "b.damage", "damage_ends"}, {"a=3&b=2&a.damage=swords", "a.damage", "damage_character"}, {"a=3&b=2&a.damage=20d100", "a.damage", "spread"},
		{"criticals=6", "criticals", "critical_hits"}, {"margin=no", "margin", "flag"}, {"tris.0=feast", "tris.0", "tris"}, {"plus.head=21", "plus.head", "plus"},
		{"full.a=101", "full.a", "other"}, {"full.b=often", "full.b", "other"},
		{"a=3&a2=3&b=2&b2=2", "", "one_against"}, {"a=3&b=2&a.stance=defend&b.stance=defend", "", "never_falls"}, {"a=3&b=2&a.hits=500&b.hits=500", "", "too_long"},
	} {
		var said []string
		for _, lang := range []string{"it", "en"} {
			res, body := h.call(nil, "GET", "/quote?"+test.query, nil, "Accept-Language", lang)
			var p problemJSON
			if err := json.Unmarshal([]byte(body), &p); err != nil || res.StatusCode != http.StatusBadRequest {
				t.Fatalf("%s: %d %s", test.query, res.StatusCode, body)
			}
			if p.Error.Code != test.code || p.Error.Field != test.field || p.Error.Message == "" || strings.Contains(p.Error.Message, "⟨") {
				t.Errorf("%s: %+v, want %s at %q", test.query, p.Error, test.code, test.field)
			}
			said = append(said, p.Error.Message)
			res, page := h.call(h.browser(), "GET", "/quote?"+test.query, nil, "Accept-Language", lang)
			page = html.UnescapeString(page)
			if res.StatusCode != http.StatusBadRequest || strings.Count(page, p.Error.Message) < 2 {
				t.Errorf("%s: %d, the page does not say %q", test.query, res.StatusCode, p.Error.Message)
			}
			if test.field != "" && !strings.Contains(page, `id="why-`+test.field+`"`) && test.field != "margin" {
				t.Errorf("%s: no place for it beside %s", test.query, test.field)
			}
		}
		if said[0] == said[1] {
			t.Errorf("%s: %q in both languages", test.query, said[0])
		}
	}
	if res, body := h.call(nil, "GET", "/quote?a=3&b=2&b.hit=3", nil); res.StatusCode != 400 || !strings.Contains(body, "unknown_field") {
		t.Errorf("a misspelt field: %d %s", res.StatusCode, body)
	}
	if res, _ := h.call(nil, "GET", "/quote?a="+strings.Repeat("3", maxFightLink), nil); res.StatusCode != http.StatusRequestURITooLong {
		t.Errorf("a long link: %d", res.StatusCode)
	}
	if res, _ := h.call(nil, "GET", "/quote?a=%zz", nil); res.StatusCode != 400 {
		t.Errorf("no query at all: %d", res.StatusCode)
	}
	klang := open(t, nil)
	if res, _ := klang.call(nil, "GET", "/quote", nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("a house without Quote: %d", res.StatusCode)
	}
}

// fightForm reads the form of a page as a browser without scripts would send it.
func fightForm(page string) url.Values {
	form := url.Values{}
	form0 := page[strings.Index(page, `id="calc-form"`):]
	form0 = form0[:strings.Index(form0, "</form>")]
	attr := func(tag, name string) string {
		if m := regexp.MustCompile(` ` + name + `="([^"]*)"`).FindStringSubmatch(tag); m != nil {
			return html.UnescapeString(m[1])
		}
		return ""
	}
	for _, tag := range regexp.MustCompile(`<input[^>]*>`).FindAllString(form0, -1) {
		kind := attr(tag, "type")
		if name := attr(tag, "name"); name != "" && (kind != "radio" && kind != "checkbox" || strings.Contains(tag, " checked")) {
			form.Add(name, attr(tag, "value"))
		}
	}
	for _, m := range regexp.MustCompile(`(?s)<select[^>]*>.*?</select>`).FindAllString(form0, -1) {
		chosen := regexp.MustCompile(`<option[^>]* selected[^>]*>`).FindString(m)
		form.Add(attr(m, "name"), attr(chosen, "value"))
	}
	return form
}

// TestCalculatorWithoutScripts: what the form sends leads to the short address of
// the same fight; its buttons add, take away and swap once.
func TestCalculatorWithoutScripts(t *testing.T) {
	h := ofQuote(t)
	someone := h.browser()
	for _, e := range append(calculator.Presets, calculator.Preset{Query: "a.dex=18&a.weapon=30&a.second=yes&a.n=2&a.stance=aim&a.at=1&b=9&b.life=12&b.damage=1d8%2B2&margin=yes&criticals=2&tris.0=critical&plus.head=3&full.b=37%2C5"}) {
		_, page := h.call(someone, "GET", "/quote?"+e.Query, nil)
		form := fightForm(page)
		form.Set("do", "show")
		res, again := h.call(someone, "GET", "/quote?"+form.Encode(), nil)
		if got := res.Request.URL.RawQuery; res.StatusCode != http.StatusOK || !strings.Contains(again, `id="calc-says"`) || got != calculator.Read(parse(t, e.Query)).Query() {
			t.Errorf("%s became %s (%d)", e.Query, got, res.StatusCode)
		}
		if from, to := h.fightAnswer(e.Query), h.fightAnswer(res.Request.URL.RawQuery); !reflect.DeepEqual(from, to) {
			t.Errorf("%s is another fight than %s", res.Request.URL.RawQuery, e.Query)
		}
	}
	at := "a=3&b=2&b.hits=4"
	for _, step := range []struct{ do, query, anchor string }{
		{"add.b", "a=3&b=2&b.hits=4&b2=2&b2.hits=4", "card-b2"},
		{"swap", "a=2&a.hits=4&a2=2&a2.hits=4&b=3", "swap"},
		{"drop.a", "a=2&a.hits=4&b=3", "card-a"},
		{"nonsense", "a=2&a.hits=4&b=3", ""},
	} {
		_, page := h.call(someone, "GET", "/quote?"+at, nil)
		form := fightForm(page)
		form.Set("do", step.do)
		res, _ := h.call(someone, "GET", "/quote?"+form.Encode(), nil)
		if at = res.Request.URL.RawQuery; at != step.query || res.Request.URL.Fragment != step.anchor {
			t.Errorf("%s: %s#%s, want %s#%s", step.do, at, res.Request.URL.Fragment, step.query, step.anchor)
		}
	}
}

func parse(t testing.TB, query string) url.Values {
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestCalculatorIsFound: the lobby and the rules lead to it, and it says what
// cannot be tested.
func TestCalculatorIsFound(t *testing.T) {
	h := ofQuote(t)
	for _, path := range []string{"/", "/games/quote"} {
		if _, page := h.call(h.browser(), "GET", path, nil); !strings.Contains(page, `href="/quote"`) {
			t.Errorf("%s does not lead to the calculator", path)
		}
	}
	_, page := h.call(h.browser(), "GET", "/quote?full.a=45", nil, "Accept-Language", "en")
	if !strings.Contains(page, "the claim cannot be tested") || strings.Count(page, "plot-full") != 2 || !strings.Contains(page, "plot-outline") {
		t.Error("the full rules are not set beside these")
	}
	if strings.Contains(page, "style=") || strings.Contains(page, "onclick") {
		t.Error("something is inline that the policy forbids")
	}
}

// TestCalculatorIsLimited: an address that asks without end is told to wait.
func TestCalculatorIsLimited(t *testing.T) {
	h := openWith(t, []game.Game{quote.New()}, func(c *Config) { c.Limits.Odds = Rate{2, time.Hour} })
	var last *http.Response
	body := ""
	for range 3 {
		last, body = h.call(nil, "GET", "/quote", nil, "Accept-Language", "en")
	}
	if last.StatusCode != http.StatusTooManyRequests || !strings.Contains(body, `"odds"`) {
		t.Errorf("%d %s", last.StatusCode, body)
	}
}

// BenchmarkCalculatorPage is what a change on the page costs: the answer and
// the fragment's HTML.
func BenchmarkCalculatorPage(b *testing.B) {
	h := ofQuote(b)
	for _, e := range []string{"duel", "ogre"} {
		query := ""
		for _, p := range calculator.Presets {
			if p.ID == e {
				query = p.Query
			}
		}
		b.Run(e, func(b *testing.B) {
			size := 0
			for b.Loop() {
				res, body := h.call(nil, "GET", "/quote?"+query, nil, "Accept", "text/html", "Banco-Fragment", "1")
				if res.StatusCode != http.StatusOK {
					b.Fatal(body)
				}
				size = len(body)
			}
			b.ReportMetric(float64(size)/1024, "KB")
		})
	}
}
