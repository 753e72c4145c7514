package expr

import "math/big"

// Dist is the exact distribution of an expression: Weights[i] of Total equally
// likely rolls come to Lo + i. Both ends have a weight that is not 0.
type Dist struct {
	Lo      int
	Weights []*big.Int
	Total   *big.Int
}

// Dist counts every roll of the expression.
func (e *Expr) Dist() Dist {
	d := Dist{Lo: e.number, Weights: []*big.Int{big.NewInt(1)}, Total: big.NewInt(1)}
	for i := range e.terms {
		t := &e.terms[i]
		switch {
		case t.times == 0:
			// Its dice are rolled and count for nothing.
		case t.keep == t.dice:
			for range t.dice {
				d.addDie(t.times, t.faces)
			}
		default:
			d.add(t.keepDist(), t.times)
		}
	}
	return d
}

// addDie adds a number times a die, with a window that slides along: what is
// new comes in, what is a die's width behind goes out.
func (d *Dist) addDie(times, faces int) {
	step := max(times, -times)
	old := d.Weights
	d.Weights = zeros(len(old) + step*(faces-1))
	var sum big.Int
	for start := range min(step, len(d.Weights)) {
		sum.SetInt64(0)
		for i := start; i < len(d.Weights); i += step {
			if i < len(old) {
				sum.Add(&sum, old[i])
			}
			if out := i - step*faces; out >= 0 && out < len(old) {
				sum.Sub(&sum, old[out])
			}
			d.Weights[i].Set(&sum)
		}
	}
	if times > 0 {
		d.Lo += times
	} else {
		d.Lo += times * faces
	}
	d.Total.Mul(d.Total, big.NewInt(int64(faces)))
}

// add adds a number times something whose weights begin at lo.
func (d *Dist) add(other Dist, times int) {
	step := max(times, -times)
	n := len(other.Weights)
	sum := zeros(len(d.Weights) + step*(n-1))
	var product big.Int
	for i, w := range d.Weights {
		for j := range n {
			o := other.Weights[j]
			if times < 0 {
				o = other.Weights[n-1-j]
			}
			product.Mul(w, o)
			sum[i+step*j].Add(sum[i+step*j], &product)
		}
	}
	d.Weights = sum
	if times > 0 {
		d.Lo += times * other.Lo
	} else {
		d.Lo += times * (other.Lo + n - 1)
	}
	d.Total.Mul(d.Total, other.Total)
}

// keepDist counts the dice of which some are kept. It goes through the faces
// from the one that is kept first; how many dice show each is a choice among
// those not yet placed, and of these as many count as are still wanted. All
// rolls together are MaxKeptFaces to the power of MaxKeptDice at most, some 10¹³,
// so no count leaves 64 bits.
func (t *term) keepDist() Dist {
	most := t.keep * t.faces
	// ways[placed][sum] over the faces seen so far.
	ways := make([][]uint64, t.dice+1)
	for i := range ways {
		ways[i] = make([]uint64, most+1)
	}
	ways[0][0] = 1
	for f := range t.faces {
		face := t.faces - f
		if t.low {
			face = f + 1
		}
		for placed := t.dice; placed >= 0; placed-- { // downwards: each face is used once
			choices := uint64(1) // of n among those not yet placed
			for n := 1; placed+n <= t.dice; n++ {
				choices = choices * uint64(t.dice-placed-n+1) / uint64(n)
				more := min(n, max(t.keep-placed, 0)) * face
				for sum, w := range ways[placed][:most+1-more] {
					ways[placed+n][sum+more] += w * choices
				}
			}
		}
	}
	d := Dist{Lo: t.keep, Total: new(big.Int).Exp(big.NewInt(int64(t.faces)), big.NewInt(int64(t.dice)), nil)}
	d.Weights = zeros(most - t.keep + 1)
	for i := range d.Weights {
		d.Weights[i].SetUint64(ways[t.dice][t.keep+i])
	}
	return d
}

func zeros(n int) []*big.Int {
	values := make([]big.Int, n)
	list := make([]*big.Int, n)
	for i := range list {
		list[i] = &values[i]
	}
	return list
}

// P is the exact chance of a value.
func (d *Dist) P(value int) *big.Rat {
	i := value - d.Lo
	if i < 0 || i >= len(d.Weights) {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(d.Weights[i], d.Total)
}

// Mean is the exact mean.
func (d *Dist) Mean() *big.Rat {
	var sum, part big.Int
	for i, w := range d.Weights {
		sum.Add(&sum, part.Mul(w, big.NewInt(int64(d.Lo+i))))
	}
	return new(big.Rat).SetFrac(&sum, d.Total)
}

// Floats are the chances from Lo upwards, each the nearest float64. Rolls use
// none of them.
//
//banco:draws
func (d *Dist) Floats() []float64 {
	list := make([]float64, len(d.Weights))
	var r big.Rat
	for i, w := range d.Weights {
		list[i], _ = r.SetFrac(w, d.Total).Float64()
	}
	return list
}
