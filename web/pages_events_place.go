package web

import (
	"strings"

	"turnbook/schemas"
)

// placeInWords tells what happened around workspaces.
func placeInWords(e schemas.Event) (what, detail string) {
	switch e := e.(type) {
	case schemas.AgentResolved:
		return agentResolvedInWords(e)
	case schemas.LaunchRefused:
		return "A launch was refused", string(e.Code) + suffix(e.Detail)
	case schemas.HandleCreated, schemas.HandleAccepted, schemas.HandleDeferred, schemas.HandleAttentionSet, schemas.HandleSettled,
		schemas.HandleRevived, schemas.HandleProgressed, schemas.HandleNotified, schemas.HandleAttentionConsumed:
		what, detail, _ = handleInWords(e)
		return "Delegated work: " + strings.ToLower(what[:1]) + what[1:], detail
	case schemas.WorkspaceCreated:
		return "A workspace was made", e.Title
	case schemas.WorkspaceProvisioned:
		return "Its checkout was made", e.Path
	case schemas.WorkspaceSettingsSaved:
		return "The agent of its next turn was saved", string(e.Agent)
	case schemas.WorkspaceHandedOn:
		return "A plan was handed on, to be carried out", string(e.Agent) + " for " + string(e.From)
	case schemas.WorkspaceArchived:
		return "The workspace was archived", ""
	case schemas.WorkspaceUnarchived:
		return "The workspace was taken out of the archive", ""
	case schemas.WorkspaceRemoved:
		return "The workspace was removed", e.Left
	case schemas.WorkspaceRemovalFailed:
		return "The workspace could not be removed", e.Reason
	}
	return "", ""
}

func agentResolvedInWords(e schemas.AgentResolved) (what, detail string) {
	switch {
	case e.Code != "":
		return "The agent is not to be had", string(e.Code) + suffix(e.Detail)
	case e.Agent != e.Asked:
		return "Another agent took its place", string(e.Agent) + " for " + string(e.Asked)
	case e.Definition == nil:
		return "The agent was found", string(e.Agent)
	}
	return "The agent was found", string(e.Agent) + ", in " + e.Definition.Source
}

// toolReturnedInWords names the files that a tool changed, before what it said.
func toolReturnedInWords(e schemas.ToolReturned) (what, detail string) {
	if len(e.Changed) == 0 {
		return "The tool answered", e.Result
	}
	paths := make([]string, len(e.Changed))
	for i, c := range e.Changed {
		paths[i] = c.Path
	}
	return "The tool changed " + counted(len(paths), "file"), strings.Join(paths, ", ")
}
