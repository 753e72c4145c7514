package table

import (
	"encoding/json"
	"fmt"
	"testing"

	"banco/game"
	"banco/games/nucleo"
)

func nucleoOnly(name string) (game.Game, bool) { return nucleo.New(), name == "nucleo" }

// seen is everything that a viewer is sent of a match.
func seenOf(t *testing.T, s *Service, id, token string) string {
	t.Helper()
	snap := look(t, s, id, token)
	whole := *snap
	whole.View = nil
	return text(t, whole) + text(t, snap.View) + text(t, snap.View.Actions())
}

// N07: nothing about a pick reaches another seat or a watcher before the reveal,
// not even that it changed. A server that dies between any two picks comes back
// to the same hands, the same picks and the same decks, and goes on.
func TestN07_PicksAreSecretAndSurvive(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := openJournal(t, dir)
	nucleoToo := func(c *Config) { c.Games = nucleoOnly }
	s := openService(t, j, nucleoToo)
	n := NewMatch{Game: "nucleo", Options: json.RawMessage(`{}`)}
	for range 3 {
		n.Seats = append(n.Seats, SeatSpec{Kind: "human"})
	}
	made, err := s.Create(ctx, n)
	if err != nil {
		t.Fatal(err)
	}
	tokens := make([]string, 3)
	for i := range tokens {
		if tokens[i], err = s.Take(ctx, made.ID, game.Seat(i), made.Seats[i].Invite, fmt.Sprint("P", i), fmt.Sprint("seed-", i)); err != nil {
			t.Fatal(err)
		}
	}
	id := made.ID
	picks := func(seat int) (list []json.RawMessage) {
		for _, a := range look(t, s, id, tokens[seat]).View.Actions() {
			if a.Type() == "pick" {
				list = append(list, json.RawMessage(text(t, a)))
			}
		}
		return list
	}
	reborn := func() {
		t.Helper()
		before := make([]string, 4)
		for i := range before {
			before[i] = seenOf(t, s, id, append(tokens, "")[i])
		}
		s.Close()
		s = openService(t, j, nucleoToo)
		for i := range before {
			if after := seenOf(t, s, id, append(tokens, "")[i]); after != before[i] {
				t.Fatalf("viewer %d sees something else after a restart:\n%s\n%s", i, before[i], after)
			}
		}
	}

	// To the first planning: leaders and camps.
	for range 200 {
		v := look(t, s, id, "").View.(*nucleo.View)
		if v.Phase == nucleo.PhasePlan {
			break
		}
		seat := int(v.Turn())
		act(t, s, id, tokens[seat], json.RawMessage(text(t, look(t, s, id, tokens[seat]).View.Actions()[0])))
	}
	first, watcher := seenOf(t, s, id, tokens[0]), seenOf(t, s, id, "")
	still := func(what string) {
		t.Helper()
		if now := seenOf(t, s, id, tokens[0]); now != first {
			t.Fatalf("%s shows:\n%s\n%s", what, first, now)
		}
		if now := seenOf(t, s, id, ""); now != watcher {
			t.Fatalf("%s shows to a watcher:\n%s\n%s", what, watcher, now)
		}
	}
	for seat := 1; seat < 3; seat++ {
		list := picks(seat)
		if len(list) < 3 {
			t.Fatalf("seat %d may pick %s", seat, list)
		}
		act(t, s, id, tokens[seat], list[0])
		still("a pick")
		reborn()
		act(t, s, id, tokens[seat], list[2])
		still("another pick")
		act(t, s, id, tokens[seat], json.RawMessage(`{"type":"lay"}`))
		still("a card laid down")
		reborn()
	}
	act(t, s, id, tokens[0], picks(0)[0])
	reborn()
	act(t, s, id, tokens[0], json.RawMessage(`{"type":"lay"}`))
	if v := look(t, s, id, "").View.(*nucleo.View); v.Phase != nucleo.PhaseAct {
		t.Errorf("all have laid, and the phase is %v", v.Phase)
	}
	reborn()
}
