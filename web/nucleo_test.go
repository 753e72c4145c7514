package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/dice"
	"banco/game"
	"banco/games/nucleo"
	"banco/table"
	"banco/web/ui"
)

// nucleoFields are the fields of the forms that hold an action's number.
var nucleoFields = []string{"leader", "card", "hex", "to", "at", "side", "player"}

// isFor tells whether a form does just this, but for the item.
func (f *leafletForm) isFor(a *nucleo.Action) bool {
	if f.kind() != a.Type() {
		return false
	}
	for _, field := range nucleoFields {
		if got := f.fields.Get(field); got != "" {
			return got == fmt.Sprint(a.N)
		}
	}
	return true
}

// byPage does an action as somebody without scripts does it: it follows links of
// the hand to the form that does it, and sends that.
func (d *defenders) byPage(lang string, seat int, a *nucleo.Action) (page string) {
	d.t.Helper()
	cookie := seatCookie + d.id + "=" + d.tok[seat] + "; " + langCookie + "=" + lang
	path := "/matches/" + d.id
	for range 4 {
		res, body := d.call(nil, "GET", path, nil, "Cookie", cookie, "Accept", "text/html")
		if res.StatusCode != http.StatusOK {
			d.t.Fatalf("%s: %d %s", path, res.StatusCode, body)
		}
		if page == "" {
			page = body
		}
		hand := d.read(body, "hand")
		for i := range hand.forms {
			f := &hand.forms[i]
			if !f.isFor(a) {
				continue
			}
			form := f.fill(d.rng)
			whole := body[strings.Index(body, `id="`+f.id+`"`):]
			whole = whole[:strings.Index(whole, "</form>")]
			if a.Item {
				if !strings.Contains(whole, `name="item"`) {
					d.t.Fatalf("%s: no way to do %v with an item", path, a)
				}
				form.Set("item", "true")
			} else if !strings.Contains(whole, `type="submit"`) || strings.Count(whole, `type="submit"`) == strings.Count(whole, `name="item"`) {
				d.t.Fatalf("%s: no way to do %v for a point", path, a)
			}
			if a.Kind == nucleo.ActSay {
				form.Set("text", "Ciao! <b>Wait</b> & see")
			}
			d.send(d.id, d.tok[seat], f.action, form)
			return page
		}
		next := ""
		for _, link := range hand.links {
			q, _ := url.Parse(link)
			if q.Query().Get("do") != a.Type() || link == path {
				continue
			}
			number := ""
			for _, field := range nucleoFields {
				number += q.Query().Get(field)
			}
			if number == fmt.Sprint(a.N) || number == "" && next == "" {
				next = link
			}
		}
		if next == "" {
			d.t.Fatalf("%s leads nowhere to %+v: %q %v", path, *a, hand.links, hand.forms)
		}
		path = next
	}
	d.t.Fatalf("no form for %+v", *a)
	return ""
}

var shutJob = regexp.MustCompile(`class="[^"]*job-shut[^"]*"[^>]*title="([^"]*)"`)

