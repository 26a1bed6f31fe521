package formats

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"unicode/utf8"

	"turnbook/schemas/canon"
)

// MaxBytes is the largest file that is read (decisions.md 6).
const MaxBytes = 8 << 20

// ErrTooLarge is what an [*Error] is for a file above [MaxBytes], and for a form
// above the limits of a document.
var ErrTooLarge = errors.New("the form is too large")

// An Error says why a file was refused, where, and what to do about it.
type Error struct {
	Name   string // of the file, as it was given
	Line   int    // from 1; 0 where the whole file is meant
	Column int    // from 1, in characters; 0 where the whole line is meant
	Path   string // JSON Pointer (RFC 6901); "" where the whole file is meant
	Reason string // what is wrong
	Fix    string // what would be right
	cause  error
}

func (e *Error) Error() string {
	at := e.Name
	if e.Line > 0 {
		at += fmt.Sprintf(":%d", e.Line)
		if e.Column > 0 {
			at += fmt.Sprintf(":%d", e.Column)
		}
	}
	return fmt.Sprintf("%s: %s; %s", at, e.Reason, e.Fix)
}

// Unwrap makes errors.Is(err, [ErrTooLarge]) hold.
func (e *Error) Unwrap() error { return e.cause }

// A source is a file's text: JSON in UTF-8, without byte order mark.
type source struct {
	name      string
	text      []byte
	starts    []int // offset of each line's first byte
	canonical []byte
}

// open checks the bytes of a file.
func open(name string, content []byte) (*source, error) {
	if len(content) > MaxBytes {
		return nil, &Error{
			Name: name, Reason: fmt.Sprintf("it has %d bytes, the limit is %d", len(content), MaxBytes),
			Fix: "split it into several forms", cause: ErrTooLarge,
		}
	}
	if what := notText(content); what != "" {
		return nil, &Error{Name: name, Reason: "it is " + what, Fix: "export the form as JSON in UTF-8"}
	}
	s := &source{name: name, text: bytes.TrimPrefix(content, []byte("\xEF\xBB\xBF"))}
	if len(bytes.TrimSpace(s.text)) == 0 {
		return nil, &Error{Name: name, Reason: "it is empty", Fix: "give a form of Form.io or SurveyJS as JSON"}
	}
	s.lines()
	canonical, err := canon.JSON(s.text)
	if err != nil {
		return nil, s.refuse(err)
	}
	s.canonical = canonical
	return s, nil
}

// lines finds where lines begin. A line ends with LF, CR LF or CR.
func (s *source) lines() {
	s.starts = []int{0}
	for i, c := range s.text {
		if c == '\n' || c == '\r' && (i+1 == len(s.text) || s.text[i+1] != '\n') {
			s.starts = append(s.starts, i+1)
		}
	}
}

// line is the line, from 1, that an offset stands in.
func (s *source) line(offset int) int {
	return sort.Search(len(s.starts), func(i int) bool { return s.starts[i] > offset })
}

func (s *source) refuse(err error) error {
	var wrong *canon.Error
	if !errors.As(err, &wrong) {
		return &Error{Name: s.name, Reason: "the JSON can't be read", Fix: "correct it", cause: err}
	}
	line, column := s.place(wrong.Offset)
	e := &Error{Name: s.name, Line: line, Column: column, Path: wrong.Path, Reason: "the JSON is broken: " + wrong.Reason, Fix: "correct it there"}
	if wrong.Key != "" {
		e.Reason = fmt.Sprintf("the key “%s” stands twice in one object", short(wrong.Key))
		e.Fix = "rename or remove one of the two"
	}
	return e
}

// place is line and column, from 1, of an offset.
func (s *source) place(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.text)))
	line = s.line(offset)
	return line, utf8.RuneCount(s.text[s.starts[line-1]:offset]) + 1
}

// notText names what the bytes are where they can't be JSON in UTF-8; "" otherwise.
func notText(b []byte) string {
	for _, f := range []struct{ magic, what string }{
		{"\xFF\xFE", "UTF-16 or UTF-32"}, {"\xFE\xFF", "UTF-16"}, {"\x00\x00\xFE\xFF", "UTF-32"}, {"{\x00", "UTF-16"}, {"\x00{", "UTF-16"},
		{"%PDF", "a PDF"}, {"PK\x03\x04", "a ZIP, Word or Excel file"}, {"\x1F\x8B", "a gzip archive"}, {"\x89PNG", "an image"}, {"<", "XML or a web page"},
	} {
		if bytes.HasPrefix(b, []byte(f.magic)) {
			return f.what
		}
	}
	return ""
}
