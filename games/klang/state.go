package klang

import (
	"banco/game"
	"banco/geom"
)

// Bounds of the fixed arrays that make a state a flat value.
const (
	MaxRobots = 12 // six a side
	MaxParts  = 60 // five a robot
	MaxLoot   = 24 // 8 at the start, 2 in each of 8 rounds
	MaxRounds = 12
)

// None is the id of no robot, no part, no malloppo.
const None = -1

// Where a part or a malloppo is when it is on no robot (the id of a robot
// otherwise).
const (
	OnTable = -1 // it lies at its point
	Gone    = -2 // it has left the game, or has not come into it yet
)

// Slot is one of the five places of a robot where a part can sit (K02).
type Slot int8

// The slots, in the order of arrays and lists.
const (
	Torso Slot = iota
	RightArm
	LeftArm
	Head
	Backpack
	NumSlots
)

// PartKind says which slots a part fits (K02).
type PartKind int8

// The kinds of part.
const (
	TorsoPart PartKind = iota
	ArmPart
	HeadPart
	BackpackPart
	NumPartKinds
)

// Weapon is what a part can attack with (K04).
type Weapon int8

// The weapons.
const (
	NoWeapon Weapon = iota
	Ranged
	Melee
	NumWeapons
)

// Frame is what a robot moves on; it changes nothing but the looks.
type Frame int8

// The frames.
const (
	Wheels Frame = iota
	Tracks
	Legs
	NumFrames
)

var (
	slotNames   = [NumSlots]string{"torso", "right_arm", "left_arm", "head", "backpack"}
	kindNames   = [NumPartKinds]string{"torso", "arm", "head", "backpack"}
	weaponNames = [NumWeapons]string{"", "ranged", "melee"}
	frameNames  = [NumFrames]string{"wheels", "tracks", "legs"}
	phaseNames  = [NumPhases]string{"terrain", "deployment", "choose", "act", "prize", "order", "over"}
	orderNames  = [NumOrders]string{"", "part_off", "loot_drop", "loot_hand_over", "part_out", "loot_arrives"}
)

func (s Slot) String() string     { return name(slotNames[:], int(s)) }
func (k PartKind) String() string { return name(kindNames[:], int(k)) }
func (w Weapon) String() string   { return name(weaponNames[:], int(w)) }
func (f Frame) String() string    { return name(frameNames[:], int(f)) }
func (p Phase) String() string    { return name(phaseNames[:], int(p)) }

func (k OrderKind) String() string { return name(orderNames[:], int(k)) }

func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i]
}

// Fits tells whether a part of kind k may sit in slot s (K02).
func (k PartKind) Fits(s Slot) bool {
	switch s {
	case Torso:
		return k == TorsoPart
	case RightArm, LeftArm:
		return k == ArmPart
	case Head:
		return k == HeadPart
	case Backpack:
		return k == BackpackPart
	}
	return false
}

// Phase is what the match waits for.
type Phase int8

// The phases.
const (
	PhaseTerrain    Phase = iota // a piece of terrain to be laid (option terrain = players)
	PhaseDeployment              // a robot to be placed; on a real table everything, by both sides at once
	PhaseChoose                  // a robot to be activated
	PhaseAct                     // the active robot's next action
	PhasePrize                   // the attacker's choice among what a hit can take
	PhaseOrder                   // hands to have done on a real table what has happened
	PhaseOver
	NumPhases
)

// Robot is what everybody sees of one robot.
type Robot struct {
	At        geom.Point
	Slots     [NumSlots]int8 // the part in each slot, or None
	Dice      int8           // how many dice it holds: rolled while it is active, kept as armour otherwise
	Placed    bool
	Activated bool // in this round
}

// Part is where a part is.
type Part struct {
	At    geom.Point // while it lies on the table
	On    int8       // the robot it is mounted on, OnTable or Gone
	Fired int8       // attacks made with it in the activation under way
}

// Loot is where a malloppo is.
type Loot struct {
	At geom.Point // while it lies on the table
	On int8       // the robot that carries it, OnTable or Gone
}

// Income is what a side scored at the end of one round.
type Income struct {
	Loot     int16 // K27
	Trophies int16 // K28
}

// Hit is an attack that waits for its prize. How high it reached is not here:
// that is secret (State.height).
type Hit struct {
	Robot  int8 // the attacker
	Target int8
	Slot   Slot // the weapon's
	Die    int8
}

