package dadipage

import (
	"cmp"
	"slices"

	"banco/games/dadi"
	"banco/geom"
	"banco/web/ui"
)

// The rules' view samples many places for a die, several of them side by side.
// People get few, each with a letter that stands on the table too.

// spot is a suggested place.
type spot struct {
	at     geom.Point // as the form sends it
	end    geom.Point // where the die comes to stand
	turn   int        // of an object
	letter string
	text   string
	note   string
	rank   int
}

const (
	maxSpots  = 8
	spotsRoom = 26 * geom.Unit // between any two, so that their letters do not overlap
)

// places are the suggested places for the choice in progress.
func (d *desk) places() []spot {
	if d.spotted {
		return d.spots
	}
	d.spotted = true
	if !d.mine || d.pick.do == dadi.ActFire || d.pick.do == dadi.ActEnd {
		return nil
	}
	var list []spot
	for _, listed := range d.v.Actions() {
		a, ok := listed.(*dadi.Action)
		if !ok {
			continue
		}
		at := geom.Point{X: int64(a.X), Y: int64(a.Y)}
		s := spot{at: at, end: at}
		switch {
		case a.Kind == dadi.ActMove && d.v.Phase == dadi.PhaseTurn:
			end, why := d.v.MoveEnd(at)
			if why != "" {
				continue
			}
			s.end = end
			if d.describeMove(&s); s.rank > 0 && geom.Distance(end, d.v.Dice[d.v.Active].At) < dadi.ALC/2 {
				continue // hardly a step
			}
		case a.Kind == dadi.ActPlace && int(a.Soldier) == d.pick.soldier:
			d.describeCamp(&s)
		case a.Kind == dadi.ActLay && int(a.Object) == d.pick.object:
			if s.turn = int(a.Turn); d.pick.turned {
				if s.turn = d.pick.turn; d.v.Check(dadi.Lay(d.pick.object, at.X, at.Y, s.turn)) != nil {
					continue
				}
			}
			s.text = d.SpotText(at)
			s.note = d.T("web.dadi.turned", s.turn)
		case a.Kind == dadi.ActArrive:
			s.text = d.heading(at)
		default:
			continue
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b spot) int { return cmp.Compare(a.rank, b.rank) })
	for _, s := range list {
		if len(d.spots) == maxSpots {
			break
		}
		if slices.ContainsFunc(d.spots, func(o spot) bool {
			return geom.Square(o.end, s.end) < spotsRoom*spotsRoom || s.rank > 1 && s.text == o.text && s.note == o.note
		}) {
			continue
		}
		s.letter = string(rune('A' + len(d.spots)))
		d.spots = append(d.spots, s)
	}
	return d.spots
}

// describeMove says what comes of a move: a melee, higher ground, cover.
func (d *desk) describeMove(s *spot) {
	v, die := d.v, int(d.v.Active)
	from := v.Dice[die].At
	s.text = d.T("web.dadi.spot.move", d.heading(s.end), d.alc(geom.Distance(from, s.end)))
	s.rank = 4
	if touched := v.TouchesFrom(die, s.end); len(touched) > 0 {
		s.rank = 0
		s.note = d.T("web.dadi.spot.melee", d.names(touched))
		return
	}
	if top := v.Top(s.end); top > 0 && top != v.Top(from) {
		s.rank = 1
		s.note = d.T("web.dadi.spot.top", d.CM(top))
		return
	}
	shots, seen := 0, 0
	for other := range v.NumDice() {
		if !v.Dice[other].Stands || dadi.SeatOf(other) == v.Seat() {
			continue
		}
		if v.Shot(die, s.end, other) == "" {
			shots++
		}
		if far := v.FireOf(other); geom.Square(v.Dice[other].At, s.end) <= far*far && v.Top(v.Dice[other].At) == v.Top(s.end) && !v.Hidden(v.Dice[other].At, s.end) {
			seen++
		}
	}
	switch {
	case seen == 0 && shots == 0:
		s.rank, s.note = 3, d.T("web.dadi.spot.safe")
	case seen == 0:
		s.rank, s.note = 2, d.T("web.dadi.spot.ambush", shots)
	default:
		s.note = d.T("web.dadi.spot.seen", seen)
	}
}

// describeCamp says where a place of the base camp is.
func (d *desk) describeCamp(s *spot) {
	if d.pick.soldier == dadi.Commander {
		s.text = d.SpotText(s.at)
		// Far from the others first, and from the edges.
		w, depth := d.v.Size()
		near := min(s.at.X, s.at.Y, w-s.at.X, depth-s.at.Y, 6*dadi.ALC)
		for i := range d.v.NumDice() {
			if d.v.Dice[i].Stands {
				near = min(near, geom.Distance(s.at, d.v.Dice[i].At)/2)
			}
		}
		s.rank = int(-near / (2 * geom.Unit))
		return
	}
	from, _ := d.origin()
	s.text = d.T("web.dadi.spot.move", d.heading(s.at), d.alc(geom.Distance(from, s.at)))
}

// heading names the direction of a place from the die, or the commander, that
// it is seen from.
func (d *desk) heading(to geom.Point) string {
	from, ok := d.origin()
	if !ok {
		return d.SpotText(to)
	}
	return d.HeadingText(d.Eye, from, to)
}

// suggestions are the places as a list to choose from.
func (d *desk) suggestions() (list []ui.Choice) {
	for _, s := range d.places() {
		list = append(list, ui.Choice{Value: d.spotValue(s), Text: s.text, Note: s.note, Letter: s.letter, On: d.onSpot(s)})
	}
	return list
}

// names lists dice in words.
func (d *desk) names(list []int) string {
	text := ""
	for i, die := range list {
		if i > 0 {
			text += ", "
		}
		text += d.dieName(die)
	}
	return text
}
