package calculator

import (
	"math"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"banco/games/quote/odds"
	"banco/games/quote/rule"

	"pgregory.net/rapid"
)

func read(t testing.TB, query string) *Draft {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return Read(q)
}

// drawQuery is a fight that can be worked out, as somebody's form sends it.
func drawQuery(t *rapid.T) url.Values {
	q := url.Values{}
	one := rapid.IntRange(0, 1).Draw(t, "one")
	for side := range 2 {
		kinds := 1
		if side != one {
			kinds = rapid.IntRange(1, 3).Draw(t, "kinds")
		}
		for i := range kinds {
			n := name(side, i)
			put := func(field, value string) { q.Set(n+field, value) }
			put("", strconv.Itoa(rapid.IntRange(1, 9).Draw(t, "quota")))
			if rapid.Bool().Draw(t, "character") {
				put(".from", fromCharacter)
				put(".dex", strconv.Itoa(rapid.IntRange(0, 40).Draw(t, "dex")))
				put(".weapon", strconv.Itoa(rapid.IntRange(0, 60).Draw(t, "weapon")))
				put(".second", rapid.SampledFrom([]string{"", yes}).Draw(t, "second"))
			}
			if side != one {
				put(".n", strconv.Itoa(rapid.IntRange(1, 3).Draw(t, "n")))
			}
			put(".bonus", strconv.Itoa(rapid.IntRange(-30, 30).Draw(t, "bonus")))
			put(".stance", rapid.SampledFrom([]string{"strike", "strike", "aim"}).Draw(t, "stance"))
			put(".by", rapid.SampledFrom([]string{byHits, byLife}).Draw(t, "by"))
			put(".hits", strconv.Itoa(rapid.IntRange(1, 4).Draw(t, "hits")))
			put(".life", strconv.Itoa(rapid.IntRange(1, 12).Draw(t, "life")))
			put(".damage", rapid.SampledFrom([]string{"", "1d6", "1d8+2", "2d4"}).Draw(t, "damage"))
		}
	}
	for _, f := range []string{"normalise", "cautious", "margin", "weakest"} {
		q.Set(f, rapid.SampledFrom([]string{"", yes}).Draw(t, f))
	}
	q.Set("criticals", strconv.Itoa(rapid.IntRange(1, 3).Draw(t, "criticals")))
	for i := range 10 {
		q.Set("tris."+strconv.Itoa(i), rule.Effect(rapid.SampledFrom([]int{0, 0, 0, 1, 4}).Draw(t, "effect")).String())
	}
	q.Set("plus.head", strconv.Itoa(rapid.IntRange(0, 1).Draw(t, "plus")))
	return q
}

// TestTheAddressIsTheFight: the short address says what the form's long one did,
// and is as short when it is read again.
func TestTheAddressIsTheFight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Read(drawQuery(t))
		fight, faults := d.Fight()
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		q, err := url.ParseQuery(d.Query())
		if err != nil {
			t.Fatal(err)
		}
		again := Read(q)
		same, faults := again.Fight()
		if len(faults) > 0 || !reflect.DeepEqual(fight, same) {
			t.Fatalf("%s: %v\n%+v\n%+v", d.Query(), faults, fight, same)
		}
		if again.Query() != d.Query() {
			t.Fatalf("%s became %s", d.Query(), again.Query())
		}
	})
}

// TestNothingTypedIsLost: also what is wrong comes out of the address as it went
// in, but for what a choice has made idle.
func TestNothingTypedIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := url.Values{}
		text := rapid.StringMatching(`[^\s]{0,12}`)
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			side := rapid.IntRange(0, 1).Draw(t, "side")
			f := rapid.SampledFrom(cardFields).Draw(t, "field")
			q.Set(name(side, rapid.IntRange(0, 2).Draw(t, "card"))+f.name, text.Draw(t, "text"))
			q.Set(rapid.SampledFrom(draftFields).Draw(t, "rule").name, text.Draw(t, "value"))
		}
		d := Read(q)
		v := d.Look() // never panics, and answers or says why not
		if (v.Report == nil) != (len(v.Faults) > 0) {
			t.Fatalf("%v: %v", q, v.Faults)
		}
		back, err := url.ParseQuery(d.Query())
		if err != nil {
			t.Fatal(err)
		}
		if again := Read(back); again.Query() != d.Query() {
			t.Fatalf("%s became %s", d.Query(), again.Query())
		} else if _, faults := again.Fight(); !reflect.DeepEqual(texts(faults), texts(firstOf(d.Fight()))) {
			t.Fatalf("%s: %v", d.Query(), faults)
		}
	})
}

func firstOf[A, B any](_ A, b B) B { return b }

