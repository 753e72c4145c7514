package nucleo

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
	whole := regexp.MustCompile(`"(nucleo\.[a-z0-9_.]+)"(\s*\+)?`)
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
	need("nucleo.phase.", phaseNames[:]...)
	need("nucleo.action.", actionNames[:]...)
	need("nucleo.outcome.", outcomeNames[:]...)
	need("nucleo.habitat.", habitatNames[:]...)
	need("nucleo.wall.", wallNames[:]...)
	need("nucleo.line.", lineNames[:]...)
	need("nucleo.machine.", machineNames[:]...)
	for f := range Habitats {
		need("nucleo.faction.", factionNames[f], factionNames[f]+".about")
		need("nucleo.item.", itemNames[f], itemNames[f]+".text")
	}
	for _, leader := range leaderNames {
		need("nucleo.leader.", leader, leader+".trait")
	}
	for card := range Defenders {
		need("nucleo.card.", strconv.Itoa(card))
	}
	for card := range MachineCards {
		need("", MachineWord(card).Key)
		for _, m := range MachineText(card) {
			need("", m.Key)
		}
	}
	for kind := DeedTook; kind < DeedEnded; kind++ { // the last has the outcome's words
		need("nucleo.deed.", kind.String())
	}
	for _, kind := range []DeedKind{DeedMoved, DeedHealed, DeedCleaned, DeedDestroyed, DeedSniped, DeedBreached} {
		need("nucleo.deed.", kind.String()+".item")
	}
	for side := range 6 {
		need("nucleo.side.", strconv.Itoa(side))
	}
	for _, r := range refusals[1:] {
		need("nucleo.refused.", r.code)
	}
	for _, o := range New().Options() {
		need("nucleo.option.", o.Name, o.Name+".help")
		for _, choice := range o.Choices {
			need("nucleo.option."+o.Name+".", choice)
		}
	}
}

// Every rule has a test by its name.
func TestRules_AllAreTested(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for i := 1; i <= 26; i++ {
		if name := fmt.Sprintf("\nfunc TestN%02d_", i); !strings.Contains(all.String(), name) {
			t.Errorf("no test of N%02d", i)
		}
	}
}

// All defenders and all machine cards of the usual deck have names of their own.
func TestTexts_NamesAreDistinct(t *testing.T) {
	for _, lang := range []string{"it", "en"} {
		p := catalogue(t).Printer(lang)
		seen := map[string]bool{}
		for card := range Defenders {
			seen[p.Text(CardWord(card))] = true
		}
		for _, card := range machineIDs(configure(t, `{"difficulty":6}`, 1).deck) {
			seen[p.Text(MachineWord(card))] = true
		}
		if len(seen) != Defenders+13 {
			t.Errorf("%s: %d names", lang, len(seen))
		}
	}
}

// TestTexts_RulesPagesAreComplete looks for every rule's id on both pages, and
// for every option, leader and card.
func TestTexts_RulesPagesAreComplete(t *testing.T) {
	for _, lang := range []string{"it", "en"} {
		raw, err := fs.ReadFile(New().Texts(), "rules."+lang+".md")
		if err != nil {
			t.Fatal(err)
		}
		text, p := string(raw), catalogue(t).Printer(lang)
		for i := 1; i <= 26; i++ {
			if id := fmt.Sprintf("*N%02d*", i); !strings.Contains(text, id) {
				t.Errorf("%s: no %s", lang, id)
			}
		}
		for _, o := range New().Options() {
			if !strings.Contains(text, "`"+o.Name+"`") {
				t.Errorf("%s: no option %s", lang, o.Name)
			}
		}
		for leader := range Leaders {
			row := fmt.Sprintf("| %s | %s | %s |", p.Text(LeaderWord(leader)), p.Text(FactionWord(leader/2)), p.Text(TraitWord(leader)))
			if !strings.Contains(text, row) {
				t.Errorf("%s: no row %s", lang, row)
			}
		}
		for card := range Defenders {
			row := fmt.Sprintf("| %s | %s | %d |", p.Text(CardWord(card)), p.Text(HabitatWord(HabitatOf(card))), PointsOf(card))
			if !strings.Contains(text, row) {
				t.Errorf("%s: no row %s", lang, row)
			}
		}
		for _, card := range machineIDs(configure(t, `{"difficulty":6}`, 1).deck) {
			if !strings.Contains(text, "| "+p.Text(MachineWord(card))) {
				t.Errorf("%s: no card %s", lang, p.Text(MachineWord(card)))
			}
		}
	}
}

// TestTexts_OwnWords: the source's sentences stay its own.
func TestTexts_OwnWords(t *testing.T) {
	letters := regexp.MustCompile(`[^\pL\pN]+`)
	for _, file := range []string{"it.toml", "en.toml", "rules.it.md", "rules.en.md"} {
		raw, err := fs.ReadFile(New().Texts(), file)
		if err != nil {
			t.Fatal(err)
		}
		text := letters.ReplaceAllString(strings.ToLower(string(raw)), " ")
		for _, theirs := range []string{
			"senza comunicare", "si prende al buio", "essersi radicati", "la sconfitta che fa più male", "vanno lette bene",
			"non basta fermare la macchina", "arrivare insieme", "sbattono contro", "viene dallo stesso posto", "vengano dallo stesso posto",
			"posano coperta", "una tessera in meno", "tante azioni quanti", "ripuliscono gratis", "vuol dire anche senza",
			"si perde tutti", "non gioca più round",
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
	x := set(t, "", 2, "\n.\n. . . .\nB * Ah\n. . . .\n.\n", "automata 1/2- core", "walls 1/0", "A damage 3 hand 3", "first B", "points 9")
	read := func(a *Action, rolls ...int) (list [][2]string) {
		x.do(a, rolls...)
		for _, e := range x.events {
			list = append(list, [2]string{it.Text(e.Text), en.Text(e.Text)})
		}
		return list
	}
	var got [][2]string
	got = append(got, read(BreachWall(0), 0)...)
	got = append(got, read(Move(7), 2, 0)...)
	x.Machine = 1
	got = append(got, read(End(), 0)[:2]...)
	want := [][2]string{
		{"Ordine: apre una breccia nel muro sul lato di interno 1 verso il perimetro (est).", "Order: breaches the wall on the side of inner 1 towards the perimeter (east)."},
		{"Ordine: tira il dado danni: niente.", "Order: rolls the damage die: nothing."},
		{"Ordine: si muove da interno 1 a esterno 1.", "Order: moves from inner 1 to outer 1."},
		{"Ordine: tira il dado danni: un danno.", "Order: rolls the damage die: one damage."},
		{"Ordine: muore Botanico in esilio (foresta).", "Order: Exiled Botanist dies (forest)."},
		{"La macchina pesca Marcia.", "The machine draws March."},
		{"Un muro fra interno 1 e interno 2.", "A wall between inner 1 and inner 2."},
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("%d: %q, want %q", i, got, want[i])
			break
		}
	}
	j := planning(t).judge(0)
	if got := it.Text(j.refuse(j.allows(Help()), Help()).Text); got != "Adesso non si può dire che si può aiutare: si pianifica in silenzio." {
		t.Error(got)
	}
}
