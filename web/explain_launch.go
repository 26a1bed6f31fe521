package web

import "turnbook/schemas"

// The words of launches: the rules that a delegated turn passes before it runs, their
// rungs and their codes.

// launchQuestions are the rules of a launch, as [questions] are those of authoring.
var launchQuestions = map[string]map[string]string{
	"launch": {
		"":                    "May this turn be launched?",
		"model":               "Is the model known?",
		"not_plan_mode":       "May whoever asks launch it, rather than only plan?",
		"owner_named":         "Does a workspace ask for it?",
		"prompt":              "Does it say what is to be done?",
		"mode":                "Is it in a new workspace or an existing one?",
		"dispatch":            "Is it said when it may begin behind another turn?",
		"agent_named":         "Does a sub-agent have an agent?",
		"agent_syntax":        "Can the name be an agent's?",
		"owner_known":         "Is the workspace that asks in the book?",
		"owner_in_use":        "Is the workspace that asks in use?",
		"project_trusted":     "Does somebody trust the project?",
		"parent_not_stopped":  "Does the agent that asks still work?",
		"parent_not_reported": "Has the agent that asks not given its report yet?",
		"depth":               "Is it within the depth that sub-agents may have?",
		"mode_built":          "Can workspaces be made in that way?",
		"workspace_named":     "Is a workspace named to go on in?",
		"workspace_owned":     "Was that workspace made for whoever asks?",
		"workspace_known":     "Is that workspace in the book?",
		"workspace_in_use":    "Is that workspace in use?",
		"identity_free":       "Is it free to run under another agent?",
	},
	"owner": {
		"":             "May whoever asked still have it?",
		"owner_in_use": "Is the workspace that asks still in use?",
	},
	"eligible": {
		"":           "May this agent be used?",
		"reachable":  "Can the checkout be looked at?",
		"syntax":     "Can the name be an agent's?",
		"exists":     "Does a file have that name, and all that it builds on?",
		"selectable": "May it be named by people and launches?",
		"runnable":   "May other agents have it as a sub-agent?",
		"enabled":    "Is it switched on?",
	},
	"vouch": {
		"":                      "Does the checkout that asks speak for the new one?",
		"branch_readable":       "Can its branch be read?",
		"branch_is_base":        "Is what is checked out there what the new one begins at?",
		"no_branch_named":       "Is the new branch a fresh one?",
		"agent_files_committed": "Are its agent files as they are committed?",
		"at_remote_tip":         "Does the branch stand where its remote counterpart does?",
	},
	"reach": {
		"":               "Can it be trusted though the new checkout can't be looked at?",
		"vouched":        "Does the checkout that asks speak for it?",
		"syntax":         "Can the name be an agent's?",
		"exists":         "Does a file have that name there?",
		"not_of_project": "Is it the same wherever the checkout is?",
	},
	"slot": {
		"":          "Is there room for one more turn?",
		"slot_free": "Are fewer at work than may be?",
	},
	"resolve": {
		"":             "Under which agent does the turn run?",
		"reachable":    "Can the checkout be looked at?",
		"found":        "Is the agent's file there?",
		"syntax":       "Can the name be an agent's?",
		"exists":       "Does a file have that name, and all that it builds on?",
		"selectable":   "May it still be named?",
		"enabled":      "Is it still switched on?",
		"as_validated": "Is it the definition that the launch was validated with?",
		"exec":         "Can exec take its place?",
	},
	"begin": {
		"":          "May the turn begin?",
		"may_begin": "Does whoever asked still want it?",
	},
}

// launchAnswers are the outcomes of those rules in words.
var launchAnswers = map[string]string{
	"launch OK":         "Yes",
	"eligible OK":       "Yes",
	"vouch VOUCHED":     "Yes: what is checked out there is what the new one is made from",
	"vouch NOT_VOUCHED": "No: the new checkout is looked at itself",
	"reach OK":          "Yes: the agent does not come from the checkout",
	"slot OK":           "Yes",
	"resolve OK":        "The agent that was asked for",
	"resolve FALLBACK":  "Exec took the place of the agent that was saved",
}

