package dadi

import (
	"encoding/json"
	"slices"
	"strings"

	"banco/game"
	"banco/game/strict"
	"banco/geom"
)

// Options are what a match is played with. Lengths as people say them.
type Options struct {
	TableCM     []int    `json:"table_cm"` // width and depth
	Army        [][2]int `json:"army"`     // for each number M and F, in ALC
	Scenery     string   `json:"scenery"`
	SceneryEach int      `json:"scenery_each"`
	DeadPick    string   `json:"dead_pick"`
	RoundLimit  int      `json:"round_limit"`
}

// The choices of the options that are a word.
const (
	SceneryPlayers = "players"
	SceneryAuto    = "auto"

	DeadReroll = "reroll"
	DeadPass   = "pass"
)

// Bounds of the options.
const (
	minTable = 50 // six players' camps fit, however badly they are placed
	maxTable = geom.MaxField / (10 * geom.Unit)
	maxMove  = 12
	maxFire  = 20
	maxEach  = 5
	maxRound = 200
)

// usualTables are the tables by seats (D02).
var usualTables = [MaxSeats + 1][2]int{2: {60, 60}, 3: {90, 90}, 4: {90, 90}, 5: {120, 90}, 6: {120, 90}}

func defaults() Options {
	return Options{
		Army:        [][2]int{{3, 3}, {6, 2}, {4, 4}, {3, 6}, {2, 8}, {5, 3}}, // D03
		Scenery:     SceneryPlayers,
		SceneryEach: 3,
		DeadPick:    DeadReroll,
		RoundLimit:  60,
	}
}

// Options lists every option with its default and bounds. The table's default
// depends on the number of seats.
func (dadi) Options() []game.Option {
	d := defaults()
	return []game.Option{
		{Name: "army", Rule: "D03", Kind: game.KindJSON, Default: d.Army},
		{Name: "scenery", Rule: "D04", Kind: game.KindChoice, Default: d.Scenery, Choices: []string{SceneryPlayers, SceneryAuto}},
		{Name: "scenery_each", Rule: "D04", Kind: game.KindInt, Default: d.SceneryEach, Min: 0, Max: maxEach},
		{Name: "table_cm", Rule: "D02", Kind: game.KindInts, Default: d.TableCM, Min: minTable, Max: maxTable},
		{Name: "dead_pick", Rule: "D07", Kind: game.KindChoice, Default: d.DeadPick, Choices: []string{DeadReroll, DeadPass}},
		{Name: "round_limit", Rule: "D15", Kind: game.KindInt, Default: d.RoundLimit, Min: 1, Max: maxRound},
	}
}

// Config is a match's options, settled.
type Config struct {
	opt   Options
	raw   json.RawMessage
	seats int
	dice  int // how many there are

	width, depth int64
	move, fire   [Soldiers]int64 // by number, from 0: how far, as a length
	open         *Ground         // the table with nothing on it
}

// Game is Guerra di Dadi.
func (c *Config) Game() game.Game { return New() }

// Seats is from two to six.
func (c *Config) Seats() int { return c.seats }

// Options are all the options as JSON.
func (c *Config) Options() json.RawMessage { return slices.Clone(c.raw) }

type dadi struct{}

// New gives the game.
func New() game.Game { return dadi{} }

// Info names the game.
func (dadi) Info() game.Info {
	return game.Info{Name: "dadi", Rules: "dadi/1", MinSeats: 2, MaxSeats: MaxSeats}
}

func badOption(field, code, rule string, args ...any) *game.Error {
	return &game.Error{Code: code, Rule: rule, Field: field, Text: game.Msg("dadi.refused."+code, args...)}
}

func optionWord(name string) game.Message { return game.Msg("dadi.option." + name) }

// Configure checks options against their bounds.
func (g dadi) Configure(raw json.RawMessage, seats int) (game.Config, error) {
	if seats < 2 || seats > MaxSeats {
		return nil, badOption("seats", "seats", "D01")
	}
	c := &Config{opt: defaults(), seats: seats, dice: seats * Soldiers}
	if err := c.opt.read(g.Options(), raw); err != nil {
		return nil, err
	}
	if c.opt.TableCM == nil {
		c.opt.TableCM = slices.Clone(usualTables[seats][:])
	}
	c.width, c.depth = int64(c.opt.TableCM[0])*10*geom.Unit, int64(c.opt.TableCM[1])*10*geom.Unit
	for i, a := range c.opt.Army {
		c.move[i], c.fire[i] = int64(a[0])*ALC, int64(a[1])*ALC
	}
	c.open = (&Ground{}).ready(c)
	c.raw, _ = json.Marshal(c.opt)
	return c, nil
}

func (o *Options) read(known []game.Option, raw json.RawMessage) error {
	if len(raw) == 0 {
		return nil
	}
	fields, ok := strict.Object(raw)
	if !ok {
		return badOption("", "options_object", "")
	}
	for _, f := range fields {
		i := slices.IndexFunc(known, func(k game.Option) bool { return k.Name == f.Name })
		if i < 0 {
			return badOption(strict.Quoted(f.Name), "unknown_option", "", strict.Quoted(f.Name))
		}
		if err := o.set(&known[i], f.Raw); err != nil {
			return err
		}
	}
	return nil
}

func (o *Options) set(k *game.Option, raw json.RawMessage) error {
	switch k.Kind {
	case game.KindInt:
		n, ok := strict.Int(raw)
		if !ok || n < int64(k.Min) || n > int64(k.Max) {
			return badOption(k.Name, "option_range", k.Rule, optionWord(k.Name), k.Min, k.Max)
		}
		if k.Name == "scenery_each" {
			o.SceneryEach = int(n)
		} else {
			o.RoundLimit = int(n)
		}
	case game.KindChoice:
		s, ok := strict.String(raw)
		if !ok || !slices.Contains(k.Choices, s) {
			return badOption(k.Name, "option_choice", k.Rule, optionWord(k.Name), strings.Join(k.Choices, ", "))
		}
		if k.Name == "scenery" {
			o.Scenery = s
		} else {
			o.DeadPick = s
		}
	case game.KindInts:
		return o.setTable(k, raw)
	default:
		return o.setArmy(k, raw)
	}
	return nil
}

// setTable reads the table's sides. Null and an empty list stand for the usual
// table.
func (o *Options) setTable(k *game.Option, raw json.RawMessage) error {
	if string(raw) == "null" {
		o.TableCM = nil
		return nil
	}
	list, ok := strict.Ints(raw)
	if ok && len(list) == 0 {
		o.TableCM = nil
		return nil
	}
	if !ok || len(list) != 2 || min(list[0], list[1]) < int64(k.Min) || max(list[0], list[1]) > int64(k.Max) {
		return badOption(k.Name, "table_sides", k.Rule, k.Min, k.Max)
	}
	o.TableCM = []int{int(list[0]), int(list[1])}
	return nil
}

func (o *Options) setArmy(k *game.Option, raw json.RawMessage) error {
	bad := badOption(k.Name, "army_pairs", k.Rule, maxMove, maxFire)
	list, ok := strict.Array(raw)
	if !ok || len(list) != Soldiers {
		return bad
	}
	o.Army = make([][2]int, Soldiers)
	for i, pair := range list {
		p, ok := strict.Ints(pair)
		if !ok || len(p) != 2 || p[0] < 0 || p[0] > maxMove || p[1] < 0 || p[1] > maxFire {
			return bad
		}
		o.Army[i] = [2]int{int(p[0]), int(p[1])}
	}
	return nil
}
