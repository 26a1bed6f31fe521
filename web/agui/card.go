package agui

import (
	"fmt"
	"strings"

	"turnbook/schemas"
)

// A Card is a card in the state, which waits for its answer.
type Card struct {
	ID   schemas.CardID `json:"card"`
	Call schemas.CallID `json:"call"`
	Tool string         `json:"tool"`
	Plan
}

// A Plan is what a card would have done: in the state, and as the metadata of its
// interrupt.
type Plan struct {
	Fingerprint string             `json:"fingerprint"`
	Revision    uint64             `json:"revision"` // position of the document that the plan read
	Playbook    schemas.PlaybookID `json:"playbook_id,omitempty"`
	Task        schemas.TaskID     `json:"task_id"`
	Targets     []schemas.CardStep `json:"targets"`
	Cascade     []schemas.CardStep `json:"cascade"`
}

func planOf(e schemas.InterruptRaised) Plan {
	document := schemas.Entity{Kind: schemas.PlaybookBoundary, ID: string(e.Playbook)}
	if e.Playbook == "" {
		document = schemas.Entity{Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}
	}
	return Plan{
		Fingerprint: e.Fingerprint, Revision: e.Basis[document.String()], Playbook: e.Playbook, Task: e.Task,
		Targets: append([]schemas.CardStep{}, e.Targets...), Cascade: append([]schemas.CardStep{}, e.Cascade...),
	}
}

func interruptOf(e schemas.InterruptRaised) Interrupt {
	plan := planOf(e)
	return Interrupt{
		ID: string(e.Card), Reason: "tool_call", Message: question(e), Call: string(e.Call),
		Schema: questionSchema, Metadata: &plan,
	}
}

// question is a card in words: what goes, and what goes with it.
func question(e schemas.InterruptRaised) string {
	titles := make([]string, len(e.Targets))
	for i, s := range e.Targets {
		titles[i] = "“" + s.Title + "”"
	}
	text := "Delete " + strings.Join(titles, ", ") + "?"
	switch n := len(e.Cascade); {
	case n == 1:
		text += " 1 step below goes with it."
	case n > 1:
		text += fmt.Sprintf(" %d steps below go with it.", n)
	}
	return text
}

// card keeps the cards of the state, and tells of their fate in the log's own words.
func (t *translator) card(r schemas.Record) []Event {
	switch e := r.Event.(type) {
	case schemas.InterruptRaised:
		t.pause = &e
		change(t.state, "status", &t.state.Status, schemas.TurnAwaitingAnswer)
		t.state.raise(Card{ID: e.Card, Call: e.Call, Tool: e.Tool, Plan: planOf(e)})
		return nil
	case schemas.InterruptAnswered:
		t.pause = nil
		change(t.state, "status", &t.state.Status, schemas.TurnRunning)
		t.state.settle(e.Card)
	case schemas.InterruptStale:
		t.stale[e.Card] = true
	case schemas.InterruptSuperseded:
		t.pause = nil
		t.state.settle(e.Card)
	}
	return []Event{custom(r)}
}
