package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"testing/fstest"

	"banco/dice"
	"banco/game"
)

// toy is a small game with all that a table must cope with. Each round every
// seat gets a secret die and picks 1 to 3, all at once and in secret (mode
// "secret") or one after another and openly (mode "turns"); highest sum scores.
// With Limit set, a turn is a timed stretch of Picks picks; with Confirm the next
// seat has to say ok between two of them. The table can take back and set right:
// what was peeked stays so, and nothing before a seal comes back.
type toy struct{}

type toyOptions struct {
	Mode   string `json:"mode"`
	Rounds int    `json:"rounds"`
	Picks  int    `json:"picks"`
	Limit  int    `json:"limit"`
	Open   bool   `json:"open"`            // who has picked is known
	Joint  bool   `json:"joint,omitempty"` // it is a secret, and what the last one leads to is nobody's doing
	Hush   bool   `json:"hush,omitempty"`  // so it is, and nobody may talk while all pick

	Confirm bool   `json:"confirm,omitempty"`
	Own     bool   `json:"own,omitempty"` // nobody takes back what others did
	Gap     bool   `json:"gap,omitempty"` // a stretch begins with its first pick
	Table   string `json:"table,omitempty"`
}

type toyConfig struct {
	toyOptions
	seats int
}

type toyState struct {
	cfg   *toyConfig
	Round int      `json:"round"`
	Turn  int      `json:"turn"`
	Count int      `json:"count"`
	Dice  []int    `json:"dice"`
	Marks []string `json:"marks"` // canaries
	Pick  []int    `json:"pick"`
	Score []int    `json:"score"`

	Wait   bool  `json:"wait,omitempty"`   // for the next seat's ok
	Sealed bool  `json:"sealed,omitempty"` // what came before stays done
	Peeks  []int `json:"peeks,omitempty"`  // by seat: what it did in secret
}

type toyAction struct {
	Kind string `json:"type"`
	N    int    `json:"n,omitempty"`
}

type toyView struct {
	cfg    *toyConfig
	seat   game.Seat
	act    bool
	Round  int    `json:"round"`
	Turn   int    `json:"turn"`
	Count  int    `json:"count"`
	Die    int    `json:"die"`
	Mark   string `json:"mark"`
	Pick   int    `json:"pick"`
	Score  []int  `json:"score"`
	Picked []bool `json:"picked,omitempty"`
	Peeks  int    `json:"peeks,omitempty"`
}

func toys(name string) (game.Game, bool) {
	if name == "plain" {
		return plain{}, true
	}
	return toy{}, name == "toy"
}

func (toy) Info() game.Info        { return game.Info{Name: "toy", Rules: "toy/1", MinSeats: 2, MaxSeats: 4} }
func (toy) Options() []game.Option { return nil }
func (toy) Texts() fs.FS           { return fstest.MapFS{} }

func (toy) Configure(raw json.RawMessage, seats int) (game.Config, error) {
	o := toyOptions{Mode: "secret", Rounds: 3, Picks: 1}
	if len(raw) > 0 {
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&o); err != nil {
			return nil, &game.Error{Code: "option", Field: "options", Text: game.Msg("toy.refused.option")}
		}
	}
	if o.Rounds < 1 || o.Picks < 1 {
		return nil, &game.Error{Code: "option", Field: "rounds", Text: game.Msg("toy.refused.option")}
	}
	return &toyConfig{o, seats}, nil
}

func (toy) ParseAction(raw json.RawMessage) (game.Action, error) {
	var a toyAction
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&a); err != nil || a.Kind == "" {
		return nil, game.Refuse("toy", "unreadable", "T1")
	}
	return a, nil
}

func (c *toyConfig) Game() game.Game { return toy{} }
func (c *toyConfig) Seats() int      { return c.seats }
func (c *toyConfig) Options() json.RawMessage {
	data, _ := json.Marshal(c.toyOptions)
	return data
}

func (c *toyConfig) Start(src dice.Source, log *game.Log) game.State {
	s := &toyState{cfg: c, Dice: make([]int, c.seats), Marks: make([]string, c.seats), Pick: make([]int, c.seats), Score: make([]int, c.seats)}
	log.Tell(game.Everyone, "toy.start")
	s.deal(src, log)
	return s
}

func (s *toyState) deal(src dice.Source, log *game.Log) {
	for i := range s.Dice {
		s.Dice[i] = dice.D6(src)
		s.Marks[i] = fmt.Sprintf("CANARY-%d-%d-%d", i, s.Round, s.Dice[i])
		s.Pick[i] = 0
		log.Tell(game.To(game.Seat(i)), "toy.die", s.Dice[i], s.Marks[i])
	}
}

