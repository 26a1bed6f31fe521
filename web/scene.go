package web

import (
	"context"
	"log/slog"
	"math"
	"strconv"
	"strings"

	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
	"turnbook/web/past"
)

// scenes tell how a screen was at positions of the log, from the log alone.
type scenes struct {
	lg        *slog.Logger
	log       bus.Log
	store     *projections.Store // says where a turn's records are, and what views showed
	vendor    schemas.VendorID
	documents *past.Documents
}

func newScenes(lg *slog.Logger, o Options) *scenes {
	return &scenes{lg: lg, log: o.Log, store: o.Store, vendor: o.Vendor, documents: past.NewDocuments(lg, o.Log)}
}

// A scene is what a view showed of a turn as of a position.
type scene struct {
	*past.State
	At      schemas.Position
	View    schemas.ViewID // "" where the turn came without a view and none was asked for
	Context schemas.UIContext
	Tree    *projections.PlaybookTree // nil where no playbook was on the canvas
	Task    *projections.TaskTree     // the task of the library that was open; nil for none
}

// at is the scene of a turn at a position that [scenes.position] has let in. view is
// whose screen it is; "" for that of the view that the turn came from.
func (m *scenes) at(ctx context.Context, t projections.Turn, at schemas.Position, view schemas.ViewID) (scene, error) {
	session := schemas.Entity{Vendor: m.vendor, Kind: schemas.SessionBoundary, ID: string(t.Session)}
	out := scene{State: past.Start(session, t.ID), At: at, View: view}
	for r, err := range m.records(ctx, t, schemas.Position{Seq: t.RequestedSeq, Index: -1}, at.Seq) {
		if err != nil {
			return out, err
		}
		if at.Before(r.Position) {
			break
		}
		if err := out.Evolve(r); err != nil {
			m.lg.Warn("event not folded", "turn", t.ID, "seq", r.Seq, "err", err)
		}
	}
	if view == "" {
		out.View = t.View
	}
	if err := m.look(ctx, &out, view != ""); err != nil {
		return out, err
	}
	return out, m.draw(ctx, &out, t.RequestedSeq-1)
}

// look finds what the view showed. The view that a turn came from may have shown nothing
// else than what came with the message.
func (m *scenes) look(ctx context.Context, out *scene, named bool) error {
	owner := schemas.Entity{Vendor: m.vendor, Kind: schemas.SessionBoundary, ID: string(out.Turn.Session)}
	if out.View != "" {
		owner = schemas.Entity{Vendor: m.vendor, Kind: schemas.ViewBoundary, ID: string(out.View)}
	}
	shown, ok, _, err := m.store.ContextAt(ctx, owner, out.At)
	switch {
	case err != nil:
		return err
	case ok:
		out.Context, err = schemas.ParseUIContext([]byte(shown.UIContext))
		return err
	case named && out.View != out.Turn.View:
		return problem(CodeUnknownView, "the view %s had shown nothing yet at %s; give one that was open then, or none", strconv.Quote(string(out.View)), positionText(out.At))
	}
	out.Context = out.Request.UIContext
	return nil
}

// draw puts the document on the canvas together, with the steps that were not saved.
func (m *scenes) draw(ctx context.Context, out *scene, since uint64) error {
	library, err := m.documents.Library(ctx, m.vendor, since, out.At)
	if err != nil {
		return err
	}
	if id := out.canvas(); id != "" {
		playbook, err := m.documents.Playbook(ctx, m.vendor, id, since, out.At)
		if err != nil {
			return err
		}
		if playbook.Exists() { // else the screen named what was not in the book
			tree := projections.DrawPlaybook(m.vendor, document.Canvas{Playbook: playbook, Library: library}, out.Unsaved(id))
			out.Tree = &tree
		}
	}
	open, ok := out.Context.OpenTaskID()
	if !ok {
		open = out.Turn.Task
	}
	if task, ok := library.Task(open); ok {
		tree := projections.DrawTask(m.vendor, task, out.Unsaved(""))
		out.Task = &tree
	}
	return nil
}

// canvas is the playbook on screen: the one that the context names, or the one that the
// turn made or was about.
func (sc *scene) canvas() schemas.PlaybookID {
	if id, ok := sc.Context.PlaybookID(); ok {
		if id, err := schemas.ParseID[schemas.PlaybookID]("playbook_id", string(id)); err == nil {
			return id
		}
		return "" // a context may name anything; only an id can be on screen
	}
	if id := sc.Canvas(); id != "" {
		return id
	}
	return sc.Turn.Playbook
}

// position reads the position that a turn is looked at: "12.3" is after that event, "12"
// after all of that message, "" the turn as it stands. The error is a [*Problem]: it is
// no position, or none of the turn.
func (m *scenes) position(ctx context.Context, t projections.Turn, text string) (schemas.Position, error) {
	last := schemas.Position{Seq: t.LastSeq, Index: math.MaxInt32}
	if text == "" {
		return last, nil
	}
	at, ok := readPosition(text)
	if !ok {
		return at, badParameter("at", "%q is no position; give <seq> or <seq>.<index>, as in %d.0", text, t.RequestedSeq)
	}
	if t.EndedSeq == 0 {
		head, err := m.log.Head(ctx)
		if err != nil {
			return at, err
		}
		last.Seq = max(last.Seq, head)
	}
	if at.Seq < t.RequestedSeq || at.Seq > last.Seq {
		return at, badParameter("at", "%s is no position of this turn; give one from %d to %d", text, t.RequestedSeq, last.Seq)
	}
	return at, nil
}

// readPosition reads "12.3", or "12" for the end of that message.
func readPosition(s string) (schemas.Position, bool) {
	if at, ok := parsePosition(s); ok || strings.Contains(s, ".") {
		return at, ok
	}
	seq, err := strconv.ParseUint(s, 10, 63)
	return schemas.Position{Seq: seq, Index: math.MaxInt32}, err == nil
}

// positionText is a position as addresses have it.
func positionText(at schemas.Position) string {
	if at.Index == math.MaxInt32 {
		return strconv.FormatUint(at.Seq, 10)
	}
	return strconv.FormatUint(at.Seq, 10) + "." + strconv.Itoa(at.Index)
}
