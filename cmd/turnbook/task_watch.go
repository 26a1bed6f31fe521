package main

import (
	"context"
	"fmt"
	"path"

	"turnbook/schemas"
	"turnbook/web/client"
)

// A taskWatch shows one task until its end.
type taskWatch struct {
	*launching
	task launchedTask
	told string // the last message that was shown
}

// run follows the book from before the launch.
func (w *taskWatch) run(ctx context.Context, c *client.Client, f *follower, welcome client.Frame) error {
	t, err := taskOf(ctx, c, string(w.task.ID))
	if err != nil {
		return err
	}
	at := min(welcome.Head, t.CreatedSeq-1) // it may have been launched before, under the same key
	if err := f.subscribe(ctx, cursorAt(welcome.Epoch, at)); err != nil {
		return err
	}
	err = w.show(ctx, f)
	if ctx.Err() != nil {
		fmt.Fprintf(w.stderr, "Left; the task goes on. Wait for it with: turnbook task await %s\n", visible(string(w.task.ID)))
		return &toldError{ctx.Err()}
	}
	return err
}

// show prints what happens in the workspace and to the task, until the task's end.
func (w *taskWatch) show(ctx context.Context, f *follower) error {
	for {
		frame, err := f.next(ctx)
		if err != nil {
			return err
		}
		if frame.Type != "event" {
			continue
		}
		e := readEvent(frame.Event, frame.Data)
		if !w.concerns(e) {
			continue
		}
		if w.asJSON {
			printJSON(w.out, frame.Event)
		} else if line := w.line(e, frame); line != "" {
			fmt.Fprintln(w.out, line)
		}
		if end, ok := e.fact.(schemas.HandleSettled); ok {
			if end.Status != schemas.HandleCompleted {
				return &taskError{bad: 1, all: 1}
			}
			return nil
		}
	}
}

// concerns says whether an event is of the task, or of the workspace that it runs in.
func (w *taskWatch) concerns(e event) bool {
	kind, id := path.Base(path.Dir(e.Source)), path.Base(e.Source)
	switch schemas.BoundaryKind(kind) {
	case schemas.HandleBoundary:
		return id == string(w.task.ID)
	case schemas.SessionBoundary, schemas.WorkspaceBoundary:
		return id == string(w.task.Workspace)
	}
	return false
}

// line is what a person who launched it wants to know of an event; "" for nothing.
func (w *taskWatch) line(e event, frame client.Frame) string {
	switch f := e.fact.(type) {
	case schemas.MessageWritten:
		w.told = f.Text
	case schemas.HandleSettled:
		return w.end(f)
	case schemas.AgentResolved, schemas.ToolCalled, schemas.WorkspaceCreated, schemas.WorkspaceProvisioned,
		schemas.HandleAccepted, schemas.HandleDeferred, schemas.HandleProgressed, schemas.HandleRevived:
		return "  " + e.summary()
	case schemas.ToolReturned:
		if f.Code != "" {
			return "  ! " + e.summary()
		}
		return ""
	case schemas.TurnEnded:
		return ""
	}
	return tellTurn(e, frame)
}

// end is how the task ended; its report, where that was not its last message.
func (w *taskWatch) end(f schemas.HandleSettled) string {
	if f.Status != schemas.HandleCompleted {
		return "Not completed: " + stateOf(shownTask{Handle: settledHandle(f)})
	}
	if f.Report == "" || f.Report == w.told {
		return "Done."
	}
	return "Done. It reports:\n\n" + paragraph(f.Report, "")
}
