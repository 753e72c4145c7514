package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/journal"
)

func do(kind string) json.RawMessage { return json.RawMessage(fmt.Sprintf(`{"type":%q}`, kind)) }

func fact(kind string, seat, value int) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"type":%q,"seat":%d,"value":%d}`, kind, seat, value))
}

func propose(t testing.TB, s *Service, id, token string, p Proposal) {
	t.Helper()
	p.ID = newSecret()
	if err := s.Propose(ctx, id, token, p); err != nil {
		t.Fatal(err)
	}
}

// agree answers the proposal that is on the table.
func agree(t testing.TB, s *Service, id, token string, yes bool) {
	t.Helper()
	p := look(t, s, id, token).Proposal
	if p == nil {
		t.Fatal("there is nothing to agree to")
	}
	if err := s.Answer(ctx, id, token, Answer{ID: newSecret(), Proposal: p.N, Agree: yes}); err != nil {
		t.Fatal(err)
	}
}

// everybody looks at a match through every viewer's eyes.
func everybody(t testing.TB, s *Service, id string, tokens []string) (all []*Snapshot) {
	t.Helper()
	for _, token := range append([]string{""}, tokens...) {
		all = append(all, look(t, s, id, token))
	}
	return all
}

func lastNews(s *Snapshot) News { return s.News[len(s.News)-1] }

func entries(t testing.TB, s *Service, id string) []journal.Entry {
	t.Helper()
	h, err := s.journal.Read(ctx, id, journal.Head{})
	if err != nil {
		t.Fatal(err)
	}
	return h.Entries
}

func view(s *Snapshot) *toyView { return s.View.(*toyView) }

func TestATakeBackNeedsEveryPersonsConsent(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":2}`, 3)
	before := text(t, look(t, s, id, tokens[0]).View)
	act(t, s, id, tokens[0], pick(3))
	after := text(t, look(t, s, id, tokens[0]).View)
	at := look(t, s, id, "").Seq
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	for i, snap := range everybody(t, s, id, tokens) {
		p := snap.Proposal
		if p == nil || p.N != 1 || p.By != 0 || p.Undo != 1 || p.Correct != nil || !slices.Equal(p.Waits, []game.Seat{1, 2}) || len(p.Agreed) != 0 {
			t.Errorf("viewer %d: %s", i-1, text(t, p))
		}
		if n := lastNews(snap); n.Seat != 0 || n.Text.Key != "table.news.ask_undo" || n.Entry != snap.Seq {
			t.Errorf("viewer %d was told %s", i-1, text(t, n))
		}
	}
	if snap := look(t, s, id, ""); snap.Seq != at+1 {
		t.Errorf("seq %d after %d", snap.Seq, at)
	}
	agree(t, s, id, tokens[2], true)
	if snap := look(t, s, id, ""); !slices.Equal(snap.Proposal.Waits, []game.Seat{1}) || !slices.Equal(snap.Proposal.Agreed, []game.Seat{2}) || lastNews(snap).Text.Key != "table.news.agreed" {
		t.Errorf("%s", text(t, snap))
	}
	if text(t, look(t, s, id, tokens[0]).View) != after {
		t.Error("done before everybody agreed")
	}
	agree(t, s, id, tokens[1], true)
	for i, snap := range everybody(t, s, id, tokens) {
		n := lastNews(snap)
		if snap.Proposal != nil || n.Text.Key != "table.news.undone" || n.Seat != 0 || snap.ToAct != game.Only(0) || len(snap.CanUndo) != 0 {
			t.Errorf("viewer %d: %s", i-1, text(t, snap))
		}
	}
	if text(t, look(t, s, id, tokens[0]).View) != before {
		t.Error("the pick is still there")
	}
	last := entries(t, s, id)
	if e := last[len(last)-1]; e.Kind != kindAnswered || e.Seat != 1 || !strings.Contains(string(e.Data), `"hash":"`) {
		t.Errorf("%s", text(t, e))
	}
	playOut(t, s, id, tokens)
}