// TestNucleoByForms plays matches of one to four seats by the links and forms that
// the pages offer, without scripts, in both languages: what a sensible player
// would do and what is merely legal. Every kind of action comes up, and whatever
// cannot be done is said to be so in words.
func TestNucleoByForms(t *testing.T) {
	long(t)
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	sent := map[string]int{}
	kinds := []string{"take", "leave", "start", "pick", "lay", "move", "camp", "regroup", "heal", "clean", "destroy", "breach", "rewild",
		"reinforce", "bread", "end", "habitats", "help", "point", "say", "hush", "move item", "heal item", "clean item", "destroy item", "breach item"}
	missing := func() (list []string) {
		for _, k := range kinds {
			if sent[k] == 0 {
				list = append(list, k)
			}
		}
		return list
	}
	whys := map[string]bool{}
	for n := 0; n < 4 || n < 12 && len(missing()) > 0; n++ {
		seats := 1 + n%4
		lang := []string{"it", "en"}[n/2%2]
		options := []string{`{"round_limit":7,"factions":4,"draft":"on"}`, `{"round_limit":9,"factions":4}`, `{"round_limit":6,"free_chat":"on"}`, `{"round_limit":9,"difficulty":2}`}[n%4]
		d := h.defend(options, seats)
		d.rng = rand.New(rand.NewPCG(uint64(n), 5))
		over := false
		for range 1500 {
			seat, v := d.next()
			if seat < 0 {
				over = true
				break
			}
			if v.Phase == nucleo.PhaseAct && seats > 1 && d.rng.IntN(8) == 0 { // somebody else says something
				seat = d.rng.IntN(seats)
				if v, _ = d.sees(seat); !v.Mine() {
					continue
				}
			}
			a := v.Advise(d.rng).(*nucleo.Action)
			if list := v.Actions(); d.rng.IntN(3) == 0 || v.Phase == nucleo.PhaseAct && !v.Acting() {
				rare := slices.IndexFunc(list, func(b game.Action) bool { return sent[nameOf(b.(*nucleo.Action))] == 0 })
				a = list[max(rare, 0)].(*nucleo.Action)
				if rare < 0 {
					a = list[d.rng.IntN(len(list))].(*nucleo.Action)
				}
				if a.Kind == nucleo.ActEnd && v.Points > 0 {
					continue // sensible players end early enough
				}
			}
			page := d.byPage(lang, seat, a)
			sent[nameOf(a)]++
			for _, m := range shutJob.FindAllStringSubmatch(page, -1) {
				if whys[m[1]] = true; m[1] == "" {
					t.Fatal("something cannot be done, and nobody says why")
				}
			}
		}
		if !over {
			t.Fatal("the match does not end")
		}
		page := h.paper(d.id, d.tok[0], "/matches/"+d.id)
		if !strings.Contains(page, `class="block why-over`) {
			t.Error("nothing says why it ended")
		}
	}
	if list := missing(); len(list) > 0 {
		t.Errorf("never came up: %v (sent %v)", list, sent)
	}
	t.Logf("sent %v; %d reasons", sent, len(whys))
}

func nameOf(a *nucleo.Action) string {
	if a.Item {
		return a.Type() + " item"
	}
	return a.Type()
}

var taleStep = regexp.MustCompile(`(?s)<li class="tale-step.*?</li>`)

// stepsOf are the steps of the tale on a page, in words and with their numbers.
func stepsOf(page string) (list []string) {
	for _, step := range taleStep.FindAllString(page, -1) {
		list = append(list, strings.Join(strings.Fields(tags.ReplaceAllString(step, " ")), " "))
	}
	return list
}

// TestNucleoTheMachinesLastCardCanBeSeenAgain: what the machine's card did can be
// followed step by step until the next one is drawn, whatever else happens
// meanwhile: by a link, for everybody, with the steps on the map.
func TestNucleoTheMachinesLastCardCanBeSeenAgain(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{"difficulty":3}`, 3)
	again := "/matches/" + d.id + "?again=card"
	if page := h.paper(d.id, "", again); strings.Contains(page, `id="again"`) {
		t.Error("before the first card there is one")
	}
	followed := 0
	for followed < 4 {
		seat, v := d.next()
		if seat < 0 {
			break
		}
		a := v.Advise(d.rng)
		fresh := v.Phase == nucleo.PhaseAct && a.Type() != "end" && slices.ContainsFunc(v.LastDeeds(), func(deed nucleo.Deed) bool { return deed.Kind == nucleo.DeedDrew })
		var told []string
		watcher := h.paper(d.id, "", "/matches/"+d.id)
		if fresh {
			told = stepsOf(watcher)
			if !strings.Contains(watcher, `id="again"`) {
				t.Error("the card that was just drawn cannot be looked at by itself")
			}
		}
		d.does(seat, a)
		if now, _ := d.sees(seat); !fresh || now.Phase != nucleo.PhaseAct || len(now.LastDeeds()) == 0 || a.Type() == "habitats" || a.Type() == "hush" {
			continue
		}
		for _, token := range []string{"", d.tok[0], d.tok[1], d.tok[2]} {
			if page := h.paper(d.id, token, "/matches/"+d.id); !strings.Contains(page, `id="again"`) {
				t.Fatal("the card is gone")
			}
			page := h.paper(d.id, token, again)
			steps := stepsOf(page)
			// After the card came what is none of it: whose turn began.
			if len(steps) == 0 || len(steps) > len(told) || !slices.Equal(steps, told[:len(steps)]) || len(told)-len(steps) > 2 {
				t.Fatalf("the card did\n%q\nand again\n%q", told, steps)
			}
			if strings.Count(page, `class="step-mark`) != marksIn(steps) {
				t.Errorf("not every step is on the map: %q", steps)
			}
		}
		followed++
	}
	if followed < 4 {
		t.Errorf("followed %d cards", followed)
	}
}

