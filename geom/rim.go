package geom

// build finds the shortest way to every corner of every rim within the limit.
func (r *Reach) build() {
	if r.built {
		return
	}
	r.built = true
	r.rims, r.corner, r.links, r.heap = r.rims[:0], r.corner[:0], r.links[:0], r.heap[:0]
	r.centre = r.centre[:0]
	own := baseOf(r.d.R)
	for i := range r.near {
		first := len(r.corner)
		if h := &r.near[i]; h.piece != nil {
			r.corner, r.centre = grow(r.corner, r.centre, h.piece.corners, own.corners)
		} else {
			r.corner = around(r.corner, h.disc.C, baseOf(r.d.R+h.disc.R).corners)
			for range len(r.corner) - first {
				r.centre = append(r.centre, h.disc.C)
			}
		}
		m := rim{first: first, count: len(r.corner) - first, lo: r.corner[first], hi: r.corner[first]}
		for _, v := range r.corner[first:] {
			m.lo = Point{min(m.lo.X, v.X), min(m.lo.Y, v.Y)}
			m.hi = Point{max(m.hi.X, v.X), max(m.hi.Y, v.Y)}
		}
		r.rims = append(r.rims, m)
	}
	r.edge, r.state = r.edge[:0], r.state[:0]
	for range r.corner {
		r.edge = append(r.edge, 0)
		r.state = append(r.state, state{unreached, start, none}, state{unreached, start, none})
	}
	for i := range r.rims {
		for turn := range 2 {
			rim := &r.rims[i]
			k := r.touch(rim, r.d.C, turn)
			v := r.corner[rim.first+k]
			l := span(r.d.C, v)
			if l <= r.limit<<fraction && r.open(r.d.C, v, i, i) {
				r.push(arrival{l, int32(2*(rim.first+k) + turn), start})
			}
		}
	}
	for len(r.heap) > 0 {
		r.walk(r.pop())
	}
}

// lowest is the index of the lowest corner, of several the leftmost: from there
// on the edges' directions turn once round, from that of x on.
func lowest(c []Point) int {
	k := 0
	for i, v := range c {
		if v.Y < c[k].Y || v.Y == c[k].Y && v.X < c[k].X {
			k = i
		}
	}
	return k
}

// around appends the corners, moved by c, beginning with the lowest.
func around(to []Point, c Point, corners []Point) []Point {
	k := lowest(corners)
	for i := range corners {
		to = append(to, add(c, corners[(k+i)%len(corners)]))
	}
	return to
}

// grow appends the corners of the sum of two convex polygons, beginning with
// the lowest: the edges of both, sorted by direction. For each it appends the
// corner of p that is its share to from.
func grow(to, from, p, q []Point) (corners, centres []Point) {
	i, j := lowest(p), lowest(q)
	at := add(p[i], q[j])
	for m, n := 0, 0; m < len(p) || n < len(q); {
		to, from = append(to, at), append(from, p[i])
		e := sub(p[(i+1)%len(p)], p[i])
		f := sub(q[(j+1)%len(q)], q[j])
		takeE, takeF := m < len(p), n < len(q)
		if takeE && takeF {
			order := compareAngle(e, f)
			takeE, takeF = order <= 0, order >= 0
		}
		if takeE {
			at = add(at, e)
			i, m = (i+1)%len(p), m+1
		}
		if takeF {
			at = add(at, f)
			j, n = (j+1)%len(q), n+1
		}
	}
	return to, from
}

// compareAngle orders directions by their angle from that of x, in [0, 2π).
func compareAngle(a, b Point) int {
	upperA := a.Y > 0 || a.Y == 0 && a.X > 0
	upperB := b.Y > 0 || b.Y == 0 && b.X > 0
	if upperA != upperB {
		if upperA {
			return -1
		}
		return 1
	}
	return -sign(cross(a, b))
}

func (r *Reach) at(m *rim, k int) Point { return r.corner[m.first+k] }

