package labpage

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/BurntSushi/toml"
	"pgregory.net/rapid"

	"banco/game"
	"banco/games"
)

// anyValue is a value that both JSON and TOML have words for.
func anyValue(depth int) *rapid.Generator[any] {
	plain := []*rapid.Generator[any]{
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.Int64(), func(n int64) any { return n }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.Float64(), func(x float64) any { return x }),
	}
	if depth == 0 {
		return rapid.OneOf(plain...)
	}
	return rapid.OneOf(append(plain,
		rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 4), func(l []any) any { return append([]any{}, l...) }),
		rapid.Map(rapid.MapOfN(rapid.String(), anyValue(depth-1), 0, 4), func(m map[string]any) any { return m }),
	)...)
}

// untyped makes the lists alike: a list of nothing but tables has a type of its
// own when it is read.
func untyped(v any) any {
	switch v := v.(type) {
	case []map[string]any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = untyped(v[i])
		}
		return out
	case []any:
		for i := range v {
			v[i] = untyped(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = untyped(v[k])
		}
	}
	return v
}

// Whatever a value is, TOML reads back what was written, or it is not written.
func TestValuesSurviveTheFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyValue(2).Draw(t, "value")
		text, err := inline(want)
		if errors.Is(err, errMixed) {
			t.Skip("a list of this and that")
		}
		if err != nil {
			t.Fatal(err)
		}
		var back map[string]any
		if _, err := toml.Decode(key("the key")+" = "+text, &back); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if got := untyped(back["the key"]); !reflect.DeepEqual(got, want) {
			t.Fatalf("%#v became %#v by %s", want, got, text)
		}
	})
}

// The same question has the same name, and so the same dice; another line-up,
// another value or another order has another. What is measured, and how often,
// does not change the dice.
func TestNameFollowsFromWhatDecides(t *testing.T) {
	klang, _ := games.Find("klang")
	base := func() *Grid {
		return &Grid{Game: klang, Seats: 2, Bots: [][]string{{"random"}}, Option: klang.Options()[0], Values: []any{int64(3), int64(6)}, Measure: "points", Matches: 20}
	}
	name := base().Name()
	for what, change := range map[string]func(*Grid){
		"":         func(g *Grid) { g.Measure, g.Matches = "length", 400 },
		"bots":     func(g *Grid) { g.Bots = [][]string{{"greedy"}} },
		"values":   func(g *Grid) { g.Values = []any{int64(3), int64(7)} },
		"the rest": func(g *Grid) { g.Values = []any{int64(6), int64(3)} },
	} {
		g := base()
		change(g)
		if same := g.Name() == name; same != (what == "") {
			t.Errorf("%q: %s against %s", what, g.Name(), name)
		}
	}
}

// Each kind of option reads what people write, and says what it wanted instead.
func TestValuesAreReadByTheirKind(t *testing.T) {
	for _, c := range []struct {
		kind, text string
		usual      any
		want       string // as JSON, or the code of the refusal
	}{
		{game.KindInt, "3, 6;9\n12", 6, "[3,6,9,12]"},
		{game.KindInt, "−2 +4", 6, "[-2,4]"},
		{game.KindInt, "3, sei", 6, "int"},
		{game.KindInt, "3.5", 6, "int"},
		{game.KindInts, "1, 3, 6\n[1,2,3]\n\n[]", []int{1}, "[[1,3,6],[1,2,3],[]]"},
		{game.KindInts, "1, x", []int{1}, "ints"},
		{game.KindJSON, `[{"a":1}] {"b":[2.5,true]}`, []int{1}, `[[{"a":1}],{"b":[2.5,true]}]`},
		{game.KindJSON, "[1,", []int{1}, "json"},
		{game.KindJSON, "null", []int{1}, "json"},
		{game.KindJSON, `[1, {"a": 2}]`, []int{1}, "json"},
		{game.KindJSON, "1d6\n\"2d6\"", "1d6", `["1d6","2d6"]`},
	} {
		d := &Draft{Option: game.Option{Name: "o", Kind: c.kind, Default: c.usual, Min: 1, Max: 12}, Values: []string{c.text}}
		got, err := d.values()
		var refused *game.Error
		if errors.As(err, &refused) {
			if refused.Code != c.want || refused.Field != FieldValues {
				t.Errorf("%s %q: %v, want %s", c.kind, c.text, refused, c.want)
			}
			continue
		}
		data, _ := json.Marshal(got)
		if err != nil || string(data) != c.want {
			t.Errorf("%s %q: %s %v, want %s", c.kind, c.text, data, err, c.want)
		}
	}
}
