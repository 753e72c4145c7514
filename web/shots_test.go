package web

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var shotsDir = flag.String("shots", "", "write pictures of the pages into this folder")

// stage plays a match by itself until want says so; it prefers what shows most.
func (h *house) stage(id string, tokens [2]string, want func(m [2]seen) bool) [2]seen {
	h.t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 2000 {
		m := [2]seen{h.look(id, tokens[0]), h.look(id, tokens[1])}
		if want(m) || m[0].Over {
			return m
		}
		for seat := range m {
			if len(m[seat].Actions) == 0 {
				continue
			}
			a := m[seat].Actions[rng.IntN(len(m[seat].Actions))]
			for _, kind := range []string{"prize", "pick_up", "attack", "move"} {
				var some []json.RawMessage
				for _, b := range m[seat].Actions {
					if strings.Contains(string(b), `"type":"`+kind+`"`) {
						some = append(some, b)
					}
				}
				if len(some) > 0 && rng.IntN(3) > 0 {
					a = some[rng.IntN(len(some))]
					break
				}
			}
			res, body := h.do(id, tokens[seat], "s"+itoa(n)+"-"+itoa(seat), m[seat].Seq, a)
			if res.StatusCode != 200 {
				h.t.Fatalf("%s: %d %s", a, res.StatusCode, body)
			}
			break
		}
	}
	h.t.Fatal("never got there")
	return [2]seen{}
}

func has(m seen, kind string) bool {
	for _, a := range m.Actions {
		if strings.Contains(string(a), `"type":"`+kind+`"`) {
			return true
		}
	}
	return false
}

func phase(m seen) string {
	var v struct{ Phase string }
	json.Unmarshal(m.View, &v)
	return v.Phase
}

