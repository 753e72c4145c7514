package nucleo

import (
	"encoding/json"
	"slices"
	"testing"

	"banco/dice"
	"banco/game"
)

// A forecast is what then happens, for every card and in every match.
func TestView_ForecastComesTrue(t *testing.T) {
	tried := 0
	for seed := range uint64(many(40, 400)) {
		p := newPlayer(seed)
		s := configure(t, `{"difficulty":6}`, 1+int(seed%4)).Start(p.src, nil).(*State)
		for !s.Over() {
			if s.Phase == PhaseAct {
				seat := s.cfg.owner(s.Active)
				v := s.View(seat, nil).(*View)
				for card := range MachineCards {
					if s.Machine&(1<<card) == 0 || p.rng.IntN(20) > 0 {
						continue
					}
					deeds, outcome := v.ForecastCard(card)
					c := s.Copy(nil).(*State)
					c.Machine, c.Burnt = 1<<card, 0
					if err := c.Apply(seat, End(), dice.NewFast(1, 1), nil); err != nil {
						t.Fatal(err)
					}
					tried++
					got := c.Deeds[1:c.Told] // the first tells which card it is
					if len(got) < len(deeds) || !slices.Equal(got[:len(deeds)], deeds) {
						t.Fatalf("card %d: forecast %v, then %v", card, deeds, got)
					}
					if outcome != Undecided && c.Outcome != outcome {
						t.Fatalf("card %d: forecast %v, then %v", card, outcome, c.Outcome)
					}
				}
			}
			p.step(t, s)
		}
	}
	if tried < 300 {
		t.Errorf("only %d forecasts", tried)
	}
}

func TestView_ForecastChangesNothingAndKnowsWhoIsNext(t *testing.T) {
	x := planning(t)
	x.First = 1 // on 4
	x.Hunters[9] = 1
	v := x.view(2)
	before := mustJSON(v)
	deeds, outcome := v.Forecast(MachineMechs)
	want := of(DeedChased, 1)
	want.From, want.To, want.N = 9, 4, 1
	if !slices.Equal(deeds, []Deed{want}) || outcome != Undecided {
		t.Errorf("%+v", deeds)
	}
	if after := mustJSON(v); string(before) != string(after) {
		t.Error("a forecast changed the view")
	}
	x.Phase = PhaseOver
	if deeds, _ := x.view(0).Forecast(MachineAutomata); deeds != nil {
		t.Errorf("%v", deeds)
	}
	// A forecast of the end.
	y := set(t, "", 1, "\n.\n. . . .\n. *0 A\n. . . .\n.\n", closed2)
	if _, outcome := y.view(0).Forecast(MachineReboot); outcome != DefeatCore {
		t.Errorf("%v", outcome)
	}
}

// Whatever the machine does can be read back from the sentence that tells of it.
func TestView_TheMachinesDeedsCanBeRetold(t *testing.T) {
	seen := map[DeedKind]bool{}
	for seed := range uint64(many(40, 200)) {
		p := newPlayer(seed)
		s := configure(t, `{"difficulty":6}`, 1+int(seed%4)).Start(p.src, nil).(*State)
		for !s.Over() {
			p.step(t, s)
			v := s.View(game.Watcher, nil).(*View)
			for _, d := range v.LastDeeds() {
				got, ok := v.Retold(v.Words(d))
				if d.Kind < DeedDrew || d.Kind >= DeedEnded {
					if ok {
						t.Fatalf("%+v is none of the machine's, and read as %+v", d, got)
					}
					continue
				}
				seen[d.Kind] = true
				if d.Kind == DeedDeployed {
					d.Edge = None
				}
				if d.Kind == DeedDrew && MachineWord(int(got.Card)).String() == MachineWord(int(d.Card)).String() && slices.Equal(MachineDoes(int(got.Card)), MachineDoes(int(d.Card))) {
					got.Card = d.Card
				}
				if !ok || got != d {
					t.Fatalf("%v is read as %+v and was %+v", v.Words(d), got, d)
				}
			}
		}
	}
	for kind := DeedDrew; kind < DeedEnded; kind++ {
		if !seen[kind] && kind != DeedWaits {
			t.Errorf("no deed of kind %s came up", kind)
		}
	}
	v := configure(t, "", 2).Start(newPlayer(1).src, nil).View(0, nil).(*View)
	for _, m := range []game.Message{{}, game.Msg("nucleo.deed."), game.Msg("nucleo.deed.walled"), game.Msg("nucleo.deed.walled", 3), game.Msg("nucleo.deed.toxic", CellWord(1)),
		game.Msg("nucleo.deed.flipped", "left"), game.Msg("nucleo.deed.waits", "1"), game.Msg("nucleo.drew", CardWord(1)), game.Msg("table.news.bot", "Ada")} {
		if d, ok := v.Retold(m); ok {
			t.Errorf("%v is read as %+v", m, d)
		}
	}
}

