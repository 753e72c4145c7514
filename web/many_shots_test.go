package web

import (
	"context"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestManySeatsShots takes pictures of the pages around a match of up to six,
// for people to look at.
func TestManySeatsShots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("pictures are taken with -shots DIR")
	}
	h := openMany(t)
	ctx := chrome(t)
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	type shot struct{ name, path, cookies string }
	var shots []shot
	add := func(name, path, cookies string) { shots = append(shots, shot{name, path, cookies}) }
	cookie := func(name, value, path string) string {
		return "document.cookie='" + name + "=" + value + ";path=" + path + "';"
	}
	over, tok := h.sit("dadi", `{"scenery":"auto","round_limit":4}`, 6)
	h.playUntil(over, tok, rand.New(rand.NewPCG(7, 8)), []string{"fire"}, func(int, seen) bool { return false })
	going, tok2 := h.sit("dadi", `{"scenery":"auto"}`, 6)
	h.playUntil(going, tok2, rand.New(rand.NewPCG(7, 8)), []string{"fire"}, func(_ int, m seen) bool { return phase(m) == "turn" })
	waiting := h.manyFree(6, `{}`)
	var left []string
	for i, seat := range waiting.Seats {
		left = append(left, itoa(i)+"."+seat.Invite)
	}
	maker := cookie(makerCookie+waiting.ID, strings.Join(left, "_"), "/matches/"+waiting.ID)
	var hand []string
	for i, token := range tok2 {
		hand = append(hand, itoa(i)+"."+token)
	}
	add("m1-lobby", "/", cookie(mineCookie, over+".0_"+going+".0-1-2-3-4-5_"+waiting.ID+".", "/"))
	add("m2-create", "/new/dadi", "")
	add("m3-options", "/new/dadi?"+url.Values{"options": {`{"table_cm":[10,10]}`}}.Encode(), "")
	add("m4-waiting", "/matches/"+waiting.ID, maker)
	add("m5-sit", "/matches/"+waiting.ID+"?sit=0-1-2", maker)
	add("m6-join", "/join/"+waiting.Seats[3].Invite, "")
	add("m7-handover", "/matches/"+going, cookie(handsCookie+going, strings.Join(hand, "_"), "/matches/"+going))
	add("m8-watch", "/matches/"+going, "")
	add("m9-over", "/matches/"+over, cookie(seatCookie+over, tok[0], "/matches/"+over))
	add("m10-rules", "/games/dadi", "")
	for _, look := range []struct {
		name, scheme, lang string
		width, height      int64
	}{{"phone-light-it", "light", "it", 390, 844}, {"wide-light-en", "light", "en", 1440, 900}, {"wide-dark-it", "dark", "it", 1440, 900}, {"phone-dark-en", "dark", "en", 390, 844}} {
		if only := os.Getenv("SHOT_LOOK"); !strings.Contains(look.name, only) {
			continue
		}
		err := chromedp.Do(ctx, chromedp.EmulateViewport(look.width, look.height), func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}})
			return chromedp.Void{}, err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shots {
			if only := os.Getenv("SHOT_ONLY"); !strings.Contains(s.name, only) {
				continue
			}
			forget := ""
			for _, id := range []string{over, going, waiting.ID} {
				for _, name := range []string{seatCookie, handsCookie, handCookie, makerCookie} {
					forget += "document.cookie='" + name + id + "=;max-age=0;path=/matches/" + id + "';"
				}
			}
			err := chromedp.Do(ctx, chromedp.Navigate(h.URL+"/healthz"))
			if err == nil {
				_, err = chromedp.Run(ctx, chromedp.Evaluate[any](forget+cookie(langCookie, look.lang, "/")+s.cookies+"1"))
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
			if wide := js[float64](t, ctx, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s %s: scrolls %v px sideways", s.name, look.name, wide)
			}
			png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			if err == nil {
				err = os.WriteFile(filepath.Join(*shotsDir, s.name+"-"+look.name+".png"), png, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
