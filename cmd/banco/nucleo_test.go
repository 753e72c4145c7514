package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// planner is what a program reads of a match of Nucleo that its people plan.
type planner struct {
	View struct {
		Phase   string `json:"phase"`
		Round   int    `json:"round"`
		Laid    bool   `json:"laid"`
		Players []struct {
			Seat int `json:"seat"`
			Hand int `json:"hand"`
			Deck int `json:"deck"`
		} `json:"players"`
		Own []struct {
			Player int   `json:"player"`
			Hand   []int `json:"hand"`
			Deck   []int `json:"deck"`
			Pick   *int  `json:"pick"`
		} `json:"own"`
	} `json:"view"`
	Actions []struct {
		Type string `json:"type"`
		Card int    `json:"card"`
	} `json:"actions"`
	Away *struct {
		Seat int `json:"seat"`
	} `json:"away"`
}

// TestN07_KilledBetweenAnyTwoPicksEverybodyHoldsWhatTheyHeld: the server is killed
// after every step of a planning and started again. Each seat has the same hand,
// the same pick, laid or not, and the same deck, and everybody is sent the same
// bytes as before; so too when a seat has gone to a bot, and when it is back. The
// match goes on to its end, and its log verifies.
func TestN07_KilledBetweenAnyTwoPicksEverybodyHoldsWhatTheyHeld(t *testing.T) {
	people, rounds := 3, 1
	if os.Getenv("BANCO_LONG") != "" {
		people, rounds = 4, 3
	}
	data := t.TempDir()
	slowBots := []string{"--bot-pace", "1h"} // one that stands in has not chosen when the server dies
	p := startProcess(t, data, slowBots...)
	seats, err := newMatch(p.base, "nucleo", map[string]any{"factions": 4, "round_limit": rounds}, slices.Repeat([]map[string]string{human}, people)...)
	if err != nil {
		t.Fatal(err)
	}
	read := func(token string) (m planner, body string) {
		t.Helper()
		status, raw, err := call("GET", p.base+"/matches/"+seats[0].match, token, nil)
		if err == nil && status == http.StatusOK {
			err = json.Unmarshal(raw, &m)
		}
		if err != nil || status != http.StatusOK {
			t.Fatal(status, err, string(raw))
		}
		return m, string(raw)
	}
	everybody := func() (seen []planner, sent []string) {
		t.Helper()
		for _, s := range append(slices.Clone(seats), seatAt{}) { // and who watches
			m, body := read(s.token)
			seen, sent = append(seen, m), append(sent, body)
		}
		return seen, sent
	}
	kills := 0
	killed := func(after string) {
		t.Helper()
		was, sent := everybody()
		p.kill()
		kills++
		p = startProcess(t, data, slowBots...)
		for i := range seats {
			seats[i].base = p.base
		}
		now, again := everybody()
		for i := range was {
			if !reflect.DeepEqual(was[i], now[i]) {
				t.Fatalf("killed after %s, seat %d holds\n%+v\nand held\n%+v", after, i, now[i], was[i])
			}
			if sent[i] != again[i] {
				t.Fatalf("killed after %s, seat %d is sent\n%s\nand was sent\n%s", after, i, again[i], sent[i])
			}
		}
	}
	n := 0
	does := func(seat int, action json.RawMessage) {
		t.Helper()
		m, err := seats[seat].look()
		if err != nil {
			t.Fatal(err)
		}
		n++
		if status, _, body, err := seats[seat].act(fmt.Sprintf("n-%d", n), m.Seq, action); err != nil || status != http.StatusOK {
			t.Fatalf("seat %d, %s: %d %s %v", seat, action, status, body, err)
		}
	}
	// picks has a seat pick a card of its hand for each of its factions: the k-th.
	picks := func(seat, k int) {
		t.Helper()
		m, _ := read(seats[seat].token)
		for _, own := range m.View.Own {
			card := own.Hand[k%len(own.Hand)]
			does(seat, json.RawMessage(fmt.Sprintf(`{"type":"pick","card":%d}`, card)))
			killed(fmt.Sprintf("a pick of seat %d", seat))
			after, _ := read(seats[seat].token)
			for _, now := range after.View.Own {
				if now.Player == own.Player && (now.Pick == nil || *now.Pick != card || !slices.Equal(now.Hand, own.Hand) || !slices.Equal(now.Deck, own.Deck)) {
					t.Fatalf("picked %d of %v, and holds %+v", card, own.Hand, now)
				}
			}
		}
	}
	reseats := func(seat int, to string, body map[string]string) {
		t.Helper()
		status, answer, err := call("POST", fmt.Sprintf("%s/matches/%s/seats/%d/%s", p.base, seats[seat].match, seat, to), seats[seat].token, body)
		if err != nil || status != http.StatusOK {
			t.Fatal(status, string(answer), err)
		}
		killed(to)
	}
	for rounds := 0; ; {
		m, _ := read(seats[0].token)
		if m.View.Phase == "over" {
			break
		}
		if m.View.Phase == "plan" && m.View.Round > rounds {
			rounds = m.View.Round
			last := people - 1
			for seat := range last {
				picks(seat, 0)
				if seat == 1 {
					picks(seat, 1) // changes its mind
				}
				does(seat, json.RawMessage(`{"type":"lay"}`))
				killed(fmt.Sprintf("seat %d has laid", seat))
			}
			picks(last, 0)
			reseats(last, "bot", map[string]string{"id": fmt.Sprint("go-", rounds), "level": "random"})
			if m, _ := read(seats[last].token); m.Away == nil || m.Away.Seat != last {
				t.Fatalf("handed over, and not away: %+v", m)
			}
			reseats(last, "back", map[string]string{"id": fmt.Sprint("come-", rounds)})
			does(last, json.RawMessage(`{"type":"lay"}`))
			killed("the reveal")
			continue
		}
		for seat := range seats { // whoever may act ends their turn, or takes what is offered first
			m, _ := read(seats[seat].token)
			if len(m.Actions) == 0 {
				continue
			}
			look, err := seats[seat].look()
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(m.Actions, func(a struct {
				Type string `json:"type"`
				Card int    `json:"card"`
			}) bool {
				return a.Type == "end" || a.Type == "hush"
			})
			does(seat, look.Actions[max(at, 0)])
			break
		}
	}
	if kills < 9 {
		t.Errorf("only %d kills", kills)
	}
	status, body, err := call("GET", p.base+"/matches/"+seats[0].match+"/log", "", nil)
	if err != nil || status != http.StatusOK {
		t.Fatalf("log: %d %v", status, err)
	}
	file := filepath.Join(t.TempDir(), "log.json")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := runCLI("verify", file); code != exitDone {
		t.Fatalf("verify after %d kills: %s", kills, out)
	}
	t.Logf("%d kills", kills)
}