func texts[E interface{ Error() string }](faults []E) (list []string) {
	for _, e := range faults {
		list = append(list, e.Error())
	}
	return list
}

// TestCurvesAgreeWithTheAnalyser: who still stands, round by round, adds up to
// the analyser's list of last rounds and to who falls first.
func TestCurvesAgreeWithTheAnalyser(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, faults := Read(drawQuery(t)).Fight()
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		r, err := odds.Analyse(f)
		if err != nil {
			return // nobody falls
		}
		n := len(r.Round.Distribution)
		curves := standing(f, n)
		// Over is who fell, a or b; both together are counted once.
		a, b := curves[0][n-1], curves[1][n-1]
		if off(a, r.First.B) || off(b, r.First.A) {
			t.Fatalf("%v and %v stand at the end, want %v and %v", a, b, r.First.B, r.First.A)
		}
		over := 0.0
		for i, x := range r.Round.Distribution {
			over += x
			// Somebody has fallen: a, or b, or both. In the end both are down as often
			// as the analyser says; before that at most as often.
			fallen := 2 - curves[0][i] - curves[1][i]
			if both := fallen - over; both < -1e-8 || both > r.First.Both+1e-8 {
				t.Fatalf("round %d: %v fell where %v are over", i+1, fallen, over)
			}
		}
	})
}

func off(a, b float64) bool { return math.Abs(a-b) > 1e-7 }

// TestADuelByHand: a 3 against a 2 at one hit. A round is the last with the
// chance 1 - 0.67 × 0.78, and a stands after it unless b has hit.
func TestADuelByHand(t *testing.T) {
	f, _ := read(t, "").Fight()
	f.A[0].Damage, f.B[0].Damage = nil, nil
	curves := standing(f, 2)
	// b hits with 0.22 + 0.002, a with 0.33 + 0.003.
	pa, pb := .333, .222
	goes := (1 - pa) * (1 - pb)
	for i, want := range [][2]float64{{1 - pb, 1 - pa}, {1 - pb - goes*pb, 1 - pa - goes*pa}} {
		for side := range want {
			if got := curves[side][i]; math.Abs(got-want[side]) > 1e-12 {
				t.Errorf("round %d, side %d: %v, want %v", i+1, side, got, want[side])
			}
		}
	}
}

// TestWorstIsQuickOrRefused: the most that the page takes on.
func TestWorstIsQuickOrRefused(t *testing.T) {
	if v := read(t, "a=3&b=2&a.hits=500&b.hits=500").Look(); v.Report != nil || v.Faults[0].Code != "too_long" {
		t.Errorf("%v", v.Faults)
	}
	if v := read(t, "a=9&b=1&a.life=100&b.life=100").Look(); v.Report == nil {
		t.Errorf("%v", v.Faults)
	}
}

var worst = map[string]string{
	"duel":        "",
	"three":       Presets[3].Query,
	"ogre":        Presets[4].Query,
	"hits100":     "a=3&a.hits=100&b=2&b.hits=100",
	"hits999":     "a=3&a.hits=999&b=2&b.hits=10",
	"life_twelve": "a=9&b=9&b.n=12&a.life=28&b.life=28&a.damage=20d6&b.damage=20d6&plus.head=-20&margin=yes&criticals=5",
	"full":        "a=1&a.hits=100&b=1&b.hits=100&full.a=1&full.b=1",
}

// BenchmarkCalculator is the whole answer of the page but for its HTML.
func BenchmarkCalculator(b *testing.B) {
	for _, which := range []string{"duel", "three", "ogre", "hits100", "hits999", "life_twelve", "full"} {
		b.Run(which, func(b *testing.B) {
			for b.Loop() {
				if v := read(b, worst[which]).Look(); v.Report == nil {
					b.Fatal(v.Faults)
				}
			}
		})
	}
}

func TestCommand(t *testing.T) {
	for query, want := range map[string]string{
		"":                         "banco quote 3:2",
		"a=5&a2=3&b=6&weakest=yes": "banco quote 5,3:6 --weakest",
		"a.dex=18&a.weapon=30&b=2&b.hits=3&b.stance=defend": `banco quote --a "dex 18, weapon 30" --b "quota 2, hits 3, defend"`,
		"a=3&b=2&b.n=2&b.life=7&b.damage=1d8&full.a=37,5":   `banco quote --a "quota 3" --b "quota 2, life 7, damage 1d8; quota 2, life 7, damage 1d8" --full 37.5:`,
		"tris.0=critical": "",
	} {
		if got := read(t, query).Look().Command(); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if !strings.Contains(read(t, "a.dex=18&a.weapon=30").Query(), "a.dex=18") {
		t.Error("a character does not stay one")
	}
}
