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
	cmd := &cobra.Command{
		Use:   "replay TURN",
		Short: "Print a turn's events in order, and the tree at its end",
		Long: `Replay prints what front ends saw of a turn, event by event; --internal adds what only
auditors see: decisions, model and tool calls, narration. Below stands the playbook as
the book had it when the turn ended.

With --json it prints one CloudEvent a line, as they stand in the book, and no tree.`,
		Example: "  turnbook replay t1\n  turnbook replay t1 --internal --json",
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
			p := replaying{c: c, turn: args[0], internal: internal, asJSON: asJSON, out: cmd.OutOrStdout()}
			return p.run(cmd.Context())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&internal, "internal", false, "also what only auditors see")
	return cmd
}

// A replaying is one replay.
type replaying struct {
	c        *client.Client
	turn     string
	internal bool
	asJSON   bool
	out      io.Writer

	playbooks []schemas.PlaybookID // that the turn was about, the first first
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
	end := t.EndedSeq
	if end == 0 {
		end = t.LastSeq
	}
	for _, id := range p.playbooks {
		tree, err := treeAt(ctx, p.c, t.Vendor, id, end)
		if err != nil {
			fmt.Fprintf(p.out, "\nThe playbook at the end is not shown: %s\n", paragraph(err.Error(), "  "))
			continue
		}
		if tree.playbook.Exists() { // else the screen named what is not in the book
			fmt.Fprintf(p.out, "\nThe playbook as of position %d:\n", end)
			tree.print(p.out)
		}
	}
	return nil
}

func (p *replaying) tell(stored json.RawMessage) {
	e := readEvent(stored, nil)
	p.notice(e)
	switch {
	case !p.internal && schemas.VisibilityOf(e.Type) == schemas.Internal:
	case p.asJSON:
		printJSON(p.out, stored)
	default:
		fmt.Fprintf(p.out, "%s  %-26s  %-16s  %s\n", e.Time.Local().Format("15:04:05.000"), visible(e.Type), visible(e.who()), e.summary())
	}
}

// notice keeps which playbooks the turn is about: the one on screen, and those that it
// wrote.
func (p *replaying) notice(e event) {
	id := e.subject.Playbook
	if f, ok := e.fact.(schemas.TurnRequested); ok {
		id, _ = f.UIContext.PlaybookID()
	}
	for _, known := range p.playbooks {
		if known == id {
			return
		}
	}
	if id != "" {
		p.playbooks = append(p.playbooks, id)
	}
}
