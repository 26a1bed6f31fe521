package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/web/client"
)

func newRebuild() *cobra.Command {
	var r remote
	var dir string
	var o rebuildOptions
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Draw the tables anew from the log",
		Long: `Rebuild draws all tables beside the live ones and puts them in their place in one
step; readers never see half. With --diff it tells how the new rows differ from the old;
with --dry-run it tells that and leaves the tables as they are.

With --data it works on a folder that no server has open.`,
		Example: "  turnbook rebuild --dry-run\n  turnbook rebuild --diff\n  turnbook rebuild --data data",
		Args:    noArgs,
		PreRunE: folderOrServer.check,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			var c comparison
			var err error
			if dir != "" {
				c, err = rebuildFolder(cmd.Context(), cmd.ErrOrStderr(), dir, o)
			} else {
				c, err = rebuildServer(cmd.Context(), cmd.ErrOrStderr(), &r, o)
			}
			if err != nil {
				return err
			}
			tellRebuild(cmd.OutOrStdout(), c, o, asJSON)
			return nil
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&o.diff, "diff", false, "tell how the new rows differ from the old")
	cmd.Flags().BoolVar(&o.dry, "dry-run", false, "tell the difference and leave the tables as they are")
	cmd.Flags().StringVar(&dir, "data", "", "work on this folder, which no server has open")
	return cmd
}

// rebuildOptions say how the tables are drawn anew.
type rebuildOptions struct{ diff, dry bool }

func tellRebuild(out io.Writer, c comparison, o rebuildOptions, asJSON bool) {
	told := o.diff || o.dry
	if asJSON {
		if told {
			printValue(out, c)
		} else {
			printValue(out, map[string]bool{"rebuilt": true})
		}
		return
	}
	if o.dry {
		fmt.Fprintln(out, "The tables are as they were; drawn anew, they would differ so:")
	} else {
		fmt.Fprintln(out, "The tables are drawn anew.")
	}
	if told && c.Equal {
		fmt.Fprintf(out, "Nothing differs in %s.\n", counted(c.Rows, "row"))
	} else if told {
		c.tell(out, "")
	}
}

func rebuildFolder(ctx context.Context, stderr io.Writer, dir string, o rebuildOptions) (comparison, error) {
	f, err := openFolder(ctx, stderr, dir)
	if err != nil {
		return comparison{}, err
	}
	defer f.close()
	b := bar{w: stderr, what: "rebuild"}
	defer b.end()
	d, err := f.store.Rebuild(ctx, f.log, projections.RebuildOptions{Diff: o.diff, DryRun: o.dry, Progress: b.show})
	return comparison{d, d.Equal()}, err
}

func rebuildServer(ctx context.Context, stderr io.Writer, r *remote, o rebuildOptions) (comparison, error) {
	c, err := r.client()
	if err != nil {
		return comparison{}, err
	}
	var out comparison
	err = watched(ctx, bar{w: stderr, what: "rebuild"}, func(ctx context.Context) (done, all uint64, running bool) {
		return rebuilding(ctx, c)
	}, func() error {
		return c.Call(ctx, http.MethodPost, "/v1/rebuild", map[string]bool{"diff": o.diff, "dry_run": o.dry}, &out)
	})
	return out, err
}

// rebuilding asks a server how far its rebuild has come.
func rebuilding(ctx context.Context, c *client.Client) (done, all uint64, running bool) {
	var h struct {
		Projections struct {
			Rebuilding *projections.Progress `json:"rebuilding"`
		} `json:"projections"`
	}
	var raw json.RawMessage
	if c.Call(ctx, http.MethodGet, "/healthz", nil, &raw) != nil || json.Unmarshal(raw, &h) != nil || h.Projections.Rebuilding == nil {
		return 0, 0, false
	}
	return h.Projections.Rebuilding.Done, h.Projections.Rebuilding.Head, true
}
