package web

import (
	"context"
	"errors"
	"net/http"

	"turnbook/agents/worker"
	"turnbook/projections"
	"turnbook/schemas"
)

type taskPath struct {
	ID string `path:"id" doc:"the task"`
}

type handBody struct {
	Changes  []schemas.StepEdit `json:"changes" doc:"what to change, in order: all of it, or nothing"`
	Playbook string             `json:"playbook_id,omitempty" doc:"the playbook that the task is edited in; absent for where it is at home. A linked module's task is the library's and is not edited in a playbook"`
	Key      string             `json:"idempotency_key,omitempty" doc:"the same key again changes nothing more"`
}

type undoBody struct {
	Event    string `json:"event" doc:"the edit by hand, or the undo, to take back"`
	Playbook string `json:"playbook_id,omitempty" doc:"as for an edit"`
	Key      string `json:"idempotency_key,omitempty" doc:"the same key again changes nothing more"`
}

type handEdited struct {
	Seq   uint64           `json:"seq" doc:"where the edit stands in the log"`
	Event string           `json:"event" doc:"the event's id"`
	Steps []schemas.StepID `json:"steps" doc:"the steps that it made, changed, moved or took away"`
	Undo  string           `json:"undo" doc:"the event to undo, to take it back"`
}

// hands hangs on the routes by which a person edits a task's steps.
func (r *rest) hands() {
	serve(r, route{http.MethodPost, "/v1/tasks/{id}/steps/edits", "editSteps", 201, "Change a task's steps by hand, all of it or nothing"}, r.editSteps)
	serve(r, route{http.MethodPost, "/v1/tasks/{id}/steps/undo", "undoSteps", 201, "Take an edit by hand back; an undo of an undo does it again"}, r.undoSteps)
}

func (r *rest) editSteps(ctx context.Context, in *taskPath, b handBody) (handEdited, error) {
	for _, c := range b.Changes {
		if err := checkChange(c); err != nil {
			return handEdited{}, err
		}
	}
	c, err := r.hand(ctx, in.ID, b.Playbook, b.Key)
	if err != nil {
		return handEdited{}, err
	}
	return handAnswer(r.o.Runtime.EditSteps(ctx, c, b.Changes))
}

func (r *rest) undoSteps(ctx context.Context, in *taskPath, b undoBody) (handEdited, error) {
	if b.Event == "" {
		return handEdited{}, &worker.InputError{Field: "event", Want: "it is empty; name the edit to take back"}
	}
	c, err := r.hand(ctx, in.ID, b.Playbook, b.Key)
	if err != nil {
		return handEdited{}, err
	}
	return handAnswer(r.o.Runtime.UndoSteps(ctx, c, b.Event))
}

// checkChange finds what can be no id. Whether it names anything is for the gate to say.
func checkChange(c schemas.StepEdit) error {
	_, err := parseID[schemas.StepID]("step_id", string(c.Step))
	if err == nil && c.Place != nil {
		_, err = parseID[schemas.StepID]("parent_id", string(c.Place.Parent))
	}
	if err == nil && c.Place != nil {
		_, err = parseID[schemas.StepID]("after_id", string(c.Place.After))
	}
	return err
}

// hand is a person's command on a task: of the playbook that is named, else of where the
// task is at home. A task that is nowhere is for the gate to refuse.
func (r *rest) hand(ctx context.Context, task, playbook, key string) (worker.HandCommand, error) {
	c := worker.HandCommand{Vendor: r.o.Vendor, User: r.o.User}
	var err error
	if c.Subject.Task, err = schemas.ParseID[schemas.TaskID]("task", task); err != nil {
		return c, err
	}
	if c.Subject.Playbook, err = parseID[schemas.PlaybookID]("playbook_id", playbook); err != nil {
		return c, err
	}
	if c.Key, err = keyOrFresh(key); err != nil || playbook != "" {
		return c, err
	}
	fresh := r.fresh(ctx)
	home, _, err := r.o.Store.Task(ctx, r.o.Vendor, c.Subject.Task, "")
	c.Subject.Playbook = home.Playbook
	if missing := (*projections.NotFoundError)(nil); fresh && errors.As(err, &missing) {
		err = nil
	}
	return c, orBehind(fresh, err)
}

func handAnswer(e worker.EditedByHand, err error) (handEdited, error) {
	out := handEdited{Seq: e.Seq, Event: e.Event, Steps: []schemas.StepID{}, Undo: e.Event}
	for _, x := range e.Touched {
		out.Steps = append(out.Steps, x.Step)
	}
	return out, err
}