// launchReasons say in half a sentence why a launch, or its turn, came to nothing.
var launchReasons = map[schemas.Code]string{
	schemas.CodePlanMode:           "an agent that plans launches nothing but explorers",
	schemas.CodeInvalidLaunch:      "what was asked for is incomplete, or does not go together",
	schemas.CodeUnsupportedMode:    "workspaces can't be forked",
	schemas.CodeUnknownOwner:       "the workspace that asks is not there, or in the archive",
	schemas.CodeUntrustedProject:   "nobody has said yet that agents may work in this project",
	schemas.CodeInvalidScope:       "it belongs to another workspace",
	schemas.CodeWorkspaceArchived:  "the workspace is in the archive",
	schemas.CodeKeepsIdentity:      "the workspace is a sub-agent's, which keeps its own agent",
	schemas.CodeLimitReached:       "as many turns are at work as may be",
	schemas.CodeDepthReached:       "sub-agents are nested as deep as they may be",
	schemas.CodeMalformedAgent:     "the name can be no agent's",
	schemas.CodeUnknownAgent:       "no agent that can be used has that name here",
	schemas.CodeAgentNotSelectable: "the agent is hidden from people and launches",
	schemas.CodeAgentNotRunnable:   "the agent can't run as a sub-agent",
	schemas.CodeAgentDisabled:      "the agent is switched off",
	schemas.CodeAgentChanged:       "the agent is not the one that the launch was validated with",
	schemas.CodeCreationFailed:     "the workspace could not be made",
	schemas.CodeSendFailed:         "the workspace did not take the message",
	schemas.CodeAlreadyEnded:       "it had come to its end before",
	schemas.CodeUnknownModel:       "there is no such model",
	schemas.CodeUnknownWorkspace:   "there is no such workspace",
	schemas.CodeUnknownProject:     "there is no such project",
	schemas.CodeUnknownPlaybook:    "no one playbook is meant",
	schemas.CodeUnknownHandle:      "there is no such delegated turn",
}

// tierName says which tier gave a model or a level of thinking.
func tierName(tier schemas.Tier) string {
	switch tier {
	case schemas.TierExplicit:
		return "named in the launch"
	case schemas.TierBucket:
		return "saved in the workspace for this agent"
	case schemas.TierConfigured:
		return "configured for this agent"
	case schemas.TierFrontMatter:
		return "from the agent’s file"
	case schemas.TierAncestor:
		return "of an agent that it builds on"
	case schemas.TierCaller:
		return "that of the turn that asked"
	case schemas.TierOwner:
		return "that of the workspace that asked"
	case schemas.TierDefault:
		return "the program’s own"
	}
	return shown(string(tier))
}

// handleState is where a delegated turn stands, in words.
func handleState(s schemas.HandleStatus) string {
	switch s {
	case schemas.HandleQueued:
		return "Waiting"
	case schemas.HandleRunning:
		return "Running"
	case schemas.HandleCompleted:
		return "Completed"
	case schemas.HandleInterrupted:
		return "Stopped"
	case schemas.HandleError:
		return "Failed"
	}
	return shown(string(s))
}

// endedBecause says how a delegated turn came to its end.
func endedBecause(r schemas.SettleReason) string {
	switch r {
	case schemas.SettledFinished:
		return "It came to its end"
	case schemas.SettledPlan:
		return "Its plan was proposed"
	case schemas.SettledFailed:
		return "Its turn failed"
	case schemas.SettledRefused:
		return "Its agent could not be verified"
	case schemas.SettledUnsent:
		return "The workspace did not take its message"
	case schemas.SettledSuperseded:
		return "A newer message took its place"
	case schemas.SettledCancelled:
		return "It was taken back before it began"
	case schemas.SettledStopped:
		return "It was stopped"
	case schemas.SettledAborted:
		return "A person stopped its turn where it ran"
	case schemas.SettledStale:
		return "It was not there any more after a restart"
	}
	return shown(string(r))
}

// originName says who sent the message of a workspace's turn.
func originName(o schemas.Origin) string {
	switch o {
	case schemas.FromPerson:
		return "You"
	case schemas.FromLaunch:
		return "Whoever launched it"
	case schemas.FromMonitor:
		return "A command that was watched"
	case schemas.FromOutcome:
		return "Delegated work that ended"
	case schemas.FromNudge:
		return "Delegated work that goes on"
	case schemas.FromProgress:
		return "A sub-agent on its way"
	case schemas.FromParent:
		return "The agent that it works for"
	case schemas.FromHandOn:
		return "A planner, to have its plan carried out"
	case schemas.FromRetry:
		return "Whoever launched it, once more"
	case schemas.FromRecovery:
		return "The program, to go on"
	}
	return shown(string(o))
}
