package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"turnbook/schemas"
)

// Texts keep what many events name and none repeats: the prompts of agents. A text is
// kept under the SHA-256 of its bytes in hex, so that an event which names it vouches
// for it. What is kept stays.
type Texts interface {
	// Keep makes a text durable. Keeping it again changes nothing.
	Keep(ctx context.Context, digest string, text []byte) error
	// Text is the text of a digest, or [ErrNoText].
	Text(ctx context.Context, digest string) ([]byte, error)
}

// ErrNoText says that no text of a digest is kept.
var ErrNoText = errors.New("no text of this digest is kept")

// A TextError says that a text is not what its digest says.
type TextError struct{ Want, Got string }

func (e *TextError) Error() string {
	return fmt.Sprintf("the text of digest %s has the digest %s", e.Want, e.Got)
}

// CheckText holds a text against its digest. The error is a [*TextError].
func CheckText(digest string, text []byte) error {
	if got := schemas.Digest(text); got != digest {
		return &TextError{Want: digest, Got: got}
	}
	return nil
}

// MemTexts are texts in memory; they are gone with their process.
func MemTexts() Texts { return &memTexts{kept: map[string][]byte{}} }

type memTexts struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (m *memTexts) Keep(ctx context.Context, digest string, text []byte) error {
	if err := CheckText(digest, text); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[digest] = append([]byte(nil), text...)
	return ctx.Err()
}

func (m *memTexts) Text(ctx context.Context, digest string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	text, ok := m.kept[digest]
	if !ok {
		return nil, ErrNoText
	}
	return append([]byte(nil), text...), ctx.Err()
}
