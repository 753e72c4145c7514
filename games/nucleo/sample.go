package nucleo

import (
	"math/rand/v2"

	"banco/game"
)

// Sample gives one legal action at random. Players mostly lay what they have
// picked, and mostly act rather than talk or end their turn early.
func (v *View) Sample(rng *rand.Rand) game.Action {
	if !v.Mine() {
		return nil
	}
	var o offer
	o.fill(v)
	a := new(Action)
	switch {
	case v.Phase == PhasePlan && o.list[o.n-1].Kind == ActLay && rng.IntN(4) > 0:
		*a = o.list[o.n-1]
	case v.Phase != PhaseAct:
		*a = o.list[rng.IntN(o.n)]
	case o.talk == 0: // somebody else's turn
		if *a = (Action{Kind: ActHush}); rng.IntN(4) == 0 {
			*a = o.sentence(rng)
		}
	case o.talk < o.n && rng.IntN(16) == 0:
		*a = o.sentence(rng)
	case o.talk == 1 || rng.IntN(32) == 0:
		*a = Action{Kind: ActEnd}
	default:
		*a = o.list[rng.IntN(o.talk-1)] // all but the end of the turn
	}
	return a
}

// sentence is something to say: each kind of it as often as another.
func (o *offer) sentence(rng *rand.Rand) Action {
	for {
		kind := ActHabitats + ActionKind(rng.IntN(int(ActHush-ActHabitats)+1))
		from := o.talk
		for from < o.n && o.list[from].Kind != kind {
			from++
		}
		to := from
		for to < o.n && o.list[to].Kind == kind {
			to++
		}
		if from == to {
			continue
		}
		a := o.list[from+rng.IntN(to-from)]
		if kind == ActSay {
			a.Text = saying(rng)
		}
		return a
	}
}

// saying is some free words.
func saying(rng *rand.Rand) string {
	words := make([]rune, 1+rng.IntN(12))
	for i := range words {
		words[i] = 'a' + rune(rng.IntN(26))
	}
	return string(words)
}
