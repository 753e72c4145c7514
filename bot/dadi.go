package bot

import (
	"context"
	"fmt"
	"math/rand/v2"

	"banco/game"
	"banco/games/dadi"
	"banco/geom"
)

// dadiGreedy plays Guerra di Dadi one turn deep: of all it could do with the
// soldier that was rolled it does what it likes best. It likes enemies dead,
// commanders above all; places from which its next roll could kill somebody;
// and places where it, and its own commander, are hard to get at. Its
// commander climbs onto things, where nobody below can fire at it.
type dadiGreedy struct {
	slips float64 // the standard deviation of the mistakes in its likings, in soldiers; 0 for none
	brief bool    // looks at few of the places it could go to, in a third of the time
}

// What things are worth to it, in soldiers.
const (
	dadiCommander = 7.0   // an enemy's, between two players, and its own
	dadiSoldier   = 1.0   // any other
	dadiNearer    = 0.012 // coming a centimetre nearer to an enemy's commander
	dadiDesperate = 0.4   // how much of its fear its commander keeps once it is nearly alone
	dadiApart     = 0.05  // at the camp, a centimetre more between its commander and the others
)

// Choose does what it likes best.
func (g dadiGreedy) Choose(_ context.Context, view game.View, rng *rand.Rand) (game.Action, error) {
	seen, ok := view.(*dadi.View)
	if !ok {
		return nil, fmt.Errorf("a bot for Guerra di Dadi was given a %T", view)
	}
	if !seen.Mine() {
		return nil, errNothingToDo
	}
	v := *seen // to move dice about in thought
	p := &dadiPlan{v: &v, me: v.Seat(), rng: rng, slips: g.slips, brief: g.brief, players: float64(max(2, v.Players().Len()))}
	defer p.done()
	var a *dadi.Action
	switch v.Phase {
	case dadi.PhaseCamp:
		a = p.camp()
	case dadi.PhaseTurn:
		a = p.turn()
	case dadi.PhaseMelee:
		a = p.melee()
	case dadi.PhaseReserve:
		a = dadi.Reserve()
	case dadi.PhaseArrival:
		a = p.arrival()
	}
	if a != nil {
		return a, nil
	}
	return Random{}.Choose(context.Background(), view, rng) // objects to lay: anywhere is fine
}

// dadiPlan is the thinking of one decision.
type dadiPlan struct {
	v       *dadi.View
	me      game.Seat
	rng     *rand.Rand
	slips   float64
	brief   bool
	players float64

	ways [dadi.MaxSeats]*geom.Reach // from each enemy's commander around what cannot be climbed

	best  *dadi.Action
	worth float64
}

// offer takes an action if it is the best so far; a little chance decides
// between equals.
func (p *dadiPlan) offer(a *dadi.Action, worth float64) {
	worth += p.rng.Float64() * 1e-3
	if p.slips > 0 {
		worth += p.slips * p.rng.NormFloat64()
	}
	if p.best == nil || worth > p.worth {
		p.best, p.worth = a, worth
	}
}

// value is what a die is worth to whoever loses it; among many players one's
// loss is not quite the other's gain.
func (p *dadiPlan) value(die int) float64 {
	worth := dadiSoldier * 5 / 6 // one time in six it comes back
	if dadi.NumberOf(die) == dadi.Commander {
		worth = dadiCommander
	}
	if dadi.SeatOf(die) != p.me {
		worth /= p.players / 2
	}
	return worth
}

func (p *dadiPlan) mine(die int) bool { return dadi.SeatOf(die) == p.me }

// turn weighs firing, moving and standing still.
func (p *dadiPlan) turn() *dadi.Action {
	v, die := p.v, int(p.v.Active)
	home := v.Dice[die].At
	here := p.place(die)
	p.offer(dadi.End(), here)
	for _, t := range v.Targets() {
		if t.Why != "" {
			continue
		}
		gain := float64(t.Odds) / 6 * p.value(t.Die)
		if dadi.NumberOf(die) == dadi.Commander && !v.Moved {
			gain += 1 // it can still move afterwards
		}
		p.offer(dadi.Fire(t.Die), here+gain)
	}
	if v.Moved {
		return p.best
	}
	move := func(a *dadi.Action, end geom.Point) {
		v.Dice[die].At = end
		p.offer(a, p.place(die)+p.brawl(die))
		v.Dice[die].At = home
	}
	if p.brief {
		p.glance(home, v.MoveOf(die), move)
		return p.best
	}
	for _, action := range v.Actions() {
		a, ok := action.(*dadi.Action)
		if !ok || a.Kind != dadi.ActMove {
			continue
		}
		if end, why := v.MoveEnd(geom.Point{X: int64(a.X), Y: int64(a.Y)}); why == "" {
			move(a, end)
		}
	}
	return p.best
}

