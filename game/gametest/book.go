package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"banco/dice"
	"banco/game"
	"banco/internal/i18n"
)

// examineGame proves the laws of a rulebook, before anything is played: its
// texts and its options.
func examineGame(g game.Game) []violation {
	s := newSuite(g, Case{Name: "game"})
	func() {
		defer func() {
			if p := recover(); p != nil {
				if _, ok := p.(stopped); !ok {
					panic(p)
				}
			}
		}()
		s.checkInfo()
		s.checkBook()
		s.checkOptions()
	}()
	return s.found
}

func (s *suite) checkInfo() {
	info := s.g.Info()
	if info.Name == "" || !strings.HasPrefix(info.Rules, info.Name+"/") {
		s.breach(lawOptions, "the name %q and the rules %q do not belong together", info.Name, info.Rules)
	}
	if info.MinSeats < 1 || info.MaxSeats < info.MinSeats || info.MaxSeats > 16 {
		s.fatal(lawOptions, "a game for %d to %d seats", info.MinSeats, info.MaxSeats)
	}
}

// checkBook looks at the catalogues and the rules pages.
func (s *suite) checkBook() {
	texts := s.g.Texts()
	if texts == nil {
		s.breach(lawTexts, "there are no texts")
		return
	}
	if _, err := i18n.Load(texts); err != nil {
		s.breach(lawTexts, "the catalogues: %v", err)
	}
	for _, page := range []string{"rules.it.md", "rules.en.md"} {
		if data, err := fs.ReadFile(texts, page); err != nil || len(bytes.TrimSpace(data)) == 0 {
			s.breach(lawTexts, "the rules page %s is not there: %v", page, err)
		}
	}
	if s.texts == nil {
		return
	}
	for _, o := range s.g.Options() {
		for _, key := range []string{s.g.Info().Name + ".option." + o.Name, s.g.Info().Name + ".option." + o.Name + ".help"} {
			if !s.texts.Has(key) {
				s.breach(lawTexts, "option %s has no %q", o.Name, key)
			}
		}
	}
}

// checkOptions looks at every option, with the fewest seats and the most.
func (s *suite) checkOptions() {
	info, options := s.g.Info(), s.g.Options()
	names := map[string]bool{}
	for _, o := range options {
		if o.Name == "" || names[o.Name] {
			s.breach(lawOptions, "option name %q is empty or taken", o.Name)
		}
		names[o.Name] = true
		s.checkDefault(o)
	}
	for _, seats := range slices.Compact([]int{info.MinSeats, info.MaxSeats}) {
		s.c.Seats = seats
		config := s.accepted(nil, "no options")
		settled := config.Options()
		if config.Seats() != seats || config.Game() == nil || config.Game().Info() != info {
			s.breach(lawOptions, "the config of %d seats says %d seats of %+v", seats, config.Seats(), config.Game().Info())
		}
		s.same(settled, s.accepted(json.RawMessage(`{}`), "{}").Options(), "{}")
		again := s.accepted(settled, "the options that a config gave")
		s.same(settled, again.Options(), "the options that a config gave")
		s.sameStart(config, again)

		var given map[string]json.RawMessage
		if err := json.Unmarshal(settled, &given); err != nil {
			s.fatal(lawOptions, "a config's options are no object: %s", settled)
		}
		for _, o := range options {
			if _, ok := given[o.Name]; !ok {
				s.breach(lawOptions, "option %s is not among a config's options", o.Name)
			}
			// A default of null stands for what the game works out itself.
			if raw := object(o.Name, o.Default); !bytes.HasSuffix(raw, []byte(":null}")) {
				s.same(settled, s.accepted(raw, "the default of "+o.Name).Options(), "the default of "+o.Name)
			}
			for _, bad := range outside(o) {
				s.refused(object(o.Name, bad), seats, o.Name)
			}
		}
		for name := range given {
			if !names[name] {
				s.breach(lawOptions, "a config gives %q, which is no option", name)
			}
		}
		s.refused(json.RawMessage(`{"no_such_option":1}`), seats, "no_such_option")
		for _, raw := range []string{`[]`, `17`, `"x"`, `{`, `true`, `{"a"}`, "\x00"} {
			s.refused(json.RawMessage(raw), seats, "")
		}
	}
	for _, seats := range []int{info.MinSeats - 1, info.MaxSeats + 1, -1, 1 << 20} {
		s.refused(nil, seats, "")
	}
}

