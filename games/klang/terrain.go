package klang

import (
	"math/bits"
	"math/rand/v2"

	"banco/game"
	"banco/geom"
)

// maxPieces bounds the terrain (option terrain_pieces).
const maxPieces = 20

// turned rotates a polygon about the origin by steps of 15 degrees.
func turned(p geom.Polygon, steps int) geom.Polygon { return p.Placed(nil, 15*steps, geom.Point{}) }

func moved(p geom.Polygon, by geom.Point) geom.Polygon { return p.Placed(nil, 0, by) }

// Turned is the shape of a piece from a players' pool, about the origin, as it
// lies when it is laid with that turn: degrees in steps of 15.
func (p *Piece) Turned(degrees int) geom.Polygon { return turned(p.Shape, (degrees/15%24+24)%24) }

// mirrored is the polygon turned half round the centre of the field.
func (c *Config) mirrored(p geom.Polygon) geom.Polygon {
	out := make(geom.Polygon, len(p))
	for i, q := range p {
		out[i] = geom.Point{X: c.width - q.X, Y: c.width - q.Y}
	}
	return out
}

// shape makes a kind of piece about the origin, w by h in tenths of a
// millimetre at terrain_size 100.
func (c *Config) shape(kind string, w, h int64) geom.Polygon {
	// Half measures, in hundredths of a millimetre.
	x := w * 10 * int64(c.opt.TerrainSize) / 200
	y := h * 10 * int64(c.opt.TerrainSize) / 200
	switch kind {
	case "hex":
		return geom.Polygon{{X: -x, Y: 0}, {X: -x / 2, Y: -y}, {X: x / 2, Y: -y}, {X: x, Y: 0}, {X: x / 2, Y: y}, {X: -x / 2, Y: y}}
	case "drum":
		a, b := x*29/70, y*29/70
		return geom.Polygon{{X: -x, Y: -b}, {X: -a, Y: -y}, {X: a, Y: -y}, {X: x, Y: -b}, {X: x, Y: b}, {X: a, Y: y}, {X: -a, Y: y}, {X: -x, Y: b}}
	case "wedge":
		return geom.Polygon{{X: -x, Y: -y}, {X: x, Y: -y}, {X: -x, Y: y}}
	default: // crate, wall, slab: they differ in their measures and in how a page draws them
		return geom.Polygon{{X: -x, Y: -y}, {X: x, Y: -y}, {X: x, Y: y}, {X: -x, Y: y}}
	}
}

// gauge is what pieces of terrain keep clear of: each other and the edges by a
// base and a millimetre, so that every base can go around everything and both
// rows along the edges stay free (K31); and the starting malloppi.
type gauge struct {
	c     *Config
	polys []geom.Polygon
	loot  []geom.Point
}

func (c *Config) newGauge() gauge { return gauge{c: c, loot: c.startLoot()} }

// margin is the room that a base needs to pass.
func (c *Config) margin() int64 { return 2*c.radius + geom.Unit }

const (
	looseRadius = 10 * geom.Unit // a malloppo, a loose part: 20 mm across (K03)
	lootMargin  = 10 * geom.Unit // between a piece of terrain and a starting malloppo
)

// fits tells whether a piece may lie here.
func (g *gauge) fits(p geom.Polygon) bool {
	m := g.c.margin()
	for _, q := range p {
		if q.X < m || q.Y < m || q.X > g.c.width-m || q.Y > g.c.width-m {
			return false
		}
	}
	for _, other := range g.polys {
		if !apart(p, other, m) {
			return false
		}
	}
	for _, at := range g.loot {
		if !apart(p, geom.Polygon{at}, looseRadius+lootMargin) {
			return false
		}
	}
	return true
}

// apart tells whether two convex polygons (or points) are at least d from each
// other everywhere.
func apart(a, b geom.Polygon, d int64) bool {
	return boxesApart(a, b, max(d, 1)) || separated(a, b) && cornersApart(a, b, d) && cornersApart(b, a, d)
}

// boxesApart tells whether the boxes around two polygons are at least d from
// each other in one direction, which settles nearly everything.
func boxesApart(a, b geom.Polygon, d int64) bool {
	alo, ahi := box(a)
	blo, bhi := box(b)
	return blo.X-ahi.X >= d || alo.X-bhi.X >= d || blo.Y-ahi.Y >= d || alo.Y-bhi.Y >= d
}

