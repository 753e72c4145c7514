package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"banco/game"
	"banco/internal/i18n"
)

func TestWhatCannotBeProposed(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":2,"rounds":1}`, 2)
	act(t, s, id, tokens[0], pick(1))
	before := len(entries(t, s, id))
	for name, c := range map[string]struct {
		kind, code string
		p          Proposal
	}{
		"no name":        {Invalid, "command_id", Proposal{Undo: 1}},
		"a long name":    {Invalid, "command_id", Proposal{ID: strings.Repeat("x", 65), Undo: 1}},
		"nothing":        {Invalid, "proposal", Proposal{ID: "a"}},
		"both":           {Invalid, "proposal", Proposal{ID: "a", Undo: 1, Correct: fact("score", 0, 1)}},
		"negative":       {Invalid, "undo_number", Proposal{ID: "a", Undo: -1}},
		"huge":           {Illegal, "undo_barrier", Proposal{ID: "a", Undo: 1 << 62}},
		"too far":        {Illegal, "undo_barrier", Proposal{ID: "a", Undo: 2}},
		"no object":      {Invalid, "correct_object", Proposal{ID: "a", Correct: json.RawMessage(`[1]`)}},
		"null":           {Invalid, "correct_object", Proposal{ID: "a", Correct: json.RawMessage(`null`)}},
		"empty":          {Invalid, "correct_object", Proposal{ID: "a", Correct: json.RawMessage{}}},
		"no JSON":        {Invalid, "correct_object", Proposal{ID: "a", Correct: json.RawMessage(`{"type"`)}},
		"two objects":    {Invalid, "correct_object", Proposal{ID: "a", Correct: json.RawMessage(`{}{}`)}},
		"no UTF-8":       {Invalid, "correct_object", Proposal{ID: "a", Correct: json.RawMessage("{\"a\":\"\xff\"}")}},
		"a long one":     {Invalid, "correct_size", Proposal{ID: "a", Correct: json.RawMessage(`{"a":"` + strings.Repeat("x", maxCorrect) + `"}`)}},
		"no fact":        {Illegal, "fact", Proposal{ID: "a", Correct: json.RawMessage(`{}`)}},
		"a future seq":   {Invalid, "seq", Proposal{ID: "a", Seq: 1 << 40, Undo: 1}},
		"a negative seq": {Conflict, "stale", Proposal{ID: "a", Seq: -1, Undo: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, s.Propose(ctx, id, tokens[0], c.p), c.kind, c.code)
		})
	}
	ok := Proposal{ID: "a", Undo: 1}
	yes := Answer{ID: "a", Proposal: 1, Agree: true}
	for token, code := range map[string]string{"": "no_token", "forged": "token", newSecret(): "token"} {
		refused(t, s.Propose(ctx, id, token, ok), Forbidden, code)
		refused(t, s.Answer(ctx, id, token, yes), Forbidden, code)
		refused(t, s.Pause(ctx, id, token, true), Forbidden, code)
		if token != "" {
			_, err := s.Timings(ctx, id, token)
			refused(t, err, Forbidden, code)
		}
	}
	refused(t, s.Propose(ctx, newSecret(), tokens[0], ok), NotFound, "no_match")
	refused(t, s.Answer(ctx, id, tokens[0], yes), Conflict, "no_proposal")
	refused(t, s.Answer(ctx, id, tokens[0], Answer{Proposal: 1}), Invalid, "command_id")
	refused(t, s.Pause(ctx, id, tokens[0], true), Conflict, "not_timed")
	if len(entries(t, s, id)) != before {
		t.Error("something was written")
	}

	stopped := func(id, token, code string) {
		t.Helper()
		refused(t, s.Propose(ctx, id, token, Proposal{ID: "z", Undo: 1}), Conflict, code)
		refused(t, s.Answer(ctx, id, token, Answer{ID: "z", Proposal: 1, Agree: true}), Conflict, code)
		refused(t, s.Pause(ctx, id, token, true), Conflict, code)
		refused(t, s.Pause(ctx, id, token, false), Conflict, code)
		if snap := look(t, s, id, token); snap.Proposal != nil || snap.CanUndo != nil || snap.Paused != nil {
			t.Errorf("%s", text(t, snap))
		}
	}
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	playOut(t, s, id, tokens)
	stopped(id, tokens[0], "over")

	c, err := s.Create(ctx, NewMatch{Game: "toy", Seats: []SeatSpec{{Kind: "human"}, {Kind: "human"}}})
	if err != nil {
		t.Fatal(err)
	}
	token, err := s.Take(ctx, c.ID, 0, c.Seats[0].Invite, "Ada", "seed")
	if err != nil {
		t.Fatal(err)
	}
	stopped(c.ID, token, "waiting")

	id, tokens = seated(t, s, `{"mode":"turns","picks":2}`, 2)
	act(t, s, id, tokens[0], pick(1))
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "b", Seq: look(t, s, id, tokens[0]).Seq, Action: do("boom")})
	refused(t, err, Conflict, "parked")
	stopped(id, tokens[0], "parked")
}

