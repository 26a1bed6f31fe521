package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
)

// newRoot is the command line, whole. Without a command it serves.
func newRoot() *cobra.Command {
	serve := newServe()
	root := &cobra.Command{
		Use:   "turnbook",
		Short: "The book of AI authoring turns: serve it, ask it, read it",
		Long: `Turnbook keeps the book of AI authoring turns. Without a command it serves.

Exit status: 0 done, 1 refused or failed, with the reason on standard error (a
problem document with --json), 2 wrong usage.`,
		Example: `  turnbook
  turnbook import onboarding.md
  turnbook ask "Build subtasks for every task in module 1"`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          serve.RunE,
	}
	root.PersistentFlags().Bool("json", false, "print JSON, for programs")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	root.Flags().AddFlagSet(serve.Flags())
	root.AddCommand(serve)
	root.AddCommand(clientCommands()...)
	return root
}

func noArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasParent():
		return usage("there is no command %q; see turnbook help", args[0])
	}
	return usage("%s: it takes no argument %q; see turnbook help %s", c.Name(), args[0], c.Name())
}

// wantsJSON says whether --json stands among the arguments, also where the rest of
// them could not be read.
func wantsJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

// report tells an error, unless that was done: words for people on standard error, a
// problem document for programs. It returns the exit status.
func report(stderr io.Writer, err error, asJSON bool) int {
	status := exitRefused
	var wrong *usageError
	if errors.As(err, &wrong) {
		status = exitUsage
	}
	if told := (*toldError)(nil); !errors.As(err, &told) {
		tell(stderr, err, asJSON)
	}
	return status
}

func tell(stderr io.Writer, err error, asJSON bool) {
	if asJSON {
		printJSON(stderr, problemOf(err))
		return
	}
	fmt.Fprintln(stderr, "turnbook:", paragraph(wordsOf(err), "  "))
}
