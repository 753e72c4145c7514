package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestCalculatorInABrowser: on a phone, a change tells at once what comes of it,
// without reloading and without taking the focus; the address follows, the way
// back leads back, and the newest question is the one that is answered.
func TestCalculatorInABrowser(t *testing.T) {
	t.Parallel()
	h := ofQuote(t)
	ctx := chrome(t)
	me := tab(t, ctx, h.URL+"/quote", "document.cookie='"+langCookie+"=en;path=/'")
	if err := chromedp.Do(me, chromedp.EmulateViewport(390, 844)); err != nil {
		t.Fatal(err)
	}
	js[any](t, me, `window.mark = true; window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));1`)
	until(t, me, "the script", `document.documentElement.classList.contains("live-calc") && document.querySelector(".calc-slide").checkVisibility()`)
	set := func(id, value string) {
		t.Helper()
		js[any](t, me, `{const f = document.getElementById("`+id+`"); f.focus(); f.value = "`+value+`"; f.dispatchEvent(new Event("input", {bubbles: true}));}1`)
	}
	says := func(what string) string {
		return `document.getElementById("calc-says")?.textContent.includes("` + what + `")`
	}

	// The number, its slider, and what stays under the finger meanwhile.
	set("a", "6")
	until(t, me, "a 6", says("B falls first 70 times")+` && location.search === "?a=6&b=2" && document.querySelector('[data-slides="a"]').value === "6"`)
	if at := js[string](t, me, `document.activeElement.id`); at != "a" {
		t.Errorf("the focus went to %q", at)
	}
	js[any](t, me, `{const f = document.querySelector('[data-slides="b"]'); for (const n of [3,4,5,6]) { f.value = n; f.dispatchEvent(new Event("input", {bubbles: true})); }}1`)
	until(t, me, "equals", says("A falls first 25 times in 100, B 25")+` && document.getElementById("b").value === "6" && location.search === "?a=6&b=6"`)
	until(t, me, "the other language's way back", `document.querySelector('.prefs input[name="back"]').value === "/quote?a=6&b=6"`)

	// What is wrong is said beside its field, and to who listens, but not at once.
	set("b.damage", "1d6+")
	until(t, me, "the objection", `document.getElementById("why-b.damage").textContent.includes("character 5") && document.getElementById("b.damage").hasAttribute("aria-invalid") && !document.getElementById("calc-says")`)
	until(t, me, "it is said", `document.getElementById("calc-said").textContent.includes("character 5")`)
	set("b.damage", "1d8")
	until(t, me, "peace", `document.getElementById("calc-says") && !document.getElementById("b.damage").hasAttribute("aria-invalid")`)

	// Buttons and presets change the form too; the way back undoes them.
	press(t, me, `button[value="add.b"]`, `document.getElementById("b2") && document.activeElement.id === "b2" && document.getElementById("calc-answer").innerText.includes("B2")`)
	press(t, me, `[data-preset][href*="b.n=5"]`, `document.getElementById("b.n")?.value === "5" && document.querySelector('[data-preset][aria-current]')?.href.includes("b.n=5")`)
	js[any](t, me, `history.back();1`)
	until(t, me, "back", `document.getElementById("b2") && location.search.includes("b2=6")`)
	if !js[bool](t, me, `window.mark === true`) {
		t.Error("the page was reloaded on the way")
	}
	for _, problem := range js[[]string](t, me, "problems") {
		t.Error(problem)
	}

	for _, path := range []string{"/quote?a.dex=18&a.weapon=30&b=2&b2=2&full.a=45&criticals=2&b.bonus=10", "/quote?a=12&b=2&b.damage=x"} {
		if err := chromedp.Do(me, chromedp.Navigate(h.URL+path)); err != nil {
			t.Fatal(err)
		}
		for _, problem := range js[[]string](t, me, `[...document.querySelectorAll("main a, main button, main input, main select, main summary")].filter(e => e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && e.getClientRects().length && e.type !== "hidden" && !e.matches(".sr, .calc-wrong a")).flatMap(e => {
			const label = e.labels?.[0], out = [];
			if (!(e.getAttribute("aria-label") || label?.textContent || e.innerText).trim()) out.push("no name: " + e.outerHTML.slice(0, 120));
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
