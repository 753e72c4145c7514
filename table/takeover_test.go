package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/internal/i18n"
)

// company makes a match of a game and seats people where the kinds say "human",
// bots of a level elsewhere; a bot's token is "".
func company(t testing.TB, s *Service, gameName, options string, kinds ...string) (id string, tokens []string, made Created) {
	t.Helper()
	n := NewMatch{Game: gameName, Options: json.RawMessage(options)}
	for _, kind := range kinds {
		spec := SeatSpec{Kind: human}
		if kind != human {
			spec = SeatSpec{Kind: bot, Level: kind}
		}
		n.Seats = append(n.Seats, spec)
	}
	made, err := s.Create(ctx, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range made.Seats {
		token := ""
		if seat.Kind == human {
			if token, err = s.Take(ctx, made.ID, seat.Seat, seat.Invite, fmt.Sprint("Ada ", seat.Seat), fmt.Sprint("seed_", seat.Seat)); err != nil {
				t.Fatal(err)
			}
		}
		tokens = append(tokens, token)
	}
	return made.ID, tokens, made
}

func goes(seat game.Seat) Proposal { return Proposal{Bot: &Takeover{seat, "random"}} }

// waitTurn waits until a seat may act, and gives what it sees.
func waitTurn(t testing.TB, s *Service, id, token string, seat game.Seat) *Snapshot {
	t.Helper()
	for range 2000 {
		snap := look(t, s, id, token)
		if snap.Stage == Over || snap.ToAct.Has(seat) {
			return snap
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("it is never the turn of seat %d", seat)
	return nil
}

// ends plays for the people who are left, waits for the end and proves the record.
func ends(t testing.TB, s *Service, id string, tokens []string) *Record {
	t.Helper()
	for range 5000 {
		snap := look(t, s, id, "")
		if snap.Stage == Over {
			rec, err := s.Record(ctx, id, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := Verify(rec, toys); err != nil {
				t.Errorf("%v\n%s", err, text(t, rec))
			}
			return rec
		}
		for seat := range tokens {
			if own := look(t, s, id, tokens[seat]); own.Seat == game.Seat(seat) && own.ToAct.Has(own.Seat) {
				_, _ = s.Act(ctx, id, tokens[seat], Command{ID: newSecret(), Seq: look(t, s, id, tokens[seat]).Seq, Action: pick(2)})
			}
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("the match does not end: %s", text(t, look(t, s, id, "")))
	return nil
}

// botsSeat tells whether a bot plays on at a seat, as everybody sees it.
func botsSeat(t testing.TB, s *Service, id string, tokens []string, seat game.Seat) bool {
	t.Helper()
	var is []bool
	for i, snap := range everybody(t, s, id, tokens) {
		p := snap.Players[seat]
		is = append(is, p.Kind == bot)
		if p.Name != fmt.Sprint("Ada ", seat) || !p.Taken || p.ClientSeed != fmt.Sprint("seed_", seat) || (p.Kind == bot) != (p.Level == "random") {
			t.Errorf("viewer %d: %s", i-1, text(t, p))
		}
	}
	if slices.Contains(is, true) && slices.Contains(is, false) {
		t.Errorf("not all see the same: %v", is)
	}
	return is[0]
}

// Whoever has to go goes, at their own turn or at any other, in a game that can be
// amended and in one that cannot; what they could do they cannot do while a bot
// plays for them.
func TestWhoHasToGoGoesAtOnce(t *testing.T) {
	t.Parallel()
	s := service(t)
	for _, game := range []string{"toy", "plain"} {
		for _, options := range []string{`{"mode":"turns","picks":2}`, `{"rounds":4}`} {
			id, tokens, made := company(t, s, game, options, human, "random", "random")
			snap := waitTurn(t, s, id, tokens[0], 0)
			link, err := s.Link(ctx, id, 0, tokens[0])
			if err != nil {
				t.Fatal(err)
			}
			command := Command{ID: "last", Seq: snap.Seq, Action: pick(3)}
			if _, err := s.Act(ctx, id, tokens[0], command); err != nil {
				t.Fatal(err)
			}
			waitTurn(t, s, id, tokens[0], 0)
			p := goes(0)
			p.ID = "bye"
			for range 2 { // sent again it is done once
				if err := s.Propose(ctx, id, tokens[0], p); err != nil {
					t.Fatal(err)
				}
			}
			after := look(t, s, id, tokens[0])
			if after.Seat != -1 || after.Proposal != nil || after.Players[0].Kind != bot || after.Players[0].Level != "random" || after.Players[0].Name != "Ada 0" {
				t.Errorf("%s", text(t, after))
			}
			if told := slices.ContainsFunc(after.News, func(n News) bool { return n.Text.Key == "table.news.bot" && n.Text.Args[0] == "Ada 0" }); !told {
				t.Errorf("not told: %s", text(t, after.News))
			}
			// What was theirs is no longer.
			if again, err := s.Act(ctx, id, tokens[0], command); err != nil || again.Seat != -1 {
				t.Errorf("an action of before, sent again: %v", err)
			}
			_, err = s.Act(ctx, id, tokens[0], Command{ID: "more", Seq: after.Seq, Action: pick(1)})
			refused(t, err, Forbidden, "seat_left")
			refused(t, s.Propose(ctx, id, tokens[0], Proposal{ID: "x", Undo: 1}), Forbidden, "seat_left")
			refused(t, s.Propose(ctx, id, tokens[0], Proposal{ID: "bye", Undo: 1}), Forbidden, "seat_left")
			refused(t, s.Answer(ctx, id, tokens[0], Answer{ID: "x", Proposal: 1, Agree: true}), Forbidden, "seat_left")
			refused(t, s.Pause(ctx, id, tokens[0], true), Forbidden, "seat_left")
			// The seat stays theirs to come back to, also from elsewhere; for
			// everybody else its invitation is used up.
			_, _, elsewhere, err := s.Resume(ctx, link)
			if err != nil {
				t.Fatal(err)
			}
			if snap := look(t, s, id, elsewhere); snap.Seat != -1 || snap.Away == nil || snap.Away.Seat != 0 {
				t.Errorf("%s", text(t, snap))
			}
			if _, _, used, err := s.Invitation(ctx, made.Seats[0].Invite); err != nil || !used {
				t.Errorf("used: %t, %v", used, err)
			}
			_, err = s.Take(ctx, id, 0, made.Seats[0].Invite, "Eve", "seed")
			refused(t, err, Conflict, "seat_taken")
			forged := pass{id, 0, newSecret()}.String()
			_, _, _, err = s.Resume(ctx, forged)
			refused(t, err, NotFound, "no_link")
			_, _, _, err = s.Invitation(ctx, forged)
			refused(t, err, NotFound, "no_invitation")
			if seat, err := s.Identify(ctx, id, tokens[0]); err != nil || seat != 0 {
				t.Errorf("the token is that of seat %d, %v", seat, err)
			}
			rec := ends(t, s, id, tokens)
			at := slices.IndexFunc(rec.Entries, func(e RecordEntry) bool { return e.Bot != nil })
			if e := rec.Entries[at]; *e.Bot != (Takeover{0, "random"}) || e.Seat != 0 || len(e.Agreed) != 0 || len(e.Rolls) != 0 || e.Action != nil || e.Hash != rec.Entries[at-1].Hash {
				t.Errorf("%s", text(t, e))
			}
		}
	}
}

// For the seat of somebody who is away all others must agree; its owner need not,
// and may refuse.
func TestTheOthersGiveAwayTheSeatOfWhoIsGone(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","picks":3,"rounds":2}`, 4)
	ask := func() {
		t.Helper()
		propose(t, s, id, tokens[1], goes(0))
		snap := look(t, s, id, tokens[0])
		if p := snap.Proposal; p.By != 1 || p.Bot.Seat != 0 || !slices.Equal(p.Waits, []game.Seat{2, 3}) {
			t.Fatalf("%s", text(t, p))
		}
		if n := lastNews(snap); n.Text.Key != "table.news.ask_bot" || n.Text.Args[0] != "Ada 1" || n.Text.Args[1] != "Ada 0" {
			t.Errorf("%s", text(t, n))
		}
	}
	gone := func(how string) {
		t.Helper()
		if snap := look(t, s, id, ""); snap.Proposal != nil || botsSeat(t, s, id, tokens, 0) {
			t.Errorf("%s: %s", how, text(t, snap))
		}
	}
	ask()
	agree(t, s, id, tokens[2], true)
	agree(t, s, id, tokens[0], false)
	gone("the owner is there after all")
	ask()
	agree(t, s, id, tokens[3], false)
	gone("one of the others refuses")
	ask()
	agree(t, s, id, tokens[1], false)
	gone("withdrawn")
	ask()
	agree(t, s, id, tokens[2], true)
	act(t, s, id, tokens[0], pick(1))
	gone("the owner plays")
	ask()
	agree(t, s, id, tokens[0], true) // the owner's yes takes nothing from the others
	refused(t, s.Answer(ctx, id, tokens[0], Answer{ID: "twice", Proposal: 5, Agree: true}), Conflict, "agreed_already")
	agree(t, s, id, tokens[3], true)
	if botsSeat(t, s, id, tokens, 0) {
		t.Error("one was not asked")
	}
	agree(t, s, id, tokens[2], true)
	if !botsSeat(t, s, id, tokens, 0) {
		t.Fatal("all agreed, and it is not done")
	}
	// Its turn has come already: the bot moves, as at every other turn.
	waitTurn(t, s, id, tokens[1], 1)
	propose(t, s, id, tokens[1], goes(3)) // it is not that seat's turn
	agree(t, s, id, tokens[2], true)
	if !botsSeat(t, s, id, tokens, 3) {
		t.Error("one was enough to agree")
	}
	rec := ends(t, s, id, tokens)
	var who [][]game.Seat
	for _, e := range rec.Entries {
		if e.Bot != nil {
			who = append(who, e.Agreed)
		}
	}
	if text(t, who) != `[[0,2,3],[2]]` {
		t.Errorf("agreed: %s", text(t, who))
	}
}

// Between two people the other one's silence must last: two minutes in which the
// match waits for them alone and the proposal is on the table.
func TestASilentOwnerLosesTheSeatAfterAWhile(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":2,"rounds":9}`, 2)
	rings := func(is bool) {
		t.Helper()
		s.ring(id)
		if got := botsSeat(t, s, id, tokens, 1); got != is {
			t.Fatalf("a bot plays: %t", got)
		}
	}
	propose(t, s, id, tokens[0], goes(1))
	if p := look(t, s, id, tokens[1]).Proposal; !slices.Equal(p.Waits, []game.Seat{1}) {
		t.Fatalf("%s", text(t, p))
	}
	c.pass(time.Hour)
	rings(false) // it is not their turn
	act(t, s, id, tokens[0], pick(1))
	act(t, s, id, tokens[0], pick(1))
	c.pass(ownerSilence - time.Millisecond)
	rings(false)
	act(t, s, id, tokens[1], pick(1)) // still there
	if look(t, s, id, "").Proposal != nil {
		t.Fatal("who plays is there, and is asked for still")
	}
	c.pass(time.Hour)
	propose(t, s, id, tokens[0], goes(1))
	rings(false) // thinking for an hour is no silence: nobody had asked
	agree(t, s, id, tokens[1], false)
	c.pass(time.Hour)
	rings(false)
	propose(t, s, id, tokens[0], goes(1))
	c.pass(ownerSilence)
	before := everybody(t, s, id, tokens)
	rings(true)
	for i, snap := range everybody(t, s, id, tokens) {
		if n := lastNews(snap); i < 2 && (n.Text.Key != "table.news.bot" || n.Seat != 0 || snap.Seq <= before[i].Seq) {
			t.Errorf("viewer %d was told %s", i-1, text(t, n))
		}
	}
	rec := ends(t, s, id, tokens)
	at := slices.IndexFunc(rec.Entries, func(e RecordEntry) bool { return e.Bot != nil })
	if e := rec.Entries[at]; e.Seat != 0 || e.Bot.Seat != 1 || len(e.Agreed) != 0 {
		t.Errorf("%s", text(t, e))
	}

	// Who is there and says yes need not be waited for.
	s, _, id, tokens = timed(t, `{"mode":"turns","picks":2,"rounds":2}`, 2)
	propose(t, s, id, tokens[0], goes(1))
	agree(t, s, id, tokens[1], true)
	if !botsSeat(t, s, id, tokens, 1) {
		t.Fatal("given away, and still theirs")
	}
	rec = ends(t, s, id, tokens)
	if e := rec.Entries[1]; e.Bot == nil || !slices.Equal(e.Agreed, []game.Seat{1}) {
		t.Errorf("%s", text(t, e))
	}
}

// Where time is limited a silent owner never holds the match up for two minutes
// at a stretch; the waits count together.
func TestTimeThatRunsOutIsSilenceToo(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":1,"rounds":9,"limit":90}`, 2)
	propose(t, s, id, tokens[0], goes(1))
	act(t, s, id, tokens[0], pick(1))
	c.pass(90 * time.Second)
	s.ring(id) // which plays their default
	if snap := look(t, s, id, ""); !snap.ToAct.Has(0) || snap.Proposal == nil {
		t.Fatalf("%s", text(t, snap))
	}
	act(t, s, id, tokens[0], pick(1))
	c.pass(30*time.Second - time.Millisecond)
	s.ring(id)
	if botsSeat(t, s, id, tokens, 1) {
		t.Fatal("before the time")
	}
	c.pass(time.Millisecond)
	s.ring(id)
	if !botsSeat(t, s, id, tokens, 1) {
		t.Fatal("they were silent for two minutes")
	}
	ends(t, s, id, tokens)
}

// Silence is measured by those who could have heard a word.
func TestNobodyIsSilentWhileTheServerIsDown(t *testing.T) {
	t.Parallel()
	j := openJournal(t, t.TempDir())
	c := &clock{}
	quietly := func(cfg *Config) { cfg.Now = c.now }
	s := openService(t, j, quietly)
	id, tokens := seated(t, s, `{"mode":"turns","picks":1}`, 2)
	propose(t, s, id, tokens[1], goes(0))
	c.pass(time.Minute)
	s.Close()
	c.pass(time.Hour)
	s = openService(t, j, quietly)
	look(t, s, id, "")
	c.pass(ownerSilence - time.Millisecond)
	s.ring(id)
	if botsSeat(t, s, id, tokens, 0) {
		t.Fatal("nobody could say no")
	}
	c.pass(time.Millisecond)
	s.ring(id)
	if !botsSeat(t, s, id, tokens, 0) {
		t.Fatal("they were silent for two minutes")
	}
	ends(t, s, id, tokens)
}

// In a game of secret simultaneous choices the match waits for an owner alone
// only when all others have chosen, and the owner has not.
func TestASecretChoiceIsNoSilence(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"rounds":3}`, 2)
	propose(t, s, id, tokens[0], goes(1))
	before := text(t, look(t, s, id, tokens[0]))
	act(t, s, id, tokens[1], pick(3)) // in secret
	if now := text(t, look(t, s, id, tokens[0])); now != before {
		t.Errorf("it shows: was %s\nis %s", before, now)
	}
	c.pass(time.Hour)
	s.ring(id)
	if botsSeat(t, s, id, tokens, 1) {
		t.Fatal("they have chosen, and are waiting for the other")
	}
	act(t, s, id, tokens[0], pick(1)) // a new round: now it is the other who says nothing
	if look(t, s, id, "").Proposal != nil {
		s.ring(id)
	}
	if botsSeat(t, s, id, tokens, 1) {
		t.Fatal("the wait for the one was counted against the other")
	}
	act(t, s, id, tokens[0], pick(1))
	c.pass(ownerSilence)
	s.ring(id)
	if !botsSeat(t, s, id, tokens, 1) {
		t.Fatal("they said nothing for two minutes")
	}
	ends(t, s, id, tokens)
}

// Whoever left sees what a watcher sees, on streams that were open too.
func TestWhoLeftSeesNoNewSecrets(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.BotPace = time.Millisecond })
	id, tokens := seated(t, s, `{"mode":"turns","picks":1,"rounds":4}`, 3)
	watch, err := s.Watch(ctx, id, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	if first := <-watch.C; first.Seat != 0 || !strings.Contains(text(t, first), "CANARY-0-0") {
		t.Fatalf("%s", text(t, first))
	}
	propose(t, s, id, tokens[0], goes(0))
	seen := 0
	for end := false; !end; {
		select {
		case snap := <-watch.C:
			if snap.Proposal != nil {
				break // from before
			}
			seen++
			if end = snap.Stage == Over; end {
				break
			}
			if all := text(t, snap); snap.Seat != -1 || strings.Contains(all, "CANARY") {
				t.Fatalf("after leaving: %s", all)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("the stream says nothing")
		default:
			snap := look(t, s, id, tokens[0])
			rec, err := s.Record(ctx, id, tokens[0])
			if err != nil {
				t.Fatal(err)
			}
			if all := text(t, snap) + text(t, rec); snap.Stage != Over && strings.Contains(all, "CANARY") {
				t.Fatalf("after leaving: %s", all)
			}
			for seat := 1; seat < 3; seat++ {
				if own := look(t, s, id, tokens[seat]); own.ToAct.Has(game.Seat(seat)) {
					act(t, s, id, tokens[seat], pick(1))
				}
			}
		}
	}
	if seen < 4 {
		t.Errorf("%d snapshots", seen)
	}
	ends(t, s, id, tokens)
}

// The stopwatch of who left is not the bot's: what they took stays theirs, the
// stretch under way is the bot's, and a pause ends.
func TestTheStopwatchKnowsWhoLeft(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":2,"rounds":2,"limit":900}`, 2)
	for seat := range tokens {
		for range 2 {
			c.pass(7 * time.Second)
			act(t, s, id, tokens[seat], pick(1))
		}
	}
	c.pass(5 * time.Second)
	pause(t, s, id, tokens[0], true)
	c.pass(time.Minute)
	shared := look(t, s, id, tokens[0])
	was := text(t, shared)
	propose(t, s, id, tokens[0], goes(0))
	snap := look(t, s, id, "")
	if snap.Paused != nil || len(snap.Stopwatch.Done) < 2 || !snap.Stopwatch.Done[0].Person || snap.Stopwatch.Done[1].Person {
		t.Errorf("%s", text(t, snap))
	}
	if text(t, shared) != was {
		t.Error("a snapshot that was handed out has changed")
	}
	ends(t, s, id, tokens)
	rows, err := s.AllTimings(ctx)
	if err != nil {
		t.Fatal(err)
	}
	kinds := ""
	for _, r := range rows {
		kinds += fmt.Sprint(r.Seat, " ", r.Kind, " ", r.Millis, "; ")
	}
	if !strings.HasPrefix(kinds, "0 human 14000; 1 human 14000; 0 bot 5000; ") {
		t.Error(kinds)
	}
	if again := reloaded(t, s, id, ""); text(t, again) != text(t, look(t, s, id, "")) {
		t.Error("read anew it is another")
	}
}

func TestWhatCannotPassToABot(t *testing.T) {
	t.Parallel()
	s := service(t)
	id, tokens, _ := company(t, s, "toy", `{"mode":"turns","picks":2,"rounds":1}`, human, human, "random")
	before := len(entries(t, s, id))
	for name, c := range map[string]struct {
		kind, code string
		p          Proposal
	}{
		"no such seat":  {Invalid, "no_seat", Proposal{ID: "a", Bot: &Takeover{7, "random"}}},
		"negative":      {Invalid, "no_seat", Proposal{ID: "a", Bot: &Takeover{-1, "random"}}},
		"far":           {Invalid, "no_seat", Proposal{ID: "a", Bot: &Takeover{127, "random"}}},
		"a bot's seat":  {Invalid, "no_seat", Proposal{ID: "a", Bot: &Takeover{2, "random"}}},
		"no level":      {Invalid, "bot_level", Proposal{ID: "a", Bot: &Takeover{0, ""}}},
		"no such level": {Invalid, "bot_level", Proposal{ID: "a", Bot: &Takeover{0, "clever"}}},
		"with an undo":  {Invalid, "proposal", Proposal{ID: "a", Undo: 1, Bot: &Takeover{0, "random"}}},
		"with a fact":   {Invalid, "proposal", Proposal{ID: "a", Correct: fact("score", 0, 1), Bot: &Takeover{0, "random"}}},
		"no name":       {Invalid, "command_id", Proposal{Bot: &Takeover{0, "random"}}},
		"a future seq":  {Invalid, "seq", Proposal{ID: "a", Seq: 1 << 40, Bot: &Takeover{0, "random"}}},
	} {
		if e := refused(t, s.Propose(ctx, id, tokens[0], c.p), c.kind, c.code); (c.code == "no_seat" || c.code == "bot_level") && e.Field != "bot" {
			t.Errorf("%s: field %q", name, e.Field)
		}
	}
	ok := goes(0)
	ok.ID = "a"
	for token, code := range map[string]string{"": "no_token", "forged": "token", newSecret(): "token"} {
		refused(t, s.Propose(ctx, id, token, ok), Forbidden, code)
	}
	if len(entries(t, s, id)) != before {
		t.Error("something was written")
	}
	for range mostAsks {
		propose(t, s, id, tokens[0], goes(1))
		agree(t, s, id, tokens[1], false)
	}
	other := goes(1)
	other.ID = "a"
	refused(t, s.Propose(ctx, id, tokens[0], other), Conflict, "too_many_proposals")
	propose(t, s, id, tokens[1], goes(0))
	playOn := func() {
		for look(t, s, id, "").Stage != Over {
			for seat := range 2 {
				if waitTurn(t, s, id, "", look(t, s, id, "").ToAct.First()).ToAct.Has(game.Seat(seat)) {
					act(t, s, id, tokens[seat], pick(1))
				}
			}
		}
	}
	playOn()
	refused(t, s.Propose(ctx, id, tokens[0], ok), Conflict, "over")
	ends(t, s, id, tokens)

	nobots := service(t, func(c *Config) { c.Bots = nil })
	id, tokens = seated(t, nobots, `{}`, 2)
	refused(t, nobots.Propose(ctx, id, tokens[0], ok), Invalid, "no_bots")
	c, err := s.Create(ctx, NewMatch{Game: "toy", Seats: []SeatSpec{{Kind: human}, {Kind: human}}})
	if err != nil {
		t.Fatal(err)
	}
	token, err := s.Take(ctx, c.ID, 0, c.Seats[0].Invite, "Ada", "seed")
	if err != nil {
		t.Fatal(err)
	}
	refused(t, s.Propose(ctx, c.ID, token, ok), Conflict, "waiting")
}

func TestNewsOfATakeoverStandsInBothLanguages(t *testing.T) {
	catalog, err := i18n.Load(Texts())
	if err != nil {
		t.Fatal(err)
	}
	m := &match{players: []Player{{Name: "Ada"}, {Name: "Bruno"}}}
	for _, text := range []game.Message{takenOver("Ada").Text, cameBack("Ada").Text, m.askBot(0, &Takeover{1, "random"}), game.Msg("table.news.relieved", "Ada")} {
		if err := catalog.Check(text); err != nil {
			t.Error(err)
		}
	}
}
