package web

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"banco/game"
	"banco/games/dadi"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// sit makes a match of any game for so many people, and sits them down.
func (h *house) sit(name, options string, seats int) (id string, tokens []string) {
	h.t.Helper()
	kinds := strings.TrimSuffix(strings.Repeat(`{"kind":"human"},`, seats), ",")
	res, body := h.call(nil, "POST", "/matches", []byte(`{"game":"`+name+`","options":`+options+`,"seats":[`+kinds+`]}`))
	if res.StatusCode != http.StatusCreated {
		h.t.Fatalf("create: %d %s", res.StatusCode, body)
	}
	var made createdJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil {
		h.t.Fatal(err)
	}
	names := []string{"Ada", "Bruno", "Carla", "Dario", "Elisa", "Fosca"}
	for i, seat := range made.Seats {
		res, body := h.call(nil, "POST", "/matches/"+made.ID+"/seats/"+itoa(i), map[string]string{"name": names[i], "client_seed": "seed-" + itoa(i)}, "Authorization", "Bearer "+seat.Invite)
		var got struct{ Token string }
		if err := json.Unmarshal([]byte(body), &got); err != nil || res.StatusCode != http.StatusOK {
			h.t.Fatalf("take: %d %s", res.StatusCode, body)
		}
		tokens = append(tokens, got.Token)
	}
	return made.ID, tokens
}

// acting is the seat whose decision it is, and what it sees; -1 when it is over.
func (h *house) acting(id string, tokens []string) (int, seen) {
	h.t.Helper()
	m := h.look(id, tokens[0])
	if m.Over || len(m.ToAct) == 0 {
		return -1, m
	}
	return m.ToAct[0], h.look(id, tokens[m.ToAct[0]])
}

// playUntil plays listed actions, those that want prefers first, until stop.
func (h *house) playUntil(id string, tokens []string, rng *rand.Rand, prefer []string, stop func(seat int, m seen) bool) (int, seen) {
	h.t.Helper()
	for range 4000 {
		seat, m := h.acting(id, tokens)
		if seat < 0 || stop(seat, m) {
			return seat, m
		}
		a := m.Actions[rng.IntN(len(m.Actions))]
		for _, kind := range prefer {
			var some []json.RawMessage
			for _, b := range m.Actions {
				if strings.Contains(string(b), `"type":"`+kind+`"`) {
					some = append(some, b)
				}
			}
			if len(some) > 0 {
				a = some[rng.IntN(len(some))]
				break
			}
		}
		if res, body := h.do(id, tokens[seat], "p"+itoa(m.Seq), m.Seq, a); res.StatusCode != http.StatusOK {
			h.t.Fatalf("%s: %d %s", a, res.StatusCode, body)
		}
	}
	h.t.Fatal("never got there")
	return 0, seen{}
}

