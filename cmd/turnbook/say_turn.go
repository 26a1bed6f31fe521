package main

import (
	"fmt"

	"turnbook/schemas"
)

// sayTurn has words for who takes a turn; "" for other events.
func sayTurn(e event) string {
	switch f := e.fact.(type) {
	case schemas.TurnRequested:
		return "asked: " + quoted(f.Text)
	case schemas.TurnStarted:
		return "the turn runs"
	case schemas.BucketComputed:
		return "place on screen: " + visible(f.Bucket) + ", so " + decided(f.Ladder)
	case schemas.DomainUnpinned:
		return fmt.Sprintf("%s is let go: %s", visible(string(f.Domain)), spoken(f.Reason))
	case schemas.TurnClassified:
		if f.Fallback {
			return "the router's answer was unusable; fallback " + visible(string(f.Pick))
		}
		return "the router picked " + visible(string(f.Pick))
	case schemas.RedirectConsidered:
		if f.Pick != f.Domain {
			return fmt.Sprintf("redirected from %s to %s", visible(string(f.Pick)), visible(string(f.Domain)))
		}
		return "redirect considered, not applied: " + visible(string(f.Domain)) + " keeps it"
	case schemas.DomainDispatched:
		return fmt.Sprintf("%s takes the turn (by %s, hop %d)", visible(string(f.Domain)), visible(f.By), f.Hop)
	case schemas.DomainPinned:
		return visible(string(f.Domain)) + " stays for the next message here"
	case schemas.TurnHandedBack:
		return fmt.Sprintf("%s hands back: %s", visible(string(f.Domain)), quoted(f.Reason))
	case schemas.TargetResolved:
		if f.OK() {
			return "may write task " + visible(string(f.Task))
		}
		return "no task to write: " + decided(f.Ladder)
	case schemas.CancelRequested:
		if f.Reason == "" {
			return "asked to stop"
		}
		return "asked to stop: " + quoted(f.Reason)
	case schemas.TurnEnded:
		return ended(f)
	}
	return ""
}

func ended(f schemas.TurnEnded) string {
	s := spoken(string(f.Status))
	if f.Stop != schemas.StopEnd && string(f.Stop) != string(f.Status) {
		s += ", " + spoken(string(f.Stop))
	}
	if f.Closing != "" {
		s += ": " + shorten(visible(f.Closing), 200)
	}
	return s
}

// decided is a ladder's outcome with the rung that stood in the way.
func decided(l schemas.Ladder) string {
	s := visible(l.Outcome)
	for _, g := range l.Rungs {
		if !g.Held {
			return s + " (not " + spoken(g.Name) + ")"
		}
	}
	return s
}

// sayWork has words for models, tools, lanes and rows; "" for other events.
func sayWork(e event) string {
	switch f := e.fact.(type) {
	case schemas.ModelCalled:
		if f.Attempt > 0 {
			return fmt.Sprintf("asks the model for %s, attempt %d", visible(f.Agent), f.Attempt+1)
		}
		return "asks the model for " + visible(f.Agent)
	case schemas.ModelAnswered:
		return fmt.Sprintf("%s answered with %s and %s of text", visible(f.Model), counted(len(f.ToolCalls), "tool call"), counted(len(f.Text), "byte"))
	case schemas.ModelFailed:
		return fmt.Sprintf("the model failed (%s): %s", f.Code, quoted(f.Message))
	case schemas.ToolCalled:
		return "calls " + visible(f.Tool) + " " + shorten(visible(string(f.Args)), 80)
	case schemas.ToolReturned:
		if f.Code != "" {
			return fmt.Sprintf("refused (%s): %s", f.Code, quoted(f.Result))
		}
		return "done: " + quoted(f.Result)
	case schemas.DocumentEdited:
		if f.Code != "" {
			return fmt.Sprintf("edit of %s refused (%s): %s", visible(f.Entity), f.Code, quoted(f.Result))
		}
		return "edited " + visible(f.Entity) + ": " + quoted(f.Result)
	case schemas.MessageWritten:
		return visible(string(f.Domain)) + ": " + quoted(f.Text)
	case schemas.LaneQueued:
		if f.Assignment.Module != "" {
			return fmt.Sprintf("%s waits to fill module %s", visible(f.Agent), visible(string(f.Assignment.Module)))
		}
		return fmt.Sprintf("%s waits to write task %s", visible(f.Agent), visible(string(f.Assignment.Task)))
	case schemas.LaneStarted:
		return "lane " + visible(string(f.Lane)) + " begins"
	case schemas.LaneEnded:
		return fmt.Sprintf("lane %s %s: %d built, %d left unchanged", visible(string(f.Lane)), spoken(f.Outcome), f.Built, f.Unchanged)
	case schemas.DeadlinePassed:
		return "the time of lane " + visible(string(f.Lane)) + " is up"
	case schemas.RowChanged:
		s := fmt.Sprintf("%s: %s", quoted(f.Title), f.Status)
		if f.Detail != "" {
			s += ", " + shorten(visible(f.Detail), 80)
		}
		return s
	case schemas.ProgressTitled:
		return "calls its work " + quoted(f.Title)
	case schemas.RepliesSuggested:
		return "suggests: " + list(f.Replies)
	case schemas.Narrated:
		return "narrates: " + quoted(f.Text)
	}
	return sayCompaction(e)
}
