package main

import (
	"fmt"
	"io"
	"strings"

	"turnbook/projections"
	"turnbook/web"
)

// printDecision tells a decision in the words that the pages use, and below them each
// check with what it looked at, as it stands in the book.
func printDecision(w io.Writer, d projections.Decision) {
	e := web.Explain(d)
	fmt.Fprintf(w, "\n%6d  %s\n        %s (%s; rule %s)\n", d.Seq, visible(e.Question), visible(e.Answer), visible(e.Verdict), visible(d.Rule))
	for _, g := range e.Rungs {
		verdict := "no "
		if g.Held {
			verdict = "yes"
		}
		line := fmt.Sprintf("          %s  %s", verdict, visible(g.Question))
		if g.Input != "" {
			line += "  [" + shorten(visible(g.Input), 160) + "]"
		}
		fmt.Fprintln(w, line)
	}
	if len(e.Basis) > 0 {
		fmt.Fprintln(w, "          read  "+visible(strings.Join(e.Basis, ", ")))
	}
}
