package i18n

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"banco/game"
)

func files(it, en string) fs.FS {
	return fstest.MapFS{"it.toml": {Data: []byte(it)}, "en.toml": {Data: []byte(en)}}
}

const (
	itToml = `
"hit" = "%[1]s colpisce %[2]q."
"dice" = { arg = 1, "=0" = "nessun dado", one = "%[1]d dado", other = "%[1]d dadi" }
"swap" = "%[2]s prima di %[1]s"
"share" = "il %[1]d%%, proprio"
"plain" = "ciao"
"gap" = "solo il terzo: %[3]s"
`
	enToml = `
"hit" = "%[1]s hits %[2]q."
"dice" = { arg = 1, "=0" = "no dice", one = "one die", other = "%[1]d dice" }
"swap" = "%[1]s after %[2]s"
"share" = "%[1]d%%, really"
"plain" = "hello"
"gap" = "only the third: %[3]s"
`
)

func load(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load(files(itToml, enToml))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestText(t *testing.T) {
	c := load(t)
	for _, test := range []struct {
		m      game.Message
		it, en string
	}{
		{game.Msg("plain"), "ciao", "hello"},
		{game.Msg("plain", 1, "unused"), "ciao", "hello"},
		{game.Msg("hit", "Anna", "Bruno"), "Anna colpisce «Bruno».", "Anna hits “Bruno”."},
		{game.Msg("hit", "100%s", "%[1]d"), "100%s colpisce «%[1]d».", "100%s hits “%[1]d”."},
		{game.Msg("dice", 0), "nessun dado", "no dice"},
		{game.Msg("dice", 1), "1 dado", "one die"},
		{game.Msg("dice", 2), "2 dadi", "2 dice"},
		{game.Msg("dice", 12500), "12500 dadi", "12500 dice"},
		{game.Msg("dice", 1000000), "1000000 dadi", "1000000 dice"},
		{game.Msg("dice", -3), "-3 dadi", "-3 dice"},
		{game.Msg("swap", 1, 2), "2 prima di 1", "1 after 2"},
		{game.Msg("share", 40), "il 40%, proprio", "40%, really"},
		{game.Msg("gap", 1, 2, game.Msg("dice", 7)), "solo il terzo: 7 dadi", "only the third: 7 dice"},
		{game.Msg("hit", game.Msg("plain"), game.Msg("dice", 1)), "ciao colpisce «1 dado».", "hello hits “one die”."},
		// What should not happen, and must not hurt.
		{game.Msg("nothing"), "⟨nothing⟩", "⟨nothing⟩"},
		{game.Msg("hit", "Anna"), "Anna colpisce «?».", "Anna hits “?”."},
		{game.Msg("hit", game.Msg("nothing"), nil), "⟨nothing⟩ colpisce «<nil>».", "⟨nothing⟩ hits “<nil>”."},
		{game.Msg("dice"), "nessun dado", "no dice"},
		{game.Msg("share", "x"), "il x%, proprio", "x%, really"},
	} {
		if got := c.Printer("it").Text(test.m); got != test.it {
			t.Errorf("%v in Italian: %q, want %q", test.m, got, test.it)
		}
		if got := c.Printer("en").Text(test.m); got != test.en {
			t.Errorf("%v in English: %q, want %q", test.m, got, test.en)
		}
	}
	if p := c.Printer("de"); p.Lang() != "it" || p.T("plain") != "ciao" {
		t.Error("an unknown language is not written in Italian")
	}
}

func TestMissing(t *testing.T) {
	c := load(t)
	var told []string
	c.Missing = func(lang string, m game.Message, problem string) { told = append(told, lang+": "+problem) }
	en := c.Printer("en")
	en.T("hit", "a", "b")
	if told != nil {
		t.Errorf("told of a message that is right: %q", told)
	}
	for _, m := range []game.Message{
		game.Msg("nothing"),
		game.Msg("hit", "a"),
		game.Msg("dice", "many"),
		game.Msg("hit", "a", 2.5),
		game.Msg("hit", "a", game.Msg("nothing")),
	} {
		told = nil
		en.Text(m)
		if len(told) != 1 || !strings.HasPrefix(told[0], "en: ") {
			t.Errorf("%v: told %q, want one problem", m, told)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	good := files(itToml, enToml)
	for name, test := range map[string]struct {
		files []fs.FS
		want  string
	}{
		"only Italian":       {[]fs.FS{files(`"a" = "x"`, ``)}, "not in en.toml"},
		"only English":       {[]fs.FS{files(``, `"a" = "x"`)}, "not in it.toml"},
		"no file":            {[]fs.FS{fstest.MapFS{"it.toml": {}}}, "en.toml"},
		"two files":          {[]fs.FS{good, files(`"plain" = "x"`, `"plain" = "x"`)}, "two files"},
		"twice in a file":    {[]fs.FS{files("\"a\" = \"x\"\n\"a\" = \"y\"", `"a" = "x"`)}, "it.toml"},
		"other arguments":    {[]fs.FS{files(`"a" = "%[1]s"`, `"a" = "%[1]s %[2]s"`)}, "en.toml %[1]s %[2]s"},
		"other kind":         {[]fs.FS{files(`"a" = "%[1]s"`, `"a" = "%[1]d"`)}, "en.toml %[1]d"},
		"number not counted": {[]fs.FS{files(`"a" = { arg = 1, one = "x", other = "y" }`, `"a" = "y"`)}, "en.toml none"},
		"both kinds":         {[]fs.FS{files(`"a" = "%[1]s%[1]d"`, `"a" = "%[1]s"`)}, "both"},
		"unnumbered":         {[]fs.FS{files(`"a" = "%s"`, `"a" = "%[1]s"`)}, "neither"},
		"bare percent":       {[]fs.FS{files(`"a" = "5%"`, `"a" = "5%%"`)}, "neither"},
		"other verb":         {[]fs.FS{files(`"a" = "%[1]x"`, `"a" = "%[1]x"`)}, "neither"},
		"no other":           {[]fs.FS{files(`"a" = { arg = 1, one = "x" }`, `"a" = "x"`)}, `"other" is missing`},
		"odd form":           {[]fs.FS{files(`"a" = { arg = 1, one = "x", other = "x", few = "x" }`, `"a" = "x"`)}, `"few"`},
		"no arg":             {[]fs.FS{files(`"a" = { one = "x", other = "x" }`, `"a" = "x"`)}, "arg"},
		"not quoted":         {[]fs.FS{files(`a.b = "x"`, `"a.b" = "x"`)}, "quotes"},
		"number":             {[]fs.FS{files(`"a" = 5`, `"a" = "x"`)}, "not a sentence"},
		"not TOML":           {[]fs.FS{files(`"a" = `, `"a" = "x"`)}, "it.toml"},
	} {
		c, err := Load(test.files...)
		if err == nil || c != nil {
			t.Errorf("%s: accepted", name)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: refused with %q, which does not say %q", name, err, test.want)
		}
	}
}

func TestLoadTellsEverything(t *testing.T) {
	_, err := Load(files("\"a\" = \"x\"\n\"b\" = \"%s\"", `"c" = "x"`))
	for _, want := range []string{`"a"`, `"b"`, `"c"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func TestLoadSeveral(t *testing.T) {
	c, err := Load(files(itToml, enToml), files(`"more" = "altro"`, `"more" = "more"`))
	if err != nil {
		t.Fatal(err)
	}
	if !c.Has("more") || !c.Has("plain") || c.Has("nothing") || len(c.Keys()) != 7 {
		t.Errorf("keys %q", c.Keys())
	}
}

// TestNeverPanics: whatever a message holds, both languages write something,
// and what the catalogue calls right has no "?" or ⟨ of its own.
func TestNeverPanics(t *testing.T) {
	c := load(t)
	arg := rapid.OneOf(
		rapid.Int().AsAny(),
		rapid.String().AsAny(),
		rapid.Just[any](nil).AsAny(),
		rapid.Float64().AsAny(),
		rapid.Custom(func(t *rapid.T) any {
			return game.Msg(rapid.SampledFrom(c.Keys()).Draw(t, "key"), rapid.Int().Draw(t, "n"))
		}),
	)
	rapid.Check(t, func(t *rapid.T) {
		m := game.Message{
			Key:  rapid.OneOf(rapid.SampledFrom(c.Keys()), rapid.String()).Draw(t, "key"),
			Args: rapid.SliceOfN(arg, 0, 4).Draw(t, "args"),
		}
		for _, lang := range []string{"it", "en"} {
			if c.Printer(lang).Text(m) == "" {
				t.Fatalf("%v in %s is empty", m, lang)
			}
		}
	})
}

func TestSelfReference(t *testing.T) {
	c := load(t)
	args := []any{"x", nil}
	m := game.Message{Key: "hit", Args: args}
	args[1] = m // m holds itself
	if c.Check(m) == nil || !strings.Contains(c.Printer("en").Text(m), "⟨hit⟩") {
		t.Error("a message inside itself is not cut off")
	}
}

func TestMatch(t *testing.T) {
	for _, test := range []struct{ header, cookie, want string }{
		{"", "", "it"},
		{"en", "", "en"},
		{"en-GB,en;q=0.9", "", "en"},
		{"it-CH, en;q=0.5", "", "it"},
		{"de-DE,de;q=0.9,en;q=0.5", "", "en"},
		{"de", "", "it"},
		{"*", "", "it"},
		{"en;q=0.1, it", "", "it"},
		{"en", "it", "it"},
		{"it", "en", "en"},
		{"en", "xx", "en"},
		{"; ;q==,,\x00", "", "it"},
		{strings.Repeat("a-", 100000), "", "it"},
	} {
		if got := Match(test.header, test.cookie); got != test.want {
			t.Errorf("Match(%.40q, %q) = %q, want %q", test.header, test.cookie, got, test.want)
		}
	}
}

func BenchmarkText(b *testing.B) {
	p := load(b).Printer("it")
	m := game.Msg("hit", "Anna", game.Msg("dice", 3))
	b.ReportAllocs()
	for b.Loop() {
		p.Text(m)
	}
}