// glance tries the ways to all enemies, and as far as it goes in eight directions.
func (p *dadiPlan) glance(from geom.Point, far int64, move func(*dadi.Action, geom.Point)) {
	toward := func(to geom.Point) {
		if a, end, ok := p.v.Toward(to); ok {
			move(a, end)
		}
	}
	for e := range p.v.NumDice() {
		if p.v.Dice[e].Stands && !p.mine(e) {
			toward(p.v.Dice[e].At)
		}
	}
	for degrees := 0; degrees < 360; degrees += 45 {
		toward(geom.Along(from, geom.Compass(degrees), far))
	}
}

// brawl is what the fights are worth that a die comes into where it stands now:
// the best first, each to the death.
func (p *dadiPlan) brawl(die int) float64 {
	worth, alive := 0.0, 1.0
	touched := p.v.TouchesFrom(die, p.v.Dice[die].At)
	for len(touched) > 0 {
		i := p.dearest(touched)
		worth += alive * (p.value(touched[i]) - p.value(die)) / 2
		alive /= 2
		touched = append(touched[:i], touched[i+1:]...)
	}
	return worth
}

// dearest is which of some dice it would rather see dead.
func (p *dadiPlan) dearest(dice []int) int {
	best := 0
	for i, d := range dice {
		if p.value(d) > p.value(dice[best]) {
			best = i
		}
	}
	return best
}

func (p *dadiPlan) melee() *dadi.Action {
	touched := p.v.Touched()
	return dadi.Fight(touched[p.dearest(touched)])
}

// place is what it is worth to have a die where it stands now: what it could do
// from there when it is rolled the next time, less what could be done to it and
// to its commander.
func (p *dadiPlan) place(die int) float64 {
	v := p.v
	commander := dadi.ID(p.me, dadi.Commander)
	worth := -p.danger(die) * p.value(die)
	if die == commander && p.alone() {
		worth *= dadiDesperate
	}
	if die != commander {
		worth -= p.danger(commander) * p.value(commander)
	}
	chance, nearest := 0.0, -1.0
	for e := range v.NumDice() {
		if p.mine(e) || !v.Dice[e].Stands {
			continue
		}
		chance = max(chance, p.strike(die, e)*p.value(e))
		if dadi.NumberOf(e) == dadi.Commander {
			if far := p.way(e, v.Dice[die].At) / (10 * geom.Unit); nearest < 0 || far < nearest {
				nearest = far
			}
		}
	}
	worth += chance / float64(max(1, v.Living(p.me)))
	if die != commander || p.alone() {
		worth -= dadiNearer * nearest
	}
	return worth
}

// alone tells whether hardly anybody is left to it, and fewer than to somebody
// else. To hide then is to lose in the end; and every turn is the commander's.
func (p *dadiPlan) alone() bool {
	mine := p.v.Living(p.me)
	for seat := range game.Seat(p.v.Seats()) {
		if mine <= 2 && p.v.Living(seat) > mine {
			return true
		}
	}
	return false
}

// way is how far it is to an enemy's commander around what cannot be climbed.
func (p *dadiPlan) way(commander int, from geom.Point) float64 {
	at := p.v.Dice[commander].At
	straight := length(from, at)
	if p.v.Ground.Scene.Terrain() == nil {
		return straight
	}
	seat := dadi.SeatOf(commander)
	if p.ways[seat] == nil {
		p.ways[seat] = reaches.Get().(*geom.Reach)
		width, depth := p.v.Size()
		p.ways[seat].Compute(p.v.Ground.Scene, geom.Disc{C: at, R: dadi.Radius}, nil, width+depth)
	}
	if _, far, ok := p.ways[seat].Path(from); ok {
		return float64(far)
	}
	return 2 * straight // no way but over other things
}

// done gives back what the ways were found with.
func (p *dadiPlan) done() {
	for _, r := range p.ways {
		if r != nil {
			reaches.Put(r)
		}
	}
}

