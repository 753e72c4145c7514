package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"banco/dice"
	"banco/game"
	"banco/games/klang"
	"banco/table"
)

// Planted dice: whatever the seeds say, the robots of one side roll nothing but
// sixes and ones, those of the other nothing but fives and twos, so whose dice
// some bytes hold can be told by looking at the bytes.
var plant = [2][2]int{{6, 1}, {5, 2}}

// planted is a game whose dice are planted.
type planted struct{ game.Game }

func (p planted) Configure(options json.RawMessage, seats int) (game.Config, error) {
	c, err := p.Game.Configure(options, seats)
	if err != nil {
		return nil, err
	}
	return plantedConfig{c}, nil
}

type plantedConfig struct{ game.Config }

func (c plantedConfig) Start(src dice.Source, log *game.Log) game.State {
	return &plantedState{c.Config.Start(src, log)}
}

type plantedState struct{ game.State }

func (s *plantedState) Apply(seat game.Seat, a game.Action, src dice.Source, log *game.Log) error {
	return s.State.Apply(seat, a, &plantedDice{src: src, faces: plant[max(seat, 0)]}, log)
}

func (s *plantedState) Copy(game.State) game.State { return &plantedState{s.State.Copy(nil)} }

func (s *plantedState) Running() (game.Span, bool) { return s.State.(game.Timed).Running() }

type plantedDice struct {
	src   dice.Source
	faces [2]int
	n     int
}

func (d *plantedDice) Below(n int) int {
	d.src.Below(n) // which the journal records
	d.n++
	return d.faces[(d.n-1)%2] - 1
}

// strangers finds dice that a seat must never see: a hand comes to its owner
// from high to low, as a list of JSON or in words ("5555 · 2222"), and nobody else
// sees more than one die at a time.
var strangers = [2]*regexp.Regexp{
	regexp.MustCompile(`\b5[\s,·]+5[\s,·]+(?:5[\s,·]+)*2\b|\b5{2,} · 2+\b`),
	regexp.MustCompile(`\b6[\s,·]+6[\s,·]+(?:6[\s,·]+)*1\b|\b6{2,} · 1+\b`),
}

// inWords finds a hand as sentences tell it.
var inWords = regexp.MustCompile(`\b(?:5{2,} · 2+|6{2,} · 1+)\b`)

var tags = regexp.MustCompile(`(?s)<text class="class-no"[^>]*>\d+</text>|<[^>]*>`) // with the classes of parts, which look like dice

// spies are two people at a match who keep everything that they are sent.
type spies struct {
	h       *house
	id      string
	tok     [2]string
	streams [2][2]*bufio.Reader // by seat: what a page listens to, what a program does
	last    [2][2]string        // the event read last, after its sequence and a space
	rng     *rand.Rand
	mirror  *frozen // what the shadow shows
	server  *Server // the shadow
	steps   int     // at which both were looked at
	told    int     // times that what one was sent could have been told apart from the truth
	own     int     // times that a seat's own dice were found in what it was sent
	words   int     // times that those stood in a sentence
}

// spyOn has both seats of a match watched from now on.
func (h *house) spyOn(id string, tok [2]string) *spies {
	h.t.Helper()
	s := &spies{h: h, id: id, tok: tok, rng: rand.New(rand.NewPCG(9, 9))}
	for i := range tok {
		for k, query := range []string{"", "?as=json"} {
			req := s.request(i, "/matches/"+id+"/events"+query, "text/event-stream", "")
			res, err := http.DefaultClient.Do(req)
			if err != nil || res.StatusCode != http.StatusOK {
				h.t.Fatal(err, res)
			}
			h.t.(*testing.T).Cleanup(func() { res.Body.Close() })
			s.streams[i][k] = bufio.NewReaderSize(res.Body, 1<<20)
		}
	}
	return s
}

func (s *spies) request(seat int, path, accept, fragment string) *http.Request {
	req, err := http.NewRequest("GET", s.h.URL+path, nil)
	if err != nil {
		s.h.t.Fatal(err)
	}
	req.Header.Set("Accept", accept)
	req.Header.Set("Accept-Language", "en")
	req.Header.Set("Cookie", seatCookie+s.id+"="+s.tok[seat])
	if fragment != "" {
		req.Header.Set("Banco-Fragment", fragment)
	}
	return req
}

// frame reads a stream up to the event of a sequence.
func (s *spies) frame(seat, kind, seq int) string {
	s.h.t.Helper()
	newest := &s.last[seat][kind]
	if data, ok := strings.CutPrefix(*newest, itoa(seq)+" "); ok {
		return data
	}
	var data strings.Builder
	at := ""
	for {
		line, err := s.streams[seat][kind].ReadString('\n')
		if err != nil {
			s.h.t.Fatalf("seat %d's stream broke off: %v", seat, err)
		}
		line = strings.TrimSuffix(line, "\n")
		if v, ok := strings.CutPrefix(line, "id: "); ok {
			at = v
		}
		if v, ok := strings.CutPrefix(line, "data: "); ok {
			data.WriteString(v)
			data.WriteByte('\n')
		}
		if line == "" && data.Len() > 0 {
			s.search(seat, data.String()) // what was skipped counts too
			*newest = at + " " + strings.TrimSuffix(data.String(), "\n")
			if at == itoa(seq) {
				return strings.TrimSuffix(data.String(), "\n")
			}
			data.Reset()
		}
	}
}

