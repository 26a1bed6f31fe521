package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// The parts of a history begin with these lines.
const (
	storyMark = "-- story --\n"
	bookMark  = "-- book --\n"
)

// A history is a book as a file: prose that says why it is kept, a story to read, and the
// book to decide again.
type history struct {
	story, book strings.Builder
	last        map[schemas.Entity]string // hashes
}

func newHistory() *history { return &history{last: make(map[schemas.Entity]string)} }

// text is the whole of it.
func (h *history) text(prose string) string {
	return prose + "\n\n" + storyMark + h.story.String() + bookMark + h.book.String()
}

// add writes a message. Its data stands in the file, however large.
func (h *history) add(e schemas.Entity, at time.Time, drafts []schemas.Draft) error {
	message, records, _, err := schemas.EncodeBatch(e, h.last[e], at, drafts, schemas.BatchLimits{})
	if err != nil {
		return fmt.Errorf("write %s: %w", e, err)
	}
	h.last[e] = records[len(records)-1].Hash
	fmt.Fprintf(&h.book, "%s %s\n", e, message)
	for _, r := range records {
		line, err := storyLine(r)
		if err != nil {
			return err
		}
		h.story.WriteString(line)
	}
	return nil
}

// WriteHistory writes a log as a history.
func WriteHistory(ctx context.Context, prose string, log bus.Log) (string, error) {
	h := newHistory()
	var drafts []schemas.Draft
	for r, err := range log.Read(ctx, bus.Query{}) {
		if err == nil {
			err = r.Err
		}
		if err != nil {
			return "", fmt.Errorf("write a history: %w", err)
		}
		drafts = append(drafts, r.Draft)
		if !r.Last {
			continue
		}
		if err := h.add(r.Entity, r.Time, drafts); err != nil {
			return "", err
		}
		drafts = nil
	}
	return h.text(prose), nil
}

// ReadHistory reads the book of a history into a log of its own.
func ReadHistory(ctx context.Context, history string) (bus.Log, error) {
	_, lines, ok := strings.Cut(history, bookMark)
	if !ok {
		return nil, errors.New("the history has no book")
	}
	log := bus.Mem()
	last := make(map[schemas.Entity]uint64)
	for line := range strings.Lines(lines) {
		e, at, drafts, err := readMessage(strings.TrimSpace(line))
		if err != nil {
			return nil, err
		}
		appended, err := log.Append(ctx, e, last[e], at, drafts...)
		if err != nil {
			return nil, err
		}
		last[e] = appended[0].Seq
	}
	return log, nil
}

// readMessage reads a line of a book. Whose it is stands in the source of its events.
func readMessage(line string) (e schemas.Entity, at time.Time, drafts []schemas.Draft, err error) {
	name, batch, _ := strings.Cut(line, " ")
	var events []struct {
		Source string `json:"source"`
	}
	if err := json.Unmarshal([]byte(batch), &events); err != nil {
		return e, at, nil, fmt.Errorf("%s: its message can't be read: %w", name, err)
	}
	if len(events) == 0 {
		return e, at, nil, fmt.Errorf("%s: its message holds no event", name)
	}
	token, _, _ := strings.Cut(strings.TrimPrefix(events[0].Source, "/"), "/")
	vendor, err := schemas.DecodeToken(token)
	if err != nil {
		return e, at, nil, fmt.Errorf("%s: %w", name, err)
	}
	if e, err = schemas.ParseEntity(schemas.VendorID(vendor), name); err != nil {
		return e, at, nil, err
	}
	for _, r := range schemas.DecodeBatch(e, 1, []byte(batch), nil) {
		if r.Err != nil {
			return e, at, nil, fmt.Errorf("%s: %w", name, r.Err)
		}
		drafts, at = append(drafts, r.Draft), r.Time
	}
	return e, at, drafts, nil
}

// storyLine is an event to read; what is derived is indented below its input.
func storyLine(r schemas.Record) (string, error) {
	data, err := short(r)
	if err != nil {
		return "", fmt.Errorf("tell %s: %w", r.Draft.ID, err)
	}
	indent := ""
	if r.Index > 0 {
		indent = "    "
	}
	return fmt.Sprintf("%s%s %s %s\n", indent, r.Entity, r.Type, data), nil
}

// short is an event's data without what makes it long and says nothing to a reader.
func short(r schemas.Record) (string, error) {
	raw, err := json.Marshal(r.Event)
	if err != nil {
		return "", err
	}
	var data map[string]any
	if err := json.Unmarshal(raw, &data); err != nil {
		return "", err
	}
	for _, long := range []string{"basis", "digest", "deadline", "fingerprint", "handoff_context", "asked"} {
		delete(data, long)
	}
	if l, ok := data["ladder"].(map[string]any); ok {
		data["ladder"] = shortLadder(l)
	}
	var buffer bytes.Buffer
	enc := json.NewEncoder(&buffer)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(data); err != nil {
		return "", err
	}
	return strings.TrimSpace(buffer.String()), nil
}

func shortLadder(l map[string]any) string {
	rungs := []string{}
	list, _ := l["rungs"].([]any)
	for _, g := range list {
		g, _ := g.(map[string]any)
		mark := "✗"
		if g["held"] == true {
			mark = "✓"
		}
		rungs = append(rungs, fmt.Sprintf("%s %s", mark, g["name"]))
	}
	return fmt.Sprintf("%s → %s: %s", l["rule"], l["outcome"], strings.Join(rungs, ", "))
}
