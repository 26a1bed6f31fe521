package schemas

import (
	"fmt"
	"strings"
)

// A TokenError says why a text is not what [EncodeToken] or [Subject.String]
// writes.
type TokenError struct {
	Token  string // as it came, cut to 64 bytes
	Reason string
}

func (e *TokenError) Error() string { return fmt.Sprintf("%q: %s", e.Token, e.Reason) }

// emptyToken stands for the empty id. No other id is encoded so: a percent sign
// is always followed by two digits.
const emptyToken = "%"

// EncodeToken writes an id as one token of a NATS subject, one segment of a
// CloudEvents source and one segment of a CloudEvents subject: bytes outside
// [A-Za-z0-9_-] become %XX, so that dots, blanks, `*` and `>` mean nothing. Two
// ids never share a token, and no token is empty. [DecodeToken] undoes it.
func EncodeToken(id string) string {
	escapes := 0
	for i := range len(id) {
		if !plainByte(id[i]) {
			escapes++
		}
	}
	switch {
	case id == "":
		return emptyToken
	case escapes == 0:
		return id
	}
	const digits = "0123456789ABCDEF"
	tok := make([]byte, 0, len(id)+2*escapes)
	for i := range len(id) {
		if c := id[i]; plainByte(c) {
			tok = append(tok, c)
		} else {
			tok = append(tok, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(tok)
}

func plainByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// DecodeToken reads what [EncodeToken] wrote, and nothing else: an escape that was
// not needed or is in lower case is refused, so that one id has one token. The
// error is a [*TokenError].
func DecodeToken(tok string) (string, error) {
	if tok == emptyToken {
		return "", nil
	}
	refuse := func(reason string) (string, error) {
		return "", &TokenError{Token: cut(tok, 64), Reason: reason}
	}
	if tok == "" {
		return refuse("a token is never empty")
	}
	id := make([]byte, 0, len(tok))
	for i := 0; i < len(tok); i++ {
		c := tok[i]
		switch {
		case plainByte(c):
		case c != '%':
			return refuse(fmt.Sprintf("the byte %#02x should be escaped", c))
		case i+2 >= len(tok):
			return refuse("an escape is cut off")
		default:
			high, ok1 := hexDigit(tok[i+1])
			low, ok2 := hexDigit(tok[i+2])
			if c = high<<4 | low; !ok1 || !ok2 || plainByte(c) {
				return refuse("%" + tok[i+1:i+3] + " is no escape that is written here")
			}
			i += 2
		}
		id = append(id, c)
	}
	return string(id), nil
}

// hexDigit reads one digit; lower case is not written.
func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// Source is the entity as the CloudEvents source of its events, as in
// "/acme/session/s7".
func (e Entity) Source() string {
	return "/" + EncodeToken(string(e.Vendor)) + "/" + EncodeToken(string(e.Kind)) + "/" + EncodeToken(e.ID)
}

// String is the CloudEvents subject: "playbook/p1/task/42", "playbook/p1",
// "task/42", or "" for none.
func (s Subject) String() string {
	switch {
	case s.Playbook == "" && s.Task == "":
		return ""
	case s.Playbook == "":
		return "task/" + EncodeToken(string(s.Task))
	case s.Task == "":
		return "playbook/" + EncodeToken(string(s.Playbook))
	}
	return "playbook/" + EncodeToken(string(s.Playbook)) + "/task/" + EncodeToken(string(s.Task))
}

// ParseSubject reads what [Subject.String] wrote. The error is a [*TokenError].
func ParseSubject(text string) (Subject, error) {
	var s Subject
	rest := text
	if after, ok := strings.CutPrefix(rest, "playbook/"); ok {
		tok, more, nested := strings.Cut(after, "/")
		id, err := DecodeToken(tok)
		if err != nil {
			return Subject{}, err
		}
		s.Playbook, rest = PlaybookID(id), more
		if nested && rest == "" || id == "" {
			return Subject{}, &TokenError{Token: cut(text, 64), Reason: "a segment is empty"}
		}
	}
	if after, ok := strings.CutPrefix(rest, "task/"); ok {
		id, err := DecodeToken(after)
		if err != nil {
			return Subject{}, err
		}
		s.Task, rest = TaskID(id), ""
		if id == "" {
			return Subject{}, &TokenError{Token: cut(text, 64), Reason: "a segment is empty"}
		}
	}
	if rest != "" {
		return Subject{}, &TokenError{Token: cut(text, 64), Reason: "it should be playbook/<id>, task/<id> or playbook/<id>/task/<id>"}
	}
	return s, nil
}