// Order is what hands still have to do on a real table, so that it is there as
// it is here. What it is about has happened already: only play waits.
type Order struct {
	Kind   OrderKind
	Waits  game.Seats // who has yet to say that it is done
	Robot  int8       // the robot that something is taken off
	Target int8       // the robot away from which (part_off), toward which (loot_drop) or to which (loot_hand_over) it goes; part_out: the one that blew it up
	Slot   Slot       // part_off, part_out: where the part was
	Part   int8       // the part, or None
	Loot   int8       // the malloppo, or None
}

// OrderKind says what hands have to do.
type OrderKind int8

// The orders. After OrderNone nobody waits for any.
const (
	OrderNone         OrderKind = iota
	OrderPartOff                // K18: take a part off and lay it against the base, on the side away from the attacker
	OrderLootDrop               // K19: put a malloppo down at short distance toward the shooter
	OrderLootHandOver           // K20: pass a malloppo on to the attacker
	OrderPartOut                // K25: take a part off and out of the game
	OrderLootArrives            // K30: put a new malloppo into each half
	NumOrders
)

// Deed is the last thing that happened, as everybody saw it, so that a page
// can show it happening. Which fields count depends on the kind.
type Deed struct {
	Kind   DeedKind
	Seat   game.Seat
	Robot  int8
	Target int8  // attacked, took: the robot that was hit; sabotaged: the robot that wore the part
	Slot   Slot  // attacked: the weapon's; bolted, unbolted, sabotaged, took a part: the part's
	Die    int8  // the die spent; for activated how many dice were rolled, for ended how many are kept
	Dice   Hand  // bolted: the dice spent; attacked with armour "spent": the target's dice used up
	Part   int8  // the part it was about, or None
	Loot   int8  // the malloppo it was about, or None
	Piece  int8  // laid: the piece of terrain, or None
	MM     int16 // walked: how far, in millimetres
	From   geom.Point
	To     geom.Point
}

// DeedKind says what happened.
type DeedKind int8

// The deeds.
const (
	DeedNone DeedKind = iota
	DeedLaid
	DeedPassed
	DeedDeployed
	DeedActivated
	DeedMoved
	DeedAttacked // the hit has landed; Board.Phase is PhasePrize if there is something to take
	DeedTook     // the prize: Part or Loot, From the target To the table or the attacker
	DeedPickedUp
	DeedBolted
	DeedUnbolted
	DeedSabotaged
	DeedEnded
	DeedReady     // a side's things stand on a real table
	DeedWalked    // a move on a real table, told and not measured
	DeedUndone    // what was done after this moment has been taken back
	DeedCorrected // a fact has been set right: Part or Loot, and Robot if it is on one; nobody's seat
	NumDeeds
)

var deedNames = [NumDeeds]string{"", "laid", "passed", "deployed", "activated", "moved", "attacked",
	"took", "picked_up", "bolted", "unbolted", "sabotaged", "ended", "ready", "walked", "undone", "corrected"}

func (k DeedKind) String() string { return name(deedNames[:], int(k)) }

// Board is everything that everybody sees and that changes. It is a flat
// value; Ground points to something that never changes once it is made.
type Board struct {
	Ground      *Ground
	Phase       Phase
	Round       int8                 // from 1; 0 before the first activation
	Closes      game.Seat            // who makes the last activation of the round (of round 1, before it)
	Closes1     game.Seat            // who closes round 1
	Sides       [MaxRobots]game.Seat // whose turns the round (or the deployment) holds
	Turns       int8                 // how many of them there are
	Turn        int8                 // the one under way; in PhaseTerrain how many pieces were laid or left out
	Active      int8                 // the robot being activated, or None
	Activations int16                // begun in this match
	Robots      [MaxRobots]Robot     // by robot id: seat 0's first, then seat 1's
	Parts       [MaxParts]Part       // by part id: robot by robot, slot by slot as they were at the start
	Loot        [MaxLoot]Loot        // by malloppo id: in the order they came into the game
	Loots       int8                 // how many have come into the game
	Scores      [MaxRounds][2]Income // by round (from 0) and seat
	Hit         Hit                  // in PhasePrize
	Last        Deed

	// On a real table alone (option table = companion).
	Ready game.Seats      // whose things stand on the table
	Order Order           // in PhaseOrder
	Known [MaxRobots]Hand // dice still held that everybody has seen, since a take-back brought them back
}

