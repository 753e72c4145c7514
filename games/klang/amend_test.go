package klang

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
)

// back takes back everything since a state.
func (x *table) back(before *State, asks game.Seat, acted game.Seats) {
	x.Helper()
	got, err := x.Undo(before, asks, acted)
	if err != nil {
		x.Fatal(err)
	}
	x.State = got.(*State)
}

func (x *table) kept() *State { return x.State.Copy(nil).(*State) }

// unmoved checks that amending is refused, and changes nothing.
func (x *table) unmoved(rule, code string, amend func() error) {
	x.Helper()
	was, _ := game.HashOf(x.State)
	err := amend()
	var e *game.Error
	if !errors.As(err, &e) || e.Code != code || e.Rule != rule {
		x.Errorf("got %v, want %s %s", err, rule, code)
	} else if err := catalogue(x.T).Check(e.Text); err != nil {
		x.Error(err)
	}
	if now, _ := game.HashOf(x.State); now != was {
		x.Errorf("%s was refused and changed something", code)
	}
}

func (x *table) noBack(rule, code string, before game.State, asks game.Seat, acted game.Seats) {
	x.Helper()
	x.unmoved(rule, code, func() error {
		s, err := x.Undo(before, asks, acted)
		if s != nil {
			x.Errorf("a refusal gives %v", s)
		}
		return err
	})
}

func (x *table) noFact(rule, code string, fact json.RawMessage) {
	x.Helper()
	var log game.Log
	x.unmoved(rule, code, func() error { return x.Correct(fact, &log) })
	seen := x.view(1).CheckFact(fact)
	if len(log.Events) > 0 || seen == nil || seen.Code != code || seen.Rule != rule {
		x.Errorf("a refusal told %v, and a view says %v", log.Events, seen)
	}
}

func TestUndo_K09_OnAVirtualTableWhatWasSeenIsNotTakenBack(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 65\nBullone 300,400 dice 2 loot 1\nactive Ruggine")
	start := x.kept()
	x.do(Move(5, 30000, 31000))
	x.noBack("K09", "undo_reveal", start, 0, game.Only(0))
	before := x.kept()
	x.do(End())
	after, _ := game.HashOf(before)
	x.back(before, 0, game.Only(0)) // ending showed nothing
	if now, _ := game.HashOf(x.State); now != after || x.Last.Kind != DeedMoved {
		t.Error("it is not as it was")
	}
	// Nor is what the other side has done since.
	before = x.kept()
	x.do(End())
	x.noBack("K12", "undo_others", before, 0, bothSeats)
	x.noBack("K12", "undo_others", before, 1, game.Only(0))
	x.noBack("K12", "undo_others", before, game.Watcher, game.Only(0))
	x.noBack("K12", "undo_others", before, 100, game.Only(0))
	// A prize can be chosen again: the die was seen before.
	x = set(t, "", "Ruggine 300,200 dice 65\nBullone 300,400 dice 2 loot 1\nactive Ruggine")
	x.do(Attack(6, RightArm, 3))
	before = x.kept()
	x.do(PrizeLoot(0))
	x.back(before, 0, game.Only(0))
	x.do(PrizePart(x.part("Bullone.torso")))
	// Where armour is spent, a hit on it shows dice too.
	x = &table{T: t, State: start2(t)}
	before = x.kept()
	seat := x.seat()
	x.do(x.Default(seat).(*Action))
	x.back(before, seat, game.Only(seat)) // a robot placed can be placed again
	x.noBack("K12", "undo_others", before, seat, bothSeats)
}

func start2(t *testing.T) *State { return start(t, `{"closing":"fixed"}`, dice.NewFast(1, 1)) }

func TestUndo_OnlyMomentsOfThisMatch(t *testing.T) {
	x := real(t, "", "Ruggine dice 665\nactive Ruggine")
	other := real(t, "", "Ruggine dice 665\nactive Ruggine")
	before := x.kept()
	var none *State
	for _, odd := range []game.State{nil, none, other.State} {
		x.noBack("K12", "undo_not_before", odd, 0, 0)
	}
	x.do(Walk(6, 100))
	later := x.kept()
	x.State = before.Copy(nil).(*State)
	x.noBack("K12", "undo_not_before", later, 0, 0) // dice would come from nowhere: later has fewer
	// A roll lies between.
	x.do(End())
	between := x.kept()
	x.Sides[x.Turn] = 1
	x.roll([]int{1, 1, 1, 1, 1, 1, 1, 1}, Activate(3))
	x.noBack("K12", "undo_not_before", between, 0, 0)
	// It is over.
	x = real(t, "", "Ruggine dice 6\nactive Ruggine")
	last(x, 6)
	before = x.kept()
	x.do(End())
	x.noBack("K29", "match_over", before, 0, game.Only(0))
	x.noFact("K29", "match_over", CorrectPartGone(0))
}

