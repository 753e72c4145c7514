package bot

import (
	"math"

	"banco/game"
	"banco/games/klang"
	"banco/geom"
)

// klangMind thinks four activations ahead: its own, the answer to it, and what
// both do after that.
func klangMind() Mind {
	return Mind{
		Policy:  klangGreedy{},
		Propose: klangGreedy{slips: 1},
		Clock:   klangClock,
		Horizon: 4,
		Judge:   klangJudge,
	}
}

// klangRounds is how many scorings ahead there are weights for; a longer match is
// judged as one of so many.
const klangRounds = 6

// klangClock counts activations that are over.
func klangClock(s game.State) int {
	k, ok := s.(*klang.State)
	if !ok {
		return 0
	}
	n := int(k.Activations)
	if k.Active != klang.None {
		n--
	}
	return n
}

// klangJudge gives each side's chance of winning from where a match stands
// between two activations: the points made so far and those that its traits
// promise.
func klangJudge(s game.State, worth []float64) {
	k, ok := s.(*klang.State)
	if !ok {
		return
	}
	left, lead := klangLead(k)
	worth[0] = logistic(lead, klangSpread[left])
	worth[1] = 1 - worth[0]
}

// klangLead is by how many points side 0 may be expected to win, and how many
// scorings are to come, no more than klangRounds.
func klangLead(k *klang.State) (left int, lead float64) {
	var traits [2]klangTraits
	for seat := range game.Seat(2) {
		v, ok := k.View(seat, nil).(*klang.View)
		if !ok {
			return 1, 0
		}
		left = min(max(v.Options().Rounds-int(v.Round)+1, 1), klangRounds)
		traits[seat] = klangTraitsOf(v)
	}
	scores := k.Result().Scores
	lead = float64(scores[0] - scores[1])
	for i, weight := range klangWeights[left] {
		lead += weight * (traits[0][i] - traits[1][i])
	}
	return left, lead
}

// klangTrait is one of the things that a side's position is judged by. What is
// yet to be scored in this round counts once; "later" is times the rounds after it.
type klangTrait int

const (
	carriesNow          klangTrait = iota // points for what its robots carry (K27)
	carriesLater                          //
	partsLater                            // parts that its robots wear
	partsReady                            // … robots that have yet to act in this round
	gunsLater                             // robots with a ranged weapon
	gunsReady                             //
	bladesLater                           // robots with a melee weapon
	bladesReady                           //
	guards                                // what kept dice are worth as armour (K10)
	guardsLoot                            // … of robots that carry, times what one malloppo less would cost them
	sixes                                 // kept sixes
	lootUnderFire                         // cost of one malloppo less, times the enemies with guns in sight who have yet to act
	lootInSight                           // … in later rounds, at most two enemies
	lootNearBlades                        // … with blades near by
	partsUnderFire                        // parts in sight of enemies with guns who have yet to act, fifths
	lootToTake                            // what a malloppo on the table would bring to who has yet to act, less the farther it is
	lootToTakeLater                       //
	lootNear                              // … to whoever may act next round
	lootNearLater                         //
	fullRobots                            // robots with three malloppi, later
	toAct                                 // robots that have yet to act
	trophiesNow                           // enemy parts on the ground (K28)
	trophiesLater                         //
	closes                                // has the last activation of this round (K06)
	lootNearBladesLater                   //
	bareUnderFire                         // lootUnderFire, of who has hardly any armour
	acts                                  // the next activation is its own
	classes                               // classes of the parts worn, times the scorings to come
	partsInSight                          // parts in sight of enemies with guns, later, fifths
	pairs                                 // robots with two malloppi, later
	numKlangTraits
)

type klangTraits [numKlangTraits]float64

// tenCM is the distance at which something is near.
const tenCM = 100 * geom.Unit

// fade is 1 for what is at hand and less the farther it is.
func fade(distance float64) float64 { return math.Exp(-max(distance, 0) / tenCM) }

