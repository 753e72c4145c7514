package geom
import "testing"
func TestTmpStat(t *testing.T) {
	all := tables(64)
	var r Reach
	for _, lim := range []int64{8000, 10000, 12000} {
		runs, states, pruned, rims, near, n := 0, 0, 0, 0, 0, 0
		for i := range 256 {
			b := &all[i%64]
			j := i / 64 % 12
			b.bases[j], b.bases[0] = b.bases[0], b.bases[j]
			r.Compute(b.s, b.bases[0], b.bases[1:6], lim)
			if !r.free { continue }
			n++
			r.build()
			near += len(r.near)
			for q := range r.rims {
				m := &r.rims[q]
				if !m.reached { continue }
				rims++
				for turn := range 2 {
					prev := false
					for k0 := range 2*m.count {
						k := k0 % m.count
						if turn == 1 { k = m.count-1-k }
						st := r.state[2*(m.first+k)+turn]
						ok := st.length != unreached
						if ok && k0 >= m.count {
							states++
							if r.state[2*(m.first+k)+1-turn].length < st.length { ok = false ; pruned++}
						}
						if ok && (st.length > lim<<12-20<<12) {ok = false}
						if ok && !prev && k0 >= m.count { runs++ }
						prev = ok
					}
				}
			}
		}
		t.Logf("%d: near %.1f reached %.1f runs %.1f states %.1f pruned %.1f", lim, float64(near)/float64(n), float64(rims)/float64(n), float64(runs)/float64(n), float64(states)/float64(n), float64(pruned)/float64(n))
	}
}
