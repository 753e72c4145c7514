package quote

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"banco/game"
	"banco/games/quote/rule"
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

// refusing finds the codes of refusals, which stand in the sources of this
// package and the ones below it.
var refusing = []*regexp.Regexp{
	regexp.MustCompile(`refuse\("Q\d\d", "([a-z_]+)"`),             // this package
	regexp.MustCompile(`refuse\([a-z]+(?:\.Rule)?, "([a-z_]+)", `), // this package, a rule from elsewhere; package odds
	regexp.MustCompile(`refuse\("[a-z_]+", "([a-z_]+)", "Q`),       // package odds
	regexp.MustCompile(`refuse\(field\+"[a-z.]+", "([a-z_]+)"`),
	regexp.MustCompile(`bad\("([a-z_]+)"\)$`),
}

func sources(t *testing.T, visit func(file, text string)) {
	t.Helper()
	for _, pattern := range []string{"*.go", "*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			visit(file, string(text))
		}
	}
}

// TestTexts_EveryKeyInTheCodeIsThere reads the sources for keys, whole or the
// beginning of one that is put together, and for the codes of refusals.
func TestTexts_EveryKeyInTheCodeIsThere(t *testing.T) {
	c := catalogue(t)
	whole := regexp.MustCompile(`"(quote\.[a-z0-9_.]+)"(\s*\+)?`)
	expression := regexp.MustCompile(`refuse\("([a-z_]+)", (?:at|0|p\.here\(\))`)
	codes := 0
	sources(t, func(file, text string) {
		for _, m := range whole.FindAllStringSubmatch(text, -1) {
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
		patterns, prefix := refusing, ""
		if strings.HasPrefix(file, "expr") {
			patterns, prefix = []*regexp.Regexp{expression}, "damage_"
		}
		for _, p := range patterns {
			for _, m := range p.FindAllStringSubmatch(text, -1) {
				codes++
				if !c.Has("quote.refused." + prefix + m[1]) {
					t.Errorf("%s refuses with %q, for which there is no sentence", file, prefix+m[1])
				}
			}
		}
	})
	if codes < 80 {
		t.Errorf("only %d refusals were found in the sources", codes)
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
	need("quote.action.", actionNames[:]...)
	need("quote.colour.", Colours[:]...)
	need("quote.mark.", Marks[:]...)
	need("quote.place.", placeNames...)
	for s := range rule.NumStances {
		need("quote.stance.", s.String())
		need("quote.stance_now.", s.String())
	}
	for k := range rule.NumKinds {
		need("quote.result.", k.String())
		need("quote.blow.", k.String())
	}
	for e := range rule.NumEffects {
		need("quote.effect.", e.String())
	}
	for _, o := range New().Options() {
		need("quote.option.", o.Name, o.Name+".help")
		for _, choice := range o.Choices {
			need("quote.option."+o.Name+".", choice)
		}
	}
}

// TestTexts_RulesPagesAreComplete looks for every rule's id on both pages, for
// the source, and for the figures of the rules' table.
func TestTexts_RulesPagesAreComplete(t *testing.T) {
	for page, words := range map[string][]string{
		"rules.it.md": {"regole semplificate di combattimento", "mondo di ruolo", "non si può verificare", "4,8, quindi 5", "6,3, quindi 6", "5, 5 e 4"},
		"rules.en.md": {"simplified combat rules", "role-playing world", "cannot be tested", "4.8, so 5", "6.3, so 6", "5, 5 and 4"},
	} {
		text, err := fs.ReadFile(New().Texts(), page)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= 12; i++ {
			words = append(words, fmt.Sprintf("*Q%02d*", i))
		}
		for _, o := range New().Options() {
			if o.Rule == "Q04" || o.Rule == "Q07" || o.Rule == "Q09" {
				continue // named below, where the page has a name for them
			}
			if o.Name == "locations" {
				words = append(words, o.Name)
			}
		}
		for _, w := range append(words, "critical_hits", "normalise", "margin") {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s does not say %q", page, w)
			}
		}
	}
}

// TestTexts_OwnWords: the sentences of the source stay its author's.
func TestTexts_OwnWords(t *testing.T) {
	letters := regexp.MustCompile(`[^\pL\pN]+`)
	for _, file := range []string{"it.toml", "en.toml", "rules.it.md", "rules.en.md"} {
		raw, err := fs.ReadFile(New().Texts(), file)
		if err != nil {
			t.Fatal(err)
		}
		text := letters.ReplaceAllString(strings.ToLower(string(raw)), " ")
		for _, theirs := range []string{
			"singola situazione di combattimento", "piano di gioco", "a giudizio del master", "andato a segno", "darà vita a",
			"triplicando il risultato", "agiscono successivamente", "abbia cura di assegnare", "essere il più obiettivi", "andrebbe ragionevolmente incontro",
			"minimo comune denominatore", "estremamente difensivo", "perdere tempo", "vantaggio della giocabilità", "come si può facilmente vedere",
			"sia pure a grandi linee", "è stata appositamente pensata", "correttivi",
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
	x := set(t, "", `ogre red 6 "life":20`)
	x.do(`{"type":"add","name":"guard","colour":"blue","quota":5,"count":2,"damage":"1d8+2"}`)
	x.do(`{"type":"fight","one":1,"allies":[2,3]}`)
	events := x.do(`{"type":"round"}`, 9, 0, 0, 2, 7, 3, 0, 7)
	for i, want := range [][2]string{
		{"guard 1 manca ogre (tira 9 contro 5).", "guard 1 misses ogre (rolls 9 against 5)."},
		{"guard 2 mette a segno un colpo critico su ogre: braccio sinistro, 6 (tira 0-0, 2-2-2 contro 7; locazione 8; 1d8+2: 4).",
			"guard 2 hits ogre critically: left arm, 6 (rolls 0-0, 2-2-2 against 7; place 8; 1d8+2: 4)."},
		{"ogre manca guard 1 (tira 0-7 contro 6).", "ogre misses guard 1 (rolls 0-7 against 6)."},
		{"Il round 1 è finito.", "Round 1 is over."},
	} {
		if got := it.Text(events[i].Text); got != want[0] {
			t.Error(got)
		}
		if got := en.Text(events[i].Text); got != want[1] {
			t.Error(got)
		}
	}
	_, err := New().ParseAction([]byte(`{"type":"add","name":"x","colour":"red","damage":7}`))
	if got := en.Text(err.(*game.Error).Text); got != "In “add” the field “damage” has to be a text." {
		t.Error(got)
	}
	err = x.Apply(Master, parse(t, `{"type":"change","who":1,"damage":"1d6+é"}`), nil, nil)
	if got := en.Text(err.(*game.Error).Text); got != "“é” does not fit at character 5: an expression is made of numbers, dice like 2d6 or 4d6kh3, +, -, * and parentheses." {
		t.Error(got)
	}
	err = x.Apply(Master, parse(t, `{"type":"change","who":1,"quota":10}`), nil, nil)
	if got := it.Text(err.(*game.Error).Text); got != "Una quota è un numero intero da 1 a 9." {
		t.Error(got)
	}
}
