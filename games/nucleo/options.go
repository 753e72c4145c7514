package nucleo

import (
	"encoding/json"
	"slices"
	"strings"

	"banco/game"
	"banco/game/strict"
)

// Options are what a match is played with.
type Options struct {
	Difficulty      int    `json:"difficulty"`       // advanced machine cards (N06)
	Factions        int    `json:"factions"`         // factions in play; 0 for one a seat (N01)
	Draft           string `json:"draft"`            // whether players choose their twelve (N04)
	FreeChat        string `json:"free_chat"`        // N08
	PerimeterClosed string `json:"perimeter_closed"` // N14
	CampCost        int    `json:"camp_cost"`        // support (N11); unsaid until it is settled
	MachineDeck     []int  `json:"machine_deck"`     // base cards of each kind (N06)
	DamageDie       []int  `json:"damage_die"`       // faces (N18)
	ItemsStart      int    `json:"items_start"`      // N21
	RoundLimit      int    `json:"round_limit"`      // after so many the machine has won
}

// The two values of the options that are a yes or a no.
const (
	Off = "off"
	On  = "on"
)

const dieFaces = 6

// unsaid is a camp's cost that follows from the factions in play.
const unsaid = -1

// usualCampCost is what a camp costs: the more factions, the more of the same
// land the machine has walled by the time all have built. docs/answers.md has the
// measure.
func usualCampCost(factions int) int { return 6 - factions }

func defaults() Options {
	return Options{
		Draft: Off, FreeChat: Off, PerimeterClosed: Off,
		CampCost:    unsaid,
		MachineDeck: []int{2, 1, 3, 1},
		DamageDie:   []int{0, 0, 1, 1, 1, 2},
		ItemsStart:  2,
		RoundLimit:  100,
	}
}

// Options lists every option with its default and bounds.
func (nucleo) Options() []game.Option {
	d := defaults()
	yesNo := []string{Off, On}
	return []game.Option{
		{Name: "difficulty", Rule: "N06", Kind: game.KindInt, Default: d.Difficulty, Min: 0, Max: Advanced},
		{Name: "factions", Rule: "N01", Kind: game.KindInt, Default: d.Factions, Min: 0, Max: MaxPlayers},
		{Name: "draft", Rule: "N04", Kind: game.KindChoice, Default: d.Draft, Choices: yesNo},
		{Name: "free_chat", Rule: "N08", Kind: game.KindChoice, Default: d.FreeChat, Choices: yesNo},
		{Name: "perimeter_closed", Rule: "N14", Kind: game.KindChoice, Default: d.PerimeterClosed, Choices: yesNo},
		{Name: "camp_cost", Rule: "N11", Kind: game.KindInt, Default: nil, Min: 0, Max: 6},
		{Name: "machine_deck", Rule: "N06", Kind: game.KindInts, Default: d.MachineDeck, Min: 0, Max: maxCopies},
		{Name: "damage_die", Rule: "N18", Kind: game.KindInts, Default: d.DamageDie, Min: 0, Max: MaxDamage},
		{Name: "items_start", Rule: "N21", Kind: game.KindInt, Default: d.ItemsStart, Min: 0, Max: 6},
		{Name: "round_limit", Rule: "N24", Kind: game.KindInt, Default: d.RoundLimit, Min: 1, Max: 500},
	}
}

// Config is a match's options, settled.
type Config struct {
	opt     Options
	raw     json.RawMessage
	seats   int
	players int // factions in play

	perimeterClosed bool
	die             [dieFaces]int8
	deck            uint64 // the machine's cards
}

// Game is Nucleo.
func (c *Config) Game() game.Game { return New() }

// Seats is from one to four.
func (c *Config) Seats() int { return c.seats }

// Options are all the options as JSON.
func (c *Config) Options() json.RawMessage { return slices.Clone(c.raw) }

// owner is the seat that plays a player's hand: factions go round the seats.
func (c *Config) owner(player int8) game.Seat { return game.Seat(int(player) % c.seats) }

