package main

import (
	"fmt"

	"turnbook/schemas"
	"turnbook/web"
)

// sayWorkspace has words for projects and workspaces; "" for other events.
func sayWorkspace(e event) string {
	switch f := e.fact.(type) {
	case schemas.ProjectRegistered:
		return fmt.Sprintf("registers the project %s in %s, %s", quoted(f.Name), visible(f.Path), trusted(f.Trusted))
	case schemas.ProjectTrustSet:
		return "the project is " + trusted(f.Trusted) + " from here on"
	case schemas.ProjectHostSet:
		if f.Host == "" {
			return "new workspaces are made here"
		}
		return "new workspaces are made on " + visible(f.Host)
	case schemas.WorkspaceCreated:
		return fmt.Sprintf("makes the workspace %s%s", quoted(f.Title), onBranch(f.Checkout))
	case schemas.WorkspaceProvisioned:
		return fmt.Sprintf("the checkout is there: %s at %s", visible(f.Path), shorten(visible(f.Head), 12))
	case schemas.WorkspaceSettingsSaved:
		return "the next message here goes to " + visible(string(f.Agent))
	case schemas.WorkspaceHandedOn:
		return fmt.Sprintf("%s has handed its plan in, and %s carries it out", visible(string(f.From)), visible(string(f.Agent)))
	case schemas.WorkspaceArchived:
		return "the workspace is archived"
	case schemas.WorkspaceUnarchived:
		return "the workspace is in use again"
	case schemas.WorkspaceRemoved:
		if f.Left != "" {
			return "the checkout is gone, but for what was left: " + quoted(f.Left)
		}
		return "the checkout is gone; the conversation stays"
	case schemas.WorkspaceRemovalFailed:
		return "the checkout could not be removed: " + quoted(f.Reason)
	case schemas.LaunchRefused:
		return fmt.Sprintf("launch refused: %s (%s): %s", web.ExplainCode(f.Code), f.Code, quoted(f.Detail))
	case schemas.AgentFilesJudged:
		return counted(len(f.Files), "agent file") + judged(f.Files)
	}
	return ""
}

func trusted(yes bool) string {
	if yes {
		return "trusted"
	}
	return "not trusted"
}

func onBranch(c schemas.Checkout) string {
	if c.Branch == "" {
		return ""
	}
	return " on branch " + visible(c.Branch)
}

// judged tells how many agent files can't be used.
func judged(files []schemas.AgentFile) string {
	refused := 0
	for _, f := range files {
		if f.State == "refused" {
			refused++
		}
	}
	if refused == 0 {
		return " looked at"
	}
	return fmt.Sprintf(" looked at, %d refused", refused)
}
