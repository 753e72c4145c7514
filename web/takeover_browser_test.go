package web

import (
	"context"
	"testing"

	"banco/game"
	"banco/games/dadi"
)

// TestLeavingInABrowser: one says that another is gone, a third agrees, and the
// page of who was gone becomes a watcher's by itself, which one tap turns back into
// theirs; another hands their own seat over by one button.
func TestLeavingInABrowser(t *testing.T) {
	long(t)
	t.Parallel()
	h := openWith(t, []game.Game{dadi.New()}, nil)
	id, tok, _ := atTable(h, "dadi", "human", "human", "human")
	ctx := chrome(t)
	address := h.URL + "/matches/" + id
	open := func(i int) string {
		return `document.cookie="` + seatCookie + id + `=` + tok[i] + `; path=/matches/` + id + `"`
	}
	ada, bruno, carla := tab(t, ctx, address, open(0)), tab(t, ctx, address, open(1)), tab(t, ctx, address, open(2))
	js[any](t, bruno, `document.querySelector("#missing summary").click(); document.querySelector("#form-missing [name=bot]").value = "0"; document.querySelector("#form-missing button").click(); 1`)
	until(t, bruno, "the question on the page of who asks", `document.querySelector("#form-answer-no") && !document.querySelector("#form-answer-yes")`)
	until(t, ada, "the question on the page of who is asked for", `document.querySelector("#form-answer-no") && document.querySelector("#form-answer-yes")`)
	until(t, carla, "the question on the third page", `document.querySelector("#form-answer-yes")`)
	js[any](t, carla, `document.querySelector("#form-answer-yes button").click(); 1`)
	until(t, ada, "a watcher's page", `document.getElementById("match").dataset.viewer === "`+viewerText(game.Watcher)+`" && !document.getElementById("leaving")`)
	until(t, bruno, "the end of the question", `!document.getElementById("consent") && document.getElementById("missing")`)
	mine := func(ctx context.Context, seat game.Seat) {
		t.Helper()
		until(t, ctx, "their own page", `document.getElementById("match").dataset.viewer === "`+viewerText(seat)+`" && document.getElementById("leaving") && !document.querySelector(".stand-in")`)
	}
	js[any](t, ada, `document.querySelector("#form-back-0 button").click(); 1`)
	mine(ada, 0)
	js[any](t, carla, `document.querySelector("#leaving summary").click(); document.querySelector("#form-leave button").click(); 1`)
	until(t, carla, "the way back", `document.querySelector("#form-back-2 button")`)
	js[any](t, carla, `document.querySelector("#form-back-2 button").click(); 1`)
	mine(carla, 2)
}
