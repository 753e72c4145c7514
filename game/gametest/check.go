package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"banco/game"
	"banco/internal/i18n"
)

// Case is one way to set a game up.
type Case struct {
	Name    string          // for the name of the subtest
	Options json.RawMessage // nil for the defaults
	Seats   int             // 0 for the game's fewest

	Matches    int // random matches that are played, replayed and examined; 0 for 6, in short mode 2
	Probes     int // decisions examined in each of them; 0 for 6
	MaxActions int // a match that is longer never ends; 0 for 20000

	// Twin gives a state that differs from s in everything that seat (or
	// game.Watcher) may not know, drawn anew with rng, and in nothing else. Where
	// all choose at once (game.Simultaneous) that is also who has chosen. It may
	// change s, which is a copy, or give nil where nothing is hidden.
	Twin func(s game.State, seat game.Seat, rng *rand.Rand) game.State

	// Unruled lists codes of refusals that stand in no rule, beyond those of a
	// seat that may not act and of JSON that is no action.
	Unruled []string

	// Facts gives a fact that people might want to set right in s, a copy: mostly
	// one that can be (see game.Amender), now and then one that cannot; nil for
	// none. Without it nothing is corrected, but for what is no fact at all.
	Facts func(s game.State, rng *rand.Rand) json.RawMessage

	// Fleeting allows events to tell something secret that no view shows
	// afterwards: a card that is held up for a moment. Without it an event may
	// only tell such a thing when the view then shows it too.
	Fleeting bool
}

// Check proves the laws of package game for g: with the default options at its
// fewest and its most seats, otherwise as in the first case, and then for each
// case. With -short it plays fewer matches.
func Check(t *testing.T, g game.Game, cases ...Case) {
	t.Helper()
	t.Run("game", func(t *testing.T) { report(t, examineGame(g)) })
	info := g.Info()
	base := Case{}
	if len(cases) > 0 {
		base = cases[0]
	}
	base.Options = nil
	base.Name, base.Seats = "fewest seats", info.MinSeats
	all := []Case{base}
	if info.MaxSeats != info.MinSeats {
		base.Name, base.Seats = "most seats", info.MaxSeats
		all = append(all, base)
	}
	for _, c := range append(all, cases...) {
		t.Run(c.Name, func(t *testing.T) { report(t, run(g, c, testing.Short())) })
	}
}

func report(t *testing.T, found []violation) {
	t.Helper()
	for _, v := range found {
		t.Errorf("%s (law %q: %s)", v.text, v.law, says[v.law])
	}
}

// violation is one law broken, and how.
type violation struct {
	law  law
	text string
}

// suite examines one case of one game. It collects what is wrong rather than
// failing a test itself, so that it can be tested too.
type suite struct {
	g       game.Game
	c       Case
	rng     *rand.Rand
	texts   *i18n.Catalog // nil when it could not be loaded, which examineGame tells
	unruled []string

	found   []violation
	perLaw  map[law]int
	sampled map[string]bool // kinds of action that came up as samples
	twins   int             // how many the case's Twin made
	hidden  map[bool]int    // states in which the Twin changed something, by whether the viewer was a watcher
	varied  map[bool]int    // those in which determinized states differed

	facts     int // corrections that the case asked for
	corrected int // those of them that were accepted
}

// stopped is thrown when a law is broken on which the other proofs rest.
type stopped struct{}

// manyOf is how often one law is reported before its other breaches are left out.
const manyOf = 3

func (s *suite) breach(l law, format string, args ...any) {
	s.perLaw[l]++
	if s.perLaw[l] <= manyOf {
		s.found = append(s.found, violation{l, fmt.Sprintf(format, args...)})
	}
}

// fatal reports a breach and ends the case.
func (s *suite) fatal(l law, format string, args ...any) {
	s.breach(l, format, args...)
	panic(stopped{})
}

// try calls into the ruleset and reports a panic.
func (s *suite) try(what string, f func()) (ok bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stopped:
			panic(p)
		default:
			s.breach(lawPanic, "%s panicked: %v\n%s", what, p, where(debug.Stack()))
			ok = false
		}
	}()
	f()
	return true
}

// must is try where nothing can go on after a panic.
func (s *suite) must(what string, f func()) {
	if !s.try(what, f) {
		panic(stopped{})
	}
}

// where keeps the part of a stack that stands in the ruleset.
func where(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			lines = lines[min(i+2, len(lines)):]
			break
		}
	}
	return strings.Join(lines[:min(8, len(lines))], "\n")
}

func newSuite(g game.Game, c Case) *suite {
	seed := fnv.New64a()
	seed.Write([]byte(c.Name))
	s := &suite{
		g: g, c: c,
		rng:     rand.New(rand.NewPCG(seed.Sum64(), uint64(c.Seats))),
		unruled: c.Unruled,
		perLaw:  map[law]int{}, sampled: map[string]bool{},
		hidden: map[bool]int{}, varied: map[bool]int{},
	}
	if texts := g.Texts(); texts != nil {
		s.texts, _ = i18n.Load(texts)
	}
	return s
}

// run proves the laws of play on one case.
func run(g game.Game, c Case, short bool) []violation {
	if c.Seats == 0 {
		c.Seats = g.Info().MinSeats
	}
	if c.Matches == 0 {
		c.Matches = 6
		if short {
			c.Matches = 2
		}
	}
	if c.Probes == 0 {
		c.Probes = 6
	}
	if c.MaxActions == 0 {
		c.MaxActions = 20000
	}
	s := newSuite(g, c)
	func() {
		defer func() {
			if p := recover(); p != nil {
				if _, ok := p.(stopped); !ok {
					panic(p)
				}
			}
		}()
		s.playByDefault()
		for i := range c.Matches {
			m := s.play(uint64(i))
			s.replay(m)
			s.playTogether(m.kept[0], uint64(i))
			s.amended(uint64(i))
		}
		if s.facts >= 4 && s.corrected == 0 {
			s.breach(lawFacts, "of %d none was accepted", s.facts)
		}
		s.judgeSecrets()
	}()
	return s.found
}

func (s *suite) configure() game.Config {
	var config game.Config
	var err error
	s.must("Configure", func() { config, err = s.g.Configure(s.c.Options, s.c.Seats) })
	if err != nil {
		s.fatal(lawOptions, "the case's options are refused: %v", err)
	}
	return config
}

var codeForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// checkRefusal looks at the form of an error and tells whether it is a refusal.
func (s *suite) checkRefusal(err error, ruled bool, what string) *game.Error {
	var e *game.Error
	switch {
	case !errors.As(err, &e) || e == nil:
		s.breach(lawRefusal, "%s was refused with a %T (%v) instead of a *game.Error", what, err, err)
		return nil
	case !codeForm.MatchString(e.Code):
		s.breach(lawRefusal, "%s was refused with the code %q; a code is lower-case words joined by _", what, e.Code)
	case e.Text.IsZero():
		s.breach(lawRefusal, "%s was refused (%s) without a sentence", what, e.Code)
	case ruled && e.Rule == "" && !slices.Contains(s.unruled, e.Code):
		s.breach(lawRefusal, "%s was refused (%s) without a rule", what, e.Code)
	}
	s.checkText(e.Text, "the refusal of "+what)
	return e
}

func (s *suite) checkText(m game.Message, what string) {
	if s.texts == nil || m.IsZero() {
		return
	}
	if err := s.texts.Check(m); err != nil {
		s.breach(lawTexts, "%s: %v", what, err)
	}
}
