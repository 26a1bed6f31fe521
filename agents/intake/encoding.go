package intake

import (
	"bytes"
	"unicode/utf8"
)

// wideEncoding names an encoding of two or four bytes a character; "" for none.
func wideEncoding(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE, 0, 0}), bytes.HasPrefix(b, []byte{0, 0, 0xFE, 0xFF}):
		return "UTF-32"
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}), bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return "UTF-16"
	}
	head := b[:min(len(b), 512)]
	zeros := [2]int{}
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	if half := len(head) / 2; half >= 2 && (zeros[0]*10 >= half*7 && zeros[1] == 0 || zeros[1]*10 >= half*7 && zeros[0] == 0) {
		return "UTF-16 without a byte order mark"
	}
	return ""
}

// foreign names a well-known format that holds no playbook; "" for none.
func foreign(b []byte) string {
	for _, f := range []struct{ magic, what string }{
		{"%PDF", "a PDF"}, {"PK\x03\x04", "a ZIP, Word or Excel file"}, {"\x89PNG", "an image"}, {"\xFF\xD8\xFF", "an image"},
		{"GIF8", "an image"}, {"\x1F\x8B", "a gzip archive"}, {"\xD0\xCF\x11\xE0", "an old Word or Excel file"},
		{"{\\rtf", "a rich text file"}, {"SQLite format 3\x00", "a SQLite file"},
	} {
		if bytes.HasPrefix(b, []byte(f.magic)) {
			return f.what
		}
	}
	start := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(b[:min(len(b), 512)], []byte("\xEF\xBB\xBF"))))
	switch {
	case bytes.HasPrefix(start, []byte("<?xml")):
		return "XML"
	case bytes.HasPrefix(start, []byte("<!doctype html")), bytes.HasPrefix(start, []byte("<html")):
		return "a web page"
	}
	return ""
}

func firstInvalid(b []byte) (line, column int) {
	line, column = 1, 1
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 {
			return line, column
		}
		if b = b[n:]; r == '\n' {
			line, column = line+1, 1
		} else {
			column++
		}
	}
	return line, column
}
