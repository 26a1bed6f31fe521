package schemas

// A Code names a refusal or a breakdown. The list is closed: whoever adds a case
// adds it here, with what it means.
type Code string

const (
	// Write gates (authoring.md section 6, path A, in the order of the ladder).
	CodeNotEditable  Code = "NOT_EDITABLE"  // published, archived, or locked by somebody else
	CodeUnassigned   Code = "UNASSIGNED"    // coordinates outside this worker's own task
	CodeInvalidIndex Code = "INVALID_INDEX" // no such module or task on the canvas
	CodeLinkedModule Code = "LINKED_MODULE" // the module is the library's
	CodePersisted    Code = "PERSISTED"     // the step was saved before; path A only adds

	// Commands.
	CodeTurnRunning Code = "TURN_RUNNING" // the session has a turn; wait, or ask to queue
	CodeKeyConflict Code = "KEY_CONFLICT" // the idempotency key was used with other content
	CodeUnknownTurn Code = "UNKNOWN_TURN" // no turn of that id is in the session
	CodeCardOpen    Code = "CARD_OPEN"    // the session waits for an answer, and the message was not to supersede its card

	// Cards.
	CodeUnknownCard      Code = "UNKNOWN_CARD"      // no card of that id is in the session
	CodeCardSettled      Code = "CARD_SETTLED"      // answered otherwise, stale or superseded
	CodeWrongFingerprint Code = "WRONG_FINGERPRINT" // the answer is to another plan
	CodeStaleCard        Code = "STALE_CARD"        // the tree moved under the card
	CodeDeclined         Code = "DECLINED"          // the person said no

	// Target ladder (path B).
	CodeCapabilityOff      Code = "CAPABILITY_OFF"      // the vendor has no ai-task-builder
	CodeNoTarget           Code = "NO_TARGET"           // no task is meant: no builder is open on one
	CodeHydrationFailed    Code = "HYDRATION_FAILED"    // the task that is meant is not in the book
	CodeUnsupportedSurface Code = "UNSUPPORTED_SURFACE" // agents may not write where the task lives
	CodeArchived           Code = "ARCHIVED"            // the task, its module or its playbook is archived
	CodeNobodyToHandTo     Code = "NOBODY_TO_HAND_TO"   // from the library nobody else owns the ask

	// Tools.
	CodeUnknownTool      Code = "UNKNOWN_TOOL"      // the agent has no such tool
	CodeInvalidArguments Code = "INVALID_ARGUMENTS" // the arguments of a tool or an edit can't be
	CodeUnknownStep      Code = "UNKNOWN_STEP"      // no such step is in the task
	CodeUnknownModule    Code = "UNKNOWN_MODULE"    // no such module is in the playbook
	CodeUnknownTask      Code = "UNKNOWN_TASK"      // no such task is in the playbook
	CodeNotBranchable    Code = "NOT_BRANCHABLE"    // the step has no such branch to hold steps
	CodeNotRun           Code = "NOT_RUN"           // the batch ended before this call
	CodeModelRows        Code = "MODEL_ROWS"        // rows follow from the tree, not from what a model claims
	CodeUnknownTemplate  Code = "UNKNOWN_TEMPLATE"  // no such template is in the library

	// Tools of a workspace.
	CodeOutside        Code = "OUTSIDE_CHECKOUT" // the path leads out of the checkout, or into git's own folder
	CodeNoFile         Code = "NO_FILE"          // no such file or folder is in the checkout
	CodeFileFailed     Code = "FILE_FAILED"      // the file system would not
	CodeFileTooLarge   Code = "FILE_TOO_LARGE"   // above what a tool reads or writes, which is told
	CodeNotText        Code = "NOT_TEXT"         // the file is no text
	CodeNotOnce        Code = "NOT_ONCE"         // the text to replace does not stand in the file exactly once
	CodePlanOnly       Code = "PLAN_ONLY"        // while it plans, an agent edits its plan alone
	CodePlanSpelling   Code = "PLAN_SPELLING"    // the plan is meant, and its path is spelled otherwise
	CodeNoPlan         Code = "NO_PLAN"          // there is no plan to propose: no path, no file, or nothing in it
	CodeNoShell        Code = "NO_SHELL"         // commands are not allowed here
	CodeRanInPart      Code = "RAN_IN_PART"      // the command was begun before a crash, and is not run again
	CodeUnknownCommand Code = "UNKNOWN_COMMAND"  // no command of that id runs: it ended with the program

	// Models.
	CodeModelError      Code = "MODEL_ERROR"        // the model could not be asked
	CodeModelTimeout    Code = "MODEL_TIMEOUT"      // the model took too long
	CodeModelUnusable   Code = "MODEL_UNUSABLE"     // the model's answer makes no sense
	CodeModelCut        Code = "MODEL_CUT"          // the answer broke off
	CodeRateLimited     Code = "MODEL_RATE_LIMITED" // too many calls for the vendor; it can be asked later
	CodeOverloaded      Code = "MODEL_OVERLOADED"   // the vendor has no room; it can be asked later
	CodeModelRefused    Code = "MODEL_REFUSED"      // the vendor won't, however often it is asked: key, quota, unknown model
	CodeContextOverflow Code = "CONTEXT_OVERFLOW"   // the conversation is longer than the model can read
	CodeRoundsExhausted Code = "ROUNDS_EXHAUSTED"   // the lane has spent its rounds
	CodeTimedOut        Code = "TIMED_OUT"          // a lane's time was up
	CodeCancelled       Code = "CANCELLED"          // the turn was stopped

	// Launching a turn in a workspace (workspace-turns.md 2, in the order of its ladder).
	CodePlanMode           Code = "PLAN_MODE"            // a planner launches nothing but explorers
	CodeInvalidLaunch      Code = "INVALID_LAUNCH"       // a field of the launch can't be, or can't be with another
	CodeUnsupportedMode    Code = "UNSUPPORTED_MODE"     // fork is not built
	CodeUnknownOwner       Code = "UNKNOWN_OWNER"        // the workspace that asks is not in the book, or archived
	CodeUntrustedProject   Code = "UNTRUSTED_PROJECT"    // nobody said that the project may be worked in
	CodeInvalidScope       Code = "INVALID_SCOPE"        // the workspace or handle is not the owner's
	CodeWorkspaceArchived  Code = "WORKSPACE_ARCHIVED"   // the workspace is in the archive
	CodeKeepsIdentity      Code = "KEEPS_IDENTITY"       // a sub-agent's workspace runs under its own agent only
	CodeLimitReached       Code = "LIMIT_REACHED"        // so many delegated turns run already
	CodeDepthReached       Code = "DEPTH_REACHED"        // sub-agents are nested as deep as they may be
	CodeMalformedAgent     Code = "MALFORMED_AGENT"      // the name can be no agent's
	CodeUnknownAgent       Code = "UNKNOWN_AGENT"        // nothing that can be used has the name
	CodeAgentNotSelectable Code = "AGENT_NOT_SELECTABLE" // the agent is hidden
	CodeAgentNotRunnable   Code = "AGENT_NOT_RUNNABLE"   // the agent can't run as a sub-agent
	CodeAgentDisabled      Code = "AGENT_DISABLED"       // the agent is switched off
	CodeUnreachable        Code = "UNREACHABLE"          // the checkout can't be looked at, and nothing vouches for the agent
	CodeAgentChanged       Code = "AGENT_CHANGED"        // the agent is not the one that the launch was validated with
	CodeCreationFailed     Code = "CREATION_FAILED"      // the workspace could not be made
	CodeSendFailed         Code = "SEND_FAILED"          // the workspace did not take the message
	CodeAlreadyEnded       Code = "ALREADY_ENDED"        // the delegated turn has settled, and can't be stopped
	CodeUnknownModel       Code = "UNKNOWN_MODEL"        // the model that was named is none
	CodeUnknownWorkspace   Code = "UNKNOWN_WORKSPACE"    // no workspace of that id
	CodeUnknownProject     Code = "UNKNOWN_PROJECT"      // no project of that id
	CodeUnknownPlaybook    Code = "UNKNOWN_PLAYBOOK"     // no one playbook is meant
	CodeUnknownHandle      Code = "UNKNOWN_HANDLE"       // no delegated turn of that id

	CodeLocked Code = "LOCKED" // somebody else holds the playbook's edit lock

	// Edits by hand.
	CodeUnseenSteps Code = "UNSEEN_STEPS" // the removal would take steps that the person did not see
	CodeUnknownEdit Code = "UNKNOWN_EDIT" // no edit by hand of that task
	CodeUndoStale   Code = "UNDO_STALE"   // what the edit touched was changed since

	// Flush.
	CodeGone Code = "GONE" // what the step event builds on is no longer there
)
