package intake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// source is a file's text: UTF-8, lines ended by line feeds, no control characters
// but tab and line feed.
type source struct {
	name   string
	text   []byte
	starts []int // offset of each line's first byte

	returns      int // line ends that were CR or CR LF
	controls     []control
	moreControls int
}

// control is a control character that was taken out.
type control struct {
	r            rune
	line, column int
}

// maxControls is how many control characters are named one by one.
const maxControls = 20

// open checks the bytes of a file and makes a text of them.
func open(name string, content []byte) (*source, error) {
	refuse := func(line, column int, reason, fix string) error {
		return &Error{Name: name, Line: line, Column: column, Reason: reason, Fix: fix}
	}
	if len(content) > MaxBytes {
		return nil, &Error{
			Name:   name,
			Reason: fmt.Sprintf("it has %d bytes, the limit is %d", len(content), MaxBytes),
			Fix:    "split it into several playbooks", cause: ErrTooLarge,
		}
	}
	if len(content) == 0 {
		return nil, refuse(0, 0, "it is empty", "give Markdown or a CACAO 2.0 playbook")
	}
	if what := wideEncoding(content); what != "" {
		return nil, refuse(0, 0, "it is "+what, "save it as UTF-8")
	}
	if what := foreign(content); what != "" {
		return nil, refuse(0, 0, "it is "+what, "export it as Markdown or as a CACAO 2.0 playbook")
	}
	content = bytes.TrimPrefix(content, []byte("\xEF\xBB\xBF"))
	if !utf8.Valid(content) {
		line, column := firstInvalid(content)
		return nil, refuse(line, column, "it is not UTF-8 here", "save it as UTF-8")
	}
	s := &source{name: name}
	s.load(content)
	if bytes.IndexFunc(s.text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) && r > 0x7F
	}) < 0 &&
		!s.isJSON() {
		return nil, refuse(0, 0, "it holds no words", "give Markdown or a CACAO 2.0 playbook")
	}
	return s, nil
}

// load copies the text without carriage returns and control characters.
func (s *source) load(content []byte) {
	s.text = make([]byte, 0, len(content))
	s.starts = append(s.starts, 0)
	column := 1
	for i := 0; i < len(content); {
		r, n := utf8.DecodeRune(content[i:])
		if r == '\r' {
			s.returns++
			if i+1 < len(content) && content[i+1] == '\n' {
				n = 2
			}
			r = '\n'
		}
		i += n
		switch {
		case r == '\n':
			s.text = append(s.text, '\n')
			s.starts = append(s.starts, len(s.text))
			column = 1
			continue
		case unwanted(r) && len(s.controls) < maxControls:
			s.controls = append(s.controls, control{r: r, line: len(s.starts), column: column})
		case unwanted(r):
			s.moreControls++
		default:
			s.text = utf8.AppendRune(s.text, r)
		}
		column++
	}
	if last := len(s.starts) - 1; last > 0 && s.starts[last] == len(s.text) {
		s.starts = s.starts[:last]
	}
}

// unwanted tells the characters that no text is shown with.
func unwanted(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }

// clean takes control characters out of a text that came through an escape.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unwanted(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// line is the line, from 1, that an offset stands in.
func (s *source) line(offset int) int {
	return sort.Search(len(s.starts), func(i int) bool { return s.starts[i] > offset })
}

// place is line and column, from 1, of an offset.
func (s *source) place(offset int) (line, column int) {
	offset = max(0, min(offset, len(s.text)))
	line = s.line(offset)
	return line, utf8.RuneCount(s.text[s.starts[line-1]:offset]) + 1
}

// lines is the text of the lines from..to-1, counted from 1.
func (s *source) lines(from, to int) []string {
	if from >= to || from > len(s.starts) {
		return nil
	}
	end := len(s.text)
	if to-1 < len(s.starts) {
		end = s.starts[to-1]
	}
	return strings.Split(strings.TrimSuffix(string(s.text[s.starts[from-1]:end]), "\n"), "\n")
}

func (s *source) named(ext string) bool { return strings.EqualFold(path.Ext(s.name), ext) }

// isJSON looks at the content. Markdown may begin with a bracket ("[a link](to)")
// or a brace ("{% include %}"); JSON goes on differently.
func (s *source) isJSON() bool {
	text := bytes.TrimSpace(s.text)
	if len(text) == 0 {
		return false
	}
	switch text[0] {
	case '{':
		rest := bytes.TrimSpace(text[1:])
		return s.named(".json") || len(rest) > 0 && (rest[0] == '"' || rest[0] == '}')
	case '[':
		return s.named(".json") || json.Valid(text)
	}
	return s.named(".json") && json.Valid(text)
}
