package web

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"banco/table"
	"banco/web/ui"
)

// TestK32_TimingsInEveryForm: a match's times as JSON, as CSV and as a page, and
// those of all matches.
func TestK32_TimingsInEveryForm(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table(`{"rounds":1}`)
	h.stage(id, tok, func([2]seen) bool { return false })
	var one matchTimesJSON
	res, body := h.call(nil, "GET", "/matches/"+id+"/timings", nil)
	if err := json.Unmarshal([]byte(body), &one); err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(err, res.StatusCode, body)
	}
	if len(one.Stretches) != 6 || !one.Over || one.Mode != "virtual" || one.Guess != 90_000 || len(one.Summary) != 2 {
		t.Errorf("%s", body)
	}
	for _, s := range one.Summary {
		var total int64
		for _, st := range one.Stretches {
			if st.Seat == s.Seat {
				total += st.Millis
			}
		}
		if s.N != 3 || s.Total != total || s.Think+s.Act+s.Wait != total {
			t.Errorf("%+v: total %d", s, total)
		}
	}
	res, body = h.call(nil, "GET", "/matches/"+id+"/timings", nil, "Accept", "text/csv")
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil || len(rows) != 7 || rows[0][0] != "match" || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("%v %s", err, body)
	}
	for _, lang := range []string{"it", "en"} {
		for _, path := range []string{"/matches/" + id + "/timings", "/timings"} {
			res, body := h.call(h.browser(), "GET", path, nil, "Accept-Language", lang)
			if res.StatusCode != http.StatusOK || !strings.Contains(body, "plot-line") || strings.Contains(body, "⟨") || inline.MatchString(body) {
				t.Errorf("%s in %s: %d %s", path, lang, res.StatusCode, body)
			}
		}
	}
	var all allTimesJSON
	_, body = h.call(nil, "GET", "/timings", nil)
	if err := json.Unmarshal([]byte(body), &all); err != nil || len(all.Groups) != 2 || all.Groups[0].N != 6 || all.Groups[0].Round != 0 || all.Groups[1].Round != 1 {
		t.Errorf("%v %s", err, body)
	}
	_, body = h.call(nil, "GET", "/timings?as=csv", nil)
	if rows, err := csv.NewReader(strings.NewReader(body)).ReadAll(); err != nil || len(rows) != 7 {
		t.Errorf("%v %s", err, body)
	}
	// A cookie that is no longer good makes its owner a watcher, here as on the match's own page.
	for _, path := range []string{"/timings", "/log"} {
		if res, body := h.call(nil, "GET", "/matches/"+id+path, nil, "Cookie", seatCookie+id+"=old"); res.StatusCode != http.StatusOK {
			t.Errorf("%s with an old cookie: %d %s", path, res.StatusCode, body)
		}
	}
	if res, _ := h.call(nil, "GET", "/matches/00000000000000000000000000000000/timings", nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("no such match: %d", res.StatusCode)
	}
}

// Names that a spreadsheet would take for formulas are only names.
func TestTimingsAreNoFormulas(t *testing.T) {
	rows := stretchRows(&table.Timings{ID: "m", Seats: []string{"human"}, Stretches: []table.Stretch{{Label: "=1+1"}, {Label: "@x"}, {Label: "＝2"}, {Label: "Ruggine"}}})
	for i, want := range []string{"'=1+1", "'@x", "'＝2", "Ruggine"} {
		if got := rows[i+1][7]; got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestTimesAxis(t *testing.T) {
	for _, c := range []struct{ p90, want time.Duration }{{0, 2 * time.Minute}, {119 * time.Second, 2 * time.Minute}, {121 * time.Second, 150 * time.Second}} {
		if got := axisOf([]ui.Spread{{P90: c.p90}}); got != c.want {
			t.Errorf("%v: %v", c.p90, got)
		}
	}
	for t1, want := range map[time.Duration]string{0: "0 s", 89500 * time.Millisecond: "90 s", 119 * time.Second: "119 s", 125 * time.Second: "2:05"} {
		if got := seconds(t1); got != want {
			t.Errorf("%v: %q", t1, got)
		}
	}
}
