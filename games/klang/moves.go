package klang

import "banco/geom"

// Where an active robot could go is a region; this is the sample of places in
// it that a view lists. None of it searches for paths: places are looked for
// straight ahead and round a corner or two, which is a hundred times cheaper, and
// whatever is found that way is within reach by the law too.

// goal is somewhere that the sample looks at.
type goal struct {
	at   geom.Point
	d    int64 // how far that is, squared
	far  int64 // and rounded down
	free int64 // how far toward it a straight way leads
	end  bool  // whether a place short of it is no use
}

// corner is a place beside a corner of the terrain, in a straight line from
// where the robot stands: ways round the corner go through it.
type corner struct {
	at  geom.Point
	way int64 // how long the straight way is, rounded up
}

const (
	maxCorners      = 24
	maxPieceCorners = 8
)

type mover struct {
	c       *Config
	scene   *geom.Scene
	from    geom.Disc
	bases   [MaxRobots]geom.Disc
	n       int
	limit   int64 // how far the die carries
	corners [maxCorners]corner
	turns   int
}

func (v *View) mover() mover {
	m := mover{c: v.cfg, scene: v.Ground.Scene, from: v.Base(int(v.Active))}
	m.n = len(v.bases(v.cfg, m.bases[:0], int(v.Active)))
	return m
}

func (m *mover) others() []geom.Disc { return m.bases[:m.n] }

// moves samples where the active robot could go with each success die: into
// contact with whatever lies or stands about, or as far toward it as a straight
// line leads; behind the terrain, as an enemy sees it; and as far as it gets
// all around.
func (o *offer) moves() {
	m := o.v.mover()
	for die := 6; die >= 4 && m.limit == 0; die-- {
		if o.j.hand.Of(die) > 0 {
			m.limit = int64(die) * m.c.unit
		}
	}
	if m.limit == 0 {
		return
	}
	m.findCorners()
	var room [160]goal
	goals := m.goals(o.v, room[:0])
	for die := 6; die >= 4; die-- {
		if o.j.hand.Of(die) == 0 {
			continue
		}
		m.limit = int64(die) * m.c.unit
		first := len(o.slab)
		for i := range goals {
			at, ok := m.reach(&goals[i])
			if ok && !listed(o.slab[first:], at) {
				o.add(Move(die, at.X, at.Y))
			}
		}
	}
}

// listed tells whether a place is among these moves.
func listed(moves []Action, at geom.Point) bool {
	for i := range moves {
		if moves[i].at() == at {
			return true
		}
	}
	return false
}

// goals are the same for every die, measured with the highest.
func (m *mover) goals(v *View, list []goal) []goal {
	for l := range v.Loots {
		if v.Loot[l].On == OnTable {
			list = m.touching(list, loose(v.Loot[l].At))
		}
	}
	for p := range v.cfg.parts {
		if v.Parts[p].On == OnTable {
			list = m.touching(list, loose(v.Parts[p].At))
		}
	}
	for _, d := range m.others() {
		list = m.touching(list, d)
	}
	for _, poly := range m.scene.Terrain() {
		list = m.hiding(list, v, poly)
	}
	for step := range 12 {
		list = m.add(list, along(m.from.C, compass(step*2), m.limit), false)
	}
	return list
}

func (m *mover) add(list []goal, at geom.Point, end bool) []goal {
	g := goal{at: at, d: geom.Square(at, m.from.C), end: end}
	if !end {
		g.far = isqrt(g.d)
		g.free = m.clearWay(at, g.far)
	}
	return append(list, g)
}

// touching adds the nearest place in contact with a thing, unless the robot is
// in contact already.
func (m *mover) touching(list []goal, thing geom.Disc) []goal {
	if geom.Touching(m.from, thing, contactGap) {
		return list
	}
	at := geom.ContactPoint(thing, m.from.R, m.from.C)
	d := geom.Square(at, m.from.C)
	list = m.add(list, at, false)
	if d > m.limit*m.limit || m.free(at) {
		return list
	}
	// That side of it is taken: the nearest of the others that is not.
	best, found := m.limit*m.limit+1, geom.Point{}
	for step := 0; step < 24; step += 3 {
		way := compass(step)
		at := geom.ContactPoint(thing, m.from.R, geom.Point{X: thing.C.X + way.X, Y: thing.C.Y + way.Y})
		if d := geom.Square(at, m.from.C); d < best && m.free(at) {
			best, found = d, at
		}
	}
	if best <= m.limit*m.limit {
		list = m.add(list, found, true)
	}
	return list
}

func (m *mover) free(at geom.Point) bool {
	return m.scene.Free(geom.Disc{C: at, R: m.from.R}, m.others())
}

// hiding adds the place against a piece of terrain, in the middle of an edge,
// that is farthest from the enemy nearest to the piece.
func (m *mover) hiding(list []goal, v *View, poly geom.Polygon) []goal {
	far := m.limit + 2*m.from.R
	if geom.Square(poly[0], m.from.C) > 4*far*far { // no piece is so wide that it could be in reach
		return list
	}
	enemy, nearest := geom.Point{}, int64(-1)
	for from, to := v.cfg.robotsOf(1 - v.seat); from < to; from++ {
		if d := geom.Square(v.Robots[from].At, poly[0]); nearest < 0 || d < nearest {
			enemy, nearest = v.Robots[from].At, d
		}
	}
	best, found := int64(-1), geom.Point{}
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		n, l := outward(p, q)
		at := geom.Point{X: (p.X+q.X)/2 + n.X*(m.from.R+2)/l, Y: (p.Y+q.Y)/2 + n.Y*(m.from.R+2)/l}
		if d := geom.Square(at, enemy); d > best {
			best, found = d, at
		}
	}
	if geom.Square(found, m.from.C) > m.limit*m.limit {
		return list
	}
	return m.add(list, found, true)
}

