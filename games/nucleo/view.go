package nucleo

import (
	"math/rand/v2"

	"banco/game"
	"banco/hex"
)

// View is what a seat, or a watcher, may know. It is filled field by field from
// what that viewer may see; whatever is not named here stays hidden.
func (s *State) View(seat game.Seat, reuse game.View) game.View {
	if seat < 0 || int(seat) >= s.cfg.seats {
		seat = game.Watcher
	}
	v, ok := reuse.(*View)
	if !ok || v == nil {
		v = new(View)
	}
	v.cfg, v.seat, v.Board = s.cfg, seat, s.Board
	v.laid = s.laid.Has(seat)
	for p := range v.Own {
		if v.Knows(p) {
			v.Own[p] = s.secret[p]
		} else {
			v.Own[p] = Secret{Pick: None}
		}
	}
	return v
}

// Knows tells whether the viewer sees a player's cards: its own seat does, and
// everybody once it is over.
func (v *View) Knows(player int) bool {
	return v.cfg.owns(v.seat, player) || v.Phase == PhaseOver && player < v.cfg.players
}

// What follows is what pages and bots ask a view for; each answer is worked out
// from the view itself.

// Seat is whose view this is.
func (v *View) Seat() game.Seat { return v.seat }

// Seats is how many seats there are.
func (v *View) Seats() int { return v.cfg.seats }

// NumPlayers is how many factions play; players are numbered below it.
func (v *View) NumPlayers() int { return v.cfg.players }

// SeatOf is the seat that plays a player's hand.
func (v *View) SeatOf(player int) game.Seat { return v.cfg.owner(int8(player)) }

// Options are the match's options, all of them; they must not be changed.
func (v *View) Options() *Options { return &v.cfg.opt }

// ToAct is who may act as far as the viewer may know: while all choose at once,
// everybody who has a choice, but for the viewer when it has chosen. Seats that
// could only talk are among them; Turn says whose turn it is.
func (v *View) ToAct() game.Seats {
	waits := game.Seats(0)
	if v.Phase == PhaseDraft || v.Phase == PhasePlan {
		waits = v.planning(v.cfg)
		if v.seat >= 0 && !v.Mine() {
			waits &^= game.Only(v.seat)
		}
	}
	return v.toAct(v.cfg, waits)
}

// Turn is the seat that is awaited, alone: to take a leader, to place a camp, to
// act. Watcher while all choose at once, and once it is over.
func (v *View) Turn() game.Seat {
	if v.Active == None {
		return game.Watcher
	}
	return v.cfg.owner(v.Active)
}

// Mine tells whether the viewer may do anything now, be it only talk.
func (v *View) Mine() bool {
	j := v.judge()
	return v.Phase != PhaseOver && j.mayAct()
}

// Acting tells whether it is the viewer's own player who is active.
func (v *View) Acting() bool { return v.Phase == PhaseAct && v.Turn() == v.seat }

// Laid tells whether the viewer has laid its cards for this round.
func (v *View) Laid() bool { return v.laid }

func (v *View) judge() judge {
	return judge{c: v.cfg, b: &v.Board, own: &v.Own, laid: v.laid, seat: v.seat}
}

// Check says why an action of the viewer's would be refused, nil if it is legal.
func (v *View) Check(a *Action) *game.Error {
	j := v.judge()
	if a == nil {
		return j.refuse(notAnAction, nil)
	}
	if why := j.allows(a); why != fine {
		return j.refuse(why, a)
	}
	return nil
}

// HandOf lists the cards that a player holds, by id; nil when the viewer does
// not see them.
func (v *View) HandOf(player int) []int { return v.ids(player, v.Own[player].Hand) }

// DeckOf lists the cards that a player has still to draw, by id and in no other
// order; nil when the viewer does not see them.
func (v *View) DeckOf(player int) []int { return v.ids(player, v.Own[player].Deck) }

// DraftOf lists the cards that a player of the viewer's can still leave out, by
// id.
func (v *View) DraftOf(player int) []int {
	if v.Phase != PhaseDraft || !v.Knows(player) {
		return nil
	}
	return v.ids(player, fullDeck&^v.Own[player].Out)
}

