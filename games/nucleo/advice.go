package nucleo

import (
	"math/rand/v2"

	"banco/game"
)

// Advise gives what a sensible player would do, from nothing but the view: it
// thinks its own turn through to the end, a few plans at a time, and weighs where
// each leaves the team against what the machine's next card would do to it. It
// keeps the vow of silence: it says the habitats of its hand once a round, when
// others act, and nothing else. Nil when the viewer may not act.
func (v *View) Advise(rng *rand.Rand) game.Action {
	if !v.Mine() {
		return nil
	}
	switch v.Phase {
	case PhaseDraft:
		return v.adviseDraft()
	case PhasePlan:
		return v.advisePick()
	case PhaseAct:
		if v.Acting() {
			return v.adviseTurn(rng)
		}
		return v.adviseTalk()
	}
	list := v.Actions()
	return list[rng.IntN(len(list))]
}

// adviseDraft leaves out what gives the fewest points, far from home first.
func (v *View) adviseDraft() game.Action {
	var best *Action
	worth := 0
	for p := range v.cfg.players {
		if !v.cfg.owns(v.seat, p) || size(v.Own[p].Out) == CardsEach-DeckSize {
			continue
		}
		for _, card := range v.DraftOf(p) {
			w := 8 * PointsOf(card)
			if HabitatOf(card) == int(v.Players[p].Faction) {
				w++
			}
			if best == nil || w < worth {
				best, worth = Leave(card), w
			}
		}
	}
	return best
}

// advisePick takes the card that gives the most points, the others of its
// habitat in the hand included, and then lays.
func (v *View) advisePick() game.Action {
	for p := range v.cfg.players {
		if !v.cfg.owns(v.seat, p) || v.Players[p].Left || v.Own[p].Pick != None {
			continue
		}
		var best *Action
		most := 0
		hand := v.HandOf(p)
		for _, card := range hand {
			points := 4 * PointsOf(card)
			for _, other := range hand {
				if other != card && HabitatOf(other) == HabitatOf(card) {
					points += 3 // a card played now is not there in the next round
				}
			}
			// Somebody of a habitat that has lost one is better out of the hand.
			points += 2 * v.dead(HabitatOf(card))
			if best == nil || points > most {
				best, most = Pick(card), points
			}
		}
		return best
	}
	return Lay()
}

func (v *View) adviseTalk() game.Action {
	for _, l := range v.Spoken() {
		if l.Seat == v.seat {
			return Hush()
		}
	}
	for p := range v.cfg.players {
		if a := SayHabitats(p); v.cfg.owns(v.seat, p) && v.Check(a) == nil {
			return a
		}
	}
	return Hush()
}

// What things are worth, in hundredths of a camp that stands.
const (
	worthVictory  = 20000
	worthDefeat   = -20000
	worthCamp     = 100
	worthPrice    = 68 // the support for a camp to come
	worthCard     = 11 // a card in the hand
	worthSpare    = 1  // beyond that
	worthItem     = 14
	worthDamage   = -7
	worthDeath    = -60
	worthFactory  = -90 // that runs
	worthTile     = -40 // that has been built, wild or not
	worthIsolated = -50
	worthNearly   = -12 // closed on five sides
	worthToxic    = -40
	worthDirt     = -9 // a pollutant
	worthHunter   = -5
	worthAmbush   = -9 // a hunter with a leader
	worthSniper   = -4
	worthWay      = -5 // a step from what is to be done next
	worthWaste    = 1  // a point kept
)

const (
	planWidth  = 10 // plans kept at each step
	planDepth  = 8
	planWeighs = 6 // plans weighed against the machine
)

// plan is a line of play within the viewer's turn.
type plan struct {
	v     View
	first Action
	harm  int // what the damage rolls on the way cost
	hurt  int // damage expected from them, in sixths
	worth int
}

// adviseTurn searches the rest of the turn, the better lines first.
func (v *View) adviseTurn(rng *rand.Rand) game.Action {
	var o offer
	p := new(plan)
	beam, next := make([]plan, 1, planWidth), make([]plan, 0, planWidth)
	best := make([]plan, 1, planWeighs) // lines that end here, the best of them
	start := &beam[0]
	start.v, start.first = *v, Action{Kind: ActEnd}
	start.worth = start.v.worth()
	best[0] = *start
	for depth := 0; depth < planDepth && len(beam) > 0; depth++ {
		next = next[:0]
		for i := range beam {
			o.j, o.n = beam[i].v.judge(), 0
			o.turn(&beam[i].v)
			for k := range o.list[:o.n] {
				a := &o.list[k]
				if a.Kind == ActEnd {
					continue
				}
				*p = beam[i]
				p.take(a)
				if depth == 0 {
					p.first = *a
				}
				p.worth = p.v.worth() + p.harm + rng.IntN(2)
				next = keep(next, p, planWidth)
			}
		}
		for i := range next {
			best = keep(best, &next[i], planWeighs)
		}
		beam, next = next, beam
	}
	a, most := best[0].first, 0
	for i := range best {
		if w := best[i].harm + best[i].v.outlook(); i == 0 || w > most {
			a, most = best[i].first, w
		}
	}
	return &a
}

// keep inserts a plan into a list of the best few, best first. Of two that come
// to the same, the earlier stays.
func keep(list []plan, p *plan, limit int) []plan {
	at := len(list)
	for at > 0 && list[at-1].worth < p.worth {
		at--
	}
	if at == limit {
		return list
	}
	if len(list) < limit {
		list = append(list, plan{})
	}
	copy(list[at+1:], list[at:])
	list[at] = *p
	return list
}

