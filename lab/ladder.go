package lab

import (
	"context"
	"fmt"
	"strings"
	"time"

	"banco/bot"
	"banco/game"
	"banco/lab/stats"
)

// MaxPairs is the most pairs that two levels may meet in.
const MaxPairs = 100_000

// Ladder puts the levels of a game in order of strength.
type Ladder struct {
	Game     game.Game
	Levels   []string // weakest first; nil for all there are
	Pairs    int      // the most pairs of matches between two levels
	Elo      float64  // the difference that matters
	Workers  int
	Progress func(Started)
}

// Rung is one level of a ladder.
type Rung struct {
	Level string
	Elo   float64 // 0 for the first of the list
	// Against the level before it in the list; infinite where nothing was won
	// or lost.
	Step stats.Interval
}

// Meeting is how two levels fared against each other, from the first one's side.
type Meeting struct {
	First, Second string
	Score         stats.Interval // share of the points, a draw half
	Elo           stats.Interval
	Answer        stats.Answer
}

// Standing is what a ladder found.
type Standing struct {
	Rungs    []Rung
	Meetings []Meeting // stronger-looking level of the list first
}

// settleError is how often the sequential test may be wrong, each way.
const settleError = 0.05

// Climb plays the ladder. Each two levels meet until it is settled which is
// stronger; every batch of pairs is played whole before the test looks at it, so
// that the standing does not depend on the number of workers.
func (l Ladder) Climb(ctx context.Context) (*Standing, error) {
	info := l.Game.Info()
	if info.MinSeats > 2 || info.MaxSeats < 2 {
		return nil, bad("", "two_seats", info.Name)
	}
	if l.Levels == nil {
		l.Levels = bot.Levels(info.Name)
	}
	if len(l.Levels) < 2 {
		return nil, bad("levels", "few_levels", info.Name, strings.Join(bot.Levels(info.Name), ", "))
	}
	if l.Pairs < minUnits || l.Pairs > MaxPairs {
		return nil, bad("pairs", "pairs", minUnits, MaxPairs)
	}
	s := &Standing{}
	var meetings []stats.Meeting
	done := 0
	for second := range l.Levels {
		for first := second + 1; first < len(l.Levels); first++ {
			m, err := l.meet(ctx, l.Levels[first], l.Levels[second], done)
			if err != nil {
				return nil, err
			}
			done += 2 * m.Score.N
			s.Meetings = append(s.Meetings, m)
			meetings = append(meetings, stats.Meeting{A: first, B: second, Pairs: m.Score.N, Score: m.Score.Mean})
		}
	}
	for i, elo := range stats.Ratings(len(l.Levels), meetings) {
		r := Rung{Level: l.Levels[i], Elo: elo}
		for _, m := range s.Meetings {
			if i > 0 && m.First == l.Levels[i] && m.Second == l.Levels[i-1] {
				r.Step = m.Elo
			}
		}
		s.Rungs = append(s.Rungs, r)
	}
	return s, nil
}

// meet lets two levels play until the test has an answer.
func (l Ladder) meet(ctx context.Context, first, second string, before int) (Meeting, error) {
	cfg, err := l.Game.Configure(nil, 2)
	if err != nil {
		return Meeting{}, err
	}
	e := &Experiment{
		Name: fmt.Sprintf("ladder %s %s %s", l.Game.Info().Name, first, second), Game: l.Game, Seats: 2,
		Lineups: [][]string{{first, second}},
		Cells:   []Cell{{ID: "pair", configs: []game.Config{cfg, cfg}}},
	}
	for _, level := range e.Lineups[0] {
		if _, err := bot.New(l.Game.Info().Name, level); err != nil {
			return Meeting{}, err
		}
	}
	e.gauges = generalGauges[:1]
	store, err := openStore(e, "")
	if err != nil {
		return Meeting{}, err
	}
	test := stats.Sequential{Elo: l.Elo, Error: settleError}
	bar := &bar{tell: l.Progress, total: before + 2*l.Pairs, began: time.Now()}
	var scores []float64
	for pairs := minUnits / 2; ; pairs = min(l.Pairs, pairs+max(minUnits/2, pairs/2)) {
		if err := (Runner{Workers: l.Workers}).play(ctx, e, store, 2*pairs, bar); err != nil {
			return Meeting{}, err
		}
		scores = seriesOf(e, &e.Cells[0], store.Units[0])["edge"]
		if answer := test.Judge(scores); answer != stats.Open || pairs == l.Pairs {
			return Meeting{first, second, stats.Rate(scores), stats.EloOf(scores), answer}, nil
		}
	}
}
