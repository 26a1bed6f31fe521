package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

// A dossier is why a turn went as it did.
type dossier struct {
	standing
	Turn      projections.Turn       `json:"turn"`
	Decisions []projections.Decision `json:"decisions"`
	Refusals  []projections.Refusal  `json:"refusals"`
	Drops     []projections.Drop     `json:"drops"`
	Flushes   []projections.Flush    `json:"flushes"`
	Rows      []projections.Row      `json:"rows"`
	Closing   string                 `json:"closing"`
}

func newWhy() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "why TURN",
		Short: "Say why a turn went as it did",
		Long: `Why prints a turn's dossier: each decision with the checks that it made, in order,
what each looked at and what came of it, applied or only considered; then what was
refused, what the view dropped, what was saved, and the closing line.`,
		Example: "  turnbook why t1\n  turnbook why t1 --json",
		Args:    exactly(1, "one turn"),
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON, err := cmd.Flags().GetBool("json")
			if err != nil {
				return err
			}
			c, err := r.client()
			if err != nil {
				return err
			}
			var raw json.RawMessage
			path := "/v1/turns/" + url.PathEscape(args[0]) + "/dossier"
			if err := c.Call(cmd.Context(), http.MethodGet, path, nil, &raw); err != nil {
				return err
			}
			if asJSON {
				printJSON(cmd.OutOrStdout(), raw)
				return nil
			}
			var d dossier
			if err := json.Unmarshal(raw, &d); err != nil {
				return fmt.Errorf("read the dossier: %w", err)
			}
			d.print(cmd.OutOrStdout())
			return nil
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

func (d dossier) print(w io.Writer) {
	fmt.Fprintf(w, "Turn %s (%s), %s\n%s\n", visible(string(d.Turn.ID)), spoken(string(d.Turn.Status)), d.standing, quoted(d.Turn.Text))
	for _, decision := range d.Decisions {
		printDecision(w, decision)
	}
	d.printLedgers(w)
	if d.Closing != "" {
		fmt.Fprintf(w, "\nIt closed with: %s\n", paragraph(d.Closing, "  "))
	}
}

func (d dossier) printLedgers(w io.Writer) {
	if len(d.Refusals) > 0 {
		fmt.Fprintln(w, "\nRefused:")
	}
	for _, u := range d.Refusals {
		fmt.Fprintf(w, "  %6d  %s by %s: %s\n", u.Seq, visible(string(u.Code)), visible(u.Tool), paragraph(u.Detail, "          "))
	}
	if len(d.Drops) > 0 {
		fmt.Fprintln(w, "\nDropped by the view that asked (kept in the book):")
	}
	for _, p := range d.Drops {
		fmt.Fprintf(w, "  %6d  step %s of task %s: %s\n", p.Seq, visible(string(p.Step)), visible(string(p.Task)), spoken(string(p.Reason)))
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
