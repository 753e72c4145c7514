package nucleo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
)

// table is a state that a test has set up and plays on.
type table struct {
	*State
	t      testing.TB
	events []game.Event // of the last action
}

// drawn is the order in which a diagram shows the cells:
//
//	        11
//	10     5     6     12
//	    4     0     1
//	 9     3     2      7
//	         8
//
// North is up; numbers are those of the cells.
var drawn = [5][]int{{11}, {10, 5, 6, 12}, {4, 0, 1}, {9, 3, 2, 7}, {8}}

// set lays a table in the middle of a match, the first player to act with three
// points: a diagram of what is on the cells, and lines about the rest.
//
// A cell is "." when it is empty, "*" for the core, and otherwise letters, one
// for each thing: A to D a player's leader, a to d its camp, o a pollutant, T a
// toxic area, h a hunter, s a sniper, F and a number a factory, W and a number a
// rewilded one; for the core the number of its top tile, 5 if it is not said.
//
//	walls 1-7 1/0 2-3~            edges: between cells, on a side; ~ is breached
//	automata 1/2+ core            circling cell 1 on its side 2, + clockwise; or at the core
//	A hand 0,4 support 3 damage 1 items 2 built 4 dead 5 discard 6 card 3 leader 1
//	active B, points 2, spin -1, first B, mechs 3 (on the core, to use them up)
//
// Unless it is said, automata wait at the core having come by gates 0 and 3, no
// player has anything but three support, leaders are those without a trait that
// matters here, hands are empty and the twelve are cards 0 to 11.
func set(t testing.TB, options string, seats int, diagram string, lines ...string) *table {
	t.Helper()
	c := configure(t, options, seats)
	s := c.Start(dice.NewFast(1, 1), nil).(*State)
	s.Phase, s.Round, s.Points = PhaseAct, 1, 3
	x := &table{State: s, t: t}
	s.Hunters, s.Snipers, s.Poison = [Cells]int8{}, [Cells]int8{}, [Cells]int8{}
	for cell := 1; cell < Cells; cell++ {
		s.Kind[cell] = int8(cell % Habitats)
	}
	for i := range s.Automata {
		s.Automata[i] = Automaton{None, 0, int8(3 * i)}
	}
	for p := range c.players {
		q := &s.Players[p]
		*q = Player{Faction: int8(p), Leader: [...]int8{Cartographer, Steward, Healer, Sapper}[p], At: None, Support: 3, Built: 1, Card: 0, Deck: DeckSize}
		s.secret[p] = Secret{Out: fullDeck &^ (1<<DeckSize - 1), Deck: 1<<DeckSize - 1, Pick: None}
		x.hold(p, "card", "0")
	}
	x.read(diagram)
	for _, line := range lines {
		x.line(strings.Fields(line))
	}
	return x
}

func (x *table) read(diagram string) {
	x.t.Helper()
	rows := slices.DeleteFunc(strings.Split(diagram, "\n"), func(s string) bool { return strings.TrimSpace(s) == "" })
	if len(rows) != len(drawn) {
		x.t.Fatalf("a diagram of %d rows", len(rows))
	}
	for r, row := range rows {
		words := strings.Fields(row)
		if len(words) != len(drawn[r]) {
			x.t.Fatalf("row %q has %d cells", row, len(words))
		}
		for i, w := range words {
			x.fill(drawn[r][i], w)
		}
	}
}

func (x *table) fill(cell int, word string) {
	for i := 0; i < len(word); i++ {
		switch ch := word[i]; {
		case ch >= 'A' && ch <= 'D':
			x.Players[ch-'A'].At = int8(cell)
		case ch >= 'a' && ch <= 'd':
			x.Camps[cell] |= 1 << (ch - 'a')
		case ch == 'o':
			x.Poison[cell]++
		case ch == 'T':
			x.Poison[cell] = Foul
		case ch == 'h':
			x.Hunters[cell]++
		case ch == 's':
			x.Snipers[cell]++
		case ch == 'F' || ch == 'W':
			i++
			x.Tile[cell], x.Wild[cell] = int8(word[i]-'0'), ch == 'W'
		case ch >= '0' && ch <= '5':
			x.Top = int8(ch - '0')
		}
	}
}

