package schemas

import (
	"fmt"
	"time"
)

// A SentAt is when a client sent a command, by the client's own clock: RFC 3339, kept as
// it came; "" where the client did not say. It is told beside our time and never counted
// with: clocks of clients are wrong by hours and by centuries, and the order of events is
// that of their positions.
type SentAt string

// MaxSentAt is the longest time that any door lets in, in bytes.
const MaxSentAt = 64

// ParseSentAt is the one door for a client's time: any time of the calendar passes,
// however far it is from ours. "" is none.
func ParseSentAt(text string) (SentAt, error) {
	if text == "" {
		return "", nil
	}
	var t time.Time
	if len(text) > MaxSentAt || t.UnmarshalText([]byte(text)) != nil {
		return "", fmt.Errorf("%q is no time; give RFC 3339, as in 2026-05-04T09:30:00.250Z", cut(text, MaxSentAt))
	}
	return SentAt(text), nil
}

// Ahead is by how many seconds the client's clock was ahead of ours, which is negative
// where it was behind; ok is false without a client's time. What the command needed on
// its way is in it.
func (s SentAt) Ahead(ours time.Time) (seconds int64, ok bool) {
	var t time.Time
	if s == "" || t.UnmarshalText([]byte(s)) != nil {
		return 0, false
	}
	return t.Unix() - ours.Unix(), true // a Duration ends at 292 years
}

// SentAtOf is the client's time in an event that a command made.
func SentAtOf(e Event) SentAt {
	switch e := e.(type) {
	case TurnRequested:
		return e.SentAt
	case CancelRequested:
		return e.SentAt
	case InterruptAnswered:
		return e.SentAt
	case ViewContextChanged:
		return e.SentAt
	case SessionContextChanged:
		return e.SentAt
	}
	return ""
}
