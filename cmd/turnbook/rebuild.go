package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/web/client"
)

func newRebuild() *cobra.Command {
	var r remote
	var dir string
	var diff bool
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Draw the tables anew from the log",
		Long: `Rebuild draws all tables beside the live ones and puts them in their place in one
step; readers never see half. With --diff it tells how the new rows differ from the old.

With --data it works on a folder that no server has open.`,
		Example: "  turnbook rebuild --diff\n  turnbook rebuild --data data",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON, err := cmd.Flags().GetBool("json")
			if err != nil {
				return err
			}
			var c comparison
			if dir != "" {
				c, err = rebuildFolder(cmd.Context(), cmd.ErrOrStderr(), dir, diff)
			} else {
				c, err = rebuildServer(cmd.Context(), cmd.ErrOrStderr(), &r, diff)
			}
			if err != nil {
				return err
			}
			tellRebuild(cmd.OutOrStdout(), c, diff, asJSON)
			return nil
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&diff, "diff", false, "tell how the new rows differ from the old")
	cmd.Flags().StringVar(&dir, "data", "", "work on this folder, which no server has open")
	return cmd
}

func tellRebuild(out io.Writer, c comparison, diff, asJSON bool) {
	if asJSON {
		if diff {
			printValue(out, c)
		} else {
			printValue(out, map[string]bool{"rebuilt": true})
		}
		return
	}
	fmt.Fprintln(out, "The tables are drawn anew.")
	if diff && c.Equal {
		fmt.Fprintf(out, "Nothing differs in %s.\n", counted(c.Rows, "row"))
	} else if diff {
		c.tell(out, "")
	}
}

func rebuildFolder(ctx context.Context, stderr io.Writer, dir string, diff bool) (comparison, error) {
	f, err := openFolder(ctx, stderr, dir)
	if err != nil {
		return comparison{}, err
	}
	defer f.close()
	b := bar{w: stderr, what: "rebuild"}
	defer b.end()
	d, err := f.store.Rebuild(ctx, f.log, projections.RebuildOptions{Diff: diff, Progress: b.show})
	return comparison{d, d.Equal()}, err
}

func rebuildServer(ctx context.Context, stderr io.Writer, r *remote, diff bool) (comparison, error) {
	c, err := r.client()
	if err != nil {
		return comparison{}, err
	}
	watching, stop := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		watchRebuild(watching, c, bar{w: stderr, what: "rebuild"})
	}()
	var out comparison
	err = c.Call(ctx, http.MethodPost, "/v1/rebuild", map[string]bool{"diff": diff}, &out)
	stop()
	<-watched
	return out, err
}

// watchEvery is how often a server is asked how far it has come.
const watchEvery = 250 * time.Millisecond

// watchRebuild shows how far a server has come, to a person.
func watchRebuild(ctx context.Context, c *client.Client, b bar) {
	if !isTerminal(b.w) {
		return
	}
	defer b.end()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var h struct {
			Projections struct {
				Rebuilding *projections.Progress `json:"rebuilding"`
			} `json:"projections"`
		}
		var raw json.RawMessage
		if c.Call(ctx, http.MethodGet, "/healthz", nil, &raw) != nil || json.Unmarshal(raw, &h) != nil {
			continue // only for show: the answer of the rebuild itself is what counts
		}
		if p := h.Projections.Rebuilding; p != nil {
			b.show(p.Done, p.Head)
		}
	}
}
