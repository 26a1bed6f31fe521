package main

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"
)

func newCancel() *cobra.Command {
	var r remote
	var reason string
	cmd := &cobra.Command{
		Use:     "cancel TURN",
		Short:   "Stop a turn; what it wrote stays",
		Example: `  turnbook cancel t1 --reason "wrong playbook"`,
		Args:    exactly(1, "one turn"),
		RunE: func(cmd *cobra.Command, args []string) error {
			body := map[string]string{"reason": reason}
			told, err := r.ask(cmd, http.MethodPost, "/v1/turns/"+url.PathEscape(args[0])+"/cancel", body, nil)
			if err != nil || told {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Turn %s is asked to stop.\n", visible(args[0]))
			return err
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the book")
	return cmd
}
