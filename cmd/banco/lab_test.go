package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"banco/experiments"
	"banco/journal/natstest"
)

const smallStudy = `
title = { it = "Prova", en = "Trial" }
question = { it = "Cambia qualcosa?", en = "Does anything change?" }
game = "klang"
bots = [["random"]]
matches = 20
[options]
rounds = 1
[grid]
trophy_points = [1, 3]
[[measure]]
metric = "points"
`

// lab run plays a file, answers, and leaves results, a table and a report; run
// again it plays nothing anew and leaves the same.
func TestLabRunLeavesAReport(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "trial.toml"), filepath.Join(dir, "out")
	if err := os.WriteFile(file, []byte(smallStudy), 0o600); err != nil {
		t.Fatal(err)
	}
	code, said := runCLI("lab", "run", file, "--out", out, "--workers", "2")
	if code != exitDone || !strings.Contains(said, "Does anything change?") || !strings.Contains(said, "60 matches") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	var before []string
	for _, name := range []string{"results.jsonl", "table.csv", "report.html"} {
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		before = append(before, string(data))
	}
	code, said = runCLI("lab", "run", file, "--out", out, "--json")
	var answer struct {
		Sound    bool `json:"sound"`
		Findings []struct {
			Variant string      `json:"variant"`
			Value   [3]*float64 `json:"value"`
		} `json:"findings"`
	}
	if err := json.Unmarshal([]byte(said), &answer); code != exitDone || err != nil || !answer.Sound || len(answer.Findings) != 2 {
		t.Fatalf("exit %d, %v\n%s", code, err, said)
	}
	for i, name := range []string{"results.jsonl", "table.csv", "report.html"} {
		if data, err := os.ReadFile(filepath.Join(out, name)); err != nil || string(data) != before[i] {
			t.Errorf("%s is not what it was, %v", name, err)
		}
	}
}

// What the lab cannot do it refuses with 2, saying what there is.
func TestLabRefusesWithTheChoices(t *testing.T) {
	for want, args := range map[string][]string{
		"klang-progression":      {"lab", "run", "klang-nothing"},
		"20 to 1000000":          {"lab", "run", "klang-right", "--matches", "3"},
		"1 to 1024":              {"lab", "run", "klang-right", "--workers", "-2"},
		"random, greedy":         {"lab", "ladder", "klang", "--levels", "random,genius"},
		"20 to 100000":           {"lab", "ladder", "klang", "--pairs", "3"},
		"1 to 400":               {"lab", "ladder", "klang", "--elo", "0"},
		"klang, dadi":            {"lab", "ladder", "chess"},
		"lab --help":             {"lab", "dance"},
		"nats://host:4222":       {"lab", "worker"},
		"target = 0.5":           {"lab", "tune", "klang-right"},
		"at least two levels":    {"lab", "ladder", "klang", "--levels", "random"},
		"banco lab run FILE|NAM": {"lab", "run"},
	} {
		code, said := runCLI(args...)
		if code != exitUsage || !strings.Contains(said, want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: exit %d, %q does not say %q in one line", args, code, said, want)
		}
	}
}

func TestLabListNamesEveryStudy(t *testing.T) {
	code, said := runCLI("lab", "list")
	for _, name := range experiments.Names() {
		if code != exitDone || !strings.Contains(said, name) {
			t.Errorf("exit %d, no %s in\n%s", code, name, said)
		}
	}
}

// The ladder prints the levels in order with their strength.
func TestLabLadderPrintsElo(t *testing.T) {
	code, said := runCLI("lab", "ladder", "klang", "--levels", "random,greedy", "--pairs", "40")
	if code != exitDone || !strings.Contains(said, "random: 0") || !strings.Contains(said, "greedy against random") || !strings.Contains(said, "the first is stronger") {
		t.Errorf("exit %d\n%s", code, said)
	}
	code, said = runCLI("lab", "ladder", "klang", "--levels", "random,greedy", "--pairs", "40", "--json")
	var s struct {
		Levels   []struct{ Level string }
		Meetings []struct{ Answer string }
	}
	if err := json.Unmarshal([]byte(said), &s); code != exitDone || err != nil || s.Levels[1].Level != "greedy" || s.Meetings[0].Answer != "stronger" {
		t.Errorf("exit %d, %v\n%s", code, err, said)
	}
}

// A run and a worker that meet over NATS: the same answer as at home. Where there
// is no server the refusal says so.
func TestLabSharesOverNATS(t *testing.T) {
	s := natstest.Alone(t)
	ctx, stop := context.WithCancel(context.Background())
	worker := make(chan int)
	go func() {
		worker <- run(ctx, []string{"lab", "worker", "--nats", s.ClientURL(), "--workers", "1"}, io.Discard, io.Discard)
	}()
	dir := t.TempDir()
	file := filepath.Join(dir, "trial.toml")
	if err := os.WriteFile(file, []byte(smallStudy), 0o600); err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, args := range [][]string{{"--nats", s.ClientURL()}, {"--workers", "1"}} {
		out := filepath.Join(dir, args[0])
		if code, said := runCLI(append([]string{"lab", "run", file, "--out", out}, args...)...); code != exitDone {
			t.Fatalf("%v: exit %d\n%s", args, code, said)
		}
		data, err := os.ReadFile(filepath.Join(out, "results.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, string(data))
	}
	if tables[0] != tables[1] {
		t.Error("shared results are not those of one machine")
	}
	stop()
	if code := <-worker; code != exitDone {
		t.Errorf("the worker ended with %d", code)
	}
	code, said := runCLI("lab", "run", file, "--out", filepath.Join(dir, "nowhere"), "--nats", "nats://127.0.0.1:1")
	if code != exitFailed || !strings.Contains(said, "cannot be reached") {
		t.Errorf("exit %d, %q", code, said)
	}
}

// lab tune tells which variants come closest to the target.
func TestLabTuneTellsTheClosest(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trial.toml")
	if err := os.WriteFile(file, []byte(smallStudy+"[tune]\ntarget = 14\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, said := runCLI("lab", "tune", file)
	if code != exitDone || !strings.Contains(said, "Target for points in all: 14") || !strings.Contains(said, "among the closest") {
		t.Errorf("exit %d\n%s", code, said)
	}
}