func box(p geom.Polygon) (lo, hi geom.Point) {
	lo, hi = p[0], p[0]
	for _, q := range p[1:] {
		lo = geom.Point{X: min(lo.X, q.X), Y: min(lo.Y, q.Y)}
		hi = geom.Point{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
	}
	return lo, hi
}

// separated tells whether an edge of either polygon has the other wholly on its
// outer side; convex polygons that overlap have none.
func separated(a, b geom.Polygon) bool { return edgeSeparates(a, b) || edgeSeparates(b, a) }

func edgeSeparates(a, b geom.Polygon) bool {
	if len(a) < 3 {
		return false
	}
	for i, p := range a {
		q := a[(i+1)%len(a)]
		outside := true
		for _, r := range b {
			if cross(p, q, r) >= 0 {
				outside = false
				break
			}
		}
		if outside {
			return true
		}
	}
	return false
}

// cornersApart tells whether every corner of a is at least d from every edge of b.
func cornersApart(a, b geom.Polygon, d int64) bool {
	for _, r := range a {
		for i, p := range b {
			if !pointApart(r, p, b[(i+1)%len(b)], d) {
				return false
			}
		}
	}
	return true
}

// pointApart tells whether r is at least d from the segment pq.
func pointApart(r, p, q geom.Point, d int64) bool {
	if geom.Square(r, p) < d*d || geom.Square(r, q) < d*d {
		return false
	}
	dx, dy := q.X-p.X, q.Y-p.Y
	along := (r.X-p.X)*dx + (r.Y-p.Y)*dy
	length := dx*dx + dy*dy
	if along <= 0 || along >= length {
		return true
	}
	// The distance to the line is cross/√length: compare the squares, which
	// need more than 64 bits on a big field.
	c := cross(p, q, r)
	if c < 0 {
		c = -c
	}
	hi1, lo1 := bits.Mul64(uint64(c), uint64(c))
	hi2, lo2 := bits.Mul64(uint64(d*d), uint64(length))
	return hi1 > hi2 || (hi1 == hi2 && lo1 >= lo2)
}

func cross(p, q, r geom.Point) int64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }

// recipe bounds the measures of a kind of piece, in tenths of a millimetre.
type recipe struct {
	kind                   string
	minW, maxW, minH, maxH int64
}

// recipes come up in this order, again and again, so that every field has some
// of each: long walls that cut the view and small stuff to hide behind.
var recipes = []recipe{
	{"wall", 1100, 1500, 220, 300},
	{"crate", 550, 800, 550, 800},
	{"slab", 900, 1200, 450, 600},
	{"hex", 700, 1000, 600, 880},
	{"wedge", 800, 1200, 700, 1000},
	{"drum", 500, 700, 500, 700},
}

// lot is where a field's terrain comes from: PCG, whose numbers are the same
// everywhere and for ever. They are brought below a bound by the remainder,
// which anybody can write again, rather than by a library's ways, which may
// change and with them every old match.
type lot struct{ pcg *rand.PCG }

func newLot(seed uint64) lot { return lot{rand.NewPCG(seed, 0x6b6c616e67)} }

// between draws a number from lo to hi.
func (l lot) between(lo, hi int64) int64 { return lo + int64(l.pcg.Uint64()%uint64(hi-lo+1)) }

// below draws a number from 0 to n-1.
func (l lot) below(n int) int { return int(l.between(0, int64(n)-1)) }

// shape draws a piece's measures.
func (l lot) shape(c *Config, r recipe) geom.Polygon {
	w := l.between(r.minW, r.maxW)
	return c.shape(r.kind, w, l.between(r.minH, r.maxH))
}

// scaled makes a piece smaller: n tenths of its size.
func scaled(p geom.Polygon, n int64) geom.Polygon {
	out := make(geom.Polygon, len(p))
	for i, q := range p {
		out[i] = geom.Point{X: q.X * n / 10, Y: q.Y * n / 10}
	}
	return out
}

// deal lays the terrain that follows from a seed: pairs that mirror each other
// in the centre, an odd piece in the middle. A piece that finds no room grows
// smaller, and is left out in the end: a crowded small field gets fewer.
func (c *Config) deal(seed uint64) *Ground {
	draw := newLot(seed)
	g := c.newGauge()
	ground := &Ground{}
	add := func(kind string, p geom.Polygon) {
		g.polys = append(g.polys, p)
		ground.Pieces = append(ground.Pieces, Piece{Name: kind, Poly: p, Seat: game.Watcher})
	}
	n := c.opt.TerrainPieces
	if n%2 == 1 {
		// All but the wedge are symmetric in themselves.
		r := [...]recipe{recipes[0], recipes[1], recipes[3]}[draw.below(3)]
		shape, turn := draw.shape(c, r), draw.below(24)
		for size := int64(10); size >= 4; size-- {
			p := moved(turned(scaled(shape, size), turn), geom.Point{X: c.width / 2, Y: c.width / 2})
			if g.fits(p) {
				add(r.kind, p)
				break
			}
		}
	}
	offset := draw.below(len(recipes))
	for i := range n / 2 {
		r := recipes[(offset+i)%len(recipes)]
		shape := draw.shape(c, r)
		for try := range 120 {
			x := draw.between(0, c.width)
			at := geom.Point{X: x, Y: draw.between(0, c.width/2)}
			p := moved(turned(scaled(shape, 10-int64(try/20)), draw.below(24)), at)
			twin := c.mirrored(p)
			if g.fits(p) && apart(p, twin, c.margin()) {
				add(r.kind, p)
				add(r.kind, twin)
				break
			}
		}
	}
	return ground.withScene(c)
}

