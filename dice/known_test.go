package dice

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// chance turns counts into a chi-square and tells whether it is believable: not
// so large that one die in ten thousand would be worse, nor so small that the
// numbers are too even to be random. The bounds are those of Wilson and
// Hilferty's approximation.
func chance(counts []int) (chi2 float64, low, high float64, ok bool) {
	total := 0
	for _, c := range counts {
		total += c
	}
	want := float64(total) / float64(len(counts))
	for _, c := range counts {
		chi2 += (float64(c) - want) * (float64(c) - want) / want
	}
	df := float64(len(counts) - 1)
	quantile := func(z float64) float64 {
		x := 1 - 2/(9*df) + z*math.Sqrt(2/(9*df))
		return df * x * x * x
	}
	low, high = max(0, quantile(-3.719)), quantile(3.719)
	return chi2, low, high, chi2 >= low && chi2 <= high
}

// TestChiSquare throws every die that a game of ours uses, and the swap indexes
// of shuffles, from fixed seeds.
func TestChiSquare(t *testing.T) {
	perFace := 400
	if testing.Short() {
		perFace = 100
	}
	for name, s := range map[string]Source{
		"fair": NewFair([32]byte{3, 1, 4}, []string{"anna", "bruno"}),
		"fast": NewFast(3, 14),
	} {
		for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 10, 12, 17, 18, 20, 36, 52, 100, 129, 255, 256} {
			counts := make([]int, n)
			for range n * perFace {
				counts[s.Below(n)]++
			}
			if chi2, low, high, ok := chance(counts); !ok {
				t.Errorf("%s, %d faces: chi-square %.1f, not between %.1f and %.1f", name, n, chi2, low, high)
			}
		}
	}
}

// TestPairs: no roll tells anything of the next one, or of the one after four,
// which Fast takes out of the same random word.
func TestPairs(t *testing.T) {
	for name, s := range map[string]Source{
		"fair": NewFair([32]byte{2, 7}, []string{"x"}),
		"fast": NewFast(2, 7),
	} {
		rolls := draw(s, slices.Repeat([]int{6}, 40000))
		for _, lag := range []int{1, 2, 3, 4} {
			counts := make([]int, 36)
			for i := lag; i < len(rolls); i++ {
				counts[rolls[i-lag]*6+rolls[i]]++
			}
			if chi2, low, high, ok := chance(counts); !ok {
				t.Errorf("%s, pairs %d apart: chi-square %.1f, not between %.1f and %.1f", name, lag, chi2, low, high)
			}
		}
	}
}

// TestNeighbours: generators whose seeds lie next to each other have nothing in
// common, as matches of one experiment must not.
func TestNeighbours(t *testing.T) {
	counts := make([]int, 36)
	for seed := range uint64(20000) {
		a, b := NewFast(seed, 0).Below(6), NewFast(seed+1, 0).Below(6)
		counts[a*6+b]++
	}
	if chi2, low, high, ok := chance(counts); !ok {
		t.Errorf("chi-square %.1f, not between %.1f and %.1f", chi2, low, high)
	}
}

func TestShuffleIsEven(t *testing.T) {
	for name, s := range map[string]Source{"fair": NewFair([32]byte{8}, []string{"x"}), "fast": NewFast(8, 8)} {
		counts := make([]int, 24)
		for range 24 * 300 {
			p := []int{0, 1, 2, 3}
			Shuffle(s, 4, func(i, j int) { p[i], p[j] = p[j], p[i] })
			code := 0
			for i, x := range p { // the Lehmer code of the permutation
				smaller := 0
				for _, y := range p[i+1:] {
					if y < x {
						smaller++
					}
				}
				code = code*(4-i) + smaller
			}
			counts[code]++
		}
		if chi2, low, high, ok := chance(counts); !ok {
			t.Errorf("%s: chi-square %.1f, not between %.1f and %.1f", name, chi2, low, high)
		}
	}
}

