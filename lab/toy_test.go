package lab

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"banco/dice"
	"banco/game"
	"banco/games"
)

// toy is a game whose chances can be worked out: each side rolls its dice once,
// and the higher sum wins.
type toy struct{}

type toyConfig struct {
	Dice [2]int `json:"dice"`
}

type toyState struct {
	cfg  *toyConfig
	Sums [2]int
	Next game.Seat
}

type toyView struct{ seat, next game.Seat }

type toyRoll struct{}

func (toy) Info() game.Info                                  { return game.Info{Name: "toy", Rules: "toy/1", MinSeats: 2, MaxSeats: 2} }
func (toy) Options() []game.Option                           { return nil }
func (toy) ParseAction(json.RawMessage) (game.Action, error) { return toyRoll{}, nil }
func (toy) Texts() fs.FS {
	words := []byte(`"toy.name" = "toy"`)
	return fstest.MapFS{"it.toml": {Data: words}, "en.toml": {Data: words}}
}

func (toy) Configure(raw json.RawMessage, _ int) (game.Config, error) {
	c := &toyConfig{[2]int{2, 2}}
	return c, json.Unmarshal(raw, c)
}

func (c *toyConfig) Game() game.Game { return toy{} }
func (c *toyConfig) Seats() int      { return 2 }
func (c *toyConfig) Options() json.RawMessage {
	raw, _ := json.Marshal(c)
	return raw
}
func (c *toyConfig) Start(dice.Source, *game.Log) game.State { return &toyState{cfg: c} }

func (s *toyState) MarshalJSON() ([]byte, error) { return json.Marshal(s.Sums) }
func (s *toyState) Config() game.Config          { return s.cfg }
func (s *toyState) Over() bool                   { return s.Next == 2 }
func (s *toyState) ToAct() game.Seats {
	if s.Over() {
		return 0
	}
	return game.Only(s.Next)
}

func (s *toyState) Result() game.Result {
	r := game.Result{Scores: s.Sums[:]}
	switch {
	case !s.Over():
	case s.Sums[0] > s.Sums[1]:
		r.Winners = []game.Seat{0}
	case s.Sums[1] > s.Sums[0]:
		r.Winners = []game.Seat{1}
	default:
		r.Winners, r.Draw = []game.Seat{0, 1}, true
	}
	return r
}

func (s *toyState) Apply(seat game.Seat, _ game.Action, src dice.Source, _ *game.Log) error {
	for range s.cfg.Dice[seat] {
		s.Sums[seat] += src.Below(6) + 1
	}
	s.Next++
	return nil
}

func (s *toyState) View(seat game.Seat, _ game.View) game.View { return toyView{seat, s.Next} }
func (s *toyState) Default(game.Seat) game.Action              { return toyRoll{} }
func (s *toyState) Copy(game.State) game.State                 { c := *s; return &c }

func (v toyView) MarshalJSON() ([]byte, error)      { return []byte("{}"), nil }
func (v toyView) Seat() game.Seat                   { return v.seat }
func (v toyView) Actions() []game.Action            { return []game.Action{toyRoll{}} }
func (v toyView) Sample(*rand.Rand) game.Action     { return toyRoll{} }
func (v toyView) Determinize(*rand.Rand) game.State { return nil }
func (toyRoll) Type() string                        { return "roll" }
func (toyRoll) Discrete() bool                      { return true }

// sums are the chances of each sum of n dice.
func sums(n int) map[int]float64 {
	chances := map[int]float64{0: 1}
	for range n {
		next := map[int]float64{}
		for s, p := range chances {
			for f := 1; f <= 6; f++ {
				next[s+f] += p / 6
			}
		}
		chances = next
	}
	return chances
}

// exactEdge is how much a side with a dice wins against one with b, draws half.
func exactEdge(a, b int) float64 {
	edge := 0.0
	for x, p := range sums(a) {
		for y, q := range sums(b) {
			switch {
			case x > y:
				edge += p * q
			case x == y:
				edge += p * q / 2
			}
		}
	}
	return edge
}

// findToy finds the toy besides the real games.
func findToy(name string) (game.Game, bool) {
	if name == "toy" {
		return toy{}, true
	}
	return games.Find(name)
}

// study reads an experiment from its text, with words that do not matter here.
func study(t testing.TB, name, text string) *Experiment {
	t.Helper()
	e, err := Read(name, []byte(`title = { it = "t", en = "t" }
question = { it = "d?", en = "q?" }
`+strings.ReplaceAll(text, "\n\t", "\n")), findToy)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

const riggedText = `
	game = "toy"
	bots = [["random"]]
	matches = 4000
	per_seat = ["dice"]
	[grid]
	dice = [[2, 2], [3, 2], [2, 3]]
	[[measure]]
	metric = "edge"
	against = 0.5
	`

const klangText = `
	game = "klang"
	bots = [["random"], ["greedy", "random"]]
	matches = 24
	[options]
	rounds = 2
	[grid]
	progression = [[1, 3, 6], [1, 2, 3]]
	[[measure]]
	metric = "lead_changes"
	[[measure]]
	metric = "in_sight"
	`
