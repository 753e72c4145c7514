package geom
import "testing"
func TestDbg(t *testing.T){
	var r Reach
	seed := uint64(8)
		rnd := newRandom(seed)
			l := layout{20000, 8, 2500, 500, 1000, 2000}
		s := l.scene(rnd)
		others := l.crowd(rnd, s, 8)
		d, _ := l.place(rnd, s, l.radius, others)
		if len(others) > 0 && seed%2 == 0 { // Start in contact with another base.
			d.C = ContactPoint(others[0], d.R, d.C)
		}
	r.Compute(s, d, others, 7585)
	p := Point{11677,1471}
	t.Log(d, others[0], Gap(d,others[0]))
	t.Log(r.Path(p))
	path := parse(t, r.Outline())
	for dx:=int64(-30); dx<=30; dx+=2 { b:=[]byte{}; for dy:=int64(-30);dy<=30;dy+=2 { q:=Point{p.X+dx,p.Y+dy}; g,w:=path.filled(q),r.Contains(q); c:=byte('.'); if g&&w {c='#'} else if g {c='d'} else if w {c='C'}; b=append(b,c)}; t.Log(string(b)) }
	for i := range others { t.Log(others[i], Gap(d,others[i])) }
	for i := range s.pieces { t.Log(s.pieces[i].corners) }
}
