package bustest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"turnbook/schemas"
)

// An Appender is the half of a log that an author needs.
type Appender interface {
	Append(ctx context.Context, e schemas.Entity, expect uint64, at time.Time, drafts ...schemas.Draft) ([]schemas.Record, error)
}

// An Author appends what a turn of path B leaves in the log, whose steps are flushed
// into the session's playbook. It is for tests of those who read a log, and nobody
// decides again what it writes. One goroutine at a time may use it.
type Author struct {
	Session schemas.Entity // s<name>
	View    schemas.Entity // v<name>
	Book    schemas.Entity // p<name>
	Turns   int            // that were written; the n-th, from 1, is s<name>-t<n>

	log  Appender
	last map[schemas.Entity]uint64
	at   time.Time
}

const onBuilder = `{"page":"task","playbook_id":"%[1]s","is_draft_active":true,"is_playbook_editor_route":true,` +
	`"current_task_id":"%[1]s.task","builder_mounts":1,"loaded_task":{"id":"%[1]s.task","context":"PLAYBOOK","playbook_id":"%[1]s"}}`

// NewAuthor opens a session and a view on a playbook of one task.
func NewAuthor(tb testing.TB, log Appender, name string) *Author {
	tb.Helper()
	of := func(kind schemas.BoundaryKind, prefix string) schemas.Entity {
		return schemas.Entity{Vendor: "acme", Kind: kind, ID: prefix + name}
	}
	a := &Author{
		log: log, Session: of(schemas.SessionBoundary, "s"), View: of(schemas.ViewBoundary, "v"), Book: of(schemas.PlaybookBoundary, "p"),
		last: map[schemas.Entity]uint64{}, at: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC),
	}
	p := schemas.PlaybookID(a.Book.ID)
	a.Append(tb, a.Book, "", schemas.PlaybookCreated{Title: "Book of " + name}, schemas.ModuleAdded{Module: "m", Title: "Module"},
		schemas.TaskAdded{Module: "m", Task: schemas.TaskID(p) + ".task", Title: "Task"})
	a.Append(tb, a.Session, "", schemas.SessionOpened{User: "local", Playbook: p})
	a.Append(tb, a.View, "", schemas.ViewOpened{User: "local", Session: schemas.SessionID(a.Session.ID)},
		schemas.ViewContextChanged{UIContext: a.ui()})
	return a
}

func (a *Author) ui() schemas.UIContext {
	return schemas.MustUIContext(fmt.Sprintf(onBuilder, a.Book.ID))
}

// Append writes one message at the end of a boundary; a conflict can't be, since each boundary has one
// author.
func (a *Author) Append(tb testing.TB, e schemas.Entity, turn schemas.TurnID, events ...schemas.Event) uint64 {
	tb.Helper()
	a.at = a.at.Add(time.Second)
	drafts := make([]schemas.Draft, len(events))
	for i, event := range events {
		id := fmt.Sprintf("%s.%d/%d", e.ID, a.last[e], i)
		if turn != "" {
			id = fmt.Sprintf("%s/%d.%d", turn, a.last[e], i)
		}
		drafts[i] = schemas.Draft{ID: id, Event: event, Turn: turn, Actor: "agent/task-builder"}
		if _, ok := event.(schemas.StepEvent); ok {
			drafts[i].Subject = schemas.Subject{Playbook: schemas.PlaybookID(a.Book.ID), Task: schemas.TaskID(a.Book.ID) + ".task"}
		}
	}
	records, err := a.log.Append(context.Background(), e, a.last[e], a.at, drafts...)
	if err != nil {
		tb.Fatal(err)
	}
	a.last[e] = records[0].Seq
	return a.last[e]
}

