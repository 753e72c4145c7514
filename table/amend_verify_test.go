package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/journal"
)

// amendedRecord plays a match with amendments and gives its record as a file.
// Its entries: 1 start, 2 pick, 3 pick, 4 undo of 1, 5 correction, 6 pick, 7
// undo of 2 (pick and correction), then picks, a roll, and at the end an undo.
func amendedRecord(t *testing.T) []byte {
	t.Helper()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":3,"rounds":2}`, 3)
	amend := func(by int, p Proposal) {
		t.Helper()
		propose(t, s, id, tokens[by], p)
		for seat := range tokens {
			if seat != by {
				agree(t, s, id, tokens[seat], true)
			}
		}
	}
	propose(t, s, id, tokens[1], Proposal{Correct: fact("score", 0, 2)}) // refused: it leaves no trace
	agree(t, s, id, tokens[0], false)
	act(t, s, id, tokens[0], pick(1))
	act(t, s, id, tokens[0], pick(2))
	amend(0, Proposal{Undo: 1})
	amend(2, Proposal{Correct: fact("score", 1, 3)})
	act(t, s, id, tokens[0], pick(3))
	amend(1, Proposal{Undo: 2})
	for look(t, s, id, "").ToAct != 0 {
		snap := look(t, s, id, "")
		if v := view(snap); v.Round == 1 && v.Turn == 2 && v.Count == 2 && len(look(t, s, id, tokens[0]).CanUndo) == 8 {
			amend(0, Proposal{Undo: 1})
			snap = look(t, s, id, "")
			act(t, s, id, tokens[2], pick(1))
		}
		act(t, s, id, tokens[snap.ToAct.First()], pick(1))
	}
	rec, err := s.Record(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	return []byte(text(t, rec))
}

func TestVerifyCatchesTamperingWithAmendments(t *testing.T) {
	t.Parallel()
	file := amendedRecord(t)
	if bytes.Contains(file, []byte("refused")) || bytes.Contains(file, []byte("ask_")) {
		t.Errorf("what was refused is in the record: %s", file)
	}
	read := func() *Record {
		rec, err := ReadRecord(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	rec := read()
	if err := Verify(rec, toys); err != nil {
		t.Fatal(err)
	}
	if again := text(t, rec); again != string(file) {
		t.Errorf("read and written again: %s", again)
	}
	want := func(n int, seat game.Seat, undo int, correct string, agreed ...game.Seat) {
		t.Helper()
		e := rec.Entries[n-1]
		if e.Seq != n || e.Seat != seat || e.Undo != undo || string(e.Correct) != correct || !slices.Equal(e.Agreed, agreed) || e.Action != nil || len(e.Rolls) != 0 || len(e.Hash) != 64 {
			t.Errorf("entry %d: %s", n, text(t, e))
		}
	}
	want(4, 0, 1, "", 1, 2)
	want(5, 2, 0, string(fact("score", 1, 3)), 0, 1)
	want(7, 1, 2, "", 0, 2)
	last := rec.Entries[len(rec.Entries)-3]
	want(len(rec.Entries)-2, 0, 1, "", 1, 2)
	roll := slices.IndexFunc(rec.Entries[1:], func(e RecordEntry) bool { return len(e.Rolls) > 0 }) + 2
	if roll >= last.Seq {
		t.Fatal("no roll before the last undo")
	}

	for name, c := range map[string]struct {
		code   string
		entry  int
		tamper func(*Record)
	}{
		"undo of one more":        {"hash", 4, func(r *Record) { r.Entries[3].Undo = 2 }},
		"undo to before the roll": {"undo_barrier", last.Seq, func(r *Record) { r.Entries[last.Seq-1].Undo = last.Seq - roll }},
		"undo across the start":   {"undo_barrier", 4, func(r *Record) { r.Entries[3].Undo = 3 }},
		"a huge undo":             {"undo_barrier", 4, func(r *Record) { r.Entries[3].Undo = 1 << 60 }},
		"a negative undo":         {"amendment", 4, func(r *Record) { r.Entries[3].Undo = -1 }},
		"undo right after a roll": {"undo_barrier", roll + 1, func(r *Record) {
			e := r.Entries[3]
			e.Seq, e.At = roll+1, r.Entries[roll-1].At
			r.Entries = slices.Insert(r.Entries, roll, e)
			for i := range r.Entries {
				r.Entries[i].Seq = i + 1
			}
		}},
		"nobody agreed":              {"agreed", 4, func(r *Record) { r.Entries[3].Agreed = nil }},
		"one did not agree":          {"agreed", 4, func(r *Record) { r.Entries[3].Agreed = r.Entries[3].Agreed[:1] }},
		"agreed with itself":         {"agreed", 4, func(r *Record) { r.Entries[3].Agreed = []game.Seat{0, 1, 2} }},
		"an action agreed to":        {"agreed", 3, func(r *Record) { r.Entries[2].Agreed = []game.Seat{1} }},
		"another proposer":           {"agreed", 4, func(r *Record) { r.Entries[3].Seat = 1 }},
		"the house proposes":         {"amendment", 4, func(r *Record) { r.Entries[3].Seat = game.Watcher }},
		"a seat that is not there":   {"amendment", 4, func(r *Record) { r.Entries[3].Seat = 7 }},
		"a bot proposes":             {"amendment", 4, func(r *Record) { r.Players[0].Kind = bot }},
		"a bot agreed":               {"agreed", 4, func(r *Record) { r.Players[1].Kind = bot }},
		"undo and correction":        {"amendment", 4, func(r *Record) { r.Entries[3].Correct = fact("score", 1, 3) }},
		"undo and action":            {"amendment", 4, func(r *Record) { r.Entries[3].Action = pick(1) }},
		"neither":                    {"action", 4, func(r *Record) { r.Entries[3].Undo = 0 }},
		"hash":                       {"hash", 4, func(r *Record) { r.Entries[3].Hash = strings.Repeat("ab", 32) }},
		"rolls":                      {"rolls", 4, func(r *Record) { r.Entries[3].Rolls = [][2]int{{6, 1}} }},
		"news":                       {"news", 4, func(r *Record) { r.Entries[3].News[0].Args[1] = 2 }},
		"name":                       {"news", 4, func(r *Record) { r.Players[0].Name = "Eve" }},
		"another correction":         {"hash", 5, func(r *Record) { r.Entries[4].Correct = fact("score", 1, 4) }},
		"an illegal correction":      {"action", 5, func(r *Record) { r.Entries[4].Correct = fact("score", 9, 4) }},
		"a correction of no kind":    {"amendment", 5, func(r *Record) { r.Entries[4].Correct = json.RawMessage(`null`) }},
		"a correction as beginning":  {"start", 1, func(r *Record) { r.Entries[0].Correct = fact("score", 1, 3) }},
		"undo as beginning":          {"start", 1, func(r *Record) { r.Entries[0].Undo = 1 }},
		"undo left out":              {"order", 4, func(r *Record) { r.Entries = slices.Delete(r.Entries, 3, 4) }},
		"undo of another correction": {"hash", 7, func(r *Record) { r.Entries[6].Undo = 3 }},
		"undo after the end": {"amendment", len(rec.Entries) + 1, func(r *Record) {
			e := r.Entries[3]
			e.Seq, e.At = len(r.Entries)+1, r.Entries[len(r.Entries)-1].At
			r.Entries = append(r.Entries, e)
		}},
		"a game that has no amendments": {"amendment", 4, func(r *Record) { r.Game, r.Rules = "plain", "plain/1" }},
	} {
		rec := read()
		c.tamper(rec)
		err := Verify(rec, toys)
		var v *VerifyError
		if !errors.As(err, &v) || v.Code != c.code || v.Entry != c.entry || v.Text.Key != "table.verify."+c.code {
			t.Errorf("%s: %v, want %s at %d", name, err, c.code, c.entry)
		}
	}
}

// TestMatchesOfBeforeAmendmentsAreTheSame replays journals that were written
// before there were any, and compares every byte of their records.
func TestMatchesOfBeforeAmendmentsAreTheSame(t *testing.T) {
	data, err := os.ReadFile("testdata/before_amendments.json")
	if err != nil {
		t.Fatal(err)
	}
	var matches []struct {
		Entries []journal.Entry
		Record  json.RawMessage
		Seq     []int
		News    json.RawMessage
		Done    json.RawMessage
		Since   time.Time
	}
	if err := json.Unmarshal(data, &matches); err != nil {
		t.Fatal(err)
	}
	for i, old := range matches {
		m := &match{id: old.Entries[0].Match, find: toys}
		m.fold(journal.History{Entries: old.Entries})
		if m.stage != Over {
			t.Fatalf("match %d: %s %s", i, m.stage, m.parked)
		}
		rec := m.whole()
		if got := text(t, rec); got != string(old.Record) {
			t.Errorf("match %d\nwas %s\nis  %s", i, old.Record, got)
		}
		if err := Verify(rec, toys); err != nil {
			t.Error(err)
		}
		for v, seq := range old.Seq {
			snap := m.snapshot(game.Seat(v - 1))
			if snap.Seq != seq || text(t, snap.News) != string(old.News) || !snap.Since.Equal(old.Since) {
				t.Errorf("match %d, viewer %d: %s", i, v-1, text(t, snap))
			}
		}
		done := m.snapshot(0).Stopwatch.Done
		for d := range done { // added since
			if done[d].ThinkMillis+done[d].WaitMillis > done[d].Millis {
				t.Errorf("match %d: %s", i, text(t, done[d]))
			}
			done[d].Round, done[d].ThinkMillis, done[d].WaitMillis = 0, 0, 0
		}
		if got := text(t, done); got != string(old.Done) {
			t.Errorf("match %d\nwas %s\nis  %s", i, old.Done, got)
		}
	}
}
