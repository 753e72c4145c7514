package web

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"banco/lab/runs"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestLabShots takes pictures of the lab, for people to look at.
func TestLabShots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("pictures are taken with -shots DIR")
	}
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	b := openLab(t, runs.Limits{}, nil)
	ctx := chrome(t)
	start := func(form url.Values) string {
		res, body := b.call(b.browser(), "POST", "/lab/runs", form)
		if res.StatusCode != 200 || !strings.HasPrefix(res.Request.URL.Path, "/lab/runs/") {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
		return res.Request.URL.Path
	}
	study := func(name, matches string) string {
		return start(url.Values{"experiment": {name}, "matches": {matches}})
	}
	done := study("klang-armour", "30")
	b.settled(filepath.Base(done))
	own := start(url.Values{"game": {"klang"}, "bots": {"random"}, "option": {"rounds"}, "drawn": {"rounds"}, "values": {"6, 3, 9"}, "measure": {"lead_changes"}, "matches": {"60"}})
	b.settled(filepath.Base(own))
	stopped := study("klang-terrain", "60")
	time.Sleep(3 * time.Second)
	if _, err := b.lab.Stop(filepath.Base(stopped)); err != nil {
		t.Fatal(err)
	}
	growing := study("klang-progression", "400")
	time.Sleep(6 * time.Second)
	pages := []struct{ name, path string }{
		{"lab-1-list", "/lab"},
		{"lab-2-own", "/lab/new?game=klang"},
		{"lab-3-own-choice", "/lab/new?game=dadi&option=scenery"},
		{"lab-4-own-wrong", "/lab/new?game=klang&bots=random&option=rounds&drawn=rounds&values=3%2C+sei&measure=points&matches=100"},
		{"lab-5-growing", growing},
		{"lab-6-done", done},
		{"lab-7-stopped", stopped},
		{"lab-8-own-done", own},
		{"lab-9-report", "/lab/studies/klang-right/report.html"},
		{"lab-a-lobby", "/"},
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
		}, chromedp.Navigate(b.URL+"/healthz"))
		if err != nil {
			t.Fatal(err)
		}
		js[any](t, ctx, "document.cookie='"+langCookie+"="+look.lang+";path=/';1")
		for _, page := range pages {
			if only := os.Getenv("SHOT_ONLY"); only != "" && !strings.Contains(page.name, only) {
				continue
			}
			if err := chromedp.Do(ctx, chromedp.Navigate(b.URL+page.path)); err != nil {
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
