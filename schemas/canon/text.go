package canon

import (
	"unicode/utf16"
	"unicode/utf8"
)

// text copies a string, in its one canonical spelling.
func (w *Writer) text() error {
	w.at++
	w.out = append(w.out, '"')
	for {
		run := w.at
		for w.at < len(w.in) && plain(w.in[w.at]) {
			w.at++
		}
		w.out = append(w.out, w.in[run:w.at]...)
		switch b := w.peek(); {
		case w.at >= len(w.in):
			return w.wrong("the text has no closing quote")
		case b == '"':
			w.at++
			w.out = append(w.out, '"')
			return nil
		case b < 0x20:
			return w.wrong("the control character %U must be escaped", rune(b))
		case b == '\\':
			r, err := w.escape()
			if err != nil {
				return err
			}
			w.out = appendRune(w.out, r)
		default:
			r, n := utf8.DecodeRune(w.in[w.at:])
			if r == utf8.RuneError && n <= 1 {
				return w.wrong("the text is not UTF-8")
			}
			w.out = append(w.out, w.in[w.at:w.at+n]...)
			w.at += n
		}
	}
}

// plain tells the ASCII characters that stand for themselves.
func plain(c byte) bool { return c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\' }

// escape reads one escape, both halves of a surrogate pair included.
func (w *Writer) escape() (rune, error) {
	if w.at+1 >= len(w.in) {
		return 0, w.wrong("the text has no closing quote")
	}
	if b := w.in[w.at+1]; b != 'u' {
		r := shortEscape(b)
		if r == 0 {
			return 0, w.wrong("%q is no escape", `\`+string(rune(b)))
		}
		w.at += 2
		return r, nil
	}
	r, ok := hex4(w.in[w.at+2:])
	if !ok {
		return 0, w.wrong("\\u needs four hexadecimal digits")
	}
	if !utf16.IsSurrogate(r) {
		w.at += 6
		return r, nil
	}
	if rest := w.in[w.at+6:]; len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if low, ok := hex4(rest[2:]); ok {
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				w.at += 12
				return both, nil
			}
		}
	}
	return 0, w.wrong("the surrogate \\u%04x stands alone", r)
}

// shortEscape is what a backslash and c stand for; 0 for nothing.
func shortEscape(c byte) rune {
	switch c {
	case '"', '\\', '/':
		return rune(c)
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, d := range b[:4] {
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d >= 'a' && d <= 'f':
			d -= 'a' - 10
		case d >= 'A' && d <= 'F':
			d -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

// AppendText appends s as a canonical JSON string. s must be UTF-8.
func AppendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		run := i
		for i < len(s) && s[i] >= 0x20 && s[i] != '"' && s[i] != '\\' {
			i++
		}
		dst = append(dst, s[run:i]...)
		if i < len(s) {
			dst = appendRune(dst, rune(s[i]))
			i++
		}
	}
	return append(dst, '"')
}

const hexDigits = "0123456789abcdef"

func appendRune(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, '\\', 'b')
	case '\t':
		return append(dst, '\\', 't')
	case '\n':
		return append(dst, '\\', 'n')
	case '\f':
		return append(dst, '\\', 'f')
	case '\r':
		return append(dst, '\\', 'r')
	}
	if r < 0x20 {
		return append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
	}
	return utf8.AppendRune(dst, r)
}
