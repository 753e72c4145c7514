package geom

import (
	"math"
	"testing"
)

// rimsOf builds every obstacle in the space of d's centre a second time: a
// piece grown by the base is the hull of all sums of corners.
func rimsOf(s *Scene, d Disc, others []Disc) [][]Point {
	var rims [][]Point
	for _, poly := range s.Terrain() {
		var sums []Point
		for _, v := range poly {
			sums = append(sums, moved(v, baseOf(d.R).corners)...)
		}
		rims = append(rims, hull(sums))
	}
	for _, o := range others {
		rims = append(rims, moved(o.C, baseOf(d.R+o.R).corners))
	}
	return rims
}

// legalMove says, on fractions, whether the straight move keeps out of all rims.
func legalMove(s *Scene, r int64, rims [][]Point, v, w Point) bool {
	for _, p := range [2]Point{v, w} {
		if p.X < r || p.Y < r || p.X > s.width-r || p.Y > s.height-r {
			return false
		}
	}
	for _, rim := range rims {
		p := piece{corners: rim}
		if v == w {
			inside := true
			for i, c := range rim {
				inside = inside && cross(sub(rim[(i+1)%len(rim)], c), sub(v, c)) > 0
			}
			if inside {
				return false
			}
		} else if p.cuts(v, w) {
			return false
		}
	}
	return true
}

func far(v, w Point) float64 {
	return math.Hypot(float64(w.X-v.X), float64(w.Y-v.Y))
}

// shortest is the length of the shortest path from v to each of the targets
// over all corners of all rims, by Dijkstra's algorithm without any cleverness.
func shortest(s *Scene, d Disc, rims [][]Point, targets []Point) []float64 {
	nodes := append([]Point{d.C}, targets...)
	for _, rim := range rims {
		for _, v := range rim {
			if legalMove(s, d.R, rims, v, v) {
				nodes = append(nodes, v)
			}
		}
	}
	length := make([]float64, len(nodes))
	done := make([]bool, len(nodes))
	for i := 1; i < len(length); i++ {
		length[i] = math.Inf(1)
	}
	for {
		best := -1
		for i := range nodes {
			if !done[i] && !math.IsInf(length[i], 1) && (best < 0 || length[i] < length[best]) {
				best = i
			}
		}
		if best < 0 {
			return length[1 : 1+len(targets)]
		}
		done[best] = true
		for i := range nodes {
			if l := length[best] + far(nodes[best], nodes[i]); !done[i] && l < length[i] && legalMove(s, d.R, rims, nodes[best], nodes[i]) {
				length[i] = l
			}
		}
	}
}

var smallLayouts = []layout{
	{400, 6, 60, 1, 20, 20},
	{400, 10, 50, 10, 12, 20},
	{300, 5, 80, 20, 10, 14},
	{200, 12, 20, 5, 8, 8},
	{60, 6, 10, 1, 3, 2},
	{6000, 6, 900, 1, 200, 200},
}

func (l layout) crowd(rnd *random, s *Scene, n int) []Disc {
	var others []Disc
	for range n {
		if o, ok := l.place(rnd, s, l.other, others); ok {
			others = append(others, o)
		}
	}
	return others
}

