package agents

import "strings"

// Shorten keeps a text to what a rung or a sentence can hold, cut between characters.
// The whole of it stands in the book.
func Shorten(s string) string {
	const most = 200 // bytes
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
