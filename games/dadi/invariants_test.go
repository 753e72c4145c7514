package dadi

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

// fatal is what a test and a property have in common.
type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

// sound checks what holds in every state, from the rules page.
func sound(t fatal, s *State) {
	t.Helper()
	c := s.cfg
	var standing []int
	for i := range s.Dice {
		if !s.Dice[i].Stands {
			if s.Dice[i] != (Die{}) {
				t.Fatalf("die %d is dead and somewhere", i)
			}
			continue
		}
		standing = append(standing, i)
		if i >= c.dice || s.Out.Has(SeatOf(i)) {
			t.Fatalf("die %d stands, whose player is not in the game", i)
		}
		d := s.disc(i)
		if !s.Ground.Scene.Free(d, nil) {
			t.Fatalf("die %d is off the table or in something, at %v", i, d.C)
		}
		for _, j := range standing[:len(standing)-1] {
			if geom.Gap(d, s.disc(j)) < -1 {
				t.Fatalf("dice %d and %d overlap", i, j)
			}
			// Who touches an enemy fights at once, but for the one whose melee waits.
			if SeatOf(i) != SeatOf(j) && s.Phase != PhaseOver && s.touching(i, j) && !(s.Fights && (i == int(s.Active) || j == int(s.Active))) {
				t.Fatalf("dice %d and %d touch and do not fight, in phase %v", i, j, s.Phase)
			}
		}
	}
	for i, p := range s.Ground.Pieces {
		g := Ground{Pieces: s.Ground.Pieces[:i]}
		if g.fits(c, p.Poly) != fine {
			t.Fatalf("object %d lies where it cannot", i)
		}
	}
	for seat := range game.Seat(c.seats) {
		out, commander := s.Out.Has(seat), s.Dice[ID(seat, Commander)].Stands
		if s.Phase > PhaseCamp && out == commander {
			t.Fatalf("seat %d is out: %v, and its commander stands: %v", seat, out, commander)
		}
		if out && s.living(seat) > 0 {
			t.Fatalf("seat %d is out and has dice", seat)
		}
	}
	active := s.Active != None
	switch s.Phase {
	case PhaseTurn:
		if !active || s.Fights || s.Moved && s.Fired || (s.Moved || s.Fired) && NumberOf(int(s.Active)) != Commander {
			t.Fatalf("phase %v: active %d, moved %v, fired %v, fights %v", s.Phase, s.Active, s.Moved, s.Fired, s.Fights)
		}
	case PhaseMelee:
		if _, n := s.touched(c, int(s.Active)); !active || !s.Fights || !s.Moved || n < 2 {
			t.Fatalf("phase %v: active %d, fights %v, %d to fight", s.Phase, s.Active, s.Fights, n)
		}
	case PhaseReserve, PhaseArrival:
		if s.Lost == None || NumberOf(int(s.Lost)) == Commander || s.Dice[s.Lost].Stands {
			t.Fatalf("phase %v: lost %d", s.Phase, s.Lost)
		}
	}
	if active && !s.Dice[s.Active].Stands || s.Lost != None && s.Phase != PhaseReserve && s.Phase != PhaseArrival {
		t.Fatalf("phase %v: active %d, lost %d", s.Phase, s.Active, s.Lost)
	}
	if s.Over() != (s.ToAct() == 0) || int(s.Round) > c.opt.RoundLimit {
		t.Fatalf("over %v, to act %v, round %d", s.Over(), s.ToAct().List(), s.Round)
	}
}

// lawful checks one step: what may have changed by what was done.
func lawful(t fatal, before, after *State, a *Action) {
	t.Helper()
	c := after.cfg
	raw, _ := json.Marshal(a)
	gone := 0
	for i := range c.dice {
		was, is := before.Dice[i], after.Dice[i]
		switch {
		case was == is:
		case was.Stands && is.Stands: // moved
			far := c.move[i%Soldiers]
			if a.Kind != ActMove || i != int(before.Active) || geom.Square(was.At, is.At) > far*far {
				t.Fatalf("after %s die %d has gone from %v to %v", raw, i, was.At, is.At)
			}
			if !before.Ground.Ascent.Afford(was.At, is.At, far) {
				t.Fatalf("after %s die %d went up for nothing", raw, i)
			}
		case is.Stands: // placed, or back
			if a.Kind != ActPlace && (a.Kind != ActArrive || i != int(before.Lost)) {
				t.Fatalf("after %s die %d has appeared", raw, i)
			}
		default:
			gone++
			if a.Kind == ActFire && i != int(a.Target) && NumberOf(int(a.Target)) != Commander {
				t.Fatalf("after %s die %d is dead", raw, i)
			}
			if a.Kind != ActFire && a.Kind != ActMove && a.Kind != ActFight && !before.Fights {
				t.Fatalf("after %s die %d is dead", raw, i)
			}
		}
	}
	if a.Kind == ActFire && (geom.Square(before.Dice[before.Active].At, before.Dice[a.Target].At) > c.fire[before.Active%Soldiers]*c.fire[before.Active%Soldiers] ||
		before.top(before.Dice[before.Active].At) != before.top(before.Dice[a.Target].At)) {
		t.Fatalf("%s was allowed", raw)
	}
	if before.Ground != after.Ground && before.Phase != PhaseScenery {
		t.Fatalf("after %s the scenery has changed", raw)
	}
	if after.Told == 0 {
		t.Fatalf("after %s nothing is told", raw)
	}
}

