package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync/atomic"
	"testing/fstest"

	"banco/dice"
	"banco/game"
)

// toy is a small game with all that makes rulesets difficult: hidden dice,
// secret simultaneous choices, a continuous action, a stopwatch. In each round
// every seat holds a hidden die, may place a mark and may roll its die again,
// and bids in secret; when all have bid, the highest bid and die together takes
// all bids. Who has bid is as secret as what, unless its mode is "open". With a
// flaw it breaks one law.
type toy struct{ flaw string }

type toyConfig struct {
	toy    *toy
	seats  int
	Rounds int    `json:"rounds"`
	Mode   string `json:"mode"`
	Gifts  []int  `json:"gifts"`
}

type toyState struct {
	config   *toyConfig
	Round    int
	Dice     []int8 // hidden from the others
	Bids     []int8 // hidden from the others; -1 before the bid
	Rerolled game.Seats
	Placed   game.Seats
	Marks    []int
	Shown    []int8 // bids and dice of the last round
	Scores   []int
	Stuck    bool `json:",omitempty"`
	Backs    int  `json:",omitempty"` // how often something was taken back, which everybody knows
}

type toyView struct {
	config   *toyConfig
	seat     game.Seat
	peek     int8
	bidders  game.Seats
	Round    int
	Die, Bid int8
	Done     game.Seats
	Rerolled game.Seats
	Placed   game.Seats
	Marks    []int
	Shown    []int8
	Scores   []int
	Leak     int8 `json:",omitempty"`
	Looks    int  `json:",omitempty"`
	Backs    int  `json:",omitempty"`
}

type toyAction struct {
	Kind string `json:"type"`
	N    int    `json:"n"`
}

// looked counts across all toys, as no ruleset may.
var looked atomic.Int64

const (
	toyItalian = `
"toy.option.rounds" = "Turni"
"toy.option.rounds.help" = "Quanti turni."
"toy.option.mode" = "Modo"
"toy.option.mode.help" = "Come."
"toy.option.gifts" = "Doni"
"toy.option.gifts.help" = "Punti in partenza."
"toy.event.reroll" = "%[1]d ritira il dado"
"toy.event.face" = "Hai fatto %[1]d"
"toy.event.shown" = "%[1]d: offerta %[2]d, dado %[3]d"
"toy.event.secret" = "%[1]d"
"toy.refused.bad_json" = "Non è una mossa"
"toy.refused.bad_option" = "L'opzione %[1]s non va"
"toy.refused.bad_seats" = "Non in %[1]d"
"toy.refused.not_your_turn" = "Non tocca a te"
"toy.refused.no_such_action" = "Questa mossa non c'è"
"toy.refused.bad_bid" = "Offerta %[1]d: da 0 a 2"
"toy.refused.once" = "Una volta sola"
"toy.refused.undo_others" = "Da allora hanno agito altri"
"toy.refused.undo_never" = "Non è mai stato così"
"toy.refused.bad_fact" = "Non è un fatto"
"toy.event.corrected" = "Il segno di %[1]d sta a %[2]d"
"toy.refused.off_the_table" = "%[1]d è fuori"
`
	toyPage = "# Toy\n"
)

func (g *toy) is(flaw string) bool { return g.flaw == flaw }

func (g *toy) Info() game.Info {
	return game.Info{Name: "toy", Rules: "toy/1", MinSeats: 2, MaxSeats: 3}
}

func (g *toy) Options() []game.Option {
	list := []game.Option{
		{Name: "rounds", Rule: "T1", Kind: game.KindInt, Default: 3, Min: 1, Max: 5},
		{Name: "mode", Rule: "T1", Kind: game.KindChoice, Default: "shut", Choices: []string{"shut", "open"}},
		{Name: "gifts", Rule: "T1", Kind: game.KindInts, Default: []int{}, Min: 0, Max: 3},
	}
	if g.is("default out of bounds") {
		list[0].Default = 6
	}
	return list
}

func (g *toy) Texts() fs.FS {
	it, en := toyItalian, toyItalian
	if g.is("no sentence") {
		it = string(bytes.ReplaceAll([]byte(it), []byte("toy.refused.once"), []byte("toy.refused.twice")))
		en = it
	}
	if g.is("one language") {
		en += `"toy.more" = "x"`
	}
	return fstest.MapFS{
		"it.toml": {Data: []byte(it)}, "en.toml": {Data: []byte(en)},
		"rules.it.md": {Data: []byte(toyPage)}, "rules.en.md": {Data: []byte(toyPage)},
	}
}

func (g *toy) Configure(options json.RawMessage, seats int) (game.Config, error) {
	c := &toyConfig{toy: g, seats: seats, Rounds: 3, Mode: "shut", Gifts: []int{}}
	fail := func(field string) (game.Config, error) {
		e := game.Refuse("toy", "bad_option", "T1", field)
		if e.Field = field; g.is("field not named") {
			e.Field = ""
		}
		return nil, e
	}
	if (seats < 2 || seats > 3) && !g.is("any number of seats") {
		return nil, game.Refuse("toy", "bad_seats", "T1", seats)
	}
	var given map[string]json.RawMessage
	if len(options) > 0 {
		if err := json.Unmarshal(options, &given); err != nil {
			return fail("")
		}
	}
	for _, name := range sortedKeys(given) {
		var err error
		switch raw := given[name]; name {
		case "rounds":
			err = json.Unmarshal(raw, &c.Rounds)
		case "mode":
			err = json.Unmarshal(raw, &c.Mode)
		case "gifts":
			err = json.Unmarshal(raw, &c.Gifts)
		default:
			if !g.is("unknown option") {
				return fail(name)
			}
		}
		if err != nil {
			return fail(name)
		}
	}
	if c.Rounds < 1 || c.Rounds > 5 && !g.is("bound not kept") {
		return fail("rounds")
	}
	if c.Mode != "shut" && c.Mode != "open" {
		return fail("mode")
	}
	if len(c.Gifts) > seats || slices.ContainsFunc(c.Gifts, func(n int) bool { return n < 0 || n > 3 }) {
		return fail("gifts")
	}
	return c, nil
}

func (g *toy) ParseAction(raw json.RawMessage) (game.Action, error) {
	if g.is("panics on odd JSON") && bytes.Contains(raw, []byte("[")) {
		_ = raw[len(raw)+1]
	}
	if g.is("reads nothing as an action") && len(raw) == 0 {
		return toyAction{Kind: "bid"}, nil
	}
	var a toyAction
	bad := game.Refuse("toy", "bad_json", "")
	if err := json.Unmarshal(raw, &a); err != nil {
		return nil, bad
	}
	switch a.Kind {
	case "bid", "place":
	case "reroll":
		a.N = 0
	default:
		return nil, bad
	}
	if g.is("reads back otherwise") && a.Kind == "place" {
		a.N /= 2
	}
	return a, nil
}

func (c *toyConfig) Game() game.Game { return c.toy }
func (c *toyConfig) Seats() int      { return c.seats }
func (c *toyConfig) Options() json.RawMessage {
	data, _ := json.Marshal(c)
	return data
}

func (c *toyConfig) Start(src dice.Source, log *game.Log) game.State {
	s := &toyState{config: c, Scores: make([]int, c.seats), Marks: make([]int, c.seats), Shown: []int8{}}
	copy(s.Scores, c.Gifts)
	s.deal(src)
	return s
}

func (s *toyState) deal(src dice.Source) {
	s.Dice, s.Bids = make([]int8, s.config.seats), make([]int8, s.config.seats)
	for i := range s.Dice {
		s.Dice[i], s.Bids[i] = int8(dice.D6(src)), -1
	}
	s.Rerolled, s.Placed = 0, 0
}

