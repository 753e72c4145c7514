package main

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"banco/games/quote/odds"
	"banco/web/calculator"

	"pgregory.net/rapid"
)

// TestThePageAndTheCommandAgree: whatever fight the calculator's page shows, the
// command line that stands on it gives the same answer.
func TestThePageAndTheCommandAgree(t *testing.T) {
	const fights = 25 // each starts the program anew
	gen := rapid.Custom(func(t *rapid.T) url.Values {
		q := url.Values{}
		number := func(key string, low, high int) { q.Set(key, strconv.Itoa(rapid.IntRange(low, high).Draw(t, key))) }
		kinds := [2]int{1, rapid.IntRange(1, 3).Draw(t, "kinds")}
		for side, name := range []string{"a", "b"} {
			for i := range kinds[side] {
				n := name
				if i > 0 {
					n += strconv.Itoa(i + 1)
				}
				if rapid.Bool().Draw(t, "character") {
					number(n+".dex", 0, 40)
					number(n+".weapon", 0, 60)
					q.Set(n+".second", rapid.SampledFrom([]string{"", "yes"}).Draw(t, "second"))
				} else {
					number(n, 1, 9)
				}
				if rapid.Bool().Draw(t, "life") {
					number(n+".life", 1, 15)
				} else {
					number(n+".hits", 1, 5)
				}
				if side == 1 {
					number(n+".n", 1, 3)
				}
				number(n+".bonus", -25, 25)
				q.Set(n+".stance", rapid.SampledFrom([]string{"strike", "aim", "defend"}).Draw(t, "stance"))
				q.Set(n+".damage", rapid.SampledFrom([]string{"1d6", "1d8+2", "2d4-1"}).Draw(t, "damage"))
			}
		}
		for _, f := range []string{"normalise", "cautious", "margin", "weakest"} {
			q.Set(f, rapid.SampledFrom([]string{"", "yes"}).Draw(t, f))
		}
		number("criticals", 1, 5)
		return q
	})
	for i := range fights {
		d := calculator.Read(gen.Example(i))
		want, fault := d.Answer()
		if fault != nil {
			continue // nobody would ever fall
		}
		code, out := runCLI(append(typed(d.Look().Command()), "--json")...)
		var got odds.Answer
		if code != exitDone || json.Unmarshal([]byte(out), &got) != nil || !reflect.DeepEqual(&got, want) {
			t.Fatalf("%s: exit %d\n%s\nwant %+v", d.Look().Command(), code, out, want)
		}
	}
}

// typed parts a command line as a shell does, without the program's name.
func typed(line string) (words []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words[1:]
}