func TestAGameThatCannotBeAmendedSaysSo(t *testing.T) {
	t.Parallel()
	s := service(t)
	c, err := s.Create(ctx, NewMatch{Game: "plain", Options: json.RawMessage(`{"mode":"turns","picks":2,"limit":60}`), Seats: []SeatSpec{{Kind: "human"}, {Kind: "bot", Level: "random"}}})
	if err != nil {
		t.Fatal(err)
	}
	token, err := s.Take(ctx, c.ID, 0, c.Seats[0].Invite, "Ada", "seed")
	if err != nil {
		t.Fatal(err)
	}
	act(t, s, c.ID, token, pick(1))
	refused(t, s.Propose(ctx, c.ID, token, Proposal{ID: "a", Undo: 1}), Illegal, "no_amend")
	refused(t, s.Propose(ctx, c.ID, token, Proposal{ID: "a", Correct: fact("score", 1, 1)}), Illegal, "no_amend")
	refused(t, s.Pause(ctx, c.ID, token, true), Conflict, "not_timed")
	if snap := look(t, s, c.ID, token); snap.CanUndo != nil {
		t.Errorf("%s", text(t, snap))
	}
}

// TestAmendmentsTellNoSecrets: what one seat did or was told in secret shows in
// nothing that another receives, whatever is proposed, agreed to and set right.
func TestAmendmentsTellNoSecrets(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":9}`, 3)
	scan := func() {
		t.Helper()
		for i, snap := range everybody(t, s, id, tokens) {
			rec, err := s.Record(ctx, id, append([]string{""}, tokens...)[i])
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range strings.Split(text(t, snap)+text(t, rec), "CANARY-")[1:] {
				if !strings.HasPrefix(part, fmt.Sprint(i-1, "-")) {
					t.Fatalf("viewer %d was sent CANARY-%s", i-1, part[:5])
				}
			}
		}
	}
	act(t, s, id, tokens[0], pick(1))
	others := func() string {
		all := everybody(t, s, id, tokens)
		return text(t, []*Snapshot{all[0], all[2], all[3]})
	}
	// A step that others cannot see: no byte of theirs changes, before a
	// proposal and during one, which does not lapse by it.
	before := others()
	act(t, s, id, tokens[0], do("peek"))
	if others() != before {
		t.Error("a secret step shows")
	}
	if u := look(t, s, id, tokens[0]).CanUndo; len(u) != 2 || len(u[0].News) != 0 {
		t.Errorf("its own seat: %s", text(t, u))
	}
	scan()
	propose(t, s, id, tokens[1], Proposal{Undo: 1}) // the pick, as seat 1 counts
	before = others()
	if p := look(t, s, id, tokens[0]).Proposal; p.Undo != 2 {
		t.Errorf("to whoever peeked: %s", text(t, p))
	}
	act(t, s, id, tokens[0], do("peek"))
	if others() != before || look(t, s, id, tokens[2]).Proposal.Undo != 1 {
		t.Error("a secret step during a proposal shows")
	}
	scan()
	// Nor does whether there was one show in what it does.
	agree(t, s, id, tokens[0], true)
	agree(t, s, id, tokens[2], true)
	scan()
	all := everybody(t, s, id, tokens)
	for i, want := range []int{1, 3, 1, 1} {
		n := lastNews(all[i])
		if n.Text.Key != "table.news.undone" || n.Text.Args[1] != want || view(all[i]).Count != 0 {
			t.Errorf("viewer %d: %s", i-1, text(t, n))
		}
		rec, err := s.Record(ctx, id, append([]string{""}, tokens...)[i])
		if err != nil {
			t.Fatal(err)
		}
		if e := rec.Entries[len(rec.Entries)-1]; e.Undo != want || e.Seat != 1 || !slices.Equal(e.Agreed, []game.Seat{0, 2}) || e.Hash != "" || e.Action != nil {
			t.Errorf("viewer %d: %s", i-1, text(t, e))
		}
	}
	// Dice that one seat rolled in secret are a barrier, too, and end a proposal
	// that would go back across them.
	act(t, s, id, tokens[0], pick(1))
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	act(t, s, id, tokens[0], do("draw"))
	for i, snap := range everybody(t, s, id, tokens) {
		if snap.Proposal != nil || len(snap.CanUndo) != 0 {
			t.Errorf("viewer %d: %s", i-1, text(t, snap))
		}
	}
	// A correction tells its owner in secret.
	propose(t, s, id, tokens[1], Proposal{Correct: fact("die", 2, 5)})
	agree(t, s, id, tokens[0], true)
	agree(t, s, id, tokens[2], true)
	scan()
	for i, snap := range everybody(t, s, id, tokens) {
		if got := lastNews(snap).Text.Key; (got == "toy.die") != (i == 3) {
			t.Errorf("viewer %d was told %s", i-1, got)
		}
		for _, u := range snap.CanUndo {
			if text(t, u.News) != `[{"key":"table.news.corrected","args":["Ada 1"]}]` {
				t.Errorf("viewer %d: %s", i-1, text(t, u))
			}
		}
		if i == 0 && snap.CanUndo != nil {
			t.Error("a watcher is offered something")
		}
	}
	playOut(t, s, id, tokens)
	rec, err := s.Record(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(rec, toys); err != nil {
		t.Error(err)
	}
}

// A secret simultaneous choice stays one: who has chosen shows neither in what
// may be taken back nor in a proposal.
func TestSecretChoicesStaySecretWhileAProposalWaits(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, ``, 3)
	act(t, s, id, tokens[0], pick(1))
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	others := func() string {
		all := everybody(t, s, id, tokens)
		return text(t, []*Snapshot{all[0], all[1], all[2]})
	}
	before := others()
	act(t, s, id, tokens[2], pick(3))
	if now := others(); now != before {
		t.Errorf("before %s\nafter  %s", before, now)
	}
	agree(t, s, id, tokens[1], true)
	agree(t, s, id, tokens[2], true)
	if v := view(look(t, s, id, tokens[2])); v.Pick != 0 {
		t.Error("what came after is still there")
	}
	act(t, s, id, tokens[0], pick(2))
	act(t, s, id, tokens[1], pick(2))
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	act(t, s, id, tokens[2], pick(2)) // with which all choices are shown, and new dice are rolled
	if snap := look(t, s, id, tokens[0]); snap.Proposal != nil || len(snap.CanUndo) != 0 || view(snap).Round != 1 {
		t.Errorf("%s", text(t, snap))
	}
}

func TestNewsOfTheTableStandsInBothLanguages(t *testing.T) {
	catalog, err := i18n.Load(Texts())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []game.Message{
		undone("Ada", 1).Text, undone("Ada", 2).Text, corrected("Ada").Text,
		game.Msg("table.news.ask_undo", "Ada", 1), game.Msg("table.news.ask_undo", "Ada", 3), game.Msg("table.news.ask_correct", "Ada"),
		game.Msg("table.news.agreed", "Ada"), game.Msg("table.news.refused", "Ada"), game.Msg("table.news.withdrawn", "Ada"),
	} {
		if err := catalog.Check(m); err != nil {
			t.Error(err)
		}
	}
}
