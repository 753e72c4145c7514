package web

import (
	"net"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestTwoPhonesOnTheLocalNetwork goes the way of the README's paragraph on the
// real table: over plain http, under an address that is neither localhost nor
// https, one phone opens a table and sits down, the other follows the link of its
// QR code, and both are in the match. To a browser such an address is another
// thing: it says less about where a form comes from.
func TestTwoPhonesOnTheLocalNetwork(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	_, port, err := net.SplitHostPort(h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ctx := chromeWith(t, chromedp.Flag("host-resolver-rules", "MAP banco.example 127.0.0.1"))
	start := time.Now()
	phone := func(page string) *handset {
		me := tab(t, ctx, page, "document.cookie='"+langCookie+"=en;path=/'")
		if err := chromedp.Do(me, chromedp.EmulateViewport(390, 844)); err != nil {
			t.Fatal(err)
		}
		if js[bool](t, me, "isSecureContext") {
			t.Fatal("the address counts as safe: the test shows nothing")
		}
		return &handset{t, func(what, expression string) {
			t.Helper()
			until(t, me, what, expression)
		}, func(expression string) string {
			t.Helper()
			return js[string](t, me, expression+";''+(window.answer ?? '')")
		}}
	}
	ada := phone("http://banco.example:" + port + "/")
	ada.goes(`document.querySelector("a[href$='/new/klang']").click()`, "the form", `document.getElementById("create")`)
	ada.goes(`document.querySelector(".plan[href]").click()`, "two phones", `document.querySelector(".plan[aria-current]") && document.getElementById("seat-1").value === "human"`)
	ada.do(`document.getElementById("opt-table").value = "companion"`)
	ada.goes(`document.querySelector("#create [type=submit]").click()`, "the seat", `document.querySelector("form[action*='/seats/'] [name=name]")`)
	ada.do(`document.querySelector("form[action*='/seats/'] [name=name]").value = "Ada"`)
	ada.goes(`document.querySelector("form[action*='/seats/'] [type=submit]").click()`, "the other's invitation", `document.readyState === "complete" && !document.querySelector("form[action*='/seats/'] [name=name]") && document.querySelector(".qr") && /http:\/\/banco\.example:\d+\/join\//.test(document.body.innerHTML)`)
	link := ada.do(`window.answer = document.body.innerHTML.match(/http:\/\/banco\.example:\d+\/join\/[A-Za-z0-9._-]+/)[0]`)

	ada.do(`scrollTo(0, document.documentElement.scrollHeight)`)
	bea := phone(link)
	bea.do(`document.querySelector("[name=name]").value = "Bea"`)
	bea.goes(`document.querySelector("form [name=name]").form.querySelector("[type=submit]").click()`, "the match", `document.querySelector("#match.stage-playing")`)
	ada.wait("the match by itself", `document.querySelector("#match.stage-playing")`)
	ada.wait("the match from its top", `scrollY === 0`)
	for _, who := range []*handset{ada, bea} {
		who.goes(`document.querySelector("#form-ready [type=submit], #hand form [type=submit]").click()`, "ready", `!document.querySelector("#form-ready")`)
	}
	ada.wait("the first round", `/R 1\/6|Round 1/.test(document.getElementById("turn").textContent)`)
	bea.wait("the first round", `/R 1\/6|Round 1/.test(document.getElementById("turn").textContent)`)
	if took := time.Since(start); took > 2*time.Minute {
		t.Errorf("it took %v", took)
	} else {
		t.Logf("both phones are in the match after %v", took)
	}
}

// handset is a phone in a test: what it waits for, and what is done on it.
type handset struct {
	t    *testing.T
	wait func(what, expression string)
	do   func(expression string) string
}

// goes does something and waits for what it brings.
func (p *handset) goes(expression, what, brings string) {
	p.t.Helper()
	p.do(expression)
	p.wait(what, brings)
}
