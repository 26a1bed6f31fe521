package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/agents/formats"
	"turnbook/agents/handles"
	"turnbook/agents/intake"
	"turnbook/agents/launch"
	"turnbook/agents/turn"
	"turnbook/agents/worker"
	"turnbook/agents/workspaces"
	"turnbook/bus"
	"turnbook/bus/audit"
	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/projections/exports"
	"turnbook/projections/saved"
	"turnbook/schemas"
	"turnbook/schemas/canon"
	"turnbook/schemas/proof"
)

// A Problem is what a caller is told when a request comes to nothing: problem
// details of RFC 9457, with a code of [Codes] as an extension. Frames of the bridge
// carry the same members.
type Problem struct {
	Status int          `json:"status" doc:"HTTP status"`
	Title  string       `json:"title" doc:"the kind of problem, in words"`
	Detail string       `json:"detail" doc:"this very problem, and what would be right"`
	Code   schemas.Code `json:"code" doc:"the kind of problem, of a closed list"`

	Turn   schemas.TurnID  `json:"turn,omitempty" doc:"the turn that stands in the way, or was meant"`
	Card   schemas.CardID  `json:"card,omitempty" doc:"the card that was answered"`
	At     uint64          `json:"at,omitempty" doc:"position of the answer that the card has; absent where it has none"`
	Field  string          `json:"field,omitempty" doc:"the member or parameter that is wrong"`
	Size   int64           `json:"size,omitempty" doc:"bytes that came; absent where they were not counted"`
	Limit  int64           `json:"limit,omitempty" doc:"bytes that are taken"`
	Line   int             `json:"line,omitempty" doc:"of the file, from 1"`
	Column int             `json:"column,omitempty" doc:"of the line, from 1, in characters"`
	Ladder *schemas.Ladder `json:"ladder,omitempty" doc:"the gate that refused, rung by rung"`

	Findings []proof.Finding `json:"findings,omitempty" doc:"where the book is not what was written, the first ones"`
}

func (p *Problem) Error() string { return string(p.Code) + ": " + p.Detail }

