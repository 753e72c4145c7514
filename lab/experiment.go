package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"banco/bot"
	"banco/game"
)

// Bounds of an experiment, so that a slip of the pen does not run for a year.
const (
	MaxCells   = 400
	MaxMatches = 1_000_000 // a cell
	minUnits   = 20        // fewer say nothing
)

// Words is a sentence in each language, by "it" and "en".
type Words map[string]string

// In gives the sentence in a language, Italian where there is none.
func (w Words) In(lang string) string {
	if s, ok := w[lang]; ok {
		return s
	}
	return w["it"]
}

// Measure is a metric that answers the experiment's question.
type Measure struct {
	Value   string   // a metric's name, with the part of it after a dot where it has several
	Against *float64 // the number to compare each cell with; nil compares cells with the baseline
}

// Cell is one way to play: a line-up of bots and a set of options.
type Cell struct {
	ID      string   // what its lines are called in results.jsonl
	Lineup  int      // index of Experiment.Lineups
	Label   string   // its point on the grid: "10 · 100"
	Values  []string // the same by axis
	words   []Words  // what the file calls them in each language, nil where it does not
	Options json.RawMessage
	Check   bool // the baseline again under other dice, for the self-check
	Base    int  // index of the cell that it is compared with
	configs []game.Config
}

// Rotations is how many matches a unit of the cell has: one for each way round
// of the seats, or a single one where all sides are the same.
func (c *Cell) Rotations() int { return len(c.configs) }

// Experiment is a question put to many matches. It does not change once read.
type Experiment struct {
	Name     string // what its dice follow from
	File     string // what "banco lab run" is given to play it: a file's name, or a study's
	Title    Words
	Question Words
	Game     game.Game
	Seats    int
	Lineups  [][]string // levels by side
	Axes     []string   // names, in order
	axes     []Words    // what the file calls them, nil where it does not
	Cells    []Cell     // by line-up, then in grid order, then the line-up's check
	Matches  int        // the most matches of a cell
	Tight    float64    // half-width at which it may stop early; 0 plays them all
	Measures []Measure
	Target   *float64 // what Tune brings the first measure close to; nil where the file has no [tune]
	Metrics  []string // names of what is measured, in the library's order
	Source   []byte   // the file as it was read
	gauges   []Gauge
}

// file is an experiment as it is written.
type file struct {
	Name     string           `toml:"name"`
	Title    Words            `toml:"title"`
	Question Words            `toml:"question"`
	Game     string           `toml:"game"`
	Seats    int              `toml:"seats"`
	Bots     [][]string       `toml:"bots"`
	Matches  int              `toml:"matches"`
	Tight    float64          `toml:"tight"`
	PerSeat  []string         `toml:"per_seat"`
	Baseline string           `toml:"baseline"` // label of the cell to compare with; the first if not said
	Compare  string           `toml:"compare"`  // the axis to compare along, instead of with a single cell
	Metrics  []string         `toml:"metrics"`
	Options  map[string]any   `toml:"options"`
	Grid     map[string][]any `toml:"grid"`
	Axes     []axisFile       `toml:"axis"`
	Tune     struct {
		Target *float64 `toml:"target"`
	} `toml:"tune"`
	Measures []struct {
		Value   string   `toml:"metric"`
		Against *float64 `toml:"against"`
	} `toml:"measure"`
}

type axisFile struct {
	Name   string `toml:"name"`
	Title  Words  `toml:"title"`
	Values []struct {
		Label string         `toml:"label"`
		Words Words          `toml:"words"`
		Set   map[string]any `toml:"set"`
	} `toml:"values"`
}

func bad(field, code string, args ...any) error {
	return &game.Error{Code: code, Field: field, Text: game.Msg("lab.refused."+code, args...)}
}

// maxName bounds an experiment's name, which becomes that of a folder.
const maxName = 64

var nameText = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// Read reads an experiment from TOML. Its name is the one it gives itself, else
// the file's without its ending; find looks games up. What cannot be played is
// refused with a *game.Error that names the field.
func Read(name string, source []byte, find func(string) (game.Game, bool)) (*Experiment, error) {
	var f file
	meta, err := toml.NewDecoder(bytes.NewReader(source)).Decode(&f)
	if err != nil {
		return nil, bad("", "toml", name, strings.TrimSpace(err.Error()))
	}
	for _, key := range meta.Undecoded() {
		if !ofTheGame(key) {
			return nil, bad(key.String(), "unknown_key", key.String())
		}
	}
	given := filepath.Base(name)
	if name = strings.TrimSuffix(given, ".toml"); f.Name != "" {
		if len(f.Name) > maxName || !nameText.MatchString(f.Name) {
			return nil, bad("name", "name", f.Name, maxName)
		}
		name = f.Name
	}
	e := &Experiment{Name: name, File: given, Title: f.Title, Question: f.Question, Matches: f.Matches, Tight: f.Tight, Target: f.Tune.Target, Source: source}
	for field, w := range map[string]Words{"title": f.Title, "question": f.Question} {
		if w["it"] == "" || w["en"] == "" {
			return nil, bad(field, "both_languages")
		}
	}
	g, ok := find(f.Game)
	if !ok {
		return nil, bad("game", "game", f.Game)
	}
	e.Game = g
	if e.Seats = f.Seats; e.Seats == 0 {
		e.Seats = g.Info().MinSeats
	}
	if e.Seats < g.Info().MinSeats || e.Seats > g.Info().MaxSeats {
		return nil, bad("seats", "seats", g.Info().MinSeats, g.Info().MaxSeats)
	}
	if err := e.SetMatches(f.Matches); err != nil {
		return nil, err
	}
	if e.Tight < 0 {
		return nil, bad("tight", "tight")
	}
	if err := e.readLineups(f.Bots); err != nil {
		return nil, err
	}
	if err := e.readMeasures(&f); err != nil {
		return nil, err
	}
	if err := e.lay(&f, meta); err != nil {
		return nil, err
	}
	for _, m := range e.Measures {
		needsSides := ofSides(m.Value)
		if i := slices.IndexFunc(e.Cells, func(c Cell) bool { return c.Rotations() == 1 }); needsSides && i >= 0 {
			return nil, bad("measure", "no_sides", m.Value)
		}
	}
	return e, nil
}