// marksIn is how many of a tale's steps have a number, and so a place on the map.
func marksIn(steps []string) (n int) {
	for _, s := range steps {
		if s[0] >= '0' && s[0] <= '9' {
			n++
		}
	}
	return n
}

// TestNucleoRefusals: what cannot be done is refused in a sentence where it was
// tried, and nothing changes.
func TestNucleoRefusals(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{}`, 2)
	seat, v := d.until(func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhaseAct && v.Round == 3 })
	for _, form := range []url.Values{
		{"type": {"move"}, "to": {"0"}}, {"type": {"move"}, "to": {"99"}}, {"type": {"move"}, "to": {"north"}}, {"type": {"move"}},
		{"type": {"camp"}, "item": {"true"}}, {"type": {"regroup"}, "to": {"0"}}, {"type": {"destroy"}, "at": {"55"}}, {"type": {"breach"}, "side": {"9"}},
		{"type": {"rewild"}}, {"type": {"reinforce"}, "card": {"71"}}, {"type": {"pick"}, "card": {"1"}}, {"type": {"lay"}}, {"type": {"take"}, "leader": {"1"}},
		{"type": {"say"}, "text": {"I hold two forests"}}, {"type": {"point"}, "hex": {"13"}}, {"type": {"habitats"}, "player": {itoa(1 - int(v.Active))}},
		{"type": {"dance"}}, {},
	} {
		_, seq := d.sees(seat)
		form.Set("seq", itoa(seq))
		res, body := h.call(nil, "POST", "/matches/"+d.id+"/actions", form, "Cookie", seatCookie+d.id+"="+d.tok[seat])
		if res.StatusCode < 400 || res.StatusCode >= 500 || !strings.Contains(body, `class="refusal"`) {
			t.Errorf("%v: %d", form, res.StatusCode)
		}
		if _, now := d.sees(seat); now != seq {
			t.Errorf("%v changed something", form)
		}
	}
	other := 1 - seat
	_, seq := d.sees(other)
	res, body := h.call(nil, "POST", "/matches/"+d.id+"/actions", url.Values{"type": {"end"}, "seq": {itoa(seq)}}, "Cookie", seatCookie+d.id+"="+d.tok[other])
	if res.StatusCode < 400 || !strings.Contains(body, `class="refusal"`) {
		t.Errorf("out of turn: %d", res.StatusCode)
	}
}

// TestNucleoAnyAddress: whatever the address says, in whatever phase, the page
// stands.
func TestNucleoAnyAddress(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{"free_chat":"on"}`, 2)
	for _, phase := range []nucleo.Phase{nucleo.PhaseLeader, nucleo.PhaseStart, nucleo.PhasePlan, nucleo.PhaseAct, nucleo.PhaseOver} {
		d.until(func(_ int, v *nucleo.View) bool { return v.Phase == phase && v.Phase != nucleo.PhaseOver })
		for _, query := range []string{
			"", "do=move", "do=move&to=0", "do=move&to=55", "do=move&to=-4", "do=move&to=x", "do=camp", "do=regroup", "do=regroup&to=3", "do=heal", "do=clean&item=1",
			"do=destroy&at=12", "do=destroy&at=70", "do=breach&side=0", "do=breach&side=60", "do=rewild", "do=reinforce", "do=reinforce&card=71", "do=bread", "do=end",
			"do=point", "do=point&hex=4", "do=point&hex=40", "do=say", "do=take&leader=5", "do=start&hex=2", "do=start&hex=66", "do=pick&card=3", "do=lay", "do=dance",
			"forecast=automata", "forecast=factories&step=2", "forecast=mechs&step=-1", "forecast=reboot", "forecast=30", "forecast=33", "forecast=34", "forecast=-1", "forecast=x", "again=card", "again=card&step=2", "again=x", "again=card&forecast=mechs", "step=99", "step=x", "news=all",
		} {
			for _, token := range []string{d.tok[0], d.tok[1], ""} {
				page := h.paper(d.id, token, "/matches/"+d.id+"?"+query)
				if !strings.Contains(page, `id="words-12"`) {
					t.Errorf("%v ?%s: no board", phase, query)
				}
			}
		}
	}
}

