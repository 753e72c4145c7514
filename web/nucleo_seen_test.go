package web

import (
	"regexp"
	"strings"
	"testing"

	"banco/game"
	"banco/games/nucleo"

	"github.com/chromedp/chromedp"
)

// TestNucleoAllCanBeSeen: on a wide page every block beside the map can be scrolled
// into view while somebody acts; on a phone the button that does what was chosen
// stands in sight without scrolling, and so does the machine's last card.
func TestNucleoAllCanBeSeen(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	ctx := chrome(t)
	var d *defenders
	seat := -1
	for seat < 0 { // the dice are the server's own
		d = h.defend(`{}`, 4)
		seat, _ = d.until(func(_ int, v *nucleo.View) bool {
			return v.Phase == nucleo.PhaseAct && v.Round == 3 && strings.Contains(string(mustActions(v)), "move")
		})
	}
	path := h.URL + "/matches/" + d.id
	page := tab(t, ctx, path, "document.cookie='"+seatCookie+d.id+"="+d.tok[seat]+";path=/matches/"+d.id+"';document.cookie='"+langCookie+"=it;path=/'")
	visit := func(width, height int64, query string) {
		t.Helper()
		if err := chromedp.Do(page, chromedp.EmulateViewport(width, height), chromedp.Navigate(path+query)); err != nil {
			t.Fatal(err)
		}
		until(t, page, "a stream", `document.documentElement.classList.contains("live")`)
	}
	// shown tells whether the middle of something lies in the window with nothing over it.
	const shown = `(e => { const r = e.getBoundingClientRect(); const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2); return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth && !!at && (e.contains(at) || at.contains(e) && at.tagName !== "HTML"); })`
	visit(1440, 900, "?do=move")
	for _, block := range []string{"#team h2", "#news h2", "#goals h2", "#machine summary", "#about summary"} {
		if !js[bool](t, page, `(() => { const e = document.querySelector("`+block+`"); e.scrollIntoView({block: "center", behavior: "instant"}); return `+shown+`(e); })()`) {
			t.Errorf("%s cannot be scrolled into view", block)
		}
	}
	v, _ := d.sees(seat)
	to := ""
	for _, a := range v.Actions() {
		if m := a.(*nucleo.Action); m.Kind == nucleo.ActMove && to == "" {
			to = itoa(int(m.N))
		}
	}
	seen := func(what string) {
		t.Helper()
		if !js[bool](t, page, shown+`(document.querySelector("`+what+`"))`) {
			t.Errorf("out of sight: %s at %s", what, js[string](t, page, `JSON.stringify(document.querySelector("`+what+`").getBoundingClientRect())`))
		}
	}
	visit(390, 844, "")
	seen("#again b")
	press(t, page, "#can-"+to, `document.getElementById("form-move")`)
	seen("#form-move .stick .button:last-child")
	visit(390, 844, "?do=move&to="+to)
	seen("#form-move .stick .button:last-child")
	visit(390, 844, "?do=end")
	seen("#form-end .confirm")

	d = h.defend(`{"factions":4}`, 1)
	d.until(func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan })
	for {
		v, _ := d.sees(0)
		a := v.Advise(d.rng)
		if a.Type() == "lay" {
			break
		}
		d.does(0, a)
	}
	path = h.URL + "/matches/" + d.id
	page = tab(t, ctx, path, "document.cookie='"+seatCookie+d.id+"="+d.tok[0]+";path=/matches/"+d.id+"';document.cookie='"+langCookie+"=it;path=/'")
	visit(390, 844, "")
	seen("#form-lay .confirm")
}

func mustActions(v *nucleo.View) (list []byte) {
	for _, a := range v.Actions() {
		list = append(list, a.Type()+" "...)
	}
	return list
}

var harmLine = regexp.MustCompile(`(?s)<li class="harm[ "].*?</li>`)

