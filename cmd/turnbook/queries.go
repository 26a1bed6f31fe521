package main

import (
	"strings"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

func newQueries() *cobra.Command {
	l := listing[projections.Question]{
		path:   func() string { return "/v1/queries" },
		member: "queries",
		head:   []string{"NAME", "TITLE", "PARAMETERS", "KIND"},
		row: func(q projections.Question) []string {
			names := ""
			for _, p := range q.Params {
				names = strings.TrimPrefix(names+" :"+p.Name, " ")
			}
			return []string{q.Name, q.Title, names, map[bool]string{true: "ready", false: "saved"}[q.Ready]}
		},
		none: "There are no queries.",
	}
	cmd := &cobra.Command{
		Use:   "queries",
		Short: "List the ready measures and the saved queries",
		Long:  `Queries lists what "turnbook query --saved" and the desk can ask by name.`,
		Args:  noArgs,
		RunE:  l.run,
	}
	l.flags(cmd.Flags())
	return cmd
}
