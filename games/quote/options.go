package quote

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"banco/game"
	"banco/game/strict"
	"banco/games/quote/expr"
	"banco/games/quote/odds"
	"banco/games/quote/rule"
)

// Options are what a battle is played with.
type Options struct {
	CriticalHits int             `json:"critical_hits"` // how many hits a critical hit counts for, 1 to 5
	Tris         []TrisLine      `json:"tris"`          // by the digit, 0 to 9
	Normalise    string          `json:"normalise"`     // "no" or "yes"
	Margin       string          `json:"margin"`        // "no" or "yes"
	HitsToFall   int             `json:"hits_to_fall"`  // of a contender for whom nothing else is said, 1 to 999
	Damage       string          `json:"damage"`        // the same
	Locations    []rule.Location `json:"locations"`     // empty for none
	RoundLimit   int             `json:"round_limit"`
}

// TrisLine is what a tris of one digit does (Q04).
type TrisLine struct {
	Effect string `json:"effect"` // "quota", "critical", "hit", "miss" or "fumble"
	Text   string `json:"text"`   // what the Master wants said; "" for nothing
}

// No and Yes are the choices of options that are one or the other.
const (
	No  = "no"
	Yes = "yes"
)

// The places of the usual hit-location table, whose words are in the catalogue.
// A table may name others as it likes.
var placeNames = []string{"head", "chest", "belly", "right_arm", "left_arm", "right_leg", "left_leg"}

const (
	maxRounds   = 1000
	maxTrisText = 80 // characters
)

func defaults() Options {
	o := Options{
		CriticalHits: 1, Normalise: No, Margin: No, HitsToFall: 1, Damage: odds.Usual, RoundLimit: 200,
		Tris: make([]TrisLine, 10),
	}
	for i := range o.Tris {
		o.Tris[i].Effect = rule.ByQuota.String()
	}
	for i, faces := range []int{1, 3, 2, 1, 1, 1, 1} {
		o.Locations = append(o.Locations, rule.Location{Name: placeNames[i], Faces: faces})
	}
	return o
}

// Options lists every option with its default and bounds.
func (quote) Options() []game.Option {
	d := defaults()
	return []game.Option{
		{Name: "hits_to_fall", Rule: "Q12", Kind: game.KindInt, Default: d.HitsToFall, Min: 1, Max: rule.MaxHits},
		{Name: "damage", Rule: "Q12", Kind: game.KindJSON, Default: d.Damage},
		{Name: "critical_hits", Rule: "Q04", Kind: game.KindInt, Default: d.CriticalHits, Min: 1, Max: rule.MaxCriticals},
		{Name: "normalise", Rule: "Q07", Kind: game.KindChoice, Default: d.Normalise, Choices: []string{No, Yes}},
		{Name: "margin", Rule: "Q09", Kind: game.KindChoice, Default: d.Margin, Choices: []string{No, Yes}},
		{Name: "tris", Rule: "Q04", Kind: game.KindJSON, Default: d.Tris},
		{Name: "locations", Rule: "Q12", Kind: game.KindJSON, Default: d.Locations},
		{Name: "round_limit", Rule: "Q03", Kind: game.KindInt, Default: d.RoundLimit, Min: 1, Max: maxRounds},
	}
}

// Config is a battle's options, settled.
type Config struct {
	opt    Options
	raw    json.RawMessage
	table  rule.Table
	damage *expr.Expr
	faces  int // of the die of the hit-location table
}

// Game is Quote.
func (c *Config) Game() game.Game { return New() }

// Seats is one: the Master.
func (c *Config) Seats() int { return 1 }

// Options are all the options as JSON.
func (c *Config) Options() json.RawMessage { return slices.Clone(c.raw) }

type quote struct{}

// New gives the game.
func New() game.Game { return quote{} }

// rules are those that a match, or a battle in a file, is played by.
const rules = "quote/1"

// Info names the game.
func (quote) Info() game.Info {
	return game.Info{Name: "quote", Rules: rules, MinSeats: 1, MaxSeats: 1}
}

func optionWord(name string) game.Message { return game.Msg("quote.option." + name) }

// Configure checks options against their bounds.
func (g quote) Configure(raw json.RawMessage, seats int) (game.Config, error) {
	if seats != 1 {
		return nil, refuse("Q01", "seats", "seats")
	}
	c := &Config{opt: defaults()}
	if len(raw) > 0 {
		fields, ok := strict.Object(raw)
		if !ok {
			return nil, refuse("Q01", "options_object", "")
		}
		known := g.Options()
		for _, f := range fields {
			i := slices.IndexFunc(known, func(k game.Option) bool { return k.Name == f.Name })
			if i < 0 {
				return nil, refuse("Q01", "unknown_option", strict.Quoted(f.Name), strict.Quoted(f.Name))
			}
			if err := c.opt.set(&known[i], f.Raw); err != nil {
				return nil, err
			}
		}
	}
	c.settle()
	return c, nil
}

