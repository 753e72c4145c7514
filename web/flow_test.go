package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestSmoke(t *testing.T) {
	h := open(t, nil)
	id, tokens := h.table("")
	m := h.look(id, tokens[0])
	t.Log(m.Stage, m.ToAct, len(m.Actions))
	res, body := h.call(h.browser(), "GET", "/matches/"+id, nil)
	if res.StatusCode != http.StatusOK || !strings.Contains(body, "<svg") {
		t.Fatal(res.StatusCode, body)
	}
	t.Log(len(body))
}
