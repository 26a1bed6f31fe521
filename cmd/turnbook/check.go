package main

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

// A comparison is how tables and log compare.
type comparison struct {
	projections.Diff
	Equal bool `json:"equal"`
}

func newCheck() *cobra.Command {
	var r remote
	var dir string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Prove that the tables are what the log says",
		Long: `Check draws the tables again from the log, into a file that is thrown away, and
compares every row. The exit status is 1 where anything differs.

With --data it checks a folder that no server has open.`,
		Example: "  turnbook check\n  turnbook check --data data --json",
		Args:    noArgs,
		PreRunE: folderOrServer.check,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			var c comparison
			var err error
			if dir != "" {
				c, err = checkFolder(cmd.Context(), cmd.ErrOrStderr(), dir)
			} else {
				c, err = checkServer(cmd.Context(), &r)
			}
			if err != nil {
				return err
			}
			return c.verdict(asJSON, cmd.OutOrStdout())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().StringVar(&dir, "data", "", "check this folder, which no server has open")
	return cmd
}

func checkServer(ctx context.Context, r *remote) (comparison, error) {
	c, err := r.client()
	if err != nil {
		return comparison{}, err
	}
	var out comparison
	return out, c.Call(ctx, http.MethodPost, "/v1/check", map[string]any{}, &out)
}

func checkFolder(ctx context.Context, stderr io.Writer, dir string) (comparison, error) {
	f, err := openFolder(ctx, stderr, dir)
	if err != nil {
		return comparison{}, err
	}
	defer f.close()
	if d := f.store.State().Damaged; len(d) > 0 {
		return comparison{}, &damagedError{d[0]}
	}
	diff, err := f.store.Check(ctx, f.log)
	if err != nil {
		return comparison{}, err
	}
	if head, err := f.log.Head(ctx); err == nil && diff.AsOf.Seq < head {
		fmt.Fprintf(stderr, "The tables stand at %d of %d; the next start brings them up.\n", diff.AsOf.Seq, head)
	}
	return comparison{diff, diff.Equal()}, nil
}

// A damagedError says that the file of the tables was no good, and where it is now.
type damagedError struct{ projections.Damage }

func (e *damagedError) Error() string {
	return fmt.Sprintf("the tables were damaged (%s) and are set aside as %s; turnbook rebuild draws them anew", e.Reason, e.File)
}

// verdict prints the comparison. The error is an [*unequalError] where it found a
// difference.
func (c comparison) verdict(asJSON bool, out io.Writer) error {
	if asJSON {
		printValue(out, c)
	} else {
		c.tell(out, "The tables are what the log says")
	}
	if c.Equal {
		return nil
	}
	return &unequalError{len(c.Tables)}
}

// tell prints the comparison for people; equal is what to say where nothing differs.
func (c comparison) tell(out io.Writer, equal string) {
	if c.Equal {
		fmt.Fprintf(out, "%s: %s, as of position %d.\n", equal, counted(c.Rows, "row"), c.AsOf.Seq)
		return
	}
	t := table{head: []string{"TABLE", "MISSING", "EXTRA", "CHANGED"}}
	for _, d := range c.Tables {
		t.add(d.Table, fmt.Sprint(d.Missing), fmt.Sprint(d.Extra), fmt.Sprint(d.Changed))
	}
	t.print(out)
	for _, d := range c.First {
		fmt.Fprintln(out, " ", shorten(visible(d.String()), 200))
	}
}
