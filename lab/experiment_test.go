package lab

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"banco/game"
)

// What cannot be played is refused by name, with a sentence in both languages.
func TestExperimentsAreRefusedByName(t *testing.T) {
	good := `title = { it = "t", en = "t" }
question = { it = "d?", en = "q?" }` + strings.ReplaceAll(riggedText, "\n\t", "\n")
	catalogue := texts(t)
	for code, change := range map[string][2]string{
		"toml":           {"game =", "game"},
		"unknown_key":    {"matches =", "matchs = 5\nmatches ="},
		"both_languages": {`en = "q?"`, `fr = "q?"`},
		"game":           {`"toy"`, `"chess"`},
		"matches":        {"4000", "3"},
		"tight":          {"matches =", "tight = -1\nmatches ="},
		"seats":          {"matches =", "seats = 7\nmatches ="},
		"no_bots":        {`[["random"]]`, `[["random", "random", "random"]]`},
		"unknown_level":  {`[["random"]]`, `[["genius"]]`},
		"no_measure":     {"[[measure]]\nmetric = \"edge\"\nagainst = 0.5", ""},
		"metric":         {`metric = "edge"`, `metric = "beauty"`},
		"no_sides":       {`per_seat = ["dice"]`, ""},
		"per_seat":       {`["dice"]`, `["wood"]`},
		"baseline":       {"matches =", "baseline = \"9\"\nmatches ="},
		"same_cell":      {"[3, 2]", "[2, 2]"},
		"axis_empty":     {"[[2, 2], [3, 2], [2, 3]]", "[]"},
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		if text == good {
			t.Fatalf("%s: nothing to change", code)
		}
		_, err := Read("x.toml", []byte(text), findToy)
		var refusal *game.Error
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if err := catalogue.Check(refusal.Text); err != nil {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// Every metric, verdict and code has its words, and no sentence is left over.
func TestEverythingHasWords(t *testing.T) {
	c := texts(t)
	for _, g := range Library() {
		for _, m := range g.Metrics {
			for _, key := range []string{"lab.metric." + m.Name, "lab.metric." + m.Name + ".help"} {
				if !c.Has(key) {
					t.Errorf("no %s", key)
				}
			}
		}
	}
	for _, v := range []Verdict{Baseline, More, Less, Hint, Same, NoData, NotYet} {
		if !c.Has("lab.verdict." + string(v)) {
			t.Errorf("no words for %s", v)
		}
	}
	source := ""
	for _, name := range []string{"experiment.go", "grid.go", "store.go", "ladder.go"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source += string(data)
	}
	for _, m := range regexp.MustCompile(`bad\([^,]+, "([a-z_]+)"`).FindAllStringSubmatch(source, -1) {
		if !c.Has("lab.refused." + m[1]) {
			t.Errorf("no sentence for %s", m[1])
		}
	}
}

// The report stands alone: one file that asks the network for nothing, says what
// was asked and found, and speaks one language whole.
func TestReportStandsAlone(t *testing.T) {
	e := study(t, "report", klangText)
	dir := t.TempDir()
	o := run(t, e, 2, dir)
	for _, lang := range []string{"it", "en"} {
		html, err := NewTeller(texts(t), lang).Page(o)
		if err != nil {
			t.Fatal(err)
		}
		s := string(html)
		for _, outside := range []string{"http://", "https://", "<script", "src=", "@import", "url(", "⟨", "NaN", "%!"} {
			if strings.Contains(s, outside) {
				t.Errorf("%s: it holds %q", lang, outside)
			}
		}
		for _, wanted := range []string{`<html lang="` + lang + `"`, "<svg", "prefers-color-scheme: dark", "@media print", "banco lab run report --matches 24"} {
			if !strings.Contains(s, wanted) {
				t.Errorf("%s: it does not hold %q", lang, wanted)
			}
		}
		if len(s) > 200_000 {
			t.Errorf("%s: %d bytes", lang, len(s))
		}
	}
}

// Numbers are written as finely as their intervals allow.
func TestDigitsFollowTheInterval(t *testing.T) {
	for half, want := range map[float64]int{3.1: 0, 0.96: 1, 0.13: 2, 0.31: 1, 0.0095: 3, 30: 0} {
		if got := digits(half); got != want {
			t.Errorf("half-width %v: %d decimals, want %d", half, got, want)
		}
	}
}

// The stakes of a decision are the variance between its choices, without bias:
// none where only the dice scatter, and what was put in where it was.
func TestStakesHaveNoBias(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, spread := range []float64{0, 3} {
		sum := 0.0
		const runs = 4000
		for range runs {
			var rows [stakesChoices][stakesTries]float64
			var luck [stakesTries]float64
			for j := range luck {
				luck[j] = 20 * rng.NormFloat64()
			}
			for i := range rows {
				worth := spread * rng.NormFloat64()
				for j := range rows[i] {
					rows[i][j] = worth + luck[j] + 5*rng.NormFloat64()
				}
			}
			sum += between(rows[:])
		}
		if mean := sum / runs; math.Abs(mean-spread*spread) > 0.4 {
			t.Errorf("spread %v: variance %.3f, want %v", spread, mean, spread*spread)
		}
	}
}