// danger is how likely a die is killed before it is its player's turn again, if
// everybody is after it.
func (p *dadiPlan) danger(die int) float64 {
	v, safe := p.v, 1.0
	for seat := range game.Seat(v.Seats()) {
		if seat == dadi.SeatOf(die) || v.Living(seat) == 0 {
			continue
		}
		hit := 0.0
		for e := dadi.ID(seat, 1); e <= dadi.ID(seat, dadi.Soldiers); e++ {
			if v.Dice[e].Stands {
				hit += p.strike(e, die)
			}
		}
		safe *= 1 - hit/float64(v.Living(seat))/max(1, (p.players-1)/1.5)
	}
	return 1 - safe
}

// strike is how likely a die kills another in one turn from where it stands:
// by a shot, or by going for it.
func (p *dadiPlan) strike(die, target int) float64 {
	v := p.v
	from, to := v.Dice[die].At, v.Dice[target].At
	if p.charges(die, from, target, to) {
		return 0.5
	}
	if v.Shot(die, from, target) == "" {
		return float64(dadi.Odds(target)) / 6
	}
	return 0
}

// charges tells whether a die gets into contact with another in one move.
func (p *dadiPlan) charges(die int, from geom.Point, target int, to geom.Point) bool {
	v, reach := p.v, p.v.MoveOf(die)
	if length(from, to) > float64(reach+2*dadi.Radius) {
		return false
	}
	at := geom.ContactPoint(geom.Disc{C: to, R: dadi.Radius}, dadi.Radius, from)
	if !v.Ground.Ascent.Afford(from, at, reach) || abs(v.Top(at)-v.Top(to)) > dadi.DieHeight {
		return false
	}
	var buf [dadi.MaxDice]geom.Disc
	others := buf[:0]
	for i := range v.NumDice() {
		if i != die && i != target && v.Dice[i].Stands {
			others = append(others, geom.Disc{C: v.Dice[i].At, R: dadi.Radius})
		}
	}
	return v.Ground.Scene.Straight(geom.Disc{C: from, R: dadi.Radius}, at, others, reach)
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// camp puts the commander far from the others and up on something, and the
// soldiers around it, on the side of the enemy.
func (p *dadiPlan) camp() *dadi.Action {
	v := p.v
	_, commander, _ := v.Camping()
	try := func(a *dadi.Action) {
		if v.Check(a) != nil {
			return
		}
		at := geom.Point{X: int64(a.X), Y: int64(a.Y)}
		if commander {
			p.offer(a, p.campsite(at))
			return
		}
		die := dadi.ID(p.me, int(a.Soldier))
		v.Dice[die] = dadi.Die{At: at, Stands: true}
		worth := p.place(die)
		v.Dice[die] = dadi.Die{}
		p.offer(a, worth)
	}
	if commander {
		for _, h := range v.Ground.Ascent.Hills {
			lo, hi := h.Poly.Box()
			try(dadi.Place(dadi.Commander, (lo.X+hi.X)/2, (lo.Y+hi.Y)/2))
		}
	}
	for _, action := range v.Actions() {
		if a, ok := action.(*dadi.Action); ok && a.Kind == dadi.ActPlace {
			try(a)
		}
	}
	return p.best
}

func (p *dadiPlan) campsite(at geom.Point) float64 {
	v := p.v
	width, depth := v.Size()
	far := length(at, geom.Point{X: width / 2, Y: depth / 2}) / 2 // with nobody there yet: out of the middle
	for seat := range game.Seat(v.Seats()) {
		if d := v.Dice[dadi.ID(seat, dadi.Commander)]; d.Stands {
			far = min(far, length(at, d.At))
		}
	}
	worth := dadiApart * min(far/(10*geom.Unit), 60)
	if v.Top(at) > 0 {
		worth++
	}
	return worth
}

// arrival brings the reserve in where it is worth most.
func (p *dadiPlan) arrival() *dadi.Action {
	v, die := p.v, int(p.v.Lost)
	for _, action := range v.Actions() {
		a, ok := action.(*dadi.Action)
		if !ok || a.Kind != dadi.ActArrive {
			continue
		}
		v.Dice[die] = dadi.Die{At: geom.Point{X: int64(a.X), Y: int64(a.Y)}, Stands: true}
		p.offer(a, p.place(die))
		v.Dice[die] = dadi.Die{}
	}
	return p.best
}
