package dice

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
)

// MaxClientSeed is how many characters a client seed may have.
const MaxClientSeed = 64

var (
	errClientSeed = errors.New("a client seed is 1 to 64 characters, each a letter A-Z or a-z, a digit, _ or -")
	errServerSeed = errors.New("a server seed is 64 hexadecimal digits")
)

// NewServerSeed draws a server seed that nobody can guess.
func NewServerSeed() [32]byte {
	var seed [32]byte
	rand.Read(seed[:]) // never fails: it ends the program rather than return an error
	return seed
}

// Commitment is what is published before the first roll: SHA-256 of the 32
// bytes of the server seed, in hex.
func Commitment(serverSeed [32]byte) string {
	sum := sha256.Sum256(serverSeed[:])
	return hex.EncodeToString(sum[:])
}

// ParseServerSeed reads a server seed from the hex of a journal or a log.
func ParseServerSeed(text string) ([32]byte, error) {
	var seed [32]byte
	if len(text) != hex.EncodedLen(len(seed)) {
		return seed, errServerSeed
	}
	if _, err := hex.Decode(seed[:], []byte(text)); err != nil {
		return [32]byte{}, errServerSeed
	}
	return seed, nil
}

// NewClientSeed draws a client seed of 128 bits, 22 characters.
func NewClientSeed() string {
	var raw [16]byte
	rand.Read(raw[:])
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

// CheckClientSeed refuses what is not 1 to 64 characters out of A-Z, a-z, 0-9,
// "_" and "-". The alphabet leaves out "|", which separates seeds.
func CheckClientSeed(seed string) error {
	if len(seed) == 0 || len(seed) > MaxClientSeed {
		return errClientSeed
	}
	for i := range len(seed) {
		switch c := seed[i]; {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return errClientSeed
		}
	}
	return nil
}
