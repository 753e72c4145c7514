package table

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"banco/game"
)

// clock is a time of day that a test sets.
type clock struct{ ms atomic.Int64 }

func (c *clock) now() time.Time { return time.UnixMilli(1_800_000_000_000 + c.ms.Load()).UTC() }

func (c *clock) pass(d time.Duration) { c.ms.Add(d.Milliseconds()) }

func timed(t testing.TB, options string, seats int) (s *Service, c *clock, id string, tokens []string) {
	t.Helper()
	c = &clock{}
	s = service(t, func(cfg *Config) { cfg.Now = c.now })
	id, tokens = seated(t, s, options, seats)
	return s, c, id, tokens
}

func pause(t testing.TB, s *Service, id, token string, on bool) {
	t.Helper()
	if err := s.Pause(ctx, id, token, on); err != nil {
		t.Fatal(err)
	}
}

// reloaded is what a service sees that reads the match anew.
func reloaded(t testing.TB, s *Service, id, token string) *Snapshot {
	t.Helper()
	s.mu.Lock()
	delete(s.rooms, id)
	s.mu.Unlock()
	return look(t, s, id, token)
}

func TestAStretchIsThinkingActingAndWaiting(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":3,"limit":900,"confirm":true}`, 2)
	step := func(after time.Duration, seat int, action json.RawMessage) {
		t.Helper()
		c.pass(after * time.Second)
		act(t, s, id, tokens[seat], action)
	}
	step(10, 0, pick(1)) // thought for 10 s
	step(4, 1, do("ok")) // waited for 4 s
	step(5, 0, pick(1))  // acted for 5 s
	// While it runs nobody is told how.
	if r := look(t, s, id, "").Stopwatch.Running; text(t, r) != `{"id":1,"seat":0,"label":"robot 0","round":1,"started":"2027-01-15T08:00:00Z","limit_s":900}` {
		t.Errorf("%s", text(t, r))
	}
	c.pass(2 * time.Second)
	pause(t, s, id, tokens[1], true)
	c.pass(60 * time.Second)
	pause(t, s, id, tokens[0], false)
	step(1, 1, do("ok")) // waited for 3 s more, the pause taken out
	step(6, 0, pick(1))  // acted for 6 s
	want := `[{"id":1,"seat":0,"label":"robot 0","round":1,"started":"2027-01-15T08:00:00Z","millis":28000,"limit_s":900,"think_millis":10000,"wait_millis":7000,"paused_millis":60000}]`
	if d := look(t, s, id, "").Stopwatch.Done; text(t, d) != want {
		t.Errorf("%s", text(t, d))
	}
	if d := reloaded(t, s, id, "").Stopwatch.Done; text(t, d) != want {
		t.Errorf("read anew: %s", text(t, d))
	}
	out, err := s.Timings(ctx, id, "")
	if err != nil || text(t, out) != fmt.Sprintf(`{"id":%q,"game":"toy","seats":["human","human"],"over":false,"stretches":%s}`, id, want) {
		t.Errorf("%s %v", text(t, out), err)
	}
}

func TestAPauseStopsTheStopwatchAndAnyStepEndsIt(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":9,"limit":900}`, 2)
	c.pass(time.Second)
	before := len(entries(t, s, id))
	seq := look(t, s, id, tokens[0]).Seq
	for range 3 {
		pause(t, s, id, tokens[1], true)
	}
	if n := len(entries(t, s, id)); n != before+1 {
		t.Errorf("%d entries", n-before)
	}
	for i, snap := range everybody(t, s, id, tokens) {
		if p := snap.Paused; p == nil || p.By != 1 || !p.Since.Equal(c.now()) {
			t.Errorf("viewer %d: %s", i-1, text(t, p))
		}
	}
	if snap := reloaded(t, s, id, ""); snap.Paused == nil || snap.Paused.By != 1 {
		t.Errorf("read anew: %s", text(t, snap))
	}
	c.pass(30 * time.Second)
	// The action that was ready is not stale, and lets time run.
	if _, err := s.Act(ctx, id, tokens[0], Command{ID: "ready", Seq: seq, Action: pick(1)}); err != nil {
		t.Fatal(err)
	}
	if snap := look(t, s, id, ""); snap.Paused != nil || snap.Stopwatch.Running.PausedMillis != 30_000 {
		t.Errorf("%s", text(t, snap))
	}
	before = len(entries(t, s, id))
	pause(t, s, id, tokens[0], false) // nothing to do
	if n := len(entries(t, s, id)); n != before {
		t.Error("something was written")
	}
	for on := range 4 {
		pause(t, s, id, tokens[on%2], on%2 == 0)
		c.pass(time.Second)
	}
	if snap := reloaded(t, s, id, ""); snap.Paused != nil || snap.Stopwatch.Running.PausedMillis != 32_000 {
		t.Errorf("%s", text(t, snap))
	}
	// A proposal does not let it run, what it does does.
	pause(t, s, id, tokens[0], true)
	c.pass(time.Second)
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	if look(t, s, id, "").Paused == nil {
		t.Error("a proposal let the time run")
	}
	agree(t, s, id, tokens[1], true)
	if snap := look(t, s, id, ""); snap.Paused != nil || snap.Stopwatch.Running.PausedMillis != 33_000 {
		t.Errorf("%s", text(t, snap))
	}
}

