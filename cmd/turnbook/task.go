package main

import (
	"context"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/web/client"
)

// newTask is the command of delegated turns.
func newTask() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "task",
		Short: "Launch turns in workspaces, wait for them, try them again, stop them",
		Long: `A task is a turn that runs in a workspace: a checkout of a project with a branch of its
own. It runs under the agent that is named, or fails before anything is made.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			return usage("task: say run, ls, show, await, retry or stop; see turnbook help task")
		},
	}
	cmd.AddCommand(newTaskRun(), newTaskList(), newTaskShow(), newTaskAwait(), newTaskRetry(), newTaskStop())
	return cmd
}

// A shownTask is a delegated turn as the server tells of it.
type shownTask struct {
	standing
	projections.Handle
	Outcomes  []projections.Attention `json:"outcomes"`
	Decisions []projections.Decision  `json:"decisions"`
}

func taskPath(id string) string { return "/v1/handles/" + url.PathEscape(id) }

// taskOf reads a delegated turn.
func taskOf(ctx context.Context, c *client.Client, id string) (t shownTask, err error) {
	return t, c.Call(ctx, http.MethodGet, taskPath(id), nil, &t)
}
