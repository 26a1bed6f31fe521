package main

import (
	"fmt"

	"turnbook/schemas"
)

// sayHandle has words for delegated turns; "" for other events.
func sayHandle(e event) string {
	switch f := e.fact.(type) {
	case schemas.HandleCreated:
		return fmt.Sprintf("launches %s under %s in workspace %s: %s", quoted(f.Title), under(f), visible(string(f.Workspace)), visible(string(f.Status)))
	case schemas.HandleAccepted:
		return "the queued turn is taken up"
	case schemas.HandleDeferred:
		return "it goes on behind its turn: " + spoken(f.Reason)
	case schemas.HandleAttentionSet:
		if f.Policy == schemas.NotifyOnTerminal {
			return "who launched it will be woken: " + spoken(f.Reason)
		}
		return "who launched it waits for it: " + spoken(f.Reason)
	case schemas.HandleSettled:
		return settledAs(f)
	case schemas.HandleRevived:
		return "it was taken for gone, and is at work"
	case schemas.HandleProgressed:
		return "tells on its way: " + quoted(f.Text)
	case schemas.HandleNotified:
		return fmt.Sprintf("who launched it is told of end %d", f.Generation)
	case schemas.HandleAttentionConsumed:
		if f.By == "await" {
			return fmt.Sprintf("who launched it has read end %d", f.Generation)
		}
		return fmt.Sprintf("nobody is left to tell of end %d", f.Generation)
	case schemas.AgentResolved:
		return resolved(f)
	}
	return ""
}

// under is the agent that a turn is launched under, and how firmly.
func under(f schemas.HandleCreated) string {
	s := visible(string(f.Agent))
	if f.Pin != nil {
		s += " of " + visible(f.Pin.Source) + " and no other"
	}
	return s
}

func settledAs(f schemas.HandleSettled) string {
	s := spoken(string(f.Status))
	if string(f.Reason) != string(f.Status) {
		s += ", " + spoken(string(f.Reason))
	}
	if f.Code != "" {
		s += " (" + visible(string(f.Code)) + ")"
	}
	switch {
	case f.Error != "":
		s += ": " + quoted(f.Error)
	case f.Report != "":
		s += ": " + quoted(f.Report)
	}
	return s
}

func resolved(f schemas.AgentResolved) string {
	if f.Code != "" {
		return fmt.Sprintf("agent %s is not to be had (%s): %s", visible(string(f.Asked)), f.Code, quoted(f.Detail))
	}
	s := "runs under " + visible(string(f.Agent))
	if f.Definition != nil {
		s += " of " + visible(f.Definition.Source)
	}
	return s
}
