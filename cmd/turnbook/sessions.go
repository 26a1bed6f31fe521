package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

func newSessions() *cobra.Command {
	var limit int
	l := &listing[projections.Session]{
		path:   func() string { return "/v1/sessions?limit=" + strconv.Itoa(limit) },
		member: "sessions",
		head:   []string{"SESSION", "USER", "PLAYBOOK", "TURNS", "RUNNING", "PINNED", "LAST"},
		none:   "There are no sessions yet.",
		row: func(s projections.Session) []string {
			return []string{
				string(s.ID), string(s.User), string(s.Playbook), strconv.Itoa(s.Turns), string(s.RunningTurn), string(s.PinnedDomain), moment(s.LastAt),
			}
		},
	}
	cmd := &cobra.Command{
		Use:     "sessions",
		Short:   "List conversations, the latest first",
		Example: "  turnbook sessions --limit 5",
		Args:    noArgs,
		RunE:    l.run,
	}
	l.flags(cmd.Flags())
	cmd.Flags().IntVar(&limit, "limit", 20, "at most so many")
	return cmd
}
