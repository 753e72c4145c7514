package dadi

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"banco/internal/i18n"
)

func catalogue(t *testing.T) *i18n.Catalog {
	t.Helper()
	c, err := i18n.Load(New().Texts())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestTexts_EveryKeyInTheCodeIsThere reads the sources for keys, whole or the
// beginning of one that is put together.
func TestTexts_EveryKeyInTheCodeIsThere(t *testing.T) {
	c := catalogue(t)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	whole := regexp.MustCompile(`"(dadi\.[a-z0-9_.]+)"(\s*\+)?`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range whole.FindAllStringSubmatch(string(text), -1) {
			found := c.Has(m[1])
			if m[2] != "" || strings.HasSuffix(m[1], ".") {
				for _, key := range c.Keys() {
					found = found || strings.HasPrefix(key, m[1])
				}
			}
			if !found {
				t.Errorf("%s uses %q, which no catalogue has", file, m[1])
			}
		}
	}
}

func TestTexts_EveryWordIsThere(t *testing.T) {
	c := catalogue(t)
	need := func(prefix string, words ...string) {
		t.Helper()
		for _, w := range words {
			if w != "" && !c.Has(prefix+w) {
				t.Errorf("no %s%s", prefix, w)
			}
		}
	}
	need("dadi.phase.", phaseNames[:]...)
	need("dadi.action.", actionNames[:]...)
	need("dadi.effect.", effectNames[:]...)
	for _, o := range Catalogue {
		need("dadi.object.", o.Name)
	}
	for i := range MaxSeats {
		need("dadi.colour.", strconv.Itoa(i))
		need("dadi.side.", strconv.Itoa(i))
		need("dadi.soldier.", strconv.Itoa(i+1))
	}
	for _, r := range refusals[1:] {
		need("dadi.refused.", r.code)
	}
	for _, o := range New().Options() {
		need("dadi.option.", o.Name, o.Name+".help")
		for _, choice := range o.Choices {
			need("dadi.option."+o.Name+".", choice)
		}
	}
}

// TestTexts_RulesPagesAreComplete looks for every rule's id on both pages, and
// for the author of the game.
func TestTexts_RulesPagesAreComplete(t *testing.T) {
	for _, page := range []string{"rules.it.md", "rules.en.md"} {
		text, err := fs.ReadFile(New().Texts(), page)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= 15; i++ {
			if id := fmt.Sprintf("*D%02d*", i); !strings.Contains(string(text), id) {
				t.Errorf("%s does not mention %s", page, id)
			}
		}
		for _, credit := range []string{"Qwein", "2007"} {
			if !strings.Contains(string(text), credit) {
				t.Errorf("%s does not say %s", page, credit)
			}
		}
		for n, a := range defaults().Army {
			if row := fmt.Sprintf("| %d | %d |", a[0], a[1]); !strings.Contains(string(text), row) {
				t.Errorf("%s has not M and F of %d", page, n+1)
			}
		}
	}
}

// TestTexts_OwnWords: the rules' text is Qwein's, and its sentences stay his.
func TestTexts_OwnWords(t *testing.T) {
	letters := regexp.MustCompile(`[^\pL\pN]+`)
	for _, file := range []string{"it.toml", "en.toml", "rules.it.md", "rules.en.md"} {
		raw, err := fs.ReadFile(New().Texts(), file)
		if err != nil {
			t.Fatal(err)
		}
		text := letters.ReplaceAllString(strings.ToLower(string(raw)), " ")
		for _, theirs := range []string{
			"i dadi sono malvagi", "nostro gagliardo", "non potranno più essere girati", "evitando oggetti", "manco a dirlo",
			"non amano le curve", "grido di battaglia", "con un poco di fortuna", "la madre patria", "vince chi ha ottenuto",
			"uno sopra l altro", "si toccano fisicamente",
		} {
			if strings.Contains(text, theirs) {
				t.Errorf("%s says %q, as the source does", file, theirs)
			}
		}
	}
}

// TestTexts_Sentences reads some as people do.
func TestTexts_Sentences(t *testing.T) {
	it, en := catalogue(t).Printer("it"), catalogue(t).Printer("en")
	x := set(t, 2, "", "red 4 300,300", "blue 3 300,360", "active red 4")
	events := x.roll(Fire(x.die("blue 3")), 2)
	for i, want := range [][2]string{
		{"Rosso 4 spara a Verde 3 e tira 2: colpito!", "Red 4 fires at Green 3 and rolls 2: a hit!"},
		{"Verde 3 (fuciliere) cade.", "Green 3 (rifleman) falls."},
	} {
		if got := it.Text(events[i].Text); got != want[0] {
			t.Error(got)
		}
		if got := en.Text(events[i].Text); got != want[1] {
			t.Error(got)
		}
	}
	j := x.judge(1)
	if got := it.Text(j.refuse(j.allows(End()), End()).Text); got != "Adesso non si può restare fermi: si decide se chiamare una riserva." {
		t.Error(got)
	}
}
