// What the analyser works out is shown to people and decides nothing in a battle.
//
//banco:draws

package odds

import "banco/games/quote/rule"

// Answer is what the calculator promises to programs. Its JSON is
//
//	{"a":{"quota":3,"hit":0.33,"critical":0.003,"miss":0.66,"fumble":0.006,"zero":0.001},
//	 "b":{…},
//	 "first_to_fall":{"a":0.2,"b":0.6,"both":0.2},
//	 "rounds":{"mean":2.1,"median":2,"p90":4,"distribution":[0.4,…]}}
//
// Of several allies "a" or "b" is the strongest; a side falls with its last.
type Answer struct {
	A     Chance `json:"a"`
	B     Chance `json:"b"`
	First First  `json:"first_to_fall"`
	Round Rounds `json:"rounds"`
}

// Chance is how a contender's roll comes out. The five chances come to 1; all
// are 0, and so is the quota, for who closes in defence and does not roll.
type Chance struct {
	Quota    int     `json:"quota"` // what it rolls against, after all that changes it
	Hit      float64 `json:"hit"`   // criticals apart
	Critical float64 `json:"critical"`
	Miss     float64 `json:"miss"` // fumbles and 0-0-0 apart
	Fumble   float64 `json:"fumble"`
	Zero     float64 `json:"zero"`
}

// Tris is the chance of one: of a critical hit, a fumble or 0-0-0 where the
// usual table of effects is used.
func (c Chance) Tris() float64 { return c.Critical + c.Fumble + c.Zero }

// First is who falls first.
type First struct {
	A    float64 `json:"a"`
	B    float64 `json:"b"`
	Both float64 `json:"both"` // in the same round
}

// Rounds is how long it takes until a side has fallen.
type Rounds struct {
	Mean         float64   `json:"mean"`
	Median       int       `json:"median"`       // the first round by whose end it is over with a chance of a half
	P90          int       `json:"p90"`          // of nine tenths
	Distribution []float64 `json:"distribution"` // chance that round 1, 2, 3 … is the last; cut where less than Tail is left
}

// Report is all there is to say of a fight.
type Report struct {
	Answer
	Each      [2][]Chance  // of a and b: every contender's roll while all stand, in the order given
	Survivors [2][]float64 // of a and b: chance that 0, 1, 2 … of them stand at the end
	Exact     *Race        // a duel by hits: First without rounding; else nil
	Error     float64      // bound of every figure's relative error, but for what lies after the last round that was followed: less than 1e-18
	Tail      float64      // chance of more rounds than the distribution lists
}

const ulp = 0x1p-53

// Analyse works out a fight. What is out of bounds, would never end or would
// take too long is refused with an error that says what is allowed.
func Analyse(fight Fight) (*Report, error) {
	f, err := fight.settle()
	if err != nil {
		return nil, err
	}
	one, allies, turned := f.sides()
	m := meter(Budget)
	phases, err := f.phases(one, allies, &m)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	o, err := f.work(r, one, allies, phases, &m)
	if err != nil {
		return nil, err
	}
	r.tell(f, one, allies, &phases[0], &o, turned)
	return r, nil
}

// sides tells the single contender from the allies; turned when it is b.
func (f *Fight) sides() (one *Fighter, allies []Fighter, turned bool) {
	if len(f.A) > 1 {
		return &f.B[0], f.A, true
	}
	return &f.A[0], f.B, false
}

// work counts, and notes the exact ratios where there are any.
func (f *Fight) work(r *Report, one *Fighter, allies []Fighter, phases []phase, m *meter) (outcome, error) {
	if len(allies) > 1 {
		return manyRounds(one.need(), phases, m)
	}
	p, b := &phases[0], &allies[0]
	o, err := duel(one.need(), b.need(), p.onOne, p.onAlly, m)
	if err != nil || one.Life > 0 || b.Life > 0 {
		return o, err
	}
	if r.Exact = NewRace(one.Hits, b.Hits, f.hitsOf(one, p.quota), f.hitsOf(b, p.each[0])); r.Exact != nil {
		o.one, _ = r.Exact.A.Float64()
		o.all, _ = r.Exact.B.Float64()
		o.both, _ = r.Exact.Both.Float64()
		o.left = []float64{o.all + o.both, o.one}
	}
	return o, nil
}

func manyRounds(need int, phases []phase, m *meter) (outcome, error) {
	o, err := visits(need, phases, m)
	if err != nil {
		return o, err
	}
	o.ends, err = follow(need, phases, m)
	o.depth = max(o.depth, float64(len(o.ends))*float64(len(phases[0].onOne.some)+len(phases[0].onAlly.some)+4))
	return o, err
}

