package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
)

// tell says in words what an event records: what happened, and the words or numbers
// that matter most in it.
func tell(e projections.Event) (what, detail string) {
	event, err := schemas.Decode(e.Type, []byte(e.Data))
	if err != nil {
		return spoken(strings.ReplaceAll(e.Type, ".", " ")), ""
	}
	what, detail = inWords(event)
	if what == "" {
		what = spoken(strings.ReplaceAll(e.Type, ".", " "))
	}
	return what, shown(detail)
}

func inWords(e schemas.Event) (what, detail string) {
	switch e := e.(type) {
	case schemas.TurnRequested:
		return "A message came in", e.Text
	case schemas.TurnStarted:
		return "The turn left the queue", ""
	case schemas.BucketComputed:
		return "The screen was compared with the last one", e.Ladder.Outcome
	case schemas.TurnClassified:
		return "The router picked", agentName(e.Pick)
	case schemas.RedirectConsidered:
		return "The redirect was weighed", e.Ladder.Outcome
	case schemas.DomainDispatched:
		return "An agent took the turn", agentName(e.Domain) + ", by " + e.By
	case schemas.DomainPinned:
		return "The agent will hold the conversation", agentName(e.Domain)
	case schemas.DomainUnpinned:
		return "The agent was let go", agentName(e.Domain) + ": " + e.Reason
	case schemas.TurnHandedBack:
		return "An agent handed the turn back", agentName(e.Domain) + ": " + e.Reason
	case schemas.TargetResolved:
		return "The open task was looked up", e.Ladder.Outcome
	case schemas.CancelRequested:
		return "Somebody stopped the turn", e.Reason
	case schemas.BoundaryReached:
		if e.Status == schemas.TurnAwaitingAnswer {
			return "A question to you comes next; what was written is saved first", ""
		}
		return "The work is done, saving begins", e.Closing
	case schemas.TurnEnded:
		return "The turn ended", strings.TrimSpace(statusName(e.Status) + ". " + e.Closing)
	}
	if what, detail = workInWords(e); what != "" {
		return what, detail
	}
	if what, detail = cardInWords(e); what != "" {
		return what, detail
	}
	if what, detail = placeInWords(e); what != "" {
		return what, detail
	}
	return stepsInWords(e)
}

// cardInWords tells what became of questions to a person.
func cardInWords(e schemas.Event) (what, detail string) {
	switch e := e.(type) {
	case schemas.InterruptRaised:
		return "The agent asks before it deletes", cardSteps(e.Targets, e.Cascade)
	case schemas.InterruptAnswered:
		if e.Decision == schemas.Confirm {
			return "The question was answered", "yes, delete"
		}
		return "The question was answered", "no, keep"
	case schemas.InterruptStale:
		return "The answer came too late", "the steps had changed; nothing was deleted"
	case schemas.InterruptSuperseded:
		return "The question was withdrawn", cardSays(schemas.CardSuperseded, e.Reason)
	case schemas.DropsApplied:
		return "Dropped steps were applied", fmt.Sprintf("%d applied, %d refused", len(e.Steps)-len(e.Refused), len(e.Refused))
	}
	return "", ""
}

// workInWords tells what models, tools and lanes did.
func workInWords(e schemas.Event) (what, detail string) {
	switch e := e.(type) {
	case schemas.ModelCalled:
		return "A model was asked", e.Agent
	case schemas.ModelAnswered:
		return "The model answered", strings.TrimSpace(e.Text + " " + toolNames(e.ToolCalls))
	case schemas.ModelFailed:
		return "The model call failed", string(e.Code) + ": " + e.Message
	case schemas.ToolCalled:
		return "A tool was called", e.Tool
	case schemas.ToolReturned:
		return toolReturnedInWords(e)
	case schemas.DocumentEdited:
		return "The playbook was edited", e.Result
	case schemas.MessageWritten:
		return "The agent said", e.Text
	case schemas.LaneQueued:
		return "A worker was asked for a task", string(e.Lane)
	case schemas.LaneStarted:
		return "The worker began", string(e.Lane)
	case schemas.LaneEnded:
		return "The worker ended", fmt.Sprintf("%s: %s, %d built, %d left unchanged", e.Lane, e.Outcome, e.Built, e.Unchanged)
	case schemas.ProgressTitled:
		return "The agent named its work", e.Title
	case schemas.RepliesSuggested:
		return "Replies were suggested", strings.Join(e.Replies, " · ")
	case schemas.RowChanged:
		return "Progress", e.Title + ": " + string(e.Status) + suffix(e.Detail)
	case schemas.Narrated:
		return "The worker noted", e.Text
	}
	return compactionInWords(e)
}

