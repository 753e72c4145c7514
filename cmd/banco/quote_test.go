package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// The keys of --json are a promise: these, and no others.
func TestQuoteJSON(t *testing.T) {
	code, out := runCLI("quote", "3:2", "--json")
	if code != exitDone {
		t.Fatalf("exit %d: %s", code, out)
	}
	type chance struct {
		Quota                             int
		Hit, Critical, Miss, Fumble, Zero *float64
	}
	var answer struct {
		A, B  chance
		First struct{ A, B, Both *float64 } `json:"first_to_fall"`
		Round struct {
			Mean         *float64
			Median, P90  *int
			Distribution []float64
		} `json:"rounds"`
	}
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&answer); err != nil {
		t.Fatal(err)
	}
	a, f, r := answer.A, answer.First, answer.Round
	if a.Quota != 3 || *a.Hit != 0.33 || *a.Critical != 0.003 || *a.Miss != 0.66 || *a.Fumble != 0.006 || *a.Zero != 0.001 || answer.B.Quota != 2 {
		t.Errorf("%s", out)
	}
	if sum := *f.A + *f.B + *f.Both; sum < 1-1e-12 || sum > 1+1e-12 || *r.Mean < 2 || *r.Median != 2 || *r.P90 != 4 || len(r.Distribution) < 10 {
		t.Errorf("%s", out)
	}
}

// quoteJSON runs with --json --more and decodes.
func quoteJSON(t *testing.T, args ...string) (m quoteMore) {
	t.Helper()
	code, out := runCLI(append(append([]string{"quote"}, args...), "--json", "--more")...)
	if code != exitDone || json.Unmarshal([]byte(out), &m) != nil {
		t.Fatalf("%v: exit %d: %s", args, code, out)
	}
	return m
}

// The command lines of the issue, and what the flags do to the quotas.
func TestQuoteFights(t *testing.T) {
	quotas := func(m quoteMore) (list []int) {
		for _, c := range append(m.EachA, m.EachB...) {
			list = append(list, c.Quota)
		}
		return list
	}
	for _, test := range []struct {
		args []string
		want []int
	}{
		{[]string{"3:2"}, []int{3, 2}},
		{[]string{"4:2"}, []int{4, 2}}, // taken as written
		{[]string{"4:2", "--normalise"}, []int{2, 1}},
		{[]string{"9:9", "--normalise"}, []int{2, 2}},
		{[]string{"9:9", "--normalise", "--cautious"}, []int{1, 1}},
		{[]string{"5,3,2:6"}, []int{5, 5, 4, 6}},
		{[]string{"5,3,2:6", "--hits", "3:5", "--defend", "b", "--aim", "a"}, []int{2, 2, 1, 0}},
		{[]string{"5,3,2:6", "--defend", "a1", "--aim", "a3"}, []int{0, 3, 2, 5}},
		{[]string{"--a", "dex 18, weapon 30", "--b", "dex 13, weapon 40, shield"}, []int{5, 6}},
		{[]string{"--a", "Des 18, Arma 30; quota 2, mira", "--b", "des 13, arma 40, seconda arma, colpi 4, danno 2d6"}, []int{5, 2, 6}},
		{[]string{"4:4", "--bonus", "15:-20"}, []int{5, 2}},
		{[]string{"2:6", "--bonus", ":30"}, []int{2, 9}},
	} {
		m := quoteJSON(t, test.args...)
		got := quotas(m)
		if len(got) != len(test.want) {
			t.Errorf("%v: %v", test.args, got)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%v: %v, want %v", test.args, got, test.want)
				break
			}
		}
	}
	if a, b := quoteJSON(t, "--a", "quota 5, life 20, damage 1D8 + 2", "--b", "quota 4, vita 25"), quoteJSON(t, "5:4", "--life", "20:25", "--damage", "1d8+2:"); a.First != b.First {
		t.Error("a character is not what the flags say")
	}
	if a, b := quoteJSON(t, "3:2", "--hits", "3:5"), quoteJSON(t, "2:3", "--hits", "5:3"); a.First.A != b.First.B || a.Round.Mean != b.Round.Mean {
		t.Error("a : b is not the other way round b : a")
	}
	if m := quoteJSON(t, "5:4", "--life", "20:25", "--damage", "1d8+2:2d6", "--margin", "--critical-hits", "2"); m.First.A+m.First.B+m.First.Both < 1-1e-12 || m.EvenA == 0 {
		t.Errorf("%+v", m)
	}
	if m := quoteJSON(t, "5,3:6", "--hits", "2,1:4", "--weakest"); len(m.SurvivorsA) != 3 || m.EvenA != 0 || m.EvenB == 0 {
		t.Errorf("%+v", m)
	}
	if m := quoteJSON(t, "3:2", "--full", "33.3:22.2"); m.Full == nil || m.Full.First != m.First {
		t.Errorf("%+v", m.Full)
	}
}

