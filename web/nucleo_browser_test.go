package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/nucleo"
	"banco/table"
)

// TestFourBrowsersPlayNucleo: four pages plan in secret and act by clicking on
// the map; what one does in secret moves nothing on the others, what it does in
// the open all show at once. Then a program that knows nothing of the game plays
// to the end from the lists of actions, and the pages say why it ended.
func TestFourBrowsersPlayNucleo(t *testing.T) {
	long(t)
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	ctx := chrome(t)
	d := h.defend(`{"round_limit":1}`, 4)
	d.until(func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan })
	var pages [4]context.Context
	for seat, token := range d.tok {
		pages[seat] = tab(t, ctx, h.URL+"/matches/"+d.id, "document.cookie='"+seatCookie+d.id+"="+token+";path=/matches/"+d.id+"';document.cookie='"+langCookie+"=en;path=/'")
		js[any](t, pages[seat], `window.problems = []; addEventListener("securitypolicyviolation", e => problems.push(e.violatedDirective)); addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));1`)
		until(t, pages[seat], "a stream", `document.documentElement.classList.contains("live")`)
	}
	shown := func(seat int) string {
		return js[string](t, pages[seat], `document.querySelector("#table").innerHTML + document.querySelector("#hand").innerHTML + document.getElementById("match").dataset.seq`)
	}
	submit := func(seat int, form, then string) {
		t.Helper()
		js[any](t, pages[seat], `document.querySelector('`+form+` [type=submit]').click();1`)
		until(t, pages[seat], then, then)
	}
	follow := soon(t, "every page follows", time.Second)
	everybody := func(what, expression string) {
		t.Helper()
		for seat, page := range pages {
			follow(until(t, page, fmt.Sprintf("page %d: %s", seat, what), expression))
		}
	}

	// Planning: each picks, one changes its mind, they lay one after the other.
	quiet := shown(3)
	for seat := range 3 {
		submit(seat, `#hand [id^="form-pick-"]`, `document.querySelector(".card-picked")`)
	}
	first := js[string](t, pages[1], `document.querySelector(".card-picked .card-name").innerText`)
	submit(1, `#hand [id^="form-pick-"]`, `document.querySelector(".card-picked .card-name").innerText !== `+fmt.Sprintf("%q", first))
	for seat := range 3 {
		submit(seat, "#form-lay", `!document.getElementById("form-lay")`)
	}
	time.Sleep(100 * time.Millisecond)
	if now := shown(3); now != quiet {
		t.Errorf("what three others choose shows on the page of the fourth: %s", parting(quiet, now))
	}
	if js[bool](t, pages[0], `!!document.getElementById("talk")`) {
		t.Error("there is talk before the reveal")
	}
	submit(3, `#hand [id^="form-pick-"]`, `document.querySelector(".card-picked")`)
	submit(3, "#form-lay", `document.getElementById("talk")`)
	everybody("the reveal", `document.querySelectorAll(".member-card").length === 4 && document.getElementById("talk")`)

	// Action: to a lit hex, by the map; the others see the leader move.
	v, _ := d.sees(0)
	active := int(v.Turn())
	me := pages[active]
	if !js[bool](t, me, `document.getElementById("match").classList.contains("my-turn")`) || js[bool](t, pages[(active+1)%4], `document.getElementById("match").classList.contains("my-turn")`) {
		t.Error("the wrong page is told that it is its turn")
	}
	press(t, me, `#board a.can-cell`, `document.getElementById("form-move")`)
	to := js[string](t, me, `document.querySelector("#form-move [name=to]").value`)
	submit(active, "#form-move", `!document.getElementById("form-move")`)
	everybody("the step", `document.querySelector(".pieces #leader-`+itoa(active)+`, #leader-`+itoa(active)+`")?.closest(".pieces").getAttribute("transform") === document.getElementById("tile-`+to+`").getAttribute("transform")`)
	// Somebody else says what may be said, and points.
	other := (active + 2) % 4
	submit(other, "#form-help", `document.querySelector(".lines")`)
	press(t, pages[other], `#hand a[href*="do=point"]`, `document.querySelector("#board a.can-cell")`)
	press(t, pages[other], `#can-4`, `document.getElementById("form-point")`)
	submit(other, "#form-point", `document.querySelector(".pointed")`)
	everybody("what was said", `document.querySelectorAll(".lines .line").length === 2 && document.querySelector("#board .pointed")`)
	// A look at what may come, which changes nothing.
	press(t, me, `a.omen[href*="forecast=automata"]`, `document.querySelector("#board .tale-marks.forecast .step-mark")`)
	press(t, me, `#tale .tale-head a`, `!document.querySelector("#board .tale-marks.forecast")`)
	// The end of the turn: the machine acts, and every page tells it step by step.
	press(t, me, `#hand a[href*="do=end"]`, `document.getElementById("form-end")`)
	submit(active, "#form-end", `!document.getElementById("form-end")`)
	everybody("the machine's card", `document.querySelectorAll("#tale .tale-step, #tale-box .tale-step").length > 0`)

	// The rest by a program that only reads lists.
	rng := rand.New(rand.NewPCG(7, 7))
	over := false
	for n := 0; n < 3000 && !over; n++ {
		var open []int
		var seats [4]seen
		for seat := range 4 {
			seats[seat] = h.look(d.id, d.tok[seat])
			over = over || seats[seat].Over
			if len(seats[seat].Actions) > 0 {
				open = append(open, seat)
			}
		}
		if over || len(open) == 0 {
			break
		}
		seat := open[rng.IntN(len(open))]
		var a json.RawMessage
		for range 6 { // free of the game, but impatient: it rather goes on than talks
			if a = seats[seat].Actions[rng.IntN(len(seats[seat].Actions))]; strings.Contains(string(a), `"lay"`) || strings.Contains(string(a), `"end"`) {
				break
			}
		}
		if res, body := h.do(d.id, d.tok[seat], "g"+itoa(n), seats[seat].Seq, a); res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", a, res.StatusCode, body)
		}
	}
	if !over {
		t.Fatal("the match does not end")
	}
	for seat, page := range pages {
		until(t, page, fmt.Sprintf("page %d: the end", seat), `document.querySelector(".stage-over .why-over li")`)
	}
	for seat, page := range pages {
		if list := js[[]string](t, page, "window.problems"); len(list) > 0 {
			t.Errorf("page %d: %s", seat, strings.Join(list, "; "))
		}
	}
	rec, err := h.tables.Record(t.Context(), d.id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Verify(rec, func(string) (game.Game, bool) { return nucleo.New(), true }); err != nil {
		t.Error(err)
	}
}
