package main

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

func newTaskList() *cobra.Command {
	var all bool
	l := &listing[projections.Handle]{
		path:   func() string { return "/v1/handles" },
		member: "handles",
		head:   []string{"TASK", "AT", "STATUS", "AGENT", "WORKSPACE", "TITLE"},
		none:   "There is no task at work; --all lists those that have come to their end too.",
		row: func(h projections.Handle) []string {
			return []string{
				string(h.ID), moment(h.CreatedAt), string(h.Status), string(h.Agent), string(h.Workspace), shorten(h.Title, cellMost),
			}
		},
	}
	cmd := &cobra.Command{
		Use:     "ls",
		Short:   "List tasks that are at work, the latest first",
		Example: "  turnbook task ls\n  turnbook task ls --all --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := l.client()
			if err != nil {
				return err
			}
			asJSON := jsonWanted(cmd)
			call := func(ctx context.Context, method, path string, in, out any) error {
				err := c.Call(ctx, method, path, in, out)
				if answer, ok := out.(*map[string]json.RawMessage); ok && err == nil && !all {
					return keepActive(*answer)
				}
				return err
			}
			return l.print(cmd.Context(), call, asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	l.flags(cmd.Flags())
	cmd.Flags().BoolVar(&all, "all", false, "those that have come to their end too")
	return cmd
}

// keepActive leaves what is at work in a list of tasks.
func keepActive(answer map[string]json.RawMessage) error {
	var rows []json.RawMessage
	if err := json.Unmarshal(answer["handles"], &rows); err != nil {
		return err
	}
	kept := []json.RawMessage{}
	for _, raw := range rows {
		var h projections.Handle
		if err := json.Unmarshal(raw, &h); err != nil {
			return err
		}
		if h.Status.Active() {
			kept = append(kept, raw)
		}
	}
	raw, err := json.Marshal(kept)
	answer["handles"] = raw
	return err
}