// klangTraitsOf looks at the viewer's own side of a position.
func klangTraitsOf(v *klang.View) (t klangTraits) {
	side := v.Seat()
	left := float64(v.Options().Rounds - int(v.Round) + 1)
	later := left - 1
	p := klangPlan{v: v, me: side, left: left}
	from, to := v.RobotsOf(side)
	for r := from; r < to; r++ {
		p.robotTraits(&t, r, later)
	}
	for i := range v.NumParts() {
		if v.Parts[i].On == klang.OnTable && v.PartInfo(i).Owner != side {
			t[trophiesNow] += float64(v.Options().TrophyPoints)
		}
	}
	t[trophiesLater] = t[trophiesNow] * later
	t[carriesLater] = t[carriesNow] * later
	if v.Closes == side {
		t[closes] = 1
	}
	if rest := v.Rest(); len(rest) > 0 && rest[0] == side {
		t[acts] = 1
	}
	return t
}

func (p *klangPlan) robotTraits(t *klangTraits, r int, later float64) {
	robot := &p.v.Robots[r]
	n := p.v.Carried(r)
	points := p.progression(n)
	ready := 1.0
	if robot.Activated {
		ready = 0
	}
	t[carriesNow] += points
	t[toAct] += ready
	switch n {
	case 2:
		t[pairs] += later
	case 3:
		t[fullRobots] += later
	}
	worn := 0.0
	for _, part := range robot.Slots {
		if part != klang.None {
			worn++
			t[classes] += float64(p.v.PartInfo(int(part)).Class) * p.left
		}
	}
	t[partsLater] += worn * later
	t[partsReady] += worn * ready
	if p.has(r, klang.Ranged) {
		t[gunsLater] += later
		t[gunsReady] += ready
	}
	if p.has(r, klang.Melee) {
		t[bladesLater] += later
		t[bladesReady] += ready
	}
	p.dangers(t, r, later, points-p.progression(n-1), worn/5)
	if n < 3 {
		p.chances(t, r, later, ready, p.progression(n+1)-points)
	}
}

// dangers looks at what keeps a robot, and at who can get at it. loss is what one
// malloppo less would cost it, worn the parts it wears in fifths.
func (p *klangPlan) dangers(t *klangTraits, r int, later, loss, worn float64) {
	guard := 0.0
	if p.v.Robots[r].Activated {
		for face := 1; face <= 6; face++ {
			guard += keep[face] * float64(p.v.Hands[r].Of(face))
		}
		t[guards] += guard
		t[guardsLoot] += guard * loss
		t[sixes] += float64(p.v.Hands[r].Of(6))
	}
	base := p.v.Base(r)
	readyGuns, guns, readyBlades, blades := 0.0, 0.0, 0.0, 0.0
	for e := range p.v.NumRobots() {
		if p.mine(e) {
			continue
		}
		ready := 1.0
		if p.v.Robots[e].Activated {
			ready = 0
		}
		other := p.v.Base(e)
		if p.has(e, klang.Melee) {
			near := fade(float64(geom.Gap(base, other)))
			blades += near
			readyBlades += near * ready
		}
		if p.has(e, klang.Ranged) && p.v.Ground.Scene.Sight(base, other) {
			guns++
			readyGuns += ready
		}
	}
	t[lootUnderFire] += readyGuns * loss
	t[lootInSight] += min(guns, 2) * loss * min(later, 1)
	t[lootNearBlades] += readyBlades * loss
	t[lootNearBladesLater] += blades * loss * later
	t[partsUnderFire] += readyGuns * worn
	t[partsInSight] += guns * later * worn
	t[bareUnderFire] += math.Exp(-2*guard) * readyGuns * loss
}

// chances looks at the loot that a robot could get. room is what one malloppo
// more would bring it.
func (p *klangPlan) chances(t *klangTraits, r int, later, ready, room float64) {
	base := p.v.Base(r)
	best := 0.0
	for i := range int(p.v.Loots) {
		if l := &p.v.Loot[i]; l.On == klang.OnTable {
			best = max(best, room*fade(float64(geom.Gap(base, geom.Disc{C: l.At, R: lootRadius}))))
		}
	}
	t[lootToTake] += best * ready
	t[lootToTakeLater] += best * ready * later
	t[lootNear] += best * min(later, 1)
	t[lootNearLater] += best * later
}
