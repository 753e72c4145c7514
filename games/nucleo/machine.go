package nucleo

import "banco/hex"

// What the machine does. None of it rolls and all of it is public, so the same
// functions play a card and forecast it.

// perform does one of the machine's four things.
func (b *Board) perform(c *Config, kind MachineKind) {
	switch kind {
	case MachineAutomata:
		for i := range b.Automata {
			b.advance(i)
			b.advance(i)
		}
	case MachineFactories:
		b.factories(c)
	case MachineMechs:
		b.mechs(c)
	case MachineReboot:
		b.Spin = -b.Spin
		d := deed(DeedFlipped)
		d.N = int16(b.Spin)
		b.did(d)
		b.factories(c)
	}
}

// automatonDeed is a deed of an automaton on an edge.
func automatonDeed(k DeedKind, i int, edge int8) Deed {
	d := deed(k)
	d.N, d.Edge = int16(i), edge
	return d
}

// advance takes an automaton one step on, with a wall behind it (N12), or back
// to the core when it cannot go on (N13).
func (b *Board) advance(i int) {
	a := &b.Automata[i]
	if a.Edge == None {
		b.enter(i)
		return
	}
	here := Heading{a.Edge, a.End}
	_, next := here.pivot(b.Spin)
	b.wall(here.Edge)
	if b.Walls[next.Edge] != Open || b.byFactory(next.Edge) || b.occupied(next.Edge) {
		a.Edge, a.End = None, 0
		b.did(automatonDeed(DeedReset, i, here.Edge))
		b.enter(i)
		return
	}
	a.Edge, a.End = next.Edge, next.End
	b.did(automatonDeed(DeedAdvanced, i, next.Edge))
}

// enter brings an automaton from the core onto the next free gate in the
// machine's direction, and if there is none onto the first free side beyond one
// (N13).
func (b *Board) enter(i int) {
	a := &b.Automata[i]
	for k := 1; k <= Gates; k++ {
		gate := around(a.Gate, int8(k)*b.Spin)
		if b.stepOut(i, gate, star.gates[gate]) {
			return
		}
	}
	for k := 1; k <= Gates; k++ {
		gate := around(a.Gate, int8(k)*b.Spin)
		out := star.gates[gate]
		turns := star.ways[out.Edge][out.End].turns
		if b.Spin < 0 {
			turns[0], turns[1] = turns[1], turns[0]
		}
		if b.stepOut(i, gate, turns[0]) || b.stepOut(i, gate, turns[1]) {
			return
		}
	}
	b.did(automatonDeed(DeedWaits, i, None))
}

// stepOut puts an automaton on an edge if that is free.
func (b *Board) stepOut(i int, gate int8, to Heading) bool {
	if b.Walls[to.Edge] != Open || b.byFactory(to.Edge) || b.occupied(to.Edge) {
		return false
	}
	b.Automata[i] = Automaton{to.Edge, to.End, gate}
	b.did(automatonDeed(DeedEntered, i, to.Edge))
	return true
}

func around(gate, by int8) int8 { return (gate + by + 2*Gates) % Gates }

func (b *Board) occupied(edge int8) bool {
	for i := range b.Automata {
		if b.Automata[i].Edge == edge {
			return true
		}
	}
	return false
}

// wall puts a wall on an edge, as long as there are any.
func (b *Board) wall(edge int8) {
	if b.Walls[edge] != Open || b.wallsLeft() == 0 {
		return
	}
	b.Walls[edge] = Whole
	d := deed(DeedWalled)
	d.Edge = edge
	b.did(d)
}

func (b *Board) wallsLeft() int {
	left := WallPieces
	for _, w := range b.Walls {
		if w != Open {
			left--
		}
	}
	return left
}

// isFactory tells whether a cell is a factory that runs; the core is one.
func (b *Board) isFactory(cell int8) bool {
	return cell == Core || b.Tile[cell] != None && !b.Wild[cell]
}

// byFactory tells whether an edge is a side of a factory or of the core.
func (b *Board) byFactory(edge int8) bool {
	w := &star.ways[edge][0]
	return b.isFactory(w.right) || w.left != None && b.isFactory(w.left)
}

// closed tells whether a side of a cell is closed in the sense of N14.
func (b *Board) closed(c *Config, cell int8, side int) bool {
	if b.Walls[star.edge[cell][side]] != Open {
		return true
	}
	other := star.beyond[cell][side]
	if other == None {
		return c.perimeterClosed
	}
	return b.isFactory(other)
}

// isolated tells whether a hex is closed on all six sides (N14).
func (b *Board) isolated(c *Config, cell int8) bool {
	if b.isFactory(cell) {
		return false
	}
	for side := range hex.Directions {
		if !b.closed(c, cell, side) {
			return false
		}
	}
	return true
}

// factories builds on an isolated hex, the one nearest the core first, or
// spreads pollutants when there is none (N14).
func (b *Board) factories(c *Config) {
	for cell := int8(1); cell < Cells; cell++ { // inner hexes come before outer ones
		if !b.isolated(c, cell) {
			continue
		}
		if b.Top == 0 {
			b.Outcome = DefeatCore
			return
		}
		b.build(cell)
		return
	}
	b.spread()
}

