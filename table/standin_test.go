package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"banco/game"
	"banco/games/nucleo"
	"banco/journal"
)

func hands(t testing.TB, s *Service, id, token string) {
	t.Helper()
	if err := s.Hand(ctx, id, owns(t, s, id, token), token, Handover{ID: newSecret(), Level: "random"}); err != nil {
		t.Fatal(err)
	}
}

func takesBack(t testing.TB, s *Service, id, token string) {
	t.Helper()
	if err := s.Back(ctx, id, owns(t, s, id, token), token, newSecret()); err != nil {
		t.Fatal(err)
	}
}

// owns is whose seat a token opens.
func owns(t testing.TB, s *Service, id, token string) game.Seat {
	t.Helper()
	seat, err := s.Identify(ctx, id, token)
	if err != nil {
		t.Fatal(err)
	}
	return seat
}

func toldOf(s *Snapshot, key string) (n int) {
	for _, news := range s.News {
		if news.Text.Key == key {
			n++
		}
	}
	return n
}

// Anybody lets a bot play for them without a word from the others, at their own
// turn or at any other, and takes the seat back whenever they like: from then on
// the next decision is theirs. In a game that can be amended and in one that
// cannot, where all choose at once and where one does after the other.
func TestAnySeatGoesToABotAndBack(t *testing.T) {
	t.Parallel()
	still := service(t, func(c *Config) { c.BotPace = time.Hour })
	quick := service(t)
	for _, name := range []string{"toy", "plain"} {
		for _, options := range []string{`{"mode":"turns","picks":2,"rounds":4}`, `{"rounds":6}`, `{"rounds":6,"hush":true}`} {
			for _, s := range []*Service{still, quick} {
				id, tokens, _ := company(t, s, name, options, human, human, "random")
				tokens = tokens[:2]
				for k := range 3 {
					was := look(t, s, id, tokens[0])
					if was.Stage == Over {
						break
					}
					hands(t, s, id, tokens[0])
					snap := look(t, s, id, tokens[0])
					if snap.Stage == Over {
						break
					}
					if snap.Seat != -1 || snap.Away == nil || *snap.Away != (Away{0, "random", 2*k + 1}) || snap.Proposal != nil ||
						snap.Players[0].Kind != bot || snap.Players[0].Level != "random" || snap.Players[0].Name != "Ada 0" {
						t.Fatalf("handed over: %s", text(t, snap))
					}
					if s == quick && len(was.View.Actions()) > 0 && was.ToAct == game.Only(0) {
						for range 1000 { // the bot acts where its person would have had to
							if !look(t, s, id, "").ToAct.Has(0) || look(t, s, id, "").Stage == Over {
								break
							}
							time.Sleep(time.Millisecond)
						}
					}
					takesBack(t, s, id, tokens[0])
					snap = look(t, s, id, tokens[0])
					if snap.Seat != 0 || snap.Away != nil || snap.Players[0].Kind != human || snap.Players[0].Level != "" {
						t.Fatalf("taken back: %s", text(t, snap))
					}
					if !strings.Contains(text(t, snap.View), "CANARY-0") {
						t.Errorf("their own secrets are not shown again: %s", text(t, snap.View))
					}
					if snap.ToAct.Has(0) {
						if _, err := s.Act(ctx, id, tokens[0], Command{ID: newSecret(), Seq: snap.Seq, Action: pick(1)}); err != nil {
							t.Errorf("the decision is not theirs: %v", err)
						}
					}
				}
				if s == still {
					continue // a bot would have to play on
				}
				rec := ends(t, s, id, tokens)
				n, back := 0, 0
				for _, e := range rec.Entries {
					switch {
					case e.Bot != nil:
						n++
						if *e.Bot != (Takeover{0, "random"}) || e.Seat != 0 || len(e.Agreed) != 0 || len(e.Rolls) != 0 {
							t.Errorf("%s", text(t, e))
						}
					case e.Back:
						back++
						if e.Seat != 0 || len(e.Agreed) != 0 || len(e.Rolls) != 0 || e.Action != nil || e.Hash == "" {
							t.Errorf("%s", text(t, e))
						}
					}
				}
				if n == 0 || n != back || rec.Players[0].Kind != human {
					t.Errorf("%d times handed over, %d times taken back: %s", n, back, text(t, rec.Players))
				}
			}
		}
	}
}

// thinker is a bot that decides when it is told to.
type thinker struct {
	thinks chan game.View
	decide chan game.Action
}

