package table

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"banco/game"
	"banco/journal"
)

func TestARestartInTheMiddleChangesNoByte(t *testing.T) {
	t.Parallel()
	for _, options := range []string{`{"mode":"turns","rounds":4,"limit":600,"picks":2}`, `{"rounds":4}`, `{"rounds":4,"open":true}`} {
		dir := t.TempDir()
		j := openJournal(t, dir)
		s := openService(t, j)
		id, tokens := seated(t, s, options, 3)
		viewers := append([]string{""}, tokens...)
		state := func() (all string) {
			for _, token := range viewers {
				all += text(t, look(t, s, id, token)) + "\n"
				rec, err := s.Record(ctx, id, token)
				if err != nil {
					t.Fatal(err)
				}
				all += text(t, rec) + "\n"
			}
			return all
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for turn := range 30 {
			snap := look(t, s, id, "")
			if snap.Stage == Over {
				break
			}
			may := game.Watcher
			for _, seat := range rng.Perm(3) {
				if len(look(t, s, id, tokens[seat]).View.Actions()) > 0 {
					may = game.Seat(seat)
				}
			}
			c := Command{ID: fmt.Sprint("turn-", turn), Seq: look(t, s, id, tokens[may]).Seq, Action: pick(1 + turn%3)}
			if _, err := s.Act(ctx, id, tokens[may], c); err != nil {
				t.Fatal(err)
			}
			if turn%3 > 0 {
				continue
			}
			before := state()
			s.Close()
			if turn%2 == 0 {
				j.Close()
				j = openJournal(t, dir)
			}
			s = openService(t, j)
			if after := state(); after != before {
				t.Fatalf("%s, turn %d\nbefore:\n%s\nafter:\n%s", options, turn, before, after)
			}
			if _, err := s.Act(ctx, id, tokens[may], c); err != nil { // repeated after the restart
				t.Fatal(err)
			}
			if state() != before {
				t.Fatal("a command repeated after the restart was done again")
			}
		}
	}
}

// The journal is written by a process that is killed at random moments. What
// it said it had done is there afterwards, and the match goes on.
func TestAKilledProcessLosesNothingItAcknowledged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := openJournal(t, dir)
	s := openService(t, j)
	id, tokens := seated(t, s, `{"mode":"turns","rounds":100000}`, 2)
	s.Close()
	j.Close()
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	acknowledged := map[string]bool{}
	const kills = 6
	for range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), "BANCO_TEST_PLAY="+strings.Join([]string{dir, id, tokens[0], tokens[1]}, " "))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		started := false
		for lines.Scan() {
			command, ok := strings.CutPrefix(lines.Text(), "done ")
			if !ok {
				continue
			}
			if !started {
				started = true
				time.AfterFunc(time.Duration(rng.IntN(150))*time.Millisecond, func() { cmd.Process.Kill() })
			}
			acknowledged[command] = true
		}
		_ = cmd.Wait()
		if !started {
			t.Fatal("the process did not play")
		}
	}
	j = openJournal(t, dir)
	s = openService(t, j)
	h, err := j.Read(ctx, id, journal.Head{})
	if err != nil {
		t.Fatal(err)
	}
	times := map[string]int{}
	for _, e := range h.Entries {
		times[e.Command]++
	}
	for command := range acknowledged {
		if times[command] != 1 {
			t.Errorf("%s is there %d times", command, times[command])
		}
	}
	if len(acknowledged) < kills {
		t.Errorf("only %d commands were acknowledged", len(acknowledged))
	}
	t.Logf("%d kills, %d commands acknowledged, %d entries", kills, len(acknowledged), len(h.Entries))
	turn := look(t, s, id, "").ToAct.First()
	act(t, s, id, tokens[turn], pick(1))
}

// TestMain is also the process that the test above kills.
func TestMain(m *testing.M) {
	if job := strings.Fields(os.Getenv("BANCO_TEST_PLAY")); len(job) == 4 {
		if err := playUntilKilled(job[0], job[1], job[2:]); err != nil {
			log.Fatal(err)
		}
	}
	os.Exit(m.Run())
}

func playUntilKilled(dir, id string, tokens []string) error {
	j, err := journal.Open(ctx, journal.Config{Dir: dir, Log: quiet})
	if err != nil {
		return err
	}
	s, err := Open(ctx, Config{Journal: j, Games: toys, Bots: toyBots, Log: quiet})
	if err != nil {
		return err
	}
	for {
		snap, err := s.Look(ctx, id, "")
		if err != nil {
			return err
		}
		token := tokens[snap.ToAct.First()]
		if snap, err = s.Look(ctx, id, token); err != nil {
			return err
		}
		c := Command{ID: newSecret(), Seq: snap.Seq, Action: pick(2)}
		if _, err := s.Act(ctx, id, token, c); err != nil {
			return err
		}
		fmt.Println("done " + c.ID)
	}
}