// draw gives the diagram of a board, a row to a line.
func (x *table) draw() string {
	var rows []string
	for _, row := range drawn {
		var words []string
		for _, cell := range row {
			w := ""
			if cell == Core {
				w = "*"
				if x.Top != Tiles-1 {
					w += fmt.Sprint(x.Top)
				}
			}
			if x.Tile[cell] != None {
				w += map[bool]string{false: "F", true: "W"}[x.Wild[cell]] + fmt.Sprint(x.Tile[cell])
			}
			for p := range x.cfg.players {
				if int(x.Players[p].At) == cell {
					w += string(rune('A' + p))
				}
			}
			for p := range x.cfg.players {
				if x.Camps[cell]&(1<<p) != 0 {
					w += string(rune('a' + p))
				}
			}
			if x.Poison[cell] == Foul {
				w += "T"
			} else {
				w += strings.Repeat("o", int(x.Poison[cell]))
			}
			w += strings.Repeat("h", int(x.Hunters[cell])) + strings.Repeat("s", int(x.Snipers[cell]))
			if w == "" {
				w = "."
			}
			words = append(words, w)
		}
		rows = append(rows, strings.Join(words, " "))
	}
	return strings.Join(rows, "\n")
}

// wants compares the board with a diagram.
func (x *table) wants(diagram string) {
	x.t.Helper()
	var rows []string
	for _, row := range strings.Split(diagram, "\n") {
		if w := strings.Fields(row); len(w) > 0 {
			rows = append(rows, strings.Join(w, " "))
		}
	}
	if want := strings.Join(rows, "\n"); x.draw() != want {
		x.t.Errorf("the board is\n%s\nwant\n%s", x.draw(), want)
	}
}

// edge reads an edge: "1-7" between two cells, "1/0" side 0 of cell 1.
func (x *table) edge(word string) int8 {
	x.t.Helper()
	if a, b, ok := strings.Cut(word, "-"); ok {
		if side, ok := sideTo(int8(x.number(a)), int8(x.number(b))); ok {
			return star.edge[x.number(a)][side]
		}
		x.t.Fatalf("%s is no edge", word)
	}
	a, b, _ := strings.Cut(word, "/")
	return star.edge[x.number(a)][x.number(b)]
}

func (x *table) number(word string) int {
	x.t.Helper()
	n, err := strconv.Atoi(word)
	if err != nil {
		x.t.Fatalf("%q is no number", word)
	}
	return n
}

// heading reads where an automaton is: "1/2+" circling cell 1 on its side 2,
// clockwise.
func (x *table) heading(word string) (edge, end int8) {
	x.t.Helper()
	if word == "core" {
		return None, 0
	}
	at, turn := word[:len(word)-1], word[len(word)-1]
	edge = x.edge(at)
	cell, _, _ := strings.Cut(at, "/")
	if (int(star.of[edge].cell) == x.number(cell)) != (turn == '+') {
		end = 1
	}
	return edge, end
}

func (x *table) wantsAutomata(words ...string) {
	x.t.Helper()
	for i, w := range words {
		edge, end := x.heading(w)
		if a := x.Automata[i]; a.Edge != edge || a.End != end {
			x.t.Errorf("automaton %d is on edge %d, end %d, want %s (%d, %d)", i, a.Edge, a.End, w, edge, end)
		}
	}
}

// wantsWalls compares all the walls.
func (x *table) wantsWalls(words ...string) {
	x.t.Helper()
	var want [Edges]Wall
	for _, w := range words {
		edge, breached := strings.CutSuffix(w, "~")
		want[x.edge(edge)] = map[bool]Wall{false: Whole, true: Breach}[breached]
	}
	for e, w := range x.Walls {
		if w != want[e] {
			cell, side := EdgeAt(e)
			x.t.Errorf("edge %d/%d (beyond it %d) is %v, want %v", cell, side, Beyond(cell, side), w, want[e])
		}
	}
}

