package klangpage

import (
	"net/url"
	"slices"
	"strconv"

	"banco/games/klang"
	"banco/geom"
)

// pick is a choice in progress. What does not fit the table as it is now is
// dropped: the page then asks again.
type pick struct {
	do     klang.ActionKind
	robot  int
	die    int
	slot   klang.Slot
	target int
	part   int
	loot   int
	piece  int
	turn   int
	dice   []int
	at     geom.Point
	placed bool // at holds a place
}

var kinds = func() map[string]klang.ActionKind {
	m := map[string]klang.ActionKind{}
	for k := klang.ActNone + 1; k < klang.NumActionKinds; k++ {
		m[k.String()] = k
	}
	return m
}()

var slots = func() map[string]klang.Slot {
	m := map[string]klang.Slot{}
	for s := range klang.NumSlots {
		m[s.String()] = s
	}
	return m
}()

func readPick(q url.Values, d *desk) pick {
	p := pick{robot: klang.None, slot: -1, target: klang.None, part: klang.None, loot: klang.None, piece: klang.None}
	if d.menu == nil || q.Has("fix") {
		return p
	}
	q = spread(q)
	number := func(key string, low, high, absent int) int {
		n, err := strconv.Atoi(q.Get(key))
		if err != nil || n < low || n >= high {
			return absent
		}
		return n
	}
	word := q.Get("do")
	if word == "" {
		word = q.Get("type")
	}
	p.do = kinds[word]
	p.robot = number("robot", 0, d.v.NumRobots(), klang.None)
	p.die = number("die", 1, 7, 0)
	p.target = number("target", 0, d.v.NumRobots(), klang.None)
	p.part = number("part", 0, d.v.NumParts(), klang.None)
	p.loot = number("loot", 0, int(d.v.Loots), klang.None)
	p.piece = number("piece", 0, len(d.v.Ground.Pieces), klang.None)
	p.turn = number("turn", 0, 360, 0)
	if s, ok := slots[q.Get("slot")]; ok {
		p.slot = s
	}
	for _, s := range q["dice"] {
		if n, err := strconv.Atoi(s); err == nil && n >= 1 && n <= 6 {
			p.dice = append(p.dice, n)
		}
	}
	width := int64(d.Width) * geom.Unit
	x, errX := strconv.ParseInt(q.Get("x"), 10, 64)
	y, errY := strconv.ParseInt(q.Get("y"), 10, 64)
	if errX == nil && errY == nil && x >= 0 && y >= 0 && x <= width && y <= width {
		p.at, p.placed = geom.Point{X: x, Y: y}, true
	}
	return p.fit(d)
}

// fit drops what cannot be done now.
func (p pick) fit(d *desk) pick {
	m := d.menu
	switch d.v.Phase {
	case klang.PhaseAct:
		if p.die != 0 && !slices.Contains(m.dice, p.die) {
			p.die = 0
		}
		if (p.do == klang.ActMove || p.do == klang.ActWalk) && p.die < 4 || p.do != klang.ActEnd && p.do != klang.ActBolt && p.die == 0 {
			p.do = klang.ActNone
		}
	case klang.PhaseChoose:
		if p.robot != klang.None && !slices.ContainsFunc(m.activate, func(a *klang.Action) bool { return int(a.Robot) == p.robot }) {
			p.robot = klang.None
		}
	case klang.PhaseDeployment:
		if p.robot == klang.None && len(m.deployable) > 0 {
			p.robot = m.deployable[0]
		}
		if !slices.Contains(m.deployable, p.robot) {
			p.robot, p.placed = klang.None, false
		}
	}
	return p
}

// menu is the list of actions, sorted by what the page asks in turn.
type menu struct {
	dice       []int // in the active robot's hand, from high to low
	activate   []*klang.Action
	deploy     []*klang.Action
	deployable []int
	lay        []*klang.Action
	pass       bool
	prizes     []*klang.Action
	byDie      [7][klang.NumActionKinds][]*klang.Action // index: the die it spends
	bolts      []*klang.Action                          // one a part and slot: the cheapest dice
}

func newMenu(v *klang.View) *menu {
	m := &menu{}
	if v.Phase == klang.PhaseAct && v.Active != klang.None {
		m.dice = v.Hands[v.Active].Dice()
	}
	for _, listed := range v.Actions() {
		a, ok := listed.(*klang.Action)
		if !ok {
			continue
		}
		switch a.Kind {
		case klang.ActActivate:
			m.activate = append(m.activate, a)
		case klang.ActDeploy:
			m.deploy = append(m.deploy, a)
			if !slices.Contains(m.deployable, int(a.Robot)) {
				m.deployable = append(m.deployable, int(a.Robot))
			}
		case klang.ActLay:
			m.lay = append(m.lay, a)
		case klang.ActPass:
			m.pass = true
		case klang.ActPrize:
			m.prizes = append(m.prizes, a)
		case klang.ActBolt:
			m.addBolt(a)
		case klang.ActMove, klang.ActWalk, klang.ActAttack, klang.ActPickUp, klang.ActUnbolt, klang.ActSabotage:
			m.byDie[a.Die][a.Kind] = append(m.byDie[a.Die][a.Kind], a)
		}
	}
	return m
}

// addBolt keeps, of all the dice that would do, those of the least worth.
func (m *menu) addBolt(a *klang.Action) {
	worth := func(a *klang.Action) (sum int) {
		for _, f := range a.Dice.Dice() {
			sum += f * f
		}
		return sum
	}
	for i, b := range m.bolts {
		if b.Part == a.Part && b.Slot == a.Slot {
			if worth(a) < worth(b) {
				m.bolts[i] = a
			}
			return
		}
	}
	m.bolts = append(m.bolts, a)
}

// of are the actions of a kind that a die can pay for.
func (m *menu) of(die int, kind klang.ActionKind) []*klang.Action {
	if m == nil || die < 1 || die > 6 {
		return nil
	}
	return m.byDie[die][kind]
}

// targets are the robots that a die can be used to attack.
func (m *menu) targets(die int) []int {
	var list []int
	for _, a := range m.of(die, klang.ActAttack) {
		if !slices.Contains(list, int(a.Target)) {
			list = append(list, int(a.Target))
		}
	}
	return list
}
