package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names of things. Each is a string on the wire and checked once, by [ParseID],
// before it can become a token of a subject, a key or an address.
type (
	VendorID   string // a customer of the installation; everything is kept apart by it
	SessionID  string // one conversation of one user
	TurnID     string // one message and all that follows until the answer
	ViewID     string // one open tab
	PlaybookID string
	ModuleID   string
	TaskID     string
	StepID     string
	LaneID     string // a sub-agent's share of a turn; [MainLane] is the turn's own
	CallID     string // one call of a model or of a tool inside a turn
	RowID      string // one line of progress
	CardID     string // the face of one interrupt
	UserID     string

	ProjectID   string // a registered git repository
	WorkspaceID string // one checkout of a project, with one conversation
	HandleID    string // the record of a delegated turn
	AgentID     string // an agent file, or the program's own agent
)

// MainLane is the lane of the agent that owns the turn.
const MainLane LaneID = "m"

// MaxIDBytes is the longest id that any door lets in.
const MaxIDBytes = 200

// An IDError says which id was refused, what it was, and what would be right.
type IDError struct {
	What  string // the name of the field or parameter
	Value string // as it came, cut to 64 bytes
	Want  string // what would be right
}

func (e *IDError) Error() string {
	return fmt.Sprintf("%s: %q is no id: %s", e.What, e.Value, e.Want)
}

// ParseID is the one door through which text from outside becomes an id: UTF-8 of
// 1 to [MaxIDBytes] bytes, no blanks at its ends, no control and no
// direction-changing characters. Dots, `*`, `>` and inner blanks pass; they are
// encoded where an id becomes part of a subject.
//
// The error is an [*IDError].
func ParseID[ID ~string](what, s string) (ID, error) {
	refuse := func(want string) (ID, error) {
		return "", &IDError{What: what, Value: cut(s, 64), Want: want}
	}
	switch {
	case s == "":
		return refuse("it is empty; give 1 to 200 bytes")
	case len(s) > MaxIDBytes:
		return refuse(fmt.Sprintf("it has %d bytes; give at most %d", len(s), MaxIDBytes))
	case !utf8.ValidString(s):
		return refuse("it is not UTF-8")
	case strings.TrimSpace(s) != s:
		return refuse("it begins or ends with a blank; trim it")
	}
	for _, r := range s {
		if unicode.IsControl(r) || isDirectional(r) {
			return refuse(fmt.Sprintf("it holds the invisible character %U; leave it out", r))
		}
	}
	return ID(s), nil
}

// isDirectional tells the characters that change the reading direction of the
// text around them, so that two different ids look the same on screen.
func isDirectional(r rune) bool {
	return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0x200E || r == 0x200F || r == 0x061C
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// A ZeroRule says what the number 0 means where an id is read from raw JSON.
type ZeroRule bool

const (
	ZeroIsNone ZeroRule = false // current_task_id: 0 is a front end's "nothing" (authoring.md section 1)
	ZeroIsID   ZeroRule = true  // an event's address: 0 is an address (authoring.md section 7)
)

// MaxIDDigits is how far the exponent of a number may expand it; beyond, the
// number names nothing (decisions.md 6).
const MaxIDDigits = 64

// IDText reads an id from raw JSON as front ends send it: text is trimmed of
// Unicode white space, a number becomes its decimal text with every digit kept
// (9007199254740993 stays so; 12.0 and 1.2e1 are "12"). Everything else (absent,
// null, true, false, objects, arrays, blank text) is no id.
func IDText(raw json.RawMessage, zero ZeroRule) (string, bool) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return "", false
	}
	switch c := raw[0]; {
	case c == '"':
		s, ok := textOf(raw, "")
		if !ok {
			return "", false
		}
		s = strings.TrimFunc(s, unicode.IsSpace)
		return s, s != ""
	case c == '-' || c >= '0' && c <= '9':
		s, ok := decimal(string(raw))
		if !ok || s == "0" && zero == ZeroIsNone {
			return "", false
		}
		return s, true
	}
	return "", false
}

// decimal writes a JSON number without exponent and without needless zeros.
// It works on the digits, never through a float.
func decimal(number string) (string, bool) {
	if isPlainWhole(number) {
		return number, true
	}
	if !json.Valid([]byte(number)) {
		return "", false
	}
	rest, negative := strings.CutPrefix(number, "-")
	mantissa, exponent := rest, 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa = rest[:i]
		e, ok := smallInt(rest[i+1:])
		if !ok {
			// Whatever the exponent is, zero stays zero.
			if strings.Trim(mantissa, "0.") == "" {
				return "0", true
			}
			return "", false
		}
		exponent = e
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	point := len(whole) + exponent
	trimmed := strings.TrimLeft(digits, "0")
	point -= len(digits) - len(trimmed)
	digits = strings.TrimRight(trimmed, "0")
	switch {
	case digits == "":
		return "0", true
	case point > MaxIDDigits || max(len(digits), len(digits)-point) > MaxIDDigits:
		return "", false
	case point >= len(digits):
		digits += strings.Repeat("0", point-len(digits))
	case point > 0:
		digits = digits[:point] + "." + digits[point:]
	default:
		digits = "0." + strings.Repeat("0", -point) + digits
	}
	if negative {
		digits = "-" + digits
	}
	return digits, true
}

// isPlainWhole tells the numbers that are their own decimal text.
func isPlainWhole(number string) bool {
	for i := range len(number) {
		if number[i] < '0' || number[i] > '9' {
			return false
		}
	}
	return number[0] != '0' && len(number) <= MaxIDDigits
}

// smallInt reads an exponent; one that is out of any reason is not ok.
func smallInt(s string) (int, bool) {
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimLeft(strings.TrimLeft(s, "+-"), "0")
	if len(s) > 6 {
		return 0, false
	}
	n := 0
	for _, c := range s {
		n = n*10 + int(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}
