package worker

import (
	"context"
	"fmt"
	"strings"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

// A HandCommand edits the steps of one task by hand.
type HandCommand struct {
	Vendor  schemas.VendorID
	User    schemas.UserID
	Subject schemas.Subject // the task; without a playbook it is edited in the library
	Key     string          // idempotency key, of this task; "" for a fresh one
}

// An EditedByHand is where an edit of steps by hand stands in the book.
type EditedByHand struct {
	Seq   uint64
	Event string // id of the event: what an undo names
	schemas.StepsEdited
}

// EditSteps changes the steps of a task by hand: all of the changes, or none. A step
// that is added without an id gets one that follows from the key. A
// [*documents.Refusal] says that it came to nothing, and why; it is recorded.
func (rt *Runtime) EditSteps(ctx context.Context, c HandCommand, changes []schemas.StepEdit) (EditedByHand, error) {
	e, err := rt.handEdit(&c, struct {
		Changes []schemas.StepEdit `json:"changes"`
	}{changes})
	if err != nil {
		return EditedByHand{}, err
	}
	for i, x := range changes {
		if x.Op == schemas.OpAdd && x.Step == "" {
			x.Step = schemas.StepID(fmt.Sprintf("%s.%d", e.Key, i+1))
		}
		e.Changes = append(e.Changes, x)
	}
	a := attempt{tool: "edit_steps"}
	if len(changes) > 0 {
		a.step = changes[0].Step
	}
	return rt.byHand(ctx, c, e, a, func(w agents.World) (schemas.StepsEdited, *documents.Refusal) { return documents.EditSteps(w, e) })
}

// UndoSteps takes an edit of steps by hand back, named by its event. Undoing an undo
// does the edit again. A [*documents.Refusal] says that nothing was done, and why; it is recorded.
func (rt *Runtime) UndoSteps(ctx context.Context, c HandCommand, event string) (EditedByHand, error) {
	e, err := rt.handEdit(&c, struct {
		Undo string `json:"undo"`
	}{event})
	if err != nil {
		return EditedByHand{}, err
	}
	u := documents.Undo{HandEdit: e, Event: event}
	if u.Edit, err = rt.recorded(ctx, c, event); err != nil {
		return EditedByHand{}, err
	}
	a := attempt{tool: "undo_steps"}
	return rt.byHand(ctx, c, e, a, func(w agents.World) (schemas.StepsEdited, *documents.Refusal) { return documents.UndoSteps(w, u) })
}

// handEdit begins an edit: under a key of its own for each task, so that one key may be
// used for several, and with the digest of what is asked.
func (rt *Runtime) handEdit(c *HandCommand, ask any) (documents.HandEdit, error) {
	if c.Key == "" {
		c.Key = rt.o.NewID()
	}
	if _, err := schemas.ParseID[string]("idempotency_key", c.Key); err != nil {
		return documents.HandEdit{}, err
	}
	digest, err := schemas.DigestJSON(ask)
	if err != nil {
		return documents.HandEdit{}, fmt.Errorf("edit by hand: %w", err)
	}
	return documents.HandEdit{
		Subject: c.Subject, User: c.User, Key: schemas.DerivedID[string]("h", "hand/"+c.Subject.String(), c.Key), Ask: digest,
	}, nil
}

// entity is the document that the command writes.
func (c HandCommand) entity() schemas.Entity {
	if c.Subject.Playbook == "" {
		return libraryEntity(c.Vendor)
	}
	return playbookEntity(c.Vendor, c.Subject.Playbook)
}

// byHand decides an edit on its document as it stands and writes it. The same command
// again finds what it wrote; another one under the key of an earlier is refused.
func (rt *Runtime) byHand(ctx context.Context, c HandCommand, e documents.HandEdit, a attempt, decide func(agents.World) (schemas.StepsEdited, *documents.Refusal)) (EditedByHand, error) {
	by := draftBy{key: e.Key, actor: "user/" + string(c.User)}
	a.entity, a.about, a.by = c.entity(), c.Subject, by
	out := EditedByHand{Event: e.Key + "/0"}
	seq, again, err := rt.grant(ctx, a, func(w agents.World, _ uint64) ([]schemas.Draft, error) {
		var no *documents.Refusal
		if out.StepsEdited, no = decide(w); no != nil {
			return nil, no
		}
		if c.Subject.Playbook == "" {
			return []schemas.Draft{by.draft(schemas.LibraryStepsEdited{StepsEdited: out.StepsEdited}, c.Subject)}, nil
		}
		return []schemas.Draft{by.draft(out.StepsEdited, c.Subject)}, nil
	})
	out.Seq = seq
	if err != nil || !again {
		return out, err
	}
	was, err := rt.recorded(ctx, c, out.Event)
	if err != nil {
		return out, err
	}
	out.StepsEdited, _ = documents.EditOf(was.Event)
	if out.Ask != e.Ask {
		return out, &turn.Refused{Code: schemas.CodeKeyConflict, At: seq}
	}
	return out, nil
}

// recorded is an event of the command's document, by its id; the zero record where the
// document has none of it.
func (rt *Runtime) recorded(ctx context.Context, c HandCommand, event string) (schemas.Record, error) {
	key, _, _ := strings.Cut(event, "/")
	if err := rt.books.current(ctx, c.Vendor, []schemas.PlaybookID{c.Subject.Playbook}); err != nil {
		return schemas.Record{}, err
	}
	k, err := rt.books.book(ctx, c.entity())
	if err != nil {
		return schemas.Record{}, err
	}
	k.mu.RLock()
	seq, known := k.done(key)
	k.mu.RUnlock()
	if !known {
		return schemas.Record{}, nil
	}
	q := bus.Of(c.entity())
	q.After, q.To = schemas.Position{Seq: seq, Index: -1}, seq
	for r, err := range rt.o.Log.Read(ctx, q) {
		if err != nil {
			return schemas.Record{}, fmt.Errorf("read %s at %d: %w", c.entity(), seq, err)
		}
		if r.Draft.ID == event {
			return r, nil
		}
	}
	return schemas.Record{}, nil
}
