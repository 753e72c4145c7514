package web

import (
	"testing"
	"time"
)

// TestK32_ASleepingPhonePausesItsTime: the stopwatch stands while the phone of
// whoever acts is asleep, and runs when it wakes; another's phone changes nothing.
func TestK32_ASleepingPhonePausesItsTime(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	ctx := chrome(t)
	id, tok, at := h.realTable()
	hide := `((on) => { Object.defineProperty(document, "hidden", {configurable: true, value: on}); document.dispatchEvent(new Event("visibilitychange")); return 1; })`
	paused := func(want bool) {
		t.Helper()
		late := time.Now().Add(time.Minute)
		for (h.amended(id, tok[at]).Paused != nil) != want {
			if time.Now().After(late) {
				t.Fatalf("paused is not %v", want)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	open := func(i int) {
		me := tab(t, ctx, h.URL+"/matches/"+id, "document.cookie='"+seatCookie+id+"="+tok[i]+";path=/matches/"+id+"'")
		until(t, me, "a stream", `document.documentElement.classList.contains("live")`)
		js[any](t, me, hide+`(true)`)
		if i == at {
			paused(true)
		} else {
			time.Sleep(300 * time.Millisecond)
			paused(false)
		}
		js[any](t, me, hide+`(false)`)
		paused(false)
		until(t, me, "a stream again", `document.documentElement.classList.contains("live")`)
	}
	open(1 - at)
	open(at)
}
