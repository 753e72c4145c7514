package table

import (
	"encoding/json"
	"time"

	"banco/game"
)

// NewMatch asks for a match.
type NewMatch struct {
	Game    string          `json:"game"`
	Options json.RawMessage `json:"options,omitempty"` // the game's own; what is absent takes its default
	Seats   []SeatSpec      `json:"seats"`
	Listed  bool            `json:"listed,omitempty"` // shown in the lobby, its free seats open to anybody
}

// SeatSpec says who sits on a seat.
type SeatSpec struct {
	Kind  string `json:"kind"`            // "human" or "bot"
	Level string `json:"level,omitempty"` // a bot's level: "random", "greedy"
}

// Created is a match just made, with the invitations that only its maker gets to see.
type Created struct {
	ID         string
	Commitment string // hex SHA-256 of the server seed
	Seats      []CreatedSeat
}

// CreatedSeat is one seat of a match just made. A bot's has no invitation.
type CreatedSeat struct {
	Seat   game.Seat
	Kind   string
	Level  string
	Invite string
}

// Command is an action on its way to a match.
type Command struct {
	ID     string          `json:"id"`  // the client's own name for it: 1 to 64 characters; sent twice it is done once
	Seq    int             `json:"seq"` // the last Snapshot.Seq that the client saw
	Action json.RawMessage `json:"action"`
}

// Stages of a match.
const (
	Waiting = "waiting" // seats are still free; nothing has been rolled
	Playing = "playing"
	Over    = "over"
	Parked  = "parked" // its journal is damaged or its rules failed; it can be looked at, not played
)

// Snapshot is a match as one viewer may see it. It holds nothing that the
// viewer may not know.
type Snapshot struct {
	ID         string
	Game       string
	Rules      string
	Options    json.RawMessage
	Listed     bool
	Stage      string
	Seq        int       // counts the changes of what this viewer can see, so it tells nothing of what others chose in secret
	Seat       game.Seat // game.Watcher for one without a seat
	ToAct      game.Seats
	View       game.View   // nil while Waiting
	Result     game.Result // empty until Over: how matters stand before is for the view to show
	Players    []Player
	News       []News // everything this viewer was told, oldest first
	Commitment string
	Since      time.Time // when it became somebody's turn to decide
	Stopwatch  Stopwatch
	Paused     *Pause         // nil while time runs, and where nothing is timed
	Proposal   *Pending       // what the table is asked to agree to now; nil for nothing
	CanUndo    []UndoStep     // what this seat may propose to take back, the newest step first
	Undone     []game.Message // what was taken back, as it was told when it happened, while nothing came after that
	Away       *Away          // the viewer's own seat, at which a bot plays for now; they look as a watcher
	Silence    string         // the rule by which the table carries no message now; "" where people may talk
}

// Away is a seat to whose owner a match is shown as to a watcher, because a bot
// plays there. They may take it back at any time.
type Away struct {
	Seat  game.Seat `json:"seat"`
	Level string    `json:"level"` // the bot's
	N     int       `json:"n"`     // counts the times that the seat has changed hands
}

// Handover lets a bot play for the one who asks, in any game and at any moment.
type Handover struct {
	ID    string `json:"id"`    // the client's own name for it, like a Command's
	Level string `json:"level"` // the bot's: "random", "greedy"
}

// Proposal asks the table to amend the match: exactly one of Undo, Correct and
// Bot is set.
type Proposal struct {
	ID string `json:"id"` // the client's own name for it, like a Command's
	// Seq is the last Snapshot.Seq that the client saw; 0 for a client that does
	// not say. Named, it keeps "the last step" from meaning another step than
	// the one that was last on the page.
	Seq     int             `json:"seq,omitempty"`
	Undo    int             `json:"undo,omitempty"`    // how many of the latest steps to take back, counted as in Snapshot.CanUndo
	Correct json.RawMessage `json:"correct,omitempty"` // a fact that the game's Amender reads
	Bot     *Takeover       `json:"bot,omitempty"`     // who is gone; one's own seat is a Handover
}

