package main

import "github.com/rivo/uniseg"

// shorten cuts text to so many graphemes, the last of them a sign that there is more.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n, cut := 0, 0
	for rest, state := s, -1; rest != ""; {
		var g string
		g, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if n++; n > most {
			return s[:cut] + "…"
		}
		if n < most {
			cut += len(g)
		}
	}
	return s
}

// cells is how many columns of a terminal a text takes.
func cells(s string) int { return uniseg.StringWidth(s) }
