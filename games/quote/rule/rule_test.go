package rule

import (
	"math"
	"slices"
	"testing"

	"banco/dice"
)

// The table of the rules page, line by line.

func TestQ06_StandardQuota(t *testing.T) {
	for _, test := range []struct {
		name              string
		dexterity, weapon int
		second            bool
		want              int
	}{
		{"dexterity 18, weapon 30: 4.8 is 5", 18, 30, false, 5},
		{"dexterity 13, weapon 40, shield: 5.3 + 1 = 6.3 is 6", 13, 40, true, 6},
		{"a half is rounded up", 15, 30, false, 5},
		{"just below a half is rounded down", 14, 30, false, 4},
		{"the +1 comes before rounding", 15, 20, true, 5},
		{"never under 1", 0, 0, false, 1},
		{"never over 9", 60, 60, true, 9},
	} {
		if got := Standard(test.dexterity, test.weapon, test.second); got != test.want {
			t.Errorf("%s: %d", test.name, got)
		}
	}
}

func TestQ07_Normalising(t *testing.T) {
	for _, test := range []struct {
		cautious   bool
		given, got []int
	}{
		{false, []int{4, 2}, []int{2, 1}},
		{false, []int{6, 4}, []int{3, 2}},
		{false, []int{2, 2}, []int{2, 2}},
		{false, []int{9, 3}, []int{3, 1}},
		{false, []int{1, 1}, []int{2, 2}},
		{false, []int{9, 9}, []int{2, 2}},
		{true, []int{1, 1}, []int{1, 1}},
		{true, []int{5, 5}, []int{1, 1}},
		{true, []int{4, 2}, []int{2, 1}},
		{false, []int{3, 2}, []int{3, 2}},
		{false, []int{6, 4, 2}, []int{3, 2, 1}},
		{false, []int{6, 3, 5}, []int{6, 3, 5}},
		{false, []int{3, 3, 3}, []int{2, 2, 2}},
	} {
		got := slices.Clone(test.given)
		Normalise(test.cautious, got)
		if !slices.Equal(got, test.got) {
			t.Errorf("%v (cautious %v) becomes %v, want %v", test.given, test.cautious, got, test.got)
		}
	}
}

func TestQ08_ModifiersTowardZero(t *testing.T) {
	for bonus, want := range map[int]int{0: 0, 9: 0, 10: 1, 15: 1, 19: 1, 20: 2, -9: 0, -10: -1, -15: -1, -20: -2} {
		if got := Modifier(bonus); got != want {
			t.Errorf("%+d is %+d, want %+d", bonus, got, want)
		}
	}
	if Assigned(8, 30) != 9 || Assigned(2, -30) != 1 || Assigned(4, 15) != 5 {
		t.Error("an assigned quota is not within 1 to 9")
	}
}

func TestQ05_AlliesAgainstOne(t *testing.T) {
	allies := []Fighter{{5, Strike}, {3, Strike}, {2, Strike}}
	if one, each := Quotas(Fighter{6, Strike}, allies, 0, false, false); one != 6 || !slices.Equal(each, []int{5, 5, 4}) {
		t.Errorf("5, 3, 2 allied against one roll against %v, and it against %d", each, one)
	}
	if _, each := Quotas(Fighter{6, Strike}, []Fighter{{9, Strike}, {8, Strike}}, 0, false, false); each[1] != 9 {
		t.Errorf("8 + 2 is %d", each[1])
	}
	if got := Order([]Fighter{{2, Strike}, {5, Strike}, {3, Strike}, {5, Strike}}); !slices.Equal(got, []int{1, 3, 2, 0}) {
		t.Errorf("from the strongest to the weakest: %v", got)
	}
	if one, each := Quotas(Fighter{4, Strike}, []Fighter{{6, Strike}, {2, Strike}}, 1, true, false); one != 2 || !slices.Equal(each, []int{3, 3}) {
		t.Errorf("4 against 6, 2 normalised: %d against %v", one, each)
	}
}

func TestQ10_ClosingInDefence(t *testing.T) {
	if one, each := Quotas(Fighter{4, Defend}, []Fighter{{5, Strike}, {1, Strike}}, 0, false, false); one != 0 || !slices.Equal(each, []int{4, 2}) {
		t.Errorf("against a defender: %d, %v", one, each)
	}
	// An ally that defends costs the one only when it is the one struck at, and is
	// not counted as the first.
	allies := []Fighter{{5, Defend}, {3, Strike}, {2, Strike}}
	if one, each := Quotas(Fighter{4, Strike}, allies, 0, false, false); one != 3 || !slices.Equal(each, []int{0, 3, 4}) {
		t.Errorf("at the defender: %d, %v", one, each)
	}
	if one, _ := Quotas(Fighter{4, Strike}, allies, 1, false, false); one != 4 {
		t.Errorf("at another: %d", one)
	}
	if one, _ := Quotas(Fighter{1, Strike}, allies, 0, false, false); one != 1 {
		t.Errorf("under 1: %d", one)
	}
}