func object(name string, value any) json.RawMessage {
	data, err := json.Marshal(map[string]any{name: value})
	if err != nil {
		panic(fmt.Sprintf("the option %s holds what is no JSON: %v", name, err))
	}
	return data
}

// checkDefault checks an option's default against its own bounds.
func (s *suite) checkDefault(o game.Option) {
	within := func(n int) bool { return n >= o.Min && n <= o.Max }
	good := false
	switch o.Kind {
	case game.KindInt:
		n, ok := o.Default.(int)
		good = ok && within(n) || o.Default == nil
	case game.KindChoice:
		c, ok := o.Default.(string)
		good = ok && slices.Contains(o.Choices, c)
	case game.KindInts:
		var list []int
		data, err := json.Marshal(o.Default)
		good = err == nil && json.Unmarshal(data, &list) == nil && !slices.ContainsFunc(list, func(n int) bool { return !within(n) })
	case game.KindJSON:
		_, err := json.Marshal(o.Default)
		good = err == nil
	default:
		s.breach(lawOptions, "option %s is of the unknown kind %q", o.Name, o.Kind)
		return
	}
	if !good {
		s.breach(lawOptions, "option %s (%s) has the default %v, outside its own bounds", o.Name, o.Kind, o.Default)
	}
}

// outside gives values that an option must refuse.
func outside(o game.Option) []any {
	object := map[string]any{"a": 1}
	switch o.Kind {
	case game.KindInt:
		return []any{o.Min - 1, o.Max + 1, 1 << 40, -1 << 40, json.RawMessage("1e30"), "x", []int{o.Min}, object, true, json.RawMessage("0.5")}
	case game.KindChoice:
		return []any{"no_such_choice", "", 17, []string{"x"}, object}
	case game.KindInts:
		return []any{[]int{o.Min - 1}, []int{o.Max + 1}, "x", 17, object, []string{"x"}}
	}
	return []any{"no such structure", true}
}

func (s *suite) accepted(raw json.RawMessage, what string) game.Config {
	var config game.Config
	var err error
	s.must("Configure with "+what, func() { config, err = s.g.Configure(raw, s.c.Seats) })
	if err != nil {
		s.fatal(lawOptions, "%s, with %d seats, is refused: %v", what, s.c.Seats, err)
	}
	return config
}

// refused checks that options are refused, naming the field when there is one.
func (s *suite) refused(raw json.RawMessage, seats int, field string) {
	what := fmt.Sprintf("%s with %d seats", raw, seats)
	var err error
	if !s.try("Configure with "+what, func() { _, err = s.g.Configure(raw, seats) }) {
		return
	}
	if err == nil {
		s.breach(lawOptions, "%s is accepted", what)
		return
	}
	s.checkRefusal(err, false, what)
	var e *game.Error
	// A list or a structure may say which of its elements it is: "roster[2].hp".
	if field != "" && errors.As(err, &e) && e != nil && e.Field != field && !strings.HasPrefix(e.Field, field+".") && !strings.HasPrefix(e.Field, field+"[") {
		s.breach(lawOptions, "the refusal of %s names the field %q instead of %q", what, e.Field, field)
	}
}

func (s *suite) same(want, got json.RawMessage, what string) {
	if !bytes.Equal(want, got) {
		s.breach(lawOptions, "%s, with %d seats, gives other options: %s", what, s.c.Seats, difference(want, got))
	}
}

func (s *suite) sameStart(a, b game.Config) {
	var x, y game.State
	s.must("Start", func() { x, y = a.Start(dice.NewFast(1, 2), nil), b.Start(dice.NewFast(1, 2), nil) })
	if s.hash(x) != s.hash(y) {
		s.breach(lawOptions, "a config made from a config's options starts another match")
	}
}
