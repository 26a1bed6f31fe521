package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strconv"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
)

func newCards() *cobra.Command {
	var session, status string
	var limit int
	l := &listing[projections.Interrupt]{
		member: "cards",
		head:   []string{"CARD", "TURN", "RAISED", "STATUS", "TARGETS", "WITH THEM", "WHAT"},
		none:   "There are no such cards.",
		row: func(c projections.Interrupt) []string {
			targets, cascade := stepsOf(c.Targets), stepsOf(c.Cascade)
			what := ""
			if len(targets) > 0 {
				what = targets[0].Title
			}
			return []string{
				string(c.ID), string(c.Turn), moment(c.RaisedAt), string(c.Status),
				strconv.Itoa(len(targets)), strconv.Itoa(len(cascade)), shorten(what, cellMost),
			}
		},
	}
	l.path = func() string {
		q := url.Values{"limit": {strconv.Itoa(limit)}}
		if session != "" {
			q.Set("session", session)
		}
		if status != "" {
			q.Set("status", status)
		}
		return "/v1/cards?" + q.Encode()
	}
	cmd := &cobra.Command{
		Use:     "cards",
		Short:   "List what turns asked to have confirmed, the latest first",
		Example: "  turnbook cards --status open\n  turnbook cards --session s1 --json",
		Args:    noArgs,
		RunE:    l.run,
	}
	l.flags(cmd.Flags())
	cmd.Flags().StringVar(&session, "session", "", "only this conversation's")
	cmd.Flags().StringVar(&status, "status", "", "only these: open, confirmed, declined, stale or superseded")
	cmd.Flags().IntVar(&limit, "limit", 20, "at most so many")
	return cmd
}

// stepsOf are the steps that a card holds as JSON.
func stepsOf(text projections.JSON) (steps []schemas.CardStep) {
	if json.Unmarshal([]byte(text), &steps) != nil {
		return nil // none
	}
	return steps
}

// mostOnCard is how many steps of a card are named one by one.
const mostOnCard = 20

// printCard tells what a card asks, names the steps, and says how to answer an open one.
func printCard(w io.Writer, c projections.Interrupt) {
	fmt.Fprintf(w, "  ? %s\n", visible(web.ExplainCard(c)))
	printCardSteps(w, "to delete", stepsOf(c.Targets))
	printCardSteps(w, "with them", stepsOf(c.Cascade))
	if c.Status == schemas.CardOpen {
		fmt.Fprintf(w, "    Answer it with: turnbook answer %s confirm\n                or: turnbook answer %s decline\n", visible(string(c.ID)), visible(string(c.ID)))
	}
}

func printCardSteps(w io.Writer, what string, steps []schemas.CardStep) {
	for i, s := range steps {
		if i == mostOnCard {
			fmt.Fprintf(w, "      %s  and %d more\n", what, len(steps)-i)
			return
		}
		fmt.Fprintf(w, "      %s  %s (%s)\n", what, quoted(s.Title), visible(string(s.Step)))
	}
}
