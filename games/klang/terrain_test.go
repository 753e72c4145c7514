package klang

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"banco/dice"
	"banco/geom"
)

func TestK31_EveryLayoutFitsTheUsualField(t *testing.T) {
	for _, l := range layouts {
		c := configure(t, `{"terrain":"`+l.name+`"}`)
		soundTerrain(t, l.name, c, c.ground)
	}
}

func TestK31_DealtTerrain(t *testing.T) {
	for _, options := range []string{`{}`, `{"terrain_pieces":9}`, `{"terrain_pieces":20,"terrain_size":150}`, `{"field_cm":40}`, `{"base_mm":60}`, `{"malloppi_start":7,"terrain_pieces":7}`} {
		c := configure(t, options)
		laid := 0
		for seed := range uint64(60) {
			g := c.deal(seed)
			soundTerrain(t, options, c, g)
			laid += len(g.Scene.Terrain())
		}
		if options == `{}` && laid < 60*10*98/100 {
			t.Errorf("%d pieces in 60 fields, want nearly 600", laid)
		}
	}
}

// soundTerrain checks what K31 promises, by other means than those that laid it.
func soundTerrain(t *testing.T, name string, c *Config, g *Ground) {
	t.Helper()
	for _, p := range g.Pieces {
		twin := c.mirrored(p.Poly)
		if !slices.ContainsFunc(g.Pieces, func(o Piece) bool { return samePolygon(o.Poly, twin) }) {
			t.Errorf("%s: a %s has no twin", name, p.Name)
		}
	}
	// A base that touches nothing can stand on every side of every corner: a
	// disc as wide as the passage, around a corner's neighbourhood.
	for _, at := range c.startLoot() {
		if !g.Scene.Free(loose(at), nil) {
			t.Errorf("%s: terrain on a malloppo at %v", name, at)
		}
	}
	for x := c.radius; x <= c.width-c.radius; x += 500 {
		for _, y := range []int64{c.radius, c.width - c.radius} {
			if !g.Scene.Free(geom.Disc{C: geom.Point{X: x, Y: y}, R: c.radius}, nil) {
				t.Errorf("%s: the row along the edge is blocked at %d", name, x)
				return
			}
		}
	}
	// From one edge a base gets wherever one fits: tried on a few places.
	rng := rand.New(rand.NewPCG(1, 1))
	var r geom.Reach
	r.Compute(g.Scene, geom.Disc{C: geom.Point{X: c.radius, Y: c.radius}, R: c.radius}, nil, 4*c.width)
	for range 10 {
		at := geom.Point{X: between(rng, c.radius, c.width-c.radius), Y: between(rng, c.radius, c.width-c.radius)}
		if g.Scene.Free(geom.Disc{C: at, R: c.radius}, nil) && !r.Contains(at) {
			t.Errorf("%s: no base gets to %v", name, at)
		}
	}
}

func samePolygon(a, b geom.Polygon) bool {
	if len(a) != len(b) {
		return false
	}
	for shift := range a {
		same := true
		for i := range a {
			same = same && a[i] == b[(i+shift)%len(b)]
		}
		if same {
			return true
		}
	}
	return false
}

func TestK31_TerrainFollowsFromTheDice(t *testing.T) {
	seed := []int{1, 2, 3, 4, 5, 6, 7, 255}
	a := start(t, `{"closing":"fixed"}`, dice.NewScripted(seed...))
	b := start(t, `{"closing":"fixed","terrain":"seed:72623859790383103"}`, dice.NewScripted()) // 0x01020304050607ff
	if len(a.Ground.Pieces) == 0 || len(a.Ground.Pieces) != len(b.Ground.Pieces) {
		t.Fatalf("%d and %d pieces", len(a.Ground.Pieces), len(b.Ground.Pieces))
	}
	for i := range a.Ground.Pieces {
		if !samePolygon(a.Ground.Pieces[i].Poly, b.Ground.Pieces[i].Poly) {
			t.Error("eight numbers and the seed that they spell lay another field")
		}
	}
}

// TestK31_ASeedIsAFieldForEver pins the field of a seed: matches and seeds that
// people have kept must go on giving the same one. If this has to change, so has
// Info.Rules.
func TestK31_ASeedIsAFieldForEver(t *testing.T) {
	h := sha256.New()
	for seed := range uint64(20) {
		for _, p := range configure(t, "").deal(seed).Pieces {
			fmt.Fprintln(h, p.Name, p.Poly)
		}
	}
	if got, want := hex.EncodeToString(h.Sum(nil)[:8]), "0b639e6c6f12e09a"; got != want {
		t.Errorf("the fields of 20 seeds are %s, and were %s", got, want)
	}
}

