package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"
)

// A client that knows no rules: it makes matches, takes seats, and posts back
// one of the actions it was shown. It knows the addresses and the JSON that
// docs and /openapi.json promise, and nothing else.

var httpClient = &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 200}}

type seatAt struct {
	base, match, token string
	seat               int
}

type matchJSON struct {
	ID      string            `json:"id"`
	Seq     int               `json:"seq"`
	Seat    *int              `json:"seat"`
	ToAct   []int             `json:"to_act"`
	Over    bool              `json:"over"`
	View    json.RawMessage   `json:"view"`
	Actions []json.RawMessage `json:"actions"`
}

// call sends JSON and reads JSON. It returns the status and the body as it came.
func call(method, address, bearer string, body any) (int, []byte, error) {
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return 0, nil, err
		}
		in = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, address, in)
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	resp, err := httpClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, data, err
}

// newMatch makes a match and takes every human seat of it.
func newMatch(base, game string, options map[string]any, kinds ...map[string]string) ([]seatAt, error) {
	status, body, err := call("POST", base+"/matches", "", map[string]any{"game": game, "options": options, "seats": kinds})
	if err != nil {
		return nil, err
	}
	if status != http.StatusCreated {
		return nil, fmt.Errorf("POST /matches: %d %s", status, body)
	}
	var made struct {
		ID    string `json:"id"`
		Seats []struct {
			Seat   int    `json:"seat"`
			Kind   string `json:"kind"`
			Invite string `json:"invite"`
		} `json:"seats"`
	}
	if err := json.Unmarshal(body, &made); err != nil {
		return nil, err
	}
	var seats []seatAt
	for _, s := range made.Seats {
		if s.Kind != "human" {
			continue
		}
		status, body, err := call("POST", fmt.Sprintf("%s/matches/%s/seats/%d", base, made.ID, s.Seat), s.Invite,
			map[string]string{"name": fmt.Sprintf("Seat %d", s.Seat), "client_seed": fmt.Sprintf("seed-%d", s.Seat)})
		if err != nil {
			return nil, err
		}
		var taken struct {
			Token string `json:"token"`
		}
		if err := json.Unmarshal(body, &taken); err != nil || status != http.StatusOK {
			return nil, fmt.Errorf("taking seat %d: %d %s", s.Seat, status, body)
		}
		seats = append(seats, seatAt{base, made.ID, taken.Token, s.Seat})
	}
	return seats, nil
}

var (
	human  = map[string]string{"kind": "human"}
	random = map[string]string{"kind": "bot", "level": "random"}
)

// look reads the match as this seat sees it.
func (s seatAt) look() (*matchJSON, error) {
	status, body, err := call("GET", s.base+"/matches/"+s.match, s.token, nil)
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, fmt.Errorf("GET match: %d %s", status, body)
	}
	var m matchJSON
	return &m, json.Unmarshal(body, &m)
}

// act posts one action and returns the status and the match as it then is.
func (s seatAt) act(id string, seq int, action json.RawMessage) (int, *matchJSON, []byte, error) {
	status, body, err := call("POST", s.base+"/matches/"+s.match+"/actions", s.token,
		map[string]any{"id": id, "seq": seq, "action": action})
	if err != nil {
		return 0, nil, nil, err
	}
	var m matchJSON
	if status == http.StatusOK {
		err = json.Unmarshal(body, &m)
	}
	return status, &m, body, err
}

// playOut plays a match to its end by picking among the listed actions. It
// calls between after every accepted action, and gives up after most of them.
func playOut(seats []seatAt, rng *rand.Rand, most int, between func(done int)) error {
	views := make([]*matchJSON, len(seats))
	for i, s := range seats {
		m, err := s.look()
		if err != nil {
			return err
		}
		views[i] = m
	}
	for done := 0; done < most; done++ {
		acted := false
		for i, s := range seats {
			m, err := s.look()
			if err != nil {
				return err
			}
			views[i] = m
			if m.Over {
				return nil
			}
			if len(m.Actions) == 0 {
				continue
			}
			action := m.Actions[rng.IntN(len(m.Actions))]
			status, after, body, err := s.act(fmt.Sprintf("c-%d-%d", i, done), m.Seq, action)
			if err != nil {
				return err
			}
			if status != http.StatusOK {
				return fmt.Errorf("a listed action was refused: %s → %d %s", action, status, body)
			}
			views[i] = after
			acted = true
			break
		}
		if !acted {
			time.Sleep(2 * time.Millisecond) // a bot's turn
		}
		if between != nil {
			between(done)
		}
	}
	return fmt.Errorf("not over after %d actions", most)
}

func mustSeats(t testing.TB, base string, options map[string]any, kinds ...map[string]string) []seatAt {
	t.Helper()
	seats, err := newMatch(base, "klang", options, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	return seats
}
