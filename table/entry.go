package table

import (
	"encoding/json"

	"banco/game"
)

// Kinds of journal entry, with the data that each holds.
const (
	kindCreated = "created" // createdData
	kindTaken   = "taken"   // takenData: a seat has its person
	kindStarted = "started" // stepData without action: the table was laid
	kindAction  = "action"  // stepData
	kindTimeout = "timeout" // stepData: the default of a seat whose time ran out
	kindLink    = "link"    // linkData: a way to the seat from another device
	kindResumed = "resumed" // resumedData: that way was used
	// An amendment by consent takes effect with the entry that leaves nobody to
	// be asked, and that one holds the hash of the state after it.
	kindProposed = "proposed" // proposedData
	kindAnswered = "answered" // answeredData
	kindPassed   = "passed"   // passedData: nobody but the owner of a seat was left to agree, and said nothing
	kindHanded   = "handed"   // handedData: somebody lets a bot play for them
	kindRelieved = "relieved" // relievedData: a bot plays for somebody who is away while all choose in silence
	kindBack     = "back"     // backData: somebody takes their seat back from the bot
	kindPaused   = "paused"   // {}: the stopwatch stands still
	kindUnpaused = "unpaused" // {}: it runs again, before anybody took a step
)

// The entries keep secrets only as hashes, but for the server seed, which the
// fold needs and the journal's folder keeps.
type createdData struct {
	Game       string          `json:"game"`
	Rules      string          `json:"rules"`
	Options    json.RawMessage `json:"options"` // whole, defaults included
	Seats      []seatData      `json:"seats"`
	Listed     bool            `json:"listed,omitempty"`
	Commitment string          `json:"commitment"`
	ServerSeed string          `json:"server_seed"`
}

type seatData struct {
	Kind       string `json:"kind"`
	Level      string `json:"level,omitempty"`
	ClientSeed string `json:"client_seed,omitempty"` // a bot's
	Invite     string `json:"invite,omitempty"`      // hash
}

type takenData struct {
	Name       string `json:"name"`
	ClientSeed string `json:"client_seed"`
	Token      string `json:"token"` // hash
}

type linkData struct {
	Link string `json:"link"` // hash
}

type resumedData struct {
	Link  string `json:"link"`  // hash
	Token string `json:"token"` // hash
}

// stepData is a step from one state to the next.
type stepData struct {
	Action json.RawMessage `json:"action,omitempty"`
	Rolls  [][2]int        `json:"rolls"`
	Hash   string          `json:"hash"` // of the state after it
}

// proposedData has one of Undo, Correct and Bot.
type proposedData struct {
	Undo    int             `json:"undo,omitempty"` // how many steps of the match, counted from its end
	Correct json.RawMessage `json:"correct,omitempty"`
	Bot     *Takeover       `json:"bot,omitempty"`
	Hash    string          `json:"hash,omitempty"`
}

type answeredData struct {
	Proposal int    `json:"proposal"`
	Agree    bool   `json:"agree"`
	Hash     string `json:"hash,omitempty"`
}

type passedData struct {
	Proposal int    `json:"proposal"`
	Hash     string `json:"hash"`
}

type handedData struct {
	Level string `json:"level"`
	Hash  string `json:"hash"`
}

type relievedData struct {
	Seat  game.Seat `json:"seat"`
	Level string    `json:"level"`
	Hash  string    `json:"hash"`
}

type backData struct {
	Hash string `json:"hash"`
}

// step is a stepData with its place, as the record of a match shows it.
type step struct {
	stepData
	entry  int // the journal's number
	meta   stepMeta
	events []game.Event
	seen   viewers // who saw that something happened
	joint  bool    // all chose at once in secret before it: what everybody hears of it is nobody's doing

	// An amendment has no action. The seat of its meta is its proposer's.
	undo    int            // how many steps it took back
	undoFor []int          // the same, as each viewer counts
	undone  []game.Message // what the steps taken back had told everybody
	correct json.RawMessage
	bot     *Takeover // a seat that changes hands leaves the state as it is
	back    bool      // to the person whose it is
	agreed  []game.Seat
}

// seenBy is whose step it is to a viewer, taker being whose it is: of those that
// were taken while all chose in secret only one's own are anybody's.
func (s *step) seenBy(taker, viewer game.Seat) game.Seat {
	if s.joint && taker != viewer {
		return game.Watcher
	}
	return taker
}

// by is in whose name an event of the step is told. Of those who chose in secret
// it names nobody: it would name the last.
func (s *step) by(e game.Event) game.Seat {
	if s.joint && e.To != game.To(s.meta.seat) {
		return game.Watcher
	}
	return s.meta.seat
}

func (s *step) amends() bool { return s.undo > 0 || s.correct != nil }
