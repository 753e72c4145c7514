package labpage

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"banco/game"
)

// Path is the address of the lab below the base path; the others are below it.
const (
	Path    = "/lab"
	OwnPath = Path + "/new"
	RunPath = Path + "/runs"
)

// The fields of a draft, in forms, addresses and refusals.
const (
	FieldGame    = "game"
	FieldSeats   = "seats"
	FieldBots    = "bots"
	FieldOption  = "option"
	FieldValues  = "values"
	FieldMeasure = "measure"
	FieldMatches = "matches"
	fieldDrawn   = "drawn" // the option for which the form's values were drawn
)

// UsualMatches is how many matches of each cell a form begins with.
const UsualMatches = 100

// maxValues is how many values of an option are compared at once: more would not
// fit under one another on a page.
const maxValues = 12

// Draft is a question of one's own as somebody typed it.
type Draft struct {
	Game    game.Game
	Levels  []string // of bots that play it, weakest first
	Seats   string
	Bots    []string // line-ups, each "random" or "greedy,random"
	Option  game.Option
	Values  []string // of a choice those that are ticked; else one text
	Measure string
	Matches string
}

// ReadDraft reads what a form sent; what it does not say is filled in with what
// makes a small, sensible question. measures are what can be measured of the
// game. An option that the game has not got is refused.
func ReadDraft(g game.Game, levels, measures []string, form url.Values) (*Draft, error) {
	d := &Draft{Game: g, Levels: levels, Bots: form[FieldBots], Values: form[FieldValues]}
	text := func(field, usual string) string { return cmp.Or(strings.TrimSpace(form.Get(field)), usual) }
	d.Seats = text(FieldSeats, strconv.Itoa(g.Info().MinSeats))
	d.Matches = text(FieldMatches, strconv.Itoa(UsualMatches))
	d.Measure = text(FieldMeasure, firstOf(measures, "lead_changes", "points", "length"))
	d.Option = g.Options()[0]
	if name := form.Get(FieldOption); name != "" {
		o, err := optionOf(g, name)
		if err != nil {
			return d, err
		}
		d.Option = o
	}
	if drawn := form.Get(fieldDrawn); d.Values == nil && drawn == "" || drawn != "" && drawn != d.Option.Name {
		d.Values = suggested(d.Option) // those that came are another option's, or none
	}
	if d.Bots == nil && !form.Has(fieldDrawn) {
		d.Bots = levels[:min(len(levels), 2)]
	}
	return d, nil
}

