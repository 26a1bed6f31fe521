package web

import "turnbook/schemas"

// Codes of the door: what can be wrong before a command reaches an agent, and what
// can break behind it. Those of [schemas] say what came of the command itself. Both
// together are the closed list of codes on the wire: [Codes].
const (
	CodeInvalidJSON    schemas.Code = "INVALID_JSON"    // it is no JSON, or has a member twice, or invalid text
	CodeInvalidRequest schemas.Code = "INVALID_REQUEST" // a parameter or member that can't be
	CodeInvalidID      schemas.Code = "INVALID_ID"      // a text that can be no id
	CodeInvalidContext schemas.Code = "INVALID_CONTEXT" // a ui_context with a member of the wrong type
	CodeInvalidCursor  schemas.Code = "INVALID_CURSOR"  // a cursor that means nothing in this log
	CodeInvalidQuery   schemas.Code = "INVALID_QUERY"   // SQL that has no answer
	CodeInvalidFile    schemas.Code = "INVALID_FILE"    // a file that can't be imported
	CodeTooLarge       schemas.Code = "TOO_LARGE"       // above a limit, which is told
	CodeForbidden      schemas.Code = "FORBIDDEN"       // another origin, not from this machine, or what another wrote
	CodeNotFound       schemas.Code = "NOT_FOUND"       // nothing of that name is in the book
	CodeUnknownSession schemas.Code = "UNKNOWN_SESSION" // no session of that id was opened
	CodeUnknownView    schemas.Code = "UNKNOWN_VIEW"    // no view of that id was opened
	CodeOvertaken      schemas.Code = "OVERTAKEN"       // others wrote faster, several times; try again
	CodeNoHello        schemas.Code = "NO_HELLO"        // a frame before hello, or a second hello
	CodeUnknownFrame   schemas.Code = "UNKNOWN_FRAME"   // a frame type that is not taken (yet)
	CodeAltered        schemas.Code = "ALTERED"         // the book is not what was written; what was found is told
	CodeNotAnchored    schemas.Code = "NOT_ANCHORED"    // no anchor covers it, and none can be written here
	CodeStillParked    schemas.Code = "STILL_PARKED"    // the event still can't be drawn into the tables
	CodeBusy           schemas.Code = "BUSY"            // another operation on the tables is under way
	CodeOtherwise      schemas.Code = "OTHERWISE"       // deciding again does not come to what is in the book
	CodeFull           schemas.Code = "FULL"            // the log has no room
	CodeUnavailable    schemas.Code = "UNAVAILABLE"     // not ready, or stopping
	CodeInternal       schemas.Code = "INTERNAL"        // a breakdown; the server's log says more
)

// Codes is the closed list of codes that a problem or a frame can carry.
func Codes() []schemas.Code {
	return []schemas.Code{
		CodeInvalidJSON, CodeInvalidRequest, CodeInvalidID, CodeInvalidContext, CodeInvalidCursor, CodeInvalidQuery,
		CodeInvalidFile, CodeTooLarge, CodeForbidden, CodeNotFound, CodeUnknownSession, CodeUnknownView,
		CodeOvertaken, CodeNoHello, CodeUnknownFrame, CodeAltered, CodeNotAnchored, CodeOtherwise, CodeStillParked, CodeBusy, CodeFull, CodeUnavailable, CodeInternal,
		schemas.CodeTurnRunning, schemas.CodeCardOpen, schemas.CodeKeyConflict, schemas.CodeUnknownTurn,
		schemas.CodeNotEditable, schemas.CodeUnknownModule, schemas.CodeUnknownTask, schemas.CodeLinkedModule,
		schemas.CodeInvalidArguments,
		schemas.CodeUnknownCard, schemas.CodeCardSettled, schemas.CodeWrongFingerprint,
		schemas.CodeLocked, schemas.CodeArchived, schemas.CodeModelRows, schemas.CodeUnknownTemplate,
		schemas.CodeUnknownStep, schemas.CodeNotBranchable, schemas.CodeUnseenSteps, schemas.CodeUnknownEdit, schemas.CodeUndoStale,
		schemas.CodePlanMode, schemas.CodeInvalidLaunch, schemas.CodeUnsupportedMode, schemas.CodeUnknownOwner, schemas.CodeUntrustedProject,
		schemas.CodeInvalidScope, schemas.CodeWorkspaceArchived, schemas.CodeKeepsIdentity, schemas.CodeLimitReached, schemas.CodeDepthReached,
		schemas.CodeMalformedAgent, schemas.CodeUnknownAgent, schemas.CodeAgentNotSelectable, schemas.CodeAgentNotRunnable,
		schemas.CodeAgentDisabled, schemas.CodeUnreachable, schemas.CodeAgentChanged, schemas.CodeCreationFailed, schemas.CodeSendFailed,
		schemas.CodeAlreadyEnded, schemas.CodeUnknownModel, schemas.CodeUnknownWorkspace, schemas.CodeUnknownProject, schemas.CodeUnknownHandle,
		schemas.CodeNoPlan,
	}
}
