package web

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestRosterBuilderInABrowser: on a phone, a changed field tells at once what
// it means, without reloading and without taking the focus; the address
// follows; every control has a name and room for a finger.
func TestRosterBuilderInABrowser(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	ctx := chrome(t)
	me := tab(t, ctx, h.URL+rostersPath+"?r=tracks-5-4r-4r-2-3-Ruggine&r=legs-5-4r-4r-2-3-Sgobbo&r=legs-5-4r-4r-2-3-Terzo", "document.cookie='"+langCookie+"=it;path=/'")
	if err := chromedp.Do(me, chromedp.EmulateViewport(390, 844)); err != nil {
		t.Fatal(err)
	}
	js[any](t, me, `window.mark = true; window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message));1`)
	until(t, me, "the script", `document.documentElement.classList.contains("live-rosters")`)
	change := func(id, value string) {
		t.Helper()
		js[any](t, me, `{const f = document.getElementById("`+id+`"); f.focus(); f.value = "`+value+`"; f.dispatchEvent(new Event("change", {bubbles: true}));}1`)
	}
	change("head-0", "0")
	until(t, me, "the other verdict", `document.getElementById("tally").innerText.includes("li chiudi tu") && document.getElementById("look-0").innerText.includes("7 dadi")`)
	until(t, me, "the missing head", `document.querySelector("#see-head-0 .slot-empty") && document.querySelector("#look-0 .slot-empty") && location.search.includes("tracks-5-4r-4r-0-3-Ruggine")`)
	if at := js[string](t, me, `document.activeElement.id`); at != "head-0" {
		t.Errorf("the focus went to %q", at)
	}
	change("name-1", "Ruggine")
	until(t, me, "the objection", `document.getElementById("name-1-wrong").innerText.includes("K05") && document.getElementById("name-1").hasAttribute("aria-invalid") && !document.querySelector('#tally a[href*="/new/"]')`)
	change("name-1", "Sgobbo")
	until(t, me, "peace", `!document.getElementById("name-1-wrong").innerText && !document.getElementById("name-1").hasAttribute("aria-invalid") && document.querySelector('#tally a[href*="/new/"]')`)
	change("right_arm-1", "0")
	until(t, me, "the left arm on the right", `document.getElementById("right_arm-1").value === "4r" && document.getElementById("left_arm-1").value === "0"`)
	change("against", "heavy")
	until(t, me, "the other side", `document.getElementById("others-look").innerText.includes("Incudine") && document.getElementById("against").value === "keep" && location.search.includes("&v=") && document.querySelector("#roster-form input[type=hidden]")`)
	if !js[bool](t, me, `window.mark === true`) {
		t.Error("the page was reloaded on the way")
	}
	// The page goes away under the question, which is then asked again.
	js[any](t, me, `setTimeout(() => document.querySelector('button[value="copy.0"]').click());1`)
	copied := false
	for start := time.Now(); !copied && time.Since(start) < 5*time.Second; time.Sleep(20 * time.Millisecond) {
		copied, _ = chromedp.Run(me, chromedp.Evaluate[bool](`document.readyState === "complete" && document.getElementById("name-1")?.value === "Ruggine 2" && location.hash === "#robot-1"`))
	}
	if !copied {
		t.Error("no copy")
	}

	for _, path := range []string{rostersPath, rostersPath + "?r=wings-9-boh-0-2--&r=tracks-5-4r-4r-2-3-Ruggine", rostersPath + "/sheet"} {
		if err := chromedp.Do(me, chromedp.Navigate(h.URL+path)); err != nil {
			t.Fatal(err)
		}
		for _, problem := range js[[]string](t, me, `[...document.querySelectorAll("main a, main button, main input, main select, main summary")].filter(e => e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && e.getClientRects().length && e.type !== "hidden" && !e.matches(".sr")).flatMap(e => {
			const label = e.labels?.[0], out = [];
			if (!(e.getAttribute("aria-label") || label?.textContent || e.innerText).trim()) out.push("no name: " + e.outerHTML.slice(0, 120));
			const box = (e.matches("input[type=radio]") ? label : e).getBoundingClientRect();
			if (box.width < 43.5 || box.height < 43.5) out.push(Math.round(box.width) + "x" + Math.round(box.height) + ": " + e.outerHTML.slice(0, 120));
			return out;
		})`) {
			t.Errorf("%s: %s", path, problem)
		}
		if over := js[float64](t, me, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("%s: %v px sideways", path, over)
		}
	}
}
