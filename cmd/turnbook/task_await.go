package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"turnbook/schemas"
	"turnbook/web/client"
)

// A taskError says that tasks did not come to a good end.
type taskError struct {
	bad, open, all int
}

func (e *taskError) Error() string {
	if e.open > 0 {
		return fmt.Sprintf("%d of %s not come to their end in time; they go on", e.open, counted(e.all, "task"))
	}
	return fmt.Sprintf("%d of %s did not complete", e.bad, counted(e.all, "task"))
}

func newTaskAwait() *cobra.Command {
	var r remote
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "await TASK…",
		Short: "Wait until tasks have come to their end, and print their reports",
		Long: `Await waits for each task and prints how it ended, with its report. Who launched the
task is told of its end all the same. The exit status is 1 where one did not complete, or
not in time; it goes on then.`,
		Example: "  turnbook task await wst_1\n  turnbook task await wst_1 wst_2 --timeout 10m --json",
		Args:    atLeast(1, "a task"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if timeout < 0 {
				return usage("task await: --timeout is negative; give a time such as 10m, or 0 to look once")
			}
			asJSON := jsonWanted(cmd)
			c, err := r.client()
			if err != nil {
				return err
			}
			return awaitTasks(cmd.Context(), c, args, time.Now().Add(timeout), asJSON, cmd.OutOrStdout())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().DurationVar(&timeout, "timeout", 24*time.Hour, "the longest wait; 0 looks once")
	return cmd
}

func awaitTasks(ctx context.Context, c *client.Client, ids []string, until time.Time, asJSON bool, out io.Writer) error {
	e := &taskError{all: len(ids)}
	for _, id := range ids {
		t, raw, err := awaitTask(ctx, c, id, until)
		if err != nil {
			return err
		}
		switch {
		case t.Status.Active():
			e.open++
		case t.Status != schemas.HandleCompleted:
			e.bad++
		}
		if asJSON {
			printJSON(out, raw)
		} else {
			printEnd(out, t)
		}
	}
	if e.bad+e.open > 0 {
		return e
	}
	return nil
}

// longestWait is how many seconds one request waits.
const longestWait = 30

// awaitTask waits for a task's end, or a time.
func awaitTask(ctx context.Context, c *client.Client, id string, until time.Time) (t shownTask, raw json.RawMessage, err error) {
	for {
		left := min(max(int(time.Until(until).Seconds()+0.999), 0), longestWait)
		path := taskPath(id) + "?wait=" + strconv.Itoa(left)
		if err = c.Call(ctx, http.MethodGet, path, nil, &raw); err != nil {
			return t, raw, err
		}
		if err = json.Unmarshal(raw, &t); err != nil {
			return t, raw, fmt.Errorf("read task %s: %w", id, err)
		}
		if !t.Status.Active() || left == 0 || !time.Now().Before(until) {
			return t, raw, nil
		}
	}
}

// printEnd tells how a task ended, with its report.
func printEnd(w io.Writer, t shownTask) {
	fmt.Fprintf(w, "Task %s %s: %s\n", visible(string(t.ID)), quoted(t.Title), stateOf(t))
	if t.Report != "" {
		fmt.Fprintf(w, "\n%s\n\n", paragraph(t.Report, ""))
	}
}

// stateOf is where a task stands, and why.
func stateOf(t shownTask) string {
	s := spoken(string(t.Status))
	if t.Reason != "" {
		s += ", " + spoken(string(t.Reason))
	}
	if t.Code != "" {
		s += " (" + visible(string(t.Code)) + ")"
	}
	if t.Error != "" {
		s += ": " + paragraph(t.Error, "  ")
	}
	return s
}