// compactionInWords tells what became of older talk.
func compactionInWords(e schemas.Event) (what, detail string) {
	switch e := e.(type) {
	case schemas.CompactionBegun:
		return "The conversation is long", fmt.Sprintf("%s to sum up, %d stay as they are", counted(e.Messages, "older message"), e.Kept)
	case schemas.TalkCompacted:
		return "Older messages were summed up", e.Summary
	case schemas.TalkLeftOut:
		return "Older messages are not shown to models", fmt.Sprintf("%s, since nobody could sum them up (%s)", counted(e.Messages, "message"), e.Code)
	}
	return "", ""
}

// stepsInWords tells what became of steps.
func stepsInWords(e schemas.Event) (what, detail string) {
	switch e := e.(type) {
	case schemas.StepAdded:
		return "A step was added", e.Title
	case schemas.StepUpdated:
		if e.Title != nil {
			return "A step was changed", *e.Title
		}
		return "A step was changed", string(e.Step)
	case schemas.StepsRemoved:
		return "Steps were removed", counted(len(e.Steps), "step")
	case schemas.StepMoved:
		return "A step was moved", string(e.Step)
	case schemas.FormWritten:
		return "A form was written", string(e.Step)
	case schemas.WriteRefused:
		return "A write was refused", string(e.Code) + suffix(e.Detail)
	case schemas.FlushPlanned:
		return "Saving was planned", fmt.Sprintf("%s, %d dropped", counted(len(e.Tasks), "task"), len(e.Drops))
	case schemas.StepsFlushed:
		return "Steps were saved", counted(len(e.Steps), "change")
	case schemas.LibraryStepsFlushed:
		return "Steps were saved in the library", counted(len(e.Steps), "change")
	case schemas.StepsEdited:
		return editedInWords(e)
	case schemas.LibraryStepsEdited:
		return editedInWords(e.StepsEdited)
	case schemas.FlushApplied:
		return "The playbook took the steps", fmt.Sprintf("%d applied, %d refused", e.Applied, len(e.Refused))
	case schemas.FlushRefused:
		return "The playbook took nothing", string(e.Code)
	case schemas.ModuleAdded:
		return "A module was added", e.Title
	case schemas.TaskAdded:
		return "A task was added", e.Title
	case schemas.EditLockTaken:
		return "Somebody began to edit", string(e.User)
	case schemas.EditLockReleased:
		return "Somebody stopped editing", string(e.User)
	}
	return "", ""
}

// editedInWords tells an edit by hand, or an undo.
func editedInWords(e schemas.StepsEdited) (what, detail string) {
	if e.Undoes != "" {
		return "An edit by hand was undone", counted(len(e.Steps), "change")
	}
	return "Steps were edited by hand", counted(len(e.Steps), "change")
}

func toolNames(calls []schemas.ToolRequest) string {
	names := make([]string, len(calls))
	for i, c := range calls {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

func suffix(s string) string {
	if s == "" {
		return ""
	}
	return " – " + s
}

// pretty is JSON for people to read: indented, with the bytes of its values kept.
func pretty(j projections.JSON) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(j), "", "  "); err != nil {
		return shown(string(j))
	}
	return shown(b.String())
}

// readJSON reads a column; "" is nothing.
func readJSON(j projections.JSON, into any) error {
	if j == "" {
		return nil
	}
	return json.Unmarshal([]byte(j), into)
}
