package table

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"banco/game"
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
