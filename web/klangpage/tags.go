package klangpage

import (
	"math"

	"banco/games/klang"
	"banco/web/ui"
)

// Names stand where they hide the least: below the robot, above it, or beside.

// box is a rectangle of the drawing, in mm.
type box struct{ x0, y0, x1, y1 float64 }

func around(x, y, r float64) box { return box{x - r, y - r, x + r, y + r} }

func (b box) overlap(o box) float64 {
	w := math.Min(b.x1, o.x1) - math.Max(b.x0, o.x0)
	h := math.Min(b.y1, o.y1) - math.Max(b.y0, o.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

const (
	tagHeight = 14.0
	tagLetter = 6.1 // a letter's width, about
)

// placeTags finds a place for every name, one after the other.
func (d *desk) placeTags(list []standing, loose []thing, markers []marker) {
	taken := make([]box, 0, 4*len(list)+len(loose)+len(markers))
	for i := range list {
		x, y := d.At(list[i].at)
		taken = append(taken, around(x, y, 19))
		if list[i].loot > 0 { // malloppi stick out behind
			taken = append(taken, around(x, y-22*list[i].front, 7))
		}
		if s := &list[i]; s.held != "" {
			w := s.heldWidth()
			left := 12.0
			if x+left+1.5*w > d.Width { // phones draw it half as large again
				left = -12 - w
			}
			s.heldAt = "translate(" + ui.Num(left) + " -19)"
			taken = append(taken, box{x + left - 1, y - 29, x + left + 1.35*w, y - 9})
		}
	}
	for i := range loose {
		x, y := d.At(loose[i].at)
		taken = append(taken, around(x, y, 10))
	}
	for i := range markers {
		x, y := d.At(markers[i].at)
		taken = append(taken, around(x, y, 9))
	}
	for i := range list {
		s := &list[i]
		x, y := d.At(s.at)
		w := tagLetter*float64(len([]rune(s.tagText()))) + 4
		behind := 0.0
		if s.loot > 0 {
			behind = 8
		}
		below, above := 27.0, -33.0
		if s.front < 0 {
			below += behind
		} else {
			above -= behind
		}
		spots := [...][2]float64{{0, below}, {0, above}, {-24 - w/2, 6}, {24 + w/2, 6}, {-w / 3, below}, {w / 3, below}}
		best, least := spots[0], math.Inf(1)
		for k, at := range spots {
			b := box{x + at[0] - w/2, y + at[1] - tagHeight/2, x + at[0] + w/2, y + at[1] + tagHeight/2}
			cost := float64(k) * 6
			for _, o := range taken {
				cost += b.overlap(o)
			}
			for j := range list { // beside another robot it would be that one's name
				if ox, oy := d.At(list[j].at); j != i {
					cost += b.overlap(around(ox, oy, 27)) / 2
				}
			}
			if b.x0 < 0 || b.x1 > d.Width || b.y0 < 1 || b.y1 > d.Width+2 {
				cost += 200
			}
			if cost < least {
				best, least = at, cost
			}
			if cost == 0 {
				break
			}
		}
		s.tag = "translate(" + ui.Num(best[0]) + " " + ui.Num(best[1]+4) + ")"
		taken = append(taken, box{x + best[0] - w/2, y + best[1] - tagHeight/2, x + best[0] + w/2, y + best[1] + tagHeight/2})
	}
}

// tagText is the name, with a tick when the robot has had its turn.
func (s *standing) tagText() string { return s.ticked(s.name) }

func (s *standing) tagShort() string { return s.ticked(short(s.name)) }

func (s *standing) ticked(name string) string {
	if s.spent {
		return name + " ✓"
	}
	return name
}

// heldText is what the badge beside a robot says: its dice where the viewer may
// know them, else how many they are.
func (d *desk) heldText(robot int) string {
	if !d.v.KnowsHand(robot) || d.v.Phase == klang.PhaseOver {
		return itoa(d.v.Robots[robot].Dice)
	}
	text := make([]byte, 0, 8)
	for _, f := range d.v.Hands[robot].Dice() {
		text = append(text, byte('0'+f))
	}
	return string(text)
}

// heldWidth is how wide that badge is.
func (s *standing) heldWidth() float64 { return 9 + 6.2*float64(len(s.held)) }
