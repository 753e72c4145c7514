package web

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestWaitingKeyboardAndLostConnection: the waiting page turns into the table
// by itself; a robot is deployed from the keyboard alone; when the server is
// gone the page says so.
func TestWaitingKeyboardAndLostConnection(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	ctx := chrome(t)
	_, body := h.call(nil, "POST", "/matches", []byte(`{"game":"klang","seats":[{"kind":"human"},{"kind":"human"}]}`))
	var made createdJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil {
		t.Fatal(err)
	}
	take := func(seat int) string {
		_, body := h.call(nil, "POST", "/matches/"+made.ID+"/seats/"+itoa(seat), map[string]string{"name": "P" + itoa(seat), "client_seed": "s"}, "Authorization", "Bearer "+made.Seats[seat].Invite)
		var got struct{ Token string }
		if err := json.Unmarshal([]byte(body), &got); err != nil || got.Token == "" {
			t.Fatal(body)
		}
		return got.Token
	}
	tok := take(0)
	page := h.URL + "/matches/" + made.ID
	me := tab(t, ctx, page, "document.cookie='"+seatCookie+made.ID+"="+tok+";path=/matches/"+made.ID+"'")
	until(t, me, "the stream", `document.documentElement.classList.contains("live")`)
	if !js[bool](t, me, `!!document.querySelector(".waiting")`) {
		t.Fatal("not waiting")
	}
	other := take(1)
	until(t, me, "the table by itself", `document.getElementById("board")`)

	// The other side deploys first, if it is its turn.
	if m := h.look(made.ID, other); len(m.Actions) > 0 {
		if res, body := h.do(made.ID, other, "first", m.Seq, m.Actions[0]); res.StatusCode != 200 {
			t.Fatal(body)
		}
	}
	until(t, me, "my turn", `document.querySelector(".my-turn #board[data-tap]")`)
	before := js[float64](t, me, seqNow)
	keys := []chromedp.Action[chromedp.Void]{
		chromedp.Focus(chromedp.CSS("#board")),
		chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter),
	}
	if err := chromedp.Do(me, keys...); err != nil {
		t.Fatal(err)
	}
	until(t, me, "the ghost", `document.querySelector(".ghost")`)
	if !js[bool](t, me, `document.activeElement?.id === "board"`) {
		t.Error("the focus left the board")
	}
	// From the board to the button that confirms, by Tab.
	for range 40 {
		if js[bool](t, me, `document.activeElement?.matches("#form-deploy [type=submit]")`) {
			break
		}
		if err := chromedp.Do(me, chromedp.KeyEvent(kb.Tab)); err != nil {
			t.Fatal(err)
		}
	}
	if err := chromedp.Do(me, chromedp.KeyEvent(kb.Enter)); err != nil {
		t.Fatal(err)
	}
	until(t, me, "deployed", seqNow+" > "+itoa(int(before)))
	if where := js[string](t, me, `document.activeElement?.id`); where == "" {
		t.Errorf("the focus was lost: it is on %s", js[string](t, me, `document.activeElement?.outerHTML.slice(0, 200)`))
	}

	if !js[bool](t, me, `document.getElementById("offline").hidden`) {
		t.Error("said to be lost while it is not")
	}
	h.Listener.Close()
	h.web.Shutdown()
	h.CloseClientConnections()
	until(t, me, "the note", `!document.getElementById("offline").hidden`)
}

// TestEverythingHasANameAndASize: on a phone every control is at least 44 px
// in both directions (or a text field's label is), and has a name.
func TestEverythingHasANameAndASize(t *testing.T) {
	long(t)
	t.Parallel()
	h := open(t, nil)
	ctx := chrome(t)
	id, tok := h.table("")
	m := h.stage(id, tok, func(m [2]seen) bool { return phase(m[0]) == "act" && len(m[0].Actions) > 0 })
	if m[0].Over {
		t.Fatal("seat 0 never acted in a whole match")
	}
	me := tab(t, ctx, h.URL+"/matches/"+id, "document.cookie='"+seatCookie+id+"="+tok[0]+";path=/matches/"+id+"'")
	if err := chromedp.Do(me, chromedp.EmulateViewport(390, 844)); err != nil {
		t.Fatal(err)
	}
	die := js[string](t, me, `(document.querySelector(".die-success") ?? document.querySelector(".die-link svg")).closest("a").getAttribute("href")`)
	for _, path := range []string{"/", "/new/klang", "/matches/" + id, die, die + "&do=move", die + "&do=unbolt", "/matches/" + id + "?do=end"} {
		if err := chromedp.Do(me, chromedp.Navigate(h.URL+path)); err != nil {
			t.Fatal(err)
		}
		for _, problem := range js[[]string](t, me, `[...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")].filter(e => {
			const s = getComputedStyle(e); return e.getClientRects().length && s.visibility !== "hidden" && e.type !== "hidden" && !e.matches(".skip");
		}).flatMap(e => {
			const out = [], label = e.labels?.[0] ?? e.closest("label");
			const name = e.getAttribute("aria-label") || label?.textContent || e.innerText || e.title || e.textContent;
			if (!name?.trim() && !e.getAttribute("aria-labelledby")) out.push("no name: " + e.outerHTML.slice(0, 120));
			const box = (e.matches("input[type=radio], input[type=checkbox]") && label ? label : e).getBoundingClientRect();
			const inText = e.matches("p a, li a, dd a, code a") && !e.matches(".button, .ticket, .die-link, .job, .robot-pick, .foot a");
			if (!e.closest("svg") && !inText && (box.width < 43.5 || box.height < 43.5)) out.push(Math.round(box.width) + "x" + Math.round(box.height) + ": " + e.outerHTML.slice(0, 120));
			return out;
		})`) {
			t.Errorf("%s: %s", path, problem)
		}
		if over := js[float64](t, me, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("%s: %v px sideways", path, over)
		}
	}
}
