package main

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"
)

func newTaskRetry() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "retry TASK",
		Short: "Try a task once more that failed, was lost or was overtaken",
		Long: `Retry sends the task's message once more in its workspace, under the same agent and with the
same model. Whoever launched it is told of what comes of it.`,
		Example: "  turnbook task retry wst_1",
		Args:    exactly(1, "a task"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var row struct {
				Turn string `json:"turn_id"`
			}
			told, err := r.ask(cmd, http.MethodPost, taskPath(args[0])+"/retry", nil, &row)
			if err != nil || told {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "Task %s: tried once more in turn %s\n", visible(args[0]), visible(row.Turn))
			return nil
		},
	}
	r.flags(cmd.Flags())
	return cmd
}
