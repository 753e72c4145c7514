package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"banco/game"
	"banco/internal/i18n"
	"banco/journal"
)

var ctx = context.Background()

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func openJournal(t testing.TB, dir string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(ctx, journal.Config{Dir: dir, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func openService(t testing.TB, j *journal.Journal, change ...func(*Config)) *Service {
	t.Helper()
	cfg := Config{Journal: j, Games: toys, Bots: toyBots, Log: quiet}
	for _, c := range change {
		c(&cfg)
	}
	s, err := Open(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func service(t testing.TB, change ...func(*Config)) *Service {
	t.Helper()
	return openService(t, openJournal(t, t.TempDir()), change...)
}

// seated makes a match and seats people on all seats; tokens by seat.
func seated(t testing.TB, s *Service, options string, seats int) (id string, tokens []string) {
	t.Helper()
	n := NewMatch{Game: "toy", Options: json.RawMessage(options)}
	for range seats {
		n.Seats = append(n.Seats, SeatSpec{Kind: "human"})
	}
	c, err := s.Create(ctx, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range c.Seats {
		token, err := s.Take(ctx, c.ID, seat.Seat, seat.Invite, fmt.Sprint("Ada ", seat.Seat), fmt.Sprint("seed_", seat.Seat))
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	return c.ID, tokens
}

func look(t testing.TB, s *Service, id, token string) *Snapshot {
	t.Helper()
	snap, err := s.Look(ctx, id, token)
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

func pick(n int) json.RawMessage { return json.RawMessage(fmt.Sprintf(`{"type":"pick","n":%d}`, n)) }

// act sends a command with the present Seq and a name of its own.
func act(t testing.TB, s *Service, id, token string, action json.RawMessage) *Snapshot {
	t.Helper()
	snap, err := s.Act(ctx, id, token, Command{ID: newSecret(), Seq: look(t, s, id, token).Seq, Action: action})
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

// playOut plays a match with people only to its end.
func playOut(t testing.TB, s *Service, id string, tokens []string) {
	t.Helper()
	for range 1000 {
		snap := look(t, s, id, "")
		if snap.Stage == Over {
			return
		}
		for seat, token := range tokens {
			if look(t, s, id, token).ToAct.Has(game.Seat(seat)) {
				act(t, s, id, token, pick(1+seat%3))
			}
		}
	}
	t.Fatal("the match does not end")
}

func refused(t testing.TB, err error, kind, code string) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Errorf("got %v (%+v), want %s %s", err, e, kind, code)
		return &Error{Refusal: &game.Error{}}
	}
	return e
}

func text(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTwoPeoplePlayAMatchEachWithTheirView(t *testing.T) {
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns","rounds":2}`, 2)
	watch, err := s.Watch(ctx, id, tokens[1])
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	first := <-watch.C
	if first.Stage != Playing || first.Seat != 1 || first.ToAct != game.Only(0) || first.View.Seat() != 1 {
		t.Errorf("%s", text(t, first))
	}
	act(t, s, id, tokens[0], pick(2))
	select {
	case snap := <-watch.C:
		if snap.ToAct != game.Only(1) || snap.Seq <= first.Seq || len(snap.News) != len(first.News)+1 {
			t.Errorf("%s", text(t, snap))
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the other seat was not told")
	}
	playOut(t, s, id, tokens)
	end := look(t, s, id, "")
	if end.Stage != Over || len(end.Result.Scores) != 2 || len(end.Result.Winners) == 0 || end.ToAct != 0 {
		t.Errorf("%s", text(t, end))
	}
}

func TestARefusedActionWritesNothing(t *testing.T) {
	s := service(t)
	id, tokens := seated(t, s, ``, 2)
	before, _ := s.journal.Read(ctx, id, journal.Head{})
	seq := look(t, s, id, tokens[0]).Seq
	_, err := s.Act(ctx, id, tokens[0], Command{ID: "a", Seq: seq, Action: pick(7)})
	if e := refused(t, err, Illegal, "pick"); e.Rule != "T3" || e.Text.Key != "toy.refused.pick" {
		t.Errorf("%+v", e.Refusal)
	}
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "b", Seq: seq, Action: json.RawMessage(`{"type":1}`)})
	refused(t, err, Invalid, "unreadable")
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "", Seq: seq, Action: pick(1)})
	refused(t, err, Invalid, "command_id")
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "c", Seq: seq + 1, Action: pick(1)})
	refused(t, err, Invalid, "seq")
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "c", Seq: seq, Action: json.RawMessage(strings.Repeat(" ", maxAction+1))})
	refused(t, err, Invalid, "action_size")
	after, _ := s.journal.Read(ctx, id, journal.Head{})
	if after.Head != before.Head {
		t.Error("something was written")
	}
	act(t, s, id, tokens[0], pick(1)) // and the dice are where they were: the fold below agrees
	act(t, s, id, tokens[1], pick(1))
	m := &match{id: id, find: toys}
	h, _ := s.journal.Read(ctx, id, journal.Head{})
	if m.fold(h); m.stage == Parked {
		t.Error(m.parked)
	}
}

func TestStaleDuplicateForeignAndOutOfTurnCommands(t *testing.T) {
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"turns"}`, 2)
	seq := look(t, s, id, tokens[0]).Seq
	command := Command{ID: "one", Seq: seq, Action: pick(1)}
	if _, err := s.Act(ctx, id, tokens[0], command); err != nil {
		t.Fatal(err)
	}
	again, err := s.Act(ctx, id, tokens[0], command)
	if err != nil {
		t.Fatalf("repeated: %v", err)
	}
	if text(t, again) != text(t, look(t, s, id, tokens[0])) {
		t.Error("the repeat's answer is not the present view")
	}
	if n := len(look(t, s, id, "").News); n != 2 {
		t.Errorf("%d news: it was done twice", n)
	}
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "two", Seq: seq, Action: pick(1)})
	if e := refused(t, err, Conflict, "stale"); e.Snapshot == nil || e.Snapshot.Seat != 0 || e.Snapshot.Seq <= seq {
		t.Errorf("stale without the present view: %+v", e.Snapshot)
	}
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "three", Seq: look(t, s, id, tokens[0]).Seq, Action: pick(1)})
	refused(t, err, Forbidden, "not_your_turn")
	_, err = s.Act(ctx, id, "", Command{ID: "four", Seq: 1, Action: pick(1)})
	refused(t, err, Forbidden, "no_token")
	_, err = s.Act(ctx, id, newSecret(), Command{ID: "five", Seq: 1, Action: pick(1)})
	refused(t, err, Forbidden, "token")
	_, err = s.Act(ctx, newSecret(), tokens[0], Command{ID: "six", Seq: 1, Action: pick(1)})
	refused(t, err, NotFound, "no_match")
	// The same name from another seat is another command.
	if _, err = s.Act(ctx, id, tokens[1], Command{ID: "one", Seq: look(t, s, id, tokens[1]).Seq, Action: pick(1)}); err != nil {
		t.Error(err)
	}
	playOut(t, s, id, tokens)
	_, err = s.Act(ctx, id, tokens[0], Command{ID: "late", Seq: 1, Action: pick(1)})
	refused(t, err, Conflict, "over")
	if _, err := s.Act(ctx, id, tokens[0], command); err != nil {
		t.Errorf("repeated after the end: %v", err)
	}
}

func TestSecretChoicesOfOthersChangeNoByte(t *testing.T) {
	s := service(t)
	id, tokens := seated(t, s, `{"rounds":2}`, 3)
	watch, err := s.Watch(ctx, id, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	<-watch.C
	before := [2]string{text(t, look(t, s, id, tokens[0])), text(t, look(t, s, id, ""))}
	seq := look(t, s, id, tokens[0]).Seq
	act(t, s, id, tokens[1], pick(3))
	if text(t, look(t, s, id, tokens[0])) != before[0] || text(t, look(t, s, id, "")) != before[1] {
		t.Errorf("before: %s\nafter:  %s", before[0], text(t, look(t, s, id, tokens[0])))
	}
	select {
	case snap := <-watch.C:
		t.Errorf("a watch was told: %s", text(t, snap))
	default:
	}
	if rec, _ := s.Record(ctx, id, tokens[0]); strings.Contains(text(t, rec), `"type":"pick"`) {
		t.Errorf("record: %s", text(t, rec))
	}
	// Nor does it make a command stale, nor show in what the seat gets after its own.
	snap, err := s.Act(ctx, id, tokens[0], Command{ID: "mine", Seq: seq, Action: pick(1)})
	if err != nil {
		t.Fatal(err)
	}
	if snap.ToAct != game.Only(1)|game.Only(2) {
		t.Errorf("who has chosen shows: %v", snap.ToAct.List())
	}
	act(t, s, id, tokens[2], pick(2))
	if snap := <-watch.C; snap.ToAct.Len() != 3 {
		t.Errorf("after the reveal: %v", snap.ToAct.List())
	}
}

func TestAnOpenSimultaneousChoiceMakesNoCommandStale(t *testing.T) {
	s := service(t)
	id, tokens := seated(t, s, `{"open":true}`, 2)
	seq := look(t, s, id, tokens[0]).Seq
	act(t, s, id, tokens[1], pick(3))
	if now := look(t, s, id, tokens[0]).Seq; now == seq {
		t.Fatal("an open choice should have been seen")
	}
	if _, err := s.Act(ctx, id, tokens[0], Command{ID: "mine", Seq: seq, Action: pick(1)}); err != nil {
		t.Error(err)
	}
}

// Every byte that leaves for one viewer is searched for the others' secrets.
func TestNoSecretReachesAnotherViewer(t *testing.T) {
	for _, mode := range []string{"secret", "turns"} {
		s := service(t)
		id, tokens := seated(t, s, fmt.Sprintf(`{"mode":%q,"rounds":3}`, mode), 3)
		viewers := append([]string{""}, tokens...)
		canaries := 0
		scan := func() {
			t.Helper()
			for i, token := range viewers {
				seat := game.Seat(i - 1)
				var out []string
				snap := look(t, s, id, token)
				if snap.Stage == Over {
					return
				}
				rec, err := s.Record(ctx, id, token)
				if err != nil {
					t.Fatal(err)
				}
				_, err = s.Act(ctx, id, token, Command{ID: newSecret(), Seq: 0, Action: pick(1)})
				var e *Error
				errors.As(err, &e)
				out = append(out, text(t, snap), text(t, rec), text(t, e))
				if snap.View != nil {
					out = append(out, text(t, snap.View.Actions()))
				}
				for _, o := range out {
					for _, part := range strings.Split(o, "CANARY-")[1:] {
						canaries++
						if !strings.HasPrefix(part, fmt.Sprint(seat, "-")) {
							t.Fatalf("viewer %d was sent CANARY-%s", seat, part[:5])
						}
					}
					if strings.Contains(o, "server_seed") || strings.Contains(o, `"rolls":[[`) {
						t.Fatalf("viewer %d was sent seeds or rolls: %s", seat, o)
					}
				}
			}
		}
		scan()
		for range 3 {
			for i := range tokens {
				act(t, s, id, tokens[i], pick(1+i))
				scan()
			}
		}
		if look(t, s, id, "").Stage != Over || canaries == 0 {
			t.Errorf("nothing was tested: %d canaries", canaries)
		}
		// Over: everybody is told everything.
		if news := text(t, look(t, s, id, "").News); !strings.Contains(news, "CANARY-2-") {
			t.Errorf("after the end: %s", news)
		}
		// And the journal holds tokens only as hashes.
		h, _ := s.journal.Read(ctx, id, journal.Head{})
		for _, token := range tokens {
			if strings.Contains(text(t, h.Entries), token) {
				t.Error("a token stands in the journal")
			}
		}
	}
}

func TestSixClientsAndManyCommandsEachDoneOnce(t *testing.T) {
	s := service(t)
	const rounds = 40
	id, tokens := seated(t, s, fmt.Sprintf(`{"rounds":%d}`, rounds), 3)
	var wg sync.WaitGroup
	var done atomic.Int32
	for client := range 6 { // two clients a seat, sending the same commands
		seat := client % 3
		wg.Go(func() {
			for range 100000 {
				snap, err := s.Look(ctx, id, tokens[seat])
				if err != nil {
					t.Error(err)
					return
				}
				if snap.Stage == Over {
					return
				}
				round := snap.View.(*toyView).Round
				c := Command{ID: fmt.Sprintf("round-%d", round), Seq: snap.Seq, Action: pick(1 + round%3)}
				_, err = s.Act(ctx, id, tokens[seat], c)
				var e *Error
				switch {
				case err == nil:
					done.Add(1)
				case errors.As(err, &e) && (e.Code == "stale" || e.Code == "over" || e.Code == "not_your_turn"):
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	h, err := s.journal.Read(ctx, id, journal.Head{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, e := range h.Entries {
		if e.Kind == kindAction {
			seen[fmt.Sprint(e.Seat, e.Command)]++
		}
	}
	if len(seen) != 3*rounds {
		t.Errorf("%d commands were done, of %d", len(seen), 3*rounds)
	}
	for c, n := range seen {
		if n != 1 {
			t.Errorf("%s was done %d times", c, n)
		}
	}
}

func TestInvitationsTokensAndNames(t *testing.T) {
	s := service(t)
	c, err := s.Create(ctx, NewMatch{Game: "toy", Seats: []SeatSpec{{Kind: "human"}, {Kind: "human"}, {Kind: "bot", Level: "random"}}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Seats[2].Invite != "" || len(c.ID) != 26 || len(c.Commitment) != 64 {
		t.Errorf("%+v", c)
	}
	invite := c.Seats[0].Invite
	if id, seat, used, err := s.Invitation(ctx, invite); err != nil || id != c.ID || seat != 0 || used {
		t.Error(id, seat, used, err)
	}
	_, err = s.Take(ctx, c.ID, 0, invite, " \t", "seed")
	refused(t, err, Invalid, "name")
	_, err = s.Take(ctx, c.ID, 0, invite, "a\u202eb", "seed")
	refused(t, err, Invalid, "name")
	_, err = s.Take(ctx, c.ID, 0, invite, strings.Repeat("ü", 33), "seed")
	refused(t, err, Invalid, "name")
	_, err = s.Take(ctx, c.ID, 0, invite, "Ada", "a|b")
	refused(t, err, Invalid, "client_seed")
	_, err = s.Take(ctx, c.ID, 1, invite, "Ada", "seed")
	refused(t, err, Forbidden, "no_invitation")
	_, err = s.Take(ctx, c.ID, 0, c.ID+".0."+newSecret(), "Ada", "seed")
	refused(t, err, Forbidden, "no_invitation")
	_, err = s.Take(ctx, c.ID, 2, c.ID+".2."+newSecret(), "Ada", "seed")
	refused(t, err, Forbidden, "no_invitation")
	_, _, err = s.TakeListed(ctx, c.ID, game.Watcher, "Ada", "seed")
	refused(t, err, Forbidden, "not_listed")
	token, err := s.Take(ctx, c.ID, 0, invite, "  Ada  ", "seed")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, used, err := s.Invitation(ctx, invite); err != nil || !used {
		t.Error(used, err)
	}
	_, err = s.Take(ctx, c.ID, 0, invite, "Bob", "seed")
	refused(t, err, Conflict, "seat_taken")
	for _, bad := range []string{"", "x", c.ID, c.ID + ".0.", c.ID + ".00." + newSecret(), c.ID + ".-1." + newSecret(), newSecret() + ".0." + newSecret(), invite + "a"} {
		_, _, _, err = s.Invitation(ctx, bad)
		var e *Error
		if !errors.As(err, &e) || e.Kind != NotFound {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if seat, err := s.Identify(ctx, c.ID, token); seat != 0 || err != nil {
		t.Error(seat, err)
	}
	if seat, err := s.Identify(ctx, c.ID, ""); seat != game.Watcher || err != nil {
		t.Error(seat, err)
	}
	_, err = s.Identify(ctx, c.ID, "forged")
	refused(t, err, Forbidden, "token")
	_, err = s.Look(ctx, c.ID, invite)
	refused(t, err, Forbidden, "token")
	snap := look(t, s, c.ID, token)
	if snap.Stage != Waiting || snap.View != nil || snap.Players[0].Name != "Ada" || !snap.Players[2].Taken || snap.Players[2].ClientSeed == "" {
		t.Errorf("%s", text(t, snap))
	}
	_, err = s.Act(ctx, c.ID, token, Command{ID: "a", Action: pick(1)})
	refused(t, err, Conflict, "waiting")
}

func TestALinkOpensTheSeatElsewhereOnce(t *testing.T) {
	s := service(t)
	id, tokens := seated(t, s, ``, 2)
	_, err := s.Link(ctx, id, 1, tokens[0])
	refused(t, err, Forbidden, "other_seat")
	_, err = s.Link(ctx, id, 0, "")
	refused(t, err, Forbidden, "no_token")
	older, err := s.Link(ctx, id, 0, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	link, err := s.Link(ctx, id, 0, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	_, _, _, err = s.Resume(ctx, older)
	refused(t, err, NotFound, "no_link")
	before := text(t, look(t, s, id, tokens[1]))
	where, seat, other, err := s.Resume(ctx, link)
	if err != nil || where != id || seat != 0 || other == tokens[0] {
		t.Fatal(where, seat, err)
	}
	_, _, _, err = s.Resume(ctx, link)
	refused(t, err, NotFound, "no_link")
	if text(t, look(t, s, id, tokens[1])) != before {
		t.Error("the other seat could see it")
	}
	if text(t, look(t, s, id, other)) != text(t, look(t, s, id, tokens[0])) {
		t.Error("the two devices see different things")
	}
	act(t, s, id, other, pick(1))
}

func TestTheLobbyShowsOpenTables(t *testing.T) {
	j := openJournal(t, t.TempDir())
	s := openService(t, j)
	made, err := s.Create(ctx, NewMatch{Game: "toy", Listed: true, Seats: []SeatSpec{{Kind: "human"}, {Kind: "human"}}})
	if err != nil {
		t.Fatal(err)
	}
	seated(t, s, ``, 2)
	check := func(s *Service, want int) {
		t.Helper()
		list, err := s.Lobby(ctx)
		if err != nil || len(list) != want || want == 1 && (list[0].ID != made.ID || len(list[0].Players) != 2) {
			t.Errorf("%+v %v", list, err)
		}
	}
	check(s, 1)
	s.Close()
	s = openService(t, j)
	check(s, 1)
	if seat, _, err := s.TakeListed(ctx, made.ID, game.Watcher, "Ada", "a"); err != nil || seat != 0 {
		t.Error(seat, err)
	}
	_, _, err = s.TakeListed(ctx, made.ID, 0, "Bob", "b")
	refused(t, err, Conflict, "seat_taken")
	check(s, 1)
	if seat, _, err := s.TakeListed(ctx, made.ID, 1, "Bob", "b"); err != nil || seat != 1 {
		t.Error(seat, err)
	}
	check(s, 0)
	_, _, err = s.TakeListed(ctx, made.ID, game.Watcher, "Eve", "e")
	refused(t, err, Conflict, "full")
}

func TestWhatCannotBeCreated(t *testing.T) {
	s := service(t)
	two := []SeatSpec{{Kind: "human"}, {Kind: "human"}}
	for code, n := range map[string]NewMatch{
		"no_game":      {Game: "chess", Seats: two},
		"seat_count":   {Game: "toy", Seats: two[:1]},
		"seat_kind":    {Game: "toy", Seats: []SeatSpec{{Kind: "human"}, {Kind: "cat"}}},
		"bot_level":    {Game: "toy", Seats: []SeatSpec{{Kind: "human"}, {Kind: "bot", Level: "genius"}}},
		"option":       {Game: "toy", Seats: two, Options: json.RawMessage(`{"size":3}`)},
		"options_size": {Game: "toy", Seats: two, Options: bytes.Repeat([]byte(" "), maxOptions+1)},
	} {
		_, err := s.Create(ctx, n)
		if e := refused(t, err, Invalid, code); e.Field == "" {
			t.Errorf("%s names no field", code)
		}
	}
}

func TestSentencesStandInBothLanguages(t *testing.T) {
	catalog, err := i18n.Load(Texts())
	if err != nil {
		t.Fatal(err)
	}
	_ = catalog
}
