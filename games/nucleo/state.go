package nucleo

import "banco/game"

// Bounds of the fixed arrays that make a state a flat value (N01).
const (
	MaxPlayers = 4
	Cells      = 13 // the core, six inner hexes, six outer ones
	Edges      = 54 // sides that something can happen on
	Gates      = 6
	Automata   = 2

	Tiles      = 6 // factory tiles, 5 on top, 0 at the bottom
	Pollutants = 42
	ToxicAreas = 6
	WallPieces = 30
	Mechs      = 20
	Camps      = 6 // a player's

	HandSize    = 3
	DeckSize    = 12 // of a faction's cards, those that a player takes
	MaxDamage   = 3
	Foul        = 3 // of pollutants in a hex: a toxic area
	maxDeeds    = 64
	maxLines    = 12
	maxSaid     = 8   // sentences of one seat in one turn
	maxSentence = 200 // runes of a free sentence
)

// None is no cell, no edge, no card, no player.
const None = -1

// Core is the cell in the middle.
const Core = 0

// Phase is what the match waits for.
type Phase int8

// The phases.
const (
	PhaseLeader Phase = iota // a player to take a leader, and with it a faction (N04)
	PhaseDraft               // everybody at once to leave six cards out, in secret (N04, option draft)
	PhaseStart               // a player to place the starting camp (N04)
	PhasePlan                // everybody at once to pick a card, in secret (N07)
	PhaseAct                 // the active player to act (N09); the others may talk (N08)
	PhaseOver
	NumPhases
)

var phaseNames = [NumPhases]string{"leader", "draft", "start", "plan", "act", "over"}

func (p Phase) String() string { return name(phaseNames[:], int(p)) }

func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i]
}

// Outcome is how a match ended (N23, N24).
type Outcome int8

// The outcomes. The last is the table's limit, not the rules'.
const (
	Undecided      Outcome = iota
	Victory                // N23
	DefeatCore             // the core was ordered a sixth tile
	DefeatToxic            // the machine wanted a seventh toxic area
	DefeatMassacre         // two dead of one habitat (N20)
	DefeatDeserted         // everybody had left and a factory stood (N25)
	DefeatTime             // option round_limit
	NumOutcomes
)

var outcomeNames = [NumOutcomes]string{"undecided", "victory", "core", "toxic", "massacre", "deserted", "time"}

func (o Outcome) String() string { return name(outcomeNames[:], int(o)) }

// Wall is what stands on an edge.
type Wall int8

// The states of an edge. A breached wall lets people and hunters through; for
// automata, and for who is isolated, it is a wall (N14).
const (
	Open Wall = iota
	Whole
	Breach
)

// Automaton walks along edges (N12).
type Automaton struct {
	Edge int8 // where it is; None while it waits at the core
	End  int8 // the end of the edge that it heads for, see Heading
	Gate int8 // the gate by which it came, 0 … 5
}

// Player is one faction in play: a leader, its cards and its camps. Everybody
// sees all of it.
type Player struct {
	Faction int8 // None before it is taken
	Leader  int8
	At      int8 // cell; None before the start and after leaving
	Damage  int8
	Support int8
	Items   int8
	Built   int8 // camps built so far, those lost since among them
	Left    bool // has built all its camps (N25)
	Acted   bool // its turn of this round is over

	Card    int8   // the revealed card of this round, by its number within the faction; None
	Played  uint32 // cards in play, as all sets of a faction's cards: bit n is its card n
	Discard uint32
	Dead    uint32
	Seen    uint32         // cards that everybody knows to be among its twelve
	Hand    int8           // how many cards it holds
	Deck    int8           // how many are to be drawn
	Known   [Habitats]int8 // of what it holds, what it has said and not shown since: at least so many of each habitat
}

// Secret is what only a player's own seat knows of it: sets of its faction's
// cards by bit, and its choice.
type Secret struct {
	Hand uint32
	Deck uint32
	Out  uint32 // left out of the twelve
	Pick int8   // the card picked for this round, None before
}

// LineKind is a kind of sentence (N08).
type LineKind int8

// The sentences that may be said.
const (
	LineNone     LineKind = iota
	LineHabitats          // the habitats of the cards of a player's hand
	LineHelp              // "I have a way to help"
	LinePoint             // pointing at a hex
	LineSaid              // free words, which only the log keeps
	NumLines
)

var lineNames = [NumLines]string{"", "habitats", "help", "point", "say"}

func (k LineKind) String() string { return name(lineNames[:], int(k)) }

// Line is something that was said since the last reveal.
type Line struct {
	Kind     LineKind
	Seat     game.Seat
	Player   int8           // LineHabitats: whose hand
	Cell     int8           // LinePoint
	Habitats [Habitats]int8 // LineHabitats: how many of each
}

// Board is everything that everybody sees. It is a flat value.
type Board struct {
	Phase   Phase
	Outcome Outcome
	Round   int16 // from 1; 0 before the first
	First   int8  // the player who begins this round
	Active  int8  // the player whose turn it is, or who has to choose; None while all plan
	Points  int8  // action points that the active player has left
	Spin    int8  // the machine's direction: 1 clockwise, -1 counterclockwise
	Top     int8  // the number of the core's top tile

	Kind     [Cells]int8 // habitat; None for the core
	Tile     [Cells]int8 // number of the factory tile built there; None
	Wild     [Cells]bool // that tile is rewilded
	Poison   [Cells]int8 // pollutants; Foul for a toxic area
	Hunters  [Cells]int8
	Snipers  [Cells]int8
	Camps    [Cells]uint8 // by player, bit n is player n
	Walls    [Edges]Wall
	Automata [Automata]Automaton

	Machine uint64 // machine cards to be drawn, by bit
	Burnt   uint64 // and drawn since the last shuffle
	Drawn   int8   // the last one drawn, or None

	Players [MaxPlayers]Player

	Hush  game.Seats       // who has nothing more to say this round
	Said  [MaxPlayers]int8 // by seat: sentences said in this turn
	Lines [maxLines]Line   // the last of what was said since the reveal
	Spoke int8             // how many of them there are
	Deeds [maxDeeds]Deed   // what the last open action led to, in order
	Told  int8             // how many they are
}

// State is one point of a match.
type State struct {
	cfg *Config
	Board
	secret [MaxPlayers]Secret
	laid   game.Seats // whose cards lie face down for good (N07)
}

// View is what a seat, or a watcher, may know.
type View struct {
	cfg  *Config
	seat game.Seat
	Board
	Own  [MaxPlayers]Secret // of the viewer's own players, and of all once it is over; otherwise empty
	laid bool               // the viewer's cards lie; of the others' it knows nothing
}
