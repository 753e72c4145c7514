package klangpage

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"banco/game"
	"banco/games/klang"
	"banco/geom"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// The rules' view samples many places for a robot, several of them side by
// side. People get few, each with a letter that stands on the table too.

// spot is a suggested place.
type spot struct {
	at     geom.Point
	letter string
	text   string
	note   string
	bond   bond
}

// bond is what a robot standing at a place would touch.
type bond struct {
	kind bondKind
	id   int
}

type bondKind int

const (
	toLoot bondKind = iota
	toPart
	toEnemy
	toFriend
	toNothing
)

const (
	maxSpots  = 14
	spotsGap  = 35 * geom.Unit // between two places beside the same thing
	spotsRoom = 19 * geom.Unit // between any two, so that their letters do not overlap
	looseSize = 10 * geom.Unit // radius of what lies on the table (K03)
)

// bondAt is what a robot standing at a place would touch, the best first.
func (d *desk) bondAt(robot int, at geom.Point) bond {
	v := d.v
	const gap = geom.Unit
	base := geom.Disc{C: at, R: v.Base(robot).R}
	for i := range v.Loots {
		if v.Loot[i].On == klang.OnTable && geom.Touching(base, geom.Disc{C: v.Loot[i].At, R: looseSize}, gap) {
			return bond{toLoot, int(i)}
		}
	}
	for i := range v.NumParts() {
		if v.Parts[i].On == klang.OnTable && geom.Touching(base, geom.Disc{C: v.Parts[i].At, R: looseSize}, gap) {
			return bond{toPart, i}
		}
	}
	found := bond{toNothing, klang.None}
	for i := range v.NumRobots() {
		if i == robot || !v.Robots[i].Placed || !geom.Touching(base, v.Base(i), gap) {
			continue
		}
		if v.RobotInfo(i).Seat != v.RobotInfo(robot).Seat {
			return bond{toEnemy, i}
		}
		found = bond{toFriend, i}
	}
	return found
}

func (d *desk) bondText(b bond) string {
	switch b.kind {
	case toLoot:
		return d.T("web.klang.near.loot")
	case toPart:
		return d.T("web.klang.near.part", d.partShort(b.id))
	case toEnemy, toFriend:
		return d.T("web.klang.near.robot", d.robotText(b.id))
	}
	return ""
}

// moveSpots thins the moves of the die in hand: beside each thing the nearest
// place and one on another side, then the farthest in each direction.
func (d *desk) moveSpots() []spot {
	if d.spots != nil || d.menu == nil || d.v.Active == klang.None {
		return d.spots
	}
	robot := int(d.v.Active)
	from := d.v.Robots[robot].At
	moves := slices.Clone(d.menu.of(d.pick.die, klang.ActMove))
	slices.SortStableFunc(moves, func(a, b *klang.Action) int {
		return cmp.Compare(distance(from, placeOf(a)), distance(from, placeOf(b)))
	})
	var near, free []spot
	var heads [8]int // index into free, plus one
	for _, a := range moves {
		s := spot{at: placeOf(a)}
		s.bond = d.bondAt(robot, s.at)
		if s.bond.kind == toNothing {
			if h := d.Heading(from, s.at); heads[h] > 0 {
				free[heads[h]-1] = s // farther, since they come in order
			} else if distance(from, s.at) > 2000 {
				free = append(free, s)
				heads[h] = len(free)
			}
			continue
		}
		count, close := 0, false
		for _, o := range near {
			if o.bond == s.bond {
				count++
				close = close || distance(o.at, s.at) < spotsGap
			}
		}
		if count < 2 && !close {
			near = append(near, s)
		}
	}
	slices.SortStableFunc(near, func(a, b spot) int { return cmp.Compare(a.bond.kind, b.bond.kind) })
	slices.SortStableFunc(free, func(a, b spot) int {
		return cmp.Compare(d.Heading(from, a.at), d.Heading(from, b.at))
	})
	var list []spot
	for _, s := range append(near, free...) {
		crowded := slices.ContainsFunc(list, func(o spot) bool { return distance(o.at, s.at) < spotsRoom })
		if crowded && s.bond.kind > toEnemy || len(list) == maxSpots {
			continue
		}
		if crowded && slices.ContainsFunc(list, func(o spot) bool { return o.bond.kind == s.bond.kind && distance(o.at, s.at) < spotsRoom }) {
			continue
		}
		s = d.moveSpot(robot, s.at, s.bond)
		s.letter = letter(len(list))
		list = append(list, s)
	}
	d.spots = list
	return list
}

func (d *desk) deploySpots() []spot {
	if d.spots != nil || d.menu == nil {
		return d.spots
	}
	var list []spot
	for _, a := range d.menu.deploy {
		if int(a.Robot) != d.pick.robot || len(list) == 26 {
			continue
		}
		at := placeOf(a)
		list = append(list, spot{at: at, letter: letter(len(list)), text: d.zoneText(at), note: d.cover(d.pick.robot, at)})
	}
	d.spots = list
	return list
}

