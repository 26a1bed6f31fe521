package main

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"
)

func newRetry() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "retry BOUNDARY",
		Short: "Take the parked events of a boundary into the tables again",
		Long: `Retry draws the tables anew beside the live ones, with what was parked of a boundary. Where
its first event still can't be applied, it says why, and the tables stay as they are.
The table dead_letters lists what is parked.`,
		Example: "  turnbook query \"select boundary, boundary_id, reason from dead_letters\"\n  turnbook retry playbook/p1",
		Args:    exactly(1, "one boundary, as in playbook/p1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var done struct {
				Boundary string `json:"boundary"`
			}
			told, err := r.ask(cmd, http.MethodPost, "/v1/retry", map[string]string{"boundary": args[0]}, &done)
			if err != nil || told {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Nothing of %s is parked any more.\n", visible(done.Boundary))
			return err
		},
	}
	r.flags(cmd.Flags())
	return cmd
}
