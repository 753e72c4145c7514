package table

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"strconv"
	"strings"

	"banco/game"
)

// secretLength is how many characters 128 bits take in base32.
const secretLength = 26

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newSecret draws 128 bits: a match's id, a token, the secret of an invitation
// or of a link.
func newSecret() string {
	var raw [16]byte
	rand.Read(raw[:]) // never fails: it ends the program rather than return an error
	return base32Lower.EncodeToString(raw[:])
}

// isSecret tells whether s has the form of one.
func isSecret(s string) bool {
	if len(s) != secretLength {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

// hashSecret is the form in which a secret is kept. Secrets are random, so they
// need neither salt nor stretching.
func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// sameHash compares in constant time.
func sameHash(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}

// pass is an invitation or a link: it opens one seat of one match, and says
// which, so that no index is needed to find it.
type pass struct {
	match  string
	seat   game.Seat
	secret string
}

func (p pass) String() string {
	return p.match + "." + strconv.Itoa(int(p.seat)) + "." + p.secret
}

// parsePass reads a pass; false for what cannot be one.
func parsePass(s string) (pass, bool) {
	parts := strings.Split(s, ".")
	if len(parts) != 3 || !isSecret(parts[0]) || !isSecret(parts[2]) {
		return pass{}, false
	}
	seat, err := strconv.ParseUint(parts[1], 10, 4)
	if err != nil || strconv.FormatUint(seat, 10) != parts[1] {
		return pass{}, false
	}
	return pass{parts[0], game.Seat(seat), parts[2]}, true
}
