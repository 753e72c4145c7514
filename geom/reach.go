package geom

// Reach is where a disc can get along paths of a bounded length, its base free
// of terrain, of other discs and of the table's edge at every point of the
// path. Compute sets it; the queries answer for the last Compute. A Reach owns
// its buffers: once warm it allocates nothing but what Path and Outline
// return. It is not safe for concurrent use, and must not outlive its Scene.
//
// The shortest paths within a limit are those of a smaller limit too, so one
// Reach, computed for the largest of several limits, answers for all of them:
// [Reach.ContainsWithin], [Reach.OutlineWithin].
//
// In the space of the disc's centre every obstacle is a polygon with whole
// corners (its rim): a piece of terrain grown by the base polygon, or the
// polygon of the sum of two radii. A shortest path is straight but for corners
// of rims, so its length is a sum of lengths between whole points; each is
// counted in 1/4096 of a unit, rounded up, and the sum is compared with the limit.
type Reach struct {
	s      *Scene
	d      Disc
	limit  int64
	free   bool // whether the disc may stand where it starts
	near   []hindrance
	built  bool // whether the fields below are those of this Compute
	rims   []rim
	corner []Point // of all rims, one after the other
	centre []Point // for each corner, the centre of the circle that it is on: only drawing asks
	edge   []uint8 // whether the edge from a corner to the next is open: 0 not known yet
	state  []state // two for each corner: walking the rim counter-clockwise, and clockwise
	links  []link
	heap   []arrival
	draw   outline
}

// hindrance is one obstacle: a piece of terrain, or a disc if piece is nil.
type hindrance struct {
	piece *piece
	disc  Disc
}

// rim is an obstacle's outline for the centre of the disc.
type rim struct {
	first, count int     // its corners, in Reach.corner
	lo, hi       Point   // bounding box
	linked       [2]bool // whether links from it have been found, by direction
	reached      bool
}

// state is being at a corner of a rim, walking along it.
type state struct {
	length int64 // of the shortest path that gets there, in 1/4096 unit
	from   int32 // the state before, or start
	links  int32 // first link that leaves here, or none
}

// link is a straight way from one rim to another.
type link struct {
	to     int32
	next   int32 // further link from the same state, or none
	length int64
}

// arrival is a state to be reached at the end of a straight way.
type arrival struct {
	length int64
	to     int32
	from   int32
}

const (
	start      = -1
	none       = -1
	unreached  = 1<<63 - 1
	edgeOpen   = 1
	edgeClosed = 2
)

// Compute prepares the reach of d among others for paths of at most limit
// units. It keeps no reference to others, which must not list d itself. If d is
// not free where it stands, or
// limit is negative, nothing is in reach.
func (r *Reach) Compute(s *Scene, d Disc, others []Disc, limit int64) {
	limit = min(limit, 4*MaxField)
	r.s, r.d, r.limit, r.built = s, d, limit, false
	r.near = r.near[:0]
	r.free = limit >= 0 && s.Free(d, others)
	if !r.free {
		return
	}
	for i := range s.pieces {
		p, far := &s.pieces[i], d.R+limit
		if d.C.X > p.lo.X-far && d.C.X < p.hi.X+far && d.C.Y > p.lo.Y-far && d.C.Y < p.hi.Y+far {
			r.near = append(r.near, hindrance{piece: p})
		}
	}
	for _, o := range others {
		o.R = legalRadius(o.R)
		if far := d.R + o.R + limit; norm2(sub(o.C, d.C)) < far*far {
			r.near = append(r.near, hindrance{disc: o})
		}
	}
}

// Contains says whether the disc can get to p: p is free and the shortest path
// to it is at most as long as the limit. It is the law that refuses a move.
func (r *Reach) Contains(p Point) bool { return r.ContainsWithin(p, r.limit) }

// ContainsWithin is what Contains would say had Compute been given this limit;
// a limit larger than Compute's counts as that one.
func (r *Reach) ContainsWithin(p Point, limit int64) bool {
	limit = min(limit, r.limit)
	known, in := r.plain(p, limit)
	if known {
		return in
	}
	_, length := r.last(p, limit<<fraction)
	return length != unreached
}

// Path is a shortest path to p, both ends included, and its length rounded up;
// ok is false exactly when Contains is. A path of no length has one point.
// Within a smaller limit p is in reach exactly if the length is.
func (r *Reach) Path(p Point) (path []Point, length int64, ok bool) {
	known, in := r.plain(p, r.limit)
	switch {
	case known && !in:
		return nil, 0, false
	case known && p == r.d.C:
		return []Point{p}, 0, true
	case known:
		return []Point{r.d.C, p}, ceilSqrt(norm2(sub(p, r.d.C))), true
	}
	at, total := r.last(p, unreached)
	if total > r.limit<<fraction {
		return nil, 0, false
	}
	path = append(path, p)
	for ; at != start; at = r.state[at].from {
		if v := r.corner[at/2]; v != path[len(path)-1] {
			path = append(path, v)
		}
	}
	if path[len(path)-1] != r.d.C {
		path = append(path, r.d.C)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path, (total + 1<<fraction - 1) >> fraction, true
}

// plain settles what needs no detour: known is false if p is free and within
// the limit, but not in a straight line.
func (r *Reach) plain(p Point, limit int64) (known, in bool) {
	if !r.free || limit < 0 || !r.s.onTable(p, r.d.R) || norm2(sub(p, r.d.C)) > limit*limit {
		return true, false
	}
	straight := true
	for i := range r.near {
		if !r.clear(i, r.d.C, p) {
			if !r.clear(i, p, p) {
				return true, false
			}
			straight = false
		}
	}
	return straight, straight
}

// clear says whether the disc, moved straight from a to b, keeps off obstacle i.
func (r *Reach) clear(i int, a, b Point) bool {
	if h := &r.near[i]; h.piece != nil {
		return h.piece.clear(a, b, r.d.R)
	} else {
		return clearOfBase(a, b, r.d.R, h.disc)
	}
}

// open says whether the way from a to b is on the table and clear of all
// obstacles but i and j, which it is known not to enter.
func (r *Reach) open(a, b Point, i, j int) bool {
	if !r.s.onTable(a, r.d.R) || !r.s.onTable(b, r.d.R) {
		return false
	}
	for k := range r.near {
		if k != i && k != j && !r.clear(k, a, b) {
			return false
		}
	}
	return true
}

// last is the state from which p is reached at the end of a shortest path, and
// that path's length; the length is unreached if no path is shorter than or
// equal to enough. If enough is less than unreached the first path that is
// short enough is taken.
func (r *Reach) last(p Point, enough int64) (at int32, length int64) {
	r.build()
	at, length = start, unreached
	for i := range r.rims {
		rim := &r.rims[i]
		if !rim.reached {
			continue
		}
		for turn := range 2 {
			// The way to p leaves the rim on the side that it was walked on.
			k := r.touch(rim, p, 1-turn)
			st := int32(2*(rim.first+k) + turn)
			if r.state[st].length == unreached {
				continue
			}
			v := r.corner[rim.first+k]
			l := r.state[st].length + span(v, p)
			if l >= length || l > enough && enough != unreached || !r.open(v, p, i, i) {
				continue
			}
			at, length = st, l
			if enough != unreached {
				return at, length
			}
		}
	}
	return at, length
}
