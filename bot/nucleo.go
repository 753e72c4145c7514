package bot

import (
	"context"
	"fmt"
	"math/rand/v2"

	"banco/game"
	"banco/games/nucleo"
)

// nucleoGreedy plays Nucleo as a sensible teammate: it thinks its own turn
// through, weighs what the machine's next card would do to the board, says which
// habitats it holds and nothing else, and sees nobody's hand but its own.
type nucleoGreedy struct{}

// Choose does what the rules' own adviser would.
func (nucleoGreedy) Choose(_ context.Context, view game.View, rng *rand.Rand) (game.Action, error) {
	v, ok := view.(*nucleo.View)
	if !ok {
		return nil, fmt.Errorf("a bot for Nucleo was given a %T", view)
	}
	if a := v.Advise(rng); a != nil {
		return a, nil
	}
	return nil, errNothingToDo
}
