package agents

import (
	"crypto/rand"
	"encoding/hex"
)

// RandomID makes ids that nobody guesses: 128 bits, in 32 hexadecimal digits.
func RandomID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