// take does an action in thought: what it rolls is only expected.
func (p *plan) take(a *Action) {
	v := &p.v
	v.Told = 0
	me := &v.Players[v.Active]
	switch a.Kind {
	case ActBread:
		me.Items--
		v.Points++
		return
	case ActReinforce:
		bit := uint32(1) << (a.N % CardsEach)
		v.Own[v.Active].Hand &^= bit
		v.Points++
		p.harm -= worthCard // it will not be there for the next round
		return
	}
	for range v.carryOut(v.cfg, a) {
		p.roll()
	}
	if v.won(v.cfg) {
		v.Outcome = Victory
	}
}

// roll expects a damage roll.
func (p *plan) roll() {
	v := &p.v
	me := &v.Players[v.Active]
	held := int(me.Damage) + p.hurt/dieFaces
	sum, deaths := 0, 0
	for _, face := range v.cfg.die {
		sum += int(face)
		if held+int(face) > v.DamageLimit(int(v.Active)) {
			deaths++
		}
	}
	p.hurt += sum
	p.harm += (worthDamage*sum + deaths*v.deathWorth()) / dieFaces
}

// deathWorth is what it is worth that one of the active player's defenders dies.
func (v *View) deathWorth() int {
	hand := v.Own[v.Active].Hand
	if hand == 0 {
		hand = v.Own[v.Active].Deck
	}
	fatal := 0
	for h := range Habitats {
		if v.dead(h) > 0 {
			fatal += size(hand & habitatSets[v.Players[v.Active].Faction][h])
		}
	}
	return worthDeath + worthDefeat*fatal/max(1, size(hand))
}

// outlook is what the board is worth once the machine has drawn, over all the
// cards that it may draw.
func (v *View) outlook() int {
	if v.Outcome != Undecided {
		return v.worth()
	}
	left := v.Machine
	if left == 0 {
		left = v.Burnt
	}
	var how [MachineKinds]int // base cards of a kind are alike
	sum, n := 0, 0
	for ; left != 0; left &= left - 1 {
		card := int(nth(left, 0))
		n++
		if card < firstAdvanced {
			how[card/maxCopies]++
			continue
		}
		sum += v.after(MachineDoes(card)...)
	}
	for kind, times := range how {
		if times > 0 {
			sum += times * v.after(MachineKind(kind))
		}
	}
	return sum / n
}

func (v *View) after(does ...MachineKind) int {
	w := *v
	w.Told = 0
	for _, kind := range does {
		if w.Outcome == Undecided {
			w.perform(w.cfg, kind)
		}
	}
	if w.Players[w.Active].Left {
		w.Players[w.Active].At = None
	}
	return w.worth()
}

// worth is what the board is worth to the team as it stands.
func (v *View) worth() int {
	switch v.Outcome {
	case Undecided:
	case Victory:
		return worthVictory
	default:
		return worthDefeat
	}
	sum := 0
	for cell := int8(1); cell < Cells; cell++ {
		sum += v.worthOf(cell)
	}
	sum += worthTile*(Tiles-1-int(v.Top)) + worthToxic*max(0, 3-v.toxicLeft())
	if v.deserted() {
		return worthDefeat
	}
	for p := range v.cfg.players {
		sum += v.worthOfPlayer(p)
	}
	return sum + v.worthOfWay() + worthWaste*int(v.Points)
}

func (v *View) worthOf(cell int8) int {
	sum := worthHunter*int(v.Hunters[cell]) + worthSniper*int(v.Snipers[cell])
	if v.isFactory(cell) {
		return sum + worthFactory
	}
	if v.Poison[cell] == Foul {
		sum += worthToxic
	}
	sum += worthDirt * int(v.Poison[cell])
	closed := 0
	for side := range 6 {
		if v.closed(v.cfg, cell, side) {
			closed++
		}
	}
	switch closed {
	case 6:
		sum += worthIsolated
	case 5:
		sum += worthNearly
	}
	return sum
}

func (v *View) worthOfPlayer(player int) int {
	p := &v.Players[player]
	if p.Left {
		return worthCamp * Camps
	}
	camps := v.camps(int8(player))
	cost := v.cfg.opt.CampCost
	need := min(int(p.Support), (Camps-camps)*cost)
	sum := worthCamp*camps + worthPrice*need/max(1, cost) + worthSpare*(int(p.Support)-need) + worthItem*int(p.Items) + worthDamage*int(p.Damage)
	if p.At != None {
		sum += worthAmbush * int(v.Hunters[p.At])
	}
	return sum
}

// worthOfWay is how far the active player is from what it should do next: from
// a place for a camp if it can pay one, else from something that earns support;
// and from a factory that runs.
func (v *View) worthOfWay() int {
	p := &v.Players[v.Active]
	if p.Left || p.At == None {
		return 0
	}
	rich := int(p.Support) >= v.campCost(v.cfg, p)
	far := v.distances(p.At, Cells)
	near, factory := 9, 0
	for cell := int8(1); cell < Cells; cell++ {
		way := int(far[cell])
		if way < 0 {
			way = 7
		}
		if v.isFactory(cell) {
			if way += int(v.Snipers[cell] + v.Hunters[cell]); factory == 0 || way < factory {
				factory = way
			}
			continue
		}
		switch {
		case rich && v.Camps[cell]&(1<<v.Active) == 0:
			way += int(v.Poison[cell] + v.Hunters[cell])
		case !rich && v.earns(cell):
		default:
			continue
		}
		near = min(near, way)
	}
	return worthWay*near + worthWay*factory/2
}

// earns tells whether there is something on a cell that earns support.
func (v *View) earns(cell int8) bool {
	if v.Poison[cell]+v.Hunters[cell] > 0 {
		return true
	}
	for _, edge := range star.edge[cell] {
		if v.Walls[edge] == Whole {
			return true
		}
	}
	return false
}
