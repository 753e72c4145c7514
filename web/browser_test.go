package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/klang"

	"github.com/chromedp/chromedp"
)

// chrome starts a browser, or skips the test where there is none.
func chrome(t *testing.T) context.Context {
	t.Helper()
	return chromeWith(t)
}

// chromeWith starts one with more options.
func chromeWith(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a short run leaves the browser out")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		if os.Getenv("BANCO_BROWSER") != "" {
			t.Fatal("BANCO_BROWSER asks for the browser tests, and there is no chromium on PATH")
		}
		t.Skip("no chromium on PATH: the pages are not tried in a browser")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute+*cutFor)
	t.Cleanup(cancel)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	options = append(options, more...)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, done := chromedp.NewContext(ctx)
	t.Cleanup(done)
	return ctx
}

// long skips a test that is too long for every run, unless the long proofs or
// pictures are asked for.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("BANCO_LONG") == "" && *shotsDir == "" {
		t.Skip("too long for every run; BANCO_LONG=1 asks for it")
	}
}

// tab opens a page of its own, with no cookies but those given.
func tab(t *testing.T, ctx context.Context, page, cookies string) context.Context {
	t.Helper()
	if err := chromedp.Do(ctx); err != nil { // starts the browser
		t.Fatal(err)
	}
	ctx, done := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(done)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(page)); err != nil {
		t.Fatal(err)
	}
	js[any](t, ctx, cookies+";1")
	if err := chromedp.Do(ctx, chromedp.Navigate(page)); err != nil {
		t.Fatal(err)
	}
	return ctx
}

func js[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for something to become true on a page, and says how long that
// took. Its patience is for a busy machine: what is promised to be quick is
// measured by soon.
func until(t *testing.T, ctx context.Context, what, expression string) time.Duration {
	t.Helper()
	const patience = time.Minute
	start := time.Now()
	for time.Since(start) < patience {
		// A page that is just going elsewhere answers nothing yet.
		if there, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")")); err == nil && there {
			return time.Since(start)
		} else if err != nil && !strings.Contains(err.Error(), "navigated") && !strings.Contains(err.Error(), "context") && !strings.Contains(err.Error(), "Uncaught") {
			t.Fatalf("%s: %v", expression, err)
		}
		time.Sleep(15 * time.Millisecond)
	}
	t.Fatalf("never came: %s; the hand says: %s", what, js[string](t, ctx, `document.getElementById("hand")?.innerText ?? document.body.innerText`))
	return 0
}

// soon collects how long something took that is promised within a time: half of
// the times it must keep it, and never take five times as long.
func soon(t *testing.T, what string, within time.Duration) func(took time.Duration) {
	var all []time.Duration
	t.Cleanup(func() {
		slices.Sort(all)
		if n := len(all); n > 0 && !t.Failed() {
			t.Logf("%s: %d times, median %v, at the most %v", what, n, all[n/2], all[n-1])
			if all[n/2] > within || all[n-1] > 5*within {
				t.Errorf("%s: promised within %v", what, within)
			}
		}
	})
	return func(took time.Duration) { all = append(all, took) }
}

// press clicks an element and waits for what it brings.
func press(t *testing.T, ctx context.Context, selector, brings string) {
	t.Helper()
	until(t, ctx, selector, "document.querySelector('"+selector+"')")
	js[any](t, ctx, "document.querySelector('"+selector+"').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));1")
	until(t, ctx, brings, brings)
}

const seqNow = `Number(document.getElementById("match").dataset.seq)`

