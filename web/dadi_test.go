package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/games/dadi"
	"banco/table"
	"banco/web/ui"
)

// TestDadiByForms plays whole matches of Guerra di Dadi by whatever links and
// forms the pages offer, without scripts, in both languages: each must be taken,
// every kind of action comes up, and every reason not to fire is said in words.
func TestDadiByForms(t *testing.T) {
	h := openWith(t, []game.Game{dadi.New()}, nil)
	words := catalog(t, dadi.New())
	rng := rand.New(rand.NewPCG(11, 4))
	sent, said := map[string]int{}, map[string]int{}
	whys := []string{"web.dadi.why.another_height", "web.dadi.why.hidden"}
	missing := func() []string {
		var list []string
		for _, kind := range []string{"lay", "pass", "place", "move", "fire", "reserve", "decline", "end"} {
			if sent[kind] == 0 {
				list = append(list, kind)
			}
		}
		for _, why := range whys {
			if said[why] == 0 {
				list = append(list, why)
			}
		}
		return list
	}
	for n := 0; n < 20 && (n < 2 || len(missing()) > 0); n++ {
		seats := 2 + n%2
		lang := []string{"it", "en"}[n%2]
		// Who fires far has somebody hidden from it more often.
		id, tok := h.sit("dadi", `{"round_limit":25,"scenery_each":3,"army":[[3,20],[6,20],[4,20],[3,20],[2,20],[5,20]]}`, seats)
		over := false
		for range 4000 {
			seat, _ := h.acting(id, tok)
			if seat < 0 {
				over = true
				break
			}
			step(t, h, lang, id, tok[seat], rng, sent, func(page string) {
				for _, why := range whys {
					if strings.Contains(page, words.Printer(lang).Text(game.Msg(why))) {
						said[why]++
					}
				}
			})
		}
		if !over {
			t.Fatal("the match does not end")
		}
	}
	if list := missing(); len(list) > 0 {
		t.Errorf("never came up: %v (sent %v, said %v)", list, sent, said)
	}
	t.Logf("sent %v, said %v", sent, said)
}

// step follows links of the hand until a form is sent.
func step(t *testing.T, h *house, lang, id, token string, rng *rand.Rand, sent map[string]int, look func(page string)) {
	t.Helper()
	cookie := seatCookie + id + "=" + token + "; " + langCookie + "=" + lang
	path := "/matches/" + id
	for range 15 {
		res, page := h.call(nil, "GET", path, nil, "Cookie", cookie, "Accept", "text/html")
		if res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", path, res.StatusCode, page)
		}
		look(page)
		hand := h.read(page, "hand")
		if len(hand.forms) > 0 && (len(hand.links) == 0 || rng.IntN(2) == 0) {
			f := hand.forms[rng.IntN(len(hand.forms))]
			form := f.fill(rng)
			if f.kind() == "move" && len(f.radios["at"]) == 0 && form.Get("x") == "" {
				continue // nowhere to go
			}
			still := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			res, body := h.call(still, "POST", f.action, form, "Cookie", cookie)
			if res.StatusCode == http.StatusSeeOther {
				sent[f.kind()]++
				return
			}
			// Only an object that was turned where there is no room may be refused,
			// and then it says why.
			if f.kind() != "lay" || res.StatusCode != http.StatusUnprocessableEntity && res.StatusCode != http.StatusConflict || !strings.Contains(body, `class="refusal"`) {
				t.Fatalf("%s %v: %d %s", f.action, form, res.StatusCode, body)
			}
			path = "/matches/" + id
			continue
		}
		if len(hand.links) == 0 {
			t.Fatalf("%s leads nowhere", path)
		}
		path = hand.links[rng.IntN(len(hand.links))]
		if strings.Contains(path, "do=end") && rng.IntN(3) > 0 {
			path = "/matches/" + id
		}
		for _, link := range hand.links {
			if strings.Contains(link, "do=fire") && rng.IntN(3) == 0 {
				path = link
			}
		}
	}
}