// TestDadiShots takes pictures of Guerra di Dadi's pages, for people to look at.
func TestDadiShots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("pictures are taken with -shots DIR")
	}
	h := openWith(t, []game.Game{dadi.New()}, nil)
	ctx := chrome(t)
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	type shot struct{ name, path, id, token string }
	var shots []shot
	add := func(name, id, query string, token string) {
		shots = append(shots, shot{name, "/matches/" + id + query, id, token})
	}
	phases := func(want string) func(int, seen) bool {
		return func(_ int, m seen) bool { return phase(m) == want }
	}
	rng := rand.New(rand.NewPCG(5, 6))
	war := []string{"fire", "reserve"}

	id, tok := h.sit("dadi", `{}`, 2)
	h.playUntil(id, tok, rng, []string{"lay"}, func(_ int, m seen) bool { return strings.Count(string(m.View), `"turn"`) > 2 })
	seat, _ := h.acting(id, tok)
	add("d1-scenery", id, "", tok[seat])
	add("d2-laying", id, "?do=lay&object=book&x=20000&y=38000&turn=30", tok[seat])
	add("d3-overlap", id, "?do=lay&object=dictionary&x=1000&y=38000&turn=10", tok[seat])
	id, tok = h.sit("dadi", `{"scenery":"auto"}`, 3)
	seat, _ = h.playUntil(id, tok, rng, nil, phases("camp"))
	add("d4-commander", id, "", tok[seat])
	seat, _ = h.playUntil(id, tok, rng, nil, func(_ int, m seen) bool {
		return !strings.Contains(actionsText(m), `"soldier":1`) && !strings.Contains(actionsText(m), `"soldier":2`)
	})
	add("d5-soldiers", id, "?soldier=5", tok[seat])
	var m seen
	for seat = -1; seat < 0; { // the dice are real, so this may take a few matches
		id, tok = h.sit("dadi", `{}`, 2)
		seat, m = h.playUntil(id, tok, rng, append(war, "lay"), func(_ int, m seen) bool { return has(m, "fire") && has(m, "move") })
	}
	add("d6-turn", id, "", tok[seat])
	var fire struct{ Target json.Number }
	for _, a := range m.Actions {
		if strings.Contains(string(a), `"fire"`) {
			json.Unmarshal(a, &fire)
		}
	}
	add("d7-fire", id, "?do=fire&target="+fire.Target.String(), tok[seat])
	var move struct{ X, Y json.Number }
	for _, a := range m.Actions {
		if strings.Contains(string(a), `"move"`) {
			json.Unmarshal(a, &move)
			break
		}
	}
	add("d8-move", id, "?do=move&x="+move.X.String()+"&y="+move.Y.String(), tok[seat])
	add("d9-wait", id, "", tok[1-seat])
	id, tok = h.sit("dadi", `{"scenery":"auto"}`, 6)
	seat, _ = h.playUntil(id, tok, rng, war, func(_ int, m seen) bool { return strings.Contains(string(m.View), `"round":6`) })
	add("d10-six", id, "", tok[max(seat, 0)])
	id, tok = h.sit("dadi", `{"scenery":"auto"}`, 2)
	seat, _ = h.playUntil(id, tok, rng, []string{"fire"}, phases("reserve"))
	add("d11-reserve", id, "", tok[max(seat, 0)])
	h.playUntil(id, tok, rng, war, func(int, seen) bool { return false })
	add("d12-over", id, "", tok[0])
	shots = append(shots, shot{"d13-lobby", "/", "", ""}, shot{"d14-rules", "/games/dadi", "", ""})

	for _, look := range []struct {
		name          string
		width, height int64
		dark          bool
		lang          string
	}{{"phone-light-it", 390, 844, false, "it"}, {"wide-light-it", 1440, 900, false, "it"}, {"wide-dark-en", 1440, 900, true, "en"}, {"phone-dark-en", 390, 844, true, "en"}} {
		if only := os.Getenv("SHOT_LOOK"); only != "" && !strings.Contains(look.name, only) {
			continue
		}
		scheme := "light"
		if look.dark {
			scheme = "dark"
		}
		err := chromedp.Do(ctx, chromedp.EmulateViewport(look.width, look.height), func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
			return chromedp.Void{}, err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shots {
			if only := os.Getenv("SHOT_ONLY"); only != "" && !strings.Contains(s.name, only) {
				continue
			}
			cookies := "document.cookie='" + langCookie + "=" + look.lang + ";path=/';"
			if s.token != "" {
				cookies += "document.cookie='" + seatCookie + s.id + "=" + s.token + ";path=/matches/" + s.id + "';"
			}
			err := chromedp.Do(ctx, chromedp.Navigate(h.URL+"/healthz"))
			if err == nil {
				_, err = chromedp.Run(ctx, chromedp.Evaluate[any](cookies+"1"))
			}
			if err == nil {
				err = chromedp.Do(ctx, chromedp.Navigate(h.URL+s.path))
			}
			if err != nil {
				t.Fatal(err)
			}
			if js[bool](t, ctx, `!!document.querySelector(".sad")`) {
				t.Errorf("%s is a refusal", s.name)
			}
			if over := js[float64](t, ctx, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s %s: scrolls %v px sideways", s.name, look.name, over)
			}
			png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
			if err == nil {
				err = os.WriteFile(filepath.Join(*shotsDir, s.name+"-"+look.name+".png"), png, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
