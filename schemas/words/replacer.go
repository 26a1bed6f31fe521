package words

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnbook/schemas"
)

// A Replacer knows what stands for what. It is for one history and one goroutine.
type Replacer struct {
	made  map[string]string // by the word, in small letters
	count map[string]int    // words made so far, by their shape
	known map[string]bool   // ids that events have named as such
}

// New returns a replacer that has met no word.
func New() *Replacer {
	return &Replacer{made: make(map[string]string), count: make(map[string]int), known: make(map[string]bool)}
}

// Text replaces the words of a text. A text that is JSON keeps its structure; one that is
// the program's own word, like the branch that a step has unless its author names others,
// is kept.
func (r *Replacer) Text(s string) string {
	if ownWord(s) {
		return s
	}
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
		if out, err := r.JSON(json.RawMessage(t)); err == nil {
			return string(out)
		}
	}
	return r.plain(s)
}

// ownWord tells the words that are compared with what people write.
func ownWord(s string) bool {
	for _, k := range schemas.StepKinds() {
		if s == string(k) || slices.Contains(k.DefaultBranches(), s) {
			return true
		}
	}
	return slices.Contains(schemas.Domains(), schemas.Domain(s))
}

// plain replaces runs of letters and of digits, and keeps what is between them.
func (r *Replacer) plain(s string) string {
	var out strings.Builder
	for s != "" {
		first, _ := utf8.DecodeRuneInString(s)
		is := kindOf(first)
		n := strings.IndexFunc(s, func(c rune) bool { return kindOf(c) != is })
		if n < 0 {
			n = len(s)
		}
		switch is {
		case letters:
			out.WriteString(r.word(s[:n]))
		case digits:
			out.WriteString(r.number(s[:n]))
		default:
			out.WriteString(s[:n])
		}
		s = s[n:]
	}
	return out.String()
}

type kind int

const (
	others kind = iota
	letters
	digits
)

func kindOf(c rune) kind {
	switch {
	case c >= '0' && c <= '9':
		return digits
	case unicode.IsLetter(c), unicode.IsMark(c), unicode.IsDigit(c):
		return letters
	}
	return others
}

// number replaces digits. One digit alone says nothing of anybody and is kept.
func (r *Replacer) number(s string) string {
	if len(s) == 1 {
		return s
	}
	if made, ok := r.made[s]; ok {
		return made
	}
	made := s
	for made == s {
		made = string(r.next(s, func(i, _ int) string {
			if i == 0 {
				return "123456789" // no zero in front: a number stays one
			}
			return "0123456789"
		}))
	}
	r.made[s] = made
	return made
}
