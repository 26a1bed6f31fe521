package canon

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// A member is one member of an object: where its canonical bytes stand in out.
type member struct {
	start, colon, end int
	at                int // in the text that is read
}

// compare orders members by their names, as out holds them.
func (w *Writer) compare(a, b member) int {
	return compareKeys(w.out[a.start+1:a.colon-1], w.out[b.start+1:b.colon-1])
}

// sort puts the members, whose bytes begin at start, in canonical order.
func (w *Writer) sort(start int, members []member) error {
	slices.SortStableFunc(members, w.compare)
	for i := 1; i < len(members); i++ {
		if m := members[i]; w.compare(members[i-1], m) == 0 {
			return &Error{
				Offset: m.at, Path: w.path(w.frames[:len(w.frames)-1]),
				Key: unescape(w.out[m.start+1 : m.colon-1]), Reason: "stands twice in one object",
			}
		}
	}
	w.scratch = append(w.scratch[:0], w.out[start:]...)
	w.out = w.out[:start]
	for i, m := range members {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(w.out, w.scratch[m.start-start:m.end-start]...)
	}
	return nil
}

// compareKeys orders by UTF-16 code units, as RFC 8785 wants. The keys are in
// their escaped form.
func compareKeys(a, b []byte) int {
	n := 0 // how far both are the same and plain
	for n < len(a) && n < len(b) && a[n] == b[n] && a[n] < utf8.RuneSelf && a[n] != '\\' {
		n++
	}
	a, b = a[n:], b[n:]
	for len(a) > 0 && len(b) > 0 {
		r, i := firstRune(a)
		s, j := firstRune(b)
		if r != s {
			return int(unitOrder(r)) - int(unitOrder(s))
		}
		a, b = a[i:], b[j:]
	}
	return len(a) - len(b)
}

// unitOrder puts runes in the order of their UTF-16 code units: what needs a
// surrogate pair comes before U+E000 to U+FFFF.
func unitOrder(r rune) rune {
	if r >= 0xE000 && r <= 0xFFFF {
		return r + utf8.MaxRune
	}
	return r
}

// firstRune reads a character that text wrote, and its length.
func firstRune(s []byte) (rune, int) {
	switch {
	case s[0] >= utf8.RuneSelf:
		return utf8.DecodeRune(s)
	case s[0] != '\\':
		return rune(s[0]), 1
	case s[1] == 'u':
		r, _ := hex4(s[2:])
		return r, 6
	}
	return shortEscape(s[1]), 2
}

// unescape undoes what text wrote.
func unescape(s []byte) string {
	var out bytes.Buffer
	for len(s) > 0 {
		r, n := firstRune(s)
		out.WriteRune(r)
		s = s[n:]
	}
	return out.String()
}
