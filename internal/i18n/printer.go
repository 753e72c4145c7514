package i18n

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"banco/game"
)

// deepest is how far messages may stand inside one another. None of ours goes
// past three; the bound keeps one that was made up from outside harmless.
const deepest = 16

// Keys lists every key, sorted.
func (c *Catalog) Keys() []string { return slices.Sorted(maps.Keys(c.entries)) }

// Has tells whether there is a sentence for the key; if there is, it is there
// in both languages.
func (c *Catalog) Has(key string) bool {
	_, ok := c.entries[key]
	return ok
}

// Check tells what keeps a message from being written as it should, the same in
// every language: a key without a sentence, a place without an argument, a %d
// or a plural form whose argument is not an int, an argument that is neither an
// int nor a string nor a message. Arguments that no sentence uses are fine:
// programs read them.
func (c *Catalog) Check(m game.Message) error { return c.check(m, 0) }

func (c *Catalog) check(m game.Message, depth int) error {
	e, ok := c.entries[m.Key]
	switch {
	case depth > deepest:
		return fmt.Errorf("%q: messages stand more than %d deep inside one another", m.Key, deepest)
	case !ok:
		return fmt.Errorf("%q has no sentence", m.Key)
	}
	for i, verb := range e.verbs {
		if verb == 0 {
			continue
		}
		if i >= len(m.Args) {
			return fmt.Errorf("%q needs argument %d and has %d", m.Key, i+1, len(m.Args))
		}
		if _, isInt := m.Args[i].(int); verb == 'd' && !isInt {
			return fmt.Errorf("%q: argument %d must be an int and is a %T", m.Key, i+1, m.Args[i])
		}
	}
	for i, arg := range m.Args {
		switch a := arg.(type) {
		case int, string:
		case game.Message:
			if err := c.check(a, depth+1); err != nil {
				return fmt.Errorf("%q: argument %d: %w", m.Key, i+1, err)
			}
		default:
			return fmt.Errorf("%q: argument %d is a %T, and must be an int, a string or a message", m.Key, i+1, arg)
		}
	}
	return nil
}

// Printer writes messages in one language. It is safe for concurrent use.
type Printer struct {
	catalogue *Catalog
	lang      string
	printer   *message.Printer
}

// Printer gives the printer of a language: "it", "en", or any other, which is
// written in Italian.
func (c *Catalog) Printer(lang string) Printer {
	if _, ok := c.printers[lang]; !ok {
		lang = Italian
	}
	return Printer{c, lang, c.printers[lang]}
}

// Lang is the printer's language, for the lang attribute of a page.
func (p Printer) Lang() string { return p.lang }

// Text writes a message. It always gives something and never panics: an unknown
// key is shown as ⟨key⟩, a place without an argument as "?".
func (p Printer) Text(m game.Message) string {
	if p.catalogue.Missing != nil {
		if err := p.catalogue.Check(m); err != nil {
			p.catalogue.Missing(p.lang, m, err.Error())
		}
	}
	return p.text(m, 0)
}

// T is Text of a message made on the spot.
func (p Printer) T(key string, args ...any) string { return p.Text(game.Msg(key, args...)) }

func (p Printer) text(m game.Message, depth int) string {
	e, ok := p.catalogue.entries[m.Key]
	if !ok || depth > deepest {
		return "⟨" + m.Key + "⟩"
	}
	n := len(e.verbs)
	if n == 0 {
		return p.catalogue.plain[p.lang][m.Key]
	}
	args := make([]any, 2*n)
	for i := range n {
		args[i], args[n+i] = 0, "?"
		if i >= len(m.Args) {
			continue
		}
		switch a := m.Args[i].(type) {
		case int:
			args[i], args[n+i] = a, strconv.Itoa(a)
		case string:
			args[n+i] = a
		case game.Message:
			args[n+i] = p.text(a, depth+1)
		default:
			args[n+i] = fmt.Sprint(a)
		}
	}
	return p.printer.Sprintf(m.Key, args...)
}

var matcher = language.NewMatcher([]language.Tag{language.Italian, language.English})

// Match chooses a language: the one the person chose before (the value of a
// cookie), else the best of an Accept-Language header, else Italian.
func Match(acceptLanguage, cookie string) string {
	if cookie == Italian || cookie == English {
		return cookie
	}
	wanted, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil || len(wanted) == 0 {
		return Italian
	}
	_, i, confidence := matcher.Match(wanted...)
	if confidence == language.No {
		return Italian
	}
	return languages[i].name
}
