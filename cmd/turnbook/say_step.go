package main

import (
	"fmt"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
)

// sayStep has words for what is written into tasks; "" for other events.
func sayStep(e event) string {
	task := "task " + visible(string(e.subject.Task))
	switch f := e.fact.(type) {
	case schemas.StepAdded:
		return fmt.Sprintf("adds %s %s to %s", f.Kind, quoted(f.Title), task)
	case schemas.StepUpdated:
		if f.Title != nil {
			return fmt.Sprintf("step %s of %s becomes %s", visible(string(f.Step)), task, quoted(*f.Title))
		}
		return fmt.Sprintf("changes step %s of %s", visible(string(f.Step)), task)
	case schemas.StepsRemoved:
		return fmt.Sprintf("removes %s of %s", counted(len(f.Steps), "step"), task)
	case schemas.StepMoved:
		return fmt.Sprintf("moves step %s of %s", visible(string(f.Step)), task)
	case schemas.FormWritten:
		return fmt.Sprintf("writes the form of step %s of %s", visible(string(f.Step)), task)
	case schemas.WriteRefused:
		return visible(web.ExplainRefusal(refusalOf(f))) + fmt.Sprintf(" (%s)", f.Code)
	}
	return ""
}

// refusalOf is a refusal as the ledger has it.
func refusalOf(f schemas.WriteRefused) projections.Refusal {
	return projections.Refusal{Code: f.Code, Tool: f.Tool, Call: f.Call, Lane: f.Lane, Task: f.Task, Step: f.Step, Detail: f.Detail}
}

// sayBoundary has words for what is saved and what is dropped; "" for other events.
func sayBoundary(e event) string {
	switch f := e.fact.(type) {
	case schemas.FlushPlanned:
		steps := 0
		for _, t := range f.Tasks {
			steps += len(t.Steps)
		}
		s := fmt.Sprintf("will save %s in %s", counted(steps, "change"), counted(len(f.Tasks), "task"))
		if n := len(f.Drops); n > 0 {
			s += fmt.Sprintf("; %s dropped: %s", counted(n, "step"), visible(web.ExplainDrop(projections.Drop{Reason: f.Drops[0].Reason})))
		}
		return s
	case schemas.FlushApplied:
		s := fmt.Sprintf("saved %s in %s", counted(f.Applied, "change"), visible(f.Entity))
		if n := len(f.Refused); n > 0 {
			s += fmt.Sprintf("; %d no longer apply (%s: %s)", n, f.Refused[0].Code, web.ExplainCode(f.Refused[0].Code))
		}
		return s
	case schemas.FlushRefused:
		return fmt.Sprintf("nothing is saved in %s: %s (%s)", visible(f.Entity), web.ExplainCode(f.Code), f.Code)
	case schemas.DropsApplied:
		if f.Code != "" {
			return fmt.Sprintf("dropped steps are not let into %s: %s (%s)", visible(f.Entity), web.ExplainCode(f.Code), f.Code)
		}
		return fmt.Sprintf("applies %s that had been dropped to %s", counted(len(f.Steps)-len(f.Refused), "step"), visible(f.Entity))
	case schemas.BoundaryReached:
		if f.Status == schemas.TurnAwaitingAnswer {
			return "comes to a question; what was written is saved first"
		}
		return "comes to its end: " + spoken(string(f.Status))
	case schemas.StepsFlushed:
		return fmt.Sprintf("takes in %s of session %s", counted(len(f.Steps), "change"), visible(string(f.Session)))
	case schemas.LibraryStepsFlushed:
		return fmt.Sprintf("takes in %s of session %s", counted(len(f.Steps), "change"), visible(string(f.Session)))
	case schemas.StepsEdited:
		return byHand(f)
	case schemas.LibraryStepsEdited:
		return byHand(f.StepsEdited)
	}
	return ""
}

// byHand has words for an edit by hand.
func byHand(f schemas.StepsEdited) string {
	what := "changes task " + visible(string(f.Task)) + " by hand, " + counted(len(f.Steps), "change")
	if f.Undoes != "" {
		what = "undoes " + visible(f.Undoes) + " in task " + visible(string(f.Task)) + ", " + counted(len(f.Steps), "change")
	}
	return visible(string(f.User)) + " " + what
}
