package web

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestAnOldPageDoesNothingInAnotherHand: a form that was drawn for who held the
// phone before is refused, whoever holds it now; the holder's own is not.
func TestAnOldPageDoesNothingInAnotherHand(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table(`{"table":"companion"}`)
	phone := func(held string) string {
		return handsCookie + id + "=0." + tok[0] + "_1." + tok[1] + "; " + handCookie + id + "=" + held + ".1"
	}
	ready := url.Values{"action": {`{"type":"ready"}`}, "seq": {itoa(h.look(id, tok[0]).Seq)}}
	for _, path := range []string{"/actions", "/amendments", "/amendments/1", "/pause", "/seats/0/link"} {
		res, body := h.call(nil, "POST", "/matches/"+id+path+"?hand=0", ready, "Cookie", phone("1"), "Accept", "application/json")
		if res.StatusCode != http.StatusConflict || !strings.Contains(body, "other_hand") {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
	}
	if len(h.look(id, tok[0]).Actions) != 1 || len(h.look(id, tok[1]).Actions) != 1 {
		t.Fatal("somebody said that they were ready")
	}
	if _, body := h.call(nil, "GET", "/matches/"+id, nil, "Cookie", phone("0"), "Accept", "text/html"); !strings.Contains(body, "/actions?hand=0") {
		t.Error("the page does not say in whose hand it was drawn")
	}
	if res, body := h.call(nil, "POST", "/matches/"+id+"/actions?hand=0", ready, "Cookie", phone("0"), "Accept", "application/json"); res.StatusCode != http.StatusOK {
		t.Errorf("%d %s", res.StatusCode, body)
	}
}

// TestAProgramsStreamLeavesTheHandToo: a stream of JSON that was opened in one
// hand shows what a watcher sees once the phone has to leave it.
func TestAProgramsStreamLeavesTheHandToo(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table(`{"table":"companion"}`)
	req, err := http.NewRequestWithContext(t.Context(), "GET", h.URL+"/matches/"+id+"/events?as=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", handsCookie+id+"=0."+tok[0]+"_1."+tok[1]+"; "+handCookie+id+"=0.1")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := make(chan string, 16)
	go func() {
		var buf [1 << 16]byte
		for {
			n, err := res.Body.Read(buf[:])
			if n > 0 {
				lines <- string(buf[:n])
			}
			if err != nil {
				if err != io.EOF {
					close(lines)
				}
				return
			}
		}
	}()
	if res, body := h.do(id, tok[0], "ready", h.look(id, tok[0]).Seq, []byte(`{"type":"ready"}`)); res.StatusCode != http.StatusOK {
		t.Fatal(body)
	}
	text := ""
	for late := time.After(3 * time.Second); !strings.Contains(text, `"seat":null`); {
		select {
		case line := <-lines:
			text += line
		case <-late:
			t.Fatalf("never a watcher's view: %s", text)
		}
	}
}
