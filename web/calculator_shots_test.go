package web

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"banco/game"
	"banco/games/quote"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestCalculatorShots takes pictures of the calculator, for people to look at.
func TestCalculatorShots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("pictures are taken with -shots DIR")
	}
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	h := openWith(t, []game.Game{quote.New()}, nil)
	ctx := chrome(t)
	pages := []struct{ name, path string }{
		{"calc-1-duel", "/quote"},
		{"calc-2-allies", "/quote?a=5&a.hits=3&a2=3&a2.hits=3&a2.stance=aim&a3=2&a3.hits=3&b=6&b.hits=5&b.stance=defend"},
		{"calc-3-ogre", "/quote?a=7&a.life=30&a.damage=2d6%2B2&b=2&b.n=5&b.life=7"},
		{"calc-4-full", "/quote?a.dex=18&a.weapon=30&b.dex=13&b.weapon=40&b.second=yes&a.hits=3&b.hits=3&full.a=37,5&full.b=70"},
		{"calc-5-wrong", "/quote?a=12&b=2&b.damage=1d6%2B&b.life=20&criticals=9"},
		{"calc-6-long", "/quote?a=1&b=1&a.hits=100&b.hits=60"},
	}
	for _, look := range []struct {
		name          string
		width, height int64
		scheme, lang  string
	}{{"phone-light-it", 390, 844, "light", "it"}, {"wide-light-it", 1440, 900, "light", "it"}, {"wide-dark-en", 1440, 900, "dark", "en"}, {"phone-dark-en", 390, 844, "dark", "en"}} {
		if only := os.Getenv("SHOT_LOOK"); only != "" && !strings.Contains(look.name, only) {
			continue
		}
		err := chromedp.Do(ctx, chromedp.EmulateViewport(look.width, look.height), func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}})
			return chromedp.Void{}, err
		}, chromedp.Navigate(h.URL+"/healthz"))
		if err != nil {
			t.Fatal(err)
		}
		js[any](t, ctx, "document.cookie='"+langCookie+"="+look.lang+";path=/';1")
		for _, page := range pages {
			if only := os.Getenv("SHOT_ONLY"); only != "" && !strings.Contains(page.name, only) {
				continue
			}
			if err := chromedp.Do(ctx, chromedp.Navigate(h.URL+page.path)); err != nil {
				t.Fatal(err)
			}
			if over := js[float64](t, ctx, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s %s: scrolls %v px sideways", page.name, look.name, over)
			}
			for suffix, take := range map[string]chromedp.Action[[]byte]{"": chromedp.CaptureScreenshot(), "-full": chromedp.FullScreenshot(100)} {
				png, err := chromedp.Run(ctx, take)
				if err == nil {
					err = os.WriteFile(filepath.Join(*shotsDir, page.name+"-"+look.name+suffix+".png"), png, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
