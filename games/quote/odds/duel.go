// What the analyser works out is shown to people and decides nothing in a battle.
//
//banco:draws

package odds

// Tail is how little is left where a list of rounds is cut.
const Tail = 1e-9

// Bounds of an analysis, whatever it is of.
const (
	Budget    = 400_000_000 // elementary steps
	MaxRounds = 100_000     // followed one by one
	maxCells  = 2_000_000   // chances kept at a time; with more the steps would not last for long
)

// meter is how many steps an analysis may still take.
type meter int

// spend takes some, or says that the fight is too much.
func (m *meter) spend(steps int) error {
	if *m -= meter(steps); *m < 0 {
		return tooMuch()
	}
	return nil
}

func tooMuch() error { return refuse("sides", "too_much", "Q12") }

// enough is how little may be left where a duel is followed no further.
const enough = 1e-19

// outcome is what every way of counting gives.
type outcome struct {
	one, all, both float64 // who falls first: in a duel a, b, both; else the single contender, the last ally, both
	mean           float64
	ends           []float64 // by round, from the first, as far as it was followed
	left           []float64 // chance that so many allies stand at the end
	never          float64   // chance that it never ends
	depth          float64   // operations behind a figure, one after the other
}

// walk is one side of a duel: the chances of what it still takes to fall.
type walk struct {
	alive, next []float64 // by points still needed; element 0 is not used
	hit         points
	standing    float64
}

func newWalk(need int, hit points) *walk {
	w := &walk{alive: make([]float64, need+1), next: make([]float64, need+1), hit: hit, standing: 1}
	w.alive[need] = 1
	return w
}

// round goes on by one round and gives the chance that it is the last.
func (w *walk) round() (falls float64) {
	if len(w.hit.some) == 0 {
		return 0
	}
	clear(w.next)
	standing := 0.0
	for need := len(w.alive) - 1; need > 0; need-- {
		p := w.alive[need]
		if p == 0 {
			continue
		}
		w.next[need] += p * w.hit.none
		for i, s := range w.hit.some {
			if s.points >= need {
				for _, s := range w.hit.some[i:] {
					falls += p * s.p
				}
				break
			}
			w.next[need-s.points] += p * s.p
		}
	}
	for _, p := range w.next[1:] {
		standing += p
	}
	w.alive, w.next, w.standing = w.next, w.alive, standing
	return falls
}

func (w *walk) cost() int { return len(w.alive) * (len(w.hit.some) + 2) }

// duel follows both sides, which do not depend on each other, until neither
// matters any more. onA are the points that a loses in a round, onB those of b.
func duel(needA, needB int, onA, onB points, m *meter) (outcome, error) {
	a, b := newWalk(needA, onA), newWalk(needB, onB)
	if len(onA.some)+len(onB.some) == 0 {
		return outcome{}, refuse("sides", "never_falls", "Q03")
	}
	var o outcome
	cost := a.cost() + b.cost()
	for a.standing*b.standing > enough {
		if len(o.ends) == MaxRounds {
			return outcome{}, tooMuch()
		}
		if err := m.spend(cost); err != nil {
			return outcome{}, err
		}
		o.mean += a.standing * b.standing
		fallsA, fallsB := a.round(), b.round()
		o.one += fallsA * b.standing
		o.all += a.standing * fallsB
		o.both += fallsA * fallsB
		o.ends = append(o.ends, fallsA*b.standing+a.standing*fallsB+fallsA*fallsB)
	}
	o.left = []float64{o.all + o.both, o.one}
	o.depth = float64(len(o.ends)) * float64(max(len(onA.some), len(onB.some))+3)
	return o, nil
}
