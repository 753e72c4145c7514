package table

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
)

// finishedRecord plays a match and gives its record as a file.
func finishedRecord(t *testing.T) []byte {
	t.Helper()
	s := service(t)
	id, tokens := seated(t, s, `{"mode":"secret","rounds":3}`, 2)
	playOut(t, s, id, tokens)
	rec, err := s.Record(ctx, id, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	return []byte(text(t, rec))
}

func TestVerifyCatchesEachKindOfTampering(t *testing.T) {
	file := finishedRecord(t)
	read := func() *Record {
		rec, err := ReadRecord(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	if err := Verify(read(), toys); err != nil {
		t.Fatal(err)
	}
	// Other seeds give other dice from the first roll on; the few that do not are passed over.
	differs := func(seed [32]byte, seeds []string) bool {
		src := dice.NewFair(seed, seeds)
		dice.D6(src)
		dice.D6(src)
		return !slices.Equal(src.Take(), read().Entries[0].Rolls)
	}
	other := dice.NewServerSeed()
	for !differs(other, read().ClientSeeds) {
		other = dice.NewServerSeed()
	}
	mine, err := dice.ParseServerSeed(read().ServerSeed)
	if err != nil {
		t.Fatal(err)
	}
	seeds := []string{read().ClientSeeds[0], "other"}
	for !differs(mine, seeds) {
		seeds[1] += "x"
	}
	for name, c := range map[string]struct {
		code   string
		entry  int
		tamper func(*Record)
	}{
		"server seed":         {"commitment", 0, func(r *Record) { r.ServerSeed = fmt.Sprintf("%x", other) }},
		"seed and commitment": {"rolls", 1, func(r *Record) { r.ServerSeed = fmt.Sprintf("%x", other); r.Commitment = dice.Commitment(other) }},
		"no server seed":      {"unfinished", 0, func(r *Record) { r.ServerSeed = "" }},
		"client seed":         {"seeds", 0, func(r *Record) { r.ClientSeeds[1] = "other" }},
		"client seeds":        {"rolls", 1, func(r *Record) { r.ClientSeeds[1], r.Players[1].ClientSeed = seeds[1], seeds[1] }},
		"roll":                {"rolls", 3, func(r *Record) { r.Entries[2].Rolls[0][1] ^= 1 }},
		"rolls removed":       {"rolls", 3, func(r *Record) { r.Entries[2].Rolls = nil }},
		"action":              {"hash", 2, func(r *Record) { r.Entries[1].Action = pick(3) }},
		"illegal action":      {"action", 2, func(r *Record) { r.Entries[1].Action = pick(4) }},
		"unreadable action":   {"action", 2, func(r *Record) { r.Entries[1].Action = []byte(`{"type":"pick","m":1}`) }},
		"action of another":   {"turn", 3, func(r *Record) { r.Entries[2].Seat = 0 }},
		"action of the house": {"turn", 3, func(r *Record) { r.Entries[2].Seat = game.Watcher }},
		"hash":                {"hash", 4, func(r *Record) { r.Entries[3].Hash = strings.Repeat("ab", 32) }},
		"order":               {"order", 2, func(r *Record) { r.Entries[1], r.Entries[2] = r.Entries[2], r.Entries[1] }},
		"order, renumbered": {"rolls", 2, func(r *Record) {
			r.Entries[1], r.Entries[2] = r.Entries[2], r.Entries[1]
			r.Entries[1].Seq = 2
			r.Entries[2].Seq = 3
			r.Entries[1].At = r.Entries[0].At
			r.Entries[2].At = r.Entries[0].At
		}},
		"entry left out":          {"order", 3, func(r *Record) { r.Entries = append(r.Entries[:2], r.Entries[3:]...) }},
		"truncated":               {"truncated", 0, func(r *Record) { r.Entries = r.Entries[:4] }},
		"empty":                   {"truncated", 0, func(r *Record) { r.Entries = nil }},
		"no start":                {"start", 1, func(r *Record) { r.Entries[0].Action = pick(1) }},
		"score":                   {"result", 0, func(r *Record) { r.Result.Scores[0]++ }},
		"winner":                  {"result", 0, func(r *Record) { r.Result.Winners = nil }},
		"no result":               {"unfinished", 0, func(r *Record) { r.Result = nil }},
		"news":                    {"news", 1, func(r *Record) { r.Entries[0].News[0].Key = "toy.other" }},
		"time":                    {"time", 2, func(r *Record) { r.Entries[1].At = r.Entries[0].At.Add(-1) }},
		"rules":                   {"rules", 0, func(r *Record) { r.Rules = "toy/0" }},
		"game":                    {"game", 0, func(r *Record) { r.Game = "chess" }},
		"options":                 {"options", 0, func(r *Record) { r.Options = []byte(`{"x":1}`) }},
		"other options":           {"hash", 2, func(r *Record) { r.Options = []byte(`{"mode":"turns"}`) }},
		"a seat more":             {"seeds", 0, func(r *Record) { r.Players = append(r.Players, r.Players[0]) }},
		"an action after the end": {"turn", 8, func(r *Record) { e := r.Entries[6]; e.Seq = 8; r.Entries = append(r.Entries, e) }},
	} {
		rec := read()
		c.tamper(rec)
		err := Verify(rec, toys)
		var v *VerifyError
		if !errors.As(err, &v) || v.Code != c.code || v.Entry != c.entry || v.Text.Key != "table.verify."+c.code {
			t.Errorf("%s: %v, want %s at %d", name, err, c.code, c.entry)
		}
	}
}

func TestARecordIsReadStrictly(t *testing.T) {
	file := finishedRecord(t)
	for name, bad := range map[string][]byte{
		"empty":         nil,
		"cut":           file[:len(file)-2],
		"trailing":      append(bytes.Clone(file), "{}"...),
		"unknown field": bytes.Replace(file, []byte(`{"id"`), []byte(`{"extra":1,"id"`), 1),
		"another shape": []byte(`[]`),
	} {
		_, err := ReadRecord(bytes.NewReader(bad))
		var v *VerifyError
		if !errors.As(err, &v) || v.Code != "unreadable" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryCodeHasItsSentence(t *testing.T) {
	data, err := textFiles.ReadFile("texts/it.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range refusalCodes(t) {
		if !bytes.Contains(data, []byte(`"`+code+`" =`)) {
			t.Errorf("%s has no sentence", code)
		}
	}
}

// refusalCodes finds the keys that the package's sources ask for.
func refusalCodes(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	find := regexp.MustCompile(`(refuse|refuseField|verifyError)\((?:\w+, )?"(\w+)"`)
	var codes []string
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range find.FindAllStringSubmatch(string(src), -1) {
			prefix := "table.refused."
			if m[1] == "verifyError" {
				prefix = "table.verify."
			}
			codes = append(codes, prefix+m[2])
		}
	}
	if len(codes) < 40 {
		t.Fatalf("only %d codes found", len(codes))
	}
	return codes
}
