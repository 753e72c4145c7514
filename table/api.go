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
}

// Player is who sits on a seat.
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
	Seat  game.Seat    `json:"seat"` // who acted; game.Watcher for the house itself
	Text  game.Message `json:"text"`
}

// Stopwatch is what the table has measured of a game's timed stretches (K32).
type Stopwatch struct {
	Running *Stretch  `json:"running,omitempty"` // the one under way
	Done    []Stretch `json:"done"`              // those that ended, in order
}

// Stretch is one timed stretch of play: an activation.
type Stretch struct {
	ID      int       `json:"id"`
	Seat    game.Seat `json:"seat"`
	Label   string    `json:"label"`
	Started time.Time `json:"started"`
	Millis  int64     `json:"millis,omitempty"` // how long it took, once it ended
	Limit   int       `json:"limit_s,omitempty"`
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
	Rolls  [][2]int        `json:"rolls"`            // [n, value below n], in the order drawn
	Hash   string          `json:"hash,omitempty"`   // of the state after it, hex SHA-256
	News   []game.Message  `json:"news,omitempty"`   // what the asking seat was told
}

// Listing is a match in the lobby.
type Listing struct {
	ID      string
	Game    string
	Players []Player
	Created time.Time
}
