package web

import (
	"strings"
	"testing"

	"banco/lab/runs"

	"github.com/chromedp/chromedp"
)

// TestLabInABrowser: on a phone a run grows by itself and is stopped from the
// keyboard without losing the focus; the form brings an option's values along and
// says beside the field what is wrong. Every control has a name and a size, and
// nothing breaks the page's own policy.
func TestLabInABrowser(t *testing.T) {
	long(t)
	b := openLab(t, runs.Limits{}, nil)
	ctx := chrome(t)
	me := tab(t, ctx, b.URL+"/lab/new", "document.cookie='"+langCookie+"=en;path=/'")
	if err := chromedp.Do(me, chromedp.EmulateViewport(390, 844)); err != nil {
		t.Fatal(err)
	}
	watch := func() {
		js[any](t, me, `window.mark = true; window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));1`)
	}
	calm := func(where string) {
		t.Helper()
		if !js[bool](t, me, "window.mark === true") {
			t.Errorf("%s: the page was reloaded", where)
		}
		for _, problem := range js[[]string](t, me, "problems") {
			t.Errorf("%s: %s", where, problem)
		}
	}
	set := func(id, value, event string) {
		t.Helper()
		js[any](t, me, `{const f = document.getElementById("`+id+`"); f.focus(); f.value = "`+value+`"; f.dispatchEvent(new Event("`+event+`", {bubbles: true}));}1`)
	}
	watch()
	until(t, me, "the script", `document.documentElement.classList.contains("live-lab")`)
	set("option", "trophy_points", "input")
	until(t, me, "its values and its file", `document.getElementById("values").value.startsWith("1") && document.getElementById("lab-toml").value.includes("trophy_points = [1") && location.search.includes("option=trophy_points")`)
	set("values", "1, one", "input")
	until(t, me, "the objection", `document.getElementById("why-values").textContent.includes("from 0 to 10") && document.getElementById("values").hasAttribute("aria-invalid") && document.activeElement.id === "values" && !document.getElementById("lab-toml")`)
	set("values", "1, 3", "input")
	until(t, me, "peace", `!document.getElementById("values").hasAttribute("aria-invalid") && document.getElementById("lab-toml")?.value.includes("[1, 3]")`)
	set("option", "armour", "input")
	until(t, me, "choices", `document.querySelectorAll('input[type=checkbox][name="values"]:checked').length === 2`)
	calm("the form")
	set("matches", "900", "input")
	until(t, me, "its cost", `document.getElementById("matches-help").textContent.includes("5400")`)
	js[any](t, me, `document.querySelector('button[formmethod="post"]').click();1`)
	until(t, me, "the run", `location.pathname.startsWith("/lab/runs/")`)
	watch()
	until(t, me, "the first numbers", `document.querySelector("#lab-run svg")`)
	played := js[float64](t, me, `document.querySelector("#lab-run progress").value`)
	if style := js[string](t, me, `getComputedStyle(document.querySelector('#lab-run svg path[stroke="var(--c1)"]')).stroke`); !strings.HasPrefix(style, "rgb(15, 99, 99") && !strings.HasPrefix(style, "rgb(98, 205, 191") {
		t.Errorf("a plot is drawn in %q", style)
	}
	js[any](t, me, `document.querySelector('button[formmethod], #lab-run button').focus();1`)
	until(t, me, "it grows", `document.querySelector("#lab-run progress").value > `+itoa(int(played)))
	until(t, me, "the title follows", `document.title.includes("%")`)
	if !js[bool](t, me, `document.activeElement.closest("#lab-run form") !== null`) {
		t.Error("growing takes the focus away")
	}
	if err := chromedp.Do(me, chromedp.KeyEvent("\r")); err != nil {
		t.Fatal(err)
	}
	until(t, me, "it stops", `document.querySelector('#lab-run input[value="resume"]') && document.getElementById("hand-h").textContent === "Stopped"`)
	if !js[bool](t, me, `document.activeElement !== document.body`) {
		t.Error("stopping loses the focus")
	}
	calm("the run")
	id := strings.TrimPrefix(js[string](t, me, "location.pathname"), "/lab/runs/")

	for _, path := range []string{"/lab", "/lab/new?game=dadi", "/lab/new?game=klang&option=rounds&drawn=rounds&values=x", "/lab/runs/" + id} {
		if err := chromedp.Do(me, chromedp.Navigate(b.URL+path)); err != nil {
			t.Fatal(err)
		}
		for _, problem := range js[[]string](t, me, `[...document.querySelectorAll("main a, main button, main input, main select, main textarea, main summary")].filter(e => e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && e.getClientRects().length && e.type !== "hidden").flatMap(e => {
			const label = e.labels?.[0], by = document.getElementById(e.getAttribute("aria-labelledby")), out = [];
			if (!(e.getAttribute("aria-label") || by?.textContent || label?.textContent || e.innerText).trim()) out.push("no name: " + e.outerHTML.slice(0, 120));
			const box = (e.matches("input[type=radio], input[type=checkbox]") ? label : e).getBoundingClientRect();
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
