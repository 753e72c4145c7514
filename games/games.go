// Package games is the registry: every game that Banco knows, one line each.
package games

import (
	"banco/game"
	"banco/games/dadi"
	"banco/games/klang"
	"banco/games/nucleo"
	"banco/games/quote"
)

// All lists the games in the order in which the lobby shows them.
func All() []game.Game {
	return []game.Game{
		klang.New(),
		dadi.New(),
		quote.New(),
		nucleo.New(),
	}
}

// Find looks a game up by its name.
func Find(name string) (game.Game, bool) {
	for _, g := range All() {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}
