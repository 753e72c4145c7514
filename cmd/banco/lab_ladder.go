package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"banco/game"
	"banco/lab"
	"banco/lab/stats"
)

// Bounds of the difference that a ladder looks for.
const (
	minElo = 1
	maxElo = 400
)

// labLadderCommand puts a game's bots in order of strength.
func (c *cli) labLadderCommand() *cobra.Command {
	var l lab.Ladder
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "ladder GAME",
		Short:             c.text("cli.lab.ladder.short"),
		Long:              c.text("cli.lab.ladder.long"),
		Example:           "  banco lab ladder klang\n  banco lab ladder dadi --levels random,greedy --pairs 500",
		Args:              c.exactArgs(1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := findGame(args[0])
			if err != nil {
				return err
			}
			if !(l.Elo >= minElo && l.Elo <= maxElo) {
				return usageError{&game.Error{Code: "elo", Field: "--elo", Text: game.Msg("cli.refused.elo", minElo, maxElo)}}
			}
			bar := c.progress()
			l.Game, l.Progress = g, bar.show
			s, err := l.Climb(cmd.Context())
			bar.clear()
			var refused *game.Error
			switch {
			case errors.As(err, &refused):
				return usageError{err}
			case err != nil:
				return err
			}
			if asJSON {
				return encode(c.out, ladderJSON(s))
			}
			c.printLadder(g, s)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&l.Levels, "levels", nil, c.text("cli.flag.levels"))
	f.IntVar(&l.Pairs, "pairs", 1000, c.text("cli.flag.pairs"))
	f.Float64Var(&l.Elo, "elo", 30, c.text("cli.flag.elo"))
	f.IntVar(&l.Workers, "workers", 0, c.text("cli.flag.workers"))
	f.BoolVar(&asJSON, "json", false, c.text("cli.flag.lab_json"))
	return cmd
}

var ladderAnswers = map[stats.Answer]string{stats.Open: "open", stats.Stronger: "stronger", stats.Weaker: "weaker", stats.Level0: "level"}

func (c *cli) printLadder(g game.Game, s *lab.Standing) {
	t := lab.NewTeller(c.texts, c.lang)
	fmt.Fprintln(c.out, c.text("cli.lab.ladder.scale", c.text(g.Info().Name+".name")))
	for _, r := range s.Rungs {
		fmt.Fprintf(c.out, "  %s\n", c.text("cli.lab.ladder.level", c.levelName(r.Level), fmt.Sprint(math.Round(r.Elo))))
	}
	for _, m := range s.Meetings {
		fmt.Fprintln(c.out, c.text("cli.lab.ladder.meeting", c.levelName(m.First), c.levelName(m.Second),
			t.Estimate(m.Score, true), m.Score.N, t.Difference(m.Elo, false), c.text("cli.lab.ladder.answer."+ladderAnswers[m.Answer])))
	}
}

// levelName is a bot's level in the run's language.
func (c *cli) levelName(level string) string {
	if key := "bot.level." + level; c.texts.Has(key) {
		return c.text(key)
	}
	return level
}

// ladderJSON is a standing for programs.
func ladderJSON(s *lab.Standing) any {
	type rung struct {
		Level string  `json:"level"`
		Elo   float64 `json:"elo"`
	}
	type meeting struct {
		First  string      `json:"first"`
		Second string      `json:"second"`
		Pairs  int         `json:"pairs"`
		Score  [3]float64  `json:"score"` // with the ends of its interval
		Elo    [3]*float64 `json:"elo"`   // the same; null for infinite
		Answer string      `json:"answer"`
	}
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	var all struct {
		Levels   []rung    `json:"levels"`
		Meetings []meeting `json:"meetings"`
	}
	for _, r := range s.Rungs {
		all.Levels = append(all.Levels, rung{r.Level, r.Elo})
	}
	for _, m := range s.Meetings {
		all.Meetings = append(all.Meetings, meeting{m.First, m.Second, m.Score.N,
			[3]float64{m.Score.Mean, m.Score.Low, m.Score.High},
			[3]*float64{finite(m.Elo.Mean), finite(m.Elo.Low), finite(m.Elo.High)}, ladderAnswers[m.Answer]})
	}
	return all
}
