package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// The test binary is the program too: started with this variable set it runs
// main's run with its arguments, so that tests can kill a real process.
const asProgram = "BANCO_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// process is a server in a process of its own.
type process struct {
	base   string
	cmd    *exec.Cmd
	stderr *buffer
}

// buffer collects what a process writes; it may be read meanwhile.
type buffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

var addressIn = regexp.MustCompile(`https?://[0-9.]+:[0-9]+`)

// startProcess starts a server on a data folder and waits until it says where it is.
func startProcess(t testing.TB, data string, args ...string) *process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{stderr: &buffer{}}
	p.cmd = exec.Command(exe, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", data, "--bot-pace", "0s", "--lang", "en"}, args...)...)
	p.cmd.Env = append(os.Environ(), asProgram+"=1")
	p.cmd.Stderr = p.stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if p.base = addressIn.FindString(lines.Text()); p.base != "" {
			break
		}
	}
	go io.Copy(io.Discard, out)
	if p.base == "" {
		p.cmd.Wait()
		t.Fatalf("the server did not start: %s", p.stderr)
	}
	return p
}

// kill ends the process the hard way, as kill -9 does.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// Killed at random moments and started again, the server knows every action
// that it acknowledged, and the match goes on to its end.
func TestKilledServerForgetsNothingItAcknowledged(t *testing.T) {
	kills := 6
	if testing.Short() {
		kills = 2
	}
	data := t.TempDir()
	p := startProcess(t, data)
	seats := mustSeats(t, p.base, map[string]any{"rounds": 3}, human, human)
	rng := rand.New(rand.NewPCG(7, 7))

	var acknowledged []json.RawMessage
	last := map[int]int{} // by seat, the last seq it was told
	for n := 0; ; n++ {
		i, m := whoseTurn(t, seats, last)
		if m.Over {
			break
		}
		action := m.Actions[rng.IntN(len(m.Actions))]
		id := fmt.Sprintf("k-%d", n)
		if kills > 0 && rng.IntN(8) == 0 {
			kills--
			// Kill it while the request is under way: the answer may be lost. Sent
			// again under its own name the command is done once either way.
			answered := make(chan int, 1)
			go func(s seatAt) {
				status, _, _, err := s.act(id, m.Seq, action)
				if err != nil {
					status = 0
				}
				answered <- status
			}(seats[i])
			time.Sleep(time.Duration(rng.IntN(4000)) * time.Microsecond)
			p.kill()
			if status := <-answered; status != 0 && status != http.StatusOK {
				t.Fatalf("the server answered %d as it was killed", status)
			}
			p = startProcess(t, data)
			for k := range seats {
				seats[k].base = p.base
				again, err := seats[k].look()
				if err != nil {
					t.Fatal(err)
				}
				if again.Seq < last[k] {
					t.Fatalf("seat %d was told seq %d before the kill and sees %d after it", k, last[k], again.Seq)
				}
			}
		}
		status, after, body, err := seats[i].act(id, m.Seq, action)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %s %v", action, status, body, err)
		}
		last[i] = after.Seq
		acknowledged = append(acknowledged, action)
	}
	// The log of the finished match holds every acknowledged action in order.
	status, body, err := call("GET", p.base+"/matches/"+seats[0].match+"/log", "", nil)
	if err != nil || status != http.StatusOK {
		t.Fatalf("log: %d %v", status, err)
	}
	var log struct {
		Entries []struct {
			Seat   int             `json:"seat"`
			Action json.RawMessage `json:"action"`
		} `json:"entries"`
	}
	if err := json.Unmarshal(body, &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Entries) != len(acknowledged)+1 { // and the start
		t.Fatalf("%d actions were acknowledged, the log has %d entries", len(acknowledged), len(log.Entries))
	}
	for i, action := range acknowledged {
		if !sameJSON(t, log.Entries[i+1].Action, action) {
			t.Fatalf("entry %d is %s, acknowledged was %s", i+2, log.Entries[i+1].Action, action)
		}
	}
	file := filepath.Join(t.TempDir(), "log.json")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := runCLI("verify", file); code != exitDone {
		t.Fatalf("verify after the kills: %s", out)
	}
}

// whoseTurn is a seat that may act, and the match as it sees it; the first seat
// when the match is over.
func whoseTurn(t *testing.T, seats []seatAt, last map[int]int) (int, *matchJSON) {
	t.Helper()
	for i, s := range seats {
		m, err := s.look()
		if err != nil {
			t.Fatal(err)
		}
		last[i] = m.Seq
		if m.Over || len(m.Actions) > 0 {
			return i, m
		}
	}
	t.Fatal("nobody may act and the match is not over")
	return 0, nil
}

func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	left, err1 := json.Marshal(x)
	right, err2 := json.Marshal(y)
	return err1 == nil && err2 == nil && string(left) == string(right)
}

// optionJSON is an option as GET /games/{name} states it.
type optionJSON struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Min     int      `json:"min"`
	Max     int      `json:"max"`
	Choices []string `json:"choices"`
}

