package schemas

import (
	"bytes"
	"encoding/json"
)

// scanner steps through canonical JSON, which has no blanks between its tokens. It
// finds where values end and does not check what is in them; whoever trusts a
// value has it checked by its reader.
type scanner struct {
	in []byte
	at int
}

// take steps over one byte if it is c.
func (s *scanner) take(c byte) bool {
	if s.at < len(s.in) && s.in[s.at] == c {
		s.at++
		return true
	}
	return false
}

// value steps over one value and returns its bytes.
func (s *scanner) value() ([]byte, bool) {
	start := s.at
	if s.at == len(s.in) {
		return nil, false
	}
	switch s.in[s.at] {
	case '"':
		return s.text()
	case '{', '[':
		return s.nested()
	}
	for s.at < len(s.in) && s.in[s.at] != ',' && s.in[s.at] != '}' && s.in[s.at] != ']' {
		s.at++
	}
	return s.in[start:s.at], s.at > start
}

// text steps over a text in quotes.
func (s *scanner) text() ([]byte, bool) {
	start := s.at
	for s.at++; ; s.at++ {
		n := bytes.IndexByte(s.in[s.at:], '"')
		if n < 0 {
			return nil, false
		}
		s.at += n
		back := s.at
		for s.in[back-1] == '\\' {
			back--
		}
		if (s.at-back)%2 == 0 {
			s.at++
			return s.in[start:s.at], true
		}
	}
}

// nested steps over an object or an array.
func (s *scanner) nested() ([]byte, bool) {
	start, depth := s.at, 0
	for s.at < len(s.in) {
		switch s.in[s.at] {
		case '"':
			if _, ok := s.text(); !ok {
				return nil, false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 {
			return s.in[start:s.at], true
		}
	}
	return nil, false
}

// members steps over an object and shows each of its members to see: the name
// without quotes, the value, and where in the text the member begins. It is ok when
// the object is, and see was with every member.
func (s *scanner) members(see func(name, value []byte, start int) bool) bool {
	if !s.take('{') {
		return false
	}
	for first := true; !s.take('}'); first = false {
		if !first && !s.take(',') {
			return false
		}
		start := s.at
		if s.at == len(s.in) || s.in[s.at] != '"' {
			return false
		}
		name, ok := s.text()
		if !ok || !s.take(':') {
			return false
		}
		name = name[1 : len(name)-1]
		value, ok := s.value()
		if !ok || !see(name, value, start) {
			return false
		}
	}
	return true
}

// textOf reads a JSON text. A text that says the same as old gives old, and costs
// nothing.
func textOf(raw []byte, old string) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	inner := raw[1 : len(raw)-1]
	for _, c := range inner {
		if c < 0x20 || c >= 0x80 || c == '\\' || c == '"' {
			var s string
			err := json.Unmarshal(raw, &s)
			return s, err == nil
		}
	}
	if string(inner) == old {
		return old, true
	}
	return string(inner), true
}
