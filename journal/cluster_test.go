package journal

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"banco/journal/natstest"
)

// join opens the journal of a server that runs elsewhere.
func join(t *testing.T, s *server.Server, replicas int) *Journal {
	t.Helper()
	for try := 0; ; try++ {
		j, err := Open(ctx, Config{URL: s.ClientURL(), Replicas: replicas, Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			t.Cleanup(func() { j.Close() })
			return j
		}
		if try == 50 { // the servers may still be finding each other
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// A follower may write an entry before the leader does, and tell of it. Here
// there is one server, and the entry comes after it was told of.
func TestAReadFindsWhatWasTold(t *testing.T) {
	t.Parallel()
	s := natstest.Alone(t)
	writer, reader := join(t, s, 1), join(t, s, 1)
	old := fill(t, writer, "old", 1)
	for _, c := range []struct {
		match string
		after Head
	}{{"old", old}, {"new", Head{}}} {
		info, err := reader.match.Info(ctx)
		if err != nil {
			t.Fatal(err)
		}
		reader.told.Store(info.State.LastSeq + 1)
		appended := make(chan error, 1)
		time.AfterFunc(50*time.Millisecond, func() {
			_, _, err := writer.Append(ctx, c.match, c.after, draft("late"))
			appended <- err
		})
		h, err := reader.Read(ctx, c.match, c.after)
		if err != nil || len(h.Entries) != 1 {
			t.Errorf("%s: %d entries, %v", c.match, len(h.Entries), err)
		}
		if err := <-appended; err != nil {
			t.Fatal(err)
		}
	}

	// What never comes does not keep anybody from reading for good.
	reader.told.Store(1000)
	for range 2 {
		if h, err := reader.Read(ctx, "old", Head{}); err != nil || len(h.Entries) != 2 {
			t.Errorf("%d entries, %v", len(h.Entries), err)
		}
	}
}

// Another process may archive a match before we have read its end.
func TestTheEndIsInTheArchive(t *testing.T) {
	s := natstest.Alone(t)
	writer, reader := join(t, s, 1), join(t, s, 1)
	early := fill(t, writer, "m", 2)
	last := early
	for range 2 {
		var err error
		if _, last, err = writer.Append(ctx, "m", last, draft("on")); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Archive(ctx, "m"); err != nil {
		t.Fatal(err)
	}
	h, err := reader.Read(ctx, "m", early)
	if err != nil || len(h.Entries) != 2 || h.Head.Hash != last.Hash || !h.Archived {
		t.Errorf("%+v, %v", h, err)
	}
}

// Who works asks again soon when the first time nobody answered, as happens
// while a cluster is yet to agree on who hands out turns.
func TestWorkIsAskedForAgain(t *testing.T) {
	t.Parallel()
	j := join(t, natstest.Alone(t), 1)
	nobody, err := j.workers(ctx, 10, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.js.DeleteConsumer(ctx, botStream, botWorkers); err != nil {
		t.Fatal(err)
	}
	jobs := make(chan *Delivery, 10)
	if _, err := j.take(nobody, 10, func(d *Delivery) { jobs <- d }); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // it asks
	if _, err := j.workers(ctx, 10, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := j.Enqueue(ctx, Job{Match: "m", Seat: 1, N: 1}); err != nil {
		t.Fatal(err)
	}
	select {
	case d := <-jobs:
		if d.Tries != 1 {
			t.Errorf("tries: %d", d.Tries)
		}
	case <-time.After(10 * time.Second):
		t.Error("the turn was not handed out")
	}
}

func TestACluster(t *testing.T) {
	servers := natstest.Cluster(t)
	js := [2]*Journal{join(t, servers[0], 3), join(t, servers[0], 3)}
	if !js[0].Shared() {
		t.Error("not shared")
	}
	heard := make(chan Notice, 500)
	if err := js[1].Follow(ctx, func(n Notice) {
		if h, err := js[1].Read(ctx, n.Match, Head{}); err != nil || h.Head.Seq < n.Seq {
			t.Errorf("told of %d, read to %d, %v", n.Seq, h.Head.Seq, err)
		}
		heard <- n
	}); err != nil {
		t.Fatal(err)
	}

	// What one process wrote the other reads at once, whichever replica answers.
	for i := range 30 {
		match := fmt.Sprint("match", i)
		head := fill(t, js[0], match, 3)
		if h, err := js[1].Read(ctx, match, Head{}); err != nil || h.Head != head {
			t.Fatalf("%s: %+v %v, want %+v", match, h.Head, err, head)
		}
	}
	for range 90 {
		select {
		case <-heard:
		case <-time.After(5 * time.Second):
			t.Fatal("an entry was not told")
		}
	}

	// Of twenty writers at two processes one wins, round after round.
	var head Head
	for round := range 10 {
		var won atomic.Int32
		var next atomic.Value
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				switch _, h, err := js[i%2].Append(ctx, "race", head, draft(fmt.Sprint(round, "-", i))); {
				case err == nil:
					won.Add(1)
					next.Store(h)
				case !errors.Is(err, ErrConflict):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Fatalf("round %d: %d won", round, won.Load())
		}
		head = next.Load().(Head)
	}

	// Both put the same turns on the queue, at the same time.
	var puts sync.WaitGroup
	for i := range 50 {
		for _, j := range js {
			puts.Go(func() {
				if err := j.Enqueue(ctx, Job{Match: "race", Seat: 1, N: i}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	puts.Wait()

	if err := js[0].Archive(ctx, "race"); err != nil {
		t.Fatal(err)
	}
	if h, err := js[1].Read(ctx, "race", Head{}); err != nil || !h.Archived || h.Head.Hash != head.Hash {
		t.Errorf("archived: %+v %v", h.Head, err)
	}
}