func TestUndo_Companion_K09_KnownDice(t *testing.T) {
	x := real(t, "", "Ruggine dice 66541\nBullone dice 53\nactive Ruggine")
	start := x.kept()
	known := func(robot, want string) {
		t.Helper()
		r := x.robot(robot)
		if x.Known[r] != hand(want) || !x.hands[r].holds(&x.Known[r]) {
			t.Errorf("known of %s: %v of %v, want %s", robot, x.Known[r].Dice(), x.hands[r].Dice(), want)
		}
		for _, viewer := range []game.Seat{0, 1, game.Watcher} {
			if x.view(viewer).Known[r] != hand(want) {
				t.Errorf("seat %d does not know them", viewer)
			}
		}
	}
	x.do(Walk(6, 100))
	x.back(start, 1, game.Only(0)) // the opponent's walk, by consent
	x.holds("Ruggine", "66541")
	known("Ruggine", "6")
	if x.Last.Kind != DeedUndone || x.Last.Seat != 1 || x.Last.Robot != None {
		t.Errorf("the last deed is %+v", x.Last)
	}
	if raw, _ := x.view(1).MarshalJSON(); !strings.Contains(string(raw), `"known":[6]`) || !strings.Contains(string(raw), `"last":{"kind":"undone","seat":1}`) {
		t.Errorf("the opponent's page shows %s", raw)
	}
	// Spending that face takes the known die first, another face another die.
	x.do(Walk(5, 10), Walk(6, 10))
	known("Ruggine", "")
	x.back(start, 0, game.Only(0))
	known("Ruggine", "65")
	// Dice brought back twice are known once.
	x.do(Walk(6, 10))
	x.back(start, 0, game.Only(0))
	known("Ruggine", "65")
	x.do(Walk(6, 10), Walk(6, 10))
	x.back(start, 0, game.Only(0))
	known("Ruggine", "665")
	// They stay known as armour, and whoever does not see the rest knows them.
	x.do(End())
	known("Ruggine", "665")
	x.holds("Ruggine", "66541")
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		s := x.view(1).Determinize(rng).(*State)
		if six := hand("665"); !s.hands[0].holds(&six) || s.hands[0].Len() != 5 || s.hands[3] != x.hands[3] {
			t.Fatalf("a determinized state has %v", s.hands[0].Dice())
		}
	}
	// The next roll makes them unknown again.
	x.beginRound(2, nil)
	x.Sides[0] = 0
	x.roll([]int{6, 6, 5, 4, 3, 2, 1, 1}, Activate(0))
	known("Ruggine", "")
}

func TestUndo_Companion_AHitTakenBack(t *testing.T) {
	x := real(t, `,"armour":"spent"`, "Ruggine dice 66\nBullone dice 652 loot 1\nactive Ruggine")
	start := x.kept()
	x.do(Attack(6, RightArm, 3))
	pending := x.kept()
	x.do(PrizeLoot(0))
	ordered := x.kept()
	x.do(Done())
	x.back(ordered, 0, game.Only(1)) // across what the opponent has done
	if x.Phase != PhaseOrder || x.ToAct() != game.Only(1) {
		t.Errorf("phase %v", x.Phase)
	}
	x.back(pending, 0, game.Only(0))
	// The prize is to be chosen by the same height, which the same people know.
	if x.Phase != PhasePrize || x.Last.Kind != DeedUndone || x.view(0).Height != 4 || x.view(1).Height != 4 || x.Loot[0].On != 3 {
		t.Errorf("phase %v, height %d", x.Phase, x.view(0).Height)
	}
	x.noFact("K17", "correct_prize", CorrectPartGone(0))
	x.refuses("K17", "prize_out_of_reach", PrizePart(x.part("Bullone.torso")))
	x.back(start, 0, game.Only(0))
	// The armour that was spent comes back, and has been seen.
	x.holds("Bullone", "652")
	if x.Known[3] != hand("65") || x.Known[0] != hand("6") || x.height != 0 {
		t.Errorf("known %v and %v, height %d", x.Known[3].Dice(), x.Known[0].Dice(), x.height)
	}
	// Friendly fire keeps its height to itself over a take-back.
	x = real(t, "", "Ruggine dice 66\nSgobbo dice 5\nactive Ruggine")
	x.do(Attack(6, RightArm, 1))
	pending = x.kept()
	x.do(PrizePart(x.part("Sgobbo.torso")))
	x.back(pending, 1, game.Only(0))
	if x.view(0).Height != 6 || x.view(1).Height != 0 || x.view(game.Watcher).Height != 0 {
		t.Errorf("heights %d %d", x.view(0).Height, x.view(1).Height)
	}
	for seed := range uint64(50) {
		s := x.view(1).Determinize(rand.New(rand.NewPCG(seed, 1))).(*State)
		if a := s.Default(0); s.Apply(0, a, nil, nil) != nil {
			t.Fatal("the hit of a determinized state has no prize")
		}
	}
}