// draw picks a value within the option's bounds; nil for what has none stated.
func (o optionJSON) draw(rng *rand.Rand) any {
	switch o.Kind {
	case "int":
		return o.Min + rng.IntN(o.Max-o.Min+1)
	case "choice":
		return o.Choices[rng.IntN(len(o.Choices))]
	}
	return nil
}

// A client that knows no rules finishes matches of every game, with as many
// seats as it takes and with bots among them, on options drawn within the
// bounds that GET /games/{name} states.
func TestGenericClientFinishesMatchesOnAnyOptions(t *testing.T) {
	p := startProcess(t, t.TempDir())
	for _, c := range []struct {
		game    string
		matches int            // how many, less when the tests are to be short
		seats   []int          // taken in turn
		options int            // there are at least so many
		longest map[string]int // long ones prove nothing more
	}{
		{"klang", 25, []int{2}, 15, map[string]int{"rounds": 4}},
		{"dadi", 9, []int{2, 3, 6}, 6, map[string]int{"round_limit": 20}},
		{"quote", 6, []int{1}, 8, map[string]int{"round_limit": 20}},
	} {
		t.Run(c.game, func(t *testing.T) {
			matches := c.matches
			if testing.Short() {
				matches = max(4, len(c.seats))
			}
			status, body, err := call("GET", p.base+"/games/"+c.game, "", nil)
			if err != nil || status != http.StatusOK {
				t.Fatalf("GET /games/%s: %d %v", c.game, status, err)
			}
			var rules struct {
				MinSeats int          `json:"min_seats"`
				MaxSeats int          `json:"max_seats"`
				Options  []optionJSON `json:"options"`
			}
			if err := json.Unmarshal(body, &rules); err != nil {
				t.Fatal(err)
			}
			if len(rules.Options) < c.options {
				t.Fatalf("only %d options: %s", len(rules.Options), body)
			}
			if rules.MinSeats != c.seats[0] || rules.MaxSeats != c.seats[len(c.seats)-1] {
				t.Fatalf("for %d to %d: the matches below do not try that", rules.MinSeats, rules.MaxSeats)
			}
			rng := rand.New(rand.NewPCG(3, 3))
			played, refused := 0, 0
			for played < matches {
				options := map[string]any{}
				for _, o := range rules.Options {
					if rng.IntN(3) > 0 {
						continue
					}
					if v := o.draw(rng); v != nil {
						options[o.Name] = v
					}
				}
				for name, most := range c.longest {
					if n, ok := options[name].(int); !ok && name == "round_limit" || ok && n > most {
						options[name] = 1 + rng.IntN(most-1)
					}
				}
				// All people the first time round, then bots among them.
				kinds := []map[string]string{human}
				for i := 1; i < c.seats[played%len(c.seats)]; i++ {
					kind := human
					if played >= len(c.seats) && rng.IntN(2) == 0 {
						kind = random
					}
					kinds = append(kinds, kind)
				}
				seats, err := newMatch(p.base, c.game, options, kinds...)
				if err != nil {
					// Options that do not go together are refused with the field at fault.
					if !strings.Contains(err.Error(), `"field"`) || refused > 20*matches {
						t.Fatalf("%v: %v", options, err)
					}
					refused++
					continue
				}
				if err := playOut(seats, rng, 5000, nil); err != nil {
					t.Fatalf("%d seats, options %v: %v", len(kinds), options, err)
				}
				played++
			}
			t.Logf("%d matches played, %d combinations refused", played, refused)
		})
	}
}

// A port in use, a folder that cannot be written and one that another process
// holds are each refused with a sentence, at once.
func TestServeRefusals(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	held := t.TempDir()
	startProcess(t, held)
	file := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"port in use":      {[]string{"serve", "--addr", taken.Addr().String(), "--data", t.TempDir()}, exitFailed, "listening on"},
		"not an address":   {[]string{"serve", "--addr", "nowhere", "--data", t.TempDir()}, exitUsage, "host:port"},
		"folder is locked": {[]string{"serve", "--addr", "127.0.0.1:0", "--data", held}, exitFailed, held},
		"folder is a file": {[]string{"serve", "--addr", "127.0.0.1:0", "--data", file}, exitFailed, file},
		"bot threads":      {[]string{"serve", "--addr", "127.0.0.1:0", "--bot-threads", "0"}, exitUsage, "at least 1"},
		"base path":        {[]string{"serve", "--addr", "127.0.0.1:0", "--base-path", "x"}, exitUsage, "slash"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out := runCLI(c.args...)
			if code != c.code || !strings.Contains(out, c.says) {
				t.Errorf("exit %d, want %d; said %q, want something with %q", code, c.code, out, c.says)
			}
			if strings.Contains(out, "goroutine") || strings.Count(out, "\n") > 1 {
				t.Errorf("not one sentence: %q", out)
			}
		})
	}
}
