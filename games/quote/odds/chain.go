// What the analyser works out is shown to people and decides nothing in a battle.
//
//banco:draws

package odds

import (
	"slices"

	"banco/games/quote/rule"
)

// phase is the part of a fight of one against allies in which one ally is
// struck at. Those before it have fallen, those after it are untouched.
type phase struct {
	need   int    // what the one that is struck at takes
	onAlly points // what it loses in a round
	onOne  points // what the single contender loses to all who stand
	quota  int    // what the single contender rolls against
	each   []int  // and each ally, in the order in which they were given; 0 for who is down
}

// phases works out what everybody rolls against and takes off, from all allies
// standing to the last.
func (r *Fight) phases(one *Fighter, allies []Fighter, m *meter) ([]phase, error) {
	assigned := fighters(allies)
	order := rule.Order(assigned) // strongest first
	struck := slices.Clone(order)
	if r.Weakest {
		slices.Reverse(struck)
	}
	if first := r.Target - 1; first >= 0 {
		struck = slices.Insert(slices.DeleteFunc(struck, func(i int) bool { return i == first }), 0, first)
	}
	// An ally's blow is the same in every phase in which its quota is.
	type blow struct{ ally, quota int }
	known := map[blow][]float64{}
	list := make([]phase, len(allies))
	for k, target := range struck {
		var standing []int
		var among []rule.Fighter
		at := 0
		for _, i := range order {
			if slices.Contains(struck[:k], i) {
				continue
			}
			if i == target {
				at = len(standing)
			}
			standing = append(standing, i)
			among = append(among, assigned[i])
		}
		quota, each := rule.Quotas(one.fighter(), among, at, r.Normalise, r.Cautious)
		p := phase{need: allies[target].need(), quota: quota, each: make([]int, len(allies))}
		var err error
		if p.onAlly, err = r.blow(one, &allies[target], quota, m); err != nil {
			return nil, err
		}
		sum := []float64{1}
		for n, i := range standing {
			p.each[i] = each[n]
			b := blow{i, each[n]}
			if known[b] == nil {
				x, err := r.blow(&allies[i], one, each[n], m)
				if err != nil {
					return nil, err
				}
				known[b] = x.dense()
			}
			if err := m.spend(len(sum) * len(known[b])); err != nil {
				return nil, err
			}
			sum = together(sum, known[b], one.need())
		}
		p.onOne = sparse(sum)
		list[k] = p
	}
	return list, nil
}

// visits goes once over all states, from the most that is missing to the least,
// and adds up how often each is expected to be visited: a state is left with
// the chance that somebody loses something, and until then comes back to itself.
func visits(need int, phases []phase, m *meter) (outcome, error) {
	for i := range phases {
		p := &phases[i]
		if err := m.spend(p.need * need * (len(p.onAlly.some) + 1) * (len(p.onOne.some) + 1)); err != nil {
			return outcome{}, err
		}
	}
	o := outcome{left: make([]float64, len(phases)+1)}
	in := make([]float64, need+1) // by what the single contender takes, at the beginning of a phase
	in[need] = 1
	for k := range phases {
		p := &phases[k]
		last := k == len(phases)-1
		standing := len(phases) - k
		rows := make([][]float64, p.need+1)
		for r := range rows {
			rows[r] = make([]float64, need+1)
		}
		copy(rows[p.need], in)
		next := make([]float64, need+1)
		ally := append([]step{{0, p.onAlly.none}}, p.onAlly.some...)
		single := append([]step{{0, p.onOne.none}}, p.onOne.some...)
		leave := p.onAlly.total + p.onAlly.none*p.onOne.total
		for r := p.need; r > 0; r-- {
			for s := need; s > 0; s-- {
				x := rows[r][s]
				if x == 0 {
					continue
				}
				if leave == 0 {
					o.never += x
					continue
				}
				v := x / leave
				o.mean += v
				for _, dr := range ally {
					for _, ds := range single {
						if dr.points+ds.points == 0 {
							continue
						}
						w := v * dr.p * ds.p
						down, fallen := ds.points >= s, dr.points >= r
						switch {
						case down && fallen && last:
							o.both += w
							o.left[0] += w
						case down && fallen:
							o.one += w
							o.left[standing-1] += w
						case down:
							o.one += w
							o.left[standing] += w
						case fallen && last:
							o.all += w
							o.left[0] += w
						case fallen:
							next[s-ds.points] += w
						default:
							rows[r-dr.points][s-ds.points] += w
						}
					}
				}
			}
		}
		o.depth += float64(p.need+need) * float64(len(ally)+len(single)+4)
		in = next
	}
	if o.never > 0 {
		return outcome{}, refuse("sides", "never_falls", "Q03")
	}
	return o, nil
}

// follow goes from round to round until less than Tail is left, and gives the
// chance that each is the last.
func follow(need int, phases []phase, m *meter) ([]float64, error) {
	cells := 0
	for i := range phases {
		cells += (phases[i].need + 1) * (need + 1)
	}
	if cells > maxCells {
		return nil, tooMuch()
	}
	states := make([][]float64, len(phases)) // by what the ally takes, then the single contender
	half := make([][]float64, len(phases))
	for k := range phases {
		states[k] = make([]float64, (phases[k].need+1)*(need+1))
		half[k] = make([]float64, len(states[k]))
	}
	width := need + 1
	states[0][phases[0].need*width+need] = 1
	live := make([]bool, len(phases))
	live[0] = true
	var ends []float64
	for left := 1.0; left > Tail/2; {
		if len(ends) == MaxRounds {
			return nil, tooMuch()
		}
		over := 0.0
		left = 0
		for k := len(phases) - 1; k >= 0; k-- {
			if !live[k] {
				continue
			}
			p := &phases[k]
			if err := m.spend(len(states[k]) * (len(p.onAlly.some) + len(p.onOne.some) + 4)); err != nil {
				return nil, err
			}
			// First what the single contender loses: column 0 is its fall. Then what
			// the ally loses: row 0 is its fall, in the same round.
			h, s := half[k], states[k]
			clear(h)
			for r := 1; r <= p.need; r++ {
				lose(s[r*width:(r+1)*width], h[r*width:(r+1)*width], &p.onOne)
			}
			clear(s)
			for c := 1; c <= need; c++ {
				for r := p.need; r > 0; r-- {
					x := h[r*width+c]
					if x == 0 {
						continue
					}
					s[r*width+c] += x * p.onAlly.none
					for _, d := range p.onAlly.some {
						s[max(r-d.points, 0)*width+c] += x * d.p
					}
				}
			}
			for r := 1; r <= p.need; r++ {
				over += h[r*width] // it is over, whether the ally falls too or not
			}
			for c := 1; c <= need; c++ {
				x := s[c]
				s[c] = 0
				if x == 0 {
					continue
				}
				if k == len(phases)-1 {
					over += x
					continue
				}
				// It begins with the next ally in the next round, which has been
				// worked out already since phases go backwards.
				states[k+1][phases[k+1].need*width+c] += x
				live[k+1] = true
			}
		}
		for k := range states {
			if live[k] {
				for _, x := range states[k] {
					left += x
				}
			}
		}
		ends = append(ends, over)
	}
	return ends, nil
}

// lose moves a row by what is lost.
func lose(from, to []float64, by *points) {
	for c := len(from) - 1; c > 0; c-- {
		x := from[c]
		if x == 0 {
			continue
		}
		to[c] += x * by.none
		for _, d := range by.some {
			to[max(c-d.points, 0)] += x * d.p
		}
	}
}