// Takeover says for which seat a bot is to play, in any game. One's own goes at
// once. For somebody else's all people but its owner must agree, who may refuse.
// Where nobody else is left to agree, the owner agrees, or has been silent for two
// minutes in which the match waited for that seat alone. While all choose in
// silence nobody is asked, and nobody shown: a bot then plays for somebody from
// whose seat nobody has looked at the match for three minutes.
type Takeover struct {
	Seat  game.Seat `json:"seat"`
	Level string    `json:"level"` // the bot's: "random", "greedy"
}

// Answer says yes or no to a proposal. Its proposer's no withdraws it.
type Answer struct {
	ID       string `json:"id"`       // the client's own name for it, like a Command's
	Proposal int    `json:"proposal"` // Pending.N
	Agree    bool   `json:"agree"`
}

// Pending is a proposal that waits for answers. Whoever does not agree may just
// as well play on: it lapses with the next step that everybody sees. One about a
// seat lapses only when the person plays for whose seat somebody else asked.
type Pending struct {
	N       int             `json:"n"` // counts the match's proposals, from 1
	By      game.Seat       `json:"by"`
	Undo    int             `json:"undo,omitempty"` // steps, of those that this viewer saw
	Correct json.RawMessage `json:"correct,omitempty"`
	Bot     *Takeover       `json:"bot,omitempty"`
	News    []game.Message  `json:"news,omitempty"` // what the steps to be taken back told everybody, in order
	At      time.Time       `json:"at"`
	Waits   []game.Seat     `json:"waits"`  // who must still agree
	Agreed  []game.Seat     `json:"agreed"` // who has
}

// UndoStep is a step that may be taken back, and with it all that came after.
type UndoStep struct {
	Undo int            `json:"undo"` // what a Proposal says to take it back
	Seat game.Seat      `json:"seat"` // who took it
	At   time.Time      `json:"at"`
	News []game.Message `json:"news,omitempty"` // what it told everybody
}

// Pause is time out of a stretch that is timed.
type Pause struct {
	By    game.Seat `json:"by"`
	Since time.Time `json:"since"`
}

// Player is who sits on a seat. A bot that stands in for somebody has that
// person's name.
type Player struct {
	Seat       game.Seat `json:"seat"`
	Kind       string    `json:"kind"`
	Level      string    `json:"level,omitempty"`
	Name       string    `json:"name"`  // "" while the seat is free
	Taken      bool      `json:"taken"` // bots' seats always are
	ClientSeed string    `json:"client_seed,omitempty"`
}

// News is an event with its place in the match.
type News struct {
	Entry int          `json:"entry"` // counts what this viewer was told of; events of one journal entry belong together and share it
	At    time.Time    `json:"at"`
	Seat  game.Seat    `json:"seat"` // who acted; game.Watcher for the house itself, and for what all did at once in secret
	Text  game.Message `json:"text"`
	aside bool         // it belongs to no step of the game
}

// Stopwatch is what the table has measured of a game's timed stretches (K32).
type Stopwatch struct {
	Running *Stretch  `json:"running,omitempty"` // the one under way
	Done    []Stretch `json:"done"`              // those that ended, in order
}

