package web

import (
	"context"
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/games/dadi"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// touch does one thing with one finger at a place of the window; a finger that
// lifts is nowhere.
func (g *general) touch(kind input.DispatchTouchEventType, at ...float64) {
	g.t.Helper()
	points := []*input.TouchPoint{}
	if len(at) == 2 {
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1]})
	}
	err := chromedp.Do(g.tab, func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return chromedp.Void{}, err
	})
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *general) tap(x, y float64) {
	g.t.Helper()
	g.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	g.touch(input.DispatchTouchEventTypeTouchEnd)
}

// middleOf is the middle of an element in the window.
func (g *general) middleOf(selector string) (x, y float64) {
	g.t.Helper()
	at := js[[]float64](g.t, g.tab, `(() => { const b = document.querySelector('`+selector+`').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	return at[0], at[1]
}

// onPhone opens a match on a phone with a touch screen.
func onPhone(t *testing.T, ctx context.Context, h *house, id, token string, seat int) *general {
	t.Helper()
	page := h.URL + "/matches/" + id
	g := &general{t, tab(t, ctx, page, "document.cookie='"+seatCookie+id+"="+token+";path=/matches/"+id+"';document.cookie='"+langCookie+"=en;path=/'"), seat}
	err := chromedp.Do(g.tab, func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return chromedp.Void{}, err
	}, chromedp.EmulateViewport(390, 844), chromedp.Navigate(page))
	if err != nil {
		t.Fatal(err)
	}
	until(t, g.tab, "a stream", `document.documentElement.classList.contains("live")`)
	return g
}

// TestDadiUnderAFinger: on a phone an object is dragged with a finger, stays on
// the table whole, keeps how it was turned; what is refused stays chosen after a
// reload; a tap beside an enemy aims at it.
func TestDadiUnderAFinger(t *testing.T) {
	long(t)
	t.Parallel()
	h := openWith(t, []game.Game{dadi.New()}, nil)
	ctx := chrome(t)
	id, tokens := h.sit("dadi", `{"scenery_each":1}`, 2)
	g := onPhone(t, ctx, h, id, tokens[0], 0)

	press(t, g.tab, `#hand a[href*="object=dictionary"]`, `document.getElementById("ghost")`)
	press(t, g.tab, `#hand .turner a:last-of-type`, `Number(document.querySelector("#form-lay [name=turn]").value) === 345`)
	x, y := g.middleOf("#ghost .object-body")
	g.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	g.touch(input.DispatchTouchEventTypeTouchMove, x+20, y-20)
	g.touch(input.DispatchTouchEventTypeTouchMove, x+40, y-50)
	until(t, g.tab, "the object follows the finger", `document.querySelector("#ghost.dragged")`)
	before := js[string](t, g.tab, `document.querySelector("#form-lay [name=x]").value`)
	g.touch(input.DispatchTouchEventTypeTouchEnd)
	until(t, g.tab, "another place", `document.querySelector("#form-lay [name=x]").value !== "`+before+`"`)
	if !g.is(`document.querySelector("#form-lay [name=turn]").value === "345"`) {
		t.Error("the object was turned back")
	}

	// Dragged out over the edge, it stays on the table.
	x, y = g.middleOf("#ghost .object-body")
	g.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	for step := range 12 {
		g.touch(input.DispatchTouchEventTypeTouchMove, x-float64(60*step), y)
	}
	g.touch(input.DispatchTouchEventTypeTouchEnd)
	until(t, g.tab, "a place at the edge", `Number(document.querySelector("#form-lay [name=x]").value) < 18500`)
	if why := js[string](t, g.tab, `document.querySelector(".why-not")?.textContent ?? ""`); why != "" {
		t.Errorf("dragged over the edge: %s", why)
	}
	if !g.is(`[...document.querySelectorAll(".marker")].every(a => /turn=345/.test(a.href.baseVal))`) {
		t.Error("the letters turn the object back")
	}
	js[any](t, g.tab, `document.querySelector("#form-lay [type=submit]").click();1`)
	until(t, g.tab, "the object on the table", `document.getElementById("piece-0") && !document.getElementById("match").classList.contains("my-turn")`)

	// What the table refuses stays chosen.
	other := onPhone(t, ctx, h, id, tokens[1], 1)
	press(t, other.tab, `#hand a[href*="object=book"]`, `document.getElementById("ghost")`)
	over := js[string](t, other.tab, `(() => { document.querySelector("#form-lay [name=x]").value = "1"; document.querySelector("#form-lay [name=y]").value = "1"; document.querySelector("#form-lay [type=submit]").click(); return "x=1&y=1"; })()`)
	until(t, other.tab, "the refusal", `document.querySelector("#hand-refusal .refusal")`)
	if !other.is(`location.search.includes("` + over + `") && location.search.includes("object=book")`) {
		t.Errorf("the address forgets what was refused: %s", js[string](t, other.tab, "location.search"))
	}
	if err := chromedp.Do(other.tab, chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	until(t, other.tab, "the choice and why not", `document.querySelector("#form-lay [name=x]")?.value === "1" && document.querySelector(".why-not")`)
}

// TestATapBesideAnEnemyAimsAtIt: a die on a phone is smaller than a finger.
func TestATapBesideAnEnemyAimsAtIt(t *testing.T) {
	long(t)
	t.Parallel()
	h := openWith(t, []game.Game{dadi.New()}, nil)
	ctx := chrome(t)
	rng := rand.New(rand.NewPCG(8, 9))
	seat, id, tokens := -1, "", []string(nil)
	for seat < 0 { // the dice are real, so this may take a few matches
		id, tokens = h.sit("dadi", `{"scenery":"auto"}`, 2)
		seat, _ = h.playUntil(id, tokens, rng, []string{"reserve", "move"}, func(_ int, m seen) bool { return has(m, "fire") && has(m, "move") })
	}
	g := onPhone(t, ctx, h, id, tokens[seat], seat)
	// A place next to a target with nothing else to tap as near.
	spot := js[[]float64](t, g.tab, `(() => {
		const middle = (a) => { const b = (a.querySelector(".die-body, .marker-dot") ?? a).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
		const links = [...document.querySelectorAll("#board a[data-live]")];
		const target = document.querySelector("#board .target").closest("a");
		target.scrollIntoView({ block: "nearest", inline: "center" });
		const pane = document.getElementById("board-scroll").getBoundingClientRect();
		const [x, y] = middle(target);
		for (let a = 0; a < 24; a++) {
			const p = [x + 19 * Math.cos(a * Math.PI / 12), y + 19 * Math.sin(a * Math.PI / 12)];
			const sheet = document.getElementById("hand").getBoundingClientRect().y;
			if (p[0] < pane.x + 2 || p[0] > pane.right - 2 || p[1] < pane.y + 2 || p[1] > Math.min(pane.bottom, sheet) - 2) continue;
			if (links.every(l => l === target || Math.hypot(middle(l)[0] - p[0], middle(l)[1] - p[1]) > 20)) return [...p, target.href.baseVal.match(/target=(\d+)/)[1]].map(Number);
		}
		return [];
	})()`)
	if len(spot) == 0 {
		t.Skip("every place beside the target is nearer to something else")
	}
	g.tap(spot[0], spot[1])
	until(t, g.tab, "the shot held ready", `/do=fire/.test(location.search) && /target=`+itoa(int(spot[2]))+`(&|$)/.test(location.search)`)
}
