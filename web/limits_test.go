package web

import (
	"strings"
	"testing"
	"time"
)

// TestOneSeatIsBounded: a seat that floods is told so, and nobody else at its
// address or at its table is.
func TestOneSeatIsBounded(t *testing.T) {
	h := open(t, func(c *Config) { c.Limits.Seat = Rate{3, time.Hour} })
	id, tok := h.table("")
	send := func(token string) (int, string) {
		res, body := h.do(id, token, "x", 0, []byte(`{"type":"end"}`))
		return res.StatusCode, body
	}
	for range 3 {
		if status, body := send(tok[0]); status == 429 {
			t.Fatal(body)
		}
	}
	if status, body := send(tok[0]); status != 429 || !strings.Contains(body, `"limit":"seat"`) {
		t.Errorf("%d %s", status, body)
	}
	if status, body := send(tok[1]); status == 429 {
		t.Errorf("the other seat: %s", body)
	}
}
