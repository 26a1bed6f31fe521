package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"turnbook/bus/jetstream"
	"turnbook/projections"
)

// A fill is what bench fill makes.
type fill struct {
	dir, vendor string
	events      int
	seed        uint64
}

func newBenchFill() *cobra.Command {
	var f fill
	cmd := &cobra.Command{
		Use:   "fill",
		Short: "Fill a folder with a book of many events",
		Long: `Fill plays turns of the offline model in an empty data folder until the book has so many
events, and draws its tables. The turns are real: each is decided, appended and saved as
serve does it, one after the other, and can be decided again. The same seed makes the
same book.`,
		Example: "  turnbook bench fill --data big --events 1000000\n  turnbook serve --data big",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			if f.events < 1 {
				return usage("--events: %d is no number of events", f.events)
			}
			done, err := f.run(cmd.Context(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if asJSON {
				printValue(cmd.OutOrStdout(), done)
				return nil
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s in %s of %s, with %s, in %s.\n",
				counted(done.Events, "event"), counted(done.Turns, "turn"), counted(done.Sessions, "session"), counted(done.Playbooks, "playbook"), visible(f.dir))
			return err
		},
	}
	cmd.Flags().StringVar(&f.dir, "data", "", "the folder, which holds no book yet")
	cmd.Flags().StringVar(&f.vendor, "vendor", "default", "whose book it is")
	cmd.Flags().IntVar(&f.events, "events", 100_000, "at least so many events")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the same seed makes the same book")
	_ = cmd.MarkFlagRequired("data") // the flag is there
	return cmd
}

// errBook is a folder that holds a book already.
var errBook = errors.New("there is a book in that folder; give one that is empty, or that is not there yet")

func (f fill) run(ctx context.Context, stderr io.Writer) (filled, error) {
	if _, err := os.Stat(filepath.Join(f.dir, "jetstream")); err == nil {
		return filled{}, errBook
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return filled{}, err
	}
	done, err := f.write(ctx, stderr)
	if err != nil {
		return done, err
	}
	return done, drawTables(ctx, stderr, f.dir)
}

// write plays turns until there are enough events. What is written is with the operating
// system and synced at intervals: a book to measure on can be made again.
func (f fill) write(ctx context.Context, stderr io.Writer) (filled, error) {
	lg := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	log, err := jetstream.Open(ctx, lg, jetstream.Options{Dir: f.dir, Sync: jetstream.SyncInterval})
	if err != nil {
		return filled{}, fmt.Errorf("open the book: %w", err)
	}
	defer log.Close()
	b := bar{w: stderr, what: "fill"}
	defer b.end()
	p := newPlayer(lg, log, f)
	return p.play(ctx, func(events int) { b.show(uint64(events), uint64(f.events)) })
}

// drawTables draws the tables of a folder up to the head of its log.
func drawTables(ctx context.Context, stderr io.Writer, dir string) error {
	f, err := openFolder(ctx, stderr, dir)
	if err != nil {
		return err
	}
	defer f.close()
	b := bar{w: stderr, what: "tables"}
	defer b.end()
	_, err = f.store.Rebuild(ctx, f.log, projections.RebuildOptions{Progress: b.show})
	return err
}