// Hand is a robot's dice as nobody but its owner sees them: how many of each
// face, index 0 for face 1.
type Hand [6]int8

// State is one point of a match, secrets included. Whoever adds a field says in
// secrecy_test.go who may see it.
type State struct {
	cfg *Config
	Board
	hands  [MaxRobots]Hand // K09: for the owner alone
	height int8            // how high the last hit reached (K16); 0 unless Last is an attack or its prize

	scratch *geom.Reach // working memory of one copy; no information
}

// View is what one viewer may know.
type View struct {
	cfg  *Config
	seat game.Seat
	Board
	Hands  [MaxRobots]Hand // own robots', everybody's once over, zero otherwise (how many there are stands in Robots)
	Height int8            // how high the last hit reached, 0 when this viewer may not know or there was none

	reach   [3]*geom.Reach // by die, 4 to 6: computed when asked for
	reached [3]bool
}

// RobotInfo is what never changes about a robot.
type RobotInfo struct {
	Name  string
	Frame Frame
	Seat  game.Seat
}

// PartInfo is what never changes about a part.
type PartInfo struct {
	Owner  game.Seat // whose it was at the start (K25, K28)
	Robot  int8      // on which robot, in which slot
	Slot   Slot
	Kind   PartKind
	Class  int8
	Weapon Weapon
}

// Ground is the terrain of a match: immutable.
type Ground struct {
	Pieces []Piece // in play, or in the pool that the players lay from
	Scene  *geom.Scene
}

// Piece is one piece of terrain.
type Piece struct {
	Name  string       // what it looks like: "crate", "wall", "hex", "wedge", "drum", "slab"
	Shape geom.Polygon // about the origin, before it is turned; only in a players' pool
	Poly  geom.Polygon // where it lies; nil while it is in the pool
	Seat  game.Seat    // who laid it; game.Watcher for the house
}

// What follows is what pages and bots ask a view for; each answer is worked out
// from the view itself.

// Seat is whose view this is.
func (v *View) Seat() game.Seat { return v.seat }

// Options are the match's options, all of them; they must not be changed.
func (v *View) Options() *Options { return &v.cfg.opt }

// NumRobots is how many robots there are; ids run below it.
func (v *View) NumRobots() int { return len(v.cfg.robots) }

// RobotsOf are the ids [from, to) of a seat's robots.
func (v *View) RobotsOf(seat game.Seat) (from, to int) { return v.cfg.robotsOf(seat) }

// RobotInfo is the robot's name, frame and seat.
func (v *View) RobotInfo(robot int) RobotInfo { return v.cfg.robots[robot] }

// NumParts is how many parts the match began with; ids run below it.
func (v *View) NumParts() int { return len(v.cfg.parts) }

// PartInfo is the part's owner, kind, class and weapon.
func (v *View) PartInfo(part int) PartInfo { return v.cfg.parts[part] }

// ToAct is whose turn it is; none when the match is over.
func (v *View) ToAct() game.Seats { return v.Board.toAct(v.cfg) }

// Mine tells whether the viewer may act now.
func (v *View) Mine() bool { return v.ToAct().Has(v.seat) }

// Rest is whose turns are still to come in this round (or deployment), the one
// under way first. While terrain is laid no turns are laid out yet.
func (v *View) Rest() []game.Seat {
	if v.Phase == PhaseTerrain || v.Turn > v.Turns {
		return nil
	}
	return append([]game.Seat(nil), v.Sides[v.Turn:v.Turns]...)
}

// Base is a robot's base as a disc.
func (v *View) Base(robot int) geom.Disc { return v.Board.base(v.cfg, robot) }

// Score is a seat's points so far (K29).
func (v *View) Score(seat game.Seat) int { return v.Board.score(seat) }

// Carried is how many malloppi a robot has.
func (v *View) Carried(robot int) int { return v.Board.carried(robot) }

// Companion tells whether the table is a real one: no positions are known then,
// and what only the table knows is told by the players.
func (v *View) Companion() bool { return v.cfg.companion() }

// KnowsHand tells whether the viewer may see a robot's dice.
func (v *View) KnowsHand(robot int) bool {
	return v.Phase == PhaseOver || v.cfg.open() || (v.seat != game.Watcher && v.cfg.robots[robot].Seat == v.seat)
}
