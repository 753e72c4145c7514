package journal

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"
)

// A ledger remembers beside the store how far every match has come. The chain
// of hashes shows an entry that was changed, but not a history that only ends
// too early: a store that finds its files cut short, or gone, goes on with what
// is left of them. The ledger is written after the acknowledgement and not
// synced, so it may know less than the store, never more.
type ledger struct {
	path  string
	mu    sync.Mutex
	file  *os.File
	heads map[string]uint32 // the number of the last entry, by match
	lines int               // in the file
}

// Every line has the same length, so a damaged one hides no other.
const (
	ledgerName = "heads"
	ledgerID   = 32 // room for a match's id; longer ones are not kept
	ledgerLine = ledgerID + 8
)

var ledgerSum = crc32.MakeTable(crc32.Castagnoli)

// openLedger reads a folder's ledger and writes it anew, one line a match.
func openLedger(dir string) (*ledger, error) {
	l := &ledger{path: filepath.Join(dir, ledgerName), heads: map[string]uint32{}}
	data, err := os.ReadFile(l.path)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for ; len(data) >= ledgerLine; data = data[ledgerLine:] {
		if match, n, ok := readLine(data[:ledgerLine]); ok && n > l.heads[match] {
			l.heads[match] = n
		}
	}
	if err := l.compact(); err != nil {
		return nil, err
	}
	return l, nil
}

// compact replaces the file by one with a line a match, at once or not at all.
func (l *ledger) compact() error {
	all := make([]byte, 0, ledgerLine*len(l.heads))
	for match, n := range l.heads {
		all = appendLine(all, match, n)
	}
	next, err := os.OpenFile(l.path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = next.Write(all); err == nil {
		err = next.Sync()
	}
	if err == nil {
		err = os.Rename(l.path+".new", l.path)
	}
	if err != nil {
		next.Close()
		return err
	}
	if l.file != nil {
		l.file.Close()
	}
	l.file, l.lines = next, len(l.heads)
	return nil
}

func appendLine(b []byte, match string, n uint32) []byte {
	start := len(b)
	b = append(b, match...)
	b = append(b, make([]byte, ledgerID-len(match))...)
	b = binary.BigEndian.AppendUint32(b, n)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b[start:], ledgerSum))
}

func readLine(line []byte) (match string, n uint32, ok bool) {
	body, sum := line[:ledgerLine-4], binary.BigEndian.Uint32(line[ledgerLine-4:])
	if crc32.Checksum(body, ledgerSum) != sum {
		return "", 0, false
	}
	id := body[:ledgerID]
	for len(id) > 0 && id[len(id)-1] == 0 {
		id = id[:len(id)-1]
	}
	return string(id), binary.BigEndian.Uint32(body[ledgerID:]), len(id) > 0
}

// keep notes that a match has come to entry n.
func (l *ledger) keep(match string, n int) error {
	if l == nil || len(match) > ledgerID {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if uint32(n) <= l.heads[match] {
		return nil
	}
	l.heads[match] = uint32(n)
	if l.lines > 1<<16 && l.lines > 64*len(l.heads) {
		if l.compact() == nil {
			return nil
		}
	}
	// Where the last line stopped short, on a full disk, this one goes over it.
	_, err := l.file.WriteAt(appendLine(nil, match, uint32(n)), int64(l.lines)*ledgerLine)
	if err == nil {
		l.lines++
	}
	return err
}

// last is how far a match has come as far as the ledger knows.
func (l *ledger) last(match string) int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(l.heads[match])
}

// short is the damage of a history that ends before the entry it had come to.
func short(match string, head Head, last int) error {
	if head.N >= last {
		return nil
	}
	return &DamageError{
		Match: match, N: head.N + 1,
		Reason: fmt.Sprintf("it had %d entries, those from here on are missing", last),
	}
}

func (l *ledger) close() {
	if l != nil {
		l.file.Close()
	}
}