// Stretch is one timed stretch of play: an activation. Of its Millis the
// ThinkMillis are those before its seat's first step in it; of the rest, the
// WaitMillis are those in which its seat could not act, because somebody else
// had to; what remains is its seat at work. No millisecond counts twice, so
// nothing of that is negative.
type Stretch struct {
	ID      int       `json:"id"`
	Seat    game.Seat `json:"seat"`
	Label   string    `json:"label"`
	Round   int       `json:"round,omitempty"` // of the game; 0 where it has none
	Started time.Time `json:"started"`
	// Millis is how long it took, once it ended, without what was taken out of it.
	Millis int64 `json:"millis,omitempty"`
	Limit  int   `json:"limit_s,omitempty"`
	// ThinkMillis and WaitMillis are told once it ended.
	ThinkMillis int64 `json:"think_millis,omitempty"`
	WaitMillis  int64 `json:"wait_millis,omitempty"`
	// PausedMillis is what was taken out of it: pauses that ended, and where an
	// undo resumed it, the time in which it was over. Of one that runs, the time
	// so far is what passed since Started, less this, less a pause under way.
	PausedMillis int64 `json:"paused_millis,omitempty"`
	// Person tells that a person took it though a bot has the seat now, Bot that a
	// bot took some of it though a person has.
	Person bool `json:"person,omitempty"`
	Bot    bool `json:"bot,omitempty"`
}

// Timings is what the stopwatch measured of one match.
type Timings struct {
	ID        string    `json:"id"`
	Game      string    `json:"game"`
	Mode      string    `json:"mode,omitempty"` // the game's option "table", where it has one
	Seats     []string  `json:"seats"`          // by seat: "human" or "bot"
	Over      bool      `json:"over"`
	Stretches []Stretch `json:"stretches"` // those that ended, in order
}

// Timing is one timed stretch of a match that is over.
type Timing struct {
	Match  string    `json:"match"`
	Game   string    `json:"game"`
	Mode   string    `json:"mode,omitempty"`
	Seat   game.Seat `json:"seat"`
	Kind   string    `json:"kind"` // of the seat: "human" or "bot"
	Round  int       `json:"round,omitempty"`
	Millis int64     `json:"millis"`
	Think  int64     `json:"think_millis"`
	Wait   int64     `json:"wait_millis"`
}

// Record is the log of a match that is over: all that is needed to replay and
// to verify it. The JSON is a promise to other programs (docs/fairness.md).
// Before the end the same shape goes out without server seed, with what the
// asking seat may know.
type Record struct {
	ID          string          `json:"id"`
	Game        string          `json:"game"`
	Rules       string          `json:"rules"`
	Options     json.RawMessage `json:"options"`
	Commitment  string          `json:"commitment"`
	ServerSeed  string          `json:"server_seed,omitempty"` // hex
	ClientSeeds []string        `json:"client_seeds,omitempty"`
	Players     []Player        `json:"players"`
	Entries     []RecordEntry   `json:"entries"`
	Result      *game.Result    `json:"result,omitempty"`
}

// RecordEntry is one entry of a Record. The first has the action
// {"type":"start"} and seat -1: the house laid the table.
type RecordEntry struct {
	Seq    int             `json:"seq"`
	At     time.Time       `json:"at"`
	Seat   game.Seat       `json:"seat"`
	Action json.RawMessage `json:"action,omitempty"` // absent where the asking seat may not know it
	// An amendment has Undo or Correct in place of an action. Its seat is the one
	// that proposed it.
	Undo    int             `json:"undo,omitempty"` // how many of the steps before it were taken back
	Correct json.RawMessage `json:"correct,omitempty"`
	// Bot is the seat at which a bot plays from here. Agreed are the people who were
	// left, with the owner of the seat if that one agreed to give it up; nobody where
	// the owner gave it up alone, or was silent, or away while all chose in silence.
	Bot *Takeover `json:"bot,omitempty"`
	// Back tells that the owner of Seat plays there again from here. Players names
	// every seat as whose it is at the end.
	Back   bool           `json:"back,omitempty"`
	Agreed []game.Seat    `json:"agreed,omitempty"` // the other people, all of whom were asked
	Rolls  [][2]int       `json:"rolls"`            // [n, value below n], in the order drawn
	Hash   string         `json:"hash,omitempty"`   // of the state after it, hex SHA-256
	News   []game.Message `json:"news,omitempty"`   // what the asking seat was told
}

// Listing is a match in the lobby.
type Listing struct {
	ID      string
	Game    string
	Players []Player
	Created time.Time
}
