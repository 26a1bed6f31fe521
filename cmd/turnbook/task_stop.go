package main

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"
)

func newTaskStop() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:     "stop TASK…",
		Short:   "Stop tasks; their workspaces and files stay",
		Example: "  turnbook task stop wst_1",
		Args:    atLeast(1, "a task"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, id := range args {
				var row struct{ Status, Note string }
				told, err := r.ask(cmd, http.MethodPost, taskPath(id)+"/stop", nil, &row)
				if err != nil {
					return err
				}
				if told {
					continue
				}
				fmt.Fprintf(cmd.OutOrStdout(), "Task %s: %s; %s\n", visible(id), spoken(row.Status), visible(row.Note))
			}
			return nil
		},
	}
	r.flags(cmd.Flags())
	return cmd
}
