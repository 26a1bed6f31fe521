package main

import (
	"fmt"
	"io"
	"strings"
)

// A bar shows how far something long has come, on a terminal only.
type bar struct {
	w     io.Writer
	what  string
	shown bool
}

// barCells is how many columns the bar itself takes.
const barCells = 30

// show draws the bar at done of all.
func (b *bar) show(done, all uint64) {
	if all == 0 || !isTerminal(b.w) {
		return
	}
	full := int(min(done, all) * barCells / all)
	fmt.Fprintf(b.w, "\r%s [%s%s] %3d%%  %d of %d", b.what, strings.Repeat("█", full), strings.Repeat("░", barCells-full), min(done, all)*100/all, done, all)
	b.shown = true
}

// end leaves the line.
func (b *bar) end() {
	if b.shown {
		fmt.Fprintln(b.w)
	}
}
