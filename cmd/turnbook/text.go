package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
)

// isTerminal says whether what is written is read by a person.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// visible is text from outside as a terminal may get it: what would move the cursor,
// ring, or turn the text around it is shown as a sign and does nothing.
func visible(s string) string {
	if strings.IndexFunc(s, unsafe) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r < 0x20:
			b.WriteRune(0x2400 + r) // the picture of the control
		case r == 0x7f:
			b.WriteRune(0x2421)
		case unsafe(r):
			fmt.Fprintf(&b, "<%U>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unsafe tells controls, and the characters that change the direction or the lines of
// the text around them.
func unsafe(r rune) bool {
	switch {
	case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	case r == 0x2028, r == 0x2029, r == 0x200e, r == 0x200f, r == 0x061c, r == 0xfeff:
		return true
	}
	return false
}

// paragraph is a text of several lines, made visible line by line; all but the first
// are indented.
func paragraph(s, indent string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i := range lines {
		lines[i] = visible(strings.TrimSuffix(lines[i], "\r"))
	}
	return strings.Join(lines, "\n"+indent)
}

// quoted is a title in a sentence: visible, short, in quotes.
func quoted(s string) string { return "“" + shorten(visible(s), 70) + "”" }

// list is texts in a sentence.
func list(texts []string) string {
	quotes := make([]string, len(texts))
	for i, t := range texts {
		quotes[i] = quoted(t)
	}
	return strings.Join(quotes, ", ")
}

// counted is a number with its noun: "1 step", "3 steps".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// spoken makes words of a name: "no_builder_open" → "no builder open".
func spoken(name string) string {
	return strings.NewReplacer("_", " ", "-", " ").Replace(visible(name))
}