// owns tells whether a seat plays a player's hand.
func (c *Config) owns(seat game.Seat, player int) bool {
	return player < c.players && c.owner(int8(player)) == seat
}

type nucleo struct{}

// New gives the game.
func New() game.Game { return nucleo{} }

// Info names the game.
func (nucleo) Info() game.Info {
	return game.Info{Name: "nucleo", Rules: "nucleo/1", MinSeats: 1, MaxSeats: MaxPlayers}
}

func badOption(field, code, rule string, args ...any) *game.Error {
	return &game.Error{Code: code, Rule: rule, Field: field, Text: game.Msg("nucleo.refused."+code, args...)}
}

func optionWord(name string) game.Message { return game.Msg("nucleo.option." + name) }

// Configure checks options against their bounds.
func (g nucleo) Configure(raw json.RawMessage, seats int) (game.Config, error) {
	if seats < 1 || seats > MaxPlayers {
		return nil, badOption("seats", "seats", "N01", MaxPlayers)
	}
	c := &Config{opt: defaults(), seats: seats}
	if err := c.opt.read(g.Options(), raw); err != nil {
		return nil, err
	}
	c.players = seats
	if c.opt.Factions > 0 {
		c.players = c.opt.Factions
	}
	if c.players < seats {
		return nil, badOption("factions", "factions_few", "N01", c.players, seats)
	}
	if c.opt.CampCost == unsaid {
		c.opt.CampCost = usualCampCost(c.players)
	}
	c.perimeterClosed = c.opt.PerimeterClosed == On
	for i, n := range c.opt.DamageDie {
		c.die[i] = int8(n)
	}
	for kind, n := range c.opt.MachineDeck {
		c.deck |= (1<<n - 1) << (kind * maxCopies)
	}
	c.deck |= (1<<c.opt.Difficulty - 1) << firstAdvanced
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
		if k.Default == nil && string(raw) == "null" {
			*o.number(k.Name) = unsaid
			return nil
		}
		n, ok := strict.Int(raw)
		if !ok || n < int64(k.Min) || n > int64(k.Max) {
			return badOption(k.Name, "option_range", k.Rule, optionWord(k.Name), k.Min, k.Max)
		}
		*o.number(k.Name) = int(n)
	case game.KindChoice:
		s, ok := strict.String(raw)
		if !ok || !slices.Contains(k.Choices, s) {
			return badOption(k.Name, "option_choice", k.Rule, optionWord(k.Name), strings.Join(k.Choices, ", "))
		}
		*o.choice(k.Name) = s
	default:
		return o.setList(k, raw)
	}
	return nil
}

func (o *Options) number(name string) *int {
	switch name {
	case "difficulty":
		return &o.Difficulty
	case "factions":
		return &o.Factions
	case "camp_cost":
		return &o.CampCost
	case "items_start":
		return &o.ItemsStart
	default:
		return &o.RoundLimit
	}
}

func (o *Options) choice(name string) *string {
	switch name {
	case "draft":
		return &o.Draft
	case "free_chat":
		return &o.FreeChat
	default:
		return &o.PerimeterClosed
	}
}

// setList reads the machine's deck, of which at least one card must be left, or
// the faces of the damage die.
func (o *Options) setList(k *game.Option, raw json.RawMessage) error {
	deck := k.Name == "machine_deck"
	want := dieFaces
	if deck {
		want = int(MachineKinds)
	}
	list, ok := strict.Ints(raw)
	ok = ok && len(list) == want
	numbers, sum := make([]int, len(list)), 0
	for i, n := range list {
		ok = ok && n >= int64(k.Min) && n <= int64(k.Max)
		numbers[i] = int(n)
		sum += int(n)
	}
	switch {
	case !ok:
		return badOption(k.Name, "option_list", k.Rule, optionWord(k.Name), want, k.Min, k.Max)
	case deck && sum == 0:
		return badOption(k.Name, "machine_empty", k.Rule)
	case deck:
		o.MachineDeck = numbers
	default:
		o.DamageDie = numbers
	}
	return nil
}
