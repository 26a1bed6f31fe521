package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
	"turnbook/web/client"
)

// A dropsError says that dropped steps were not let in.
type dropsError struct {
	code  schemas.Code
	steps int
	turn  schemas.TurnID
}

func (e *dropsError) Error() string {
	return fmt.Sprintf("%s not let in (%s): %s; they go on waiting", counted(e.steps, "step"), e.code, web.ExplainCode(e.code))
}

func newDrops() *cobra.Command {
	var r remote
	var apply bool
	cmd := &cobra.Command{
		Use:   "drops TURN",
		Short: "List the steps that a turn wrote and no screen took, or apply them now",
		Long: `Drops lists the steps that a turn wrote and the screen that asked took nowhere, each
with why and what became of it. They are kept: --apply applies those that wait, through
the same gates as if they were written now. Where a gate lets nothing in, the exit
status is 1.`,
		Example: "  turnbook drops t1\n  turnbook drops t1 --apply",
		Args:    exactly(1, "one turn"),
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			c, err := r.client()
			if err != nil {
				return err
			}
			if apply {
				return applyDrops(cmd.Context(), c, args[0], asJSON, cmd.OutOrStdout())
			}
			return listDrops(cmd.Context(), c, args[0], asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&apply, "apply", false, "apply those that wait")
	return cmd
}

func listDrops(ctx context.Context, c *client.Client, turn string, asJSON bool, out, stderr io.Writer) error {
	var d dossier
	if err := c.Call(ctx, http.MethodGet, "/v1/turns/"+url.PathEscape(turn)+"/dossier", nil, &d); err != nil {
		return err
	}
	if asJSON {
		for _, p := range slices.Backward(d.Drops) {
			printValue(out, p)
		}
		return nil
	}
	waiting := 0
	for _, p := range slices.Backward(d.Drops) {
		printDrop(out, p)
		if p.Status == projections.DropWaiting {
			waiting++
		}
	}
	switch {
	case len(d.Drops) == 0:
		fmt.Fprintln(stderr, "The turn dropped nothing.")
	case waiting > 0:
		fmt.Fprintf(out, "Apply %s with: turnbook drops %s --apply\n", counted(waiting, "step"), visible(turn))
	}
	return nil
}

// printDrop tells one drop: its place in the book, the step, and what became of it.
func printDrop(w io.Writer, p projections.Drop) {
	fmt.Fprintf(w, "  %6d  step %s of task %s\n          %s\n", p.Seq, visible(string(p.Step)), visible(string(p.Task)), visible(web.ExplainDrop(p)))
}

func applyDrops(ctx context.Context, c *client.Client, turn string, asJSON bool, out io.Writer) error {
	var raw json.RawMessage
	if err := c.Call(ctx, http.MethodPost, "/v1/turns/"+url.PathEscape(turn)+"/drops/apply", nil, &raw); err != nil {
		return err
	}
	var answer struct {
		Applied []schemas.DropsApplied `json:"applied"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return fmt.Errorf("read what became of the drops: %w", err)
	}
	if asJSON {
		printJSON(out, raw)
	} else if len(answer.Applied) == 0 {
		fmt.Fprintln(out, "Nothing waits to be applied.")
	}
	var failed error
	for _, a := range answer.Applied {
		if a.Code != "" {
			failed = &dropsError{a.Code, len(a.Steps), a.Turn}
			continue
		}
		if asJSON {
			continue
		}
		fmt.Fprintf(out, "Applied %s to %s, at position %d.\n", counted(len(a.Steps)-len(a.Refused), "step"), visible(a.Entity), a.Seq)
		for _, no := range a.Refused {
			fmt.Fprintf(out, "  step %s: %s (%s)\n", visible(string(no.Step)), visible(no.Detail), no.Code)
		}
	}
	return failed
}
