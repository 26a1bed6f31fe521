package intake

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// TitleLength is about how many characters, as readers count them, a title has
// that is taken from a longer text.
const TitleLength = 120

// shorten makes a title of a text on one line: the text itself, else its first
// sentence, else what fits, cut between words and never inside a character. The
// bool says whether the title is the whole text.
func shorten(text string) (string, bool) {
	limit := graphemes(text, TitleLength)
	if limit == len(text) {
		return text, true
	}
	if end := sentenceEnd(text[:limit]); end > 0 {
		return text[:end], false
	}
	cut := strings.LastIndexFunc(text[:limit], unicode.IsSpace)
	if cut < limit/2 {
		cut = limit
	}
	return strings.TrimRightFunc(text[:cut], unicode.IsSpace) + "…", false
}

// graphemes is the length in bytes of the first n user-perceived characters.
func graphemes(text string, n int) int {
	rest, state := text, -1
	for ; n > 0 && rest != ""; n-- {
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
	}
	return len(text) - len(rest)
}

// sentenceEnd is where the first sentence of a text ends, 0 for nowhere.
func sentenceEnd(text string) int {
	for i, r := range text {
		if r == '。' || r == '！' || r == '？' {
			return i + utf8.RuneLen(r)
		}
		if r != '.' && r != '!' && r != '?' {
			continue
		}
		end := i + 1
		for end < len(text) && strings.IndexByte(`.!?"')]`, text[end]) >= 0 {
			end++
		}
		next := strings.TrimLeft(text[end:], " ")
		if next == text[end:] || next == "" || r == '.' && abbreviates(text[:i]) {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(next); !unicode.IsLower(first) {
			return end
		}
	}
	return 0
}

// abbreviates says whether the full stop after text ends an abbreviation.
func abbreviates(text string) bool {
	word := strings.TrimLeft(text[strings.LastIndexByte(text, ' ')+1:], `("'[`)
	if utf8.RuneCountInString(word) <= 1 || strings.Contains(word, ".") {
		return true
	}
	switch strings.ToLower(word) {
	case "etc", "vs", "cf", "dr", "mr", "mrs", "ms", "no", "approx", "incl", "resp", "fig", "st":
		return true
	}
	return false
}