func (s *toyState) MarshalJSON() ([]byte, error) {
	type plain toyState
	return json.Marshal((*plain)(s))
}
func (s *toyState) Config() game.Config { return s.cfg }
func (s *toyState) Over() bool          { return s.Round == s.cfg.Rounds }
func (s *toyState) ToAct() game.Seats {
	var set game.Seats
	if s.Over() {
		return 0
	}
	if s.cfg.Mode == "turns" {
		if s.Wait {
			return game.Only(game.Seat((s.Turn + 1) % len(s.Pick)))
		}
		return game.Only(game.Seat(s.Turn))
	}
	for i, p := range s.Pick {
		if p == 0 {
			set |= game.Only(game.Seat(i))
		}
	}
	return set
}

func (s *toyState) Together() bool {
	return s.cfg.Mode == "secret" && (s.cfg.Joint || s.cfg.Hush) && !s.Over()
}

func (s *toyState) Silence() string {
	if s.cfg.Hush && s.Together() {
		return "T9"
	}
	return ""
}

func (s *toyState) Result() game.Result {
	r := game.Result{Scores: slices.Clone(s.Score)}
	if s.Over() {
		best := slices.Max(s.Score)
		for i, p := range s.Score {
			if p == best {
				r.Winners = append(r.Winners, game.Seat(i))
			}
		}
	}
	return r
}

func (s *toyState) Apply(seat game.Seat, a game.Action, src dice.Source, log *game.Log) error {
	t, ok := a.(toyAction)
	if !ok || !s.ToAct().Has(seat) {
		return game.Refuse("toy", "turn", "T2")
	}
	switch {
	case t.Kind == "boom":
		dice.D6(src)
		panic("boom")
	case t.Kind == "peek":
		if s.Peeks == nil {
			s.Peeks = make([]int, len(s.Pick))
		}
		s.Peeks[seat]++
		log.Tell(game.To(seat), "toy.peek", s.Marks[seat])
		return nil
	case t.Kind == "draw":
		log.Tell(game.To(seat), "toy.draw", dice.D6(src))
		return nil
	case t.Kind == "shout":
		log.Tell(game.Everyone, "toy.shout")
		return nil
	case t.Kind == "seal":
		s.Sealed = true
		log.Tell(game.Everyone, "toy.seal")
		return nil
	case t.Kind == "ok" && s.Wait:
		s.Wait = false
		log.Tell(game.Everyone, "toy.ok")
		return nil
	case s.Wait:
		return game.Refuse("toy", "wait", "T6")
	case t.Kind != "pick" || t.N < 1 || t.N > 3:
		return game.Refuse("toy", "pick", "T3", t.N)
	}
	s.Pick[seat] = t.N
	if s.cfg.Mode == "turns" {
		log.Tell(game.Everyone, "toy.pick", int(seat), t.N)
		if s.Count++; s.Count < s.cfg.Picks {
			s.Wait = s.cfg.Confirm
			return nil
		}
		s.Count = 0
		if s.Turn++; s.Turn < len(s.Pick) {
			return nil
		}
		s.Turn = 0
	} else if slices.Contains(s.Pick, 0) {
		return nil
	}
	best, who := 0, 0
	for i := range s.Pick {
		if sum := s.Dice[i] + s.Pick[i]; sum > best {
			best, who = sum, i
		}
	}
	s.Score[who]++
	log.Tell(game.Everyone, "toy.round", who, best)
	if s.Round++; !s.Over() {
		s.deal(src, log)
	}
	return nil
}

func (s *toyState) View(seat game.Seat, _ game.View) game.View {
	v := &toyView{cfg: s.cfg, seat: seat, act: s.ToAct().Has(seat), Round: s.Round, Turn: s.Turn, Count: s.Count, Score: slices.Clone(s.Score)}
	if seat >= 0 {
		v.Die, v.Mark, v.Pick = s.Dice[seat], s.Marks[seat], s.Pick[seat]
		if s.Peeks != nil {
			v.Peeks = s.Peeks[seat]
		}
	}
	if s.cfg.Open {
		for _, p := range s.Pick {
			v.Picked = append(v.Picked, p > 0)
		}
	}
	return v
}
func (s *toyState) Default(game.Seat) game.Action {
	if s.Wait {
		return toyAction{Kind: "ok"}
	}
	return toyAction{"pick", 1}
}
func (s *toyState) Copy(reuse game.State) game.State {
	c, ok := reuse.(*toyState)
	if !ok {
		c = &toyState{}
	}
	d, m, p, sc := c.Dice[:0], c.Marks[:0], c.Pick[:0], c.Score[:0]
	*c = *s
	c.Dice, c.Marks, c.Pick, c.Score = append(d, s.Dice...), append(m, s.Marks...), append(p, s.Pick...), append(sc, s.Score...)
	c.Peeks = slices.Clone(s.Peeks)
	return c
}

