package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/table"
)

// runCLI runs the program in this process and returns its exit code and all it said.
func runCLI(args ...string) (int, string) {
	var out strings.Builder
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	code := run(ctx, append([]string{"--lang", "en"}, args...), &out, &out)
	return code, out.String()
}

// What play writes, verify finds to hold; one changed roll, and it does not.
func TestPlayedMatchVerifies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match.json")
	code, out := runCLI("play", "klang", "--bots", "greedy,random", "--seed", "7", "--set", "rounds=2", "--out", file)
	if code != exitDone || !strings.Contains(out, "wins") && !strings.Contains(out, "draw") {
		t.Fatalf("play: exit %d\n%s", code, out)
	}
	if code, out := runCLI("verify", file); code != exitDone || !strings.Contains(out, "It holds") {
		t.Fatalf("verify: exit %d, %s", code, out)
	}
	var rec map[string]any
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rec); err != nil {
		t.Fatal(err)
	}
	for _, e := range rec["entries"].([]any)[1:] {
		if rolls := e.(map[string]any)["rolls"].([]any); len(rolls) > 0 {
			roll := rolls[0].([]any)
			roll[1] = float64((int(roll[1].(float64)) + 1) % int(roll[0].(float64)))
			break
		}
	}
	if data, err = json.Marshal(rec); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := runCLI("verify", file); code != exitFailed || strings.Count(out, "\n") != 1 {
		t.Fatalf("verify of a changed log: exit %d, %q", code, out)
	}
}

// A match of six is told by the sides that its story names, and verifies.
func TestPlayedMatchOfSixVerifies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match.json")
	code, out := runCLI("play", "dadi", "--bots", "greedy,random,greedy,random,greedy,random", "--seed", "7",
		"--set", "scenery=auto", "--set", "round_limit=12", "--set", "table_cm=[100,80]", "--out", file)
	if code != exitDone {
		t.Fatalf("play: exit %d\n%s", code, out)
	}
	for _, line := range []string{"6 armies on a table of 100 × 80 cm", "Seat 1 (Red, greedy): ", "Seat 6 (Black, random): "} {
		if !strings.Contains(out, line) {
			t.Errorf("it does not say %q:\n%s", line, out)
		}
	}
	if code, out := runCLI("verify", file); code != exitDone || !strings.Contains(out, "It holds") {
		t.Fatalf("verify: exit %d, %s", code, out)
	}
}