func (s *toyState) is(flaw string) bool          { return s.config.toy.is(flaw) }
func (s *toyState) Config() game.Config          { return s.config }
func (s *toyState) plain() toyStatePlain         { return toyStatePlain(*s) }
func (a toyAction) Type() string                 { return a.Kind }
func (a toyAction) Discrete() bool               { return a.Kind != "place" }
func (s *toyState) ended() bool                  { return s.Round >= s.config.Rounds && !s.Stuck }
func (v *toyView) Seat() game.Seat               { return v.seat }
func (v *toyView) is(flaw string) bool           { return v.config.toy.is(flaw) }
func (v *toyView) MarshalJSON() ([]byte, error)  { return json.Marshal((*toyViewPlain)(v)) }
func (s *toyState) MarshalJSON() ([]byte, error) { return json.Marshal(s.plain()) }

type (
	toyStatePlain toyState
	toyViewPlain  toyView
)

func (s *toyState) Over() bool { return s.ended() }

// Together holds from the first bid to the last.
func (s *toyState) Together() bool { return s.config.Mode == "shut" && !s.ended() }

// Silence is never: marks are placed for all to see.
func (s *toyState) Silence() string { return "" }

func (s *toyState) ToAct() game.Seats {
	if s.ended() && !s.is("over and still going") {
		return 0
	}
	var set game.Seats
	for i, b := range s.Bids {
		if b < 0 {
			set |= game.Only(game.Seat(i))
		}
	}
	return set
}

func (s *toyState) Result() game.Result {
	r := game.Result{Scores: slices.Clone(s.Scores)}
	if s.is("a score too few") {
		r.Scores = r.Scores[1:]
	}
	if s.ended() || s.is("early winners") {
		best := slices.Max(s.Scores)
		for i, n := range s.Scores {
			if n == best {
				r.Winners = append(r.Winners, game.Seat(i))
			}
		}
		r.Draw = len(r.Winners) == s.config.seats
	}
	return r
}

func (s *toyState) Running() (game.Span, bool) {
	id := s.Round + 1
	if s.is("stretches from nought") {
		id = 0
	}
	return game.Span{ID: id, Seat: game.Seat(s.Round % s.config.seats), Label: "round", Limit: 60}, !s.ended()
}

func (s *toyState) Default(seat game.Seat) game.Action {
	switch {
	case s.is("no default"):
		return nil
	case s.is("illegal default"):
		return toyAction{Kind: "bid", N: 9}
	case s.is("default goes on for ever"):
		return toyAction{Kind: "place", N: 5}
	}
	return toyAction{Kind: "bid"}
}

func (s *toyState) Copy(reuse game.State) game.State {
	c, _ := reuse.(*toyState)
	if c == nil {
		c = new(toyState)
	}
	old := *c
	*c = *s
	if s.is("shared memory") {
		return c
	}
	c.Dice = refill(old.Dice, s.Dice)
	c.Bids = refill(old.Bids, s.Bids)
	c.Marks = refill(old.Marks, s.Marks)
	c.Shown = refill(old.Shown, s.Shown)
	c.Scores = refill(old.Scores, s.Scores)
	if s.is("copy keeps a field") && reuse != nil {
		c.Rerolled = old.Rerolled
	}
	return c
}

// refill copies into the memory of old, and never gives nil, which would encode
// otherwise than an empty list.
func refill[T any](old, from []T) []T {
	if old == nil {
		old = make([]T, 0, len(from))
	}
	return append(old[:0], from...)
}

var errPlain = errors.New("no")

func (s *toyState) refuse(code, rule string, args ...any) error {
	e := game.Refuse("toy", code, rule, args...)
	switch {
	case s.is("no code"):
		e.Code = ""
	case s.is("no rule"):
		e.Rule = ""
	case s.is("no sentence at all"):
		e.Text = game.Message{}
	case s.is("plain error"):
		return fmt.Errorf("refused: %w", errPlain)
	case s.is("wrong arguments") && len(args) > 0:
		e.Text.Args = []any{"x"}
	}
	return e
}