// TestNucleoInWords: what the drawing shows of every hex stands in words too.
func TestNucleoInWords(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{}`, 3)
	words := catalog(t, nucleo.New())
	d.until(func(_ int, v *nucleo.View) bool { return v.Round == 5 })
	for {
		v, _ := d.sees(0)
		if v.Phase == nucleo.PhaseOver {
			break
		}
		for _, lang := range []string{"it", "en"} {
			say := words.Printer(lang)
			_, page := h.call(nil, "GET", "/matches/"+d.id, nil, "Accept", "text/html", "Cookie", langCookie+"="+lang)
			for i, c := range v.Cells() {
				at := strings.Index(page, `id="words-`+itoa(i)+`"`)
				text := page[at:]
				text = tags.ReplaceAllString(text[:strings.Index(text, "</ul></li>")], " ")
				text = strings.ReplaceAll(text, "&#39;", "'")
				has := func(key string, args ...any) {
					if w := say.Text(game.Msg(key, args...)); !strings.Contains(text, w) {
						t.Fatalf("%s: %q is not said of hex %d: %s", lang, w, i, text)
					}
				}
				if c.Hunters > 0 {
					has("web.nucleo.words.hunters", c.Hunters)
				}
				if c.Snipers > 0 {
					has("web.nucleo.words.snipers", c.Snipers)
				}
				if c.Pollution > 0 {
					has("web.nucleo.words.pollution", c.Pollution)
				}
				if c.Toxic {
					has("web.nucleo.words.toxic")
				}
				if c.Isolated {
					has("web.nucleo.words.isolated")
				}
				for _, p := range c.Camps {
					has("web.nucleo.words.camp", v.PlayerWord(p))
				}
				for _, p := range c.Leaders {
					has("web.nucleo.words.leader", v.PlayerWord(p))
				}
				walls := 0
				for _, s := range c.Sides {
					if s.Wall != nucleo.Open {
						walls++
					}
				}
				if n := strings.Count(text, ", "+say.Text(game.Msg("nucleo.wall.whole"))) + map[string]int{"it": 0, "en": strings.Count(text, ", "+say.Text(game.Msg("nucleo.wall.breach")))}[lang]; n != walls {
					t.Fatalf("%s: %d walls of hex %d in words, %d there: %s", lang, n, i, walls, text)
				}
			}
		}
		round := v.Round
		d.until(func(_ int, v *nucleo.View) bool { return v.Round > round })
	}
}

// TestNucleoWithBots: one person with bots for company plays to the end; nobody
// waits for a bot that could still talk.
func TestNucleoWithBots(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	res, body := h.call(nil, "POST", "/matches", []byte(`{"game":"nucleo","options":{"round_limit":4},"seats":[{"kind":"human"},{"kind":"bot","level":"greedy"},{"kind":"bot","level":"random"}]}`))
	if res.StatusCode != http.StatusCreated {
		t.Fatal(body)
	}
	var made createdJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil {
		t.Fatal(err)
	}
	_, body = h.call(nil, "POST", "/matches/"+made.ID+"/seats/0", map[string]string{"name": "Ada", "client_seed": "a"}, "Authorization", "Bearer "+made.Seats[0].Invite)
	var got struct{ Token string }
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	d := &defenders{h, made.ID, []string{got.Token}, rand.New(rand.NewPCG(1, 1))}
	for start := time.Now(); time.Since(start) < 40*time.Second; {
		v, _ := d.sees(0)
		if v.Phase == nucleo.PhaseOver {
			return
		}
		if v.Turn() == 0 || v.Turn() == game.Watcher && v.Mine() {
			d.does(0, v.Advise(d.rng))
			continue
		}
		time.Sleep(3 * time.Millisecond)
	}
	t.Fatal("it does not end")
}

// TestNucleoOnOnePhone: two people who share a phone plan on it one after the
// other; between the hands it shows nobody's cards, and while one acts it stays
// with that one, though the other may talk.
func TestNucleoOnOnePhone(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{}`, 2)
	d.until(func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan })
	shows := func(held string) string {
		cookie := handsCookie + d.id + "=0." + d.tok[0] + "_1." + d.tok[1]
		if held != "" {
			cookie += "; " + handCookie + d.id + "=" + held
		}
		_, page := h.call(nil, "GET", "/matches/"+d.id, nil, "Cookie", cookie, "Accept", "text/html")
		return page
	}
	cards := func(page string) bool { return strings.Contains(page, `class="card-row"`) }
	if cards(shows("")) || !cards(shows("0.0")) {
		t.Error("in nobody's hand there are cards, or in a hand there are none")
	}
	v, _ := d.sees(0)
	d.does(0, nucleo.Pick(v.HandOf(0)[0]))
	if !cards(shows("0.0")) {
		t.Error("the phone leaves the hand of one who has not laid yet")
	}
	d.does(0, nucleo.Lay())
	if page := shows("0.0"); cards(page) || !strings.Contains(page, "Bruno") {
		t.Error("the phone stays with one who has laid")
	}
	v, _ = d.sees(1)
	d.does(1, nucleo.Pick(v.HandOf(1)[0]))
	d.does(1, nucleo.Lay())
	v, _ = d.sees(0)
	active := int(v.Turn())
	if page := shows(itoa(active) + ".0"); !strings.Contains(page, `do=end`) {
		t.Error("who acts does not hold the phone")
	}
	if page := shows(itoa(1-active) + ".0"); strings.Contains(page, `class="lines"`) || cards(page) {
		t.Error("the phone stays with one who could only talk")
	}
}

