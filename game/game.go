package game

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"math/rand/v2"

	"banco/dice"
)

// Info is what there is to know about a game before it is played.
type Info struct {
	Name     string // the game's name in addresses and JSON: "klang"
	Rules    string // name and version of the rules: "klang/1"; it changes when an old journal would replay differently
	MinSeats int
	MaxSeats int
}

// Kinds of option.
const (
	KindInt    = "int"    // a whole number from Min to Max
	KindChoice = "choice" // one of Choices
	KindInts   = "ints"   // a list of whole numbers, each from Min to Max
	KindJSON   = "json"   // a structure of the game's own (a roster)
)

// Option describes one option of a game. Its words stand in the game's
// catalogue under "<game>.option.<name>" and "<game>.option.<name>.help".
// A default of nil is the game's to settle, from how many play for instance.
type Option struct {
	Name    string   `json:"name"`
	Rule    string   `json:"rule"`
	Kind    string   `json:"kind"`
	Default any      `json:"default"`
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
	Choices []string `json:"choices,omitempty"`
}

// Game is a rulebook.
type Game interface {
	Info() Info
	// Options lists every option with its default and bounds, in the order in
	// which a page shows them.
	Options() []Option
	// Configure checks options (a JSON object; nil or {} takes every default)
	// for a number of seats. Unknown names, values out of bounds and
	// combinations that cannot be played are refused with an *Error that names
	// the field.
	Configure(options json.RawMessage, seats int) (Config, error)
	// ParseAction reads an action. What is not an object with a known type and
	// fields of the right kind is refused with an *Error; whether it is legal is
	// for Apply to say.
	ParseAction(raw json.RawMessage) (Action, error)
	// Texts holds the game's catalogues, it.toml and en.toml, and its rules
	// page, rules.it.md and rules.en.md.
	Texts() fs.FS
}

// Config is a game with its options settled: immutable, shared by every state
// of a match and by everybody who copies them.
type Config interface {
	Game() Game
	Seats() int
	// Options is the whole set of options, defaults included, as JSON.
	Options() json.RawMessage
	// Start lays the table. It may roll.
	Start(src dice.Source, log *Log) State
}

// State is one point of a match. It is not safe for concurrent use; copies
// are independent of each other.
type State interface {
	json.Marshaler // the whole state, secrets included: for hashes and for the log of a match that is over
	Config() Config
	// ToAct is the set of seats that may act now; empty exactly when Over.
	ToAct() Seats
	Over() bool
	// Result tells who has what so far, and who won once it is Over.
	Result() Result
	// Apply checks the action whole, then does it. An illegal one returns an
	// *Error with a code, a rule and a sentence, and changes nothing. It never
	// panics, whatever the action holds.
	Apply(seat Seat, a Action, src dice.Source, log *Log) error
	// View is what a seat, or Watcher, may know. The view owns what it holds:
	// later actions do not change it. Given the view of an earlier call on the
	// same game it may fill that one again instead of allocating; nil is always
	// fine.
	View(seat Seat, reuse View) View
	// Default is a legal action for a seat that may act, for a clock that ran
	// out or a seat that was given up.
	Default(seat Seat) Action
	// Copy makes an independent copy. Given a state of the same game that is no
	// longer needed it fills that one, without allocating; nil is always fine.
	Copy(reuse State) State
}

// Keeper is implemented by states that hold what stays secret when the match is
// over. Its whole record is then for its seats alone; whoever has none gets what
// watchers were told.
type Keeper interface {
	State
	KeepsSecrets() bool
}

// View is what one viewer may know: a state as seen from a seat. Everything it
// offers is worked out from what it holds.
type View interface {
	json.Marshaler // the "view" of the HTTP interface
	Seat() Seat
	// Actions lists what the seat may do. It is complete for discrete actions;
	// for continuous ones it holds a sample, in a fixed order. Each can be sent
	// back as it stands. Empty when the seat may not act.
	Actions() []Action
	// Sample gives one legal action at random, cheaper than making the list;
	// nil when the seat may not act. Every kind of action that is open comes up.
	Sample(rng *rand.Rand) Action
	// Determinize makes a full state that agrees with everything this view
	// knows: its view for the same seat is this view.
	Determinize(rng *rand.Rand) State
}

