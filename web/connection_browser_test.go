package web

import (
	"encoding/json"
	"flag"
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

// cutFor has TestTheConnectionComesBack cut the connection for so long: ten
// minutes are a phone in a pocket, and too long to wait for every time.
var cutFor = flag.Duration("cut", 0, "how long the phone's connection is cut")

// wire stands between a browser and the server, as a network does, and breaks
// when it is told to.
type wire struct {
	net.Listener
	to string

	mu    sync.Mutex
	state string // "up", "cut": nothing gets through; "dead": nothing comes at all; "deaf": answers are lost
	open  map[net.Conn]bool
	deads int // how often it went dead: what was open then stays so
}

func newWire(t *testing.T, listen, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", listen)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l, to: to, state: "up", open: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); w.set("cut") })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go w.carry(c)
		}
	}()
	return w
}

func (w *wire) now() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

// set changes the state. What is cut breaks off; what is dead just says no more.
func (w *wire) set(state string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = state
	if state == "dead" {
		w.deads++
	}
	if state == "cut" {
		for c := range w.open {
			c.Close()
		}
	}
}

// dead tells whether a connection that was opened after so many deaths is.
func (w *wire) dead(deads int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.deads > deads || w.state == "dead"
}

func (w *wire) carry(down net.Conn) {
	defer down.Close()
	if w.now() == "cut" {
		return
	}
	up, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer up.Close()
	w.mu.Lock()
	w.open[down], w.open[up] = true, true
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.open, down)
		delete(w.open, up)
		w.mu.Unlock()
	}()
	w.mu.Lock()
	deads := w.deads
	w.mu.Unlock()
	stop := make(chan bool, 2)
	pass := func(to, from net.Conn, answers bool) {
		defer func() { stop <- true }()
		buf := make([]byte, 32<<10)
		for {
			n, err := from.Read(buf)
			switch state := w.now(); {
			case state == "deaf" && answers && n > 0:
				return // the server has done it, and nobody hears of it
			case w.dead(deads):
			case n > 0:
				if _, err := to.Write(buf[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	go pass(up, down, false)
	go pass(down, up, true)
	<-stop
}

// url is where the server is reached through the wire.
func (w *wire) url(host string) string {
	_, port, _ := net.SplitHostPort(w.Addr().String())
	return "http://" + net.JoinHostPort(host, port)
}

const nowLive = `document.documentElement.classList.contains("live")`

// TestTheConnectionComesBack: a page whose connection was really cut, whose
// answers were lost, or which slept, shows the right state within a second of
// being back; what its owner did meanwhile is done once.
func TestTheConnectionComesBack(t *testing.T) {
	cut := 3 * time.Second
	if os.Getenv("BANCO_LONG") != "" {
		cut = 20 * time.Second
	}
	if *cutFor > 0 {
		cut = *cutFor
	}
	h := open(t, nil)
	ctx := chrome(t)
	id, tok := h.table("")
	w := newWire(t, "127.0.0.1:0", h.Listener.Addr().String())
	me := tab(t, ctx, w.url("127.0.0.1")+"/matches/"+id, "document.cookie='"+seatCookie+id+"="+tok[0]+";path=/matches/"+id+"'")
	js[any](t, me, `window.mark = "not reloaded"; window.problems = [];
		addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));
		new MutationObserver(() => { if (!document.getElementById("board")) problems.push("the board was gone"); }).observe(document.body, {childList: true, subtree: true});1`)
	until(t, me, "a stream", nowLive)
	n := 0
	theirs := func() { // the other one plays until it is my turn
		t.Helper()
		for {
			m := h.look(id, tok[1])
			if len(m.Actions) == 0 {
				return
			}
			n++
			if res, body := h.do(id, tok[1], "t"+itoa(n), m.Seq, m.Actions[0]); res.StatusCode != 200 {
				t.Fatal(body)
			}
		}
	}
	mine := func() { // I play from elsewhere until it is theirs
		t.Helper()
		for {
			m := h.look(id, tok[0])
			if len(m.Actions) == 0 {
				return
			}
			n++
			if res, body := h.do(id, tok[0], "m"+itoa(n), m.Seq, m.Actions[0]); res.StatusCode != 200 {
				t.Fatal(body)
			}
		}
	}
	isBack := soon(t, "the page is back", time.Second)
	back := func(what string) {
		t.Helper()
		want := h.look(id, tok[0]).Seq
		isBack(until(t, me, what, seqNow+" === "+itoa(want)+" && document.getElementById('offline').hidden"))
	}

	// Cut for a while, the other one plays.
	mine()
	back("the state before the cut")
	w.set("cut")
	soon(t, "the note", 6*time.Second)(until(t, me, "the note", `!document.getElementById("offline").hidden`))
	theirs()
	time.Sleep(cut)
	w.set("up")
	back("after a cut")

	// An action whose answer is lost, and then everything.
	press(t, me, `#form-deploy input[data-previews]`, `document.querySelector(".ghost")`)
	before := h.look(id, tok[0]).Seq
	w.set("deaf")
	js[any](t, me, `document.querySelector("#form-deploy [type=submit]").click();1`)
	for start := time.Now(); h.look(id, tok[0]).Seq == before; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > 3*time.Second {
			t.Fatal("the action never came")
		}
	}
	w.set("cut")
	until(t, me, "the word that it is on its way", `!document.getElementById("offline").hidden && document.getElementById("offline").textContent === document.getElementById("offline").dataset.sending`)
	js[any](t, me, `document.querySelector("#form-deploy [type=submit]")?.click();1`) // an impatient finger
	theirs()
	done := len(recordOf(t, h, id, tok[0]).Entries)
	time.Sleep(3 * time.Second)
	w.set("up")
	back("after a lost answer")
	if after := len(recordOf(t, h, id, tok[0]).Entries); after != done {
		t.Errorf("done again: %d entries, then %d", done, after)
	}

	// An action that never reached the server.
	press(t, me, `#form-deploy input[data-previews]`, `document.querySelector(".ghost")`)
	w.set("cut")
	js[any](t, me, `document.querySelector("#form-deploy [type=submit]").click();1`)
	time.Sleep(1500 * time.Millisecond)
	w.set("up")
	until(t, me, "the action", "document.getElementById('offline').hidden && !document.querySelector('.busy')")
	if after := len(recordOf(t, h, id, tok[0]).Entries); after != done+1 {
		t.Errorf("%d entries, want %d", after, done+1)
	}

	// Dead without a word, until the phone says that it has a network again.
	w.set("dead")
	theirs()
	time.Sleep(500 * time.Millisecond)
	w.set("up")
	js[any](t, me, `window.dispatchEvent(new Event("online"));1`)
	back("after the network came back")

	// In the dark the stream is closed; on waking all is there.
	hide := func(yes bool) {
		value := "false"
		if yes {
			value = "true"
		}
		js[any](t, me, `Object.defineProperty(document, "hidden", {configurable: true, value: `+value+`}); document.dispatchEvent(new Event("visibilitychange"));1`)
	}
	hide(true)
	until(t, me, "no stream", "!("+nowLive+")")
	mine()
	theirs()
	time.Sleep(300 * time.Millisecond)
	hide(false)
	back("after waking")

	if got := js[string](t, me, "window.mark"); got != "not reloaded" {
		t.Error("the page was reloaded on the way")
	}
	if list := js[[]string](t, me, "window.problems"); len(list) > 0 {
		t.Error(list)
	}
}

// TestASilentStreamIsOpenedAgain: a connection that died without a word, and of
// which no browser says so, is missed by its heartbeat. It takes most of a minute.
func TestASilentStreamIsOpenedAgain(t *testing.T) {
	if os.Getenv("BANCO_LONG") == "" {
		t.Skip("BANCO_LONG asks for it")
	}
	h := open(t, nil)
	ctx := chrome(t)
	id, tok := h.table("")
	w := newWire(t, "127.0.0.1:0", h.Listener.Addr().String())
	me := tab(t, ctx, w.url("127.0.0.1")+"/matches/"+id, "document.cookie='"+seatCookie+id+"="+tok[0]+";path=/matches/"+id+"'")
	until(t, me, "a stream", nowLive)
	js[any](t, me, `window.beats = 0; new EventSource(document.getElementById("match").dataset.events).addEventListener("ping", () => beats++);1`)
	until(t, me, "a heartbeat", "beats > 0")
	w.set("dead")
	for i := range tok {
		if m := h.look(id, tok[i]); len(m.Actions) > 0 {
			h.do(id, tok[i], "x", m.Seq, m.Actions[0])
			break
		}
	}
	time.Sleep(3 * time.Second)
	w.set("up") // for what is opened from now on: what died stays dead
	took := until(t, me, "the heartbeat was missed", seqNow+" === "+itoa(h.look(id, tok[0]).Seq))
	t.Logf("after %v", took)
}

// recordOf is the log as a seat may read it.
func recordOf(t *testing.T, h *house, id, token string) (rec struct{ Entries []json.RawMessage }) {
	t.Helper()
	_, body := h.call(nil, "GET", "/matches/"+id+"/log", nil, "Authorization", "Bearer "+token)
	if err := json.Unmarshal([]byte(body), &rec); err != nil {
		t.Fatal(err)
	}
	return rec
}
