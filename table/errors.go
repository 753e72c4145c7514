package table

import "banco/game"

// Kinds of refusal, which the web turns into statuses.
const (
	NotFound    = "not_found"   // no such match, seat, invitation or link
	Invalid     = "invalid"     // the request is not well formed
	Forbidden   = "forbidden"   // the token does not allow it
	Conflict    = "conflict"    // stale, already taken, already over
	Illegal     = "illegal"     // against a rule of the game
	Unavailable = "unavailable" // the journal cannot take it now; nothing was done
)

// Refusal is what a refusal says: code, rule, field and sentence. (Under its
// own name, Error, the embedded field would hide the method Error.)
type Refusal = game.Error

// Error is a refusal by the table: what kind it is, and the sentence.
type Error struct {
	Kind string
	*Refusal
	// Snapshot is the present state for the one who was refused, when the
	// refusal is that the request was stale.
	Snapshot *Snapshot
}

// Unwrap gives the sentence.
func (e *Error) Unwrap() error { return e.Refusal }