// TestABotPlaysOnInNucleo: a seat goes to a bot while all plan, and while its own
// turn is on; its owner comes back in the middle of another planning, and goes
// again; the match goes on to its end.
func TestABotPlaysOnInNucleo(t *testing.T) {
	t.Parallel()
	for _, phase := range []nucleo.Phase{nucleo.PhaseLeader, nucleo.PhasePlan, nucleo.PhaseAct} {
		h := openWith(t, []game.Game{nucleo.New()}, nil)
		d := h.defend(`{"round_limit":2}`, 2)
		d.until(func(seat int, v *nucleo.View) bool {
			return v.Phase == phase && (seat == 1 || phase == nucleo.PhasePlan)
		})
		hands := func(to, name string) {
			t.Helper()
			body := map[string]any{"id": name, "level": "greedy"}
			if to == "back" {
				body = map[string]any{"id": name}
			}
			if status, body := h.postJSON("/matches/"+d.id+"/seats/1/"+to, d.tok[1], body); status != http.StatusOK {
				t.Fatal(status, body)
			}
		}
		hands("bot", "go")
		over, came := false, false
		for start := time.Now(); !over && time.Since(start) < 30*time.Second; {
			v, _ := d.sees(0)
			over = v.Phase == nucleo.PhaseOver
			if v.Phase == nucleo.PhasePlan && v.Round == 2 && !came {
				came = true
				hands("back", "come")
				own, _ := d.sees(1)
				if own.Seat() != 1 || len(own.HandOf(1)) != 3 {
					t.Errorf("who came back sees as seat %d the hand %v", own.Seat(), own.HandOf(1))
				}
				if own.Mine() {
					d.does(1, own.Advise(d.rng))
				}
				hands("bot", "go again")
			}
			if v.Turn() == 0 || v.Turn() == game.Watcher && v.Mine() {
				d.does(0, v.Advise(d.rng))
				continue
			}
			time.Sleep(2 * time.Millisecond)
		}
		if !over {
			t.Fatalf("given away in %v, the match does not end", phase)
		}
		rec, err := h.tables.Record(t.Context(), d.id, "")
		if err == nil {
			err = table.Verify(rec, func(string) (game.Game, bool) { return nucleo.New(), true })
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkNucleoPage draws the page of the one whose turn it is, late in a match
// of four.
func BenchmarkNucleoPage(b *testing.B) {
	cfg, err := nucleo.New().Configure(nil, 4)
	if err != nil {
		b.Fatal(err)
	}
	rng, src := rand.New(rand.NewPCG(3, 7)), dice.NewFast(3, 9)
	s := cfg.Start(src, nil)
	for {
		v := s.View(s.ToAct().First(), nil).(*nucleo.View)
		seat := v.Turn()
		if seat == game.Watcher {
			seat = s.ToAct().First()
		}
		v = s.View(seat, nil).(*nucleo.View)
		if v.Round == 5 && v.Acting() && len(v.LastDeeds()) > 3 {
			break
		}
		if err := s.Apply(seat, v.Advise(rng), src, nil); err != nil {
			b.Fatal(err)
		}
	}
	seat := s.View(0, nil).(*nucleo.View).Turn()
	snap := snapshotOf(s, seat)
	snap.Game, snap.Rules = "nucleo", "nucleo/1"
	for i := 2; i < 4; i++ {
		snap.Players = append(snap.Players, table.Player{Seat: game.Seat(i), Kind: "bot", Level: "greedy", Taken: true})
	}
	srv, err := New(Config{Tables: frozen{snap: snap}, Games: func() []game.Game { return []game.Game{nucleo.New()} }, Catalog: catalog(b, nucleo.New())})
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

// TestNucleoCreatePageCampCost: the cost of a camp is an empty field that says
// what it stands for, and then follows from the factions; a number in it stays,
// 0 too, and is said to be another rule.
func TestNucleoCreatePageCampCost(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	_, page := h.call(h.browser(), "GET", "/new/nucleo", nil, "Accept-Language", "en")
	form := formOf(page)
	if got, there := form["opt.camp_cost"]; !there || got[0] != "" || strings.Contains(page, "null") || !strings.Contains(page, "4 with two factions, 3 with three, 2 with four") {
		t.Errorf("the field holds %q", got)
	}
	for _, test := range []struct {
		people         int
		factions, cost string
		said           string
	}{
		{1, "0", "", ""}, {2, "0", "", ""}, {4, "0", "", ""}, {2, "4", "", "Factions in play"}, {3, "0", "0", "Cost of a camp"},
	} {
		for i := range 4 {
			form.Set("seat."+itoa(i), map[bool]string{true: "human", false: "none"}[i < test.people])
		}
		form.Set("opt.factions", test.factions)
		form.Set("opt.camp_cost", test.cost)
		c := h.browser()
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		res, body := h.call(c, "POST", "/matches", form)
		if res.StatusCode != http.StatusSeeOther {
			t.Fatalf("%+v: %d %s", test, res.StatusCode, body)
		}
		_, page := h.call(h.browser(), "GET", res.Header.Get("Location"), nil, "Accept-Language", "en")
		if usual := strings.Contains(page, "The rules are the usual ones."); usual != (test.said == "") {
			t.Errorf("%+v: the rules are the usual ones: %v", test, usual)
		}
		if !strings.Contains(page, test.said) || test.said != "Cost of a camp" && strings.Contains(page, "Cost of a camp") {
			t.Errorf("%+v: what differs is not said", test)
		}
	}
}
