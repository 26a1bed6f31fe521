package web

import (
	"context"

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
	screen, asOf, err := c.o.Store.Screen(ctx, projections.ScreenQuery{
		Vendor: c.o.Vendor, Session: s.filter.session, Playbook: s.filter.playbook, Perhaps: !explicit,
	})
	if err != nil {
		return orBehind(fresh, err)
	}
	if asOf.Epoch != "" && asOf.Epoch != c.o.Log.Epoch() {
		return problem(CodeUnavailable, "the tables are of another life of the log and are being drawn anew; try again")
	}
	s.at, s.sent = asOf.Position(), asOf.Position()
	if err := s.foldContext(ctx); err != nil {
		return err
	}
	out := snapshotOf(screen)
	out.head, out.AsOf, out.Context = headOf("snapshot", s.ref), s.cursor(s.at), s.context
	out.onScreen(f.Tasks)
	return c.sendJSON(out)
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
