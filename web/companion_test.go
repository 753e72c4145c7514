package web

import (
	"encoding/json"
	"encoding/xml"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"banco/game"
	"banco/games/klang"
	"banco/web/klangpage"
	"banco/web/ui"
)

// A match on a real table, played by the forms and links of its pages alone, as
// somebody without scripts would.

// leaflet is what somebody without scripts can do on a page: follow links, fill
// forms.
type leaflet struct {
	links []string
	forms []leafletForm
}

type leafletForm struct {
	id, action string
	fields     url.Values // what is sent whatever is chosen
	radios     map[string][]string
	on         map[string]string // the radio buttons that come checked
}

// kind is the type of action that the form sends.
func (f *leafletForm) kind() string { return f.fields.Get("type") }

// fill chooses among the radio buttons: what comes checked, or any.
func (f *leafletForm) fill(rng *rand.Rand) url.Values {
	sent := url.Values{}
	for k, v := range f.fields {
		sent[k] = v
	}
	for name, values := range f.radios {
		if on, ok := f.on[name]; ok && rng.IntN(2) == 0 {
			sent.Set(name, on)
		} else {
			sent.Set(name, values[rng.IntN(len(values))])
		}
	}
	return sent
}

// read reads what is inside the element with an id.
func (h *house) read(body, id string) (l leaflet) {
	h.t.Helper()
	d := xml.NewDecoder(strings.NewReader(body))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	depth, inside := 0, 0 // inside: the depth of the element looked for
	var form *leafletForm
	for {
		tok, err := d.Token()
		if err != nil {
			break
		}
		switch e := tok.(type) {
		case xml.StartElement:
			depth++
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			if attr["id"] == id {
				inside = depth
			}
			_, checked := attr["checked"]
			switch {
			case inside == 0:
			case e.Name.Local == "a" && strings.Contains(attr["href"], "?"):
				l.links = append(l.links, attr["href"])
			case e.Name.Local == "form":
				l.forms = append(l.forms, leafletForm{attr["id"], attr["action"], url.Values{}, map[string][]string{}, map[string]string{}})
				form = &l.forms[len(l.forms)-1]
			case form == nil || attr["name"] == "" || e.Name.Local != "input":
			case attr["type"] == "radio":
				form.radios[attr["name"]] = append(form.radios[attr["name"]], attr["value"])
				if checked {
					form.on[attr["name"]] = attr["value"]
				}
			case attr["type"] == "checkbox" && !checked:
			default:
				form.fields.Add(attr["name"], attr["value"])
			}
		case xml.EndElement:
			if e.Name.Local == "form" {
				form = nil
			}
			if depth == inside {
				inside = 0
			}
			depth--
		}
	}
	return l
}

// paper is a seat's page as somebody without scripts sees it.
func (h *house) paper(id, token, path string) string {
	h.t.Helper()
	res, body := h.call(nil, "GET", path, nil, "Cookie", seatCookie+id+"="+token, "Accept", "text/html")
	if res.StatusCode != http.StatusOK {
		h.t.Fatalf("%s: %d %s", path, res.StatusCode, body)
	}
	return body
}

// send sends a form and expects the way back to the match.
func (h *house) send(id, token, action string, sent url.Values) {
	h.t.Helper()
	still := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, body := h.call(still, "POST", action, sent, "Cookie", seatCookie+id+"="+token)
	if res.StatusCode != http.StatusSeeOther {
		h.t.Fatalf("%s %v: %d %s", action, sent, res.StatusCode, body)
	}
}

