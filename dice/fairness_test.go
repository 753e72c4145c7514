package dice

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fenced gives the block of docs/fairness.md that begins with this fence.
func fenced(t *testing.T, fence string) string {
	t.Helper()
	page, err := os.ReadFile("../docs/fairness.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "\n```"+fence+"\n")
	block, _, closed := strings.Cut(rest, "\n```\n")
	if !found || !closed {
		t.Fatalf("docs/fairness.md has no block ```%s", fence)
	}
	return block
}

// TestVectors recomputes the numbers that docs/fairness.md promises to others.
// They are for ever: when this fails, the code is wrong and not the page.
func TestVectors(t *testing.T) {
	var v struct {
		ServerSeed  string   `json:"server_seed"`
		ClientSeeds []string `json:"client_seeds"`
		Commitment  string   `json:"commitment"`
		Blocks      []string `json:"blocks"`
		D6          []int    `json:"d6"`
		Shuffle     []int    `json:"shuffle"`
		Mixed       [][2]int `json:"mixed"`
	}
	dec := json.NewDecoder(strings.NewReader(fenced(t, "json vectors")))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	seed, err := ParseServerSeed(v.ServerSeed)
	if err != nil {
		t.Fatal(err)
	}
	if got := Commitment(seed); got != v.Commitment {
		t.Errorf("commitment %s, the page has %s", got, v.Commitment)
	}
	for _, c := range v.ClientSeeds {
		if err := CheckClientSeed(c); err != nil {
			t.Error(err)
		}
	}
	start := func() *Fair { return NewFair(seed, v.ClientSeeds) }

	if len(v.Blocks) != 2 || len(v.D6) != 64 || len(v.Shuffle) != 18 || len(v.Mixed) < 16 {
		t.Fatal("the page has fewer numbers than it says")
	}
	f := start()
	for b, want := range v.Blocks {
		if got := hex.EncodeToString(bytesOf(draw(f, slices.Repeat([]int{256}, 32)))); got != want {
			t.Errorf("block %d is %s, the page has %s", b, got, want)
		}
	}
	f = start()
	for i, want := range v.D6 {
		if got := D6(f); got != want {
			t.Errorf("die %d shows %d, the page has %d", i, got, want)
		}
	}
	if p := f.Position(); p == (Position{2, 0}) {
		t.Error("the page says that bytes are dropped among its dice, and none is")
	}
	order := make([]int, len(v.Shuffle))
	for i := range order {
		order[i] = i
	}
	Shuffle(start(), len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	if !slices.Equal(order, v.Shuffle) {
		t.Errorf("shuffled %v, the page has %v", order, v.Shuffle)
	}
	f = start()
	for i, want := range v.Mixed {
		if got := [2]int{want[0], f.Below(want[0])}; got != want || want[0] != []int{6, 10}[i%2] {
			t.Errorf("mixed roll %d is %v, the page has %v", i, got, want)
		}
	}
}

// logEntry and matchLog are what the page says of a log, and no more.
type logEntry struct {
	Seq   int      `json:"seq"`
	Rolls [][2]int `json:"rolls"`
}

type matchLog struct {
	Commitment  string     `json:"commitment"`
	ServerSeed  string     `json:"server_seed,omitempty"`
	ClientSeeds []string   `json:"client_seeds"`
	Entries     []logEntry `json:"entries"`
}

// TestPythonVerifier runs the page's own program on a log that holds, and on
// logs that somebody has tampered with in every way the page speaks of.
func TestPythonVerifier(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err == nil {
		// What is on the path may be a wrapper that takes a second to start.
		var out []byte
		out, err = exec.Command(python, "-c", "import hmac, sys; print(sys.executable)").Output()
		python = strings.TrimSpace(string(out))
	}
	if err != nil {
		t.Skipf("the page's program needs python3, which does not run here: %v", err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "verify.py")
	if err := os.WriteFile(program, []byte(fenced(t, "python")), 0o600); err != nil {
		t.Fatal(err)
	}
	seed := [32]byte{42, 1, 255}
	good := Commitment(seed)
	tests := []struct {
		name   string
		tamper func(*matchLog)
		args   []string
		want   string // "" when it holds
	}{

		{"as it was", func(*matchLog) {}, nil, ""},
		{"as it was, and written down", func(*matchLog) {}, []string{strings.ToUpper(good), "my-own_Seed1"}, ""},
		{"another commitment", func(*matchLog) {}, []string{strings.Repeat("0", 64)}, "not the one you wrote down"},
		{"my seed is missing", func(*matchLog) {}, []string{good, "other"}, "your client seed is not in the log"},
		{"not over", func(l *matchLog) { l.ServerSeed = "" }, nil, "not over"},
		{"half a seed", func(l *matchLog) { l.ServerSeed = l.ServerSeed[:32] }, nil, "64 hexadecimal digits"},
		{"another server seed", func(l *matchLog) { l.ServerSeed = hexOf([32]byte{1}) }, nil, "not the one that was committed to"},
		{"seed and commitment changed", func(l *matchLog) { l.ServerSeed, l.Commitment = hexOf([32]byte{1}), Commitment([32]byte{1}) }, nil, "entry 1, roll 1"},
		{"a client seed changed", func(l *matchLog) { l.ClientSeeds[0] = "annA" }, nil, "entry 1, roll 1"},
		{"seeds swapped", func(l *matchLog) { slices.Reverse(l.ClientSeeds) }, nil, "entry 1, roll"},
		{"seeds run together", func(l *matchLog) { l.ClientSeeds = []string{strings.Join(l.ClientSeeds, "|")} }, nil, "client seed of seat 0"},
		{"a value changed", func(l *matchLog) { r := &l.Entries[2].Rolls[3]; r[1] = (r[1] + 1) % r[0] }, nil, "entry 3, roll 4: the log says"},
		{"a roll cut out", func(l *matchLog) { l.Entries[1].Rolls = l.Entries[1].Rolls[1:] }, nil, "entry 2, roll"},
		{"a roll put in", func(l *matchLog) {
			l.Entries[1].Rolls = append([][2]int{{6, 2}, {6, 2}, {6, 2}, {6, 2}}, l.Entries[1].Rolls...)
		}, nil, "entry 2, roll"},
		{"entries swapped", func(l *matchLog) { l.Entries[2], l.Entries[3] = l.Entries[3], l.Entries[2] }, nil, "entry 4, roll"},
		{"no such die", func(l *matchLog) { l.Entries[0].Rolls[0][0] = 257 }, nil, "entry 1, roll 1: there is no value below 257"},
	}
	type question struct {
		Log  matchLog `json:"log"`
		Args []string `json:"args"`
	}
	var questions []question
	for _, test := range tests {
		f := NewFair(seed, []string{"anna", "my-own_Seed1"})
		log := matchLog{Commitment: good, ServerSeed: hexOf(seed), ClientSeeds: []string{"anna", "my-own_Seed1"}}
		for i, ns := range [][]int{slices.Repeat([]int{6}, 20), {10, 10}, {6, 6, 6, 6, 6}, {18, 17, 16}, {}, slices.Repeat([]int{129, 1, 256}, 30)} {
			draw(f, ns)
			log.Entries = append(log.Entries, logEntry{i + 1, f.Take()})
		}
		test.tamper(&log)
		questions = append(questions, question{log, append([]string{}, test.args...)})
	}

	// One interpreter answers all of them, since each takes long to start.
	ask := exec.Command(python, "-c", `
import json, sys, verify
print(json.dumps([verify.first_difference(q["log"], *q["args"]) for q in json.load(sys.stdin)]))`)
	ask.Dir = dir
	data, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	ask.Stdin = bytes.NewReader(data)
	out, err := ask.CombinedOutput()
	var answers []*string
	if err != nil || json.Unmarshal(out, &answers) != nil || len(answers) != len(tests) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, test := range tests {
		switch got := answers[i]; {
		case test.want == "" && got != nil:
			t.Errorf("%s: does not hold: %s", test.name, *got)
		case test.want != "" && (got == nil || !strings.Contains(*got, test.want)):
			t.Errorf("%s: the answer is %s; want %q", test.name, out, test.want)
		}
	}

	// And the program as somebody would run it.
	for i, want := range map[int]string{0: "holds: 120 rolls in 6 entries", 2: "does not hold: the commitment"} {
		data, err := json.Marshal(questions[i].Log)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "match.json")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, append([]string{program, file}, tests[i].args...)...).CombinedOutput()
		if (err == nil) != (tests[i].want == "") || !strings.HasPrefix(string(out), want) {
			t.Errorf("%s: %v, %s; want %q", tests[i].name, err, out, want)
		}
	}
}
