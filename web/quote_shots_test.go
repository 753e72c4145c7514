package web

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"banco/game"
	"banco/games/quote"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// commands does actions of a battle one after the other.
func (h *house) commands(id, token string, actions ...string) {
	h.t.Helper()
	for _, a := range actions {
		seq := h.look(id, token).Seq
		if res, body := h.do(id, token, "c"+itoa(seq)+a[:min(len(a), 40)], seq, json.RawMessage(a)); res.StatusCode != http.StatusOK {
			h.t.Fatalf("%s: %d %s", a, res.StatusCode, body)
		}
	}
}

// skirmish is a small battle after its second round.
var skirmish = []string{
	`{"type":"add","name":"goblin","colour":"green","count":12,"quota":3}`,
	`{"type":"add","name":"ogre","colour":"orange","quota":6,"hits":3,"damage":"2d6+1"}`,
	`{"type":"add","name":"guardia","colour":"blue","count":4,"dexterity":18,"weapon":30,"second":true,"hits":2,"damage":"1d8"}`,
	`{"type":"add","name":"Alba","colour":"blue","quota":7,"life":24,"damage":"1d8+2","bonus":10}`,
	`{"type":"add","name":"Bruno il Rosso","colour":"blue","quota":5,"life":30,"damage":"1d10"}`,
	`{"type":"faction","colour":"green","name":"L'orda","mark":"star"}`,
	`{"type":"faction","colour":"blue","name":"La Guardia","mark":"hexagon"}`,
	`{"type":"note","who":13,"text":"Scappa se resta solo"}`,
	`{"type":"fight","one":18,"allies":[1,2,3]}`,
	`{"type":"fight","one":13,"allies":[14,15]}`,
	`{"type":"fight","one":19,"allies":[4,5]}`,
	`{"type":"stance","who":13,"stance":"aim","at":1}`,
	`{"type":"stance","who":15,"stance":"defend"}`,
	`{"type":"round"}`,
}

// TestQuoteShots takes pictures of Quote's console, for people to look at.
func TestQuoteShots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("-shots DIR takes pictures")
	}
	h := openWith(t, []game.Game{quote.New()}, nil)
	ctx := chrome(t)
	type shot struct{ name, path, id, token string }
	var shots []shot
	fresh, freshTok := h.sit("quote", `{}`, 1)
	id, tok := h.sit("quote", `{}`, 1)
	h.commands(id, tok[0], skirmish...)
	big, bigTok := h.sit("quote", `{}`, 1)
	h.commands(big, bigTok[0], armies(200, 60, 3)...)
	h.commands(big, bigTok[0], `{"type":"round"}`)
	over, overTok := h.sit("quote", `{}`, 1)
	h.commands(over, overTok[0], append(skirmish[:len(skirmish):len(skirmish)], `{"type":"close"}`)...)
	add := func(name, id, query string, tok []string) {
		token := ""
		if tok != nil {
			token = tok[0]
		}
		shots = append(shots, shot{name, "/matches/" + id + query, id, token})
	}
	add("q1-empty", fresh, "", freshTok)
	add("q2-console", id, "", tok)
	add("q3-picked", id, "?pick=6&pick=7&pick=17", tok)
	add("q4-deal", id, "?pick=6&pick=7&pick=8&pick=16&pick=17", tok)
	add("q5-person", id, "?who=13", tok)
	add("q6-fight", id, "?fight=1", tok)
	add("q7-add", id, "?do=add", tok)
	add("q8-faction", id, "?faction=green", tok)
	add("q9-line", id, "?line=12+orchi+4%2C+2d6%2C+viola", tok)
	add("q10-file", id, "?do=file", tok)
	add("q11-keys", id, "?do=keys", tok)
	add("q12-share", id, "?do=share", tok)
	add("q13-watch", id, "", nil)
	add("q14-sheet", id, "/sheet?notes=1", tok)
	add("q15-big", big, "", bigTok)
	add("q16-over", over, "", overTok)
	add("q17-log", id, "?do=log", tok)
	shots = append(shots, shot{"q18-lobby", "/", "", ""}, shot{"q19-new", "/new/quote", "", ""})

	for _, look := range []struct {
		name          string
		width, height int64
		dark          bool
		lang          string
	}{{"phone-light-it", 390, 844, false, "it"}, {"wide-light-it", 1440, 900, false, "it"}, {"wide-dark-en", 1440, 900, true, "en"}, {"phone-dark-en", 390, 844, true, "en"}} {
		if only := os.Getenv("SHOT_LOOK"); only != "" && look.name != only {
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
			if only := os.Getenv("SHOT_ONLY"); only != "" && s.name != only {
				continue
			}
			cookies := "document.cookie='" + langCookie + "=" + look.lang + ";path=/';"
			err := chromedp.Do(ctx, chromedp.Navigate(h.URL+"/healthz"))
			if err == nil {
				_, err = chromedp.Run(ctx, chromedp.Evaluate[any](cookies+seatAs(s.id, s.token)+"1"))
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

// seatAs puts a seat's cookie in place, or takes it away.
func seatAs(id, token string) string {
	if id == "" {
		return ""
	}
	age := ""
	if token == "" {
		age = ";max-age=0"
	}
	return "document.cookie='" + seatCookie + id + "=" + token + ";path=/matches/" + id + age + "';"
}

// armies are so many contenders in so many fights, all of whom fall after so many
// hits: guards against goblins.
func armies(people, fights, hits int) []string {
	list := []string{}
	for left := fights; left > 0; left -= 60 {
		list = append(list, `{"type":"add","name":"guardia","colour":"blue","count":`+itoa(min(left, 60))+`,"quota":5,"hits":`+itoa(hits)+`,"damage":"1d8+2"}`)
	}
	for left := people - fights; left > 0; left -= 60 {
		list = append(list, `{"type":"add","name":"goblin","colour":"green","count":`+itoa(min(left, 60))+`,"quota":3,"hits":`+itoa(hits)+`}`)
	}
	ones, allies := "", ""
	for i := range people {
		if i < fights {
			ones += "," + itoa(i+1)
		} else {
			allies += "," + itoa(i+1)
		}
	}
	return append(list, `{"type":"deal","ones":[`+ones[1:]+`],"allies":[`+allies[1:]+`]}`)
}