func (x *table) line(w []string) {
	x.t.Helper()
	switch w[0] {
	case "walls":
		for _, word := range w[1:] {
			edge, breached := strings.CutSuffix(word, "~")
			x.Walls[x.edge(edge)] = map[bool]Wall{false: Whole, true: Breach}[breached]
		}
	case "automata":
		for i, word := range w[1:] {
			x.Automata[i].Edge, x.Automata[i].End = x.heading(word)
		}
	case "active":
		x.Active = int8(w[1][0] - 'A')
	case "first":
		x.First = int8(w[1][0] - 'A')
	case "points":
		x.Points = int8(x.number(w[1]))
	case "spin":
		x.Spin = int8(x.number(w[1]))
	case "mechs":
		x.Snipers[Core] = int8(x.number(w[1]))
	default:
		for i := 1; i < len(w); i += 2 {
			x.hold(int(w[0][0]-'A'), w[i], w[i+1])
		}
	}
}

// hold gives a player something: numbers, or cards by their number.
func (x *table) hold(player int, what, value string) {
	x.t.Helper()
	p, own := &x.Players[player], &x.secret[player]
	set := uint32(0)
	for _, w := range strings.Split(value, ",") {
		set |= 1 << x.number(w)
	}
	n := int8(x.number(strings.Split(value, ",")[0]))
	switch what {
	case "support":
		p.Support = n
	case "damage":
		p.Damage = n
	case "items":
		p.Items = n
	case "built":
		p.Built = n
	case "leader":
		p.Leader = n
	case "hand":
		own.Hand |= set
		p.Hand = int8(size(own.Hand))
		own.Deck &^= set
	case "dead":
		p.Dead |= set
		own.Deck &^= set
	case "discard":
		p.Discard |= set
		own.Deck &^= set
	case "card":
		own.Deck |= p.Played
		p.Card, p.Played = n, set
		own.Deck &^= set
	default:
		x.t.Fatalf("nobody holds %s", what)
	}
	own.Out = fullDeck &^ (own.Hand | own.Deck | p.Played | p.Dead | p.Discard)
	p.Deck = int8(size(own.Deck))
}

// by lets a seat act; what it rolls must be exactly what is given.
func (x *table) by(seat game.Seat, a *Action, rolls ...int) {
	x.t.Helper()
	src, log := dice.NewScripted(rolls...), &game.Log{}
	if err := x.Apply(seat, a, src, log); err != nil {
		raw, _ := a.MarshalJSON()
		x.t.Fatalf("%s by seat %d: %v", raw, seat, err)
	}
	if src.Left() > 0 {
		x.t.Errorf("%d rolls were not needed", src.Left())
	}
	x.events = log.Events
}

// do lets the active player act.
func (x *table) do(a *Action, rolls ...int) {
	x.t.Helper()
	x.by(x.cfg.owner(x.Active), a, rolls...)
}

// refuses checks that an action of the active player's is refused, with a code
// and a rule.
func (x *table) refuses(a *Action, code, rule string) {
	x.t.Helper()
	seat := x.cfg.owner(max(x.Active, 0))
	x.refusesBy(seat, a, code, rule)
}

func (x *table) refusesBy(seat game.Seat, a *Action, code, rule string) {
	x.t.Helper()
	raw, _ := a.MarshalJSON()
	err, _ := x.Apply(seat, a, dice.Forbidden{}, nil).(*game.Error)
	if err == nil || err.Code != code || err.Rule != rule {
		x.t.Errorf("%s by seat %d: %v, want %s %s", raw, seat, err, rule, code)
	}
}

// ends lets the active player end its turn, and the machine draw a card of a
// kind. The rolls after that are those of the hands.
func (x *table) ends(kind MachineKind, rolls ...int) {
	x.t.Helper()
	x.Machine, x.Burnt = 1<<(int(kind)*maxCopies), 0
	x.do(End(), append([]int{0}, rolls...)...)
}

// happened lists the kinds of the last deeds.
func (x *table) happened() string {
	var list []string
	for _, d := range x.Deeds[:x.Told] {
		list = append(list, d.Kind.String())
	}
	return strings.Join(list, " ")
}

func (x *table) view(seat game.Seat) *View { return x.View(seat, nil).(*View) }

// empty is a table with nobody and nothing on it.
const empty = `
           .
    .    .   .    .
       .   *   .
    .    .   .    .
           .
`
