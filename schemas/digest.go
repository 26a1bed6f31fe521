package schemas

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"turnbook/schemas/canon"
)

// Digest is the SHA-256 of bytes, in hex.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// DigestJSON is the digest of a value's canonical JSON: values that say the same have the
// same, however their raw parts are written.
func DigestJSON(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	if raw, err = canon.JSON(raw); err != nil {
		return "", err
	}
	return Digest(raw), nil
}

// DerivedID is an id made of what it stands for, so that a repetition finds the first: a
// letter or word for its kind, and 80 bits of the digest of the parts.
func DerivedID[ID ~string](kind string, of ...string) ID {
	return ID(kind + Digest([]byte(strings.Join(of, "\x00")))[:20])
}
