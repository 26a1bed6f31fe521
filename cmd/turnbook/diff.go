package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/web"
)

// A sideBySide is two turns side by side.
type sideBySide struct {
	First  projections.Turn   `json:"first"`
	Second projections.Turn   `json:"second"`
	Pairs  []web.DecisionPair `json:"pairs"`
	Cut    bool               `json:"cut"`
}

func newDiff() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "diff TURN TURN",
		Short: "Lay the decisions of two turns side by side",
		Long: `Diff aligns the decisions of two turns, by rule and kind of event, and prints each line
in words: " " where both turns came to the same, "!" where they differ, and how; "-" for
what only the first turn decided, "+" for what only the second did.`,
		Example: "  turnbook diff t1 t2\n  turnbook diff t1 t2 --json",
		Args:    exactly(2, "two turns"),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := "/v1/turns/" + url.PathEscape(args[0]) + "/compare?with=" + url.QueryEscape(args[1])
			var d sideBySide
			told, err := r.ask(cmd, http.MethodGet, path, nil, &d)
			if err != nil || told {
				return err
			}
			d.print(cmd.OutOrStdout())
			return nil
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

func (d sideBySide) print(w io.Writer) {
	for _, side := range []struct {
		name string
		turn projections.Turn
	}{{"First", d.First}, {"Second", d.Second}} {
		fmt.Fprintf(w, "%-6s  turn %s (%s)  %s\n", side.name, visible(string(side.turn.ID)), spoken(string(side.turn.Status)), quoted(side.turn.Text))
	}
	fmt.Fprintln(w)
	for _, p := range d.Pairs {
		printPair(w, p)
	}
	if d.Cut {
		fmt.Fprintln(w, "\nThe turns have more decisions; only the first thousand of each were compared.")
	}
}

func printPair(w io.Writer, p web.DecisionPair) {
	mark, told := " ", p.First
	switch {
	case p.First == nil:
		mark, told = "+", p.Second
	case p.Second == nil:
		mark = "-"
	case len(p.Differs) > 0:
		mark = "!"
	}
	e := web.Explain(*told)
	fmt.Fprintf(w, "%s %s %s (rule %s)\n", mark, visible(e.Question), visible(e.Answer), visible(told.Rule))
	if mark == "!" {
		for _, d := range p.Differs {
			fmt.Fprintf(w, "      %s\n", visible(d))
		}
	}
}