// extreme is the rim's corner that is farthest to the right of direction t
// (turn 0), or to its left (turn 1); of two equally far the one farther along t.
func (r *Reach) extreme(m *rim, t Point, turn int) int {
	c := r.corner[m.first : m.first+m.count]
	if turn == 1 {
		t = neg(t)
	}
	// Edges are sorted as compareAngle does; this asks it in the open because
	// nearly all the time of a Reach goes by here.
	upper := t.Y > 0 || t.Y == 0 && t.X > 0
	lo, hi := 0, len(c)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		v, w := c[mid], c[0]
		if mid+1 < len(c) {
			w = c[mid+1]
		}
		e := sub(w, v)
		before := e.Y > 0 || e.Y == 0 && e.X > 0
		if before == upper {
			x := cross(e, t)
			before = x > 0 || x == 0 && turn == 0
		}
		if before {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(c) {
		return 0
	}
	return lo
}

// touch is the corner of the rim where the tangent from x, which is not in its
// interior, touches it with the rim on the left (turn 0) or on the right (1);
// of two the farther one, and never x itself.
func (r *Reach) touch(m *rim, x Point, turn int) int {
	side := int64(1 - 2*turn)
	k := r.extreme(m, sub(r.at(m, 0), x), turn)
	if r.at(m, k) == x {
		k = r.extreme(m, sub(r.at(m, m.count/2), x), turn)
	}
	for range m.count {
		t := sub(r.at(m, k), x)
		if t == (Point{}) {
			// x is a corner: the tangent runs along an edge.
			return (k + int(side) + m.count) % m.count
		}
		next := r.extreme(m, t, turn)
		if c := cross(t, sub(r.at(m, next), x)) * side; c > 0 || c == 0 && dot(t, sub(r.at(m, next), r.at(m, k))) <= 0 {
			break
		}
		k = next
	}
	return k
}

// walk follows a rim from an arrival on, as long as nothing shorter got there
// before, and notes what can be reached from it.
func (r *Reach) walk(a arrival) {
	i := r.rimOf(a.to)
	m := &r.rims[i]
	turn := int(a.to & 1)
	m.reached = true
	if !m.linked[turn] {
		m.linked[turn] = true
		// Arrivals come shortest first, so none will have more left than this one.
		r.link(i, turn, r.limit-a.length>>fraction)
	}
	k, length, from := int(a.to/2)-m.first, a.length, a.from
	for {
		st := int32(2*(m.first+k) + turn)
		s := &r.state[st]
		if s.length <= length {
			return
		}
		s.length, s.from = length, from
		for l := s.links; l != none; l = r.links[l].next {
			if to := length + r.links[l].length; to <= r.limit<<fraction && to < r.state[r.links[l].to].length {
				r.push(arrival{to, r.links[l].to, st})
			}
		}
		next, edge := (k+1)%m.count, k
		if turn == 1 {
			next = (k + m.count - 1) % m.count
			edge = next
		}
		v, w := r.at(m, k), r.at(m, next)
		length += span(v, w)
		if length > r.limit<<fraction {
			return
		}
		e := &r.edge[m.first+edge]
		if *e == 0 {
			*e = edgeClosed
			if r.open(v, w, i, i) {
				*e = edgeOpen
			}
		}
		if *e == edgeClosed {
			return
		}
		k, from = next, st
	}
}

func (r *Reach) rimOf(st int32) int {
	for i := range r.rims {
		if int(st/2) < r.rims[i].first+r.rims[i].count {
			return i
		}
	}
	return len(r.rims) - 1
}

// link finds the straight ways from rim i, walked in direction turn, to every
// other rim that is at most rest away.
func (r *Reach) link(i, turn int, rest int64) {
	a := &r.rims[i]
	for j := range r.rims {
		b := &r.rims[j]
		if j == i || b.lo.X > a.hi.X+rest || b.hi.X < a.lo.X-rest || b.lo.Y > a.hi.Y+rest || b.hi.Y < a.lo.Y-rest {
			continue
		}
		r.linkAcross(i, j, turn)
		if !r.apart(i, j) || !r.linkAlong(i, j, turn) {
			r.linkRound(i, j, turn)
		}
	}
}

// apart says whether two rims surely do not overlap: it is said of the true
// shapes, which contain the polygons.
func (r *Reach) apart(i, j int) bool {
	a, b := &r.near[i], &r.near[j]
	if a.piece == nil && b.piece == nil {
		sum := a.disc.R + b.disc.R + 2*r.d.R
		return norm2(sub(a.disc.C, b.disc.C)) >= sum*sum
	}
	if a.piece == nil {
		a, b = b, a
	}
	if b.piece == nil {
		return !a.piece.near(b.disc.C, b.disc.C, 2*r.d.R+b.disc.R)
	}
	// Either may lie wholly inside the other, far from its edges.
	u, v := a.piece.corners[0], b.piece.corners[len(b.piece.corners)-1]
	if b.piece.near(u, u, 2*r.d.R) {
		return false
	}
	for _, w := range b.piece.corners {
		if a.piece.near(v, w, 2*r.d.R) {
			return false
		}
		v = w
	}
	return true
}

// linkAlong adds the one line that keeps both rims, which are apart, on the
// same side. It says false if it has not found it.
func (r *Reach) linkAlong(i, j, turn int) bool {
	a, b := &r.rims[i], &r.rims[j]
	t := sub(r.at(b, 0), r.at(a, 0))
	for range 16 {
		p, q := r.extreme(a, t, turn), r.extreme(b, t, turn)
		u := sub(r.at(b, q), r.at(a, p))
		if cross(t, u) == 0 && dot(t, u) > 0 {
			r.addLink(i, p, turn, j, q, turn)
			return true
		}
		t = u
	}
	return false
}

// linkAcross adds the line that changes sides: from one side of i to the other
// side of j. There is none if the rims overlap.
func (r *Reach) linkAcross(i, j, turn int) {
	a, b := &r.rims[i], &r.rims[j]
	p, q := r.extreme(a, sub(r.at(b, 0), r.at(a, 0)), turn), 0
	for range a.count + b.count {
		if !r.clear(j, r.at(a, p), r.at(a, p)) {
			return
		}
		q2 := r.touch(b, r.at(a, p), 1-turn)
		if !r.clear(i, r.at(b, q2), r.at(b, q2)) {
			return
		}
		p2 := r.touch(a, r.at(b, q2), 1-turn)
		if p2 == p && q2 == q {
			break
		}
		p, q = p2, q2
	}
	d, side := sub(r.at(b, q), r.at(a, p)), int64(1-2*turn)
	if r.supports(a, p, d, side) && r.supports(b, q, d, -side) {
		r.addLink(i, p, turn, j, q, 1-turn)
	}
}

// supports says whether the line through corner k in direction d has the rim
// on its left (side 1) or right (-1).
func (r *Reach) supports(m *rim, k int, d Point, side int64) bool {
	v := r.at(m, k)
	return cross(d, sub(r.at(m, (k+1)%m.count), v))*side >= 0 &&
		cross(d, sub(r.at(m, (k+m.count-1)%m.count), v))*side >= 0
}

// linkRound adds all lines that keep both rims on the same side, of which
// overlapping rims may have several: a direction is turned once round, and
// wherever the other rim begins to reach farther to its right a line runs across.
func (r *Reach) linkRound(i, j, turn int) {
	a, b := &r.rims[i], &r.rims[j]
	p, q := 0, 0
	t := Point{1, 0}
	for m, n := 0, 0; ; {
		// Until direction u the extreme corners are p and q.
		u, more := Point{1, 0}, m < a.count || n < b.count
		stepA := false
		if more {
			e := sub(r.at(a, (p+1)%a.count), r.at(a, p))
			f := sub(r.at(b, (q+1)%b.count), r.at(b, q))
			stepA = n == b.count || m < a.count && compareAngle(e, f) <= 0
			if u = f; stepA {
				u = e
			}
		}
		v := sub(r.at(b, q), r.at(a, p))
		if turn == 1 {
			v = neg(v)
		}
		if cross(t, v) >= 0 && cross(v, u) > 0 {
			r.addLink(i, p, turn, j, q, turn)
		}
		if !more {
			return
		}
		t = u
		if stepA {
			p, m = (p+1)%a.count, m+1
		} else {
			q, n = (q+1)%b.count, n+1
		}
	}
}

func (r *Reach) addLink(i, p, turn, j, q, turnTo int) {
	v, w := r.at(&r.rims[i], p), r.at(&r.rims[j], q)
	l := span(v, w)
	if l > r.limit<<fraction || !r.open(v, w, i, j) {
		return
	}
	s := &r.state[2*(r.rims[i].first+p)+turn]
	r.links = append(r.links, link{int32(2*(r.rims[j].first+q) + turnTo), s.links, l})
	s.links = int32(len(r.links) - 1)
}

func (r *Reach) push(a arrival) {
	r.heap = append(r.heap, a)
	for i := len(r.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !r.heap[i].before(r.heap[up]) {
			break
		}
		r.heap[i], r.heap[up] = r.heap[up], r.heap[i]
		i = up
	}
}

func (r *Reach) pop() arrival {
	top, last := r.heap[0], len(r.heap)-1
	r.heap[0] = r.heap[last]
	r.heap = r.heap[:last]
	for i := 0; ; {
		least := i
		for _, down := range [2]int{2*i + 1, 2*i + 2} {
			if down < last && r.heap[down].before(r.heap[least]) {
				least = down
			}
		}
		if least == i {
			return top
		}
		r.heap[i], r.heap[least] = r.heap[least], r.heap[i]
		i = least
	}
}

func (a arrival) before(b arrival) bool {
	return a.length < b.length || a.length == b.length && a.to < b.to
}
