package web

import (
	"context"
	"errors"

	"turnbook/projections"
	"turnbook/schemas"
)

// snapshot sends what is on screen as of one position, and begins there.
func (s *subscription) snapshot(ctx context.Context, f inFrame) error {
	c := s.c
	ui, err := c.o.Runtime.LastContext(ctx, c.o.Vendor, c.view)
	if err != nil {
		return err
	}
	explicit := s.filter.playbook != ""
	if !explicit && s.filter.session != "" {
		// What the context names may be anything; only an id can be on screen.
		canvas, _ := ui.PlaybookID()
		s.filter.playbook, _ = parseID[schemas.PlaybookID]("playbook_id", string(canvas))
	}
	fresh := c.fresh(ctx)
	out := snapshotFrame{head: headOf("snapshot", s.ref)}
	asOf, err := steady(
		func() (projections.AsOf, error) { return s.tree(ctx, &out, explicit) },
		func() (projections.AsOf, error) { return s.session(ctx, &out) },
	)
	if err != nil {
		return orBehind(fresh, err)
	}
	if asOf.Epoch != "" && asOf.Epoch != c.o.Log.Epoch() {
		return problem(CodeUnavailable, "the tables are of another life of the log and are being drawn anew; try again")
	}
	out.until(asOf.Position())
	s.at, s.sent = asOf.Position(), asOf.Position()
	if err := s.foldContext(ctx); err != nil {
		return err
	}
	out.AsOf, out.Context = s.cursor(s.at), s.context
	out.onScreen(f.Tasks)
	return c.sendJSON(out)
}

// tree reads the playbook of a snapshot.
func (s *subscription) tree(ctx context.Context, out *snapshotFrame, explicit bool) (projections.AsOf, error) {
	out.Tree = nil
	if s.filter.playbook == "" {
		_, asOf, err := s.c.o.Store.Turns(ctx, projections.TurnFilter{Vendor: s.c.o.Vendor, Limit: 1}) // for its position
		return asOf, err
	}
	tree, asOf, err := s.c.o.Store.Playbook(ctx, s.c.o.Vendor, s.filter.playbook, s.filter.session)
	if missing := (*projections.NotFoundError)(nil); errors.As(err, &missing) && !explicit {
		return asOf, nil
	}
	out.Tree = &tree
	return asOf, err
}

// session reads the conversation of a snapshot.
func (s *subscription) session(ctx context.Context, out *snapshotFrame) (projections.AsOf, error) {
	out.Messages, out.Rows, out.Queued = []projections.Message{}, []projections.Row{}, []projections.Turn{}
	if s.filter.session == "" {
		_, asOf, err := s.c.o.Store.Turns(ctx, projections.TurnFilter{Vendor: s.c.o.Vendor, Limit: 1}) // for its position
		return asOf, err
	}
	state, asOf, err := s.c.session(ctx, s.filter.session)
	out.Session, out.Messages, out.Rows, out.Running, out.Queued = &state.Session, state.Messages, state.Rows, state.Running, state.Queued
	return asOf, err
}

// until leaves out messages that the tables took in while the snapshot was read: they
// come as events. Rows and turns that are newer are only told again.
func (out *snapshotFrame) until(at schemas.Position) {
	for i, m := range out.Messages {
		if at.Before(schemas.Position{Seq: m.Seq, Index: m.Index}) {
			out.Messages = out.Messages[:i]
			return
		}
	}
}

// onScreen leaves out the steps of tasks that are not on screen (decisions.md 28).
func (out *snapshotFrame) onScreen(tasks []string) {
	if out.Tree == nil || tasks == nil {
		return
	}
	shown := make(map[schemas.TaskID]bool, len(tasks))
	for _, id := range tasks {
		shown[schemas.TaskID(id)] = true
	}
	for _, m := range out.Tree.Modules {
		for i := range m.Tasks {
			if !shown[m.Tasks[i].ID] {
				m.Tasks[i].Steps = nil
			}
		}
	}
}
