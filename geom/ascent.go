package geom

// Hill is a flat-topped thing that a disc can go up on.
type Hill struct {
	Poly Polygon
	Top  int64 // how high it is
}

// Ascent is what a straight way costs that leads up onto hills. A disc stands
// on what is under its centre, so it is the centre's way that counts.
type Ascent struct {
	Hills []Hill // no two overlap
	Rise  int64  // going up by no more than this costs nothing
	Gap   int64  // a gap between two hills, as long as this on the way or shorter, is stepped across
	Toll  int64  // what going up adds to the length of the way, each time
}

// Top is how high a disc stands at a place: the top of the hill whose interior
// its centre is in, or 0.
func (a *Ascent) Top(p Point) int64 {
	for i := range a.Hills {
		if h := &a.Hills[i]; h.Poly.Inside(p) {
			return h.Top
		}
	}
	return 0
}

// Tolls is how much the straight way from one place to another costs beyond its
// length.
func (a *Ascent) Tolls(from, to Point) int64 {
	total := int64(0)
	for i := range a.Hills {
		if in, _, ok := a.Hills[i].Poly.Chord(from, to); ok && a.pays(i, in, from, to) {
			total += a.Toll
		}
	}
	return total
}

// pays says whether the way, which enters hill i after in units, goes up there.
func (a *Ascent) pays(i int, in int64, from, to Point) bool {
	h := &a.Hills[i]
	if h.Top <= a.Rise || h.Poly.Inside(from) {
		return false
	}
	// What it comes from: the ground, or the hill that it leaves just before.
	base, last := int64(0), int64(-1)
	for j := range a.Hills {
		if j == i {
			continue
		}
		begin, end, ok := a.Hills[j].Poly.Chord(from, to)
		if ok && begin < in && end > last && in-end <= a.Gap {
			base, last = a.Hills[j].Top, end
		}
	}
	return h.Top-base > a.Rise
}

// Afford says whether a straight way costs no more than limit, its length
// counted exactly.
func (a *Ascent) Afford(from, to Point, limit int64) bool {
	d := norm2(sub(to, from))
	if limit < 0 || d > limit*limit {
		return false
	}
	limit -= a.Tolls(from, to)
	return limit >= 0 && d <= limit*limit
}

// Reaches is how far along the straight way from one place to another a limit
// lasts, in whole units: where it would have to pay for a hill and cannot, the
// hill's edge.
func (a *Ascent) Reaches(from, to Point, limit int64) int64 {
	left := min(limit, isqrt(norm2(sub(to, from))))
	paid, behind := int64(0), int64(-1)
	for {
		// The next hill on the way that costs something.
		next := int64(-1)
		for i := range a.Hills {
			in, _, ok := a.Hills[i].Poly.Chord(from, to)
			if ok && in > behind && (next < 0 || in < next) && a.pays(i, in, from, to) {
				next = in
			}
		}
		switch {
		case next < 0 || next >= left:
			return left
		case next+paid+a.Toll >= limit:
			return next
		}
		paid += a.Toll
		behind = next
		left = min(left, limit-paid)
	}
}
