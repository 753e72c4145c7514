package journal

import (
	"errors"
	"fmt"
)

var (
	// ErrConflict: somebody else appended first. Nothing was written.
	ErrConflict = errors.New("journal: the match went on in the meantime")
	// ErrUnclear: the acknowledgement never came, so the entry may have been
	// written or may yet be. Read the match again before deciding anything.
	ErrUnclear = errors.New("journal: no answer, the entry may have been written")
	// ErrUnavailable: the journal cannot be written or read now. Nothing was written.
	ErrUnavailable = errors.New("journal: not available")
	// ErrNotFound: there is no such match.
	ErrNotFound = errors.New("journal: no such match")
	// ErrTooLarge: the match does not fit into one message of the archive. It
	// stays where it is, readable as before.
	ErrTooLarge = errors.New("journal: the match is too large for the archive")
	// ErrClosed: the journal was closed.
	ErrClosed = errors.New("journal: closed")

	// ErrLocked: another process holds the data folder.
	ErrLocked = errors.New("the data folder is in use by another process")
	// ErrUnwritable: the data folder cannot be written.
	ErrUnwritable = errors.New("the data folder cannot be written")
	// ErrDamaged: what is stored in the data folder cannot be opened.
	ErrDamaged = errors.New("the data folder is damaged")
)

// DamageError says which entry of which match is not what was written.
type DamageError struct {
	Match  string
	N      int // the first entry that cannot be trusted
	Reason string
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("journal: match %s is damaged at entry %d: %s", e.Match, e.N, e.Reason)
}

// FolderError says what is wrong with which data folder. It is one of
// ErrLocked, ErrUnwritable and ErrDamaged.
type FolderError struct {
	Dir   string
	Kind  error
	Cause error
}

func (e *FolderError) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("%v: %s", e.Kind, e.Dir)
	}
	return fmt.Sprintf("%v: %s: %v", e.Kind, e.Dir, e.Cause)
}

// Unwrap gives the kind and the cause.
func (e *FolderError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}
