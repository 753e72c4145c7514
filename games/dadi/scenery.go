package dadi

import (
	"math/rand/v2"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

// Object is a thing of the house that players lay on the table (D04).
type Object struct {
	Name                  string
	Length, Width, Height int64
}

// Catalogue lists the objects, with their real sizes.
var Catalogue = [...]Object{
	{"book", 210 * geom.Unit, 140 * geom.Unit, 30 * geom.Unit},
	{"dictionary", 240 * geom.Unit, 170 * geom.Unit, 60 * geom.Unit},
	{"notebook", 210 * geom.Unit, 150 * geom.Unit, 8 * geom.Unit},
	{"cigarette_pack", 90 * geom.Unit, 55 * geom.Unit, 22 * geom.Unit},
	{"eraser", 50 * geom.Unit, 20 * geom.Unit, 12 * geom.Unit},
}

// shapes are the objects' outlines, about the origin.
var shapes = func() (s [len(Catalogue)]geom.Polygon) {
	for i, o := range Catalogue {
		s[i] = geom.Rectangle(o.Length, o.Width)
	}
	return s
}()

// Effect is what an object does to dice (D09).
type Effect int8

// The effects.
const (
	EffectNone Effect = iota // no higher than a die: as good as not there
	EffectHill               // cover, and can be climbed
	EffectWall               // cover, and stops moves
	numEffects
)

var effectNames = [numEffects]string{"none", "hill", "wall"}

func (e Effect) String() string { return name(effectNames[:], int(e)) }

// Effect is what the object does.
func (o *Object) Effect() Effect {
	switch {
	case o.Height <= DieHeight:
		return EffectNone
	case o.Height < 2*DieHeight:
		return EffectHill
	}
	return EffectWall
}

// Piece is an object that lies on the table.
type Piece struct {
	Object int8      // which of the Catalogue
	Seat   game.Seat // who laid it; game.Watcher for the house
	At     geom.Point
	Turn   int16 // degrees, counter-clockwise
	Poly   geom.Polygon
}

// Ground is the scenery of a match: immutable.
type Ground struct {
	Pieces []Piece
	Scene  *geom.Scene // the table with what stops moves on it
	Ascent geom.Ascent // what can be climbed

	covers []cover // what is higher than a die
}

// cover is something to hide behind.
type cover struct {
	poly   geom.Polygon
	lo, hi geom.Point
	height int64
}

// ready makes the ground fit for use, after which it never changes.
func (g *Ground) ready(c *Config) *Ground {
	g.Ascent = geom.Ascent{Rise: DieHeight, Gap: DieHeight, Toll: ALC}
	g.covers = nil
	var walls []geom.Polygon
	for i := range g.Pieces {
		p, o := &g.Pieces[i], &Catalogue[g.Pieces[i].Object]
		switch o.Effect() {
		case EffectNone:
			continue
		case EffectHill:
			g.Ascent.Hills = append(g.Ascent.Hills, geom.Hill{Poly: p.Poly, Top: o.Height})
		default:
			walls = append(walls, p.Poly)
		}
		lo, hi := p.Poly.Box()
		g.covers = append(g.covers, cover{p.Poly, lo, hi, o.Height})
	}
	scene, err := geom.NewScene(c.width, c.depth, walls)
	if err != nil {
		// What lies there was checked when it was laid, so this cannot be. If it
		// could, a table without walls would still be one to play on.
		scene, _ = geom.NewScene(c.width, c.depth, nil)
	}
	g.Scene = scene
	return g
}

// hidden tells whether cover lies across the straight line between two places
// of which both are so high (D10).
func (g *Ground) hidden(a, b geom.Point, height int64) bool {
	lo := geom.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)}
	hi := geom.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)}
	for i := range g.covers {
		c := &g.covers[i]
		if c.height-height <= DieHeight || c.lo.X >= hi.X || c.hi.X <= lo.X || c.lo.Y >= hi.Y || c.hi.Y <= lo.Y {
			continue
		}
		if c.poly.Crossed(a, b) {
			return true
		}
	}
	return false
}

// fits says why an object cannot lie somewhere, or fine.
func (g *Ground) fits(c *Config, poly geom.Polygon) reason {
	for _, v := range poly {
		if v.X < Margin || v.Y < Margin || v.X > c.width-Margin || v.Y > c.depth-Margin {
			return objectEdge
		}
	}
	for i := range g.Pieces {
		if geom.Overlap(poly, g.Pieces[i].Poly) {
			return objectOverlap
		}
	}
	return fine
}

// laid is the ground with one more object on it; it is made ready once the last
// has been laid.
func (g *Ground) laid(object int, at geom.Point, degrees int, seat game.Seat) *Ground {
	next := &Ground{Pieces: make([]Piece, 0, len(g.Pieces)+1), Scene: g.Scene, Ascent: g.Ascent}
	next.Pieces = append(append(next.Pieces, g.Pieces...), Piece{int8(object), seat, at, int16(degrees), shapes[object].Placed(nil, degrees, at)})
	return next
}

// objects is how many are laid, or left out, altogether.
func (c *Config) objects() int { return c.opt.SceneryEach * c.seats }

// lot is where scenery that nobody lays comes from: PCG, whose numbers are the
// same everywhere and for ever. They are brought below a bound by the
// remainder, which anybody can write again.
type lot struct{ pcg *rand.PCG }

func newLot(src dice.Source) lot {
	seed := uint64(0)
	for range 8 {
		seed = seed<<8 | uint64(src.Below(256))
	}
	return lot{rand.NewPCG(seed, 0x64616469)}
}

// between draws a number from lo to hi.
func (l lot) between(lo, hi int64) int64 { return lo + int64(l.pcg.Uint64()%uint64(hi-lo+1)) }

// deal lays as many objects as the players would: pairs that lie opposite each
// other across the centre, so that no side of the table is better, and an odd
// one in the centre. A pair that finds no room is left out.
func (c *Config) deal(src dice.Source) *Ground {
	draw, g := newLot(src), &Ground{}
	n := c.objects()
	if n%2 == 1 {
		at := geom.Point{X: c.width / 2, Y: c.depth / 2}
		if next := g.laid(c.drawn(draw), at, int(draw.between(0, 359)), game.Watcher); g.fits(c, next.Pieces[0].Poly) == fine {
			g = next
		}
	}
	for range n / 2 {
		object := c.drawn(draw)
		for range 60 {
			at := geom.Point{X: draw.between(Margin, c.width-Margin), Y: draw.between(Margin, c.depth-Margin)}
			degrees := int(draw.between(0, 359))
			next := g.laid(object, at, degrees, game.Watcher)
			if g.fits(c, next.Pieces[len(g.Pieces)].Poly) != fine {
				continue
			}
			// The twin is turned half round, which for a rectangle is no turn.
			both := next.laid(object, geom.Point{X: c.width - at.X, Y: c.depth - at.Y}, degrees, game.Watcher)
			if next.fits(c, both.Pieces[len(next.Pieces)].Poly) == fine {
				g = both
				break
			}
		}
	}
	return g.ready(c)
}

// drawn is an object at random.
func (c *Config) drawn(draw lot) int { return int(draw.between(0, int64(len(Catalogue))-1)) }