// Bars in the terminal, in both languages.
func TestQuoteBars(t *testing.T) {
	code, out := runCLI("quote", "5,3,2:6", "--hits", "2:5", "--full", "50:60")
	for _, want := range []string{"a3 rolls against 4", "█", "First to fall", "both", "cannot be tested", "on average", "nearest to even"} {
		if code != exitDone || !strings.Contains(out, want) {
			t.Errorf("exit %d, without %q:\n%s", code, want, out)
		}
	}
	var it strings.Builder
	if code := run(context.Background(), []string{"quote", "1:1", "--hits", "90:90", "--lang", "it"}, &it, &it); code != exitDone || !strings.Contains(it.String(), "11,1 %") || strings.Contains(it.String(), "⟨") {
		t.Errorf("exit %d:\n%s", code, it.String())
	}
	if n := strings.Count(it.String(), "\n"); n > 40 {
		t.Errorf("%d lines for a long fight", n)
	}
}

func TestQuoteRefusals(t *testing.T) {
	for _, test := range []struct {
		args []string
		says string
	}{
		{nil, "3:2"},
		{[]string{"3:2", "--a", "quota 3"}, "--a"},
		{[]string{"--a", "quota 3"}, "--b"},
		{[]string{"3"}, "3:2"},
		{[]string{"3:x"}, "3:x"},
		{[]string{"0:3"}, "a.quota: A quota is a whole number from 1 to 9."},
		{[]string{"3:10"}, "b.quota: A quota is a whole number from 1 to 9."},
		{[]string{"3,3:2,2"}, "single contender"},
		{[]string{"1,1,1,1,1,1,1,1,1,1,1,1,1:2"}, "12 allies"},
		{[]string{"3:2", "--hits", "3"}, "--hits"},
		{[]string{"3:2", "--hits", "0:3"}, "from 1 to 999"},
		{[]string{"3:2", "--hits", "1,2:3"}, "--hits"},
		{[]string{"3:2", "--life", "-5:3"}, "from 1 to 999"},
		{[]string{"3:2", "--life", "5:3", "--hits", "5:3"}, "either by hits or by life"},
		{[]string{"3:2", "--damage", "999999999d9:1"}, "1 to 20 dice"},
		{[]string{"3:2", "--bonus", "201:0"}, "200"},
		{[]string{"3:2", "--defend", "c"}, "nobody"},
		{[]string{"3:2", "--defend", "a2"}, "nobody"},
		{[]string{"3:2", "--defend", ""}, ""},
		{[]string{"3:2", "--defend", "a", "--aim", "a"}, "cannot both"},
		{[]string{"3:2", "--defend", "a,b"}, "never end"},
		{[]string{"3:2", "--critical-hits", "0"}, "1 to 5"},
		{[]string{"3:2", "--full", "101:3"}, "100 per cent"},
		{[]string{"3:2", "--full", "NaN:3"}, "100 per cent"},
		{[]string{"--a", "dex 18", "--b", "quota 3"}, "dexterity and weapon"},
		{[]string{"--a", "dex 18, weapon 30, quota 3", "--b", "quota 3"}, "not both"},
		{[]string{"--a", "dex 18, dex 18", "--b", "quota 3"}, "twice"},
		{[]string{"1:1", "--life", "1:1", "--damage", "20d100-1999:20d100-1999"}, "too long"},
		{[]string{"3:2", "--bonus", "99999999999999999999:1"}, "200"},
		{[]string{"3:2:1"}, "3:2:1"},
		{[]string{"3:-2"}, "from 1 to 9"},
		{[]string{"\u0663:2"}, "3:2"},
		{[]string{":"}, "3:2"},
		{[]string{"--a", "quota 3;", "--b", "quota 3"}, "a character"},
		{[]string{"--a", "quota 3, damage", "--b", "quota 3"}, "damage"},
		{[]string{"--a", "brave", "--b", "quota 3"}, "brave"},
		{[]string{"--a", "shield 3", "--b", "quota 3"}, "shield 3"},
		{[]string{"--a", "quota 11", "--b", "quota 3"}, "from 1 to 9"},
	} {
		code, out := runCLI(append([]string{"quote"}, test.args...)...)
		if len(test.args) == 3 && test.args[2] == "" {
			if code != exitDone { // an empty list names nobody
				t.Errorf("%v: exit %d, %s", test.args, code, out)
			}
			continue
		}
		if code != exitUsage || !strings.Contains(out, test.says) || strings.Count(out, "\n") != 1 || strings.Contains(out, "⟨") {
			t.Errorf("banco quote %v: exit %d, %q; want something with %q", test.args, code, out, test.says)
		}
	}
}

func TestQuoteHelp(t *testing.T) {
	for _, lang := range []string{"it", "en"} {
		var out strings.Builder
		if code := run(context.Background(), []string{"quote", "--help", "--lang", lang}, &out, &out); code != exitDone || strings.Contains(out.String(), "⟨") || strings.Contains(out.String(), "cli.") {
			t.Errorf("%s: exit %d\n%s", lang, code, out.String())
		}
	}
}
