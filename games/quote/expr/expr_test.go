package expr

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"banco/dice"
	"banco/game"
)

func parse(t testing.TB, text string) *Expr {
	t.Helper()
	e, err := Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return e
}

func TestQ12_Expressions(t *testing.T) {
	for _, test := range []struct {
		text    string
		written string
		lo, hi  int
		mean    *big.Rat
	}{
		{"1d8+2", "1d8+2", 3, 10, big.NewRat(13, 2)},
		{"2d6+3", "2d6+3", 5, 15, big.NewRat(10, 1)},
		{" D10 ", "d10", 1, 10, big.NewRat(11, 2)},
		{"5", "5", 5, 5, big.NewRat(5, 1)},
		{"0", "0", 0, 0, new(big.Rat)},
		{"-1d4", "-1d4", -4, -1, big.NewRat(-5, 2)},
		{"2*(1d6 + 1) - 1", "2*(1d6+1)-1", 3, 13, big.NewRat(8, 1)},
		{"(1d6+1)x2", "(1d6+1)x2", 4, 14, big.NewRat(9, 1)},
		{"1d6-1d6", "1d6-1d6", -5, 5, new(big.Rat)},
		{"0*1d6+2", "0*1d6+2", 2, 2, big.NewRat(2, 1)},
		{"4d6kh3", "4d6kh3", 3, 18, big.NewRat(15869, 1296)},
		{"2d20k1", "2d20k1", 1, 20, big.NewRat(553, 40)},
		{"2d20kl1", "2d20kl1", 1, 20, big.NewRat(287, 40)},
		{"20d100", "20d100", 20, 2000, big.NewRat(1010, 1)},
		{"2000", "2000", 2000, 2000, big.NewRat(2000, 1)},
	} {
		e := parse(t, test.text)
		lo, hi := e.Bounds()
		d := e.Dist()
		if e.String() != test.written || lo != test.lo || hi != test.hi || d.Mean().Cmp(test.mean) != 0 {
			t.Errorf("%q is %q from %d to %d, mean %v", test.text, e, lo, hi, d.Mean())
		}
	}
}

func TestQ12_RefusalsSayWhereAndWhat(t *testing.T) {
	for text, want := range map[string]struct {
		code string
		at   int
	}{
		"":                        {"damage_empty", 0},
		"   ":                     {"damage_empty", 0},
		"999999999d9":             {"damage_dice", 1},
		"99999999999999999999d9":  {"damage_dice", 1},
		"1+21d6":                  {"damage_dice", 3},
		"0d6":                     {"damage_dice", 1},
		"10d6+11d6":               {"damage_dice", 6},
		"1d101":                   {"damage_faces", 1},
		"2d0":                     {"damage_faces", 1},
		"1d99999999999999999999":  {"damage_faces", 1},
		"2001":                    {"damage_too_big", 1},
		"21*1d100":                {"damage_too_big", 4},
		"2000+1":                  {"damage_too_big", 6},
		"1d100+1950":              {"damage_too_big", 0},
		"9*9*9*9*9*9*9*9*9*9*9*9": {"damage_too_big", 7},
		"1d6*1d6":                 {"damage_dice_by_dice", 5},
		"1d6+":                    {"damage_ends", 5},
		"1d":                      {"damage_ends", 3},
		"1d6 2":                   {"damage_character", 5},
		"1d6/2":                   {"damage_character", 4},
		"tre":                     {"damage_character", 1},
		"1d6+é":                   {"damage_character", 5},
		"à1":                      {"damage_character", 1},
		"(1d6":                    {"damage_parenthesis", 1},
		"1+(2":                    {"damage_parenthesis", 3},
		"1d6)":                    {"damage_character", 4},
		"()":                      {"damage_character", 2},
		"4d6kh5":                  {"damage_keep", 4},
		"4d6k0":                   {"damage_keep", 4},
		"4d6k":                    {"damage_ends", 5},
		"11d6k3":                  {"damage_keep_bounds", 5},
		"4d21k3":                  {"damage_keep_bounds", 5},
		strings.Repeat("(", 20):   {"damage_depth", 11},
		strings.Repeat("1", 61):   {"damage_too_long", 0},
	} {
		e, err := Parse(text)
		var refusal *game.Error
		if e != nil || !errors.As(err, &refusal) || refusal.Code != want.code || refusal.Rule != "Q12" || refusal.Field != "damage" || refusal.Text.Args[0] != want.at {
			t.Errorf("%q: %v, want %s at %d", text, err, want.code, want.at)
		}
	}
}