// build puts the core's top tile on a hex.
func (b *Board) build(cell int8) {
	for _, edge := range star.edge[cell] {
		b.Walls[edge] = Open
	}
	d := deed(DeedBuilt)
	d.To, d.N = cell, int16(b.Top)
	b.did(d)
	for p := range b.Players {
		if b.Camps[cell]&(1<<p) != 0 {
			d := of(DeedCampLost, int8(p))
			d.From = cell
			b.did(d)
		}
	}
	b.Camps[cell], b.Poison[cell] = 0, 0
	b.Tile[cell], b.Wild[cell] = b.Top, false
	b.Top--
	// The snipers of a tile go where it goes; the one below gets its own.
	b.Snipers[cell] += b.Snipers[Core]
	b.Snipers[Core] = 0
	b.Snipers[Core] = int8(min(2, b.mechsLeft()))
	d = deed(DeedUncovered)
	d.To, d.N = Core, int16(b.Snipers[Core])
	b.did(d)
}

func (b *Board) mechsLeft() int {
	left := Mechs
	for cell := range b.Hunters {
		left -= int(b.Hunters[cell] + b.Snipers[cell])
	}
	return left
}

// spread lets every factory put a pollutant beyond each of its outlets: three
// alternate sides, the even ones for even tiles.
func (b *Board) spread() {
	for cell := int8(0); cell < Cells; cell++ {
		if !b.isFactory(cell) {
			continue
		}
		tile := b.Tile[cell]
		if cell == Core {
			tile = b.Top
		}
		for side := int(tile % 2); side < hex.Directions; side += 2 {
			to := star.beyond[cell][side]
			if to == None || b.isFactory(to) {
				continue
			}
			if b.pollute(cell, to); b.Outcome != Undecided {
				return
			}
		}
	}
}

// pollute puts a pollutant in a hex; the third makes it toxic (N15).
func (b *Board) pollute(from, to int8) {
	kind := DeedPolluted
	switch {
	case b.Poison[to] == Foul:
		return
	case b.Poison[to] == Foul-1:
		if b.toxicLeft() == 0 {
			b.Outcome = DefeatToxic
			return
		}
		kind = DeedToxic
	case b.pollutantsLeft() == 0:
		return
	}
	b.Poison[to]++
	d := deed(kind)
	d.From, d.To = from, to
	b.did(d)
}

func (b *Board) toxicLeft() int {
	left := ToxicAreas
	for _, n := range b.Poison {
		if n == Foul {
			left--
		}
	}
	return left
}

func (b *Board) pollutantsLeft() int {
	left := Pollutants
	for _, n := range b.Poison {
		if n < Foul {
			left -= int(n)
		}
	}
	return left
}

// mechs deploys a hunter ahead of each automaton, and lets all hunters chase
// (N16).
func (b *Board) mechs(c *Config) {
	for i := range b.Automata {
		a := &b.Automata[i]
		if a.Edge == None || b.mechsLeft() == 0 {
			continue
		}
		to := star.ways[a.Edge][a.End].ahead
		if to == None || to == Core {
			to, _ = Heading{a.Edge, a.End}.pivot(b.Spin)
		}
		b.Hunters[to]++
		d := automatonDeed(DeedDeployed, i, a.Edge)
		d.To = to
		b.did(d)
	}
	b.chase(c)
}

// chase moves every hunter onto its prey: the active player within two hexes,
// else another within one, in turn order after the active one.
func (b *Board) chase(c *Config) {
	if b.Active == None {
		return
	}
	var prey [Cells]int8 // whom a hunter of a cell goes after
	for cell := range prey {
		prey[cell] = None
	}
	hunted := func(player, reach int8) {
		at := b.Players[player].At
		if at == None {
			return
		}
		far := b.distances(at, reach)
		for cell := range prey {
			if far[cell] >= 0 && prey[cell] == None {
				prey[cell] = player
			}
		}
	}
	hunted(b.Active, 2)
	// Who stands among hunters already is the nearest prey of those.
	for near := int8(0); near <= 1; near++ {
		for k := 1; k < c.players; k++ {
			hunted(int8((int(b.Active)+k)%c.players), near)
		}
	}
	from := b.Hunters
	for cell := range prey {
		n := from[cell]
		if n == 0 || prey[cell] == None {
			continue
		}
		to := b.Players[prey[cell]].At
		if int(to) == cell {
			continue
		}
		b.Hunters[cell] -= n
		b.Hunters[to] += n
		d := of(DeedChased, prey[cell])
		d.From, d.To, d.N = int8(cell), to, int16(n)
		b.did(d)
	}
}

// passable tells whether a side can be walked through, and where to.
func (b *Board) passable(cell int8, side int) (to int8, ok bool) {
	to = star.beyond[cell][side]
	return to, to > Core && b.Walls[star.edge[cell][side]] != Whole
}

// distances is how far each cell is from one, on foot; -1 beyond a limit.
func (b *Board) distances(from, limit int8) [Cells]int8 {
	var far [Cells]int8
	for cell := range far {
		far[cell] = -1
	}
	far[from] = 0
	var queue [Cells]int8
	queue[0] = from
	for head, tail := 0, 1; head < tail; head++ {
		cell := queue[head]
		if far[cell] == limit {
			continue
		}
		for side := range hex.Directions {
			if to, ok := b.passable(cell, side); ok && far[to] < 0 {
				far[to] = far[cell] + 1
				queue[tail] = to
				tail++
			}
		}
	}
	return far
}
