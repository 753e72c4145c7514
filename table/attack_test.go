package table

import (
	"testing"
	"time"
)

// TestANameIsGoodForOneMove: another move under the name of one that was done is
// refused, also after a restart; it is not answered as if it had been done.
func TestANameIsGoodForOneMove(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	s := openService(t, j)
	id, tokens := seated(t, s, `{"mode":"turns"}`, 2)
	first := Command{ID: "one", Seq: look(t, s, id, tokens[0]).Seq, Action: pick(1)}
	if _, err := s.Act(ctx, id, tokens[0], first); err != nil {
		t.Fatal(err)
	}
	check := func(s *Service) {
		t.Helper()
		if _, err := s.Act(ctx, id, tokens[0], first); err != nil {
			t.Errorf("the same again: %v", err)
		}
		for _, other := range []string{`{"type":"pick","n":2}`, `{"type":"zork"}`, `null`} {
			_, err := s.Act(ctx, id, tokens[0], Command{ID: "one", Seq: first.Seq, Action: []byte(other)})
			refused(t, err, Conflict, "command_used")
		}
	}
	check(s)
	s.Close()
	check(openService(t, j))
}

// TestWhoWatchesHearsOfTheFault: a match that is parked shows it to every page
// that is open, as a change.
func TestWhoWatchesHearsOfTheFault(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns"}`, 2)
	var watches []*Watch
	for _, token := range []string{tokens[0], tokens[1], ""} {
		w, err := s.Watch(ctx, id, token)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		watches = append(watches, w)
	}
	before := make([]*Snapshot, len(watches))
	for i, w := range watches {
		before[i] = <-w.C
	}
	_, err := s.Act(ctx, id, tokens[0], Command{ID: "a", Seq: before[0].Seq, Action: []byte(`{"type":"boom"}`)})
	refused(t, err, Conflict, "parked")
	for i, w := range watches {
		select {
		case snap := <-w.C:
			if snap.Stage != Parked || snap.Seq <= before[i].Seq {
				t.Errorf("viewer %d: stage %s, seq %d after %d", i, snap.Stage, snap.Seq, before[i].Seq)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("viewer %d was not told", i)
		}
	}
}

// TestTheLobbyDoesNotWaitForEveryMatch: with thousands of matches to look into,
// the first page is there at once.
func TestTheLobbyDoesNotWaitForEveryMatch(t *testing.T) {
	t.Parallel()
	s := &Service{opened: time.Now(), lobby: lobby{open: map[string]Listing{"a": {ID: "a"}}, scanned: make(chan struct{})}}
	began := time.Now()
	list, err := s.Lobby(ctx)
	if took := time.Since(began); err != nil || len(list) != 1 || took > 2*lobbyTime {
		t.Errorf("%v %v after %v", list, err, took)
	}
}

// TestMatchesOfBeforeDoNotStayInMemory: a start looks into all of them and keeps
// those that have something to do; and however many are made, the unused go.
func TestMatchesOfBeforeDoNotStayInMemory(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	s := openService(t, j)
	for range 20 {
		if _, err := s.Create(ctx, NewMatch{Game: "toy", Seats: []SeatSpec{{Kind: "human"}, {Kind: "human"}}, Listed: true}); err != nil {
			t.Fatal(err)
		}
		seated(t, s, ``, 2)
	}
	s.Close()
	s = openService(t, j)
	<-s.lobby.scanned
	if open, err := s.Lobby(ctx); err != nil || len(open) != 20 {
		t.Errorf("%d open tables, %v", len(open), err)
	}
	rooms := func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.rooms)
	}
	if n := rooms(); n != 0 {
		t.Errorf("%d matches in memory after the start", n)
	}

	s.mu.Lock()
	for range 2 * mostRooms {
		r := s.newRoom(newSecret())
		r.used = time.Now().Add(-time.Minute)
		close(r.ready)
		s.rooms[r.id] = r
	}
	used := s.newRoom(newSecret())
	used.refs, used.used = 1, time.Now().Add(-time.Hour)
	close(used.ready)
	s.rooms[used.id] = used
	for range 2*mostRooms/64 + 1 {
		s.makeRoom()
	}
	_, kept := s.rooms[used.id]
	delete(s.rooms, used.id)
	s.mu.Unlock()
	if n := rooms(); n > mostRooms || !kept {
		t.Errorf("%d unused matches in memory, the used one kept: %v", n, kept)
	}
	s.mu.Lock()
	clear(s.rooms)
	s.mu.Unlock()
}
