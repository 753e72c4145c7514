package web

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// watchProblems notes what a page may not do or fails at.
const watchProblems = `window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));1`

// console is a Master at a page, with a mouse or with a finger.
type console struct {
	*general
	touches bool
}

// openConsole opens a battle in a window of a size; without a token for those who
// watch.
func openConsole(t *testing.T, ctx context.Context, h *house, id, token string, width, height int64) *console {
	t.Helper()
	page := h.URL + "/matches/" + id
	c := &console{&general{t, tab(t, ctx, page, seatAs(id, token)+"document.cookie='"+langCookie+"=en;path=/'"), 0}, width < 900}
	err := chromedp.Do(c.tab, func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: c.touches})
		return chromedp.Void{}, err
	}, chromedp.EmulateViewport(width, height), chromedp.Navigate(page))
	if err != nil {
		t.Fatal(err)
	}
	js[any](t, c.tab, watchProblems)
	until(t, c.tab, "a stream", `document.documentElement.classList.contains("live")`)
	return c
}

// clicks presses what can be seen of an element, where a finger or the mouse would.
func (c *console) clicks(selector, brings string) {
	c.t.Helper()
	until(c.t, c.tab, selector, "document.querySelector('"+selector+"')")
	x, y := c.seen(selector)
	if c.touches {
		c.tap(x, y)
	} else if err := chromedp.Do(c.tab, chromedp.MouseClickXY(x, y)); err != nil {
		c.t.Fatal(err)
	}
	until(c.t, c.tab, selector+" brings "+brings, brings)
}

// seen brings an element to where it can be pressed, and gives its middle.
func (c *console) seen(selector string) (x, y float64) {
	c.t.Helper()
	js[any](c.t, c.tab, `(() => { const el = document.querySelector('`+selector+`'); if (!el.closest(".sheet")) el.scrollIntoView({ block: "center" }); else el.scrollIntoView({ block: "nearest" }); return 1; })()`)
	time.Sleep(30 * time.Millisecond)
	x, y = c.middleOf(selector)
	if hit := js[bool](c.t, c.tab, fmt.Sprintf(`(() => { const hit = document.elementFromPoint(%f, %f), el = document.querySelector('%s'); return !!hit && (el.contains(hit) || hit.contains(el)); })()`, x, y, selector)); !hit {
		// Something lies over it: the sheet of a phone, mostly.
		js[any](c.t, c.tab, `(() => { const el = document.querySelector('`+selector+`'); scrollBy(0, el.getBoundingClientRect().y - 180); return 1; })()`)
		time.Sleep(30 * time.Millisecond)
		x, y = c.middleOf(selector)
	}
	return x, y
}

// drags takes one thing to another.
func (c *console) drags(from, to, brings string) {
	c.t.Helper()
	x, y := c.seen(from)
	toX, toY := c.middleOf(to)
	if c.touches {
		c.touch(input.DispatchTouchEventTypeTouchStart, x, y)
		until(c.t, c.tab, "it is lifted", `document.querySelector(".drag-ghost")`)
		c.touch(input.DispatchTouchEventTypeTouchMove, (x+toX)/2, (y+toY)/2)
		c.touch(input.DispatchTouchEventTypeTouchMove, toX, toY)
		until(c.t, c.tab, "a place to drop it: "+to, `document.querySelector(".drop-on")`)
		c.touch(input.DispatchTouchEventTypeTouchEnd)
	} else {
		c.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
		c.mouse(input.DispatchMouseEventTypeMouseMoved, (x+toX)/2, (y+toY)/2)
		c.mouse(input.DispatchMouseEventTypeMouseMoved, toX, toY)
		until(c.t, c.tab, "a place to drop it: "+to, `document.querySelector(".drop-on")`)
		c.mouse(input.DispatchMouseEventTypeMouseReleased, toX, toY)
	}
	until(c.t, c.tab, from+" on "+to+" brings "+brings, brings)
}

// types writes a line, sees what was understood, and sends it with Enter.
func (c *console) types(line, understood, brings string) {
	c.t.Helper()
	until(c.t, c.tab, "the line", `document.getElementById("line")`)
	js[any](c.t, c.tab, `document.getElementById("line").focus();1`)
	if err := chromedp.Do(c.tab, chromedp.KeyEvent(line)); err != nil {
		c.t.Fatal(err)
	}
	until(c.t, c.tab, "what was understood of "+line, `document.getElementById("understood").textContent.includes("`+understood+`")`)
	if err := chromedp.Do(c.tab, chromedp.KeyEvent(kb.Enter)); err != nil {
		c.t.Fatal(err)
	}
	until(c.t, c.tab, line+" brings "+brings, brings)
	until(c.t, c.tab, "an empty line", `document.getElementById("line").value === ""`)
}