// SetMatches changes how many matches of each cell are played at the most. Too
// few or too many are refused.
func (e *Experiment) SetMatches(n int) error {
	if n < minUnits || n > MaxMatches {
		return bad("matches", "matches", minUnits, MaxMatches)
	}
	e.Matches = n
	return nil
}

// ofTheGame tells whether a key lies inside the value of an option: what may
// stand there is for the game to say.
func ofTheGame(key toml.Key) bool {
	return key[0] == "options" || key[0] == "grid" ||
		len(key) > 3 && key[0] == "axis" && key[1] == "values" && key[2] == "set"
}

// readLineups reads who plays: one level for every side, or one for each.
func (e *Experiment) readLineups(bots [][]string) error {
	if len(bots) == 0 {
		return bad("bots", "no_bots", e.Seats)
	}
	for _, levels := range bots {
		if len(levels) == 1 {
			levels = slices.Repeat(levels, e.Seats)
		}
		if len(levels) != e.Seats {
			return bad("bots", "no_bots", e.Seats)
		}
		for _, level := range levels {
			if _, err := bot.New(e.Game.Info().Name, level); err != nil {
				return err
			}
		}
		e.Lineups = append(e.Lineups, levels)
	}
	return nil
}

// readMeasures reads what is measured, and what of it answers the question.
func (e *Experiment) readMeasures(f *file) error {
	asked := slices.Clone(f.Metrics)
	for _, m := range f.Measures {
		e.Measures = append(e.Measures, Measure{m.Value, m.Against})
		metric, _, _ := strings.Cut(m.Value, ".")
		asked = append(asked, metric)
	}
	if len(e.Measures) == 0 {
		return bad("measure", "no_measure")
	}
	for _, g := range gaugesOf(e.Game.Info().Name) {
		wanted := !g.Costly
		for _, m := range g.Metrics {
			wanted = wanted || slices.Contains(asked, m.Name)
		}
		if !wanted {
			continue
		}
		e.gauges = append(e.gauges, g)
		for _, m := range g.Metrics {
			e.Metrics = append(e.Metrics, m.Name)
		}
	}
	for _, name := range asked {
		if err := CheckMetric(e.Game.Info().Name, name); err != nil {
			return err
		}
	}
	return nil
}

// CheckMetric refuses what is no metric of a game with a *game.Error that lists
// those that there are.
func CheckMetric(gameName, metric string) error {
	if names := metricNames(gameName); !slices.Contains(names, metric) {
		return bad("metric", "metric", metric, strings.Join(names, ", "))
	}
	return nil
}

// SideNames says who plays, "greedy" for all alike or "greedy – random".
func SideNames(levels []string) string {
	if len(slices.Compact(slices.Clone(levels))) == 1 {
		return levels[0]
	}
	return strings.Join(levels, " – ")
}

// Fingerprint tells results of this experiment from those of another: a hash
// over everything that decides how its matches go and what is noted about them,
// but for how many there are.
func (e *Experiment) Fingerprint() string {
	type cell struct {
		ID      string
		Lineup  []string
		Configs []json.RawMessage
	}
	all := struct {
		Format  int
		Name    string
		Rules   string
		Metrics []string
		Cells   []cell
	}{format, e.Name, e.Game.Info().Rules, e.Metrics, nil}
	for _, c := range e.Cells {
		one := cell{c.ID, e.Lineups[c.Lineup], nil}
		for _, cfg := range c.configs {
			one.Configs = append(one.Configs, cfg.Options())
		}
		all.Cells = append(all.Cells, one)
	}
	data, err := json.Marshal(all)
	if err != nil {
		panic(fmt.Sprintf("an experiment does not encode: %v", err)) // strings and options that were JSON before
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// seedsOf are what a unit's matches draw from: two for the dice and one for the
// players. Every cell has the same for the same unit, so that cells are compared
// under the same luck; the self-check has others.
func (e *Experiment) seedsOf(unit int, check bool) (dice1, dice2, minds uint64) {
	text := fmt.Sprintf("banco lab\x00%s\x00%d", e.Name, unit)
	if check {
		text += "\x00again"
	}
	sum := sha256.Sum256([]byte(text))
	return word(sum[0:]), word(sum[8:]), word(sum[16:])
}

func word(b []byte) uint64 {
	n := uint64(0)
	for _, x := range b[:8] {
		n = n<<8 | uint64(x)
	}
	return n
}
