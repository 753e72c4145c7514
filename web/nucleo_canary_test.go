package web

import (
	"bufio"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"banco/bot"
	"banco/dice"
	"banco/game"
	"banco/games/nucleo"
	"banco/journal"
	"banco/table"
)

// evenly is a game that always falls the same way, whatever the seeds say, so
// that two matches of it differ in nothing but in what people choose.
type evenly struct{ game.Game }

func (g evenly) Configure(options json.RawMessage, seats int) (game.Config, error) {
	c, err := g.Game.Configure(options, seats)
	if err != nil {
		return nil, err
	}
	return evenConfig{c}, nil
}

type evenConfig struct{ game.Config }

func (c evenConfig) Start(src dice.Source, log *game.Log) game.State {
	return &evenState{c.Config.Start(&evenDice{src: src}, log)}
}

type evenState struct{ game.State }

func (s *evenState) Apply(seat game.Seat, a game.Action, src dice.Source, log *game.Log) error {
	return s.State.Apply(seat, a, &evenDice{src: src}, log)
}

func (s *evenState) Copy(game.State) game.State { return &evenState{s.State.Copy(nil)} }
func (s *evenState) Together() bool             { return game.Together(s.State) }
func (s *evenState) Silence() string            { return game.Silence(s.State) }
func (s *evenState) Awaited() game.Seats        { return game.Awaited(s.State) }

type evenDice struct {
	src dice.Source
	n   int
}

func (d *evenDice) Below(n int) int {
	d.src.Below(n) // which the journal records
	d.n++
	return (d.n * 5) % n
}