func (b thinker) Choose(ctx context.Context, v game.View, _ *rand.Rand) (game.Action, error) {
	b.thinks <- v
	select {
	case a := <-b.decide:
		return a, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A bot that is still thinking when the seat is taken back decides nothing any
// more, not even when the person hands over again meanwhile.
func TestABotThatStillThinksWhenTheSeatIsBackDecidesNothing(t *testing.T) {
	t.Parallel()
	b := thinker{make(chan game.View, 8), make(chan game.Action, 8)}
	s := service(t, func(c *Config) {
		c.Bots = func(_, level string) (game.Player, error) { return b, nil }
		c.BotTime, c.BotWorkers = time.Minute, 4
	})
	id, tokens := seated(t, s, `{"mode":"turns","picks":3}`, 2)
	hands(t, s, id, tokens[0])
	<-b.thinks
	takesBack(t, s, id, tokens[0])
	before := len(entries(t, s, id))
	b.decide <- toyAction{"pick", 3}
	act(t, s, id, tokens[0], pick(1)) // theirs, whatever the bot had in mind
	hands(t, s, id, tokens[0])
	<-b.thinks // the second turn
	takesBack(t, s, id, tokens[0])
	hands(t, s, id, tokens[0])
	<-b.thinks // the third: the second is still being thought about
	b.decide <- toyAction{"pick", 3}
	b.decide <- toyAction{"pick", 3}
	for range 2000 { // once, by whichever of the two is due
		if len(entries(t, s, id)) > before+4 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	takesBack(t, s, id, tokens[0])
	time.Sleep(50 * time.Millisecond)
	var kinds []string
	for _, e := range entries(t, s, id)[before:] {
		kinds = append(kinds, e.Kind)
	}
	if want := []string{kindAction, kindHanded, kindBack, kindHanded, kindAction, kindBack}; !slices.Equal(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
	act(t, s, id, tokens[0], pick(2))
	if v := view(look(t, s, id, "")); v.Turn != 1 {
		t.Errorf("three picks, and it is still their turn: %s", text(t, v))
	}
}

// Whoever taps twice, or whose tap is sent again because its answer was lost,
// does it once. What is theirs already stays theirs.
func TestHandingOverAndTakingBackAreDoneOnceEach(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.BotPace = time.Hour })
	id, tokens := seated(t, s, `{"mode":"turns","picks":3}`, 2)
	start := len(entries(t, s, id))
	written := func(what string, n int) {
		t.Helper()
		if got := len(entries(t, s, id)) - start; got != n {
			t.Errorf("%s: %d entries, want %d", what, got, n)
		}
	}
	takesBack(t, s, id, tokens[0])
	written("nothing to take back", 0)
	for range 2 {
		if err := s.Hand(ctx, id, 0, tokens[0], Handover{"go", "random"}); err != nil {
			t.Fatal(err)
		}
	}
	written("handed over twice", 1)
	refused(t, s.Hand(ctx, id, 0, tokens[0], Handover{"more", "random"}), Forbidden, "seat_left")
	refused(t, s.Hand(ctx, id, 0, tokens[0], Handover{"go", "slow"}), Forbidden, "seat_left")
	var wait sync.WaitGroup
	for k := range 8 { // four taps, each sent twice
		wait.Go(func() {
			if err := s.Back(ctx, id, 0, tokens[0], fmt.Sprint("back", k/2)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	written("taken back by eight at once", 2)
	if err := s.Hand(ctx, id, 0, tokens[0], Handover{"go", "random"}); err != nil { // sent again, long after
		t.Error(err)
	}
	refused(t, s.Back(ctx, id, 0, tokens[0], "go"), Conflict, "command_used")
	written("what was done before", 2)
	refused(t, s.Hand(ctx, id, 0, tokens[0], Handover{"x", "clever"}), Invalid, "bot_level")
	refused(t, s.Hand(ctx, id, 0, tokens[0], Handover{"", "random"}), Invalid, "command_id")
	refused(t, s.Back(ctx, id, 0, tokens[0], ""), Invalid, "command_id")
	refused(t, s.Hand(ctx, id, 1, tokens[0], Handover{"x", "random"}), Forbidden, "other_seat")
	refused(t, s.Back(ctx, id, 1, tokens[0], "x"), Forbidden, "other_seat")
	for token, code := range map[string]string{"": "no_token", "forged": "token"} {
		refused(t, s.Hand(ctx, id, 0, token, Handover{"x", "random"}), Forbidden, code)
		refused(t, s.Back(ctx, id, 0, token, "x"), Forbidden, code)
	}
	for range mostHands - 1 {
		hands(t, s, id, tokens[0])
		takesBack(t, s, id, tokens[0])
	}
	refused(t, s.Hand(ctx, id, 0, tokens[0], Handover{"x", "random"}), Conflict, "too_many_hands")
	act(t, s, id, tokens[0], pick(1))
	hands(t, s, id, tokens[0])
	takesBack(t, s, id, tokens[0])
	playOut(t, s, id, tokens)
	refused(t, s.Hand(ctx, id, 0, tokens[0], Handover{"x", "random"}), Conflict, "over")
	refused(t, s.Back(ctx, id, 0, tokens[0], "x"), Conflict, "over")

	made, err := s.Create(ctx, NewMatch{Game: "toy", Seats: []SeatSpec{{Kind: human}, {Kind: human}}})
	if err != nil {
		t.Fatal(err)
	}
	token, err := s.Take(ctx, made.ID, 0, made.Seats[0].Invite, "Ada", "seed")
	if err != nil {
		t.Fatal(err)
	}
	refused(t, s.Hand(ctx, made.ID, 0, token, Handover{"x", "random"}), Conflict, "waiting")
}

// Whose seat the others gave away while they were gone, or silence did, comes back
// like anybody else: with the token that was theirs all along, and on a stream
// that stayed open.
func TestWhoWasGivenAwayComesBack(t *testing.T) {
	t.Parallel()
	s, _, id, tokens := timed(t, `{"mode":"turns","picks":2,"rounds":9}`, 3)
	watch, err := s.Watch(ctx, id, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	<-watch.C
	next := func() *Snapshot {
		t.Helper()
		select {
		case snap := <-watch.C:
			return snap
		case <-time.After(5 * time.Second):
			t.Fatal("the stream says nothing")
			return nil
		}
	}
	propose(t, s, id, tokens[1], goes(0))
	next()
	agree(t, s, id, tokens[2], true)
	if snap := next(); snap.Seat != -1 || snap.Away == nil || snap.Away.Seat != 0 {
		t.Fatalf("%s", text(t, snap))
	}
	takesBack(t, s, id, tokens[0])
	if snap := next(); snap.Seat != 0 || snap.Away != nil || !strings.Contains(text(t, snap.View), "CANARY-0") {
		t.Fatalf("%s", text(t, snap))
	}
	for i, snap := range everybody(t, s, id, tokens) {
		if n := lastNews(snap); n.Text.Key != "table.news.back" || n.Text.Args[0] != "Ada 0" || n.Seat != 0 || snap.Players[0].Kind != human {
			t.Errorf("viewer %d: %s", i-1, text(t, n))
		}
	}
	waitTurn(t, s, id, tokens[0], 0)
	act(t, s, id, tokens[0], pick(1))

	s, c, id, tokens := timed(t, `{"mode":"turns","picks":2,"rounds":2}`, 2)
	propose(t, s, id, tokens[1], goes(0))
	c.pass(ownerSilence)
	s.ring(id)
	if !botsSeat(t, s, id, tokens, 0) {
		t.Fatal("they were silent for two minutes")
	}
	takesBack(t, s, id, tokens[0])
	if botsSeat(t, s, id, tokens, 0) {
		t.Fatal("taken back, and a bot still plays")
	}
	rec := ends(t, s, id, tokens)
	if !slices.ContainsFunc(rec.Entries, func(e RecordEntry) bool { return e.Back && e.Seat == 0 }) {
		t.Errorf("%s", text(t, rec))
	}
}

// A person who is away is no bot to those who are there: nothing that needs a
// person's word is done in their name, and what was on the table lapses when they
// go or come.
func TestAProposalLapsesWhenASeatChangesHands(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.BotPace = time.Hour })
	id, tokens := seated(t, s, `{"mode":"turns","picks":3}`, 3)
	act(t, s, id, tokens[0], pick(1))
	propose(t, s, id, tokens[1], goes(2))
	hands(t, s, id, tokens[0])
	if p := look(t, s, id, "").Proposal; p != nil {
		t.Errorf("it stands: %s", text(t, p))
	}
	propose(t, s, id, tokens[1], goes(2))
	if p := look(t, s, id, "").Proposal; p == nil || !slices.Equal(p.Waits, []game.Seat{2}) {
		t.Errorf("a bot is asked: %s", text(t, p))
	}
	takesBack(t, s, id, tokens[0])
	if p := look(t, s, id, "").Proposal; p != nil {
		t.Errorf("it stands: %s", text(t, p))
	}
	propose(t, s, id, tokens[1], goes(2))
	if p := look(t, s, id, "").Proposal; p == nil || !slices.Equal(p.Waits, []game.Seat{0}) {
		t.Errorf("who came back is not asked: %s", text(t, p))
	}
}

// What a bot took while it stood in is the bot's in the timings, what the person
// took the person's, and what both had a hand in is no person's.
func TestTheStopwatchKnowsWhoStoodIn(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"mode":"turns","picks":1,"rounds":4,"limit":900}`, 2)
	mine := func() {
		c.pass(7 * time.Second)
		act(t, s, id, tokens[0], pick(1))
	}
	theirs := func() {
		waitTurn(t, s, id, "", 1)
		c.pass(3 * time.Second)
		act(t, s, id, tokens[1], pick(1))
	}
	mine() // round 1
	hands(t, s, id, tokens[0])
	theirs() // whereupon the bot plays round 2
	waitTurn(t, s, id, "", 1)
	takesBack(t, s, id, tokens[0])
	theirs()
	c.pass(2 * time.Second)
	shared := look(t, s, id, "")
	was := text(t, shared)
	mine() // round 3
	theirs()
	c.pass(time.Second)
	_ = s.with(ctx, id, func(r *room) error { // a bot that has not acted yet
		r.service.cfg.BotPace = time.Hour
		return nil
	})
	hands(t, s, id, tokens[0])
	takesBack(t, s, id, tokens[0])
	if text(t, shared) != was {
		t.Error("a snapshot that was handed out has changed")
	}
	if again := reloaded(t, s, id, ""); text(t, again) != text(t, look(t, s, id, "")) {
		t.Error("read anew it is another")
	}
	for look(t, s, id, "").Stage != Over {
		for seat := range 2 {
			if look(t, s, id, tokens[seat]).ToAct.Has(game.Seat(seat)) {
				act(t, s, id, tokens[seat], pick(1))
			}
		}
	}
	rows, err := s.AllTimings(ctx)
	if err != nil {
		t.Fatal(err)
	}
	kinds := ""
	for _, r := range rows {
		kinds += fmt.Sprint(r.Seat, r.Kind, " ")
	}
	if kinds != "0human 1human 0bot 1human 0human 1human 0bot 1human " {
		t.Error(kinds)
	}
}

// returnRecord gives the record of a match in which a seat went to a bot and
// back, and went again for good; and where these entries stand.
func returnRecord(t *testing.T) (file []byte, gone, back, left int) {
	t.Helper()
	s := service(t, func(c *Config) { c.BotPace = 100 * time.Millisecond })
	id, tokens := seated(t, s, `{"mode":"turns","picks":2,"rounds":2}`, 3)
	act(t, s, id, tokens[0], pick(1))
	hands(t, s, id, tokens[0])
	takesBack(t, s, id, tokens[0])
	act(t, s, id, tokens[0], pick(3))
	hands(t, s, id, tokens[1])
	rec := ends(t, s, id, tokens)
	for i, e := range rec.Entries {
		switch {
		case e.Bot != nil && gone == 0:
			gone = i
		case e.Back:
			back = i
		case e.Bot != nil:
			left = i
		}
	}
	return []byte(text(t, rec)), gone, back, left
}

func TestVerifyCatchesTamperingWithReturns(t *testing.T) {
	t.Parallel()
	file, gone, back, left := returnRecord(t)
	if gone == 0 || back <= gone || left <= back {
		t.Fatalf("%d %d %d: %s", gone, back, left, file)
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
		"another comes back":      {"takeover", gone, func(r *Record) { r.Entries[back].Seat = 1 }},
		"the house comes back":    {"takeover", gone, func(r *Record) { r.Entries[back].Seat = -1 }},
		"nobody comes back":       {"takeover", gone, func(r *Record) { r.Entries[back].Seat = 7 }},
		"by consent":              {"back", back, func(r *Record) { r.Entries[back].Agreed = []game.Seat{1, 2} }},
		"with an action":          {"back", back, func(r *Record) { r.Entries[back].Action = pick(1) }},
		"with an undo":            {"back", back, func(r *Record) { r.Entries[back].Undo = 1 }},
		"and goes at once":        {"takeover", back, func(r *Record) { r.Entries[back].Bot = &Takeover{0, "random"} }},
		"with rolls":              {"rolls", back, func(r *Record) { r.Entries[back].Rolls = [][2]int{{6, 1}} }},
		"another hash":            {"hash", back, func(r *Record) { r.Entries[back].Hash = strings.Repeat("ab", 32) }},
		"another name":            {"news", gone, func(r *Record) { r.Players[0].Name = "Eve" }},
		"a bot at the end":        {"back", back, func(r *Record) { r.Players[0].Kind, r.Players[0].Level = bot, "random" }},
		"a person at the end":     {"takeover", left, func(r *Record) { r.Players[1].Kind, r.Players[1].Level = human, "" }},
		"as beginning":            {"start", 0, func(r *Record) { r.Entries[0].Back = true }},
		"in place of an action":   {"back", back + 1, func(r *Record) { r.Entries[back+1].Back, r.Entries[back+1].Action = true, nil }},
		"the level of the absent": {"", 0, func(r *Record) { r.Entries[gone].Bot.Level = "slow" }}, // whose bot is gone; nobody could know
		"never gone": {"back", back - 1, func(r *Record) {
			r.Entries = slices.Delete(r.Entries, gone, gone+1)
			renumber(r)
		}},
		"twice": {"back", back + 1, func(r *Record) {
			r.Entries = slices.Insert(r.Entries, back+1, r.Entries[back])
			renumber(r)
		}},
		"after the end": {"back", len(read().Entries), func(r *Record) {
			e := r.Entries[back]
			e.Seat, e.At = 1, r.Entries[len(r.Entries)-1].At
			r.Entries = append(r.Entries, e)
			renumber(r)
		}},
	} {
		rec := read()
		c.tamper(rec)
		err := Verify(rec, toys)
		var v *VerifyError
		switch {
		case c.code == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.code != "" && (!errors.As(err, &v) || v.Code != c.code || v.Entry != c.entry+1):
			t.Errorf("%s: %v, want %s at %d", name, err, c.code, c.entry+1)
		}
	}
}

// A journal that tells of a seat that changes hands as it cannot is parked at it.
func TestASeatThatChangesHandsOutOfPlaceParksTheMatch(t *testing.T) {
	t.Parallel()
	for _, options := range []string{`{"mode":"turns","picks":2}`, `{"hush":true}`} {
		s, c, id, tokens := timed(t, options, 3)
		_ = s.with(ctx, id, func(r *room) error { r.service.cfg.BotPace = time.Hour; return nil })
		hands(t, s, id, tokens[2])
		c.pass(awayAfter)
		good := entries(t, s, id)
		silent := strings.Contains(options, "hush")
		for name, e := range map[string]struct {
			kind string
			seat int
			late time.Duration
			data func(hash string) any
			ok   bool
		}{
			"handed":                    {kindHanded, 0, 0, func(h string) any { return handedData{"random", h} }, true},
			"handed by a bot":           {kindHanded, 2, 0, func(h string) any { return handedData{"random", h} }, false},
			"handed by the house":       {kindHanded, -1, 0, func(h string) any { return handedData{"random", h} }, false},
			"handed to no level":        {kindHanded, 0, 0, func(h string) any { return handedData{"", h} }, false},
			"handed, another hash":      {kindHanded, 0, 0, func(string) any { return handedData{"random", "ab"} }, false},
			"back":                      {kindBack, 2, 0, func(h string) any { return backData{h} }, true},
			"back without having gone":  {kindBack, 0, 0, func(h string) any { return backData{h} }, false},
			"back by the house":         {kindBack, -1, 0, func(h string) any { return backData{h} }, false},
			"back, another hash":        {kindBack, 2, 0, func(string) any { return backData{"ab"} }, false},
			"relieved":                  {kindRelieved, 0, 0, func(h string) any { return relievedData{1, "random", h} }, silent},
			"relieved too early":        {kindRelieved, 0, -time.Second, func(h string) any { return relievedData{1, "random", h} }, false},
			"relieved by nobody":        {kindRelieved, 2, 0, func(h string) any { return relievedData{1, "random", h} }, false},
			"relieved by oneself":       {kindRelieved, 0, 0, func(h string) any { return relievedData{0, "random", h} }, false},
			"no such seat relieved":     {kindRelieved, 0, 0, func(h string) any { return relievedData{7, "random", h} }, false},
			"relieved to no level":      {kindRelieved, 0, 0, func(h string) any { return relievedData{1, "", h} }, false},
			"relieved, another hash":    {kindRelieved, 0, 0, func(string) any { return relievedData{1, "random", "ab"} }, false},
			"one's own seat by consent": {kindProposed, 0, 0, func(h string) any { return proposedData{Bot: &Takeover{0, "random"}} }, false},
		} {
			m := &match{id: id, find: toys}
			m.fold(journal.History{Entries: good})
			if m.stage != Playing {
				t.Fatal(m.parked)
			}
			last := good[len(good)-1]
			last.N, last.Kind, last.Seat, last.At, last.Data = last.N+1, e.kind, e.seat, c.now().Add(e.late), []byte(text(t, e.data(m.lastHash())))
			if m.fold(journal.History{Entries: []journal.Entry{last}}); (m.stage == Playing) != e.ok {
				t.Errorf("%s: %s: %s %s", options, name, m.stage, m.parked)
			}
		}
	}
}

// While the table is silent nothing that people say beside the game reaches
// anybody: it is refused by the rule of the silence, and what was on the table
// when the silence began lapses. Whose word it takes elsewhere.
func TestInSilenceNothingIsProposedAnsweredOrPaused(t *testing.T) {
	t.Parallel()
	s, _, id, tokens := timed(t, `{"rounds":3,"hush":true}`, 3)
	if rule := look(t, s, id, "").Silence; rule != "T9" {
		t.Fatalf("silent by %q", rule)
	}
	before := len(entries(t, s, id))
	was := seenBy(t, s, id, tokens)
	for _, p := range []Proposal{{ID: "a", Undo: 1}, {ID: "b", Correct: fact("score", 0, 1)}} {
		if e := refused(t, s.Propose(ctx, id, tokens[0], p), Illegal, "silence"); e.Rule != "T9" {
			t.Errorf("by rule %q", e.Rule)
		}
	}
	refused(t, s.Propose(ctx, id, tokens[0], Proposal{ID: "c", Bot: &Takeover{1, "random"}}), Conflict, "not_away")
	refused(t, s.Answer(ctx, id, tokens[0], Answer{ID: "d", Proposal: 0, Agree: true}), Illegal, "silence")
	refused(t, s.Answer(ctx, id, tokens[0], Answer{ID: "e", Proposal: 1}), Illegal, "silence")
	refused(t, s.Pause(ctx, id, tokens[0], true), Illegal, "silence")
	same(t, was, seenBy(t, s, id, tokens))
	if len(entries(t, s, id)) != before {
		t.Error("something was written")
	}
}

// In silence a seat goes to a bot and back at once, and nobody else can tell
// before the silence is over: not by a byte of what they are sent, whatever the
// bot does meanwhile and however often the seat changes hands. Then everybody is
// told once how it stands.
func TestInSilenceASeatChangesHandsUnseen(t *testing.T) {
	t.Parallel()
	for _, step := range []struct {
		name string
		does func(t *testing.T, s *Service, id string, tokens []string)
		bot  bool // a bot plays for seat 0 when the silence is over
	}{
		{"goes", func(t *testing.T, s *Service, id string, tokens []string) { hands(t, s, id, tokens[0]) }, true},
		{"goes and comes back", func(t *testing.T, s *Service, id string, tokens []string) {
			hands(t, s, id, tokens[0])
			takesBack(t, s, id, tokens[0])
		}, false},
		{"comes back after the bot has chosen", func(t *testing.T, s *Service, id string, tokens []string) {
			hands(t, s, id, tokens[0])
			for range 2000 {
				if n := len(entries(t, s, id)); entries(t, s, id)[n-1].Kind == kindAction {
					break
				}
				time.Sleep(time.Millisecond)
			}
			takesBack(t, s, id, tokens[0])
			own := look(t, s, id, tokens[0])
			if own.ToAct.Has(0) || view(own).Pick == 0 {
				t.Errorf("what the bot chose is not chosen: %s", text(t, own))
			}
		}, false},
		{"chooses, goes and comes back and goes", func(t *testing.T, s *Service, id string, tokens []string) {
			act(t, s, id, tokens[0], pick(3))
			hands(t, s, id, tokens[0])
			takesBack(t, s, id, tokens[0])
			if v := view(look(t, s, id, tokens[0])); v.Pick != 3 {
				t.Errorf("what they chose has changed: %s", text(t, v))
			}
			hands(t, s, id, tokens[0])
		}, true},
	} {
		t.Run(step.name, func(t *testing.T) {
			s, _, id, tokens := timed(t, `{"rounds":4,"hush":true}`, 3)
			var watches []*Watch
			for _, token := range []string{"", tokens[1], tokens[2]} {
				w, err := s.Watch(ctx, id, token)
				if err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				<-w.C
				watches = append(watches, w)
			}
			others := func() (out []string) {
				for _, token := range []string{"", tokens[1], tokens[2]} {
					rec, err := s.Record(ctx, id, token)
					if err != nil {
						t.Fatal(err)
					}
					times, err := s.Timings(ctx, id, token)
					if err != nil {
						t.Fatal(err)
					}
					out = append(out, text(t, look(t, s, id, token)), text(t, rec), text(t, times))
				}
				return out
			}
			was := others()
			step.does(t, s, id, tokens)
			same(t, was, others())
			for i, w := range watches {
				select {
				case snap := <-w.C:
					t.Errorf("stream %d was told: %s", i, text(t, snap))
				default:
				}
			}
			forget(s, id)
			same(t, was, others())
			for seat := 1; seat < 3; seat++ { // so that all have chosen, as far as the bot has
				act(t, s, id, tokens[seat], pick(1))
			}
			if own := look(t, s, id, tokens[0]); own.Seat == 0 && view(own).Round == 0 && own.ToAct.Has(0) {
				act(t, s, id, tokens[0], pick(1))
			}
			for range 2000 {
				if view(look(t, s, id, "")).Round > 0 {
					break
				}
				time.Sleep(time.Millisecond)
			}
			for i, snap := range everybody(t, s, id, tokens)[:1] {
				told := toldOf(snap, "table.news.bot")
				if (snap.Players[0].Kind == bot) != step.bot || told != map[bool]int{true: 1, false: 0}[step.bot] || toldOf(snap, "table.news.back") != 0 {
					t.Errorf("viewer %d: %s, told %s", i-1, text(t, snap.Players[0]), text(t, snap.News))
				}
			}
			takesBack(t, s, id, tokens[0])
			was = seenBy(t, s, id, tokens)
			forget(s, id)
			same(t, was, seenBy(t, s, id, tokens))
			ends(t, s, id, tokens)
		})
	}
}

// Who left before the silence and comes back in the middle of it plays at once,
// and shows as a bot until it is over.
func TestWhoComesBackInSilenceShowsWhenItIsOver(t *testing.T) {
	t.Parallel()
	s, _, id, tokens := timed(t, `{"rounds":4,"hush":true}`, 2)
	_ = s.with(ctx, id, func(r *room) error { r.service.cfg.BotPace = time.Hour; return nil })
	hands(t, s, id, tokens[0])
	for seat := range 2 { // the bot is slow: its default comes for it
		_ = s.with(ctx, id, func(r *room) error { return r.byDefault(ctx, kindAction, game.Seat(seat)) })
	}
	if snap := look(t, s, id, tokens[1]); view(snap).Round != 1 || snap.Players[0].Kind != bot {
		t.Fatalf("%s", text(t, snap))
	}
	was := [2]string{text(t, look(t, s, id, tokens[1])), text(t, look(t, s, id, ""))}
	takesBack(t, s, id, tokens[0])
	if own := look(t, s, id, tokens[0]); own.Seat != 0 || own.Players[0].Kind != human || !own.ToAct.Has(0) {
		t.Fatalf("%s", text(t, own))
	}
	if now := [2]string{text(t, look(t, s, id, tokens[1])), text(t, look(t, s, id, ""))}; now != was {
		t.Errorf("was %s\nis  %s", was, now)
	}
	act(t, s, id, tokens[0], pick(2))
	act(t, s, id, tokens[1], pick(2))
	for i, snap := range everybody(t, s, id, tokens) {
		if snap.Players[0].Kind != human || toldOf(snap, "table.news.back") != 1 {
			t.Errorf("viewer %d: %s", i-1, text(t, snap))
		}
	}
	ends(t, s, id, tokens)
}

// A lost player does not hold the silence up for ever: when nobody has looked from
// a seat for three minutes of it, whoever asks has a bot play there. That it does
// nobody is shown, the one who asked included; the lost one comes back at will.
func TestInSilenceABotPlaysForWhoIsAway(t *testing.T) {
	t.Parallel()
	s, c, id, tokens := timed(t, `{"rounds":3,"hush":true}`, 3)
	ask := Proposal{ID: "ask", Bot: &Takeover{2, "random"}}
	c.pass(awayAfter - time.Second)
	look(t, s, id, tokens[2]) // is there
	c.pass(awayAfter - time.Second)
	refused(t, s.Propose(ctx, id, tokens[0], ask), Conflict, "not_away")
	w, err := s.Watch(ctx, id, tokens[2])
	if err != nil {
		t.Fatal(err)
	}
	c.pass(time.Hour)
	refused(t, s.Propose(ctx, id, tokens[0], ask), Conflict, "not_away")
	w.Close()
	c.pass(awayAfter - time.Second)
	refused(t, s.Propose(ctx, id, tokens[0], ask), Conflict, "not_away")
	c.pass(time.Second)
	act(t, s, id, tokens[0], pick(1))
	act(t, s, id, tokens[1], pick(1))
	was := [2]string{text(t, look(t, s, id, tokens[1])), text(t, look(t, s, id, ""))}
	_ = s.with(ctx, id, func(r *room) error { r.service.cfg.BotPace = 50 * time.Millisecond; return nil })
	for range 2 { // sent again it is done once
		if err := s.Propose(ctx, id, tokens[0], ask); err != nil {
			t.Fatal(err)
		}
	}
	if now := [2]string{text(t, look(t, s, id, tokens[1])), text(t, look(t, s, id, ""))}; now != was {
		t.Errorf("was %s\nis  %s", was, now)
	}
	if own := look(t, s, id, tokens[0]); own.Players[2].Kind != human || lastNews(own).Text.Key != "table.news.relieved" {
		t.Errorf("who asked sees: %s", text(t, own))
	}
	for range 2000 {
		if view(look(t, s, id, "")).Round == 1 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if !botsSeat(t, s, id, tokens, 2) {
		t.Fatal("nobody plays for them")
	}
	for i, snap := range everybody(t, s, id, tokens) {
		if n := toldOf(snap, "table.news.bot"); n != 1 {
			t.Errorf("viewer %d is told %d times: %s", i-1, n, text(t, snap.News))
		}
	}
	takesBack(t, s, id, tokens[2])
	ends(t, s, id, tokens)

	// Whether somebody has left, or come back, in the same silence shows in no
	// answer to the one who asks.
	s, c, id, tokens = timed(t, `{"rounds":3,"hush":true}`, 3)
	_ = s.with(ctx, id, func(r *room) error { r.service.cfg.BotPace = time.Hour; return nil })
	hands(t, s, id, tokens[2])
	refused(t, s.Propose(ctx, id, tokens[0], ask), Conflict, "not_away")
	c.pass(awayAfter)
	n := len(entries(t, s, id))
	if err := s.Propose(ctx, id, tokens[0], ask); err != nil {
		t.Errorf("a bot plays there already, and that shows: %v", err)
	}
	if now := entries(t, s, id); len(now) != n+1 || lastNews(look(t, s, id, tokens[0])).Text.Key != "table.news.relieved" {
		t.Errorf("%d entries more", len(now)-n)
	}
	for what, p := range map[string]Proposal{
		"no such seat":  {ID: "x", Bot: &Takeover{9, "random"}},
		"no such level": {ID: "x", Bot: &Takeover{1, "clever"}},
	} {
		if err := s.Propose(ctx, id, tokens[0], p); err == nil {
			t.Error(what)
		}
	}
	reloadedSees := text(t, reloaded(t, s, id, tokens[0]))
	if now := text(t, look(t, s, id, tokens[0])); now != reloadedSees {
		t.Errorf("was %s\nis  %s", reloadedSees, now)
	}
}

// What all chose at once in secret is revealed in nobody's name: it would be that
// of the one who took longest.
func TestWhatAllChoseIsToldInNobodysName(t *testing.T) {
	t.Parallel()
	s := service(t)
	for _, options := range []string{`{"rounds":3,"joint":true}`, `{"rounds":3,"hush":true}`} {
		id, tokens := seated(t, s, options, 2)
		act(t, s, id, tokens[0], do("shout"))
		snap := look(t, s, id, tokens[1])
		if n := lastNews(snap); n.Text.Key != "toy.shout" || n.Seat != game.Watcher {
			t.Errorf("who shouts while all choose is named: %s", text(t, n))
		}
		if list := snap.CanUndo; strings.Contains(options, "joint") && (len(list) != 1 || list[0].Seat != game.Watcher) || strings.Contains(options, "hush") && len(list) != 0 {
			t.Errorf("what can be taken back is %s", text(t, list))
		}
		for last := range 3 {
			id, tokens := seated(t, s, options, 3)
			for k := 1; k <= 3; k++ {
				act(t, s, id, tokens[(last+k)%3], pick(1))
			}
			for i, snap := range everybody(t, s, id, tokens) {
				for _, n := range snap.News {
					if n.Text.Key == "toy.round" && n.Seat != game.Watcher {
						t.Errorf("viewer %d reads that it was seat %d: %s", i-1, n.Seat, text(t, n))
					}
				}
				if toldOf(snap, "toy.round") != 1 {
					t.Errorf("viewer %d: %s", i-1, text(t, snap.News))
				}
				if i == 0 {
					continue
				}
				rec, err := s.Record(ctx, id, tokens[i-1])
				if err != nil {
					t.Fatal(err)
				}
				if e := rec.Entries[len(rec.Entries)-1]; i-1 != last && e.Seat != game.Watcher {
					t.Errorf("the log of seat %d names seat %d: %s", i-1, e.Seat, text(t, e))
				}
			}
			playOut(t, s, id, tokens)
			for _, n := range look(t, s, id, "").News {
				if n.Text.Key == "toy.round" && n.Seat != game.Watcher {
					t.Errorf("once it is over: %s", text(t, n))
				}
			}
		}
	}
}

// nucleoCompany sits people down at a table of Nucleo that plans.
func nucleoCompany(t *testing.T, s *Service, options string, seats int) (id string, tokens []string) {
	t.Helper()
	id, tokens, _ = company(t, s, "nucleo", options, slices.Repeat([]string{human}, seats)...)
	for range 200 {
		v := look(t, s, id, "").View.(*nucleo.View)
		if v.Phase == nucleo.PhasePlan {
			return id, tokens
		}
		seat := int(v.Turn())
		act(t, s, id, tokens[seat], json.RawMessage(text(t, look(t, s, id, tokens[seat]).View.Actions()[0])))
	}
	t.Fatal("nobody plans")
	return "", nil
}

// N07: while people plan the table carries no message of any kind, neither by
// proposals nor by who goes and who comes. One who holds two factions goes and
// comes back in the midst of planning: what the bot has laid stays laid, nobody
// else hears of any of it, and the reveal tells everybody once and in nobody's
// name.
func TestN07_NoMessageGoesByAProposalOrByWhoPlays(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.Games = nucleoOnly })
	id, tokens := nucleoCompany(t, s, `{"factions":4}`, 3) // seat 0 holds two
	was := [3]string{seenOf(t, s, id, tokens[1]), seenOf(t, s, id, tokens[2]), seenOf(t, s, id, "")}
	still := func(what string) {
		t.Helper()
		if now := [3]string{seenOf(t, s, id, tokens[1]), seenOf(t, s, id, tokens[2]), seenOf(t, s, id, "")}; now != was {
			t.Fatalf("%s shows:\n%s\n%s", what, was, now)
		}
	}
	for _, p := range []Proposal{{ID: "a", Undo: 1}, {ID: "b", Correct: json.RawMessage(`{"type":"x"}`)}} {
		if e := refused(t, s.Propose(ctx, id, tokens[0], p), Illegal, "silence"); e.Rule != "N07" {
			t.Errorf("by rule %q", e.Rule)
		}
	}
	refused(t, s.Answer(ctx, id, tokens[1], Answer{ID: "c", Proposal: 1, Agree: true}), Illegal, "silence")
	refused(t, s.Propose(ctx, id, tokens[1], Proposal{ID: "d", Bot: &Takeover{0, "random"}}), Conflict, "not_away")
	still("a proposal")
	hands(t, s, id, tokens[0])
	for range 5000 { // the bot picks for both, and lays
		var laid bool
		_ = s.with(ctx, id, func(r *room) error { laid = !r.state.ToAct().Has(0); return nil })
		if laid {
			break
		}
		time.Sleep(time.Millisecond)
	}
	still("a bot that stands in")
	takesBack(t, s, id, tokens[0])
	still("who comes back")
	own := look(t, s, id, tokens[0])
	v := own.View.(*nucleo.View)
	var picks []int
	for p := range v.NumPlayers() {
		if v.SeatOf(p) == 0 {
			picks = append(picks, v.PickOf(p))
		}
	}
	if own.Seat != 0 || !v.Laid() || own.ToAct.Has(0) || len(picks) != 2 || slices.Contains(picks, nucleo.None) {
		t.Fatalf("what the bot laid does not lie: %v %s", picks, text(t, own))
	}
	_, err := s.Act(ctx, id, tokens[0], Command{ID: "again", Seq: own.Seq, Action: json.RawMessage(`{"type":"lay"}`)})
	refused(t, err, Forbidden, "not_your_turn")
	hands(t, s, id, tokens[0])
	still("who goes again")
	for seat := 1; seat < 3; seat++ {
		for range 2 {
			a := look(t, s, id, tokens[seat]).View.(*nucleo.View).Advise(rand.New(rand.NewPCG(1, 1)))
			act(t, s, id, tokens[seat], json.RawMessage(text(t, a)))
		}
	}
	for i, snap := range everybody(t, s, id, tokens) {
		if v := snap.View.(*nucleo.View); v.Phase != nucleo.PhaseAct || !slices.Contains([]int{v.CardOf(0), v.CardOf(1), v.CardOf(2), v.CardOf(3)}, picks[0]) {
			t.Fatalf("viewer %d: %v", i-1, v.Phase)
		}
		if snap.Players[0].Kind != bot || toldOf(snap, "table.news.bot") != 1 && i != 1 {
			t.Errorf("viewer %d: %s", i-1, text(t, snap.Players))
		}
		for _, n := range snap.News {
			if n.Text.Key == "nucleo.deed.revealed" && n.Seat != game.Watcher {
				t.Errorf("viewer %d reads that seat %d revealed", i-1, n.Seat)
			}
		}
	}
}

// A proposal that stands when the planning begins is gone with it: nobody can
// answer by it in silence.
func TestN07_AProposalLapsesWhenPlanningBegins(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.Games = nucleoOnly })
	id, tokens := nucleoCompany(t, s, `{"round_limit":3}`, 3)
	rng := rand.New(rand.NewPCG(2, 2))
	proposed := false
	for range 2000 {
		v := look(t, s, id, "").View.(*nucleo.View)
		if v.Phase == nucleo.PhaseAct && !proposed {
			propose(t, s, id, tokens[0], goes(1))
			proposed = true
		}
		if v.Phase == nucleo.PhasePlan && v.Round == 2 {
			break
		}
		if v.Phase == nucleo.PhaseAct && look(t, s, id, "").Proposal == nil {
			propose(t, s, id, tokens[0], goes(1)) // by playing, seat 1 let it lapse
		}
		for seat := range tokens {
			own := look(t, s, id, tokens[seat]).View.(*nucleo.View)
			if own.Turn() == game.Seat(seat) || own.Turn() == game.Watcher && own.Mine() {
				act(t, s, id, tokens[seat], json.RawMessage(text(t, own.Advise(rng))))
				break
			}
		}
	}
	snap := look(t, s, id, "")
	if v := snap.View.(*nucleo.View); v.Phase != nucleo.PhasePlan || snap.Proposal != nil || !proposed {
		t.Fatalf("%v: %s", v.Phase, text(t, snap.Proposal))
	}
}

// Klang: in the middle of an activation, in either mode of its table, a bot stands
// in and the person comes back; the match goes on to its end, and its record holds.
func TestKlangSeatsGoToBotsAndBack(t *testing.T) {
	t.Parallel()
	s := service(t, func(c *Config) { c.Games = klangOnly })
	for _, mode := range []string{"virtual", "companion"} {
		id, tokens, _ := company(t, s, "klang", fmt.Sprintf(`{"table":%q,"rounds":2}`, mode), human, human)
		rng := rand.New(rand.NewPCG(5, 5))
		for n := 0; ; n++ {
			snap := look(t, s, id, "")
			if snap.Stage == Over {
				break
			}
			if n > 20000 {
				t.Fatal("the match does not end")
			}
			who := rng.IntN(2)
			switch away := look(t, s, id, tokens[who]).Away != nil; {
			case away && rng.IntN(4) == 0:
				takesBack(t, s, id, tokens[who])
			case !away && rng.IntN(12) == 0:
				if err := s.Hand(ctx, id, game.Seat(who), tokens[who], Handover{newSecret(), "random"}); err != nil && look(t, s, id, "").Stage != Over {
					refused(t, err, Conflict, "too_many_hands")
				}
			}
			for seat := range tokens {
				own := look(t, s, id, tokens[seat])
				if own.Seat == game.Seat(seat) && own.ToAct.Has(own.Seat) {
					act(t, s, id, tokens[seat], json.RawMessage(text(t, own.View.Sample(rng))))
				}
			}
		}
		rec, err := s.Record(ctx, id, "")
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, e := range rec.Entries {
			if e.Back {
				n++
			}
		}
		if err := Verify(rec, klangOnly); err != nil || n == 0 {
			t.Errorf("%s: %d returns: %v", mode, n, err)
		}
	}
}
