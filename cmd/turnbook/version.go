package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the program's version",
		Example: "  turnbook version --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			if asJSON {
				printValue(cmd.OutOrStdout(), map[string]string{"version": version, "go": runtime.Version()})
				return nil
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "turnbook %s (%s)\n", version, runtime.Version())
			return err
		},
	}
}
