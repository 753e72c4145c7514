package web

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/dadi"
	"banco/table"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// general is one of the players of a match of Guerra di Dadi, at a page.
type general struct {
	t    *testing.T
	tab  context.Context
	seat int
}

func (g *general) is(expression string) bool { return js[bool](g.t, g.tab, "!!("+expression+")") }

func (g *general) seq() int { return int(js[float64](g.t, g.tab, seqNow)) }

// mouse does one thing with the mouse at a place of the window.
func (g *general) mouse(kind input.DispatchMouseEventType, x, y float64) {
	g.t.Helper()
	err := chromedp.Do(g.tab, func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "left", ClickCount: 1})
		return chromedp.Void{}, err
	})
	if err != nil {
		g.t.Fatal(err)
	}
}

// onScreen is where a place of the table, in millimetres of the drawing, is in
// the window.
func (g *general) onScreen(x, y float64) (float64, float64) {
	at := js[[]float64](g.t, g.tab, fmt.Sprintf(`(() => { const p = new DOMPoint(%f, %f).matrixTransform(document.getElementById("board").getScreenCTM()); return [p.x, p.y]; })()`, x, y))
	return at[0], at[1]
}

// lays takes an object, drags it across the table, turns it with the keyboard,
// and lays it.
func (g *general) lays(object string, x, y float64, turns int) {
	g.t.Helper()
	press(g.t, g.tab, `#hand a[href*="object=`+object+`"]`, `document.getElementById("ghost")`)
	middle := js[[]float64](g.t, g.tab, `(() => { const b = document.querySelector("#ghost .object-body").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	toX, toY := g.onScreen(x, y)
	g.mouse(input.DispatchMouseEventTypeMousePressed, middle[0], middle[1])
	g.mouse(input.DispatchMouseEventTypeMouseMoved, (middle[0]+toX)/2, (middle[1]+toY)/2)
	g.mouse(input.DispatchMouseEventTypeMouseMoved, toX, toY)
	until(g.t, g.tab, "the object follows the mouse", `document.querySelector("#ghost.dragged")`)
	g.mouse(input.DispatchMouseEventTypeMouseReleased, toX, toY)
	at := fmt.Sprintf(`Math.abs(Number(document.querySelector("#form-lay [name=x]").value) - %f) < 150`, 100*x)
	until(g.t, g.tab, "the object where it was dropped", at)
	for n := range turns {
		js[any](g.t, g.tab, `document.getElementById("board").focus();document.getElementById("board").dispatchEvent(new KeyboardEvent("keydown", {key: "r", bubbles: true, cancelable: true}));1`)
		until(g.t, g.tab, "the object turned", `document.querySelector("#form-lay [name=turn]").value === "`+itoa((720-15*(n+1))%360)+`"`)
	}
}

// TestThreeBrowsersPlayDadi: three pages play a whole match of Guerra di Dadi by
// clicking: objects are dragged onto the table and turned, camps are placed on
// the board, soldiers move and fire; each page follows the others.
func TestThreeBrowsersPlayDadi(t *testing.T) {
	long(t)
	h := openWith(t, []game.Game{dadi.New()}, nil)
	ctx := chrome(t)
	rounds := "2"
	if os.Getenv("BANCO_LONG") != "" {
		rounds = "6"
	}
	id, tokens := h.sit("dadi", `{"scenery_each":1,"round_limit":`+rounds+`,"table_cm":[70,60]}`, 3)
	page := h.URL + "/matches/" + id
	var generals []*general
	for seat, token := range tokens {
		g := &general{t, tab(t, ctx, page, "document.cookie='"+seatCookie+id+"="+token+";path=/matches/"+id+"';document.cookie='"+langCookie+"=en;path=/'"), seat}
		js[any](t, g.tab, `window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));1`)
		until(t, g.tab, "a stream", `document.documentElement.classList.contains("live")`)
		generals = append(generals, g)
	}
	follow := soon(t, "the other pages follow", time.Second)
	// does sends a form of the page and waits until all three pages show what
	// came of it.
	does := func(g *general, form string) {
		t.Helper()
		before := g.seq()
		js[any](t, g.tab, `document.querySelector('`+form+` [type=submit]').click();1`)
		until(t, g.tab, "an answer to "+form, seqNow+" > "+itoa(before))
		after := itoa(g.seq())
		for _, other := range generals {
			follow(until(t, other.tab, "the other pages follow", seqNow+" >= "+after))
		}
	}
	myTurn := `document.getElementById("match").classList.contains("my-turn")`

	// Scenery: the second object is first dropped upon the first, which the page
	// says is refused, and so does the table.
	g := generals[0]
	g.lays("dictionary", 350, 300, 3)
	does(g, "#form-lay")
	g = generals[1]
	until(t, g.tab, "the second player's turn", myTurn)
	g.lays("book", 340, 320, 0)
	until(t, g.tab, "why not", `/overlaps/i.test(document.querySelector(".why-not")?.textContent)`)
	js[any](t, g.tab, `document.querySelector("#form-lay [type=submit]").click();1`)
	until(t, g.tab, "the refusal", `/overlaps/i.test(document.querySelector("#hand-refusal")?.textContent)`)
	press(t, g.tab, `#hand a.button[href$="/matches/`+id+`"]`, `!document.getElementById("ghost")`)
	g.lays("book", 150, 150, 2)
	does(g, "#form-lay")
	g = generals[2]
	until(t, g.tab, "the third player's turn", myTurn)
	g.lays("cigarette_pack", 560, 150, 1)
	does(g, "#form-lay")

	acting := func() *general {
		t.Helper()
		for range 200 {
			for _, g := range generals {
				if g.is(myTurn) {
					return g
				}
			}
			if generals[0].is(`document.querySelector(".stage-over")`) {
				return nil
			}
			time.Sleep(15 * time.Millisecond)
		}
		t.Fatal("it is nobody's turn")
		return nil
	}
	// Base camps: the commander where the board is clicked, far from the others;
	// the soldiers where letters stand.
	camps := [][2]float64{{90, 500}, {620, 480}, {600, 60}}
	for placed := 0; ; placed++ {
		g := acting()
		if !g.is(`document.getElementById("form-place")`) {
			if placed != 18 {
				t.Fatalf("%d dice were placed by hand", placed)
			}
			break
		}
		if g.is(`document.querySelector("#form-place [name=soldier][value='1']")`) {
			x, y := g.onScreen(camps[g.seat][0], camps[g.seat][1])
			if err := chromedp.Do(g.tab, chromedp.MouseClickXY(x, y)); err != nil {
				t.Fatal(err)
			}
			until(t, g.tab, "the commander's shadow", `document.getElementById("ghost")`)
		} else {
			press(t, g.tab, `#form-place input[name=at]`, `document.getElementById("ghost")`)
		}
		if text := js[string](t, g.tab, `document.querySelector(".why-not")?.textContent ?? ""`); text != "" {
			t.Fatal(text)
		}
		does(g, "#form-place")
	}
	rolled, shots, moves, skipped := 0, 0, 0, false
	for range 300 {
		g := acting()
		if g == nil {
			break
		}
		if g.is(`document.querySelector(".rolls .roll-face")`) {
			rolled++
			if !skipped && g.is(`document.getAnimations().some(a => a.effect.target.closest(".rolls"))`) {
				js[any](t, g.tab, `document.querySelector(".rolls").click();1`)
				skipped = g.is(`document.getAnimations().every(a => !a.effect.target.closest(".rolls") || a.playState === "finished")`)
			}
		}
		switch {
		case g.is(`document.getElementById("form-reserve")`):
			does(g, "#form-reserve")
		case g.is(`document.getElementById("form-arrive")`):
			press(t, g.tab, `#form-arrive input[name=at]`, `document.getElementById("ghost")`)
			does(g, "#form-arrive")
		case g.is(`document.querySelector("[id^=form-fight]")`):
			does(g, "[id^=form-fight]")
		case g.is(`document.querySelector("#board .soldier.target")`):
			press(t, g.tab, `#board a:has(.soldier.target)`, `document.getElementById("form-fire")`)
			if !g.is(`/\d in 6/.test(document.getElementById("form-fire").innerText)`) {
				t.Error("the odds are not said")
			}
			does(g, "#form-fire")
			shots++
		case g.is(`document.querySelector("#form-move input[name=at]")`):
			press(t, g.tab, `#form-move input[name=at]`, `document.querySelector(".way")`)
			does(g, "#form-move")
			moves++
		default:
			press(t, g.tab, `#hand a[href*="do=end"]`, `document.getElementById("form-end")`)
			does(g, "#form-end")
		}
	}
	if rolled == 0 || moves+shots == 0 || !skipped {
		t.Errorf("rolls shown %d times (skipped: %v), %d moves, %d shots: the match shows too little", rolled, skipped, moves, shots)
	}
	for _, g := range generals {
		until(t, g.tab, "the end on every page", `document.querySelector(".stage-over")`)
		if list := js[[]string](t, g.tab, "window.problems"); len(list) > 0 {
			t.Errorf("page %d: %s", g.seat, strings.Join(list, "; "))
		}
	}
	rec, err := h.tables.Record(t.Context(), id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Verify(rec, func(string) (game.Game, bool) { return dadi.New(), true }); err != nil {
		t.Error(err)
	}
}
