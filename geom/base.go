package geom

import "sync/atomic"

// base is the polygon that stands for a disc of radius r around the origin.
//
// Its corners are whole, lie on or inside the circle, and no edge comes nearer
// than r-1 to the centre: disc(r-1) ⊂ base(r) ⊂ disc(r), so that bases of
// growing radii contain one another. It is symmetric under quarter turns and
// mirroring, and its four extreme points are (±r, 0) and (0, ±r), so that the
// table's edge is met exactly.
type base struct {
	r       int64
	corners []Point // counter-clockwise from (r, 0)
	eighth  []Point // the corners from (r, 0) to the first on or past the diagonal
}

// maxSum is the largest radius that occurs: that of one base around another.
const maxSum = 2 * MaxRadius

// bases remembers each radius' polygon. A polygon depends on its radius only,
// so it does not matter who computes it first, nor if two do.
var bases [maxSum + 1]atomic.Pointer[base]

func baseOf(r int64) *base {
	r = min(max(r, 1), maxSum)
	if b := bases[r].Load(); b != nil {
		return b
	}
	b := newBase(r)
	bases[r].Store(b)
	return b
}

func legalRadius(r int64) int64 { return min(max(r, 1), MaxRadius) }

func newBase(r int64) *base {
	// The outermost whole points of the first eighth, as a convex chain.
	var hull []Point
	for y := int64(0); y <= r; y++ {
		p := Point{isqrt(r*r - y*y), y}
		if p.X < p.Y {
			break
		}
		for len(hull) > 1 && cross(sub(hull[len(hull)-1], hull[len(hull)-2]), sub(p, hull[len(hull)-1])) <= 0 {
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, p)
	}
	// Mirror the chain before thinning it: a corner next to the diagonal may
	// fall inside the edge that joins the two halves.
	for n := len(hull); n > 1; n-- {
		v, w := hull[n-1], hull[n-2]
		if v.X == v.Y || cross(sub(v, w), sub(Point{v.Y, v.X}, v)) > 0 {
			break
		}
		hull = hull[:n-1]
	}
	// Leave out every corner that the bound of one unit does not need.
	fits := func(v, w Point) bool {
		d := sub(w, v)
		return !squareLess(cross(v, w), (r-1)*(r-1), norm2(d))
	}
	eighth := []Point{hull[0]}
	for i := 0; ; {
		v := hull[i]
		if v.X == v.Y {
			break
		}
		if m := (Point{v.Y, v.X}); fits(v, m) {
			eighth = append(eighth, m)
			break
		}
		if i == len(hull)-1 {
			eighth = append(eighth, Point{v.Y, v.X})
			break
		}
		j := i + 1
		for j+1 < len(hull) && fits(v, hull[j+1]) {
			j++
		}
		eighth = append(eighth, hull[j])
		i = j
	}
	b := &base{r: r, eighth: eighth}
	// First quarter: the eighth and its mirror image, then three more turns.
	var quarter []Point
	for _, v := range eighth {
		if v.X >= v.Y {
			quarter = append(quarter, v)
		}
	}
	for i := len(quarter) - 1; i > 0; i-- {
		if v := quarter[i]; v.X != v.Y {
			quarter = append(quarter, Point{v.Y, v.X})
		}
	}
	for turn := 0; turn < 4; turn++ {
		b.corners = append(b.corners, quarter...)
		for i, v := range quarter {
			quarter[i] = Point{-v.Y, v.X}
		}
	}
	return b
}

// fold maps a direction into the first eighth (x ≥ y ≥ 0).
type fold struct{ flipX, flipY, swap bool }

func folded(v Point) (Point, fold) {
	var f fold
	if v.X < 0 {
		v.X, f.flipX = -v.X, true
	}
	if v.Y < 0 {
		v.Y, f.flipY = -v.Y, true
	}
	if v.X < v.Y {
		v.X, v.Y, f.swap = v.Y, v.X, true
	}
	return v, f
}

func (f fold) back(v Point) Point {
	if f.swap {
		v.X, v.Y = v.Y, v.X
	}
	if f.flipX {
		v.X = -v.X
	}
	if f.flipY {
		v.Y = -v.Y
	}
	return v
}

// extreme is the corner farthest in direction n; of two equally far, either.
func (b *base) extreme(n Point) Point {
	n, f := folded(n)
	return f.back(b.eighth[b.extremeInEighth(n)])
}

// support is how far the base extends in direction n, times |n|.
func (b *base) support(n Point) int64 {
	n, _ = folded(n)
	return dot(n, b.eighth[b.extremeInEighth(n)])
}

func (b *base) extremeInEighth(n Point) int {
	lo, hi := 0, len(b.eighth)-1
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if dot(n, sub(b.eighth[mid+1], b.eighth[mid])) > 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// facet is the outward normal n of the edge that the ray from the centre in
// direction v leaves through, and the base's extent h in that direction: a
// point x is inside exactly the half plane n·x < h.
func (b *base) facet(v Point) (n Point, h int64) {
	v, f := folded(v)
	lo, hi := 0, len(b.eighth)-2
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if cross(b.eighth[mid+1], v) >= 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	p := b.eighth[lo]
	n = right(sub(b.eighth[lo+1], p))
	return f.back(n), dot(n, p)
}

// inside says whether v, relative to the base's centre, is in its interior.
func (b *base) inside(v Point) bool {
	n := norm2(v)
	if n >= b.r*b.r {
		return false
	}
	if n < (b.r-1)*(b.r-1) {
		return true
	}
	normal, h := b.facet(v)
	return dot(normal, v) < h
}

// tangent is the corner that the line through v, which is outside or on the
// boundary, runs through on its way to v with the whole base on its left.
func (b *base) tangent(v Point) Point {
	if n, h := b.facet(v); dot(n, v) <= h {
		// On the boundary: the edge that v lies on, or ends.
		c := b.corners[len(b.corners)-1]
		for _, w := range b.corners {
			if e := sub(w, c); cross(e, sub(v, c)) == 0 && dot(e, sub(v, c)) > 0 && dot(e, sub(w, v)) >= 0 {
				return c
			}
			c = w
		}
	}
	w := b.extreme(right(v))
	for {
		d := sub(v, w)
		next := b.extreme(right(d))
		if cross(d, sub(next, w)) >= 0 {
			return w
		}
		w = next
	}
}

// eachEdge calls f with every edge's outward normal and the extent along it.
func (b *base) eachEdge(f func(n Point, h int64)) {
	c := b.corners[len(b.corners)-1]
	for _, w := range b.corners {
		n := right(sub(w, c))
		f(n, dot(n, c))
		c = w
	}
}
