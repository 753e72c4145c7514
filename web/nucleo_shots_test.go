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
	"banco/games/nucleo"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// defenders are one match of Nucleo with the people at it.
type defenders struct {
	*house
	id  string
	tok []string
	rng *rand.Rand
}

func (h *house) defend(options string, seats int) *defenders {
	h.t.Helper()
	id, tok := h.sit("nucleo", options, seats)
	return &defenders{h, id, tok, rand.New(rand.NewPCG(uint64(seats), 8))}
}

// sees is the match as a seat sees it.
func (d *defenders) sees(seat int) (*nucleo.View, int) {
	d.t.Helper()
	snap, err := d.tables.Look(context.Background(), d.id, d.tok[seat])
	if err != nil {
		d.t.Fatal(err)
	}
	return snap.View.(*nucleo.View), snap.Seq
}

// next is the seat to decide now, and what it sees; -1 when it is over.
func (d *defenders) next() (int, *nucleo.View) {
	d.t.Helper()
	for seat := range d.tok {
		v, _ := d.sees(seat)
		if v.Phase == nucleo.PhaseOver {
			return -1, v
		}
		if v.Turn() == game.Seat(seat) || v.Turn() == game.Watcher && v.Mine() {
			return seat, v
		}
	}
	d.t.Fatal("it is nobody's turn")
	return -1, nil
}

// does sends an action as a program would.
func (d *defenders) does(seat int, a game.Action) {
	d.t.Helper()
	raw, err := json.Marshal(a)
	if err != nil {
		d.t.Fatal(err)
	}
	_, seq := d.sees(seat)
	if res, body := d.do(d.id, d.tok[seat], "s"+itoa(seq)+"-"+itoa(seat), seq, raw); res.StatusCode != http.StatusOK {
		d.t.Fatalf("seat %d, %s: %d %s", seat, raw, res.StatusCode, body)
	}
}

// until has everybody play sensibly until stop, which is asked before each
// decision of the seat that decides.
func (d *defenders) until(stop func(seat int, v *nucleo.View) bool) (int, *nucleo.View) {
	d.t.Helper()
	for range 5000 {
		seat, v := d.next()
		if seat < 0 || stop(seat, v) {
			return seat, v
		}
		d.does(seat, v.Advise(d.rng))
	}
	d.t.Fatal("never got there")
	return -1, nil
}

