package web

import (
	"bufio"
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games"
	"banco/lab"
	"banco/lab/runs"
)

// bench is a house with a lab in it.
type bench struct {
	*house
	lab *runs.Service
}

// openLab starts a house with every game and a lab.
func openLab(t testing.TB, limits runs.Limits, change func(*Config)) *bench {
	t.Helper()
	words := catalog(t, games.All()...)
	s, err := runs.Open(runs.Config{Dir: t.TempDir(), Games: games.Find, Catalog: words, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	h := openWith(t, games.All(), func(c *Config) {
		c.Lab, c.Catalog = s, words
		if change != nil {
			change(c)
		}
	})
	t.Cleanup(s.Close)
	return &bench{h, s}
}

// settled waits until a run is not played any more.
func (b *bench) settled(id string) *runs.Run {
	b.t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		r, changed, err := b.lab.Look(id)
		if err != nil {
			b.t.Fatal(err)
		}
		if r.State != runs.Running {
			return r
		}
		select {
		case <-changed:
		case <-deadline:
			b.t.Fatal("it never ends")
		}
	}
}

// ownForm asks which of two lengths of a war has more changes of lead: matches of
// a quarter of a millisecond.
func ownForm(matches string) url.Values {
	return url.Values{"game": {"dadi"}, "bots": {"random"}, "seats": {"2"}, "option": {"round_limit"}, "drawn": {"round_limit"},
		"values": {"60, 5"}, "measure": {"rounds"}, "matches": {matches}}
}

// startRun starts a run from a form and gives its name.
func (b *bench) startRun(form url.Values) string {
	b.t.Helper()
	res, body := b.call(b.browser(), "POST", "/lab/runs", form)
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(res.Request.URL.Path, "/lab/runs/") {
		b.t.Fatalf("%d at %s: %s", res.StatusCode, res.Request.URL, body)
	}
	return filepath.Base(res.Request.URL.Path)
}

// frames follows a run's stream as a page does; next gives its next frame.
func (b *bench) frames(id, accept string) (next func() string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), 30*time.Second)
	b.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, "GET", b.URL+b.base+"/lab/runs/"+id+"/events", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Accept", accept)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { res.Body.Close() })
	r := bufio.NewReader(res.Body)
	return func() string {
		data, view := "", false
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return ""
			}
			text, isData := strings.CutPrefix(line, "data: ")
			switch {
			case line == "event: view\n":
				view = true
			case isData && view:
				data += text
			case line == "\n" && view:
				return data
			}
		}
	}
}

// estimate is how a number with its interval is written.
var estimate = regexp.MustCompile(`[−+]?[0-9]+(?:,[0-9]+)?%? \([−+]?[0-9]+(?:,[0-9]+)?%? … [−+]?[0-9]+(?:,[0-9]+)?%?\)`)

