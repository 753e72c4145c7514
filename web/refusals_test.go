package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/games/klang"
	"banco/table"
)

// tried is a table service at which every action is tried on the same state and
// none is kept: what comes back to a seat is a refusal, or nothing.
type tried struct {
	frozen
	state game.State
}

var errTaken = &table.Error{Kind: table.Conflict, Refusal: &game.Error{Code: "taken", Text: game.Msg("web.error.unavailable")}}

func (f tried) Act(_ context.Context, _, _ string, c table.Command) (*table.Snapshot, error) {
	if !f.state.ToAct().Has(f.snap.Seat) {
		return nil, &table.Error{Kind: table.Forbidden, Refusal: game.Refuse("table", "not_your_turn", "")}
	}
	a, err := klang.New().ParseAction(c.Action)
	kind := table.Invalid
	if err == nil {
		kind = table.Illegal
		err = f.state.Copy(nil).Apply(f.snap.Seat, a, dice.NewFast(1, 2), nil)
	}
	var refused *game.Error
	if errors.As(err, &refused) {
		return nil, &table.Error{Kind: kind, Refusal: refused}
	}
	return nil, errTaken
}

// attempts are actions that somebody may try in a state: those open to either
// seat, as they are and bent a little.
func attempts(s game.State, seed uint64) (list [][]byte) {
	rng := rand.New(rand.NewPCG(seed, 3))
	for seat := range game.Seat(2) {
		v := s.View(seat, nil)
		actions := v.Actions()
		if s.ToAct().Has(seat) {
			for range 10 {
				actions = append(actions, v.Sample(rng))
			}
		}
		for _, a := range actions {
			data, err := json.Marshal(a)
			if err != nil {
				panic(err) // an action that cannot be written is no action
			}
			list = append(list, data)
			var fields map[string]any
			if json.Unmarshal(data, &fields) != nil {
				continue
			}
			for name, value := range fields {
				n, isNumber := value.(float64)
				if !isNumber {
					continue
				}
				for _, bent := range []float64{n + 1, n - 1, 0, 3, 6} {
					fields[name] = bent
					if data, err := json.Marshal(fields); err == nil {
						list = append(list, data)
					}
				}
				fields[name] = n
			}
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(len(list), 150)]
}

// TestK09_TwinsRefuseAlike: whatever a seat tries, it is taken or refused in the
// same way, byte for byte and header for header, whatever others hide.
func TestK09_TwinsRefuseAlike(t *testing.T) {
	refused, differ := 0, 0
	for seed := range uint64(5) {
		s := midGame(t, seed, 30+int(seed)*23)
		for _, seat := range []game.Seat{0, 1} {
			v := s.View(seat, nil)
			var twins [2]game.State
			var servers [2]*Server
			for i := range twins {
				state := v.Determinize(rand.New(rand.NewPCG(uint64(i)+1, seed)))
				twins[i] = state
				servers[i] = serveFrozen(t, state, seat)
				servers[i].cfg.Tables = tried{frozen{snap: snapshotOf(state, seat), see: func() game.View { return state.View(seat, nil) }}, state}
			}
			one, _ := twins[0].MarshalJSON()
			two, _ := twins[1].MarshalJSON()
			if !bytes.Equal(one, two) {
				differ++
			}
			for i, action := range attempts(s, seed) {
				body := fmt.Sprintf(`{"id":"a-%d","seq":41,"action":%s}`, i, action)
				var answers [2]string
				for k, srv := range servers {
					r := httptest.NewRequest("POST", "/matches/m/actions", bytes.NewBufferString(body))
					r.Header.Set("Content-Type", "application/json")
					if i%2 == 1 {
						r.Header.Set("Accept", "text/html")
						r.Header.Set("Accept-Encoding", "gzip")
					}
					w := httptest.NewRecorder()
					srv.ServeHTTP(w, r)
					answers[k] = fmt.Sprint(w.Code, w.Header(), w.Body)
					if w.Code == 422 {
						refused++
					}
				}
				if answers[0] != answers[1] {
					t.Fatalf("seed %d: seat %d can tell two hidden hands apart by trying %s:\n%s\n%s", seed, seat, action, answers[0], answers[1])
				}
			}
		}
	}
	if refused < 100 || differ == 0 {
		t.Errorf("%d refusals, %d twins: the test shows little", refused, differ)
	}
}