func TestFast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		ns := anyBounds.Draw(t, "ns")
		f, g := NewFast(a, b), NewFast(b, a)
		values := draw(f, ns)
		for i, v := range values {
			if v < 0 || v >= ns[i] {
				t.Fatalf("drew %d below %d", v, ns[i])
			}
		}
		draw(g, ns)
		g.Seed(a, b)
		if again := draw(g, ns); !slices.Equal(values, again) {
			t.Fatal("the same seeds gave other numbers")
		}
		c := *f
		if f.Below(256) != c.Below(256) || f.Below(6) != c.Below(6) {
			t.Fatal("a copy by assignment goes on otherwise")
		}
	})
	f := NewFast(1, 2)
	if n := testing.AllocsPerRun(100, func() { sink += f.Below(6) }); n > 0 {
		t.Errorf("a roll allocates %v times", n)
	}
}

// panics gives what f panics with, as text.
func panics(f func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint(p)
		}
	}()
	f()
	return ""
}

func TestBounds(t *testing.T) {
	for name, s := range map[string]Source{
		"fair": NewFair([32]byte{}, nil), "fast": NewFast(0, 0),
		"scripted": NewScripted(0, 0), "replay": NewReplay([][2]int{{0, 0}}),
	} {
		for _, n := range []int{0, -1, 257, math.MinInt, math.MaxInt} {
			if text := panics(func() { s.Below(n) }); !strings.Contains(text, "1 to 256") {
				t.Errorf("%s below %d panics with %q", name, n, text)
			}
		}
	}
}

func TestScripted(t *testing.T) {
	s := Faces(6, 5, 1)
	if D6(s) != 6 || D6(s) != 5 || s.Left() != 1 || D6(s) != 1 || s.Left() != 0 {
		t.Error("the faces do not come as written")
	}
	if text := panics(func() { s.Below(6) }); !strings.Contains(text, "ends after 3") {
		t.Errorf("an empty script panics with %q", text)
	}
	s = NewScripted(9, 255, 3)
	if D10(s) != 9 || s.Below(256) != 255 {
		t.Error("the values do not come as written")
	}
	if text := panics(func() { s.Below(3) }); !strings.Contains(text, "value 3 of the script is 3") {
		t.Errorf("a value out of range panics with %q", text)
	}
	if text := panics(func() { Faces(1, 7) }); !strings.Contains(text, "face 2") {
		t.Errorf("a seventh face panics with %q", text)
	}
	if text := panics(func() { Forbidden{}.Below(6) }); !strings.Contains(text, "nothing may roll") {
		t.Errorf("forbidden dice panic with %q", text)
	}
}

func TestReplay(t *testing.T) {
	record := [][2]int{{6, 5}, {10, 0}, {6, 6}}
	for _, test := range []struct {
		ns   []int
		want string
	}{
		{[]int{6, 10}, "3 rolls were recorded and only 2 drawn"},
		{[]int{6, 6}, "roll 2 was recorded below 10, and one below 6 is needed"},
		{[]int{6, 10, 6}, "roll 3 was recorded as 6"},
		{[]int{10, 6, 6, 6, 6}, "roll 1 was recorded below 6"},
	} {
		r := NewReplay(record)
		for i, v := range draw(r, test.ns) {
			if v < 0 || v >= test.ns[i] {
				t.Errorf("%v: drew %d below %d", test.ns, v, test.ns[i])
			}
		}
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.ns, err, test.want)
		}
	}
	r := NewReplay(record[:1])
	r.Below(6)
	r.Below(6)
	if err := r.Check(); err == nil || !strings.Contains(err.Error(), "ends after 1") {
		t.Errorf("one roll too many: %v", err)
	}
}

// FuzzReplay: whatever a damaged journal holds, a replay gives numbers in range
// and says so when it had to make one up.
func FuzzReplay(f *testing.F) {
	f.Add([]byte{6, 3, 10, 4}, []byte{5, 9})
	f.Fuzz(func(t *testing.T, record, bounds []byte) {
		var rolls [][2]int
		for i := 0; i+1 < len(record); i += 2 {
			rolls = append(rolls, [2]int{int(record[i]), int(int8(record[i+1]))})
		}
		r := NewReplay(rolls)
		same := len(rolls) == len(bounds)
		for i, b := range bounds {
			n := int(b) + 1
			v := r.Below(n)
			if v < 0 || v >= n {
				t.Fatalf("drew %d below %d", v, n)
			}
			same = same && rolls[i] == [2]int{n, v}
		}
		if (r.Check() == nil) != same {
			t.Fatalf("%v drawn by %v: %v", rolls, bounds, r.Check())
		}
	})
}
