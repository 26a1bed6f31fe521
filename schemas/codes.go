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

	CodeLocked Code = "LOCKED" // somebody else holds the playbook's edit lock

	// Edits by hand.
	CodeUnseenSteps Code = "UNSEEN_STEPS" // the removal would take steps that the person did not see
	CodeUnknownEdit Code = "UNKNOWN_EDIT" // no edit by hand of that task
	CodeUndoStale   Code = "UNDO_STALE"   // what the edit touched was changed since

	// Flush.
	CodeGone Code = "GONE" // what the step event builds on is no longer there
)
