package dadi

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"banco/dice"
	"banco/game"
)

// Chances measured over many rolls agree with exact ones, found here by counting
// all ways the dice can fall.

// rolled is how often something is rolled; less often in short mode, where the
// intervals are wider.
func rolled() int {
	if testing.Short() {
		return 20000
	}
	return 200000
}

// within checks a share against its exact chance, at 99.9 %.
func within(t *testing.T, what string, hits, of int, want float64) {
	t.Helper()
	got := float64(hits) / float64(of)
	if wide := 3.2905 * math.Sqrt(want*(1-want)/float64(of)); math.Abs(got-want) > wide {
		t.Errorf("%s: %d of %d, %.5f; exactly it is %.5f ± %.5f", what, hits, of, got, want, wide)
	}
}

// trial does an action on a fresh copy and counts what the test asks about.
func trial(t *testing.T, x *table, src dice.Source, a *Action, n int, happened func(s *State) bool) (count int) {
	t.Helper()
	var s game.State
	seat := x.seat()
	for range n {
		s = x.Copy(s)
		if err := s.Apply(seat, a, src, nil); err != nil {
			t.Fatal(err)
		}
		if happened(s.(*State)) {
			count++
		}
	}
	return count
}

func TestChances_HitsByNumber(t *testing.T) {
	src := dice.NewFast(1, 11)
	for number := 1; number <= Soldiers; number++ {
		x := set(t, 2, "", fmt.Sprintf("blue %d 300,360", number), "red 4 300,300", "active red 4")
		ways := 0
		for roll := 1; roll <= 6; roll++ {
			if roll == number-1 || roll == number || roll == number+1 {
				ways++
			}
		}
		n := trial(t, x, src, Fire(ID(1, number)), rolled(), func(s *State) bool { return !s.Dice[ID(1, number)].Stands })
		within(t, fmt.Sprintf("a shot at %d", number), n, rolled(), float64(ways)/6)
	}
}

func TestChances_Melee(t *testing.T) {
	won, lost := 0, 0
	for mine := 1; mine <= 6; mine++ {
		for theirs := 1; theirs <= 6; theirs++ {
			switch {
			case mine > theirs:
				won++
			case mine < theirs:
				lost++
			}
		}
	}
	exact := float64(won) / float64(won+lost) // equals roll again, so they do not count
	x := set(t, 2, "", "red 3 300,300", "blue 4 300,400", "active red 3")
	n := trial(t, x, dice.NewFast(2, 11), x.moveTo("300,400"), rolled(), func(s *State) bool { return !s.Dice[ID(1, 4)].Stands })
	within(t, "the mover wins", n, rolled(), exact)
	n = trial(t, x, dice.NewFast(3, 11), x.moveTo("300,400"), rolled(), func(s *State) bool { return s.Deeds[2].Kind == DeedFought })
	within(t, "a fight is rolled again", n, rolled(), float64(36-won-lost)/36)
}

// Against two in turn, the mover outlives both a quarter of the time.
func TestChances_MeleeAgainstTwo(t *testing.T) {
	x := set(t, 2, "", "red 3 300,300", "blue 2 284,360", "blue 5 316,360", "active red 3")
	x.Dice[x.die("blue 1")].At.X = 800
	x.roll(x.moveTo("300,360"))
	src := dice.NewFast(4, 11)
	n := trial(t, x, src, Fight(x.die("blue 2")), rolled()/2, func(s *State) bool {
		for s.Phase == PhaseReserve {
			if err := s.Apply(s.ToAct().First(), Decline(), src, nil); err != nil {
				t.Fatal(err)
			}
		}
		return s.Dice[ID(0, 3)].Stands
	})
	within(t, "the mover outlives two", n, rolled()/2, 0.25)
}

func TestChances_Reserves(t *testing.T) {
	x := fallen(t)
	n := trial(t, x, dice.NewFast(5, 11), Reserve(), rolled(), func(s *State) bool { return s.Phase == PhaseArrival })
	within(t, "a reserve comes", n, rolled(), 1.0/6)
}

// firstOf is the exact chance of each of n players to win a roll-off in which
// those who share the highest roll again.
func firstOf(n int) []float64 {
	chance := make([]float64, n)
	if n == 1 {
		return []float64{1}
	}
	again := 0.0 // that all are equal
	for code := range int(math.Pow(6, float64(n))) {
		rolls := make([]int, n)
		for i := range rolls {
			rolls[i] = code%6 + 1
			code /= 6
		}
		var best []int
		for i, r := range rolls {
			if r == slices.Max(rolls) {
				best = append(best, i)
			}
		}
		p := math.Pow(6, float64(-n))
		if len(best) == n {
			again += p
			continue
		}
		for i, q := range firstOf(len(best)) {
			chance[best[i]] += p * q
		}
	}
	for i := range chance {
		chance[i] /= 1 - again
	}
	return chance
}

func TestChances_RollOffs(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		exact := slices.Repeat([]float64{1 / float64(seats)}, seats) // by symmetry, as counting shows for the smaller ones
		if seats <= 4 {
			exact = firstOf(seats)
		}
		n := rolled()
		x := set(t, seats, "")
		x.Turn = x.Orders - 1
		x.Active = int8(ID(x.Order[x.Turn], Commander))
		c := configure(t, `{"scenery_each":0}`, seats)
		first, camp := make([]int, seats), make([]int, seats)
		src := dice.NewFast(uint64(seats), 12)
		trial(t, x, src, End(), n, func(s *State) bool { first[s.Order[0]]++; return false })
		for range n {
			camp[c.Start(src, nil).(*State).Order[0]]++
		}
		for seat := range seats {
			within(t, fmt.Sprintf("of %d players seat %d starts a round", seats, seat), first[seat], n, exact[seat])
			within(t, fmt.Sprintf("of %d players seat %d camps first", seats, seat), camp[seat], n, exact[seat])
		}
	}
}

// Every living soldier is named as often as every other, dead ones or not.
func TestChances_WhoIsNamed(t *testing.T) {
	for _, living := range [][]int{{1, 2, 3, 4, 5, 6}, {1, 4, 5}, {1, 6}} {
		x := set(t, 2, "", "red 4 300,300", "active red 4")
		for _, n := range living[1:] {
			x.Dice[ID(1, n)] = Die{x.point(fmt.Sprintf("%d,500", 100+30*n)), true}
		}
		var named [Soldiers + 1]int
		trial(t, x, dice.NewFast(uint64(len(living)), 13), End(), rolled(), func(s *State) bool { named[NumberOf(int(s.Active))]++; return false })
		for _, n := range living {
			within(t, fmt.Sprintf("%d of %v", n, living), named[n], rolled(), 1/float64(len(living)))
		}
	}
}