// GetStatus makes it an error that the framework answers with.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is application/problem+json.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// statusOf is the one status table.
func statusOf(c schemas.Code) int {
	switch c {
	case CodeInvalidJSON, CodeInvalidID, CodeInvalidContext, CodeInvalidCursor, CodeInvalidQuery, CodeNoHello, CodeUnknownFrame:
		return http.StatusBadRequest
	case CodeInvalidRequest, CodeInvalidFile, schemas.CodeInvalidArguments, schemas.CodeWrongFingerprint, schemas.CodeModelRows, schemas.CodeNotBranchable,
		schemas.CodeInvalidLaunch, schemas.CodeUnsupportedMode, schemas.CodeMalformedAgent, schemas.CodeUnknownModel:
		return http.StatusUnprocessableEntity
	case CodeTooLarge:
		return http.StatusRequestEntityTooLarge
	case CodeForbidden, schemas.CodeInvalidScope, schemas.CodeUntrustedProject:
		return http.StatusForbidden
	case CodeNotFound, CodeUnknownSession, CodeUnknownView, schemas.CodeUnknownTurn, schemas.CodeUnknownModule, schemas.CodeUnknownTask,
		schemas.CodeUnknownCard, schemas.CodeUnknownTemplate, schemas.CodeUnknownStep, schemas.CodeUnknownEdit,
		schemas.CodeUnknownAgent, schemas.CodeUnknownOwner, schemas.CodeUnknownWorkspace, schemas.CodeUnknownProject, schemas.CodeUnknownHandle:
		return http.StatusNotFound
	case CodeOvertaken, CodeAltered, CodeNotAnchored, CodeOtherwise, CodeStillParked, CodeBusy, schemas.CodeTurnRunning, schemas.CodeCardOpen, schemas.CodeKeyConflict, schemas.CodeNotEditable, schemas.CodeLinkedModule,
		schemas.CodeCardSettled, schemas.CodeLocked, schemas.CodeArchived, schemas.CodeUnseenSteps, schemas.CodeUndoStale,
		schemas.CodePlanMode, schemas.CodeWorkspaceArchived, schemas.CodeKeepsIdentity, schemas.CodeLimitReached, schemas.CodeDepthReached,
		schemas.CodeAgentNotSelectable, schemas.CodeAgentNotRunnable, schemas.CodeAgentDisabled, schemas.CodeAgentChanged,
		schemas.CodeUnreachable, schemas.CodeCreationFailed, schemas.CodeSendFailed, schemas.CodeAlreadyEnded, schemas.CodeNoPlan:
		return http.StatusConflict
	case CodeFull:
		return http.StatusInsufficientStorage
	case CodeUnavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

func problem(c schemas.Code, detail string, args ...any) *Problem {
	if len(args) > 0 {
		detail = fmt.Sprintf(detail, args...)
	}
	status := statusOf(c)
	return &Problem{Status: status, Title: http.StatusText(status), Detail: detail, Code: c}
}

// problemOf is the one place where typed errors become a status, a code and words.
// What it does not know is a breakdown, whose text stays in the server's log.
func problemOf(err error) *Problem {
	for _, of := range []func(error) *Problem{problemOfDoor, problemOfCommand, problemOfRead} {
		if p := of(err); p != nil {
			return p
		}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return problem(CodeUnavailable, "the request was not finished: the server is stopping, or it took too long; try again")
	}
	return problem(CodeInternal, "something broke here; the server's log says what")
}

// problemOfDoor knows what is wrong with what was sent.
func problemOfDoor(err error) *Problem {
	var (
		known   *Problem
		json    *canon.Error
		id      *schemas.IDError
		ui      *schemas.ContextError
		input   *worker.InputError
		large   *bus.TooLargeError
		body    *http.MaxBytesError
		payload *schemas.PayloadError
		rule    *schemas.RuleError
		unknown *agents.UnknownRuleError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &ui):
		p := problem(CodeInvalidContext, "%s", ui)
		p.Field = "ui_context"
		if ui.Field != "" {
			p.Field += "." + ui.Field
		}
		return p
	case errors.As(err, &json):
		return problem(CodeInvalidJSON, "%s", json)
	case errors.As(err, &id):
		p := problem(CodeInvalidID, "%s", id)
		p.Field = id.What
		return p
	case errors.As(err, &input):
		p := problem(CodeInvalidRequest, "%s", input)
		p.Field = input.Field
		return p
	case errors.As(err, &large):
		p := problem(CodeTooLarge, "%s", large)
		p.Size, p.Limit = int64(large.Size), int64(large.Limit)
		return p
	case errors.As(err, &body):
		p := problem(CodeTooLarge, "the body is larger than %d bytes, which is the limit", body.Limit)
		p.Limit = body.Limit
		return p
	case errors.As(err, &payload):
		return problem(CodeInvalidRequest, "%s", payload)
	case errors.As(err, &rule), errors.As(err, &unknown):
		p := problem(CodeInvalidRequest, "%s", err)
		p.Field = "rule"
		return p
	}
	return nil
}

// problemOfCommand knows what agents and the log answer.
func problemOfCommand(err error) *Problem {
	var (
		no       *turn.Refused
		document *documents.Refusal
		file     *intake.Error
		form     *formats.Error
	)
	if p := problemOfWorkspace(err); p != nil {
		return p
	}
	switch {
	case errors.As(err, &no):
		p := problem(no.Code, "%s", no)
		p.Turn, p.Card, p.At = no.Turn, no.Card, no.At
		return p
	case errors.As(err, &document):
		p := problem(document.Code, "%s", document.Detail)
		p.Ladder = &document.Ladder
		return p
	case errors.As(err, &file):
		code := CodeInvalidFile
		if errors.Is(err, intake.ErrTooLarge) {
			code = CodeTooLarge
		}
		p := problem(code, "%s", file)
		p.Line, p.Column = file.Line, file.Column
		if code == CodeTooLarge {
			p.Limit = intake.MaxBytes
		}
		return p
	case errors.As(err, &form):
		code := CodeInvalidFile
		if errors.Is(err, formats.ErrTooLarge) {
			code = CodeTooLarge
		}
		p := problem(code, "%s", form)
		p.Line, p.Column = form.Line, form.Column
		if code == CodeTooLarge {
			p.Limit = formats.MaxBytes
		}
		return p
	case errors.Is(err, worker.ErrNoTemplate):
		return problem(schemas.CodeUnknownTemplate, "%s; import one first", err)
	case errors.Is(err, worker.ErrNoSession):
		return problem(CodeUnknownSession, "%s; open one first", err)
	case errors.Is(err, worker.ErrNoView):
		return problem(CodeUnknownView, "%s; say hello on a stream first", err)
	case errors.Is(err, bus.ErrConflict):
		return problem(CodeOvertaken, "others wrote the same thing at the same time; try again")
	case errors.Is(err, bus.ErrFull):
		return problem(CodeFull, "the log takes no more: the disk is full or can't be written; what is there stays readable")
	}
	return nil
}

// problemOfWorkspace knows what workspaces and launches answer.
func problemOfWorkspace(err error) *Problem {
	var (
		refusal *workspaces.Refusal
		refused *launch.Refusal
		input   *launch.InputError
		handle  *handles.Refused
	)
	switch {
	case errors.As(err, &refusal):
		return problem(refusal.Code, "%s", refusal.Detail)
	case errors.As(err, &refused):
		return problem(refused.Code, "%s", refused.Detail)
	case errors.As(err, &input):
		p := problem(schemas.CodeInvalidLaunch, "%s", input)
		if len(input.Issues) > 0 {
			p.Field = strings.Join(input.Issues[0].Path, ".")
		}
		return p
	case errors.As(err, &handle):
		return problem(handle.Code, "%s", handle.Detail)
	}
	return nil
}

// problemOfProof knows what anchors and exported turns answer.
func problemOfProof(err error) *Problem {
	var (
		foreign *audit.StrangerError
		early   *audit.NotAnchoredError
		golden  *worker.GoldenError
		turn    *audit.ImportError
	)
	switch {
	case errors.As(err, &foreign):
		return problem(CodeNotAnchored, "%s", foreign)
	case errors.As(err, &early):
		return problem(CodeNotAnchored, "%s", early)
	case errors.As(err, &golden):
		return problem(CodeOtherwise, "%s", golden)
	case errors.As(err, &turn):
		p := problem(CodeInvalidFile, "%s", turn)
		if turn.There {
			p = problem(schemas.CodeKeyConflict, "%s", turn)
		}
		p.Turn, p.Line = turn.Turn, turn.Line
		return p
	}
	return nil
}

// problemOfComment knows what the file of comments answers.
func problemOfComment(err error) *Problem {
	var (
		invalid *comments.InvalidError
		author  *comments.AuthorError
		used    *comments.KeyError
	)
	switch {
	case errors.As(err, &invalid):
		p := problem(CodeInvalidRequest, "%s", invalid)
		p.Field = invalid.Field
		return p
	case errors.As(err, &author):
		return problem(CodeForbidden, "%s", author)
	case errors.As(err, &used):
		p := problem(schemas.CodeKeyConflict, "%s", used)
		p.Field = "idempotency_key"
		return p
	}
	return nil
}

// problemOfRead knows what projections answer.
func problemOfRead(err error) *Problem {
	for _, of := range []func(error) *Problem{problemOfProof, problemOfComment} {
		if p := of(err); p != nil {
			return p
		}
	}
	var (
		missing *projections.NotFoundError
		query   *projections.QueryError
		past    *projections.PastError
		invalid *saved.InvalidError
		turns   *exports.NoTurnsError
	)
	switch {
	case errors.As(err, &turns):
		p := problem(CodeInvalidQuery, "%s", turns)
		p.Field = "sql"
		return p
	case errors.As(err, &past):
		p := problem(CodeInvalidRequest, "%s", past)
		p.Field = "as_of"
		return p
	case errors.As(err, &invalid):
		p := problem(CodeInvalidRequest, "%s", invalid)
		p.Field = invalid.Field
		return p
	case errors.As(err, &missing):
		return problem(CodeNotFound, "%s", missing)
	case errors.As(err, &query):
		p := problem(CodeInvalidQuery, "%s", query)
		p.Field = "sql"
		return p
	}
	return nil
}