func (c *Config) settle() {
	c.table.Criticals = c.opt.CriticalHits
	for i, l := range c.opt.Tris {
		c.table.Effects[i], _ = rule.ParseEffect(l.Effect)
	}
	c.damage, _ = expr.Parse(c.opt.Damage)
	c.faces = rule.Faces(c.opt.Locations)
	c.raw, _ = json.Marshal(c.opt)
}

func (o *Options) set(k *game.Option, raw json.RawMessage) error {
	switch k.Kind {
	case game.KindInt:
		n, ok := strict.Int(raw)
		if !ok || n < int64(k.Min) || n > int64(k.Max) {
			return refuse(k.Rule, "option_range", k.Name, optionWord(k.Name), k.Min, k.Max)
		}
		switch k.Name {
		case "hits_to_fall":
			o.HitsToFall = int(n)
		case "critical_hits":
			o.CriticalHits = int(n)
		default:
			o.RoundLimit = int(n)
		}
	case game.KindChoice:
		s, ok := strict.String(raw)
		if !ok || !slices.Contains(k.Choices, s) {
			return refuse(k.Rule, "option_choice", k.Name, optionWord(k.Name), strings.Join(k.Choices, ", "))
		}
		if k.Name == "margin" {
			o.Margin = s
		} else {
			o.Normalise = s
		}
	case game.KindJSON:
		switch k.Name {
		case "damage":
			return o.setDamage(raw)
		case "tris":
			return o.setTris(raw)
		default:
			return o.setLocations(raw)
		}
	}
	return nil
}

func (o *Options) setDamage(raw json.RawMessage) error {
	text, ok := strict.String(raw)
	if !ok {
		return refuse("Q12", "damage_text", "damage")
	}
	e, err := expr.Parse(text)
	if err != nil {
		return err
	}
	o.Damage = e.String()
	return nil
}

// setTris reads the table of effects: ten lines, from 0-0-0 to 9-9-9.
func (o *Options) setTris(raw json.RawMessage) error {
	list, ok := strict.Array(raw)
	if !ok || len(list) != 10 {
		return refuse("Q04", "tris", "tris")
	}
	o.Tris = make([]TrisLine, 10)
	for i, line := range list {
		field := "tris[" + strconv.Itoa(i) + "]"
		fields, ok := strict.Object(line)
		if !ok {
			return refuse("Q04", "tris", field)
		}
		l := TrisLine{Effect: rule.ByQuota.String()}
		for _, f := range fields {
			good := false
			switch text, isText := strict.String(f.Raw); f.Name {
			case "effect":
				_, good = rule.ParseEffect(text)
				l.Effect = text
			case "text":
				good = isText && goodText(text, maxTrisText)
				l.Text = text
			}
			if !good {
				return refuse("Q04", "tris", field+"."+strict.Quoted(f.Name))
			}
		}
		o.Tris[i] = l
	}
	return nil
}

// setLocations reads the hit-location table.
func (o *Options) setLocations(raw json.RawMessage) error {
	bad := func(field string) error {
		return refuse("Q12", "locations", field, rule.MaxLocations, rule.MaxFaces, rule.MaxPlus)
	}
	list, ok := strict.Array(raw)
	if !ok || len(list) > rule.MaxLocations {
		return bad("locations")
	}
	o.Locations = []rule.Location{}
	for i, line := range list {
		field := "locations[" + strconv.Itoa(i) + "]"
		fields, ok := strict.Object(line)
		if !ok {
			return bad(field)
		}
		var l rule.Location
		for _, f := range fields {
			good := false
			n, isInt := strict.Int(f.Raw)
			switch f.Name {
			case "name":
				l.Name, good = strict.String(f.Raw)
				good = good && l.Name != "" && goodText(l.Name, MaxName)
			case "faces":
				l.Faces, good = int(n), isInt
			case "plus":
				l.Plus, good = int(n), isInt
			}
			if !good {
				return bad(field + "." + strict.Quoted(f.Name))
			}
		}
		if l.Name == "" {
			return bad(field + ".name")
		}
		o.Locations = append(o.Locations, l)
	}
	return odds.CheckLocations("locations", o.Locations)
}
