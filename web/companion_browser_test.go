package web

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/klang"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// phone is somebody at a real table with a phone in the hand.
type phone struct {
	context.Context
	t    *testing.T
	name string
}

// phones seats two people with phones of a size at a table.
func (h *house) phones(t *testing.T, ctx context.Context, id string, tok [2]string, width, height int64) (p [2]*phone) {
	t.Helper()
	for i := range p {
		page := h.URL + "/matches/" + id
		p[i] = &phone{tab(t, ctx, page, "document.cookie='"+seatCookie+id+"="+tok[i]+";path=/matches/"+id+"'"), t, []string{"Ada", "Bruno"}[i]}
		if err := chromedp.Do(p[i].Context, chromedp.EmulateViewport(width, height)); err != nil {
			t.Fatal(err)
		}
		p[i].until("a stream", `document.documentElement.classList.contains("live")`)
		js[any](t, p[i], `window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message));1`)
	}
	return p
}

func (p *phone) until(what, expression string) {
	p.t.Helper()
	until(p.t, p.Context, p.name+": "+what, expression)
}

// tap puts a finger on the middle of what a selector finds, which nothing may
// cover, and which is as large as a finger.
func (p *phone) tap(selector string) {
	p.t.Helper()
	p.until(selector, "document.querySelector(`"+selector+"`)")
	var at []float64
	for range 40 { // a fragment may come in between
		at = js[[]float64](p.t, p.Context, "(() => {"+
			"let e = document.querySelector(`"+selector+"`); if (!e) return [];"+
			"if (e.matches('input[type=radio], input[type=checkbox]')) e = e.closest('label') ?? e;"+
			"e.scrollIntoView({block: 'center', behavior: 'instant'});"+
			"const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2, top = document.elementFromPoint(x, y);"+
			"return [x, y, top && (e.contains(top) || top.contains(e)) ? 1 : 0, Math.min(r.width, r.height)];})()")
		if len(at) == 4 && at[2] == 1 {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	if len(at) != 4 || at[2] != 1 {
		p.t.Fatalf("%s: no finger gets to %s", p.name, selector)
	}
	if at[3] < 43.5 {
		p.t.Errorf("%s: %s is %v px small", p.name, selector, at[3])
	}
	if err := chromedp.Do(p.Context, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		p.t.Fatal(err)
	}
}

// take takes a die up.
func (p *phone) take(face int) {
	p.t.Helper()
	p.tap(fmt.Sprintf(`#hand ul.dice a[href$="?die=%d"]`, face))
	p.until("what the die can do", `document.querySelector("#hand .uses")`)
}

// use says what the die taken up is for.
func (p *phone) use(part string) {
	p.t.Helper()
	p.tap(`#hand a.use[href*="do=` + part + `"]`)
	p.until("the step "+part, `document.querySelector("#hand .phone-h .die")`)
}

// send confirms, and waits until the match has gone on.
func (p *phone) send(kind string) {
	p.t.Helper()
	before := js[float64](p.t, p.Context, seqNow)
	p.tap("#form-" + kind + " [type=submit]")
	p.until("an answer to "+kind, seqNow+" > "+itoa(int(before)))
}

// problems are what a designer would not let pass: sideways scrolling, small or
// nameless targets, things on top of each other in the hand, words cut off.
const layoutProblems = `(() => {
	const out = [], wide = innerWidth, tell = e => e.outerHTML.replace(/\s+/g, " ").slice(0, 110);
	if (document.documentElement.scrollWidth > wide) out.push("the page is " + document.documentElement.scrollWidth + " px wide");
	const seen = e => { const s = getComputedStyle(e); return e.checkVisibility() && e.getClientRects().length && s.visibility !== "hidden" && !e.closest(".sr, .skip") && s.clipPath === "none"; };
	for (const e of document.querySelectorAll("main *")) {
		if (e.closest("svg svg, .scroll-x, .sr") || e.ownerSVGElement || !seen(e)) continue;
		const r = e.getBoundingClientRect();
		if (r.width && (r.right > wide + .5 || r.left < -.5)) out.push("sticks out to " + Math.round(r.left) + ".." + Math.round(r.right) + ": " + tell(e));
	}
	const targets = [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter(e => seen(e) && e.type !== "hidden");
	const boxOf = e => (e.matches("input[type=radio], input[type=checkbox]") && e.closest("label") || e).getBoundingClientRect();
	for (const e of targets) {
		const name = e.getAttribute("aria-label") || document.getElementById(e.getAttribute("aria-labelledby"))?.textContent || e.labels?.[0]?.textContent || e.closest("label")?.textContent || e.innerText || e.textContent;
		if (!name?.trim()) out.push("no name: " + tell(e));
		const r = boxOf(e);
		if (e.matches("p a, li a, dd a") && !e.matches(".button, .use, .aim-at, .crew-card, .die-link")) continue;
		if (r.width < 43.5 || r.height < 43.5) out.push(Math.round(r.width) + "x" + Math.round(r.height) + ": " + tell(e));
	}
	const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
	const sticky = e => !!e.closest(".stick, .turn");
	const pairs = (list, what, box) => {
		const boxes = list.map(box), stuck = list.map(sticky);
		list.forEach((a, i) => { for (let k = i + 1; k < list.length; k++) {
			const b = list[k];
			if (stuck[i] === stuck[k] && over(boxes[i], boxes[k]) && !a.contains(b) && !b.contains(a)) out.push(what + " overlap: " + tell(a) + " and " + tell(b));
		} });
	};
	pairs(targets.filter(e => e.closest("#hand, #correct")), "targets", boxOf);
	const words = [...document.querySelectorAll("#hand *, #companion *, #correct *, #turn *")].filter(e => seen(e) && !e.closest("svg") && [...e.childNodes].some(n => n.nodeType === 3 && n.nodeValue.trim()));
	const lines = e => {
		const r = document.createRange(), own = e.getBoundingClientRect();
		r.selectNodeContents(e);
		const all = r.getBoundingClientRect();
		return getComputedStyle(e).overflowX === "visible" ? all : {left: Math.max(all.left, own.left), right: Math.min(all.right, own.right), top: all.top, bottom: all.bottom};
	};
	pairs(words, "words", lines);
	for (const e of words) {
		const s = getComputedStyle(e);
		if (s.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1 && !e.closest(".turn")) out.push("cut off: " + tell(e));
		if (parseFloat(s.fontSize) < 12 && s.fontSize !== "0px") out.push(s.fontSize + " small: " + tell(e));
	}
	return out;
})()`

func (p *phone) looksRight(where string) {
	p.t.Helper()
	for _, problem := range js[[]string](p.t, p.Context, layoutProblems) {
		p.t.Errorf("%s, %s: %s", p.name, where, problem)
	}
}

// scorebook is an account of a match kept by somebody who sits beside the table and
// writes down what the players say: it knows nothing of the app.
type scorebook struct {
	loot   map[string]int  // malloppi by robot
	down   map[string]bool // parts on the ground, "owner's robot: slot"
	points [2]int
}

// crews says whose the robots are.
var crews = map[string]int{"Ruggine": 0, "Sgobbo": 0, "Tenaglia": 0, "Bullone": 1, "Rattoppo": 1, "Ganascia": 1}

// round writes down what a round gives: 1, 3 or 6 for one, two or three malloppi
// on a robot, and a point for each part of the other side's on the ground.
func (a *scorebook) round() {
	for robot, n := range a.loot {
		a.points[crews[robot]] += []int{0, 1, 3, 6}[n]
	}
	for part, lies := range a.down {
		if robot, _, _ := strings.Cut(part, ":"); lies {
			a.points[1-crews[robot]]++
		}
	}
}

// TestTwoPhonesAtARealTable plays a whole match by finger on two phones: every
// action of the rules, each order carried out by the one whose hands it needs,
// and the points that somebody counting by hand arrives at.
func TestTwoPhonesAtARealTable(t *testing.T) {
	long(t)
	t.Parallel()
	start := time.Now()
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	ctx := chrome(t)
	id, tok := h.table(`{"table":"companion","closing":"fixed","rounds":2,"malloppi_rounds":[1]}`)
	p := h.phones(t, ctx, id, tok, 390, 844)
	ada, bruno := p[0], p[1]
	book := scorebook{loot: map[string]int{}, down: map[string]bool{}}
	both := func(where string) {
		t.Helper()
		ada.looksRight(where)
		bruno.looksRight(where)
	}
	robots := []string{"Ruggine", "Sgobbo", "Tenaglia", "Bullone", "Rattoppo", "Ganascia"}
	activate := func(me *phone, name string) {
		t.Helper()
		me.tap(fmt.Sprintf(`#hand a.crew-card[href$="robot=%d"]`, slices.Index(robots, name)))
		me.until("the question", `document.getElementById("form-activate")`)
		if js[bool](t, me, `!!document.querySelector("#hand ul.dice")`) {
			t.Error("dice before the confirmation")
		}
		me.send("activate")
		me.until("dice", `document.querySelector("#hand ul.dice")`)
	}
	walk := func(me *phone, die int, cm string) {
		t.Helper()
		me.take(die)
		me.use("walk")
		me.looksRight("a walk")
		types := func(cm string) {
			js[any](t, me, `{const field = document.getElementById("walk-cm"); field.value = "`+cm+`"; field.dispatchEvent(new Event("input", {bubbles: true}));}1`)
		}
		const checked = `!!document.querySelector("#ways input:checked")`
		if cm != "" {
			types(cm)
			if js[bool](t, me, checked) {
				t.Error("a length is typed, and another stays chosen")
			}
		} else {
			types("7")
			me.tap(`#ways label:nth-child(2) input`)
			if js[string](t, me, `document.getElementById("walk-cm").value`) != "" || !js[bool](t, me, checked) {
				t.Error("a length is chosen, and another stays typed")
			}
		}
		me.send("walk")
	}
	pickUp := func(me *phone, die int, name string) {
		t.Helper()
		me.take(die)
		me.use("pick_up")
		me.looksRight("picking up")
		me.send("pick_up")
		book.loot[name]++
	}
	// hit attacks and takes the prize whose line of choices holds a word.
	hit := func(me *phone, die int, slot, target, height, prize string) {
		t.Helper()
		me.take(die)
		me.use("attack&slot=" + slot)
		if js[bool](t, me, `document.activeElement?.matches(".aim-at")`) {
			t.Error("a target has the focus that its weapon had, as if it were chosen")
		}
		me.looksRight("whom to attack")
		me.tap(fmt.Sprintf(`#hand a.aim-at[href$="target=%d"]`, slices.Index(robots, target)))
		me.until("what is declared", `document.querySelector("#hand .declare")?.innerText.includes("`+target+`")`)
		me.looksRight("declaring")
		me.send("attack")
		me.until("the height", `document.querySelector("#hand .reached-height")`)
		if got := js[string](t, me, `document.querySelector("#hand .reached-height").innerText`); got != height {
			t.Fatalf("the hit on %s came to %s, not %s", target, got, height)
		}
		me.looksRight("the prize")
		js[any](t, me, `[...document.querySelectorAll("#choices-what .choice")].find(c => c.innerText.includes("`+prize+`")).id = "wanted";1`)
		me.tap(`#wanted`)
		me.until("the choice", `document.querySelector("#wanted input").checked`)
		for _, other := range p {
			if other != me {
				other.until("what they wait for", `document.querySelector("#hand").innerText.includes("`+target+` was hit")`)
			}
		}
		for _, other := range p { // who has looked further down is brought back to what hands have to do
			js[any](t, other, `scrollTo({top: document.documentElement.scrollHeight, behavior: "instant"});1`)
		}
		me.send("prize")
	}
	// obey: who must move something sees the sentence large, the other waits for
	// it; then it is done. Between two phones the right one says so.
	obey := func(me *phone, words ...string) {
		t.Helper()
		me.until("the order", `document.querySelector("#hand .order-text")`)
		me.until("the order in sight", `(r => r.top > 40 && r.bottom < innerHeight)(document.querySelector("#hand .order-text").getBoundingClientRect())`)
		js[any](t, me, `scrollTo({top: document.documentElement.scrollHeight, behavior: "instant"});1`)
		me.until("a sign that it is further up", `document.documentElement.classList.contains("astray")`)
		js[any](t, me, `document.querySelector("#turn a[href='#hand']").click();1`)
		me.until("the order at a tap on the bar", `(r => r.top > 40 && r.bottom < innerHeight)(document.querySelector("#hand .order-text").getBoundingClientRect())`)
		said := js[string](t, me, `document.querySelector(".order-text").innerText`)
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("%s is told %q, without %q", me.name, said, w)
			}
		}
		if size := js[float64](t, me, `parseFloat(getComputedStyle(document.querySelector(".order-text")).fontSize)`); size < 28 {
			t.Errorf("the order is written %v px high", size)
		}
		if told := js[string](t, me, `document.getElementById("order-say").textContent.trim()`); told != said {
			t.Errorf("a screen reader is told %q", told)
		}
		if top := js[float64](t, me, `(scrollTo(0, 0), document.querySelector(".order").getBoundingClientRect().bottom)`); top > 700 {
			t.Errorf("the order ends %v px down", top)
		}
		if js[string](t, me, `document.getElementById("companion").dataset.alert`) != "hit" {
			t.Error("the phone does not call")
		}
		for _, other := range p {
			if other != me {
				other.until("the other one waits", `document.querySelector("#hand .order-small p")?.innerText === `+mustQuote(said))
				if js[bool](t, other, `!!document.getElementById("form-done")`) {
					t.Errorf("%s may say that %s is done", other.name, me.name)
				}
			}
		}
		both("an order")
		me.send("done")
	}
	end := func(me *phone) {
		t.Helper()
		me.tap(`#hand a[href$="?do=end"]`)
		me.until("the end", `document.getElementById("form-end")`)
		me.looksRight("ending")
		me.send("end")
	}
	// byKeys does one thing without a finger: Enter, then Tab to the button.
	byKeys := func(me *phone, link, form string) {
		t.Helper()
		if err := chromedp.Do(me.Context, chromedp.Focus(chromedp.CSS(link)), chromedp.KeyEvent(kb.Enter)); err != nil {
			t.Fatal(err)
		}
		me.until(form, `document.querySelector("#`+form+`")`)
		if !js[bool](t, me, `!!document.activeElement?.closest("#hand")`) {
			t.Errorf("the focus left the hand for %s", js[string](t, me, `document.activeElement?.outerHTML.slice(0, 200)`))
		}
		before := js[float64](t, me, seqNow)
		for range 20 {
			if js[bool](t, me, `document.activeElement?.matches("#`+form+` [type=submit]")`) {
				break
			}
			if err := chromedp.Do(me.Context, chromedp.KeyEvent(kb.Tab)); err != nil {
				t.Fatal(err)
			}
		}
		if err := chromedp.Do(me.Context, chromedp.KeyEvent(kb.Enter)); err != nil {
			t.Fatal(err)
		}
		me.until("an answer to "+form, seqNow+" > "+itoa(int(before)))
	}

	both("setting up")
	bruno.send("ready")
	both("one is ready")
	ada.send("ready")

	// Round 1, which Bruno closes. Ada rolls 6 1 6 1 …, Bruno 5 2 5 2 ….
	activate(ada, "Ruggine")
	both("dice")
	walk(ada, 6, "")
	pickUp(ada, 1, "Ruggine")
	pickUp(ada, 1, "Ruggine")
	hit(ada, 6, "right_arm", "Bullone", "6", "right arm") // a part, ranged
	book.down["Bullone:right arm"] = true
	obey(bruno, "right arm", "Bullone", "Ruggine")
	byKeys(ada, `#hand a[href$="?do=end"]`, "form-end") // keeps 6 6 1 1

	activate(bruno, "Rattoppo")
	pickUp(bruno, 2, "Rattoppo")
	bruno.take(2)
	bruno.use("unbolt")
	bruno.looksRight("unbolting")
	bruno.tap(`#choices-slot input[value="right_arm"]`)
	bruno.send("unbolt")
	book.down["Rattoppo:right arm"] = true
	bruno.tap(`#hand a[href$="?do=bolt"]`)
	bruno.until("parts", `document.querySelector("#hand a.part-pick")`)
	both("what to bolt on")
	js[any](t, bruno, `[...document.querySelectorAll("#hand a.part-pick")].find(a => a.innerText.includes("Bullone")).id = "wanted";1`)
	bruno.tap("#wanted")
	bruno.until("the cost", `document.getElementById("form-bolt")`)
	bruno.looksRight("bolting on")
	bruno.send("bolt") // 2 2 5 5
	book.down["Bullone:right arm"] = false
	hit(bruno, 5, "left_arm", "Ruggine", "3", "loot") // a malloppo, ranged: 6 6 1 1 lower a 5 to 3
	book.loot["Ruggine"]--
	obey(ada, "loot", "Ruggine", "4 cm", "Rattoppo")
	end(bruno) // keeps 5

	activate(ada, "Tenaglia")
	walk(ada, 6, "7,5")
	hit(ada, 6, "right_arm", "Rattoppo", "6", "loot") // a malloppo, torn off
	book.loot["Rattoppo"]--
	book.loot["Tenaglia"]++
	obey(bruno, "loot", "Rattoppo", "Tenaglia")
	hit(ada, 6, "left_arm", "Ruggine", "4", "left arm") // friendly fire, melee
	book.down["Ruggine:left arm"] = true
	obey(ada, "left arm", "Ruggine", "Tenaglia")
	end(ada)

	activate(bruno, "Bullone") // seven dice: 5 5 5 5 2 2 2
	bruno.tap(`#hand a[href$="?do=bolt"]`)
	bruno.until("parts", `document.querySelector("#hand a.part-pick")`)
	js[any](t, bruno, `[...document.querySelectorAll("#hand a.part-pick")].find(a => a.innerText.includes("Ruggine")).id = "wanted";1`)
	bruno.tap("#wanted")
	bruno.until("the cost", `document.getElementById("form-bolt")`)
	bruno.send("bolt") // 2 2 2 5
	book.down["Ruggine:left arm"] = false
	hit(bruno, 5, "left_arm", "Ruggine", "3", "backpack")
	book.down["Ruggine:backpack"] = true
	obey(ada, "backpack", "Ruggine", "Bullone")
	end(bruno) // keeps 5 5

	activate(ada, "Sgobbo")
	ada.take(6)
	ada.use("sabotage")
	ada.looksRight("sabotage")
	ada.tap(`#choices-part input`)
	ada.send("sabotage")
	obey(bruno, "right arm", "Bullone", "blew up")  // from where Bullone wears it
	hit(ada, 6, "left_arm", "Ruggine", "4", "loot") // friendly fire, ranged
	book.loot["Ruggine"]--
	obey(ada, "loot", "Ruggine", "Sgobbo")
	pickUp(ada, 1, "Sgobbo")
	end(ada)

	activate(bruno, "Ganascia")
	pickUp(bruno, 2, "Ganascia")
	hit(bruno, 5, "right_arm", "Tenaglia", "4", "loot") // which keeps 6 1 1 1 1
	book.loot["Tenaglia"]--
	book.loot["Ganascia"]++
	obey(ada, "loot", "Tenaglia", "Ganascia")
	end(bruno)
	book.round()

	// New malloppi: each puts down its own, in either order.
	ada.until("an order for both", `document.querySelector(".order-text")`)
	bruno.until("an order for both", `document.querySelector(".order-text")`)
	both("new malloppi")
	bruno.send("done")
	both("one has put its malloppo down")
	ada.send("done")

	// Round 2.
	for i := range 6 {
		me := p[i%2]
		me.until("its turn", `document.querySelector("#hand a.crew-card")`)
		if i < 2 {
			both("choosing")
		}
		name := [2][3]string{{"Ruggine", "Sgobbo", "Tenaglia"}, {"Bullone", "Rattoppo", "Ganascia"}}[i%2][i/2]
		activate(me, name)
		if name == "Sgobbo" { // 8 dice; a piece of loot of Ganascia's, who keeps 5 5 2 2 2
			pickUp(me, 1, name)
		}
		end(me)
	}
	book.round()
	for i, me := range p {
		me.until("the end", `document.getElementById("match").classList.contains("stage-over")`)
		me.looksRight("the end")
		got := js[[]string](t, me, `[...document.querySelectorAll(".final-points")].map(e => e.innerText)`)
		if want := []string{itoa(book.points[0]), itoa(book.points[1])}; !slices.Equal(got, want) {
			t.Errorf("%s reads %v, by hand it is %v", me.name, got, want)
		}
		if list := js[[]string](t, me, "window.problems"); len(list) > 0 {
			t.Errorf("page %d: %v", i, list)
		}
	}
	if book.points[0] == 0 || book.points[1] == 0 {
		t.Errorf("the script scores nothing to compare: %v", book.points)
	}
	t.Logf("%d to %d in %v", book.points[0], book.points[1], time.Since(start))
}

func mustQuote(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}
