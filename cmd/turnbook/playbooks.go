package main

import (
	"github.com/spf13/cobra"

	"turnbook/projections"
)

func newPlaybooks() *cobra.Command {
	l := &listing[projections.Playbook]{
		path:   func() string { return "/v1/playbooks" },
		member: "playbooks",
		head:   []string{"PLAYBOOK", "STATUS", "CHANGED", "FORMAT", "TITLE"},
		none:   "There are no playbooks yet; turnbook import FILE makes one.",
		row: func(p projections.Playbook) []string {
			return []string{string(p.ID), string(p.Status), moment(p.ChangedAt), p.Format, shorten(p.Title, cellMost)}
		},
	}
	cmd := &cobra.Command{
		Use:     "playbooks",
		Short:   "List playbooks",
		Example: "  turnbook playbooks",
		Args:    noArgs,
		RunE:    l.run,
	}
	l.flags(cmd.Flags())
	return cmd
}
