package projections

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"turnbook/schemas"
)

// A fold turns records into rows. What it keeps in memory is what is live: it can
// be thrown away between two transactions and read from the tables again.
//
// It is used by one goroutine at a time, inside a transaction of its writer.
type fold struct {
	w      *writer
	pos    schemas.Position           // last event that the tables hold
	epoch  string                     // of the log that they were drawn from
	parked map[schemas.Entity]string  // boundaries that are held back, with the event that holds them
	unfit  map[schemas.Position]error // events known to fail, from an attempt that was rolled back

	views       *kept[viewKey, View, *View]
	tabs        *tabs
	sessions    *kept[sessionKey, Session, *Session]
	turns       *kept[turnKey, Turn, *Turn]
	modelCalls  *kept[callKey, ModelCall, *ModelCall]
	toolCalls   *kept[callKey, ToolCall, *ToolCall]
	lanes       *kept[laneKey, Lane, *Lane]
	rows        *kept[rowKey, Row, *Row]
	flushes     *kept[flushKey, Flush, *Flush]
	interrupts  *kept[cardKey, Interrupt, *Interrupt]
	stepHistory *kept[stepEventKey, StepEvent, *StepEvent]
	projects    *kept[projectKey, Project, *Project]
	workspaces  *kept[workspaceKey, Workspace, *Workspace]
	handles     *kept[handleKey, Handle, *Handle]
	attention   *kept[attentionKey, Attention, *Attention]
	documents   *documents
}

func newFold(w *writer) (*fold, error) {
	f := &fold{
		w:           w,
		unfit:       make(map[schemas.Position]error),
		views:       keepViews(),
		sessions:    keepSessions(),
		turns:       keepTurns(),
		modelCalls:  keepModelCalls(),
		toolCalls:   keepToolCalls(),
		lanes:       keepLanes(),
		rows:        keepRowsOfTurns(),
		flushes:     keepFlushes(),
		interrupts:  keepInterrupts(),
		stepHistory: keepStepHistory(),
		projects:    keepProjects(),
		workspaces:  keepWorkspaces(),
		handles:     keepHandles(),
		attention:   keepAttention(),
		documents:   newDocuments(w),
	}
	for _, load := range []func() error{f.loadCheckpoint, f.loadParked, f.loadTabs} {
		if err := load(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// An unfitError says that an event can't be applied. It is a finding about the
// event, where any other error is one about the machine.
type unfitError struct {
	At  schemas.Position
	Err error
}

func (e *unfitError) Error() string {
	return fmt.Sprintf("event %d.%d can't be applied: %v", e.At.Seq, e.At.Index, e.Err)
}
func (e *unfitError) Unwrap() error { return e.Err }

// breakdown says whether an error is about the machine: what SQLite reports, save
// that a row breaks a rule of its table.
func breakdown(err error) bool {
	var sqlErr *sqlite.Error
	if !errors.As(err, &sqlErr) {
		return false
	}
	switch sqlErr.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH:
		return false
	}
	return true
}

// apply takes one record in. A record at or before the fold's position changes
// nothing. After an error the transaction must be rolled back and the fold thrown
// away: an [*unfitError] names the event that is to be parked in the next attempt.
func (f *fold) apply(record schemas.Record) error {
	if !f.pos.Before(record.Position) {
		return nil
	}
	r := &rec{Record: record, at: stampOf(record.Time)}
	r.data = dataOf(record)
	if err := f.event(r); err != nil {
		return err
	}
	f.pos = record.Position
	reason := record.Err
	if reason == nil {
		reason = f.unfit[record.Position]
	}
	holder, waits := f.parked[record.Entity]
	switch {
	case waits:
		return f.park(r, "it waits behind event "+holder, true)
	case reason != nil:
		return f.park(r, reason.Error(), false)
	}
	err := f.dispatch(r)
	if err == nil || breakdown(err) {
		return err
	}
	return &unfitError{At: record.Position, Err: err}
}

func (f *fold) dispatch(r *rec) error {
	switch r.Kind {
	case schemas.SessionBoundary:
		return f.sessionEvent(r)
	case schemas.ViewBoundary:
		return f.view(r)
	case schemas.PlaybookBoundary:
		return f.documents.playbook(f, r)
	case schemas.LibraryBoundary:
		return f.documents.library(f, r)
	case schemas.VendorBoundary:
		return f.vendor(r)
	case schemas.ProjectBoundary:
		return f.project(r)
	case schemas.WorkspaceBoundary:
		return f.workspace(r)
	case schemas.HandleBoundary:
		return f.handle(r)
	case schemas.AuditBoundary:
		return f.anchor(r)
	default:
		return fmt.Errorf("no table takes events of a boundary of kind %q", r.Kind)
	}
}

// A misplacedError says that an event stands in a boundary where it has no meaning.
type misplacedError struct {
	Type   string
	Entity schemas.Entity
}

func (e *misplacedError) Error() string {
	return fmt.Sprintf("%s has no place in the history of %s", e.Type, e.Entity)
}

// write writes what is kept in memory; the transaction is then complete.
func (f *fold) write() error {
	for _, write := range []func(*writer) error{
		f.views.write, f.sessions.write, f.turns.write, f.modelCalls.write, f.toolCalls.write, f.lanes.write,
		f.rows.write, f.flushes.write, f.interrupts.write, f.stepHistory.write, f.documents.write,
		f.projects.write, f.workspaces.write, f.handles.write, f.attention.write,
	} {
		if err := write(f.w); err != nil {
			return err
		}
	}
	f.tabs.shed()
	return nil
}

// batch takes records in as one transaction: all their rows and the position, or
// nothing. An event that can't be applied is parked. The fold it returns is the one
// to go on with, also after an error, where nothing has changed.
func (f *fold) batch(records []schemas.Record, epoch string) (*fold, error) {
	for begun := f.pos; ; {
		err := f.try(records, epoch)
		if err == nil {
			return f, nil
		}
		_, _ = f.w.exec("ROLLBACK") // where the transaction is gone already, that is what was wanted
		next, loadErr := newFold(f.w)
		if loadErr != nil {
			return f, errors.Join(err, unreadable(loadErr))
		}
		var unfit *unfitError
		if next.pos != begun {
			err = fmt.Errorf("%w: they no longer stand at %d.%d", ErrOtherWriter, begun.Seq, begun.Index)
		}
		if next.pos != begun || !errors.As(err, &unfit) {
			return next, err
		}
		next.unfit = f.unfit
		next.unfit[unfit.At] = unfit.Err
		f = next
	}
}

func (f *fold) try(records []schemas.Record, epoch string) error {
	if _, err := f.w.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	before := f.pos
	for _, r := range records {
		if err := f.apply(r); err != nil {
			return err
		}
	}
	if err := f.write(); err != nil {
		return err
	}
	if err := f.moveCheckpoint(before, epoch); err != nil {
		return err
	}
	if _, err := f.w.exec("COMMIT"); err != nil {
		return err
	}
	f.epoch = epoch
	clear(f.unfit)
	return nil
}