// Turn writes one turn of so many rounds, each of which writes a step: 11 events in 5
// messages, and 6 in 2 for each round.
func (a *Author) Turn(tb testing.TB, rounds int) {
	tb.Helper()
	a.Turns++
	t := schemas.TurnID(fmt.Sprintf("%s-t%d", a.Session.ID, a.Turns))
	task := schemas.TaskID(a.Book.ID) + ".task"
	ladder := schemas.Ladder{Rule: "redirect/1", Outcome: "task-builder", Rungs: []schemas.Rung{
		{Name: "picked_task_builder", Input: "task-builder", Held: true}, {Name: "editor_route", Input: "true", Held: true},
		{Name: "no_builder_open", Input: string(task)}}}
	a.Append(tb, a.Session, t,
		schemas.TurnRequested{Text: "Write the steps of this task", UIContext: a.ui(), View: schemas.ViewID(a.View.ID), Key: string(t), Digest: "d"},
		schemas.BucketComputed{Bucket: "task+builder", Ladder: schemas.Ladder{Rule: "bucket/1", Outcome: "classify", Rungs: []schemas.Rung{{Name: "same", Input: ""}}}},
		schemas.TurnClassified{Pick: schemas.TaskBuilder, Ladder: schemas.Ladder{Rule: "router/1", Outcome: "task-builder", Rungs: []schemas.Rung{{Name: "known", Input: "task-builder", Held: true}}}},
		schemas.RedirectConsidered{Pick: schemas.TaskBuilder, Domain: schemas.TaskBuilder, Ladder: ladder},
		schemas.DomainDispatched{Domain: schemas.TaskBuilder, By: "router"}, schemas.DomainPinned{Domain: schemas.TaskBuilder})
	var flushed []schemas.FlushedStep
	var refs []schemas.StepRef
	for n := range rounds {
		model, tool := schemas.CallID(fmt.Sprintf("%s.m.%d", t, 2*n)), schemas.CallID(fmt.Sprintf("%s.m.%d", t, 2*n+1))
		a.Append(tb, a.Session, t, schemas.ModelCalled{Call: model, Lane: schemas.MainLane, Agent: "task-builder", Deadline: a.at})
		step := schemas.StepAdded{StepAddress: schemas.TaskAddress(task), Step: schemas.StepID(tool), Kind: schemas.Form, Title: "Upload the passport"}
		event := fmt.Sprintf("%s/%d.2", t, a.last[a.Session])
		a.Append(tb, a.Session, t,
			schemas.ModelAnswered{Call: model, Lane: schemas.MainLane, Model: "offline", Text: "I add a step.", Usage: schemas.Usage{Input: 900, Output: 40},
				ToolCalls: []schemas.ToolRequest{{ID: "c", Name: "add_step", Args: json.RawMessage(`{"title":"Upload the passport"}`)}}},
			schemas.ToolCalled{Call: tool, Lane: schemas.MainLane, Tool: "add_step", Args: json.RawMessage(`{"title":"Upload the passport"}`), Ref: "c"},
			step, schemas.RowChanged{Row: "r1", Title: "Steps", Status: schemas.RowRunning, Detail: fmt.Sprintf("%d steps", n+1)},
			schemas.ToolReturned{Call: tool, Lane: schemas.MainLane, Result: "added"})
		data, err := json.Marshal(step)
		if err != nil {
			tb.Fatal(err)
		}
		flushed = append(flushed, schemas.FlushedStep{Event: event, Task: task, Type: step.EventType(), Data: data})
		refs = append(refs, schemas.StepRef{Event: event, Step: step.Step})
	}
	plan := string(t) + ".flush.1"
	a.Append(tb, a.Session, t, schemas.MessageWritten{Domain: schemas.TaskBuilder, Text: "Here they are."},
		schemas.FlushPlanned{Plan: plan, Tasks: []schemas.TaskFlush{{Task: task, Playbook: schemas.PlaybookID(a.Book.ID),
			Context: schemas.InPlaybook, Path: schemas.UpdateStepsFromDraft, Steps: refs}}})
	seq := a.Append(tb, a.Book, "", schemas.StepsFlushed{Plan: plan, Session: schemas.SessionID(a.Session.ID), User: "local", Steps: flushed})
	a.Append(tb, a.Session, t, schemas.FlushApplied{Plan: plan, Entity: a.Book.String(), Seq: seq, Applied: len(flushed)},
		schemas.TurnEnded{Status: schemas.TurnCompleted, Stop: schemas.StopEnd, Closing: "Built."})
}

// Clear removes steps that were flushed, so that no task grows for ever.
func (a *Author) Clear(tb testing.TB, s ...schemas.StepID) {
	tb.Helper()
	task := schemas.TaskID(a.Book.ID) + ".task"
	data, err := json.Marshal(schemas.StepsRemoved{StepAddress: schemas.TaskAddress(task), Steps: s})
	if err != nil {
		tb.Fatal(errors.Join(err, errors.New("a list of ids")))
	}
	id := fmt.Sprintf("hand-%s-%d", a.Book.ID, a.last[a.Book])
	a.Append(tb, a.Book, "", schemas.StepsFlushed{Plan: id, User: "local",
		Steps: []schemas.FlushedStep{{Event: id, Task: task, Type: "task.steps-removed", Data: data}}})
}