func TestQ11_AimedBlow(t *testing.T) {
	for quota, want := range map[int]int{3: 1, 2: 1, 1: 1, 5: 3, 9: 7} {
		if one, _ := Quotas(Fighter{quota, Aim}, []Fighter{{3, Strike}}, 0, false, false); one != want {
			t.Errorf("%d, aimed, is %d, want %d", quota, one, want)
		}
	}
	if _, each := Quotas(Fighter{5, Strike}, []Fighter{{9, Strike}, {9, Aim}}, 0, false, false); each[1] != 9 {
		t.Errorf("9 + 2 - 2 is %d", each[1])
	}
}

func TestQ09_Margin(t *testing.T) {
	if Margin(5, 2) != 3 || Margin(5, 5) != 0 || Margin(3, 8) != 0 {
		t.Error("the margin is not quota less roll")
	}
}

// The formulas of the rules page: for a quota q, P(hit) = 0.11 q with the tris
// apart, P(miss) = 0.11 (9 - q), P(tris) = 0.01, 0-0-0 a thousandth.
func TestQ03_Q04_Chances(t *testing.T) {
	usual := Usual()
	for q := 1; q <= 9; q++ {
		c := usual.Count(q)
		want := Chances{Miss: 110 * (9 - q), Hit: 110 * q, Critical: q, Fumble: 9 - q, Zero: 1}
		if c != want {
			t.Errorf("quota %d: %v, want %v", q, c, want)
		}
		if tris := c[Critical] + c[Fumble] + c[Zero]; tris != Per/100 {
			t.Errorf("quota %d: %d of 1000 are a tris", q, tris)
		}
	}
	if usual.Count(0) != (Chances{}) {
		t.Error("who does not roll has chances")
	}
}

// TestQ04_EveryThrow rolls all thousand combinations and counts.
func TestQ04_EveryThrow(t *testing.T) {
	tables := []Table{Usual(), {Criticals: 3}, {Effects: [10]Effect{AsCritical, AsMiss, AsHit, AsFumble, 0, 0, 0, 0, 0, AsCritical}, Criticals: 2}}
	for _, table := range tables {
		for q := 1; q <= 9; q++ {
			var counted Chances
			hits := 0
			for n := range 1000 {
				src := dice.NewScripted(n/100, n/10%10, n%10)
				r := table.Throw(src, q)
				counted[r.Kind]++
				hits += r.Hits
				if int(r.N)+src.Left() != 3 || r.Hits > 0 != (r.Kind == Hit || r.Kind == Critical || r.Kind == Zero && table.Effects[0] != ByQuota) {
					t.Fatalf("quota %d, %03d: %+v", q, n, r)
				}
			}
			want := 0
			table.Each(q, func(weight, _ int, _ Kind, hits int) { want += weight * hits })
			if counted != table.Count(q) || hits != want {
				t.Errorf("quota %d: %v and %d hits, counted as %v and %d", q, counted, hits, table.Count(q), want)
			}
		}
	}
	usual := Usual()
	for _, test := range []struct {
		rolls []int
		kind  Kind
		digit int
	}{
		{[]int{3}, Hit, 3}, {[]int{4}, Miss, 4}, {[]int{0, 3}, Hit, 3}, {[]int{0, 9}, Miss, 9},
		{[]int{0, 0, 1}, Critical, 1}, {[]int{0, 0, 2}, Critical, 2}, {[]int{0, 0, 4}, Fumble, 4}, {[]int{0, 0, 0}, Zero, 0},
	} {
		if r := usual.Throw(dice.NewScripted(test.rolls...), 3); r.Kind != test.kind || r.Digit() != test.digit || int(r.N) != len(test.rolls) {
			t.Errorf("%v against 3: %+v", test.rolls, r)
		}
	}
}

// TestQ04_FastDice: 200,000 rolls lie where the formulas say, to 4.5 standard
// deviations.
func TestQ04_FastDice(t *testing.T) {
	const n = 200_000
	src, usual := dice.NewFast(4, 10), Usual()
	var counted Chances
	for range n {
		r := usual.Throw(src, 4)
		counted[r.Kind]++
	}
	for kind, c := range usual.Count(4) {
		p := float64(c) / Per
		if off := math.Abs(float64(counted[kind]) - n*p); off > 4.5*math.Sqrt(n*p*(1-p)) {
			t.Errorf("%v: %d of %d, expected %.0f", Kind(kind), counted[kind], n, n*p)
		}
	}
}

func TestNames(t *testing.T) {
	for s := range NumStances {
		if got, ok := ParseStance(s.String()); !ok || got != s {
			t.Errorf("stance %q reads back as %v", s, got)
		}
	}
	for e := range NumEffects {
		if got, ok := ParseEffect(e.String()); !ok || got != e {
			t.Errorf("effect %q reads back as %v", e, got)
		}
	}
	if _, ok := ParseStance(""); ok || Stance(-1).String()+Effect(99).String()+Kind(-1).String() != "" {
		t.Error("what is nothing has a name")
	}
}
