package bot

import (
	"banco/game"
	"banco/games/nucleo"
)

// nucleoMind thinks a few turns ahead, each with what the machine does after it.
// Talk and the choice of the twelve cards are left to the policy.
func nucleoMind() Mind {
	return Mind{
		Policy:  nucleoGreedy{},
		Leave:   nucleoLeaves,
		Clock:   nucleoClock,
		Horizon: 3,
		Judge:   nucleoJudge,
	}
}

func nucleoLeaves(v game.View) bool {
	n, ok := v.(*nucleo.View)
	return !ok || n.Phase != nucleo.PhasePlan && !n.Acting()
}

// nucleoClock counts turns.
func nucleoClock(s game.State) int {
	n, ok := s.(*nucleo.State)
	if !ok {
		return 0
	}
	players, acted := 0, 0
	for i := range n.Players {
		if p := &n.Players[i]; p.Faction != nucleo.None {
			players++
			if p.Acted {
				acted++
			}
		}
	}
	return int(n.Round)*players + acted
}

// nucleoSpread is by how much a prospect must be better to make victory more likely
// than not by a factor of e, in hundredths of a camp.
const nucleoSpread = 400

// nucleoJudge gives everybody the same: the team wins or loses together.
func nucleoJudge(s game.State, worth []float64) {
	v, ok := s.View(0, nil).(*nucleo.View)
	if !ok {
		return
	}
	chance := logistic(float64(v.Prospect()-prospectAtEvens*v.NumPlayers()), nucleoSpread)
	for seat := range worth {
		worth[seat] = chance
	}
}

// prospectAtEvens is about what each player brings to the prospect of a team that
// is as likely to win as to lose.
const prospectAtEvens = 250
