package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	"turnbook/agents/formats"
	"turnbook/agents/worker"
	"turnbook/projections"
	"turnbook/schemas"
)

type playbookList struct {
	Standing
	Playbooks []projections.Playbook `json:"playbooks"`
}

type createBody struct {
	Title string `json:"title" doc:"what it is about"`
	Key   string `json:"idempotency_key,omitempty" doc:"the same key again finds the same playbook"`
}

type created struct {
	Playbook schemas.PlaybookID `json:"playbook"`
}

type playbookPath struct {
	ID string `path:"id" doc:"the playbook"`
}

type playbookQuery struct {
	ID      string `path:"id" doc:"the playbook"`
	Session string `query:"session" doc:"lay this session's unflushed steps over the saved tree"`
}

type playbookAnswer struct {
	Standing
	projections.PlaybookTree
	Lock *lock `json:"lock" doc:"who edits it now; null for nobody"`
}

type taskQuery struct {
	ID      string `path:"id" doc:"the task"`
	Session string `query:"session" doc:"lay this session's unflushed steps over the saved tree"`
}

type taskAnswer struct {
	Standing
	projections.TaskTree
}

type editBody struct {
	schemas.DocumentEdit
	Playbook schemas.PlaybookID `json:"playbook_id,omitempty" doc:"absent, or that of the address"`
	Key      string             `json:"idempotency_key,omitempty" doc:"the same key again changes nothing more"`
}

type edited struct {
	Seq    uint64           `json:"seq" doc:"where the edit stands in the log"`
	Module schemas.ModuleID `json:"module_id,omitempty" doc:"the module that was meant or made"`
	Task   schemas.TaskID   `json:"task_id,omitempty" doc:"the task that was meant or made"`
}

type importQuery struct {
	Name string `query:"name" doc:"the file's name, for the report"`
	Key  string `query:"idempotency_key" doc:"the same key again finds the same playbook"`
}

type imported struct {
	Playbook schemas.PlaybookID   `json:"playbook,omitempty" doc:"the draft that a playbook became"`
	Template string               `json:"template,omitempty" doc:"the template of the library that a form became"`
	Title    string               `json:"title"`
	Format   string               `json:"format"`
	Report   []schemas.ImportNote `json:"report" doc:"what was mapped, what was not, and why"`
}

func (r *rest) playbooks() {
	serve(r, route{http.MethodGet, "/v1/playbooks", "listPlaybooks", 0, "List playbooks"}, r.listPlaybooks)
	serve(r, route{http.MethodPost, "/v1/playbooks", "createPlaybook", 201, "Make an empty draft"}, r.createPlaybook)
	serve(r, route{http.MethodGet, "/v1/playbooks/{id}", "getPlaybook", 0, "A playbook's tree"}, r.getPlaybook)
	serve(r, route{http.MethodGet, "/v1/playbooks/{id}/outline", "getOutline", 0, "A playbook's modules with the numbers of what they hold, and what changed since it was published"}, r.getOutline)
	serve(r, route{http.MethodGet, "/v1/playbooks/{id}/modules/{module}", "getModule", 0, "One module with its tasks and steps"}, r.getModule)
	serve(r, route{http.MethodPost, "/v1/playbooks/{id}/edits", "editPlaybook", 201, "Change titles, modules, tasks"}, r.editPlaybook)
	serve(r, route{http.MethodGet, "/v1/tasks/{id}", "getTask", 0, "A task with its steps"}, r.getTask)
	serve(r, route{http.MethodPost, "/v1/import", "importPlaybook", 201, "Read a file: Markdown or CACAO 2.0 into a new draft, a Form.io or SurveyJS form into the library"}, r.importPlaybook)
}

func (r *rest) listPlaybooks(ctx context.Context, _ *none, _ none) (playbookList, error) {
	r.settle(ctx)
	list, asOf, err := r.o.Store.Playbooks(ctx, r.o.Vendor)
	return playbookList{r.standing(asOf), all(list)}, err
}

// maxTitle is the longest title of a playbook, in bytes.
const maxTitle = 2000

func (r *rest) createPlaybook(ctx context.Context, _ *none, b createBody) (created, error) {
	switch {
	case strings.TrimSpace(b.Title) == "":
		return created{}, &worker.InputError{Field: "title", Want: "it is empty; say what the playbook is about"}
	case len(b.Title) > maxTitle:
		return created{}, &worker.InputError{Field: "title", Want: fmt.Sprintf("it has %d bytes; give at most %d", len(b.Title), maxTitle)}
	}
	key, err := keyOrFresh(b.Key)
	if err != nil {
		return created{}, err
	}
	id, err := r.o.Runtime.CreatePlaybook(ctx, r.o.Vendor, r.o.User, strings.TrimSpace(b.Title), key)
	return created{id}, err
}

