// Package bot holds players that are not people. A bot gets a view, as a
// person does, and never the state behind it; what it does not know it guesses.
package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"banco/game"
)

// level is one strength at one game; an empty game means every game.
type level struct {
	name string
	game string
	make func() game.Player
}

// levels lists every bot, weakest first.
var levels = []level{
	{"random", "", func() game.Player { return Random{} }},
	{"greedy", "klang", func() game.Player { return klangGreedy{} }},
	{"greedy", "dadi", func() game.Player { return dadiGreedy{} }},
	{"greedy", "nucleo", func() game.Player { return nucleoGreedy{} }},
	{"mcts", "klang", func() game.Player { return &Search{Mind: klangMind(), Iterations: quick} }},
	{"mcts-long", "klang", func() game.Player { return &Search{Mind: klangMind(), Iterations: long} }},
	{"mcts", "dadi", func() game.Player { return &Search{Mind: dadiMind(), Iterations: many} }},
}

// How many iterations the searching bots have for a decision. They are few enough
// for a move in well under two seconds on one core of a small machine.
const (
	quick = 250
	many  = 1000
	long  = 1500
)

// Levels gives the names of the bots that can play a game, weakest first.
func Levels(gameName string) []string {
	var names []string
	for _, l := range levels {
		if l.game == "" || l.game == gameName {
			names = append(names, l.name)
		}
	}
	return names
}

// New makes a bot for a game. An unknown level is refused with an *game.Error
// that lists the known ones.
func New(gameName, levelName string) (game.Player, error) {
	for _, l := range levels {
		if l.name == levelName && (l.game == "" || l.game == gameName) {
			return l.make(), nil
		}
	}
	return nil, &game.Error{
		Code:  "unknown_level",
		Field: "level",
		Text:  game.Msg("bot.refused.unknown_level", levelName, gameName, strings.Join(Levels(gameName), ", ")),
	}
}

// Parallel makes bots as New does, which share the thinking of a decision among so
// many goroutines where they search. They are the faster for it, and choose
// otherwise than one alone would.
func Parallel(threads int) func(gameName, levelName string) (game.Player, error) {
	return func(gameName, levelName string) (game.Player, error) {
		p, err := New(gameName, levelName)
		if s, ok := p.(*Search); ok {
			s.Workers = threads
		}
		return p, err
	}
}

// Known tells whether a bot of that level exists for a game.
func Known(gameName, levelName string) bool {
	return slices.Contains(Levels(gameName), levelName)
}

// Random plays any legal action, each kind of it now and then.
type Random struct{}

// Choose samples the view.
func (Random) Choose(_ context.Context, v game.View, rng *rand.Rand) (game.Action, error) {
	if a := v.Sample(rng); a != nil {
		return a, nil
	}
	return nil, errNothingToDo
}

var errNothingToDo = &game.Error{Code: "nothing_to_do", Text: game.Msg("bot.refused.nothing_to_do")}
