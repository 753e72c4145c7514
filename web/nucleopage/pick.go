package nucleopage

import (
	"net/url"
	"strconv"

	"banco/game"
	"banco/games/nucleo"
	"banco/hex"
	"banco/table"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// desk is a view with everything that drawing it needs at hand.
type desk struct {
	*ui.Page
	m      *ui.Match
	v      *nucleo.View
	mine   bool // the viewer may do something, be it only talk
	acting bool // it is the viewer's own player whose turn it is
	cells  []nucleo.Cell
	legal  []*nucleo.Action
	pick   pick
	tale   tale
}

func newDesk(p *ui.Page, m *ui.Match) *desk {
	v, ok := m.View.(*nucleo.View)
	if !ok {
		return nil
	}
	d := &desk{Page: p, m: m, v: v, cells: v.Cells()}
	d.mine = m.Stage == table.Playing && v.Mine()
	d.acting = d.mine && v.Acting()
	if d.mine {
		for _, listed := range v.Actions() {
			if a, ok := listed.(*nucleo.Action); ok {
				d.legal = append(d.legal, a)
			}
		}
	}
	d.pick = d.readPick(m.Pick)
	d.tale = d.tell()
	return d
}

// deskOf keeps the desk of a match from one part of its page to the next.
func deskOf(p *ui.Page, m *ui.Match) *desk {
	d, ok := m.Prepared.(*desk)
	if !ok || d.Page != p {
		if d = newDesk(p, m); d == nil {
			return nil
		}
		m.Prepared = d
	}
	return d
}

func drawn(p *ui.Page, m *ui.Match, draw func(*desk) templ.Component) templ.Component {
	d := deskOf(p, m)
	if d == nil {
		return templ.NopComponent
	}
	return draw(d)
}

// pick is a choice in progress. What does not fit the match as it is now is
// dropped: the page then asks again.
type pick struct {
	do       nucleo.ActionKind
	n        int // its number, -1 while it is not chosen
	item     bool
	forecast string // which machine card is looked at
	again    int    // which of the machine's last cards is, the latest being 1; 0 for none
	step     int    // which step of a tale
}

func (d *desk) readPick(q url.Values) pick {
	p := pick{n: -1, forecast: q.Get("forecast"), again: againOf(q.Get("again"))}
	p.step, _ = strconv.Atoi(q.Get("step"))
	if !d.mine {
		return p
	}
	word := q.Get("do")
	if word == "" {
		word = q.Get("type") // a form that was refused
	}
	p.do = kinds[word]
	p.item = q.Get("item") != ""
	if field := numberOf[p.do]; field != "" {
		if n, err := strconv.Atoi(q.Get(field)); err == nil && n >= 0 && n < nucleo.Defenders {
			p.n = n
		}
	}
	if !d.fits(p.do) {
		p.do, p.n = nucleo.ActNone, -1
	}
	// What is done to one place only needs no choice of it.
	if p.do != nucleo.ActNone && p.n < 0 && numberOf[p.do] != "" {
		if list := d.offered(p.do); len(list) == 1 {
			p.n = int(list[0].N)
		}
	}
	return p
}

// againOf reads which of the machine's last cards is looked at once more.
func againOf(word string) int {
	if word == "card" {
		return 1
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// againWord is what [againOf] reads.
func againWord(n int) string {
	if n == 1 {
		return "card"
	}
	return itoa(n)
}

// fits tells whether a kind of action belongs to the moment.
func (d *desk) fits(kind nucleo.ActionKind) bool {
	switch d.v.Phase {
	case nucleo.PhaseLeader:
		return kind == nucleo.ActTake
	case nucleo.PhaseStart:
		return kind == nucleo.ActStart
	case nucleo.PhaseAct:
		if kind == nucleo.ActPoint {
			return len(d.offered(nucleo.ActPoint)) > 0
		}
		return d.acting && kind >= nucleo.ActMove && kind <= nucleo.ActEnd
	}
	return false
}

// offered are the legal actions of a kind, each place once: what can be done
// there for a point and with an item is one choice.
func (d *desk) offered(kind nucleo.ActionKind) (list []*nucleo.Action) {
	for _, a := range d.legal {
		if a.Kind == kind && (len(list) == 0 || list[len(list)-1].N != a.N) {
			list = append(list, a)
		}
	}
	return list
}

// can tells whether exactly this is legal.
func (d *desk) can(kind nucleo.ActionKind, n int, item bool) bool {
	for _, a := range d.legal {
		if a.Kind == kind && int(a.N) == n && a.Item == item {
			return true
		}
	}
	return false
}

// action is the choice in progress as the rules would get it, nil while it is
// not complete.
func (d *desk) action() *nucleo.Action {
	p := d.pick
	if p.do == nucleo.ActNone || numberOf[p.do] != "" && p.n < 0 {
		return nil
	}
	return &nucleo.Action{Kind: p.do, N: int32(max(p.n, 0)), Item: p.item}
}

// ready tells whether the choice in progress can be done, in one way or another.
func (d *desk) ready() bool {
	a := d.action()
	return a != nil && (d.can(a.Kind, int(a.N), false) || d.can(a.Kind, int(a.N), true))
}

// refusal is why it cannot; "" when it can.
func (d *desk) refusal() string {
	a := d.action()
	if a == nil || d.ready() {
		return ""
	}
	return d.whyNot(a)
}

func (d *desk) whyNot(a *nucleo.Action) string {
	if err := d.v.Check(a); err != nil {
		return d.Text(err.Text)
	}
	return ""
}

// step is the address of the page with another choice.
func (d *desk) step(pairs ...string) templ.SafeURL { return d.Query(d.m.Path(), pairs...) }

// doing is the address at which an action is held ready.
func (d *desk) doing(kind nucleo.ActionKind, n int) templ.SafeURL {
	if n < 0 {
		return d.step("do", kind.String())
	}
	return d.step("do", kind.String(), numberOf[kind], itoa(n))
}

// target is something on the board that can be chosen.
type target struct {
	kind   nucleo.ActionKind
	n      int
	chosen bool
}

func (d *desk) targetHref(t target) templ.SafeURL { return d.doing(t.kind, t.n) }

func (d *desk) targetLabel(t target) string {
	return d.T("web.nucleo.do."+t.kind.String(), d.placeOf(t.kind, t.n))
}

// placeOf names where an action is done.
func (d *desk) placeOf(kind nucleo.ActionKind, n int) game.Message {
	switch {
	case kind == nucleo.ActBreach:
		return nucleo.SideWord(hex.Direction(n))
	case n >= 0 && n < nucleo.Cells:
		return nucleo.CellWord(n)
	}
	return game.Msg("nucleo.cell.core")
}

// lit are the cells and edges of the board that can be chosen now: those of the
// action in progress; while there is none, wherever one can go and every wall
// that can be breached.
func (d *desk) lit() (cells [nucleo.Cells]*target, edges [nucleo.Edges]*target) {
	put := func(kind nucleo.ActionKind) {
		for _, a := range d.offered(kind) {
			t := &target{kind, int(a.N), d.pick.do == kind && d.pick.n == int(a.N)}
			if kind == nucleo.ActBreach {
				edges[nucleo.EdgeOf(d.here(), hex.Direction(a.N))] = t
			} else if cells[a.N] == nil {
				cells[a.N] = t
			}
		}
	}
	switch {
	case !d.mine || d.tale.aside():
	case d.v.Phase == nucleo.PhaseStart:
		put(nucleo.ActStart)
	case d.pick.do == nucleo.ActPoint:
		put(nucleo.ActPoint)
	case d.acting && d.pick.do == nucleo.ActNone:
		put(nucleo.ActMove)
		put(nucleo.ActBreach)
	case d.acting:
		switch d.pick.do {
		case nucleo.ActMove, nucleo.ActRegroup, nucleo.ActDestroy, nucleo.ActBreach:
			put(d.pick.do)
		}
	}
	return cells, edges
}

// here is the cell of the active player.
func (d *desk) here() int { return int(d.v.Players[max(d.v.Active, 0)].At) }

// own are the viewer's players.
func (d *desk) own() (list []int) {
	for p := range d.v.NumPlayers() {
		if d.v.SeatOf(p) == d.v.Seat() {
			list = append(list, p)
		}
	}
	return list
}

func (d *desk) seatName(s game.Seat) string { return d.m.Name(d.Page, s) }

// who names a player: its faction, and before it has one its number.
func (d *desk) who(player int) string { return d.Text(d.v.PlayerWord(player)) }

// whose is a player with the person who plays it: "Order (Ada)".
func (d *desk) whose(player int) string {
	if d.v.Players[player].Faction == nucleo.None {
		return d.seatName(d.v.SeatOf(player))
	}
	return d.T("web.nucleo.whose", d.v.PlayerWord(player), d.seatName(d.v.SeatOf(player)))
}

func (d *desk) faction(player int) int { return int(d.v.Players[player].Faction) }

func (d *desk) cellName(cell int) string { return d.Text(nucleo.CellWord(cell)) }

// cellTag is what a cell is called on the board.
func (d *desk) cellTag(cell int) string {
	if cell > 6 {
		return d.T("web.nucleo.tag.outer", cell-6)
	}
	return d.T("web.nucleo.tag.inner", cell)
}

// headline says what the match waits for.
func (d *desk) headline() string {
	v := d.v
	switch v.Phase {
	case nucleo.PhaseDraft:
		return d.T("web.nucleo.turn.draft")
	case nucleo.PhasePlan:
		return d.T("web.nucleo.turn.plan")
	case nucleo.PhaseOver:
		return ""
	}
	if v.Turn() == v.Seat() {
		if n, of := d.nthLeader(); v.Phase == nucleo.PhaseLeader && of > 1 {
			return d.T("web.nucleo.turn.mine.leader.nth", n, of)
		}
		return d.T("web.nucleo.turn.mine."+v.Phase.String(), v.PlayerWord(int(v.Active)))
	}
	return d.T("web.nucleo.turn.other", d.whose(int(v.Active)))
}