// pool deals the pieces that the players lay in turn.
func (c *Config) pool(seed uint64) *Ground {
	draw := newLot(seed)
	ground := &Ground{}
	offset := draw.below(len(recipes))
	for i := range c.opt.TerrainPieces {
		r := recipes[(offset+i)%len(recipes)]
		ground.Pieces = append(ground.Pieces, Piece{Name: r.kind, Shape: draw.shape(c, r), Seat: game.Watcher})
	}
	return ground.withScene(c)
}

// withScene makes the ground ready for use, after which it never changes.
func (g *Ground) withScene(c *Config) *Ground {
	var polys []geom.Polygon
	for i := range g.Pieces {
		if g.Pieces[i].Poly != nil {
			polys = append(polys, g.Pieces[i].Poly)
		}
	}
	scene, err := geom.NewScene(c.width, c.width, polys)
	if err != nil {
		// The pieces are made here, convex and inside, so this cannot be. If it
		// could, a field without terrain would still be one to play on.
		scene, _ = geom.NewScene(c.width, c.width, nil)
	}
	g.Scene = scene
	return g
}

// laid is the ground with one more piece on it.
func (g *Ground) laid(c *Config, piece int, at geom.Point, steps int, seat game.Seat) *Ground {
	next := &Ground{Pieces: append([]Piece(nil), g.Pieces...)}
	next.Pieces[piece].Poly = moved(turned(g.Pieces[piece].Shape, steps), at)
	next.Pieces[piece].Seat = seat
	return next.withScene(c)
}

// gauge measures against the pieces that lie on the ground.
func (g *Ground) gauge(c *Config) gauge {
	gauge := c.newGauge()
	for i := range g.Pieces {
		if g.Pieces[i].Poly != nil {
			gauge.polys = append(gauge.polys, g.Pieces[i].Poly)
		}
	}
	return gauge
}

// settleGround lays the terrain that does not depend on the dice.
func (c *Config) settleGround() error {
	if c.companion() {
		c.ground = (&Ground{}).withScene(c) // the players' own lies on the real table
		return nil
	}
	if seed, ok := readSeed(c.opt.Terrain); ok {
		c.ground = c.deal(seed)
		return nil
	}
	for i := range layouts {
		if layouts[i].name != c.opt.Terrain {
			continue
		}
		if c.ground = c.layout(&layouts[i]); c.ground == nil {
			return badOption("terrain", "layout_crowded", "K31", c.opt.Terrain)
		}
	}
	return nil
}

// lay is one piece of a layout: measures in tenths of a millimetre, place in
// thousandths of the field, turned by steps of 15 degrees.
type lay struct {
	kind       string
	w, h, x, y int64
	steps      int
}

// layouts are fields with a name. Each piece has its twin across the centre,
// but one that lies in the centre itself. terrain_pieces does not count here.
var layouts = [...]struct {
	name   string
	pieces []lay
}{
	// An open middle behind a broken ring: whoever wants the malloppi shows himself.
	{"piazzale", []lay{
		{"wall", 1200, 250, 250, 330, 3}, {"crate", 600, 600, 500, 210, 0}, {"hex", 800, 700, 770, 270, 0},
		{"slab", 900, 450, 160, 500, 6}, {"drum", 500, 500, 480, 390, 0}}},
	// Long walls toward the enemy: three lanes, and short views across them.
	{"corridoi", []lay{
		{"wall", 1500, 250, 310, 270, 6}, {"wall", 1500, 250, 690, 290, 6}, {"crate", 550, 550, 160, 420, 0},
		{"wedge", 800, 700, 850, 400, 0}, {"wall", 1100, 250, 500, 500, 0}}},
	// A heap in the middle and litter around it: no long view at all.
	{"discarica", []lay{
		{"hex", 900, 780, 500, 500, 0}, {"slab", 1000, 500, 280, 300, 3}, {"crate", 700, 700, 520, 250, 3},
		{"wedge", 1000, 800, 760, 245, 6}, {"wall", 1100, 250, 150, 500, 6}, {"drum", 500, 500, 308, 517, 0}}},
}

// layout lays a named field; nil when bases, sizes or field leave no room for it.
func (c *Config) layout(l *struct {
	name   string
	pieces []lay
}) *Ground {
	g := c.newGauge()
	ground := &Ground{}
	for _, p := range l.pieces {
		at := geom.Point{X: p.x * c.width / 1000, Y: p.y * c.width / 1000}
		poly := moved(turned(c.shape(p.kind, p.w, p.h), p.steps), at)
		twins := []geom.Polygon{poly, c.mirrored(poly)}
		if p.x == 500 && p.y == 500 {
			twins = twins[:1]
		}
		for _, t := range twins {
			if !g.fits(t) {
				return nil
			}
			g.polys = append(g.polys, t)
			ground.Pieces = append(ground.Pieces, Piece{Name: p.kind, Poly: t, Seat: game.Watcher})
		}
	}
	return ground.withScene(c)
}