// A run starts from a plain form, grows on its page without a verdict, can be
// stopped and gone on with, and ends with the answer and the numbers of the report
// that the command line writes.
func TestLabRunGrowsToTheAnswerOfTheReport(t *testing.T) {
	t.Parallel() // most of it is waiting for frames
	b := openLab(t, runs.Limits{}, nil)
	id := b.startRun(ownForm("3000"))
	next := b.frames(id, "text/event-stream")
	frame := ""
	for !strings.Contains(frame, "<svg") { // the first one comes before the first matches
		if frame = next(); frame == "" {
			t.Fatal("the stream ended")
		}
		for _, judged := range []string{"Verdetto", "termine di confronto</td>", "p corretto", "lab-answer"} {
			if strings.Contains(frame, judged) {
				t.Errorf("it judges before the end: %s in %s", judged, frame)
			}
		}
	}
	for _, wanted := range []string{`id="lab-run"`, "Si sta giocando", "Non è ancora una risposta", "<progress", `value="stop"`, `<noscript><a class="button" href="/lab/runs/` + id + `">Aggiorna`} {
		if !strings.Contains(frame, wanted) {
			t.Errorf("a growing run does not show %q", wanted)
		}
	}
	if len(estimate.FindAllString(frame, -1)) < 2 {
		t.Errorf("no intervals grow in %s", frame)
	}
	if inline.MatchString(frame) || strings.Contains(frame, "⟨") {
		t.Errorf("inline, or without words: %s", inline.FindString(frame))
	}
	res, body := b.call(b.browser(), "POST", "/lab/runs/"+id, url.Values{"do": {"stop"}})
	if res.StatusCode != http.StatusOK || !strings.Contains(body, "Fermata") || !strings.Contains(body, `value="resume"`) {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	for !strings.Contains(frame, "Fermata") { // who else looks at it sees that too
		if frame = next(); frame == "" {
			t.Fatal("the stream ended")
		}
	}
	var so labRunJSON
	_, body = b.call(nil, "GET", "/lab/runs/"+id, nil)
	if err := json.Unmarshal([]byte(body), &so); err != nil || so.State != runs.Stopped || so.Summary == nil || so.Summary.Final || so.Summary.Findings[1].Verdict != lab.NotYet {
		t.Errorf("%v %s", err, body)
	}

	id = b.startRun(ownForm("60"))
	run := b.settled(id)
	_, page := b.call(b.browser(), "GET", "/lab/runs/"+id, nil)
	_, report := b.call(b.browser(), "GET", "/lab/runs/"+id+"/report.html", nil)
	byHand, err := b.web.teller("it").Page(run.Outcome)
	if err != nil || report != string(byHand) {
		t.Errorf("the report is not the one that the command line writes, %v", err)
	}
	_, table, _ := strings.Cut(page, `<table class="lab-table"`)
	table, _, _ = strings.Cut(table, "</table>")
	_, reported, _ := strings.Cut(report, "<tbody>")
	reported, _, _ = strings.Cut(reported, "</tbody>")
	shown, written := estimate.FindAllString(html.UnescapeString(table), -1), estimate.FindAllString(html.UnescapeString(reported), -1)
	if len(shown) < 3 || !slices.Equal(shown, written) {
		t.Errorf("the page shows %q, the report %q", shown, written)
	}
	for _, s := range b.web.teller("it").Answers(run.Outcome) {
		if !strings.Contains(html.UnescapeString(page), s) {
			t.Errorf("the page does not answer %q", s)
		}
	}
}

// What a page offers of a run in the other language and to programs is whole,
// and every file is what it says.
func TestLabRunInEveryForm(t *testing.T) {
	b := openLab(t, runs.Limits{}, nil)
	res, body := b.call(nil, "POST", "/lab/runs", []byte(`{"game":"dadi","bots":[["random"]],"option":"round_limit","values":[60,5],"measure":"rounds","matches":40}`), "Accept-Language", "en")
	var made labRunJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil || res.StatusCode != http.StatusCreated || res.Header.Get("Location") != made.Link || made.Title != "Guerra di Dadi: rounds, by “Most rounds”" {
		t.Fatalf("%d %v %s", res.StatusCode, err, body)
	}
	b.settled(made.ID)
	res, body = b.call(nil, "POST", "/lab/runs", []byte(`{"game":"dadi","bots":[["random"]],"option":"round_limit","values":[60,5],"measure":"rounds","matches":40}`))
	if res.StatusCode != http.StatusOK || !strings.Contains(body, `"id":"`+made.ID+`"`) {
		t.Errorf("asked for again: %d %s", res.StatusCode, body)
	}
	for _, lang := range []string{"it", "en"} {
		for _, path := range []string{"/lab", "/lab/new", "/lab/runs/" + made.ID, "/", "/games/klang"} {
			res, body := b.call(b.browser(), "GET", path, nil, "Accept-Language", lang)
			if res.StatusCode != http.StatusOK || strings.Contains(body, "⟨") || strings.Contains(body, "%!") || inline.MatchString(body) || !strings.Contains(body, `href="/lab`) {
				t.Errorf("%s in %s: %d %q", path, lang, res.StatusCode, inline.FindString(body))
			}
		}
		res, body := b.call(b.browser(), "GET", made.Link+"/report.html", nil, "Accept-Language", lang)
		policy := res.Header.Get("Content-Security-Policy")
		if !strings.Contains(body, `<html lang="`+lang+`"`) || !strings.Contains(policy, "style-src 'sha256-") || strings.Contains(policy, "unsafe") || strings.Contains(body, ` style="`) {
			t.Errorf("%s: %s", lang, policy)
		}
	}
	var run labRunJSON
	_, body = b.call(nil, "GET", made.Link, nil, "Accept-Language", "en")
	if err := json.Unmarshal([]byte(body), &run); err != nil || run.State != runs.Done || !run.Summary.Final || !run.Summary.Sound || len(run.Summary.Findings) != 2 || run.Played != run.Total || run.Command != "banco lab run "+run.Experiment+".toml --matches 40 --lang en" {
		t.Errorf("%v %s", err, body)
	}
	for link, kind := range map[string]string{run.File: "application/toml", run.Table: "text/csv", run.Results: "application/jsonl", run.Report: "text/html"} {
		res, body := b.call(nil, "GET", link, nil)
		if res.StatusCode != http.StatusOK || !strings.HasPrefix(res.Header.Get("Content-Type"), kind) || len(body) < 100 {
			t.Errorf("%s: %d %s, %d bytes", link, res.StatusCode, res.Header.Get("Content-Type"), len(body))
		}
	}
	frame := b.frames(made.ID, "application/json")()
	if err := json.Unmarshal([]byte(frame), &run); err != nil || run.ID != made.ID {
		t.Errorf("%v %s", err, frame)
	}
	var list labListJSON
	_, body = b.call(nil, "GET", "/lab", nil, "Accept-Language", "en")
	if err := json.Unmarshal([]byte(body), &list); err != nil || !list.Open || len(list.Runs) != 1 || len(list.Experiments) < 9 || list.Runs[0].Summary != nil {
		t.Fatalf("%v %s", err, body)
	}
	for _, e := range list.Experiments {
		for _, link := range []string{e.File, e.Report} {
			// Its policy lets a report have its own style sheet and nothing inline.
			if res, body := b.call(nil, "GET", link, nil); res.StatusCode != http.StatusOK || len(body) < 400 || strings.Contains(body, ` style="`) {
				t.Errorf("%s: %d, inline styles: %v", link, res.StatusCode, strings.Contains(body, ` style="`))
			}
		}
	}
	for _, path := range []string{"/lab/runs/000000000000", "/lab/runs/x", made.Link + "/run.json", made.Link + "/..%2frun.json", "/lab/studies/none/report.html", "/lab/studies/klang-right/other.toml"} {
		if res, _ := b.call(nil, "GET", path, nil); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
	if res, _ := b.call(nil, "POST", made.Link, []byte(`{"do":"remove"}`)); res.StatusCode != http.StatusNoContent {
		t.Errorf("remove: %d", res.StatusCode)
	}
	if res, _ := b.call(nil, "GET", made.Link, nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("it is still there: %d", res.StatusCode)
	}
}

// A question of one's own is the file that the page shows: played by hand it
// gives the same results to the last byte.
func TestLabOwnQuestionIsTheFileItShows(t *testing.T) {
	b := openLab(t, runs.Limits{}, nil)
	form := ownForm("40")
	res, body := b.call(b.browser(), "GET", "/lab/new?"+form.Encode(), nil)
	_, rest, _ := strings.Cut(body, `id="lab-toml"`)
	_, rest, _ = strings.Cut(rest, ">")
	shown, _, _ := strings.Cut(rest, "</textarea>")
	shown = html.UnescapeString(shown)
	res2, file := b.call(nil, "GET", "/lab/new?"+form.Encode()+"&as=toml", nil)
	_, name, _ := strings.Cut(strings.TrimSuffix(res2.Header.Get("Content-Disposition"), `"`), `filename="`)
	if res.StatusCode != http.StatusOK || shown != file || !strings.HasPrefix(name, "dadi-round-limit-") {
		t.Fatalf("%d %q: shown %q, served %q", res.StatusCode, name, shown, file)
	}
	e, err := lab.Read(name, []byte(file), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := (lab.Runner{Workers: 2, Dir: dir}).Run(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(dir, lab.ResultsFile))
	if err != nil {
		t.Fatal(err)
	}
	id := b.startRun(form)
	b.settled(id)
	if _, got := b.call(nil, "GET", "/lab/runs/"+id+"/results.jsonl", nil); got != string(want) {
		t.Error("the results differ")
	}
	if _, kept := b.call(nil, "GET", "/lab/runs/"+id+"/"+name, nil); kept != file {
		t.Error("the run's file is another one")
	}
}

// What is wrong is said beside its field, with what would do, and everything
// typed is still there.
func TestLabRefusesAndKeepsWhatWasTyped(t *testing.T) {
	b := openLab(t, runs.Limits{Matches: 1000}, nil)
	typed := url.Values{"game": {"klang"}, "bots": {"greedy", "greedy,random"}, "option": {"rounds"}, "drawn": {"rounds"}, "values": {"3, 5"}, "measure": {"points"}, "matches": {"31"}}
	with := func(field string, values ...string) url.Values {
		form := url.Values{}
		for k, v := range typed {
			form[k] = v
		}
		form[field] = values
		return form
	}
	for _, c := range []struct {
		form         url.Values
		field, wants string
	}{
		{with("values", "3, sei"), "values", "numeri interi da 1 a 12"},
		{with("values", "3, 13"), "values", "da 1 a 12"},
		{with("values", "3, 3"), "values", "c'è due volte"},
		{with("values", ""), "values", "almeno un valore"},
		{with("values", "1 2 3 4 5 6 7 8 9 10 11 12 1 2"), "values", "al massimo 12"},
		{with("matches", "5"), "matches", "da 20 a"},
		{with("matches", "many"), "matches", "numero intero"},
		{with("matches", "500"), "matches", "al massimo 1000"},
		{with("measure", "beauty"), "measure", "lead_changes"},
		{with("bots"), "bots", "random, greedy"},
		{with("bots", "genius"), "bots", "random, greedy"},
	} {
		res, body := b.call(b.browser(), "POST", "/lab/runs", c.form)
		_, beside, _ := strings.Cut(body, `id="why-`+c.field+`"`)
		beside, _, _ = strings.Cut(beside, "</div>")
		if res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(html.UnescapeString(beside), c.wants) {
			t.Errorf("%s: %d, beside the field stands %q", c.form.Encode(), res.StatusCode, beside)
		}
		for _, kept := range c.form["values"] {
			if !strings.Contains(body, `value="`+kept+`"`) {
				t.Errorf("%q was lost", kept)
			}
		}
		for _, kept := range []string{`value="` + c.form.Get("matches") + `"`, `value="` + c.form.Get("measure") + `" selected`, `value="rounds" selected`} {
			if !strings.Contains(body, kept) {
				t.Errorf("%s: %s was lost", c.form.Encode(), kept)
			}
		}
		for _, kept := range c.form["bots"] {
			if kept != "genius" && !strings.Contains(body, `value="`+kept+`" checked`) {
				t.Errorf("%s was lost", kept)
			}
		}
	}
	for body, field := range map[string]string{
		`{"experiment":"klang-nothing"}`:                                                                                "experiment",
		`{"experiment":"klang-right","matches":3}`:                                                                      "matches",
		`{"game":"klang","bots":[["random"]],"option":"wings","values":[1],"measure":"points"}`:                         "option",
		`{"game":"klang","bots":[["random"]],"option":"rounds","values":[null],"measure":"points"}`:                     "values",
		`{"game":"klang","bots":[["random"]],"option":"rounds","values":["six"],"measure":"points"}`:                    "values",
		`{"game":"klang","bots":[["random"]],"option":"rounds","values":[3],"measure":"beauty"}`:                        "measure",
		`{"game":"klang","bots":[["random","random","random"]],"option":"rounds","values":[3],"measure":"points"}`:      "bots",
		`{"game":"klang","bots":[["random"]],"option":"rounds","values":[3],"measure":"points","seats":7}`:              "seats",
		`{"game":"klang","bots":[["random"]],"option":"rounds","values":[3],"measure":"points","matches":1000000}`:      "matches",
		`{"game":"klang","bots":[["random"]],"option":"rounds","values":[3],"measure":"points","matches":100000000000}`: "matches",
	} {
		res, answer := b.call(nil, "POST", "/lab/runs", []byte(body), "Accept-Language", "en")
		var p problemJSON
		if err := json.Unmarshal([]byte(answer), &p); err != nil || res.StatusCode != http.StatusUnprocessableEntity || p.Error.Field != field || p.Error.Message == "" {
			t.Errorf("%s: %d %s", body, res.StatusCode, answer)
		}
	}
	if len(b.lab.List()) != 0 {
		t.Error("something was started")
	}
}

// A study's form tells beside it what is wrong with it, and a second run leads
// to the one that is played.
func TestLabSecondRunIsRefused(t *testing.T) {
	b := openLab(t, runs.Limits{}, nil)
	ada := b.browser()
	res, body := b.call(ada, "POST", "/lab/runs", url.Values{"experiment": {"klang-right"}, "matches": {"9"}})
	if res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "da 20 a") || !strings.Contains(body, `id="matches-klang-right" name="matches" type="number" inputmode="numeric" min="20" max="1666" value="9" aria-invalid="true"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	first := b.startRun(ownForm("3000"))
	for path, form := range map[string]url.Values{
		"a study": {"experiment": {"klang-right"}, "matches": {"20"}},
		"its own": ownForm("21"),
	} {
		res, body := b.call(ada, "POST", "/lab/runs", form)
		if res.StatusCode != http.StatusConflict || !strings.Contains(body, "una alla volta") || !strings.Contains(body, `href="/lab/runs/`+first+`"`) {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
	}
	res, body = b.call(nil, "POST", "/lab/runs", []byte(`{"experiment":"klang-right","matches":20}`))
	if res.StatusCode != http.StatusConflict || !strings.Contains(body, `"lab_busy"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	for path, status := range map[string]int{"/results.jsonl": 404, "/table.csv": 404, "/report.html": 404} {
		if res, _ := b.call(nil, "GET", "/lab/runs/"+first+path, nil); res.StatusCode != status {
			t.Errorf("%s while it is played: %d", path, res.StatusCode)
		}
	}
	if res, _ := b.call(ada, "POST", "/lab/runs/"+first, url.Values{"do": {"remove"}}); res.StatusCode != http.StatusConflict {
		t.Errorf("removed while it is played: %d", res.StatusCode)
	}
	if res, _ := b.call(ada, "POST", "/lab/runs/"+first, url.Values{"do": {"dance"}}); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("dance: %d", res.StatusCode)
	}
	if res, _ := b.call(ada, "POST", "/lab/runs/"+first, url.Values{"do": {"stop"}}, "Sec-Fetch-Site", "cross-site"); res.StatusCode != http.StatusForbidden {
		t.Errorf("stopped from another site: %d", res.StatusCode)
	}
	if r, _, err := b.lab.Look(first); err != nil || r.State != runs.Running {
		t.Errorf("%+v %v", r, err)
	}
}

// On a server that is open to others nobody starts runs, and what there is can
// be read; one without a lab has its studies.
func TestLabClosed(t *testing.T) {
	b := openLab(t, runs.Limits{}, func(c *Config) { c.LabClosed = true })
	bare := open(t, func(c *Config) { c.Catalog = catalog(t, games.All()...) })
	for _, h := range []*house{b.house, bare} {
		_, body := h.call(h.browser(), "GET", "/lab", nil)
		if !strings.Contains(body, "banco serve --lab") || strings.Contains(body, `name="experiment"`) || !strings.Contains(body, "report.html") {
			t.Errorf("%s", body)
		}
		for _, form := range []url.Values{ownForm("40"), {"experiment": {"klang-right"}, "matches": {"20"}}} {
			if res, body := h.call(h.browser(), "POST", "/lab/runs", form); res.StatusCode != http.StatusForbidden || !strings.Contains(body, "banco serve --lab") {
				t.Errorf("%d %s", res.StatusCode, body)
			}
		}
		if res, body := h.call(nil, "POST", "/lab/runs", []byte(`{"experiment":"klang-right"}`)); res.StatusCode != http.StatusForbidden || !strings.Contains(body, "lab_closed") {
			t.Errorf("%d %s", res.StatusCode, body)
		}
		if res, body := h.call(h.browser(), "GET", "/lab/new", nil); res.StatusCode != http.StatusOK || strings.Contains(body, `formmethod="post"`) {
			t.Errorf("%d %s", res.StatusCode, body)
		}
	}
}

// Whoever follows a run does not hold the server up when it stops.
func TestLabStreamsEndWithTheServer(t *testing.T) {
	b := openLab(t, runs.Limits{}, nil)
	next := b.frames(b.startRun(ownForm("3000")), "text/event-stream")
	next()
	ended := make(chan bool)
	go func() {
		for next() != "" {
		}
		close(ended)
	}()
	b.web.Shutdown()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the stream goes on")
	}
}

// Every option of every game can be asked about as the page suggests it: the form
// is right as it comes, and so is its file.
func TestLabAsksAboutEveryOption(t *testing.T) {
	b := openLab(t, runs.Limits{}, nil)
	for _, g := range games.All() {
		for _, o := range g.Options() {
			path := "/lab/new?game=" + g.Info().Name + "&option=" + o.Name
			res, body := b.call(b.browser(), "GET", path, nil)
			if res.StatusCode != http.StatusOK || !strings.Contains(body, `id="lab-toml"`) {
				_, why, _ := strings.Cut(body, `class="lab-wrong">`)
				why, _, _ = strings.Cut(why, "<")
				t.Errorf("%s: %d %s", path, res.StatusCode, why)
			}
			_, file := b.call(nil, "GET", path+"&as=toml", nil)
			e, err := lab.Read("x.toml", []byte(file), games.Find)
			if err != nil {
				t.Errorf("%s: %v in\n%s", path, err, file)
				continue
			}
			if wants := map[string]int{game.KindInt: 2, game.KindChoice: len(o.Choices)}[o.Kind]; len(e.CellsOf(0)) < max(1, wants) {
				t.Errorf("%s: %d variants in\n%s", path, len(e.CellsOf(0)), file)
			}
		}
	}
	// Another option brings its own values along, and keeps the rest.
	_, body := b.call(b.browser(), "GET", "/lab/new?game=klang&bots=greedy&option=armour&drawn=rounds&values=3&measure=points&matches=77", nil)
	for _, wanted := range []string{`name="values" value="stays" checked`, `value="greedy" checked`, `value="77"`, `value="points" selected`} {
		if !strings.Contains(body, wanted) {
			t.Errorf("no %s", wanted)
		}
	}
	if strings.Contains(body, `value="random" checked`) {
		t.Error("somebody was put in who was not asked for")
	}
}

// A run's page is drawn once for all who look at it: at the same moment the same
// bytes, and no second drawing.
func TestLabFiguresAreDrawnOnce(t *testing.T) {
	b := openLab(t, runs.Limits{}, nil)
	id := b.startRun(ownForm("40"))
	run := b.settled(id)
	first := b.web.lab.figures(b.web.teller("it"), run.Outcome)
	again := b.web.lab.figures(b.web.teller("it"), run.Outcome)
	if &first[0] != &again[0] || &first[0] == &b.web.lab.figures(b.web.teller("en"), run.Outcome)[0] {
		t.Error("drawn anew")
	}
	for n := range maxDrawn + 3 {
		b.web.lab.figures(b.web.teller("it"), &lab.Outcome{Experiment: run.Experiment, Matches: n, Growing: true, Summaries: run.Outcome.Summaries})
	}
	if n := len(b.web.lab.drawn); n != maxDrawn {
		t.Errorf("%d drawings are kept", n)
	}
}

// Below a path every address of the lab leads back below it.
func TestLabBelowABasePath(t *testing.T) {
	b := openLab(t, runs.Limits{}, func(c *Config) { c.BasePath = "/giochi/banco" })
	ada := b.browser()
	res, page := b.call(ada, "POST", "/lab/runs", ownForm("20"))
	if !strings.HasPrefix(res.Request.URL.Path, "/giochi/banco/lab/runs/") {
		t.Fatalf("%d %s", res.StatusCode, res.Request.URL)
	}
	pages := []string{page}
	for _, path := range []string{"/lab", "/lab/new"} {
		_, page := b.call(ada, "GET", path, nil)
		pages = append(pages, strings.Replace(page, `data-here="/lab/new?`, `data-here="?`, 1)) // what its script puts the base before
	}
	for _, page := range pages {
		found := regexp.MustCompile(`(?:href|src|action|data-[a-z]+)="(/[^"]*)"`).FindAllStringSubmatch(page, -1)
		if len(found) < 5 {
			t.Errorf("no addresses in %.100s", page)
		}
		for _, m := range found {
			if !strings.HasPrefix(m[1], "/giochi/banco/") {
				t.Errorf("%s leads out", m[0])
			}
		}
	}
	var made labRunJSON
	_, body := b.call(nil, "POST", "/lab/runs", []byte(`{"game":"dadi","bots":[["random"]],"option":"round_limit","values":[60,5],"measure":"rounds","matches":20}`))
	if err := json.Unmarshal([]byte(body), &made); err != nil || !strings.HasPrefix(made.Link, "/giochi/banco/lab/runs/") || !strings.HasPrefix(made.File, made.Link) {
		t.Errorf("%v %s", err, body)
	}
	b.settled(made.ID)
}
