package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// letter is the scheme once more, written as slowly and literally as the design
// words it, so that Fair has something to be compared with.
func letter(serverSeed [32]byte, clientSeeds []string, ns []int) (values []int, skipped int) {
	var stream []byte
	block := 0
	next := func() int {
		if len(stream) == 0 {
			mac := hmac.New(sha256.New, serverSeed[:])
			mac.Write([]byte(strings.Join(append(slices.Clone(clientSeeds), strconv.Itoa(block)), "|")))
			stream = mac.Sum(nil)
			block++
		}
		b := stream[0]
		stream = stream[1:]
		return int(b)
	}
	for _, n := range ns {
		b := next()
		for b >= 256-(256%n) {
			skipped++
			b = next()
		}
		values = append(values, b%n)
	}
	return values, skipped
}

func draw(s Source, ns []int) []int {
	var values []int
	for _, n := range ns {
		values = append(values, s.Below(n))
	}
	return values
}

var (
	anyServerSeed = rapid.Custom(func(t *rapid.T) (seed [32]byte) {
		copy(seed[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "server seed"))
		return seed
	})
	anyClientSeeds = rapid.SliceOfN(rapid.StringMatching(`[A-Za-z0-9_-]{1,64}`), 1, 6)
	anyBounds      = rapid.SliceOfN(rapid.IntRange(1, 256), 0, 120)
)

func TestFairIsTheLetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, seeds, ns := anyServerSeed.Draw(t, "s"), anyClientSeeds.Draw(t, "c"), anyBounds.Draw(t, "ns")
		want, _ := letter(seed, seeds, ns)
		f := NewFair(seed, seeds)
		if got := draw(f, ns); !slices.Equal(got, want) {
			t.Fatalf("drew %v, by the letter %v", got, want)
		}
		rolls := f.Take()
		if len(rolls) != len(ns) {
			t.Fatalf("%d rolls on record, %d drawn", len(rolls), len(ns))
		}
		for i, r := range rolls {
			if r != [2]int{ns[i], want[i]} {
				t.Fatalf("roll %d is on record as %v, not [%d %d]", i, r, ns[i], want[i])
			}
		}
	})
}

// TestRejection takes bounds under which many bytes are skipped, or none.
func TestRejection(t *testing.T) {
	for _, test := range []struct {
		n     int
		skips bool
	}{{1, false}, {2, false}, {128, false}, {256, false}, {6, true}, {10, true}, {100, true}, {129, true}, {255, true}} {
		ns := slices.Repeat([]int{test.n}, 2000)
		want, skipped := letter([32]byte{9}, []string{"a", "b"}, ns)
		f := NewFair([32]byte{9}, []string{"a", "b"})
		if got := draw(f, ns); !slices.Equal(got, want) {
			t.Errorf("below %d: not by the letter", test.n)
		}
		if (skipped > 0) != test.skips {
			t.Errorf("below %d: %d bytes were skipped", test.n, skipped)
		}
		used := 2000 + skipped
		if p := f.Position(); p != (Position{uint64(used / 32), uint8(used % 32)}) {
			t.Errorf("below %d: %+v after %d bytes", test.n, p, used)
		}
	}
}

func TestBelowOneTakesAByte(t *testing.T) {
	f := NewFair([32]byte{}, []string{"x"})
	if f.Below(1) != 0 || f.Position() != (Position{0, 1}) {
		t.Error("a number below 1 is not 0 or takes no byte")
	}
}

func TestSeekAndCopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, seeds := anyServerSeed.Draw(t, "s"), anyClientSeeds.Draw(t, "c")
		before, after := anyBounds.Draw(t, "before"), anyBounds.Draw(t, "after")
		f := NewFair(seed, seeds)
		draw(f, before)
		c, at := f.Copy(), f.Position()
		if !slices.Equal(c.Rolls(), f.Rolls()) {
			t.Fatal("a copy has another record")
		}
		want := draw(f, after)
		if c.Position() != at || len(c.Rolls()) != len(before) {
			t.Fatal("drawing from the original moved the copy")
		}
		if got := draw(c, after); !slices.Equal(got, want) {
			t.Fatalf("the copy drew %v, the original %v", got, want)
		}
		g := NewFair(seed, seeds)
		g.Below(6)
		g.Seek(at)
		if len(g.Rolls()) != 0 {
			t.Fatal("rolls from elsewhere are on record after Seek")
		}
		if got := draw(g, after); !slices.Equal(got, want) {
			t.Fatalf("from the position %+v came %v, from the original %v", at, got, want)
		}
		h := NewFair(seed, seeds)
		h.Seek(Position{at.Block - min(at.Block, 2), at.Byte + uint8(32*min(at.Block, 2))})
		if h.Position() != at {
			t.Fatalf("a position with many bytes leads to %+v, not %+v", h.Position(), at)
		}
	})
}

