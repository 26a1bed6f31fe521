package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
)

// A wish is what somebody wants of a document: given the world, the events that
// grant it. Nothing to append is an answer too.
type wish func(w agents.World, seq uint64) ([]schemas.Draft, error)

// appendTo decides a wish on a document as it stands and appends at that very
// position; when somebody else was faster, it decides again. key finds a repetition:
// its position is returned, and again is true.
func (rt *Runtime) appendTo(ctx context.Context, e schemas.Entity, key string, decide wish) (seq uint64, again bool, err error) {
	k, err := rt.books.book(ctx, e)
	if err != nil {
		return 0, false, err
	}
	playbooks := []schemas.PlaybookID{}
	if e.Kind == schemas.PlaybookBoundary {
		playbooks = append(playbooks, schemas.PlaybookID(e.ID))
	}
	for range conflicts {
		w, release, err := rt.books.world(ctx, e.Vendor, playbooks)
		if err != nil {
			return 0, false, err
		}
		w.Now = rt.now()
		if at, done := k.done(key); done {
			release()
			return at, true, nil
		}
		expect := w.Basis[e.String()]
		drafts, err := decide(w, expect)
		release()
		if err != nil || len(drafts) == 0 {
			return 0, false, err
		}
		records, err := rt.o.Log.Append(ctx, e, expect, w.Now, drafts...)
		if err == nil {
			rt.books.take(k, records)
			return records[0].Seq, false, nil
		}
		if !errors.Is(err, bus.ErrConflict) {
			return 0, false, err
		}
		if err := rt.books.refresh(ctx, k); err != nil {
			return 0, false, err
		}
	}
	return 0, false, fmt.Errorf("%s: %d decisions in a row were overtaken: %w", e, conflicts, bus.ErrConflict)
}

// done finds what a key wrote here before. The book must be held.
func (k *book) done(key string) (uint64, bool) {
	var at uint64
	var ok bool
	switch {
	case k.playbook != nil:
		at, ok = k.playbook.Done[key]
	case k.library != nil:
		at, ok = k.library.Done[key]
	}
	return at, ok
}

// editForTurn changes a playbook's chrome for a tool call. The call is the key: a
// call that is carried out again after a crash finds what it did.
func (rt *Runtime) editForTurn(ctx context.Context, s *session, e turn.EditDocument) (turn.Input, error) {
	s.mu.Lock()
	if err := s.load(ctx); err != nil {
		s.mu.Unlock()
		return nil, err
	}
	user, running := s.state.User, s.state.Running
	s.mu.Unlock()
	if running == nil {
		return nil, nil
	}
	out := schemas.DocumentEdited{Call: e.Call, Lane: e.Lane, Entity: playbookEntity(s.entity.Vendor, e.Edit.Playbook).String()}
	by := draftBy{key: string(e.Call), turn: running.ID, actor: "user/" + string(user)}
	seq, err := rt.edit(ctx, s.entity.Vendor, user, e.Edit, by)
	var no *documents.Refusal
	switch {
	case errors.As(err, &no):
		out.Code, out.Ladder, out.Result = no.Code, &no.Ladder, no.Detail
	case err != nil:
		return nil, err
	default:
		out.Seq, out.Result = seq, turn.EditedText(e.Edit)
	}
	return turn.Edited{DocumentEdited: out}, nil
}

// draftBy is what the events of one command share.
type draftBy struct {
	key   string
	turn  schemas.TurnID // "" outside a turn
	actor string
}

func (b draftBy) draft(e schemas.Event, about schemas.Subject) schemas.Draft {
	return schemas.Draft{ID: b.key + "/0", Event: e, Subject: about, Turn: b.turn, Actor: b.actor}
}

func (rt *Runtime) edit(ctx context.Context, v schemas.VendorID, user schemas.UserID, e schemas.DocumentEdit, by draftBy) (uint64, error) {
	about := schemas.Subject{Playbook: e.Playbook, Task: e.Task}
	a := attempt{entity: playbookEntity(v, e.Playbook), about: about, tool: string(e.Op), by: by}
	seq, again, err := rt.grant(ctx, a, func(w agents.World, _ uint64) ([]schemas.Draft, error) {
		events, no := documents.Edits(w, user, e)
		if no != nil {
			return nil, no
		}
		var drafts []schemas.Draft
		for i, event := range events {
			d := by.draft(event, about)
			d.ID = fmt.Sprintf("%s/%d", by.key, i)
			drafts = append(drafts, d)
		}
		return drafts, nil
	})
	if wanted, one := documents.EventOf(e); again && one && err == nil {
		err = rt.sameAs(ctx, playbookEntity(v, e.Playbook), seq, wanted)
	}
	return seq, err
}

