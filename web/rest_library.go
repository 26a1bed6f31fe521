package web

import (
	"context"
	"net/http"

	"turnbook/projections"
	"turnbook/schemas"
)

type overlaid struct {
	Session string `query:"session" doc:"lay this session's unflushed steps over the saved tree"`
}

type libraryAnswer struct {
	Standing
	projections.LibraryTree
}

type libraryEditBody struct {
	Op          schemas.EditOp   `json:"op" doc:"add_module, rename_module, move_module, archive_module, add_task, rename_task, move_task or archive_task"`
	Module      schemas.ModuleID `json:"module_id,omitempty" doc:"the module; for add_module, the new one's id, which otherwise follows from the key; for add_task and move_task, the holder, absent for a task on its own"`
	Task        schemas.TaskID   `json:"task_id,omitempty" doc:"the task; for add_task, the new one's id, which otherwise follows from the key"`
	Title       string           `json:"title,omitempty" doc:"the title"`
	Description string           `json:"description,omitempty" doc:"the description, for add_task"`
	AfterModule schemas.ModuleID `json:"after_module_id,omitempty" doc:"the module before it; absent for the first place"`
	AfterTask   schemas.TaskID   `json:"after_task_id,omitempty" doc:"the task before it; absent for the first place"`
	Key         string           `json:"idempotency_key,omitempty" doc:"the same key again changes nothing more"`
}

func (r *rest) library() {
	serve(r, route{http.MethodGet, "/v1/library", "getLibrary", 0, "The library's tree"}, r.getLibrary)
	serve(r, route{http.MethodPost, "/v1/library/edits", "editLibrary", 201, "Change the library's titles, modules, tasks"}, r.editLibrary)
}

func (r *rest) getLibrary(ctx context.Context, in *overlaid, _ none) (libraryAnswer, error) {
	session, err := parseID[schemas.SessionID]("session", in.Session)
	if err != nil {
		return libraryAnswer{}, err
	}
	r.settle(ctx)
	tree, asOf, err := r.o.Store.Library(ctx, r.o.Vendor, session)
	tree.Modules, tree.Tasks, tree.Templates = all(tree.Modules), all(tree.Tasks), all(tree.Templates)
	return libraryAnswer{r.standing(asOf), tree}, err
}

// editLibrary takes an edit, as editPlaybook does.
func (r *rest) editLibrary(ctx context.Context, _ *none, b libraryEditBody) (edited, error) {
	key, err := keyOrFresh(b.Key)
	if err != nil {
		return edited{}, err
	}
	e := schemas.DocumentEdit{
		Op: b.Op, Module: b.Module, Task: b.Task, Title: b.Title, Description: b.Description, AfterModule: b.AfterModule, AfterTask: b.AfterTask,
	}
	if err := mintIDs(&e, "edit/library", key); err != nil {
		return edited{}, err
	}
	seq, err := r.o.Runtime.EditLibrary(ctx, r.o.Vendor, r.o.User, e, key)
	return edited{Seq: seq, Module: e.Module, Task: e.Task}, err
}