// TestNucleoDiceAndDeathsAreSeen: what the damage die did stands in the hand of
// everybody until they do something, with who died of it; and before a roll that
// may kill, the page warns.
func TestNucleoDiceAndDeathsAreSeen(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	rolled, died, warned := 0, 0, 0
	for n := 0; n < 12 && (rolled < 3 || died == 0 || warned == 0); n++ {
		d := h.defend(`{"damage_die":[1,2,2,2,2,3],"round_limit":12}`, 2)
		for range 2000 {
			seat, v := d.next()
			if seat < 0 {
				break
			}
			a := v.Advise(d.rng).(*nucleo.Action)
			p := int(v.Active)
			if v.Acting() && v.Exposed(p, nucleo.ActMove) {
				for _, b := range v.Actions() { // away, and under fire
					if m := b.(*nucleo.Action); m.Kind == nucleo.ActMove && !m.Item && d.rng.IntN(2) == 0 {
						a = m
					}
				}
			}
			risky := a.Kind >= nucleo.ActMove && a.Kind <= nucleo.ActRewild && !a.Item && v.Phase == nucleo.PhaseAct && v.Acting() && v.Exposed(p, a.Kind)
			if risky && a.Kind == nucleo.ActMove {
				page := h.paper(d.id, d.tok[seat], "/matches/"+d.id+"?do=move&to="+itoa(int(a.N)))
				deadly := int(v.Players[p].Damage)+3 > v.DamageLimit(p)
				if strings.Contains(page, "deadly") != deadly {
					t.Errorf("damage %d of %d: warned %v", v.Players[p].Damage, v.DamageLimit(p), !deadly)
				}
				if deadly {
					warned++
				}
			}
			d.does(seat, a)
			now, _ := d.sees(seat)
			if now.Phase != nucleo.PhaseAct {
				continue
			}
			rolls, deaths := 0, 0
			for _, deed := range now.LastDeeds() {
				switch deed.Kind {
				case nucleo.DeedRolled:
					rolls++
				case nucleo.DeedDied:
					deaths++
				}
			}
			if rolls == 0 {
				continue
			}
			rolled++
			for _, token := range []string{d.tok[0], d.tok[1], ""} {
				page := h.paper(d.id, token, "/matches/"+d.id)
				lines := harmLine.FindAllString(page[strings.Index(page, `id="hand"`):], -1)
				if len(lines) == 0 || strings.Count(strings.Join(lines, ""), `class="damage-die"`) < rolls {
					t.Fatalf("%d rolls, and the hand tells of %q", rolls, lines)
				}
				last := lines[len(lines)-1]
				if !strings.Contains(last, "damage-die") || strings.Contains(last, "harm-dead") != (deaths > 0) && deaths > 0 {
					t.Errorf("%d died: %s", deaths, last)
				}
			}
			died += deaths
		}
	}
	if rolled < 3 || died == 0 || warned == 0 {
		t.Errorf("rolled %d, died %d, warned %d", rolled, died, warned)
	}
}

var (
	storyTurn = regexp.MustCompile(`(?s)<li class="news-turn[^"]*".*?</ol></li>`)
	storyWho  = regexp.MustCompile(`(?s)<p class="news-who">.*?</p>`)
	storyItem = regexp.MustCompile(`(?s)<li class="news-item".*?</li>`)
	unjoined  = regexp.MustCompile(`.{0,60}\b(su|da|di|a|in) il nucleo.{0,30}`)
)

// TestNucleoTheStorySaysWhoDidIt: what the machine did stands under the machine,
// and what a faction did, rolled or drew under that faction, whoever's action it
// came with; and each has the badge that it has on the map.
func TestNucleoTheStorySaysWhoDidIt(t *testing.T) {
	t.Parallel()
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	d := h.defend(`{}`, 3)
	d.until(func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan && v.Round == 4 })
	page := h.paper(d.id, d.tok[0], "/matches/"+d.id+"?news=all")
	for _, bad := range unjoined.FindAllString(tags.ReplaceAllString(page, ""), -1) {
		t.Errorf("%q is no Italian", bad)
	}
	names := []string{"Ordine", "Consiglio", "Congrega", "Setta"}
	machine, players, drew := 0, 0, 0
	for _, turn := range storyTurn.FindAllString(page[strings.Index(page, `id="news"`):], -1) {
		head := storyWho.FindString(turn)
		who := strings.TrimSpace(tags.ReplaceAllString(head, ""))
		for _, item := range storyItem.FindAllString(turn, -1) {
			text := strings.TrimSpace(tags.ReplaceAllString(item, ""))
			if strings.Contains(text, "La macchina pesca") || strings.Contains(text, "L&#39;automa") {
				machine++
				if who != "La macchina" {
					t.Errorf("under %q: %s", who, text)
				}
				continue
			}
			if who == "La macchina" && strings.Contains(text, ": si muove") {
				t.Errorf("the machine did not: %s", text)
			}
			for _, name := range names {
				if who == "La macchina" || !strings.HasPrefix(text, name+": ") {
					continue
				}
				players++
				if strings.Contains(text, "peschi") {
					drew++
				}
				if !strings.HasPrefix(who, name+" (") || !strings.Contains(head, `class="badge`) {
					t.Errorf("under %q: %s", who, text)
				}
			}
		}
	}
	if machine < 6 || players < 20 || drew < 3 {
		t.Errorf("machine %d, players %d, cards %d", machine, players, drew)
	}
}
