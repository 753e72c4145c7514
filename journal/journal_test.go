package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var ctx = context.Background()

func open(t testing.TB, dir string) *Journal {
	t.Helper()
	j, err := Open(ctx, Config{Dir: dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func draft(command string) Draft {
	return Draft{At: time.Now(), Kind: "action", Seat: 1, Command: command, Data: json.RawMessage(`{"type":"roll"}`)}
}

// fill appends n entries to a match.
func fill(t testing.TB, j *Journal, match string, n int) Head {
	t.Helper()
	var head Head
	var err error
	for i := range n {
		if _, head, err = j.Append(ctx, match, head, draft(fmt.Sprint("c", i))); err != nil {
			t.Fatal(err)
		}
	}
	return head
}

func TestReopeningGivesTheSameEntries(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	head := fill(t, j, "abc", 5)
	fill(t, j, "other", 3)
	before, err := j.Read(ctx, "abc", Head{})
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	if _, _, err := j.Append(ctx, "abc", head, draft("late")); !errors.Is(err, ErrClosed) {
		t.Errorf("append after Close: %v", err)
	}

	j = open(t, dir)
	after, err := j.Read(ctx, "abc", Head{})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(before.Entries)
	b, _ := json.Marshal(after.Entries)
	if !bytes.Equal(a, b) || len(after.Entries) != 5 || after.Head != head {
		t.Errorf("before:\n%s\nafter:\n%s", a, b)
	}
	if live, err := j.Live(ctx); err != nil || fmt.Sprint(live) != "[abc other]" {
		t.Errorf("live: %v %v", live, err)
	}
	if _, _, err := j.Append(ctx, "abc", after.Head, draft("on")); err != nil {
		t.Error(err)
	}
}

func TestReadingGoesOnFromAHeadAndOverPages(t *testing.T) {
	j := open(t, t.TempDir())
	head := fill(t, j, "abc", 2)
	rest := head
	var err error
	const more = page/8 + 5
	for i := range more {
		if _, rest, err = j.Append(ctx, "abc", rest, draft(fmt.Sprint("d", i))); err != nil {
			t.Fatal(err)
		}
	}
	h, err := j.Read(ctx, "abc", head)
	if err != nil || len(h.Entries) != more || h.Head != rest {
		t.Errorf("%d entries, %v", len(h.Entries), err)
	}
	if h, err := j.Read(ctx, "abc", rest); err != nil || len(h.Entries) != 0 || h.Head != rest {
		t.Errorf("at the end: %d entries, %v", len(h.Entries), err)
	}
	for _, id := range []string{"nobody", "", "a.b", "a*", ">", "A"} {
		if _, err := j.Read(ctx, id, Head{}); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestOfTwentyWritersOneWins(t *testing.T) {
	j := open(t, t.TempDir())
	head := fill(t, j, "abc", 1)
	var won, lost atomic.Int32
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			switch _, _, err := j.Append(ctx, "abc", head, draft(fmt.Sprint("w", i))); {
			case err == nil:
				won.Add(1)
			case errors.Is(err, ErrConflict):
				lost.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 || lost.Load() != 19 {
		t.Errorf("%d won, %d lost", won.Load(), lost.Load())
	}
	if h, err := j.Read(ctx, "abc", Head{}); err != nil || len(h.Entries) != 2 {
		t.Errorf("%d entries, %v", len(h.Entries), err)
	}
}

func TestAMatchStartsOnce(t *testing.T) {
	j := open(t, t.TempDir())
	fill(t, j, "abc", 1)
	if _, _, err := j.Append(ctx, "abc", Head{}, draft("again")); !errors.Is(err, ErrConflict) {
		t.Error(err)
	}
}

func TestConflictsAreToldByCode(t *testing.T) {
	j := open(t, t.TempDir())
	for _, code := range []jetstream.ErrorCode{10071, 10164} {
		j.publish = func(context.Context, *nats.Msg, ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
			return nil, &jetstream.APIError{Code: 400, ErrorCode: code, Description: "in other words"}
		}
		if _, _, err := j.Append(ctx, "abc", Head{}, draft("c")); !errors.Is(err, ErrConflict) {
			t.Errorf("%d: %v", code, err)
		}
	}
	j.publish = func(context.Context, *nats.Msg, ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
		return nil, &jetstream.APIError{Code: 503, ErrorCode: 10047, Description: "wrong last sequence"}
	}
	if _, _, err := j.Append(ctx, "abc", Head{}, draft("c")); !errors.Is(err, ErrUnavailable) {
		t.Errorf("no resources: %v", err)
	}
}

// An acknowledgement that got lost is settled by what stands in the stream.
func TestALostAcknowledgement(t *testing.T) {
	lost := errors.New("nats: timeout")
	t.Run("of an entry that was written", func(t *testing.T) {
		j := open(t, t.TempDir())
		head := fill(t, j, "abc", 1)
		j.publish = func(ctx context.Context, m *nats.Msg, o ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
			if _, err := j.js.PublishMsg(ctx, m, o...); err != nil {
				return nil, err
			}
			return nil, lost
		}
		_, after, err := j.Append(ctx, "abc", head, draft("mine"))
		if err != nil {
			t.Fatal(err)
		}
		h, err := j.Read(ctx, "abc", Head{})
		if err != nil || len(h.Entries) != 2 || h.Head != after || h.Entries[1].Command != "mine" {
			t.Errorf("%+v %v", h, err)
		}
	})
	t.Run("of an entry that never arrived", func(t *testing.T) {
		j := open(t, t.TempDir())
		head := fill(t, j, "abc", 1)
		tries := 0
		j.publish = func(ctx context.Context, m *nats.Msg, o ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
			if tries++; tries < 3 {
				return nil, lost
			}
			return j.js.PublishMsg(ctx, m, o...)
		}
		if _, _, err := j.Append(ctx, "abc", head, draft("mine")); err != nil || tries != 3 {
			t.Errorf("%v after %d tries", err, tries)
		}
	})
	t.Run("while another was faster", func(t *testing.T) {
		j := open(t, t.TempDir())
		head := fill(t, j, "abc", 1)
		first := true
		j.publish = func(ctx context.Context, m *nats.Msg, o ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
			if first {
				first = false
				_, raw, _, _ := draft("theirs").encode("abc", head)
				if _, err := j.js.PublishMsg(ctx, &nats.Msg{Subject: m.Subject, Data: raw}); err != nil {
					t.Fatal(err)
				}
				return nil, lost
			}
			return j.js.PublishMsg(ctx, m, o...)
		}
		if _, _, err := j.Append(ctx, "abc", head, draft("mine")); !errors.Is(err, ErrConflict) {
			t.Error(err)
		}
	})
	t.Run("and still in flight among replicas", func(t *testing.T) {
		j := open(t, t.TempDir())
		head := fill(t, j, "abc", 1)
		tries := 0
		j.publish = func(ctx context.Context, m *nats.Msg, o ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
			switch tries++; tries {
			case 1:
				return nil, lost
			case 2:
				return nil, &jetstream.APIError{ErrorCode: 10164}
			case 3:
				_, _ = j.js.PublishMsg(ctx, m, o...) // it arrives at last
				return nil, &jetstream.APIError{ErrorCode: 10164}
			}
			return j.js.PublishMsg(ctx, m, o...)
		}
		if _, after, err := j.Append(ctx, "abc", head, draft("mine")); err != nil || after.N != 2 {
			t.Errorf("%v %+v", err, after)
		}
	})
	t.Run("is unclear when time runs out", func(t *testing.T) {
		j := open(t, t.TempDir())
		j.publish = func(context.Context, *nats.Msg, ...jetstream.PublishOpt) (*jetstream.PubAck, error) { return nil, lost }
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
		if _, _, err := j.Append(short, "abc", Head{}, draft("mine")); !errors.Is(err, ErrUnclear) {
			t.Error(err)
		}
	})
}

func TestDamageIsNamed(t *testing.T) {
	damaged := func(t *testing.T, j *Journal, n int) {
		t.Helper()
		h, err := j.Read(ctx, "abc", Head{})
		var damage *DamageError
		if !errors.As(err, &damage) {
			t.Fatalf("got %v", err)
		}
		if damage.Match != "abc" || damage.N != n || len(h.Entries) != n-1 {
			t.Errorf("%v, with %d good entries", damage, len(h.Entries))
		}
	}
	put := func(t *testing.T, j *Journal, raw []byte) {
		t.Helper()
		if _, err := j.js.PublishMsg(ctx, &nats.Msg{Subject: "match.abc", Data: raw}); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("an entry changed", func(t *testing.T) {
		j := open(t, t.TempDir())
		var head Head
		var raws [][]byte
		for i := range 4 {
			_, raw, next, _ := draft(fmt.Sprint("c", i)).encode("abc", head)
			raws, head = append(raws, raw), next
		}
		raws[1] = bytes.Replace(raws[1], []byte("roll"), []byte("cheat"), 1)
		for _, raw := range raws {
			put(t, j, raw)
		}
		damaged(t, j, 3) // the third no longer follows the second
	})
	t.Run("an entry lost", func(t *testing.T) {
		j := open(t, t.TempDir())
		fill(t, j, "abc", 3)
		if err := j.match.DeleteMsg(ctx, 2); err != nil {
			t.Fatal(err)
		}
		damaged(t, j, 2)
	})
	t.Run("an entry of another match", func(t *testing.T) {
		j := open(t, t.TempDir())
		head := fill(t, j, "abc", 1)
		_, raw, _, _ := draft("c").encode("def", head)
		put(t, j, raw)
		damaged(t, j, 2)
	})
	t.Run("not an entry", func(t *testing.T) {
		j := open(t, t.TempDir())
		fill(t, j, "abc", 1)
		put(t, j, []byte(`{"v":1,`))
		damaged(t, j, 2)
	})
	t.Run("a version yet to come", func(t *testing.T) {
		j := open(t, t.TempDir())
		put(t, j, []byte(`{"v":2,"match":"abc","n":1}`))
		damaged(t, j, 1)
	})
}

func TestOneProcessHoldsTheFolder(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	_, err := Open(ctx, Config{Dir: dir})
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), dir) {
		t.Errorf("second: %v", err)
	}
	j.Close()
	open(t, dir)
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{filepath.Join(file, "data"), ""} {
		if _, err := Open(ctx, Config{Dir: dir}); !errors.Is(err, ErrUnwritable) {
			t.Errorf("%q: %v", dir, err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "journal"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, Config{Dir: dir}); !errors.Is(err, ErrUnwritable) {
		t.Errorf("a file where the store should be: %v", err)
	}
}

func TestADamagedStoreIsASentence(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	fill(t, j, "abc", 3)
	j.Close()
	meta := filepath.Join(dir, "journal", "jetstream", "$G", "streams", matchStream, "meta.inf")
	if err := os.WriteFile(meta, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(ctx, Config{Dir: dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if !errors.Is(err, ErrDamaged) {
		t.Fatalf("got %v", err)
	}
	t.Log(err)
}

func TestArchiveRoundTrip(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	fill(t, j, "abc", 40)
	fill(t, j, "other", 2)
	before, _ := j.Read(ctx, "abc", Head{})
	if err := j.Archive(ctx, "abc"); err != nil {
		t.Fatal(err)
	}
	same := func(t *testing.T) {
		t.Helper()
		after, err := j.Read(ctx, "abc", Head{})
		a, _ := json.Marshal(before.Entries)
		b, _ := json.Marshal(after.Entries)
		if err != nil || !after.Archived || !bytes.Equal(a, b) || after.Head.Hash != before.Head.Hash {
			t.Errorf("%v: %s", err, b)
		}
	}
	same(t)
	if live, _ := j.Live(ctx); fmt.Sprint(live) != "[other]" {
		t.Errorf("live: %v", live)
	}
	if err := j.Archive(ctx, "abc"); err != nil {
		t.Errorf("again: %v", err)
	}
	if err := j.Archive(ctx, "nobody"); !errors.Is(err, ErrNotFound) {
		t.Errorf("nobody: %v", err)
	}
	if _, _, err := j.Append(ctx, "abc", before.Head, draft("late")); !errors.Is(err, ErrConflict) {
		t.Errorf("append to an archived match: %v", err)
	}
	j.Close()
	j = open(t, dir)
	same(t)
}

// A crash between the two steps leaves the match in both places.
func TestArchiveAfterACrash(t *testing.T) {
	j := open(t, t.TempDir())
	var head Head
	var raws [][]byte
	for i := range 3 {
		_, raw, next, _ := draft(fmt.Sprint("c", i)).encode("abc", head)
		raws, head = append(raws, raw), next
		if _, err := j.js.PublishMsg(ctx, &nats.Msg{Subject: "match.abc", Data: raw}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Archive(ctx, "abc"); err != nil {
		t.Fatal(err)
	}
	for _, raw := range raws {
		if _, err := j.js.PublishMsg(ctx, &nats.Msg{Subject: "match.abc", Data: raw}); err != nil {
			t.Fatal(err)
		}
	}
	if h, err := j.Read(ctx, "abc", Head{}); err != nil || len(h.Entries) != 3 {
		t.Errorf("in both places: %v", err)
	}
	if err := j.Archive(ctx, "abc"); err != nil {
		t.Fatal(err)
	}
	if live, _ := j.Live(ctx); len(live) != 0 {
		t.Errorf("live: %v", live)
	}
	// Half purged, as a reader may find it.
	if _, err := j.js.PublishMsg(ctx, &nats.Msg{Subject: "match.abc", Data: raws[2]}); err != nil {
		t.Fatal(err)
	}
	if h, err := j.Read(ctx, "abc", Head{}); err != nil || len(h.Entries) != 3 || !h.Archived {
		t.Errorf("half purged: %v", err)
	}
}

func TestFollowTellsEveryEntry(t *testing.T) {
	j := open(t, t.TempDir())
	fill(t, j, "old", 3)
	got := make(chan Notice, 100)
	if err := j.Follow(ctx, func(n Notice) { got <- n }); err != nil {
		t.Fatal(err)
	}
	fill(t, j, "abc", 3)
	for i := range 3 {
		select {
		case n := <-got:
			if n.Match != "abc" || n.First != (i == 0) {
				t.Errorf("%d: %+v", i, n)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("nothing came")
		}
	}
}

func TestAJobIsHandedOutUntilItIsDone(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	for range 2 { // put twice, there once
		if err := j.Enqueue(ctx, Job{Match: "abc", Seat: 1, N: 7}); err != nil {
			t.Fatal(err)
		}
	}
	got := make(chan *Delivery, 10)
	next := func() *Delivery {
		t.Helper()
		select {
		case d := <-got:
			return d
		case <-time.After(5 * time.Second):
			t.Fatal("nothing came")
			return nil
		}
	}
	stop, err := j.Work(ctx, 16, 10*time.Second, func(d *Delivery) { got <- d })
	if err != nil {
		t.Fatal(err)
	}
	if d := next(); d.Job != (Job{Match: "abc", Seat: 1, N: 7}) {
		t.Errorf("%+v", d.Job)
	} else if err := d.Retry(10 * time.Millisecond); err != nil {
		t.Error(err)
	}
	next() // not settled: the process goes away
	stop()
	j.Close()

	j = open(t, dir)
	if _, err := j.Work(ctx, 16, 200*time.Millisecond, func(d *Delivery) { got <- d }); err != nil {
		t.Fatal(err)
	}
	if err := next().Done(); err != nil {
		t.Error(err)
	}
	select {
	case d := <-got:
		t.Errorf("once more: %+v", d.Job)
	case <-time.After(500 * time.Millisecond):
	}
}

func BenchmarkAppend(b *testing.B) {
	data, _ := json.Marshal(map[string]string{"pad": strings.Repeat("x", 200)})
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			j := open(b, b.TempDir())
			heads := make([]Head, writers)
			var next atomic.Int64
			b.ResetTimer()
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					var err error
					for next.Add(1) <= int64(b.N) {
						d := Draft{At: time.Now(), Kind: "action", Command: "c", Data: data}
						if _, heads[w], err = j.Append(ctx, fmt.Sprint("match", w), heads[w], d); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
		})
	}
}

// A bit that flips on the disk costs the entry it is in, and is not passed over.
func TestAFlippedBitIsNoticed(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	fill(t, j, "abc", 30)
	fill(t, j, "def", 5)
	j.Close()
	blocks, err := filepath.Glob(filepath.Join(dir, "journal", "jetstream", "$G", "streams", matchStream, "msgs", "*.blk"))
	if err != nil || len(blocks) != 1 {
		t.Fatal(blocks, err)
	}
	data, err := os.ReadFile(blocks[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/3] ^= 1
	if err := os.WriteFile(blocks[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	j = open(t, dir)
	var damage *DamageError
	if h, err := j.Read(ctx, "abc", Head{}); !errors.As(err, &damage) || damage.N != len(h.Entries)+1 {
		t.Errorf("%d entries, %v", len(h.Entries), err)
	}
	if h, err := j.Read(ctx, "def", Head{}); err != nil || len(h.Entries) != 5 {
		t.Errorf("the other match: %d entries, %v", len(h.Entries), err)
	}
}

// These bytes were written by version 1. Do not edit: they must read for ever.
func TestVersionOneReadsForEver(t *testing.T) {
	lines := []string{
		`{"v":1,"match":"abc","n":1,"at":"2026-11-29T20:15:00.25Z","kind":"created","seat":-1,"command":"abc","data":{"game":"toy"},"prev":""}`,
		`{"v":1,"match":"abc","n":2,"at":"2026-11-29T20:15:01Z","kind":"action","seat":1,"command":"c1","data":{"rolls":[[6,3]]},"prev":"76aa66e7185e8699043d617fc0af7de81ba4e19ae3472cd1d7cd8f354fe5ecd3"}`,
	}
	var head Head
	for i, line := range lines {
		e, next, err := follow("abc", head, uint64(i+1), []byte(line))
		if err != nil {
			t.Fatal(err)
		}
		d := Draft{e.At, e.Kind, e.Seat, e.Command, e.Data}
		if _, again, _, err := d.encode("abc", head); err != nil || string(again) != line {
			t.Errorf("written today: %s", again)
		}
		head = next
	}
}