// PickOf is the card that a player of the viewer's has picked, None before.
func (v *View) PickOf(player int) int {
	if n := v.Own[player].Pick; n != None {
		return CardID(v.Players[player].Faction, n)
	}
	return None
}

// CardOf is the card that a player has in play this round, None before the
// reveal and after its turn.
func (v *View) CardOf(player int) int {
	if n := v.Players[player].Card; n != None {
		return CardID(v.Players[player].Faction, n)
	}
	return None
}

// PlayedOf, DiscardOf and DeadOf list a player's open cards by id.
func (v *View) PlayedOf(player int) []int { return v.ids(player, v.Players[player].Played) }

// DiscardOf lists a player's discards by id.
func (v *View) DiscardOf(player int) []int { return v.ids(player, v.Players[player].Discard) }

// DeadOf lists a player's dead by id.
func (v *View) DeadOf(player int) []int { return v.ids(player, v.Players[player].Dead) }

func (v *View) ids(player int, set uint32) []int {
	var list []int
	for ; set != 0; set &= set - 1 {
		list = append(list, CardID(v.Players[player].Faction, nth(set, 0)))
	}
	return list
}

// Dead is how many defenders of a habitat have died; two are a massacre.
func (v *View) Dead(habitat int) int { return v.dead(habitat) }

// CampsOf is how many of a player's camps stand, of Camps.
func (v *View) CampsOf(player int) int { return v.camps(int8(player)) }

// CampCost is what a player's next camp costs.
func (v *View) CampCost(player int) int { return v.campCost(v.cfg, &v.Players[player]) }

// DamageLimit is how much damage a player holds; one more and a defender dies.
func (v *View) DamageLimit(player int) int { return int(v.Players[player].limit()) }

// Supply is what is left beside the board.
type Supply struct {
	Walls, Mechs, Pollutants, Toxic int
	Tiles                           int // in the core, its top one among them
}

// Supply counts what is left.
func (v *View) Supply() Supply {
	return Supply{v.wallsLeft(), v.mechsLeft(), v.pollutantsLeft(), v.toxicLeft(), int(v.Top) + 1}
}

// MachineDeck lists the machine cards that are still to be drawn before the
// discards are shuffled in again, by id and in no other order.
func (v *View) MachineDeck() []int { return machineIDs(v.Machine) }

// MachineDiscard lists the machine cards drawn since the last shuffle, by id.
func (v *View) MachineDiscard() []int { return machineIDs(v.Burnt) }

func machineIDs(set uint64) []int {
	list := []int{}
	for ; set != 0; set &= set - 1 {
		list = append(list, int(nth(set, 0)))
	}
	return list
}

// Spoken is what was said since the reveal, the last of it.
func (v *View) Spoken() []Line { return v.Lines[:v.Spoke:v.Spoke] }

// Forecast tells what a kind of machine card would do now, deed by deed, and how
// the match would end if it would. It knows what everybody sees: while people
// plan, hunters are taken to chase the one who acts first.
func (v *View) Forecast(kind MachineKind) ([]Deed, Outcome) {
	b := v.Board
	return b.foresee(v.cfg, kind)
}

// ForecastCard is Forecast for a whole machine card, by its id.
func (v *View) ForecastCard(card int) ([]Deed, Outcome) {
	b := v.Board
	return b.foresee(v.cfg, MachineDoes(card)...)
}

func (b *Board) foresee(c *Config, does ...MachineKind) ([]Deed, Outcome) {
	if b.Phase != PhasePlan && b.Phase != PhaseAct {
		return nil, b.Outcome
	}
	if b.Phase == PhasePlan {
		b.Active = b.First
	}
	b.Told = 0
	for _, kind := range does {
		if b.Outcome == Undecided {
			b.perform(c, kind)
		}
	}
	return b.Deeds[:b.Told:b.Told], b.Outcome
}

