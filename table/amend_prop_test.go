package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"banco/dice"
	"banco/game"
	"banco/journal"
)

// TestAnySequenceReplaysTheSame: whatever people do, propose, answer and pause,
// whoever reads the journal anew after any entry sees the same match, to the
// byte and from every seat; dice are never rolled again; and the record holds.
func TestAnySequenceReplaysTheSame(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	c := &clock{}
	quietly := func(cfg *Config) { cfg.Now, cfg.Idle = c.now, time.Hour }
	a, b := openService(t, j, quietly), openService(t, j, quietly)
	effects, undos, lapsed, pauses := 0, 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		options := rapid.SampledFrom([]string{
			`{"mode":"turns","picks":3,"rounds":3}`,
			`{"mode":"turns","picks":2,"rounds":3,"limit":1000000,"confirm":true}`,
			`{"mode":"turns","picks":2,"rounds":2,"limit":1000000}`,
			`{"rounds":4,"open":true}`,
			`{"rounds":4}`,
		}).Draw(rt, "options")
		seats := rapid.IntRange(2, 3).Draw(rt, "seats")
		id, tokens := seated(t, a, options, seats)
		viewers := append([]string{""}, tokens...)
		// state is what everybody sees, and the hash of the whole.
		state := func(s *Service) (out []string) {
			for _, token := range viewers {
				out = append(out, text(t, look(t, s, id, token)))
				rec, err := s.Record(ctx, id, token)
				if err != nil {
					rt.Fatal(err)
				}
				out = append(out, text(t, rec))
			}
			var hash string
			err := s.with(ctx, id, func(r *room) error {
				h, err := game.HashOf(r.state)
				hash = h.String()
				if want := r.steps[len(r.steps)-1].Hash; hash != want {
					rt.Fatalf("hash %s is not the one recorded, %s", hash, want)
				}
				return err
			})
			if err != nil {
				rt.Fatal(err)
			}
			return append(out, hash)
		}
		rolled := map[int]string{} // by round
		check := func() {
			was := state(a)
			b.mu.Lock()
			delete(b.rooms, id)
			b.mu.Unlock()
			if now := state(b); !slices.Equal(was, now) {
				for i := range was {
					if was[i] != now[i] {
						rt.Fatalf("was %s\nis  %s", was[i], now[i])
					}
				}
			}
			for seat := range tokens {
				v := view(look(t, a, id, tokens[seat]))
				key := v.Round*10 + seat
				die := fmt.Sprint(v.Die, v.Mark)
				if old, there := rolled[key]; there && old != die && v.Mark != "" {
					rt.Fatalf("the die of seat %d in round %d was %s and is %s", seat, v.Round, old, die)
				}
				rolled[key] = die
			}
		}
		check()
		last := map[int]func() error{} // by seat: the same again
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			snap := look(t, a, id, "")
			if snap.Stage == Over {
				break
			}
			c.pass(time.Duration(rapid.IntRange(0, 5000).Draw(rt, "passes")) * time.Millisecond)
			seat := rapid.IntRange(0, seats-1).Draw(rt, "seat")
			token := tokens[seat]
			own := look(t, a, id, token)
			name := newSecret()
			var try func() error
			what := rapid.IntRange(0, 13).Draw(rt, "what")
			if own.Proposal != nil && rapid.IntRange(0, 9).Draw(rt, "answers") < 3 {
				what = 9
			}
			switch what {
			case 0, 1, 2, 3, 4:
				if acts := snap.ToAct.List(); len(own.View.Actions()) == 0 && len(acts) > 0 {
					seat = int(rapid.SampledFrom(acts).Draw(rt, "who"))
					token = tokens[seat]
					own = look(t, a, id, token)
				}
				action := pick(rapid.IntRange(1, 3).Draw(rt, "n"))
				if own.ToAct == game.Only(game.Seat(seat)) && rapid.Bool().Draw(rt, "confirms") {
					action = do("ok")
				}
				try = func() error {
					_, err := a.Act(ctx, id, token, Command{ID: name, Seq: own.Seq, Action: action})
					return err
				}
			case 5:
				kind := rapid.SampledFrom([]string{"peek", "peek", "seal"}).Draw(rt, "kind")
				try = func() error {
					_, err := a.Act(ctx, id, token, Command{ID: name, Seq: own.Seq, Action: do(kind)})
					return err
				}
			case 6, 7:
				n := rapid.IntRange(1, 4).Draw(rt, "undo")
				try = func() error {
					return a.Propose(ctx, id, token, Proposal{ID: name, Seq: own.Seq, Undo: n})
				}
				// What is offered is accepted, and nothing beyond it.
				if own.Proposal == nil {
					offered := n <= len(own.CanUndo)
					inner := try
					try = func() error {
						err := inner()
						if (err == nil) != offered {
							rt.Fatalf("undo %d of %d offered: %v", n, len(own.CanUndo), err)
						}
						return err
					}
				}
			case 8:
				f := fact("score", rapid.IntRange(0, 3).Draw(rt, "of"), rapid.IntRange(1, 7).Draw(rt, "value"))
				try = func() error { return a.Propose(ctx, id, token, Proposal{ID: name, Correct: f}) }
			case 9, 10, 11:
				agree := rapid.IntRange(0, 5).Draw(rt, "agree") > 0
				if own.Proposal == nil {
					continue
				}
				if waits := own.Proposal.Waits; agree {
					seat = int(rapid.SampledFrom(waits).Draw(rt, "who"))
				}
				token, n := tokens[seat], own.Proposal.N
				try = func() error {
					return a.Answer(ctx, id, token, Answer{ID: name, Proposal: n, Agree: agree})
				}
			case 12:
				on := rapid.Bool().Draw(rt, "on")
				try = func() error { return a.Pause(ctx, id, token, on) }
			case 13:
				if try = last[seat]; try == nil {
					continue
				}
				before := state(a)
				if err := try(); err != nil || !slices.Equal(state(a), before) {
					rt.Fatalf("the same again: %v", err)
				}
				continue
			}
			pending := own.Proposal
			err := try()
			if err != nil {
				if e, ok := err.(*Error); !ok || e.Kind == Unavailable || e.Code == "parked" || e.Code == "amend_failed" {
					rt.Fatal(err)
				}
			} else if what != 12 { // a pause has no name
				last[seat] = try
			}
			check()
			if now := look(t, a, id, ""); pending != nil && now.Proposal == nil && !strings.HasPrefix(lastNews(now).Text.Key, "table.") {
				lapsed++
			} else if now.Paused != nil {
				pauses++
			}
		}

		// At the end everything is there, and holds.
		for range 200 {
			snap := look(t, a, id, "")
			if snap.Stage == Over {
				break
			}
			for seat, token := range tokens {
				own := look(t, a, id, token)
				if !own.ToAct.Has(game.Seat(seat)) || len(own.View.Actions()) == 0 {
					continue
				}
				action := pick(2)
				if _, err := a.Act(ctx, id, token, Command{ID: newSecret(), Seq: own.Seq, Action: action}); err != nil {
					_, _ = a.Act(ctx, id, token, Command{ID: newSecret(), Seq: own.Seq, Action: do("ok")})
				}
			}
		}
		check()
		rec, err := a.Record(ctx, id, "")
		if err != nil {
			rt.Fatal(err)
		}
		if err := Verify(rec, toys); err != nil {
			rt.Fatalf("%v\n%s", err, text(t, rec))
		}
		checkRolls(rt, j, id, rec)
		for _, e := range rec.Entries {
			if e.Undo > 0 {
				undos++
			}
			if e.Undo > 0 || e.Correct != nil {
				effects++
			}
		}
		for _, d := range look(t, a, id, "").Stopwatch.Done {
			if d.ThinkMillis < 0 || d.WaitMillis < 0 || d.PausedMillis < 0 || d.ThinkMillis+d.WaitMillis > d.Millis {
				rt.Fatalf("%s", text(t, d))
			}
		}
		for _, s := range []*Service{a, b} {
			s.mu.Lock()
			delete(s.rooms, id)
			s.mu.Unlock()
		}
	})
	t.Logf("%d amendments, %d of them undos, %d proposals lapsed, %d times paused", effects, undos, lapsed, pauses)
	if !testing.Short() && (effects == 0 || undos == 0 || lapsed == 0 || pauses == 0) {
		t.Error("not everything was tried")
	}
}

// checkRolls: the journal's rolls, one entry after the other, are what the seeds
// give from the first byte on; no amendment gave bytes back.
func checkRolls(rt *rapid.T, j *journal.Journal, id string, rec *Record) {
	h, err := j.Read(ctx, id, journal.Head{})
	if err != nil {
		rt.Fatal(err)
	}
	seed, err := dice.ParseServerSeed(rec.ServerSeed)
	if err != nil {
		rt.Fatal(err)
	}
	src := dice.NewFair(seed, rec.ClientSeeds)
	for _, e := range h.Entries {
		var d struct{ Rolls [][2]int }
		if err := json.Unmarshal(e.Data, &d); err != nil {
			rt.Fatal(err)
		}
		for _, roll := range d.Rolls {
			if v := src.Below(roll[0]); v != roll[1] {
				rt.Fatalf("entry %d has %v, the seeds give %d", e.N, roll, v)
			}
		}
	}
}