// firstToFall is who falls first and no more, within a part of the budget.
func firstToFall(fight Fight, budget int) (First, error) {
	f, err := fight.settle()
	if err != nil {
		return First{}, err
	}
	one, allies, turned := f.sides()
	m := meter(budget)
	phases, err := f.phases(one, allies, &m)
	if err != nil {
		return First{}, err
	}
	var o outcome
	if len(allies) > 1 {
		o, err = visits(one.need(), phases, &m)
	} else {
		o, err = duel(one.need(), allies[0].need(), phases[0].onOne, phases[0].onAlly, &m)
	}
	if turned {
		o.one, o.all = o.all, o.one
	}
	return First{o.one, o.all, o.both}, err
}

// tell fills in a report. In an outcome the single contender stands for one
// side and the allies for the other.
func (r *Report) tell(f *Fight, one *Fighter, allies []Fighter, p *phase, o *outcome, turned bool) {
	single := []Chance{f.chance(one, p.quota)}
	several := make([]Chance, len(allies))
	for i := range allies {
		several[i] = f.chance(&allies[i], p.each[i])
	}
	strongest := several[rule.Order(fighters(allies))[0]]
	down := []float64{o.one + o.both, o.all}
	r.Each, r.Survivors = [2][]Chance{single, several}, [2][]float64{down, o.left}
	r.A, r.B = single[0], strongest
	r.First = First{o.one, o.all, o.both}
	if turned {
		r.Each[0], r.Each[1] = r.Each[1], r.Each[0]
		r.Survivors[0], r.Survivors[1] = r.Survivors[1], r.Survivors[0]
		r.A, r.B = r.B, r.A
		r.First.A, r.First.B = r.First.B, r.First.A
	}
	// The blows themselves are sums over places of the body and margins.
	r.Error = (o.depth*2 + float64(len(o.ends)) + 400) * ulp
	r.Round = rounds(o, r.Error)
	listed := 0.0
	for _, x := range r.Round.Distribution {
		listed += x
	}
	r.Tail = max(1-listed, 0)
}

// rounds is what the chances of each round to be the last come to. Sums that lie
// below a half or nine tenths by no more than their error are taken to be there,
// or three tenths three times would be less than nine tenths.
func rounds(o *outcome, relative float64) Rounds {
	r := Rounds{Mean: o.mean}
	sum := 0.0
	for i, x := range o.ends {
		sum += x
		reached := sum * (1 + relative)
		if reached >= 0.5 && r.Median == 0 {
			r.Median = i + 1
		}
		if reached >= 0.9 && r.P90 == 0 {
			r.P90 = i + 1
		}
	}
	// Cut from the end, where what is left is added up from its smallest parts.
	end, cut := len(o.ends), 0.0
	for end > 1 && cut+o.ends[end-1] < Tail/2 {
		cut += o.ends[end-1]
		end--
	}
	r.Distribution = o.ends[:end:end]
	return r
}

func (f *Fight) chance(x *Fighter, quota int) Chance {
	c := Chance{Quota: quota}
	switch {
	case quota == 0:
	case x.Other:
		c.Hit, c.Miss = float64(x.Permill)/1000, float64(1000-x.Permill)/1000
	default:
		n := f.Table.Count(quota)
		per := func(k rule.Kind) float64 { return float64(n[k]) / rule.Per }
		c.Hit, c.Critical, c.Miss, c.Fumble, c.Zero = per(rule.Hit), per(rule.Critical), per(rule.Miss), per(rule.Fumble), per(rule.Zero)
	}
	return c
}

// Even is a fight with every quota that one of its sides might have.
type Even struct {
	Quota int      // with which it is nearest to even
	First [9]First // by quota, from 1
}

// EvenFor finds the quota with which a side that is a single contender would
// fight on even terms: with as good a chance to fall first as the other side.
// The side is 0 for a and 1 for b; it is assigned the quota without its bonus.
// Of two that are as near it is the lower. All nine together take no longer than
// an analysis may. For a side of allies, or one that does not roll, it is nil.
func EvenFor(fight Fight, side int) (*Even, error) {
	list := [2][]Fighter{fight.A, fight.B}[side]
	if len(list) != 1 || list[0].Stance == rule.Defend || list[0].Other {
		return nil, nil
	}
	e, best := &Even{}, 2.0
	for q := rule.MinQuota; q <= rule.MaxQuota; q++ {
		x := list[0]
		x.Quota, x.Bonus = q, 0
		g := fight
		if side == 0 {
			g.A = []Fighter{x}
		} else {
			g.B = []Fighter{x}
		}
		first, err := firstToFall(g, Budget/rule.MaxQuota)
		if err != nil {
			return nil, err
		}
		e.First[q-1] = first
		if off := max(first.A-first.B, first.B-first.A); off < best {
			best, e.Quota = off, q
		}
	}
	return e, nil
}