// TestCompanionByForms plays a whole match on a real table by whatever links and
// forms the pages offer: each must be taken, and every kind of action comes up.
func TestCompanionByForms(t *testing.T) {
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	id, tok := h.table(`{"table":"companion","closing":"fixed","rounds":6}`)
	rng := rand.New(rand.NewPCG(5, 12))
	sent := map[string]int{}
	// What is rare goes first, so that all of it comes up.
	rare := []string{"do=sabotage", "do=bolt", "do=unbolt"}
	for step := range 3000 {
		now := [2]seen{h.look(id, tok[0]), h.look(id, tok[1])}
		if now[0].Over {
			for i := range tok {
				page := h.paper(id, tok[i], "/matches/"+id)
				if strings.Contains(page, `id="board"`) || !strings.Contains(page, `id="companion"`) || !strings.Contains(page, `id="sources"`) {
					t.Error("the end of a match on a real table is not drawn as one")
				}
			}
			for _, kind := range []string{"ready", "activate", "walk", "attack", "prize", "pick_up", "bolt", "unbolt", "sabotage", "end", "done"} {
				if sent[kind] == 0 {
					t.Errorf("no page sent %q: %v", kind, sent)
				}
			}
			t.Logf("%d steps, sent %v", step, sent)
			return
		}
		seat := now[0].ToAct[rng.IntN(len(now[0].ToAct))]
		path := "/matches/" + id
		for range 12 { // links, until a form is sent
			hand := h.read(h.paper(id, tok[seat], path), "hand")
			if len(hand.forms) > 0 && (len(hand.links) == 0 || rng.IntN(3) > 0) {
				f := hand.forms[rng.IntN(len(hand.forms))]
				sent[f.kind()]++
				h.send(id, tok[seat], f.action, f.fill(rng))
				break
			}
			if len(hand.links) == 0 {
				t.Fatalf("%s leads nowhere", path)
			}
			path = hand.links[rng.IntN(len(hand.links))]
			for _, r := range rare {
				for _, link := range hand.links {
					if strings.Contains(link, r) && rng.IntN(3) == 0 {
						path = link
					}
				}
			}
			if strings.Contains(path, "do=end") && rng.IntN(4) > 0 {
				path = "/matches/" + id
			}
		}
	}
	t.Fatal("the match does not end")
}

// TestCompanionCorrection: a player says on the page where a part and a malloppo
// really are, and the other side's page lets it be so.
func TestCompanionCorrection(t *testing.T) {
	h := open(t, nil)
	id, tok := h.table(`{"table":"companion"}`)
	for i := range tok {
		hand := h.read(h.paper(id, tok[i], "/matches/"+id), "hand")
		if len(hand.forms) != 1 || hand.forms[0].kind() != "ready" {
			t.Fatalf("%+v", hand)
		}
		h.send(id, tok[i], hand.forms[0].action, hand.forms[0].fields)
	}
	set := func(seat int, want string, steps ...string) {
		t.Helper()
		path := "/matches/" + id
		for _, step := range steps {
			found := ""
			for _, link := range h.read(h.paper(id, tok[seat], path), "correct").links {
				if link, _, _ := strings.Cut(link, "#"); strings.HasSuffix(link, step) {
					found = link
				}
			}
			if found == "" {
				t.Fatalf("%s offers no %s", path, step)
			}
			path = found
		}
		page := h.paper(id, tok[seat], path)
		form := h.read(page, "correct").forms
		if len(form) != 1 {
			t.Fatalf("%s: %d forms", path, len(form))
		}
		at := -1
		for i, fact := range form[0].radios["correct"] {
			if fact == want {
				at = i
			}
		}
		if at < 0 {
			t.Fatalf("%s does not offer %s but %v", path, want, form[0].radios["correct"])
		}
		form[0].fields.Set("correct", want)
		h.send(id, tok[seat], form[0].action, form[0].fields)
		other := h.read(h.paper(id, tok[1-seat], "/matches/"+id), "consent")
		for _, f := range other.forms {
			if f.fields.Get("agree") == "yes" {
				h.send(id, tok[1-seat], f.action, f.fields)
				return
			}
		}
		t.Fatal("the other side is not asked")
	}
	tables := func(seat int) *klang.View {
		snap, err := h.tables.Look(t.Context(), id, tok[seat])
		if err != nil {
			t.Fatal(err)
		}
		return snap.View.(*klang.View)
	}
	head := int(tables(0).Robots[0].Slots[klang.Head])
	set(0, string(klang.CorrectPartOnTable(head)), "fix=part", "part="+itoa(head))
	if v := tables(1); v.Parts[head].On != klang.OnTable || v.Robots[0].Slots[klang.Head] != klang.None {
		t.Error("the head is still on")
	}
	set(1, string(klang.CorrectLootOn(0, 4)), "fix=loot", "loot=0")
	if v := tables(0); v.Loot[0].On != 4 {
		t.Error("the malloppo is still on the table")
	}
	// What cannot be is not offered: a head where one sits, a fourth malloppo.
	page := h.paper(id, tok[0], "/matches/"+id+"?fix=part&part="+itoa(head))
	offered := h.read(page, "correct").forms[0].radios["correct"]
	for _, fact := range offered {
		if err := tables(0).CheckFact(json.RawMessage(fact)); err != nil {
			t.Errorf("%s is offered: %v", fact, err)
		}
	}
	if len(offered) != 2 { // its own robot's empty slot, out of the game; all else is taken or so already
		t.Errorf("a head on the table may be in %d places: %v", len(offered), offered)
	}
	if page := h.paper(id, "", "/matches/"+id+"?fix=part"); strings.Contains(page, `id="correct"`) {
		t.Error("a watcher may correct")
	}
}