func TestBotsAgreeToEverything(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.BotPace = 20 * time.Millisecond })
	c, err := s.Create(ctx, NewMatch{
		Game: "toy", Options: json.RawMessage(`{"mode":"turns","picks":2,"rounds":1}`),
		Seats: []SeatSpec{{Kind: "bot", Level: "random"}, {Kind: "human"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	token, err := s.Take(ctx, c.ID, 1, c.Seats[1].Invite, "Ada", "seed")
	if err != nil {
		t.Fatal(err)
	}
	watch, err := s.Watch(ctx, c.ID, token)
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	myTurn := func() {
		t.Helper()
		for late := time.After(10 * time.Second); ; {
			select {
			case snap := <-watch.C:
				if snap.ToAct.Has(1) {
					return
				}
			case <-late:
				t.Fatal("the bot does not play")
			}
		}
	}
	myTurn()
	if u := look(t, s, c.ID, token).CanUndo; len(u) != 2 || u[0].Seat != 0 || u[1].Undo != 2 || len(u[0].News) != 1 {
		t.Errorf("%s", text(t, u))
	}
	propose(t, s, c.ID, token, Proposal{Undo: 1}) // the bot's second pick
	if snap := look(t, s, c.ID, token); snap.Proposal != nil || snap.ToAct != game.Only(0) {
		t.Fatalf("%s", text(t, snap))
	}
	myTurn() // the bot has been called again
	act(t, s, c.ID, token, pick(1))
	propose(t, s, c.ID, token, Proposal{Undo: 1})
	act(t, s, c.ID, token, pick(2))
	act(t, s, c.ID, token, pick(3))
	waitOver(t, s, c.ID)
	rec, err := s.Record(ctx, c.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(rec, toys); err != nil {
		t.Error(err)
	}
}

func TestAProposalEndsByANoAndByPlayingOn(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":4}`, 3)
	act(t, s, id, tokens[0], pick(1))
	ends := func(how string, end func()) {
		t.Helper()
		propose(t, s, id, tokens[0], Proposal{Undo: 1})
		n := look(t, s, id, "").Proposal.N
		end()
		snap := look(t, s, id, "")
		if snap.Proposal != nil || lastNews(snap).Text.Key != how {
			t.Errorf("%s: %s", how, text(t, snap))
		}
		err := s.Answer(ctx, id, tokens[1], Answer{ID: newSecret(), Proposal: n, Agree: true})
		refused(t, err, Conflict, "no_proposal")
	}
	ends("table.news.refused", func() { agree(t, s, id, tokens[1], false) })
	ends("table.news.withdrawn", func() { agree(t, s, id, tokens[0], false) })
	ends("table.news.refused", func() { agree(t, s, id, tokens[1], true); agree(t, s, id, tokens[1], false) })
	ends("toy.pick", func() { act(t, s, id, tokens[0], pick(2)) }) // without a word
	rec, err := s.Record(ctx, id, tokens[1])
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"toy.start", "toy.pick", "toy.pick"} {
		if e := rec.Entries[i]; e.Seq != i+1 || e.News[0].Key != want {
			t.Errorf("the log so far: %s", text(t, e))
		}
	}
	if n := view(look(t, s, id, "")).Count; n != 2 {
		t.Errorf("%d picks", n)
	}
	propose(t, s, id, tokens[2], Proposal{Correct: fact("score", 2, 6)})
	if snap := look(t, s, id, tokens[1]); text(t, snap.Proposal.Correct) != string(fact("score", 2, 6)) || snap.Proposal.Undo != 0 {
		t.Errorf("%s", text(t, snap.Proposal))
	}
	err = s.Propose(ctx, id, tokens[0], Proposal{ID: "second", Undo: 1})
	refused(t, err, Conflict, "proposal_pending")
	err = s.Answer(ctx, id, tokens[2], Answer{ID: "own", Proposal: 5, Agree: true})
	refused(t, err, Conflict, "own_proposal")
	agree(t, s, id, tokens[1], true)
	err = s.Answer(ctx, id, tokens[1], Answer{ID: "twice", Proposal: 5, Agree: true})
	refused(t, err, Conflict, "agreed_already")
	agree(t, s, id, tokens[0], true)
	if got := view(look(t, s, id, "")).Score[2]; got != 6 {
		t.Errorf("score %d", got)
	}
}

func TestProposalsAndAnswersAreDoneOnceEach(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	s := openService(t, j)
	id, tokens := seated(t, s, `{"mode":"turns","picks":4}`, 2)
	act(t, s, id, tokens[0], pick(1))
	act(t, s, id, tokens[0], pick(2))
	p := Proposal{ID: "back", Undo: 1}
	yes := Answer{ID: "yes", Proposal: 1, Agree: true}
	for range 2 {
		if err := s.Propose(ctx, id, tokens[0], p); err != nil {
			t.Fatal(err)
		}
	}
	check := func(s *Service) {
		t.Helper()
		n := len(entries(t, s, id))
		for range 2 {
			if err := s.Propose(ctx, id, tokens[0], p); err != nil {
				t.Error(err)
			}
			if err := s.Answer(ctx, id, tokens[1], yes); err != nil {
				t.Error(err)
			}
		}
		if have := len(entries(t, s, id)); have > n+1 {
			t.Errorf("%d entries after %d", have, n)
		}
		if c := view(look(t, s, id, "")).Count; c != 1 {
			t.Errorf("%d picks are left", c)
		}
		err := s.Propose(ctx, id, tokens[0], Proposal{ID: "back", Undo: 2})
		refused(t, err, Conflict, "command_used")
		err = s.Propose(ctx, id, tokens[0], Proposal{ID: "back", Correct: fact("score", 0, 1)})
		refused(t, err, Conflict, "command_used")
		err = s.Answer(ctx, id, tokens[1], Answer{ID: "yes", Proposal: 1})
		refused(t, err, Conflict, "command_used")
		_, err = s.Act(ctx, id, tokens[0], Command{ID: "back", Seq: look(t, s, id, tokens[0]).Seq, Action: pick(1)})
		refused(t, err, Conflict, "command_used")
	}
	check(s)
	s.Close()
	check(openService(t, j))
}

func TestAProposalMakesNoReadyActionStaleAndAnAmendmentDoes(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":9}`, 2)
	act(t, s, id, tokens[0], pick(1))
	seq := look(t, s, id, tokens[0]).Seq
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	agree(t, s, id, tokens[0], false)
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	if err := s.Pause(ctx, id, tokens[0], true); err != nil {
		refused(t, err, Conflict, "not_timed")
	}
	if _, err := s.Act(ctx, id, tokens[0], Command{ID: "ready", Seq: seq, Action: pick(2)}); err != nil {
		t.Error(err)
	}
	seq = look(t, s, id, tokens[0]).Seq
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	agree(t, s, id, tokens[0], true)
	_, err := s.Act(ctx, id, tokens[0], Command{ID: "late", Seq: seq, Action: pick(2)})
	refused(t, err, Conflict, "stale")
	// The last step is another one now than on the page of who asks.
	seq = look(t, s, id, tokens[1]).Seq
	act(t, s, id, tokens[0], pick(3))
	err = s.Propose(ctx, id, tokens[1], Proposal{ID: "old", Seq: seq, Undo: 1})
	if e := refused(t, err, Conflict, "stale"); e.Snapshot == nil || e.Snapshot.Seat != 1 {
		t.Error("stale without the present view")
	}
	err = s.Propose(ctx, id, tokens[1], Proposal{ID: "new", Seq: 1000, Undo: 1})
	refused(t, err, Invalid, "seq")
	if err = s.Propose(ctx, id, tokens[1], Proposal{ID: "now", Seq: look(t, s, id, tokens[1]).Seq, Undo: 1}); err != nil {
		t.Error(err)
	}
}

func TestNothingIsTakenBackAcrossARoll(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":2}`, 2)
	barrier := func(n int) {
		t.Helper()
		for seat, token := range tokens {
			before := len(entries(t, s, id))
			err := s.Propose(ctx, id, token, Proposal{ID: newSecret(), Undo: n})
			refused(t, err, Illegal, "undo_barrier")
			if len(entries(t, s, id)) != before {
				t.Error("something was written")
			}
			if u := look(t, s, id, token).CanUndo; len(u) != n-1 {
				t.Errorf("seat %d: %s", seat, text(t, u))
			}
		}
	}
	barrier(1) // the house laid the table
	for i, turn := range []int{0, 0, 1} {
		act(t, s, id, tokens[turn], pick(1))
		barrier(i + 2)
	}
	act(t, s, id, tokens[1], pick(1)) // the last of the round: new dice
	barrier(1)
	act(t, s, id, tokens[0], pick(1))
	barrier(2)
	dice := look(t, s, id, tokens[1]).View.(*toyView).Die
	propose(t, s, id, tokens[1], Proposal{Undo: 1})
	agree(t, s, id, tokens[0], true)
	barrier(1)
	if now := view(look(t, s, id, tokens[1])); now.Die != dice || now.Count != 0 || now.Round != 1 {
		t.Errorf("%s", text(t, now))
	}
	for range 3 * mostBack { // and the way is not endless
		if snap := look(t, s, id, tokens[0]); len(snap.CanUndo) > mostBack {
			t.Fatalf("%d steps back", len(snap.CanUndo))
		}
		act(t, s, id, tokens[0], do("peek"))
	}
	if n := len(look(t, s, id, tokens[0]).CanUndo); n != mostBack {
		t.Errorf("%d steps back", n)
	}
}

func TestUndoAfterUndoAndOfACorrection(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":9}`, 2)
	amend := func(by int, p Proposal) {
		t.Helper()
		propose(t, s, id, tokens[by], p)
		agree(t, s, id, tokens[1-by], true)
	}
	state := func() string { return text(t, look(t, s, id, tokens[0]).View) }
	var at []string
	for n := range 5 {
		at = append(at, state())
		act(t, s, id, tokens[0], pick(1+n%3))
	}
	amend(0, Proposal{Undo: 1})
	if state() != at[4] {
		t.Error("not where it was before the fifth")
	}
	amend(1, Proposal{Undo: 2})
	if state() != at[2] {
		t.Error("not where it was before the third")
	}
	amend(1, Proposal{Correct: fact("score", 1, 4)})
	snap := look(t, s, id, "")
	if n := snap.News[len(snap.News)-2:]; view(snap).Score[1] != 4 || n[0].Text.Key != "table.news.corrected" || n[1].Text.Key != "toy.score" || n[0].Entry != n[1].Entry || n[1].Seat != 1 {
		t.Errorf("%s", text(t, snap))
	}
	u := look(t, s, id, tokens[0]).CanUndo
	if len(u) != 3 || u[0].Seat != 1 || len(u[0].News) != 2 || u[1].Seat != 0 || u[1].Undo != 2 || u[1].News[0].Key != "toy.pick" {
		t.Errorf("%s", text(t, u))
	}
	act(t, s, id, tokens[0], pick(3))
	amend(0, Proposal{Undo: 2})
	if state() != at[2] {
		t.Error("the correction is still there")
	}
	amend(1, Proposal{Undo: 2})
	if state() != at[0] {
		t.Error("not at the beginning")
	}
	playOut(t, s, id, tokens)
	rec, err := s.Record(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(rec, toys); err != nil {
		t.Error(err)
	}
	// What is shown after the end is numbered as the record is.
	end := look(t, s, id, "")
	keys := map[int][]string{}
	for _, n := range end.News {
		if !n.aside {
			keys[n.Entry] = append(keys[n.Entry], n.Text.Key)
		}
	}
	asides := 0
	for _, n := range end.News {
		if n.aside {
			asides++
		}
	}
	for _, e := range rec.Entries {
		var told []string
		for _, m := range e.News {
			told = append(told, m.Key)
		}
		if !slices.Equal(told, keys[e.Seq]) {
			t.Errorf("entry %d: %q and %q", e.Seq, told, keys[e.Seq])
		}
	}
	if asides != 5 || end.Proposal != nil {
		t.Errorf("%d proposals are told", asides)
	}
}

func TestWhatWasSeenStaysSeen(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":9}`, 2)
	act(t, s, id, tokens[0], pick(1))
	act(t, s, id, tokens[0], do("peek"))
	propose(t, s, id, tokens[0], Proposal{Undo: 2})
	agree(t, s, id, tokens[1], true)
	if v := view(look(t, s, id, tokens[0])); v.Peeks != 1 || v.Count != 0 {
		t.Errorf("%s", text(t, v))
	}
	act(t, s, id, tokens[0], do("peek"))
	propose(t, s, id, tokens[0], Proposal{Undo: 1})
	agree(t, s, id, tokens[1], true)
	if v := view(look(t, s, id, tokens[0])); v.Peeks != 2 {
		t.Errorf("%s", text(t, v))
	}
}

func TestTheRulesHaveTheLastWordOnAnAmendment(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":9}`, 2)
	act(t, s, id, tokens[0], pick(1))
	act(t, s, id, tokens[0], do("seal"))
	act(t, s, id, tokens[0], pick(2))
	if u := look(t, s, id, tokens[1]).CanUndo; len(u) != 1 || u[0].News[0].Key != "toy.pick" {
		t.Errorf("%s", text(t, u))
	}
	before := len(entries(t, s, id))
	err := s.Propose(ctx, id, tokens[1], Proposal{ID: "a", Undo: 2})
	if e := refused(t, err, Illegal, "sealed"); e.Rule != "T4" || e.Text.Key != "toy.refused.sealed" {
		t.Errorf("%+v", e.Refusal)
	}
	err = s.Propose(ctx, id, tokens[1], Proposal{ID: "a", Correct: fact("score", 7, 1)})
	refused(t, err, Illegal, "fact")
	own, owners := seated(t, s, `{"mode":"turns","picks":2,"own":true}`, 2)
	for _, seat := range []int{0, 0, 1} {
		act(t, s, own, owners[seat], pick(1))
	}
	if mine, theirs := look(t, s, own, owners[1]).CanUndo, look(t, s, own, owners[0]).CanUndo; len(mine) != 1 || len(theirs) != 0 {
		t.Errorf("%s and %s", text(t, mine), text(t, theirs))
	}
	err = s.Propose(ctx, own, owners[1], Proposal{ID: "a", Undo: 2})
	refused(t, err, Illegal, "others")
	// Rules that fail at it stop nothing: nothing has changed.
	err = s.Propose(ctx, id, tokens[1], Proposal{ID: "a", Correct: fact("boom", 1, 1)})
	refused(t, err, Conflict, "amend_failed")
	if len(entries(t, s, id)) != before {
		t.Error("something was written")
	}
	act(t, s, id, tokens[0], pick(2))
}

// TestTwoProcessesAmendTheSameMatch: proposals and answers that race each other,
// at two processes, take effect once.
func TestTwoProcessesAmendTheSameMatch(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	both := []*Service{openService(t, j), openService(t, j)}
	id, tokens := seated(t, both[0], `{"mode":"turns","picks":100}`, 3)
	watch, err := both[1].Watch(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	for round := range 10 {
		act(t, both[0], id, tokens[0], pick(1))
		act(t, both[0], id, tokens[0], pick(2))
		for seq := look(t, both[0], id, "").Seq; look(t, both[1], id, "").Seq < seq; {
			time.Sleep(time.Millisecond)
		}
		errs := make(chan error, 4)
		name := fmt.Sprint("back-", round)
		for i := range 4 { // the same command twice, and one of another seat's twice
			go func() {
				errs <- both[i%2].Propose(ctx, id, tokens[i/2], Proposal{ID: name, Undo: 1})
			}()
		}
		proposed := 0
		for range 4 {
			err := <-errs
			if err == nil {
				proposed++
			} else {
				refused(t, err, Conflict, "proposal_pending")
			}
		}
		if proposed != 2 {
			t.Fatalf("%d of 4 were accepted", proposed)
		}
		n := round + 1
		for i := range 4 {
			go func() {
				p := look(t, both[0], id, "").Proposal
				if p == nil || p.N != n {
					errs <- nil // done by the others
					return
				}
				seats := slices.DeleteFunc([]game.Seat{0, 1, 2}, func(s game.Seat) bool { return s == p.By })
				errs <- both[i%2].Answer(ctx, id, tokens[seats[i/2]], Answer{ID: fmt.Sprint("yes-", round), Proposal: n, Agree: true})
			}()
		}
		for range 4 {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
		if snap := look(t, both[0], id, ""); snap.Proposal != nil || view(snap).Count != n {
			t.Fatalf("round %d: %s", round, text(t, snap))
		}
	}
	for late := time.After(10 * time.Second); ; {
		select {
		case snap := <-watch.C:
			if view(snap).Count == 10 && snap.Proposal == nil {
				if text(t, snap) != text(t, look(t, both[0], id, "")) {
					t.Error("the other process shows something else")
				}
				return
			}
		case <-late:
			t.Fatal("the other process was not told")
		}
	}
}