// openStill starts a house of one game in which time passes only when it is told.
func openStill(t *testing.T, g game.Game, minutes *atomic.Int64) *house {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	j, err := journal.Open(t.Context(), journal.Config{Dir: t.TempDir(), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	find := func(string) (game.Game, bool) { return g, true }
	tables, err := table.Open(t.Context(), table.Config{Journal: j, Games: find, Bots: bot.New, Log: quiet, Now: func() time.Time { return noon.Add(time.Duration(minutes.Load()) * time.Minute) }})
	if err != nil {
		t.Fatal(err)
	}
	fast := Rate{100000, time.Microsecond}
	s, err := New(Config{
		Tables: tables, Games: func() []game.Game { return []game.Game{g} }, Catalog: catalog(t, g), Bots: bot.Levels,
		Limits: Limits{Pages: fast, Create: fast, Secrets: fast, Actions: fast, Seat: fast, StreamsPerAddress: 1000},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{httptest.NewServer(s), t, s, tables, ""}
	t.Cleanup(func() {
		s.Shutdown()
		h.Server.Close()
		tables.Close()
		j.Close()
	})
	return h
}

// ear keeps all that one viewer of a match is sent, byte for byte and in order.
type ear struct {
	d     *defenders
	token string
	heard strings.Builder
	wait  sync.WaitGroup
	lock  sync.Mutex
	wires [2][]byte // what the streams brought
	ends  []func()
}

func (d *defenders) listen(seat int) *ear {
	d.t.Helper()
	e := &ear{d: d}
	if seat >= 0 {
		e.token = d.tok[seat]
	}
	for k, query := range []string{"", "?as=json"} {
		req, _ := http.NewRequest("GET", d.URL+"/matches/"+d.id+"/events"+query, nil)
		e.dress(req)
		res, err := http.DefaultClient.Do(req)
		if err != nil || res.StatusCode != http.StatusOK {
			d.t.Fatal(err)
		}
		e.ends = append(e.ends, func() { res.Body.Close() })
		e.wait.Go(func() {
			r := bufio.NewReader(res.Body)
			for {
				line, err := r.ReadBytes('\n')
				if err != nil {
					return
				}
				e.lock.Lock()
				e.wires[k] = append(e.wires[k], line...)
				e.lock.Unlock()
			}
		})
	}
	return e
}

func (e *ear) dress(req *http.Request) {
	req.Header.Set("Accept-Language", "en")
	if e.token != "" {
		req.Header.Set("Cookie", seatCookie+e.d.id+"="+e.token)
	}
}

// ask sends a request and keeps the whole answer, headers and all.
func (e *ear) ask(method, path, accept, body string, header ...string) {
	e.d.t.Helper()
	req, _ := http.NewRequest(method, e.d.URL+path, strings.NewReader(body))
	req.Header.Set("Accept", accept)
	e.dress(req)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		e.d.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		e.d.t.Fatal(err)
	}
	e.heard.WriteString("\n== " + method + " " + path + " " + res.Status + "\n")
	res.Header.Del("Date")
	res.Header.Write(&e.heard)
	e.heard.Write(data)
}

// looks asks for everything there is to be asked for.
func (e *ear) looks() {
	path := "/matches/" + e.d.id
	for _, query := range []string{"", "?forecast=mechs", "?do=move&to=3", "?news=all"} {
		e.ask("GET", path+query, "text/html", "")
	}
	e.ask("GET", path, "text/html", "", "Banco-Fragment", "1")
	e.ask("GET", path, "application/json", "")
	e.ask("GET", path+"/log", "application/json", "")
	e.ask("GET", path+"/timings", "application/json", "")
	e.ask("GET", "/", "text/html", "")
}

// acts does something and keeps the answer, as a program's and as a page's.
func (e *ear) acts(seat int, name string, a game.Action) {
	raw, _ := json.Marshal(a)
	_, seq := e.d.sees(seat)
	e.ask("POST", "/matches/"+e.d.id+"/actions", "application/json", `{"id":"`+name+`","seq":`+itoa(seq)+`,"action":`+string(raw)+`}`, "Content-Type", "application/json")
}

// all is everything that was heard until now, with what names the match taken
// out.
func (e *ear) all() string {
	time.Sleep(60 * time.Millisecond) // what a stream would still bring
	e.lock.Lock()
	defer e.lock.Unlock()
	text := e.heard.String() + "\n== streams\n" + string(e.wires[0]) + "\n==\n" + string(e.wires[1])
	var made struct{ Commitment string }
	res, err := http.Get(e.d.URL + "/matches/" + e.d.id)
	if err != nil {
		e.d.t.Fatal(err)
	}
	defer res.Body.Close()
	json.NewDecoder(res.Body).Decode(&made)
	out := strings.NewReplacer(e.d.id, "MATCH", made.Commitment, "COMMITMENT")
	return out.Replace(text)
}

func (e *ear) close() {
	for _, end := range e.ends {
		end()
	}
	e.wait.Wait()
}

// TestNucleoPlansInSecret: two matches that differ in nothing but in what three
// people choose, how often they change their minds, in which order and at what
// moment they lay, and in who of them lets a bot play and comes back meanwhile:
// until the reveal the fourth is sent the same bytes, whatever it asks for and
// however it listens; and so is who watches.
func TestNucleoPlansInSecret(t *testing.T) {
	t.Parallel()
	var minutes atomic.Int64
	h := openStill(t, evenly{nucleo.New()}, &minutes)
	type choice struct {
		seat, card int
		lays       bool
		hand       string // "bot" or "back": the seat changes hands
	}
	// What the others do before, between and after the steps of seat 0.
	scripts := [][4][]choice{
		{},
		{{{seat: 1, card: 0}}, {{seat: 2, card: 1}, {seat: 3, card: 2}}, nil, nil},
		{{{seat: 1, card: 2}, {seat: 1, card: 0}, {seat: 1, card: 1}}, {{seat: 2, card: 0}}, {{seat: 1, lays: true}}, {{seat: 2, lays: true}}},
		{nil, {{seat: 3, card: 1}, {seat: 3, lays: true}, {seat: 2, card: 2}, {seat: 2, lays: true}}, nil, {{seat: 1, card: 1}, {seat: 1, card: 2}}},
		{nil, nil, nil, {{seat: 1, card: 0}, {seat: 1, lays: true}, {seat: 3, card: 0}, {seat: 3, lays: true}, {seat: 2, card: 1}}},
		{{{seat: 1, hand: "bot"}}, {{seat: 1, hand: "back"}, {seat: 2, hand: "bot"}}, {{seat: 3, card: 1}}, {{seat: 1, hand: "bot"}, {seat: 2, hand: "back"}}},
	}
	for _, viewer := range []int{0, -1} {
		var first string
		for n, script := range scripts {
			minutes.Store(0)
			d := h.defend(`{}`, 4)
			for v, _ := d.sees(0); v.Phase != nucleo.PhasePlan; v, _ = d.sees(0) {
				seat, w := d.next()
				d.does(seat, w.Actions()[0])
			}
			e := d.listen(viewer)
			others := func(part int) {
				for _, c := range script[part] {
					minutes.Add(int64(n)) // they think for as long as they please
					v, _ := d.sees(c.seat)
					if c.hand != "" {
						body := `{"id":"` + c.hand + itoa(part) + `","level":"greedy"}`
						if c.hand == "back" {
							body = `{"id":"back` + itoa(part) + `"}`
						}
						if status, body := h.postJSON("/matches/"+d.id+"/seats/"+itoa(c.seat)+"/"+c.hand, d.tok[c.seat], []byte(body)); status != http.StatusOK {
							t.Fatal(status, body)
						}
					} else if c.lays {
						d.does(c.seat, nucleo.Lay())
					} else {
						d.does(c.seat, nucleo.Pick(v.HandOf(c.seat)[c.card]))
					}
					e.looks()
				}
				for range 5 - len(script[part]) {
					e.looks()
				}
				minutes.Store(int64(30 * (part + 1))) // when seat 0 goes on
			}
			own := func(name string, a func(hand []int) game.Action) {
				if viewer == 0 {
					v, _ := d.sees(0)
					e.acts(0, name, a(v.HandOf(0)))
				}
			}
			others(0)
			own("one", func(hand []int) game.Action { return nucleo.Pick(hand[0]) })
			others(1)
			own("two", func(hand []int) game.Action { return nucleo.Pick(hand[2]) })
			others(2)
			own("three", func([]int) game.Action { return nucleo.Lay() })
			others(3)
			text := e.all()
			e.close()
			if v, _ := d.sees(0); v.Phase != nucleo.PhasePlan {
				t.Fatalf("script %d: the reveal came", n)
			}
			if n == 0 {
				first = text
				if frames := strings.Count(text, "event: view"); viewer == 0 && frames != 8 || viewer < 0 && frames != 2 {
					t.Errorf("viewer %d heard %d frames", viewer, frames)
				}
			} else if text != first {
				t.Errorf("viewer %d can tell what others choose, by script %d: %s", viewer, n, parting(first, text))
			}
		}
		t.Logf("viewer %d: %d bytes, %d times the same", viewer, len(first), len(scripts))
	}
}

func parting(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, min(i-120, len(s))):min(i+120, len(s))] }
	return cut(a) + "\n--- against\n" + cut(b)
}