func TestK31_PlayersLayTerrain(t *testing.T) {
	s := start(t, `{"terrain":"players","terrain_pieces":4,"closing":"fixed"}`, dice.NewFast(1, 1))
	x := &table{T: t, State: s}
	if x.Phase != PhaseTerrain || x.seat() != 0 || len(x.Ground.Pieces) != 4 {
		t.Fatalf("phase %v, seat %d, %d pieces", x.Phase, x.seat(), len(x.Ground.Pieces))
	}
	x.refuses("K31", "no_such_piece", Lay(4, 30000, 30000, 0))
	x.refuses("K31", "piece_turn", Lay(0, 30000, 30000, 10))
	x.refuses("K31", "piece_turn", Lay(0, 30000, 30000, 360))
	x.refuses("K31", "piece_room", Lay(0, 1000, 30000, 0))
	x.refuses("K31", "piece_room", Lay(0, 30000+7071, 30000+7071, 0))
	x.refuses("K31", "piece_room", Lay(0, -1<<31, 1<<31-1, 0))
	x.refuses("K12", "not_now", Deploy(0, 30000, 8000))
	before := x.Ground
	x.do(Lay(1, 30000, 15000, 45))
	if before.Pieces[1].Poly != nil {
		t.Error("the ground of before has changed")
	}
	if x.seat() != 1 || x.Ground.Pieces[1].Seat != 0 {
		t.Error("it is not the other side's turn, or not known whose piece it was")
	}
	x.refuses("K31", "piece_laid", Lay(1, 30000, 45000, 0))
	x.refuses("K31", "piece_room", Lay(2, 30000, 15000, 0)) // on the other
	x.do(Pass(), Lay(2, 15000, 35000, 0), Pass())
	if x.Phase != PhaseDeployment || x.Loots != 4 {
		t.Errorf("phase %v with %d malloppi, want deployment with 4", x.Phase, x.Loots)
	}
	laid := 0
	for _, p := range x.Ground.Pieces {
		if p.Poly != nil {
			laid++
		}
	}
	if laid != 2 || len(x.Ground.Scene.Terrain()) != 2 {
		t.Errorf("%d pieces lie, want 2", laid)
	}
	if none := start(t, `{"terrain":"players","terrain_pieces":0}`, dice.NewFast(1, 1)); none.Phase != PhaseDeployment {
		t.Errorf("with no pieces the phase is %v", none.Phase)
	}
}

func TestK31_EveryPieceIsGoodTerrain(t *testing.T) {
	// Whatever its measures and however it is turned, a piece is a polygon that
	// a scene takes; else a field would lose it.
	for _, size := range []string{"50", "73", "100", "200"} {
		c := configure(t, `{"terrain":"players","field_cm":120,"terrain_pieces":20,"terrain_size":`+size+`}`)
		for seed := range uint64(10) {
			for _, p := range c.pool(seed).Pieces {
				for steps := range 24 {
					poly := moved(turned(scaled(p.Shape, int64(4+steps%7)), steps), geom.Point{X: 60000, Y: 60000})
					if _, err := geom.NewScene(c.width, c.width, []geom.Polygon{poly}); err != nil {
						t.Fatalf("a %s turned by %d: %v", p.Name, steps*15, err)
					}
				}
			}
		}
	}
}

func TestApart(t *testing.T) {
	square := func(x, y int64) geom.Polygon {
		return geom.Polygon{{X: x, Y: y}, {X: x + 100, Y: y}, {X: x + 100, Y: y + 100}, {X: x, Y: y + 100}}
	}
	for _, c := range []struct {
		b    geom.Polygon
		d    int64
		want bool
	}{
		{square(150, 0), 50, true}, {square(150, 0), 51, false},
		{square(130, 140), 50, true}, {square(130, 140), 51, false}, // 3-4-5 between corners
		{square(50, 50), 0, false}, {square(0, 0), 1, false},
		{geom.Polygon{{X: 50, Y: 50}}, 1, false}, {geom.Polygon{{X: 50, Y: 150}}, 50, true},
		{geom.Polygon{{X: -50, Y: -50}, {X: 150, Y: -50}, {X: 150, Y: -40}}, 40, true},
		{geom.Polygon{{X: -5000, Y: -5000}, {X: 5000, Y: -5000}, {X: 0, Y: 9000}}, 1, false}, // around it
	} {
		if got := apart(square(0, 0), c.b, c.d); got != c.want {
			t.Errorf("apart(%v, %d) = %v", c.b, c.d, got)
		}
		if got := apart(c.b, square(0, 0), c.d); got != c.want {
			t.Errorf("apart(%v, %d) the other way = %v", c.b, c.d, got)
		}
	}
}
