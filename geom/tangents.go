package geom

// tangent is a line that touches a piece on its right and, farther on, another
// on its left.
type tangent struct {
	line
	length int64 // of the direction, rounded up
	cut    bool  // a third piece blocks the line between the two
}

// findContacts notes which pieces share a point.
func (s *Scene) findContacts() {
	n := len(s.pieces)
	s.rowWords = (n + 63) / 64
	s.touching = make([]uint64, n*s.rowWords)
	for i := range s.pieces {
		for j := range s.pieces {
			if i != j && meet(&s.pieces[i], &s.pieces[j]) {
				s.touching[i*s.rowWords+j/64] |= 1 << (j % 64)
			}
		}
	}
}

// inContact says whether two different pieces share a point.
func (s *Scene) inContact(i, j int) bool {
	return s.touching[i*s.rowWords+j/64]&(1<<(j%64)) != 0
}

// meet says whether two closed convex polygons share a point: no edge of
// either has the other strictly beyond it.
func meet(p, q *piece) bool {
	for _, pair := range [2][2]*piece{{p, q}, {q, p}} {
		c := pair[0].corners
		for i, v := range c {
			m := right(sub(c[(i+1)%len(c)], v))
			if lo, _ := pair[1].extent(m, v); lo > 0 {
				return false
			}
		}
	}
	return true
}

// findTangents lists the lines that touch one piece on the right and then
// another on the left.
func (s *Scene) findTangents() {
	for i := range s.pieces {
		for j := range s.pieces {
			if i == j {
				continue
			}
			for _, v := range s.pieces[i].corners {
				for _, w := range s.pieces[j].corners {
					if v != w {
						s.addTangent(i, j, v, w)
					}
				}
			}
		}
	}
}

func (s *Scene) addTangent(i, j int, v, w Point) {
	l := line{v, sub(w, v)}
	n := neg(right(l.d))
	if _, hi := s.pieces[i].extent(n, v); hi > 0 {
		return
	}
	if lo, _ := s.pieces[j].extent(n, v); lo < 0 {
		return
	}
	cut := false
	for k := range s.pieces {
		cut = cut || s.pieces[k].cuts(v, w)
	}
	for k := range s.tangents {
		// The same line may be found from other corners, or from its other end.
		if t := &s.tangents[k]; cross(t.d, l.d) == 0 && cross(t.d, sub(l.p, t.p)) == 0 {
			t.cut = t.cut && cut
			return
		}
	}
	s.tangents = append(s.tangents, tangent{l, ceilSqrt(norm2(l.d)), cut})
}

// cuts says whether the piece's interior meets the segment from v to w.
func (p *piece) cuts(v, w Point) bool { return v != w && p.corners.Crossed(v, w) }
