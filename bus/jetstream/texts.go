package jetstream

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/schemas"
)

// textName is the name of a text among the blobs.
func textName(digest string) string { return "sha256-" + digest }

// Keep implements [bus.Texts].
func (s *Store) Keep(ctx context.Context, digest string, text []byte) error {
	if err := bus.CheckText(digest, text); err != nil {
		return err
	}
	return s.putBlobs(ctx, []schemas.Blob{{Digest: textName(digest), Data: text}})
}

// Text implements [bus.Texts].
func (s *Store) Text(ctx context.Context, digest string) ([]byte, error) {
	if _, err := hex.DecodeString(digest); err != nil {
		return nil, bus.ErrNoText
	}
	text, err := s.blobs.GetBytes(ctx, textName(digest))
	if errors.Is(err, js.ErrObjectNotFound) {
		return nil, bus.ErrNoText
	}
	if err != nil {
		return nil, fmt.Errorf("read the text %s: %w", digest, err)
	}
	return text, bus.CheckText(digest, text)
}
