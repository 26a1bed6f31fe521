package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/web"
)

// A dossier is why a turn went as it did.
type dossier struct {
	standing
	Turn      projections.Turn        `json:"turn"`
	Decisions []projections.Decision  `json:"decisions"`
	Calls     []projections.ModelCall `json:"model_calls"`
	Refusals  []projections.Refusal   `json:"refusals"`
	Drops     []projections.Drop      `json:"drops"`
	Cards     []projections.Interrupt `json:"cards"`
	Flushes   []projections.Flush     `json:"flushes"`
	Rows      []projections.Row       `json:"rows"`
	Closing   string                  `json:"closing"`
}

func newWhy() *cobra.Command {
	var (
		r       remote
		prompts bool
	)
	cmd := &cobra.Command{
		Use:   "why TURN",
		Short: "Say why a turn went as it did",
		Long: `Why prints a turn's dossier: each decision with the checks that it made, in order,
what each looked at and what came of it, applied or only considered; then which models
were asked, what chose each, and the digest of what it was told; then what was refused, what the screen dropped, what was asked to have confirmed, what was saved, and
the closing line.`,
		Example: "  turnbook why t1\n  turnbook why t1 --json",
		Args:    exactly(1, "one turn"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var d dossier
			told, err := r.ask(cmd, http.MethodGet, "/v1/turns/"+url.PathEscape(args[0])+"/dossier", nil, &d)
			if err != nil || told {
				return err
			}
			d.print(cmd.OutOrStdout())
			if prompts {
				return printPrompts(cmd, &r, d.Calls)
			}
			return nil
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&prompts, "prompts", false, "print what the models were told as well, each prompt once")
	return cmd
}

func (d dossier) print(w io.Writer) {
	fmt.Fprintf(w, "Turn %s (%s), %s\n%s\n", visible(string(d.Turn.ID)), spoken(string(d.Turn.Status)), d.standing, quoted(d.Turn.Text))
	for _, decision := range d.Decisions {
		printDecision(w, decision)
	}
	printCalls(w, d.Calls)
	d.printLedgers(w)
	if d.Closing != "" {
		fmt.Fprintf(w, "\nIt closed with: %s\n", paragraph(d.Closing, "  "))
	}
}

func (d dossier) printLedgers(w io.Writer) {
	if len(d.Refusals) > 0 {
		fmt.Fprintln(w, "\nRefused:")
	}
	for _, u := range slices.Backward(d.Refusals) {
		line := string(u.Code) + " by " + u.Tool
		if u.Detail != "" {
			line += ": " + u.Detail
		}
		fmt.Fprintf(w, "  %6d  %s\n          %s\n", u.Seq, visible(web.ExplainRefusal(u)), paragraph(line, "          "))
	}
	if len(d.Drops) > 0 {
		fmt.Fprintln(w, "\nDropped by the screen that asked (kept in the book):")
	}
	for _, p := range slices.Backward(d.Drops) {
		printDrop(w, p)
	}
	if len(d.Cards) > 0 {
		fmt.Fprintln(w, "\nAsked to have confirmed:")
	}
	for _, c := range slices.Backward(d.Cards) {
		fmt.Fprintf(w, "  %6d  card %s\n", c.RaisedSeq, visible(string(c.ID)))
		printCard(w, c)
	}
	if len(d.Flushes) > 0 {
		fmt.Fprintln(w, "\nSaved:")
	}
	for _, f := range d.Flushes {
		s := fmt.Sprintf("%s by %s: %d applied, %d refused", f.Status, f.Path, f.Applied, f.Refused)
		if f.Code != "" {
			s += " (" + string(f.Code) + ")"
		}
		fmt.Fprintf(w, "  %6d  %s %s\n", f.Seq, visible(f.Entity), visible(s))
	}
}