func placeOf(a *klang.Action) geom.Point { return geom.Point{X: int64(a.X), Y: int64(a.Y)} }

func letter(i int) string { return string(rune('A' + i)) }

// cover says which enemies would see a robot at a place, and it them.
func (d *desk) cover(robot int, at geom.Point) string {
	base := geom.Disc{C: at, R: d.v.Base(robot).R}
	seen, placed := d.watchers(robot, base)
	switch {
	case !placed:
		return ""
	case seen == "":
		return d.T("web.klang.cover.none")
	}
	return d.T("web.klang.cover.seen", seen)
}

// watchers names the enemies of a robot that see a base; placed tells whether
// there are enemies on the table at all.
func (d *desk) watchers(robot int, base geom.Disc) (names string, placed bool) {
	seat := d.v.RobotInfo(robot).Seat
	for i := range d.v.NumRobots() {
		if d.v.RobotInfo(i).Seat == seat || !d.v.Robots[i].Placed {
			continue
		}
		placed = true
		if d.v.Ground.Scene.Sight(base, d.v.Base(i)) {
			if names != "" {
				names += ", "
			}
			names += d.robotText(i)
		}
	}
	return names, placed
}

// marker is a suggested place as it stands on the table.
type marker struct {
	spot
	href templ.SafeURL
	on   bool
}

// markers are the suggested places to draw: all of them while a place is being
// chosen, only those that touch something while the die is still free.
func (d *desk) markers() []marker {
	if d.menu == nil {
		return nil
	}
	var list []marker
	switch {
	case d.v.Phase == klang.PhaseAct && d.pick.die >= 4 && (d.pick.do == klang.ActNone || d.pick.do == klang.ActMove):
		for _, s := range d.moveSpots() {
			if d.pick.do == klang.ActNone && s.bond.kind > toEnemy {
				continue
			}
			list = append(list, marker{s, d.step("die", itoa(d.pick.die), "do", "move", "x", ui.Coord(s.at.X), "y", ui.Coord(s.at.Y)), d.pick.placed && d.pick.at == s.at})
		}
	case d.v.Phase == klang.PhaseDeployment && d.pick.robot != klang.None && d.v.Seat() != game.Watcher:
		for _, s := range d.deploySpots() {
			list = append(list, marker{s, d.step("do", "deploy", "robot", itoa(d.pick.robot), "x", ui.Coord(s.at.X), "y", ui.Coord(s.at.Y)), d.pick.placed && d.pick.at == s.at})
		}
	}
	return list
}

// placeChoices are spots as radio buttons; a place of the viewer's own stands
// before them.
func (d *desk) placeChoices(spots []spot, own func() spot) []ui.Choice {
	list := make([]ui.Choice, 0, len(spots)+1)
	known := false
	for _, s := range spots {
		on := d.pick.placed && s.at == d.pick.at
		known = known || on
		list = append(list, ui.Choice{Value: ui.PlaceValue(s.at), Text: s.text, Note: s.note, Letter: s.letter, On: on})
	}
	if d.pick.placed && !known {
		s := own()
		list = slices.Insert(list, 0, ui.Choice{Value: ui.PlaceValue(s.at), Text: s.text, Note: s.note, Letter: "●", On: true})
	}
	return list
}

func (d *desk) moveChoices() []ui.Choice {
	robot := int(d.v.Active)
	return d.placeChoices(d.moveSpots(), func() spot {
		return d.moveSpot(robot, d.pick.at, d.bondAt(robot, d.pick.at))
	})
}

func (d *desk) deployChoices() []ui.Choice {
	return d.placeChoices(d.deploySpots(), func() spot {
		return spot{at: d.pick.at, text: d.zoneText(d.pick.at), note: d.cover(d.pick.robot, d.pick.at)}
	})
}

// moveSpot is a place to move to in words: next to what, how far and where to,
// who sees it there.
func (d *desk) moveSpot(robot int, to geom.Point, b bond) spot {
	from := d.v.Robots[robot].At
	s := spot{at: to, bond: b, note: d.cover(robot, to)}
	s.text = d.T("web.klang.move_to", d.CM(distance(from, to)), d.HeadingText(d.Eye, from, to))
	if near := d.bondText(b); near != "" {
		s.note = s.text + " · " + s.note
		s.text = near
	}
	return s
}

// zoneText is a place to deploy as it looks from here: how far from the left,
// at the front or at the back.
func (d *desk) zoneText(p geom.Point) string {
	x, y := d.At(p)
	row := "front"
	if d.Width-y < 50 {
		row = "back"
	}
	return d.T("web.klang.zone."+row, d.CM(int64(math.Round(x))*geom.Unit))
}

// placeText is a place anywhere on the table as it looks from here.
func (d *desk) placeText(p geom.Point) string {
	x, y := d.At(p)
	third := func(n float64) string { return strconv.Itoa(min(2, int(n*3/d.Width))) }
	return d.T("web.klang.zone", d.T("web.klang.zone.y."+third(y)), d.T("web.klang.zone.x."+third(x)))
}
