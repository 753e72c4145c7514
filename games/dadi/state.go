package dadi

import (
	"banco/game"
	"banco/geom"
)

// Bounds of the fixed arrays that make a state a flat value.
const (
	MaxSeats = 6
	Soldiers = 6 // a player's dice, one for each number
	MaxDice  = MaxSeats * Soldiers
	maxDeeds = 16
)

// None is the id of no die.
const None = -1

// Measures (D02).
const (
	ALC       = 30 * geom.Unit // the unit of moves and shots
	DieHeight = 16 * geom.Unit
	Radius    = DieHeight / 2  // of the disc that a die is on the table
	Contact   = 1 * geom.Unit  // the gap at which two dice still touch
	Margin    = 20 * geom.Unit // between the scenery and the edges of the table
)

// Commander is the number of the soldier whose death puts its player out.
const Commander = 1

// Phase is what the match waits for.
type Phase int8

// The phases.
const (
	PhaseScenery Phase = iota // an object to be laid (D04)
	PhaseCamp                 // a die to be placed (D05)
	PhaseTurn                 // the picked soldier to move, fire or stand still (D07)
	PhaseMelee                // the mover to choose whom it fights next (D12)
	PhaseReserve              // a player who lost a die to try for it, or not (D13)
	PhaseArrival              // a place for a die that comes back (D13)
	PhaseOver
	NumPhases
)

var phaseNames = [NumPhases]string{"scenery", "camp", "turn", "melee", "reserve", "arrival", "over"}

func (p Phase) String() string { return name(phaseNames[:], int(p)) }

func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i]
}

// Die is where a soldier is.
type Die struct {
	At     geom.Point
	Stands bool // on the table; false before it is placed and once it is dead
}

// Deed is something that happened, so that a page can show it happening. Which
// fields count depends on the kind.
type Deed struct {
	Kind   DeedKind
	Seat   game.Seat
	Die    int8           // id, or None
	Target int8           // id, or None
	Piece  int8           // laid: which of Ground.Pieces
	Hit    bool           // fired, reserve: whether it succeeded
	Rolls  [MaxSeats]int8 // rolls for the camp or the initiative: by seat, 0 for who did not roll; otherwise the first ones
	From   geom.Point
	To     geom.Point
}

// DeedKind says what happened.
type DeedKind int8

// The deeds.
const (
	DeedNone       DeedKind = iota
	DeedLaid                // Seat, Piece
	DeedLeftOut             // Seat left an object out
	DeedCampRoll            // Rolls
	DeedPlaced              // Die, To
	DeedInitiative          // Rolls
	DeedPicked              // Rolls[0] names Die, which may act
	DeedDead                // Rolls[0] names Die, which is dead
	DeedMoved               // Die, From, To
	DeedFired               // Die, Target, Rolls[0], Hit
	DeedFought              // Die, Target, Rolls[0] against Rolls[1]
	DeedRemoved             // Die, From
	DeedOut                 // Seat is out of the game
	DeedReserve             // Die, Rolls[0], Hit
	DeedDeclined            // Die stays dead
	DeedArrived             // Die, To
	DeedEnded               // Die stood still, or ended its turn
	NumDeeds
)

var deedNames = [NumDeeds]string{"", "laid", "left_out", "camp_roll", "placed", "initiative", "picked", "dead",
	"moved", "fired", "fought", "removed", "out", "reserve", "declined", "arrived", "ended"}

func (k DeedKind) String() string { return name(deedNames[:], int(k)) }

// Board is everything there is on the table. It is a flat value; Ground points
// to something that never changes once it is made.
type Board struct {
	Ground *Ground
	Phase  Phase
	Laid   int8                // objects laid or left out
	Round  int16               // from 1; 0 before the first
	Order  [MaxSeats]game.Seat // of the base camp, then of the round
	Orders int8                // how many of them there are
	Turn   int8                // which of them is under way; at the camp each has two, the second for the soldiers
	Camp   int8                // at the camp, in ALC: a commander's least distance from the others, a soldier's greatest from its own
	Dice   [MaxDice]Die        // by id
	Out    game.Seats          // who is out of the game
	Active int8                // the die whose turn it is, or None
	Moved  bool                // whether it has moved in this turn
	Fired  bool                // and fired
	Fights bool                // it has moved and its fights are not over
	Lost   int8                // the die that its owner may bring back, or None
	Deeds  [maxDeeds]Deed      // what the last action led to, the last of it if it was more
	Told   int8                // how many they are
}

var _ game.Eventful = (*State)(nil)

// State is one point of a match.
type State struct {
	cfg *Config
	Board
}

// View is a state as seen from a seat: nothing is hidden.
type View struct {
	cfg  *Config
	seat game.Seat
	Board

	star *geom.Star // working memory for drawing; no information
}

// rolls tells whether dice fell.
func (k DeedKind) rolls() bool {
	switch k {
	case DeedCampRoll, DeedInitiative, DeedPicked, DeedDead, DeedFired, DeedFought, DeedReserve:
		return true
	}
	return false
}

// Events counts the rolls of the last action, which people want to see fall.
func (s *State) Events() int {
	n := 0
	for i := range s.Deeds[:s.Told] {
		if s.Deeds[i].Kind.rolls() {
			n++
		}
	}
	return n
}

// ID is the id of a seat's soldier, by its number.
func ID(seat game.Seat, number int) int { return int(seat)*Soldiers + number - 1 }

// SeatOf is whose die it is.
func SeatOf(die int) game.Seat { return game.Seat(die / Soldiers) }

// NumberOf is the number that the die shows, which is its soldier (D01).
func NumberOf(die int) int { return die%Soldiers + 1 }
