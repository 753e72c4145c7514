package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"banco/game"
	"banco/journal"
)

// seenBy is what everybody is shown of a match, and the hash of the whole.
func seenBy(t testing.TB, s *Service, id string, tokens []string) (out []string) {
	t.Helper()
	for i, snap := range everybody(t, s, id, tokens) {
		rec, err := s.Record(ctx, id, append([]string{""}, tokens...)[i])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text(t, snap), text(t, rec))
	}
	err := s.with(ctx, id, func(r *room) error {
		h, err := game.HashOf(r.state)
		if want := r.steps[len(r.steps)-1].Hash; h.String() != want {
			t.Fatalf("hash %s is not the one recorded, %s", h, want)
		}
		out = append(out, h.String())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t testing.TB, was, now []string) {
	t.Helper()
	for i := range was {
		if was[i] != now[i] {
			t.Fatalf("was %s\nis  %s", was[i], now[i])
		}
	}
}

// forget has a service read a match anew.
func forget(s *Service, id string) {
	s.mu.Lock()
	delete(s.rooms, id)
	s.mu.Unlock()
}

// TestATakeoverReadsTheSameEverywhere: on the node that made it, on one that
// hears of it, on one that reads the match anew, and after a restart.
func TestATakeoverReadsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	still := func(c *Config) { c.BotPace = time.Hour }
	a, b := openService(t, j, still), openService(t, j, still)
	id, tokens := seated(t, a, `{"mode":"turns","picks":3,"limit":900}`, 3)
	look(t, b, id, "") // and follows from here
	heard := func() {
		t.Helper()
		was := seenBy(t, a, id, tokens)
		for range 500 {
			if text(t, look(t, b, id, "")) == was[0] {
				break
			}
			time.Sleep(time.Millisecond)
		}
		same(t, was, seenBy(t, b, id, tokens))
		forget(b, id)
		same(t, was, seenBy(t, b, id, tokens))
	}
	act(t, a, id, tokens[0], pick(1))
	act(t, a, id, tokens[0], do("peek"))
	pause(t, a, id, tokens[0], true)
	propose(t, b, id, tokens[0], goes(0)) // by another node
	for range 500 {
		if botsSeat(t, a, id, tokens, 0) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	heard()
	propose(t, a, id, tokens[1], goes(2))
	heard()
	agree(t, b, id, tokens[2], true) // by another node
	for range 500 {
		if botsSeat(t, a, id, tokens, 2) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	heard()
	takesBack(t, a, id, tokens[0])
	heard()
	propose(t, a, id, tokens[0], goes(0))
	heard()
	propose(t, a, id, tokens[1], Proposal{Undo: 1}) // across both: seats do not come back
	if snap := look(t, a, id, ""); view(snap).Count != 0 || snap.Players[0].Kind != bot || snap.Players[2].Kind != bot || snap.Proposal != nil {
		t.Errorf("%s", text(t, snap))
	}
	heard()
	was := seenBy(t, a, id, tokens)
	a.Close()
	b.Close()
	same(t, was, seenBy(t, openService(t, j, still), id, tokens))
}

// A server that stops between the takeover and the bot's turn finds the turn again.
func TestABotsTurnAfterATakeoverSurvivesARestart(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	s := openService(t, j, func(c *Config) { c.BotPace = time.Hour })
	id, tokens, _ := company(t, s, "plain", `{"mode":"turns"}`, human, human)
	propose(t, s, id, tokens[1], goes(1))
	propose(t, s, id, tokens[0], goes(0)) // nobody is left
	s.Close()
	s = openService(t, j)
	if rec := ends(t, s, id, tokens); len(rec.Entries) != 1+2+6 {
		t.Errorf("%d entries", len(rec.Entries))
	}
}

// takeoverRecord gives the record of a match in which seat 0 took a step back
// before it left, seat 2 was given away by seat 1, and seat 1 took a step back
// with nobody left to ask; and where these entries stand.
func takeoverRecord(t *testing.T) (file []byte, undo, left, given, alone int) {
	t.Helper()
	s := service(t, func(c *Config) { c.BotPace = 200 * time.Millisecond })
	id, tokens := seated(t, s, `{"mode":"turns","picks":2,"rounds":2}`, 3)
	act(t, s, id, tokens[0], pick(1))
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	agree(t, s, id, tokens[1], true)
	agree(t, s, id, tokens[2], true)
	propose(t, s, id, tokens[0], goes(0))
	waitTurn(t, s, id, tokens[1], 1)
	act(t, s, id, tokens[1], pick(1))
	propose(t, s, id, tokens[1], goes(2))
	agree(t, s, id, tokens[2], true)
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	rec := ends(t, s, id, tokens)
	for i, e := range rec.Entries {
		switch {
		case e.Undo > 0 && undo == 0:
			undo = i
		case e.Bot != nil && left == 0:
			left = i
		case e.Bot != nil:
			given = i
		case e.Undo > 0:
			alone = i
		}
	}
	return []byte(text(t, rec)), undo, left, given, alone
}

func TestVerifyCatchesTamperingWithTakeovers(t *testing.T) {
	t.Parallel()
	file, undo, left, given, alone := takeoverRecord(t)
	if undo == 0 || left <= undo || given <= left || alone <= given {
		t.Fatalf("%d %d %d %d: %s", undo, left, given, alone, file)
	}
	read := func() *Record {
		rec, err := ReadRecord(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	if rec := read(); text(t, rec) != string(file) || Verify(rec, toys) != nil {
		t.Fatal("read again it does not hold")
	}
	renumber := func(r *Record) {
		for i := range r.Entries {
			r.Entries[i].Seq = i + 1
		}
	}
	for name, c := range map[string]struct {
		code   string
		entry  int
		tamper func(*Record)
	}{
		"somebody agreed":        {"agreed", left, func(r *Record) { r.Entries[left].Agreed = []game.Seat{1} }},
		"another proposer":       {"agreed", left, func(r *Record) { r.Entries[left].Seat = 1 }},
		"one was not asked":      {"agreed", given, func(r *Record) { r.Entries[given].Agreed = []game.Seat{0} }},
		"a bot proposes":         {"takeover", given, func(r *Record) { r.Entries[given].Seat = 0 }},
		"the house proposes":     {"takeover", left, func(r *Record) { r.Entries[left].Seat = -1 }},
		"nobody proposes":        {"takeover", left, func(r *Record) { r.Entries[left].Seat = 7 }},
		"another seat":           {"amendment", undo, func(r *Record) { r.Entries[left].Bot.Seat = 1 }},
		"no such seat":           {"amendment", undo, func(r *Record) { r.Entries[left].Bot.Seat = 9 }},
		"a negative seat":        {"amendment", undo, func(r *Record) { r.Entries[left].Bot.Seat = -1 }},
		"another level":          {"takeover", left, func(r *Record) { r.Entries[left].Bot.Level = "greedy" }},
		"no level":               {"takeover", left, func(r *Record) { r.Entries[left].Bot.Level = ""; r.Players[0].Level = "" }},
		"a person to the end":    {"takeover", left, func(r *Record) { r.Players[0].Kind = human }},
		"with an action":         {"takeover", left, func(r *Record) { r.Entries[left].Action = pick(1) }},
		"with an undo":           {"takeover", left, func(r *Record) { r.Entries[left].Undo = 1 }},
		"with rolls":             {"rolls", left, func(r *Record) { r.Entries[left].Rolls = [][2]int{{6, 1}} }},
		"another hash":           {"hash", left, func(r *Record) { r.Entries[left].Hash = r.Entries[left-2].Hash }},
		"another name":           {"news", given, func(r *Record) { r.Players[2].Name = "Eve" }},
		"silent out of turn":     {"agreed", given, func(r *Record) { r.Entries[given].Agreed = nil }},
		"as beginning":           {"start", 0, func(r *Record) { r.Entries[0].Bot = &Takeover{0, "random"} }},
		"a bot asked for an OK":  {"agreed", alone, func(r *Record) { r.Entries[alone].Agreed = []game.Seat{2} }},
		"a bot not asked before": {"agreed", undo, func(r *Record) { r.Entries[undo].Agreed = []game.Seat{1} }},
		"twice": {"takeover", left + 1, func(r *Record) {
			r.Entries = slices.Insert(r.Entries, left+1, r.Entries[left])
			renumber(r)
		}},
		"left out": {"agreed", alone - 1, func(r *Record) {
			r.Entries = slices.Delete(r.Entries, given, given+1)
			r.Players[2].Kind, r.Players[2].Level = human, ""
			renumber(r)
		}},
		"after the end": {"takeover", len(read().Entries), func(r *Record) {
			e := r.Entries[given]
			e.At = r.Entries[len(r.Entries)-1].At
			r.Entries = append(r.Entries, e)
			renumber(r)
		}},
	} {
		rec := read()
		c.tamper(rec)
		err := Verify(rec, toys)
		var v *VerifyError
		if !errors.As(err, &v) || v.Code != c.code || v.Entry != c.entry+1 {
			t.Errorf("%s: %v, want %s at %d", name, err, c.code, c.entry+1)
		}
	}
}

// A journal that tells of a takeover that cannot be is parked at it.
func TestATakeoverOutOfPlaceParksTheMatch(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":2}`, 2)
	act(t, s, id, tokens[0], pick(1))
	propose(t, s, id, tokens[1], goes(0))
	c.pass(time.Minute)
	good := entries(t, s, id)
	hash := func(m *match) string { return m.steps[len(m.steps)-1].Hash }
	for name, e := range map[string]struct {
		kind string
		seat int
		data func(m *match) any
	}{
		"too early":        {kindPassed, -1, func(m *match) any { return passedData{1, hash(m)} }},
		"by a person":      {kindPassed, 1, func(m *match) any { return passedData{1, hash(m)} }},
		"the proposer's":   {kindAnswered, 1, func(m *match) any { return answeredData{1, true, hash(m)} }},
		"another hash":     {kindAnswered, 0, func(m *match) any { return answeredData{1, true, "ab"} }},
		"no hash":          {kindAnswered, 0, func(m *match) any { return answeredData{1, true, ""} }},
		"two at once":      {kindProposed, 1, func(m *match) any { return proposedData{Bot: &Takeover{1, "random"}} }},
		"of another":       {kindPassed, -1, func(m *match) any { return passedData{2, hash(m)} }},
		"with a no's hash": {kindAnswered, 0, func(m *match) any { return answeredData{1, false, hash(m)} }},
	} {
		m := &match{id: id, find: toys}
		m.fold(journal.History{Entries: good})
		if m.stage != Playing {
			t.Fatal(m.parked)
		}
		last := good[len(good)-1]
		last.N, last.Kind, last.Seat, last.At, last.Data = last.N+1, e.kind, e.seat, c.now(), []byte(text(t, e.data(m)))
		if m.fold(journal.History{Entries: []journal.Entry{last}}); m.stage != Parked {
			t.Errorf("%s: %s", name, m.stage)
		}
	}
	m := &match{id: id, find: toys}
	m.fold(journal.History{Entries: good[:len(good)-1]})
	last := good[len(good)-1]
	for _, bad := range []string{`{"bot":{"seat":5,"level":"random"}}`, `{"bot":{"seat":-1,"level":"random"}}`, `{"bot":{"seat":0}}`, `{"bot":{"seat":0,"level":"random"},"undo":1}`, `{}`} {
		last.Data = []byte(bad)
		if err := m.take(last); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
}

// TestAnyMatchWithTakeoversEnds: whoever leaves, comes back or is given away at
// whatever moment, the match ends, its record holds, and it reads the same from
// anew.
func TestAnyMatchWithTakeoversEnds(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	c := &clock{}
	quietly := func(cfg *Config) { cfg.Now, cfg.Idle = c.now, time.Hour }
	s := openService(t, j, quietly)
	taken, back := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		options := rapid.SampledFrom([]string{
			`{"mode":"turns","picks":3,"rounds":2}`,
			`{"mode":"turns","picks":2,"rounds":2,"limit":1000000}`,
			`{"rounds":4,"open":true}`,
			`{"rounds":4}`,
			`{"rounds":4,"hush":true}`,
		}).Draw(rt, "options")
		name := rapid.SampledFrom([]string{"toy", "plain"}).Draw(rt, "game")
		kinds := rapid.SliceOfN(rapid.SampledFrom([]string{human, human, human, "random"}), 2, 4).Draw(rt, "kinds")
		id, tokens, _ := company(t, s, name, options, kinds...)
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			snap := look(t, s, id, "")
			if snap.Stage == Over {
				break
			}
			var people, act []int
			for i, p := range snap.Players {
				if p.Kind == human {
					people = append(people, i)
				}
			}
			if rapid.IntRange(0, 3).Draw(rt, "comes") == 0 {
				who := rapid.IntRange(0, len(kinds)-1).Draw(rt, "back")
				if err := s.Back(ctx, id, game.Seat(who), tokens[who], newSecret()); err != nil && tokens[who] != "" && look(t, s, id, "").Stage != Over {
					rt.Fatal(err)
				}
			}
			if len(people) == 0 {
				continue
			}
			for _, i := range people {
				if own := look(t, s, id, tokens[i]); own.Seat == game.Seat(i) && own.ToAct.Has(own.Seat) {
					act = append(act, i)
				}
			}
			who := rapid.SampledFrom(people).Draw(rt, "who")
			var err error
			switch what := rapid.IntRange(0, 9).Draw(rt, "what"); {
			case what < 4 && len(act) > 0:
				who = rapid.SampledFrom(act).Draw(rt, "acts")
				_, err = s.Act(ctx, id, tokens[who], Command{ID: newSecret(), Seq: look(t, s, id, tokens[who]).Seq, Action: pick(2)})
			case what < 7 && snap.Proposal != nil:
				if waits := snap.Proposal.Waits; rapid.Bool().Draw(rt, "asked") {
					who = int(rapid.SampledFrom(waits).Draw(rt, "answers"))
				}
				err = s.Answer(ctx, id, tokens[who], Answer{ID: newSecret(), Proposal: snap.Proposal.N, Agree: rapid.IntRange(0, 4).Draw(rt, "agrees") > 0})
			case what < 8:
				c.pass(max(ownerSilence, awayAfter))
				s.ring(id)
			default:
				seat := game.Seat(rapid.SampledFrom(people).Draw(rt, "of"))
				err = s.Propose(ctx, id, tokens[who], Proposal{ID: newSecret(), Bot: &Takeover{seat, "random"}})
			}
			var e *Error
			if errors.As(err, &e) && (e.Kind == Unavailable || e.Code == "parked") || err != nil && e == nil {
				rt.Fatal(err)
			}
		}
		rec := ends(t, s, id, tokens)
		was := seenBy(t, s, id, tokens)
		forget(s, id)
		same(t, was, seenBy(t, s, id, tokens))
		checkRolls(rt, j, id, rec)
		kind := map[game.Seat]string{}
		for _, e := range rec.Entries {
			switch {
			case e.Bot != nil:
				taken++
				kind[e.Bot.Seat] = bot
			case e.Back:
				back++
				kind[e.Seat] = human
			}
		}
		for seat, want := range kind {
			if p := rec.Players[seat]; p.Kind != want || p.Name != fmt.Sprint("Ada ", seat) {
				rt.Fatalf("%s", text(t, p))
			}
		}
		forget(s, id)
	})
	t.Logf("%d seats passed, %d were taken back", taken, back)
	if !testing.Short() && (taken == 0 || back == 0) {
		t.Error("nobody left, or nobody came back")
	}
}
