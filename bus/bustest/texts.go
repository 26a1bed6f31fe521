package bustest

import (
	"errors"
	"testing"

	"turnbook/bus"
	"turnbook/schemas"
)

// TestTexts checks texts against the promises of [bus.Texts].
func TestTexts(t *testing.T, open func(*testing.T) bus.Texts) {
	texts, text := open(t), []byte("You route one message.\x00é")
	digest := schemas.Digest(text)
	if _, err := texts.Text(t.Context(), digest); !errors.Is(err, bus.ErrNoText) {
		t.Errorf("before it is kept, a text is answered by %v", err)
	}
	for range 2 {
		if err := texts.Keep(t.Context(), digest, text); err != nil {
			t.Fatal(err)
		}
	}
	got, err := texts.Text(t.Context(), digest)
	if err != nil || string(got) != string(text) {
		t.Errorf("kept %q, and got %q, %v", text, got, err)
	}
	var no *bus.TextError
	if err := texts.Keep(t.Context(), digest, []byte("another")); !errors.As(err, &no) {
		t.Errorf("another text under the digest met %v", err)
	}
	if _, err := texts.Text(t.Context(), "*.>"); !errors.Is(err, bus.ErrNoText) {
		t.Errorf("what is no digest is answered by %v", err)
	}
}
