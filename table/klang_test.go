package table

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"banco/game"
	"banco/games/klang"
)

func klangOnly(name string) (game.Game, bool) { return klang.New(), name == "klang" }

// TestKlangWithTakeBacks: whole matches of Klang at a real and at a virtual
// table, in which people take back whatever they may and correct what they like.
// A second service reads every one of them again to the same hash and to the
// same snapshots, dice that were rolled stay rolled, and the record verifies.
func TestKlangWithTakeBacks(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	open := func() *Service {
		return openService(t, j, func(c *Config) { c.Games, c.Idle = klangOnly, time.Hour })
	}
	a, b := open(), open()
	// The dice are the server's own, so a match in which nothing may be taken back
	// is rare but happens: more are played until enough was shown.
	seeds, most := 3, 20
	if testing.Short() {
		seeds = 1
	}
	for _, mode := range []string{"companion", "virtual"} {
		undone, corrected := 0, 0
		enough := func() bool { return undone > 0 && (mode == "virtual" || corrected > 0) }
		for seed := 0; seed < seeds || !enough() && seed < most; seed++ {
			rng := rand.New(rand.NewPCG(uint64(seed), 32))
			c, err := a.Create(ctx, NewMatch{
				Game: "klang", Options: json.RawMessage(fmt.Sprintf(`{"table":%q,"rounds":3}`, mode)),
				Seats: []SeatSpec{{Kind: human}, {Kind: human}},
			})
			if err != nil {
				t.Fatal(err)
			}
			var tokens [2]string
			for i, seat := range c.Seats {
				if tokens[i], err = a.Take(ctx, c.ID, seat.Seat, seat.Invite, fmt.Sprint("Ada ", i), fmt.Sprint("seed", i)); err != nil {
					t.Fatal(err)
				}
			}
			for step := 0; ; step++ {
				snap := look(t, a, c.ID, "")
				if snap.Stage == Over {
					break
				}
				if step > 5000 {
					t.Fatal("the match does not end")
				}
				seat := int(snap.ToAct.First())
				own := look(t, a, c.ID, tokens[seat])
				if rng.IntN(6) == 0 {
					asks := rng.IntN(2)
					if proposeSomething(t, a, rng, c.ID, tokens[asks]) {
						n := look(t, a, c.ID, "").Proposal.N
						if err := a.Answer(ctx, c.ID, tokens[1-asks], Answer{ID: newSecret(), Proposal: n, Agree: rng.IntN(4) > 0}); err != nil {
							t.Fatal(err)
						}
						if now := lastNews(look(t, a, c.ID, "")).Text.Key; now == "table.news.undone" {
							undone++
						} else if now != "table.news.refused" {
							corrected++
						}
						sameOnBoth(t, a, b, c.ID, tokens)
						continue
					}
				}
				raw, err := json.Marshal(own.View.Sample(rng))
				if err != nil {
					t.Fatal(err)
				}
				act(t, a, c.ID, tokens[seat], raw)
			}
			sameOnBoth(t, a, b, c.ID, tokens)
			rec, err := b.Record(ctx, c.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := Verify(rec, klangOnly); err != nil {
				t.Error(err)
			}
			for _, e := range rec.Entries {
				if len(e.Rolls) > 0 && (e.Undo > 0 || e.Correct != nil) {
					t.Errorf("entry %d: an amendment rolled", e.Seq)
				}
			}
		}
		if !enough() {
			t.Errorf("%s: %d take-backs, %d corrections: the test shows too little", mode, undone, corrected)
		}
		t.Logf("%s: %d take-backs, %d corrections", mode, undone, corrected)
	}
}

// proposeSomething has somebody ask for a take-back or a correction that the
// rules allow, if there is one.
func proposeSomething(t *testing.T, s *Service, rng *rand.Rand, id, token string) bool {
	t.Helper()
	own := look(t, s, id, token)
	p := Proposal{ID: newSecret(), Seq: own.Seq}
	if n := len(own.CanUndo); n > 0 && rng.IntN(3) > 0 {
		p.Undo = 1 + rng.IntN(n)
	} else {
		v := own.View.(*klang.View)
		facts := []json.RawMessage{
			klang.CorrectPartOnTable(rng.IntN(v.NumParts())), klang.CorrectPartGone(rng.IntN(v.NumParts())),
			klang.CorrectPartOn(rng.IntN(v.NumParts()), rng.IntN(v.NumRobots()), klang.Slot(rng.IntN(int(klang.NumSlots)))),
		}
		p.Correct = facts[rng.IntN(len(facts))]
		if v.CheckFact(p.Correct) != nil {
			return false
		}
	}
	if err := s.Propose(ctx, id, token, p); err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	return true
}

// sameOnBoth has a service that knows nothing of a match read it anew.
func sameOnBoth(t *testing.T, a, b *Service, id string, tokens [2]string) {
	t.Helper()
	b.mu.Lock()
	delete(b.rooms, id)
	b.mu.Unlock()
	for _, token := range []string{"", tokens[0], tokens[1]} {
		if was, now := text(t, look(t, a, id, token)), text(t, look(t, b, id, token)); was != now {
			t.Fatalf("was %s\nis  %s", was, now)
		}
	}
	var hashes [2]game.Hash
	for i, s := range []*Service{a, b} {
		if err := s.with(ctx, id, func(r *room) (err error) {
			hashes[i], err = game.HashOf(r.state)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if hashes[0] != hashes[1] {
		t.Fatal("another hash after reading again")
	}
}
