package main

import (
	"net/url"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

func newTurns() *cobra.Command {
	var session string
	var limit int
	l := &listing[projections.Turn]{
		member: "turns",
		head:   []string{"TURN", "SESSION", "AT", "STATUS", "DOMAIN", "BUILT", "LEFT", "DROPPED", "TEXT"},
		none:   "There are no turns yet.",
		row: func(t projections.Turn) []string {
			return []string{
				string(t.ID), string(t.Session), moment(t.RequestedAt), string(t.Status), string(t.Domain),
				strconv.Itoa(t.Built), strconv.Itoa(t.Unchanged), strconv.Itoa(t.Dropped), shorten(t.Text, cellMost),
			}
		},
	}
	l.path = func() string {
		q := url.Values{"limit": {strconv.Itoa(limit)}}
		if session != "" {
			q.Set("session", session)
		}
		return "/v1/turns?" + q.Encode()
	}
	cmd := &cobra.Command{
		Use:     "turns",
		Short:   "List turns, the latest first",
		Example: "  turnbook turns --limit 5\n  turnbook turns --session s1 --json",
		Args:    noArgs,
		RunE:    l.run,
	}
	l.flags(cmd.Flags())
	cmd.Flags().StringVar(&session, "session", "", "only this conversation's")
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
