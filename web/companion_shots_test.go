package web

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"banco/game"
	"banco/games/klang"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestCompanionShots looks at every step of a match on a real table in two
// sizes of phone and on a wide screen; with -shots it takes pictures of them.
func TestCompanionShots(t *testing.T) {
	long(t)
	t.Parallel()
	h := openWith(t, []game.Game{planted{klang.New()}}, nil)
	ctx := chrome(t)
	seq := 0
	table := func(actions ...string) (string, [2]string) {
		id, tok := h.table(`{"table":"companion","closing":"fixed"}`)
		for _, a := range actions {
			seat, action := int(a[0]-'0'), a[1:]
			seq++
			if res, body := h.do(id, tok[seat], "a"+itoa(seq), h.look(id, tok[seat]).Seq, []byte(action)); res.StatusCode != 200 {
				t.Fatalf("%s: %s", a, body)
			}
		}
		return id, tok
	}
	ready := []string{`0{"type":"ready"}`, `1{"type":"ready"}`}
	rolled := append(slices.Clone(ready), `0{"type":"activate","robot":0}`)
	rich := append(slices.Clone(rolled), `0{"type":"pick_up","die":1,"loot":0}`, `0{"type":"pick_up","die":1,"loot":1}`,
		`0{"type":"attack","die":6,"slot":"right_arm","target":4}`)
	struck := append(slices.Clone(rich), `0{"type":"prize","part":21}`)
	obeyed := append(slices.Clone(struck), `1{"type":"done"}`)
	theirs := append(slices.Clone(obeyed), `0{"type":"end"}`, `1{"type":"activate","robot":5}`, `1{"type":"pick_up","die":2,"loot":2}`,
		`1{"type":"attack","die":5,"slot":"left_arm","target":0}`, `1{"type":"prize","loot":0}`)
	type scene struct {
		name    string
		seat    int // -1: a watcher
		query   string
		actions []string
	}
	scenes := []scene{
		{"01-setup", 0, "", nil},
		{"02-set", 1, "", []string{`1{"type":"ready"}`}},
		{"03-choose", 0, "", ready},
		{"04-chosen", 0, "?robot=1", ready},
		{"05-dice", 0, "", rolled},
		{"06-die", 0, "?die=6", obeyed},
		{"07-scrap", 0, "?die=1", rolled},
		{"08-walk", 0, "?die=6&do=walk", rolled},
		{"09-whom", 0, "?die=6&do=attack&slot=right_arm", rolled},
		{"10-declare", 0, "?die=6&do=attack&slot=right_arm&target=3", rolled},
		{"11-friend", 0, "?die=6&do=attack&slot=left_arm&target=1", rolled},
		{"12-prize", 0, "", rich},
		{"13-order", 1, "", struck},
		{"14-waits", 0, "", struck},
		{"15-pickup", 0, "?die=1&do=pick_up", rolled},
		{"16-unbolt", 0, "?die=1&do=unbolt", rolled},
		{"17-end", 0, "?do=end", rolled},
		{"18-theirs", 1, "", obeyed},
		{"19-handover", 0, "", theirs},
		{"20-bolt", 1, "?do=bolt", append(slices.Clone(obeyed), `0{"type":"end"}`, `1{"type":"activate","robot":4}`)},
		{"21-bolting", 1, "?do=bolt&part=21", append(slices.Clone(obeyed), `0{"type":"end"}`, `1{"type":"activate","robot":4}`)},
		{"22-fix", 0, "?fix=", obeyed},
		{"23-fix-part", 0, "?fix=part", obeyed},
		{"24-fix-where", 0, "?fix=part&part=21", obeyed},
		{"25-fix-loot", 0, "?fix=loot", obeyed},
		{"26-watch", -1, "", theirs},
		{"27-sabotage", 0, "?die=6&do=sabotage", nil},
		{"28-over", 0, "", nil},
		{"29-many", 0, "", nil},
		{"30-long-order", 1, "", nil},
		{"31-known", 0, "", nil},
		{"32-known-theirs", 1, "", nil},
	}
	looks := []struct {
		name          string
		width, height int64
		dark          bool
		lang          string
	}{{"360-light-it", 360, 780, false, "it"}, {"1440-light-it", 1440, 900, false, "it"}, {"390-dark-en", 390, 844, true, "en"}, {"1440-dark-en", 1440, 900, true, "en"}, {"360-dark-it", 360, 780, true, "it"}, {"390-light-en", 390, 844, false, "en"}}
	if *shotsDir == "" {
		looks = looks[:2] // for the layout they are enough
		if os.Getenv("BANCO_LONG") == "" {
			looks = looks[:1]
		}
	}
	dealt := open(t, nil) // the same without planted dice
	me := &phone{tab(t, ctx, h.URL+"/healthz", "0"), t, "a phone"}
	for _, s := range scenes {
		var id string
		var tok [2]string
		at := h.URL
		switch s.name {
		case "31-known", "32-known-theirs":
			id, tok = dealt.takenBack()
			at = dealt.URL
		case "27-sabotage":
			id, tok = h.sabotageable(table)
		case "28-over":
			id, tok = h.table(`{"table":"companion","rounds":1}`)
			h.stage(id, tok, func([2]seen) bool { return false })
		case "29-many":
			id, tok = h.table(`{"table":"companion","closing":"fixed","rosters":[` + crowd("Ada") + `,` + crowd("Bruno") + `]}`)
			h.stage(id, tok, func(m [2]seen) bool {
				return phase(m[0]) == "act" && len(m[0].Actions) > 0 && strings.Contains(string(m[0].View), `"round":3`)
			})
		case "30-long-order":
			id, tok = h.table(`{"table":"companion","closing":"fixed","rosters":[` + crowd("Ada") + `,` + crowd("Bruno") + `]}`)
			h.stage(id, tok, func(m [2]seen) bool {
				return phase(m[1]) == "order" && len(m[1].Actions) > 0 && strings.Contains(string(m[1].View), "part_off")
			})
		default:
			id, tok = table(s.actions...)
		}
		spoken := ""
		for _, look := range looks {
			if only := os.Getenv("SHOT_LOOK"); only != "" && !strings.Contains(look.name, only) {
				continue
			}
			scheme := "light"
			if look.dark {
				scheme = "dark"
			}
			err := chromedp.Do(me.Context, chromedp.EmulateViewport(look.width, look.height), func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
				return chromedp.Void{}, err
			})
			if err != nil {
				t.Fatal(err)
			}
			if spoken != look.lang {
				spoken = look.lang
				cookies := "document.cookie='" + langCookie + "=" + look.lang + ";path=/';"
				if s.seat >= 0 {
					cookies += "document.cookie='" + seatCookie + id + "=" + tok[s.seat] + ";path=/matches/" + id + "';"
				}
				if err := chromedp.Do(me.Context, chromedp.Navigate(at+"/healthz")); err != nil {
					t.Fatal(err)
				}
				js[any](t, me, cookies+"1")
				if err := chromedp.Do(me.Context, chromedp.Navigate(at+"/matches/"+id+s.query)); err != nil {
					t.Fatal(err)
				}
				if !js[bool](t, me, `!!document.getElementById("companion") && !document.getElementById("board")`) {
					t.Fatalf("%s is no page of a real table", s.name)
				}
			}
			me.looksRight(s.name + " " + look.name)
			if *shotsDir == "" {
				continue
			}
			png, err := chromedp.Run(me.Context, chromedp.CaptureScreenshot())
			if err == nil {
				err = os.WriteFile(filepath.Join(*shotsDir, "companion-"+s.name+"-"+look.name+".png"), png, 0o644)
			}
			if err == nil && os.Getenv("SHOT_FULL") != "" {
				if png, err = chromedp.Run(me.Context, chromedp.FullScreenshot(100)); err == nil {
					err = os.WriteFile(filepath.Join(*shotsDir, "companion-"+s.name+"-"+look.name+"-full.png"), png, 0o644)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// takenBack is a match in which an attack by seat 0, or by 1, has been taken
// back: a die of its robot's is known.
func (h *house) takenBack() (id string, tok [2]string) {
	h.t.Helper()
	for range 20 {
		id, tok = h.table(`{"table":"companion","closing":"fixed"}`)
		step := 0
		do := func(seat int, action string) {
			step++
			if res, body := h.do(id, tok[seat], "a"+itoa(step), h.look(id, tok[seat]).Seq, []byte(action)); res.StatusCode != 200 {
				h.t.Fatalf("%s: %s", action, body)
			}
		}
		do(0, `{"type":"ready"}`)
		do(1, `{"type":"ready"}`)
		do(0, `{"type":"activate","robot":0}`)
		for _, a := range h.look(id, tok[0]).Actions {
			if !strings.Contains(string(a), `"walk"`) {
				continue
			}
			do(0, string(a))
			auth := []string{"Authorization", "Bearer " + tok[0]}
			if res, body := h.call(nil, "POST", "/matches/"+id+"/amendments", map[string]any{"id": "back", "seq": h.look(id, tok[0]).Seq, "undo": 1}, auth...); res.StatusCode >= 300 {
				h.t.Fatal(res.StatusCode, body)
			}
			auth[1] = "Bearer " + tok[1]
			if res, body := h.call(nil, "POST", "/matches/"+id+"/amendments/1", []byte(`{"id":"yes","agree":true}`), auth...); res.StatusCode >= 300 {
				h.t.Fatal(res.StatusCode, body)
			}
			return id, tok
		}
	}
	h.t.Fatal("no success in twenty rolls")
	return
}

// sabotageable is a match in which seat 0 may blow up a part of its own.
func (h *house) sabotageable(table func(...string) (string, [2]string)) (string, [2]string) {
	// Part 2 is Ruggine's left arm, which Rattoppo takes for its own right one.
	return table(`0{"type":"ready"}`, `1{"type":"ready"}`, `0{"type":"activate","robot":0}`, `0{"type":"unbolt","die":1,"slot":"left_arm"}`, `0{"type":"end"}`,
		`1{"type":"activate","robot":4}`, `1{"type":"unbolt","die":2,"slot":"right_arm"}`, `1{"type":"bolt","dice":[2,2,2,5],"part":2,"slot":"right_arm"}`, `1{"type":"end"}`,
		`0{"type":"activate","robot":1}`)
}

// crowd is a roster as large as they come, with names as long as they come.
func crowd(side string) string {
	var list []string
	for i := range 6 {
		name := (side + itoa(i) + "mascarzonissimamenteee")[:24]
		list = append(list, `{"name":"`+name+`","frame":"legs","parts":[{"kind":"torso"},{"kind":"arm","weapon":"ranged"},{"kind":"arm","weapon":"melee"},{"kind":"head"},{"kind":"backpack"}]}`)
	}
	return "[" + strings.Join(list, ",") + "]"
}