func TestUndo_Companion_ARoundTakenBack(t *testing.T) {
	x := real(t, "", "Ruggine dice 6 loot 1\nactive Ruggine")
	last(x, 1)
	before := x.kept()
	x.do(End(), Done())
	if err := x.Apply(1, Done(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if x.Round != 2 || x.score(0) != 1 || x.Loots != 3 {
		t.Fatalf("round %d, %d points, %d malloppi", x.Round, x.score(0), x.Loots)
	}
	x.back(before, 1, bothSeats)
	if x.Round != 1 || x.score(0) != 0 || x.Loots != 1 || x.Phase != PhaseAct {
		t.Errorf("round %d, %d points, %d malloppi", x.Round, x.score(0), x.Loots)
	}
	// And so can being ready.
	s := start(t, `{"table":"companion"}`, dice.NewFast(1, 1))
	x = &table{T: t, State: s}
	before = x.kept()
	x.do(Ready(), Ready())
	x.back(before, 0, bothSeats)
	if x.ToAct() != bothSeats || x.Robots[0].Placed {
		t.Error("both sides are still ready")
	}
}

func TestUndo_SharesNothing(t *testing.T) {
	x := real(t, "", "Ruggine dice 6654\nBullone dice 53\nactive Ruggine")
	start := x.kept()
	x.do(Walk(6, 100))
	was, _ := game.HashOf(start)
	now, _ := game.HashOf(x.State)
	got, err := x.Undo(start, 0, game.Only(0))
	if err != nil {
		t.Fatal(err)
	}
	if got.Apply(0, Walk(6, 1), nil, nil) != nil || got.Apply(0, Walk(5, 1), nil, nil) != nil {
		t.Fatal("refused")
	}
	if a, _ := game.HashOf(start); a != was {
		t.Error("the earlier state has changed")
	}
	if a, _ := game.HashOf(x.State); a != now {
		t.Error("the later state has changed")
	}
}

func TestCorrect_OnlyOnARealTable(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 65\nactive Ruggine")
	for _, fact := range []json.RawMessage{CorrectPartGone(0), CorrectLootOn(0, 0), nil, json.RawMessage(`{`)} {
		x.noFact("K01", "correct_virtual", fact)
	}
}

func TestCorrect_WhereAPartIs(t *testing.T) {
	x := real(t, "", "Ruggine dice 65 lost left_arm\nSgobbo lost head\nBullone dice 2\nactive Ruggine")
	head, arm := x.part("Ruggine.head"), x.part("Ruggine.right_arm")
	x.noFact("K02", "slot_taken", CorrectPartOn(head, 3, Head))
	x.noFact("K02", "slot_wrong", CorrectPartOn(head, 0, LeftArm))
	x.noFact("K01", "correct_same", CorrectPartOn(head, 0, Head))
	x.noFact("K05", "no_such_part", CorrectPartGone(30))
	x.noFact("K05", "no_such_robot", CorrectPartOn(head, 6, Head))
	hands := x.hands
	said := func(fact json.RawMessage, it, en string) {
		t.Helper()
		text, ok := x.view(1).FactText(fact)
		c := catalogue(t)
		if got := c.Printer("it").Text(text); got != it || !ok {
			t.Errorf("%s reads %q, want %q", fact, got, it)
		}
		if got := c.Printer("en").Text(text); got != en {
			t.Errorf("%s reads %q, want %q", fact, got, en)
		}
		if err := x.view(0).CheckFact(fact); err != nil {
			t.Error(err)
		}
		var log game.Log
		if err := x.Correct(fact, &log); err != nil {
			t.Fatal(err)
		}
		if len(log.Events) != 1 || log.Events[0].To != game.Everyone || c.Printer("en").Text(log.Events[0].Text) != "Correction: "+en+"." {
			t.Errorf("told %v", log.Events)
		}
		sound(t, x.State)
		if x.hands != hands || x.Last.Kind != DeedCorrected || x.Last.Seat != game.Watcher {
			t.Errorf("the last deed is %+v", x.Last)
		}
	}
	said(CorrectPartOnTable(head), "la testa di Ruggine sta sul tavolo", "Ruggine's head lies on the table")
	if x.income(x.cfg, 1).Trophies != 1 || x.Last.Part != int8(head) || x.Last.Robot != None {
		t.Errorf("the last deed is %+v", x.Last)
	}
	x.noFact("K01", "correct_same", CorrectPartOnTable(head))
	said(CorrectPartOn(head, 1, Head), "la testa di Ruggine sta su Sgobbo (testa)", "Ruggine's head is on Sgobbo (head)")
	if raw, _ := x.MarshalJSON(); !strings.Contains(string(raw), `"last":{"kind":"corrected","seat":null,"robot":1,"slot":"head","part":`) {
		t.Errorf("it is told as %s", raw)
	}
	said(CorrectPartGone(head), "la testa di Ruggine è fuori dal gioco", "Ruggine's head has left the game")
	said(CorrectPartOn(head, 0, Head), "la testa di Ruggine sta su Ruggine (testa)", "Ruggine's head is on Ruggine (head)")
	// An arm goes to either side, also on the same robot.
	said(CorrectPartOn(arm, 0, LeftArm), "il braccio destro di Ruggine sta su Ruggine (braccio sinistro)", "Ruggine's right arm is on Ruggine (left arm)")
	if x.Robots[0].Slots[RightArm] != None || x.Robots[0].Slots[LeftArm] != int8(arm) {
		t.Errorf("its slots are %v", x.Robots[0].Slots)
	}
	// And play goes on with things as they are now.
	x.refuses("K14", "no_weapon", Attack(6, RightArm, 3))
	x.do(Attack(6, LeftArm, 3), PrizePart(x.part("Bullone.head")), Done(), End())
}

func TestCorrect_WhereAMalloppoIs(t *testing.T) {
	x := real(t, "", "malloppo\nRuggine dice 65 loot 2\nBullone loot 3\nactive Ruggine")
	x.noFact("K30", "no_such_loot", CorrectLootOnTable(6))
	x.noFact("K03", "hands_full", CorrectLootOn(0, 3))
	x.noFact("K01", "correct_same", CorrectLootOn(3, 3))
	x.noFact("K01", "correct_same", CorrectLootOnTable(0))
	x.noFact("K05", "no_such_robot", CorrectLootOn(0, 12))
	for _, c := range []struct {
		fact   json.RawMessage
		it, en string
	}{
		{CorrectLootOn(0, 0), "un malloppo del tavolo sta su Ruggine", "a piece of loot from the table is on Ruggine"},
		{CorrectLootOn(0, 1), "un malloppo di Ruggine sta su Sgobbo", "a piece of Ruggine's loot is on Sgobbo"},
		{CorrectLootGone(0), "un malloppo di Sgobbo è fuori dal gioco", "a piece of Sgobbo's loot has left the game"},
		{CorrectLootOnTable(0), "un malloppo uscito dal gioco sta sul tavolo", "a piece of loot that had left the game lies on the table"},
	} {
		text, _ := x.view(game.Watcher).FactText(c.fact)
		if got := catalogue(t).Printer("it").Text(text); got != c.it {
			t.Errorf("%s reads %q, want %q", c.fact, got, c.it)
		}
		if got := catalogue(t).Printer("en").Text(text); got != c.en {
			t.Errorf("%s reads %q, want %q", c.fact, got, c.en)
		}
		if err := x.Correct(c.fact, nil); err != nil {
			t.Fatal(err)
		}
		sound(t, x.State)
	}
	x.do(PickUp(5, 0))
	if x.carried(0) != 3 {
		t.Errorf("%d carried", x.carried(0))
	}
}

func TestCorrect_WhileAnOrderWaits(t *testing.T) {
	x := real(t, "", "Ruggine dice 65\nBullone dice 2\nactive Ruggine")
	x.do(Attack(6, RightArm, 3), PrizePart(x.part("Bullone.head")))
	if err := x.Correct(CorrectPartOn(x.part("Bullone.head"), 3, Head), nil); err != nil {
		t.Fatal(err)
	}
	sound(t, x.State)
	if x.Phase != PhaseOrder || x.view(1).OrderText().IsZero() {
		t.Errorf("phase %v", x.Phase)
	}
	x.do(Done(), End())
}

func TestCorrect_WhatIsNoFact(t *testing.T) {
	x := real(t, "", "malloppo\nRuggine dice 65\nactive Ruggine")
	for raw, field := range map[string]string{
		``: "", `[]`: "", `{`: "", `null`: "", `{"type":"part","type":"part"}`: "",
		`{}`: "type", `{"type":"dice"}`: "type", `{"type":1}`: "type",
		`{"type":"part","at":"table"}`: "part", `{"type":"part","part":-1,"at":"table"}`: "part", `{"type":"part","part":1.0,"at":"table"}`: "part",
		`{"type":"part","part":"1","at":"table"}`: "part", `{"type":"part","part":99999999999,"at":"table"}`: "part",
		`{"type":"part","part":1}`: "at", `{"type":"part","part":1,"robot":1}`: "at", `{"type":"part","part":1,"slot":"head"}`: "at",
		`{"type":"part","part":1,"robot":1,"slot":"head","at":"table"}`: "at", `{"type":"part","part":1,"at":"moon"}`: "at",
		`{"type":"part","part":1,"robot":1,"slot":"tail"}`: "slot", `{"type":"part","part":1,"robot":-1,"slot":"head"}`: "robot",
		`{"type":"loot","loot":0,"robot":0,"slot":"head"}`: "slot", `{"type":"loot","loot":0}`: "at", `{"type":"loot","part":0,"at":"table"}`: "part",
		`{"type":"loot","loot":0,"at":null}`: "at", `{"type":"part","part":1,"at":"table","seat":0}`: "seat",
	} {
		err := x.Correct(json.RawMessage(raw), nil)
		var e *game.Error
		if !errors.As(err, &e) || e.Field != field || e.Rule != "K01" || !strings.HasPrefix(e.Code, "fact_") {
			t.Errorf("%s: got %v, want a refusal of %q", raw, err, field)
		}
	}
	long := `{"` + strings.Repeat("k", 1<<20) + `":1,"type":"part"}`
	if err := x.Correct(json.RawMessage(long), nil); err == nil || len(err.Error()) > 500 {
		t.Error("a refusal repeats all that it refuses")
	}
}

// FuzzFacts: no fact brings anything down, and what is refused changes nothing.
func FuzzFacts(f *testing.F) {
	for _, fact := range []json.RawMessage{CorrectPartOn(3, 2, Head), CorrectPartOnTable(3), CorrectPartGone(3), CorrectLootOn(1, 2), CorrectLootOnTable(1), CorrectLootGone(0)} {
		f.Add([]byte(fact))
	}
	var states []*State
	for _, options := range []string{`{"table":"companion","rounds":2}`, `{"rounds":1}`} {
		p := newPlayer(5)
		cfg, err := New().Configure(json.RawMessage(options), 2)
		if err != nil {
			f.Fatal(err)
		}
		for s := cfg.Start(p.src, nil).(*State); !s.Over(); p.step(f, s) {
			states = append(states, s.Copy(nil).(*State))
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		first := 0
		for _, b := range raw {
			first = first*31%9973 + int(b)
		}
		for i := first % 97; i < len(states); i += 97 {
			was, _ := game.HashOf(states[i])
			s := states[i].Copy(nil).(*State)
			v := s.View(1, nil).(*View)
			says, ok := v.FactText(raw)
			err := s.Correct(raw, nil)
			if (err == nil) != (v.CheckFact(raw) == nil) || err == nil && (!ok || says.IsZero()) {
				t.Fatalf("%q: %v, and the view says otherwise", raw, err)
			}
			if now, _ := game.HashOf(s); err != nil && now != was {
				t.Fatalf("%q is refused and changes something", raw)
			}
			sound(t, s)
		}
	})
}

// TestCorrect_FactsReadBack: what the helpers make is what the rules read.
func TestCorrect_FactsReadBack(t *testing.T) {
	got := []string{string(CorrectPartOn(3, 2, LeftArm)), string(CorrectPartOnTable(3)), string(CorrectPartGone(3)),
		string(CorrectLootOn(5, 2)), string(CorrectLootOnTable(5)), string(CorrectLootGone(5))}
	want := []string{`{"type":"part","part":3,"robot":2,"slot":"left_arm"}`, `{"type":"part","part":3,"at":"table"}`, `{"type":"part","part":3,"at":"gone"}`,
		`{"type":"loot","loot":5,"robot":2}`, `{"type":"loot","loot":5,"at":"table"}`, `{"type":"loot","loot":5,"at":"gone"}`}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
