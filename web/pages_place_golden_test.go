package web

import (
	"turnbook/agents/definitions"
	"turnbook/projections"
	"turnbook/schemas"
)

// What the golden pages of workspaces show: each text from outside is awkward once.

func awkwardHandles() []projections.Handle {
	return []projections.Handle{ // the latest first
		{ID: "wst_3", Title: emojiTitle, Status: schemas.HandleRunning, Kind: schemas.AgentTask, Agent: "explore", Owner: "w1", Workspace: "w3", CallerTurn: "t1b", Turn: "t3"},
		{ID: "wst_2", Title: rtlTitle, Status: schemas.HandleError, Kind: schemas.AgentTask, Agent: "exec", Owner: "w1", Workspace: "w2", CallerTurn: "t1", Turn: "t2"},
		{ID: "wst_1", Title: markupTitle, Status: schemas.HandleCompleted, Kind: schemas.WorkspaceTurn, Agent: "<b>", Owner: "w0", Workspace: "w1", Turn: "t1"},
	}
}

func awkwardPlace(id schemas.WorkspaceID, status string) workspaceCard {
	return workspaceCard{Workspace: projections.Workspace{
		ID: id, Project: "p1", Title: markupTitle, Kind: schemas.SSHCheckout, Host: "me@<b>", Branch: rtlTitle, Status: status, ChangedAt: stamp, SavedAgent: "plan",
	}}
}

func awkwardWorkspaces() workspacesView {
	running, told := awkwardPlace("w1", projections.WorkspaceActive), awkwardPlace(`w"2`, projections.WorkspaceArchived)
	running.Running = projections.Turn{ID: "t1", Text: markupTitle}
	told.Last = projections.Handle{Report: emojiTitle}
	planned := awkwardPlace("w3", projections.WorkspaceActive)
	planned.PlanWaits = true
	return workspacesView{Cursor: "e.9.0", Projects: []projectCard{
		{Project: projections.Project{ID: "p1", Name: markupTitle, Path: "/srv/<b>", Sub: "sub/" + emojiTitle, Branch: "main", Host: "me@host", Trusted: true, Owner: "w0"}, Workspaces: []workspaceCard{running, planned, told}},
		{Project: projections.Project{ID: "p2", Name: rtlTitle, Path: "/x", Owner: "w9"}},
	}}
}

func awkwardPin() *schemas.Pin {
	return &schemas.Pin{
		DefinitionRef: schemas.DefinitionRef{Agent: "docs", Scope: "project", Source: ".turnbook/agents/<b>.md", Digest: "0123456789abcdef"},
		Chain:         []schemas.DefinitionRef{{Agent: "exec", Scope: "built-in", Source: "built-in/exec.md", Digest: "fedcba9876543210"}},
	}
}

func awkwardWork() workTurn {
	return workTurn{
		Turn: projections.Turn{ID: "t1", Text: markupTitle, Status: schemas.TurnRunning, Closing: rtlTitle}, Origin: schemas.FromLaunch,
		Resolved: &schemas.AgentResolved{Asked: "docs", Agent: "docs", Definition: awkwardPin(), Tools: []string{"read", "<b>"}},
		Items: []workItem{
			{Call: &workCall{ID: "c1", Tool: "write", About: markupTitle, Done: true, Result: "written", Changed: []schemas.FileChange{{Path: "docs/<i>.md", Op: "created", Size: 12}}}},
			{Call: &workCall{ID: "c2", Tool: "read", About: "../x", Done: true, Code: schemas.CodeOutside, Result: markupTitle}},
			{Call: &workCall{ID: "c3", Tool: "shell"}},
			{Said: "[x](javascript:alert(1)) <script>alert(1)</script>\n\n- " + rtlTitle},
		},
	}
}

func awkwardWorkspace() *workspaceView {
	failed := workTurn{
		Turn: projections.Turn{ID: "t0", Text: emojiTitle, Status: schemas.TurnFailed}, Origin: schemas.FromPerson,
		Resolved: &schemas.AgentResolved{Asked: "docs", Code: schemas.CodeAgentChanged, Detail: markupTitle},
	}
	v := &workspaceView{
		workspaceCard: awkwardPlace(`w"1`, projections.WorkspaceActive), Project: projections.Project{Name: rtlTitle}, Turns: []workTurn{failed, awkwardWork()},
		Earlier: true, Plan: "# Plan\n\n1. <img src=x onerror=alert(1)>\n2. [go](javascript:x)", Tree: treeOf("w0", markupTitle, awkwardHandles()), Cursor: "e.9.0",
	}
	v.Running.ID, v.Removal = "t1", markupTitle
	return v
}

func awkwardHandle() *handleView {
	h := awkwardHandles()[2]
	h.Asked, h.Strict, h.Vouched, h.Validated, h.Model, h.ModelTier, h.ThinkingTier = "docs", true, true, "target", "<m>", "explicit", "default"
	h.Prompt, h.Report, h.Error, h.Code, h.Reason, h.Attention = markupTitle, "**done** <b>", rtlTitle, schemas.CodeAgentDisabled, schemas.SettledFailed, schemas.Unattended
	refused := schemas.Ladder{Rule: "eligible/1", Outcome: string(schemas.CodeAgentDisabled), Rungs: []schemas.Rung{{Name: "enabled", Input: markupTitle}}}
	vouched := schemas.Ladder{Rule: "vouch/1", Outcome: "NOT_VOUCHED", Rungs: []schemas.Rung{{Name: "at_remote_tip", Input: "no"}}}
	return &handleView{
		Handle: h, OwnerTitle: rtlTitle, Created: schemas.HandleCreated{Pin: awkwardPin()}, Work: awkwardWork(), PlanWaits: true, Cursor: "e.9.0",
		Ladders: []ladderView{explain(decisionOf(vouched, "handle.created", 4, 0)), explain(decisionOf(refused, "handle.created", 4, 1))},
		Life:    []handleMoment{{Seq: 4, At: stamp, What: "It was launched", Detail: markupTitle, Turn: "t9"}, {Seq: 5, What: "Whoever asked was told of end 1"}},
	}
}

func awkwardAgents() agentsView {
	pin := awkwardPin()
	return agentsView{
		Workspaces: []projections.Workspace{{ID: `w"1&x`, Title: markupTitle}, {ID: "w2", Title: rtlTitle}}, Here: projections.Workspace{ID: "w2"},
		Agents: []agentCard{
			{agentRow: agentRow{ID: "docs", About: markupTitle, Tools: []string{"read"}, Pickable: true, Runnable: true, PlanLike: true}, Chain: append([]schemas.DefinitionRef{pin.DefinitionRef}, pin.Chain...)},
			{agentRow: agentRow{ID: "bad", Code: schemas.CodeUnknownAgent, Reason: markupTitle}},
		},
		Files: []fileVerdict{
			{definitions.Verdict{File: ".turnbook/agents/<b>.md", Scope: definitions.Project, State: definitions.Refused, ID: "bad", Problem: &definitions.Problem{Reason: "INVALID_YAML", Line: 3, Column: 8, Detail: markupTitle, Fix: rtlTitle}}},
			{definitions.Verdict{File: "x.md", Scope: definitions.Global, State: definitions.Shadowed, ID: "docs", By: ".turnbook/agents/docs.md", Digest: "0123456789abcdef"}},
		},
		Trouble: emojiTitle,
	}
}
