package main

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// shorten cuts text to so many graphemes, the last of them a sign that there is more.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n, cut := 0, 0
	for g := range graphemes(s) {
		if n++; n > most {
			return s[:cut] + "…"
		}
		if n < most {
			cut += len(g)
		}
	}
	return s
}

// graphemes yields what a reader takes for one character: a letter with its marks, an
// emoji with its modifiers and joiners, a flag. Scripts that join more than that are
// cut at what Unicode calls a mark.
func graphemes(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, flags := 0, 0
		last := rune(0)
		for i, r := range s {
			flag := r >= 0x1f1e6 && r <= 0x1f1ff
			if i > start && !joined(last, r) && !(flag && flags%2 == 1) {
				if !yield(s[start:i]) {
					return
				}
				start, flags = i, 0
			}
			if last = r; flag {
				flags++
			}
		}
		if start < len(s) {
			yield(s[start:])
		}
	}
}

const zeroWidthJoiner = 0x200d

// joined says whether a rune belongs to the grapheme of the one before it.
func joined(before, r rune) bool {
	tone := r >= 0x1f3fb && r <= 0x1f3ff
	tag := r >= 0xe0020 && r <= 0xe007f
	return before == zeroWidthJoiner || r == zeroWidthJoiner || tone || tag ||
		unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc, unicode.Variation_Selector)
}

// cells is how many columns of a terminal a text takes.
func cells(s string) int {
	n := 0
	for g := range graphemes(s) {
		r, _ := utf8.DecodeRuneInString(g)
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me) || r == zeroWidthJoiner:
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// isWide tells the blocks whose characters take two columns.
func isWide(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f1e6 && r <= 0x1f1ff, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}
