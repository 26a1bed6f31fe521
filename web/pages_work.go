package web

import (
	"context"
	"encoding/json"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
)

// workTurn is a turn in a workspace as a conversation shows it.
type workTurn struct {
	projections.Turn
	Origin   schemas.Origin
	Resolved *schemas.AgentResolved // nil before
	Items    []workItem
}

// workItem is what the agent said or did, one after the other.
type workItem struct {
	Said string // "" for a call
	Call *workCall
}

// workCall is one call of a tool, and what came of it.
type workCall struct {
	ID      schemas.CallID
	Tool    string
	About   string // what it was about: a file, a command, a title; "" for nothing
	Done    bool
	Code    schemas.Code // why it was refused
	Result  string
	Changed []schemas.FileChange
}

// workEvents is how many events of a turn a page reads for what was done in it.
const workEvents = 4000

// eventsPerRead is how many are read at a time.
const eventsPerRead = 500

// readWork reads what was said and done in a turn.
func (p *pages) readWork(ctx context.Context, t projections.Turn) (workTurn, error) {
	w := workTurn{Turn: t}
	calls := make(map[schemas.CallID]*workCall)
	after := schemas.Position{}
	for read := 0; read < workEvents; read += eventsPerRead {
		events, _, err := p.store.TurnEvents(ctx, p.vendor, t.ID, after, eventsPerRead)
		if err != nil {
			return w, err
		}
		for _, e := range events {
			after = e.Position()
			if decoded, err := schemas.Decode(e.Type, []byte(e.Data)); err == nil { // what can't be read stands in the timeline
				w.take(decoded, calls)
			}
		}
		if len(events) < eventsPerRead {
			break
		}
	}
	return w, nil
}

func (w *workTurn) take(e schemas.Event, calls map[schemas.CallID]*workCall) {
	switch e := e.(type) {
	case schemas.TurnRequested:
		if e.Delegation != nil {
			w.Origin = e.Delegation.Origin
		}
	case schemas.AgentResolved:
		w.Resolved = &e
	case schemas.MessageWritten:
		w.Items = append(w.Items, workItem{Said: e.Text})
	case schemas.ToolCalled:
		c := &workCall{ID: e.Call, Tool: e.Tool, About: w.planned(aboutCall(e.Args))}
		calls[e.Call] = c
		w.Items = append(w.Items, workItem{Call: c})
	case schemas.ToolReturned:
		if c := calls[e.Call]; c != nil {
			c.Done, c.Code, c.Result, c.Changed = true, e.Code, w.planned(e.Result), w.inCheckout(e.Changed)
		}
	}
}

// planned has the planner's file told as the plan: it stands outside the checkout, and its
// path says nothing to a reader.
func (w *workTurn) planned(text string) string {
	if w.Resolved == nil || w.Resolved.PlanFile == "" {
		return text
	}
	return strings.ReplaceAll(text, w.Resolved.PlanFile, "the plan")
}

// inCheckout are the changes without that of the planner's file.
func (w *workTurn) inCheckout(changed []schemas.FileChange) (out []schemas.FileChange) {
	for _, c := range changed {
		if w.Resolved == nil || c.Path != w.Resolved.PlanFile {
			out = append(out, c)
		}
	}
	return out
}

// changes are the calls that changed files.
func (w workTurn) changes() (out []*workCall) {
	for _, i := range w.Items {
		if i.Call != nil && len(i.Call.Changed) > 0 {
			out = append(out, i.Call)
		}
	}
	return out
}

// agent is the agent that the turn runs under, or was to run under.
func (w workTurn) agent() string {
	switch {
	case w.Resolved == nil:
		return agentName(w.Domain)
	case w.Resolved.Agent == "":
		return shown(string(w.Resolved.Asked))
	}
	return shown(string(w.Resolved.Agent))
}

// closing is how the turn ended, unless its last words say just that.
func (w workTurn) closing() string {
	if n := len(w.Items); n > 0 && strings.TrimSpace(w.Items[n-1].Said) == strings.TrimSpace(w.Closing) {
		return ""
	}
	return w.Closing
}

// aboutCall is the argument of a tool that tells most.
func aboutCall(raw json.RawMessage) string {
	var args map[string]any
	if json.Unmarshal(raw, &args) != nil {
		return ""
	}
	for _, name := range []string{"path", "command", "pattern", "query", "title", "text", "id"} {
		if s, ok := args[name].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// fileOp says what became of a file.
func fileOp(op string) string {
	switch op {
	case "created":
		return "New"
	case "edited":
		return "Changed"
	}
	return shown(op)
}
