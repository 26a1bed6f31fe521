package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"turnbook/agents/definitions"
)

// A refusedError says how many agent files were refused.
type refusedError struct{ refused, files int }

func (e *refusedError) Error() string {
	return fmt.Sprintf("%d of %s can't be used as an agent", e.refused, counted(e.files, "file"))
}

func newAgentsCheck() *cobra.Command {
	var folder agentFolder
	cmd := &cobra.Command{
		Use:   "check [DIR]",
		Short: "Say of every agent file what became of it",
		Long: `Check gives a verdict for every file of the folders: loaded; shadowed, by which file;
refused, because of what, at which line and column, and how to mend it; or ignored,
because its name is not that of an agent file. The exit status is 1 where one was
refused or an agent builds on what is not there.`,
		Example: "  turnbook agents check\n  turnbook agents check ../service",
		Args:    atMost1,
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			catalog, err := folder.load(args)
			if err != nil {
				return err
			}
			return checkAgents(cmd.OutOrStdout(), catalog, asJSON)
		},
	}
	folder.flags(cmd)
	return cmd
}

// checkAgents tells the verdict on every file of the folder. The program's own agents are
// there to build on, and are nobody's to mend.
func checkAgents(out io.Writer, c *definitions.Catalog, asJSON bool) error {
	refused, files := 0, 0
	for _, v := range c.Verdicts {
		if v.Scope == definitions.BuiltIn {
			continue
		}
		files++
		if v.State == definitions.Refused {
			refused++
		}
		if asJSON {
			printValue(out, v)
			continue
		}
		sayVerdict(out, v)
	}
	if refused > 0 {
		return &refusedError{refused, files}
	}
	return nil
}

func sayVerdict(out io.Writer, v definitions.Verdict) {
	file := visible(v.File)
	switch v.State {
	case definitions.Loaded:
		fmt.Fprintf(out, "loaded    %s  as %s\n", file, v.ID)
	case definitions.Shadowed:
		fmt.Fprintf(out, "shadowed  %s  %s is %s\n", file, v.ID, visible(v.By))
	case definitions.Ignored:
		fmt.Fprintf(out, "ignored   %s  its name does not end in .md\n", file)
	case definitions.Refused:
		fmt.Fprintf(out, "refused   %s%s  %s\n          fix: %s\n", file, placeIn(v.Problem.Line, v.Problem.Column), visible(v.Problem.Detail), visible(v.Problem.Fix))
	default:
		panic("agents check: no words for " + string(v.State))
	}
	for _, n := range v.Notes {
		fmt.Fprintf(out, "          note%s: %s\n", placeIn(n.Line, n.Column), visible(n.Text))
	}
}

// placeIn is a place in a file as compilers write it; "" for none.
func placeIn(line, column int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(":%d:%d", line, column)
}
