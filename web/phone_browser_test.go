package web

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// cutFor has TestTheConnectionComesBack cut the connection for so long: ten
// minutes are a phone in a pocket, and too long to wait for every time.
var cutFor = flag.Duration("cut", 0, "how long the phone's connection is cut")

// wire stands between a browser and the server, as a network does, and breaks
// when it is told to.
type wire struct {
	net.Listener
	to string

	mu    sync.Mutex
	state string // "up", "cut": nothing gets through; "dead": nothing comes at all; "deaf": answers are lost
	open  map[net.Conn]bool
	deads int // how often it went dead: what was open then stays so
}

func newWire(t *testing.T, listen, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", listen)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l, to: to, state: "up", open: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); w.set("cut") })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go w.carry(c)
		}
	}()
	return w
}

func (w *wire) now() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

// set changes the state. What is cut breaks off; what is dead just says no more.
func (w *wire) set(state string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = state
	if state == "dead" {
		w.deads++
	}
	if state == "cut" {
		for c := range w.open {
			c.Close()
		}
	}
}

// dead tells whether a connection that was opened after so many deaths is.
func (w *wire) dead(deads int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.deads > deads || w.state == "dead"
}

func (w *wire) carry(down net.Conn) {
	defer down.Close()
	if w.now() == "cut" {
		return
	}
	up, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer up.Close()
	w.mu.Lock()
	w.open[down], w.open[up] = true, true
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.open, down)
		delete(w.open, up)
		w.mu.Unlock()
	}()
	w.mu.Lock()
	deads := w.deads
	w.mu.Unlock()
	stop := make(chan bool, 2)
	pass := func(to, from net.Conn, answers bool) {
		defer func() { stop <- true }()
		buf := make([]byte, 32<<10)
		for {
			n, err := from.Read(buf)
			switch state := w.now(); {
			case state == "deaf" && answers && n > 0:
				return // the server has done it, and nobody hears of it
			case w.dead(deads):
			case n > 0:
				if _, err := to.Write(buf[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	go pass(up, down, false)
	go pass(down, up, true)
	<-stop
}

// url is where the server is reached through the wire.
func (w *wire) url(host string) string {
	_, port, _ := net.SplitHostPort(w.Addr().String())
	return "http://" + net.JoinHostPort(host, port)
}

const nowLive = `document.documentElement.classList.contains("live")`

// TestTheConnectionComesBack: a page whose connection was really cut, whose
// answers were lost, or which slept, shows the right state within a second of
// being back; what its owner did meanwhile is done once.
func TestTheConnectionComesBack(t *testing.T) {
	cut := 3 * time.Second
	if os.Getenv("BANCO_LONG") != "" {
		cut = 20 * time.Second
	}
	if *cutFor > 0 {
		cut = *cutFor
	}
	h := open(t, nil)
	ctx := chrome(t)
	id, tok := h.table("")
	w := newWire(t, "127.0.0.1:0", h.Listener.Addr().String())
	me := tab(t, ctx, w.url("127.0.0.1")+"/matches/"+id, "document.cookie='"+seatCookie+id+"="+tok[0]+";path=/matches/"+id+"'")
	js[any](t, me, `window.mark = "not reloaded"; window.problems = [];
		addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));
		new MutationObserver(() => { if (!document.getElementById("board")) problems.push("the board was gone"); }).observe(document.body, {childList: true, subtree: true});1`)
	until(t, me, "a stream", nowLive, 3*time.Second)
	n := 0
	theirs := func() { // the other one plays until it is my turn
		t.Helper()
		for {
			m := h.look(id, tok[1])
			if len(m.Actions) == 0 {
				return
			}
			n++
			if res, body := h.do(id, tok[1], "t"+itoa(n), m.Seq, m.Actions[0]); res.StatusCode != 200 {
				t.Fatal(body)
			}
		}
	}
	mine := func() { // I play from elsewhere until it is theirs
		t.Helper()
		for {
			m := h.look(id, tok[0])
			if len(m.Actions) == 0 {
				return
			}
			n++
			if res, body := h.do(id, tok[0], "m"+itoa(n), m.Seq, m.Actions[0]); res.StatusCode != 200 {
				t.Fatal(body)
			}
		}
	}
	worst := time.Duration(0)
	back := func(what string) {
		t.Helper()
		want := h.look(id, tok[0]).Seq
		took := until(t, me, what, seqNow+" === "+itoa(want)+" && document.getElementById('offline').hidden", 4*time.Second)
		if worst = max(worst, took); took > 1500*time.Millisecond { // a second, and something for a busy machine
			t.Errorf("%s: after %v", what, took)
		}
	}

	// Cut for a while, the other one plays.
	mine()
	back("the state before the cut")
	w.set("cut")
	until(t, me, "the note", `!document.getElementById("offline").hidden`, 6*time.Second)
	theirs()
	time.Sleep(cut)
	w.set("up")
	back("after a cut")

	// An action whose answer is lost, and then everything.
	press(t, me, `#form-deploy input[data-previews]`, `document.querySelector(".ghost")`)
	before := h.look(id, tok[0]).Seq
	w.set("deaf")
	js[any](t, me, `document.querySelector("#form-deploy [type=submit]").click();1`)
	for start := time.Now(); h.look(id, tok[0]).Seq == before; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > 3*time.Second {
			t.Fatal("the action never came")
		}
	}
	w.set("cut")
	until(t, me, "the word that it is on its way", `!document.getElementById("offline").hidden && document.getElementById("offline").textContent === document.getElementById("offline").dataset.sending`, 3*time.Second)
	js[any](t, me, `document.querySelector("#form-deploy [type=submit]")?.click();1`) // an impatient finger
	theirs()
	done := len(recordOf(t, h, id, tok[0]).Entries)
	time.Sleep(3 * time.Second)
	w.set("up")
	back("after a lost answer")
	if after := len(recordOf(t, h, id, tok[0]).Entries); after != done {
		t.Errorf("done again: %d entries, then %d", done, after)
	}

	// An action that never reached the server.
	press(t, me, `#form-deploy input[data-previews]`, `document.querySelector(".ghost")`)
	w.set("cut")
	js[any](t, me, `document.querySelector("#form-deploy [type=submit]").click();1`)
	time.Sleep(1500 * time.Millisecond)
	w.set("up")
	until(t, me, "the action", "document.getElementById('offline').hidden && !document.querySelector('.busy')", 3*time.Second)
	if after := len(recordOf(t, h, id, tok[0]).Entries); after != done+1 {
		t.Errorf("%d entries, want %d", after, done+1)
	}

	// Dead without a word, until the phone says that it has a network again.
	w.set("dead")
	theirs()
	time.Sleep(500 * time.Millisecond)
	w.set("up")
	js[any](t, me, `window.dispatchEvent(new Event("online"));1`)
	back("after the network came back")

	// In the dark the stream is closed; on waking all is there.
	hide := func(yes bool) {
		value := "false"
		if yes {
			value = "true"
		}
		js[any](t, me, `Object.defineProperty(document, "hidden", {configurable: true, value: `+value+`}); document.dispatchEvent(new Event("visibilitychange"));1`)
	}
	hide(true)
	until(t, me, "no stream", "!("+nowLive+")", time.Second)
	mine()
	theirs()
	time.Sleep(300 * time.Millisecond)
	hide(false)
	back("after waking")

	if got := js[string](t, me, "window.mark"); got != "not reloaded" {
		t.Error("the page was reloaded on the way")
	}
	if list := js[[]string](t, me, "window.problems"); len(list) > 0 {
		t.Error(list)
	}
	t.Logf("back after %v at the most", worst.Round(time.Millisecond))
}

// TestASilentStreamIsOpenedAgain: a connection that died without a word, and of
// which no browser says so, is missed by its heartbeat. It takes most of a minute.
func TestASilentStreamIsOpenedAgain(t *testing.T) {
	if os.Getenv("BANCO_LONG") == "" {
		t.Skip("BANCO_LONG asks for it")
	}
	h := open(t, nil)
	ctx := chrome(t)
	id, tok := h.table("")
	w := newWire(t, "127.0.0.1:0", h.Listener.Addr().String())
	me := tab(t, ctx, w.url("127.0.0.1")+"/matches/"+id, "document.cookie='"+seatCookie+id+"="+tok[0]+";path=/matches/"+id+"'")
	until(t, me, "a stream", nowLive, 3*time.Second)
	js[any](t, me, `window.beats = 0; new EventSource(document.getElementById("match").dataset.events).addEventListener("ping", () => beats++);1`)
	until(t, me, "a heartbeat", "beats > 0", 2*pingEvery)
	w.set("dead")
	for i := range tok {
		if m := h.look(id, tok[i]); len(m.Actions) > 0 {
			h.do(id, tok[i], "x", m.Seq, m.Actions[0])
			break
		}
	}
	time.Sleep(3 * time.Second)
	w.set("up") // for what is opened from now on: what died stays dead
	took := until(t, me, "the heartbeat was missed", seqNow+" === "+itoa(h.look(id, tok[0]).Seq), 40*time.Second)
	t.Logf("after %v", took)
}

// recordOf is the log as a seat may read it.
func recordOf(t *testing.T, h *house, id, token string) (rec struct{ Entries []json.RawMessage }) {
	t.Helper()
	_, body := h.call(nil, "GET", "/matches/"+id+"/log", nil, "Authorization", "Bearer "+token)
	if err := json.Unmarshal([]byte(body), &rec); err != nil {
		t.Fatal(err)
	}
	return rec
}

// overhears listens to all that the server sends a browser, uncompressed.
type overhears struct {
	next http.Handler
	mu   sync.Mutex
	sent []byte
}

func (o *overhears) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Header.Del("Accept-Encoding")
	o.next.ServeHTTP(&overheard{w, o}, r)
}

// take gives what was sent since the last time.
func (o *overhears) take() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	sent := string(o.sent)
	o.sent = nil
	return sent
}

type overheard struct {
	http.ResponseWriter
	o *overhears
}

func (w *overheard) Write(b []byte) (int, error) {
	w.o.mu.Lock()
	w.o.sent = append(w.o.sent, b...)
	w.o.mu.Unlock()
	return w.ResponseWriter.Write(b)
}

func (w *overheard) Unwrap() http.ResponseWriter { return w.ResponseWriter }

var (
	viewerSent = regexp.MustCompile(`<div id="match"[^>]* data-viewer="([a-z0-9]+)"`)
	faceUp     = regexp.MustCompile(`die-(success|scrap)`)
	passForm   = regexp.MustCompile(`(?s)<form class="pass".*?</form>`)
)

// TestOnePhonePassedAcross plays a whole round on one phone. At every handover
// all that the server has sent is looked through: it holds nothing of the seat
// that does not hold the phone, not before its owner says to have it.
func TestOnePhonePassedAcross(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	ctx := chrome(t)
	ear := &overhears{next: h.web}
	front := httptest.NewServer(ear)
	t.Cleanup(func() { h.web.Shutdown(); front.Close() })

	// From the page that makes a match to the first hand: four taps and two names.
	me := tab(t, ctx, front.URL+"/new/klang", "document.cookie='"+langCookie+"=en;path=/'")
	if err := chromedp.Do(me, chromedp.EmulateViewport(360, 780)); err != nil {
		t.Fatal(err)
	}
	press(t, me, `a.plan:nth-child(2)`, `document.getElementById("seat-1").value === "here"`)
	js[any](t, me, `document.querySelector("#create .primary").click();1`)
	arrives(t, me, `document.querySelector("form.both")`)
	if !js[bool](t, me, `document.querySelector(".hash").textContent.length === 64 && [...document.querySelectorAll("[data-draw]")].every(f => f.value.length > 20)`) {
		t.Error("no fingerprint before the seeds, or no seeds")
	}
	js[any](t, me, `document.getElementById("both-name-0").value = "Ada"; document.getElementById("both-name-1").value = "Bruno"; document.querySelector("form.both .primary").click();1`)
	arrives(t, me, `document.querySelector(".handover")`)
	id := js[string](t, me, `document.getElementById("match").dataset.match`)
	var tokens [2]string
	for _, c := range cookiesOf(t, me) {
		if c.Name == handsCookie+id {
			if !c.HTTPOnly {
				t.Error("a page can read the tokens")
			}
			for i, item := range strings.Split(c.Value, "_") {
				_, tokens[i], _ = strings.Cut(item, ".")
			}
		}
	}
	if tokens[0] == "" || tokens[1] == "" {
		t.Fatal("no tokens")
	}
	js[any](t, me, `window.mark = "not reloaded"; window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));1`)

	holder, handovers, shown := "none", 0, 0
	inspect := func() {
		t.Helper()
		sent := ear.take()
		for _, token := range tokens {
			if strings.Contains(sent, token) {
				t.Error("a token was sent to the page")
			}
		}
		at := viewerSent.FindAllStringSubmatchIndex(sent, -1)
		for i, m := range at {
			end := len(sent)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			viewer, body := sent[m[2]:m[3]], sent[m[0]:end]
			if viewer != "none" && viewer != holder {
				t.Errorf("in hand of %s, sent what seat %s sees", holder, viewer)
			}
			if up := faceUp.FindString(body); viewer == "none" && up != "" {
				t.Errorf("between two hands, dice were sent: %s", up)
			}
			if viewer != "none" && faceUp.MatchString(body) {
				shown++
			}
		}
	}
	// alike compares the page with what the holder's own device would get.
	alike := func(seat string) {
		t.Helper()
		token := tokens[int(seat[0]-'0')]
		_, want := h.call(nil, "GET", "/matches/"+id, nil, "Authorization", "Bearer "+token, "Accept", "text/html", "Accept-Language", "en", "Banco-Fragment", "match")
		var jar string
		for _, c := range cookiesOf(t, me) {
			jar += c.Name + "=" + c.Value + "; "
		}
		_, got := h.call(nil, "GET", "/matches/"+id, nil, "Cookie", jar, "Accept", "text/html", "Accept-Language", "en", "Banco-Fragment", "match")
		got = strings.Replace(passForm.ReplaceAllString(got, ""), " data-hands", "", 1)
		if got = strings.ReplaceAll(got, "?hand="+seat, ""); got != want { // in whose hand a form was drawn
			t.Errorf("the phone in hand of %s shows something else than that seat's own", seat)
		}
	}
	wait := func(what, expression string) {
		t.Helper()
		until(t, me, what, expression, 4*time.Second)
	}
	for range 200 {
		if strings.Contains(string(h.look(id, "").View), `"round":2`) && js[bool](t, me, `!!document.querySelector(".handover")`) {
			break
		}
		switch {
		case js[bool](t, me, `!!document.querySelector(".handover")`):
			inspect()
			if js[bool](t, me, `!!document.querySelector(".die")`) {
				t.Error("dice on the page between two hands")
			}
			handovers++
			next := js[string](t, me, `document.querySelector(".huge").closest("form").elements.seat.value`)
			if handovers == 3 { // the other one may look at their own while it is not their turn
				other := itoa(1 - int(next[0]-'0'))
				holder = other
				js[any](t, me, `document.querySelector("#hand-to-`+other+` button").click();1`)
				wait("just looking", `document.querySelector("#match.match")?.dataset.viewer === "`+other+`" && document.getElementById("pass") && `+nowLive)
				inspect()
				js[any](t, me, `document.querySelector("#pass button").click();1`)
				wait("passed", `document.querySelector(".handover")`)
				inspect()
			}
			holder = next
			js[any](t, me, `document.querySelector(".huge").click();1`)
			wait("the one who took it", `document.querySelector("#match.match")?.dataset.viewer === "`+next+`" && `+nowLive)
			inspect()
			alike(next)
		default:
			before := js[string](t, me, `document.getElementById("match").dataset.viewer + "." + document.getElementById("match").dataset.seq`)
			submit := `#form-end [type=submit]`
			switch {
			case js[bool](t, me, `!!document.getElementById("form-deploy")`):
				submit = `#form-deploy [type=submit]`
				press(t, me, `#form-deploy input[data-previews]`, `document.querySelector(".ghost")`)
			case js[bool](t, me, `!!document.querySelector("#hand .robot-pick")`):
				submit = `#form-activate [type=submit]`
				press(t, me, `#hand .robot-pick`, `document.getElementById("form-activate")`)
			default:
				press(t, me, `#hand a[href*="do=end"]`, `document.getElementById("form-end")`)
			}
			js[any](t, me, `document.querySelector("`+submit+`").click();1`)
			wait("an answer to "+submit, `document.getElementById("match").dataset.viewer + "." + document.getElementById("match").dataset.seq !== "`+before+`"`)
			inspect()
		}
	}
	inspect()
	if !strings.Contains(string(h.look(id, "").View), `"round":2`) {
		t.Fatal("the round never ended: " + js[string](t, me, `document.getElementById("match").innerText`))
	}
	if handovers < 8 || shown < 6 {
		t.Errorf("%d handovers, dice shown %d times: the test shows little", handovers, shown)
	}
	if got := js[string](t, me, "window.mark"); got != "not reloaded" {
		t.Error("the page was reloaded on the way")
	}
	if list := js[[]string](t, me, "window.problems"); len(list) > 0 {
		t.Error(list)
	}
	// Going back must not bring up what somebody left behind.
	holder = js[string](t, me, `document.querySelector(".huge").closest("form").elements.seat.value`)
	js[any](t, me, `document.querySelector(".huge").click();1`)
	wait("the next one", `document.querySelector("#match.match")`)
	t.Logf("%d handovers", handovers)
}

// cookiesOf is what the browser holds for a page, also what pages cannot read.
func cookiesOf(t *testing.T, ctx context.Context) []*network.Cookie {
	t.Helper()
	list, err := chromedp.Run(ctx, func(ctx context.Context, _ *chromedp.Target) (network.GetCookiesResult, error) {
		return chromedp.Call(ctx, network.GetCookies, network.GetCookiesParams{})
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.Cookies
}

// arrives waits for another page, during which there is nobody to ask.
func arrives(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	for start := time.Now(); time.Since(start) < 8*time.Second; time.Sleep(20 * time.Millisecond) {
		if there, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("document.readyState === 'complete' && !!("+expression+")")); err == nil && there {
			return
		}
	}
	t.Fatalf("never came: %s; the page says: %s", expression, js[string](t, ctx, `document.body.innerText`))
}

// TestInstalledAndAway: Chromium finds nothing to object to in the app; the
// worker keeps static files and the page for when the server is away, and
// nothing of a match; that page turns into the one it stands for by itself.
func TestInstalledAndAway(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.BasePath = "/giochi" })
	ctx := chrome(t)
	id, tok := h.table("")
	w := newWire(t, "127.0.0.1:0", h.Listener.Addr().String())
	home := w.url("localhost") + "/giochi"
	me := tab(t, ctx, home+"/", "document.cookie='"+langCookie+"=en;path=/'")
	js[any](t, me, `document.cookie="`+seatCookie+id+`=`+tok[0]+`;path=/giochi/matches/`+id+`";1`)
	for start := time.Now(); !js[bool](t, me, `!!navigator.serviceWorker.controller`); time.Sleep(50 * time.Millisecond) {
		if time.Since(start) > 8*time.Second {
			t.Fatal("the worker never took over")
		}
	}
	manifest, err := chromedp.Run(me, func(ctx context.Context, _ *chromedp.Target) (page.GetAppManifestResult, error) {
		return chromedp.Call(ctx, page.GetAppManifest, page.GetAppManifestParams{})
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(manifest.URL, "/giochi/manifest.webmanifest?lang=en") || len(manifest.Errors) > 0 || !strings.Contains(manifest.Data, `"start_url":"/giochi/"`) || !strings.Contains(manifest.Data, "tabletop") {
		t.Errorf("%s %v %s", manifest.URL, manifest.Errors, manifest.Data)
	}
	errs, err := chromedp.Run(me, func(ctx context.Context, _ *chromedp.Target) (page.GetInstallabilityErrorsResult, error) {
		return chromedp.Call(ctx, page.GetInstallabilityErrors, cdp.Empty{})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range errs.InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // every tab of a test is
			t.Errorf("not installable: %+v", e)
		}
	}

	visit(t, me, home+"/matches/"+id)
	until(t, me, "a stream", nowLive, 3*time.Second)
	js[any](t, me, `caches.keys().then(ks => Promise.all(ks.map(k => caches.open(k).then(c => c.keys())))).then(ls => ls.flat().map(r => new URL(r.url).pathname + new URL(r.url).search)).then(all => { window.kept = all; });1`)
	until(t, me, "what is kept", `window.kept`, 2*time.Second)
	kept := js[[]string](t, me, `window.kept`)
	if len(kept) < 8 {
		t.Errorf("kept %v", kept)
	}
	for _, path := range kept {
		if !strings.HasPrefix(path, "/giochi/static/") && !strings.HasPrefix(path, "/giochi/offline") {
			t.Errorf("kept %s", path)
		}
	}
	js[any](t, me, `window.mark = true;1`)
	w.set("cut")
	if err := chromedp.Do(me, chromedp.Reload()); err != nil {
		t.Log(err) // a reload that the worker answers may be told as a failure
	}
	arrives(t, me, `document.querySelector("[data-away]") && document.documentElement.lang === "en" && getComputedStyle(document.body).margin === "0px"`)
	if *shotsDir != "" {
		picture(t, me, "away", 390, 844, false)
	}
	time.Sleep(1500 * time.Millisecond)
	w.set("up")
	start := time.Now()
	arrives(t, me, `document.getElementById("board")`)
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("back after %v", took)
	}
}

func visit(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
}

// TestThePhoneStaysAwake: where the browser can keep the screen on, it is asked
// to as long as the match goes on, and asked again after the dark. Where it will
// not, a film plays from the first tap. Nothing sounds unless somebody wants it.
func TestThePhoneStaysAwake(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	ctx := chrome(t)
	id, tok := h.table(`{"rounds":1}`)
	cookies := "document.cookie='" + seatCookie + id + "=" + tok[0] + ";path=/matches/" + id + "';document.cookie='" + langCookie + "=en;path=/'"
	spy := `(() => {
		window.asked = 0; window.let = 0; window.tones = 0; window.buzzes = 0;
		if (navigator.wakeLock) navigator.wakeLock.request = async (kind) => {
			asked++;
			const lock = new EventTarget();
			lock.released = false;
			lock.release = async () => { if (!lock.released) { lock.released = true; window.let++; lock.dispatchEvent(new Event("release")); } };
			window.lock = lock;
			return lock;
		};
		const make = AudioContext.prototype.createOscillator;
		AudioContext.prototype.createOscillator = function () { tones++; return make.call(this); };
		navigator.vibrate = () => { buzzes++; return true; };
	})()`
	open := func(address string) context.Context {
		me := tab(t, ctx, address, cookies)
		_, err := chromedp.Run(me, func(ctx context.Context, _ *chromedp.Target) (page.AddScriptToEvaluateOnNewDocumentResult, error) {
			return chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: spy})
		})
		if err != nil {
			t.Fatal(err)
		}
		visit(t, me, address)
		until(t, me, "a stream", nowLive, 3*time.Second)
		return me
	}
	now := func(row string) string { return `document.getElementById("phone-` + row + `").dataset.now` }

	me := open(h.URL + "/matches/" + id)
	until(t, me, "the lock", `asked === 1 && `+now("awake")+` === "lock"`, 2*time.Second)
	js[any](t, me, `lock.release().then(() => { Object.defineProperty(document, "hidden", {configurable: true, value: true}); document.dispatchEvent(new Event("visibilitychange")); Object.defineProperty(document, "hidden", {configurable: true, value: false}); document.dispatchEvent(new Event("visibilitychange")); });1`)
	until(t, me, "the lock again", `asked === 2`, 2*time.Second)
	js[any](t, me, `document.getElementById("phone").open = true; document.querySelector("#phone-awake .switch").click();1`)
	until(t, me, "no lock", `lock.released && `+now("awake")+` === "off" && localStorage.getItem("banco:awake") === "off"`, 2*time.Second)
	js[any](t, me, `document.querySelector("#phone-awake .switch").click();1`)
	until(t, me, "the lock once more", `asked === 3`, 2*time.Second)
	if got := js[string](t, me, now("sound")+` + " " + `+now("link")); got != "off live" {
		t.Errorf("sound and link: %s", got)
	}

	// A turn that comes is silent, until sound is wanted.
	turn := func() {
		t.Helper()
		for n := 0; len(h.look(id, tok[1]).Actions) == 0; n++ {
			m := h.look(id, tok[0])
			h.do(id, tok[0], "a"+itoa(m.Seq), m.Seq, m.Actions[0])
		}
		until(t, me, "their turn", `!document.querySelector(".my-turn")`, 2*time.Second)
		for len(h.look(id, tok[0]).Actions) == 0 {
			m := h.look(id, tok[1])
			h.do(id, tok[1], "b"+itoa(m.Seq), m.Seq, m.Actions[0])
		}
		until(t, me, "my turn", `document.querySelector(".my-turn")`, 2*time.Second)
	}
	turn()
	if got := js[float64](t, me, `tones + buzzes`); got != 0 {
		t.Errorf("%v sounds that nobody wanted", got)
	}
	if err := chromedp.Do(me, chromedp.Click(chromedp.CSS("#phone-sound .switch"))); err != nil {
		t.Fatal(err)
	}
	until(t, me, "a sample", `tones === 2 && localStorage.getItem("banco:sound") === "on" && `+now("sound")+` === "on"`, 2*time.Second)
	turn()
	until(t, me, "the call", `tones === 4`, 2*time.Second)
	js[any](t, me, `document.getElementById("match").dataset.alert = "";1`)

	// Over, it lets go.
	h.playOn2(id, tok)
	until(t, me, "the end", `document.querySelector(".stage-over") && lock.released && `+now("awake")+` === "idle"`, 3*time.Second)

	// On a local network over plain http there is no lock.
	ip := lanIP()
	if ip == "" {
		t.Skip("this machine has no address but its own: the film is not tried")
	}
	id, tok = h.table("")
	cookies = "document.cookie='" + seatCookie + id + "=" + tok[0] + ";path=/matches/" + id + "';document.cookie='" + langCookie + "=en;path=/'"
	w := newWire(t, "0.0.0.0:0", h.Listener.Addr().String())
	me = open(w.url(ip) + "/matches/" + id)
	if js[bool](t, me, `isSecureContext || !!navigator.wakeLock`) {
		t.Fatal("this is no plain network")
	}
	until(t, me, "the promise", now("awake")+` === "tap" && `+now("app")+` === "plain"`, 2*time.Second)
	if err := chromedp.Do(me, chromedp.Click(chromedp.CSS("#turn"))); err != nil {
		t.Fatal(err)
	}
	until(t, me, "the film", `(v => v && !v.paused && !v.muted && v.volume > 0 && v.currentTime > .4 && v.videoWidth === 16 && v.webkitAudioDecodedByteCount > 0)(document.querySelector(".reel")) && `+now("awake")+` === "film"`, 4*time.Second)
	js[any](t, me, `window.round = 0; document.querySelector(".reel").addEventListener("seeked", () => round++);1`)
	until(t, me, "the film going round", `round > 0 && !document.querySelector(".reel").paused`, 6*time.Second)
	if over := js[float64](t, me, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		t.Errorf("the film widens the page by %v", over)
	}
}