// Two services on one journal stand for two processes on one cluster.
func TestTwoProcessesPlayTheSameMatch(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	a, b := openService(t, j), openService(t, j)
	id, tokens := seated(t, a, `{"mode":"turns","rounds":10}`, 2)
	watch, err := b.Watch(ctx, id, tokens[1])
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	first := <-watch.C
	act(t, a, id, tokens[0], pick(1))
	select {
	case snap := <-watch.C:
		if snap.Seq != first.Seq+1 || text(t, snap) != text(t, look(t, a, id, tokens[1])) {
			t.Errorf("%s", text(t, snap))
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the other process was not told")
	}
	for turn := range 19 { // each acts where the other has just acted, and may not have heard of it
		s := []*Service{b, a}[turn%2]
		seat := (turn + 1) % 2
		for {
			snap := look(t, s, id, tokens[seat])
			_, err := s.Act(ctx, id, tokens[seat], Command{ID: fmt.Sprint("t", turn), Seq: snap.Seq, Action: pick(1)})
			if err == nil {
				break
			}
			if e, ok := err.(*Error); !ok || e.Code != "stale" && e.Code != "not_your_turn" {
				t.Fatal(err)
			}
		}
	}
	h, err := j.Read(ctx, id, journal.Head{})
	if err != nil || len(h.Entries) != 4+20 {
		t.Errorf("%d entries, %v", len(h.Entries), err)
	}
}

func TestTheSameCommandAtTwoProcessesIsDoneOnce(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	a, b := openService(t, j), openService(t, j)
	id, tokens := seated(t, a, `{"rounds":30}`, 2)
	for round := range 30 {
		for seat := range 2 {
			seq := look(t, a, id, tokens[seat]).Seq
			for look(t, b, id, tokens[seat]).Seq < seq {
				time.Sleep(time.Millisecond)
			}
			c := Command{ID: fmt.Sprint("r", round), Seq: seq, Action: pick(1)}
			errs := make(chan error, 2)
			for _, s := range []*Service{a, b} {
				go func() { _, err := s.Act(ctx, id, tokens[seat], c); errs <- err }()
			}
			for range 2 {
				if err := <-errs; err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	h, _ := j.Read(ctx, id, journal.Head{})
	actions := 0
	for _, e := range h.Entries {
		if e.Kind == kindAction {
			actions++
		}
	}
	if actions != 60 {
		t.Errorf("%d actions", actions)
	}
}

func waitOver(t testing.TB, s *Service, id string) *Snapshot {
	t.Helper()
	watch, err := s.Watch(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	late := time.After(20 * time.Second)
	for {
		select {
		case snap := <-watch.C:
			if snap.Stage == Over {
				return snap
			}
		case <-late:
			t.Fatalf("not over: %s", text(t, look(t, s, id, "")))
		}
	}
}

func TestBotsPlayWhateverTheyAre(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.BotTime = 20 * time.Millisecond })
	for _, level := range []string{"random", "slow", "broken", "wrong", "stubborn"} {
		for _, mode := range []string{"turns", "secret"} {
			c, err := s.Create(ctx, NewMatch{
				Game: "toy", Options: json.RawMessage(fmt.Sprintf(`{"mode":%q,"rounds":2}`, mode)),
				Seats: []SeatSpec{{Kind: "bot", Level: level}, {Kind: "bot", Level: "random"}},
			})
			if err != nil {
				t.Fatal(err)
			}
			waitOver(t, s, c.ID)
		}
	}
}

func TestBotsGoOnAfterARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := openJournal(t, dir)
	s := openService(t, j, func(c *Config) { c.BotPace = time.Hour })
	var ids []string
	for range 3 {
		c, err := s.Create(ctx, NewMatch{Game: "toy", Seats: []SeatSpec{{Kind: "bot", Level: "random"}, {Kind: "bot", Level: "random"}}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID)
	}
	s.Close()
	j.Close()
	j = openJournal(t, dir)
	s = openService(t, j)
	for _, id := range ids {
		waitOver(t, s, id)
	}
}

func TestATurnThatWasNeverQueuedIsFoundAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := openJournal(t, dir)
	s := openService(t, j)
	c, err := s.Create(ctx, NewMatch{Game: "toy", Seats: []SeatSpec{{Kind: "human"}, {Kind: "bot", Level: "random"}}, Options: json.RawMessage(`{"rounds":1}`)})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	// The process ended between an append and the queue: the entry is all there is.
	p, _ := parsePass(c.Seats[0].Invite)
	h, _ := j.Read(ctx, c.ID, journal.Head{})
	token := newSecret()
	data, _ := json.Marshal(takenData{"Ada", "seed", hashSecret(token)})
	if _, _, err := j.Append(ctx, c.ID, h.Head, journal.Draft{At: time.Now(), Kind: kindTaken, Seat: int(p.seat), Data: data}); err != nil {
		t.Fatal(err)
	}
	s = openService(t, j)
	act(t, s, c.ID, token, pick(1))
	waitOver(t, s, c.ID)
}

func TestTimeRunsOutByDefaults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := openJournal(t, dir)
	var ahead atomic.Int64 // of the clock
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	s := openService(t, j, func(c *Config) { c.Now = now })
	id, tokens := seated(t, s, `{"mode":"turns","rounds":1,"picks":3,"limit":1}`, 2)
	act(t, s, id, tokens[0], pick(3))
	snap := look(t, s, id, tokens[1])
	if r := snap.Stopwatch.Running; r == nil || r.Seat != 0 || r.ID != 1 || r.Limit != 1 || r.Label != "robot 0" {
		t.Fatalf("%s", text(t, snap.Stopwatch))
	}
	watch, _ := s.Watch(ctx, id, "")
	defer watch.Close()
	for snap := range watch.C {
		if snap.ToAct == game.Only(1) {
			if d := snap.Stopwatch.Done; len(d) != 1 || d[0].Millis < 990 || d[0].Millis > 3000 {
				t.Errorf("%s", text(t, d))
			}
			break
		}
	}
	watch.Close()

	// While no server runs the clock stands still.
	s.Close()
	j.Close()
	ahead.Store(int64(time.Hour))
	j = openJournal(t, dir)
	s = openService(t, j, func(c *Config) { c.Now = now })
	if snap := look(t, s, id, ""); snap.Stage != Playing || snap.Stopwatch.Running.ID != 2 {
		t.Fatalf("%s", text(t, snap))
	}
	opened := time.Now()
	waitOver(t, s, id)
	if d := time.Since(opened); d < 900*time.Millisecond {
		t.Errorf("over after %v", d)
	}
	rec, err := s.Record(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(rec, toys); err != nil {
		t.Error(err)
	}
	h, _ := j.Read(ctx, id, journal.Head{})
	timeouts := 0
	for _, e := range h.Entries {
		if e.Kind == kindTimeout {
			timeouts++
		}
	}
	if timeouts != 5 {
		t.Errorf("%d timeouts", timeouts)
	}
}

func TestAPanicInTheRulesParksOneMatch(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns"}`, 2)
	other, otherTokens := seated(t, s, `{"mode":"turns"}`, 2)
	_, err := s.Act(ctx, id, tokens[0], Command{ID: "a", Seq: look(t, s, id, tokens[0]).Seq, Action: json.RawMessage(`{"type":"boom"}`)})
	refused(t, err, Conflict, "parked")
	if snap := look(t, s, id, tokens[0]); snap.Stage != Parked || snap.View == nil || snap.ToAct != 0 {
		t.Errorf("%s", text(t, snap))
	}
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "b", Seq: 1, Action: pick(1)})
	refused(t, err, Conflict, "parked")
	act(t, s, other, otherTokens[0], pick(1))
}

