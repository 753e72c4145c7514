package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
)

// blockSize is how many bytes of randomness one HMAC gives.
const blockSize = sha256.Size

// Fair draws from a server seed that was committed to beforehand and from the
// seats' own seeds, so that anybody who is given the server seed afterwards can
// recompute every number (docs/fairness.md).
//
// Block b of the randomness is HMAC-SHA256 with the server seed as key over the
// client seeds in seat order and b in decimal, joined by "|". Its bytes are
// used in order. A value below n is a byte modulo n, after skipping bytes that
// are 256 - 256 mod n or more; so every value takes at least one byte, one
// below 1 too.
//
// Fair remembers what it drew until [Fair.Take]. It is not safe for concurrent
// use.
type Fair struct {
	serverSeed [32]byte
	prefix     string   // the client seeds, each followed by "|"
	next       Position // of the next byte
	block      [blockSize]byte
	held       uint64 // the number of the block held, plus one; 0 for none
	rolls      [][2]int
}

// Position is a place in the randomness of a match: the next byte that will be
// used. The zero value is the beginning. Positions of one source compare with ==.
type Position struct {
	Block uint64 `json:"block"`
	Byte  uint8  `json:"byte"` // 0 to 31
}

// NewFair starts the randomness of a match. The client seeds are in seat order
// and each is one that [CheckClientSeed] accepts: NewFair does not look, and a
// seed with a "|" in it would let two sets of seeds give the same dice.
func NewFair(serverSeed [32]byte, clientSeeds []string) *Fair {
	var prefix strings.Builder
	for _, s := range clientSeeds {
		prefix.WriteString(s)
		prefix.WriteByte('|')
	}
	return &Fair{serverSeed: serverSeed, prefix: prefix.String()}
}

// Below draws a number below n, by the scheme that [Fair] describes.
func (f *Fair) Below(n int) int {
	checkBound(n)
	limit := 256 - 256%n
	for {
		if b := int(f.nextByte()); b < limit {
			v := b % n
			f.rolls = append(f.rolls, [2]int{n, v})
			return v
		}
	}
}

func (f *Fair) nextByte() byte {
	if f.held != f.next.Block+1 {
		mac := hmac.New(sha256.New, f.serverSeed[:])
		mac.Write(strconv.AppendUint([]byte(f.prefix), f.next.Block, 10))
		mac.Sum(f.block[:0])
		f.held = f.next.Block + 1
	}
	b := f.block[f.next.Byte]
	if f.next.Byte++; f.next.Byte == blockSize {
		f.next = Position{Block: f.next.Block + 1}
	}
	return b
}

// Rolls gives the pairs [n, value below n] drawn since the last [Fair.Take], in
// the order drawn; never nil, so that it encodes as [].
func (f *Fair) Rolls() [][2]int {
	return append([][2]int{}, f.rolls...)
}

// Take is Rolls, and begins a new record: the caller stores what it got
// together with the action that drew it.
func (f *Fair) Take() [][2]int {
	taken := f.rolls
	f.rolls = nil
	if taken == nil {
		taken = [][2]int{}
	}
	return taken
}

// Position is where the next byte will come from. Stored with a state, it lets
// [Fair.Seek] go on from there without drawing everything again.
func (f *Fair) Position() Position { return f.next }

// Seek goes to a position. Rolls not yet taken are forgotten, since they led
// somewhere else. A Byte of 32 or more counts into the blocks that follow.
func (f *Fair) Seek(p Position) {
	f.next = Position{Block: p.Block + uint64(p.Byte/blockSize), Byte: p.Byte % blockSize}
	f.rolls = nil
}

// Copy makes an independent source at the same position with the same record.
// Whoever may have to take an action back draws on a copy, and keeps the copy
// only once the action is accepted and stored.
func (f *Fair) Copy() *Fair {
	c := *f
	c.rolls = slices.Clone(f.rolls)
	return &c
}
