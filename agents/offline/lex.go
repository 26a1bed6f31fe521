package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTokens is the length of the longest ask that is read. What is longer is no
// ask: half of one must not be carried out, and reading titles takes the square of
// the length.
const maxTokens = 1000

// A token is a word, a quoted text or a mark.
type token struct {
	word  string // folded: lower case, no possessive; "" for a quoted text; a mark as it is
	text  string // as written; of a quoted text what stands between the quotes
	kind  tokenKind
	start int // bytes of the source
	end   int
}

type tokenKind int

const (
	wordToken tokenKind = iota
	quotedToken
	markToken
)

// lex cuts a text into tokens. Marks are , . ; : ? ! and brackets, where they stand
// at the end of a word; all else between blanks is a word. A text above [maxTokens]
// has none.
func lex(src string) []token {
	var out []token
	for i := 0; i < len(src); {
		if len(out) == maxTokens {
			return nil
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		if unicode.IsSpace(r) || r == '—' || r == '–' {
			i += n
			continue
		}
		if body, size, ok := quoted(src[i:]); ok {
			out = append(out, token{text: body, kind: quotedToken, start: i, end: i + size})
			i += size
			continue
		}
		if isMark(src[i:]) {
			out = append(out, token{word: string(r), text: string(r), kind: markToken, start: i, end: i + n})
			i += n
			continue
		}
		end := i + n
		for end < len(src) {
			r, n := utf8.DecodeRuneInString(src[end:])
			if unicode.IsSpace(r) || r == '—' || isMark(src[end:]) || strings.ContainsRune("\"“”„«»", r) {
				break
			}
			end += n
		}
		out = append(out, token{word: foldWord(src[i:end]), text: src[i:end], start: i, end: end})
		i = end
	}
	return out
}

// isMark tells whether a mark begins here. Full stops and colons inside a word, as
// in 4.8, are part of it.
func isMark(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	switch r {
	case ',', ';', '?', '!', '(', ')':
		return true
	case '.', ':', '…':
		next, _ := utf8.DecodeRuneInString(s[n:])
		return n == len(s) || unicode.IsSpace(next) || strings.ContainsRune("\"”»’')", next)
	}
	return false
}

// quoted reads a quoted text, of any of the usual quotes. A single quote closes
// only before a blank, a mark or the end, so that "it's" is a word.
func quoted(s string) (body string, size int, ok bool) {
	open, n := utf8.DecodeRuneInString(s)
	closers := ""
	switch open {
	case '"':
		closers = "\"”"
	case '“', '„', '”':
		closers = "”“\""
	case '«':
		closers = "»"
	case '\'', '‘', '`':
		closers = "'’`"
	default:
		return "", 0, false
	}
	single := closers == "'’`"
	for i, r := range s[n:] {
		if !strings.ContainsRune(closers, r) {
			continue
		}
		rest := s[n+i+utf8.RuneLen(r):]
		next, _ := utf8.DecodeRuneInString(rest)
		if single && rest != "" && (unicode.IsLetter(next) || unicode.IsDigit(next)) {
			continue
		}
		body = strings.TrimSpace(s[n : n+i])
		return body, n + i + utf8.RuneLen(r), body != ""
	}
	return "", 0, false
}

// foldWord is the form in which a word is looked up.
func foldWord(s string) string {
	w := strings.ReplaceAll(strings.ToLower(s), "’", "'")
	w = strings.TrimSuffix(w, "'s")
	w = strings.Trim(w, "'\"“”*_")
	switch w {
	case "sub-task", "sub-tasks", "sub-step", "sub-steps":
		return strings.ReplaceAll(w, "-", "")
	}
	return w
}

// foldTitle is the form in which titles are compared: words without case, articles
// and punctuation.
func foldTitle(s string) string {
	fields := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) && !unicode.IsSymbol(r)
	})
	kept := fields[:0]
	for _, f := range fields {
		if f != "the" && f != "a" && f != "an" {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 {
		return strings.TrimSpace(strings.ToLower(s))
	}
	return strings.Join(kept, " ")
}

// sameTitle compares titles as people say them.
func sameTitle(a, b string) bool { return foldTitle(a) == foldTitle(b) }
