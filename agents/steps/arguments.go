package steps

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
)

// Limits of what a tool writes, in bytes.
const (
	MaxTitle       = 256 << 10
	MaxDescription = 1 << 20
	MaxBranches    = 20
)

// Strict reads a tool's arguments into a struct: exactly one JSON object, of known
// members. The error says what is wrong and is meant for the model.
func Strict(raw json.RawMessage, into any) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = json.RawMessage("{}")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return unreadable(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the arguments can't be read: there is text after the object")
	}
	return nil
}

// unreadable says why arguments can't be read, in words that name no type of this
// program.
func unreadable(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &kind):
		return fmt.Errorf("the arguments can't be read: %w", err)
	case kind.Field == "":
		return fmt.Errorf("the arguments can't be read: they are a %s and no object; where they broke off, send them whole", kind.Value)
	}
	return fmt.Errorf("the arguments can't be read: %s can't be a %s", kind.Field, kind.Value)
}

// Quote puts a title between quotation marks, cut to what a sentence can hold.
func Quote(title string) string {
	return "“" + agents.Shorten(title) + "”"
}

// countOf says how many there are of something.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// CheckTitle says what is wrong with a title; "" for nothing.
func CheckTitle(title string) string {
	switch {
	case strings.TrimSpace(title) == "":
		return "title is empty; say what is to be done"
	case len(title) > MaxTitle:
		return fmt.Sprintf("title has %d bytes; the limit is %d", len(title), MaxTitle)
	}
	return ""
}

func checkDescription(text string) string {
	if len(text) > MaxDescription {
		return fmt.Sprintf("description has %d bytes; the limit is %d", len(text), MaxDescription)
	}
	return ""
}

func checkKind(k schemas.StepKind) string {
	if !slices.Contains(schemas.StepKinds(), k) {
		return fmt.Sprintf("kind %q is none of %v", k, schemas.StepKinds())
	}
	return ""
}

// checkBranches says what is wrong with the branches that an author named.
func checkBranches(k schemas.StepKind, names []string) string {
	if len(names) == 0 {
		return ""
	}
	if k.DefaultBranches() == nil {
		return fmt.Sprintf("a step of kind %s has no branches", k)
	}
	if len(names) > MaxBranches {
		return fmt.Sprintf("there are %d branches; the limit is %d", len(names), MaxBranches)
	}
	for i, n := range names {
		if strings.TrimSpace(n) == "" {
			return "a branch has no name"
		}
		if slices.Contains(names[:i], n) {
			return fmt.Sprintf("branch %q is named twice", n)
		}
	}
	return ""
}

// firstWrong is the first complaint; "" where there is none.
func firstWrong(complaints ...string) string {
	for _, c := range complaints {
		if c != "" {
			return c
		}
	}
	return ""
}