// Action is what a seat asks for. It encodes as a JSON object with a "type",
// and Game.ParseAction reads that back to an equal action.
type Action interface {
	// Type is the "type" of the JSON object.
	Type() string
	// Discrete is true for an action out of a finite list, all of which
	// View.Actions gives; false for one with a free place on the table.
	Discrete() bool
}

// Result is how a match stands.
type Result struct {
	Scores  []int  `json:"scores"`            // by seat
	Winners []Seat `json:"winners,omitempty"` // once over: all who share the first place; all seats for a draw
	Draw    bool   `json:"draw,omitempty"`
}

// Span is a stretch of play that a stopwatch times.
type Span struct {
	ID    int    // grows by one with each stretch of a match, from 1
	Seat  Seat   // whose stretch it is
	Label string // what it is called in the journal's timings: the robot's name
	Limit int    // seconds; 0 for none
	Round int    // 1, 2, 3 …; 0 where the game has none
}

// Timed is implemented by states in which somebody's play is timed. Running
// returns the stretch under way. A ruleset has no clock: the table measures,
// and at the limit it applies Default until the stretch is over.
type Timed interface {
	Running() (Span, bool)
}

// Awaiter is implemented by states in which some seats may act though the match
// goes on without them: who may speak while another acts.
type Awaiter interface {
	// Awaited are those of ToAct without whom the match stands still.
	Awaited() Seats
}

// Awaited are the seats without whom a match stands still.
func Awaited(s State) Seats {
	if a, ok := s.(Awaiter); ok {
		return a.Awaited()
	}
	return s.ToAct()
}

// Simultaneous is implemented by states that know moments in which all choose at
// once and in secret. Who has chosen is then as secret as what: the table shows
// it to nobody, a view and the states determinized from it say nothing of it, and
// what everybody hears then, above all what the last choice leads to, is told in
// nobody's name.
type Simultaneous interface {
	// Together tells whether it is such a moment.
	Together() bool
	// Silence is the rule by which nobody may say anything until all have chosen,
	// so that the table carries no message either: "N07". It is "" where people
	// may talk. It lasts until something happens that everybody sees.
	Silence() string
}

// Together tells whether all choose at once and in secret.
func Together(s State) bool {
	t, ok := s.(Simultaneous)
	return ok && t.Together()
}

// Silence is the rule by which the table carries no message now, "" for none.
func Silence(s State) string {
	if t, ok := s.(Simultaneous); ok {
		return t.Silence()
	}
	return ""
}

// Eventful is implemented by states whose last action may have led to several
// things that people want to see one after the other: rolls, the steps of a
// machine. Events is how many they are, 0 for none. Bots wait longer after them;
// the rules do not.
type Eventful interface {
	Events() int
}

// Amender is implemented by states that the people at the table may amend when
// all of them agree: taking back what was done, or setting right a public fact
// that the app has wrong. The table asks for the consent and keeps every
// amendment as an entry of the journal. A roll is a barrier for all games: the
// table never takes one back. Neither method rolls.
type Amender interface {
	// Undo takes back everything after before, an earlier state of the same
	// match that no roll separates from this one. It gives before as it stands
	// now: whatever was seen since stays seen. asks is the seat that wants it,
	// acted are the seats that acted in between. What the rules do not let
	// anybody take back is refused with an *Error. Neither state changes, and
	// the one returned shares nothing that changes with either.
	Undo(before State, asks Seat, acted Seats) (State, error)
	// Correct checks a fact, a JSON object with a "type", whole and then makes
	// it so. It is refused with an *Error that names the rule, and then nothing
	// changes. No input panics. The log is told to everyone who may know.
	Correct(fact json.RawMessage, log *Log) error
}

// Hash is a fingerprint of a state.
type Hash [sha256.Size]byte

// HashOf is the fingerprint of a whole state: SHA-256 over its JSON.
func HashOf(s State) (Hash, error) {
	data, err := s.MarshalJSON()
	if err != nil {
		return Hash{}, err
	}
	return sha256.Sum256(data), nil
}

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText encodes the hash in hex.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads a hash from hex.
func (h *Hash) UnmarshalText(text []byte) error {
	_, err := hex.Decode(h[:], text)
	return err
}

// Player decides for a seat, from nothing but what the seat may know.
type Player interface {
	// Choose picks one of the actions open to the view's seat. The same view
	// and generator give the same choice, unless the player works against a
	// time limit. It returns early when ctx ends.
	Choose(ctx context.Context, v View, rng *rand.Rand) (Action, error)
}