// outward is the normal of an edge away from its polygon, and its length.
func outward(p, q geom.Point) (n geom.Point, l int64) {
	n = geom.Point{X: q.Y - p.Y, Y: p.X - q.X}
	return n, geom.Distance(p, q) + 1
}

// findCorners looks for ways round the terrain: first straight to a corner,
// then on along an edge to the next.
func (m *mover) findCorners() {
	for _, poly := range m.scene.Terrain() {
		var beside [maxPieceCorners]corner
		for i, p := range poly {
			far := m.limit + 2*m.from.R
			if geom.Square(p, m.from.C) > far*far || m.turns == maxCorners {
				continue
			}
			at := m.beside(poly[(i+len(poly)-1)%len(poly)], p, poly[(i+1)%len(poly)])
			beside[i].at = at
			if m.straight(at) {
				beside[i].way = geom.Distance(at, m.from.C) + 1
				m.turn(beside[i])
			}
		}
		for i := range poly {
			for _, k := range [2]int{(i + 1) % len(poly), (i + len(poly) - 1) % len(poly)} {
				before, next := &beside[i], &beside[k]
				left := m.limit - before.way
				if before.way > 0 && next.way == 0 && next.at != (geom.Point{}) && left > 0 &&
					m.scene.Straight(geom.Disc{C: before.at, R: m.from.R}, next.at, m.others(), left) {
					m.turn(corner{next.at, before.way + geom.Distance(before.at, next.at) + 1})
				}
			}
		}
	}
}

func (m *mover) turn(c corner) {
	if m.turns < maxCorners {
		m.corners[m.turns] = c
		m.turns++
	}
}

// beside is the place that touches, but for a hair, both edges of a corner if
// they went on beyond it, so that straight ways along either lead there.
func (m *mover) beside(before, p, after geom.Point) geom.Point {
	const one = 1 << 10
	a, la := outward(before, p)
	b, lb := outward(p, after)
	a, b = geom.Point{X: a.X * one / la, Y: a.Y * one / la}, geom.Point{X: b.X * one / lb, Y: b.Y * one / lb}
	out := max(one+(a.X*b.X+a.Y*b.Y)/one, one/8) // sharper than any corner of ours
	r := m.from.R + 20
	return geom.Point{X: p.X + (a.X+b.X)*r/out, Y: p.Y + (a.Y+b.Y)*r/out}
}

// clearWay is how far toward a place a straight way leads, to within a
// sixty-fourth; nothing beyond the limit.
func (m *mover) clearWay(at geom.Point, far int64) int64 {
	top := min(far, m.limit)
	if m.straight(m.toward(at, far, top)) {
		return top
	}
	open, shut := int64(0), int64(64)
	for shut-open > 1 {
		if mid := (open + shut) / 2; m.straight(m.toward(at, far, top*mid/64)) {
			open = mid
		} else {
			shut = mid
		}
	}
	return top * open / 64
}

// toward is the place so far on the way to another, which is far away.
func (m *mover) toward(at geom.Point, far, way int64) geom.Point {
	far = max(far, 1)
	return geom.Point{X: m.from.C.X + (at.X-m.from.C.X)*way/far, Y: m.from.C.Y + (at.Y-m.from.C.Y)*way/far}
}

func (m *mover) straight(at geom.Point) bool {
	return m.scene.Straight(m.from, at, m.others(), m.limit)
}

// reach is where a move to a goal ends with this die: there, or short of it.
func (m *mover) reach(g *goal) (geom.Point, bool) {
	if g.d <= m.limit*m.limit && (m.straight(g.at) || m.round(g.at)) {
		return g.at, true
	}
	way := min(g.free, m.limit)
	if g.end || way < m.from.R/4 {
		return geom.Point{}, false
	}
	at := m.toward(g.at, g.far, way)
	return at, m.straight(at)
}

// round tells whether a place is in reach by way of a corner. The last unit
// of the die stays unused: it pays for what the law rounds up along the
// shortest path, which is no longer than this one.
func (m *mover) round(at geom.Point) bool {
	if m.turns == 0 || !m.free(at) {
		return false
	}
	for i := range m.corners[:m.turns] {
		c := &m.corners[i]
		if left := m.limit - 1 - c.way; left > 0 &&
			m.scene.Straight(geom.Disc{C: c.at, R: m.from.R}, at, m.others(), left) {
			return true
		}
	}
	return false
}

// approach is the place in contact with a thing, or as far toward it as the die
// carries, whatever may be in the way.
func (m *mover) approach(thing geom.Disc) geom.Point {
	at := geom.ContactPoint(thing, m.from.R, m.from.C)
	d := geom.Square(at, m.from.C)
	if d <= m.limit*m.limit {
		return at
	}
	return m.toward(at, isqrt(d)+1, m.limit)
}