// TestCompanionAlerts: a phone is told when it is its owner's turn, and when its
// owner's hands have something to do.
func TestCompanionAlerts(t *testing.T) {
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	id, tok := h.table(`{"table":"companion","closing":"fixed"}`)
	alert := func(seat int) string {
		snap, err := h.tables.Look(t.Context(), id, tok[seat])
		if err != nil {
			t.Fatal(err)
		}
		return klangpage.Page{}.Alert(&ui.Match{Snapshot: snap})
	}
	step := 0
	do := func(seat int, action string) {
		t.Helper()
		step++
		if res, body := h.do(id, tok[seat], "a"+itoa(step), h.look(id, tok[seat]).Seq, []byte(action)); res.StatusCode != http.StatusOK {
			t.Fatal(body)
		}
	}
	expect := func(a, b string) {
		t.Helper()
		if alert(0) != a || alert(1) != b {
			t.Errorf("alerts %q and %q, want %q and %q", alert(0), alert(1), a, b)
		}
	}
	expect("turn", "turn")
	do(1, `{"type":"ready"}`)
	expect("turn", "")
	do(0, `{"type":"ready"}`)
	expect("turn", "")
	do(0, `{"type":"activate","robot":0}`)
	do(0, `{"type":"attack","die":6,"slot":"right_arm","target":3}`)
	expect("turn", "")
	part := func() int {
		snap, err := h.tables.Look(t.Context(), id, tok[0])
		if err != nil {
			t.Fatal(err)
		}
		return int(snap.View.(*klang.View).Robots[3].Slots[klang.Torso])
	}()
	do(0, `{"type":"prize","part":`+itoa(part)+`}`)
	expect("", "hit")
	page := h.paper(id, tok[1], "/matches/"+id)
	if !strings.Contains(page, `data-alert="hit"`) || !strings.Contains(page, `id="form-done"`) {
		t.Error("the phone that must obey does not say so")
	}
	do(1, `{"type":"done"}`)
	expect("turn", "")
}

// TestK09_CompanionCanaries: a match on a real table gives nobody a trace of the
// other side's dice either, in any byte that is sent.
func TestK09_CompanionCanaries(t *testing.T) {
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	id, tok := h.table(`{"table":"companion","closing":"fixed","rounds":2}`)
	spies := h.spyOn(id, tok)
	rng := rand.New(rand.NewPCG(8, 8))
	for step := range 2000 {
		spies.look()
		now := [2]seen{h.look(id, tok[0]), h.look(id, tok[1])}
		if now[0].Over {
			break
		}
		seat := now[0].ToAct[0]
		var action string
		for action == "" || strings.Contains(action, `"bolt"`) { // which lays several dice open at once
			action = string(now[seat].Actions[rng.IntN(len(now[seat].Actions))])
		}
		if res, body := h.do(id, tok[seat], "c"+itoa(step), now[seat].Seq, json.RawMessage(action)); res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", action, body)
		}
	}
	spies.done(40)
}
