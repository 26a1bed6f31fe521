// Command turnbook keeps the book of AI authoring turns: it serves the pages and
// streams, runs the turns, and answers questions about them from the command line.
//
// Run without a command it serves. "turnbook help" lists the rest, one file each.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run(os.Args[1:])) }

// run is main without the process: it returns the exit status.
func run(args []string) int {
	// The first signal asks every command to finish what it holds; serve listens for
	// the second one itself.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRoot()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	return report(os.Stderr, err, wantsJSON(args))
}

// Exit statuses.
const (
	exitDone    = 0
	exitRefused = 1 // refused or failed
	exitUsage   = 2 // wrong usage
)

// A usageError is a call that makes no sense: exit status 2.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }
