package worker

import (
	"turnbook/agents"
	"turnbook/agents/turn"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A Change is what a what-if has otherwise than it was. The zero value changes nothing.
//
// Recorded inputs stay: what models and people answered, and what documents took. A model
// that would have been shown another screen is taken to have said the same; where another
// agent would have been asked, or have been told something else, nothing is recorded and
// the what-if ends.
type Change struct {
	Rules   []schemas.Rule        // versions that decide instead of those in force
	Flags   []schemas.FlagFlipped // capabilities that the vendor has or has not
	Context []schemas.ContextEdit // edits of the context of the turn, and of its view while it ran
	From    uint64                // position of the decision from which on; 0 for all of the turn
}

// Nothing says that the change is none.
func (c Change) Nothing() bool { return len(c.Rules)+len(c.Flags)+len(c.Context) == 0 }

// Check refuses rules that are not here. The error is as [agents.Rules.Find] has it.
func (c Change) Check() error {
	for _, r := range c.Rules {
		if _, err := turn.Rules().Find(string(r)); err != nil {
			return err
		}
	}
	return nil
}

// world is the changed world of a decision.
func (c Change) world(w agents.World) (agents.World, error) {
	if len(c.Rules)+len(c.Flags) == 0 {
		return w, nil
	}
	w.Flags = w.Flags.Clone()
	for _, r := range c.Rules {
		if err := evolve(w.Flags, schemas.RuleActivated{Rule: r}); err != nil {
			return w, err
		}
	}
	for _, f := range c.Flags {
		if err := evolve(w.Flags, f); err != nil {
			return w, err
		}
	}
	return w, nil
}

func evolve(f *document.Flags, e schemas.Event) error {
	r := schemas.Record{Position: schemas.Position{Seq: f.Seq}, Type: e.EventType()}
	r.Event = e
	return f.Evolve(r)
}

// screen is the changed context.
func (c Change) screen(ui schemas.UIContext) (schemas.UIContext, error) { return ui.Edit(c.Context...) }

// A Retaken is a turn whose decisions were taken again under a change.
type Retaken struct {
	Session   schemas.SessionID
	Turn      schemas.TurnID
	Decisions int // of the turn that were taken again
	Changed   []Otherwise
	Unknown   *Unknown // nil where all of the turn could be decided
}

// An Otherwise is a decision that would differ.
type Otherwise struct {
	At     schemas.Position // of the decision in the book; of its message where it has none
	Type   string           // of the event that records it
	Rule   string           // its name, without a version
	About  string           // the step event that it is about; "" for most
	Before *schemas.Ladder  // as recorded; nil where it was not taken
	After  *schemas.Ladder  // as it would be; nil where it would not be taken
}

// An Unknown is where a what-if leaves what is in the book: from its position on, nothing
// that would have happened is recorded.
type Unknown struct {
	Seq      uint64
	Recorded schemas.Event // the first thing that would have gone another way; nil for nothing
	Decided  schemas.Event // the way that it would have gone; nil for nothing
}