// search looks for planted dice of the other side.
func (s *spies) search(seat int, bytes string) {
	s.h.t.Helper()
	text := html.UnescapeString(tags.ReplaceAllString(bytes, " "))
	for _, b := range []string{bytes, text} {
		if found := strangers[seat].FindString(b); found != "" {
			s.h.t.Fatalf("seat %d was sent dice of the other: %q", seat, found)
		}
	}
	if strangers[1-seat].MatchString(text) {
		s.own++
	}
	if inWords.MatchString(text) {
		s.words++
	}
}

// look compares everything that each seat is sent now with what it would be
// sent if the dice that it may not see had fallen otherwise: pages, parts of
// pages, JSON, both event streams, byte for byte.
func (s *spies) look() {
	s.h.t.Helper()
	for seat := range s.tok {
		snap, err := s.h.tables.Look(s.h.t.Context(), s.id, s.tok[seat])
		if err != nil {
			s.h.t.Fatal(err)
		}
		if snap.Stage != table.Playing {
			return // everything is open, or nothing was rolled
		}
		view := snap.View.(*klang.View)
		twin := view.Determinize(s.rng)
		if a, b := fmt.Sprint(mustJSON(s.h.t, twin)), fmt.Sprint(mustJSON(s.h.t, view.Determinize(s.rng))); a != b {
			s.told++
		}
		shadow := s.shadow(*snap, twin)
		for _, form := range []struct{ accept, fragment string }{{"application/json", ""}, {"text/html", ""}, {"text/html", "match"}} {
			req := s.request(seat, "/matches/"+s.id, form.accept, form.fragment)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				s.h.t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			res.Body.Close()
			got := string(body)
			s.search(seat, got)
			w := httptest.NewRecorder()
			again := req.Clone(s.h.t.Context())
			again.RequestURI, again.Host = req.URL.Path, req.URL.Host
			shadow.ServeHTTP(w, again)
			if want := w.Body.String(); res.StatusCode != http.StatusOK || want != got {
				s.h.t.Fatalf("step %d: seat %d can tell hidden dice apart by %s%s (%d): %s", s.steps, seat, form.accept, form.fragment, res.StatusCode, firstDifference(want, got))
			}
		}
		for kind, query := range []string{"", "?as=json"} {
			got := s.frame(seat, kind, snap.Seq)
			req := s.request(seat, "/matches/"+s.id+"/events"+query, "text/event-stream", "")
			req.Host = req.URL.Host
			page := shadow.page(req)
			page.Here = "/matches/" + s.id
			again := *snap
			again.View = twin.View(game.Seat(seat), nil)
			want, err := shadow.frames(req, page)(&again)
			if err != nil {
				s.h.t.Fatal(err)
			}
			if string(want) != got {
				s.h.t.Fatalf("step %d: seat %d can tell hidden dice apart by its stream%s: %s", s.steps, seat, query, firstDifference(string(want), got))
			}
		}
	}
	s.steps++
}

// shadow is a server that has nothing but a twin of the match.
func (s *spies) shadow(snap table.Snapshot, twin game.State) *Server {
	if s.mirror == nil {
		s.mirror = &frozen{}
		cfg := s.h.web.cfg
		cfg.Tables = s.mirror
		srv, err := New(cfg)
		if err != nil {
			s.h.t.Fatal(err)
		}
		s.server = srv
	}
	*s.mirror = frozen{snap: snap, see: func() game.View { return twin.View(snap.Seat, nil) }}
	return s.server
}

// done checks that the spies saw something, so that their silence means
// something.
func (s *spies) done(steps int) {
	s.h.t.Helper()
	if s.steps < steps || s.told < s.steps/2 || s.own < s.steps/2 || s.words == 0 {
		s.h.t.Errorf("%d steps, hidden dice in %d, own dice found %d times: the canaries show too little", s.steps, s.told, s.own)
	}
}

func mustJSON(t testing.TB, v json.Marshaler) string {
	t.Helper()
	data, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, i-80):min(len(s), i+80)] }
	return fmt.Sprintf("at byte %d\n%s\n%s", i, cut(a), cut(b))
}

// TestK09_CanariesAtEveryStep plays two rounds with planted dice and looks, at
// every step, for a trace of the other side's dice in every byte that a seat is
// sent. TestTwoBrowsersPlayAMatch does so for a whole match.
func TestK09_CanariesAtEveryStep(t *testing.T) {
	start := time.Now()
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	id, tok := h.table(`{"rounds":2}`)
	spies := h.spyOn(id, tok)
	h.playOn(id, tok, spies)
	spies.done(40)
	t.Logf("%d steps in %v", spies.steps, time.Since(start))
}
