package web

import (
	"context"
	"encoding/json"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

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
	until(t, me, "a stream", nowLive)
	js[any](t, me, `caches.keys().then(ks => Promise.all(ks.map(k => caches.open(k).then(c => c.keys())))).then(ls => ls.flat().map(r => new URL(r.url).pathname + new URL(r.url).search)).then(all => { window.kept = all; });1`)
	until(t, me, "what is kept", `window.kept`)
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
	long(t)
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
		until(t, me, "a stream", nowLive)
		return me
	}
	now := func(row string) string { return `document.getElementById("phone-` + row + `").dataset.now` }

	me := open(h.URL + "/matches/" + id)
	until(t, me, "the lock", `asked === 1 && `+now("awake")+` === "lock"`)
	js[any](t, me, `lock.release().then(() => { Object.defineProperty(document, "hidden", {configurable: true, value: true}); document.dispatchEvent(new Event("visibilitychange")); Object.defineProperty(document, "hidden", {configurable: true, value: false}); document.dispatchEvent(new Event("visibilitychange")); });1`)
	until(t, me, "the lock again", `asked === 2`)
	js[any](t, me, `document.getElementById("phone").open = true; document.querySelector("#phone-awake .switch").click();1`)
	until(t, me, "no lock", `lock.released && `+now("awake")+` === "off" && localStorage.getItem("banco:awake") === "off"`)
	js[any](t, me, `document.querySelector("#phone-awake .switch").click();1`)
	until(t, me, "the lock once more", `asked === 3`)
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
		until(t, me, "their turn", `!document.querySelector(".my-turn")`)
		for len(h.look(id, tok[0]).Actions) == 0 {
			m := h.look(id, tok[1])
			h.do(id, tok[1], "b"+itoa(m.Seq), m.Seq, m.Actions[0])
		}
		until(t, me, "my turn", `document.querySelector(".my-turn")`)
	}
	turn()
	if got := js[float64](t, me, `tones + buzzes`); got != 0 {
		t.Errorf("%v sounds that nobody wanted", got)
	}
	if err := chromedp.Do(me, chromedp.Click(chromedp.CSS("#phone-sound .switch"))); err != nil {
		t.Fatal(err)
	}
	until(t, me, "a sample", `tones === 2 && localStorage.getItem("banco:sound") === "on" && `+now("sound")+` === "on"`)
	turn()
	until(t, me, "the call", `tones === 4`)
	js[any](t, me, `document.getElementById("match").dataset.alert = "";1`)

	// Over, it lets go.
	h.stage(id, tok, func([2]seen) bool { return false })
	until(t, me, "the end", `document.querySelector(".stage-over") && lock.released && `+now("awake")+` === "idle"`)

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
	until(t, me, "the promise", now("awake")+` === "tap" && `+now("app")+` === "plain"`)
	if err := chromedp.Do(me, chromedp.Click(chromedp.CSS("#turn"))); err != nil {
		t.Fatal(err)
	}
	until(t, me, "the film", `(v => v && !v.paused && !v.muted && v.volume > 0 && v.currentTime > .4 && v.videoWidth === 16 && v.webkitAudioDecodedByteCount > 0)(document.querySelector(".reel")) && `+now("awake")+` === "film"`)
	js[any](t, me, `window.round = 0; document.querySelector(".reel").addEventListener("seeked", () => round++);1`)
	until(t, me, "the film going round", `round > 0 && !document.querySelector(".reel").paused`)
	if over := js[float64](t, me, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		t.Errorf("the film widens the page by %v", over)
	}
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