func TestADamagedMatchIsParkedAndTheOthersPlay(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	s := openService(t, j)
	id, tokens := seated(t, s, `{"mode":"turns"}`, 2)
	act(t, s, id, tokens[0], pick(1))
	h, _ := j.Read(ctx, id, journal.Head{})
	data, _ := json.Marshal(stepData{Action: pick(1), Rolls: [][2]int{{6, 1}}, Hash: strings.Repeat("0", 64)})
	if _, _, err := j.Append(ctx, id, h.Head, journal.Draft{At: time.Now(), Kind: kindAction, Seat: 1, Command: "x", Data: data}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = openService(t, j)
	snap := look(t, s, id, tokens[0])
	if snap.Stage != Parked || snap.View == nil || len(snap.News) == 0 {
		t.Errorf("%s", text(t, snap))
	}
	fresh, freshTokens := seated(t, s, ``, 2)
	act(t, s, fresh, freshTokens[0], pick(1))
}

func TestIdleMatchesLeaveMemory(t *testing.T) {
	j := openJournal(t, t.TempDir())
	s := openService(t, j, func(c *Config) { c.Idle = 50 * time.Millisecond })
	settle := func() (rooms, goroutines int, heap uint64) {
		for range 200 {
			time.Sleep(10 * time.Millisecond)
			s.mu.Lock()
			rooms = len(s.rooms)
			s.mu.Unlock()
			if rooms == 0 {
				break
			}
		}
		runtime.GC()
		var mem runtime.MemStats
		runtime.ReadMemStats(&mem)
		return rooms, runtime.NumGoroutine(), mem.HeapAlloc
	}
	some := func(n int) {
		for i := range n {
			id, tokens := seated(t, s, `{"rounds":1}`, 2)
			watching, cancel := context.WithCancel(ctx)
			watch, err := s.Watch(watching, id, tokens[0])
			if err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 { // the others are abandoned
				playOut(t, s, id, tokens)
			}
			if i%3 == 0 {
				watch.Close()
			}
			cancel()
		}
	}
	some(100)
	_, goroutines, heap := settle()
	some(100)
	rooms, after, heapAfter := settle()
	if rooms != 0 || after > goroutines+5 || heapAfter > heap+4<<20 {
		t.Errorf("%d rooms, goroutines %d then %d, heap %d then %d", rooms, goroutines, after, heap, heapAfter)
	}
}

func TestAMatchThatIsWatchedStays(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.Idle = 20 * time.Millisecond })
	id, tokens := seated(t, s, `{"mode":"turns"}`, 2)
	watch, err := s.Watch(ctx, id, tokens[1])
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	<-watch.C
	time.Sleep(100 * time.Millisecond)
	act(t, s, id, tokens[0], pick(1))
	select {
	case <-watch.C:
	case <-time.After(5 * time.Second):
		t.Error("not told")
	}
}

func TestASlowReaderFindsTheNewestAndHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","rounds":20}`, 2)
	watch, err := s.Watch(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	playOut(t, s, id, tokens)
	if snap := <-watch.C; snap.Stage != Over {
		t.Errorf("%s", text(t, snap))
	}
	s.Close()
	if _, open := <-watch.C; open {
		t.Error("the watch outlived the service")
	}
	watch.Close()
	_, err = s.Look(ctx, id, "")
	refused(t, err, Unavailable, "closing")
}

func TestAFinishedMatchIsArchivedAndStaysReadable(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	s := openService(t, j, func(c *Config) { c.ArchiveAfter = 20 * time.Millisecond; c.Idle = 20 * time.Millisecond })
	id, tokens := seated(t, s, `{"rounds":2}`, 2)
	playOut(t, s, id, tokens)
	before := text(t, look(t, s, id, tokens[0]))
	for range 200 {
		if live, _ := j.Live(ctx); len(live) == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if live, _ := j.Live(ctx); len(live) != 0 {
		t.Fatal("not archived")
	}
	s.Close()
	s = openService(t, j)
	if after := text(t, look(t, s, id, tokens[0])); after != before {
		t.Errorf("before %s\nafter %s", before, after)
	}
	_, err := s.Link(ctx, id, 0, tokens[0])
	refused(t, err, Conflict, "over")
	rec, err := s.Record(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(rec, toys); err != nil {
		t.Error(err)
	}
}

// Who closes while people play loses nothing that was acknowledged.
func TestCloseInTheMiddleOfPlay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := openJournal(t, dir)
	s := openService(t, j)
	var mu sync.Mutex
	acknowledged := map[string]int{} // actions by match
	var wg sync.WaitGroup
	for range 20 {
		id, tokens := seated(t, s, `{"mode":"turns","rounds":100000}`, 2)
		wg.Go(func() {
			for turn := 0; ; turn++ {
				snap, err := s.Look(ctx, id, tokens[turn%2])
				if err == nil {
					_, err = s.Act(ctx, id, tokens[turn%2], Command{ID: fmt.Sprint(turn), Seq: snap.Seq, Action: pick(1)})
				}
				if err != nil {
					refused(t, err, Unavailable, err.(*Error).Code)
					return
				}
				mu.Lock()
				acknowledged[id]++
				mu.Unlock()
			}
		})
	}
	time.Sleep(200 * time.Millisecond)
	s.Close()
	j.Close()
	wg.Wait()
	j = openJournal(t, dir)
	for id, n := range acknowledged {
		h, err := j.Read(ctx, id, journal.Head{})
		if have := len(h.Entries) - 4; err != nil || have < n || have > n+1 {
			t.Errorf("%d acknowledged, %d there, %v", n, have, err)
		}
	}
}
