package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

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
	long(t)
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
		until(t, me, what, expression)
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
