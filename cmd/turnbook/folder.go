package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"turnbook/bus/jetstream"
	"turnbook/projections"
)

// A folder is a book that no server has open: its log and its tables, and nobody who
// takes commands.
type folder struct {
	log   *jetstream.Store
	store *projections.Store
}

// noBookError says that a folder holds no book. Opening it would make an empty one.
type noBookError struct{ dir string }

func (e *noBookError) Error() string {
	return fmt.Sprintf("there is no book in %s; give the folder that serve was given", e.dir)
}

// openFolder opens a data folder, locked against any server. The error is a
// [*jetstream.LockedError] where one has it.
func openFolder(ctx context.Context, stderr io.Writer, dir string) (*folder, error) {
	// The embedded server keeps its streams here.
	if _, err := os.Stat(filepath.Join(dir, "jetstream")); errors.Is(err, fs.ErrNotExist) {
		return nil, &noBookError{dir}
	}
	prices, err := pricesOf("")
	if err != nil {
		return nil, err
	}
	lg := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	log, err := jetstream.Open(ctx, lg, jetstream.Options{Dir: dir})
	if err != nil {
		return nil, fmt.Errorf("open the book: %w", err)
	}
	store, err := projections.Open(ctx, lg, projections.Options{Path: tablesFile(dir), Prices: prices})
	if err != nil {
		log.Close()
		return nil, fmt.Errorf("open the tables: %w", err)
	}
	return &folder{log, store}, nil
}

// catchUp brings the tables to the head of the log.
func (f *folder) catchUp(ctx context.Context) error {
	head, err := f.log.Head(ctx)
	if err != nil {
		return err
	}
	following, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		ended <- f.store.Run(following, f.log)
		stop() // what is not there now will not come
	}()
	err = f.store.WaitFor(following, head)
	stop()
	return errors.Join(<-ended, err)
}

func (f *folder) close() {
	_ = f.store.Close() // the tables can be drawn again from the log
	f.log.Close()
}
