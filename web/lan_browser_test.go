package web

import (
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestFormsFromTheLocalNetwork: a phone that reaches the server over plain http
// under a name or a number of the network opens a table and sits down. To a
// browser that is another thing than localhost or https: it says less about
// where a form comes from.
func TestFormsFromTheLocalNetwork(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	_, port, err := net.SplitHostPort(h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ctx := chromeWith(t, chromedp.Flag("host-resolver-rules", "MAP banco.example 127.0.0.1"))
	me := tab(t, ctx, "http://banco.example:"+port+"/new/klang", "document.cookie='"+langCookie+"=en;path=/'")
	if js[bool](t, me, "isSecureContext") {
		t.Fatal("the address counts as safe: the test shows nothing")
	}
	js[any](t, me, `document.querySelector("#create [type=submit]").click();1`)
	until(t, me, "the seat", `location.pathname.startsWith("/matches/") && document.querySelector("form [type=submit]")`, 5*time.Second)
	at, err := url.Parse(js[string](t, me, "location.href"))
	if err != nil || !strings.HasPrefix(at.Path, "/matches/") {
		t.Fatal(err, at)
	}
	js[any](t, me, `document.querySelector("form[action*='/seats'] [type=submit]").click();1`)
	until(t, me, "the table", `document.querySelector("#match.stage-playing, #match .seat-taken, #match")`, 5*time.Second)
}