// TestShots takes pictures of every page, for people to look at.
func TestShots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("pictures are taken with -shots DIR")
	}
	h := open(t, nil)
	ctx := chrome(t)
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	res, body := h.call(nil, "POST", "/matches", []byte(`{"game":"klang","listed":true,"seats":[{"kind":"human"},{"kind":"human"}]}`))
	var waiting createdJSON
	if err := json.Unmarshal([]byte(body), &waiting); err != nil || res.StatusCode != 201 {
		t.Fatal(body)
	}
	maker := "0." + waiting.Seats[0].Invite + "_1." + waiting.Seats[1].Invite

	type shot struct {
		name, path, id, token string
		extra                 string // further cookies, as "name=value;path"
	}
	var shots []shot
	add := func(name, path string, id string, token string, extra string) {
		shots = append(shots, shot{name, path, id, token, extra})
	}
	id, tok := h.table("")
	add("1-lobby", "/", "", "", mineCookie+"="+id+".0;/")
	add("2-create", "/new/klang", "", "", "")
	add("3-waiting", "/matches/"+waiting.ID, "", "", makerCookie+waiting.ID+"="+maker+";/matches/"+waiting.ID)
	add("4-join", "/join/"+waiting.Seats[1].Invite, "", "", "")
	h.stage(id, tok, func(m [2]seen) bool { return phase(m[0]) == "deployment" && len(m[0].Actions) > 0 })
	add("5-deploy", "/matches/"+id+"?robot=0", id, tok[0], "")

	// The dice are real, so the scene that is wanted may take a few matches.
	scene := func(options string, want func(m [2]seen) bool) (string, [2]string, [2]seen) {
		for {
			id, tok := h.table(options)
			if m := h.stage(id, tok, want); !m[0].Over {
				return id, tok, m
			}
		}
	}
	id2, tok2, m := scene("", func(m [2]seen) bool { return has(m[0], "attack") && has(m[0], "move") && sees(m[0]) })
	die := "6"
	for _, d := range []string{"6", "5", "4"} {
		if strings.Contains(actionsText(m[0]), `"attack","die":`+d) && strings.Contains(actionsText(m[0]), `"move","die":`+d) {
			die = d
			break
		}
	}
	var move struct{ X, Y json.Number }
	for _, a := range m[0].Actions {
		if strings.Contains(string(a), `"move","die":`+die) {
			json.Unmarshal(a, &move)
		}
	}
	add("6-turn", "/matches/"+id2, id2, tok2[0], "")
	add("7-die", "/matches/"+id2+"?die="+die, id2, tok2[0], "")
	add("8-move", "/matches/"+id2+"?die="+die+"&do=move&x="+move.X.String()+"&y="+move.Y.String(), id2, tok2[0], "")
	add("9-attack", "/matches/"+id2+"?die="+die+"&do=attack", id2, tok2[0], "")
	add("10-theirs", "/matches/"+id2, id2, tok2[1], "")

	id3, tok3, m := scene("", func(m [2]seen) bool {
		return (phase(m[0]) == "prize") && (len(m[0].Actions) > 2 || len(m[1].Actions) > 2)
	})
	at := 0
	if len(m[1].Actions) > 0 {
		at = 1
	}
	add("11-prize", "/matches/"+id3, id3, tok3[at], "")
	id4, tok4 := h.table(`{"rounds":2}`)
	h.stage(id4, tok4, func(m [2]seen) bool { return false })
	add("12-over", "/matches/"+id4, id4, tok4[0], "")
	add("13-rules", "/games/klang", "", "", "")
	add("14-zoom", "/matches/"+id2+"?die="+die, id2, tok2[0], "")
	add("15-watch", "/matches/"+id2, "", "", "")
	id5, tok5, m := scene("", func(m [2]seen) bool { return has(m[0], "bolt") || has(m[1], "bolt") })
	at = 0
	if len(m[1].Actions) > 0 {
		at = 1
	}
	add("16-bolt", "/matches/"+id5+"?do=bolt", id5, tok5[at], "")
	add("17-end", "/matches/"+id5+"?do=end", id5, tok5[at], "")
	add("18-options", "/new/klang", "", "", "")
	id6, tok6, m := scene(`{"terrain":"players"}`, func(m [2]seen) bool { return strings.Contains(string(m[0].View), `"laid"`) && phase(m[0]) == "terrain" })
	at = 0
	if len(m[1].Actions) > 0 {
		at = 1
	}
	var lay struct{ Piece json.Number }
	json.Unmarshal(m[at].Actions[0], &lay)
	add("19-terrain", "/matches/"+id6+"?do=lay&piece="+lay.Piece.String()+"&x=20000&y=30000&turn=30", id6, tok6[at], "")

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
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
			return chromedp.Void{}, err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shots {
			if only := os.Getenv("SHOT_ONLY"); only != "" && !strings.Contains(s.name, only) {
				continue
			}
			cookies := ""
			for _, other := range shots {
				if other.id != "" {
					cookies += "document.cookie='" + seatCookie + other.id + "=;max-age=0;path=/matches/" + other.id + "';"
				}
			}
			cookies += "document.cookie='" + langCookie + "=" + look.lang + ";path=/';"
			if s.token != "" {
				cookies += "document.cookie='" + seatCookie + s.id + "=" + s.token + ";path=/matches/" + s.id + "';"
			}
			if value, path, ok := strings.Cut(s.extra, ";"); ok {
				cookies += "document.cookie='" + value + ";path=" + path + "';"
			}
			clear := "document.cookie.split('; ').forEach(c=>{for(const p of ['/', '/healthz']) document.cookie=c.split('=')[0]+'=;max-age=0;path='+p});"
			err := chromedp.Do(ctx, chromedp.Navigate(h.URL+"/healthz"))
			if err == nil {
				_, err = chromedp.Run(ctx, chromedp.Evaluate[any](clear+cookies+"1"))
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
			over, err := chromedp.Run(ctx, chromedp.Evaluate[float64]("document.documentElement.scrollWidth - innerWidth"))
			if err != nil {
				t.Fatal(err)
			}
			if over > 0 {
				t.Errorf("%s %s: scrolls %v px sideways", s.name, look.name, over)
			}
			for name, do := range map[string]string{"14-zoom": `document.getElementById("zoom").click();1`, "18-options": `document.getElementById("options").open = true;1`} {
				if s.name == name {
					js[any](t, ctx, do)
				}
			}
			png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
			if err == nil {
				err = os.WriteFile(filepath.Join(*shotsDir, s.name+"-"+look.name+".png"), png, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			if os.Getenv("SHOT_FULL") != "" {
				full, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				os.WriteFile(filepath.Join(*shotsDir, s.name+"-"+look.name+"-full.png"), full, 0o644)
			}
		}
	}
}

// sees tells whether an enemy can be attacked: one of seat 1's robots.
func sees(m seen) bool {
	for _, t := range []string{"3", "4", "5"} {
		if strings.Contains(actionsText(m), `"target":`+t) {
			return true
		}
	}
	return false
}

func actionsText(m seen) string {
	var b strings.Builder
	for _, a := range m.Actions {
		b.Write(a)
	}
	return b.String()
}
