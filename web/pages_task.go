package web

import (
	"net/http"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// taskView is what the page of one task shows at first paint: its steps with the
// session's unflushed ones, and the session's conversation. Live events go on behind
// Cursor.
type taskView struct {
	Task     projections.TaskTree
	Context  schemas.TaskContext
	Playbook string // its title; "" in the library
	Module   string // its title; "" for a library task on its own
	Status   document.Status
	Lock     *lock // who edits its playbook now; nil for nobody
	User     schemas.UserID
	Session  schemas.SessionID // "" before the first message
	Talk     []talkTurn
	Running  schemas.TurnID
	Cursor   string
}

// task draws a task on a page of its own. Its conversation is the one of the address: a
// playbook's conversation is about more than this task.
func (p *pages) task(r *http.Request) (templ.Component, error) {
	ctx := r.Context()
	v := taskView{User: p.user, Session: schemas.SessionID(r.URL.Query().Get("session"))}
	if v.Session == newSession {
		v.Session = ""
	}
	var state projections.SessionState
	asOf, err := steady(func() (asOf projections.AsOf, err error) {
		v.Task, asOf, err = p.store.Task(ctx, p.vendor, schemas.TaskID(r.PathValue("id")), v.Session)
		return asOf, err
	}, func() (projections.AsOf, error) {
		return p.taskHome(r, &v)
	}, func() (asOf projections.AsOf, err error) {
		if v.Session != "" {
			state, asOf, err = p.store.SessionState(ctx, p.vendor, v.Session)
			return asOf, err
		}
		_, asOf, err = p.store.Task(ctx, p.vendor, v.Task.ID, "")
		return asOf, err
	})
	if err != nil {
		return nil, err
	}
	v.Context, v.Cursor = contextOf(v.Task.Playbook, v.Task.Module), cursorOf(asOf)
	if v.Session != "" {
		v.Running = state.RunningTurn
		v.Talk, err = p.readTalk(ctx, state)
	}
	return taskPage(v), err
}

// taskHome reads what the page says about where the task stands. What is archived is
// read only, and what is the library's is open as long as it is not.
func (p *pages) taskHome(r *http.Request, v *taskView) (projections.AsOf, error) {
	ctx := r.Context()
	v.Status = document.Draft
	if v.Task.Playbook == "" {
		library, asOf, err := p.store.Library(ctx, p.vendor, "")
		archived := v.Task.Archived
		for _, m := range library.Modules {
			if m.ID == v.Task.Module {
				v.Module, archived = m.Title, archived || m.Archived
			}
		}
		if archived {
			v.Status = document.Archived
		}
		return asOf, err
	}
	outline, asOf, err := p.store.PlaybookPart(ctx, p.vendor, v.Task.Playbook, "", projections.Part{})
	v.Playbook, v.Status, v.Lock = outline.Title, outline.Status, lockOf(outline.Playbook)
	for _, m := range outline.Modules {
		if m.ID == v.Task.Module {
			v.Module = m.Title
		}
	}
	return asOf, err
}
