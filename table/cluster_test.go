package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"banco/journal"
	"banco/journal/natstest"
)

// Two nodes of a cluster seat people, play by turns on the same match, share
// the bots' turns and the lobby.
func TestTwoNodesOfACluster(t *testing.T) {
	t.Parallel()
	address := natstest.Cluster(t)[0].ClientURL()
	var nodes [2]*Service
	for i := range nodes {
		var j *journal.Journal
		var err error
		for range 50 { // the servers may still be finding each other
			if j, err = journal.Open(ctx, journal.Config{URL: address, Log: quiet}); err == nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { j.Close() })
		nodes[i] = openService(t, j)
	}

	open, err := nodes[0].Create(ctx, NewMatch{Game: "toy", Listed: true, Seats: []SeatSpec{{Kind: "human"}, {Kind: "bot", Level: "random"}}})
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if list, _ := nodes[1].Lobby(ctx); len(list) == 1 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if list, err := nodes[1].Lobby(ctx); err != nil || len(list) != 1 || list[0].ID != open.ID {
		t.Fatalf("the other node's lobby: %+v %v", list, err)
	}

	c, err := nodes[0].Create(ctx, NewMatch{
		Game: "toy", Options: json.RawMessage(`{"mode":"turns","rounds":4}`),
		Seats: []SeatSpec{{Kind: "human"}, {Kind: "human"}, {Kind: "bot", Level: "random"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var tokens []string
	for i, seat := range c.Seats[:2] {
		token, err := nodes[i].Take(ctx, c.ID, seat.Seat, seat.Invite, fmt.Sprint("Ada ", i), "seed")
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	for turn := range 8 {
		s, token := nodes[turn%2], tokens[turn%2]
		command := Command{ID: fmt.Sprint("turn ", turn), Action: pick(1)}
		late := time.Now().Add(10 * time.Second)
		for {
			snap := look(t, s, c.ID, token)
			command.Seq = snap.Seq
			_, err := s.Act(ctx, c.ID, token, command)
			if err == nil {
				break
			}
			var e *Error
			if !errors.As(err, &e) || e.Code != "stale" && e.Code != "not_your_turn" && e.Code != "waiting" || time.Now().After(late) {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Millisecond)
		}
	}
	waitOver(t, nodes[0], c.ID)
	waitOver(t, nodes[1], c.ID)
	rec, err := nodes[1].Record(ctx, c.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Entries) != 1+12 {
		t.Errorf("%d entries", len(rec.Entries))
	}
	if err := Verify(rec, toys); err != nil {
		t.Error(err)
	}
}