// Reach agrees with the shortest paths over all corners, found the slow way,
// and its paths are legal and as long as they say.
func TestK13_ReachAgreesWithSlowShortestPaths(t *testing.T) {
	inside, detours := 0, 0
	var r Reach
	for n, l := range smallLayouts {
		for seed := range 8 * *deep {
			if l.field > 1000 && seed%4 != 0 {
				continue // The slow way is too slow for many of these.
			}
			rnd := newRandom(seed*10 + uint64(n))
			s := l.scene(rnd)
			others := l.crowd(rnd, s, int(rnd.between(0, 5)))
			d, ok := l.place(rnd, s, l.radius, others)
			if !ok {
				continue
			}
			limit := rnd.between(l.field/10, l.field*2/3)
			rims := rimsOf(s, d, others)
			var targets []Point
			for range 60 {
				targets = append(targets, Point{d.C.X + rnd.between(-limit, limit), d.C.Y + rnd.between(-limit, limit)})
			}
			for _, rim := range rims { // Places that touch obstacles.
				targets = append(targets, rim[int(rnd.between(0, int64(len(rim)-1)))])
			}
			want := shortest(s, d, rims, targets)
			r.Compute(s, d, others, limit)
			for i, p := range targets {
				got := r.Contains(p)
				path, length, ok := r.Path(p)
				if ok != got {
					t.Fatalf("layout %d seed %d: Contains(%v) is %v, Path says %v", n, seed, p, got, ok)
				}
				if s.Straight(d, p, others, limit) && !got {
					t.Fatalf("layout %d seed %d: %v is straight ahead but not in reach", n, seed, p)
				}
				free := s.Free(Disc{p, d.R}, others)
				if free != legalMove(s, d.R, rims, p, p) {
					t.Fatalf("layout %d seed %d: Free(%v) is %v", n, seed, p, free)
				}
				if got && !free || math.Abs(want[i]-float64(limit)) > 0.1 && got != (free && want[i] <= float64(limit)) {
					t.Fatalf("layout %d seed %d: start %v limit %d: Contains(%v) is %v, free %v, slow length %v", n, seed, d, limit, p, got, free, want[i])
				}
				if !got {
					continue
				}
				inside++
				if len(path) > 2 {
					detours++
				}
				if math.Abs(float64(length)-want[i]) > 1.1 || length > limit {
					t.Fatalf("layout %d seed %d: path to %v has length %d, slow length %v", n, seed, p, length, want[i])
				}
				if path[0] != d.C || path[len(path)-1] != p {
					t.Fatalf("layout %d seed %d: path %v does not lead from %v to %v", n, seed, path, d.C, p)
				}
				sum := 0.0
				for k := 1; k < len(path); k++ {
					sum += far(path[k-1], path[k])
					if !legalMove(s, d.R, rims, path[k-1], path[k]) {
						t.Fatalf("layout %d seed %d: path %v is not legal from %v", n, seed, path, path[k-1])
					}
				}
				if sum > float64(length)+1e-6 || sum < float64(length)-1.1 {
					t.Fatalf("layout %d seed %d: path %v is %v long, said %d", n, seed, path, sum, length)
				}
			}
		}
	}
	t.Logf("%d places in reach, %d of them by a detour", inside, detours)
}

// Reach agrees with walking from grid point to grid point, which knows nothing
// of corners and tangents: it is never shorter, and hardly ever much longer.
func TestK13_ReachAgreesWithWalkingAGrid(t *testing.T) {
	var steps []Point
	for x := int64(-4); x <= 4; x++ {
		for y := int64(-4); y <= 4; y++ {
			if gcd(abs(x), abs(y)) == 1 {
				steps = append(steps, Point{x, y})
			}
		}
	}
	in, missed := 0, 0
	var r Reach
	for seed := range 8 * *deep {
		rnd := newRandom(seed)
		l := layout{120, 6, 18, 1, 5, 6}
		s := l.scene(rnd)
		others := l.crowd(rnd, s, 4)
		d, ok := l.place(rnd, s, l.radius, others)
		if !ok {
			continue
		}
		rims := rimsOf(s, d, others)
		length := map[Point]float64{d.C: 0}
		for queue := []Point{d.C}; len(queue) > 0; queue = queue[1:] {
			for _, step := range steps {
				p := add(queue[0], step)
				x := length[queue[0]] + far(Point{}, step)
				if old, ok := length[p]; (!ok || x < old-1e-9) && legalMove(s, d.R, rims, queue[0], p) {
					length[p] = x
					queue = append(queue, p)
				}
			}
		}
		limit := rnd.between(20, 120)
		r.Compute(s, d, others, limit)
		for x := range l.field + 1 {
			for y := range l.field + 1 {
				p := Point{x, y}
				got := r.Contains(p)
				walked, ok := length[p]
				if ok && walked < float64(limit)-0.1 && !got {
					t.Fatalf("seed %d: start %v limit %d: %v is walked to in %v but not in reach", seed, d, limit, p, walked)
				}
				if got {
					in++
					if !ok || walked > float64(limit)*1.02+1 {
						missed++
					}
				}
			}
		}
	}
	t.Logf("%d places in reach, %d of them by a way that the grid is too coarse for", in, missed)
	if missed*50 > in {
		t.Errorf("%d of %d places in reach are not walked to", missed, in)
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