// Side is one of the six sides of a cell.
type Side struct {
	Edge   int
	Beyond int // the cell there, None where the perimeter is
	Wall   Wall
	Closed bool // in the sense of N14
	Walk   bool // whether one can walk there
	Outlet bool // whether the factory here puts a pollutant there (N14)
}

// Cell is everything that is on a cell.
type Cell struct {
	ID        int
	Hex       hex.Hex
	Habitat   int // None for the core
	Factory   int // the number of the tile, None; the core's is its top one
	Runs      bool
	Wild      bool // a factory tile that is rewilded
	Pollution int  // pollutants, 0 … 2
	Toxic     bool
	Hunters   int
	Snipers   int
	Camps     []int // players with a camp here
	Leaders   []int // players whose leader is here
	Isolated  bool  // closed on all six sides (N14)
	Sides     [hex.Directions]Side
}

// Cells are all the cells with what is on them: the core, the inner ones, the
// outer ones.
func (v *View) Cells() []Cell {
	list := make([]Cell, Cells)
	for i := range list {
		list[i] = v.Cell(i)
	}
	return list
}

// Cell is one of them.
func (v *View) Cell(i int) Cell {
	n := int8(i)
	c := Cell{
		ID: i, Hex: star.hexes[i], Habitat: int(v.Kind[i]), Factory: int(v.Tile[i]), Runs: v.isFactory(n), Wild: v.Wild[i],
		Pollution: int(v.Poison[i]), Hunters: int(v.Hunters[i]), Snipers: int(v.Snipers[i]), Isolated: v.isolated(v.cfg, n),
	}
	if i == Core {
		c.Factory = int(v.Top)
	}
	if c.Toxic = v.Poison[i] == Foul; c.Toxic {
		c.Pollution = 0
	}
	for p := range v.cfg.players {
		if v.Camps[i]&(1<<p) != 0 {
			c.Camps = append(c.Camps, p)
		}
		if v.Players[p].At == n {
			c.Leaders = append(c.Leaders, p)
		}
	}
	for side := range c.Sides {
		edge := star.edge[i][side]
		_, walk := v.passable(n, side)
		c.Sides[side] = Side{
			Edge: int(edge), Beyond: int(star.beyond[i][side]), Wall: v.Walls[edge], Closed: v.closed(v.cfg, n, side), Walk: walk && i != Core,
			Outlet: c.Runs && side%2 == c.Factory%2 && star.beyond[i][side] != None && !v.isFactory(star.beyond[i][side]),
		}
	}
	return c
}

// Path is where an automaton stands and would go: the cell ahead of it, the one
// that it circles, and the edge that it would come to; none of them while it
// waits at the core.
type Path struct {
	Edge, Ahead, Circles, Next int
	Blocked                    bool // it cannot go on: it would be reset (N13)
}

// PathOf tells about an automaton, 0 or 1.
func (v *View) PathOf(i int) Path {
	a := v.Automata[i]
	if a.Edge == None {
		return Path{None, None, None, None, false}
	}
	circles, next := Heading{a.Edge, a.End}.pivot(v.Spin)
	return Path{int(a.Edge), int(star.ways[a.Edge][a.End].ahead), int(circles), int(next.Edge),
		v.Walls[next.Edge] != Open || v.byFactory(next.Edge) || v.occupied(next.Edge)}
}

// Exposed tells whether an action of a kind, done by a player from where it
// stands and with no item, needs a damage roll (N18).
func (v *View) Exposed(player int, kind ActionKind) bool {
	p := &v.Players[player]
	return p.At != None && v.exposed(p, kind)
}

// Determinize makes a state that agrees with all that the view knows: hidden
// hands hold cards that they can hold, by what was seen of them and what was
// said. While all choose at once nobody but the viewer has chosen for good in it:
// that can always be, and says nothing of who has.
func (v *View) Determinize(rng *rand.Rand) game.State {
	s := &State{cfg: v.cfg, Board: v.Board, secret: v.Own}
	for p := range v.cfg.players {
		if !v.Knows(p) {
			s.secret[p] = v.imagine(p, rng)
		}
	}
	if v.laid {
		s.laid = game.Only(v.seat)
	}
	return s
}
