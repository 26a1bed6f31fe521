package main

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

func newTurns() *cobra.Command {
	var choice turnChoice
	var limit int
	l := &listing[projections.Turn]{
		member: "turns",
		head:   []string{"TURN", "SESSION", "AT", "STATUS", "DOMAIN", "BUILT", "LEFT", "DROPPED", "TEXT"},
		none:   "There are no such turns.",
		row: func(t projections.Turn) []string {
			return []string{
				string(t.ID), string(t.Session), moment(t.RequestedAt), string(t.Status), string(t.Domain),
				strconv.Itoa(t.Built), strconv.Itoa(t.Unchanged), strconv.Itoa(t.Dropped), shorten(t.Text, cellMost),
			}
		},
	}
	l.path = func() string {
		q := choice.values()
		q.Set("limit", strconv.Itoa(limit))
		return "/v1/turns?" + q.Encode()
	}
	cmd := &cobra.Command{
		Use:     "turns",
		Short:   "List turns, the latest first",
		Example: "  turnbook turns --limit 5\n  turnbook turns --session s1 --json\n  turnbook turns --domain task-builder --since 2026-11-30 --text visa",
		Args:    noArgs,
		RunE:    l.run,
	}
	l.flags(cmd.Flags())
	choice.flags(cmd.Flags())
	cmd.Flags().IntVar(&limit, "limit", 20, "at most so many")
	return cmd
}

// moment is a time for people, in theirs.
func moment(s projections.Stamp) string {
	t := s.Time()
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}
