package labpage

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"banco/game"
	"banco/lab"
)

// Grid is a question of one's own, settled: how a measure changes with the values
// of one option.
type Grid struct {
	Game    game.Game
	Seats   int
	Bots    [][]string // line-ups: one level for all sides, or one for each
	Option  game.Option
	Values  []any // what TOML has a word for: int64, float64, bool, string, and lists and maps of them
	Measure string
	Matches int
}

// Name follows from all that decides how the matches go, so that the same
// question has the same dice wherever it is asked.
func (g *Grid) Name() string {
	text, _ := json.Marshal([]any{g.Seats, g.Bots, g.Values}) // numbers, strings and lists of them encode
	sum := sha256.Sum256(text)
	return strings.ReplaceAll(g.Game.Info().Name+"-"+g.Option.Name, "_", "-") + "-" + hex.EncodeToString(sum[:3])
}

// Experiment is the question as the lab reads it, with the file that asks it in
// [lab.Experiment.Source]. tellers are one for each language of its words. What
// cannot be played is refused with a *game.Error that names the field.
func (g *Grid) Experiment(tellers []lab.Teller, find func(string) (game.Game, bool)) (*lab.Experiment, error) {
	metric, _, _ := strings.Cut(g.Measure, ".")
	if err := lab.CheckMetric(g.Game.Info().Name, metric); err != nil {
		return nil, err // before it is put into words, of which it has none
	}
	source, err := g.source(tellers)
	if err != nil {
		return nil, err
	}
	return lab.Read(g.Name()+".toml", source, find)
}

// plain tells whether values can be told apart by how they are written.
func plain(v any) bool {
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(x any) bool { _, list := x.([]any); return list || !plain(x) })
	case map[string]any:
		return false
	}
	return true
}

// letter names a value that is too long to stand for itself.
func letter(i int) string { return string(rune('A' + i)) }

// source writes the file.
func (g *Grid) source(tellers []lab.Teller) ([]byte, error) {
	values := make([]string, len(g.Values))
	labels := make([]string, len(g.Values))
	named := true
	for i, v := range g.Values {
		text, err := inline(v)
		if err != nil {
			return nil, err
		}
		values[i], labels[i] = text, lab.Label(v)
		named = named && plain(v)
	}
	if !named {
		for i := range labels {
			labels[i] = letter(i)
		}
	}
	var b strings.Builder
	name := g.Name()
	fmt.Fprintf(&b, "# banco lab run %s.toml\nname = %s\n", name, quoted(name))
	words := func(key string, say func(lab.Teller) string) {
		parts := make([]string, len(tellers))
		for i, t := range tellers {
			parts[i] = t.Lang() + " = " + quoted(say(t))
		}
		fmt.Fprintf(&b, "%s = { %s }\n", key, strings.Join(parts, ", "))
	}
	info, of := g.Game.Info(), &lab.Experiment{Game: g.Game}
	option := info.Name + ".option." + g.Option.Name
	words("title", func(t lab.Teller) string {
		return t.T("web.lab.own.its_title", t.T(info.Name+".name"), t.Value(of, g.Measure), t.T(option))
	})
	words("question", func(t lab.Teller) string {
		return t.T("web.lab.own.its_question", t.Value(of, g.Measure), t.T(option))
	})
	bots := make([]string, len(g.Bots))
	for i, levels := range g.Bots {
		bots[i], _ = inline(list(levels)) // strings
	}
	fmt.Fprintf(&b, "game = %s\n", quoted(info.Name))
	if g.Seats != info.MinSeats {
		fmt.Fprintf(&b, "seats = %d\n", g.Seats)
	}
	fmt.Fprintf(&b, "bots = [%s]\nmatches = %d\n", strings.Join(bots, ", "), g.Matches)
	if i := g.usual(); i > 0 {
		fmt.Fprintf(&b, "baseline = %s\n", quoted(labels[i]))
	}
	if named {
		fmt.Fprintf(&b, "\n[grid]\n%s = [%s]\n", key(g.Option.Name), strings.Join(values, ", "))
	} else {
		fmt.Fprintf(&b, "\n[[axis]]\nname = %s\n", quoted(g.Option.Name))
		for i := range values {
			fmt.Fprintf(&b, "\n[[axis.values]]\nlabel = %s\nset.%s = %s\n", quoted(labels[i]), key(g.Option.Name), values[i])
		}
	}
	fmt.Fprintf(&b, "\n[[measure]]\nmetric = %s\n", quoted(g.Measure))
	return []byte(b.String()), nil
}

// Usual is the value that the rulebook has for the option, nil where it has none
// of its own.
func (g *Grid) Usual() any {
	v, err := tomlValue(g.Option.Default)
	if err != nil {
		return nil
	}
	return v
}

// usual is which of the values that is, -1 for none: the others are compared with
// it.
func (g *Grid) usual() int {
	text, err := inline(g.Usual())
	if err != nil {
		return -1
	}
	return slices.IndexFunc(g.Values, func(v any) bool {
		other, err := inline(v)
		return err == nil && other == text
	})
}

// list is a list of strings as a value.
func list(words []string) []any {
	out := make([]any, len(words))
	for i, w := range words {
		out[i] = w
	}
	return out
}
