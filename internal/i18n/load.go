package i18n

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"

	"banco/game"
)

// Languages, the first being the one that is used when nothing else is known.
const (
	Italian = "it"
	English = "en"
)

var languages = []lang{
	{Italian, language.Italian, "«", "»"},
	{English, language.English, "“", "”"},
}

type lang struct {
	name        string
	tag         language.Tag
	open, close string // quotation marks
}

// Catalog holds the sentences of both languages. It is safe for concurrent
// use once Missing is set.
type Catalog struct {
	// Missing, if set, is told of every message that could not be written as
	// it should: an unknown key, an argument that is absent or of the wrong
	// kind. It is for tests and logs; the text comes out all the same.
	Missing func(lang string, m game.Message, problem string)

	entries  map[string]entry
	printers map[string]*message.Printer
	plain    map[string]map[string]string // by language and key: the sentences that take no argument, which most of a page is
}

// entry is what both languages agree on about a key.
type entry struct {
	verbs []byte // by argument: 's', 'd', or 0 where no sentence uses it
}

// sentence is one entry of one file, read but not compiled.
type sentence struct {
	forms []form
	arg   int // the argument that chooses the form; 0 for a plain string
}

type form struct{ selector, pattern string }

// Load reads it.toml and en.toml at the root of every file system. It refuses a
// file that is not there, a key in only one language, a key in two files, a
// sentence whose places are not as the package describes, and a key whose
// sentences use other arguments in one language than in the other. The error
// tells all that is wrong, not only the first.
func Load(files ...fs.FS) (*Catalog, error) {
	var problems []error
	byLang := map[string]map[string]sentence{}
	for _, l := range languages {
		all := map[string]sentence{}
		for i, fsys := range files {
			name := l.name + ".toml"
			got, err := read(fsys, name)
			if err != nil {
				problems = append(problems, fmt.Errorf("catalogue %d: %w", i+1, err))
			}
			for _, key := range slices.Sorted(maps.Keys(got)) {
				if _, taken := all[key]; taken {
					problems = append(problems, fmt.Errorf("%s: %q stands in two files", name, key))
				}
				all[key] = got[key]
			}
		}
		byLang[l.name] = all
	}

	c := &Catalog{entries: map[string]entry{}, printers: map[string]*message.Printer{}, plain: map[string]map[string]string{}}
	builder := catalog.NewBuilder(catalog.Fallback(languages[0].tag))
	it, en := byLang[Italian], byLang[English]
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if _, ok := it[key]; !ok {
			problems = append(problems, fmt.Errorf("%q is in en.toml and not in it.toml", key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(it)) {
		if _, ok := en[key]; !ok {
			problems = append(problems, fmt.Errorf("%q is in it.toml and not in en.toml", key))
			continue
		}
		if it[key].forms == nil || en[key].forms == nil {
			continue // what is wrong with it has been told
		}
		verbs, err := agree(it[key], en[key])
		if err != nil {
			problems = append(problems, fmt.Errorf("%q: %w", key, err))
			continue
		}
		c.entries[key] = entry{verbs}
		for _, l := range languages {
			if err := byLang[l.name][key].compile(builder, l, key, len(verbs)); err != nil {
				problems = append(problems, fmt.Errorf("%q in %s.toml: %w", key, l.name, err))
			}
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	for _, l := range languages {
		printer := message.NewPrinter(l.tag, message.Catalog(builder))
		c.printers[l.name] = printer
		c.plain[l.name] = map[string]string{}
		for key, e := range c.entries {
			if len(e.verbs) == 0 {
				c.plain[l.name][key] = printer.Sprintf(key)
			}
		}
	}
	return c, nil
}

// read reads one file. What it could read it returns even with an error, so
// that one bad line does not make every other key look missing.
func read(fsys fs.FS, name string) (map[string]sentence, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	var raw map[string]any
	if err := toml.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var problems []error
	out := make(map[string]sentence, len(raw))
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		s, err := parse(raw[key])
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %q: %w", name, key, err))
		}
		out[key] = s
	}
	return out, errors.Join(problems...)
}

var exactly = regexp.MustCompile(`^=(0|[1-9][0-9]{0,6})$`)

func parse(value any) (sentence, error) {
	switch v := value.(type) {
	case string:
		_, err := places(v)
		return sentence{forms: []form{{"other", v}}}, err
	case map[string]any:
		arg, ok := v["arg"].(int64)
		if !ok || arg < 1 || arg > 16 {
			return sentence{}, errors.New("neither a sentence nor plural forms with an arg of 1 to 16; a key with dots in it must stand in quotes")
		}
		s := sentence{arg: int(arg)}
		for _, selector := range slices.Sorted(maps.Keys(v)) { // "=" sorts first, as selection needs
			switch {
			case selector == "arg":
				continue
			case selector != "one" && selector != "other" && !exactly.MatchString(selector):
				return sentence{}, fmt.Errorf(`plural form %q is none of "one", "other" and "=N"`, selector)
			}
			pattern, ok := v[selector].(string)
			if !ok {
				return sentence{}, fmt.Errorf("plural form %q is not a sentence", selector)
			}
			if _, err := places(pattern); err != nil {
				return sentence{}, err
			}
			s.forms = append(s.forms, form{selector, pattern})
		}
		for _, needed := range []string{"one", "other"} {
			if _, ok := v[needed]; !ok {
				return sentence{}, fmt.Errorf("plural form %q is missing", needed)
			}
		}
		return s, nil
	}
	return sentence{}, fmt.Errorf("a %T is not a sentence", value)
}

var place = regexp.MustCompile(`%(?:%|\[([1-9]|1[0-6])\]([sdq])|)`)

// places gives the arguments that a pattern uses, with their verbs.
func places(pattern string) (map[int]byte, error) {
	used := map[int]byte{}
	for _, m := range place.FindAllStringSubmatch(pattern, -1) {
		switch {
		case m[0] == "%%":
		case m[0] == "%":
			return nil, fmt.Errorf("in %q a %% is neither %%%% nor a place like %%[1]s, %%[1]q or %%[1]d", pattern)
		default:
			n, _ := strconv.Atoi(m[1])
			verb := m[2][0]
			if verb == 'q' {
				verb = 's' // the marks belong to the sentence, not to the argument
			}
			if old, ok := used[n]; ok && old != verb {
				return nil, fmt.Errorf("in %q argument %d is both %%d and not", pattern, n)
			}
			used[n] = verb
		}
	}
	return used, nil
}

// verbs gives what the forms of a sentence use together, by argument.
func (s sentence) verbs() ([]byte, error) {
	var verbs []byte
	use := func(n int, verb byte) error {
		for len(verbs) < n {
			verbs = append(verbs, 0)
		}
		if old := verbs[n-1]; old != 0 && old != verb {
			return fmt.Errorf("argument %d is both %%d and not", n)
		}
		verbs[n-1] = verb
		return nil
	}
	if s.arg > 0 {
		if err := use(s.arg, 'd'); err != nil {
			return nil, err
		}
	}
	for _, f := range s.forms {
		used, err := places(f.pattern)
		if err != nil {
			return nil, err
		}
		for n, verb := range used {
			if err := use(n, verb); err != nil {
				return nil, err
			}
		}
	}
	return verbs, nil
}

func agree(it, en sentence) ([]byte, error) {
	a, err := it.verbs()
	if err != nil {
		return nil, fmt.Errorf("in it.toml %w", err)
	}
	b, err := en.verbs()
	if err != nil {
		return nil, fmt.Errorf("in en.toml %w", err)
	}
	if string(a) != string(b) {
		return nil, fmt.Errorf("it.toml uses the arguments %s and en.toml %s", show(a), show(b))
	}
	return a, nil
}

func show(verbs []byte) string {
	var used []string
	for i, v := range verbs {
		if v != 0 {
			used = append(used, fmt.Sprintf("%%[%d]%c", i+1, v))
		}
	}
	if used == nil {
		return "none"
	}
	return strings.Join(used, " ")
}

// compile puts a sentence into the catalogue. The printer gets every argument
// twice: as it is, to choose the plural form by, and written out, to be shown.
// So a number is shown in plain digits, and no value can trip a verb.
func (s sentence) compile(b *catalog.Builder, l lang, key string, args int) error {
	shown := func(pattern string) string {
		return place.ReplaceAllStringFunc(pattern, func(p string) string {
			if p == "%%" {
				return p
			}
			n, _ := strconv.Atoi(p[2 : len(p)-2])
			shown := fmt.Sprintf("%%[%d]s", n+args)
			if p[len(p)-1] == 'q' {
				return l.open + shown + l.close
			}
			return shown
		})
	}
	if s.arg == 0 {
		return b.SetString(l.tag, key, shown(s.forms[0].pattern))
	}
	var cases []any
	for _, f := range s.forms {
		cases = append(cases, f.selector, shown(f.pattern))
	}
	return b.Set(l.tag, key, plural.Selectf(s.arg, "%d", cases...))
}
