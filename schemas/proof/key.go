package proof

import (
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/nats-io/nkeys"
)

// A Key signs. Its seed is never printed: [Key.Seed] is for the file that keeps it.
type Key struct {
	pair   nkeys.KeyPair
	public string
}

// NewKey makes a key.
func NewKey() (*Key, error) {
	pair, err := nkeys.CreateAccount()
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	return keyOf(pair)
}

// ReadKey reads a seed that [Key.Seed] wrote.
func ReadKey(seed []byte) (*Key, error) {
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return nil, fmt.Errorf("read a seed: %w", err)
	}
	return keyOf(pair)
}

func keyOf(pair nkeys.KeyPair) (*Key, error) {
	public, err := pair.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("read a key: %w", err)
	}
	return &Key{pair, public}, nil
}

// Public is the half that everybody may know.
func (k *Key) Public() string { return k.public }

// String is the public half, so that no print shows more.
func (k *Key) String() string { return k.public }

// GoString is [Key.String].
func (k *Key) GoString() string { return k.public }

// Seed is the secret half.
func (k *Key) Seed() ([]byte, error) { return k.pair.Seed() }

// Sign is the signature of a text, in base64.
func (k *Key) Sign(text []byte) (string, error) {
	sum, err := k.pair.Sign(text)
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	return base64.StdEncoding.EncodeToString(sum), nil
}

// errSignature says that a signature is not the key's.
var errSignature = errors.New("the signature is not of this key and this text")

// checkSignature says why a signature does not hold; nil where it does.
func checkSignature(public string, text []byte, signature string) error {
	pair, err := nkeys.FromPublicKey(public)
	if err != nil {
		return fmt.Errorf("%q is no public key", public)
	}
	sum, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || pair.Verify(text, sum) != nil {
		return errSignature
	}
	return nil
}
