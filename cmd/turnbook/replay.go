package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

func newReplay() *cobra.Command {
	var r remote
	var internal bool
	var moment pastScreen
	cmd := &cobra.Command{
		Use:   "replay TURN",
		Short: "Print a turn's events in order, and the tree at its end",
		Long: `Replay prints what front ends saw of a turn, event by event; --internal adds what only
auditors see: decisions, model and tool calls, narration. Below stands what was on the
screen that asked when the turn ended: the playbook, or the library's task.

With --json it prints one CloudEvent a line, as they stand in the book, and no tree.

--at prints instead what the screen showed at one position of the turn: 12.3 is after
that event, 12 after all of that message. --view names another screen than the one that
asked. The turn's page says the same.`,
		Example: "  turnbook replay t1\n  turnbook replay t1 --internal --json\n  turnbook replay t1 --at 12.3",
		Args:    exactly(1, "one turn"),
		PreRunE: flagRules{apart: [][2]string{{"internal", "at"}, {"internal", "view"}}}.check,
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			c, err := r.client()
			if err != nil {
				return err
			}
			if moment.at != "" || moment.view != "" {
				return moment.print(cmd.Context(), c, args[0], asJSON, cmd.OutOrStdout())
			}
			p := replaying{c: c, turn: args[0], internal: internal, asJSON: asJSON, out: cmd.OutOrStdout()}
			return p.run(cmd.Context())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&internal, "internal", false, "also what only auditors see")
	cmd.Flags().StringVar(&moment.at, "at", "", "what the screen showed after this event, as in 12.3")
	cmd.Flags().StringVar(&moment.view, "view", "", "whose screen; that of the view that asked if absent")
	return cmd
}

// A replaying is one replay.
type replaying struct {
	c        *client.Client
	turn     string
	internal bool
	asJSON   bool
	out      io.Writer
}

func (p *replaying) run(ctx context.Context) error {
	var t projections.Turn
	path := "/v1/turns/" + url.PathEscape(p.turn)
	if err := p.c.Call(ctx, http.MethodGet, path, nil, &t); err != nil {
		return err
	}
	if !p.asJSON {
		fmt.Fprintf(p.out, "Turn %s in session %s: %s\n%s\n\n", visible(string(t.ID)), visible(string(t.Session)), spoken(string(t.Status)), quoted(t.Text))
	}
	for after := ""; ; {
		var page struct {
			Events []json.RawMessage `json:"events"`
			Next   string            `json:"next"`
		}
		if err := p.c.Call(ctx, http.MethodGet, path+"/events?after="+url.QueryEscape(after), nil, &page); err != nil {
			return err
		}
		for _, stored := range page.Events {
			p.tell(stored)
		}
		if after = page.Next; after == "" {
			break
		}
	}
	if p.asJSON {
		return nil
	}
	return p.printEnd(ctx, path)
}

// printEnd prints the trees that stood on the screen at the turn's end. A screen without
// one has nothing to add.
func (p *replaying) printEnd(ctx context.Context, path string) error {
	var s pastState
	if err := p.c.Call(ctx, http.MethodGet, path+"/state", nil, &s); err != nil {
		return err
	}
	if s.Tree != nil || s.Task != nil {
		fmt.Fprintf(p.out, "\nThe screen as of position %s:\n", visible(s.At))
		s.printTrees(p.out)
	}
	return nil
}

func (p *replaying) tell(stored json.RawMessage) {
	e := readEvent(stored, nil)
	switch {
	case !p.internal && schemas.VisibilityOf(e.Type) == schemas.Internal:
	case p.asJSON:
		printJSON(p.out, stored)
	default:
		fmt.Fprintf(p.out, "%s  %-26s  %-16s  %s\n", e.Time.Local().Format("15:04:05.000"), visible(e.Type), visible(e.who()), e.summary())
	}
}