// TestQ12_DistributionIsEveryRoll rolls small expressions in every way there is.
func TestQ12_DistributionIsEveryRoll(t *testing.T) {
	for _, text := range []string{"1d8+2", "2d6", "3d4-1", "d6+d4", "2*1d6", "-2*1d6+1d3", "3d4k2", "3d4kl1", "4d3k3+1d2", "2*(3d3kl2-1)", "-1*3d4kh2", "3*2d3+2*2d3", "7", "0*1d6+2", "1d1+5d2"} {
		e := parse(t, text)
		sides := []int{}
		for i := range e.terms {
			for range e.terms[i].dice {
				sides = append(sides, e.terms[i].faces)
			}
		}
		if len(sides) != e.NumDice() {
			t.Errorf("%s has %d dice", text, e.NumDice())
		}
		counts, n := map[int]int64{}, int64(0)
		values := make([]int, len(sides))
		for {
			total, shown := e.Roll(dice.NewScripted(values...), nil)
			if len(shown) != len(sides) {
				t.Fatalf("%s showed %v", text, shown)
			}
			counts[total]++
			n++
			i := 0
			for ; i < len(sides); i++ {
				if values[i]++; values[i] < sides[i] {
					break
				}
				values[i] = 0
			}
			if i == len(sides) {
				break
			}
		}
		d := e.Dist()
		lo, hi := e.Bounds()
		sum := new(big.Rat)
		for v := lo - 1; v <= hi+1; v++ {
			if got := d.P(v); got.Cmp(big.NewRat(counts[v], n)) != 0 {
				t.Errorf("%s: P(%d) is %v, and %d of %d rolls", text, v, got, counts[v], n)
			}
			sum.Add(sum, d.P(v))
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 || d.Weights[0].Sign() == 0 || d.Weights[len(d.Weights)-1].Sign() == 0 {
			t.Errorf("%s: the chances come to %v", text, sum)
		}
	}
}

// TestQ12_TheWorstIsQuick: the most that the bounds allow is counted and rolled
// in no time.
func TestQ12_TheWorstIsQuick(t *testing.T) {
	for _, text := range []string{"20d100", "10d100-10d100", "10d20k5+10d20kl5", "2d20k1+2d20k1+2d20k1+2d20k1+2d20k1+2d20k1+2d20k1+2d20k1", "19*1d100+100*1d1"} {
		e := parse(t, text)
		start := time.Now()
		d := e.Dist()
		e.Roll(dice.NewFast(1, 1), nil)
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s took %v", text, took)
		}
		if len(d.Weights) > 2*MaxValue+1 {
			t.Errorf("%s has %d values", text, len(d.Weights))
		}
	}
}

func TestRollsLieWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("0123456789d+-*xk hl()")), 1, 24, -1).Draw(t, "text")
		check(t, text)
	})
}

type fatal interface {
	Fatalf(format string, args ...any)
}

// check holds for every text: it is refused with a sentence, or can be rolled,
// counted and read back.
func check(t fatal, text string) {
	e, err := Parse(text)
	if err != nil {
		var refusal *game.Error
		if !errors.As(err, &refusal) || refusal.Code == "" || refusal.Rule != "Q12" || len(refusal.Text.Args) == 0 || e != nil {
			t.Fatalf("%q is refused with %v", text, err)
		}
		return
	}
	lo, hi := e.Bounds()
	if lo > hi || lo < -MaxValue || hi > MaxValue || e.NumDice() > MaxDice {
		t.Fatalf("%q goes from %d to %d with %d dice", text, lo, hi, e.NumDice())
	}
	again, err := Parse(e.String())
	if err != nil || again.String() != e.String() {
		t.Fatalf("%q is written %q, which reads back as %v (%v)", text, e, again, err)
	}
	d := e.Dist()
	if e := d.Lo + len(d.Weights) - 1; d.Lo < lo || e > hi {
		t.Fatalf("%q goes from %d to %d and is counted from %d to %d", text, lo, hi, d.Lo, e)
	}
	sum := new(big.Int)
	for _, w := range d.Weights {
		sum.Add(sum, w)
	}
	if sum.Cmp(d.Total) != 0 {
		t.Fatalf("%q: %v of %v rolls are counted", text, sum, d.Total)
	}
	src := dice.NewFast(uint64(len(text)), 7)
	for range 20 {
		total, _ := e.Roll(src, nil)
		if total < lo || total > hi || d.P(total).Sign() == 0 {
			t.Fatalf("%q came to %d", text, total)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1d8+2", "2d6+3", "999999999d9", "4d6kh3", "2*(1d6+1)-1", "((((1))))", "20d100", "-1d4x3", "é", "1d6*1d6", "0*1d6", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

func BenchmarkDist(b *testing.B) {
	for _, text := range []string{"1d8+2", "2d6+3", "4d6kh3", "20d100"} {
		e := parse(b, text)
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				e.Dist()
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		Parse("2*(1d6+1)+4d6kh3-1")
	}
}