func TestTake(t *testing.T) {
	f := NewFair([32]byte{}, []string{"x"})
	if data, _ := json.Marshal(f.Take()); string(data) != "[]" {
		t.Errorf("nothing drawn encodes as %s", data)
	}
	f.Below(6)
	f.Below(10)
	seen := f.Rolls()
	seen[0][1] = 99 // what was given away is not the record
	taken := f.Take()
	if len(taken) != 2 || taken[0][0] != 6 || taken[0][1] == 99 || taken[1][0] != 10 {
		t.Errorf("took %v", taken)
	}
	f.Below(3)
	if again := f.Take(); len(again) != 1 || again[0][0] != 3 || taken[0][0] != 6 {
		t.Errorf("took %v after %v", again, taken)
	}
}

// TestEverySeedCounts: each seed, its place and the block change the dice.
func TestEverySeedCounts(t *testing.T) {
	ns := slices.Repeat([]int{256}, 32)
	seen := map[string]string{}
	for name, f := range map[string]*Fair{
		"as it is":         NewFair([32]byte{1}, []string{"a", "b"}),
		"server seed":      NewFair([32]byte{2}, []string{"a", "b"}),
		"first seat":       NewFair([32]byte{1}, []string{"c", "b"}),
		"second seat":      NewFair([32]byte{1}, []string{"a", "c"}),
		"seats swapped":    NewFair([32]byte{1}, []string{"b", "a"}),
		"a seat more":      NewFair([32]byte{1}, []string{"a", "b", "b"}),
		"seeds run on":     NewFair([32]byte{1}, []string{"ab"}),
		"number in a seed": NewFair([32]byte{1}, []string{"a", "b", "0"}),
	} {
		drawn := string(bytesOf(draw(f, ns)))
		if other, taken := seen[drawn]; taken {
			t.Errorf("%q and %q give the same dice", name, other)
		}
		seen[drawn] = name
	}
}

func bytesOf(values []int) []byte {
	out := make([]byte, len(values))
	for i, v := range values {
		out[i] = byte(v)
	}
	return out
}

func TestSeeds(t *testing.T) {
	server, client := NewServerSeed(), NewClientSeed()
	if server == NewServerSeed() || client == NewClientSeed() {
		t.Error("two seeds are the same")
	}
	if err := CheckClientSeed(NewClientSeed()); err != nil {
		t.Error(err)
	}
	// SHA-256 of 32 zero bytes, as any other tool gives it.
	if got := Commitment([32]byte{}); got != "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925" {
		t.Errorf("commitment %s", got)
	}
	seed := NewServerSeed()
	text := strings.ToUpper(hexOf(seed))
	if got, err := ParseServerSeed(text); err != nil || got != seed {
		t.Errorf("%s reads back as %x, %v", text, got, err)
	}
	for _, bad := range []string{"", "00", text[1:], text + "0", "x" + text[1:], strings.Repeat("é", 32)} {
		if _, err := ParseServerSeed(bad); err == nil {
			t.Errorf("%q is read as a server seed", bad)
		}
	}
}

func hexOf(seed [32]byte) string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	for _, c := range seed {
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
	return b.String()
}

var clientSeed = regexp.MustCompile(`\A[A-Za-z0-9_-]{1,64}\z`)

func FuzzCheckClientSeed(f *testing.F) {
	for _, s := range []string{"", "a", "anna_-9", "a|b", "é", "a\n", strings.Repeat("x", 64), strings.Repeat("x", 65), "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := CheckClientSeed(s) == nil, clientSeed.MatchString(s); got != want {
			t.Errorf("%q: accepted %v, want %v", s, got, want)
		}
	})
}

func FuzzFair(f *testing.F) {
	f.Add([]byte("seed"), "anna|bruno", []byte{5, 5, 9, 0, 255, 128})
	f.Fuzz(func(t *testing.T, server []byte, clients string, bounds []byte) {
		seed := sha256.Sum256(server)
		seeds := strings.Split(clients, "|")
		ns := make([]int, min(len(bounds), 500))
		for i := range ns {
			ns[i] = int(bounds[i]) + 1
		}
		want, _ := letter(seed, seeds, ns)
		fair := NewFair(seed, seeds)
		if got := draw(fair, ns); !slices.Equal(got, want) {
			t.Fatalf("drew %v, by the letter %v", got, want)
		}
		replay := NewReplay(fair.Take())
		if got := draw(replay, ns); !slices.Equal(got, want) || replay.Check() != nil {
			t.Fatalf("replayed %v (%v), drawn %v", got, replay.Check(), want)
		}
	})
}