// TestQuoteByHand: a whole battle by clicking, typing and dragging, on a phone
// with a finger and on a large screen with the mouse; somebody else watches.
func TestQuoteByHand(t *testing.T) {
	long(t)
	t.Parallel()
	h := openQuote(t)
	ctx := chrome(t)
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"phone", 390, 844}, {"wide", 1440, 900}} {
		t.Run(size.name, func(t *testing.T) {
			id, tok := h.sit("quote", `{}`, 1)
			c := openConsole(t, ctx, h, id, tok[0], size.width, size.height)
			tv := openConsole(t, ctx, h, id, "", size.width, size.height)
			fightWith := func(n int) string {
				return fmt.Sprintf(`document.querySelectorAll("[data-fight] .allies li").length === %d`, n)
			}
			c.types("8 goblins, quota 3, green", "8 × goblins", `document.querySelectorAll("[data-token]").length === 8`)
			c.types("ogre 6 hits 2 2d6+1 red", "ogre", `document.querySelectorAll("[data-token]").length === 9`)
			c.types("Alba 7 life 9 blue", "Alba", `document.querySelectorAll("[data-token]").length === 10`)
			// Dragged: a goblin onto the ogre, two that are ticked onto that fight, one out of it.
			c.drags("#c2", "#c9", fightWith(1))
			c.clicks("#c3", `document.querySelector("#c3 input").checked`)
			c.clicks("#c4", `document.querySelectorAll("#hand .the-picked li").length === 2`)
			c.drags("#c4", "[data-fight]", fightWith(3))
			if c.is(`document.querySelector("#picks")`) {
				c.drags("#c3", "#free-h", fightWith(2))
			}
			// Ticked: Alba and two goblins.
			c.clicks("#c10", `document.querySelector("#hand .the-picked")`)
			c.clicks("#c5", `document.querySelector("#form-fight")`)
			c.clicks("#c6", `document.querySelectorAll("#hand .the-picked li").length === 3`)
			c.clicks("#form-fight .confirm", fightWith(4))
			// Typed, and refused, and typed otherwise: who fights already is not free.
			js[any](t, c.tab, `document.getElementById("line").focus();1`)
			if err := chromedp.Do(c.tab, chromedp.KeyEvent("ogre vs goblin 7")); err != nil {
				t.Fatal(err)
			}
			until(t, c.tab, "why not", `/fighting already/.test(document.getElementById("understood").textContent)`)
			if err := chromedp.Do(c.tab, chromedp.KeyEvent(kb.Enter)); err != nil {
				t.Fatal(err)
			}
			until(t, c.tab, "the refusal", `/fighting already/.test(document.getElementById("hand-refusal").textContent)`)
			if !c.is(`document.getElementById("line").value === "ogre vs goblin 7"`) {
				t.Error("a refused line is gone")
			}
			js[any](t, c.tab, `document.getElementById("line").value = "";1`)
			c.clicks("#c7", `document.querySelector("#form-join")`)
			c.clicks("#form-join button", fightWith(5))

			// A fight by itself, then the rest of the round with a key.
			c.clicks("#f1 .resolve", `document.querySelector(".chapter.latest .throw .d10")`)
			js[any](t, c.tab, `document.activeElement.blur();1`)
			if err := chromedp.Do(c.tab, chromedp.KeyEvent("n")); err != nil {
				t.Fatal(err)
			}
			until(t, c.tab, "the round", `/1 round/.test(document.querySelector(".bar-round").textContent)`)
			after := itoa(c.seq())
			soon(t, "those who watch follow", time.Second)(until(t, tv.tab, "those who watch follow", seqNow+" >= "+after))
			if tv.is(`document.querySelector("#match form")`) || !tv.is(`document.querySelector(".chapter.latest .blow")`) {
				t.Error("those who watch can act, or see no blow")
			}

			// By hand: a hit more, then taken back.
			c.clicks("#c10", `document.querySelector("#form-change-hit")`)
			taken := js[string](t, c.tab, `document.querySelector(".quick-now").textContent`)
			c.clicks("#form-change-hit button:last-of-type", `!document.getElementById("form-change-hit")`)
			js[any](t, c.tab, `document.querySelector("#takeback").open = true;1`)
			c.clicks("#form-undo-1 button", `document.querySelector("#undone")`)
			c.clicks("#c10", `document.querySelector(".quick-now")?.textContent === "`+taken+`"`)
			c.clicks("#shut", `document.getElementById("next-round")`)

			// The story to copy.
			c.clicks(`#hand .menu a[href*="do=log"]`, `/hits|misses/.test(document.getElementById("log-text")?.value)`)
			c.clicks(`#hand [data-copies]`, `document.querySelector("#hand [data-copies]").textContent === document.querySelector("#hand [data-copies]").dataset.done`)
			c.clicks("#shut", `document.getElementById("form-line")`)
			for n := 0; n < 60 && c.is(`document.getElementById("next-round")`); n++ {
				before := c.seq()
				js[any](t, c.tab, `document.getElementById("next-round").click();1`)
				until(t, c.tab, "the next round", seqNow+" > "+itoa(before))
			}
			if !c.is(`document.querySelector(".graveyard .grave")`) {
				t.Error("nobody lies among the fallen")
			}
			c.clicks(`#hand .menu a[href*="do=close"]`, `document.getElementById("form-close")`)
			c.clicks("#form-close .confirm", `document.querySelector(".stage-over")`)
			for _, page := range []*console{c, tv} {
				if problems := js[string](t, page.tab, `problems.join("; ")`); problems != "" {
					t.Error(problems)
				}
				if over := js[float64](t, page.tab, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
					t.Errorf("scrolls %v px sideways", over)
				}
			}
		})
	}
}