// TestDadiTapsAnywhere: whatever the address says, the page stands and says what
// is allowed.
func TestDadiTapsAnywhere(t *testing.T) {
	h := openWith(t, []game.Game{dadi.New()}, nil)
	id, tok := h.sit("dadi", `{"scenery":"auto"}`, 2)
	rng := rand.New(rand.NewPCG(2, 2))
	seat, _ := h.playUntil(id, tok, rng, nil, func(_ int, m seen) bool { return phase(m) == "turn" })
	for _, query := range []string{
		"do=move", "do=move&x=-5&y=3", "do=move&x=99999999999999999999&y=1", "do=move&x=1&y=1", "do=fire&target=0", "do=fire&target=99",
		"do=fire&target=-1", "do=fight&target=7", "do=lay&object=book", "do=lay&object=piano&turn=400", "do=place&soldier=9", "do=arrive&x=5&y=5",
		"do=end", "do=nonsense", "at=%zz&do=move", "cx=12,5&cy=3.25&do=move", "soldier=4", "do=decline",
	} {
		for i, token := range tok {
			page := h.paper(id, token, "/matches/"+id+"?"+query)
			if i == seat && !strings.Contains(page, `do=end`) && !strings.Contains(page, `<a class="button" href="/matches/`+id+`"`) {
				t.Errorf("?%s: nothing can be done", query)
			}
		}
	}
	for _, form := range []url.Values{
		{"type": {"move"}, "x": {"-1"}, "y": {"1"}}, {"type": {"move"}}, {"type": {"fire"}, "target": {"x"}}, {"type": {"dance"}}, {},
	} {
		form.Set("seq", itoa(h.look(id, tok[seat]).Seq))
		res, body := h.call(nil, "POST", "/matches/"+id+"/actions", form, "Cookie", seatCookie+id+"="+tok[seat])
		if res.StatusCode < 400 || res.StatusCode >= 500 || !strings.Contains(body, "refusal") {
			t.Errorf("%v: %d", form, res.StatusCode)
		}
	}
}

// BenchmarkDadiPage draws the page of the one whose turn it is, six armies on
// the table.
func BenchmarkDadiPage(b *testing.B) {
	cfg, err := dadi.New().Configure(nil, 6)
	if err != nil {
		b.Fatal(err)
	}
	rng, src := rand.New(rand.NewPCG(3, 7)), dice.NewFast(3, 9)
	s := cfg.Start(src, nil)
	turn := func(s game.State) bool {
		v := s.View(s.ToAct().First(), nil).(*dadi.View)
		return v.Round == 4 && v.Phase == dadi.PhaseTurn && !v.Moved
	}
	for !turn(s) {
		seat := s.ToAct().First()
		if err := s.Apply(seat, s.View(seat, nil).Sample(rng), src, nil); err != nil {
			b.Fatal(err)
		}
	}
	seat := s.ToAct().First()
	snap := snapshotOf(s, seat)
	snap.Game, snap.Rules = "dadi", "dadi/1"
	for i := 2; i < 6; i++ {
		snap.Players = append(snap.Players, table.Player{Seat: game.Seat(i), Kind: "bot", Level: "greedy", Taken: true})
	}
	srv, err := New(Config{Tables: frozen{snap: snap}, Games: func() []game.Game { return []game.Game{dadi.New()} }, Catalog: catalog(b, dadi.New())})
	if err != nil {
		b.Fatal(err)
	}
	srv.cfg.Catalog.Missing = nil
	r := httptest.NewRequest("GET", "/matches/m", nil)
	page := srv.page(r)
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		snap.View = s.View(seat, nil)
		m := &ui.Match{Snapshot: &snap}
		w := &counter{}
		if err := matchPage(page, m, srv.fragment(r, page, m)).Render(context.Background(), w); err != nil {
			b.Fatal(err)
		}
		size = w.n
	}
	b.ReportMetric(float64(size), "bytes/page")
}