// keyOrFresh is a caller's idempotency key, or one that nobody has.
func keyOrFresh(text string) (string, error) {
	if text == "" {
		return strings.ToLower(rand.Text()), nil
	}
	return schemas.ParseID[string]("idempotency_key", text)
}

func (r *rest) getPlaybook(ctx context.Context, in *playbookQuery, _ none) (playbookAnswer, error) {
	return r.playbookRead(ctx, in, func(id schemas.PlaybookID, session schemas.SessionID) (projections.PlaybookTree, projections.AsOf, error) {
		return r.o.Store.Playbook(ctx, r.o.Vendor, id, session)
	})
}

// playbookRead answers with what a read finds of a playbook, with a session's own steps
// over it where one is named.
func (r *rest) playbookRead(
	ctx context.Context, in *playbookQuery, read func(schemas.PlaybookID, schemas.SessionID) (projections.PlaybookTree, projections.AsOf, error),
) (playbookAnswer, error) {
	id, err := schemas.ParseID[schemas.PlaybookID]("playbook", in.ID)
	if err != nil {
		return playbookAnswer{}, err
	}
	session, err := parseID[schemas.SessionID]("session", in.Session)
	if err != nil {
		return playbookAnswer{}, err
	}
	fresh := r.fresh(ctx)
	tree, asOf, err := read(id, session)
	return playbookAnswer{r.standing(asOf), tree, lockOf(tree.Playbook)}, orBehind(fresh, err)
}

func (r *rest) getTask(ctx context.Context, in *taskQuery, _ none) (taskAnswer, error) {
	id, err := schemas.ParseID[schemas.TaskID]("task", in.ID)
	if err != nil {
		return taskAnswer{}, err
	}
	session, err := parseID[schemas.SessionID]("session", in.Session)
	if err != nil {
		return taskAnswer{}, err
	}
	fresh := r.fresh(ctx)
	tree, asOf, err := r.o.Store.Task(ctx, r.o.Vendor, id, session)
	return taskAnswer{r.standing(asOf), tree}, orBehind(fresh, err)
}

// editPlaybook takes an edit. A module or task that is added without an id gets one
// that follows from the key, so that a repetition means the same one.
func (r *rest) editPlaybook(ctx context.Context, in *playbookPath, b editBody) (edited, error) {
	id, err := schemas.ParseID[schemas.PlaybookID]("playbook", in.ID)
	if err != nil {
		return edited{}, err
	}
	if b.Playbook != "" && b.Playbook != id {
		return edited{}, &worker.InputError{Field: "playbook_id", Want: "it is not the playbook of the address; leave it out"}
	}
	key, err := keyOrFresh(b.Key)
	if err != nil {
		return edited{}, err
	}
	e := b.DocumentEdit
	e.Playbook = id
	if err := mintIDs(&e, "edit/"+string(id), key); err != nil {
		return edited{}, err
	}
	seq, err := r.o.Runtime.EditDocument(ctx, r.o.Vendor, r.o.User, e, key)
	return edited{Seq: seq, Module: e.Module, Task: e.Task}, err
}

// mintIDs gives what is added an id that follows from the key, unless it has one, and
// finds what can be no id.
func mintIDs(e *schemas.DocumentEdit, about, key string) error {
	if e.Op == schemas.AddModule && e.Module == "" {
		e.Module = schemas.DerivedID[schemas.ModuleID]("m", about, key)
	}
	if e.Op == schemas.AddTask && e.Task == "" {
		e.Task = schemas.DerivedID[schemas.TaskID]("t", about, key)
	}
	for _, id := range []struct{ what, text string }{
		{"module_id", string(e.Module)}, {"task_id", string(e.Task)},
		{"after_module_id", string(e.AfterModule)}, {"after_task_id", string(e.AfterTask)},
	} {
		if _, err := parseID[string](id.what, id.text); err != nil {
			return err
		}
	}
	return nil
}

func (r *rest) importPlaybook(ctx context.Context, in *importQuery, content []byte) (imported, error) {
	key, err := keyOrFresh(in.Key)
	if err != nil {
		return imported{}, err
	}
	name := in.Name
	if name == "" {
		name = "untitled"
	}
	if formats.IsForm(content) {
		return r.importForm(ctx, name, content)
	}
	id := worker.PlaybookID(key)
	e, err := r.o.Import(name, content, string(id))
	if err != nil {
		return imported{}, err
	}
	if err := r.o.Runtime.ImportPlaybook(ctx, r.o.Vendor, r.o.User, id, e, key); err != nil {
		return imported{}, err
	}
	return imported{Playbook: id, Title: e.Title, Format: e.Format, Report: all(e.Report)}, nil
}
