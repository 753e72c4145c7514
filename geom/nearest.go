package geom

// nearest looks for a free place by cutting the table into ever smaller
// squares, the nearest first, and dropping those that are wholly covered.
type nearest struct {
	s      *Scene
	r      int64
	others []Disc
	want   Point
	queue  []square // a heap, see before
	cover  int      // the obstacle that covered the last covered square
	at     Point
	best   int64 // squared distance of at from want, -1 while there is none
	bound  int64 // squared distance from which on nothing is worth looking at
}

// square is the places from lo to lo + side-1 in both directions; side is a
// power of two.
type square struct {
	distance int64 // squared, from want to the square's nearest place
	lo       Point
	side     int64
}

const (
	tolerance  = 8       // how much nearer than the answer a free place may be overlooked
	maxSquares = 1 << 18 // how many squares are looked at before the best so far is the answer
)

func (n *nearest) run() (Point, bool) {
	n.guess()
	side := int64(1)
	for side <= max(n.s.width, n.s.height)-2*n.r {
		side *= 2
	}
	n.push(Point{n.r, n.r}, side)
	for count := 0; len(n.queue) > 0 && count < maxSquares; count++ {
		q := n.pop()
		if n.best >= 0 && q.distance >= n.bound {
			break
		}
		if n.covered(q) {
			continue
		}
		n.try(n.closest(q))
		if q.side == 1 {
			continue
		}
		h := q.side / 2
		n.push(q.lo, h)
		n.push(Point{q.lo.X + h, q.lo.Y}, h)
		n.push(Point{q.lo.X, q.lo.Y + h}, h)
		n.push(Point{q.lo.X + h, q.lo.Y + h}, h)
	}
	return n.at, n.best >= 0
}

// guess tries the nearest places beside each obstacle alone, so that the search
// starts with something to beat.
func (n *nearest) guess() {
	for _, o := range n.others {
		n.try(ContactPoint(Disc{o.C, legalRadius(o.R)}, n.r, n.want))
	}
	for i := range n.s.pieces {
		c := n.s.pieces[i].corners
		for k, v := range c {
			n.try(ContactPoint(Disc{C: v}, n.r, n.want))
			m := right(sub(c[(k+1)%len(c)], v))
			l := norm2(m)
			out := n.r*(isqrt(l)+1) - dot(m, sub(n.want, v))
			n.try(add(n.want, Point{divAway(m.X*out, l), divAway(m.Y*out, l)}))
		}
	}
}

// closest is the place of the square, on the table, that is nearest to want.
func (n *nearest) closest(q square) Point {
	return Point{
		min(max(n.want.X, q.lo.X), q.lo.X+q.side-1, n.s.width-n.r),
		min(max(n.want.Y, q.lo.Y), q.lo.Y+q.side-1, n.s.height-n.r),
	}
}

// try takes the place p if it is free and better than the best so far.
func (n *nearest) try(p Point) {
	d := norm2(sub(p, n.want))
	if n.best >= 0 && d >= n.best || !n.s.Free(Disc{p, n.r}, n.others) {
		return
	}
	n.at, n.best = p, d
	b := max(isqrt(d)-tolerance, 0)
	n.bound = b * b
}

// covered says whether one obstacle covers the whole square.
func (n *nearest) covered(q square) bool {
	c := Point{q.lo.X + q.side/2, q.lo.Y + q.side/2}
	deep := n.r - 2 - q.side*71/100 // overlapping so much at c is overlapping everywhere
	if n.cover < len(n.s.pieces)+len(n.others) && n.covers(n.cover, c, deep) {
		return true
	}
	for i := range len(n.s.pieces) + len(n.others) {
		if n.covers(i, c, deep) {
			n.cover = i
			return true
		}
	}
	return false
}

// covers says whether obstacle i, pieces first, is overlapped at c by a disc
// whose radius is only deep.
func (n *nearest) covers(i int, c Point, deep int64) bool {
	if i >= len(n.s.pieces) {
		o := n.others[i-len(n.s.pieces)]
		r := deep + legalRadius(o.R)
		return r > 0 && norm2(sub(c, o.C)) < r*r
	}
	p := &n.s.pieces[i]
	return deep > 0 && c.X+deep > p.lo.X && c.X-deep < p.hi.X && c.Y+deep > p.lo.Y && c.Y-deep < p.hi.Y && p.near(c, c, deep)
}

func (n *nearest) push(lo Point, side int64) {
	if lo.X > n.s.width-n.r || lo.Y > n.s.height-n.r {
		return
	}
	q := square{lo: lo, side: side}
	q.distance = norm2(sub(n.closest(q), n.want))
	if n.best >= 0 && q.distance >= n.bound {
		return
	}
	n.queue = append(n.queue, q)
	for i := len(n.queue) - 1; i > 0; {
		up := (i - 1) / 2
		if !n.queue[i].before(n.queue[up]) {
			break
		}
		n.queue[i], n.queue[up] = n.queue[up], n.queue[i]
		i = up
	}
}

func (n *nearest) pop() square {
	top, last := n.queue[0], len(n.queue)-1
	n.queue[0] = n.queue[last]
	n.queue = n.queue[:last]
	for i := 0; ; {
		least := i
		for _, down := range [2]int{2*i + 1, 2*i + 2} {
			if down < last && n.queue[down].before(n.queue[least]) {
				least = down
			}
		}
		if least == i {
			return top
		}
		n.queue[i], n.queue[least] = n.queue[least], n.queue[i]
		i = least
	}
}

// before is the order in which squares are looked at: nearest first, then
// large before small, then by place, so that it never depends on the heap.
func (q square) before(o square) bool {
	switch {
	case q.distance != o.distance:
		return q.distance < o.distance
	case q.side != o.side:
		return q.side > o.side
	case q.lo.Y != o.lo.Y:
		return q.lo.Y < o.lo.Y
	}
	return q.lo.X < o.lo.X
}
