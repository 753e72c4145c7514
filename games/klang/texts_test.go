package klang

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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
	whole := regexp.MustCompile(`"(klang\.[a-z0-9_.]+)"(\s*\+)?`)
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
	need("klang.slot.", slotNames[:]...)
	need("klang.part_of.", slotNames[:]...)
	need("klang.part.", kindNames[:]...)
	need("klang.weapon.", weaponNames[:]...)
	need("klang.attacked_", weaponNames[:]...)
	need("klang.frame.", frameNames[:]...)
	need("klang.phase.", phaseNames[:]...)
	need("klang.action.", actionNames[:]...)
	for _, r := range recipes {
		need("klang.terrain.", r.kind)
	}
	for _, r := range refusals[1:] {
		need("klang.refused.", r.code)
	}
	for _, o := range New().Options() {
		need("klang.option.", o.Name, o.Name+".help")
		for _, choice := range o.Choices {
			need("klang.option."+o.Name+".", choice)
		}
	}
}

// TestTexts_RulesPagesAreComplete looks for every rule's id on both pages.
func TestTexts_RulesPagesAreComplete(t *testing.T) {
	for _, page := range []string{"rules.it.md", "rules.en.md"} {
		text, err := fs.ReadFile(New().Texts(), page)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= 32; i++ {
			id := "K" + digit(i/10) + digit(i%10)
			if !strings.Contains(string(text), id) {
				t.Errorf("%s does not mention %s", page, id)
			}
		}
	}
}

// TestTexts_OwnWords: the rules belong to the authors of Klang, whom both pages
// credit, and their sentences stay theirs. These had slipped in.
func TestTexts_OwnWords(t *testing.T) {
	letters := regexp.MustCompile(`[^\pL\pN]+`)
	for _, file := range []string{"it.toml", "en.toml", "rules.it.md", "rules.en.md"} {
		raw, err := fs.ReadFile(New().Texts(), file)
		if err != nil {
			t.Fatal(err)
		}
		text := letters.ReplaceAllString(strings.ToLower(string(raw)), " ")
		for _, theirs := range []string{
			"nessuno muore", "nobody dies", "i punti presi non te li toglie", "ha le mani piene", "la calamita non fa domande",
			"quello che hai stampato", "servono pezzi più larghi", "vince chi ha più punti", "sotto l uno non si scende",
		} {
			if strings.Contains(text, theirs) {
				t.Errorf("%s says %q, as the source does", file, theirs)
			}
		}
		if credit := map[string]string{"rules.it.md": "suoi autori", "rules.en.md": "its authors"}[file]; !strings.Contains(text, credit) {
			t.Errorf("%s does not credit the authors", file)
		}
	}
}

// TestTexts_NumbersAgree: what is counted can be one.
func TestTexts_NumbersAgree(t *testing.T) {
	en := catalogue(t).Printer("en")
	if got := en.T("klang.begins", 1, 2); got != "2 robots take the field, for 1 round." {
		t.Error(got)
	}
	it := catalogue(t).Printer("it")
	j := set(t, "", "Ruggine 300,300 dice 6\nactive Ruggine").judge(0)
	if got := it.Text(j.refuse(notNow, &Action{}).Text); got != "Adesso non si può fare questo: un robot sta agendo." {
		t.Error(got)
	}
}