// anyOptions makes options at random.
func anyOptions(draw func(lo, hi int) int) string {
	one := func(list ...string) string { return list[draw(0, len(list)-1)] }
	army := ""
	for range Soldiers {
		army += fmt.Sprintf(",[%d,%d]", draw(0, 8), draw(0, 10))
	}
	return fmt.Sprintf(`{"table_cm":[%d,%d],"army":[%s],"scenery":%q,"scenery_each":%d,"dead_pick":%q,"round_limit":%d}`,
		draw(50, 110), draw(50, 110), army[1:], one("players", "players", "auto"), draw(0, 5), one("reroll", "pass"), draw(1, 40))
}

func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 6).Draw(t, "seats")
		options := anyOptions(func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "option") })
		cfg, err := New().Configure(json.RawMessage(options), seats)
		if err != nil {
			t.Fatalf("%s: %v", options, err)
		}
		src := dice.NewFast(rapid.Uint64().Draw(t, "dice"), 1)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "play"), 1))
		s := cfg.Start(src, nil).(*State)
		var before game.State
		for range 4000 {
			sound(t, s)
			if s.Over() {
				return
			}
			seat := s.ToAct().First()
			v := s.View(seat, nil)
			a := v.Sample(rng)
			if rng.IntN(6) == 0 {
				list := v.Actions()
				a = list[rng.IntN(len(list))]
			}
			before = s.Copy(before)
			if err := s.Apply(seat, a, src, nil); err != nil {
				t.Fatalf("%+v: %v", a, err)
			}
			lawful(t, before.(*State), s, a.(*Action))
		}
		t.Fatalf("it does not end")
	})
}

// Random matches end, whatever the options.
func TestRandomMatchesEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var did [NumDeeds]int
	longest, reached := 0, 0
	n := many(500, 20000)
	for i := range n {
		seats, options := 2+i%5, ""
		if i%2 == 1 {
			options = anyOptions(func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) })
		}
		p := newPlayer(uint64(i))
		s := configure(t, options, seats).Start(p.src, nil).(*State)
		steps := 0
		for ; !s.Over(); steps++ {
			p.step(t, s)
			for _, d := range s.Deeds[:s.Told] {
				did[d.Kind]++
			}
			if steps > 20000 {
				t.Fatalf("%s does not end", options)
			}
		}
		sound(t, s)
		if len(s.Result().Winners) == 0 {
			t.Fatalf("%s ends without a winner", options)
		}
		longest = max(longest, steps)
		if int(s.Round) == s.cfg.opt.RoundLimit {
			reached++
		}
	}
	for k := DeedLaid; k < NumDeeds; k++ {
		if did[k] == 0 {
			t.Errorf("in %d random matches nobody ever %v", n, k)
		}
	}
	t.Logf("%d matches, the longest of %d actions; %d came to their last round", n, longest, reached)
}

func TestReplaysToTheSameHash(t *testing.T) {
	for seed := range uint64(5) {
		var hashes [2]game.Hash
		for i := range hashes {
			p := newPlayer(seed)
			s := configure(t, "", 2+int(seed)).Start(p.src, nil).(*State)
			p.play(t, s)
			hashes[i], _ = game.HashOf(s)
		}
		if hashes[0] != hashes[1] {
			t.Errorf("seed %d: %v and then %v", seed, hashes[0], hashes[1])
		}
	}
}

// A journal that is damaged rolls the same for ever. Whoever reads it must come
// to an end.
func TestADamagedJournalDoesNotHang(t *testing.T) {
	for _, options := range []string{"", `{"dead_pick":"pass"}`} {
		src := dice.NewReplay(nil) // nothing but zeros
		s := configure(t, options, 4).Start(src, nil).(*State)
		rng := rand.New(rand.NewPCG(1, 1))
		for n := 0; !s.Over(); n++ {
			seat := s.ToAct().First()
			if err := s.Apply(seat, s.View(seat, nil).Sample(rng), src, nil); err != nil || n > 20000 {
				t.Fatalf("%d actions: %v", n, err)
			}
		}
	}
}