// TestNucleoPicksAtOnce: whoever picks and lays at the same moment as the others,
// each with a page of before, is refused nothing.
func TestNucleoPicksAtOnce(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{}`, 4)
	for round := range 3 {
		d.until(func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan && int(v.Round) == 1+2*round })
		var wait sync.WaitGroup
		bad := make(chan string, 16)
		for seat := range d.tok {
			v, seq := d.sees(seat)
			if !v.Mine() {
				continue
			}
			hand := v.HandOf(seat)
			wait.Go(func() {
				for k, a := range []game.Action{nucleo.Pick(hand[0]), nucleo.Pick(hand[len(hand)-1]), nucleo.Lay()} {
					raw, _ := json.Marshal(a)
					res, body := d.do(d.id, d.tok[seat], "at-once-"+itoa(round)+"-"+itoa(seat)+"-"+itoa(k), seq, raw)
					var m seen
					json.Unmarshal([]byte(body), &m)
					if seq = m.Seq; res.StatusCode != http.StatusOK {
						bad <- res.Status + " " + body
					}
				}
			})
		}
		wait.Wait()
		close(bad)
		for text := range bad {
			t.Error(text)
		}
		if v, _ := d.sees(0); v.Phase != nucleo.PhaseAct {
			t.Fatalf("all have laid, and it is %v", v.Phase)
		}
	}
}

// TestNucleoIsSilentWhilePlanning: nothing that could be said is offered, and
// what is said or proposed anyway is refused in a sentence that names the rule.
func TestNucleoIsSilentWhilePlanning(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{"free_chat":"on"}`, 3)
	d.until(func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan && v.Round == 2 })
	before, _ := d.sees(1)
	page := h.paper(d.id, d.tok[0], "/matches/"+d.id)
	for _, kind := range []string{"habitats", "help", "point", "say", "hush"} {
		if strings.Contains(page, `value="`+kind+`"`) || strings.Contains(page, "do="+kind) {
			t.Errorf("%s is offered while all plan", kind)
		}
	}
	for _, a := range []game.Action{nucleo.SayHabitats(0), nucleo.Help(), nucleo.PointAt(3), nucleo.Say("forests!"), nucleo.Hush()} {
		raw, _ := json.Marshal(a)
		_, seq := d.sees(0)
		res, body := d.do(d.id, d.tok[0], "say-"+a.Type(), seq, raw)
		if res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "not_now") {
			t.Errorf("%s: %d %s", raw, res.StatusCode, body)
		}
	}
	if after, _ := d.sees(1); !slices.Equal(after.Spoken(), before.Spoken()) {
		t.Error("something was said")
	}
	_, seq := d.sees(0)
	seen := seatsOf(h, d.id, "")
	for _, c := range []struct {
		path   string
		body   map[string]any
		status int
		code   string
	}{
		{"/amendments", map[string]any{"id": "u", "seq": seq, "undo": 1}, http.StatusUnprocessableEntity, "silence"},
		{"/amendments", map[string]any{"id": "c", "seq": seq, "correct": map[string]any{"type": "x"}}, http.StatusUnprocessableEntity, "silence"},
		{"/amendments/1", map[string]any{"id": "y", "agree": true}, http.StatusUnprocessableEntity, "silence"},
		{"/pause", map[string]any{"paused": true}, http.StatusUnprocessableEntity, "silence"},
		{"/amendments", map[string]any{"id": "b", "seq": seq, "bot": map[string]any{"seat": 1, "level": "greedy"}}, http.StatusConflict, "not_away"},
	} {
		for _, lang := range []string{"it", "en"} {
			res, body := h.call(nil, "POST", "/matches/"+d.id+c.path, c.body, "Authorization", "Bearer "+d.tok[0], "Accept-Language", lang)
			code, rule, message := errorOf(t, body)
			if res.StatusCode != c.status || code != c.code || !strings.Contains(message, "N07") || c.code == "silence" && rule != "N07" {
				t.Errorf("%s %v: %d %s", c.path, c.body, res.StatusCode, body)
			}
		}
	}
	if now := seatsOf(h, d.id, ""); now.Seq != seen.Seq || now.Silence != "N07" || now.Proposal != nil {
		t.Errorf("%+v", now)
	}
	if !strings.Contains(page, "(N07)") || !strings.Contains(page, `id="form-leave"`) || !strings.Contains(page, `id="form-missing"`) {
		t.Error("the page does not say what can be done of a seat in silence")
	}
}