func TestView_Cells(t *testing.T) {
	x := set(t, "", 2, "\n.\n. . . .\nB *4ss Aaboh\n. . F5s T\n.\n", closed2, "walls 2-7~ 1-12")
	list := x.view(0).Cells()
	if len(list) != Cells {
		t.Fatalf("%d cells", len(list))
	}
	c := list[1]
	if c.Habitat != Plain || c.Pollution != 1 || c.Toxic || c.Hunters != 1 || !slices.Equal(c.Camps, []int{0, 1}) || !slices.Equal(c.Leaders, []int{0}) || c.Factory != None || c.Runs {
		t.Errorf("%+v", c)
	}
	if s := c.Sides[1]; s.Beyond != 7 || s.Wall != Open || s.Closed || !s.Walk || s.Outlet {
		t.Errorf("%+v", s)
	}
	if s := c.Sides[0]; s.Beyond != None || s.Walk {
		t.Errorf("%+v", s)
	}
	if s := c.Sides[5]; s.Beyond != 12 || s.Wall != Whole || !s.Closed || s.Walk {
		t.Errorf("%+v", s)
	}
	if c := list[2]; c.Factory != 5 || !c.Runs || c.Snipers != 1 || c.Sides[5].Outlet != true || c.Sides[0].Outlet || c.Sides[1].Outlet {
		t.Errorf("%+v", c)
	}
	if c := list[Core]; c.Factory != 4 || !c.Runs || c.Snipers != 2 || !c.Sides[0].Outlet || c.Sides[1].Outlet {
		t.Errorf("%+v", c)
	}
	if c := list[7]; !c.Toxic || c.Pollution != 0 {
		t.Errorf("%+v", c)
	}
	if p := x.view(0).PathOf(0); p.Edge != None {
		t.Errorf("%+v", p)
	}
	x.line([]string{"automata", "3/4-", "core"})
	if p := x.view(0).PathOf(0); p.Ahead != 9 && p.Ahead != 4 || p.Circles == None || p.Next == None {
		t.Errorf("%+v", p)
	}
}

func TestView_JSON(t *testing.T) {
	x := set(t, "", 2, "\n.\n. . . .\nB *4ss Aaboh\n. . F5s T\n.\n", "walls 1-7~", "automata 3/4- core", "A hand 1,2,6")
	x.by(1, PointAt(2))
	var seen struct {
		Game, Phase, Outcome string
		Seat, Active         *int
		Cells                []struct {
			ID, Pollution int
			Habitat       string
			Factory       *int
			Camps         []int
			Sides         []struct {
				Edge   int
				Beyond *int
				Wall   string
			}
		}
		Automata []struct{ Edge, Ahead *int }
		Players  []struct {
			Faction, Leader string
			Hand            int
			At, Card        *int
		}
		Own []struct {
			Player int
			Hand   []int
			Pick   *int
		}
		Talk     []struct{ Kind string }
		Forecast map[string]struct{ Deeds []struct{ Kind string } }
		Options  Options
	}
	if err := json.Unmarshal(mustJSON(x.view(0)), &seen); err != nil {
		t.Fatal(err)
	}
	c := seen.Cells[1]
	if seen.Game != "nucleo" || seen.Phase != "act" || *seen.Seat != 0 || *seen.Active != 0 || len(seen.Cells) != Cells ||
		c.Habitat != "plain" || c.Pollution != 1 || c.Factory != nil || c.Sides[0].Beyond != nil || c.Sides[1].Wall != "breach" ||
		seen.Automata[1].Edge != nil || seen.Players[0].Faction != "order" || seen.Players[1].Leader != "steward" ||
		len(seen.Own) != 1 || !slices.Equal(seen.Own[0].Hand, []int{1, 2, 6}) || seen.Own[0].Pick != nil ||
		len(seen.Talk) != 1 || len(seen.Forecast) != 4 || len(seen.Forecast["factories"].Deeds) == 0 || seen.Options.CampCost != 4 {
		t.Errorf("%+v", seen)
	}
}

// What a view lists is legal and complete, action by action.
func TestView_ActionsAreLegalAndComplete(t *testing.T) {
	p := newPlayer(5)
	for range many(4, 40) {
		s := configure(t, "", 3).Start(p.src, nil).(*State)
		for !s.Over() {
			v := s.View(s.ToAct().First(), nil).(*View)
			listed := map[Action]bool{}
			for _, a := range v.Actions() {
				listed[*a.(*Action)] = true
			}
			for kind := ActTake; kind < NumActionKinds; kind++ {
				highest := 14
				switch kind {
				case ActLeave, ActPick, ActReinforce:
					highest = Defenders
				}
				for n := range highest + 1 {
					if numbers[kind] == "" && n > 0 {
						break
					}
					for _, item := range []bool{false, true} {
						if item && !kind.canUseItem() {
							continue
						}
						a := Action{Kind: kind, N: int32(n), Item: item}
						if legal := v.Check(&a) == nil; legal != listed[a] {
							t.Fatalf("%+v: legal %v, listed %v", a, legal, listed[a])
						}
					}
				}
			}
			p.step(t, s)
		}
	}
}