// TestTwoBrowsersPlayAMatch: two pages play a round by clicking and the rest by
// their forms, see each other move within a second, survive a reload, and at
// every step are sent no trace of the other's dice.
func TestTwoBrowsersPlayAMatch(t *testing.T) {
	long(t)
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	ctx := chrome(t)
	options, looks := `{"rounds":2}`, 40
	if os.Getenv("BANCO_LONG") != "" {
		options, looks = "", 100
	}
	id, tok := h.table(options)
	spies := h.spyOn(id, tok)
	page := h.URL + "/matches/" + id
	var tabs [2]context.Context
	for i := range tabs {
		tabs[i] = tab(t, ctx, page, "document.cookie='"+seatCookie+id+"="+tok[i]+";path=/matches/"+id+"'")
		js[any](t, tabs[i], `window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));1`)
		until(t, tabs[i], "a stream", `document.documentElement.classList.contains("live")`)
	}
	js[any](t, tabs[0], `window.mark = "not reloaded";1`)
	for i := range tabs {
		js[any](t, tabs[i], `addEventListener("transitionrun", e => { if (e.propertyName === "transform" && e.target.matches(".robot")) window.slid = true; });1`)
	}

	follows := soon(t, "the other page follows", time.Second)

	// act does one thing for good on the page whose turn it is; the other page
	// must follow within a second.
	act := func(i int, submit string) {
		t.Helper()
		defer spies.look()
		before := js[float64](t, tabs[i], seqNow)
		seen := js[float64](t, tabs[1-i], seqNow)
		js[any](t, tabs[i], "document.querySelector('"+submit+"').click();1")
		until(t, tabs[i], "an answer to "+submit, seqNow+" > "+itoa(int(before)))
		follows(until(t, tabs[1-i], "the other page follows", seqNow+" > "+itoa(int(seen))))
	}
	turn := func() int {
		for range 100 {
			for i := range tabs {
				if js[bool](t, tabs[i], `document.getElementById("match").classList.contains("my-turn")`) {
					return i
				}
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatal("it is nobody's turn")
		return 0
	}
	moved := false
	for range 60 {
		if js[bool](t, tabs[0], `/Round 2/i.test(document.getElementById("turns").innerText)`) {
			break
		}
		i := turn()
		me := tabs[i]
		switch {
		case js[bool](t, me, `!!document.getElementById("form-deploy")`):
			press(t, me, `#form-deploy input[data-previews]`, `document.querySelector(".ghost")`)
			act(i, `#form-deploy [type=submit]`)
		case js[bool](t, me, `!!document.querySelector("#hand .robot-pick")`):
			press(t, me, `#hand .robot-pick`, `document.getElementById("form-activate")`)
			if js[bool](t, me, `!!document.querySelector("#hand .die")`) {
				t.Error("dice before the confirmation")
			}
			act(i, `#form-activate [type=submit]`)
		default:
			if !moved && js[bool](t, me, `!!document.querySelector(".die-link .die-success")`) {
				moved = true
				moveByBoard(t, me)
				before := js[string](t, me, `document.querySelector(".robot.active").getAttribute("transform")`)
				act(i, `#form-move [type=submit]`)
				until(t, me, "the robot moved", `document.querySelector("[id=robot-0],[id=robot-3]") && [...document.querySelectorAll(".robot")].every(r => !r.closest("a")) && document.querySelector(".robot.active")?.getAttribute("transform") !== '`+before+`'`)
				continue
			}
			press(t, me, `#hand a[href*="do=end"]`, `document.getElementById("form-end")`)
			act(i, `#form-end [type=submit]`)
		}
		// A canary: the other page shows none of these dice (only what its own robots keep).
		if js[bool](t, me, `!!document.querySelector("#hand .die-link")`) && js[bool](t, tabs[1-i], `!!document.querySelector("#hand .die-success:not(.my-armour *), #hand .die-scrap:not(.my-armour *)")`) {
			t.Error("the other page shows dice that are not its own")
		}
	}
	if !moved {
		t.Error("nobody could move")
	}
	for i := range tabs {
		if moved && !js[bool](t, tabs[i], "!!window.slid") {
			t.Errorf("on page %d the robot jumped instead of moving", i)
		}
	}
	until(t, tabs[0], "the second round", `/Round 2/i.test(document.getElementById("turns").innerText)`)
	if got := js[string](t, tabs[0], "window.mark"); got != "not reloaded" {
		t.Error("the page was reloaded on the way")
	}
	for i := range tabs {
		if list := js[[]string](t, tabs[i], "window.problems"); len(list) > 0 {
			t.Errorf("page %d: %v", i, list)
		}
		seq := js[float64](t, tabs[i], seqNow)
		if err := chromedp.Do(tabs[i], chromedp.Reload()); err != nil {
			t.Fatal(err)
		}
		until(t, tabs[i], "the same after a reload", seqNow+" === "+itoa(int(seq)))
	}
	h.playOn(id, tok, spies)
	spies.done(looks)
	for i := range tabs {
		until(t, tabs[i], "the end on an open page", `document.getElementById("match").classList.contains("stage-over")`)
	}
}

// playOn plays a match to its end by the forms that the pages send, whatever
// comes first to hand, with spies looking at every step.
func (h *house) playOn(id string, tok [2]string, spies *spies) {
	h.t.Helper()
	rng := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		spies.look()
		m := [2]seen{h.look(id, tok[0]), h.look(id, tok[1])}
		if m[0].Over {
			return
		}
		for i := range m {
			if len(m[i].Actions) == 0 {
				continue
			}
			var action string
			for action == "" || strings.Contains(action, `"bolt"`) { // which lays several dice open at once
				action = string(m[i].Actions[rng.IntN(len(m[i].Actions))])
			}
			form := url.Values{"action": {action}, "seq": {itoa(m[i].Seq)}}
			res, body := h.call(nil, "POST", "/matches/"+id+"/actions", form, "Cookie", seatCookie+id+"="+tok[i], "Banco-Fragment", "match")
			if res.StatusCode != http.StatusOK {
				h.t.Fatalf("%s: %d %s", action, res.StatusCode, body)
			}
			if !strings.Contains(body, "stage-over") { // then everything is open
				spies.search(i, body)
			}
			break
		}
	}
	h.t.Fatal("the match does not end")
}

// moveByBoard takes a success up and clicks on the board itself, next to the
// active robot, inside the lit region.
func moveByBoard(t *testing.T, me context.Context) {
	t.Helper()
	js[any](t, me, `document.querySelector(".die-success").closest("a").click();1`)
	until(t, me, "the lit region", `document.getElementById("reach")`)
	// A point of the region, well away from robots, in screen coordinates.
	at := js[[]float64](t, me, `(() => {
		const reach = document.getElementById("reach"), m = reach.getScreenCTM(), box = reach.getBBox();
		for (let i = 1; i < 20; i++) for (let j = 1; j < 20; j++) {
			const p = new DOMPoint(box.x + box.width * i / 20, box.y + box.height * j / 20);
			if (!reach.isPointInFill(p)) continue;
			const s = p.matrixTransform(m), el = document.elementFromPoint(s.x, s.y);
			if (el && el.closest("#board") && !el.closest("a") && !el.closest(".robot")) return [s.x, s.y];
		}
		return [];
	})()`)
	if len(at) != 2 {
		t.Fatal("no free place in the lit region")
	}
	if err := chromedp.Do(me, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		t.Fatal(err)
	}
	until(t, me, "the preview", `document.querySelector(".ghost") && document.querySelector(".way")`)
	off := js[float64](t, me, `(() => { const g = document.querySelector(".ghost").getScreenCTM(); return Math.hypot(g.e - `+num(at[0])+`, g.f - `+num(at[1])+`); })()`)
	if off > 2 {
		t.Errorf("the ghost stands %v px from the click", off)
	}
}

func num(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }
