package table

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/games/nucleo"
)

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
