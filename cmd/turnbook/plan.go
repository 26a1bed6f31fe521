package main

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"turnbook/schemas"
)

// newPlan is the command of plans that agents proposed.
func newPlan() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Read a plan that an agent proposed, and have it carried out",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			return usage("plan: say show or approve; see turnbook help plan")
		},
	}
	cmd.AddCommand(newPlanShow(), newPlanApprove())
	return cmd
}

func newPlanShow() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:     "show WORKSPACE",
		Short:   "Print the plan that waits to be approved",
		Example: "  turnbook plan show ws_1",
		Args:    exactly(1, "one workspace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var plan struct{ Markdown string }
			told, err := r.ask(cmd, http.MethodGet, workspacePath(args[0])+"/plan", nil, &plan)
			if err != nil || told {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), paragraph(plan.Markdown, ""))
			return err
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

func newPlanApprove() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:     "approve WORKSPACE",
		Short:   "Have the plan carried out, by exec; the same plan twice is one turn",
		Example: "  turnbook plan approve ws_1",
		Args:    exactly(1, "one workspace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var begun struct{ Turn schemas.TurnID }
			told, err := r.ask(cmd, http.MethodPost, workspacePath(args[0])+"/plan/approve", nil, &begun)
			if err != nil || told {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Turn %s carries it out. See it with: turnbook replay %s\n", visible(string(begun.Turn)), visible(string(begun.Turn)))
			return err
		},
	}
	r.flags(cmd.Flags())
	return cmd
}