// The limit does not run out during a pause, nor sooner after it than it would
// have without.
func TestTheLimitWaitsDuringAPause(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","rounds":1,"picks":2,"limit":1}`, 2)
	began := time.Now()
	pause(t, s, id, tokens[0], true)
	time.Sleep(1500 * time.Millisecond)
	snap := look(t, s, id, "")
	if snap.Stage != Playing || snap.Stopwatch.Running.ID != 1 || snap.Paused == nil {
		t.Fatalf("%s", text(t, snap))
	}
	pause(t, s, id, tokens[1], false)
	watch, err := s.Watch(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	for snap := range watch.C {
		if d := snap.Stopwatch.Done; len(d) > 0 {
			if d[0].Millis < 950 || d[0].PausedMillis < 1400 || d[0].ThinkMillis != d[0].Millis || time.Since(began) < 2400*time.Millisecond {
				t.Errorf("%s after %v", text(t, d), time.Since(began))
			}
			break
		}
	}
	// A pause that began before the match was last loaded counts once.
	c := &clock{}
	s = service(t, func(cfg *Config) { cfg.Now = c.now })
	id, tokens = seated(t, s, `{"mode":"turns","limit":60}`, 2)
	pause(t, s, id, tokens[0], true)
	c.pass(time.Hour)
	reloaded(t, s, id, "")
	loaded := c.now()
	c.pass(10 * time.Second)
	pause(t, s, id, tokens[0], false)
	err = s.with(ctx, id, func(r *room) error {
		if at, _, ok := r.deadline(); !ok || !at.Equal(loaded.Add(70*time.Second)) {
			t.Errorf("the deadline is %v after it was loaded", at.Sub(loaded))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnUndoResumesTheStretchThatHadEnded(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":2,"limit":900}`, 3)
	step := func(after time.Duration, seat int, action json.RawMessage) {
		t.Helper()
		c.pass(after * time.Second)
		act(t, s, id, tokens[seat], action)
	}
	back := func(after time.Duration, n int) {
		t.Helper()
		c.pass(after * time.Second)
		propose(t, s, id, tokens[0], Proposal{Undo: n})
		agree(t, s, id, tokens[1], true)
		agree(t, s, id, tokens[2], true)
	}
	step(10, 0, pick(1))
	step(5, 0, pick(2)) // 1 ends after 15 s
	step(7, 1, pick(1))
	step(7, 1, pick(1)) // 2 ends after 14 s
	shown := look(t, s, id, "").Stopwatch.Done
	was := text(t, shown)
	back(4, 3) // to before seat 0's second pick, 18 s after it
	snap := look(t, s, id, "")
	if r := snap.Stopwatch.Running; r == nil || r.ID != 1 || r.Seat != 0 || r.PausedMillis != 18_000 || r.Millis != 0 || !r.Started.Equal(c.now().Add(-33*time.Second)) || len(snap.Stopwatch.Done) != 0 {
		t.Errorf("%s", text(t, snap.Stopwatch))
	}
	step(3, 0, pick(3)) // 1 ends after 18 s that count
	if text(t, shown) != was {
		t.Errorf("a snapshot has changed: %s", text(t, shown))
	}
	d := look(t, s, id, "").Stopwatch
	if again := reloaded(t, s, id, "").Stopwatch; text(t, again) != text(t, d) {
		t.Errorf("read anew: %s", text(t, again))
	}
	if len(d.Done) != 1 || d.Done[0].Millis != 18_000 || d.Done[0].ThinkMillis != 10_000 || d.Done[0].PausedMillis != 18_000 || d.Running.ID != 2 || d.Running.PausedMillis != 0 {
		t.Errorf("%s", text(t, d))
	}
	// Within a stretch its time just goes on.
	step(5, 1, pick(1))
	back(2, 1)
	step(3, 1, pick(1))
	step(1, 1, pick(1))
	if d := look(t, s, id, "").Stopwatch.Done; len(d) != 2 || d[1].Millis != 11_000 || d[1].ThinkMillis != 5_000 {
		t.Errorf("%s", text(t, d))
	}
}

// A stretch whose beginning is taken back never was.
func TestAnUndoTakesBackTheBeginningOfAStretch(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":2,"limit":900,"gap":true}`, 3)
	for _, turns := range [][]int{{0}, {0, 0}, {0, 0, 1}, {0, 0, 1, 1, 2}} {
		for _, seat := range turns {
			c.pass(time.Second)
			act(t, s, id, tokens[seat], pick(1))
		}
		c.pass(time.Second)
		propose(t, s, id, tokens[0], Proposal{Undo: len(turns)})
		agree(t, s, id, tokens[1], true)
		agree(t, s, id, tokens[2], true)
		if w := look(t, s, id, "").Stopwatch; w.Running != nil || len(w.Done) != 0 {
			t.Errorf("after %v: %s", turns, text(t, w))
		}
		refused(t, s.Pause(ctx, id, tokens[0], true), Conflict, "not_timed")
	}
	act(t, s, id, tokens[0], pick(1))
	if r := look(t, s, id, "").Stopwatch.Running; r == nil || r.ID != 1 || !r.Started.Equal(c.now()) || r.PausedMillis != 0 {
		t.Errorf("%s", text(t, r))
	}
}

// Who takes back the end of a stretch whose time had run out means to play on.
func TestAStretchThatWasResumedHasTimeLeft(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":2,"limit":60}`, 2)
	act(t, s, id, tokens[0], pick(1))
	c.pass(61 * time.Second)
	s.ring(id) // which takes the second pick by default
	if snap := look(t, s, id, ""); snap.Stopwatch.Running.ID != 2 {
		t.Fatalf("%s", text(t, snap))
	}
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	agree(t, s, id, tokens[1], true)
	s.ring(id)
	snap := look(t, s, id, "")
	if r := snap.Stopwatch.Running; r.ID != 1 || r.Limit != 91 {
		t.Errorf("%s", text(t, snap.Stopwatch))
	}
	c.pass(30 * time.Second)
	s.ring(id)
	if snap := look(t, s, id, ""); snap.Stopwatch.Running.ID != 2 || snap.Stopwatch.Done[0].Millis != 91_000 {
		t.Errorf("%s", text(t, snap.Stopwatch))
	}
}

func TestTimingsOfAllMatchesAreReadOnce(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	c := &clock{}
	var configured atomic.Int32
	open := func(archive time.Duration) *Service {
		return openService(t, j, func(cfg *Config) {
			cfg.ArchiveAfter, cfg.Now, cfg.Idle = archive, c.now, time.Hour
			cfg.Games = func(name string) (game.Game, bool) {
				configured.Add(1)
				return toys(name)
			}
		})
	}
	s := open(time.Hour)
	var ids []string
	play := func(game, options string) {
		t.Helper()
		created, err := s.Create(ctx, NewMatch{Game: game, Options: json.RawMessage(options), Seats: []SeatSpec{{Kind: "human"}, {Kind: "bot", Level: "random"}}})
		if err != nil {
			t.Fatal(err)
		}
		token, err := s.Take(ctx, created.ID, 0, created.Seats[0].Invite, "Ada", "seed")
		if err != nil {
			t.Fatal(err)
		}
		c.pass(8 * time.Second)
		act(t, s, created.ID, token, pick(1))
		c.pass(2 * time.Second)
		act(t, s, created.ID, token, pick(1))
		waitOver(t, s, created.ID)
		ids = append(ids, created.ID)
	}
	all := func(s *Service) []Timing {
		t.Helper()
		list, err := s.AllTimings(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	play("toy", `{"mode":"turns","rounds":1,"picks":2,"limit":900,"table":"companion"}`)
	play("plain", `{"mode":"turns","rounds":1,"picks":2}`)
	seated(t, s, `{"mode":"turns","limit":900}`, 2) // not over
	play("toy", `{"mode":"turns","rounds":1,"picks":2,"limit":900}`)
	list := all(s)
	if len(list) != 4 {
		t.Fatalf("%s", text(t, list))
	}
	if list[0].Match != ids[2] || list[0].Mode != "" || list[2].Match != ids[0] {
		t.Errorf("not the newest first: %s", text(t, list))
	}
	if want := (Timing{Match: ids[0], Game: "toy", Mode: "companion", Seat: 0, Kind: "human", Round: 1, Millis: 10_000, Think: 8_000}); list[2] != want {
		t.Errorf("%s", text(t, list[2]))
	}
	if list[3].Kind != "bot" || list[3].Seat != 1 {
		t.Errorf("%s", text(t, list[3]))
	}

	// Archived, they are the same, for who has seen them and for who has not.
	for _, id := range ids {
		if err := j.Archive(ctx, id); err != nil {
			t.Fatal(err)
		}
		s.over.remove(id)
	}
	before := configured.Load()
	if again := all(s); text(t, again) != text(t, list) {
		t.Errorf("%s", text(t, again))
	}
	if configured.Load() != before {
		t.Error("what was known was read again")
	}
	s = open(time.Hour)
	<-s.lobby.scanned
	if again := all(s); text(t, again) != text(t, list) {
		t.Errorf("after a restart: %s", text(t, again))
	}
	before = configured.Load()
	if again := all(s); text(t, again) != text(t, list) || configured.Load() != before {
		t.Errorf("the archive was read again: %s", text(t, again))
	}
	play("toy", `{"mode":"turns","rounds":1,"picks":2,"limit":900}`)
	if err := j.Archive(ctx, ids[3]); err != nil {
		t.Fatal(err)
	}
	if again := all(s); len(again) != 6 || again[0].Match != ids[3] {
		t.Errorf("%s", text(t, again))
	}

	// A match with amendments and pauses comes out of the archive as it went in.
	id, tokens := seated(t, s, `{"mode":"turns","rounds":2,"picks":2,"limit":900}`, 2)
	c.pass(3 * time.Second)
	act(t, s, id, tokens[0], pick(1))
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	c.pass(3 * time.Second)
	act(t, s, id, tokens[0], pick(1)) // it lapsed
	pause(t, s, id, tokens[1], true)
	c.pass(3 * time.Second)
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	agree(t, s, id, tokens[0], true)
	c.pass(3 * time.Second)
	playOut(t, s, id, tokens)
	live := text(t, all(s)[:4])
	if err := j.Archive(ctx, id); err != nil {
		t.Fatal(err)
	}
	s = open(time.Hour)
	<-s.lobby.scanned
	if again := all(s); len(again) != 10 || text(t, again[:4]) != live {
		t.Errorf("%s\nwas %s", text(t, again), live)
	}

	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err := s.AllTimings(ended)
	refused(t, err, Unavailable, "journal")
	if again := all(s); len(again) != 10 {
		t.Errorf("%s", text(t, again))
	}
}

func TestTimingsKeepTheNewestMatchesOnly(t *testing.T) {
	t.Parallel()
	tm := newTimings()
	match := func(at, rows int) measured {
		return measured{id: fmt.Sprint("m", at), ended: time.Unix(int64(at), 0), rows: make([]measuredRow, rows)}
	}
	const each = 1000
	for at := range 2 * mostTimings / each {
		if !tm.keep(match(at*7919%200, each)) && at*7919%200 > 100 {
			t.Errorf("match %d was not kept", at)
		}
		tm.keep(match(at*7919%200, each)) // twice is once
	}
	if tm.rows != mostTimings || len(tm.kept) != mostTimings/each || len(tm.list()) != mostTimings {
		t.Errorf("%d rows of %d matches", tm.rows, len(tm.kept))
	}
	if first, last := tm.kept[0].id, tm.kept[len(tm.kept)-1].id; first != "m199" || last != "m100" {
		t.Errorf("from %s to %s", first, last)
	}
	if tm.keep(match(3, 1)) || !tm.keep(match(300, 5)) {
		t.Error("an old one is kept, or a new one is not")
	}
}