// sameAs refuses a repetition that is none: the key was used before, for something
// else.
func (rt *Runtime) sameAs(ctx context.Context, e schemas.Entity, seq uint64, wanted schemas.Event) error {
	q := bus.Of(e)
	q.After, q.To = schemas.Position{Seq: seq, Index: -1}, seq
	for r, err := range rt.o.Log.Read(ctx, q) {
		if err != nil {
			return fmt.Errorf("read %s at %d: %w", e, seq, err)
		}
		was, errWas := json.Marshal(r.Event)
		is, errIs := json.Marshal(wanted)
		if err := errors.Join(errWas, errIs); err != nil {
			return err
		}
		if r.Type == wanted.EventType() && bytes.Equal(was, is) {
			return nil
		}
		return &turn.Refused{Code: schemas.CodeKeyConflict, At: seq}
	}
	return nil
}

// flush asks a document to take its part of a plan. The plan is the key.
func (rt *Runtime) flush(ctx context.Context, s *session, e turn.FlushInto) (turn.Input, error) {
	s.mu.Lock()
	user := schemas.UserID("")
	id := schemas.TurnID("")
	if s.state != nil && s.state.Running != nil {
		user, id = s.state.User, s.state.Running.ID
	}
	s.mu.Unlock()
	if id == "" {
		return nil, nil
	}
	wanted := documents.Flush{Plan: e.Plan, Session: schemas.SessionID(s.entity.ID), User: user}
	for i, op := range e.Steps {
		data, err := json.Marshal(op.Event)
		if err != nil {
			return nil, fmt.Errorf("flush %s: step event %s: %w", e.Plan, op.ID, err)
		}
		wanted.Steps = append(wanted.Steps, documents.PlannedStep{ID: op.ID, Task: e.Tasks[i], Event: op.Event, Data: data})
	}
	entity := libraryEntity(s.entity.Vendor)
	if e.Playbook != "" {
		entity = playbookEntity(s.entity.Vendor, e.Playbook)
	}
	by := draftBy{key: e.Plan, turn: id, actor: "user/" + string(user)}
	var landed schemas.StepsFlushed
	seq, again, err := rt.appendTo(ctx, entity, e.Plan, func(w agents.World, _ uint64) (drafts []schemas.Draft, err error) {
		landed, drafts, err = flushDrafts(w, e.Playbook, wanted, by)
		return drafts, err
	})
	var no *documents.Refusal
	switch {
	case errors.As(err, &no):
		return turn.FlushStopped{FlushRefused: schemas.FlushRefused{Plan: e.Plan, Entity: e.Boundary, Code: no.Code, Ladder: no.Ladder}}, nil
	case err != nil:
		return nil, err
	case again:
		if landed, err = rt.landed(ctx, entity, seq); err != nil {
			return nil, err
		}
	}
	return turn.Flushed{FlushApplied: schemas.FlushApplied{
		Plan: e.Plan, Entity: e.Boundary, Seq: seq, Applied: len(landed.Steps), Refused: landed.Refused,
	}}, nil
}

// flushDrafts decides a flush. When nothing lands, there is nothing to write.
func flushDrafts(w agents.World, playbook schemas.PlaybookID, f documents.Flush, by draftBy) (schemas.StepsFlushed, []schemas.Draft, error) {
	var landed schemas.StepsFlushed
	var no *documents.Refusal
	if playbook != "" {
		landed, no = documents.FlushPlaybook(w, w.Playbook(playbook), f)
	} else {
		landed, no = documents.FlushLibrary(w, w.Library, f)
	}
	if no != nil {
		return landed, nil, no
	}
	if len(landed.Steps) == 0 {
		return landed, nil, nil
	}
	about := schemas.Subject{Playbook: playbook}
	if playbook == "" {
		return landed, []schemas.Draft{by.draft(schemas.LibraryStepsFlushed{StepsFlushed: landed}, about)}, nil
	}
	return landed, []schemas.Draft{by.draft(landed, about)}, nil
}

// landed reads a flush that is in the book already.
func (rt *Runtime) landed(ctx context.Context, e schemas.Entity, seq uint64) (schemas.StepsFlushed, error) {
	q := bus.Of(e)
	q.After, q.To = schemas.Position{Seq: seq, Index: -1}, seq
	for r, err := range rt.o.Log.Read(ctx, q) {
		if err != nil {
			return schemas.StepsFlushed{}, fmt.Errorf("read flush %s at %d: %w", e, seq, err)
		}
		switch f := r.Event.(type) {
		case schemas.StepsFlushed:
			return f, nil
		case schemas.LibraryStepsFlushed:
			return f.StepsFlushed, nil
		}
	}
	return schemas.StepsFlushed{}, fmt.Errorf("%s holds no flush at %d", e, seq)
}

// kinds of documents that a command may write.
var documentKinds = []schemas.BoundaryKind{schemas.PlaybookBoundary, schemas.LibraryBoundary, schemas.VendorBoundary}

func isDocument(k schemas.BoundaryKind) bool { return slices.Contains(documentKinds, k) }