// Who shares the first place is named, and a draw is only said of all.
func TestPlayTellsWhoSharesTheFirstPlace(t *testing.T) {
	texts, err := loadTexts()
	if err != nil {
		t.Fatal(err)
	}
	c := &cli{texts: texts, lang: "en"}
	rec := &table.Record{Game: "dadi", Players: []table.Player{{Name: "greedy"}, {Name: "random"}, {Name: "greedy"}}}
	for want, r := range map[string]game.Result{
		"Seat 3 (Blue, greedy) wins.":                                       {Winners: []game.Seat{2}},
		"First place is shared by seats 1 (Red, greedy), 3 (Blue, greedy).": {Winners: []game.Seat{0, 2}},
		"It is a draw.": {Winners: []game.Seat{0, 1, 2}, Draw: true},
	} {
		rec.Result = &r
		if got := c.resultText(rec); got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
}

// The same seed, options and bots give the same match but for the times.
func TestPlayIsReproducible(t *testing.T) {
	play := func() string {
		code, out := runCLI("play", "klang", "--seed", "11", "--set", "rounds=1")
		if code != exitDone {
			t.Fatalf("exit %d: %s", code, out)
		}
		return out
	}
	if a, b := play(), play(); a != b {
		t.Errorf("two matches from one seed differ:\n%s\n---\n%s", a, b)
	}
}

// Wrong usage exits with 2, what fails with 1, each in one sentence.
func TestUsageRefusals(t *testing.T) {
	notJSON := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(notJSON, []byte("not json"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"nonsense"}, exitUsage, "nonsense"},
		{[]string{"--nonsense"}, exitUsage, "nonsense"},
		{[]string{"play"}, exitUsage, "play GAME"},
		{[]string{"play", "chess"}, exitUsage, "klang"},
		{[]string{"play", "klang", "--bots", "greedy,genius"}, exitUsage, "genius"},
		{[]string{"play", "klang", "--bots", "greedy"}, exitUsage, ""},
		{[]string{"play", "dadi", "--bots", "greedy"}, exitUsage, "two to six"},
		{[]string{"play", "dadi", "--bots", "random,random,random,random,random,random,random"}, exitUsage, "two to six"},
		{[]string{"play", "dadi", "--set", "table_cm=[10,10]"}, exitUsage, "table_cm"},
		{[]string{"play", "klang", "--set", "rounds"}, exitUsage, "name=value"},
		{[]string{"play", "klang", "--set", "rounds=99"}, exitUsage, "rounds"},
		{[]string{"play", "klang", "--set", "wheels=4"}, exitUsage, "wheels"},
		{[]string{"play", "klang", "--options", notJSON}, exitUsage, notJSON},
		{[]string{"verify", notJSON}, exitFailed, ""},
		{[]string{"verify", filepath.Join(t.TempDir(), "absent.json")}, exitFailed, "absent.json"},
		{[]string{"serve", "--public-url", "banco.example"}, exitUsage, "https://banco.example"},
		{[]string{"serve", "--public-url", "https://banco.example/table"}, exitUsage, "--base-path"},
		{[]string{"serve", "--public-url", "https://banco.example/"}, exitUsage, "https://banco.example/"},
		{[]string{"serve", "--public-url", "ftp://banco.example"}, exitUsage, "ftp://banco.example"},
		{[]string{"serve", "--public-url", "https://me@banco.example"}, exitUsage, "me@"},
		{[]string{"serve", "--public-url", "https://:443"}, exitUsage, "--public-url"},
		{[]string{"rules", "chess"}, exitUsage, "klang"},
		{[]string{"rules", "klang", "--lang", "de"}, exitUsage, "de"},
	} {
		code, out := runCLI(c.args...)
		if code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("banco %s: exit %d, want %d; said %q, want something with %q", strings.Join(c.args, " "), code, c.code, out, c.says)
		}
		if strings.Count(out, "\n") != 1 || strings.Contains(out, "⟨") {
			t.Errorf("banco %s: not one sentence: %q", strings.Join(c.args, " "), out)
		}
	}
}

// The rules are there in both languages, with their ids.
func TestRules(t *testing.T) {
	for _, c := range []struct{ game, lang, word, last string }{
		{"klang", "it", "malloppo", "K31"}, {"klang", "en", "loot", "K31"},
		{"dadi", "it", "comandante", "D15"}, {"dadi", "en", "commander", "D15"},
	} {
		code, out := runCLI("rules", c.game, "--lang", c.lang)
		if code != exitDone || !strings.Contains(out, c.word) || !strings.Contains(out, c.last) {
			t.Errorf("%s %s: exit %d, %.200s", c.game, c.lang, code, out)
		}
	}
}

// Help in both languages speaks in full sentences, not keys.
func TestHelp(t *testing.T) {
	for _, lang := range []string{"it", "en"} {
		t.Setenv("LC_ALL", lang+"_XX.UTF-8")
		for _, args := range [][]string{{"--help"}, {"serve", "--help"}, {"play", "--help"}, {"verify", "--help"}, {"rules", "--help"}} {
			var out strings.Builder
			if code := run(context.Background(), args, &out, &out); code != exitDone || strings.Contains(out.String(), "⟨") || strings.Contains(out.String(), "cli.") {
				t.Errorf("%s %v: exit %d\n%s", lang, args, code, out.String())
			}
		}
	}
}
