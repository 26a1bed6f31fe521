package main

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"turnbook/schemas"
)

// ruleRow is a version of a rule as the server lists it.
type ruleRow struct {
	Rule    schemas.Rule `json:"rule"`
	InForce bool         `json:"in_force"`
	Says    string       `json:"says"`
}

func newRules() *cobra.Command {
	l := &listing[ruleRow]{
		path:   func() string { return "/v1/rules" },
		member: "rules",
		head:   []string{"RULE", "IN FORCE", "WHAT IT DOES"},
		none:   "There are no rules.",
		row: func(r ruleRow) []string {
			return []string{string(r.Rule), map[bool]string{true: "yes", false: ""}[r.InForce], r.Says}
		},
	}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules that decide in a turn, and which version is in force",
		Long: `Rules lists the rules that decide in a turn, each with its versions. What a version
would have changed in the turns that there are, turnbook redecide tells.`,
		Example: "  turnbook rules\n  turnbook rules activate redirect/2",
		Args:    noArgs,
		RunE:    l.run,
	}
	l.flags(cmd.Flags())
	cmd.AddCommand(newActivate())
	return cmd
}

func newActivate() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:     "activate RULE",
		Short:   "Have a version of a rule decide from here on",
		Example: "  turnbook rules activate redirect/2",
		Args:    exactly(1, "one rule, as in redirect/2"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var done struct {
				Rule schemas.Rule `json:"rule"`
				Seq  uint64       `json:"seq"`
			}
			told, err := r.ask(cmd, http.MethodPost, "/v1/rules", map[string]string{"rule": args[0]}, &done)
			if err != nil || told {
				return err
			}
			if done.Seq == 0 {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "Rule %s decides already.\n", visible(string(done.Rule)))
			} else {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "From position %d on rule %s decides.\n", done.Seq, visible(string(done.Rule)))
			}
			return err
		},
	}
	r.flags(cmd.Flags())
	return cmd
}
