package klang

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"banco/game"
)

// tally keeps the score of a match on a real table as somebody with paper and
// pencil would: from what everybody is told, without a look at the state. Parts
// and malloppi are counted by what the news say of them.
type tally struct {
	carried map[string]int    // malloppi by robot
	worn    map[string]string // part, as "robot slot" at the start, to who wears it, "" on the ground; blown up: gone
	side    map[string]int    // of a robot
	points  [2]int
}

func newTally(sides [2][]string) *tally {
	t := &tally{map[string]int{}, map[string]string{}, map[string]int{}, [2]int{}}
	for side, robots := range sides {
		for _, r := range robots {
			t.side[r] = side
			for _, slot := range []string{"torso", "right_arm", "left_arm", "head", "backpack"} {
				t.worn[r+" "+slot] = r
			}
		}
	}
	return t
}

// hear reads one sentence of the news.
func (t *tally) hear(m game.Message) {
	name := func(i int) string { return m.Args[i].(string) }
	part := func(i int) string { // "klang.part_of.head" of "Ruggine"
		p := m.Args[i].(game.Message)
		return p.Args[0].(string) + " " + strings.TrimPrefix(p.Key, "klang.part_of.")
	}
	switch m.Key {
	case "klang.knocked_off":
		t.worn[part(2)] = ""
	case "klang.unbolted":
		t.worn[part(1)] = ""
	case "klang.bolted":
		t.worn[part(1)] = name(0)
	case "klang.sabotaged":
		delete(t.worn, part(2))
	case "klang.loot_dropped":
		t.carried[name(1)]--
	case "klang.loot_torn":
		t.carried[name(1)]--
		t.carried[name(0)]++
	case "klang.picked_up":
		t.carried[name(0)]++
	case "klang.income":
		// Said once for each side; it is time to count when the first is said.
		if m.Args[0].(game.Message).Key == "klang.side.0" {
			t.count()
		}
	}
}

func (t *tally) count() {
	for robot, n := range t.carried {
		t.points[t.side[robot]] += []int{0, 1, 3, 6}[n]
	}
	for part, wearer := range t.worn {
		if owner, _, _ := strings.Cut(part, " "); wearer == "" {
			t.points[1-t.side[owner]]++
		}
	}
}

// TestTally_AScriptedMatch plays a short match on a real table move by move,
// with points worked out on paper.
func TestTally_AScriptedMatch(t *testing.T) {
	rosters := `[[{"name":"A","parts":[{"kind":"arm"},{"kind":"arm","weapon":"melee"},{"kind":"head"}]}],[{"name":"B","parts":[{"kind":"arm"},{"kind":"head"}]}]]`
	x := &table{T: t, State: start(t, `{"table":"companion","rounds":3,"closing":"fixed","malloppi_start":2,"malloppi_rounds":[1],"rosters":`+rosters+`}`, nil)}
	x.do(Ready(), Ready())
	points := func(when string, a, b int) {
		t.Helper()
		if got := x.Result().Scores; !slices.Equal(got, []int{a, b}) {
			t.Errorf("%s the score is %v, want %d and %d", when, got, a, b)
		}
	}
	// Round 1. A takes both malloppi and knocks B's head off; B shoots one down.
	x.roll([]int{6, 5, 3, 3, 2, 1}, Activate(0))
	x.do(Walk(5, 97), PickUp(3, 0), PickUp(3, 1), Attack(6, RightArm, 1), PrizePart(x.part("B.head")), Done(), End())
	x.roll([]int{6, 4, 1, 1}, Activate(1))
	x.do(Attack(6, RightArm, 0), PrizeLoot(1), Done(), PickUp(1, 1), End())
	points("after round 1", 1+1, 1) // a malloppo and the head; a malloppo
	x.do(Done(), Done())
	// Round 2. A tears B's malloppo away and bolts the head on where its own was;
	// B blows it up.
	x.roll([]int{6, 5, 4, 2, 2, 1}, Activate(0))
	x.do(Attack(6, LeftArm, 1), PrizeLoot(1), Done(), Unbolt(1, Head), Bolt(hand("22"), x.part("B.head"), Head), End())
	x.roll([]int{6, 6, 5, 1}, Activate(1))
	x.do(Sabotage(5, x.part("B.head")), Done(), PickUp(1, 2), End())
	points("after round 2", 2+3, 1+1+1) // two malloppi; A's head and a malloppo
	// Round 3. A runs; B knocks an arm off it.
	x.roll([]int{4, 4, 1, 1, 1}, Activate(0))
	x.do(Walk(4, 80), End())
	x.roll([]int{6, 5, 1, 1}, Activate(1))
	x.do(Attack(6, RightArm, 0), PrizePart(x.part("A.left_arm")), Done(), End())
	points("after round 3", 5+3, 3+2+1) // two malloppi; A's head and arm, a malloppo
	if r := x.Result(); !x.Over() || !slices.Equal(r.Winners, []game.Seat{0}) {
		t.Errorf("the result is %+v", r)
	}
}

// TestTally_RandomMatches holds the app's score against the tally of its news,
// on both kinds of table.
func TestTally_RandomMatches(t *testing.T) {
	for i, options := range []string{`{"table":"companion"}`, `{"table":"companion","armour":"spent","malloppi_start":8}`, `{"terrain":"piazzale"}`} {
		for seed := range uint64(many(4, 100)) {
			var log game.Log
			p := newPlayer(seed + 100*uint64(i))
			s := configure(t, options).Start(p.src, &log).(*State)
			var sides [2][]string
			for _, r := range s.cfg.robots {
				sides[r.Seat] = append(sides[r.Seat], r.Name)
			}
			paper := newTally(sides)
			rng := rand.New(rand.NewPCG(seed, 3))
			for !s.Over() {
				seat := s.ToAct().First()
				log.Events = log.Events[:0]
				if err := s.Apply(seat, s.View(seat, nil).Sample(rng), p.src, &log); err != nil {
					t.Fatal(err)
				}
				for _, e := range log.Events {
					paper.hear(e.Text)
				}
				if got := s.Result().Scores; got[0] != paper.points[0] || got[1] != paper.points[1] {
					t.Fatalf("%s, seed %d, round %d: the app says %v and the paper %v", options, seed, s.Round, got, paper.points)
				}
			}
		}
	}
}