// optionOf finds an option of a game, or refuses with those that there are.
func optionOf(g game.Game, name string) (game.Option, error) {
	var names []string
	for _, o := range g.Options() {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	return game.Option{}, bad(FieldOption, "option", name, strings.Join(names, ", "))
}

// firstOf is the first wish that is there, else the first of the list.
func firstOf(list []string, wishes ...string) string {
	for _, w := range wishes {
		if slices.Contains(list, w) {
			return w
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// suggested are values to begin with: the rulebook's, and some to compare it
// with where that is easy.
func suggested(o game.Option) []string {
	switch o.Kind {
	case game.KindChoice:
		return o.Choices
	case game.KindInt:
		usual, _ := o.Default.(int)
		list := []string{strconv.Itoa(usual)}
		for _, n := range []int{max(o.Min, usual/2), min(o.Max, max(2*usual, usual+1))} {
			if s := strconv.Itoa(n); !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
		return []string{strings.Join(list, ", ")}
	}
	data, err := json.Marshal(o.Default)
	text := string(data)
	switch {
	case err != nil:
		return nil
	case o.Kind == game.KindInts && (text == "null" || text == "[]"):
		return []string{"[]"}
	case o.Kind == game.KindInts:
		text = strings.ReplaceAll(strings.Trim(text, "[]"), ",", ", ")
	}
	return []string{text}
}

// Lineups are the line-ups that a form offers: each level for all sides, then each
// against the weaker ones.
func (d *Draft) Lineups() (list []string) {
	list = slices.Clone(d.Levels)
	if d.Game.Info().MaxSeats < 2 {
		return list
	}
	for i, strong := range d.Levels {
		for _, weak := range d.Levels[:i] {
			list = append(list, strong+","+weak)
		}
	}
	return list
}

// Query is the address of the draft.
func (d *Draft) Query() string {
	q := url.Values{
		FieldGame: {d.Game.Info().Name}, FieldBots: d.Bots, FieldOption: {d.Option.Name}, fieldDrawn: {d.Option.Name},
		FieldValues: d.Values, FieldMeasure: {d.Measure}, FieldMatches: {d.Matches},
	}
	if d.Game.Info().MaxSeats > d.Game.Info().MinSeats {
		q.Set(FieldSeats, d.Seats)
	}
	return q.Encode()
}

func bad(field, code string, args ...any) error {
	return &game.Error{Code: code, Field: field, Text: game.Msg("web.lab.refused."+code, args...)}
}

// number reads a whole number; the lab says which ones will do.
func number(field, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, bad(field, "number", text)
	}
	return n, nil
}

// Settle makes a question of the draft. What cannot be read is refused with a
// *game.Error that names the field and says what would do.
func (d *Draft) Settle() (*Grid, error) {
	g := &Grid{Game: d.Game, Option: d.Option, Measure: d.Measure}
	var err error
	if g.Seats, err = number(FieldSeats, d.Seats); err != nil {
		return nil, err
	}
	if g.Matches, err = number(FieldMatches, d.Matches); err != nil {
		return nil, err
	}
	if len(d.Bots) == 0 {
		return nil, bad(FieldBots, "no_bots", strings.Join(d.Levels, ", "))
	}
	for _, lineup := range d.Bots {
		levels := strings.Split(lineup, ",")
		if len(levels) == 2 && g.Seats > 2 && g.Seats <= d.Game.Info().MaxSeats { // one strong side against all others
			levels = append(levels[:1], slices.Repeat(levels[1:], g.Seats-1)...)
		}
		g.Bots = append(g.Bots, levels)
	}
	if g.Values, err = d.values(); err != nil {
		return nil, err
	}
	return g, checkValues(g.Values)
}

// checkValues refuses too few or too many of them.
func checkValues(values []any) error {
	switch {
	case len(values) == 0:
		return bad(FieldValues, "no_values")
	case len(values) > maxValues:
		return bad(FieldValues, "many_values", len(values), maxValues)
	}
	return nil
}

// values reads the values by the option's kind.
func (d *Draft) values() ([]any, error) {
	text := strings.TrimSpace(strings.Join(d.Values, "\n"))
	switch o := d.Option; o.Kind {
	case game.KindChoice:
		return list(d.Values), nil
	case game.KindInt:
		list, wrong := numbers(text)
		if wrong != "" {
			return nil, bad(FieldValues, "int", wrong, o.Min, o.Max)
		}
		return list, nil
	case game.KindInts:
		var out []any
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			list, wrong := numbers(strings.Trim(line, "[]"))
			if wrong != "" {
				return nil, bad(FieldValues, "ints", wrong, o.Min, o.Max)
			}
			out = append(out, list)
		}
		return out, nil
	default:
		return structures(o, text)
	}
}

// structures reads values of a game's own, one JSON after the other; where the
// rulebook has a word, a line may be one without its quotation marks.
func structures(o game.Option, text string) ([]any, error) {
	out, err := jsonValues([]byte(text))
	if err == nil {
		for _, v := range out {
			if _, err = inline(v); err != nil {
				break
			}
		}
	}
	if err == nil {
		return out, nil
	}
	if usual, err := tomlValue(o.Default); err == nil {
		if _, word := usual.(string); word {
			for line := range strings.Lines(text) {
				if line = strings.Trim(strings.TrimSpace(line), `"`); line != "" {
					out = append(out, line)
				}
			}
			return out, nil
		}
	}
	return nil, notJSON(text, err)
}

// notJSON says in which line a text stops being JSON that TOML has words for.
func notJSON(text string, err error) error {
	at := len(text)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(at, int(syntax.Offset))
	}
	return bad(FieldValues, "json", 1+strings.Count(text[:at], "\n"))
}

// numbers reads whole numbers with commas or spaces between them; wrong is the
// first that is none.
func numbers(text string) (list []any, wrong string) {
	list = []any{} // an empty list is a value too
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\n' || r == '\r' || r == '\t' }) {
		n, err := strconv.ParseInt(strings.Replace(word, "−", "-", 1), 10, 64)
		if err != nil {
			return nil, word
		}
		list = append(list, n)
	}
	return list, ""
}

// Posted is a question of one's own as a program sends it.
type Posted struct {
	Game    string            `json:"game"`
	Seats   int               `json:"seats"`
	Bots    [][]string        `json:"bots"`
	Option  string            `json:"option"`
	Values  []json.RawMessage `json:"values"`
	Measure string            `json:"measure"`
	Matches int               `json:"matches"`
}

// Settle makes a question of what a program sent; the game has been found.
func (p *Posted) Settle(g game.Game) (*Grid, error) {
	out := &Grid{Game: g, Seats: cmp.Or(p.Seats, g.Info().MinSeats), Bots: p.Bots, Measure: p.Measure, Matches: cmp.Or(p.Matches, UsualMatches)}
	var err error
	if out.Option, err = optionOf(g, p.Option); err != nil {
		return nil, err
	}
	for _, raw := range p.Values {
		v, err := tomlValue(raw)
		if err == nil {
			_, err = inline(v)
		}
		if err != nil {
			return nil, notJSON(string(raw), err)
		}
		out.Values = append(out.Values, v)
	}
	return out, checkValues(out.Values)
}
