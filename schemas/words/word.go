package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word replaces one word, and gives it the capitals that it had.
func (r *Replacer) word(s string) string {
	small := strings.ToLower(s)
	if len(small) != len(s) {
		small = s // a letter whose small form has another length
	}
	made, ok := r.made[small]
	for !ok {
		made = string(r.next(small, alphabet))
		ok = made != small
	}
	r.made[small] = made
	out, was := []rune(made), []rune(s)
	for i, c := range was {
		if up := unicode.ToUpper(out[i]); unicode.IsUpper(c) && utf8.RuneLen(up) == utf8.RuneLen(out[i]) {
			out[i] = up
		}
	}
	return string(out)
}

// Letters of one, two, three and four bytes. Those of one alternate, so that a word can
// be told to somebody.
const (
	consonants = "bdfgklmnprstvz"
	vowels     = "aeiou"
	greek      = "αβγδεζηθικλμνξοπρστυφχψω"
	han        = "一丁七万丈三上下不丑且世丘丙业东丝中丰串"
	hanRare    = "𠀀𠀁𠀂𠀃𠀄𠀅𠀆𠀇𠀈𠀉𠀊𠀋𠀌𠀍𠀎𠀏"
)

// alphabet is what can stand at a place of a word for a letter of so many bytes.
func alphabet(place, bytes int) string {
	switch {
	case bytes == 1 && place%2 == 0:
		return consonants
	case bytes == 1:
		return vowels
	case bytes == 2:
		return greek
	case bytes == 3:
		return han
	}
	return hanRare
}

// next makes the next word of the shape of s: the lengths of its letters. A shape that
// has no words left begins again.
func (r *Replacer) next(s string, alphabet func(place, bytes int) string) []rune {
	was := []rune(s)
	shape := make([]byte, len(was))
	for i, c := range was {
		shape[i] = byte('0' + utf8.RuneLen(c))
		if c >= '0' && c <= '9' {
			shape[i] = 'd'
		}
	}
	n := r.count[string(shape)]
	r.count[string(shape)]++
	out := make([]rune, len(was))
	for i, c := range was {
		if unicode.IsMark(c) {
			out[i] = c
			continue
		}
		from := []rune(alphabet(i, utf8.RuneLen(c)))
		out[i], n = from[n%len(from)], n/len(from)
	}
	return out
}