// playOn2 plays a match to its end from both seats.
func (h *house) playOn2(id string, tok [2]string) {
	h.t.Helper()
	for n := range 2000 {
		m := h.look(id, tok[n%2])
		if m.Over {
			return
		}
		if len(m.Actions) > 0 {
			h.do(id, tok[n%2], "p"+itoa(n), m.Seq, m.Actions[len(m.Actions)-1])
		}
	}
	h.t.Fatal("the match does not end")
}

// lanIP is an address of this machine that is not its own alone.
func lanIP() string {
	addrs, _ := net.InterfaceAddrs()
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			return n.IP.String()
		}
	}
	return ""
}

// picture writes a picture of a page as a phone or a laptop shows it.
func picture(t *testing.T, ctx context.Context, name string, width, height int64, dark bool) {
	t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Do(ctx, chromedp.EmulateViewport(width, height), func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return chromedp.Void{}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(*shotsDir, name+".png"), png, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestRuleSets: options travel under a name as a link and as a file, and are
// kept on the device; what the game cannot be played by is refused in its words.
func TestRuleSets(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.browser()
	form := url.Values{"game": {"klang"}, "set": {"Short evening"}, "opt.rounds": {"3"}, "do": {"link"}}
	res, body := h.call(c, "POST", "/new/klang/rules", form, "Accept-Language", "en")
	if res.StatusCode != 200 || res.Request.URL.Path != "/new/klang" || res.Request.URL.Query().Get("options") != `{"rounds":3}` {
		t.Fatal(res.StatusCode, res.Request.URL)
	}
	for _, want := range []string{"Rule set: Short evening", "instead of 6", `name="opt.rounds" type="number" inputmode="numeric" min="1"`, `value="3"`, "Only this computer can open this link"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q", want)
		}
	}
	form.Set("do", "file")
	res, file := h.call(c, "POST", "/new/klang/rules", form)
	if res.StatusCode != 200 || !strings.Contains(res.Header.Get("Content-Disposition"), "klang-rules-short-evening.json") {
		t.Fatal(res.StatusCode, res.Header)
	}
	var set ruleSet
	if err := json.Unmarshal([]byte(file), &set); err != nil || set.Game != "klang" || set.Name != "Short evening" || !sameJSON(set.Options, map[string]int{"rounds": 3}) || !strings.HasPrefix(set.Rules, "klang/") {
		t.Fatal(err, file)
	}
	if res, again := h.call(nil, "GET", "/new/klang/rules?"+url.Values{"options": {`{"rounds":3}`}, "set": {"Short evening"}}.Encode(), nil); res.StatusCode != 200 || again != file {
		t.Errorf("%d %s", res.StatusCode, again)
	}
	load := func(data string) (*http.Response, string) {
		var b bytes.Buffer
		b.WriteString("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\nContent-Type: application/json\r\n\r\n" + data + "\r\n--x--\r\n")
		req, _ := http.NewRequest("POST", h.URL+"/new/klang/rules", &b)
		req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		req.Header.Set("Accept", "text/html")
		req.Header.Set("Accept-Language", "en")
		res, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return res, string(body)
	}
	if res, body := load(file); res.StatusCode != 200 || !strings.Contains(body, "Rule set: Short evening") || !strings.Contains(body, "instead of 6") {
		t.Errorf("%d", res.StatusCode)
	}
	for data, want := range map[string]string{
		"":                              "There is no rule set in this file",
		"[]":                            "There is no rule set in this file",
		`{"game":"chess","options":{}}`: "for another game: chess",
		`{"game":"klang","options":{"rounds":99}}`:  `id="opt-rounds-error"`,
		`{"game":"klang","options":{"rounds":"x"}}`: `value="x"`,
		`{"game":"klang","options":{"rouns":3}}`:    "rouns",
		`{"name":"<b>","options":[]}`:               `class="refusal"`,
	} {
		res, body := load(data)
		if res.StatusCode < 400 || res.StatusCode >= 500 || !strings.Contains(body, want) || !strings.Contains(body, `class="refusal"`) || strings.Contains(body, "<b>") && strings.Contains(data, "<b>") && strings.Contains(body, `value="<b>`) {
			t.Errorf("%s: %d", data, res.StatusCode)
		}
	}
	// A link that somebody has tampered with shows what is wrong, too.
	if res, body := h.call(c, "GET", "/new/klang?"+url.Values{"options": {`{"rounds":99}`}}.Encode(), nil); res.StatusCode != 400 && res.StatusCode != 422 || !strings.Contains(body, `id="opt-rounds-error"`) || !strings.Contains(body, `value="99"`) {
		t.Errorf("%d", res.StatusCode)
	}
	if res, body := h.call(c, "GET", "/new/klang?"+url.Values{"options": {`{"rounds":`}}.Encode(), nil); res.StatusCode < 400 || res.StatusCode >= 500 || !strings.Contains(body, `class="refusal"`) {
		t.Errorf("%d", res.StatusCode)
	}
	res, body = h.call(nil, "POST", "/new/klang/rules", []byte(`{"name":"Mine","options":{"rounds":2}}`))
	if err := json.Unmarshal([]byte(body), &set); err != nil || res.StatusCode != 200 || !strings.HasPrefix(set.Link, h.URL+"/new/klang?options=") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, body := h.call(nil, "POST", "/new/klang/rules", []byte(`{"options":{"rounds":0}}`)); res.StatusCode < 400 || !strings.Contains(body, `"field":"rounds"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, _ := h.call(nil, "POST", "/new/klang/rules", url.Values{}, "Sec-Fetch-Site", "cross-site"); res.StatusCode != 403 {
		t.Errorf("from elsewhere: %d", res.StatusCode)
	}

	// On the device, by the script.
	ctx := chrome(t)
	me := tab(t, ctx, h.URL+"/new/klang", "document.cookie='"+langCookie+"=en;path=/'")
	js[any](t, me, `document.getElementById("options").open = document.getElementById("rule-sets").open = true; document.getElementById("opt-rounds").value = 99; document.getElementById("set-name").value = 'A "<i>" set'; document.getElementById("set-keep").click();1`)
	until(t, me, "the objection", `document.querySelector("#set-refusal .refusal")`, 2*time.Second)
	js[any](t, me, `document.getElementById("opt-rounds").value = 2; document.getElementById("set-keep").click();1`)
	until(t, me, "the set", `document.querySelector("#set-list a")?.textContent === 'A "<i>" set' && !document.querySelector("#set-refusal .refusal") && !document.getElementById("set-said").hidden`, 2*time.Second)
	js[any](t, me, `document.querySelector("#set-list a").click();1`)
	arrives(t, me, `document.getElementById("rules") && document.getElementById("opt-rounds").value === "2"`)
	js[any](t, me, `document.getElementById("rule-sets").open = true; document.querySelector("#set-list .drop").click();1`)
	until(t, me, "nothing", `document.getElementById("set-kept").hidden && localStorage.getItem("banco:rules:klang") === "[]"`, 2*time.Second)
}

// faults looks for what a finger or an eye would stumble over on a page.
const faults = `[...document.querySelectorAll("main a, main button, main input, main select, main summary")].filter(e => e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && e.getClientRects().length && e.type !== "hidden" && !e.matches(".sr, .skip") && !e.closest("svg")).flatMap(e => {
	const label = e.labels?.[0], out = [];
	if (!(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || label?.textContent || e.innerText).trim()) out.push("no name: " + e.outerHTML.slice(0, 120));
	const box = (e.matches("input[type=radio], input[type=checkbox]") ? label : e).getBoundingClientRect();
	if (box.width < 43.5 || box.height < 43.5) out.push(Math.round(box.width) + "x" + Math.round(box.height) + ": " + e.outerHTML.slice(0, 120));
	if (e.scrollWidth > e.clientWidth + 1 && e.matches("button, .button, summary")) out.push("cut off: " + e.innerText);
	return out;
}).concat(document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth - innerWidth + " px sideways"] : [])`

// TestPagesForPhones: every page on the way to a match, and the match on one
// phone, fits two sizes of phone in both languages and both themes. With -shots
// there are pictures.
func TestPagesForPhones(t *testing.T) {
	long(t)
	t.Parallel()
	h := open(t, func(c *Config) { c.LANURL = "http://192.168.1.23:8080" })
	ctx := chrome(t)
	_, body := h.call(nil, "POST", "/matches", []byte(`{"game":"klang","options":{"rounds":4,"terrain":"players"},"seats":[{"kind":"human"},{"kind":"human"}]}`))
	var made createdJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil {
		t.Fatal(err)
	}
	maker := makerCookie + made.ID + "=0." + made.Seats[0].Invite + "_1." + made.Seats[1].Invite + ";path=/matches/" + made.ID
	id, tok := h.table("")
	h.stage(id, tok, func(m [2]seen) bool { return phase(m[0]) == "act" && len(m[0].Actions) > 0 })
	both := handsCookie + id + "=0." + tok[0] + "_1." + tok[1] + ";path=/matches/" + id
	inHand := handCookie + id + "=0.1;path=/matches/" + id
	set := "/new/klang?" + url.Values{"options": {`{"rounds":4,"terrain":"players"}`}, "set": {"Short evening"}}.Encode()
	pages := []struct{ name, path, cookies, do string }{
		{"create", "/new/klang", "", ""},
		{"create-set", set, "", `for (const d of document.querySelectorAll("#rule-sets, #rules-share")) d.open = true; localStorage.setItem("banco:rules:klang", '[{"name":"Serata breve","options":{"rounds":3}}]'); document.getElementById("options").open = false;1`},
		{"seat", "/matches/" + made.ID + "?sit=0", maker, ""},
		{"seats-both", "/matches/" + made.ID + "?sit=0-1", maker, ""},
		{"join", "/join/" + made.Seats[1].Invite, "", ""},
		{"between", "/matches/" + id, both, ""},
		{"in-hand", "/matches/" + id, both + "|" + inHand, `document.getElementById("phone").open = true;1`},
	}
	me := tab(t, ctx, h.URL+"/healthz", "1")
	for _, look := range []struct {
		name          string
		width, height int64
		dark          bool
		lang          string
	}{{"360-light-it", 360, 780, false, "it"}, {"390-dark-en", 390, 844, true, "en"}, {"390-light-en", 390, 844, false, "en"}, {"360-dark-it", 360, 780, true, "it"}, {"wide-light-it", 1280, 860, false, "it"}} {
		if *shotsDir == "" && look.width != 360 {
			continue
		}
		for _, p := range pages {
			visit(t, me, h.URL+"/healthz")
			cookies := langCookie + "=" + look.lang + ";path=/|" + themeCookie + "=" + map[bool]string{false: "light", true: "dark"}[look.dark] + ";path=/"
			for _, name := range []string{handsCookie + id, handCookie + id} {
				cookies += "|" + name + "=;max-age=0;path=/matches/" + id
			}
			for c := range strings.SplitSeq(cookies+"|"+p.cookies, "|") {
				if c != "" {
					js[any](t, me, `document.cookie = "`+c+`";1`)
				}
			}
			if err := chromedp.Do(me, chromedp.EmulateViewport(look.width, look.height)); err != nil {
				t.Fatal(err)
			}
			visit(t, me, h.URL+p.path)
			if js[bool](t, me, `!!document.querySelector(".big-number")`) {
				t.Fatalf("%s is a refusal: %s", p.name, js[string](t, me, `document.body.innerText`))
			}
			if p.do != "" {
				js[any](t, me, p.do)
			}
			for _, fault := range js[[]string](t, me, faults) {
				t.Errorf("%s %s: %s", p.name, look.name, fault)
			}
			if *shotsDir != "" {
				if p.name == "in-hand" {
					time.Sleep(500 * time.Millisecond)
					png, err := chromedp.Run(me, chromedp.CaptureScreenshot())
					if err != nil {
						t.Fatal(err)
					}
					os.WriteFile(filepath.Join(*shotsDir, p.name+"-top-"+look.name+".png"), png, 0o644)
				}
				picture(t, me, p.name+"-"+look.name, look.width, look.height, look.dark)
			}
		}
	}
}
