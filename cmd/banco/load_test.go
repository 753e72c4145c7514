package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// These measure a real server process over HTTP: 50 matches at once, each
// driven by a client that posts listed actions; every answer means that the
// action is on disk. The clients run on the same machine and take their share
// of it. Saturated, each client acts as soon as it was answered, so the time an
// answer takes is how long 50 in line take; paced, together they act 820 times
// a second, and the time is what a player would wait.
func BenchmarkServedActionsSaturated(b *testing.B) { benchmarkServed(b, 0) }
func BenchmarkServedActionsPaced(b *testing.B)     { benchmarkServed(b, 820) }

func benchmarkServed(b *testing.B, pace int) {
	const matches = 50
	p := startProcess(b, b.TempDir())
	tables := make([][]seatAt, matches)
	for i := range tables {
		tables[i] = mustSeats(b, p.base, map[string]any{"rounds": 12}, human, human)
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	took := make([][]time.Duration, matches)
	var wg sync.WaitGroup
	b.ResetTimer()
	for i := range tables {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			seats := tables[i]
			var tick <-chan time.Time
			if pace > 0 {
				time.Sleep(time.Duration(i) * time.Second / time.Duration(pace)) // so that they do not all act at once
				ticker := time.NewTicker(matches * time.Second / time.Duration(pace))
				defer ticker.Stop()
				tick = ticker.C
			}
			var m glanced
			for n, turn := 0, 0; left.Add(-1) >= 0; n++ {
				if tick != nil {
					<-tick
				}
				for len(m.actions) == 0 {
					var err error
					if m.over {
						if seats, err = newMatch(p.base, "klang", map[string]any{"rounds": 12}, human, human); err != nil {
							b.Error(err)
							return
						}
					}
					turn = 1 - turn
					status, body, err := call("GET", p.base+"/matches/"+seats[turn].match, seats[turn].token, nil)
					if err != nil || status != http.StatusOK {
						b.Errorf("%d %s %v", status, body, err)
						return
					}
					m = glance(body)
				}
				act := m.actions[rng.IntN(len(m.actions))]
				start := time.Now()
				status, body, err := call("POST", p.base+"/matches/"+seats[turn].match+"/actions", seats[turn].token,
					map[string]any{"id": fmt.Sprintf("b-%d", n), "seq": m.seq, "action": act})
				took[i] = append(took[i], time.Since(start))
				if err != nil || status != http.StatusOK {
					b.Errorf("%d %s %v", status, body, err)
					return
				}
				m = glance(body)
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(took...)
	slices.Sort(all)
	if len(all) > 0 {
		b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "actions/s")
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
	}
}

// glanced is what a client that measures needs of a match.
type glanced struct {
	seq     int
	over    bool
	actions []json.RawMessage
}

// glance reads it off an answer without looking at the rest: what the clients
// spend on reading is missing to the server that they measure.
func glance(body []byte) (m glanced) {
	for key, value := range members(body) {
		switch key {
		case `"seq"`:
			m.seq, _ = strconv.Atoi(string(value))
		case `"over"`:
			m.over = string(value) == "true"
		case `"actions"`:
			for _, action := range members(value) {
				m.actions = append(m.actions, action)
			}
		}
	}
	return m
}

// members yields what a JSON object or array without white space holds.
func members(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		key, start, depth, quoted := "", 1, 0, false
		for i := 0; i < len(data); i++ {
			switch c := data[i]; {
			case c == '\\' && quoted:
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == ':' && depth == 1 && data[0] == '{':
				key, start = string(data[start:i]), i+1
			case c == ',' && depth == 1, (c == '}' || c == ']') && depth == 1 && i > start:
				if !yield(key, data[start:i]) {
					return
				}
				start = i + 1
				if c != ',' {
					depth--
				}
			case c == '{', c == '[':
				depth++
			case c == '}', c == ']':
				depth--
			}
		}
	}
}

// TestLoadGlance: what the measuring clients read is what encoding/json reads.
func TestLoadGlance(t *testing.T) {
	body := []byte(`{"id":"a\"b","seq":12,"over":false,"view":{"seq":99,"actions":[1,2],"x":"]}\\"},"actions":[{"do":"pass","n":[1,2]},{"do":"{,:"}],"news":[]}`)
	var want matchJSON
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	got := glance(body)
	if got.seq != want.Seq || got.over != want.Over || !reflect.DeepEqual(got.actions, want.Actions) {
		t.Errorf("%+v", got)
	}
	if got := glance([]byte(`{"seq":3,"over":true,"actions":[]}`)); got.seq != 3 || !got.over || len(got.actions) > 0 {
		t.Errorf("%+v", got)
	}
}
