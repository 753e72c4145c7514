package bot

import (
	"math"

	"banco/game"
	"banco/games/dadi"
)

// dadiMind thinks some two and a half rounds ahead. Looking no farther than the
// next turn it trusted the judge too much, which hardly foretells who wins: by then
// it is known who was killed. Rollouts are brief, or there would be too few of them.
func dadiMind() Mind {
	return Mind{
		Policy:  dadiGreedy{},
		Propose: dadiGreedy{slips: 0.3},
		Rollout: dadiGreedy{brief: true},
		Clock:   dadiClock,
		Horizon: 16,
		Judge:   dadiJudge,
	}
}

// dadiClock counts turns, and as many for each round as six players have, so that
// a round is as long for two.
func dadiClock(s game.State) int {
	d, ok := s.(*dadi.State)
	if !ok {
		return 0
	}
	return int(d.Round)*dadi.MaxSeats + int(d.Turn)
}

// dadiJudge shares the chances out among who is still in the game: each one's is in
// proportion to e to the power of what its traits weigh.
func dadiJudge(s game.State, worth []float64) {
	seen, ok := s.View(game.Watcher, nil).(*dadi.View)
	if !ok {
		return
	}
	v := *seen // to move dice about in thought
	total := 0.0
	for i := range worth {
		seat := game.Seat(i)
		worth[i] = 0
		if !v.Out.Has(seat) && v.Living(seat) > 0 {
			worth[i] = math.Exp(dadiTraitsOf(&v, seat).weigh(&dadiWeights))
			total += worth[i]
		}
	}
	for i := range worth {
		worth[i] /= max(total, math.SmallestNonzeroFloat64)
	}
}

// dadiTrait is one of the things that a seat's position is judged by between two
// turns.
type dadiTrait int

const (
	dadiLiving       dadiTrait = iota // soldiers that stand
	dadiFew                           // 1 divided by them: each acts the oftener
	dadiTwoLeft                       // there are no more than two …
	dadiOneLeft                       // … or one
	dadiActs                          // the turn is its own …
	dadiActsOfFew                     // … divided by its living
	dadiFear                          // what its commander has to fear before its own next turn …
	dadiFearActing                    // … when the turn is its own, which comes first
	dadiFearOfFew                     // either divided by its living
	dadiUp                            // its commander stands on something
	dadiSoldierFear                   // how many soldiers it may expect to lose …
	dadiSoldierFewer                  // … divided by its living
	dadiStrikes                       // chances to kill a soldier with a roll
	dadiNearOthers                    // soldiers near enemy commanders, less the farther they are …
	dadiNearOfFew                     // … divided by its living
	numDadiTraits
)

type dadiTraits [numDadiTraits]float64

func (t *dadiTraits) weigh(weights *dadiTraits) (sum float64) {
	for i, x := range t {
		sum += weights[i] * x
	}
	return sum
}

// dadiTraitsOf looks at the position of a seat that is in the game.
func dadiTraitsOf(v *dadi.View, seat game.Seat) *dadiTraits {
	p := &dadiPlan{v: v, me: seat, players: float64(max(2, v.Players().Len()))}
	commander := dadi.ID(seat, dadi.Commander)
	living := float64(v.Living(seat))
	t := &dadiTraits{dadiLiving: living, dadiFew: 1 / living}
	if living <= 2 {
		t[dadiTwoLeft] = 1
	}
	if living == 1 {
		t[dadiOneLeft] = 1
	}
	fear := -math.Log(1 - min(p.danger(commander), 0.95))
	if v.Active != dadi.None && dadi.SeatOf(int(v.Active)) == seat {
		t[dadiActs], t[dadiActsOfFew], t[dadiFearActing] = 1, 1/living, fear
	} else {
		t[dadiFear] = fear
	}
	t[dadiFearOfFew] = fear / living
	if v.Top(v.Dice[commander].At) > 0 {
		t[dadiUp] = 1
	}
	for die := commander; die < commander+dadi.Soldiers; die++ {
		if !v.Dice[die].Stands {
			continue
		}
		if die != commander {
			t[dadiSoldierFear] += p.danger(die)
		}
		best := 0.0
		for e := range v.NumDice() {
			switch {
			case p.mine(e) || !v.Dice[e].Stands:
			case dadi.NumberOf(e) == dadi.Commander:
				t[dadiNearOthers] += fade(length(v.Dice[die].At, v.Dice[e].At))
			default:
				best = max(best, p.strike(die, e))
			}
		}
		t[dadiStrikes] += best / living
	}
	t[dadiSoldierFewer] = t[dadiSoldierFear] / living
	t[dadiNearOfFew] = t[dadiNearOthers] / living
	return t
}
