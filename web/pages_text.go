package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"turnbook/projections"
	"turnbook/schemas"
)

// shown is text from outside as a page shows it: characters that would turn the text
// around them are taken out, and other controls are made visible. Direction is left
// to the element, which is isolated.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20:
			return 0x2400 + r // the picture of the control
		case r == 0x7f:
			return 0x2421
		case r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// foldAbove is how many characters of a text stand on a page before the rest is folded.
const foldAbove = 320

// beginning is the part of a text that stands before the fold, cut between whole
// graphemes; more says whether there is a rest.
func beginning(s string, most int) (text string, more bool) {
	n := 0
	for i, r := range s {
		if n >= most && !joins(s[:i], r) {
			return s[:i], true
		}
		n++
	}
	return s, false
}

// joins says whether a rune belongs to the grapheme before it.
func joins(before string, r rune) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	const joiner = 0x200d
	flag := func(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc, unicode.Variation_Selector) ||
		r == joiner || last == joiner || r >= 0x1f3fb && r <= 0x1f3ff || flag(r) && flag(last)
}

// counted is a number with its noun: "1 step", "3 steps".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// grouped is a number whose thousands are parted: "222,180".
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// countedGrouped is [counted] with a number that may be large.
func countedGrouped(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// moment is a time for people, in UTC; the page's script turns it to theirs.
func moment(s projections.Stamp) string {
	t := s.Time()
	if t.IsZero() {
		return ""
	}
	return t.Format("2 Jan 2006, 15:04:05 UTC")
}

// agoWords is how long ago a time was, in words; a time that lies ahead, as clocks that
// disagree have it, is now. Without a now it is the time itself. The page's script says
// the same later on (page.js, ago).
func agoWords(s projections.Stamp, now time.Time) string {
	t := s.Time()
	if t.IsZero() || now.IsZero() {
		return moment(s)
	}
	switch d := now.Sub(t); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return counted(int(d/time.Minute), "minute") + " ago"
	case d < 24*time.Hour:
		return counted(int(d/time.Hour), "hour") + " ago"
	case d < 7*24*time.Hour:
		return counted(int(d/(24*time.Hour)), "day") + " ago"
	}
	return t.Format("2 Jan 2006")
}

// took is the time between two stamps in words; never negative, "" where one is missing.
func took(from, to projections.Stamp) string {
	a, b := from.Time(), to.Time()
	if a.IsZero() || b.IsZero() {
		return ""
	}
	d := max(b.Sub(a), 0)
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// agentName is a domain in words.
func agentName(d schemas.Domain) string {
	switch d {
	case schemas.PlaybookEditor:
		return "Playbook editor"
	case schemas.TaskBuilder:
		return "Task builder"
	case schemas.Guide:
		return "Guide"
	case schemas.Router:
		return "Router"
	case "":
		return "Nobody yet"
	}
	return shown(string(d))
}

// statusName is a turn's status in words.
func statusName(s schemas.TurnStatus) string {
	switch s {
	case schemas.TurnQueued:
		return "Waiting"
	case schemas.TurnRunning:
		return "Running"
	case schemas.TurnAwaitingAnswer:
		return "Waits for you"
	case schemas.TurnCompleted:
		return "Completed"
	case schemas.TurnCancelled:
		return "Stopped"
	case schemas.TurnFailed:
		return "Failed"
	}
	return shown(string(s))
}

// kindName is a step's kind in words.
func kindName(k schemas.StepKind) string {
	s := strings.ToLower(string(k))
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// shortID is the beginning of an id that is long: enough for people to tell it from its
// neighbours, with the whole of it in a tooltip.
func shortID(id string) string {
	text, more := beginning(shown(id), 10)
	if more {
		return text + "…"
	}
	return text
}
