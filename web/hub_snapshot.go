package web

import (
	"context"

	"turnbook/projections"
	"turnbook/schemas"
)

// snapshot sends what is on screen as of one position, and begins there.
func (s *subscription) snapshot(ctx context.Context) error {
	explicit := s.filter.playbook != ""
	if s.view != "" {
		ui, err := s.o.Runtime.LastContext(ctx, s.o.Vendor, s.view)
		if err != nil {
			return err
		}
		s.onCanvas(ui)
	}
	fresh := s.fresh(ctx)
	screen, asOf, err := s.o.Store.Screen(ctx, projections.ScreenQuery{
		Vendor: s.o.Vendor, Session: s.filter.session, Playbook: s.filter.playbook, Perhaps: !explicit, Part: partOf(s.modules),
	})
	if err != nil {
		return orBehind(fresh, err)
	}
	if asOf.Epoch != "" && asOf.Epoch != s.o.Log.Epoch() {
		return problem(CodeUnavailable, "the tables are of another life of the log and are being drawn anew; try again")
	}
	s.at, s.sent = asOf.Position(), asOf.Position()
	if err := s.foldContext(ctx); err != nil {
		return err
	}
	out := snapshotOf(screen)
	out.head, out.AsOf, out.Context = headOf("snapshot", s.ref), s.cursor(s.at), s.context
	out.onScreen(s.tasks)
	return s.mark("snapshot", s.at, out)
}

// onCanvas adds to a session the playbook that its view shows.
func (s *subscription) onCanvas(ui schemas.UIContext) {
	if s.filter.playbook != "" || s.filter.session == "" {
		return
	}
	// What the context names may be anything; only an id can be on screen.
	canvas, _ := ui.PlaybookID()
	s.filter.playbook, _ = parseID[schemas.PlaybookID]("playbook_id", string(canvas))
}

// snapshotOf is a screen as a frame, with lists that are never null.
func snapshotOf(screen projections.Screen) snapshotFrame {
	state := projections.SessionState{}
	if screen.Session != nil {
		state = *screen.Session
	}
	state = listed(state)
	out := snapshotFrame{
		Tree: screen.Playbook, Messages: state.Messages, Rows: state.Rows, Running: state.Running, Shown: state.Shown,
		Queued: state.Queued, Cards: state.Cards, Replies: state.Replies,
	}
	if screen.Session != nil {
		out.Session = &state.Session
	}
	if screen.Playbook != nil {
		out.Lock = lockOf(screen.Playbook.Playbook)
	}
	return out
}

// partOf is how much of a playbook a snapshot holds; nil for the whole.
func partOf(modules []string) *projections.Part {
	if modules == nil {
		return nil
	}
	part := new(projections.Part)
	for _, id := range modules {
		part.Modules = append(part.Modules, schemas.ModuleID(id))
	}
	return part
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