// TestNucleoShots takes pictures of Nucleo's pages, for people to look at.
func TestNucleoShots(t *testing.T) {
	if *shotsDir == "" {
		t.Skip("pictures are taken with -shots DIR")
	}
	h := openWith(t, []game.Game{nucleo.New()}, nil)
	if err := os.MkdirAll(*shotsDir, 0o755); err != nil {
		t.Fatal(err)
	}
	type shot struct{ name, path, id, token string }
	var shots []shot
	add := func(name string, d *defenders, query string, seat int) {
		token := ""
		if seat >= 0 {
			token = d.tok[seat]
		}
		shots = append(shots, shot{name, "/matches/" + d.id + query, d.id, token})
	}
	phase := func(p nucleo.Phase) func(int, *nucleo.View) bool {
		return func(_ int, v *nucleo.View) bool { return v.Phase == p }
	}
	acting := func(round int16) func(int, *nucleo.View) bool {
		return func(_ int, v *nucleo.View) bool { return v.Round >= round && v.Phase == nucleo.PhaseAct }
	}

	// reach plays until a picture is to be taken. The dice are the server's own, so
	// a match may be over before; then it is another one.
	reach := func(options string, seats int, stop func(int, *nucleo.View) bool) (*defenders, int) {
		for {
			d := h.defend(options, seats)
			if seat, _ := d.until(stop); seat >= 0 {
				return d, seat
			}
		}
	}

	d := h.defend(`{}`, 4)
	add("n01-leader", d, "", 0)
	d, seat := reach(`{}`, 4, phase(nucleo.PhaseStart))
	add("n02-start", d, "", seat)
	d, _ = reach(`{}`, 4, func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan && v.Round == 4 })
	v, _ := d.sees(0)
	d.does(0, v.Advise(d.rng))
	add("n03-plan", d, "", 0)
	v, _ = d.sees(1)
	d.does(1, v.Advise(d.rng))
	d.does(1, nucleo.Lay())
	add("n04-laid", d, "", 1)
	d, seat = reach(`{}`, 4, func(seat int, v *nucleo.View) bool {
		return acting(5)(seat, v) && v.Players[(seat+1)%4].Hand > 0 // who will say what they hold
	})
	add("n05-act", d, "", seat)
	add("n06-move", d, "?do=move", seat)
	other := (seat + 1) % 4
	d.does(other, nucleo.PointAt(9))
	for _, a := range []game.Action{nucleo.SayHabitats(other), nucleo.Help()} {
		d.does(other, a)
	}
	add("n07-wait", d, "", other)
	add("n08-automata", d, "?forecast=automata", seat)
	add("n09-factories", d, "?forecast=factories", seat)
	add("n10-mechs", d, "?forecast=mechs", seat)
	add("n11-end", d, "?do=end", seat)
	d, seat = reach(`{}`, 3, func(_ int, v *nucleo.View) bool {
		return v.Round == 6 && v.Phase == nucleo.PhaseAct && len(v.LastDeeds()) > 4
	})
	add("n12-machine", d, "", (seat+1)%3)
	add("n13-step", d, "?step=3", (seat+1)%3)
	if status, body := h.postJSON("/matches/"+d.id+"/seats/"+itoa((seat+2)%3)+"/bot", d.tok[(seat+2)%3], map[string]any{"id": "go", "level": "greedy"}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	add("n22-away", d, "", (seat+2)%3)
	var move game.Action
	d, seat = reach(`{}`, 3, func(_ int, v *nucleo.View) bool {
		move = v.Advise(d.rng)
		return v.Round >= 4 && v.Phase == nucleo.PhaseAct && len(v.LastDeeds()) > 4 && move.Type() != "end" && move.Type() != "habitats"
	})
	d.does(seat, move)
	add("n21-again", d, "?again=card", seat)
	var away *nucleo.Action // under fire, and a defender may die
	d, seat = reach(`{}`, 3, func(_ int, v *nucleo.View) bool {
		away = nil
		for _, a := range v.Actions() {
			if m := a.(*nucleo.Action); m.Kind == nucleo.ActMove && !m.Item {
				away = m
			}
		}
		return away != nil && v.Acting() && v.Exposed(int(v.Active), nucleo.ActMove) && int(v.Players[v.Active].Damage) == v.DamageLimit(int(v.Active))
	})
	add("n23-fire", d, "?do=move&to="+itoa(int(away.N)), seat)
	d = h.defend(`{"factions":4,"difficulty":3,"draft":"on","free_chat":"on"}`, 1)
	d.until(phase(nucleo.PhaseDraft))
	add("n14-draft", d, "", 0)
	d, _ = reach(`{"factions":4,"difficulty":3}`, 1, func(_ int, v *nucleo.View) bool { return v.Phase == nucleo.PhasePlan && v.Round == 3 })
	add("n15-solo", d, "", 0)
	d = h.defend(`{}`, 2)
	d.until(func(int, *nucleo.View) bool { return false })
	add("n16-over", d, "", 0)
	d, _ = reach(`{"difficulty":6}`, 4, acting(9))
	add("n17-late", d, "", -1)
	shots = append(shots, shot{"n18-lobby", "/", "", ""}, shot{"n19-create", "/new/nucleo", "", ""}, shot{"n20-rules", "/games/nucleo", "", ""})

	for _, look := range []struct {
		name          string
		width, height int64
		dark          bool
		lang          string
	}{{"phone-light-it", 390, 844, false, "it"}, {"wide-light-it", 1440, 900, false, "it"}, {"wide-dark-en", 1440, 900, true, "en"}, {"phone-dark-en", 390, 844, true, "en"}} {
		if only := os.Getenv("SHOT_LOOK"); only != "" && !strings.Contains(look.name, only) {
			continue
		}
		// Each look has a browser of its own, and with it a time of its own.
		t.Run(look.name, func(t *testing.T) {
			ctx := chrome(t)
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
				if s.id != "" {
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
		})
	}
}
