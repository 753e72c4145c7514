package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Version is the version of the envelope that is written. Every version ever
// released can be read.
const Version = 1

// Entry is one step of a match's history. Its bytes, once written, never change.
type Entry struct {
	V       int             `json:"v"`
	Match   string          `json:"match"`
	N       int             `json:"n"`       // 1, 2, 3 … within the match
	At      time.Time       `json:"at"`      // UTC, to the millisecond
	Kind    string          `json:"kind"`    // the writer's own
	Seat    int             `json:"seat"`    // who did it; -1 for the house
	Command string          `json:"command"` // the client's own name for what it asked
	Data    json.RawMessage `json:"data"`    // the kind's own
	Prev    string          `json:"prev"`    // hex SHA-256 of the previous entry's bytes; "" for the first
}

// Draft is an entry to be appended: all that its writer decides.
type Draft struct {
	At      time.Time
	Kind    string
	Seat    int
	Command string
	Data    json.RawMessage
}

// Head is the place where a match's history ends, as far as its holder knows.
// The zero Head is the place before the first entry.
type Head struct {
	Seq  uint64 // in the stream
	N    int    // of the last entry
	Hash [sha256.Size]byte
}

// encode makes the entry that follows a head, and the head after it but for
// the sequence, which the stream gives.
func (d Draft) encode(match string, after Head) (Entry, []byte, Head, error) {
	e := Entry{
		V: Version, Match: match, N: after.N + 1,
		At:   d.At.UTC().Truncate(time.Millisecond),
		Kind: d.Kind, Seat: d.Seat, Command: d.Command, Data: d.Data,
	}
	if after.N > 0 {
		e.Prev = hex.EncodeToString(after.Hash[:])
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return Entry{}, nil, Head{}, fmt.Errorf("journal: encode %s of match %s: %w", d.Kind, match, err)
	}
	return e, raw, Head{N: e.N, Hash: sha256.Sum256(raw)}, nil
}

// follow reads the entry that comes after a head and checks that it does.
func follow(match string, after Head, seq uint64, raw []byte) (Entry, Head, error) {
	damage := func(format string, args ...any) (Entry, Head, error) {
		return Entry{}, Head{}, &DamageError{Match: match, N: after.N + 1, Reason: fmt.Sprintf(format, args...)}
	}
	var e Entry
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return damage("it cannot be read: %v", err)
	}
	want := ""
	if after.N > 0 {
		want = hex.EncodeToString(after.Hash[:])
	}
	switch {
	case e.V != Version:
		return damage("its version %d is not known to this program", e.V)
	case e.Match != match:
		return damage("it belongs to match %s", e.Match)
	case e.N != after.N+1:
		return damage("entry %d stands in its place", e.N)
	case e.Prev != want:
		return damage("it does not follow the entry before it, one of the two was changed")
	}
	return e, Head{Seq: seq, N: e.N, Hash: sha256.Sum256(raw)}, nil
}