func (s *toyState) Undo(before game.State, asks game.Seat, acted game.Seats) (game.State, error) {
	b, ok := before.(*toyState)
	if !ok || acted == 0 || asks < 0 {
		panic("asked for nothing")
	}
	if s.Sealed && !b.Sealed {
		return nil, game.Refuse("toy", "sealed", "T4")
	}
	if s.cfg.Own && acted&^game.Only(asks) != 0 {
		return nil, game.Refuse("toy", "others", "T7")
	}
	c := b.Copy(nil).(*toyState)
	c.Peeks = slices.Clone(s.Peeks)
	return c, nil
}

func (s *toyState) Correct(raw json.RawMessage, log *game.Log) error {
	var fact struct {
		Type  string
		Seat  int
		Value int
	}
	if json.Unmarshal(raw, &fact) != nil || fact.Seat < 0 || fact.Seat >= len(s.Pick) || fact.Value < 1 || fact.Value > 6 {
		return game.Refuse("toy", "fact", "T5")
	}
	switch fact.Type {
	case "boom":
		panic("boom")
	case "score":
		s.Score[fact.Seat] = fact.Value
		log.Tell(game.Everyone, "toy.score", fact.Seat, fact.Value)
	case "die": // everybody knows that it was wrong, its owner what it is
		s.Dice[fact.Seat] = fact.Value
		s.Marks[fact.Seat] = fmt.Sprintf("CANARY-%d-%d-%d", fact.Seat, s.Round, fact.Value)
		log.Tell(game.To(game.Seat(fact.Seat)), "toy.die", fact.Value, s.Marks[fact.Seat])
	default:
		return game.Refuse("toy", "fact", "T5")
	}
	return nil
}

func (s *toyState) Running() (game.Span, bool) {
	if s.cfg.Limit == 0 || s.cfg.Gap && s.Count == 0 || s.Over() || s.cfg.Mode != "turns" {
		return game.Span{}, false
	}
	return game.Span{ID: s.Round*len(s.Pick) + s.Turn + 1, Seat: game.Seat(s.Turn), Label: fmt.Sprint("robot ", s.Turn), Limit: s.cfg.Limit, Round: s.Round + 1}, true
}

func (v *toyView) MarshalJSON() ([]byte, error) {
	type plain toyView
	return json.Marshal((*plain)(v))
}
func (v *toyView) Seat() game.Seat { return v.seat }
func (v *toyView) Actions() []game.Action {
	if !v.act {
		return nil
	}
	return []game.Action{toyAction{"pick", 1}, toyAction{"pick", 2}, toyAction{"pick", 3}}
}
func (v *toyView) Sample(rng *rand.Rand) game.Action {
	if !v.act {
		return nil
	}
	return toyAction{"pick", 1 + rng.IntN(3)}
}
func (v *toyView) Determinize(*rand.Rand) game.State { return nil }

func (a toyAction) Type() string { return a.Kind }
func (toyAction) Discrete() bool { return true }

// plain is the toy as a game that cannot be amended and is not timed.
type plain struct{ toy }

type plainConfig struct{ game.Config }

type plainState struct{ game.State }

func (plain) Info() game.Info {
	return game.Info{Name: "plain", Rules: "plain/1", MinSeats: 2, MaxSeats: 4}
}

func (plain) Configure(raw json.RawMessage, seats int) (game.Config, error) {
	c, err := toy{}.Configure(raw, seats)
	return plainConfig{c}, err
}

func (plainConfig) Game() game.Game { return plain{} }
func (c plainConfig) Start(src dice.Source, log *game.Log) game.State {
	return plainState{c.Config.Start(src, log)}
}

func (s plainState) Together() bool  { return game.Together(s.State) }
func (s plainState) Silence() string { return game.Silence(s.State) }

func (s plainState) Copy(game.State) game.State { return plainState{s.State.Copy(nil)} }

// toyBots gives players by level: one that plays, and some that misbehave.
func toyBots(_, level string) (game.Player, error) {
	switch level {
	case "random", "slow", "broken", "wrong", "stubborn":
		return toyBot(level), nil
	}
	return nil, errors.New("no such level")
}

type toyBot string

func (b toyBot) Choose(ctx context.Context, v game.View, rng *rand.Rand) (game.Action, error) {
	switch b {
	case "slow":
		<-ctx.Done()
	case "stubborn":
		select {}
	case "broken":
		panic("bot")
	case "wrong":
		return toyAction{"pick", 9}, nil
	}
	return v.Sample(rng), nil
}
